"""Fourier transforms along an axis on a GPU (schedule/transforms.py): a kernel for each pass.

    what is read → short transforms in registers → exchanged in local memory → ... → turned, or unpacked → what is written

After each short transform a number goes to where the next one takes it from (Stockham), so lines come out in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from math import pi, prod
from cmath import exp

from ..elements import ELEMENTS
from ..kernel.formats import Format
from ..schedule.transforms import Lines, Pass, Placed
from .expressions import double_literal, float_literal
from .program import Argument, ImageArg, OutputArg, Program, ScalarArg, Scratch, ScratchArg, ScratchImageArg, Step
from .writer import Writer, remark

Short = Callable[[list, list], "tuple[tuple, tuple]"]  # the transform of a few numbers, of whatever they are
NUMBERS = "left", "done", "inner", "count", "planes", "to_planes"
OF_ONE = {"real": 1, "pairs": 1, "second": 1}  # what one picture has
ONCE = 1 << 30  # rows for which there is one row of work-items


class Number:
    """A number of the kernel, or what is computed with it: each step a line of its own."""

    def __init__(self, kernel: _Kernel, name: str):
        self.kernel, self.name = kernel, name

    def _of(self, text: str) -> Number:
        return self.kernel.number(text)

    def __add__(self, other: object) -> Number:
        return self if other == 0.0 else self._of(f"{self.name} + {self.kernel.told(other)}")

    __radd__ = __add__

    def __sub__(self, other: object) -> Number:
        return self if other == 0.0 else self._of(f"{self.name} - {self.kernel.told(other)}")

    def __rsub__(self, other: object) -> Number:
        return -self if other == 0.0 else self._of(f"{self.kernel.told(other)} - {self.name}")

    def __mul__(self, other: object) -> Number | float:
        if other == 0.0:
            return 0.0
        return self if other == 1.0 else self._of(f"{self.name} * {self.kernel.told(other)}")

    __rmul__ = __mul__

    def __neg__(self) -> Number:
        return self._of(f"-{self.name}")


def turned(z: tuple, w: tuple) -> tuple:
    """One complex number times another."""
    return z[0] * w[0] - z[1] * w[1], z[0] * w[1] + z[1] * w[0]


class _Kernel:
    """The text of a pass. An item has the numbers r0_0, i0_0, ... of its short transforms, each at `u0`, ... of the line."""

    def __init__(self, name: str, each: Pass, formats: tuple[Format, ...], short: Short):
        self.name, self.each, self.formats, self.short = name, each, formats, short
        self.type, self.writer, self.made = ELEMENTS[each.dtype].opencl, Writer(1), 0
        self.group = each.items * each.lines
        self.exchanged = 0

    # -- numbers

    def told(self, value: object) -> str:
        if isinstance(value, Number):
            return value.name
        return double_literal(float(value)) if self.type == "double" else float_literal(float(value))

    def number(self, text: str) -> Number:
        self.made += 1
        self.writer.line(f"const {self.type} v{self.made} = {text};")
        return Number(self, f"v{self.made}")

    def angle(self, number: str, parts: int) -> tuple[Number, Number]:
        """exp(-2j * pi * number / parts)."""
        angle = self.number(f"{number} * {self.told(-2.0 / parts)}")
        return self.number(f"cospi({angle.name})"), self.number(f"sinpi({angle.name})")

    def powers(self, first: tuple, count: int) -> list[tuple]:
        """A number's powers from the first on, each by few products."""
        found = [(1.0, 0.0), first]
        while len(found) < count:
            half = len(found) // 2
            found.append(turned(found[half], found[len(found) - half]))
        return found[:count]

    def own(self, i: int, radix: int) -> tuple[list, list]:
        """The numbers of a short transform."""
        return tuple([[Number(self, f"{part}{i}_{s}") for s in range(radix)] for part in "ri"])

    def become(self, i: int, real: list, imag: list) -> None:
        for part, values in zip("ri", (real, imag)):
            for s, value in enumerate(values):
                self.writer.line(f"{part}{i}_{s} = {self.told(value)};")

    # -- the kernel

    def text(self) -> str:
        w, each = self.writer, self.each
        if len(each.radices) > 1 or self.unpacks:
            w.line(f"__local {self.type} room[{each.room * (2 if each.both else 1)}];")
        w.line("const int lane = get_local_id(0);")
        w.line(f"const int first = (get_group_id(0) + get_num_groups(0) * get_group_id(2)) * {each.lines};")
        most, numbers = max([-(-each.length // r // each.items) * r for r in each.radices]), []
        for r in dict.fromkeys(each.radices):
            numbers += [f"{part}{i}_{s}" for i, _ in self.transforms(r) for s in range(r) for part in "ri"]
        w.line(f"{self.type} {', '.join(dict.fromkeys(numbers))};")
        self.places(each.across[0])
        self.read()
        done = 1
        for number, radix in enumerate(each.radices):
            if number:
                self.exchange(each.radices[number - 1], done // each.radices[number - 1], radix, number)
            for i, guard in self.transforms(radix):
                with guard():
                    self.transformed(i, radix, done)
            done *= radix
        self.write(each.radices[-1])
        return f"{self.signature()}\n{{\n{w}\n}}"

    @property
    def unpacks(self) -> bool:
        return self.each.writes in ("half", "whole")

    def signature(self) -> str:
        each = self.each
        parameters = []
        for name, format in zip(self.sources, self.formats):
            element = ELEMENTS[format.dtype].opencl
            parameters.append(f"__global const {element} *restrict {name}, int {name}_w, int {name}_h, int {name}_stride")
        parameters += [f"__global {self.type} *restrict {name}, int {name}_stride" for name in self.targets]
        parameters += [f"int {name}" for name in NUMBERS]
        if each.scaled:
            parameters.append(f"{self.type} scale")
        return (f"__kernel __attribute__((reqd_work_group_size({self.group}, 1, 1)))\n"
                f"void {self.name}({', '.join(parameters)})")

    @property
    def sources(self) -> tuple[str, ...]:
        return ("real", "imag")[:OF_ONE.get(self.each.reads, 2)]

    @property
    def targets(self) -> tuple[str, ...]:
        return ("to_real", "to_imag")[:OF_ONE.get(self.each.writes, 2)]

    def places(self, across: bool) -> None:
        """Which line an item has a part of, and where it begins."""
        w, each = self.writer, self.each
        at, of = ("%", "/") if across else ("/", "%")
        whose = each.lines if across else each.items
        prefix = "" if self.exchanged else "const int "
        if each.lines == 1:
            w.line(f"{'int ' if not self.exchanged else ''}c = 0, t = lane;" if not self.exchanged else "c = 0; t = lane;")
        elif self.exchanged:
            w.line(f"c = lane {at} {whose}; t = lane {of} {whose};")
        else:
            w.line(f"int c = lane {at} {whose}, t = lane {of} {whose};")
        for i in range(self.several):
            w.line(f"{prefix if not self.exchanged else ''}u{i} = t + {i * each.items};".replace("const ", ""))

    @property
    def several(self) -> int:
        """Short transforms of an item, at most."""
        each = self.each
        return max(-(-(each.length // radix) // each.items) for radix in each.radices)

    def transforms(self, radix: int) -> Iterator[tuple[int, Callable]]:
        """The short transforms of an item, and what is written around one that not all have."""
        each, count = self.each, self.each.length // radix
        for i in range(-(-count // each.items)):
            some = (i + 1) * each.items > count
            yield i, (lambda i=i: self.writer.block(f"if (u{i} < {count})")) if some else (lambda: self.writer.block(""))

    def transformed(self, i: int, radix: int, done: int) -> None:
        real, imag = self.own(i, radix)
        if self.each.reads == "real" and done == 1:
            imag = [0.0] * radix
        if done > 1:
            turns = self.powers(self.angle(f"(u{i} % {done})", done * radix), radix)
            for s in range(1, radix):
                real[s], imag[s] = turned((real[s], imag[s]), turns[s])
        self.become(i, *self.short(real, imag))

    # -- memory

    def pitch(self, name: str, picture: bool, planes: str) -> str:
        return ("1" if self.each.rows else f"{planes} * {name}_stride") if picture else "inner"

    def line_of(self, name: str, picture: bool, along: str) -> str:
        return f"{name}_stride" if picture and self.each.rows else f"{along} * {name}_pitch"

    def begin(self) -> None:
        """Where a line is among all."""
        w, each = self.writer, self.each
        w.line("const int which = first + c;")
        inner = "1" if each.rows else "inner"
        w.line(f"const int beside = {'0' if each.rows else 'which % inner'}, its = {'which' if each.rows else 'which / inner'};")
        cuts = " * ".join([name for name, there in (("left", each.left), ("done", each.done)) if there]) or "1"
        w.line(f"const int part = {f'its % ({cuts})' if cuts != '1' else '0'}, outer = "
               f"{f'its / ({cuts})' if cuts != '1' else 'its'};")
        w.line("const bool there = which < count;")
        self.cuts = cuts

    def along(self, reads: str) -> str:
        """Numbers of a line in memory."""
        length, cuts = self.each.length, "".join([f" * {name}" for name, there in (
            ("left", self.each.left), ("done", self.each.done)) if there])
        if reads in ("first", "mirrored"):
            return f"({length}{cuts} / 2 + 1)"
        return {"pairs": f"{2 * length}", "whole": f"{2 * length}", "half": f"{length + 1}"}.get(reads, f"{length}") + cuts

    def read(self) -> None:
        w, each = self.writer, self.each
        self.begin()
        for name, format in zip(self.sources, self.formats):
            w.line(f"const int {name}_pitch = {self.pitch(name, each.given, 'planes')};")
            w.line(f"const int {name}_from = outer * ({self.line_of(name, each.given, self.along(each.reads))}) + "
                   f"{'beside' if each.reads == 'mirrored' else f'part * {name}_pitch + beside'}, "
                   f"{name}_step = {'1' if each.reads == 'mirrored' else self.cuts} * {name}_pitch;")
        radix, = each.radices[:1]
        count = each.length // radix

        def at(name: str, index: str) -> str:
            place = f"{name}_from + ({index}) * {name}_step"
            element = self.formats[self.sources.index(name)].dtype
            if element == "float16":
                return f"vload_half({place}, {name})"
            return f"{name}[{place}]" if element == each.dtype else f"({self.type}){name}[{place}]"

        for i, guard in self.transforms(radix):
            some = (i + 1) * each.items > count
            with w.block(f"if (there{f' && u{i} < {count}' if some else ''})"):
                if each.reads == "half":
                    self.packed(i, radix, at)
                    continue
                for s in range(radix):
                    index = f"u{i} + {s * count}"
                    if each.reads == "mirrored":
                        self.mirrored(i, s, index, at)
                    elif each.reads == "pairs":
                        w.line(f"r{i}_{s} = {at('real', f'2 * ({index})')};")
                        w.line(f"i{i}_{s} = {at('real', f'2 * ({index}) + 1')};")
                    else:
                        for part, name in zip("ri", self.sources):
                            w.line(f"{part}{i}_{s} = {at(name, index)};")
            with w.block("else"):
                w.line(" ".join([f"{part}{i}_{s} = 0;" for s in range(radix) for part in "ri"]))

    def mirrored(self, i: int, s: int, index: str, at: Callable[[str, str], str]) -> None:
        """Of the first half of a real line's transform a number anywhere, with both parts exchanged (fourier.irfft)."""
        w, whole = self.writer, f"{self.each.length} * left" if self.each.left else f"{self.each.length}"
        with w.block(""):
            w.line(f"const int at = {f'({index}) * left + part' if self.each.left else index}, near = min(at, {whole} - at);")
            w.line(f"i{i}_{s} = {at('real', 'near')};")
            w.line(f"r{i}_{s} = at == 0 || 2 * at == {whole} ? 0 : at == near ? {at('imag', 'near')} : -{at('imag', 'near')};")

    def packed(self, i: int, radix: int, at: Callable[[str, str], str]) -> None:
        """Of the first half of a line's transform, from both ends, what its numbers two by two have (fourier.unpacked)."""
        length, count = self.each.length, self.each.length // radix
        begun = self.angle(f"u{i}", 2 * length)
        for s in range(radix):
            with self.writer.block(""):
                k = f"u{i} + {s * count}"
                own, opposite = [(self.number(at("real", index)), self.number(
                    f"{at('imag', index)} * ({self.told(0.0)} + ({index} != 0 && {index} != {length}))"
                    if s == 0 else at("imag", index))) for index in (k, f"{length} - ({k})")]
                c, sine = turned(begun, self.root(s, 2 * radix))
                r, j = turned((own[0] - opposite[0], own[1] + opposite[1]), (c, -sine))
                self.writer.line(f"r{i}_{s} = {(own[1] - opposite[1] + r).name};")
                self.writer.line(f"i{i}_{s} = {(own[0] + opposite[0] - j).name};")

    @staticmethod
    def root(number: int, parts: int) -> tuple[float, float]:
        z = exp(-2j * pi * number / parts)
        return tuple([0.0 if abs(part) < 1e-15 else part for part in (z.real, z.imag)])

    def write(self, radix: int) -> None:
        w, each = self.writer, self.each
        count = each.length // radix
        if each.across[0] != each.across[1]:
            w.line("// (which lines are written by whom was changed when numbers were exchanged last)")
        if self.unpacks:
            self.opposite(radix)
        with w.block("") if each.across[0] != each.across[1] else nullcontext():
            if each.across[0] != each.across[1]:
                self.begin()
            self.to(radix, count)

    def to(self, radix: int, count: int) -> None:
        w, each = self.writer, self.each
        steps = "done" if each.done else "1"
        for name in self.targets:
            w.line(f"const int {name}_pitch = {self.pitch(name, each.gives, 'to_planes')};")
            w.line(f"const int {name}_from = outer * ({self.line_of(name, each.gives, self.along(each.writes))})"
                   f" + ({f'part / {steps} * {each.length} * {steps} + part % {steps}' if each.done else f'part * {each.length}' if each.left else '0'})"
                   f" * {name}_pitch + beside, {name}_step = {steps} * {name}_pitch;")
        for i, guard in self.transforms(radix):
            some = (i + 1) * each.items > count
            with w.block(f"if (there{f' && u{i} < {count}' if some else ''})"):
                real, imag = self.own(i, radix)
                if each.left:
                    l = "part / done" if each.done else "part"
                    w.line(f"const int l = {l};")
                    all = self.number(f"-2.0f / ({each.length}.0f * left)" if self.type == "float"
                                      else f"-2.0 / ({each.length}.0 * left)").name
                    first = self.number(f"(l * u{i}) * {all}").name
                    step = self.number(f"(l * {count}) * {all}").name
                    turn = self.number(f"cospi({first})"), self.number(f"sinpi({first})")
                    further = self.powers((self.number(f"cospi({step})"), self.number(f"sinpi({step})")), radix)
                    for s in range(radix):
                        real[s], imag[s] = turned((real[s], imag[s]), turned(turn, further[s]) if s else turn)
                if self.unpacks:
                    self.unpacked(i, radix, count)
                    continue
                if each.scaled:
                    real, imag = [[value * Number(self, "scale") for value in part] for part in (real, imag)]
                for s in range(radix):
                    k = f"u{i} + {s * count}"
                    if each.writes == "pairs":
                        self.put("to_real", f"2 * ({k})", imag[s])
                        self.put("to_real", f"2 * ({k}) + 1", real[s])
                    elif each.writes == "second":
                        self.put("to_real", k, imag[s])
                    elif each.writes == "first":
                        own, all = (f"({k}) * done + part", f"{each.length} * done") if each.done else (k, f"{each.length}")
                        with w.block(f"if (2 * ({own}) <= {all})"):
                            self.put("to_real", k, real[s])
                            self.put("to_imag", k, imag[s])
                    else:
                        self.put("to_real", k, real[s])
                        self.put("to_imag", k, imag[s])

    def put(self, name: str, index: str, value: object) -> None:
        self.writer.line(f"{name}[{name}_from + ({index}) * {name}_step] = {self.told(value)};")

    def unpacked(self, i: int, radix: int, count: int) -> None:
        """What the transform of pairs says of the line's own (fourier.packed)."""
        each, length = self.each, self.each.length
        begun, scale = self.angle(f"u{i}", 2 * length), Number(self, "scale")
        for s in range(radix):
            with self.writer.block(""):
                k = f"u{i} + {s * count}"
                r, j = (Number(self, f"{part}{i}_{s}") for part in "ri")
                other_r, other_j = (Number(self, f"o{part}{i}_{s}") for part in "ri")
                turned_r, turned_j = turned((j + other_j, other_r - r), turned(begun, self.root(s, 2 * radix)))
                own = r + other_r + turned_r, j - other_j + turned_j
                last = r + other_r - (j + other_j) if s == 0 else 0.0
                if each.scaled:
                    own, last = tuple([part * scale for part in own]), last * scale
                self.put("to_real", k, own[0])
                self.put("to_imag", k, own[1])
                if s == 0:
                    with self.writer.block(f"if ({k} == 0)"):
                        self.put("to_real", f"{length}", last)
                        self.put("to_imag", f"{length}", 0.0)
                if each.writes == "whole":
                    with self.writer.block(f"if ({k} != 0)") if s == 0 else nullcontext():
                        self.put("to_real", f"{2 * length} - ({k})", own[0])
                        self.put("to_imag", f"{2 * length} - ({k})", -own[1])

    # -- local memory

    def at(self, base: str, residues: set[int], add: int) -> str:
        """The place of a number `base + add`; `base` leaves such residues where it is divided by the padding's length."""
        each, shift = self.each, self.each.padding
        found = {(x + add >> shift) - (x >> shift) for x in residues}
        if len(found) == 1:
            more, = found
            place = f"{base} + ({base} >> {shift}) + {add + more}"
        else:
            place = f"{base} + {add} + ({base} + {add} >> {shift})"
        if each.lines == 1:
            return place
        if each.across == (True, True):
            return f"({place}) * {each.lines} + c"
        return f"c * {each.room // each.lines} + {place}"

    def exchange(self, radix: int, done: int, next: int, number: int) -> None:
        """All items put their numbers where the next short transforms take them."""
        w, each = self.writer, self.each
        modulo, count = 1 << each.padding, each.length // radix
        block = done * radix
        residues = {(v * block + p) % modulo for v in range(min(modulo, count // done)) for p in range(done)}
        for i, guard in self.transforms(radix):
            text = f"u{i} * {radix}" if done == 1 else f"u{i} / {done} * {block} + u{i} % {done}"
            w.line(f"const int to{number}_{i} = {text};")
        parts = ["ri"] if each.both else ["r", "i"]
        turns = number == len(each.radices) - 1 and each.across[0] != each.across[1]
        before = "c", "t"
        for at, together in enumerate(parts):
            if self.exchanged or at:
                w.line("barrier(CLK_LOCAL_MEM_FENCE);")
            if turns and at:  # the imaginary parts are still where they were
                self.places(each.across[0])
            for i, guard in self.transforms(radix):
                with guard():
                    for part in together:
                        for s in range(radix):
                            w.line(f"{self.half(part)}[{self.at(f'to{number}_{i}', residues, s * done)}] = {part}{i}_{s};")
            self.exchanged += 1
            w.line("barrier(CLK_LOCAL_MEM_FENCE);")
            if turns:
                self.places(each.across[1])
            everywhere = set(range(modulo))
            for i, guard in self.transforms(next):
                with guard():
                    for part in together:
                        for s in range(next):
                            w.line(f"{part}{i}_{s} = {self.half(part)}"
                                   f"[{self.at(f'u{i}', everywhere, s * (each.length // next))}];")

    def half(self, part: str) -> str:
        return f"(room + {self.each.room})" if part == "i" and self.each.both else "room"

    def opposite(self, radix: int) -> None:
        """Each item gets the numbers at the opposite places of its own, too: or0_0, oi0_0, ..."""
        w, each, count = self.writer, self.each, self.each.length // radix
        names = [f"o{part}{i}_{s}" for i, _ in self.transforms(radix) for s in range(radix) for part in "ri"]
        w.line(f"{self.type} {', '.join(names)};")
        everywhere = set(range(1 << each.padding))
        for at, together in enumerate(["ri"] if each.both else ["r", "i"]):
            if self.exchanged or at:
                w.line("barrier(CLK_LOCAL_MEM_FENCE);")
            self.exchanged += 1
            for i, guard in self.transforms(radix):
                with guard():
                    for part in together:
                        for s in range(radix):
                            w.line(f"{self.half(part)}[{self.at(f'u{i}', everywhere, s * count)}] = {part}{i}_{s};")
            w.line("barrier(CLK_LOCAL_MEM_FENCE);")
            for i, guard in self.transforms(radix):
                with guard():
                    for s in range(radix):
                        w.line(f"const int from_{s} = {each.length - s * count} - u{i};" if s else
                               f"const int from_0 = u{i} == 0 ? 0 : {each.length} - u{i};")
                        for part in together:
                            w.line(f"o{part}{i}_{s} = {self.half(part)}[{self.at(f'from_{s}', {0, 1}, 0)}];")


def program(lines: Lines, passes: list[Placed], formats: tuple[Format, ...], shape: tuple[int, ...], short: Short) -> Program:
    """The program of some passes, whose results are of a `shape`, for pictures of such formats."""
    texts, steps, scratch = [], list[Step](), list[Scratch]()
    width, height, depth = (*shape[::-1], 1, 1)[:3]
    stage, outputs = Format(lines.dtype, 1), OF_ONE.get(lines.writes, 2)
    number = 0
    for at, (each, left, done) in enumerate([(p.each, p.left, p.done) for p in passes]):
        own = formats if each.given else (stage,) * 2
        kernel = _Kernel(f"lines_{at}", each, own, short)
        texts.append(kernel.text())
        names = list[Argument]()
        for n in range(len(kernel.sources)):
            names.append(ImageArg(n) if each.given else ScratchImageArg(2 * at - 2 + n))
        for n in range(len(kernel.targets)):
            names.append(OutputArg(n) if each.gives else ScratchArg(2 * at + n))
        if not each.gives:
            total = -(-lines.outer * lines.length * lines.inner // depth)
            scratch += [Scratch(stage, (0, 0, total - width, 1 - height))] * 2
        names += [ScalarArg(number + n, "int") for n in range(len(NUMBERS))]
        number += len(NUMBERS)
        if each.scaled:
            names.append(ScalarArg(number, ELEMENTS[lines.dtype].opencl))
        groups = -(-lines.outer * left * done * lines.inner // each.lines)
        items = -(-groups // depth) * kernel.group
        steps.append(Step(kernel.name, tuple(names), (1, ONCE), (kernel.group, 1), (0, 0, items - width, 0)))
    told = " * ".join(str(placed.each.length) for placed in passes)
    source = "\n\n".join([remark(f"Fourier transform of lines of {told}"), *texts]) + "\n"
    if "double" in source:
        source = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" + source
    return Program(source, tuple(steps), formats, (stage,) * outputs, tuple(scratch), dimensions=3 if len(shape) == 3 else 2)


def numbers(lines: Lines, passes: list[Placed], planes: int, scale: float) -> list[float]:
    """What the kernels are told, in order: see NUMBERS."""
    found = list[float]()
    for placed in passes:
        count = lines.outer * placed.left * placed.done * lines.inner
        found += [placed.left, placed.done, lines.inner, count, planes, planes]
    return [*found, scale] if lines.scaled else found
