"""Small programs as many people write them, again: numerical recipes, tables, games, curves."""

import collections
import itertools
import math
import operator
from typing import NamedTuple

import numpy as np

from .cases import ANGLE, ANY, COUNT, POSITIVE, UNIT
from .programs import TINY, program


@program((0.0, 4.0))
def spline(x):
    xs, ys = [0, 1, 2, 3, 4], [0, 1, 0.5, 2, 1]
    low, mu, z, n = [1], [0], [0], 4
    for i in range(1, n):
        low.append(4 - mu[i - 1])
        mu.append(1 / low[i])
        z.append((3 * (ys[i + 1] - 2 * ys[i] + ys[i - 1]) - z[i - 1]) / low[i])
    c = [0] * (n + 1)
    for j in range(n - 1, -1, -1):
        c[j] = z[j] - mu[j] * c[j + 1] if j else 0
    i = next((k for k in range(n) if xs[k] <= x <= xs[k + 1]), None)
    if i is None:
        raise ValueError(f"{x} is out of range")
    t = x - xs[i]
    return ys[i] + (ys[i + 1] - ys[i] - (c[i + 1] + 2 * c[i]) / 3) * t + c[i] * t * t + (c[i + 1] - c[i]) / 3 * t ** 3


@program(UNIT)
def casteljau(t):
    points = [(0, 0), (1, 3), (2, -1), (3, 1)]
    while len(points) > 1:
        points = [tuple((1 - t) * a + t * b for a, b in zip(p, q)) for p, q in zip(points, points[1:])]
    return points[0]


@program(POSITIVE, ANY, ANY)
def eliminated(a, b, c):
    rows = [[a + 5, b, 1.0, 1], [b, 9.0, c, 2], [1.0, c, 12.0, 3]]
    for i in range(3):
        pivot = max(range(i, 3), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(i + 1, 3):
            k = rows[r][i] / rows[i][i]
            rows[r] = [x - k * y for x, y in zip(rows[r], rows[i])]
    x = [0.0] * 3
    for i in reversed(range(3)):
        x[i] = (rows[i][3] - sum(rows[i][j] * x[j] for j in range(i + 1, 3))) / rows[i][i]
    return x


@program(POSITIVE, POSITIVE)
def american_put(s, k):
    n, rate, volatility = 8, 0.03, 0.3
    up = math.exp(volatility * math.sqrt(1 / n))
    p, fades = (math.exp(rate / n) - 1 / up) / (up - 1 / up), math.exp(-rate / n)
    values = [max(0.0, k - s * up ** (2 * j - n)) for j in range(n + 1)]
    for i in range(n - 1, -1, -1):
        values = [max(fades * (p * values[j + 1] + (1 - p) * values[j]), k - s * up ** (2 * j - i)) for j in range(i + 1)]
    return values[0]


@program(UNIT, UNIT, UNIT, UNIT, UNIT)
def kuwahara(a, b, c, d, e):
    window, best = [[a, b, c], [d, e, a * b], [c * d, (a + e) / 2, b]], None
    for y, x in itertools.product((0, 1), repeat=2):
        part = [window[y + j][x + i] for j in (0, 1) for i in (0, 1)]
        mean = sum(part) / 4
        variance = sum((v - mean) ** 2 for v in part)
        if best is None or variance < best:
            best = variance
    return best


@program(UNIT, UNIT, UNIT)
def nearest_colour(r, g, b):
    palette = np.array([(0, 0, 0), (1, 1, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1), (0.5, 0.5, 0)])
    return palette[np.argmin(np.linalg.norm(palette - np.array([r, g, b]), axis=1))]


@program(UNIT, UNIT, UNIT)
def oklab(r, g, b):
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (r, g, b)]
    to_cones = np.array([[0.4122, 0.5363, 0.0514], [0.2119, 0.6807, 0.1074], [0.0883, 0.2817, 0.63]])
    to_lab = np.array([[0.2105, 0.7936, -0.0041], [1.978, -2.4286, 0.4506], [0.0259, 0.7828, -0.8087]])
    return (to_lab @ np.cbrt(np.array([[linear]]) @ to_cones.T).ravel())


# --- games and tables

@program(COUNT, COUNT)
def binomial_table(n, k):
    row, table = [1], [[1]]
    for _ in range(9):
        row = [1] + [a + b for a, b in zip(row, row[1:])] + [1]
        table.append(row)
    return table[n][k] if k <= n else 0


@program(("int", 0, 30))
def coins(n):
    fewest = [0] + [99] * 30
    for coin in (1, 5, 10, 12):
        for value in range(coin, 31):
            fewest[value] = min(fewest[value], fewest[value - coin] + 1)
    return fewest[n]


@program(TINY, TINY, TINY, TINY)
def stack_machine(a, b, c, d):
    stack, meaning = [], {"+": operator.add, "*": operator.mul, "-": operator.sub}
    for word in (a, b, "+", c, "*", d, "-"):
        if isinstance(word, str):
            y, x = stack.pop(), stack.pop()
            stack.append(meaning[word](x, y))
        else:
            stack.append(word)
    return stack[0]


@program(TINY, TINY)
def shortest_way(a, b):
    grid, goal = ["....", ".##.", "...."], (a % 3, b % 4)
    seen, queue = {(0, 0): 0}, collections.deque([(0, 0)])
    while queue:
        y, x = queue.popleft()
        for j, i in ((y, x + 1), (y + 1, x), (y, x - 1), (y - 1, x)):
            if 0 <= j < 3 and 0 <= i < 4 and grid[j][i] == "." and (j, i) not in seen:
                seen[j, i] = seen[y, x] + 1
                queue.append((j, i))
    return seen.get(goal, -1)


@program(("int", 0, 16), ("int", 0, 16))
def hilbert(x, y, n=16):
    d, s = 0, n // 2
    while s > 0:
        right, below = int((x & s) > 0), int((y & s) > 0)
        d += s * s * ((3 * right) ^ below)
        if below == 0:
            if right == 1:
                x, y = n - 1 - x, n - 1 - y
            x, y = y, x
        s //= 2
    return d


@program(UNIT, UNIT)
def koch(x, y):
    word, px, py, angle, nearest = "F", 0.0, 0.0, 0.0, 9.0
    for _ in range(2):
        word = word.replace("F", "F+F--F+F")
    for letter in word:
        if letter == "F":
            px, py = px + math.cos(angle) / 9, py + math.sin(angle) / 9
            nearest = min(nearest, math.hypot(x - px, y - py))
        else:
            angle += math.pi / 3 * (1 if letter == "+" else -1)
    return nearest


@program(ANGLE, ANY, ANY)
def matched(angle, a, b):
    class Point(NamedTuple):
        x: float
        y: float

    def area(shape):
        match shape:
            case ("circle", r):
                return 3.14159 * r * r
            case {"w": w, "h": h} if w > 0:
                return w * h
            case Point(x=0):
                return 0.0
            case Point(x, y):
                return x * y
            case [x, *rest]:
                return x + sum(rest)
            case int() | float():
                return shape
            case _:
                raise TypeError(shape)

    return area(("circle", a)), area(Point(a, b)), area([a, b, 1]), area(angle)
