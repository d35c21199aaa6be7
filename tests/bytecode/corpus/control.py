"""Branches and loops."""

# ruff: noqa: E501, E731, E741, B007, B023, B904, B905, B018, F841, I001, UP032 - odd code is the point here

from contextlib import suppress

from tests.bytecode.corpus.things import case


@case((0,), (1,), (2,), (3,))
def branches(a):
    if a == 0:
        x = "zero"
    elif a == 1:
        return "one"
    elif a == 2:
        x = "two"
    else:
        x = "many"
    return x + "!"


@case((0, 0), (0, 1), (1, 0), (1, 1))
def early_return(a, b):
    if a and b:
        return "both"
    if a or b:
        c = 1
    else:
        c = 2
    if not (a and not b):
        return c
    c += 1
    return c


@case((None,), (3,))
def none_tests(a):
    if a is None:
        return "none"
    x = 1 if a is not None else 2
    while a is not None and a > 0:
        a = a - 1 if a > 1 else None
    return a, x


@case((0,), (5,), (12,))
def nested_loops(n):
    total = 0
    for i in range(n):
        if i == 3:
            continue
        for j in range(i):
            if j > 4:
                break
            if (i + j) % 2:
                continue
            total += i * j
        else:
            total += 100
        if total > 1000:
            break
    else:
        total = -total
    return total


@case((0,), (10,))
def return_in_loops(n):
    for i in range(n):
        for j in range(n):
            if i * j == 42:
                return i, j
            with suppress(ValueError):
                if i + j == 17:
                    return "sum"
    return None


@case((0,), (7,), (27,))
def while_loops(n):
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
        if steps > 20:
            break
    else:
        steps = -steps
    while True:
        steps += 3
        if steps > 5:
            break
        if steps == 2:
            continue
        steps += 1
    return steps


@case((3,), (30,))
def while_in_while(n):
    out = []
    while n > 0 and len(out) < 20:
        k = n
        while k % 2 == 0 or k == 5:
            k //= 2
            out.append(k)
        n -= 3
    return out


@case((0,), (20,))
def endless(n):
    while 1:
        while n < 10:
            n += 3
        n += 1
        if n > 15:
            return n


@case(([(1, (2, 3)), (4, (5, 6))],))
def loop_targets(pairs):
    out = {}
    for a, (b, *c) in pairs:
        out[a], *out["rest"] = b, c
    for out["last"] in [7, 8]:
        pass
    return out


@case((1,), (0,))
def unbound(a):
    if a:
        x = 1
        y = 2
        del y
    if not a:
        y = 3
    return x, y


@case((0,), (2,))
def asserts(a):
    assert a
    assert a > 1, f"too small {a}"
    return a


# Large: prefixes on arguments and jumps.

exec("def long_jumps(n):\n    x = 0\n    for i in range(n):\n        if i % 2:\n            continue\n" +
     "".join(f"        x += i * {k} + v{k}\n" for k in range(300)) + "    return x\n",
     globals() | {f"v{k}": k for k in range(300)}, many := {})
case((5,))(many["long_jumps"])

exec("def many_locals():\n" + "".join(f"    a{k} = {k}\n" for k in range(300)) +
     "    def f(): return a5 + a299\n    return f() + a7 + a298, [a4 for a4 in (a4,)]\n", many)
case(())(many["many_locals"])
