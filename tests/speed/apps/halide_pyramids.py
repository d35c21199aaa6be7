"""The pyramids in Halide, scheduled as its authors schedule theirs: each reduced level is computed by itself, strips of
rows in parallel; the levels on the way back are computed as the result's rows need them, and their last rows kept."""

from __future__ import annotations

from .filters import QUARTERS

LANES = 16
FURTHEST = 4  # pixels beyond an edge, in level 3, from where on nothing changes any more


class Pyramids:
    """Methods of Apps. Levels are functions of x, y and what else there is: a channel, or a curve."""

    hl: object

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

    def levels(self, first, count, name, *more):
        """A pyramid, and the halved rows of each level. No pixel from far beyond an edge is asked for."""
        hl, found, rows = self.hl, [first], [None]
        width, height = (self.images[0].dim(n).extent() for n in range(2))
        for level in range(1, count):
            fine = found[-1]
            if level == 4:
                near = lambda at, size: hl.clamp(at, -FURTHEST, size / 8 + FURTHEST)
                fine = self.spread(f"{name}_near", lambda x, y, *m, f=fine: f[(near(x, width), near(y, height), *m)], *more)
            made, of_rows = self.halved(fine, f"{name}{level}", *more)
            found.append(made)
            rows.append(of_rows)
        return found, rows

    def doubled(self, coarse, name, *more):
        quarter, rest = self.f32(0.25), self.f32(0.75)
        columns = self.spread(f"{name}_columns", lambda x, y, *m: quarter * coarse[(x / 2 - 1 + 2 * (x % 2), y, *m)]
                              + rest * coarse[(x / 2, y, *m)], *more)
        return self.spread(name, lambda x, y, *m: quarter * columns[(x, y / 2 - 1 + 2 * (y % 2), *m)]
                           + rest * columns[(x, y / 2, *m)], *more)

    def back(self, out, made, colours=0):
        """The result in strips, and the levels that it is made of with it."""
        self.in_strips(out, 64, colours=colours)
        for number, each in enumerate(made):
            if number:
                each.store_at(out, self.strip)
            each.compute_at(out, self.y).vectorize(self.x, LANES)

    def reduced(self, levels, rows, parallel=True):
        for number, each in enumerate(levels[1:], 1):
            each.compute_root().vectorize(self.x, LANES)
            if parallel and number < 5:
                each.parallel(self.y, 8)

    # --- the apps -------------------------------------------------------------------------------------------------

    def interpolate(self, levels=10):
        hl, im, c, outer, inner = self.hl, self.image(), self.c, self.hl.Var("outer"), self.hl.Var("rows_of")
        first = self.spread("first", lambda x, y, c: hl.select(c < 3, im[x, y, c] * im[x, y, 3], im[x, y, 3]), c)
        down, rows = self.levels(first, levels, "down", c)
        made = [down[-1]]
        for level in reversed(range(levels - 1)):
            up = self.doubled(made[0], f"up{level}", c)
            made.insert(0, self.spread(f"made{level}", lambda x, y, c, fine=down[level], up=up: (
                fine[x, y, c] + (1 - fine[x, y, 3]) * up[x, y, c]), c))
        out = self.spread("interpolated", lambda x, y, c: made[0][x, y, c] / made[0][x, y, 3], c)
        for each in down[1:-1]:
            each.compute_root().reorder(self.x, c, self.y).split(self.y, outer, inner, 8).parallel(outer)
            each.vectorize(self.x, LANES)
        premultiplied = first.clone_in(rows[1]).store_at(down[1], outer).compute_at(down[1], inner)
        premultiplied.reorder(c, self.x, self.y).vectorize(self.x, LANES)
        out.bound(c, 0, 3).split(self.y, self.strip, self.y, 32, hl.TailStrategy.GuardWithIf).parallel(self.strip)
        out.split(self.x, self.x, self.inner, LANES, hl.TailStrategy.GuardWithIf).vectorize(self.inner)
        out.reorder(self.inner, c, self.x, self.y, self.strip).unroll(c)
        for each in made[1:]:
            each.store_at(out, self.strip).compute_at(out, self.y).vectorize(self.x, LANES)
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
            up = self.doubled(pictures[level + 1], f"up{level}", k)
            band = lambda x, y, k, fine=pictures[level], up=up: fine[x, y, k] - up[x, y, k]

            def chosen(x, y, guide=guides[level], band=band):
                at = guide[x, y] * self.f32(curves - 1)
                low = hl.clamp(hl.i32(at), 0, curves - 2)
                one, other = band(x, y, low), band(x, y, low + 1)
                return one + (other - one) * (at - hl.f32(low))

            up = self.doubled(made[0], f"light_up{level}")
            made.insert(0, self.spread(f"light{level}", lambda x, y, chosen=chosen, up=up: chosen(x, y) + up[x, y]))
        out = self.func("laplacian", lambda x, y, c: im[x, y, c] * (
            (made[0][x, y] + self.f32(0.01)) / (gray[x, y] + self.f32(0.01))), True)
        gray.compute_root().parallel(self.y, 32).vectorize(self.x, LANES)
        outer, inner = hl.Var("outer"), hl.Var("rows_of")
        for level in range(1, levels):
            guides[level].compute_root().vectorize(self.x, LANES)
            each = pictures[level].compute_root().reorder_storage(self.x, k, self.y).vectorize(self.x, LANES)
            if level < 5:
                guides[level].parallel(self.y, 32)
                each.split(self.y, outer, inner, 8).reorder(self.x, inner, k, outer).parallel(outer)
            else:
                each.parallel(k)
        rows[1].store_at(pictures[1], k).compute_at(pictures[1], inner).vectorize(self.x, LANES)  # exp is no table
        self.back(out, made[:5], colours=3)
        for each in made[5:-1]:
            each.compute_root().vectorize(self.x, LANES)
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
                up = self.doubled(down[level + 1], f"{name}_up{level}", c) if made else None
                bands.append(lambda x, y, c, fine=fine, up=up: fine[x, y, c] - (up[x, y, c] if up is not None else 0))
            coarse = self.doubled(made[0], f"up{level}", c) if made else None

            def mixed(x, y, c, bands=bands, mask=masks[level], coarse=coarse):
                share = mask[x, y]
                found = bands[0](x, y, c) * share + bands[1](x, y, c) * (1 - share)
                return found + coarse[x, y, c] if coarse is not None else found

            made.insert(0, self.spread(f"mixed{level}", mixed, c))
        out = made[0]
        for each in (masks, *[down for down, _ in downs]):
            for level in each[1:]:
                level.compute_root().parallel(self.y, 8).vectorize(self.x, LANES)
        self.in_strips(out, 64, colours=3)
        for each in made[1:]:
            each.store_at(out, self.strip).compute_at(out, self.y).vectorize(self.x, LANES)
        return out
