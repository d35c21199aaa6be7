"""Kinds of random filters, continued: numbers of NumPy's types in a pixel and in whole arrays, what masks choose from
arrays, and arrays as long as a number of the call says. Whole numbers are compared to the last one, types too."""

from __future__ import annotations

import numpy as np

from .cases import Case, Chance

WHOLE = "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"


class Numbers:
    """Names of whole numbers with their types, and what NumPy has for two of them."""

    def __init__(self, c: Chance, **types: str):
        self.c, self.types = c, dict(types)

    def pair(self) -> tuple[str, str]:
        """Two whose types meet in a whole number."""
        c, names = self.c, list(self.types)
        one = c.choice(names)
        return one, c.choice([name for name in names if np.result_type(self.types[one], self.types[name]).kind in "iu"])

    def step(self) -> tuple[str, str]:
        """What is computed of two, and its type."""
        c, (one, other) = self.c, self.pair()
        mine, theirs = self.types[one], self.types[other]
        both = np.result_type(mine, theirs).name
        ways = [(f"{one} {sign} {other}", both) for sign in ("+", "-", "*", "&", "|", "^")]
        ways += [(f"{one} // ({other} | np.{theirs}(1))", both), (f"{one} % ({other} | np.{theirs}(1))", both),
                 (f"-{one}", mine), (f"~{one}", mine), (f"{one} << np.{mine}({c.randint(0, 7)})", mine),
                 (f"{one} >> np.{mine}({c.randint(0, 7)})", mine), (f"{one} + {c.randint(0, 100)}", mine),
                 (f"{one} * {c.randint(0, 100)}", mine), (f"abs({one})", mine),
                 (f"np.maximum({one}, {other})", both), (f"np.minimum({one}, {other})", both)]
        to = c.choice([kind for kind in WHOLE if kind != "int32" or "int32" in self.types.values()])
        return c.choice([*ways, (f"{one}.astype(np.{to})", to)])

    def add(self, name: str, value: str, kind: str) -> str:
        self.types[name] = kind
        return f"    {name} = {value}"


def small(c: Chance) -> Case:
    """Numbers of NumPy's types in a pixel, of a picture of whole numbers."""
    def made(kind: str, place: str) -> str:
        about = np.iinfo(kind)
        few = 255 if about.bits == 8 else 65535
        return f"np.{kind}((im({place}) & {few}) {f'- {(few + 1) // 2}' if about.min else ''})"

    one, other = (c.choice([kind for kind in WHOLE if kind != "int32"]) for _ in range(2))  # int32 is an Int
    have = Numbers(c)
    lines = [f"def filter(im=Image({c.border().split(', fill')[0]}), s=Float, p=Position):",
             have.add("a", made(one, "p"), one), have.add("b", made(other, f"p + {c.near()}"), other)]
    for number in range(c.randint(1, 4)):
        lines.append(have.add(f"t{number}", *have.step()))
    last = list(have.types)[-1]
    lines.append("    return " + c.choice((last, last, f"int({last}) & 1023", f"{last}, a", f"({last} > 5) + 0",
                                           f"{last} if im(p) > im(p + (1, 0)) else {last} ^ {last}")))
    numbers = np.random.default_rng(c.randrange(1 << 30)).integers(-70000, 70000, c.size(40)).astype(np.int32)
    return Case("\n".join(lines), [numbers, 0.0], exact=True)


def integers(c: Chance) -> Case:
    """Whole arrays of whole numbers."""
    one, other, shape = c.choice(WHOLE), c.choice(WHOLE), (c.choice((1, 2, 7, 20)), c.choice((1, 3, 8, 17, 40)))
    have, lines = Numbers(c, a=one, b=other), ["def filter(a=Array, b=Array):"]
    for number in range(c.randint(1, 4)):
        lines.append(have.add(f"t{number}", *have.step()))
        if c.random() < 0.3:
            name, of = f"u{number}", c.choice(list(have.types))
            lines.append(have.add(name, c.choice((f"np.roll({of}, 1, axis={c.randint(0, 1)})", f"{of}[::-1]",
                                                  f"{of}[:, ::-1]",
                                                  f"np.where({of} > 3, {of}, np.{have.types[of]}(9))",
                                                  f"np.clip({of}, 3, 90)")), have.types[of]))
    last = list(have.types)[-1]
    lines.append("    return " + c.choice((
        last, last, last, f"{last}.sum(axis=1)", f"{last}.sum()", f"{last}.max(axis=0)", f"{last}.min()",
        f"{last}.argmax(axis=1)",
        f"np.cumsum({last}, axis=1)", f"{last} > a", f"{last}.T", f"({last}, b)", f"np.sort({last}, axis=1)",
        f"np.diff({last}, axis=1)", f"{last}.any(axis=1)", f"{last}.ravel()[::3]", f"np.count_nonzero({last})",
        f"np.unique({last})", f"{last}[{last} > 3]")))
    chosen = np.random.default_rng(c.randrange(1 << 30))
    numbers = [chosen.integers(*(max(np.iinfo(kind).min, -70000), min(np.iinfo(kind).max, 70000)), shape).astype(kind)
               for kind in (one, other)]
    return Case("\n".join(lines), numbers, in_parts=False, plain=itself, exact=True)


def selections(c: Chance) -> Case:
    """What masks choose from arrays, and what is made of it."""
    two = c.random() < 0.5
    shape = (c.choice((1, 2, 7, 20)), c.choice((1, 3, 8, 17, 40))) if two else (c.choice((1, 2, 9, 33, 200, 1000)),)
    mask = c.choice(("x > s", "x < y", "(x > s) & (y > s)", "i % 3 == 0", "(x > s) | (i > 4)", "~(x > s)", "x == y",
                     "i != i"))
    value = c.choice(("x", "x * 2 + y", "np.roll(x, 1)", "abs(x - y)", "i", "x[::-1]", "np.sqrt(abs(x))"))
    chosen = c.choice(("v[m]", "v[m]", "np.extract(m, v)", "np.flatnonzero(m)", "np.nonzero(m)[0]",
                       "np.unique(i % 5)", "np.unique(i)", "v[m] * 2 - 1", "np.where(m)[-1]", "v[m] + v[m]"))
    asked = c.choice(("t", "t", "t * 3", "t.size", "len(t)", "t.sum()", "(t * t).sum()", "float(t.max()) if t.size else 0.5",
                      "t.mean() if len(t) else -1.0", "(t > s).sum()", "(t, m)", "t.sum() + x.sum()",
                      "x - t.sum()", "x + t.size", "float(t.min()) if t.size > 3 else s",
                      "t.any()", "np.abs(t)"))
    lines = ["def filter(x=Array, y=Array, i=Array, s=Float):", f"    m = {mask}", f"    v = {value}", f"    t = {chosen}",
             f"    return {asked}"]
    numbers = [np.nan_to_num(c.numbers(shape, ("float32",)), nan=1, posinf=2, neginf=-2) for _ in range(2)]
    whole = np.random.default_rng(c.randrange(1 << 30)).integers(-9, 10, shape).astype(np.int32)
    c.finite = True
    return Case("\n".join(lines), [*numbers, whole, c.randint(-4, 8) / 8], in_parts=False, plain=itself)


def lengths(c: Chance) -> Case:
    """Arrays as long as a number of the call says."""
    made = c.choice(("x[:n]", "x[n:]", "x[:n] + x[-n:]", "np.zeros(n)", "x * n", "x[::n + 1]", "np.full(n, s)",
                     "np.linspace(0, 1, n + 1)", "np.array([x[k] * k for k in range(n)])", "np.tile(x, n + 1)",
                     "np.repeat(x, n)",
                     "np.concatenate([x, np.ones(n)])", "np.pad(x, n)", "np.roll(x, n)", "x.reshape(-1)[:n * 2]"))
    asked = c.choice(("t", "t * 2", "t.sum()", "np.cumsum(t)", "(t, x)", "t.size", "t[::-1]", "t > s",
                      "t - t.mean() if t.size else t"))
    lines = ["def filter(x=Array, s=Float, n=Int):", f"    t = {made}", f"    return {asked}"]
    numbers = np.nan_to_num(c.numbers((c.choice((5, 9, 33, 200)),), ("float32",)), nan=1, posinf=2, neginf=-2)
    c.finite = True
    return Case("\n".join(lines), [numbers, c.randint(-4, 8) / 8, c.randint(1, 5)], in_parts=False, plain=itself)


def arranged(c: Chance) -> Case:
    """Several results that say where elements of one array lie: what they read in common is read once."""
    height, width = shape = c.choice((1, 2, 5, 6, 12)), c.choice((1, 3, 7, 8, 17, 40))
    many = c.randint(2, 3)
    ways = ["x", "x[::-1]", "x[:, ::-2]", "x[::2]", "x.T", f"np.repeat(x, {many}, axis=0)", f"np.repeat(x, {many}, axis=1)",
            f"np.tile(x, ({many}, 1))", f"np.tile(x, (1, {many}))", "np.concatenate([x, x[::-1]])", "np.roll(x, 1, axis=0)",
            "np.roll(x, -2, axis=1)", "np.flip(x, 1)", "np.rot90(x)", f"x.reshape({width}, {height})", "x.ravel()[::3]",
            "np.pad(x, ((1, 0), (0, 2)))", "np.vstack([x[0], x[-1]])", f"np.resize(x, ({many * height}, {width}))"]
    made = [c.choice(ways) for _ in range(c.randint(2, 5))]
    made = [c.choice((each, each, f"{each} * 2", f"{each} + 1", f"{each}.sum(axis=0)", f"{each}.max()")) for each in made]
    numbers = np.random.default_rng(c.randrange(1 << 30)).integers(0, 100, shape).astype(c.choice(
        ("float32", "uint8", "int16", "int32", "int64")))
    lines = ["def filter(x=Array):", f"    return {', '.join(made)}"]
    return Case("\n".join(lines), [numbers], in_parts=False, plain=itself, exact=numbers.dtype.kind != "f")


def itself(function, *args):
    with np.errstate(all="ignore"):
        return function(*args)


KINDS = small, integers, selections, lengths, arranged
