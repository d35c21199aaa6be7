"""Constructs: dataclasses, named tuples, slots, descriptors, enumerations."""

import dataclasses
import enum
import typing

from pygpu import Image, Int, Position


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


class _Node:
    def __init__(self, value, after=None):
        self.value, self.after = value, after


class _Linked:
    def __init__(self, *values):
        self.first = None
        for value in values:
            self.first = _Node(value, self.first)

    def __iter__(self):
        node = self.first
        while node is not None:
            yield node.value
            node = node.after

    def remove(self, value):
        before = start = _Node(None, self.first)
        while before.after:
            if before.after.value == value:
                before.after = before.after.after
                break
            before = before.after
        self.first = start.after

    def insert(self, value):
        if self.first is None or self.first.value >= value:
            self.first = _Node(value, self.first)
            return
        node = self.first
        while node.after and node.after.value < value:
            node = node.after
        node.after = _Node(value, node.after)


def linked_nodes(n=Image[Int], p=Position):
    """nodes linked as a pixel says: one is taken out, others put in where they belong; a loop goes from one to the next"""
    shorter, ordered = _Linked(1, 5, n(p) % 7), _Linked()
    shorter.remove(n(p) % 6)
    for value in (n(p) % 4, 2, n(p) % 9):
        ordered.insert(value)
    node, told = ordered.first, 0
    while node is not None:
        told = told * 10 + node.value
        node = node.after
    return told + 1000 * sum(shorter) + 100000 * len(list(shorter))


def text_of_objects(n=Image[Int], p=Position):
    """str(), repr(), f"{}" and "%s" of objects, by the class's `__str__`, `__repr__`, `__format__`; of lists and tuples"""
    class Quiet:
        def __init__(self, value):
            self.value = value

        def __repr__(self):
            return f"Q{self.value}"

        def __format__(self, spec):
            return f"{self.value:{spec or 'd'}}!"

    quiet = Quiet(n(p))
    shown = f"{quiet}|{quiet:4d}|{quiet!r:>9}|{str(quiet)}"
    return len(shown) + 10 * len("%s, %d" % (quiet, n(p))) + 100 * len(str([n(p), (7,)])) + 1000 * ("Q" in str(quiet))


def attributes_of_classes(n=Image[Int], p=Position):
    """a class made in the filter whose attributes pixels change: it counts its objects; type(name, bases, dict)"""
    class Body:
        made = 0
        last = None

        def __init__(self, mass):
            Body.made += 1
            type(self).last = mass

        @classmethod
        def told(cls):
            return cls.made * 100 + cls.last

    class Moon(Body):
        pass

    Body(1)
    if n(p) > 0:
        Moon(n(p) % 50)
    for k in range(n(p) % 4):
        Body(k)
    named = type("Named", (Body,), {"size": n(p), "twice": lambda self: 2 * self.size})
    return Body.told() + 7 * Body.made + named(3).twice() + named.made
