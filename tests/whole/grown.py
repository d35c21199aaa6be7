"""Functions of whole arrays with lists that loops fill, empty and change where numbers say, and with arrays that are known
until they are changed: run by Python itself, and compiled."""

import numpy as np

from .programs import F1, F2, I2

RANDOM = np.random.default_rng(19)
WAVES = np.sin(np.linspace(0, 9, 12))[:, None] * np.cos(np.linspace(0, 7, 11)) + 1e-3
LONG = RANDOM.random(90)
DOTS = RANDOM.random((70, 2))


def filled_where(v):
    """`if v[i] > 0.5: found.append(v[i])` of any number of passes, np.array of numbers, of pairs"""
    found, pairs = [], []
    for i in range(len(v)):
        if v[i] > 0.5:
            found.append(v[i])
            if v[i] > 0.8:
                pairs.append((i, v[i]))
    return np.array(found), np.array(pairs), len(found), [(i, v[i]) for i in range(len(v)) if v[i] < 0.1]


def taken_from_both_ends(v):
    """a list as a stack and as a queue: append, pop(), pop(0), `while stack`, a list of them that is returned"""
    stack, queue, seen = [0], [3], []
    while stack:
        k = stack.pop()
        seen.append(k)
        if k < 40:
            stack.append(2 * k + 1)
            if v[k % 90] > 0.4:
                stack.append(2 * k + 2)
    for i in range(60):
        queue.append(queue.pop(0) * 5 % 37)
        if v[i] > 0.7:
            queue.append(i)
    return seen, queue, seen[-1], seen[2:9], seen[::-2], len(queue), 7 in seen, seen.index(3)


def methods_of_filled(v):
    """insert, remove, pop(k), del, reverse, sort, +, sorted, list, np.diff, max, sum of lists that loops have filled"""
    s = []
    for i in range(70):
        if v[i] > 0.3:
            s.append(i)
    s.insert(2, 77)
    s.remove(s[4])
    del s[1]
    x, t, u = s.pop(3), list(s), sorted(s)
    s.reverse()
    t.sort(reverse=True)
    return s, t, u, x, s + [1, 2], np.diff(s), max(s), sum(s)


def arrays_kept(u):
    """an array that is changed after it was put into a list, and an item that is changed: all of its names see it"""
    a, b, seen, own = u[0].copy(), u[1].copy(), [], []
    for i in range(30):
        a += u[2] * i
        seen.append(a)
    for i in range(20):
        b = b + u[2] * i
        own.append(b)
        own[0][0] = 7
    return np.array(seen), np.array(own)


def warped_in_time(a, b):
    """dynamic time warping, and the way back, which is as long as the data say"""
    n, m = len(a), len(b)
    d = np.full((n + 1, m + 1), np.inf)
    d[0, 0] = 0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            d[i, j] = abs(a[i - 1] - b[j - 1]) + min(d[i - 1, j], d[i, j - 1], d[i - 1, j - 1])
    path, i, j = [], n, m
    while i > 0 and j > 0:
        path.append((i - 1, j - 1))
        step = np.argmin([d[i - 1, j - 1], d[i - 1, j], d[i, j - 1]])
        if step != 2:
            i -= 1
        if step != 1:
            j -= 1
    return d[n, m], np.array(path[::-1])


def contours(f):
    """marching squares: a list of segments, of numbers that are ints in some and floats in others"""
    level, segments = 0.1, []
    for y in range(f.shape[0] - 1):
        for x in range(f.shape[1] - 1):
            a, b, c, d = f[y, x], f[y, x + 1], f[y + 1, x + 1], f[y + 1, x]
            top = (x + (level - a) / (b - a), y) if (a > level) != (b > level) else None
            right = (x + 1, y + (level - b) / (c - b)) if (b > level) != (c > level) else None
            bottom = (x + (level - d) / (c - d), y + 1) if (d > level) != (c > level) else None
            left = (x, y + (level - a) / (d - a)) if (a > level) != (d > level) else None
            ends = [each for each in (top, right, bottom, left) if each is not None]
            if not ends:
                continue
            segments.append((*ends[0], *ends[1]))
            if len(ends) == 4:
                segments.append((*ends[2], *ends[3]))
    return np.array(segments)


def kalman_and_back(z):
    """a Kalman filter and its smoother: lists of arrays, filled forth and read back"""
    f, q = np.array([[1, 0.1], [0, 1]]), 0.01 * np.eye(2)
    x, p = np.zeros(2), np.eye(2)
    xs, ps, before, spread = [], [], [], []
    for t in range(len(z)):
        ahead, wide = f @ x, f @ p @ f.T + q
        gain = wide[:, 0] / (wide[0, 0] + 0.1)
        x = ahead + gain * (z[t] - ahead[0])
        p = wide - np.outer(gain, wide[0])
        xs.append(x)
        ps.append(p)
        before.append(ahead)
        spread.append(wide)
    smooth = [x]
    for t in range(len(z) - 2, -1, -1):
        x = xs[t] + ps[t] @ f.T @ np.linalg.inv(spread[t + 1]) @ (x - before[t + 1])
        smooth.append(x)
    return np.array(xs), np.array(smooth[::-1])


def lists_as_tables(i, u):
    """`h = [0] * 8`, `h[k] += 1` and `w[k] += 0.5` beside whole arrays, as lists and as arrays"""
    h, w = [0] * 8, [0.0] * 8
    for row in i:
        for v in row:
            h[int(v) % 8] += 1
            w[int(v) % 3] += 0.5
    return h, np.array(w), sum(h), u * 2


def over_a_known_array(e):
    """`for t, angle in enumerate(angles)` of a known array inside a loop over what a mask chooses: Hough's transform"""
    angles = np.linspace(0, 3, 40)
    votes = np.zeros((60, 40), int)
    for y, x in zip(*np.nonzero(e > 0.5)):
        for t, angle in enumerate(angles):
            votes[int(np.floor(x * np.cos(angle) + y * np.sin(angle) + 0.013)) + 30, t] += 1
    return votes


def known_until_changed(u):
    """np.array([...]), np.stack, np.eye that are changed later, in place and by other names"""
    a = np.array([[1.0, 2], [3, 4]])
    b, before = a, a * u[0, 0]
    a *= 2
    a += u[0, 1]
    c = np.array([np.eye(3)] * 2)
    c[1] = u[:3, :3]
    c[0] -= 1
    d = np.stack([np.eye(2), np.ones((2, 2))])
    row = d[0]
    row += u[1, 1]
    return a, b, before, a * u[0, 0], c, d


def spins_by_counter(s):
    """a simulation whose random numbers are hashes of a counter, known arrays that each pass makes and changes"""
    n, m = s.shape
    cell, means = np.arange(n * m, dtype=np.uint32).reshape(n, m), []
    for t in range(30):
        x = cell + np.uint32((t * 0x9E3779B9) & 0xFFFFFFFF)
        x ^= x >> np.uint32(16)
        x *= np.uint32(0x7FEB352D)
        x ^= x >> np.uint32(15)
        around = np.roll(s, 1, 0) + np.roll(s, -1, 0) + np.roll(s, 1, 1) + np.roll(s, -1, 1)
        s = np.where((cell % 2 == t % 2) & (x / 2.0 ** 32 < 0.6) & (around * s <= 0), -s, s)
        means.append(s.mean())
    return s, np.array(means)


def linked(p):
    """clusters by a stack: `while stack`, a loop over what a mask chooses of a row inside it"""
    near = ((p[:, None] - p[None]) ** 2).sum(-1) < 0.01
    labels, count = np.full(len(p), -1), 0
    for i in range(len(p)):
        if labels[i] >= 0:
            continue
        labels[i], stack = count, [i]
        while stack:
            j = stack.pop()
            for k in range(len(p)):
                if near[j, k] and labels[k] < 0:
                    labels[k] = count
                    stack.append(k)
        count += 1
    return labels, count


PROGRAMS = [(filled_where, LONG), (filled_where, LONG.astype(np.float32)), (taken_from_both_ends, LONG),
            (methods_of_filled, LONG), (arrays_kept, F2),
            (warped_in_time, F1, LONG[:30]), (contours, WAVES), (kalman_and_back, LONG[:40]), (lists_as_tables, I2, F2),
            (over_a_known_array, F2), (known_until_changed, F2), (spins_by_counter, np.sign(F2[:8, :12] - 0.2).astype(int)),
            (linked, DOTS)]
