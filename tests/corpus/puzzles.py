"""Puzzles, and algorithms of collections."""

import collections
import itertools
import math

from .cases import ANY, COUNT, programs

BIG, NUMS = ("int", 0, 1000000), ("int", 0, 10000)

program = programs("puzzles")


@program(NUMS)
def look_and_say(n):
    s = str(n)
    return sum(len(k) + len(list(g)) for k, g in itertools.groupby(s))


@program(NUMS)
def palin_next(n):
    n += 1
    while str(n) != str(n)[::-1]:
        n += 1
    return n


@program(NUMS)
def str_translate(n):
    return int(str(n).translate(str.maketrans("0123456789", "1234567890")))


@program(NUMS)
def str_zip(n):
    return sum(a == b for a, b in zip(str(n), "12345")), sum(1 for a, b in itertools.pairwise(str(n)) if a < b)


@program(NUMS)
def str_set(n):
    return len(set(str(n))), "".join(sorted(set(str(n)))) == str(n), collections.Counter(str(n)).most_common(1)[0][1]


@program(NUMS)
def soundex_like(n):
    return (
        sum(ord(c) for c in chr(65 + n % 26) + chr(97 + n % 26)),
        chr(65 + n % 26).lower() == "a",
        chr(97 + n % 26).upper() in "AEIOU",
        chr(65 + n % 26).isalpha(),
    )


@program(NUMS)
def vigenere(n):
    return sum((ord(c) - 65 + n) % 26 for c in "HELLO"), ord(chr((ord("A") - 65 + n) % 26 + 65))


@program(NUMS)
def euler1(n):
    return sum(i for i in range(30) if i % 3 == 0 or i % 5 == n % 5)


@program(COUNT)
def euler2(n):
    a, b, t = 1, 2, 0
    while a < n * 100:
        if a % 2 == 0:
            t += a
        a, b = b, a + b
    return t


@program(COUNT)
def euler4(n):
    return max(
        (i * j for i in range(1, 10) for j in range(1, 10) if str(i * j) == str(i * j)[::-1] and i * j > n), default=0
    )


@program(COUNT)
def euler9(n):
    return next(
        (a * b * c for a in range(1, 13) for b in range(a, 13) for c in (12 + n - a - b,) if a * a + b * b == c * c), 0
    )


@program(NUMS)
def euler14(n):
    n += 1
    best = n
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        best = max(best, n)
    return best % 10007


@program(COUNT)
def euler15(n):
    return math.comb(2 * n, n)


@program(COUNT)
def euler18(n):
    tri = [[3], [7, 4], [2, 4, n], [8, 5, 9, 3]]
    for row in range(len(tri) - 2, -1, -1):
        for col in range(len(tri[row])):
            tri[row][col] += max(tri[row + 1][col : col + 2])
    return tri[0][0]


@program(NUMS)
def amicable(n):
    d = lambda n: sum(i + n // i if i * i != n else i for i in range(2, math.isqrt(n) + 1) if n % i == 0) + 1
    return d(n + 2) == n + 2, d(d(n + 2) + 1)


@program(COUNT)
def lexperm(n):
    digits, out, k = list(range(4)), 0, n
    for i in range(3, -1, -1):
        f = math.factorial(i)
        j, k = divmod(k, f)
        out = out * 10 + digits.pop(j)
    return out


@program(NUMS)
def cycle_len_list(n):
    n = n % 20 + 2
    seen = [0] * 25
    r, pos = 1, 1
    while r and not seen[r]:
        seen[r] = pos
        r = r * 10 % n
        pos += 1
    return pos - seen[r] if r else 0


@program(COUNT)
def spiral(n):
    x = y = 0
    dx, dy = 0, -1
    for _ in range(n):
        if x == y or (x < 0 and x == -y) or (x > 0 and x == 1 - y):
            dx, dy = -dy, dx
        x, y = x + dx, y + dy
    return x, y


@program(NUMS)
def pent(n):
    k = (1 + math.sqrt(1 + 24 * n)) / 6
    return k.is_integer(), int(k)


@program(NUMS)
def triangle_word(n):
    return any(n == i * (i + 1) // 2 for i in range(50))


@program(NUMS)
def perfect(n):
    return sum(d for d in range(1, n % 100 + 1) if (n % 100 + 1) % d == 0)


@program(NUMS)
def modpow(n):
    return pow(n, 65537, 10007), pow(3, n, 1009), pow(n, -1, 10007) if n % 10007 else 0


@program(NUMS)
def miller(n):
    n = 2 * n + 3
    d, s = n - 1, 0
    while d % 2 == 0:
        d //= 2
        s += 1
    for a in (2, 3):
        if a % n == 0:
            continue
        x = pow(a, d, n)
        if x in (1, n - 1):
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


@program(COUNT)
def queens(n):
    def ok(cols):
        return all(abs(a - b) not in (0, j - i) for (i, a), (j, b) in itertools.combinations(enumerate(cols), 2))

    return sum(ok(c) for c in itertools.permutations(range(4)) if c[0] == n % 4)


@program(COUNT, COUNT)
def life_sym(a, b):
    g = [[(a >> 1) & 1, a & 1, b & 1], [1, b >> 1 & 1, 0], [a >> 2 & 1, 1, 1]]
    n = sum(g[(1 + dy) % 3][(1 + dx) % 3] for dy in (-1, 0, 1) for dx in (-1, 0, 1)) - g[1][1]
    return int(n == 3 or (n == 2 and g[1][1]))


@program(COUNT)
def rule30(n):
    row = [0] * 9
    row[4] = 1
    for _ in range(3):
        row = [30 >> (row[i - 1] << 2 | row[i] << 1 | row[(i + 1) % 9]) & 1 for i in range(9)]
    return row[n]


@program(COUNT)
def langton(n):
    g = [[0] * 5 for _ in range(5)]
    x = y = 2
    dx, dy = 0, -1
    for _ in range(n):
        dx, dy = (-dy, dx) if not g[y][x] else (dy, -dx)
        g[y][x] ^= 1
        x = (x + dx) % 5
        y = (y + dy) % 5
    return x, y, sum(map(sum, g))


@program(ANY, ANY)
def rpn(a, b):
    st = []
    for t in "a b + 2 * a -".split():
        if t in "+-*":
            y, x = st.pop(), st.pop()
            st.append({"+": x + y, "-": x - y, "*": x * y}[t])
        else:
            st.append({"a": a, "b": b}.get(t) if t in "ab" else float(t))
    return st[0]


@program(ANY, ANY)
def linked(a, b):
    head = None
    for v in (a, b, 3):
        head = (v, head)
    t = 0
    while head:
        v, head = head
        t = t * 2 + v
    return t


@program(COUNT)
def value_in_list(n):
    m = [[0, 1, 2], [3, 4], [5]][n % 3]
    return sum(m), len(m), m[0], max(m)


@program(COUNT)
def value_a_range(n):
    r = range(n) if n > 3 else range(2, 8)
    return sum(r), len(r), r[1]


@program(COUNT)
def value_list_if(n):
    items = [1, 2, 3] if n > 3 else [4, 5]
    t = 0
    for v in items:
        t += v
    return t, items[0], len(items)


@program(COUNT)
def value_list_loop(n):
    items = [1, 2, 3] if n > 3 else []
    return [v * 2 for v in items] == [2, 4, 6], 2 in items, sum(v * v for v in items), max(items, default=0)


@program(COUNT)
def rec_unbounded(n):
    def f(x, d):
        return d if x > 1000 else f(x * 2 + 1, d + 1)

    return f(n, 0)


@program(COUNT)
def rec_nontail(n):
    def f(x):
        return 0 if x > 1000 else 1 + f(x * 2 + 1)

    return f(n)


@program(COUNT, COUNT)
def sets_pix(a, b):
    seen = {a}
    seen |= {b}
    seen.update([a + 1])
    return len(seen), 3 in seen, seen.isdisjoint({99}), {a} < seen, frozenset([a, b]) == frozenset([b, a])


@program(COUNT, COUNT)
def set_comp(a, b):
    return len({x % 3 for x in (a, b, 4)}), sum({x * x for x in (a, b)}), min({a, b} - {0}, default=7)
