"""How far it is to the dark: a scan up and down each column, and a look along the row no further than it can matter."""

from functools import cache
from math import inf

from pygpu import Image, Position, sqrt

from .channels import luma
from .ready import Ready

BOTH = {  # of a way across and a way down
    "euclidean": lambda across, down: across * across + down * down,  # its square
    "taxicab": lambda across, down: across + down,
    "chessboard": lambda across, down: max(across, down),
}


@Ready
def distance(im=Image, p=Position, metric="euclidean"):
    """How far the nearest black pixel is (scipy.ndimage.distance_transform_edt, and _cdt for the metrics "taxicab" and
    "chessboard"); exact. Distances are larger than a byte: ask for dtype="float32".

    In a picture without black all is infinitely far.
    """
    if metric not in BOTH:
        raise ValueError(f"metric={metric!r}: it is {', '.join(map(repr, BOTH))}")
    both = BOTH[metric]
    black = lambda q: luma(im(q)) <= 0
    above = cache(lambda q: 0.0 if black(q) else above(q - (0, 1)) + 1 if q.y > 0 else inf)
    below = cache(lambda q: 0.0 if black(q) else below(q + (0, 1)) + 1 if q.y < im.height - 1 else inf)
    column = cache(lambda q: min(above(q), below(q)))
    at = lambda x: column(Position(min(max(x, 0), im.width - 1), p.y))
    best = both(0.0, column(p))
    for d in range(1, im.width):
        if both(d, 0.0) >= best:
            break
        best = min(best, both(d, min(at(p.x - d), at(p.x + d))))
    return sqrt(best) if metric == "euclidean" else best
