"""Functions that call one another, methods and closures that call themselves, generators that never end; unions, floods,
parsers, queens."""

import functools
import itertools
import math

import numpy as np

from .cases import ANY, COUNT, UNIT, programs

p = programs("calls in circles", long=True)

N = ("int", 0, 30)


def is_even(n):
    if n == 0:
        return True
    return is_odd(n - 1)


def is_odd(n):
    if n == 0:
        return False
    return is_even(n - 1)


@p(N)
def evenodd(n):
    return is_even(n)


def hof_f(n):
    return 1 if n == 0 else n - hof_m(hof_f(n - 1))


def hof_m(n):
    return 0 if n == 0 else n - hof_f(hof_m(n - 1))


@p(("int", 0, 9))
def hofstadter(n):
    return hof_f(n) * 100 + hof_m(n)


TEXT = "2*(3+4)-n*(1+n)"


@p(("int", 0, 9))
def descent(n):
    pos = 0

    def peek():
        return TEXT[pos] if pos < len(TEXT) else ""

    def expr():
        nonlocal pos
        v = term()
        while peek() and peek() in "+-":
            op = TEXT[pos]
            pos += 1
            w = term()
            v = v + w if op == "+" else v - w
        return v

    def term():
        nonlocal pos
        v = factor()
        while peek() == "*":
            pos += 1
            v = v * factor()
        return v

    def factor():
        nonlocal pos
        if peek() == "(":
            pos += 1
            v = expr()
            pos += 1
            return v
        c = TEXT[pos]
        pos += 1
        return n if c == "n" else int(c)

    return expr()


@p(("int", 0, 9), ("int", 0, 9), ("int", 0, 3))
def parse_codes(a, b, c):
    # tokens: numbers >= 0; -1 '+', -2 '*', -3 '(' , -4 ')'
    toks = [a, -1, -3, b, -2 + (c == 0), c, -4, -2, 3, -5]
    pos = 0

    def expr():
        nonlocal pos
        v = term()
        while toks[pos] == -1:
            pos += 1
            v += term()
        return v

    def term():
        nonlocal pos
        v = atom()
        while toks[pos] == -2:
            pos += 1
            v *= atom()
        return v

    def atom():
        nonlocal pos
        t = toks[pos]
        pos += 1
        if t == -3:
            v = expr()
            pos += 1
            return v
        return t

    return expr()


def A(m, n):
    if m == 0:
        return n + 1
    return B(m, n)


def B(m, n):
    if n == 0:
        return A(m - 1, 1)
    return A(m - 1, A(m, n - 1))


@p(("int", 0, 3), ("int", 0, 4))
def ackpair(m, n):
    return A(m, n)


def collatz_e(n, s):
    return s if n == 1 else (collatz_e(n // 2, s + 1) if n % 2 == 0 else collatz_o(n, s))


def collatz_o(n, s):
    return collatz_e(3 * n + 1, s + 1)


@p(("int", 1, 40))
def collatzpair(n):
    return collatz_e(n, 0)


class Walker:
    def __init__(self, n):
        self.n = n
        self.c = 0

    def ping(self, k):
        self.c += 1
        if k <= 0:
            return self.c
        return self.pong(k - 1) + 1

    def pong(self, k):
        self.c += 2
        if k <= 0:
            return self.c
        return self.ping(k - 2) * 2


@p(("int", 0, 12))
def pingpong(n):
    return Walker(n).ping(n)


@p(("int", 1, 7))
def queens(n):
    def place(row, cols, d1, d2):
        if row == n:
            return 1
        total = 0
        for c in range(n):
            if not (cols >> c & 1) and not (d1 >> (row + c) & 1) and not (d2 >> (row - c + n) & 1):
                total += place(row + 1, cols | 1 << c, d1 | 1 << (row + c), d2 | 1 << (row - c + n))
        return total

    return place(0, 0, 0, 0)


@p(("int", 0, 20))
def subset_sums(t):
    nums = [1, 2, 3, 5, 8]

    def go(i, s):
        if s == t:
            return 1
        total = 0
        for j in range(i, 5):
            total += go(j + 1, s + nums[j])
        return total

    return go(0, 0)


@p(("int", 0, 256), ("int", 0, 16))
def dfs_grid(mask, start):
    # 4 x 4 grid with mask bits repeated
    seen = [False] * 16

    def walk(k):
        seen[k] = True
        n = 1
        x, y = k % 4, k // 4
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            u, v = x + dx, y + dy
            if 0 <= u < 4 and 0 <= v < 4 and not seen[v * 4 + u] and (mask >> ((v * 4 + u) % 8)) & 1:
                n += walk(v * 4 + u)
        return n

    return walk(start)


@p(("int", 0, 6), ("int", 0, 6))
def dfs_graph(a, b):
    graph = {0: [1, 2], 1: [3], 2: [3, 4], 3: [5], 4: [5], 5: []}

    def paths(u):
        if u == b:
            return 1
        n = 0
        for v in graph[u]:
            n += paths(v)
        return n

    return paths(a)


@p(("int", 0, 13))
def coins_rec(n):
    coins = (1, 2, 5, 10)

    def ways(n, i):
        if n == 0:
            return 1
        if n < 0:
            return 0
        return sum(ways(n - coins[j], j) for j in range(i, 4))

    return ways(n, 0)


@p(("int", 0, 12))
def catalan(n):
    if n <= 1:
        return 1

    def c(n):
        if n <= 1:
            return 1
        s = 0
        for i in range(n):
            s += c(i) * c(n - 1 - i)
        return s

    return c(min(n, 5))


@p(("int", -200, 200))
def fmt_len_int(x):
    return len(f"{x:05d}"), len(f"{x:x}"), len(f"{x}")


@p(("int", 0, 20))
def islice_endless(n):
    def gen():
        a, b = 0, 1
        while True:
            yield a
            a, b = b, a + b

    return sum(itertools.islice(gen(), n))


@p(("int", 0, 20))
def islice_list(n):
    def gen():
        k = 1
        while True:
            yield k
            k = k * 3 % 17

    return list(itertools.islice(gen(), n))[-1] if n else -1


@p(("int", -5, 9))
def np_roll(n):
    return np.roll(np.array([1, 2, 3, 4, 5]), n)


@p(ANY, ("int", -5, 9))
def np_roll2(x, n):
    return np.roll(np.array([x, x + 1, 3 * x]), n)


@p(ANY, ANY)
def polyval(a, b):
    return np.polyval([a, b, 3], a * b), np.polyval([1, 2, 3], a)


@p(ANY, ANY)
def polys(a, b):
    return (*np.polyder([a, b, 3]), *np.polyadd([a, 1], [b, 2, 3]), *np.polymul([a, 1], [b, 2]), *np.polyint([a, b]))


@p(ANY, ANY)
def polynomial(a, b):
    from numpy.polynomial import polynomial as P

    return P.polyval(a, [1, b, 2])


@p(ANY, ANY)
def along(a, b):
    return np.apply_along_axis(lambda r: r.sum() * r[0], 1, np.array([[a, b], [b, 2.0]]))


@p(ANY, ANY)
def vectorized(a, b):
    f = np.vectorize(lambda x, y: x if x > y else y - x)
    return f(np.array([a, b, 1.0]), 0.5)


@p(ANY, ANY)
def frompy(a, b):
    f = np.frompyfunc(lambda x, y: x * 2 - y, 2, 1)
    return f(a, b), *f(np.array([a, b]), 1.0)


@p(ANY, ("int", 0, 5))
def np_put(a, k):
    r = np.zeros(5)
    np.put(r, [0, k], [a, 2.0])
    return r


@p(ANY, ANY)
def sub_reduce(a, b):
    return np.subtract.reduce([a, b, 1.0]), np.multiply.reduce(np.array([a, b])), np.add.accumulate([a, b, 3.0])


@p(("int", 0, 8), ("int", 0, 8), ("int", 0, 8))
def unionfind(a, b, c):
    parent = list(range(8))

    def find(x):
        while parent[x] != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        return x

    def union(x, y):
        parent[find(x)] = find(y)

    for x, y in ((a, b), (b, c), (1, 2), (c, 5)):
        union(x, y)
    return sum(find(i) == i for i in range(8))


@p(("int", 0, 8), ("int", 0, 8), ("int", 0, 8))
def unionfind_class(a, b, c):
    class UF:
        def __init__(self, n):
            self.parent = list(range(n))
            self.rank = [0] * n
            self.count = n

        def find(self, x):
            if self.parent[x] != x:
                self.parent[x] = self.find(self.parent[x])
            return self.parent[x]

        def union(self, x, y):
            x, y = self.find(x), self.find(y)
            if x == y:
                return False
            if self.rank[x] < self.rank[y]:
                x, y = y, x
            self.parent[y] = x
            if self.rank[x] == self.rank[y]:
                self.rank[x] += 1
            self.count -= 1
            return True

    u = UF(8)
    u.union(a, b)
    u.union(b, c)
    u.union(2, c)
    return u.count, u.find(a)


@p(("int", 0, 26), ("int", 0, 26), ("int", 0, 26))
def lcs_text(a, b, c):
    s = "abcab" + chr(97 + a) + chr(97 + b)
    t = "bca" + chr(97 + c) + "abd"
    n, m = len(s), len(t)
    L = [[0] * (m + 1) for _ in range(n + 1)]
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            if s[i - 1] == t[j - 1]:
                L[i][j] = L[i - 1][j - 1] + 1
            else:
                L[i][j] = max(L[i - 1][j], L[i][j - 1])
    return L[n][m]


@p(("int", 0, 4), ("int", 0, 4), ("int", 0, 4))
def lcs_list(a, b, c):
    s, t = [a, b, c, 1, 2, a, 3], [b, 1, c, a, 3, 2, b]

    @functools.lru_cache(None)
    def go(i, j):
        if i == 0 or j == 0:
            return 0
        if s[i - 1] == t[j - 1]:
            return go(i - 1, j - 1) + 1
        return max(go(i - 1, j), go(i, j - 1))

    return go(7, 7)


@p(("int", 0, 4), ("int", 0, 4), ("int", 0, 4))
def edit_distance(a, b, c):
    s, t = [a, b, c, 1, 2], [b, 1, c, a, 3]
    prev = list(range(len(t) + 1))
    for i, x in enumerate(s, 1):
        cur = [i]
        for j, y in enumerate(t, 1):
            cur.append(min(prev[j] + 1, cur[-1] + 1, prev[j - 1] + (x != y)))
        prev = cur
    return prev[-1]


@p(("int", 0, 6), ("int", 1, 9))
def dijkstra_list(src, w):
    g = [
        [0, 7, 9, 0, 0, w],
        [7, 0, 10, 15, 0, 0],
        [9, 10, 0, w, 0, 2],
        [0, 15, 11, 0, 6, 0],
        [0, 0, 0, 6, 0, 9],
        [14, 0, 2, 0, 9, 0],
    ]
    dist, done = [999] * 6, [False] * 6
    dist[src] = 0
    for _ in range(6):
        u = -1
        for v in range(6):
            if not done[v] and (u < 0 or dist[v] < dist[u]):
                u = v
        done[u] = True
        for v in range(6):
            if g[u][v] and dist[u] + g[u][v] < dist[v]:
                dist[v] = dist[u] + g[u][v]
    return dist


class Node:
    def __init__(self, value, next=None):
        self.value, self.next = value, next


@p(("int", 0, 9), ("int", 0, 9), ("int", 0, 9))
def linked(a, b, c):
    head = None
    for v in (a, b, c, 3):
        head = Node(v, head)
    n, total = head, 0
    while n:
        total = total * 10 + n.value
        n = n.next
    return total


@p(("int", 0, 9), ("int", 0, 9), ("int", 0, 9))
def linked_reverse(a, b, c):
    head = Node(a, Node(b, Node(c)))
    prev = None
    while head:
        head.next, prev, head = prev, head, head.next
    return prev.value, prev.next.value


class Tree:
    def __init__(self, key):
        self.key, self.left, self.right = key, None, None

    def insert(self, key):
        if key < self.key:
            if self.left is None:
                self.left = Tree(key)
            else:
                self.left.insert(key)
        else:
            if self.right is None:
                self.right = Tree(key)
            else:
                self.right.insert(key)

    def inorder(self):
        if self.left:
            yield from self.left.inorder()
        yield self.key
        if self.right:
            yield from self.right.inorder()

    def height(self):
        return 1 + max(self.left.height() if self.left else 0, self.right.height() if self.right else 0)


@p(("int", 0, 26), ("int", 0, 26))
def trie(a, b):
    root = {}
    for w in ("cat", "car", "dog", "do"):
        n = root
        for ch in w:
            n = n.setdefault(ch, {})
        n["$"] = True
    n = root
    for ch in ("c", "a", chr(97 + a)):
        if ch not in n:
            return 0
        n = n[ch]
    return len(n) + b


@p(("int", 0, 26), ("int", 0, 26))
def trie_class(a, b):
    class T:
        def __init__(self):
            self.children, self.end = {}, False

    root = T()
    for w in ("cat", "car", "dog", "do"):
        n = root
        for ch in w:
            if ch not in n.children:
                n.children[ch] = T()
            n = n.children[ch]
        n.end = True
    word = [chr(97 + a), chr(97 + b)]
    n = root
    for ch in word:
        if ch not in n.children:
            return -1
        n = n.children[ch]
    return 1 if n.end else 0


@p(("int", 0, 4), ("int", 0, 4))
def trie_ints(a, b):
    root = {}
    for w in ((a, b), (b, 1), (2, a)):
        n = root
        for d in w:
            n = n.setdefault(d, {})
        n[-1] = True
    return len(root), -1 in root.get(2, {}).get(1, {})


def primes():
    found = []
    n = 2
    while True:
        if all(n % q for q in found if q * q <= n):
            found.append(n)
            yield n
        n += 1


def naturals(start=1, step=1):
    while True:
        yield start
        start += step


def triangular():
    t = 0
    for k in itertools.count(1):
        t += k
        yield t


@p(("int", 0, 100))
def tri_index(n):
    for i, t in enumerate(triangular()):
        if t >= n:
            return i, t


@p(("int", 1, 50))
def gen_class(n):
    class Collatz:
        def __init__(self, n):
            self.n = n

        def __iter__(self):
            while self.n != 1:
                yield self.n
                self.n = self.n // 2 if self.n % 2 == 0 else 3 * self.n + 1
            yield 1

    return sum(1 for _ in Collatz(n)), max(Collatz(n))


def lucas():
    a, b = 2, 1
    while True:
        yield a
        a, b = b, a + b


@p(COUNT)
def two_gens(n):
    s = 0
    for a, b in zip(lucas(), naturals(1, 2)):
        if b > n:
            break
        s += a * b
    return s


@p(COUNT)
def rand_gen(n):
    def lcg(s=42):
        while True:
            s = (s * 1103515245 + 12345) % 2147483648
            yield s % 100

    return sum(itertools.islice(lcg(), n)), max(itertools.islice(lcg(n), 5))


@p((0.0, 9.0))
def newton_gen(x):
    def guesses(g=1.0):
        while True:
            yield g
            g = (g + x / g) / 2

    prev = None
    for g in guesses():
        if prev is not None and abs(g - prev) < 1e-4:
            return g
        prev = g


@p(("int", 1, 60))
def pisano(m):
    a, b, k = 0, 1, 0

    def fibs():
        a, b = 0, 1
        while True:
            yield a, b
            a, b = b, (a + b) % (m % 9 + 2)

    for k, (a, b) in enumerate(fibs()):
        if k and (a, b) == (0, 1):
            return k


def hanoi(n, a, b, c):
    return 0 if n == 0 else hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a)


@p(("int", 0, 7))
def hanoi_count(n):
    return hanoi(n, 0, 1, 2)


@p(("int", 0, 50))
def sum_digits_rec(n):
    def s(n):
        return n if n < 10 else n % 10 + s(n // 10)

    def root(n):
        return n if n < 10 else root(s(n))

    return s(n * 37), root(n * 377)


@p(("int", 0, 5), ("int", 0, 5))
def lattice(m, n):
    def paths(m, n):
        return 1 if m == 0 or n == 0 else paths(m - 1, n) + paths(m, n - 1)

    return paths(m, n)


@p(("int", 0, 13))
def min_coins(n):
    def f(n):
        if n == 0:
            return 0
        return 1 + min(f(n - c) for c in (1, 3, 4) if c <= n)

    return f(n)


@p(("int", 0, 13), ("int", 0, 4))
def word_break(n, k):
    def ok(i):
        return i >= n or any(ok(i + s) for s in (2, 3 + k, 5) if i + s <= n)

    return ok(0)


@p(("int", 0, 12))
def stairs(n):
    @functools.cache
    def ways(n):
        return 1 if n <= 1 else ways(n - 1) + ways(n - 2) + (ways(n - 3) if n >= 3 else 0)

    return ways(n)


@p(("int", 0, 64))
def sierpinski(n):
    def filled(x, y, s):
        return (
            True
            if s == 1
            else filled(x % (s // 3 or 1), y % (s // 3 or 1), s // 3)
            if not (x // (s // 3) == y // (s // 3) == 1)
            else False
        )

    return filled(n % 27, n * 7 % 27, 27)


@p(UNIT, UNIT)
def koch_height(x, k):
    def h(x, d):
        return (
            0
            if d == 0
            else (h(3 * x, d - 1) / 3 if x < 1 / 3 else h(3 * x - 2, d - 1) / 3 if x > 2 / 3 else (0.5 - abs(x - 0.5)) + 0.1)
        )

    return h(x, 5), h(x, int(k * 4))


@p((0.0, 3.0), (0.001, 0.1))
def adaptive_simpson(b, eps):
    f = lambda x: math.exp(-x * x)

    def simpson(a, b):
        return (b - a) / 6 * (f(a) + 4 * f((a + b) / 2) + f(b))

    def go(a, b, eps, whole):
        m = (a + b) / 2
        l, r = simpson(a, m), simpson(m, b)
        if abs(l + r - whole) <= 15 * eps:
            return l + r + (l + r - whole) / 15
        return go(a, m, eps / 2, l) + go(m, b, eps / 2, r)

    return go(0, b, eps, simpson(0, b))


@p((0.0, 1.0), (0.0, 1.0))
def quadtree(x, y):
    def depth(x, y, x0, y0, s, d):
        if d == 6 or math.hypot(x0 + s / 2 - 0.5, y0 + s / 2 - 0.5) > 0.5 + s:
            return d
        h = s / 2
        return depth(x, y, x0 + h * (x >= x0 + h), y0 + h * (y >= y0 + h), h, d + 1)

    return depth(x, y, 0.0, 0.0, 1.0, 0)


@p(("int", 0, 6), ("int", 0, 6))
def tree_depth(a, b):
    parent = [0, 0, 1, 1, 2, 4]

    def depth(v):
        return 0 if v == 0 else 1 + depth(parent[v])

    def lca(u, v):
        if u == v:
            return u
        if depth(u) >= depth(v):
            return lca(parent[u], v)
        return lca(u, parent[v])

    return depth(a), lca(a, b)


@p(("int", 0, 6))
def tree_sum(a):
    kids = {0: [1, 2], 1: [3], 2: [4, 5], 3: [], 4: [], 5: []}
    val = [1, 2, 4, 8, 16, 32]

    def total(v):
        return val[v] + sum(total(k) for k in kids[v])

    def height(v):
        return 1 + max((height(k) for k in kids[v]), default=0)

    def leaves(v):
        return sum(leaves(k) for k in kids[v]) or 1

    return total(a), height(a), leaves(a)


@p(("int", 0, 5), ("int", 0, 5))
def has_path(a, b):
    adj = [[1], [2, 3], [0], [4], []]

    def reach(u, seen):
        if u == b:
            return True
        if seen >> u & 1:
            return False
        return any(reach(v, seen | 1 << u) for v in adj[u % 5])

    return reach(a, 0)


class Expr:
    def __init__(self, n):
        self.n = n
        self.steps = 0

    def run(self, k):
        self.steps += 1
        if k <= 1:
            return self.n
        if k % 2:
            return self.double(k // 2) + self.n
        return self.double(k // 2)

    def double(self, k):
        return 2 * self.run(k)


@p(ANY, ("int", 1, 100))
def russian(n, k):
    e = Expr(n)
    return e.run(k), e.steps


class Sudoku:
    """4 x 4, one hole pattern"""

    def __init__(self, a):
        self.g = [1, 0, 0, 4, 0, 4, 1, 0, 2, 0, 0, 3, 0, 3, a, 0]
        self.tries = 0

    def ok(self, k, v):
        r, c = divmod(k, 4)
        return all(self.g[r * 4 + i] != v and self.g[i * 4 + c] != v for i in range(4))

    def solve(self, k):
        if k == 16:
            return True
        if self.g[k]:
            return self.solve(k + 1)
        for v in range(1, 5):
            self.tries += 1
            if self.ok(k, v):
                self.g[k] = v
                if self.solve(k + 1):
                    return True
                self.g[k] = 0
        return False


@p(("int", 0, 3))
def sudoku(a):
    s = Sudoku(a)
    r = s.solve(0)
    return r, s.tries


@p(("int", 3, 6))
def permutations_count(n):
    used = [False] * 6
    count = 0

    def go(depth, last):
        nonlocal count
        if depth == n:
            count += 1
            return
        for i in range(n):
            if not used[i] and abs(i - last) != 1:
                used[i] = True
                go(depth + 1, i)
                used[i] = False

    go(0, -9)
    return count


@p(("int", 0, 12))
def subsets(t):
    nums, out = [1, 2, 3, 4], 0

    def go(i, left, taken):
        nonlocal out
        if left == 0:
            out += 1 + 10 * taken
            return
        if i == 4 or left < 0:
            return
        go(i + 1, left - nums[i], taken + 1)
        go(i + 1, left, taken)

    go(0, t, 0)
    return out


@p(("int", 0, 9), ("int", 0, 9))
def tak(x, y):
    def tak(x, y, z):
        return z if y >= x else tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y))

    return tak(x % 6, y % 4, 1)


def F(n):
    return 1 if n == 0 else n - M(F(n - 1))


def M(n):
    return 0 if n == 0 else n - F(M(n - 1))


@p(("int", 0, 8))
def fm(n):
    return F(n) + 10 * M(n)


@p(("int", 0, 9), ("int", 0, 9), ("int", 10, 13))
def parse_class(a, b, op):
    class Parser:
        def __init__(self, toks):
            self.toks, self.i = toks, 0

        def peek(self):
            return self.toks[self.i]

        def eat(self):
            self.i += 1
            return self.toks[self.i - 1]

        def expr(self):
            v = self.term()
            while self.peek() in (10, 11):
                v = v + self.term() if self.eat() == 10 else v - self.term()
            return v

        def term(self):
            v = self.atom()
            while self.peek() == 12:
                self.eat()
                v *= self.atom()
            return v

        def atom(self):
            t = self.eat()
            if t == 13:
                v = self.expr()
                self.eat()
                return v
            if t == 11:
                return -self.atom()
            return t

    return Parser([a, op, 13, b, 10, 3, 14, 12, 11, 2, 99]).expr()


@p(("int", 0, 3), ("int", 0, 3))
def state_machine(a, b):
    def idle(i, n):
        return n if i >= len(tape) else (active(i + 1, n + 1) if tape[i] else idle(i + 1, n))

    def active(i, n):
        return (
            n
            if i >= len(tape)
            else (active(i + 1, n) if tape[i] == 1 else wait(i + 1, n + 10) if tape[i] == 2 else idle(i + 1, n))
        )

    def wait(i, n):
        return (
            n if i >= len(tape) else (wait(i + 1, n + 100) if tape[i] > 1 else active(i + 1, n) if tape[i] else idle(i, n))
        )

    tape = [a, b, 1, 2, a, 0, b, 3]
    return idle(0, 0)


@p(("int", 1, 40))
def ackermann_like(n):
    def even(n, d):
        return d if n == 0 else odd(n - 1, d + 1)

    def odd(n, d):
        return -d if n == 0 else third(n - 1, d)

    def third(n, d):
        return d * 100 if n == 0 else even(n - 1, d)

    return even(n, 0)


@p(("int", 0, 9))
def rec_default(n):
    def f(n, acc=1, *, k=2):
        return acc if n <= 0 else f(n - 1, acc * k % 97, k=k + 1)

    def g(n, least=1):
        return least if n < 2 else g(n - 1) + g(n - 2)

    return f(n), g(n)


@p(("int", 0, 9))
def rec_list_state(n):
    trace = [0] * 12

    def go(k, d):
        trace[d] += k
        if k <= 0:
            return
        for step in (1, 3):
            go(k - step, d + 1)

    go(n, 0)
    return trace


@p(("int", 1, 12))
def josephus_rec(n):
    def j(n, k):
        return 0 if n == 1 else (j(n - 1, k) + k) % n

    return j(n, 3)


@p((1.0, 50.0))
def rec_float(x):
    def f(x):
        return x if x < 1 else f(x / 2) + f(x / 3) / 2

    return f(x)


@p(ANY, ("int", 0, 6))
def cheb(x, n):
    def T(n):
        return 1.0 if n == 0 else x if n == 1 else 2 * x * T(n - 1) - T(n - 2)

    def L(n):
        return 1.0 if n == 0 else x if n == 1 else ((2 * n - 1) * x * L(n - 1) - (n - 1) * L(n - 2)) / n

    return T(n), L(n)


@p(ANY, ("int", 0, 4))
def derivative_rec(x, n):
    def d(f, n, h=0.25):
        return f if n == 0 else d(lambda t: (f(t + h) - f(t - h)) / (2 * h), n - 1)

    return [d(lambda t: t**3, k)(x) for k in range(4)][n % 4]
