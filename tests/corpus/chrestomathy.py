"""Well-known algorithms, each as somebody would write it down."""

import itertools
import math
import string

from .cases import ANY, BYTES, YEARS, programs

P = ("int", 0, 40)
B = BYTES
program = programs("rosetta")


@program(P)
def ackermann_small(n):
    def ack(m, k):
        if m == 0:
            return k + 1
        if k == 0:
            return ack(m - 1, 1)
        return ack(m - 1, ack(m, k - 1))

    return ack(1, 3) + n, ack(2, 2) * n


@program(("int", 1, 3000))
def abundant(n):
    s = 1
    i = 2
    while i * i <= n:
        if n % i == 0:
            s += i
            if i * i != n:
                s += n // i
        i += 1
    return (s > n) - (s < n) if n > 1 else -1


@program(P)
def josephus(n):
    k = 0
    for i in range(2, n + 2):
        k = (k + 3) % i
    return k


@program(P, P)
def egcd(a, b):
    x0, x1, y0, y1 = 1, 0, 0, 1
    while b:
        q, a, b = a // b, b, a % b
        x0, x1 = x1, x0 - q * x1
        y0, y1 = y1, y0 - q * y1
    return a, x0, y0


@program(P)
def hailstone_max(n):
    n += 1
    m = n
    c = 0
    while n != 1:
        n = 3 * n + 1 if n & 1 else n // 2
        m = max(m, n)
        c += 1
    return m, c


@program(("int", 0, 1000))
def gray(n):
    g = n ^ (n >> 1)
    b = g
    s = 1
    while s < 16:
        b ^= b >> s
        s <<= 1
    return g, b


@program(("int", 1, 4000))
def roman(n):
    n %= 4000
    out = ""
    for v, t in (
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ):
        out += t * (n // v)
        n %= v
    return len(out), out.count("X"), out.startswith("MC")


@program(B)
def binary_text(n):
    b = bin(n)[2:]
    return len(b), b.count("1"), int(b[::-1], 2), b.find("101"), max(map(len, b.split("0"))) if False else 0


@program(("int", 1, 13), ("int", 1, 29), YEARS)
def zeller(m, d, y):
    if m < 3:
        m += 12
        y -= 1
    return (d + 13 * (m + 1) // 5 + y + y // 4 - y // 100 + y // 400) % 7


@program(YEARS)
def easter(y):
    a, b, c = y % 19, y // 100, y % 100
    d, e = divmod(b, 4)
    f = (b + 8) // 25
    g = (b - f + 1) // 3
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    w = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * w) // 451
    mo, da = divmod(h + w - 7 * m + 114, 31)
    return mo, da + 1


@program(("int", 2, 500))
def goldbach(n):
    n = 2 * n

    def prime(k):
        return k > 1 and all(k % i for i in range(2, int(k**0.5) + 1))

    return next((p for p in range(2, n) if prime(p) and prime(n - p)), 0)


@program(("int", 0, 10**6))
def luhn_ok(n):
    r = [int(c) for c in str(n)][::-1]
    return (sum(r[0::2]) + sum(sum(divmod(2 * d, 10)) for d in r[1::2])) % 10


@program(P)
def catalan(n):
    c = 1.0
    for i in range(n):
        c = c * 2 * (2 * i + 1) / (i + 2)
    return math.log(c)


@program(("int", 3, 40))
def pascal_row(n):
    row = [1]
    for k in range(8):
        row.append(row[k] * (n - k) // (k + 1))
    return row[:5]


@program(ANY, ANY, ANY)
def bubble(a, b, c):
    v = [a, b, c, 0.5, -0.5]
    swapped = True
    while swapped:
        swapped = False
        for i in range(4):
            if v[i] > v[i + 1]:
                v[i], v[i + 1] = v[i + 1], v[i]
                swapped = True
    return v


@program(ANY, ANY, ANY)
def insertion(a, b, c):
    v = [a, b, c, 0.5, -0.5]
    for i in range(1, len(v)):
        k = v[i]
        j = i - 1
        while j >= 0 and v[j] > k:
            v[j + 1] = v[j]
            j -= 1
        v[j + 1] = k
    return v


@program(ANY, ANY, ANY)
def quick(a, b, c):
    def qs(v):
        if len(v) < 2:
            return v
        p = v[0]
        return qs([x for x in v[1:] if x < p]) + [p] + qs([x for x in v[1:] if x >= p])

    r_ = qs([a, b, c])
    return r_[0], r_[1], sum(v * i for i, v in enumerate(r_)), len(r_)


@program(ANY, ANY, ANY)
def heap_sort(a, b, c):
    v = [a, b, c, 1.0]

    def sift(v, s, e):
        root = s
        while 2 * root + 1 <= e:
            ch = 2 * root + 1
            if ch + 1 <= e and v[ch] < v[ch + 1]:
                ch += 1
            if v[root] < v[ch]:
                v[root], v[ch] = v[ch], v[root]
                root = ch
            else:
                return

    for s in range(1, -1, -1):
        sift(v, s, 3)
    for e in range(3, 0, -1):
        v[e], v[0] = v[0], v[e]
        sift(v, 0, e - 1)
    return v


@program(B, B)
def levenshtein(a, b):
    s, t = f"{a:03d}", f"{b:03d}"
    prev = list(range(4))
    for i in range(3):
        cur = [i + 1]
        for j in range(3):
            cur.append(min(prev[j + 1] + 1, cur[j] + 1, prev[j] + (s[i] != t[j])))
        prev = cur
    return prev[-1]


@program(P)
def hanoi(n):
    moves = []

    def move(k, a, b, c):
        if k:
            move(k - 1, a, c, b)
            moves.append(a * 3 + b)
            move(k - 1, c, b, a)

    move(3, 0, 2, 1)
    return moves[n % 7], len(moves)


@program(P)
def n_queens_count(n):
    def place(row, cols, d1, d2):
        if row == 4:
            return 1
        return sum(
            place(row + 1, cols | {c}, d1 | {row + c}, d2 | {row - c})
            for c in range(4)
            if c not in cols and row + c not in d1 and row - c not in d2
        )

    return place(0, frozenset(), frozenset(), frozenset()) + n


@program(P)
def fizz(n):
    return {(True, True): 3, (True, False): 1, (False, True): 2}.get((n % 3 == 0, n % 5 == 0), 0), len(
        "Fizz" * (n % 3 == 0) + "Buzz" * (n % 5 == 0) or str(n)
    )


@program(("int", 0, 64))
def knight(n):
    x, y = divmod(n, 8)
    return sum(
        0 <= x + dx < 8 and 0 <= y + dy < 8 for dx, dy in itertools.product((-2, -1, 1, 2), repeat=2) if abs(dx) != abs(dy)
    )


@program(("int", 0, 256))
def rule30(n):
    cells = [(n >> i) & 1 for i in range(8)]
    for _ in range(3):
        cells = [cells[i - 1] ^ (cells[i] | cells[(i + 1) % 8]) for i in range(8)]
    return sum(c << i for i, c in enumerate(cells))


@program(("int", 0, 65536))
def life_step(n):
    g = [[(n >> (4 * y + x)) & 1 for x in range(4)] for y in range(4)]

    def nb(x, y):
        return sum(g[(y + j) % 4][(x + i) % 4] for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)

    h = [[1 if nb(x, y) == 3 or g[y][x] and nb(x, y) == 2 else 0 for x in range(4)] for y in range(4)]
    return sum(map(sum, h)), h[1][2]


@program(ANY, ANY)
def simpson_romberg(a, b):
    f = lambda x: math.exp(-x * x)
    R = [[0.0] * 4 for _ in range(4)]
    h = b - a
    R[0][0] = 0.5 * h * (f(a) + f(b))
    for i in range(1, 4):
        h /= 2
        R[i][0] = 0.5 * R[i - 1][0] + h * sum(f(a + (2 * k - 1) * h) for k in range(1, 2 ** (i - 1) + 1))
        for j in range(1, i + 1):
            R[i][j] = R[i][j - 1] + (R[i][j - 1] - R[i - 1][j - 1]) / (4**j - 1)
    return R[3][3]


@program(ANY)
def runge(a):
    f = lambda t, y: t * math.sqrt(abs(y))
    t, y, h = 0, 1, 0.1
    for _ in range(10):
        k1 = f(t, y + a * 0.01)
        k2 = f(t + h / 2, y + h / 2 * k1)
        k3 = f(t + h / 2, y + h / 2 * k2)
        k4 = f(t + h, y + h * k3)
        y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        t += h
    return y


@program(ANY, ANY, ANY)
def gauss_elim(a, b, c):
    m = [[4 + abs(a), b, c, 1], [b, 9 + abs(c), a, 2], [c, a, 8, 3]]
    for i in range(3):
        p = max(range(i, 3), key=lambda k: abs(m[k][i]))
        m[i], m[p] = m[p], m[i]
        for k in range(i + 1, 3):
            f = m[k][i] / m[i][i]
            for j in range(i, 4):
                m[k][j] -= f * m[i][j]
    x = [0] * 3
    for i in reversed(range(3)):
        x[i] = (m[i][3] - sum(m[i][j] * x[j] for j in range(i + 1, 3))) / m[i][i]
    return x


@program(ANY, ANY)
def convex(a, b):
    pts = sorted([(0, 0), (2, 0), (1, 2), (a, b)])

    def cross(o, p, q):
        return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])

    lower = []
    for p in pts:
        while len(lower) >= 2 and cross(lower[-2], lower[-1], p) <= 0:
            lower.pop()
        lower.append(p)
    return len(lower)


@program(ANY, ANY)
def shoelace(a, b):
    pts = [(0, 0), (2, 0), (a, b), (0, 2)]
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(pts, pts[1:] + pts[:1]))) / 2


@program(ANY, ANY)
def seg_inter(a, b):
    def ccw(A, B, C):
        return (C[1] - A[1]) * (B[0] - A[0]) > (B[1] - A[1]) * (C[0] - A[0])

    A, Bp, C, D = (0, 0), (a, b), (0, 2), (2, 0)
    return ccw(A, C, D) != ccw(Bp, C, D) and ccw(A, Bp, C) != ccw(A, Bp, D)


@program(B, B, B)
def base64ish(a, b, c):
    s = string.ascii_letters + string.digits + "+/"
    n = a << 16 | b << 8 | c
    return [ord(s[n >> 18 & 63]), ord(s[n >> 12 & 63]), ord(s[n >> 6 & 63]), ord(s[n & 63])]


@program(B, B)
def crc8(a, b):
    crc = 0
    for byte in (a, b):
        crc ^= byte
        for _ in range(8):
            crc = (crc << 1) ^ 0x07 if crc & 0x80 else crc << 1
        crc &= 0xFF
    return crc


@program(B)
def crc32_of(a):
    c = (a ^ 0xFFFFFFFF) & 0xFF
    for _ in range(8):
        c = c >> 1 ^ 0xEDB88320 if c & 1 else c >> 1
    return c % 65536, c >> 16


@program(("int", 0, 1000))
def lcg(n):
    for _ in range(5):
        n = (1103515245 * n + 12345) & 0x7FFFFFFF
    return n % 1000, n >> 16


@program(P, P)
def modpow(a, b):
    r_ = 1
    m = 101
    a %= m
    while b:
        if b & 1:
            r_ = r_ * a % m
        a = a * a % m
        b >>= 1
    return r_, pow(a, 3, 101)


@program(("int", 1, 1000))
def look_and_say(n):
    s = str(n)
    return sum(len(list(g)) for k, g in itertools.groupby(s)), len([k for k, g in itertools.groupby(s)])


@program(P)
def spiral(n):
    if n == 0:
        return 0, 0
    k = math.ceil((math.sqrt(n + 1) - 1) / 2)
    t = 2 * k + 1
    m = t * t
    t -= 1
    n += 1
    if n >= m - t:
        return k - (m - n), -k
    m -= t
    if n >= m - t:
        return -k, -k + (m - n)
    m -= t
    if n >= m - t:
        return -k + (m - n), k
    return k, k - (m - n - t)
