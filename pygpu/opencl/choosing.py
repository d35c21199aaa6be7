"""What a mask chooses, put side by side on a GPU: kernels as text.

    count    how many each tile of the mask chooses
    begin    how many all tiles before do, and how many there are: the host has to know that, for what comes next has room
    move     a group puts the places that its tile chooses side by side in local memory, and what lies there in order

What is chosen may be rows of several numbers.
"""

from __future__ import annotations

from ..elements import ELEMENTS
from ..kernel.formats import Format
from .program import ImageArg, OutputArg, Program, ScalarArg, SizeArg, Step
from .sorting import SO_FAR, WORDS

THREADS, EACH = 256, 16
ITEMS = THREADS * EACH
MASK, COUNT = Format("bool", 1), Format("int32", 1)

HEAD = f"enum {{ THREADS = {THREADS}, EACH = {EACH}, ITEMS = THREADS * EACH }};\n\n{SO_FAR}"
KERNEL = f"__kernel __attribute__((reqd_work_group_size({THREADS}, 1, 1)))"

COUNTING = f"""// how many a mask chooses; groups of {THREADS} with {ITEMS} truths

{HEAD}
{KERNEL}
void count(__global const uchar *restrict mask, int mask_w, int mask_h, int mask_stride,
        __global uint *restrict begins, int begins_stride, int width, int height)
{{
    __local uint sums[2 * THREADS];
    const int me = get_local_id(0), begin = get_group_id(0) * ITEMS;
    uint own = 0;
    #pragma unroll
    for (int i = 0; i < EACH; i++) {{
        const int at = begin + i * THREADS + me;
        own += at < width && mask[at];
    }}
    own = pg_so_far(own, sums, me);
    if (me == THREADS - 1)
        begins[get_group_id(0)] = own;
}}

{KERNEL}
void begin(__global uint *begins, int begins_stride, __global uint *restrict total, int total_stride, int width, int height)
{{
    __local uint sums[2 * THREADS];
    const int me = get_local_id(0), tiles = (width + ITEMS - 1) / ITEMS, share = (tiles + THREADS - 1) / THREADS;
    const int first = min(tiles, me * share), last = min(tiles, first + share);
    uint own = 0;
    for (int tile = first; tile < last; tile++)
        own += begins[tile];
    uint before = pg_so_far(own, sums, me);
    if (me == THREADS - 1)
        total[0] = before;
    before -= own;
    for (int tile = first; tile < last; tile++) {{
        const uint here = begins[tile];
        begins[tile] = before;
        before += here;
    }}
}}
"""

MOVING = """// what a mask chooses, side by side; groups of {threads} with {items} truths

typedef {stored} stored;
{head}
{kernel}
void move(__global const uchar *restrict mask, int mask_w, int mask_h, int mask_stride,
        __global const stored *restrict from, int from_w, int from_h, int from_stride,
        __global const uint *restrict begins, int begins_w, int begins_h, int begins_stride,
        __global stored *restrict into, int into_stride, int row, int width, int height)
{{
    __local uchar truths[ITEMS + ITEMS / 16];
    __local ushort places[ITEMS];
    __local uint sums[2 * THREADS];
    __local int count;
    const int me = get_local_id(0), begin = get_group_id(0) * ITEMS;
    #pragma unroll
    for (int i = 0; i < EACH; i++) {{
        const int at = i * THREADS + me;
        truths[at + at / 16] = begin + at < width ? mask[begin + at] : 0;
    }}
    barrier(CLK_LOCAL_MEM_FENCE);
    uint own = 0;
    for (int i = 0; i < EACH; i++)
        own += truths[me * (EACH + 1) + i] != 0;
    uint place = pg_so_far(own, sums, me);
    if (me == THREADS - 1)
        count = place;
    place -= own;
    for (int i = 0; i < EACH; i++)
        if (truths[me * (EACH + 1) + i])
            places[place++] = me * EACH + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    into += (long)begins[get_group_id(0)] * row;
    from += (long)begin * row;
    if (row == 1) {{
        for (int i = me; i < count; i += THREADS)
            into[i] = from[places[i]];
        return;
    }}
    for (long i = me; i < (long)count * row; i += THREADS)
        into[i] = from[(long)places[i / row] * row + i % row];
}}
"""


def counting() -> Program:
    """What finds where each tile's begin, and how many there are."""
    steps = (Step("count", (ImageArg(0), OutputArg(0), SizeArg()), (EACH, 1), (THREADS, 1)),
             Step("begin", (OutputArg(0), OutputArg(1), SizeArg()), (1 << 30, 1), (THREADS, 1)))
    return Program(COUNTING, steps, (MASK,), (COUNT, COUNT), any_size=True)


def moving(form: Format) -> Program:
    """What puts what is chosen side by side: of the mask, the whole, and where each tile's begin."""
    stored = WORDS[8 * ELEMENTS[form.dtype].size]
    source = MOVING.format(threads=THREADS, items=ITEMS, stored=stored, head=HEAD, kernel=KERNEL)
    steps = (Step("move", (ImageArg(0), ImageArg(1), ImageArg(2), OutputArg(0), ScalarArg(0, "int"), SizeArg()), (EACH, 1),
                  (THREADS, 1)),)
    return Program(source, steps, (MASK, form, COUNT), (form,), any_size=True)
