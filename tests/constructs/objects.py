"""Constructs: fields, inheritance, polymorphism; the instances are gone from the kernel."""

import abc
import dataclasses
import functools

from pygpu import Image, Int, Position

from .marks import finite
from .operators import Pair


def field_mutation(im=Image, p=Position):
    """fields assigned, also new ones and through another name"""
    pair = Pair(im(p), 1.0)
    same = pair
    same.a += 2
    pair.extra = same.a * 2
    return pair.a + same.extra


def field_deleted(im=Image, p=Position):
    """del of a field; hasattr"""
    pair = Pair(im(p), 1.0)
    pair.extra = 2.0
    before = hasattr(pair, "extra")
    del pair.extra
    return pair.a + before + 2 * hasattr(pair, "extra")


def field_mutation_under_a_condition(im=Image, p=Position):
    """a field assigned in one branch"""
    pair = Pair(im(p), 1.0)
    if pair.a > 0:
        pair.b = pair.a * 3
    return pair.b


def field_of_one_branch(im=Image, p=Position):
    """a field that only one branch makes; hasattr, getattr with a default, AttributeError"""
    pair = Pair(im(p), 1.0)
    if pair.a > 0:
        pair.extra = 3.0
    try:
        found = pair.extra
    except AttributeError:
        found = -1.0
    return found + 10 * hasattr(pair, "extra") + getattr(pair, "extra", 0.5)


def mutation_by_a_call(im=Image, p=Position):
    """a called function changes its argument"""
    def bump(pair, by):
        pair.a += by
        if pair.a > 1:
            pair.b = -1.0

    pair = Pair(im(p), 0.0)
    bump(pair, 0.5)
    return pair.a + 10 * pair.b


def branches_build_one_class(im=Image, p=Position):
    """both branches build the same class: it merges field by field"""
    if im(p) > 0:
        pair = Pair(im(p), 1.0)
    else:
        pair = Pair(0.0, -im(p))
    return (pair + Pair(1.0, 2.0)).a * pair.b


def branches_build_different_classes(im=Image, p=Position):
    """branches build different classes: each call decides"""
    shape = Circle(im(p)) if im(p) > 0 else Square(-im(p), 2.0)
    return shape.area() + shape.scale


def early_return_of_objects(im=Image, p=Position):
    """a method that returns objects early"""
    def make(v):
        if v < 0:
            return Pair(0.0, v)
        if v < 1:
            return Pair(v, 0.0)
        return Pair(1.0, 1.0)

    pair = make(im(p))
    return pair.a + 10 * pair.b


class Shape(abc.ABC):
    scale = 2.0
    made = 0

    def __init__(self, size):
        self.size = size

    @abc.abstractmethod
    def area(self):
        """How large."""

    def volume(self, height=1.0):
        return self.area() * height

    @property
    def double(self):
        return self.size * self.scale

    @double.setter
    def double(self, value):
        self.size = value / self.scale

    @classmethod
    def unit(cls):
        return cls(1.0)

    @staticmethod
    def mean(a, b):
        return (a + b) / 2


class Circle(Shape):
    def area(self):
        return 3.0 * self.size * self.size


class Square(Shape):
    scale = 4.0

    def __init__(self, size, height):
        super().__init__(size + 1)
        self.height = height

    def area(self):
        return self.size ** 2

    def volume(self, height=0.0):
        return super().volume(self.height) + height

    @classmethod
    def unit(cls):
        return cls(1.0, 1.0)


def inheritance(im=Image, p=Position):
    """inheritance, overriding, class attributes"""
    return Square(im(p), 2.0).volume(1.0) + Circle(im(p)).volume() + Square.scale


def super_calls(im=Image, p=Position):
    """super().__init__, super().method"""
    return Square(im(p), 3.0).volume()


def properties(im=Image, p=Position):
    """a property, read and set"""
    circle = Circle(im(p))
    square = Square(im(p), 1.0)
    square.double = 6.0
    return circle.double + square.double + square.size


def class_and_static_methods(im=Image, p=Position):
    """class methods, static methods"""
    return Circle.unit().area() * im(p) + Shape.mean(im(p), 2.0) + Square.unit().height


def isinstance_of_objects(im=Image, p=Position):
    """isinstance, type, issubclass of objects made in the filter"""
    shape = Square(im(p), 1.0)
    kinds = isinstance(shape, Shape) + 2 * isinstance(shape, Circle) + 4 * (type(shape) is Square)
    return im(p) * kinds + issubclass(Square, Shape)


SCENE = [Circle(1.0), Square(0.5, 2.0), Circle(0.25)]


def polymorphism_over_known(im=Image, p=Position):
    """methods of known objects of several classes, in a loop"""
    return sum(shape.area() * im(p + (i, 0)) for i, shape in enumerate(SCENE))


def polymorphism_under_a_condition(im=Image, n=Image[Int], p=Position):
    """a symbol chooses among known objects; their methods follow"""
    shape = SCENE[0] if n(p) > 0 else SCENE[1]
    return shape.volume() + shape.size + im(p)


def known_objects_by_symbol(n=Image[Int], p=Position):
    """a list of known objects indexed by a symbol"""
    return SCENE[abs(n(p) % 3)].area()


@finite
def nearest_of_known_objects(im=Image, p=Position):
    """the known object that comes out nearest, and what it does then"""
    best, chosen = 100.0, SCENE[0]
    for shape in SCENE:
        distance = abs(im(p) - shape.size)
        if distance < best:
            best, chosen = distance, shape
    return best + chosen.area()


def known_object(im=Image, p=Position, shape=SCENE[1]):
    """a known object: attributes, methods"""
    return im(p) * shape.height + shape.volume() + shape.scale


class Config:
    class Inner:
        weights = (0.25, 0.5, 0.25)

    inner = Inner()

    def filter(self, im, p):
        return sum(w * im(p + (i - 1, 0)) for i, w in enumerate(self.inner.weights))


def nested_attributes(im=Image, p=Position, config=Config()):
    """attributes of attributes of known objects"""
    return config.filter(im, p) * config.inner.weights[1]


class Brighten:
    """A filter that is an object."""

    def __init__(self, gain):
        self.gain = gain

    def __call__(self, im=Image, p=Position):
        """an object with __call__ as the filter"""
        return im(p) * self.gain

    def darken(self, im=Image, p=Position):
        """a bound method as the filter"""
        return im(p) / self.gain


callable_object = Brighten(3.0)
bound_method = Brighten(4.0).darken


class Left:
    def name(self):
        return 1.0


class Right:
    def name(self):
        return 2.0


class Both(Left, Right):
    def name(self):
        return super().name() + 10 * Right.name(self)


def multiple_inheritance(im=Image, p=Position):
    """multiple inheritance, the method resolution order, Class.method(self)"""
    return im(p) * Both().name()


def object_as_generator(im=Image, p=Position):
    """objects in a list comprehension, dict and tuple"""
    pairs = [Pair(im(p + (i, 0)), i + 1) for i in range(3)]
    table = {i: pair for i, pair in enumerate(pairs)}
    return sum(pair.a * pair.b for pair in pairs) + table[2].a


class Stack:
    def __init__(self):
        self._items = []

    def push(self, item):
        self._items.append(item)
        return self

    def pop(self):
        return self._items.pop()


def stack_machine(im=Image, p=Position, program="v 2 * v + 3 -"):
    """a stack machine that a known program drives: it vanishes"""
    stack = Stack()
    for word in program.split():
        if word == "v":
            stack.push(im(p))
        elif word in "+-*":
            b, a = stack.pop(), stack.pop()
            stack.push(a + b if word == "+" else a - b if word == "-" else a * b)
        else:
            stack.push(float(word))
    return stack.pop()


class Dual:
    """A number and its derivative."""

    def __init__(self, value, slope=0.0):
        self.value, self.slope = value, slope

    def __add__(self, other):
        other = other if isinstance(other, Dual) else Dual(other)
        return Dual(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other):
        other = other if isinstance(other, Dual) else Dual(other)
        return Dual(self.value * other.value, self.value * other.slope + self.slope * other.value)

    __radd__, __rmul__ = __add__, __mul__


@finite
def automatic_derivative(im=Image, p=Position):
    """dual numbers: a derivative by operators"""
    x = Dual(im(p), 1.0)
    return (3 * x * x + 2 * x + 1).slope


def method_as_value(im=Image, p=Position):
    """a bound method kept and called later; a method as an image"""
    area = Circle(im(p)).area
    return area() + area()


def object_holds_image(im=Image, p=Position):
    """an object that holds the image"""
    class Reader:
        def __init__(self, image):
            self.image = image

        def at(self, q):
            return self.image(q) * 2

    reader = Reader(im)
    return reader.at(p) - reader.at(p + (1, 0))


@dataclasses.dataclass(order=True)
class _Ranked:
    rank: float
    number: int = 0


@finite
def sorted_objects(im=Image, p=Position):
    """sorted() and sort() of objects that compare by methods of their own"""
    things = [_Ranked(im(p + (i, 0)), i) for i in range(4)]
    up, down = sorted(things), sorted(things, reverse=True)
    return up[0].number + 10 * up[3].number + 100 * down[0].number + up[1].rank


class FromKeywords:
    def __init__(self, **fields):
        self.__dict__.update(fields)


class WithFields:
    def __init__(self, **fields):
        self.__dict__ = fields


@finite
def fields_by_dict(im=Image, p=Position):
    """__dict__ and vars() written to: update, items, assigned; the fields are the same"""
    one, other = FromKeywords(a=im(p), b=2.0), WithFields(c=im(p) + 1)
    fields = one.__dict__
    fields["d"] = one.a * 2
    one.e = 5.0
    if im(p) > 1:
        one.b = 7.0
    else:
        vars(one)["b"] += other.c
    del one.a
    return one.d + fields["b"] + 10 * fields["e"] + 100 * len(fields)


class Scaled:
    def __init__(self, by):
        self.by = by

    def scale(self, value, offset=0):
        return self.by * value + offset

    doubled = functools.partialmethod(scale, 2)
    moved = functools.partialmethod(scale, 3, offset=1)


@finite
def partial_methods(im=Image, p=Position):
    """functools.partialmethod"""
    return Scaled(im(p)).doubled() + Scaled(im(p)).moved() * 8


@functools.singledispatch
def size_of(thing):
    return thing * 2


@size_of.register(int)
def _(thing):
    return thing + 100


@size_of.register(list)
def _(thing):
    return sum(thing)


@finite
def single_dispatch(im=Image, n=Image[Int], p=Position):
    """functools.singledispatch; the __class__ of a number"""
    return size_of(im(p)) + size_of(n(p) % 50) + size_of([im(p), 1.0]) + (im(p).__class__ is float) * 1000


class Marking(abc.ABCMeta):
    made = ()

    def __new__(meta, name, bases, namespace):
        cls = super().__new__(meta, name, bases, namespace)
        cls.letters = len(name)
        return cls

    def __call__(cls, *args):
        made = super().__call__(*args)
        made.mark = cls.letters
        return made


class Marked(metaclass=Marking):
    def __init__(self, value):
        self.value = value


@finite
def metaclasses(im=Image, p=Position):
    """a metaclass with __new__ and __call__, itself of another one (abc.ABCMeta)"""
    made = Marked(im(p))
    return made.value * made.mark


class Pairs(tuple):
    """A tuple that adds up element by element, and meets nothing else."""

    def __new__(cls, values):
        return super().__new__(cls, values)

    def __add__(self, other):
        if not isinstance(other, Pairs):
            raise NotImplementedError
        return Pairs([a + b for a, b in zip(self, other)])

    __radd__ = __add__


@finite
def sequences_with_operators(im=Image, p=Position):
    """a tuple's subclass with its own + on both sides, with known items and with a pixel's"""
    total = Pairs([im(p), 1.0]) + Pairs([1.0, 2.0])
    return total[0] * len(Pairs([1, 2, 3])) + total[1]


class Turn(float):
    """A number of degrees, which goes around."""

    def __new__(cls, value):
        return super().__new__(cls, value % 360)

    def __add__(self, other):
        return Turn(float(self) + other)

    @property
    def quarter(self):
        return self // 90


NORTHWEST = Turn(315)


@finite
def numbers_with_a_class(im=Image, p=Position):
    """a float's subclass with an operator of its own, on a pixel's value and on a known one"""
    here = Turn(im(p)) + 90
    return here.quarter + here / 2 + (NORTHWEST + im(p)) + isinstance(here, float)


def attributes_of_a_class_by_name(n=Image[Int], p=Position):
    """getattr, hasattr, vars() and __dict__ of a class whose attributes pixels change"""
    class Counter:
        made = 1

    Counter.made = n(p) % 9
    setattr(Counter, "twice", Counter.made * 2)
    return (getattr(Counter, "made") + 10 * vars(Counter)["twice"] + 100 * Counter.__dict__["made"]
            + getattr(Counter, "none", 4) + hasattr(Counter, "twice") + ("other" in vars(Counter)))


def dict_with_attributes(n=Image[Int], p=Position):
    """a dict whose items are its attributes: __getattr__ = dict.get, or self.__dict__ = self"""
    class Attributes(dict):
        __getattr__, __setattr__, __delattr__ = dict.get, dict.__setitem__, dict.__delitem__

    class Both(dict):
        def __init__(self, **items):
            super().__init__(**items)
            self.__dict__ = self

    one, other = Attributes(x=n(p) % 5), Both(x=n(p) % 7)
    one.y, one["z"], other.y = n(p) % 3, 3, 4
    del one.x
    return one.y + 10 * one.z + 100 * len(one) + (one.nope is None) + sum(one.values()) + other.x * other["y"] + len(other)


def assignment_goes_to_the_class_first(n=Image[Int], p=Position):
    """__setattr__ before a property's setter, __delattr__, and object's own of both"""
    class Doubled:
        def __setattr__(self, name, value):
            super().__setattr__(name, value * 2)

        def __delattr__(self, name):
            super().__delattr__(name)
            self.gone = 1

        @property
        def one_more(self):
            return self.held

        @one_more.setter
        def one_more(self, value):
            object.__setattr__(self, "held", value + 1)

    made = Doubled()
    made.one_more, made.other = n(p) % 9, 5
    del made.other
    return made.held + 10 * made.gone + 100 * hasattr(made, "other")


def text_as_expression(n=Image[Int], p=Position):
    """eval() of a known text, of the variables around it, and of those of dicts that pixels have a part in"""
    v = n(p) % 9
    return eval("v * 2") + eval("x + y", {"x": v, "y": 3}) + eval("x * abs(y)", {"x": 3}, {"y": v})


def reflected_method_of_a_derived_class(n=Image[Int], p=Position):
    """the right operand's class is derived: its __rmul__ comes first where it is its own, not where it is inherited"""
    class Base:
        def __init__(self, v):
            self.v = v

        def __mul__(self, other):
            return 10 * self.v + other.v

        def __rmul__(self, other):
            return -1

    class Same(Base):
        pass

    class Own(Base):
        def __rmul__(self, other):
            return 100 * self.v

    v = n(p) % 7
    return Base(v) * Same(2) + 1000 * (Base(v) * Own(3)) + 10_000 * (Same(v) * Base(1))
