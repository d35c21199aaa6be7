"""The machine that a plan is for: what the run time measures of it, and every number that was tuned for its kind.

All costs are counted in additions of float32. A number says what it was measured by, as far as that was kept (the
tables are in docs/speed.md). CPU stands for two cores with AVX-512 under Intel's run time
and PoCL, GPU for an H100. A number that a machine of another kind should have otherwise belongs to Target; what is about
the text of kernels or the arithmetic of float32, and so the same everywhere, is in COMMON.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Protocol


class Stored(Protocol):
    """How an image's pixels lie in memory, as far as a plan depends on it (kernel/formats.py has the rest)."""

    @property
    def dtype(self) -> str: ...
    @property
    def channels(self) -> int: ...
    @property
    def memory(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Target:
    """`kind` is "cpu" or "gpu". Memory in GB/s and arithmetic in G additions/s are of the device as a whole."""

    # -- what the run time fills in (runtime/figures.py)
    kind: str = "cpu"
    lanes: int = 16                # floats in one vector register; 1 where work-items are the lanes
    registers: int = 32            # so many numbers of so many lanes a processor holds: with vectors of 8, it is 8
    # Bytes that are put in order at once. Two CPU cores, 2048 x 2048, medians 5x5 2.8 ms of the processor for 4.3, of
    # colours 8 for 18; 64 take as long.
    bytes: int = 32
    local_memory: int = 32768      # bytes a work-group may share
    largest_group: int = 1024      # work-items that it may have
    bandwidth: float = 60.0
    arithmetic: float = 120.0

    # -- blocks of pixels in registers (every plan of every workload beside a copy, tests/schedule/compare_plans.py)
    heights: tuple[tuple[int, ...], ...] = ((1, 2, 4, 6, 8),)  # to choose from; the second ones where none of the first fits
    strip: int = 4096              # columns that a work-item sweeps
    plane_group: tuple[int, int] = (1, 32)  # of a volume's rows, which are short: 256^3 copied in 13 ms for 30
    longest: int = 600             # statements of a block: drivers take seconds over more
    long_row: int = 0              # of a single row, where its columns have something in common: these parts of its
    in_common: float = 0.0         # operations are left. The bilateral filter 2.42 ms for 3.13 (f0a6bc6)
    groups: tuple[tuple[int, int], ...] = ((1, 1), (1, 1))     # work-groups of several rows a work-item, and of one
    alive: tuple[float, float] = (0.015, 0.04)  # of its price, for values that each row keeps; in a loop over terms
    # Of the price of a block by itself, for each row: few keep more work-items busy (H200: a 5x5 of 1536 x 2560 0.012 ms in
    # four rows, 0.013 in eight, of 8192 x 8192 0.145 in both)
    few: float = 0.0
    narrow: int = 0  # bytes of a pixel, read and written, up to which many rows keep the memory busy, if they are light
    # Rows of a picture that the first cache holds, what each further one costs, and how many do: rows that lie a power
    # of two apart push each other out of it. So a light filter has fewer rows than a heavy one (6e4e52f).
    ways: int = 8                  # 0: none
    crowded: float = 6.0
    crowd: int = 4

    # -- pictures whose channels are all computed alike (channels.py): additions for a channel up to which blocks have those
    # of all channels in one row, and the bytes of an element from which on. In tiles they always have. (H200, 4096 x 4096
    # colours in float32: 3x3 0.67 of the time, separable 5x5 0.8, general 5x5 1.14; in bytes 1.2, 1.2 and 0.96.
    # Two CPU cores: 0.42, 0.18 and 0.33; in bytes 0.7, 0.22 and 0.54.)
    in_one_row: tuple[float, int] = (math.inf, 1)

    # -- what branches and loops by itself
    apart: int = 16                          # lanes of a vector whose pixels branch and loop each in its own way
    pixel_group: tuple[int, int] = (64, 1)   # where each work-item computes a pixel
    short_strip: int = 512                   # of pixels that may each take another time
    # Rows that loop together, and how many do if a pass costs so many additions: then what they share is waited for
    # (104e356 and 6e84d48: filter banks 19 to 26 TFLOP/s).
    rows_together: tuple[int, int] = (0, 0)
    waited: tuple[float, float] = (0.0, 0.0)
    # Numbers of a pixel that a loop may carry for one share of the results. A CPU gains by computing many from the same
    # pixels, which it has to take apart; on a GPU registers end (da4d6bb: banks take a third to a half).
    carried: int = 32

    # Whether lanes are moved within fours only (two cores with AVX2: unsharp of colours 15.4 ms of the processor for 20.3)
    fours: bool = False

    columns: int | None = None     # of the result, where it is known to have few
    single: tuple[bool, bool] = (False, False)  # whether it is known to have one column, and one row

    # -- tiles: passes over a small piece of the picture (c36ebef for CPUs, 4b208df for GPUs)
    unit: int = 16                                    # columns that are computed together
    tile_widths: tuple[int, ...] = (512, 256, 128)    # a GPU's in blocks of its last pass
    tile_heights: tuple[int, ...] = (1, 32, 64, 128)
    run_widths: tuple[int, ...] = (2048, 1024, 64)  # besides, of tiles with runs: a mean of 1001 below one another
    run_heights: tuple[int, ...] = (512, 1024)      # 3.5 ms for 11.5, of 301 1.3 for 2.1 (2560 x 1536)
    # Tiles of which only a pass's last rows are kept, as wide as most pictures: memory is fastest where whole rows are
    # read. Processor time of Harris 0.70 of tiles', unsharp 0.72, RGB uint8 Sobel 0.68 (0.96 where a row is two tiles), the
    # chain of four 0.94; in heights of 32 and 128 1.06 and 0.98 of that (Intel's run time, 1536 and 2560 columns)
    ring_widths: tuple[int, ...] = (4096, 2048, 1024)
    ring_heights: tuple[int, ...] = (64,)
    ring_room: int = 1 << 20       # bytes of those rows
    room: int | None = 256 << 10   # bytes of stages: what the second cache holds; None for all that a group may share
    near: int | None = 18 << 10    # bytes that the first cache holds
    kept: float = 2.0              # additions for a value in a tile,
    far: float = 12.0              # and in one that is too large for the first cache, unless rows follow one another in it
    turn: float = 0.0              # for work-items to wait for one another, over the rows that each computes
    last_heights: tuple[int, ...] = ()  # of the last pass to choose from, if it is no loop; otherwise the first alone
    # And of the others, where there are several, beside the best by themselves. H200, 8192 x 8192: eight general 3x3 one
    # after the other 0.375 ms for 0.543, six 0.272 for 0.356.
    lower_heights: tuple[int, ...] = ()

    # Of a group that goes down strips (marched.py): its items (none: there are no such groups), the numbers that each keeps
    # at most, a strip's rows by which its price goes, those that it has at least, and how many strips there are at most.
    # H200, 8192 x 8192, eight general 3x3: 0.302 ms in strips of 103 rows, 0.318 in 128, 0.31 by 64 items.
    strip_items: int = 0
    strip_kept: int = 112
    strip_rows: int = 103
    strip_least: int = 32
    strip_most: int = 80
    # What it costs: so much for each row, whatever is computed of it, and less for an operation than in tiles, where what
    # it takes has to be loaded (H200, 8192 x 8192, eleven chains: 100 us and 1.36 an operation; 2.3 over tiles).
    strip_row: float = 43.0
    strip_work: float = 0.6

    # -- weighted sums
    sums: tuple[int, int] | None = None  # lanes and rows of blocks that are nothing else; None: those of all blocks
    loop_from: int = 20            # weights in several rows that are a loop: a 5x5 0.86 of by hand, 1.1 before
    # How much longer a loop over pixels takes that are not near (H200: 49 weights down 0.44 to 0.55 ms, of a tile 0.2)
    looped: float = 1.0
    line_from: int | None = None   # of one weight, in a line: 63x63 boxes 0.52 ms for 0.89 (e11da2a)
    runs: bool = True              # whether windows are taken for whole lines of a tile (76b3244)
    turns: bool = True             # whether long sums go over a tile turn by turn (turns.py),
    turn_rows: tuple[int, ...] = ()  # and on a GPU the rows of a work-item
    turn_heights: tuple[int, ...] = ()  # and of a tile. H200: non-local means with patches and a search of 7 x
    # 7, 1536 x 2560 in colour, 0.98 ms in 32 x 32 with eight rows, 1.33 in 32 x 16 with four; 2.2 in 44 kernels
    spectra: float = 1.0           # what they cost here: a GPU's go to memory and back (2464482)

    # -- scans: columns that a work-item goes down beside one another, those of rows that it has before it at a time, and
    # the work-items that share a tile (sums down 2048 to 4096 columns 1.2 to 1.3 copies, 1.4 to 1.7 with 256;
    # across 1.6 to 1.9). Of scans that follow one another, the rows that a work-item goes over, sixteen at a time, in the
    # same memory.
    scan_together: int = 64
    scan_strip: int = 512
    # Columns of a strip that is gone across and down, at least and at most, and the strips of a row: few of them, since what
    # is before each is found first (integral of 2048 x 2048 by hand 4.9 ms in two, 5.4 in four, 7 in eight).
    scan_strips: tuple[int, int, int] = (256, 1024, 4)
    scan_length: int = 64
    scan_group: int = 256
    # Of a group that goes over lines in pieces: lines, places at a time, work-items (H200, 8192 x 8192: rows that are put
    # together lightly 0.158 ms, by scan_pieces 0.178; with weights of their own, second order, 0.35 for 0.30). Of columns,
    # which need no tile.
    scan_rows: tuple[int, int, int] = (1, 1024, 128)
    scan_pieces: tuple[int, int, int] = (8, 128, 128)
    scan_columns: tuple[int, int, int] = (32, 256, 512)
    # The same of three channels and more: H200, sums down 4096 x 4096 0.134 ms for 0.168, a recursive blur 0.17 for 0.225.
    scan_colours: tuple[int, int, int] = (16, 512, 512)
    # The same where a group goes over rows twice, or over chunks of arrays; of columns that it goes over twice, if pieces
    # are put together lightly (a domain transform's take 1.26 ms in scan_columns by half the group, 1.76 in these); of
    # columns that it goes across, too; and of rows of which it writes no more than what they carry. H200, 8192 x 8192,
    # kernels: forth and back along rows 0.204 ms (by 64 0.26, in 1024 0.22), down columns 0.206 (16 columns 0.23 to
    # 0.29), across and down 0.218, 0.145 of it down (16 columns in 128 0.174, 32 in 256 by 512 0.162); a copy 0.130. To
    # fetch what comes next beforehand is no quicker.
    scan_long_rows: tuple[int, int, int] = (1, 2048, 128)
    scan_row: tuple[int, int, int] = (1, 2048, 256)  # of a single row (H200, 12,208 sums 0.0116 ms for 0.0169 by scan_rows)
    scan_twice: tuple[int, int, int] = (32, 256, 256)
    scan_crossed: tuple[int, int, int] = (32, 256, 256)
    scan_ends: tuple[int, int, int] = (1, 2048, 64)
    # Places of an array that are a line of their own; with a power of two they are in one another's way in caches: 57 ms for
    # 29. Two cores with AVX2, processor time in 2112 for 4160: 8192 numbers 0.61 ms for 1.03, 16 million 85 for
    # 86. H200, 10^8 numbers: 0.68 ms in 520, 0.73 in 1040, 0.8 in 260.
    scan_chunk: int = 2112
    # Of sums and extremes, where there are teams: places, and members of a team (H200, kernels: sums of 10^8 numbers 0.33 ms
    # for 0.62 in chunks of 520 that a work-item goes over, where a copy takes 0.24).
    scan_long_chunk: int = 8192
    scan_team: int = 128
    scan_chunks: int = 0    # chunks that are one of a scan over all of them; 0: those are few, and gone over in order

    # -- two steps of an iteration as one kernel (823450e)
    free: float = 20.0             # additions a pixel that are done by the time a picture is read and written
    large: int = 32 << 20          # bytes of a picture that no cache holds
    steps: int = 6                 # from so many on the second kernel is worth being built

    # -- values of the whole picture (H200, 8192 x 8192: a sum 0.75 copies in (1024, 256), 0.87 in (1024, 128);
    # a histogram of bytes 0.045 ms with 528 tables, 0.049 with 1056; of floats 0.101, 0.104, with 264 0.142). How many
    # parts along a row and along a column; across and down a picture; whether those beside one another are a team
    fold_along: tuple[int, int] = (64, 16)
    fold_parts: tuple[int, int] = (32, 64)
    # Work-items for the values of rows, each of them vectors' worth: 2048 sums of 2048 products 0.27 ms, 0.54 with an item
    # for each (two cores).
    fold_rows: int = 256
    team: bool = False
    fold_lot: tuple[int, int] = (4096, 16)  # columns and rows that a work-item puts together of what has neighbours
    # Tables of a histogram's entries, where numbers are whole and where they are not, and the entries of all of them where
    # they are whole (a million numbers put to their places 13.6 ms of the processor, 6.1 with two tables); the
    # work-items of a group.
    tables: tuple[int, int] = (16, 128)
    entries: int = 1 << 20
    fold_beside: tuple[int, int] | None = None  # such lots beside and below one another that are a team
    fold_group: int = 256
    fold_last: int = 1024  # work-items that put what all those teams found together, if a group may have so many

    # Numbers of a function that lie beside one another where they are read together (H200, kernels: interpolation 0.167 ms
    # for 0.179, the bilateral grid 0.089 for 0.097)
    interleaved: tuple[int, ...] = ()

    bundles: bool = False  # whether one kernel computes several functions of a program (bundles.py)
    links: int = 1                 # of a chain of weighted sums, which one kernel computes over tiles

    # Additions a pixel from which on any stage is considered for a pass or a tile (four 3x3 one after the other, 99 in
    # a block, take 0.232 ms for 0.305 on an H100, 8192 x 8192).
    wide: float = 100.0

    # -- functions that are read at another resolution (again.py): what it costs to write a number to an image and read it
    # again (H200: a local Laplacian 0.27 ms with 150, 0.31 with 80); the columns for one of its caller's from which on
    # pixels are read one by one, and what each costs; and the operations and reads of one that is computed again, at most:
    # drivers take seconds over more. On a CPU rows halved where they are halved again, three channels of them: blending of
    # pyramids 0.86 of the time; of four channels, 44 operations and reads, interpolation 1.09 (1536 x 2560). What is
    # asked for once is computed there if it makes nothing longer than `once` (H200: the cells of a bilateral grid 28 µs for
    # 50); and with what is computed again what it calls, if that is so `light`.
    stored: float = 64.0
    fastest: int = 4
    far_apart: float = 20.0
    again: int = 40
    light: int = 0
    once: int = 0

    # -- pixels looked up by their bytes (4096 x 4096 bytes, 5 ms of the processor whatever is computed of them; of 5
    # additions 3.6, of 12 10.8, of 26 15): rows of a work-item, which makes a table of its own, and additions from which
    # on that is better than sixteen at once
    level_rows: int = 32
    level_cost: float = 10.0
    # Additions for each byte of a picture that folds over it take together, from which on it is better to count the bytes,
    # and what each of them costs beside (2048 x 2048, processor time: a sum, of 4, 0.43 ms, sums of what is lighter
    # and of what is not, of 10, 0.88; counting them 1.44. On a GPU a fold is two launches: H200, calls in a row, 512 x 512:
    # one of 17 0.058 ms either way, two of 10 together 0.056 for 0.083, seventeen 0.17 for 0.8).
    counted: float = 24.0
    fold_costs: float = 0.0

    # -- other shapes to try when tuning
    strips: tuple[int, ...] = (256, 512, 1024, 2048, 4096, 16384)
    pixel_groups: tuple[tuple[int, int], ...] = ((64, 1), (256, 1), (16, 4), (1024, 1))
    row_groups: tuple[tuple[int, int], ...] = ()
    column_groups: tuple[tuple[int, int], ...] = ()

    @property
    def abreast(self) -> int:
        """How many vectors the result has beside one another, at most."""
        return 4 if self.columns is None or self.columns > 2 * self.lanes else 2 if self.columns > self.lanes else 1

    @property
    def last_team(self) -> int:
        """Members of the team that puts together what all teams have found: each time half of them with the other half."""
        return 1 << min(self.fold_last, self.largest_group).bit_length() - 1

    @property
    def of_a_row(self) -> Target:
        """The same for arrays of one dimension: a single row, which all work-items of a group share."""
        single = replace(self, heights=((1,),), rows_together=(0, 0))
        return single if self.kind == "cpu" else replace(single, groups=((256, 1), (256, 1)), pixel_group=(256, 1))


CPU = Target()
# Sixteen registers of eight floats (AVX2), where a vector of 16 takes two. Two cores of an EPYC 7001, Intel's run time,
# 2048 x 1536, processor time: what branches apart in vectors of 8 0.72 (Mandelbrot, Collatz), ray marching 0.84,
# bisection 0.68; Gaussians of 17 to 41 weights in eight rows of 8 0.88 to 0.73. All else in vectors of 8 would be up to
# 1.2 (gamma) and 1.3 (sums of the picture). Harris in tiles 0.73 of a block, whose products do not stay in registers.
NARROW = replace(CPU, registers=CPU.registers // 4, apart=8, sums=(8, 8), wide=60.0, fours=True)
GPU = Target(
    kind="gpu", lanes=1, local_memory=49152, bandwidth=2900.0, arithmetic=30000.0,
    # Four rows and more keep the memory busy, even where rows have nothing in common.
    heights=((4, 6, 8), (2, 1)), longest=1300, long_row=2500, in_common=0.95, groups=((32, 4), (32, 8)),
    pixel_group=(32, 8), rows_together=(4, 8), waited=(40.0, 1500.0), carried=16,
    # 32 rows, 32 work-items in a row or half of them; four or eight rows each. A 15x15 0.68 ms for 0.92 (4b208df).
    unit=4, tile_widths=(32, 16), tile_heights=(32,), ring_widths=(), room=None, near=None, turn=16.0, last_heights=(4, 8),
    lower_heights=(4, 2), strip_items=128,
    fold_along=(64, 16), fold_parts=(256, 1024), team=True, fold_lot=(4, 16), fold_beside=(32, 4),
    tables=(528, 2048), counted=40.0, fold_costs=20.0, scan_chunk=520, scan_chunks=128,
    loop_from=49, looped=3.0, line_from=36, runs=False, spectra=1.4, free=80.0, ways=0, bundles=True, links=4, wide=80.0,
    interleaved=(2, 4), stored=150.0, again=60, light=8, once=1300, turn_rows=(4, 8), turn_heights=(16, 32), few=0.015,
    narrow=2, in_one_row=(28.0, 4),
    pixel_groups=((32, 8), (32, 4), (64, 4), (16, 16), (128, 1), (8, 8)),
    row_groups=((32, 8), (32, 4), (32, 2), (64, 2), (16, 8)),
    column_groups=((32, 4), (32, 8), (64, 2), (64, 4), (16, 8), (128, 1), (32, 2)),
)


@dataclass(frozen=True, slots=True)
class Common:
    """Numbers that hold on all targets."""

    # -- what operations cost, in additions (those of each operation by itself: ir/ops.py)
    gather: float = 4.0            # a pixel read where data says
    interleaved: float = 8.0       # a channel picked out of colours: the RGB Sobel 1.22 of by hand, 2.1 before (0361e04)
    loop: float = 1000.0           # more than any straight line
    turn: float = 4.0              # of a loop over terms (5686383)
    intermediate: int = 16         # bytes: an image in between is written, read again, and takes others' place in the caches

    # -- which plans are looked for (the plan for non-local means takes 0.5 s for 1.5, f0a6bc6)
    longest_row: int = 1500        # statements of a single row, where nothing less will do
    well: float = 0.4              # of a block's price: where a plan costs less, no further ones are looked for
    better: float = 0.9            # of the best's price: what a plan with more passes may cost
    longest_sums: int = 20_000     # terms of all of a pass: 28,000 took a second to be cut and looked at, and never fitted
    tried: int = 2                 # sets of stages to consider that gain nothing
    program: int = 4               # times the room of a tile, for one of a program (disc of radius 26, 30 ms for 120)
    dearer: float = 1.3            # what all shares of the results may cost, when those together cost 1

    # -- weighted sums as products of a column and a row (26a7096)
    dropped: float = 1e-6          # of the largest weight: the order of float32's own rounding
    composed: int = 4000           # terms of a sum that others were made part of
    factored: float = 0.85         # of the direct sum's cost: what a factored one may cost
    long: int = 7                  # weights in a line from which on the line is worth keeping
    tile_rows: int = 64            # about: what is kept in a tile is hardly computed twice

    # -- large kernels as loops over a table (4b208df; from so many weights on always)
    loop_always: int = 49
    line_always: int = 130         # the same of a line, in vectors: 65 in a row 12.4 ms for 15.5
    loop_turns: int = 4            # a shorter loop is written out

    # -- long sums of like terms as loops (5686383)
    terms: int = 12                # fewer are written out
    terms_worth: float = 150.0     # additions that the terms cost together
    term_leaves: int = 500         # of one term

    # -- windows of one weight, least and greatest values (76b3244 and 3f4a221)
    run: int = 9                   # neighbours in a run
    column: int = 48               # in one that is a column alone: rows of a block add up 31 in 0.8 ms, a tile in 1.9
    window: int = 16               # values in a window: a smaller one is written out

    # -- large kernels by their spectra (2a6e46d: 63x63 ten times as fast); plan and text agree on the pieces
    dense: int = 81                # weights: fewer are best summed as they are;
    most_dense: int = 15000        # more have no room among a GPU's constants
    pieces: tuple[int, ...] = (64, 256, 1024)
    turned: float = 12.0           # additions a pixel, for each halving of a piece: there and back
    longest_piece: float = 3.0     # what the longest pieces cost more, which caches do not hold
    spectra_kept: int = 512 << 10  # bytes of spectra that a work-item has before it; at most,
    spectra_room: int = 4 << 20    # with very wide kernels


COMMON = Common()
