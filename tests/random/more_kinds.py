"""Kinds of random filters, continued: pyramids, functions that a number of the call moves, numbers of 64 bits, what is
counted, text, loops whose lengths arguments say."""

from __future__ import annotations

import numpy as np

from .cases import Case, Chance


def pyramids(c: Chance) -> Case:
    """Functions at half and twice the place, of each other, with what else a picture has beside them."""
    smooth = c.choice(("0.5 * {f}(q) + 0.25 * {f}(q + (1, 0)) + 0.25 * {f}(q - (1, 0))", "max({f}(q), {f}(q + (1, 1)))",
                       "sum({f}(q + (i, j)) for i in (-1, 0, 1) for j in (0, 1)) / 6"))
    lines = [f"def filter(im=Image({c.border()}), s=Float, p=Position):", "    f0 = im"]
    levels = c.randint(1, 3)
    for level in range(1, levels + 1):
        lines += ["    @cache", f"    def g{level}(q): return {smooth.format(f=f'f{level - 1}')}",
                  "    @cache", f"    def f{level}(q): return g{level}(q * 2)"]
    lines.append(f"    u{levels} = f{levels}")
    for level in reversed(range(levels)):
        up = c.choice((f"u{level + 1}(q // 2)", f"0.75 * u{level + 1}(q // 2) + 0.25 * u{level + 1}(q // 2 + (1, 0))",
                       f"(u{level + 1}(q // 2) + u{level + 1}((q + (1, 1)) // 2)) * 0.5"))
        own = c.choice(("", f" + f{level}(q) * 0.5", f" - s * f{level}(q)", " + q.x % 3 * 0.125"))
        lines += ["    @cache", f"    def u{level}(q): return {up}{own}"]
    lines.append("    return " + c.choice((
        "u0(p)", "im(p) - u0(p)", "u0(p) * 0.5 + u0(p + (1, 0)) * 0.3", "u0(p) - max(im)", "u0(p) - sum(im) / len(im)",
        "max(u0(q) for q in im.positions) - u0(p)", "u0(p), f1(p)",
        f"u0(p) * {c.weight()} + f{levels}(p // {2 ** levels})")))
    numbers = np.nan_to_num(c.numbers(c.size(), ("float32", "float32", "uint8")), nan=1, posinf=2, neginf=-2)
    c.finite = True
    return Case("\n".join(lines), [numbers, c.randint(-8, 8) / 8], {"dtype": "float32"})


def moved(c: Chance) -> Case:
    """Functions read where a number of the call or a pixel says, beside scans, sums and values of the picture."""
    stage = c.choice(("im(q) * 0.5 + im(q + (1, 1)) * 0.3", "abs(im(q) - im(q - (1, 0)))",
                      "im(q) * im(q) + 0.3 * im(q + (0, 1))",
                      "sum(im(q + (i, 0)) for i in range(-3, 4)) / 7"))
    place = c.choice(("Position(int(p.x + t), p.y)", "p + (int(t), 0)", "p + (n, n)", "p + (int(3 * im(p)), 0)",
                      "Position(min(p.x + n, im.width - 1), p.y)", "(p + (n, 0)) // 2", "p * 2 + (0, n)"))
    scan = "s0 = lambda q: f(q) + (s0(q - (1, 0)) if q.x > 0 else 0.0)"
    lines = [f"def filter(im=Image({c.border()}), t=Float, n=Int, p=Position):", f"    f = lambda q: {stage}",
             f"    {scan}", f"    at = {place}",
             "    return " + c.choice(("f(at)", f"f(at) * {c.weight()} + f(p) * 0.3",
                                       "f(at) + 0.3 * f(at + (1, 0)) + f(p) * 0.1",
                                       "f(at) + 0.25 * s0(p)", "f(at) * 0.7 - max(im)",
                                       "0.1 * s0(p) + 0.3 * im(at) - f(at)",
                                       "0.7 * f(at) + 0.3 * max(f(q) for q in im.positions)"))]
    numbers = np.nan_to_num(c.numbers(c.size(), ("float32", "float32", "uint8")), nan=1, posinf=2, neginf=-2)
    c.finite = True
    return Case("\n".join(lines), [numbers, c.randint(-20, 20) / 8, c.randint(-4, 4)], {"dtype": "float32"})


def doubles(c: Chance) -> Case:
    """The same in 64 bits: stages, values of the picture, scans, whole numbers beyond 32 bits."""
    stage = c.choice(("im(q) * 0.1 + im(q + (1, 1)) / 3", "abs(im(q) - im(q - (1, 0))) ** 0.5", "sqrt(im(q) * im(q) + 2)",
                      "exp(im(q) * 0.25)", "float(int(im(q) * 1e9) * 3 % 1000003)",
                      "float((int(im(q) * 8) << 40) // 7 >> 30)"))
    result = c.choice((f"f(p) * {c.weight()} + f(p + {c.near()}) / 7", "f(p) - sum(im) / len(im)", "s0(p) / 3",
                       "max(f(p + (i, 0)) for i in range(-3, 3))", "f(p) if f(p) > f(p + (0, 1)) else s",
                       "f(p) + sum(0.1 * i * f(p + (i, 0)) for i in range(-9, 9))", "sorted([f(p), im(p), s])[1]"))
    lines = [f"def filter(im=Image({c.border()}), s=Float, p=Position):", f"    f = lambda q: {stage}",
             "    s0 = lambda q: f(q) + (s0(q - (0, 1)) if q.y > 0 else 0.0)", f"    return {result}"]
    numbers = np.nan_to_num(c.numbers(c.size(), ("float64", "float32", "uint8")), nan=1, posinf=2, neginf=-2)
    c.finite = True
    return Case("\n".join(lines), [numbers, c.randint(-8, 8) / 8], {"dtype": "float64"}, compiled={"precision": "double"})


def counted(c: Chance) -> Case:
    """Counters and dicts of a picture."""
    level = f"int(min(max(v, {c.choice((-2.0, 0.0))}), 2.0) * {c.choice((2, 4, 8))})"
    made = c.choice(("Counter(level(v) for v in im)", "Counter(map(level, im))",
                     "{level(im(x, p.y)): x for x in range(im.width)}", "{x: max(im(x, y) for y in range(im.height)) "
                     "for x in range(im.width)}", "dict.fromkeys(map(level, im), 3)"))
    asked = ["len(d)", "sum(n * n for n in d.values()) * 0.01", "d.get(level(im(p)), -1)",
             "(level(im(p)) in d) + d.get(77, 5)",
             "sum((i + 1) * k for i, k in enumerate(d))"]
    if "Counter" in made:
        asked += ["d[level(im(p))] / d.total()", "d.most_common(1)[0][0]", "sum(k for k, n in d.most_common(2))",
                  "max(d.values())"]
    lines = [f"def filter(im=Image({c.border()}), s=Float, p=Position):", f"    level = lambda v: {level}",
             f"    d = {made}",
             f"    return {c.choice(asked)} + {c.choice(asked)} * 0.5"]
    numbers = np.nan_to_num(c.numbers(c.size(17)), nan=1, posinf=2, neginf=-2)
    c.finite = True
    return Case("\n".join(lines), [numbers, 0.0], {"dtype": "float32"})


def text(c: Chance) -> Case:
    """Text of whole numbers, and letters of a known text."""
    number = c.choice(("n % 1000", "n % 100 - 50", "n", "abs(n) // 3"))
    made = c.choice(("str(k)", "f'{k:05d}'", "'%03d' % k", "format(k, 'x')", "bin(k)", "hex(k)[2:]", "str(k) + 'a'",
                     "str(k)[::-1]",
                     "f'{k:+d}'", "str(k) * 2", "str(k).zfill(4)", "'-'.join(str(k))", "''.join(sorted(str(k)))"))
    asked = ["len(t)", "ord(t[0])", "ord(t[-1])", "t.count('1')", "('7' in t) + 0", "(t[0] == '-') + 0",
             "{'1': 5, '2': 7}.get(t[-1], 9)",
             "sum(ord(letter) for letter in t)", "ord('FDCBA'[n % 5])", "(t > '3') + 0", "t.find('1')",
             "t.startswith('1') + 0",
             "sum(ord(a) * (i + 1) for i, a in enumerate(t))", "len(t[1:])"]
    lines = [f"def filter(im=Image({c.border()}), s=Float, p=Position):", "    n = int(im(p) * 40) + p.x * 3",
             f"    k = {number}",
             f"    t = {made}", f"    return {c.choice(asked)} + {c.choice(asked)} * 0.5"]
    numbers = np.nan_to_num(c.numbers(c.size(40)), nan=1, posinf=2, neginf=-2)
    c.finite = True
    return Case("\n".join(lines), [numbers, 0.0], {"dtype": "float32"})


def sizes(c: Chance) -> Case:
    """Loops whose length an argument says, of stages, in each other."""
    stage = c.choice(("im(q)", "im(q) * 0.5 + im(q + (1, 0)) * 0.3", "abs(im(q) - im(q - (1, 1)))", "im(q) ** 2"))
    one = c.choice(("f(p + (i, 0))", "f(p + (i, j))", "f(p + (i * m, j))", "f(p + (0, i)) * (i + 1)",
                    "f(p - (i, -j)) * 0.3"))
    inner = c.choice(("range(-m, m + 1)", "range(m)", "range(0, r + 1, 2)", "range(r, -1, -1)")) if "j" in one else None
    over = c.choice(("range(-r, r + 1)", "range(r)", "range(-r, m)", "range(1, r + 2)"))
    every = f"{one} for i in {over}" + (f" for j in {inner}" if inner else "")
    total = c.choice((f"sum({every})", f"sum({every}) / ((2 * r + 1) * (2 * m + 1))", f"max(({every}), default=0.5)",
                      f"sum(1 for v in ({every}) if v > im(p))",
                      f"sum({every}) - max(({every}), default=s)", f"float(any(v > 0.5 for v in ({every})))"))
    lines = [f"def filter(im=Image({c.border()}), s=Float, r: Int = 1, m: Int = 1, p=Position):",
             f"    f = lambda q: {stage}",
             f"    return {total} + {c.choice(('0.0', 'f(p)', 'p.x * 0.125', 's'))}"]
    numbers = np.nan_to_num(c.numbers(c.size(40)), nan=1, posinf=2, neginf=-2)
    c.finite = True
    return Case("\n".join(lines), [numbers, 0.5, c.randint(0, 5), c.randint(0, 3)], {"dtype": "float32"})


KINDS = pyramids, moved, doubles, counted, text, sizes
