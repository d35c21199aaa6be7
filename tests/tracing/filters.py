"""Small filters whose graphs are in files: one for each way in which the tracer works."""

from dataclasses import dataclass

import numpy as np

from pygpu import Float, Image, Int, Position, Vec2, offsets, ravel

KERNEL = np.array([[0, 1, 0], [1, -4, 1], [0, 1, 0]])


def known_values_vanish(im=Image, p=Position):
    return sum([w * im(p + d) for w, d in zip(ravel(KERNEL), offsets(KERNEL))])


def branch(im=Image, p=Position):
    v = im(p)
    if v > 0.5:
        w = v * 2
    elif v > 0.25:
        w = v + im(p + (1, 0))
    else:
        w = 0
    return w


def early_returns(im=Image, p=Position, n=Int):
    v = im(p)
    if v > 0.9 and n > 3:
        return 1.0
    for i in range(2):
        if v < i * n:
            return v / 2
    return v


def counted_loop(im=Image, p=Position, n=Int):
    total = 0
    for i in range(n):
        if i % 2:
            continue
        total += im(p + (i, 0))
        if total > 4:
            break
    return total


def while_loop(c=Float, p=Position):
    z, n = Vec2(0, 0), 0
    while z.x * z.x + z.y * z.y < 4 and n < 50:
        z = Vec2(z.x * z.x - z.y * z.y + c, 2 * z.x * z.y + p.x)
        n += 1
    return n


@dataclass
class Hit:
    distance: float
    shade: float


class Ball:
    def __init__(self, x):
        self.x = x

    def hit(self, v):
        return Hit(abs(v - self.x), 1.0)


class Wall(Ball):
    def hit(self, v):
        found = super().hit(v)
        found.shade = v
        return found


SCENE = [Ball(2.0), Wall(3.0)]


def objects(im=Image, p=Position):
    nearest = None
    for thing in SCENE:
        hit = thing.hit(im(p))
        if nearest is None or hit.distance < nearest.distance:
            nearest = hit
    return nearest.distance + nearest.shade


def polymorphic(im=Image, p=Position):
    thing = SCENE[0] if im(p) > 0.5 else SCENE[1]
    return thing.hit(im(p)).shade


def stages(im=Image, p=Position):
    def rows(q):
        return im(q - (1, 0)) + im(q + (1, 0))

    return rows(p - (0, 1)) - rows(p + (0, 1))


FILTERS = [known_values_vanish, branch, early_returns, counted_loop, while_loop, objects, polymorphic, stages]
