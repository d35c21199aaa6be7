"""How far it is to the dark: a scan up and down each column, and a look along the row no further than it can matter."""

from functools import cache
from math import inf

from pygpu import Image, Position, sqrt

from .channels import luma
from .ready import Ready

METRICS = {  # how far a number of steps along an axis is, and what is made of that and of the way across it
    "euclidean": (lambda far: far * far, lambda along, across: along + across),  # squares
    "taxicab": (lambda far: far, lambda along, across: along + across),
    "chessboard": (lambda far: far, max),
}


@Ready
def distance(im=Image, p=Position, metric="euclidean"):
    """How far the nearest black pixel is (scipy.ndimage.distance_transform_edt, and _cdt for the metrics "taxicab" and
    "chessboard"); exact. Distances are larger than a byte: ask for dtype="float32".

    In a picture without black all is infinitely far.
    """
    steps, both = measured(metric)
    black = lambda q: luma(im(q)) <= 0
    above = cache(lambda q: 0.0 if black(q) else above(q - (0, 1)) + 1 if q.y > 0 else inf)
    either = cache(lambda q: min(above(q), either(q + (0, 1)) + 1) if q.y < im.height - 1 else above(q))
    best = nearest(lambda q: steps(either(q)), p, 0, im.width, steps, both)
    return sqrt(best) if metric == "euclidean" else best


def measured(metric):
    """A metric's two functions."""
    if metric not in METRICS:
        raise ValueError(f"metric={metric!r}: it is {', '.join(map(repr, METRICS))}")
    return METRICS[metric]


def nearest(f, p, axis, length, steps, both):
    """The least of what lies along an axis, with how far that is; not looked for further than it can matter."""
    inside = lambda at: min(max(at, 0), length - 1)
    at = lambda far: f(Position(*[inside(place + far) if each == axis else place for each, place in enumerate(p)]))
    best = f(p)
    for far in range(1, length):
        if steps(far) >= best:
            break
        best = min(best, both(steps(far), min(at(-far), at(far))))
    return best
