"""Design patterns, linked nodes, and games on small boards."""

import enum
import math
import operator
from abc import ABC, abstractmethod
from collections import UserDict, deque, namedtuple
from collections.abc import Callable
from dataclasses import astuple, dataclass
from functools import singledispatchmethod
from typing import ClassVar, Generic, NamedTuple, Protocol, TypeVar

from .cases import ANY, BYTES, NATURAL, POSITIVE, programs

program = programs("patterns and games")


D = ("int", 0, 10)


S = ("int", 0, 6)


T = TypeVar("T")


class Node(Generic[T]):
    def __init__(self, value, next=None):
        self.value, self.next = (value, next)


class SinglyLinked:
    def __init__(self):
        self.head = None
        self.size = 0

    def push(self, v):
        self.head = Node(v, self.head)
        self.size += 1

    def __iter__(self):
        n = self.head
        while n is not None:
            yield n.value
            n = n.next

    def reverse(self):
        prev = None
        cur = self.head
        while cur:
            cur.next, prev, cur = (prev, cur, cur.next)
        self.head = prev

    def insert_sorted(self, v):
        if self.head is None or self.head.value >= v:
            self.head = Node(v, self.head)
            return
        cur = self.head
        while cur.next and cur.next.value < v:
            cur = cur.next
        cur.next = Node(v, cur.next)

    def remove(self, v):
        dummy = Node(None, self.head)
        prev = dummy
        while prev.next:
            if prev.next.value == v:
                prev.next = prev.next.next
                break
            prev = prev.next
        self.head = dummy.next


@program(D, D, D)
def ll_basic(a, b, c):
    l = SinglyLinked()
    for v in (a, b, c):
        l.push(v)
    l.reverse()
    return (list(l), l.size, sum(l))


@program(D, D, D)
def ll_remove(a, b, c):
    l = SinglyLinked()
    for v in (a, b, c):
        l.push(v)
    l.remove(a)
    return (len(list(l)), sum(l))


class BST:
    class N:
        __slots__ = ("k", "l", "r")

        def __init__(self, k):
            self.k, self.l, self.r = (k, None, None)

    def __init__(self):
        self.root = None

    def add(self, k):
        if self.root is None:
            self.root = BST.N(k)
            return True
        n = self.root
        while True:
            if k == n.k:
                return False
            if k < n.k:
                if n.l is None:
                    n.l = BST.N(k)
                    return True
                n = n.l
            else:
                if n.r is None:
                    n.r = BST.N(k)
                    return True
                n = n.r

    def depth(self, n="root"):
        if n == "root":
            n = self.root
        return 0 if n is None else 1 + max(self.depth(n.l), self.depth(n.r))

    def inorder(self):

        def go(n):
            if n:
                yield from go(n.l)
                yield n.k
                yield from go(n.r)

        yield from go(self.root)


@program(D, D, D)
def bst(a, b, c):
    t = BST()
    added = [t.add(k) for k in (a, b, c)]
    return (sum(added), t.depth(), list(t.inorder())[0])


class Visitor(ABC):
    @abstractmethod
    def visit_num(self, n): ...

    @abstractmethod
    def visit_bin(self, n): ...


class Expr(ABC):
    @abstractmethod
    def accept(self, v: Visitor): ...


class Num(Expr):
    def __init__(self, v):
        self.v = v

    def accept(self, v):
        return v.visit_num(self)


class Bin(Expr):
    def __init__(self, op, l, r):
        self.op, self.l, self.r = (op, l, r)

    def accept(self, v):
        return v.visit_bin(self)


class Ev(Visitor):
    ops = {"+": operator.add, "*": operator.mul, "-": operator.sub}

    def visit_num(self, n):
        return n.v

    def visit_bin(self, n):
        return self.ops[n.op](n.l.accept(self), n.r.accept(self))


class Depth(Visitor):
    def visit_num(self, n):
        return 1

    def visit_bin(self, n):
        return 1 + max(n.l.accept(self), n.r.accept(self))


@program(ANY, ANY)
def visitor_pattern(a, b):
    e = Bin("+", Num(a), Bin("*", Num(b), Bin("-", Num(a), Num(1))))
    return (e.accept(Ev()), e.accept(Depth()))


class Subject:
    def __init__(self):
        self._obs: list[Callable] = []

    def attach(self, f):
        self._obs.append(f)
        return f

    def notify(self, *a, **k):
        for f in self._obs:
            f(*a, **k)


class Thermo(Subject):
    def __init__(self):
        super().__init__()
        self._t = 0.0

    @property
    def t(self):
        return self._t

    @t.setter
    def t(self, v):
        if v != self._t:
            old, self._t = (self._t, v)
            self.notify(old, new=v)


@program(ANY, ANY)
def observer_pattern(a, b):
    log = []
    th = Thermo()

    @th.attach
    def f(old, new):
        log.append(new - old)

    th.attach(lambda old, *, new: log.append(abs(new)))
    th.t = a
    th.t = b
    return (sum(log), len(log))


class Cmd(Protocol):
    def do(self, s: float) -> float: ...

    def undo(self, s: float) -> float: ...


@dataclass(frozen=True)
class AddC:
    k: float

    def do(self, s):
        return s + self.k

    def undo(self, s):
        return s - self.k


@dataclass(frozen=True)
class MulC:
    k: float

    def do(self, s):
        return s * self.k

    def undo(self, s):
        return s / self.k


class Editor:
    def __init__(self, s):
        self.s, self.done, self.undone = (s, [], [])

    def run(self, c):
        self.s = c.do(self.s)
        self.done.append(c)
        self.undone.clear()
        return self

    def undo(self):
        if self.done:
            c = self.done.pop()
            self.s = c.undo(self.s)
            self.undone.append(c)
        return self

    def redo(self):
        if self.undone:
            self.run_again(self.undone.pop())
        return self

    def run_again(self, c):
        self.s = c.do(self.s)
        self.done.append(c)


@program(ANY, POSITIVE)
def command_pattern(a, b):
    e = Editor(1.0).run(AddC(a)).run(MulC(b)).undo().redo().undo()
    return (e.s, len(e.done), len(e.undone))


@program(ANY, POSITIVE)
def command_conditional(a, b):
    e = Editor(1.0).run(AddC(a))
    if a > 0:
        e.undo()
    if b > 3:
        e.redo()
    e.run(MulC(b))
    return (e.s, len(e.done))


class Validated:
    def __set_name__(self, o, n):
        self.n = n

    def __init__(self, lo, hi):
        self.lo, self.hi = (lo, hi)

    def __get__(self, i, o):
        return self if i is None else i.__dict__[self.n]

    def __set__(self, i, v):
        i.__dict__[self.n] = min(max(v, self.lo), self.hi)


class Colour:
    r = Validated(0, 1)
    g = Validated(0, 1)
    b = Validated(0, 1)

    def __init__(self, r, g, b):
        self.r, self.g, self.b = (r, g, b)

    def __iter__(self):
        return iter((self.r, self.g, self.b))

    def __matmul__(self, o):
        return sum((x * y for x, y in zip(self, o)))

    def __rmul__(self, k):
        return Colour(*(k * c for c in self))

    def __eq__(self, o):
        return tuple(self) == tuple(o)

    def __invert__(self):
        return Colour(*(1 - c for c in self))

    def __getitem__(self, k):
        return getattr(self, k) if isinstance(k, str) else tuple(self)[k]

    def __len__(self):
        return 3

    def __bool__(self):
        return any(self)

    def __repr__(self):
        return f"Colour({self.r}, {self.g}, {self.b})"


@program(ANY, ANY, ANY)
def descriptor_colour(a, b, c):
    k = Colour(a, b, c)
    return (k @ ~k, (2 * k)["g"], k[-1], len(k), k == ~~k, bool(k), max(k))


class Plugin:
    registry: ClassVar[dict] = {}

    def __init_subclass__(cls, /, key=None, **kw):
        super().__init_subclass__(**kw)
        if key:
            cls.registry[key] = cls

    @classmethod
    def make(cls, key, *a):
        return cls.registry[key](*a)


class Gain(Plugin, key="gain"):
    def __init__(self, g=2):
        self.g = g

    def __call__(self, x):
        return x * self.g


class Clip(Plugin, key="clip"):
    def __call__(self, x):
        return max(-1, min(1, x))


class Fold(Clip, key="fold"):
    def __call__(self, x):
        return super().__call__(x) if abs(x) < 1 else 2 * super().__call__(x) - x


@program(ANY)
def plugins(a):
    x = a
    for k in ("gain", "fold", "clip"):
        x = Plugin.make(k)(x)
    return (x, len(Plugin.registry))


class Shape:
    @singledispatchmethod
    def scale(self, k):
        raise TypeError

    @scale.register
    def _(self, k: int):
        return k * 10

    @scale.register
    def _(self, k: float):
        return k + 0.5

    @scale.register(tuple)
    def _(self, k):
        return sum(k)


@program(D, ANY)
def single_dispatch_method(a, b):
    s = Shape()
    return (s.scale(a), s.scale(b), s.scale((a, b)))


class Meta(type):
    def __new__(m, name, bases, ns):
        cls = super().__new__(m, name, bases, ns)
        cls.fields = [k for k in ns if not k.startswith("_")]
        return cls

    def __call__(cls, *a):
        o = super().__call__()
        for k, v in zip(cls.fields, a):
            setattr(o, k, v)
        return o


class Pt(metaclass=Meta):
    x = 0
    y = 0


@program(ANY, ANY)
def metaclass_fields(a, b):
    q = Pt(a, b)
    return (q.x, q.y, Pt(a).y, len(Pt.fields), Pt.x)


class Version(NamedTuple):
    major: int
    minor: int = 0

    def bump(self):
        return self._replace(minor=self.minor + 1)

    @property
    def even(self):
        return self.minor % 2 == 0


@program(D, D)
def named_versions(a, b):
    v, w = (Version(a, b), Version(b))
    return (v < w, max(v, w).bump().minor, v.even, v._asdict()["major"], v + w, sorted([v, w, Version(5, 5)])[1])


class State(enum.Enum):
    IDLE = enum.auto()
    WALK = enum.auto()
    JUMP = enum.auto()
    FALL = enum.auto()

    def next(self, on_ground, jump):
        match self:
            case State.IDLE | State.WALK if jump:
                return State.JUMP
            case State.JUMP:
                return State.FALL
            case State.FALL if on_ground:
                return State.IDLE
            case _:
                return self


@program(BYTES)
def player_state(bits):
    s = State.IDLE
    trace = 0
    for i in range(6):
        s = s.next(bool(bits >> i & 1), bool(bits >> i + 1 & 1))
        trace = trace * 4 + s.value - 1
    return (trace, s.name == "FALL", s is State.JUMP)


@program(BYTES, D)
def inventory(bits, k):

    class Inv(UserDict):
        def __missing__(self, key):
            return 0

        def add(self, key, n=1):
            self[key] = self[key] + n

    inv = Inv()
    for i in range(5):
        if bits >> i & 1:
            inv.add(["gold", "wood", "gold", "iron", "wood"][i], i + 1)
    return (inv["gold"], inv["wood"], inv["iron"], len(inv))


@dataclass
class Particle:
    x: float
    y: float
    vx: float
    vy: float
    alive: bool = True

    def step(self, dt, bounds):
        self.x += self.vx * dt
        self.y += self.vy * dt
        for ax in "xy":
            pos, lim = (getattr(self, ax), bounds[ax])
            if not 0 <= pos <= lim:
                setattr(self, "v" + ax, -getattr(self, "v" + ax))
                setattr(self, ax, min(max(pos, 0), lim))


@program(ANY, ANY)
def bouncing(a, b):
    ps = [Particle(1, 1, a, b), Particle(2, 2, b, -a)]
    for _ in range(10):
        for q in ps:
            if q.alive:
                q.step(0.3, {"x": 3, "y": 4})
        if math.dist((ps[0].x, ps[0].y), (ps[1].x, ps[1].y)) < 0.5:
            ps[1].alive = False
    return (astuple(ps[0]), ps[1].alive)


@program(ANY, ANY, ANY, ANY)
def aabb_collide(a, b, c, d):
    Rect = namedtuple("Rect", "x y w h")
    r, s = (Rect(a, b, 2, 1), Rect(c, d, 1, 2))
    hit = r.x < s.x + s.w and r.x + r.w > s.x and (r.y < s.y + s.h) and (r.y + r.h > s.y)
    if hit:
        ox = min(r.x + r.w, s.x + s.w) - max(r.x, s.x)
        oy = min(r.y + r.h, s.y + s.h) - max(r.y, s.y)
        return (ox, 0.0) if ox < oy else (0.0, oy)
    return (0.0, 0.0)


@program(NATURAL)
def flood_stack(seed):
    g = [[seed >> i * 2 + j & 1 for j in range(4)] for i in range(4)]
    st, n = ([(0, 0)], 0)
    while st:
        i, j = st.pop()
        if 0 <= i < 4 and 0 <= j < 4 and (not g[i][j]):
            g[i][j] = 2
            n += 1
            st += [(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)]
    return n


@program(NATURAL)
def life_grid(seed):
    N = 5
    g = [[seed * 1237 >> i * N + j & 1 for j in range(N)] for i in range(N)]
    for _ in range(3):
        g = [
            [
                int(
                    (s := sum((g[(i + a) % N][(j + b) % N] for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b))) == 3
                    or (s == 2 and g[i][j])
                )
                for j in range(N)
            ]
            for i in range(N)
        ]
    return (sum(map(sum, g)), g[2])


@program(D, D)
def tictactoe(a, b):
    board = ["X", "O", " ", "X", " ", "O", " ", " ", " "]
    for pos, who in ((a % 9, "X"), (b % 9, "O")):
        if board[pos] == " ":
            board[pos] = who
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    for i, j, k in lines:
        if board[i] == board[j] == board[k] != " ":
            return 1 if board[i] == "X" else 2
    return 0 if " " in board else 3


@program(S, S, D)
def minesweeper(x, y, k):
    mines = {(1, 2), (k % 6, 3), (4, k % 5)}
    if (x, y) in mines:
        return 9
    return sum((x + i, y + j) in mines for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0))


@program(BYTES)
def snake(moves):
    body = deque([(3, 3), (2, 3)], maxlen=4)
    d = (1, 0)
    for i in range(4):
        turn = moves >> 2 * i & 3
        if turn == 1:
            d = (d[1], -d[0])
        elif turn == 2:
            d = (-d[1], d[0])
        head = (body[0][0] + d[0], body[0][1] + d[1])
        if head in body:
            return -1
        body.appendleft(head)
    return head[0] * 10 + head[1]


@program(NATURAL)
def dungeon_bsp(seed):
    state = seed

    def rnd(n):
        nonlocal state
        state = state * 1103515245 + 12345 & 2147483647
        return (state >> 8) % n

    def split(x, y, w, h, depth):
        if depth == 0:
            return [(x, y, w, h)]
        if w > h:
            k = 1 + rnd(max(1, w - 1))
            return split(x, y, k, h, depth - 1) + split(x + k, y, w - k, h, depth - 1)
        k = 1 + rnd(max(1, h - 1))
        return split(x, y, w, k, depth - 1) + split(x, y + k, w, h - k, depth - 1)

    rooms = split(0, 0, 16, 12, 3)
    return (len(rooms), max((w * h for _, _, w, h in rooms)), sum((x for x, *_ in rooms)))


@program(D, D, D)
def dice_yahtzee(a, b, c):
    dice = [a % 6 + 1, b % 6 + 1, c % 6 + 1, 3, 3]
    from collections import Counter

    cnt = Counter(dice).most_common()
    if cnt[0][1] == 5:
        return 50
    if cnt[0][1] == 3 and cnt[1][1] == 2:
        return 25
    if sorted(set(dice)) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]):
        return 40
    return sum(dice)


@program(D, D)
def event_dispatch(a, b):

    class Game:
        def __init__(self):
            self.hp, self.log = (10, [])

        def on_hit(self, n):
            self.hp -= n

        def on_heal(self, n):
            self.hp = min(10, self.hp + n)

        def handle(self, ev, *args):
            f = getattr(self, f"on_{ev}", None)
            if f is None:
                self.log.append(ev)
            else:
                f(*args)
            return self

    g = Game().handle("hit", a).handle("heal", b).handle("fly")
    if g.hp < 5:
        g.handle("heal", 1)
    return (g.hp, len(g.log))


@program(ANY, ANY)
def entity_components(a, b):
    world = {1: {"pos": [a, 0.0], "vel": [1.0, b]}, 2: {"pos": [b, a]}, 3: {"vel": [9, 9]}}

    def system(*names):
        for e, comps in world.items():
            if all(n in comps for n in names):
                yield (comps[n] for n in names)

    for pos, vel in system("pos", "vel"):
        for i in range(2):
            pos[i] += vel[i] * 0.5
    return (world[1]["pos"], world[2]["pos"], len(list(system("vel"))))
