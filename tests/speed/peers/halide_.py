"""Halide with schedules by hand: strips of rows in parallel, vectors of 16, some rows at once, stages where used."""

from __future__ import annotations

from functools import cache

import numpy as np

from ..filters import SOBEL, gaussian, random_kernel
from ..measuring import Contender

NAME, DEVICES, SLOW = "halide", {"cpu"}, False
LANES = 16


def version() -> str:
    from importlib.metadata import version

    import halide  # noqa: F401

    return version("halide")


class Pipeline:
    """Stages as they are made, for the schedule at the end."""

    def __init__(self, hl, kind=None):
        self.hl, self.x, self.y = hl, hl.Var("x"), hl.Var("y")
        self.stages = []
        self.input = hl.ImageParam(hl.UInt(8) if kind == "rgb8" else hl.Float(32), 3 if kind == "rgb8" else 2, "im")
        sizes = [self.input.dim(n) for n in range(self.input.dimensions())]
        bounds = [(size.min(), size.extent()) for size in sizes]
        self.clamped = hl.BoundaryConditions.repeat_edge(self.input, bounds)

    def stage(self, name: str, of):
        """A picture of its own, kept for the rows of a strip; `of` says what is at (x, y)."""
        made = self.hl.Func(name)
        made[self.x, self.y] = of(self.x, self.y)
        self.stages.append(made)
        return made

    def result(self, of, rows: int = 4):
        """The last stage, with the schedule of all."""
        out = self.hl.Func("out")
        out[self.x, self.y] = of(self.x, self.y)
        strip, y, inner = self.hl.Var("strip"), self.hl.Var("rows"), self.hl.Var("inner")
        out.split(self.y, strip, y, 64, self.hl.TailStrategy.ShiftInwards).parallel(strip)
        out.split(y, y, inner, rows).vectorize(self.x, LANES).reorder(inner, self.x, y, strip).unroll(inner)
        for stage in self.stages:
            stage.compute_at(out, y).store_at(out, strip).vectorize(self.x, LANES)
        if self.input.dimensions() == 3:  # interleaved channels
            self.input.dim(1).set_stride(3)
        out.compile_jit()
        return out


@cache
def built(name: str):
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a number of Python's becomes one of 32 bits
        return pipeline(name)


def pipeline(name: str):
    import halide as hl

    p = Pipeline(hl, name)
    x, y, im = p.x, p.y, p.clamped

    def weighted(kernel, f, x, y):
        h, w = kernel.shape
        terms = [float(kernel[j, i]) * f[x + i - w // 2, y + j - h // 2] for j in range(h) for i in range(w) if kernel[j, i]]
        return sum(terms[1:], terms[0])

    def edges(f, x, y):
        gx, gy = weighted(SOBEL, f, x, y), weighted(SOBEL.T, f, x, y)
        return hl.sqrt(gx * gx + gy * gy)

    def blur(row):
        down = p.stage("down", lambda x, y: weighted(row.T, im, x, y))
        return lambda x, y: weighted(row, down, x, y)

    def unsharp(row):
        soft = blur(row)
        return lambda x, y: im[x, y] + 1.5 * (im[x, y] - soft(x, y))

    def harris():
        gx = p.stage("gx", lambda x, y: weighted(SOBEL / 8, im, x, y))
        gy = p.stage("gy", lambda x, y: weighted(SOBEL.T / 8, im, x, y))
        third = np.ones((3, 1)) / 3
        sums = []
        for n, (a, b) in enumerate(((gx, gx), (gy, gy), (gx, gy))):
            across = p.stage(f"across{n}", lambda x, y, a=a, b=b: sum((a[x + d, y] * b[x + d, y] for d in (0, 1)),
                                                                      a[x - 1, y] * b[x - 1, y]) * (1 / 3))
            sums.append(lambda x, y, f=across: weighted(third, f, x, y))

        def response(x, y):
            xx, yy, xy = (f(x, y) for f in sums)
            return xx * yy - xy * xy - 0.04 * (xx + yy) * (xx + yy)

        return response

    def bilateral(x, y):
        total = weights = None
        for dy in range(-4, 5):
            for dx in range(-4, 5):
                there = im[x + dx, y + dy]
                w = hl.fast_exp((there - im[x, y]) * (there - im[x, y]) * -50.0 - (dx * dx + dy * dy) / 18)
                total = w * there if total is None else total + w * there
                weights = w if weights is None else weights + w
        return total / weights

    def rgb8():
        c = [hl.cast(hl.Float(32), im[n, x, y]) for n in range(3)]
        gray = hl.Func("gray")
        gray[x, y] = 0.299 * c[0] + 0.587 * c[1] + 0.114 * c[2]
        p.stages.append(gray)
        return lambda x, y: hl.cast(hl.UInt(8), hl.min(edges(gray, x, y) + 0.5, 255.0))

    def median():
        def order(x, y):
            a, b, c = im[x, y - 1], im[x, y], im[x, y + 1]
            return hl.min(a, hl.min(b, c)), middle(a, b, c), hl.max(a, hl.max(b, c))

        def middle(a, b, c):
            return hl.max(hl.min(a, b), hl.min(hl.max(a, b), c))

        least, mid, most = (p.stage(f"order{n}", lambda x, y, n=n: order(x, y)[n]) for n in range(3))
        return lambda x, y: middle(
            hl.max(least[x - 1, y], hl.max(least[x, y], least[x + 1, y])), middle(mid[x - 1, y], mid[x, y], mid[x + 1, y]),
            hl.min(most[x - 1, y], hl.min(most[x, y], most[x + 1, y])))

    def rotate(x, y):
        c, s = float(np.cos(np.radians(15))), float(np.sin(np.radians(15)))
        cx = (hl.cast(hl.Float(32), p.input.width()) - 1) * 0.5
        cy = (hl.cast(hl.Float(32), p.input.height()) - 1) * 0.5
        dx, dy = hl.cast(hl.Float(32), x) - cx, hl.cast(hl.Float(32), y) - cy
        px, py = cx + c * dx + s * dy, cy + c * dy - s * dx
        fx, fy = hl.floor(px), hl.floor(py)
        left, top = hl.cast(hl.Int(32), fx), hl.cast(hl.Int(32), fy)
        upper = im[left, top] + (im[left + 1, top] - im[left, top]) * (px - fx)
        lower = im[left, top + 1] + (im[left + 1, top + 1] - im[left, top + 1]) * (px - fx)
        return upper + (lower - upper) * (py - fy)

    def chain(n):
        f = im
        for k in range(n):
            source = f
            across = p.stage(f"across{k}", lambda x, y, f=source: (f[x - 1, y] + f[x, y] + f[x + 1, y]) * (1 / 3))
            if k == n - 1:
                return lambda x, y: (across[x, y - 1] + across[x, y] + across[x, y + 1]) * (1 / 3)
            f = p.stage(f"mean{k}", lambda x, y, f=across: (f[x, y - 1] + f[x, y] + f[x, y + 1]) * (1 / 3))

    pixels = {
        "gamma": lambda: lambda x, y: hl.fast_pow(im[x, y], 1 / 2.2),
        "sobel": lambda: lambda x, y: edges(im, x, y),
        "conv5": lambda: lambda x, y: weighted(random_kernel(5), im, x, y),
        "gauss": lambda: blur(gaussian(3.0)), "unsharp": lambda: unsharp(gaussian(1.5)),
        "unsharp3": lambda: unsharp(gaussian(3.0)),
        "harris": harris, "bilateral": lambda: bilateral, "rgb8": rgb8, "median": median, "rotate": lambda: rotate,
        **{f"chain{n}": lambda n=n: chain(n) for n in (2, 4, 8)},
    }
    if name not in pixels:
        return None
    return p, p.result(pixels[name]())


def contender(workload, pictures, width, height):
    import halide as hl

    found = built(workload.name)
    if found is None or width < LANES or height < 64:
        return None
    stages, function = found
    given = np.array(pictures[0])
    result = np.empty((height, width), np.uint8 if workload.dtype else np.float32)
    into = hl.Buffer(result)
    stages.input.set(hl.Buffer(given))

    def run(times: int, keep=given) -> None:
        for _ in range(times):
            function.realize(into)

    return Contender(NAME, run, lambda: result, loosely=workload.name in ("gamma", "bilateral"))
