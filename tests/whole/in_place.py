"""Loops that change arrays element by element, each place made of those before: run by Python itself, and compiled."""

from itertools import product

import numpy as np

RANDOM = np.random.default_rng(52)
PICTURE = RANDOM.random((13, 17)).astype(np.float32)
BYTES = RANDOM.integers(0, 256, (11, 19)).astype(np.uint8)
LETTERS, OTHERS = RANDOM.integers(0, 4, 23).astype(np.int32), RANDOM.integers(0, 4, 18).astype(np.int32)
NUMBERS = RANDOM.integers(-99, 99, 37).astype(np.int64)
LINE = RANDOM.random(61).astype(np.float32)
MASK = RANDOM.random((14, 15)) > 0.4
HEAT = RANDOM.random((12, 9))
PAIRS = RANDOM.integers(0, 40, (50, 2))
VOLUME = RANDOM.random((4, 5, 6)).astype(np.float32)


def dithered(im):
    """Floyd-Steinberg: the error of each pixel goes to those that come"""
    a = im.copy()
    h, w = a.shape
    for y in range(h):
        for x in range(w):
            old = a[y, x]
            new = 1.0 if old > 0.5 else 0.0
            a[y, x] = new
            e = old - new
            if x + 1 < w:
                a[y, x + 1] += e * 7 / 16
            if y + 1 < h:
                if x > 0:
                    a[y + 1, x - 1] += e * 3 / 16
                a[y + 1, x] += e * 5 / 16
                if x + 1 < w:
                    a[y + 1, x + 1] += e * 1 / 16
    return a


def dithered_by_table(im):
    """Jarvis, Judice and Ninke: the error by a table of neighbours"""
    a = im.astype(np.float64)
    h, w = a.shape
    table = [(0, 1, 7), (0, 2, 5), (1, -2, 3), (1, -1, 5), (1, 0, 7), (1, 1, 5), (1, 2, 3)]
    for y in range(h):
        for x in range(w):
            old = a[y, x]
            a[y, x] = round(old)
            e = old - a[y, x]
            for dy, dx, weight in table:
                if 0 <= x + dx < w and y + dy < h:
                    a[y + dy, x + dx] += e * weight / 48
    return a


def distance_of_words(s, t):
    """Levenshtein's table"""
    n, m = len(s), len(t)
    d = np.zeros((n + 1, m + 1), np.int32)
    for i in range(n + 1):
        d[i, 0] = i
    for j in range(m + 1):
        d[0, j] = j
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            cost = 0 if s[i - 1] == t[j - 1] else 1
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + cost)
    return d[n, m], d


def longest_common(s, t):
    """the longest common subsequence, and the way back through its table"""
    n, m = len(s), len(t)
    c = np.zeros((n + 1, m + 1), np.int32)
    for i in range(n):
        for j in range(m):
            if s[i] == t[j]:
                c[i + 1, j + 1] = c[i, j] + 1
            else:
                c[i + 1, j + 1] = max(c[i, j + 1], c[i + 1, j])
    way = np.full(min(n, m), -1)
    i, j, k = n, m, c[n, m] - 1
    while i > 0 and j > 0:
        if s[i - 1] == t[j - 1]:
            way[k] = s[i - 1]
            i, j, k = i - 1, j - 1, k - 1
        elif c[i - 1, j] >= c[i, j - 1]:
            i -= 1
        else:
            j -= 1
    return way, c


def seam(energy):
    """the cheapest way from top to bottom, and where it goes"""
    h, w = energy.shape
    cost = energy.copy()
    for y in range(1, h):
        for x in range(w):
            best = cost[y - 1, x]
            if x > 0 and cost[y - 1, x - 1] < best:
                best = cost[y - 1, x - 1]
            if x < w - 1 and cost[y - 1, x + 1] < best:
                best = cost[y - 1, x + 1]
            cost[y, x] += best
    way = np.zeros(h, np.int64)
    x = 0
    for k in range(w):
        if cost[h - 1, k] < cost[h - 1, x]:
            x = k
    for y in range(h - 1, -1, -1):
        way[y] = x
        if y > 0:
            here = x
            for k in range(max(here - 1, 0), min(here + 2, w)):
                if cost[y - 1, k] < cost[y - 1, x]:
                    x = k
    return way, cost


def sieve(u):
    """prime numbers"""
    n = len(u)
    prime = np.ones(n, bool)
    prime[0] = False
    prime[1] = False
    i = 2
    while i * i < n:
        if prime[i]:
            for j in range(i * i, n, i):
                prime[j] = False
        i += 1
    return prime


def rule(line):
    """a cellular automaton that is changed in place"""
    cells = (line > 0.5).astype(np.uint8)
    n = len(cells)
    for _ in range(5):
        before = cells[n - 1]
        for i in range(n):
            here = cells[i]
            after = cells[(i + 1) % n]
            cells[i] = (110 >> (before * 4 + here * 2 + after)) & 1
            before = here
    return cells


def summed(u):
    """prefix sums in place, of rows and of columns"""
    a = u.copy()
    h, w = a.shape
    for y in range(h):
        for x in range(1, w):
            a[y, x] += a[y, x - 1]
    for y in range(1, h):
        for x in range(w):
            a[y, x] += a[y - 1, x]
    return a


def inserted(u):
    """insertion sort"""
    a = u.copy()
    for i in range(1, len(a)):
        key = a[i]
        j = i - 1
        while j >= 0 and a[j] > key:
            a[j + 1] = a[j]
            j -= 1
        a[j + 1] = key
    return a


def bubbled(u):
    """elements that change places: a[i], a[i + 1] = a[i + 1], a[i]"""
    a = u.copy()
    n = len(a)
    swaps = 0
    for i in range(n):
        for j in range(n - 1 - i):
            if a[j] > a[j + 1]:
                a[j], a[j + 1] = a[j + 1], a[j]
                swaps += 1
    return a, swaps


def relaxed(u):
    """sweeps of Gauss and Seidel, until little changes"""
    a = u.copy()
    h, w = a.shape
    change, sweeps = 1.0, 0
    while change > 0.05 and sweeps < 50:
        change = 0.0
        for y in range(1, h - 1):
            for x in range(1, w - 1):
                new = 0.25 * (a[y - 1, x] + a[y + 1, x] + a[y, x - 1] + a[y, x + 1])
                change = max(change, abs(new - a[y, x]))
                a[y, x] = new
        sweeps += 1
    return a, sweeps


def distances(mask):
    """a distance transform in two passes, forth and back"""
    h, w = mask.shape
    d = np.where(mask, 999, 0)
    for y in range(h):
        for x in range(w):
            if y > 0:
                d[y, x] = min(d[y, x], d[y - 1, x] + 1)
            if x > 0:
                d[y, x] = min(d[y, x], d[y, x - 1] + 1)
    for y in range(h - 1, -1, -1):
        for x in range(w - 1, -1, -1):
            if y < h - 1:
                d[y, x] = min(d[y, x], d[y + 1, x] + 1)
            if x < w - 1:
                d[y, x] = min(d[y, x], d[y, x + 1] + 1)
    return d


def joined(pairs):
    """trees of numbers that are joined: union and find"""
    parent = np.arange(40)
    size = np.ones(40, np.int32)
    for k in range(len(pairs)):
        a, b = pairs[k, 0], pairs[k, 1]
        while parent[a] != a:
            parent[a] = parent[parent[a]]
            a = parent[a]
        while parent[b] != b:
            b = parent[b]
        if a != b:
            if size[a] < size[b]:
                a, b = b, a
            parent[b] = a
            size[a] += size[b]
    return parent, size


def tallied(u):
    """h[v] += 1"""
    h = np.zeros(256, np.int32)
    for y in range(u.shape[0]):
        for x in range(u.shape[1]):
            h[u[y, x]] += 1
    return h


def wrapped(u):
    """bytes and 16 bits wrap as NumPy's do"""
    a, b = u.copy(), np.zeros(u.shape, np.int16)
    for y in range(u.shape[0]):
        for x in range(1, u.shape[1]):
            a[y, x] += a[y, x - 1]
            b[y, x] = b[y, x - 1] + np.int16(700) * a[y, x]
    return a, b


def from_the_end(line):
    """negative indices"""
    a = line.copy()
    for i in range(len(a)):
        a[-i] = a[-i - 1] * 0.5 + a[i] * 0.25
    return a


def through_a_volume(v):
    """arrays of three axes"""
    a = v.copy()
    for z in range(1, a.shape[0]):
        for y in range(a.shape[1]):
            for x in range(a.shape[2]):
                a[z, y, x] = a[z, y, x] * 0.5 + a[z - 1, y, (x + 1) % 6] * 0.5
    return a


def until_found(u):
    """loops that break and continue"""
    a = u.copy()
    first = -1
    for i in range(len(a)):
        if a[i] < 0:
            continue
        a[i] = a[i - 1] + 1
        if a[i] > 150:
            first = i
            break
    return a, first


def by_a_helper(line):
    """what a function of its own assigns"""
    def put(a, i, value):
        a[i] = value

    b = np.zeros(len(line))
    for i in range(1, len(line)):
        put(b, i, b[i - 1] * 0.9 + line[i])
    return b


def rows_of_a_table(s, t):
    """two rows that change places"""
    before, now = np.arange(len(t) + 1), np.zeros(len(t) + 1, int)
    for i in range(len(s)):
        now[0] = i + 1
        for j in range(len(t)):
            now[j + 1] = min(now[j] + 1, before[j + 1] + 1, before[j] + (s[i] != t[j]))
        before, now = now, before
    return before


def names_that_go_round(u):
    """three rows whose names go round: a, b, c = b, c, a"""
    a, b, c = np.zeros(u.shape[1]), np.ones(u.shape[1]), np.zeros(u.shape[1])
    for row in u:
        for x in range(len(row)):
            c[x] = row[x] + b[x] * 0.5 - a[x - 1] * 0.25
        a, b, c = b, c, a
    return b, a


def halved_until_still(u):
    """arrays that change places until a pass changes little"""
    now, then = u.copy(), np.zeros_like(u)
    steps = 0
    for _ in range(30):
        most = 0.0
        for i in range(len(u)):
            then[i] = (now[i - 1] + now[i]) / 2
            most = max(most, abs(then[i] - now[i]))
        now, then = then, now
        steps += 1
        if most < 0.05:
            break
    return now, then, steps


def sent_around(u, places):
    """numbers that go from one array to the other, to places that a third one says"""
    now, then = u.copy(), np.zeros_like(u)
    for step in range(5):
        for i in range(len(u)):
            then[places[i]] = now[i] + step
        now, then = then, now
    return now


def twice_indexed(u):
    """a[y][x] = ..."""
    a = u.copy()
    for y in range(a.shape[0]):
        for x in range(1, a.shape[1]):
            a[y][x] = a[y][x - 1] * 0.5 + a[y][x]
    return a


def by_so_many_bits(n):
    """the counter of a loop says by how many bits, more than there are among them"""
    a = n.copy()
    for i in range(len(a)):
        a[i] = (a[i] << i) + (a[i] >> i)
    return a


def by_remainders(u):
    """places that are quotients and remainders of one counter"""
    a = u.copy()
    height, width = a.shape
    for k in range(height * width):
        x = k % width
        if x:
            a[k // width % height, x] += a[k // width % height, x - 1] * 0.5
    return a


def by_ndindex(u):
    """np.ndindex, whose places are tuples"""
    a = u.copy()
    for place in np.ndindex(a.shape):
        if place[1]:
            a[place] += a[place[0], place[1] - 1] * 0.5
    return a


def by_product(u):
    """itertools.product of ranges, one of which goes down"""
    a = u.copy()
    for y, x in product(range(a.shape[0] - 1, -1, -2), range(1, a.shape[1])):
        a[y, x] = a[y, x] * 0.5 + a[y, x - 1]
    return a


def by_numbers_of_an_array(b):
    """np.arange, whose numbers are NumPy's"""
    a = b.astype(int)
    for k in np.arange(1, len(a)):
        a[k] += a[k - 1] % 7 + k
    return a


def backwards(line):
    """reversed(range(...))"""
    a = line.copy()
    for k in reversed(range(len(a) - 1)):
        a[k] += a[k + 1] * 0.5
    return a


def by_its_items(line):
    """an array is gone through while it changes: each item is what it is by then"""
    a = line.copy()
    for k, item in enumerate(a):
        if k + 1 < len(a):
            a[k + 1] += item * 0.5
    return a


def by_its_rows(u, w):
    """rows of one array beside those of another, and their items"""
    a, s = u.copy(), np.zeros(len(u))
    for y, (row, other) in enumerate(zip(a, w)):
        for x, item in enumerate(other):
            row[x] = item - (row[x - 1] if x else a[y - 1, x])
            s[y] = s[y] * 0.5 + row[x]
    return a, s


def flooded_by_a_queue(u):
    """Each place tries its four neighbours: four branches in four, and an index each that may lie outside"""
    steps = np.full(u.shape, -1)
    queue = np.zeros((u.size, 2), int)
    steps[0, 0], head, tail = 0, 0, 1
    while head < tail:
        y, x = queue[head]
        head += 1
        for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            there, across = y + dy, x + dx
            if 0 <= there < u.shape[0] and 0 <= across < u.shape[1] and u[there, across] > 0.2 and steps[there, across] < 0:
                steps[there, across] = steps[y, x] + 1
                queue[tail] = there, across
                tail += 1
    return steps


def turned_in_pairs(a):
    """Jacobi's rotations: rows and columns as they were before one of them changed"""
    a = (a @ a.T)
    n = len(a)
    for _ in range(3):
        for p in range(n - 1):
            for q in range(p + 1, n):
                if abs(a[p, q]) > 1e-12:
                    far = (a[q, q] - a[p, p]) / (2 * a[p, q])
                    t = (1.0 if far >= 0 else -1.0) / (abs(far) + np.sqrt(far * far + 1))
                    c = 1 / np.sqrt(t * t + 1)
                    one, other = a[p].copy(), a[q].copy()
                    a[p], a[q] = c * one - t * c * other, t * c * one + c * other
                    one, other = a[:, p].copy(), a[:, q].copy()
                    a[:, p], a[:, q] = c * one - t * c * other, t * c * one + c * other
    return np.diag(a)


def rows_exchanged(a):
    """Each row with the largest in its column, down from there"""
    a, order = a.copy(), np.arange(len(a))
    for k in range(len(a)):
        p = k + np.argmax(np.abs(a[k:, k]))
        row = a[k].copy()
        a[k] = a[p]
        a[p] = row
        order[k], order[p] = order[p], order[k]
    return a, order


PROGRAMS = [(dithered, PICTURE), (dithered_by_table, PICTURE), (distance_of_words, LETTERS, OTHERS),
            (longest_common, LETTERS, OTHERS), (seam, PICTURE), (sieve, LINE), (rule, LINE), (summed, HEAT),
            (inserted, NUMBERS), (bubbled, NUMBERS), (relaxed, HEAT), (distances, MASK), (joined, PAIRS), (tallied, BYTES),
            (wrapped, BYTES), (from_the_end, LINE), (through_a_volume, VOLUME), (until_found, NUMBERS), (by_a_helper, LINE),
            (rows_of_a_table, LETTERS, OTHERS), (names_that_go_round, HEAT), (halved_until_still, LINE),
            (sent_around, LINE, np.random.default_rng(3).permutation(len(LINE))), (twice_indexed, HEAT),
            (by_so_many_bits, NUMBERS.astype(np.int32)),
            (by_remainders, HEAT), (by_ndindex, HEAT), (by_product, PICTURE), (by_numbers_of_an_array, NUMBERS),
            (backwards, LINE), (by_its_items, LINE), (by_its_rows, HEAT, HEAT[::-1]), (flooded_by_a_queue, PICTURE),
            (turned_in_pairs, HEAT), (rows_exchanged, HEAT.T.copy())]


# --- parts that have nothing to do with one another ------------------------------------------------------------------------

def diffused_along_rows(u):
    a = u.copy()
    for y in range(a.shape[0]):
        for x in range(a.shape[1] - 1):
            old = a[y, x]
            a[y, x] = np.round(old)
            a[y, x + 1] += old - a[y, x]
    return a


def summed_down_columns(u):
    a = u.copy()
    for y in range(1, a.shape[0]):
        for x in range(a.shape[1]):
            a[y, x] += a[y - 1, x]
    return a


def every_third_row(u):
    a = u.copy()
    for y in range(1, len(a) - 1, 3):
        for x in range(1, a.shape[1]):
            a[y, x] = a[y, x - 1] * 0.5 + u[y - 1, x] + u[y + 1, x]
    return a


def each_channel(u):
    a, most = np.dstack([u, 1 - u, u * u]), np.zeros((u.shape[0], 3), np.float32)
    for y in range(a.shape[0]):
        for c in range(3):
            for x in range(1, a.shape[1]):
                a[y, x, c] = max(a[y, x, c], a[y, x - 1, c] * 0.9)
                if a[y, x, c] > most[y, c]:
                    most[y, c] = a[y, x, c]
    return a, most


def rows_until_dark(u):
    a, count = u.copy(), np.zeros(len(u), np.int32)
    for y in range(len(a)):
        for x in range(1, a.shape[1]):
            if a[y, x] < 0.1:
                break
            a[y, x] = (a[y, x] + a[y, x - 1]) / 2
            count[y] += 1
    return a, count


SIDE_BY_SIDE = [diffused_along_rows, summed_down_columns, every_third_row, each_channel, rows_until_dark]


def from_the_row_before(u):
    a = u.copy()
    for y in range(1, a.shape[0]):
        for x in range(1, a.shape[1]):
            a[y, x] += a[y - 1, x - 1]
    return a


def across_the_diagonal(u):
    a = u[:12, :12].copy()
    for y in range(12):
        for x in range(y):
            a[y, x] = a[x, y] + 1
            a[x, y] *= 2
    return a


def one_total(u):
    a, total = u.copy(), np.float32(0)
    for y in range(len(a)):
        for x in range(a.shape[1]):
            total += a[y, x]
            a[y, x] = total
    return a


def rows_that_ask_for_the_first(u):
    a = u.copy()
    for y in range(1, len(a)):
        for x in range(a.shape[1]):
            a[y, x] += a[0, x - 1]
    return a


def ended_by_a_row(u):
    a = u.copy()
    for y in range(len(a)):
        if u[y, 0] > 0.9:
            break
        for x in range(1, a.shape[1]):
            a[y, x] += a[y, x - 1]
    return a


ONE_AFTER_ANOTHER = [from_the_row_before, across_the_diagonal, one_total, rows_that_ask_for_the_first, ended_by_a_row]
