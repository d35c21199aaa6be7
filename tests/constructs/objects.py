"""Constructs: classes of every kind; their instances are gone from the kernel."""

import abc
import dataclasses
import enum
import typing

from pygpu import Image, Int, Position

from .marks import finite


class Pair:
    """A plain class with operators."""

    def __init__(self, a, b):
        self.a = a
        self.b = b

    def __add__(self, other):
        return Pair(self.a + other.a, self.b + other.b)

    def __sub__(self, other):
        return Pair(self.a - other.a, self.b - other.b)

    def __mul__(self, k):
        return Pair(self.a * k, self.b * k) if isinstance(k, (int, float)) else NotImplemented

    __rmul__ = __mul__

    def __neg__(self):
        return Pair(-self.a, -self.b)

    def __abs__(self):
        return abs(self.a) + abs(self.b)

    def __eq__(self, other):
        return self.a == other.a and self.b == other.b

    def __lt__(self, other):
        return self.a < other.a

    def __getitem__(self, index):
        return (self.a, self.b)[index]

    def __len__(self):
        return 2

    def __iter__(self):
        yield self.a
        yield self.b

    def __contains__(self, value):
        return (self.a == value) | (self.b == value)

    def __call__(self, x):
        return self.a * x + self.b

    def __bool__(self):
        return len(self) > 1

    def __iadd__(self, k):
        self.a = self.a + k
        return self

    def __matmul__(self, other):
        return self.a * other.a + self.b * other.b

    def __rsub__(self, k):
        return Pair(k - self.a, k - self.b)

    def __float__(self):
        return 0.5

    def __setitem__(self, index, value):
        if index == 0:
            self.a = value
        else:
            self.b = value


def instance(im=Image, p=Position):
    """an instance made in the filter: fields, methods"""
    pair = Pair(im(p), 2.0)
    return pair.a * pair.b


def binary_operators(im=Image, p=Position):
    """__add__, __sub__, __mul__"""
    pair = (Pair(im(p), 1.0) + Pair(2.0, im(p)) - Pair(0.5, 0.5)) * 3
    return pair.a + 10 * pair.b


def reflected_operators(im=Image, p=Position):
    """__rmul__, __rsub__: the right operand's operator"""
    pair = 2 * Pair(im(p), 1.0)
    other = im(p) * Pair(3.0, 4.0)
    return pair.a + other.b + (1.0 - pair).b


def unary_operators(im=Image, p=Position):
    """__neg__, __abs__"""
    return abs(-Pair(im(p), 1.0)) - (-Pair(im(p), 3.0)).b


def matrix_operator(im=Image, p=Position):
    """__matmul__"""
    return Pair(im(p), 2.0) @ Pair(3.0, im(p))


def in_place_operator(im=Image, p=Position):
    """__iadd__ changes the object"""
    pair = same = Pair(im(p), 0.0)
    pair += 2.0
    return same.a


def in_place_without_method(im=Image, p=Position):
    """-= falls back to __sub__ and makes a new object"""
    pair = same = Pair(im(p), 0.0)
    pair -= Pair(1.0, 1.0)
    return same.a + 10 * pair.a


def comparison_operators(im=Image, p=Position):
    """__eq__, __lt__, and what follows from them"""
    a, b = Pair(im(p), 1.0), Pair(im(p + (1, 0)), 1.0)
    return (a == b) + 2 * (a < b) + 4 * (a != b) + 8 * (a > b)


def item_operators(im=Image, p=Position):
    """__getitem__, __setitem__, __len__"""
    pair = Pair(im(p), 2.0)
    pair[1] = pair[0] + 1
    return pair[0] * pair[1] + len(pair)


def iteration_operators(im=Image, p=Position):
    """__iter__, __contains__, unpacking"""
    pair = Pair(im(p), 2.0)
    a, b = pair
    return a * b + sum(pair) + (1.0 in pair)


def call_operator(im=Image, p=Position):
    """__call__"""
    line = Pair(2.0, im(p))
    return line(im(p))


def truth_operator(im=Image, p=Position):
    """__bool__ and __len__ in a condition"""
    return im(p) if Pair(im(p), 1.0) else 0.0


@finite
def minimum_of_objects(im=Image, p=Position):
    """min of objects that compare by __lt__"""
    nearest = min(Pair(im(p + (i, 0)), i) for i in range(4))
    return nearest.a + 10 * nearest.b


@finite
def minimum_of_objects_by_key(im=Image, p=Position):
    """min of objects by a key"""
    nearest = min([Pair(im(p + (i, 0)), i) for i in range(4)], key=lambda pair: pair.a)
    return nearest.a + 10 * nearest.b


@finite
def sort_objects(im=Image, p=Position):
    """sorted objects"""
    row = sorted([Pair(im(p + (i, 0)), i) for i in range(4)], key=lambda pair: -pair.a)
    return sum(pair.a * i for i, pair in enumerate(row))


def sum_of_objects(im=Image, p=Position):
    """sum of objects, with a start"""
    total = sum([Pair(im(p), 1.0), Pair(2.0, im(p))], Pair(0.0, 0.0))
    return total.a * total.b


class Meters:
    def __init__(self, value):
        self.value = value

    def __add__(self, other):
        return Meters(self.value + other.value) if isinstance(other, Meters) else NotImplemented


class Feet:
    def __init__(self, value):
        self.value = value

    def __radd__(self, other):
        return Meters(other.value + self.value * 0.3) if isinstance(other, Meters) else NotImplemented


def not_implemented(im=Image, p=Position):
    """NotImplemented hands over to the other operand"""
    return (Meters(im(p)) + Feet(2.0)).value + (Meters(1.0) + Meters(im(p))).value


class Metric(Meters):
    def __radd__(self, other):
        return Meters(100.0 + other.value)


def subclass_operator_first(im=Image, p=Position):
    """a subclass's reflected operator goes first"""
    return (Meters(im(p)) + Metric(2.0)).value


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
    return im(p) * isinstance(shape, Shape) + isinstance(shape, Circle) + (type(shape) is Square) + issubclass(Square, Shape)


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


@dataclasses.dataclass
class Sample:
    value: float
    weight: float = 1.0
    tags: list = dataclasses.field(default_factory=list)

    def weighted(self):
        return self.value * self.weight


@dataclasses.dataclass(frozen=True, order=True)
class Key:
    major: float
    minor: float = 0.0

    def __post_init__(self):
        assert self.minor is not None


@dataclasses.dataclass(slots=True)
class Slotted:
    x: float
    y: float = 2.0


def dataclass(im=Image, p=Position):
    """a dataclass: defaults, default_factory, methods"""
    sample = Sample(im(p), weight=2.0)
    sample.tags.append(im(p))
    return sample.weighted() + Sample(1.0).weighted() + len(sample.tags)


def dataclass_equality(im=Image, p=Position):
    """a dataclass: == and its order"""
    a, b = Key(im(p), 1.0), Key(im(p + (1, 0)), 1.0)
    return (a == b) + 2 * (a < b)


def dataclass_replace(im=Image, p=Position):
    """a dataclass: dataclasses.replace, frozen, slots"""
    key = dataclasses.replace(Key(im(p)), minor=3.0)
    slotted = Slotted(im(p))
    slotted.y += 1
    return key.major * key.minor + slotted.x * slotted.y


def dataclass_match(im=Image, p=Position):
    """a dataclass in match"""
    match Sample(im(p), 3.0):
        case Sample(value=v, weight=3.0):
            return v * 2
        case _:
            return 0.0


class Tap(typing.NamedTuple):
    value: float
    weight: float = 0.5

    def product(self):
        return self.value * self.weight


def typed_named_tuple(im=Image, p=Position):
    """typing.NamedTuple: fields, methods, unpacking, index"""
    tap = Tap(im(p))
    value, weight = tap
    return tap.product() + value + tap[1] + weight


def named_tuple_under_a_condition(im=Image, p=Position):
    """a NamedTuple that two branches make"""
    tap = Tap(im(p), 1.0) if im(p) > 0 else Tap(-1.0)
    return tap.product()


class Slots:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y


def slots(im=Image, p=Position):
    """__slots__"""
    s = Slots(im(p), 1.0)
    s.y = s.x + s.y
    return s.x * s.y


class Named:
    """A descriptor: what a field is multiplied by."""

    def __init__(self, factor):
        self.factor = factor

    def __set_name__(self, owner, name):
        self.slot = "_" + name

    def __get__(self, instance, owner):
        return getattr(instance, self.slot) * self.factor

    def __set__(self, instance, value):
        setattr(instance, self.slot, value)


class Described:
    gain = Named(2.0)

    def __init__(self, gain):
        self.gain = gain


def descriptor(im=Image, p=Position):
    """a descriptor: __get__, __set__, getattr, setattr"""
    return Described(im(p)).gain


class Fallback:
    def __init__(self, v):
        self.v = v

    def __getattr__(self, name):
        return self.v * len(name)


def getattr_fallback(im=Image, p=Position):
    """__getattr__"""
    return Fallback(im(p)).hello + Fallback(im(p)).v


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


class Mode(enum.Enum):
    NEAR = 1
    FAR = 2


class Flag(enum.IntEnum):
    ON = 1
    OFF = 0


def enumeration(im=Image, p=Position, mode=Mode.FAR):
    """enum: is, ==, value, in match"""
    match mode:
        case Mode.NEAR:
            return im(p)
        case Mode.FAR:
            return im(p) * mode.value + Flag.ON + (mode is Mode.FAR)


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
