"""Large kernels by their spectra on a GPU (schedule/sums/spectra.py), as four kernels over the whole picture.

    weights    the frequencies of the kernel's columns
    turn       a work-group turns some columns of two pieces, in shared memory, and notes their greatest values
    across     for each frequency the sum over the kernel's columns
    back       and back; what spectra cannot give is summed as it was written

The steps are those of a CPU (spectra.py), with work-items as lanes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..kernel.formats import STAGE, Format
from ..schedule.sums.spectra import large
from ..schedule.tiles.passes import Margin
from ..schedule.tiles.tiles import Whole
from .dialect import Printer
from .expressions import float_literal, plus
from .program import Argument, Scratch, ScratchArg, ScratchImageArg, SizeArg, Step
from .spectra import GROUP, INFINITE, limits, sums
from .writer import Writer

THREADS = 256
COLUMNS = {64: 16, 256: 8, 1024: 2}  # that a work-group has in shared memory, by the length of its pieces
ACROSS, EACH = 64, 8  # work-items in a row, and the sums of each
COMPLEX = Format("float32", 2)
ONCE = 1 << 30    # rows of a piece that is the whole picture


class Emitted(NamedTuple):
    kernels: list[str]
    steps: list[Step]
    scratch: list[Scratch]


def emitted(printer: Printer, arguments: tuple[Argument, ...], first: int) -> Emitted:
    """Kernels and steps for a pass, and the intermediate images that they need, numbered from `first`."""
    whole, = printer.kernel.opaque.plan.whole
    return _Frequencies(printer, arguments, whole, printer.kernel.margin, first).all()


class _Frequencies:
    def __init__(self, printer: Printer, arguments: tuple[Argument, ...], whole: Whole, margin: Margin, first: int):
        self.printer, self.arguments, self.margin = printer, arguments, margin
        self.kernel = kernel = large(whole.node)
        self.dx, self.dy = (at + more for at, more in zip(whole.at, kernel.corner))
        self.height, self.width, self.piece, self.rows = kernel.height, kernel.width, kernel.piece, kernel.rows
        self.columns, self.groups = COLUMNS[self.piece], self.piece // GROUP
        self.kept = 2 * self.groups + 1  # greatest values: of each group's rows, and of all that are numbers
        left, top, right, bottom = margin
        around = left, top, right + self.width - 1, bottom
        pieces = 2 * self.rows
        self.scratch = [Scratch(COMPLEX, around, (ONCE, self.piece)), Scratch(COMPLEX, around, (pieces, self.piece)),
                        Scratch(COMPLEX, around, (pieces, self.piece)), Scratch(STAGE, around, (pieces, self.kept))]
        self.frequencies, self.spectra, self.summed, self.greatest = (ScratchArg(first + i) for i in range(4))
        self.around, self.group = around, (self.columns, THREADS // self.columns)

    def all(self) -> Emitted:
        angles = np.exp(-2j * np.pi * np.arange(self.piece) / self.piece)
        pairs = [f"(float2)({float_literal(float(z.real))}, {float_literal(float(z.imag))})" for z in angles]
        self.angles = self.printer.declared("float2", "angles", pairs)
        weights = [float_literal(float(v)) for v in self.kernel.weights.ravel()]
        self.weights = self.printer.declared("float", "weights", weights)
        pieces = (2 * self.rows, self.group[1])
        source = next(arg for arg in self.arguments if isinstance(arg, ScratchImageArg))
        target = next(arg for arg in self.arguments if isinstance(arg, ScratchArg))
        name, size = self.printer.name, SizeArg(self.margin)
        steps = [
            Step(f"{name}_weights", (self.frequencies, size), (1, 1), (32, 8), self.around, pieces=(ONCE, self.piece)),
            Step(f"{name}_turn", (source, self.spectra, self.greatest, size), (1, 1), self.group, self.around,
                 pieces=pieces),
            Step(f"{name}_across", (self.spectra, self.frequencies, self.summed, size), (EACH, 1), (ACROSS, 1),
                 self.margin, pieces=(2 * self.rows, self.piece)),
            Step(name, (source, self.summed, self.greatest, target, size), (1, 1), self.group, self.margin, pieces=pieces),
        ]
        return Emitted([self.of_weights(), self.turn(), self.across(), self.back()], steps, self.scratch)

    def signature(self, suffix: str, *parameters: str) -> str:
        group = {"_across": (ACROSS, 1), "_weights": (32, 8)}.get(suffix, self.group)
        return (f"__kernel __attribute__((reqd_work_group_size({group[0]}, {group[1]}, 1)))\n"
                f"void {self.printer.name}{suffix}({', '.join(parameters)}, int width, int height)\n{{\n")

    @property
    def picture(self) -> str:
        return "__global const float *restrict from, int wide, int tall, int pitch"

    def of_weights(self) -> str:
        w = Writer(1)
        w.line("const int i = get_global_id(0), f = get_global_id(1);")
        w.line(f"if (i >= {self.width} || f >= {self.piece})")
        w.line("    return;")
        pairs = range(0, self.piece.bit_length() - 1, 2)
        last = self.piece.bit_length() - 3
        w.line(f"const int frequency = {' | '.join(f'(f >> {i} & 3) << {last - i}' for i in pairs)};  // as they come out")
        w.line("float2 total = 0.0f;")
        w.line(f"for (int j = 0; j < {self.height}; j++)")
        w.line(f"    total += {self.weights}[j * {self.width} + i] * {self.angles}[frequency * j & {self.piece - 1}];")
        w.line(f"into[f * {self.width} + i] = (float2)(total.x, -total.y) / {float(self.piece)}f;")
        return self.signature("_weights", "__global float2 *restrict into", "int stride") + f"{w}\n}}"

    def turn(self) -> str:
        w, c = Writer(1), self.columns
        self.places(w)
        w.line(f"const int column = {plus('x', self.dx)};")
        with w.block(f"for (int j = row; j < {self.piece}; j += {self.group[1]})"):
            w.line(f"const int one = {plus('top + j', self.dy)}, other = one + {self.rows};")
            w.line("const bool inside = column >= 0 && column < wide;")
            w.line("const float2 v = (float2)(inside && one < tall ? from[(long)one * pitch + column] : 0.0f,")
            w.line("        inside && other < tall ? from[(long)other * pitch + column] : 0.0f);")
            w.line(f"const int2 bits = as_int2(v) & 0x7fffffff, number = bits < {INFINITE};")
            for at, bits in ((f"j / {GROUP}", "bits.x"), (f"{self.groups} + j / {GROUP}", "bits.y"),
                             (2 * self.groups, "max(bits.x & number.x, bits.y & number.y)")):
                w.line(f"if ({bits} > high[{at}])")
                w.line(f"    atomic_max(&high[{at}], {bits});")
            w.line(f"turned[j * {c} + get_local_id(0)] = as_float2(as_int2(v) & number);")
        size = self.piece
        while size > 1:
            self.stage(w, size, True)
            size //= 4
        w.line("barrier(CLK_LOCAL_MEM_FENCE);")
        with w.block("if (x < spectra_stride / 2)"):
            w.line(f"for (int f = row; f < {self.piece}; f += {self.group[1]})")
            w.line(f"    spectra[((long)piece * {self.piece} + f) * (spectra_stride / 2) + x] ="
                   f" turned[f * {c} + get_local_id(0)];")
        w.line(f"for (int i = lane; i < {self.kept}; i += {THREADS})")
        w.line(f"    greatest[((long)piece * {self.kept} + i) * greatest_stride + get_group_id(0)] = as_float(high[i]);")
        return self.signature("_turn", self.picture, "__global float2 *restrict spectra", "int spectra_stride",
                              "__global float *restrict greatest", "int greatest_stride") + f"{w}\n}}"

    def across(self) -> str:
        w, wide = Writer(1), ACROSS * EACH
        w.line(f"__local float2 line[{wide + self.width - 1}];")
        w.line("const int lane = get_local_id(0), f = get_group_id(1);")
        w.line(f"const int x = get_group_id(0) * {wide}, pitch = spectra_stride / 2;")
        w.line(f"for (int i = lane; i < {wide + self.width - 1}; i += {ACROSS})")
        w.line("    line[i] = x + i < pitch ? spectra[(long)f * pitch + x + i] : (float2)(0.0f);")
        w.line("barrier(CLK_LOCAL_MEM_FENCE);")
        w.line(f"__global const float2 *k = weights + f % {self.piece} * {self.width};")
        w.line(f"float2 {', '.join(f't{i} = 0.0f' for i in range(EACH))};")
        with w.block(f"for (int i = 0; i < {self.width}; i++)"):
            w.line("const float2 u = k[i];")
            for i in range(EACH):
                w.line(f"{{ const float2 v = line[lane + i + {i * ACROSS}]; t{i}.x += v.x * u.x; t{i}.x -= v.y * u.y;"
                       f" t{i}.y += v.x * u.y; t{i}.y += v.y * u.x; }}")
        for i in range(EACH):
            w.line(f"if (x + lane + {i * ACROSS} < width)")
            w.line(f"    summed[(long)f * (summed_stride / 2) + x + lane + {i * ACROSS}] = t{i};")
        return self.signature("_across", "__global const float2 *restrict spectra", "int spectra_stride",
                              "__global const float2 *restrict weights", "int weights_stride",
                              "__global float2 *restrict summed", "int summed_stride") + f"{w}\n}}"

    def back(self) -> str:
        w, c = Writer(1), self.columns
        self.places(w)
        w.line(f"__local int near[{2 * self.groups}];")
        w.line(f"const int strip = get_group_id(0), strips = min((strip * {c} + {c + self.width - 2}) / {c},"
               f" (width + {self.width - 2}) / {c}) - strip + 1;")
        with w.block(f"for (int i = lane; i < {self.kept} * strips; i += {THREADS})"):
            w.line(f"const int v = as_int(greatest[((long)piece * {self.kept} + i / strips) * greatest_stride"
                   " + strip + i % strips]);")
            w.line("if (v > high[i / strips])")
            w.line("    atomic_max(&high[i / strips], v);")
        with w.block(f"for (int f = row; f < {self.piece}; f += {self.group[1]})"):
            w.line(f"turned[f * {c} + get_local_id(0)] = x < width ?"
                   f" summed[((long)piece * {self.piece} + f) * (summed_stride / 2) + x] : (float2)(0.0f);")
        w.line("barrier(CLK_LOCAL_MEM_FENCE);")
        with w.block(f"for (int i = lane; i < {2 * self.groups}; i += {THREADS})"):
            w.line("int v = 0;")
            w.line(f"for (int g = i % {self.groups}; g <= min({self.groups - 1},"
                   f" (i % {self.groups} * {GROUP} + {GROUP + self.height - 2}) / {GROUP}); g++)")
            w.line(f"    v = max(v, high[i / {self.groups} * {self.groups} + g]);")
            w.line("near[i] = v;")
        w.line(f"const int most = high[{2 * self.groups}];")
        size = 4
        while size <= self.piece:
            self.stage(w, size, False)
            size *= 4
        w.line("barrier(CLK_LOCAL_MEM_FENCE);")
        most, dark, least = limits(self.kernel)
        w.line(f"const bool finite = as_float(most) < {most};")
        w.line(f"const float dark = {dark} * as_float(most), least = {least} * as_float(most);")
        w.line("if (x >= width)")
        w.line("    return;")
        with w.block(f"for (int i = row; i < {2 * self.rows}; i += {self.group[1]})"):
            w.line(f"const int part = i >= {self.rows}, j = i - part * {self.rows}, y = top + i,"
                   f" around = near[part * {self.groups} + j / {GROUP}];")
            w.line("if (y >= height)")
            w.line("    break;")
            w.line(f"float v = part ? turned[j * {c} + get_local_id(0)].y : turned[j * {c} + get_local_id(0)].x;")
            w.line("if (around == 0)")
            w.line("    v = 0.0f;")
            with w.block(f"else if (!finite || around >= {INFINITE} || as_float(around) < dark || fabs(v) <= least)"):
                column = plus("x + k", self.dx)
                sums(w, self.kernel, self.weights, ["v"], "float", self.dy, plus("x", self.dx),
                     f"(uint)({column}) < wide ? row[k] : 0.0f")
            w.line("into[(long)y * into_pitch + x] = v;")
        return self.signature("", self.picture, "__global const float2 *restrict summed", "int summed_stride",
                              "__global const float *restrict greatest", "int greatest_stride",
                              "__global float *restrict into", "int into_pitch") + f"{w}\n}}"

    def places(self, w: Writer) -> None:
        """A work-group's columns of two pieces, and its place among them."""
        w.line(f"__local float2 turned[{self.piece * self.columns}];")
        w.line(f"__local int high[{self.kept}];  // the greatest values, as the bits of floats")
        w.line(f"const int row = get_local_id(1), lane = row * {self.columns} + get_local_id(0);")
        w.line(f"const int x = get_group_id(0) * {self.columns} + get_local_id(0), piece = get_group_id(1),"
               f" top = piece * {2 * self.rows};")
        w.line(f"for (int i = lane; i < {self.kept}; i += {THREADS})")
        w.line("    high[i] = 0;")
        w.line("barrier(CLK_LOCAL_MEM_FENCE);")

    def stage(self, w: Writer, size: int, forward: bool) -> None:
        """One step of turning, for all work-items together."""
        c, quarter = self.columns, size // 4
        sign = ("v.y, -v.x", "-v.y, v.x")[not forward]
        w.line("barrier(CLK_LOCAL_MEM_FENCE);")
        with w.block(f"for (int b = row; b < {self.piece // 4}; b += {self.group[1]})"):
            w.line(f"const int j = b % {quarter};")
            w.line(f"__local float2 *const at = turned + (b / {quarter} * {size} + j) * {c} + get_local_id(0);")
            w.line(f"float2 a0 = at[0], a1 = at[{quarter * c}], a2 = at[{2 * quarter * c}], a3 = at[{3 * quarter * c}];")
            if not forward and size > 4:
                self.angled(w, size, "+", "-")
            with w.block(""):
                w.line("const float2 p = a0 + a2, q = a0 - a2, r = a1 + a3, v = a1 - a3;")
                w.line(f"const float2 s = (float2)({sign});")
                w.line("a0 = p + r; a2 = p - r; a1 = q + s; a3 = q - s;")
            if forward and size > 4:
                self.angled(w, size, "-", "+")
            w.line(f"at[0] = a0; at[{quarter * c}] = a1; at[{2 * quarter * c}] = a2; at[{3 * quarter * c}] = a3;")

    def angled(self, w: Writer, size: int, one: str, other: str) -> None:
        for q in (1, 2, 3):
            with w.block(""):
                w.line(f"const float2 w = {self.angles}[{q * self.piece // size} * j];")
                a = f"a{q}"
                imaginary = f"{a}.x * w.y + {a}.y * w.x" if one == "-" else f"{a}.y * w.x - {a}.x * w.y"
                w.line(f"{a} = (float2)({a}.x * w.x {one} {a}.y * w.y, {imaginary});")
