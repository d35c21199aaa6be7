"""Lines of numbers put in order on a GPU, kernels as text: by the digits of their keys, the last one first, each time
keeping the order that there was (ir/keys.py says what keys are).

A group puts its numbers in order by four bits in local memory (RANKED): each work-item counts what it has of each digit, in
a column of its own, and what all columns begin with says where each number belongs. That is all of it where a line has room
in local memory. Of a longer one each pass goes by eight bits:

    count    how often each digit comes in each chunk of a line
    begin    what all chunks before come to; of few chunks the next one adds that up itself
    move     a group puts a tile of its chunk in order by the digit, so that what goes to one place goes there together

A pass in which all have one digit copies.
"""

from __future__ import annotations

from typing import NamedTuple

from ..elements import ELEMENTS
from ..kernel.formats import Format
from .program import Argument, ImageArg, OutputArg, Program, ScalarArg, Scratch, ScratchArg, SizeArg, Step
from .writer import Writer

DIGIT, DIGITS = 8, 256
FEW = 64           # chunks that a group adds up itself
CHUNKS = 1024      # of a line, at most
ONCE = 1 << 30     # of a scratch image that has but one piece
LOCAL = "CLK_LOCAL_MEM_FENCE"
WORDS = {8: "uchar", 16: "ushort", 32: "uint", 64: "ulong"}

SO_FAR = """// What all work-items up to this one have.
uint pg_so_far(uint own, __local uint *sums, int me)
{
    int side = 0;
    for (int step = 1; step < THREADS; step *= 4) {
        sums[side + me] = own;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int far = step; far < 4 * step; far += step)
            own += me >= far ? sums[side + me - far] : 0;
        side = THREADS - side;
    }
    return own;
}
"""

HELPERS = """
// A place in local memory: what work-items beside one another take, however far apart, lies in different banks.
int pg_apart(int i)
{
    return i + (i >> 5);
}

// The bits that any work-item has.
word pg_any(word bits, __local word *all, int me)
{
    all[me] = bits;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = me & 15; i < THREADS; i += 16)
        bits |= all[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me < 16)
        all[me] = bits;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 16; i++)
        bits |= all[i];
    return bits;
}

// Where each number of a group belongs by four bits, those with the same ones in the order that they have: a work-item has
// EACH that follow one another. A count has two digits, one in each half.
void pg_ranked(const word *key, int shift, int *rank, __local uint *counts, __local uint *sums, int me)
{
    const int column = pg_apart(me), eight = pg_apart(me * 8);
    #pragma unroll
    for (int d = 0; d < 8; d++)
        counts[column + d * ACROSS] = 0;
    #pragma unroll
    for (int i = 0; i < EACH; i++) {
        const int digit = (int)(key[i] >> shift) & 15, half_ = digit >> 3 << 4;
        __local uint *const count = counts + column + (digit & 7) * ACROSS;
        const uint so_far = *count;
        rank[i] = so_far >> half_ & 0xffff;
        *count = so_far + (1u << half_);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint own[8], all = 0;
    #pragma unroll
    for (int d = 0; d < 8; d++)
        all += own[d] = counts[eight + d];
    uint before = pg_so_far(all, sums, me) - all;
    #pragma unroll
    for (int d = 0; d < 8; d++) {
        counts[eight + d] = before;
        before += own[d];
    }
    if (me == THREADS - 1)
        sums[2 * THREADS] = before;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int lower = sums[2 * THREADS] & 0xffff;
    #pragma unroll
    for (int i = 0; i < EACH; i++) {
        const int digit = (int)(key[i] >> shift) & 15, half_ = digit >> 3 << 4;
        rank[i] += (counts[column + (digit & 7) * ACROSS] >> half_ & 0xffff) + (half_ ? lower : 0);
    }
}
"""


class Shape(NamedTuple):
    """How many work-items a group has, how many numbers each of them, and of how many such tiles a chunk is."""

    threads: int
    each: int
    turns: int = 1

    @property
    def items(self) -> int:
        return self.threads * self.each

    @property
    def chunk(self) -> int:
        return self.items * self.turns


LARGE = Shape(512, 8), Shape(256, 8), Shape(256, 4)  # of long lines, the best first


def longest(bits: int, room: int) -> int:
    """The longest line that a group puts in order by itself."""
    return max(each for each in (4, 8, 16, 32) if needed(Shape(256, each), bits) <= room) * 256


def needed(shape: Shape, bits: int) -> int:
    """Bytes of local memory."""
    return apart(shape.items) * (8 if bits == 64 else 4) + apart(8 * shape.threads) * 4 + 8 * shape.threads + 8 + 8 * DIGITS


def apart(count: int) -> int:
    return count + (count >> 5) + 1


def shape_of(length: int, bits: int, room: int) -> Shape:
    """What is best for lines so long. What each work-item has is a power of two, so that its places are one and those that
    follow."""
    if length <= longest(bits, room):
        each = 1
        while each < 8 and each * 32 < length or each * 256 < length:
            each *= 2
        return Shape(-(-length // (32 * each)) * 32, each)
    shape = next(each for each in LARGE if needed(each, bits) <= room)
    while -(-length // shape.chunk) > CHUNKS:
        shape = shape._replace(turns=2 * shape.turns)
    return shape


def program(dtype: str, length: int, places: bool, room: int, shape: Shape | None = None, few: int = FEW) -> Program:
    """What puts lines of such numbers in order; or gives their `places` in that order, those of equal ones as they come."""
    bits = ELEMENTS[dtype].size * 8
    return _Sorting(dtype, length, places, shape or shape_of(length, bits, room), few).program()


class _Sorting:
    def __init__(self, dtype: str, length: int, places: bool, shape: Shape, few: int):
        self.element, self.dtype, self.length, self.places, self.shape = ELEMENTS[dtype], dtype, length, places, shape
        self.bits = self.element.size * 8
        self.stored, self.word = WORDS[self.bits], "ulong" if self.bits == 64 else "uint"
        self.passes = self.bits // DIGIT
        self.adds = -(-length // shape.chunk) <= few  # counts are added up where they are asked for
        self.result = "long" if places else self.stored

    def program(self) -> Program:
        at_once = self.length <= self.shape.items
        kernels, steps, scratch = self.at_once() if at_once else self.in_passes()
        told = f"{'places of ' * self.places}lines of {self.dtype} in order: "
        told += "each by one group" if at_once else f"by {self.passes} digits, {self.shape.turns} tiles a chunk"
        told += f"; groups of {self.shape.threads} with {self.shape.items} numbers"
        source = "\n\n".join([f"// {told}", self.head(), *kernels])
        outputs = Format("int64" if self.places else self.dtype, 1),
        return Program(source + "\n", tuple(steps), (Format(self.dtype, 1),), outputs, tuple(scratch))

    def head(self) -> str:
        """What all kernels have in common."""
        sizes = (f"enum {{ THREADS = {self.shape.threads}, EACH = {self.shape.each}, ITEMS = THREADS * EACH, "
                 "ACROSS = THREADS + THREADS / 32 };")
        types = [f"typedef {self.word} word;", f"typedef {self.stored} stored;"]
        return "\n".join([*types, sizes, self.keys(), SO_FAR, HELPERS.strip()])

    def keys(self) -> str:
        """Numbers as whole ones without a sign that have the same order, and back."""
        top, kind = 1 << self.bits - 1, self.element.kind
        if kind != "f":
            turned = f" ^ {top:#x}" if kind == "i" else ""
            return (f"word key_of(word bits) {{ return bits{turned}; }}\n"
                    f"word number_of(word key) {{ return key{turned}; }}")
        nothing, every = {16: 0x7c00, 32: 0x7f800000, 64: 0x7ff << 52}[self.bits], 2 * top - 1
        quiet = nothing | (nothing & -nothing) >> 1
        zero = "    bits = number ? bits : 0;  // both are equal\n" if self.places else ""
        return (f"word key_of(word bits)\n{{\n"
                f"    const word number = bits & {top - 1:#x};\n"
                f"    bits = number > {nothing:#x} ? {quiet:#x} : bits;\n{zero}"
                f"    return bits ^ (bits & {top:#x} ? {every:#x} : {top:#x});\n}}\n"
                f"word number_of(word key) {{ return key ^ (key & {top:#x} ? {top:#x} : {every:#x}); }}")

    def kernel(self, name: str, parameters: list[str], threads: int | None = None) -> str:
        return (f"__kernel __attribute__((reqd_work_group_size({threads or self.shape.threads}, 1, 1)))\n"
                f"void {name}({', '.join([*parameters, 'int width', 'int height'])})\n{{\n")

    def room(self, w: Writer) -> None:
        """Local memory, and what a work-item has."""
        w.line(f"__local word exchanged[{apart(self.shape.items)}];")
        w.line(f"__local uint counts[{apart(8 * self.shape.threads)}];")
        w.line("__local uint sums[2 * THREADS + 2] __attribute__((aligned(8)));")
        w.line("const int me = get_local_id(0), mine = pg_apart(me * EACH), beside = pg_apart(me);")
        w.line("word key[EACH];")
        w.line("int rank[EACH];")
        if self.places:
            w.line("__local uint *const others = (__local uint *)exchanged;")
            w.line("uint place[EACH];")

    def each(self, w: Writer, *lines: str) -> None:
        w.line("#pragma unroll")
        with w.block("for (int i = 0; i < EACH; i++)"):
            for line in lines:
                w.line(line)

    def barrier(self, w: Writer) -> None:
        w.line(f"barrier({LOCAL});")

    def exchange(self, w: Writer, room: str, value: str) -> None:
        """All of a group's to where they belong, and each work-item's from there."""
        self.each(w, f"{room}[pg_apart(rank[i])] = {value}[i];")
        self.barrier(w)
        self.each(w, f"{value}[i] = {room}[mine + i];")

    # --- lines that have room in local memory ---------------------------------------------------------------------------

    def at_once(self) -> tuple[list[str], list[Step], list[Scratch]]:
        w = Writer(1)
        self.room(w)
        w.line("const long line = get_group_id(1);")
        w.line("from += line * from_stride;")
        w.line("into += line * into_stride;")
        self.each(w, "const int at = i * THREADS + me;",
                  "exchanged[beside + i * ACROSS] = at < width ? key_of(from[at]) : (word)-1;")
        self.barrier(w)
        w.line("word differs = 0;")
        self.each(w, "const int at = me * EACH + i;", "key[i] = exchanged[mine + i];",
                  *["place[i] = at;"] * self.places, "differs |= at < width ? key[i] ^ exchanged[0] : 0;")
        w.line("differs = pg_any(differs, (__local word *)sums, me);")
        with w.block(f"for (int shift = 0; shift < {self.bits}; shift += 4)"), w.block("if (differs >> shift & 15)"):
            w.line("pg_ranked(key, shift, rank, counts, sums, me);")
            if self.places:
                self.exchange(w, "others", "place")
                self.barrier(w)
            self.exchange(w, "exchanged", "key")
        if self.places:
            self.barrier(w)
            self.each(w, "others[mine + i] = place[i];")
            self.barrier(w)
        found = "others[beside + i * ACROSS]" if self.places else "number_of(exchanged[beside + i * ACROSS])"
        self.each(w, "const int at = i * THREADS + me;", "if (at < width)", f"    into[at] = {found};")
        parameters = ["__global const stored *restrict from", "int from_w", "int from_h", "int from_stride",
                      f"__global {self.result} *restrict into", "int into_stride"]
        step = Step("in_order", (ImageArg(0), OutputArg(0), SizeArg()), (ONCE, 1), (self.shape.threads, 1))
        return [self.kernel("in_order", parameters) + f"{w}\n}}"], [step], []

    # --- longer ones ----------------------------------------------------------------------------------------------------

    def in_passes(self) -> tuple[list[str], list[Step], list[Scratch]]:
        shape, last = self.shape, self.passes - 1
        word = Format({"uchar": "uint8", "ushort": "uint16", "uint": "uint32", "ulong": "uint64"}[self.stored], 1)
        counts = Format("int32", 1)
        scratch = [Scratch(counts, across=(shape.chunk, DIGITS)), Scratch(counts, across=(ONCE, DIGITS)), Scratch(word)]
        keys: list[Argument] = [ScratchArg(2), OutputArg(0)]  # in turns, so that the last one is the result
        if self.places:
            scratch += [Scratch(word), Scratch(Format("int32", 1))]
            keys[1] = ScratchArg(3)
        others: list[Argument] = [ScratchArg(4), OutputArg(0)]
        into = [(last - n) % 2 == 0 for n in range(self.passes)]
        kernels, steps = dict[str, str](), list[Step]()
        grid = (shape.chunk // shape.threads, 1), (shape.threads, 1)
        begins = [] if self.adds else [ScratchArg(1)]
        for number in range(self.passes):
            first, final, shift = number == 0, number == last, ScalarArg(number, "int")
            source: Argument = ImageArg(0) if first else keys[into[number - 1]]
            name = f"count{'_first' * first}"
            kernels.setdefault(name, self.count(name, first))
            steps.append(Step(name, (source, ScratchArg(0), shift, SizeArg()), *grid))
            if not self.adds:
                kernels.setdefault("begin", self.begin())
                steps.append(Step("begin", (ScratchArg(0), ScratchArg(1), SizeArg()), (ONCE, 1), (256, 1),
                                  pieces=(1, DIGITS // 8)))
            name = f"move{'_first' * first}{'_last' * final}"
            kernels.setdefault(name, self.move(name, first, final))
            moved = [others[into[number - 1]]] if self.places and not first else []
            given: list[Argument] = [source, *moved, ScratchArg(0), *begins]
            given += [keys[into[number]]] * (not self.places or not final) + [others[into[number]]] * self.places
            steps.append(Step(name, (*given, shift, SizeArg()), *grid))
        return list(kernels.values()), steps, scratch

    def source(self, first: bool) -> list[str]:
        return ["__global const stored *restrict from", *["int from_w", "int from_h"] * first, "int from_stride"]

    def count(self, name: str, first: bool) -> str:
        w = Writer(1)
        w.line(f"__local uint many[{DIGITS}];")
        w.line(f"const int me = get_local_id(0), begin = get_group_id(0) * {self.shape.chunk};")
        w.line("const long line = get_group_id(1);")
        w.line("from += line * from_stride;")
        w.line(f"for (int d = me; d < {DIGITS}; d += THREADS)")
        w.line("    many[d] = 0;")
        self.barrier(w)
        with w.block(f"for (int first = begin; first < min(width, begin + {self.shape.chunk}); first += ITEMS)"):
            w.line("word key[EACH];")
            self.each(w, "const int at = first + i * THREADS + me;",
                      f"key[i] = at < width ? {self.key('from[at]', first)} : 0;")
            self.each(w, "if (first + i * THREADS + me < width)", "    atomic_inc(many + ((int)(key[i] >> shift) & 255));")
        self.barrier(w)
        w.line(f"for (int d = me; d < {DIGITS}; d += THREADS)")
        w.line(f"    counts[line * counts_stride + get_group_id(0) * {DIGITS} + d] = many[d];")
        return self.kernel(name, [*self.source(first), "__global uint *restrict counts", "int counts_stride", "int shift"]
                           ) + f"{w}\n}}"

    def begin(self) -> str:
        """Eight digits a group, for each of which 32 work-items go over the chunks."""
        w = Writer(1)
        w.line("__local uint sums[256];")
        w.line("const int me = get_local_id(0), part = me >> 3, digit = get_group_id(1) % 32 * 8 + (me & 7);")
        w.line(f"const int chunks = (width + {self.shape.chunk - 1}) / {self.shape.chunk}, share = (chunks + 31) / 32;")
        w.line("const int first = min(chunks, part * share), last = min(chunks, first + share);")
        w.line("const long line = get_group_id(1) / 32;")
        w.line("counts += line * counts_stride + digit;")
        w.line("uint sum = 0, before = 0;")
        w.line("#pragma unroll 8")
        w.line("for (int chunk = first; chunk < last; chunk++)")
        w.line(f"    sum += counts[chunk * {DIGITS}];")
        w.line("sums[me] = sum;")
        self.barrier(w)
        w.line("for (int i = me & 7; i < me; i += 8)")
        w.line("    before += sums[i];")
        w.line("if (part == 31)")
        w.line("    totals[line * totals_stride + digit] = before + sum;")
        w.line("#pragma unroll 8")
        with w.block("for (int chunk = first; chunk < last; chunk++)"):
            w.line(f"const uint here = counts[chunk * {DIGITS}];")
            w.line(f"counts[chunk * {DIGITS}] = before;")
            w.line("before += here;")
        return self.kernel("begin", ["__global uint *counts", "int counts_stride",
                                     "__global uint *restrict totals", "int totals_stride"], 256) + f"{w}\n}}"

    def key(self, stored: str, first: bool) -> str:
        return f"key_of({stored})" if first else stored

    def move(self, name: str, first: bool, last: bool) -> str:
        w, shape, places, numbers = Writer(1), self.shape, self.places, not self.places or not last
        self.room(w)
        w.line(f"__local uint begins[{DIGITS}], ahead[{DIGITS}];")
        w.line("__local int one;")
        w.line("const int chunk = get_group_id(0);")
        w.line("const long line = get_group_id(1);")
        for pointer in ["from", *["places_from"] * (places and not first), "counted", *["totals"] * (not self.adds),
                        *["into"] * numbers, *["places_into"] * places]:
            w.line(f"{pointer} += line * {pointer}_stride;")
        w.line("const int before = pg_apart(me - 1), behind = pg_apart(me + 1);")
        w.line("uint total = 0, there = 0;")
        with w.block(f"if (me < {DIGITS})"):
            if self.adds:
                w.line("#pragma unroll 8")
                with w.block(f"for (int other = 0; other < (width + {shape.chunk - 1}) / {shape.chunk}; other++)"):
                    w.line(f"const uint here = counted[other * {DIGITS} + me];")
                    w.line("there += other < chunk ? here : 0;")
                    w.line("total += here;")
            else:
                w.line("total = totals[me];")
                w.line(f"there = counted[chunk * {DIGITS} + me];")
        w.line("if (me == 0)")
        w.line("    one = 0;")
        w.line("there += pg_so_far(total, sums, me) - total;")
        w.line(f"if (me < {DIGITS})")
        w.line("    begins[me] = there;")
        w.line("if (total == width)")
        w.line("    one = 1;")
        self.barrier(w)
        w.line("word next[EACH];  // is on its way while the tile before is put in order")
        self.fetch(w, f"chunk * {shape.chunk}", first)
        with w.block(f"for (int turn = 0; turn < {shape.turns}; turn++)"):
            w.line(f"const int begin = (chunk * {shape.turns} + turn) * ITEMS, count = min((int)ITEMS, width - begin);")
            with w.block("if (one)", "} else if (count > 0) {"):
                self.copied(w, first, last, numbers)
            w.depth += 1
            self.tile(w, first, last, numbers)
            w.depth -= 1
            w.line("}")
        parameters = self.source(first)
        if places and not first:
            parameters += ["__global const uint *restrict places_from", "int places_from_stride"]
        parameters += ["__global const uint *restrict counted", "int counted_stride"]
        if not self.adds:
            parameters += ["__global const uint *restrict totals", "int totals_stride"]
        if numbers:
            parameters += ["__global stored *restrict into", "int into_stride"]
        if places:
            parameters += [f"__global {'long' if last else 'uint'} *restrict places_into", "int places_into_stride"]
        return self.kernel(name, [*parameters, "int shift"]) + f"{w}\n}}"

    def fetch(self, w: Writer, begin: str, first: bool) -> None:
        """A tile's keys; behind the last one are those that come last."""
        self.each(w, f"const int at = {begin} + i * THREADS + me;",
                  f"next[i] = at < width ? {self.key('from[at]', first)} : (word)-1;")

    def written(self, key: str, last: bool) -> str:
        return f"number_of({key})" if last else key

    def copied(self, w: Writer, first: bool, last: bool, numbers: bool) -> None:
        with w.block("for (int i = me; i < count; i += THREADS)"):
            if numbers:
                w.line(f"into[begin + i] = {self.written(self.key('from[begin + i]', first), last)};")
            if self.places:
                w.line(f"places_into[begin + i] = {'begin + i' if first else 'places_from[begin + i]'};")

    def tile(self, w: Writer, first: bool, last: bool, numbers: bool) -> None:
        if self.places and not first:
            self.each(w, "const int at = i * THREADS + me;",
                      "others[beside + i * ACROSS] = at < count ? places_from[begin + at] : 0;")
            self.barrier(w)
            self.each(w, "place[i] = others[mine + i];")
            self.barrier(w)
        self.each(w, "exchanged[beside + i * ACROSS] = next[i];")
        self.barrier(w)
        self.each(w, "key[i] = exchanged[mine + i];",
                  *["place[i] = begin + me * EACH + i;"] * (self.places and first))
        if self.shape.turns > 1:
            with w.block(f"if (turn < {self.shape.turns - 1})"):
                self.fetch(w, "begin + ITEMS", first)
        w.line("pg_ranked(key, shift, rank, counts, sums, me);")
        if self.places:
            self.exchange(w, "others", "place")
            self.barrier(w)
        self.exchange(w, "exchanged", "key")
        w.line("pg_ranked(key, shift + 4, rank, counts, sums, me);")
        self.each(w, "exchanged[pg_apart(rank[i])] = key[i];")
        self.barrier(w)
        self.each(w, "const int at = i * THREADS + me;", "key[i] = exchanged[beside + i * ACROSS];",
                  "const int digit = (int)(key[i] >> shift) & 255;",
                  "if (at < count && (at == 0 || digit != ((int)(exchanged[before + i * ACROSS] >> shift) & 255)))",
                  "    ahead[digit] = begins[digit] - at;")
        self.barrier(w)
        w.line("int to[EACH];")
        self.each(w, "const int at = i * THREADS + me, digit = (int)(key[i] >> shift) & 255;", "to[i] = ahead[digit] + at;",
                  "if (at < count && (at == count - 1 || digit != ((int)(exchanged[behind + i * ACROSS] >> shift) & 255)))",
                  "    begins[digit] = to[i] + 1;",
                  *["if (at < count)", f"    into[to[i]] = {self.written('key[i]', last)};"] * numbers)
        if self.places:
            self.barrier(w)
            self.each(w, "others[pg_apart(rank[i])] = place[i];")
            self.barrier(w)
            self.each(w, "const int at = i * THREADS + me;", "if (at < count)",
                      "    places_into[to[i]] = others[beside + i * ACROSS];")
        self.barrier(w)
