"""Constructs: operators of classes, and what Python makes of them: reflected, in place, compared, called."""

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


def operators_that_nobody_has(n=Image[Int], p=Position):
    """TypeError of objects none of whose methods takes the other, caught"""
    found = 0
    for make in (lambda: Meters(n(p)) + 2, lambda: Meters(n(p)) + Meters(1), lambda: Meters(1) < Feet(n(p))):
        try:
            make()
        except TypeError:
            found = found * 2 + 1
    return found + n(p)
