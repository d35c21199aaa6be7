"""Some of the apps in Halide, with schedules by hand for a CPU: strips of rows or tiles in parallel, vectors of 16, what is
used nearby kept for a strip or a few rows. Pyramids: halide_pyramids.py."""

from __future__ import annotations

from functools import reduce
from math import ceil, log2, sqrt

import numpy as np

from .filters import (
    BELL,
    CELL,
    DECAY,
    FIVE,
    GRAY,
    LEVELS,
    LIGHTS,
    PATCH,
    RADIUS,
    SCREEN,
    SEARCH,
    SHARP,
    SMALL_BELL,
    SOBEL,
    STAGES,
    STENCIL,
)
from .halide_pyramids import Pyramids

LANES = 16


NAMES = ("harris", "unsharp", "stencil_chain", "nonlocal_means", "max_filter", "iir_blur",
         "histogram_equalisation", "camera_pipe", "bilateral_grid", "interpolate", "local_laplacian", "pyramid_blending")


class Apps(Pyramids):
    """Each app as a method: it returns the result, scheduled. `images` are its inputs, planes of float32."""

    def __init__(self, hl):
        self.hl, self.x, self.y, self.c = hl, hl.Var("x"), hl.Var("y"), hl.Var("c")
        self.strip, self.inner = hl.Var("strip"), hl.Var("inner")
        self.images: list = []

    def image(self, dimensions: int = 3):
        """An input that goes on beyond its edges."""
        hl = self.hl
        made = hl.ImageParam(hl.Float(32), dimensions, f"im{len(self.images)}")
        self.images.append(made)
        ends = [(made.dim(n).min(), made.dim(n).extent()) for n in range(2)]
        if dimensions == 3:
            ends.append((hl.Expr(), hl.Expr()))
        return hl.BoundaryConditions.repeat_edge(made, ends)

    def func(self, name: str, of, colours=False):
        made = self.hl.Func(name)
        place = (self.x, self.y, self.c) if colours else (self.x, self.y)
        made[place] = of(*place)
        return made

    def gray(self, im):
        return self.func("gray", lambda x, y: sum(self.f32(w) * im[x, y, c] for c, w in enumerate(GRAY)))

    def f32(self, number):
        return self.hl.f32(float(number))

    def stencil(self, kernel, f, name):
        rows, columns = kernel.shape
        taps = [(float(kernel[j, i]), i - columns // 2, j - rows // 2) for j in range(rows) for i in range(columns)
                if kernel[j, i]]
        return self.func(name, lambda x, y: sum(self.f32(w) * f[x + i, y + j] for w, i, j in taps))

    def in_strips(self, out, rows: int = 32, colours: int = 0):
        """Strips of rows in parallel, vectors of columns."""
        if colours:
            out.bound(self.c, 0, colours).reorder(self.c, self.x, self.y).unroll(self.c)
        out.split(self.y, self.strip, self.y, rows, self.hl.TailStrategy.GuardWithIf).parallel(self.strip)
        return out.vectorize(self.x, LANES, self.hl.TailStrategy.GuardWithIf)

    def near(self, out, *stages):
        """Rows of stages kept in their strip, computed as the result's rows need them."""
        for stage in stages:
            stage.store_at(out, self.strip).compute_at(out, self.y).vectorize(self.x, LANES)

    # --- stencils -------------------------------------------------------------------------------------------------

    def harris(self):
        gray = self.gray(self.image())
        slope, fall = self.stencil(SOBEL, gray, "slope"), self.stencil(SOBEL.T, gray, "fall")
        products = [self.func("product", lambda x, y, a=a, b=b: a[x, y] * b[x, y])
                    for a, b in ((slope, slope), (slope, fall), (fall, fall))]
        xx, xy, yy = (self.stencil(np.ones((3, 3)), each, "sum") for each in products)
        out = self.func("harris", lambda x, y: xx[x, y] * yy[x, y] - xy[x, y] * xy[x, y]
                        - self.f32(0.04) * (xx[x, y] + yy[x, y]) * (xx[x, y] + yy[x, y]))
        self.in_strips(out)
        self.near(out, gray, slope, fall)
        return out

    def unsharp(self):
        im = self.image()
        gray, bell = self.gray(im), BELL / BELL.sum()
        down = self.stencil(bell[:, None], gray, "down")
        across = self.stencil(bell[None], down, "across")
        ratio = self.func("ratio", lambda x, y: (2 * gray[x, y] - across[x, y]) / gray[x, y])
        out = self.func("unsharp", lambda x, y, c: ratio[x, y] * im[x, y, c], True)
        self.in_strips(out, colours=3)
        self.near(out, gray, down, ratio)
        return out

    def stencil_chain(self):
        stages, hl = [self.image(2)], self.hl
        for number in range(STAGES):
            stages.append(self.stencil(STENCIL, stages[-1], f"stage{number}"))
        out = stages[-1]
        tile_x, tile_y = hl.Var("tile_x"), hl.Var("tile_y")
        tail = hl.TailStrategy.GuardWithIf
        for number, stage in enumerate(stages[1:-1], 1):
            if number % 8 == 0:  # groups of eight in tiles
                stage.compute_root()
        for number, stage in enumerate(stages[1:], 1):
            if number % 8 == 0:
                stage.tile(self.x, self.y, tile_x, tile_y, self.x, self.y, 256, 64, tail).parallel(tile_y)
                stage.vectorize(self.x, LANES, tail)
                for inner in stages[number - 7:number]:
                    inner.compute_at(stage, tile_x).vectorize(self.x, LANES)
        return out

    def nonlocal_means(self):
        hl, im, x, y, c = self.hl, self.image(), self.x, self.y, self.c
        dx, dy = hl.Var("dx"), hl.Var("dy")
        apart, down, patch, weight = (hl.Func(name) for name in ("apart", "down", "patch", "weight"))
        differences = [im[x, y, channel] - im[x + dx, y + dy, channel] for channel in range(3)]
        apart[x, y, dx, dy] = sum(each * each for each in differences)
        down[x, y, dx, dy] = sum(apart[x, y + j, dx, dy] for j in range(-PATCH, PATCH + 1))
        patch[x, y, dx, dy] = sum(down[x + i, y, dx, dy] for i in range(-PATCH, PATCH + 1))
        weight[x, y, dx, dy] = hl.fast_exp(patch[x, y, dx, dy] * self.f32(-30 / (2 * PATCH + 1)**2))
        search = hl.RDom([(-SEARCH, 2 * SEARCH + 1), (-SEARCH, 2 * SEARCH + 1)])
        total, out = hl.Func("total"), hl.Func("means")
        total[x, y, c] = self.f32(0)
        total[x, y, c] += weight[x, y, search.x, search.y] * hl.select(
            c == 3, self.f32(1), im[x + search.x, y + search.y, hl.min(c, 2)])
        out[x, y, c] = total[x, y, c] / total[x, y, 3]
        tile_x, tile_y = hl.Var("tile_x"), hl.Var("tile_y")
        tail = hl.TailStrategy.GuardWithIf
        out.bound(c, 0, 3).reorder(c, x, y).unroll(c)
        out.tile(x, y, tile_x, tile_y, x, y, 64, 64, tail).parallel(tile_y).vectorize(x, LANES, tail)
        total.compute_at(out, tile_x).bound(c, 0, 4).reorder(c, x, y).unroll(c).vectorize(x, LANES)
        total.update(0).reorder(c, x, y, search.x, search.y).unroll(c).vectorize(x, LANES)
        down.compute_at(total, search.x).vectorize(x, LANES)
        weight.compute_at(total, search.x).vectorize(x, LANES)
        return out

    def max_filter(self):
        hl, im, x, y = self.hl, self.image(2), self.x, self.y
        columns = [im]
        for k in range(ceil(log2(2 * RADIUS + 1))):
            columns.append(self.func(f"of{2**(k + 1)}", lambda x, y, f=columns[-1], d=2**k: hl.max(f[x, y], f[x, y + d])))
        heights = sorted({self.reach(d) for d in range(RADIUS + 1)})
        found = {}
        for reach in heights:
            k = int(log2(2 * reach + 1))
            found[reach] = self.func(f"column{reach}", lambda x, y, f=columns[k], r=reach, k=k: hl.max(
                f[x, y - r], f[x, y + r + 1 - 2**k]))
        def disc(x, y):
            result = found[self.reach(0)][x, y]
            for d in range(1, RADIUS + 1):
                column = found[self.reach(d)]
                result = hl.max(result, hl.max(column[x - d, y], column[x + d, y]))
            return result

        out = self.func("disc", disc)
        self.in_strips(out, 64)
        for each in columns[1:]:
            each.compute_at(out, self.strip).vectorize(x, LANES)
        for each in found.values():
            each.compute_at(out, y).vectorize(x, LANES)
        return out

    # --- from edge to edge, the whole picture, raw pixels ---------------------------------------------------------

    def iir_blur(self):
        im = self.image()
        columns, rows = (self.images[0].dim(n).extent() for n in range(2))
        return self.down_and_turned(self.down_and_turned(im, rows, "columns"), columns, "rows", result=True)

    def down_and_turned(self, im, length, name, result=False):
        """Each column forth and back, as a row: strips of columns in parallel."""
        hl, x, y, c = self.hl, self.x, self.y, self.c
        blur, turned = hl.Func(name), hl.Func(f"{name}_turned")
        r = hl.RDom([(1, length - 1)])
        own, rest = self.f32(DECAY), self.f32(1 - DECAY)
        blur[x, y, c] = im[x, y, c]
        blur[x, r.x, c] = own * blur[x, r.x, c] + rest * blur[x, r.x - 1, c]
        blur[x, length - 1 - r.x, c] = own * blur[x, length - 1 - r.x, c] + rest * blur[x, length - r.x, c]
        turned[x, y, c] = blur[y, x, c]
        strip, tail = hl.Var(f"{name}_strip"), hl.TailStrategy.GuardWithIf
        if result:
            turned.bound(c, 0, 3)
        inner_x, inner_y = hl.Var("inner_x"), hl.Var("inner_y")
        turned.compute_root().split(y, strip, y, 4 * LANES, tail).tile(x, y, inner_x, inner_y, LANES, LANES, tail)
        turned.reorder(inner_x, inner_y, y, x, strip, c).vectorize(inner_x).parallel(strip).parallel(c)
        blur.compute_at(turned, strip).vectorize(x, LANES, tail)
        for step in range(2):
            blur.update(step).reorder(x, r.x).vectorize(x, LANES, tail)
        return turned

    def histogram_equalisation(self):
        hl, y, i = self.hl, self.y, self.hl.Var("i")
        im = self.image(2)
        columns, rows = (self.images[0].dim(n).extent() for n in range(2))
        level = self.func("level", lambda x, y: hl.clamp(hl.i32(im[x, y] * self.f32(LEVELS)), 0, LEVELS - 1))
        of_rows, counts, below = (hl.Func(name) for name in ("of_rows", "counts", "below"))
        across, down, bins = hl.RDom([(0, columns)]), hl.RDom([(0, rows)]), hl.RDom([(1, LEVELS - 1)])
        of_rows[i, y] = 0
        of_rows[level[across.x, y], y] += 1
        counts[i] = 0
        counts[i] += of_rows[i, down.x]
        below[i] = counts[0]
        below[bins.x] = below[bins.x - 1] + counts[bins.x]
        out = self.func("equalised", lambda x, y: hl.f32(below[level[x, y]]) / hl.f32(columns * rows))
        self.in_strips(out)
        of_rows.compute_root().vectorize(i, LANES).parallel(y, 8)
        of_rows.update(0).parallel(y, 8)
        counts.compute_root().vectorize(i, LANES)
        counts.update(0).reorder(i, down.x).vectorize(i, LANES)
        below.compute_root()
        return out

    def camera_pipe(self):
        hl, im = self.hl, self.image(2)
        least = lambda values: reduce(hl.min, values)
        most = lambda values: reduce(hl.max, values)
        near = lambda x, y: [im[x - 2, y], im[x + 2, y], im[x, y - 2], im[x, y + 2]]
        raw = self.func("raw", lambda x, y: hl.min(hl.max(im[x, y], least(near(x, y))), most(near(x, y))))

        def colours(x, y):
            mean = lambda *places: sum(raw[x + dx, y + dy] for dx, dy in places) * self.f32(1 / len(places))
            here, level, upright = raw[x, y], mean((-1, 0), (1, 0)), mean((0, -1), (0, 1))
            slanted = mean((-1, -1), (1, -1), (-1, 1), (1, 1))
            far_level, far_upright = mean((-2, 0), (2, 0)), mean((0, -2), (0, 2))
            half = self.f32(0.5)
            far = (far_level + far_upright) * half
            cross, bend = (level + upright) * half + (here - far) * half, self.f32(5 / 8) * here - slanted * half
            slanted = slanted + self.f32(3 / 4) * (here - far)
            level = level + bend - far_level * self.f32(1 / 4) + far_upright * self.f32(1 / 8)
            upright = upright + bend - far_upright * self.f32(1 / 4) + far_level * self.f32(1 / 8)
            choice = lambda a, b, c, d: hl.select(y % 2 == 0, hl.select(x % 2 == 0, a, b), hl.select(x % 2 == 0, c, d))
            return (choice(here, level, upright, slanted), choice(cross, here, here, cross),
                    choice(slanted, upright, level, here))

        def shown(x, y, c):
            found = [hl.clamp(sum(self.f32(w) * v for w, v in zip(row, colours(x, y))), self.f32(0), self.f32(1))
                     for row in SCREEN]
            light = hl.mux(c, found)
            return light * light * (self.f32(3) - 2 * light)

        lit = self.func("shown", shown, True)
        soft = self.func("soft", lambda x, y, c: sum(self.f32(SMALL_BELL[j, i]) * lit[x + i - 1, y + j - 1, c]
                                                     for j in range(3) for i in range(3)), True)
        out = self.func("sharp", lambda x, y, c: lit[x, y, c] + self.f32(SHARP) * (lit[x, y, c] - soft[x, y, c]), True)
        self.in_strips(out, colours=3)
        self.near(out, raw, lit)
        lit.bound_extent(self.c, 3).reorder(self.c, self.x, self.y).unroll(self.c)
        return out

    def bilateral_grid(self):
        hl, im, x, y, c = self.hl, self.image(2), self.x, self.y, self.c
        z = hl.Var("z")
        grid, r = hl.Func("grid"), hl.RDom([(0, CELL), (0, CELL)])
        value = im[x * CELL + r.x - CELL // 2, y * CELL + r.y - CELL // 2]
        level = hl.clamp(hl.i32(value * self.f32(LIGHTS) + self.f32(0.5)), 0, LIGHTS)
        grid[x, y, z, c] = self.f32(0)
        grid[x, y, level, c] += hl.select(c == 0, value, self.f32(1))
        stages = [grid]
        for name, step in (("along_light", (0, 0, 1)), ("along_x", (1, 0, 0)), ("along_y", (0, 1, 0))):
            stage, before = hl.Func(name), stages[-1]
            dx, dy, dz = step
            stage[x, y, z, c] = sum(self.f32(w) * before[x + d * dx, y + d * dy, z + d * dz, c] for d, w in FIVE)
            stages.append(stage)
        _, along_light, along_x, along_y = stages
        light = hl.clamp(im[x, y], self.f32(0), self.f32(1)) * self.f32(LIGHTS)
        low = hl.clamp(hl.i32(light), 0, LIGHTS)
        near = [hl.f32(x % CELL) / self.f32(CELL), hl.f32(y % CELL) / self.f32(CELL), light - hl.f32(low)]

        def read(channel, place, axis):
            if axis == 3:
                return along_y[(*place, channel)]
            first, second = ([*place[:axis], place[axis] + step, *place[axis + 1:]] for step in (0, 1))
            a, b = read(channel, first, axis + 1), read(channel, second, axis + 1)
            return a + (b - a) * near[axis]

        corner = [x // CELL, y // CELL, low]
        out = self.func("means", lambda x, y: read(0, corner, 0) / read(1, corner, 0))
        tail = hl.TailStrategy.GuardWithIf
        out.parallel(y).vectorize(x, LANES, tail)
        grid.compute_at(along_light, y)
        grid.update(0).reorder(c, r.x, r.y, x, y).unroll(c)
        along_light.compute_root().bound(c, 0, 2).reorder(c, z, x, y).parallel(y).vectorize(x, LANES, tail).unroll(c)
        for each in (along_x, along_y):
            each.compute_root().bound(c, 0, 2).reorder(c, x, y, z).parallel(z).vectorize(x, LANES, tail).unroll(c)
        return out

    @staticmethod
    def reach(d: int) -> int:
        return int(sqrt(RADIUS**2 - d * d) + 1e-9)


class Compiled:
    """An app on pictures as NumPy has them: `run(times)`, `result()`."""

    def __init__(self, name: str, pictures):
        import warnings

        import halide as hl

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that a number of Python's becomes one of 32 bits
            apps = Apps(hl)
            self.out = getattr(apps, name)()
        planes = [np.ascontiguousarray(np.moveaxis(each, -1, 0)) if each.ndim == 3 else each for each in pictures]
        for param, plane in zip(apps.images, planes):
            param.set(hl.Buffer(plane))
        rows, columns = pictures[0].shape[:2]
        shape = (rows, columns) if self.out.dimensions() == 2 else (3, rows, columns)
        self.made = np.zeros(shape, np.float32)
        self.buffer, self.planes = hl.Buffer(self.made), planes
        self.out.compile_jit(hl.get_host_target())

    def run(self, times: int) -> None:
        for _ in range(times):
            self.out.realize(self.buffer)

    def result(self):
        return self.made if self.made.ndim == 2 else np.moveaxis(self.made, 0, -1)
