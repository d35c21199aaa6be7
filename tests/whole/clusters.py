"""Means of clusters, as people write them, where a cluster may be empty."""

import numpy as np

RANDOM = np.random.default_rng(7)
POINTS, LABELS = RANDOM.random((40, 2)).astype(np.float32), RANDOM.integers(0, 3, 40)


def in_a_comprehension(x, labels):
    """np.array([x[m].mean() if m.any() else c[k] for k, m in enumerate(masks)]), in rounds"""
    v, c = x[:, 0], x[:4, 0]
    for _ in range(3):
        labels = np.abs(v[:, None] - c).argmin(1)
        c = np.array([v[m].mean() if m.any() else c[k] for k, m in enumerate([labels == j for j in range(4)])])
    return c, labels


def of_rows(x, labels):
    """np.array, np.stack of rows that are one or the other"""
    c = x[:4]
    for _ in range(3):
        labels = ((x[:, None] - c[None]) ** 2).sum(-1).argmin(1)
        c = np.stack([x[labels == k].mean(axis=0) if np.any(labels == k) else c[k] for k in range(4)])
    return c, np.array([x[labels == k].max(axis=0) if np.any(labels == k) else c[k] for k in range(4)])


def appended(x, labels):
    """a list that is filled under a condition"""
    c = x[:4]
    for _ in range(3):
        labels = np.linalg.norm(x[:, None] - c, axis=2).argmin(1)
        new = []
        for k in range(4):
            m = labels == k
            if m.any():
                new.append(x[m].mean(axis=0))
            else:
                new.append(c[k])
        c = np.array(new)
    return c, labels


def where_there_are_some(x, labels):
    """c[k] = points.mean(axis=0), if len(points)"""
    c = x[:4].copy()
    for _ in range(3):
        labels = np.linalg.norm(x[:, None] - c, axis=2).argmin(1)
        for k in range(4):
            points = x[labels == k]
            if len(points) > 0:
                c[k] = points.mean(axis=0)
    return c, labels


PROGRAMS = [(in_a_comprehension, POINTS, LABELS), (of_rows, POINTS, LABELS), (of_rows, POINTS * 0, LABELS),
            (appended, POINTS, LABELS), (where_there_are_some, POINTS, LABELS)]
