"""None or a number: functions that find something or nothing, and those who go on with what was found."""

import math

from .cases import ANY, BYTES, programs

program = programs("none or a number")


def hit(x, r):
    d = r * r - x * x
    if d < 0:
        return None
    return math.sqrt(d)


@program(ANY, ANY)
def named_in_a_comprehension(a, b):
    hits = [(t, i) for i, r in enumerate((1, 2, 3)) if (t := hit(a, r + b)) is not None]
    if not hits:
        return -1, 0
    t, i = min(hits)
    return i, t


@program(ANY, ANY)
def skipped_in_a_loop(a, b):
    hits = []
    for r in (1, 2, 3):
        t = hit(a, r + b)
        if t is None:
            continue
        hits.append(t)
    return len(hits), min(hits) if hits else -1.0


@program(ANY, ANY)
def the_nearest(a, b):
    best = None
    for i, r in enumerate((1, 2, 3)):
        t = hit(a, r + b)
        if t is not None and (best is None or t < best[0]):
            best = (t, i)
    return best if best else (0.0, -1)


class Hit:
    def __init__(self, t, name):
        self.t, self.name = t, name


def cast(x, r):
    d = hit(x, r)
    return Hit(d, r) if d is not None else None


@program(ANY, ANY)
def objects_that_were_hit(a, b):
    found = [h for h in (cast(a, r + b) for r in (1, 2, 3)) if h]
    near = min(found, key=lambda h: h.t, default=None)
    return (near.t, near.name) if near else (-1.0, -1.0)


@program(ANY, ANY)
def filtered(a, b):
    some = list(filter(lambda t: t is not None, (hit(a, r + b) for r in (1, 2, 3))))
    ordered = sorted(t for t in (hit(b, 1), hit(b, 2)) if t is not None)
    true = [t for t in filter(None, [hit(a, 1), hit(a, 2)])]
    return sum(some), ordered[0] if ordered else 9.0, sum(true), len(true)


@program(ANY, ANY)
def values_of_a_dict(a, b):
    found = {r: hit(a, r + b) for r in (1, 2, 3)}
    good = {k: v for k, v in found.items() if v is not None}
    return len(good), sum(good.values()), max(good.values(), default=0.0), found[1] or 0.0


@program(ANY, ANY)
def yielded(a, b):
    def hits():
        for r in (1, 2, 3):
            t = hit(a, r + b)
            if t is not None:
                yield r, t

    r, t = max(hits(), key=lambda pair: pair[1], default=(0, 0.0))
    return r, t, next((t for _, t in hits()), -1.0)


program = programs("any keys")


@program(BYTES)
def steps_to_a_cycle_of_any_numbers(n):
    seen, x, steps = set(), n, 0
    while x not in seen:
        seen.add(x)
        x = (x * x + 1) % 101
        steps += 1
    return steps, len(seen), x


@program(BYTES)
def happy(n):
    seen, n = set(), n + 1
    while n != 1 and n not in seen:
        seen.add(n)
        s = 0
        while n:
            n, d = divmod(n, 10)
            s += d * d
        n = s
    return n == 1, len(seen)


@program(BYTES)
def an_ant(n):
    x = y = 0
    dx, dy, black = 0, 1, set()
    for _ in range(8):
        p = x, y
        if p in black:
            black.remove(p)
            dx, dy = dy, -dx
        else:
            black.add(p)
            dx, dy = -dy, dx
        x, y = x + dx * (n % 3), y + dy
    return len(black), x, y
