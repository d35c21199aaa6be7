"""Some of the apps in Halide: what they compute. When and where is in halide_cpu.py and halide_gpu.py, schedules by hand.
Pyramids: halide_pyramids.py."""

from __future__ import annotations

import ctypes
from functools import reduce
from math import ceil, log2, sqrt
from pathlib import Path

import numpy as np

from . import halide_cpu, halide_gpu
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

NAMES = ("harris", "unsharp", "stencil_chain", "nonlocal_means", "max_filter", "iir_blur",
         "histogram_equalisation", "camera_pipe", "bilateral_grid", "interpolate", "local_laplacian", "pyramid_blending",
         "lens_blur")


class Apps(Pyramids):
    """Each app as a method: it returns the result, scheduled by `schedules`. `images` are its inputs, planes of float32."""

    def __init__(self, hl, schedules):
        self.hl, self.x, self.y, self.c = hl, hl.Var("x"), hl.Var("y"), hl.Var("c")
        self.schedules = schedules(hl)
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

    # --- stencils -------------------------------------------------------------------------------------------------

    def harris(self):
        gray = self.gray(self.image())
        slope, fall = self.stencil(SOBEL, gray, "slope"), self.stencil(SOBEL.T, gray, "fall")
        products = [self.func("product", lambda x, y, a=a, b=b: a[x, y] * b[x, y])
                    for a, b in ((slope, slope), (slope, fall), (fall, fall))]
        xx, xy, yy = (self.stencil(np.ones((3, 3)), each, "sum") for each in products)
        out = self.func("harris", lambda x, y: xx[x, y] * yy[x, y] - xy[x, y] * xy[x, y]
                        - self.f32(0.04) * (xx[x, y] + yy[x, y]) * (xx[x, y] + yy[x, y]))
        self.schedules.harris(out, gray, slope, fall)
        return out

    def unsharp(self):
        im = self.image()
        gray, bell = self.gray(im), BELL / BELL.sum()
        down = self.stencil(bell[:, None], gray, "down")
        across = self.stencil(bell[None], down, "across")
        ratio = self.func("ratio", lambda x, y: (2 * gray[x, y] - across[x, y]) / gray[x, y])
        out = self.func("unsharp", lambda x, y, c: ratio[x, y] * im[x, y, c], True)
        self.schedules.unsharp(out, ratio, gray, down)
        return out

    def stencil_chain(self):
        stages = [self.image(2)]
        for number in range(STAGES):
            stages.append(self.stencil(STENCIL, stages[-1], f"stage{number}"))
        self.schedules.stencil_chain(stages)
        return stages[-1]

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
        self.schedules.nonlocal_means(out, total, patch, weight, down, apart, search)
        return out

    def max_filter(self):
        hl, im = self.hl, self.image(2)
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
        self.schedules.max_filter(out, columns[1:], list(found.values()))
        return out

    # --- from edge to edge, the whole picture, raw pixels ---------------------------------------------------------

    def iir_blur(self):
        im = self.image()
        columns, rows = (self.images[0].dim(n).extent() for n in range(2))
        out = self.down_and_turned(self.down_and_turned(im, rows, "columns"), columns, "rows")
        self.schedules.iir_blur(out)
        return out

    def down_and_turned(self, im, length, name):
        """Each column forth and back, as a row."""
        hl, x, y, c = self.hl, self.x, self.y, self.c
        blur, turned = hl.Func(name), hl.Func(f"{name}_turned")
        r = hl.RDom([(1, length - 1)])
        own, rest = self.f32(DECAY), self.f32(1 - DECAY)
        blur[x, y, c] = hl.undef(hl.Float(32))
        blur[x, 0, c] = im[x, 0, c]
        blur[x, r.x, c] = own * im[x, r.x, c] + rest * blur[x, r.x - 1, c]
        blur[x, length - 1 - r.x, c] = own * blur[x, length - 1 - r.x, c] + rest * blur[x, length - r.x, c]
        turned[x, y, c] = blur[y, x, c]
        self.schedules.down_and_turned(turned, blur, r)
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
        self.schedules.histogram_equalisation(out, level, of_rows, counts, below, across, down)
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
        self.schedules.camera_pipe(out, raw, lit)
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
        along_y = stages[-1]
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
        means, out = hl.Func("means"), hl.Func("filtered")
        means[x, y, c] = read(c, corner, 0)
        out[x, y] = means[x, y, 0] / means[x, y, 1]
        self.schedules.bilateral_grid(out, means, *stages, r)
        return out

    @staticmethod
    def reach(d: int) -> int:
        return int(sqrt(RADIUS**2 - d * d) + 1e-9)


class Compiled:
    """An app, and once it is given pictures as NumPy has them: `run(times)`, `result()`. On a GPU they are there before."""

    def __init__(self, name: str, on_gpu: bool):
        import warnings

        import halide as hl

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that a number of Python's becomes one of 32 bits
            apps = Apps(hl, (halide_gpu if on_gpu else halide_cpu).Schedules)
            self.out = getattr(apps, name)()
        self.target, self.on_gpu = hl.get_host_target(), on_gpu
        if on_gpu:
            for feature in ("CUDA", "CUDACapability80"):
                self.target.set_feature(getattr(hl.TargetFeature, feature))
        self.params = apps.images
        self.out.compile_jit(self.target)
        if on_gpu:
            keep_memory(hl)

    def given(self, pictures):
        import halide as hl

        planes = [np.ascontiguousarray(np.moveaxis(each, -1, 0)) if each.ndim == 3 else each for each in pictures]
        rows, columns = pictures[0].shape[:2]
        self.made = np.zeros((rows, columns) if self.out.dimensions() == 2 else (3, rows, columns), np.float32)
        self.buffer, self.held = hl.Buffer(self.made), [(plane, hl.Buffer(plane)) for plane in planes]
        for param, (_, buffer) in zip(self.params, self.held):
            param.set(buffer)
            if self.on_gpu:
                buffer.set_host_dirty()
                buffer.copy_to_device(self.target)
        return self

    def run(self, times: int) -> None:
        for _ in range(times):
            self.out.realize(self.buffer, self.target)  # a callable would copy pictures and result each time
        if self.on_gpu:
            self.buffer.device_sync()

    def result(self):
        if self.on_gpu:
            self.buffer.copy_to_host()
        return self.made if self.made.ndim == 2 else np.moveaxis(self.made, 0, -1)


def keep_memory(hl) -> None:
    """What stages need on a GPU is kept from call to call, as Halide's own benchmarks do. Python has no name for that."""
    library = ctypes.CDLL(str(next((Path(hl.install_dir()) / "lib64").glob("libHalide.so"))))
    library._ZN6Halide8Internal16JITSharedRuntime24reuse_device_allocationsEb(ctypes.c_bool(True))
