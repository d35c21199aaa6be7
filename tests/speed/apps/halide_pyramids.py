"""The pyramids in Halide: what they compute."""

from __future__ import annotations

import numpy as np

from .filters import FOCUS, LEAST, OPEN, QUARTERS, SAMPLES, SLICES, WIDEST

FURTHEST = 4  # pixels beyond an edge, in level 3, from where on nothing changes any more


class Pyramids:
    """Methods of Apps. Levels are functions of x, y and what else there is: a channel, or a curve."""

    hl: object
    schedules: object

    def spread(self, name, of, *more):
        made = self.hl.Func(name)
        place = (self.x, self.y, *more)
        made[place] = of(*place)
        return made

    def halved(self, fine, name, *more):
        """A level from the one before, and what that is once its rows are halved."""
        taps = [(self.f32(w), d) for d, w in QUARTERS]
        rows = self.spread(f"{name}_rows", lambda x, y, *m: sum(w * fine[(2 * x + d, y, *m)] for w, d in taps), *more)
        return self.spread(name, lambda x, y, *m: sum(w * rows[(x, 2 * y + d, *m)] for w, d in taps), *more), rows

    def levels(self, first, count, name, *more, furthest=FURTHEST):
        """A pyramid, and the halved rows of each level. No pixel from far beyond an edge is asked for."""
        hl, found, rows = self.hl, [first], [None]
        width, height = (self.images[0].dim(n).extent() for n in range(2))
        for level in range(1, count):
            fine = found[-1]
            if level == 4:
                near = lambda at, size: hl.clamp(at, -furthest, size / 8 + furthest)
                fine = self.spread(f"{name}_near", lambda x, y, *m, f=fine: f[(near(x, width), near(y, height), *m)], *more)
            made, of_rows = self.halved(fine, f"{name}{level}", *more)
            found.append(made)
            rows.append(of_rows)
        return found, rows

    def doubled(self, coarse, name, *more):
        """A level as large as the one before, and what that is once its columns are doubled."""
        quarter, rest = self.f32(0.25), self.f32(0.75)
        columns = self.spread(f"{name}_columns", lambda x, y, *m: quarter * coarse[(x / 2 - 1 + 2 * (x % 2), y, *m)]
                              + rest * coarse[(x / 2, y, *m)], *more)
        made = self.spread(name, lambda x, y, *m: quarter * columns[(x, y / 2 - 1 + 2 * (y % 2), *m)]
                           + rest * columns[(x, y / 2, *m)], *more)
        return made, columns

    # --- the apps -------------------------------------------------------------------------------------------------

    def interpolate(self, levels=10):
        hl, im, c = self.hl, self.image(), self.c
        first = self.spread("first", lambda x, y, c: hl.select(c < 3, im[x, y, c] * im[x, y, 3], im[x, y, 3]), c)
        down, rows = self.levels(first, levels, "down", c)
        made, columns = [down[-1]], []
        for level in reversed(range(levels - 1)):
            up, of_columns = self.doubled(made[0], f"up{level}", c)
            columns.insert(0, of_columns)
            made.insert(0, self.spread(f"made{level}", lambda x, y, c, fine=down[level], up=up: (
                fine[x, y, c] + (1 - fine[x, y, 3]) * up[x, y, c]), c))
        out = self.spread("interpolated", lambda x, y, c: made[0][x, y, c] / made[0][x, y, 3], c)
        self.schedules.interpolate(out, first, down, rows, made, columns)
        return out

    def local_laplacian(self, levels=8, curves=8):
        hl, im, k = self.hl, self.image(), self.hl.Var("k")
        gray = self.gray(im)

        def remapped(x, y, k):
            d = gray[x, y] - k * self.f32(1 / (curves - 1))
            return gray[x, y] + self.f32(0.8) * d * hl.fast_exp(d * d * self.f32(-32))

        pictures, rows = self.levels(self.spread("remapped", remapped, k), levels, "curve", k)
        guides, _ = self.levels(gray, levels, "guide")
        made = [guides[-1]]
        for level in reversed(range(levels - 1)):
            up, _ = self.doubled(pictures[level + 1], f"up{level}", k)
            band = lambda x, y, k, fine=pictures[level], up=up: fine[x, y, k] - up[x, y, k]

            def chosen(x, y, guide=guides[level], band=band):
                at = guide[x, y] * self.f32(curves - 1)
                low = hl.clamp(hl.i32(at), 0, curves - 2)
                one, other = band(x, y, low), band(x, y, low + 1)
                return one + (other - one) * (at - hl.f32(low))

            up, _ = self.doubled(made[0], f"light_up{level}")
            made.insert(0, self.spread(f"light{level}", lambda x, y, chosen=chosen, up=up: chosen(x, y) + up[x, y]))
        out = self.func("laplacian", lambda x, y, c: im[x, y, c] * (
            (made[0][x, y] + self.f32(0.01)) / (gray[x, y] + self.f32(0.01))), True)
        self.schedules.local_laplacian(out, gray, pictures, rows, guides, made)
        return out

    def pyramid_blending(self, levels=4):
        c = self.c
        plain = [self.image(), self.image()]
        mask = self.image(2)
        masks, of_mask = self.levels(mask, levels, "mask")
        downs = [self.levels(each, levels, name, c) for name, each in zip(("one", "other"), plain)]
        made = []
        for level in reversed(range(levels)):
            bands = []
            for name, (down, _) in zip(("one", "other"), downs):
                fine = down[level]
                up = self.doubled(down[level + 1], f"{name}_up{level}", c)[0] if made else None
                bands.append(lambda x, y, c, fine=fine, up=up: fine[x, y, c] - (up[x, y, c] if up is not None else 0))
            coarse = self.doubled(made[0], f"up{level}", c)[0] if made else None

            def mixed(x, y, c, bands=bands, mask=masks[level], coarse=coarse):
                share = mask[x, y]
                found = bands[0](x, y, c) * share + bands[1](x, y, c) * (1 - share)
                return found + coarse[x, y, c] if coarse is not None else found

            made.insert(0, self.spread(f"mixed{level}", mixed, c))
        out = made[0]
        self.schedules.pyramid_blending(out, masks, [down for down, _ in downs], made)
        return out

    def lens_blur(self, levels=8):
        hl, x, y, c, z = self.hl, self.x, self.y, self.c, self.hl.Var("z")
        im, other = self.image(), self.image()
        slices, window = hl.RDom([(0, SLICES)]), hl.RDom([(-WIDEST, 2 * WIDEST + 1)])
        near = lambda x, y, z, c: hl.min(*[hl.abs(im[x, y, c] - other[x + 2 * z + step, y, c]) for step in (0, 1)])
        unlike = self.spread("unlike", lambda *at: sum(near(*at, c) * near(*at, c) for c in range(3)), z)
        mean = lambda of: hl.sum(of) * self.f32(1 / SLICES)
        each = unlike[x, y, slices.x]
        telling = self.func("telling", lambda x, y: mean(each * each) - mean(each) * mean(each) + self.f32(LEAST))
        first = self.spread("first", lambda x, y, z, c: telling[x, y] * hl.select(
            c == 0, unlike[x, y, z], self.f32(1)), z, c)
        down, _ = self.levels(first, levels, "spread", z, c, furthest=FURTHEST + SLICES // 4)
        made = [down[-1]]
        for level in reversed(range(levels - 1)):
            up, _ = self.doubled(made[0], f"up{level}", z, c)
            made.insert(0, self.spread(f"made{level}", lambda x, y, z, c, fine=down[level], up=up: self.f32(0.5) * (
                fine[x, y, z, c] + up[x, y, z, c]), z, c))
        depth = self.func("depth", lambda x, y: hl.argmin(
            made[0][x, y, slices.x, 0] / made[0][x, y, slices.x, 1])[0])
        radius = self.func("radius", lambda x, y: hl.f32(hl.abs(depth[x, y] - FOCUS)) * self.f32(OPEN))
        along = self.func("along", lambda x, y: hl.maximum(radius[x, y + window.x]))
        wide = self.func("wide", lambda x, y: hl.maximum(along[x + window.x, y]))
        table, k = hl.Buffer(np.array(SAMPLES, np.float32)), hl.Var("k")
        moved = lambda of: hl.clamp(hl.i32(hl.round(wide[x, y] * of)), -WIDEST, WIDEST)
        places, seen = hl.Func("places"), hl.Func("seen")
        places[x, y, k] = moved(table[0, k]), moved(table[1, k])
        dx, dy = (places[x, y, k][n] for n in range(2))
        far, there = hl.f32(dx * dx + dy * dy), (x + dx, y + dy)
        of_it = lambda *at: radius[at] * radius[at]
        seen[x, y, k] = hl.select((far < of_it(*there)) & ((depth[there] >= depth[x, y]) | (far < of_it(x, y))),
                                  self.f32(1), self.f32(0))
        lit = self.func("lit", lambda x, y, c: hl.select(c == 3, self.f32(1), im[x, y, hl.min(c, 2)]), True)
        samples, total = hl.RDom([(0, len(SAMPLES))]), self.func("total", lambda x, y, c: lit[x, y, c], True)
        dx, dy = (places[x, y, samples.x][n] for n in range(2))
        total[x, y, c] += seen[x, y, samples.x] * lit[x + dx, y + dy, c]
        out = self.func("blurred", lambda x, y, c: total[x, y, c] / total[x, y, 3], True)
        self.schedules.lens_blur(out, first, (unlike, telling), down, made, depth, (along, wide), lit, total,
                                 (seen, places), samples)
        return out
