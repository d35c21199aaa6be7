"""Classes: what each of them may define."""

import abc
import dataclasses
import functools
import math
import numbers
import typing

from .cases import ANY, COUNT, programs

program = programs("classes")


class Desc:
    def __set_name__(self, o, n):
        self.n = "_" + n

    def __get__(self, o, t=None):
        return getattr(o, self.n) * 2

    def __set__(self, o, v):
        setattr(o, self.n, v + 1)


class HasDesc:
    v = Desc()

    def __init__(self, v):
        self.v = v


@program(ANY)
def descr(a):
    return HasDesc(a).v


class Meta(type):
    def __call__(cls, *a):
        o = super().__call__(*a)
        o.extra = 7
        return o

    def __getitem__(cls, i):
        return cls(i)


class WithMeta(metaclass=Meta):
    def __init__(self, v):
        self.v = v


@program(ANY)
def meta(a):
    return WithMeta(a).extra + WithMeta[a].v


class Slots:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __eq__(self, o):
        return self.x == o.x

    def __hash__(self):
        return hash(self.x)

    def __bool__(self):
        return self.x > 0


@program(ANY, ANY)
def slots(a, b):
    s = Slots(a, b)
    s.y += 1
    del s.x
    s.x = b
    return s.x + s.y, 1 if s else 2, s == Slots(b, 0)


class Prop:
    def __init__(self, v):
        self._v = v

    @property
    def v(self):
        return self._v

    @v.setter
    def v(self, n):
        if n < 0:
            raise ValueError("neg")
        self._v = n

    @v.deleter
    def v(self):
        self._v = 0.0

    @functools.cached_property
    def sq(self):
        return self._v**2

    @classmethod
    def of(cls, *a):
        return cls(sum(a))

    @staticmethod
    def k():
        return 3

    def __getattr__(self, n):
        return len(n) * self._v

    def __call__(self, x):
        return x * self._v

    def __contains__(self, x):
        return x > self._v

    def __len__(self):
        return 3

    def __getitem__(self, i):
        return self._v * i

    def __iter__(self):
        return iter([self._v, 1])

    def __enter__(self):
        return self

    def __exit__(self, *a):
        self._v += 1
        return False

    def __format__(self, s):
        return "x"

    def __int__(self):
        return int(self._v)

    def __float__(self):
        return float(self._v)

    def __index__(self):
        return 2

    def __round__(self, n=None):
        return round(self._v, n)

    def __abs__(self):
        return abs(self._v)

    def __neg__(self):
        return Prop(-self._v)

    def __rsub__(self, o):
        return Prop(o - self._v)

    def __iadd__(self, o):
        self._v += o
        return self


@program(ANY)
def props(a):
    p = Prop(a)
    try:
        p.v = a - 1
    except ValueError:
        p.v = 5.0
    r = p.v + p.sq
    del p.v
    return (
        r + p.v,
        Prop.of(a, 1).v,
        p.k(),
        p.abc,
        Prop(a)(3),
        (2 in Prop(a)),
        len(p),
        Prop(a)[4],
        sum(Prop(a)),
        [1, 2, 3][Prop(a)],
        int(Prop(a)),
        float(Prop(a)),
        round(Prop(a), 1),
        abs(Prop(a)),
        (-Prop(a)).v,
        (3 - Prop(a)).v,
    )


@functools.singledispatch
def disp(x):
    return 1.0


@disp.register
def _(x: int):
    return x * 2


@disp.register(float)
def _(x):
    return x * 3


@disp.register(list)
def _(x):
    return sum(x) * 5


@program(ANY, COUNT)
def single(a, n):
    return disp(a), disp(n), disp([a, n]), disp("x")


class SD:
    @functools.singledispatchmethod
    def f(self, x):
        return 0

    @f.register
    def _(self, x: int):
        return x + 1

    @f.register
    def _(self, x: float):
        return x + 2

    def g(self, k, v):
        return k * v

    h = functools.partialmethod(g, 3)


@program(ANY, COUNT)
def single_m(a, n):
    return SD().f(a), SD().f(n), SD().h(a)


@functools.total_ordering
class TO:
    def __init__(s, v):
        s.v = v

    def __eq__(s, o):
        return s.v == o.v

    def __lt__(s, o):
        return s.v < o.v


@program(ANY, ANY)
def total(a, b):
    return TO(a) >= TO(b), TO(a) > TO(b), max(TO(a), TO(b)).v


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class DF:
    x: float
    y: float = 2.0
    z: list = dataclasses.field(default_factory=list)

    def __post_init__(self):
        object.__setattr__(self, "y", self.x * 2)


@program(ANY)
def dcf(a):
    d = DF(x=a)
    e = dataclasses.replace(d, x=a + 1)
    return (
        e.y,
        d.x,
        len(dataclasses.fields(d)),
        sum(v for v in dataclasses.astuple(d)[:2]),
        dataclasses.asdict(e)["x"],
        d == DF(x=a),
    )


@dataclasses.dataclass
class IV:
    x: float
    k: dataclasses.InitVar[float] = 2.0
    t: typing.ClassVar[int] = 4
    y: float = dataclasses.field(init=False)

    def __post_init__(self, k):
        self.y = self.x * k


@program(ANY)
def initvar(a):
    return IV(a).y + IV(a, 3).y + IV.t


class ABCx(abc.ABC):
    @abc.abstractmethod
    def area(self): ...
    @property
    def double(self):
        return 2 * self.area()


class Sq(ABCx):
    def __init__(self, s):
        self.s = s

    def area(self):
        return self.s**2


@program(ANY)
def abcs(a):
    return Sq(a).double, isinstance(Sq(a), ABCx)


class Proto(typing.Protocol):
    def area(self) -> float: ...


class TD(typing.TypedDict):
    x: float


T = typing.TypeVar("T")


class Box(typing.Generic[T]):
    def __init__(self, v: T):
        self.v = v


@program(ANY)
def typings(a):
    d: TD = {"x": a}
    b = Box[float](a)
    n = typing.cast(float, a)
    return d["x"] + b.v + n


class NT(typing.NamedTuple):
    x: float
    y: float = 3.0

    def len(self):
        return math.hypot(*self)

    @property
    def s(self):
        return self.x + self.y


@program(ANY)
def ntc(a):
    n = NT(a)
    m = n._replace(y=a)
    x, y = m
    return n.len(), n.s, x + y, n < m, NT._make([a, 2]).s, n + m


@program(ANY, COUNT)
def isinst(a, n):
    return (
        isinstance(a, float),
        isinstance(n, int),
        isinstance(a, numbers.Real),
        isinstance(n, numbers.Integral),
        type(a) is float,
        a.__class__ is float,
        type(n) is int,
        isinstance(a, (int, str)),
        callable(a),
        hasattr(a, "real"),
        a.real,
        a.imag,
    )
