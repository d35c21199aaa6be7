"""The product of two matrices on a GPU, a kernel as text: a group computes a tile of the result. It has a slice of the rows
and of the columns that it needs in local memory, while the next one is on its way into registers; each work-item adds up
fours of rows and columns in registers. Every number is added up in the order of its factors, as a plain loop does it.
"""

from __future__ import annotations

from typing import NamedTuple

from ..kernel.formats import Format
from .program import ImageArg, OutputArg, Program, SizeArg, Step


class Tile(NamedTuple):
    """Rows and columns of a group, how many factors of each it has at a time, and the rows and columns of a work-item."""

    rows: int
    columns: int
    depth: int
    tall: int
    wide: int

    @property
    def threads(self) -> int:
        return self.rows // self.tall * (self.columns // self.wide)

    def groups(self, width: int, height: int) -> int:
        return -(-width // self.columns) * -(-height // self.rows)


# H200, ms: 2048 x 2048 x 2048 by 256 x 128 0.55, by 128 x 64 0.66, by 64 x 64 1.1; 1024 0.28, 0.11, 0.15; 512 by 128 x 64
# 0.058, by 64 x 64 0.045, by 32 x 32 0.028. So the largest of which there are as many as there are compute units.
TILES = (Tile(256, 128, 16, 16, 8), Tile(128, 128, 16, 8, 8), Tile(128, 64, 16, 8, 8), Tile(64, 64, 16, 4, 4),
         Tile(32, 32, 32, 4, 4))
ENOUGH = 0.9  # of the compute units

SOURCE = """// a product of matrices; groups of {threads}, tiles of {rows} x {columns}

enum {{ ROWS = {rows}, COLUMNS = {columns}, DEPTH = {depth}, TALL = {tall} / 4, WIDE = {wide} / 4,
       ACROSS = COLUMNS / {wide}, DOWN = ROWS / {tall}, THREADS = ACROSS * DOWN,
       OF_A = ROWS * DEPTH / 4 / THREADS, OF_B = COLUMNS * DEPTH / 4 / THREADS }};

// Four numbers of a row that has so many; what is behind them is none.
float4 pg_four(__global const float *restrict row, int at, int count, int aligned)
{{
    if (at + 4 <= count)
        return aligned ? *(__global const float4 *)(row + at) : vload4(0, row + at);
    return (float4)(at < count ? row[at] : 0.0f, at + 1 < count ? row[at + 1] : 0.0f,
            at + 2 < count ? row[at + 2] : 0.0f, 0.0f);
}}

__kernel __attribute__((reqd_work_group_size(ACROSS, DOWN, 1)))
void product(__global const float *restrict a, int a_w, int a_h, int a_stride,
        __global const float *restrict b, int b_w, int b_h, int b_stride,
        __global float *restrict out, int out_stride, int width, int height)
{{
    __local float4 of_a[DEPTH][ROWS / 4 + 1], of_b[DEPTH][COLUMNS / 4];
    const int across = get_local_id(0), down = get_local_id(1), me = down * ACROSS + across;
    const int x = get_group_id(0) * COLUMNS, y = get_group_id(1) * ROWS;
    const int a_aligned = (a_stride & 3) == 0, b_aligned = (b_stride & 3) == 0;
    float4 next_a[OF_A], next_b[OF_B], sums[TALL][4][WIDE];
    #pragma unroll
    for (int i = 0; i < TALL; i++)
        #pragma unroll
        for (int n = 0; n < 4; n++)
            #pragma unroll
            for (int j = 0; j < WIDE; j++)
                sums[i][n][j] = (float4)(0.0f);
    for (int begin = -DEPTH; begin < a_w; begin += DEPTH) {{
        if (begin >= 0) {{  // what came last time goes to local memory, where all have read what was there
            barrier(CLK_LOCAL_MEM_FENCE);
            #pragma unroll
            for (int n = 0; n < OF_A; n++) {{
                const int at = me + n * THREADS, row = at / (DEPTH / 4), from = at % (DEPTH / 4) * 4;
                const float four[4] = {{next_a[n].x, next_a[n].y, next_a[n].z, next_a[n].w}};
                #pragma unroll
                for (int k = 0; k < 4; k++)
                    ((__local float *)of_a[from + k])[row] = four[k];
            }}
            #pragma unroll
            for (int n = 0; n < OF_B; n++) {{
                const int at = me + n * THREADS;
                of_b[at / (COLUMNS / 4)][at % (COLUMNS / 4)] = next_b[n];
            }}
            barrier(CLK_LOCAL_MEM_FENCE);
        }}
        const int from = begin + DEPTH;
        if (from < a_w) {{
            #pragma unroll
            for (int n = 0; n < OF_A; n++) {{
                const int at = me + n * THREADS, row = min(y + at / (DEPTH / 4), height - 1);
                next_a[n] = pg_four(a + (long)row * a_stride, from + at % (DEPTH / 4) * 4, a_w, a_aligned);
            }}
            #pragma unroll
            for (int n = 0; n < OF_B; n++) {{
                const int at = me + n * THREADS, row = from + at / (COLUMNS / 4);
                next_b[n] = row < b_h ? pg_four(b + (long)row * b_stride, x + at % (COLUMNS / 4) * 4, width, b_aligned)
                    : (float4)(0.0f);
            }}
        }}
        if (begin >= 0) {{
            #pragma unroll
            for (int k = 0; k < DEPTH; k++) {{
                float4 here[WIDE];
                #pragma unroll
                for (int j = 0; j < WIDE; j++)
                    here[j] = of_b[k][across + j * ACROSS];
                #pragma unroll
                for (int i = 0; i < TALL; i++) {{
                    const float4 rows = of_a[k][down + i * DOWN];
                    #pragma unroll
                    for (int j = 0; j < WIDE; j++) {{
                        sums[i][0][j] = fma((float4)(rows.x), here[j], sums[i][0][j]);
                        sums[i][1][j] = fma((float4)(rows.y), here[j], sums[i][1][j]);
                        sums[i][2][j] = fma((float4)(rows.z), here[j], sums[i][2][j]);
                        sums[i][3][j] = fma((float4)(rows.w), here[j], sums[i][3][j]);
                    }}
                }}
            }}
        }}
    }}
    #pragma unroll
    for (int i = 0; i < TALL; i++)
        #pragma unroll
        for (int n = 0; n < 4; n++) {{
            const int row = y + (down + i * DOWN) * 4 + n;
            if (row >= height)
                continue;
            __global float *into = out + (long)row * out_stride;
            #pragma unroll
            for (int j = 0; j < WIDE; j++) {{
                const int at = x + (across + j * ACROSS) * 4;
                const float4 four = sums[i][n][j];
                if (at + 4 <= width && (out_stride & 3) == 0)
                    *(__global float4 *)(into + at) = four;
                else {{
                    if (at < width) into[at] = four.x;
                    if (at + 1 < width) into[at + 1] = four.y;
                    if (at + 2 < width) into[at + 2] = four.z;
                    if (at + 3 < width) into[at + 3] = four.w;
                }}
            }}
        }}
}}
"""


def program(width: int, height: int, units: int, room: int) -> Program:
    """What multiplies matrices to one of such a size, on a device of so many compute units, whose groups have such room."""
    many = [tile for tile in TILES if tile.groups(width, height) >= ENOUGH * units and fits(tile, room)]
    return of_tile(many[0] if many else TILES[-1])


def fits(tile: Tile, room: int) -> bool:
    return 4 * tile.depth * (tile.rows + 4 + tile.columns) <= room


def of_tile(tile: Tile) -> Program:
    number = Format("float32", 1)
    step = Step("product", (ImageArg(0), ImageArg(1), OutputArg(0), SizeArg()), (tile.wide, tile.tall),
                (tile.columns // tile.wide, tile.rows // tile.tall))
    return Program(SOURCE.format(**tile._asdict(), threads=tile.threads), (step,), (number, number), (number,))
