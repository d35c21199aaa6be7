"""Fourier transforms along an axis on a GPU (schedule/transforms.py): a kernel for each pass.

    what is read → short transforms in registers → exchanged in local memory → ... → turned, or unpacked → what is written

After each short transform a number goes to where the next one takes it from (Stockham), so lines come out in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from ..elements import ELEMENTS
from ..kernel.formats import Format
from ..schedule.transforms import Lines, Pass, Placed
from .expressions import double_literal, float_literal
from .line_by_line import Number, Pair, product, root
from .program import Argument, ImageArg, OutputArg, Program, ScalarArg, Scratch, ScratchArg, ScratchImageArg, Step
from .writer import Writer, remark

# The transform of a few numbers, of whatever they are: real parts and imaginary ones to the same.
Short = Callable[[list[Any], list[Any]], tuple[Sequence[Any], Sequence[Any]]]

# What each kernel is told: into how many parts lines are cut here, and were before; how many lie beside one another, and as
# how many they are counted; how many lines there are; how many rows of the picture lie between two of a line's numbers, and
# how many of those are given, and how many there are, if not as many as are transformed.
NUMBERS = "left", "done", "inner", "wide", "count", "apart", "given", "own"
TABLES = "spectrum_real", "spectrum_imag"
OF_ONE = {"real": 1, "pairs": 1, "second": 1}  # what one picture has
ONCE = 1 << 30  # rows for which there is one row of work-items


class _Kernel:
    """The text of a pass. An item has a part of line `c` of its group: it is the `t`th of those who have. Its `i`th short
    transform begins at `u<i>` of the line, and has the numbers r<i>_0, i<i>_0, r<i>_1, ..."""

    def __init__(self, name: str, each: Pass, formats: Sequence[Format], short: Short):
        self.name, self.each, self.short = name, each, short
        self.type, self.writer = ELEMENTS[each.dtype].opencl, Writer(1)
        self.made = self.exchanged = 0
        self.group = each.items * each.lines
        self.sources = dict(zip(("real", "imag")[:OF_ONE.get(each.reads, 2)], formats))
        self.targets = ("to_real", "to_imag")[:OF_ONE.get(each.writes, 2)]
        self.turns = each.across[0] != each.across[1]  # whether another item writes a number than reads it
        self.several = max([-(-(each.length // radix) // each.items) for radix in each.radices])  # transforms of an item

    def text(self) -> str:
        w, each = self.writer, self.each
        if len(each.radices) > 1 or self.unpacks:
            w.line(f"__local {self.type} room[{each.room * (2 if each.both else 1)}];")
        numbers = [f"{part}{i}_{s}" for r in each.radices for i in self.transforms(r) for s in range(r) for part in "ri"]
        w.line(f"{self.type} {', '.join([f'{each} = 0' for each in dict.fromkeys(numbers)])};")
        w.line("const int lane = get_local_id(0);")
        w.line(f"const int first = (get_group_id(0) + get_num_groups(0) * get_group_id(2)) * {each.lines};")
        w.line(f"int c, t, {', '.join([f'u{i}' for i in range(self.several)])};")
        self.places(each.across[0])
        self.read()
        if each.chirped:  # a line is a convolution: between two products with its chirp, its spectrum is multiplied, too
            w.line(f"const {self.type} unit = {self.told(-1.0)} / own;")
            self.multiplied(each.radices[0], self.chirp)
            self.exchanged = 1  # in the loop's pass before
            with w.block("for (int back = 0; back < 2; back++)"):
                with w.block("if (back)"):
                    self.multiplied(each.radices[-1], self.by_spectrum)
                    self.exchange(each.radices[-1], each.length // each.radices[-1], each.radices[0])
                self.whole_lines()
            self.multiplied(each.radices[-1], self.chirp_back)
        else:
            self.whole_lines()
        self.write()
        return f"{self.signature()}\n{{\n{w}\n}}"

    def whole_lines(self) -> None:
        """All short transforms of a line."""
        done, radices = 1, self.each.radices
        for number, radix in enumerate(radices):
            if number:
                self.exchange(radices[number - 1], done // radices[number - 1], radix, number == len(radices) - 1)
            for i in self.transforms(radix):
                with self.those(i, radix):
                    self.transformed(i, radix, done)
            done *= radix

    def multiplied(self, radix: int, how: Callable[[str, Pair], Pair]) -> None:
        """All numbers, by what there is at their places."""
        for i in self.transforms(radix):
            with self.those(i, radix):
                for s, z in enumerate(zip(*self.own(i, radix))):
                    real, imag = how(f"(u{i} + {s * (self.each.length // radix)})", z)
                    self.writer.line(f"r{i}_{s} = {self.told(real)}; i{i}_{s} = {self.told(imag)};")

    def chirp(self, index: str, z: Pair) -> Pair:
        """Times exp(-1j * pi * index ** 2 / own), whose angle is brought to less than half a turn."""
        self.made += 1
        at = f"at{self.made}"
        self.writer.line(f"const int {at} = {index} * {index} % (2 * own);")
        return product(z, self.turn(self.number(f"({at} > own ? {at} - 2 * own : {at}) * unit")))

    def chirp_back(self, index: str, z: Pair) -> Pair:
        return self.chirp(index, z[::-1])

    def by_spectrum(self, index: str, z: Pair) -> Pair:
        """Times that of the chirp; with both parts exchanged, the way back is the same transform."""
        real, imag = (self.number(f"there ? {name}[{index}] : 0") for name in TABLES)
        return product(z, (real, imag))[::-1]

    def signature(self) -> str:
        sources = {**self.sources, **dict.fromkeys(TABLES if self.each.chirped else (), Format(self.each.dtype, 1))}
        parameters = [f"__global const {ELEMENTS[format.dtype].opencl} *restrict {name}, int {name}_w, int {name}_h,"
                      f" int {name}_stride" for name, format in sources.items()]
        parameters += [f"__global {self.type} *restrict {name}, int {name}_stride" for name in self.targets]
        parameters += [f"int {name}" for name in NUMBERS]
        parameters += [f"{self.type} scale"] * self.each.scaled
        return (f"__kernel __attribute__((reqd_work_group_size({self.group}, 1, 1)))\n"
                f"void {self.name}({', '.join(parameters)})")

    # -- numbers

    def told(self, value: Any) -> str:
        if isinstance(value, Number):
            return value.name
        return double_literal(float(value)) if self.type == "double" else float_literal(float(value))

    def number(self, text: str) -> Number:
        self.made += 1
        self.writer.line(f"const {self.type} v{self.made} = {text};")
        return Number(self, f"v{self.made}")

    def turn(self, angle: Number) -> Pair:
        return self.number(f"cospi({angle.name})"), self.number(f"sinpi({angle.name})")

    def powers(self, first: Pair, count: int) -> list[Pair]:
        """A number's powers from none on, each by few products."""
        found: list[Pair] = [(1.0, 0.0), first]
        while len(found) < count:
            half = len(found) // 2
            found.append(product(found[half], found[len(found) - half]))
        return found[:count]

    def own(self, i: int, radix: int) -> tuple[list[Any], list[Any]]:
        """The numbers of a short transform."""
        real, imag = ([Number(self, f"{part}{i}_{s}") for s in range(radix)] for part in "ri")
        return real, imag

    # -- short transforms

    def transforms(self, radix: int) -> range:
        return range(-(-(self.each.length // radix) // self.each.items))

    def some(self, i: int, radix: int) -> str:
        """What holds for the items that have such a transform, if not all do."""
        count = self.each.length // radix
        return f"u{i} < {count}" if (i + 1) * self.each.items > count else ""

    def those(self, i: int, radix: int, also: str = "") -> AbstractContextManager[None]:
        tests = [test for test in (also, self.some(i, radix)) if test]
        return self.writer.block(f"if ({' && '.join(tests)})" if tests else "")

    def transformed(self, i: int, radix: int, done: int) -> None:
        real, imag = self.own(i, radix)
        if self.each.reads == "real" and done == 1 and not self.each.chirped:
            imag = [0.0] * radix
        if done > 1:
            turns = self.powers(self.turn(self.number(f"(u{i} % {done}) * {self.told(-2.0 / (done * radix))}")), radix)
            for s in range(1, radix):
                real[s], imag[s] = product((real[s], imag[s]), turns[s])
        for part, values in zip("ri", self.short(real, imag)):
            for s, value in enumerate(values):
                self.writer.line(f"{part}{i}_{s} = {self.told(value)};")

    # -- places in memory

    def places(self, across: bool) -> None:
        """Which line an item has a part of, and where that begins."""
        each = self.each
        if each.lines == 1:
            line, item = "0", "lane"
        else:
            line, item = (f"lane % {each.lines}", f"lane / {each.lines}") if across else (
                f"lane / {each.items}", f"lane % {each.items}")
        self.writer.line(f"c = {line}; t = {item};")
        self.writer.line(" ".join([f"u{i} = t{f' + {i * each.items}' if i else ''};" for i in range(self.several)]))

    def begin(self) -> None:
        """Where a line is among all."""
        w, each = self.writer, self.each
        w.line("const int which = first + c;")
        w.line(f"const int beside = {'0' if each.rows else 'which % wide'}, its = which{'' if each.rows else ' / wide'};")
        parts = self.parts
        w.line(f"const int part = {f'its % ({parts})' if parts else '0'}, outer = its{f' / ({parts})' if parts else ''};")
        w.line(f"const bool there = which < count{'' if each.rows else ' && beside < inner'};")

    @property
    def parts(self) -> str:
        """Of how many parts lines are, where they are read."""
        return " * ".join(["left"] * self.each.left + ["done"] * self.each.done)

    def begun(self, name: str, picture: bool, kind: str, at: str, step: str) -> None:
        """Where a line begins in memory, and how far apart its numbers are there. A line as a whole has more of them than a
        group, or other ones."""
        each, rows = self.each, self.each.rows
        pitch = ("1" if rows else f"apart * {name}_stride") if picture else "wide"
        own = each.length
        whole = "own" if each.chirped else " * ".join([f"{own}", *[self.parts] * bool(self.parts)])
        along = {"pairs": f"{2 * own}", "whole": f"{2 * own}", "half": f"{own + 1}", "first": f"({whole} / 2 + 1)",
                 "mirrored": f"({whole} / 2 + 1)"}.get(kind, whole)
        along = "given" if each.short and name in self.sources else along
        line = f"{name}_stride" if picture and rows else f"{along} * {name}_pitch"
        self.writer.line(f"const int {name}_pitch = {pitch}, {name}_step = {step}{name}_pitch;")
        self.writer.line(f"const int {name}_from = outer * {line} + {f'{at} * {name}_pitch + ' if at else ''}beside;")

    # -- what is read

    def read(self) -> None:
        w, each = self.writer, self.each
        self.begin()
        radix, mirrored = each.radices[0], each.reads == "mirrored"
        for name in self.sources:
            self.begun(name, each.given, each.reads, "part" if self.parts and not mirrored else "",
                       f"{self.parts} * " if self.parts and not mirrored else "")
        how = {"half": self.read_half, "mirrored": self.read_mirrored}.get(each.reads, self.read_all)
        for i in self.transforms(radix):
            with self.those(i, radix, "there"):
                for s in range(radix):
                    with w.block("") if how != self.read_all else nullcontext():
                        how(i, s, f"u{i} + {s * (each.length // radix)}" if s else f"u{i}", radix)

    def at(self, name: str, index: str) -> str:
        """A number of the line."""
        place, element = f"{name}_from + ({index}) * {name}_step", self.sources[name].dtype
        found = f"vload_half({place}, {name})" if element == "float16" else f"{name}[{place}]"
        found = found if element == self.each.dtype else f"({self.type}){found}"
        return f"({self.whole(index)}) < given ? {found} : 0" if self.each.short else found

    def whole(self, index: str) -> str:
        """A number of the line, counted in the whole of it."""
        parts = self.parts if self.each.reads != "mirrored" else ""
        return f"({index}) * {parts} + part" if parts else index

    def read_all(self, i: int, s: int, index: str, radix: int) -> None:
        if self.each.reads == "pairs":
            self.writer.line(f"r{i}_{s} = {self.at('real', f'2 * ({index})')};")
            self.writer.line(f"i{i}_{s} = {self.at('real', f'2 * ({index}) + 1')};")
            return
        for part, name in zip("ri", self.sources):
            self.writer.line(f"{part}{i}_{s} = {self.at(name, index)};")

    def read_mirrored(self, i: int, s: int, index: str, radix: int) -> None:
        """Of the first half of a real line's transform a number anywhere, with both parts exchanged (fourier.mirrored)."""
        w, each = self.writer, self.each
        whole, at = (f"({each.length} * left)", f"({index}) * left + part") if each.left else (
            "own" if each.chirped else f"{each.length}", index)
        w.line(f"const int at = {at}, near = min(at, {whole} - at);")
        if each.chirped:
            w.line("if (at < own)")
        w.line(f"i{i}_{s} = {self.at('real', 'near')};")
        imag = f"({self.at('imag', 'near')})"
        if each.chirped:
            w.line("if (at < own)")
        w.line(f"r{i}_{s} = at == 0 || 2 * at == {whole} ? 0 : at == near ? {imag} : -{imag};")

    def read_half(self, i: int, s: int, index: str, radix: int) -> None:
        """Of the first half of a line's transform, from both ends, that of its numbers two by two (fourier.unpacked)."""
        length, imag = self.each.length, f"({self.at('imag', index)})"
        far = f"{length} - ({index})"
        # NumPy takes no note of the first imaginary part, and of the last.
        own = self.number(self.at("real", index)), self.number(imag if s else f"u{i} == 0 ? 0 : {imag}")
        imag = f"({self.at('imag', far)})"
        opposite = self.number(self.at("real", far)), self.number(imag if s else f"u{i} == 0 ? 0 : {imag}")
        c, sine = product(self.turn(self.number(f"u{i} * {self.told(-1.0 / length)}")), root(s, 2 * radix))
        r, j = product((own[0] - opposite[0], own[1] + opposite[1]), (c, -sine))
        self.writer.line(f"r{i}_{s} = {(own[1] - opposite[1] + r).name};")
        self.writer.line(f"i{i}_{s} = {(own[0] + opposite[0] - j).name};")

    # -- what is written

    @property
    def unpacks(self) -> bool:
        return self.each.writes in ("half", "whole")

    def write(self) -> None:
        if self.unpacks:
            self.opposite()
        with self.writer.block("") if self.turns else nullcontext():
            if self.turns:
                self.begin()
            self.written()

    def written(self) -> None:
        each, radix = self.each, self.each.radices[-1]
        own = f"(part / done * {each.length} * done + part % done)" if each.left and each.done else (
            "part" if each.done else f"part * {each.length}" if each.left else "")
        for name in self.targets:
            self.begun(name, each.gives, each.writes, own, "done * " if each.done else "")
        count = each.length // radix
        for i in self.transforms(radix):
            with self.those(i, radix, "there"):
                if self.unpacks:
                    self.unpacked(i, radix, count)
                    continue
                real, imag = self.turned(i, radix, count) if each.left else self.own(i, radix)
                if each.scaled:
                    real, imag = ([value * Number(self, "scale") for value in part] for part in (real, imag))
                for s in range(radix):
                    self.put(f"u{i} + {s * count}" if s else f"u{i}", real[s], imag[s])

    def put(self, index: str, real: Any, imag: Any) -> None:
        each = self.each
        places = {"pairs": [(0, f"2 * ({index})", imag), (0, f"2 * ({index}) + 1", real)],  # parts are exchanged: it is the
                  "second": [(0, index, imag)]}.get(each.writes, [(0, index, real), (1, index, imag)])  # way back
        whole = f"({index}) * done + part" if each.done else index
        every = "own" if each.chirped else f"{each.length}{' * done' if each.done else ''}"
        test = f"2 * ({whole}) <= {every}" if each.writes == "first" else f"{index} < own" if each.chirped else ""
        with self.writer.block(f"if ({test})") if test else nullcontext():
            for number, at, value in places:
                name = self.targets[number]
                self.writer.line(f"{name}[{name}_from + ({at}) * {name}_step] = {self.told(value)};")

    def turned(self, i: int, radix: int, count: int) -> tuple[list[Any], list[Any]]:
        """The numbers of a line that is cut, as what remains of it has them."""
        real, imag = self.own(i, radix)
        which = "part / done" if self.each.done else "part"
        all = self.number(f"{self.told(-2.0 / self.each.length)} / left")
        turn = self.turn(self.number(f"({which} * u{i}) * {all.name}"))
        further = self.powers(self.turn(self.number(f"({which} * {count}) * {all.name}")), radix)
        for s in range(radix):
            real[s], imag[s] = product((real[s], imag[s]), product(turn, further[s]))
        return real, imag

    def unpacked(self, i: int, radix: int, count: int) -> None:
        """What the transform of pairs says of that of the line's own numbers (fourier.packed)."""
        length, scale, w = self.each.length, Number(self, "scale"), self.writer
        begun, (to_real, to_imag) = self.turn(self.number(f"u{i} * {self.told(-1.0 / length)}")), self.targets

        def put(index: str, real: Any, imag: Any) -> None:
            w.line(f"{to_real}[{to_real}_from + ({index}) * {to_real}_step] = {self.told(real)};")
            w.line(f"{to_imag}[{to_imag}_from + ({index}) * {to_imag}_step] = {self.told(imag)};")

        for s in range(radix):
            with w.block(""):
                index = f"u{i} + {s * count}"
                r, j, other_r, other_j = (Number(self, f"{part}{i}_{s}") for part in ("r", "i", "or", "oi"))
                turned = product((j + other_j, other_r - r), product(begun, root(s, 2 * radix)))
                real, imag = (r + other_r + turned[0]) * scale, (j - other_j + turned[1]) * scale
                put(index, real, imag)
                if s == 0:
                    with w.block(f"if (u{i} == 0)"):
                        put(f"{length}", (r + other_r - (j + other_j)) * scale, 0.0)
                if self.each.writes == "whole":
                    with w.block(f"if (u{i} != 0)") if s == 0 else nullcontext():
                        put(f"{2 * length} - ({index})", real, -imag)

    # -- local memory

    def passing(self) -> Iterator[tuple[str, Callable[[str, set[int], int], str]]]:
        """Parts of the numbers that go through local memory at a time, and where such a part of one is there."""
        for parts in ["ri"] if self.each.both else ["r", "i"]:
            if self.exchanged:
                self.writer.line("barrier(CLK_LOCAL_MEM_FENCE);")
            self.exchanged += 1
            yield parts, self.room

    def room(self, base: str, residues: set[int], add: int) -> str:
        """The place of number `base + add` of a line; `base` leaves such residues where it is divided by the padding's
        length."""
        each, shift = self.each, self.each.padding
        found = {(x + add >> shift) - (x >> shift) for x in residues}
        place = f"{base} + ({base} >> {shift}) + {add + found.pop()}" if len(found) == 1 else (
            f"{base} + {add} + (({base} + {add}) >> {shift})")
        if each.lines == 1:
            return place
        return f"({place}) * {each.lines} + c" if each.across == (True, True) else f"c * {each.room // each.lines} + {place}"

    def half(self, part: str) -> str:
        """Where one of both parts is in local memory."""
        return f"{self.each.room} + " if part == "i" and self.each.both else ""

    def exchange(self, radix: int, done: int, following: int, is_last: bool = False) -> None:
        """All items put their numbers where the next short transforms take them."""
        w, each, number = self.writer, self.each, self.exchanged
        modulo, block = 1 << each.padding, done * radix
        residues = {(v * block + p) % modulo for v in range(min(modulo, each.length // block)) for p in range(done)}
        for i in self.transforms(radix):
            w.line(f"const int to{number}_{i} = " + (
                f"u{i} * {radix};" if done == 1 else f"u{i} / {done} * {block} + u{i} % {done};"))
        turns = self.turns and is_last
        for parts, room in self.passing():
            if turns and parts == "i":  # which are still where they were
                self.places(each.across[0])
            for i in self.transforms(radix):
                with self.those(i, radix):
                    for part in parts:
                        for s in range(radix):
                            w.line(f"room[{self.half(part)}{room(f'to{number}_{i}', residues, s * done)}] = {part}{i}_{s};")
            w.line("barrier(CLK_LOCAL_MEM_FENCE);")
            if turns:
                self.places(each.across[1])
            for i in self.transforms(following):
                with self.those(i, following):
                    for part in parts:
                        for s in range(following):
                            at = room(f"u{i}", set(range(modulo)), s * (each.length // following))
                            w.line(f"{part}{i}_{s} = room[{self.half(part)}{at}];")

    def opposite(self) -> None:
        """Each item gets the numbers at the opposite places of its own, too: or0_0, oi0_0, ..."""
        w, radix, length = self.writer, self.each.radices[-1], self.each.length
        count, everywhere = length // radix, set(range(1 << self.each.padding))
        w.line(f"{self.type} " + ", ".join([f"o{part}{i}_{s}" for i in self.transforms(radix) for s in range(radix)
                                            for part in "ri"]) + ";")
        for parts, room in self.passing():
            for i in self.transforms(radix):
                with self.those(i, radix):
                    for part in parts:
                        for s in range(radix):
                            w.line(f"room[{self.half(part)}{room(f'u{i}', everywhere, s * count)}] = {part}{i}_{s};")
            w.line("barrier(CLK_LOCAL_MEM_FENCE);")
            for i in self.transforms(radix):
                with self.those(i, radix):
                    for s in range(radix):
                        far = f"{length - s * count} - u{i}"
                        w.line(f"const int from_{s} = {far if s else f'u{i} == 0 ? 0 : {far}'};")
                        for part in parts:
                            w.line(f"o{part}{i}_{s} = room[{self.half(part)}{room(f'from_{s}', {0}, 0)}];")


def program(lines: Lines, passes: Sequence[Placed], formats: tuple[Format, ...], shape: tuple[int, ...],
            short: Short) -> Program:
    """The program of some passes, whose results are of a `shape`, for pictures of such formats: those that are read, and,
    where lines are chirped, the parts of the chirp's spectrum."""
    width, height, depth = (*shape[::-1], 1, 1)[:3]
    stage, texts, steps, scratch = Format(lines.dtype, 1), list[str](), list[Step](), list[Scratch]()
    number = 0
    for at, placed in enumerate(passes):
        each = placed.each
        kernel = _Kernel(f"lines_{at}", each, formats if each.given else (stage, stage), short)
        texts.append(kernel.text())
        names: list[Argument] = [ImageArg(n) if each.given else ScratchImageArg(2 * at - 2 + n)
                                 for n in range(len(formats) if each.given else 2)]
        names += [OutputArg(n) if each.gives else ScratchArg(2 * at + n) for n in range(len(kernel.targets))]
        if not each.gives:  # one row of all numbers
            total = -(-lines.outer * lines.length * lines.wide // depth)
            scratch += [Scratch(stage, (0, 0, total - width, 1 - height))] * 2
        names += [ScalarArg(number + n, "int") for n in range(len(NUMBERS))]
        number += len(NUMBERS)
        names += [ScalarArg(number, kernel.type)] * each.scaled
        groups = -(-counted(lines, placed) // each.lines)
        items = -(-groups // depth) * kernel.group  # of each plane
        steps.append(Step(kernel.name, tuple(names), (1, ONCE), (kernel.group, 1), (0, 0, items - width, 0)))
    source = "\n\n".join([remark(f"Fourier transform of lines of {lines.length}"), *texts]) + "\n"
    if "double" in source:
        source = f"#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n{source}"
    return Program(source, tuple(steps), formats, (stage,) * OF_ONE.get(lines.writes, 2), tuple(scratch),
                   dimensions=3 if len(shape) == 3 else 2)


def numbers(lines: Lines, passes: Sequence[Placed], apart: int, scale: float) -> list[float]:
    """What the kernels are told, in order: see NUMBERS."""
    found = list[float]()
    for placed in passes:
        found += [placed.left, placed.done, lines.inner, lines.wide, counted(lines, placed), apart, lines.given,
                  lines.chirped]
    return [*found, scale] if lines.scaled else found


def counted(lines: Lines, placed: Placed) -> int:
    """How many lines a pass has."""
    return lines.outer * placed.left * placed.done * lines.wide
