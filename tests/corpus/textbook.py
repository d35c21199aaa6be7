"""Programs as textbooks and collections of tasks have them: numbers, digits, days, codes."""

import math

from .cases import BYTES, programs

program = programs("textbook: numbers")


@program(BYTES)
def aliquot(n):
    return sum(d for d in range(1, n) if n % d == 0)


@program(BYTES, BYTES)
def amicable(a, b):

    def s(n):
        return sum(i for i in range(1, n) if n % i == 0)

    return (s(a) == b, s(a) > a)


@program(("int", 1, 3000))
def roman_value_length(n):
    vals = [
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
    ]
    count = 0
    for v, s in vals:
        q, n = divmod(n, v)
        count += q * len(s)
    return count


@program(("int", 0, 30))
def catalan(n):
    return math.comb(2 * (n % 10), n % 10) // (n % 10 + 1)


@program(("int", 0, 100000))
def digital_root(n):
    p = 0
    while n > 9:
        n = sum(map(int, str(n)))
        p += 1
    return (n, p)


@program(("int", 1, 200))
def totient(n):
    return sum(1 for k in range(1, n + 1) if math.gcd(n, k) == 1)


@program(("int", 1, 500))
def mobius(n):
    m = 1
    i = 2
    while i * i <= n:
        if n % i == 0:
            n //= i
            if n % i == 0:
                return 0
            m = -m
        i += 1
    return -m if n > 1 else m


@program(("int", 0, 1000))
def gray_code(n):
    g = n ^ n >> 1
    b = g
    s = g >> 1
    while s:
        b ^= s
        s >>= 1
    return (g, b)


@program(("int", 0, 255), ("int", 0, 255))
def lcs_bits(a, b):
    s, t = (format(a, "08b"), format(b, "08b"))
    L = [[0] * 9 for _ in range(9)]
    for i in range(8):
        for j in range(8):
            L[i + 1][j + 1] = L[i][j] + 1 if s[i] == t[j] else max(L[i][j + 1], L[i + 1][j])
    return L[8][8]


@program(("int", 0, 512))
def life_next(bits):
    g = {(i % 3, i // 3) for i in range(9) if bits >> i & 1}
    n = sum((x, y) in g for x in range(3) for y in range(3) if (x, y) != (1, 1))
    return n == 3 or (n == 2 and (1, 1) in g)


@program(("int", 0, 256), ("int", 0, 256))
def rule_110(rule, state):
    return sum(

            (rule >> 4 * (state >> (i + 1) % 8 & 1) + 2 * (state >> i & 1) + (state >> (i - 1) % 8 & 1) & 1) << i
            for i in range(8)

    )


@program(("int", 1, 100))
def fizz(n):
    match (n % 3, n % 5):
        case [0, 0]:
            return 15
        case [0, _]:
            return 3
        case [_, 0]:
            return 5
        case _:
            return n


@program(("int", 0, 8), ("int", 0, 8))
def hilbert_xy2d(x, y):
    d = 0
    s = 4
    while s > 0:
        rx = x & s > 0
        ry = y & s > 0
        d += s * s * (3 * rx ^ ry)
        if not ry:
            if rx:
                x, y = (s - 1 - x, s - 1 - y)
            x, y = (y, x)
        s //= 2
    return d


@program(("int", 0, 9), ("int", 0, 9))
def spiral(x, y):
    n = 10
    layer = min(x, y, n - 1 - x, n - 1 - y)
    base = 4 * layer * (n - layer)
    side = n - 2 * layer - 1
    if y == layer:
        return base + x - layer
    if x == n - 1 - layer:
        return base + side + y - layer
    if y == n - 1 - layer:
        return base + 2 * side + (n - 1 - layer - x)
    return base + 3 * side + (n - 1 - layer - y)


@program(("int", 0, 1000000))
def luhn(n):
    r = [int(ch) for ch in str(n)][::-1]
    return (sum(r[0::2]) + sum(sum(divmod(d * 2, 10)) for d in r[1::2])) % 10 == 0


@program(("int", 0, 100000))
def isbn(n):
    digits = f"{n:09d}"
    return sum(((i + 1) * int(d) for i, d in enumerate(digits))) % 11


@program(("int", 1, 13), ("int", 1, 29), ("int", 1900, 2100))
def zeller(m, d, y):
    if m < 3:
        m += 12
        y -= 1
    k, j = (y % 100, y // 100)
    return (d + 13 * (m + 1) // 5 + k + k // 4 + j // 4 + 5 * j) % 7


@program(("int", 0, 100))
def pascal_row_sum(n):
    row = [1]
    for _ in range(n % 8):
        row = [a + b for a, b in zip([0] + row, row + [0])]
    return (sum(row), row[len(row) // 2])


@program(("int", 0, 1000))
def balanced_ternary(n):
    out = []
    while n:
        n, r = divmod(n, 3)
        if r == 2:
            r = -1
            n += 1
        out.append(r)
    return (sum(out), len(out))


@program(("int", 0, 1000))
def fib_binary(n):
    fibs = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987]
    z = []
    for f in reversed(fibs):
        if f <= n:
            z.append(f)
            n -= f
    return len(z)


@program(("int", 2, 400))
def perfect(n):
    divs = [1]
    for i in range(2, int(n**0.5) + 1):
        if n % i == 0:
            divs.append(i)
            if i != n // i:
                divs.append(n // i)
    return (sum(divs), len(divs))


@program(("int", 0, 30), ("int", 1, 30))
def egcd(a, b):
    x0, y0, x1, y1 = (1, 0, 0, 1)
    while b:
        q, a, b = (a // b, b, a % b)
        x0, x1 = (x1, x0 - q * x1)
        y0, y1 = (y1, y0 - q * y1)
    return (a, x0, y0)


@program(("int", 1, 60))
def modinv(a):
    try:
        return pow(a, -1, 61)
    except ValueError:
        return -1


@program(("int", 0, 50), ("int", 0, 50))
def powmod(a, b):
    return pow(a, b, 97)


@program(("int", 0, 100), ("int", 0, 100))
def josephus(n, k):
    r = 0
    for i in range(1, n + 1):
        r = (r + k) % i
    return r


@program(("int", 1, 100000))
def xorshift(x):
    x &= 4294967295
    x ^= x << 13 & 4294967295
    x ^= x >> 17
    x ^= x << 5 & 4294967295
    return x / 2**32


@program(("int", 0, 256), ("int", 0, 256))
def crc32(a, b):
    crc = 4294967295
    for byte in (a, b):
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 3988292384 & -(crc & 1)
    return (crc ^ 4294967295) / 2**32


@program(("int", 0, 256), ("int", 0, 256))
def adler(a, b):
    s1, s2 = (1, 0)
    for v in bytes(3):
        s1 = (s1 + v) % 65521
    for v in (a, b, a ^ b):
        s1 = (s1 + v) % 65521
        s2 = (s2 + s1) % 65521
    return (s2, s1)


@program(("int", 0, 256), ("int", 0, 256))
def fnv(a, b):
    h = 2166136261
    for v in (a, b):
        h = (h ^ v) * 16777619 % 2**32
    return h / 2**32


@program(("int", 0, 1000))
def to_base(n):
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    s = ""
    while n:
        n, r = divmod(n, 7)
        s = digits[r] + s
    return (int(s or "0", 7), len(s))


@program(("int", 0, 26), ("int", 0, 26))
def vigenere(a, b):
    abc = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return ord(abc[(abc.index(abc[a]) + abc.find(abc[b])) % 26])
