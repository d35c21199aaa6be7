"""What a mask chooses, gone through: by loops over np.nonzero and np.argwhere, at an index that is computed."""

import numpy as np

from .programs import F1, F2

KNOWN = np.arange(9)


def marked(u):
    """for y, x in zip(ys, xs): b[y, x] = ..."""
    b, order = np.zeros_like(u), np.zeros(u.shape, int)
    ys, xs = np.nonzero(u > 0.3)
    for y, x in zip(ys, xs):
        b[y, x] = u[y, x] * 2
    for number, (y, x) in enumerate(np.argwhere(u > 0.5)):
        order[y, x] = number + 1
    return b, order


def by_number(u):
    """for k in range(len(xs)): xs[k]"""
    b = np.zeros_like(u)
    ys, xs = np.nonzero(u > 0.3)
    for k in range(len(xs)):
        y, x = ys[k], xs[k]
        b[y, (x + 1) % u.shape[1]] += u[y, x] * 2 + k
    return b


def rows_of_places(u):
    """places[i, 0], places[i] of np.argwhere"""
    places, b = np.argwhere(u > 0.4), np.zeros(u.shape, int)
    for i in range(places.shape[0]):
        b[places[i, 0], places[i, 1]] = i + 1
    y, x = places[len(places) // 2]
    return b, y, x, places[-1]


def numbers(v):
    """for x in v[mask], v.ravel()[i] for i in np.flatnonzero"""
    total = other = 0.0
    for x in v[v > 0.1]:
        total = total * 0.5 + x
    for i in np.flatnonzero(v > 0.2):
        other = other * 0.5 + v.ravel()[i]
    return total, other


def grown(u):
    """a region that grows from its front, place by place"""
    label, front = np.zeros(u.shape, np.int32), u > 0.65
    rounds = 0
    while front.any():
        label[front] = rounds + 1
        following = np.zeros(u.shape, bool)
        ys, xs = np.nonzero(front)
        for k in range(len(ys)):
            for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                y, x = ys[k] + dy, xs[k] + dx
                if 0 <= y < u.shape[0] and 0 <= x < u.shape[1] and u[y, x] > 0.1 and label[y, x] == 0:
                    following[y, x] = True
        front = following
        rounds += 1
    return label, rounds


def best_of_them(u):
    """if u[y, x] > best: best, where = u[y, x], (y, x)"""
    best, where = 0.0, (0, 0)
    for y, x in np.argwhere(u > 0.2):
        if u[y, x] > best:
            best, where = u[y, x], (y, x)
    return best, where


def nearest(u):
    """np.minimum of the distances to each of them"""
    far, y, x = np.full(u.shape, np.inf), *np.mgrid[:u.shape[0], :u.shape[1]]
    for row, column in zip(*np.nonzero(u > 0.6)):
        far = np.minimum(far, (y - row) ** 2 + (x - column) ** 2)
    return np.sqrt(far)


def pairs(u):
    """each two of them, their number from the data"""
    places, least = np.argwhere(u > 0.55), 1e9
    for i in range(len(places)):
        for j in range(i + 1, len(places)):
            least = min(least, (places[i, 0] - places[j, 0]) ** 2 + (places[i, 1] - places[j, 1]) ** 2)
    return least


def at_numbers(v, known):
    """v[mask][i] of an array i; np.diff(v[mask]), v[mask][1:] - v[mask][:-1]"""
    some, places = v[v > 0], np.flatnonzero(v > 0.1)
    return (some[known % 3], some[-1 - known % 2], np.diff(some), places[1:] - places[:-1], some[2:] * some[:-2],
            np.diff(v[v > 99]), v[v > 99][1:])


def row_by_row(u):
    """for row in u[mask]"""
    found = np.zeros(u.shape[1])
    for row in u[u[:, 0] > 0.1]:
        found = found * 0.5 + row
    return found


def known_inside(u):
    """a loop that changes an array by what known arrays say"""
    b = np.zeros((4, 3))
    for y, x in zip(*np.nonzero(u > 0.5)):
        level = (x * np.array([1, 2, 3]) + y) % 4
        for j in range(3):
            b[level[j], j] += 1
    return b


def eliminated(a):
    """a[[k, best]] = a[[best, k]] of the largest number of a column"""
    a = a[:5, :5] + np.eye(5, dtype=np.float32)
    for k in range(len(a)):
        best, most = k, 0.0
        for i in range(k, len(a)):
            each = abs(a[i, k])
            if each > most:
                best, most = i, each
        a[[k, best]] = a[[best, k]]
        for i in range(k + 1, len(a)):
            a[i, k:] -= a[i, k] / a[k, k] * a[k, k:]
    return a


PROGRAMS = [(marked, F2), (by_number, F2), (rows_of_places, F2), (numbers, F1), (grown, F2), (best_of_them, F2),
            (nearest, F2), (pairs, F2), (at_numbers, F1, KNOWN), (row_by_row, F2), (known_inside, F2), (eliminated, F2)]
