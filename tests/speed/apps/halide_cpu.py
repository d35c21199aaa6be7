"""The apps' schedules by hand for a CPU, as Halide's authors write theirs: strips of rows in parallel, vectors of 16, what
is used nearby kept for a strip or a few rows. Of pyramids each reduced level is computed by itself, in parallel strips;
the levels on the way back are computed as the result's rows need them, and their last rows kept."""

from __future__ import annotations

LANES = 16


class Schedules:
    """A method an app, which schedules the stages it is given; the first is the result."""

    def __init__(self, hl):
        self.hl, self.x, self.y, self.c = hl, hl.Var("x"), hl.Var("y"), hl.Var("c")
        self.strip, self.inner, self.tail = hl.Var("strip"), hl.Var("inner"), hl.TailStrategy.GuardWithIf

    def in_strips(self, out, rows: int = 32, colours: int = 0):
        """Strips of rows in parallel, vectors of columns."""
        if colours:
            out.bound(self.c, 0, colours).reorder(self.c, self.x, self.y).unroll(self.c)
        out.split(self.y, self.strip, self.y, rows, self.tail).parallel(self.strip)
        return out.vectorize(self.x, LANES, self.tail)

    def near(self, out, *stages):
        """Rows of stages kept in their strip, computed as the result's rows need them."""
        for stage in stages:
            stage.store_at(out, self.strip).compute_at(out, self.y).vectorize(self.x, LANES)

    # --- stencils -------------------------------------------------------------------------------------------------

    def harris(self, out, gray, slope, fall):
        self.in_strips(out)
        self.near(out, gray, slope, fall)

    def unsharp(self, out, ratio, gray, down):
        self.in_strips(out, colours=3)
        self.near(out, gray, down, ratio)

    def stencil_chain(self, stages):
        tile_x, tile_y = self.hl.Var("tile_x"), self.hl.Var("tile_y")
        for number, stage in enumerate(stages[1:-1], 1):
            if number % 8 == 0:  # groups of eight in tiles
                stage.compute_root()
        for number, stage in enumerate(stages[1:], 1):
            if number % 8 == 0:
                stage.tile(self.x, self.y, tile_x, tile_y, self.x, self.y, 256, 64, self.tail).parallel(tile_y)
                stage.vectorize(self.x, LANES, self.tail)
                for inner in stages[number - 7:number]:
                    inner.compute_at(stage, tile_x).vectorize(self.x, LANES)

    def nonlocal_means(self, out, total, patch, weight, down, apart, search):
        x, y, c, tail = self.x, self.y, self.c, self.tail
        tile_x, tile_y = self.hl.Var("tile_x"), self.hl.Var("tile_y")
        out.bound(c, 0, 3).reorder(c, x, y).unroll(c)
        out.tile(x, y, tile_x, tile_y, x, y, 64, 64, tail).parallel(tile_y).vectorize(x, LANES, tail)
        total.compute_at(out, tile_x).bound(c, 0, 4).reorder(c, x, y).unroll(c).vectorize(x, LANES)
        total.update(0).reorder(c, x, y, search.x, search.y).unroll(c).vectorize(x, LANES)
        down.compute_at(total, search.x).vectorize(x, LANES)
        weight.compute_at(total, search.x).vectorize(x, LANES)

    def max_filter(self, out, columns, found):
        self.in_strips(out, 64)
        for each in columns:
            each.compute_at(out, self.strip).vectorize(self.x, LANES)
        for each in found:
            each.compute_at(out, self.y).vectorize(self.x, LANES)

    # --- from edge to edge, the whole picture, raw pixels ---------------------------------------------------------

    def down_and_turned(self, turned, blur, rows):
        """Strips of columns in parallel."""
        x, y, c, tail = self.x, self.y, self.c, self.tail
        strip, inner_x, inner_y = self.hl.Var("columns"), self.hl.Var("inner_x"), self.hl.Var("inner_y")
        turned.compute_root().split(y, strip, y, 4 * LANES, tail).tile(x, y, inner_x, inner_y, LANES, LANES, tail)
        turned.reorder(inner_x, inner_y, y, x, strip, c).vectorize(inner_x).parallel(strip).parallel(c)
        blur.compute_at(turned, strip)
        blur.update(0).vectorize(x, LANES, tail)
        for step in (1, 2):
            blur.update(step).reorder(x, rows.x).vectorize(x, LANES, tail)

    def iir_blur(self, out):
        out.bound(self.c, 0, 3)

    def histogram_equalisation(self, out, level, of_rows, counts, below, across, down):
        i, y = self.hl.Var("i"), self.y
        self.in_strips(out)
        of_rows.compute_root().vectorize(i, LANES).parallel(y, 8)
        of_rows.update(0).parallel(y, 8)
        counts.compute_root().vectorize(i, LANES)
        counts.update(0).reorder(i, down.x).vectorize(i, LANES)
        below.compute_root()

    def camera_pipe(self, out, raw, lit):
        self.in_strips(out, colours=3)
        self.near(out, raw, lit)
        lit.bound_extent(self.c, 3).reorder(self.c, self.x, self.y).unroll(self.c)

    def bilateral_grid(self, out, means, grid, along_light, along_x, along_y, r):
        x, y, c, z, tail = self.x, self.y, self.c, self.hl.Var("z"), self.tail
        out.parallel(y).vectorize(x, LANES, tail)
        grid.compute_at(along_light, y)
        grid.update(0).reorder(c, r.x, r.y, x, y).unroll(c)
        along_light.compute_root().bound(c, 0, 2).reorder(c, z, x, y).parallel(y).vectorize(x, LANES, tail).unroll(c)
        for each in (along_x, along_y):
            each.compute_root().bound(c, 0, 2).reorder(c, x, y, z).parallel(z).vectorize(x, LANES, tail).unroll(c)

    # --- pyramids -------------------------------------------------------------------------------------------------

    def back(self, out, made, colours=0):
        """The result in strips, and the levels that it is made of with it."""
        self.in_strips(out, 64, colours=colours)
        for number, each in enumerate(made):
            if number:
                each.store_at(out, self.strip)
            each.compute_at(out, self.y).vectorize(self.x, LANES)

    def interpolate(self, out, first, down, rows, made, columns):
        x, y, c, outer, inner = self.x, self.y, self.c, self.hl.Var("outer"), self.hl.Var("rows_of")
        for each in down[1:-1]:
            each.compute_root().reorder(x, c, y).split(y, outer, inner, 8).parallel(outer).vectorize(x, LANES)
        premultiplied = first.clone_in(rows[1]).store_at(down[1], outer).compute_at(down[1], inner)
        premultiplied.reorder(c, x, y).vectorize(x, LANES)
        out.bound(c, 0, 3).split(y, self.strip, y, 32, self.tail).parallel(self.strip)
        out.split(x, x, self.inner, LANES, self.tail).vectorize(self.inner)
        out.reorder(self.inner, c, x, y, self.strip).unroll(c)
        for each in made[1:]:
            each.store_at(out, self.strip).compute_at(out, y).vectorize(x, LANES)

    def local_laplacian(self, out, gray, pictures, rows, guides, made):
        k, outer, inner = self.hl.Var("k"), self.hl.Var("outer"), self.hl.Var("rows_of")
        gray.compute_root().parallel(self.y, 32).vectorize(self.x, LANES)
        for level in range(1, len(guides)):
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

    def pyramid_blending(self, out, masks, downs, made):
        for each in (masks, *downs):
            for level in each[1:]:
                level.compute_root().parallel(self.y, 8).vectorize(self.x, LANES)
        self.in_strips(out, 64, colours=3)
        for each in made[1:]:
            each.store_at(out, self.strip).compute_at(out, self.y).vectorize(self.x, LANES)

    def lens_blur(self, out, first, costs, down, made, depth, widest, lit, total, each_sample, samples):
        """Each distance's pyramid is one core's; samples are taken for a vector of pixels."""
        x, y, c, z, tail = self.x, self.y, self.c, self.hl.Var("z"), self.tail
        both, in_x, in_y = (self.hl.Var(name) for name in ("both", "in_x", "in_y"))
        first.compute_root().bound(c, 0, 2).reorder(c, z, x, y).unroll(c).vectorize(x, LANES, tail).parallel(y, 4)
        costs[0].hoist_storage(first, y)
        for each in costs:
            each.compute_at(first, x).vectorize(x)
        made[1].compute_root().fuse(z, c, both).parallel(both)
        for level in range(1, len(made)):
            down[level].compute_at(made[1], both).vectorize(x, LANES)
        for level in range(1, len(made) - 1):
            if level > 1:
                made[level].compute_at(made[1], both)
            made[level].tile(x, y, in_x, in_y, LANES, 2, tail).vectorize(in_x).unroll(in_y)
        depth.compute_root().tile(x, y, in_x, in_y, LANES, 2, tail).vectorize(in_x).unroll(in_y).parallel(y, 8)
        lit.compute_root().reorder(c, x, y).unroll(c).vectorize(x, LANES).parallel(y, 8)
        out.bound(c, 0, 3).reorder(c, x, y).unroll(c).vectorize(x, LANES, tail).parallel(y)
        for each in widest:
            each.compute_at(out, y).vectorize(x, LANES)
        total.compute_at(out, x).vectorize(x)
        total.update(0).reorder(c, x, samples.x).vectorize(x).unroll(c)
        each_sample[0].compute_at(total, x).unroll(x)
        each_sample[1].compute_at(total, x).vectorize(x)
