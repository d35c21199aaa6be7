"""The apps' schedules by hand for a GPU, after those that Halide's authors wrote for theirs: tiles are blocks of threads,
what neighbours share is computed once a block and kept there, and a whole stage only where blocks would repeat too much."""

from __future__ import annotations


class Schedules:
    """A method an app, which schedules the stages it is given; the first is the result."""

    def __init__(self, hl):
        self.hl, self.x, self.y, self.c = hl, hl.Var("x"), hl.Var("y"), hl.Var("c")
        self.across, self.down = hl.Var("across"), hl.Var("down")  # threads of a block
        self.near, self.below = hl.Var("near"), hl.Var("below")  # pixels of a thread

    def blocks(self, stage, columns: int, rows: int, each: tuple[int, int] = (1, 1), colours: int = 0, root: bool = True):
        """Blocks of so many pixels, of threads that compute `each` of them in all colours."""
        if root:
            stage.compute_root()
        if colours:
            stage.bound(self.c, 0, colours)
        if colours or "c" in [var.name() for var in stage.args()]:
            stage.reorder(self.c, self.x, self.y).unroll(self.c)
        if each == (1, 1):
            return stage.gpu_tile(self.x, self.y, self.across, self.down, columns, rows)
        stage.tile(self.x, self.y, self.across, self.down, columns, rows)
        stage.tile(self.across, self.down, self.near, self.below, *each).unroll(self.near).unroll(self.below)
        return stage.gpu_blocks(self.x, self.y).gpu_threads(self.across, self.down)

    def in_block(self, stage, of, each: tuple[int, int] = (1, 1)):
        """Computed by the threads of a block of another stage, so many pixels a thread, and kept for the block."""
        stage.compute_at(of, self.x)
        if each[1] > 1:
            stage.tile(self.x, self.y, self.near, self.below, *each).unroll(self.near).unroll(self.below)
        elif each[0] > 1:
            stage.unroll(self.x, each[0])
        return stage.gpu_threads(self.x, self.y)

    def in_registers(self, read, of, at):
        """What a thread reads of a stage, loaded once, two at once."""
        return read.in_().compute_at(of, at).vectorize(self.x, 2).unroll(self.x).unroll(self.y)

    # --- stencils -------------------------------------------------------------------------------------------------

    def harris(self, out, gray, slope, fall):
        out.gpu_tile(self.x, self.y, self.across, self.down, 62, 14).unroll(self.across, 2)
        self.in_block(gray, out, (3, 2))
        self.in_registers(gray, fall, self.x)
        for each in (slope, fall):
            self.in_block(each, out, (2, 1))
        slope.compute_with(fall, self.x)
        for each in (slope, fall):
            self.in_registers(each, out, self.across)

    def unsharp(self, out, ratio, gray, down):
        self.blocks(out, 32, 32, colours=3)
        ratio.compute_at(out, self.across)
        self.in_block(gray, out, (2, 2))
        self.in_block(down, out, (2, 1))

    def stencil_chain(self, stages):
        """Each stage by itself: a block loads what it reads, and a thread of that what its four pixels do."""
        for before, stage in zip(stages, stages[1:]):
            self.blocks(stage, 60, 12, (2, 2))
            x, y = before.args()
            loaded = before.in_(stage).compute_at(stage, self.x)
            loaded.tile(x, y, self.near, self.below, 2, 2).vectorize(self.near).unroll(self.below).gpu_threads(x, y)
            loaded.in_(stage).compute_at(stage, self.across).vectorize(x, 2).unroll(x).unroll(y)

    def nonlocal_means(self, out, total, patch, weight, down, apart, search):
        x, y, c, dx = self.x, self.y, self.c, self.hl.Var("dx")
        self.blocks(out, 32, 16, colours=3)
        self.blocks(total, 32, 16, colours=4)
        total.update(0).reorder(c, search.x, x, y, search.y).unroll(c)
        total.update(0).gpu_tile(x, y, self.across, self.down, 32, 16)
        patch.compute_at(total, search.y).tile(x, y, self.across, self.down, 128 - 6, 32 - 6)
        patch.tile(self.across, self.down, self.near, self.below, 32, 16)
        patch.gpu_threads(self.near, self.below).gpu_blocks(x, y, dx)
        for each in (down, apart):
            each.compute_at(patch, x).tile(x, y, self.across, self.down, 32, 16).gpu_threads(self.across, self.down)

    def max_filter(self, out, columns, found):
        """The heights of a power of two by themselves; the result reads two of them for each column of the disc."""
        for each in columns:
            self.blocks(each, 32, 8)
        self.blocks(out, 32, 8)

    # --- from edge to edge, the whole picture, raw pixels ---------------------------------------------------------

    def down_and_turned(self, turned, blur, rows):
        """A warp for 32 columns: nothing is parallel along them."""
        warp, x = 32, self.x
        turned.compute_root().tile(x, self.y, self.across, self.down, warp, warp)
        turned.gpu_blocks(self.y, self.c).gpu_lanes(self.across)
        blur.compute_at(turned, self.y).store_in(self.hl.MemoryType.Heap).gpu_lanes(x)
        blur.update(0).gpu_lanes(x)
        for step in (1, 2):
            blur.update(step).unroll(rows.x, 8).gpu_lanes(x)
        blur.in_().align_storage(x, warp + 1).compute_at(turned, x).gpu_lanes(x)

    def iir_blur(self, out):
        out.bound(self.c, 0, 3)

    def histogram_equalisation(self, out, level, of_rows, counts, below, across, down):
        """A row's counts are a warp's, which adds to them in its block; the sums below are staged for the result."""
        hl, i, y, inner = self.hl, self.hl.Var("i"), self.y, self.hl.Var("inner")
        outer_r, inner_r = hl.RVar("outer_r"), hl.RVar("inner_r")
        kept = of_rows.in_()
        kept.compute_root().split(i, i, inner, 64).vectorize(inner, 2).unroll(i).gpu_lanes(inner).gpu_blocks(y)
        of_rows.store_in(hl.MemoryType.GPUShared).compute_at(kept, y)
        of_rows.bound_extent(i, 256).split(i, i, inner, 64).vectorize(inner, 2).unroll(i).gpu_lanes(inner)
        adding = of_rows.update(0).split(across.x, outer_r, inner_r, 32).reorder(inner_r, outer_r, y)
        adding.atomic().gpu_lanes(inner_r)
        level.clone_in(of_rows).compute_at(of_rows, outer_r).store_in(hl.MemoryType.Register).gpu_lanes(self.x)
        for stage in (counts, counts.update(0), below):
            stage.gpu_tile(i, inner, 16)
        counts.compute_root()
        below.compute_root().bound(i, 0, 256).update(0).gpu_single_thread()
        out.compute_root().gpu_tile(self.x, y, self.across, self.down, 128, 4).vectorize(self.across, 4)
        below.in_(out).compute_at(out, self.x).split(i, i, inner, 64).vectorize(inner, 2).gpu_threads(inner, i)

    def camera_pipe(self, out, raw, lit):
        """Pixels whose sensors saw one colour have the same formula: two each way of a thread. Pictures have even sides."""
        for n, var in enumerate((self.x, self.y)):
            out.bound(var, 0, out.output_buffer().dim(n).extent() / 2 * 2)
        out.compute_root().bound(self.c, 0, 3).reorder(self.c, self.x, self.y).unroll(self.c).unroll(self.x, 2)
        out.gpu_tile(self.x, self.y, self.across, self.down, 28, 12)
        self.in_block(raw, out, (2, 2))
        lit.bound_extent(self.c, 3).reorder(self.c, self.x, self.y).unroll(self.c)
        lit.align_bounds(self.x, 2).align_bounds(self.y, 2)
        self.in_block(lit, out, (2, 2))

    def bilateral_grid(self, out, means, grid, along_light, along_x, along_y, r):
        """Blocks of cells: emptied, filled and blurred along light there, then by themselves across and down."""
        hl, x, y, c, z, deep = self.hl, self.x, self.y, self.c, self.hl.Var("z"), self.hl.Var("deep")
        along_light.compute_root().bound(c, 0, 2).reorder(c, z, x, y).gpu_tile(x, y, self.across, self.down, 8, 8)
        grid.reorder(c, z, x, y).compute_at(along_light, x).gpu_threads(x, y)
        grid.update(0).reorder(c, r.x, r.y, x, y).gpu_threads(x, y).unroll(c)
        tail = hl.TailStrategy.RoundUp
        for each in (along_x, along_y):
            each.compute_root().bound(c, 0, 2).reorder(c, x, y, z).reorder_storage(c, x, y, z).vectorize(c)
            each.unroll(y, 2, tail).gpu_tile(x, y, z, self.across, self.down, deep, 32, 8, 1, tail)
        self.blocks(out, 32, 8)
        means.compute_at(out, self.across).bound(c, 0, 2).vectorize(c)

    # --- pyramids -------------------------------------------------------------------------------------------------

    def interpolate(self, out, first, down, rows, made, columns):
        """Levels downwards and every other one back by themselves; the first two back are parts of the result's blocks."""
        for each in down[1:]:
            each.never_partition_all()
            self.blocks(each, 16, 16)
        for each in made[3:-1:2]:
            each.never_partition_all()
            self.blocks(each, 32, 32, (2, 2))
        out.never_partition_all()
        self.blocks(out, 32, 32, (2, 2), colours=3)
        for each, pixels in ((columns[1], (2, 1)), (made[1], (2, 2)), (made[2], (1, 1))):
            each.never_partition_all().reorder(self.c, self.x, self.y).unroll(self.c)
            self.in_block(each, out, pixels)

    def local_laplacian(self, out, gray, pictures, rows, guides, made):
        """Every level by itself; the curves of a pixel are one thread's."""
        for level in range(len(guides)):
            size = (16, 8) if level < 4 else (2, 2)
            stages = [made[level]] if 0 < level < len(guides) - 1 or not level else []
            stages += [guides[level], pictures[level].reorder(self.hl.Var("k"), self.x, self.y)] if level else []
            for stage in stages:
                self.blocks(stage.never_partition_all(), *size)
        self.blocks(out.never_partition_all(), 16, 8, colours=3)

    def pyramid_blending(self, out, masks, downs, made):
        """Every level by itself, four pixels of the result a thread."""
        for each in [*masks[1:], *(level for down in downs for level in down[1:])]:
            self.blocks(each.never_partition_all(), 16, 16)
        for each in made[1:]:
            self.blocks(each.never_partition_all(), 16, 16)
        self.blocks(out.never_partition_all(), 32, 32, (2, 2), colours=3)

    def lens_blur(self, out, first, costs, down, made, depth, widest, lit, total, each_sample, samples):
        """A thread has all distances of a pixel, and all of its samples; levels are blocks of pixels and distances."""
        x, y, c, z, deep = self.x, self.y, self.c, self.hl.Var("z"), self.hl.Var("deep")
        first.compute_root().bound(c, 0, 2).reorder(c, z, x, y).unroll(c)
        first.gpu_tile(x, y, self.across, self.down, 16, 16)
        for each in costs:
            each.compute_at(first, self.across)
        for each in [*down[1:], *made[1:-1]]:
            each.compute_root().gpu_tile(x, y, z, self.across, self.down, deep, 8, 8, 8)
        for each in (depth, *widest):
            self.blocks(each, 16, 16)
        self.blocks(lit, 16, 16, colours=4)
        self.blocks(out, 16, 16, colours=3)
        total.compute_at(out, self.across)
        total.update(0).reorder(c, x, samples.x).unroll(c)
        for each in each_sample:
            each.compute_at(total, x)
