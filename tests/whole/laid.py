"""Loops over small arrays that are computed anew in each pass: one kernel each. Run by NumPy, and compiled."""

import numpy as np

RANDOM = np.random.default_rng(19)
POINTS, LINE, PLANE = RANDOM.random((12, 2)), RANDOM.random(7), RANDOM.random((6, 5))
TURN = RANDOM.random((4, 4)) + np.eye(4)


def kalman(z):
    """a state and its covariance, a matrix inverted in each pass, lists that grow"""
    f = np.array([[1, 0, 0.1, 0], [0, 1, 0, 0.1], [0, 0, 1, 0], [0, 0, 0, 1]])
    h = np.array([[1.0, 0, 0, 0], [0, 1, 0, 0]])
    x, p, found = np.zeros(4), np.eye(4), []
    for t in range(len(z)):
        x, p = f @ x, f @ p @ f.T + 0.01 * np.eye(4)
        k = p @ h.T @ np.linalg.inv(h @ p @ h.T + 0.1 * np.eye(2))
        x = x + k @ (z[t] - h @ x)
        p = (np.eye(4) - k @ h) @ p
        found.append(x)
    return np.array(found), p


def forward(a, z):
    """hidden states: each row of a table from the one before it, over its sum"""
    table, scale = np.zeros((len(z), 4)), np.zeros(len(z))
    table[0] = 0.25
    for t in range(1, len(z)):
        table[t] = (table[t - 1] @ a) * (0.5 + z[t, 0])
        scale[t] = table[t].sum()
        table[t] /= scale[t]
    return table, np.log(scale[1:]).sum()


def columns_forth_and_back(u):
    """columns of several rows, each from the one beside it"""
    out, weights = u.copy(), 0.5 ** (1 + u)
    for x in range(1, u.shape[1]):
        out[:, x] += weights[:, x] * (out[:, x - 1] - out[:, x])
    for x in range(u.shape[1] - 2, -1, -1):
        out[:, x] += weights[:, x + 1] * (out[:, x + 1] - out[:, x])
    return out


def power_iteration(a):
    """an array that each pass makes anew"""
    v = np.ones(len(a))
    for k in range(30):  # noqa: B007
        v = a @ v
        v = v / np.sqrt((v ** 2).sum())
        if np.abs(a @ v - (v @ a @ v) * v).max() < 1e-4:
            break
    return v, v @ a @ v, k


def as_it_was(u):
    """an array is changed, and asked for as it was"""
    a, b = u.copy(), u * 0
    for k in range(4):
        before = a.copy()
        a[1:] += 0.5 * before[:-1]
        a[k] = before[k + 1] - a[0]
        b[:, 1:4] = before[:, :3] + b[:, 1:4]
    return a, b


def either_way(u):
    """the arms of a branch leave other arrays"""
    a, b = u.copy(), u * 2
    for k in range(5):
        if a[k, 0] > b[k, 1] * 0.5:
            a, b = b, a
            a[k] = b[k + 1]
        else:
            a = a[::-1] * 0.9
            b[:, k] = np.cumsum(a[:, 0])
        if b.sum() > 20:
            b = b * 0.5
    return a, b


def in_two_loops(u):
    """arrays that are made in an outer loop, and changed in an inner one"""
    total = np.zeros(u.shape[1])
    for k in range(3):
        row = np.zeros(u.shape[1])
        for i in range(1, len(row)):
            row[i] = row[i - 1] * 0.5 + u[k, i]
            row[:i] += 0.1
        total = total + np.where(row > 0.6, row, row[::-1])
    return total


def windows(u):
    """a system of two equations of what lies around each place"""
    gy, gx = np.gradient(u)
    found = np.zeros((*u.shape, 2))
    for y in range(1, u.shape[0] - 1):
        for x in range(1, u.shape[1] - 1):
            ix, iy = [part[y - 1:y + 2, x - 1:x + 2].ravel() for part in (gx, gy)]
            a = np.stack([ix, iy], axis=1)
            m = a.T @ a
            if np.linalg.det(m) > 1e-4:
                found[y, x] = np.linalg.solve(m, -a.T @ u[y - 1:y + 2, x - 1:x + 2].ravel())
    return found


PROGRAMS = [(kalman, POINTS), (forward, TURN, POINTS), (columns_forth_and_back, PLANE), (power_iteration, TURN + TURN.T),
            (as_it_was, PLANE), (either_way, PLANE), (in_two_loops, PLANE), (windows, PLANE)]
