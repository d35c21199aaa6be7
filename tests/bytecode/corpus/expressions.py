"""Operators, comparisons, items, attributes, formatting, displays."""

# ruff: noqa: E501, E731, E741, B007, B023, B904, B905, B018, F841, I001, UP032 - odd code is the point here

from tests.bytecode.corpus.things import Point, case


@case((1, 2, 3), (7, -2, 5))
def arithmetic(a, b, c):
    return a + b * c - a / b // c % 5 + a ** 2, a << 2 | 8 >> 1 & c ^ b, -a, +b, ~c, not a


@case((2, 5), ([1], [2]))
def in_place(a, b):
    a += b
    a *= 2
    return a


@case((7, 3))
def in_place_numbers(a, b):
    a -= b
    a |= 8
    c = a
    c //= b
    c %= 4
    c <<= 2
    c >>= 1
    c &= 7
    c ^= 1
    c **= 2
    d = a
    d /= b
    return a, c, d


@case((1, 2), (2, 1), (1, 1), (1.0, float("nan")))
def comparisons(a, b):
    return a < b, a <= b, a == b, a != b, a > b, a >= b, a is b, a is not b, a in (b, 3), a not in (b, 3)


@case((0, 1, 2), (2, 1, 0), (1, 1, 1))
def chained(a, b, c):
    if a < b < c:
        return "up"
    return a <= b <= c, a > b > c


@case((0, 0), (0, 1), (1, 0), (1, 1))
def logic(a, b):
    x = a and b
    y = a or b
    z = not a and b or not (a or b)
    return x, y, z, a and not b, (a or b) and (b or a)


@case((0,), (5,), (-5,), (None,))
def conditional(a):
    sign = None if a is None else 1 if a > 0 else -1 if a < 0 else 0
    return sign, "none" if a is None else "some", a is not None and a + 1


@case(([1, 2, 3, 4, 5], 2),)
def items(a, i):
    b = list(a)
    b[0] = a[i] + a[-1]
    b[1:3] = a[i:]
    b[i:i + 1] = [9, 9]
    del b[0]
    b[-1] += 5
    return b, a[::2], a[i:], a[:i], a[:], a[::-1], a[1:4:i], a[1:3]


@case((Point(1, 2),))
def attributes(p):
    q = Point(p.x, p.y)
    q.x = 7
    q.y += 3
    q.z = 1
    del q.z
    return q.x, q.y, hasattr(q, "z"), q.moved(1, dy=2), Point.moved(q, 5)


@case((3.14159, "w", 8))
def formatting(a, b, width):
    return f"{a} {b!r:>{width}} {a:.2f} {b!s}{b!a} {a:{width}.{width - 5}} {a=}" + f"{b}" + f"{b!r:>{len(f'{b!r:>4}')}}"


@case((1, [2, 3], {"k": 4}))
def displays(a, b, c):
    return (a, *b), [a, *b, a], {a, *b}, {**c, "a": a, 1: 2}, [], {}, (), {"x": a, "y": 2}, [1, 2, 3], {1, 2, 3}, (a, 2)


@case(([1, 2, 3],), ((4, 5, 6),), ([1, 2],))
def unpacking(values):
    a, b, c = values
    a, b = b, a
    c, b, a = a, b, c
    (d, e), *f = (values[:2], a, b)
    g, *h, i = values
    return a, b, c, d, e, f, g, h, i


@case((3,))
def walrus(a):
    if (b := a + 1) > 3:
        return [c := b * 2, c + b, a]
    return b


@case((300, 70000))
def constants(a, b):
    return a + 256, b - 65536, -1, -2, True, None, ..., 1.5, 2j, "s", b"b", (1, (2, 3)), a in {1, 300}, a in [1, 2], ""
