"""A large kernel over pieces of columns: their spectra, sums across, and back.

A work-item has two pieces, one below the other, as the real and the imaginary parts of complex numbers, in strips as
wide as a vector. A strip is turned in steps of four: what lies a quarter of the piece apart is added and subtracted and
goes on as four pieces, each as long as a quarter. The frequencies come out in an order of their own, which does not
matter: the kernel's are in the same, and the way back ends in the order of the rows.

What the spectra cannot give is summed as it was written: see `place`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..schedule.sums.spectra import Large, large
from .dialect import Printer
from .expressions import float_literal, plus
from .prelude import Wide
from .writer import Writer

DARK = 2.0 ** -10   # of the greatest value: below it the spectra's rounding would be seen
NEAR_ZERO = 2.0 ** -20  # of the greatest value times all weights: rounding is less, but what is zero stays zero
HUGE = 1e37         # over a piece's length and all weights: no sum on the way comes to infinity
GROUP = 16          # rows whose greatest value is known
SUMMED = 8          # rows that are summed together where they are
INFINITE = "0x7f800000"  # the bits of infinity, and more are NaN


def printed(printer: Printer) -> str:
    """A kernel of this kind."""
    opaque = printer.kernel.opaque
    (whole,), (target,) = opaque.plan.whole, opaque.made.sinks
    (source,) = opaque.made.sources.values()
    def name(var: Any) -> str:
        return printer.texts[var].text

    read = Names(*map(name, (source.start, source.width, source.height, source.stride)))
    written = name(target.start), name(target.stride)
    _Spectra(printer, read, written, large(whole.node), whole.at, opaque.plan.lanes).write()
    return printer.framed()


class Names(NamedTuple):
    """What is read, as the kernel's parameters name it."""

    start: str
    width: str
    height: str
    stride: str


class Limits(NamedTuple):
    """Up to where the spectra are exact enough, as C."""

    most: str   # the greatest value of two pieces
    dark: str   # of that: what is around a result
    least: str  # of that: the result itself


def limits(kernel: Large) -> Limits:
    most = HUGE / (kernel.piece * max(1.0, kernel.total))
    return Limits(*(float_literal(value) for value in (most, DARK, kernel.total * NEAR_ZERO)))


@functools.lru_cache(16)
def spectrum(key: bytes, shape: tuple[int, int], piece: int) -> np.ndarray:
    """The frequencies of a kernel's columns, in the order in which a piece's come, divided by the piece's length."""
    kernel = np.frombuffer(key).reshape(shape)
    turned = np.conj(np.fft.fft(kernel, piece, axis=0)) / piece
    return turned[[_mirrored(i, piece) for i in range(piece)]]


def _mirrored(number: int, piece: int) -> int:
    """A number's digits to the base of four, the last one first."""
    found = 0
    while piece > 1:
        found, number, piece = 4 * found + number % 4, number // 4, piece // 4
    return found


def sums(w: Writer, kernel: Large, weights: str, names: list[str], type: str, dy: int, x: str, here: str) -> None:
    """Rows below each other, from `y` on, as they were written: what one reads of the picture the others read too. `here`
    is what is read in column k of a row that begins at `x`."""
    ends = len(names) - 1
    w.line(f"{' = '.join(names)} = 0.0f;")
    with w.block(f"for (int r = 0; r < min({kernel.height + ends}, {plus('tall - y', -dy)}); r++)"):
        w.line(f"__global const float *const row = from + (long)({plus('y + r', dy)}) * pitch + {x};")
        w.line(f"__constant const float *const words = {weights} + r * {kernel.width};")
        for every in (True, False)[:len(names)]:  # most rows belong to all sums; at both ends it is some of them
            with w.block(f"if (r >= {ends} && r < {kernel.height})" if every else "else"):
                with w.block(f"for (int k = 0; k < {kernel.width}; k++)"):
                    w.line(f"const {type} here = {here};")
                    for i, name in enumerate(names):
                        weight = f"words[k - {i * kernel.width}]"
                        tests = [] if every else [f"r >= {i} && r < {kernel.height + i}"]
                        tests += [] if kernel.weights.all() else [f"{weight} != 0.0f"]
                        w.line((f"if ({' && '.join(tests)}) " if tests else "") + f"{name} += here * {weight};")


class _Spectra:
    def __init__(self, printer: Printer, source: Names, target: tuple[str, str], kernel: Large, at: tuple[int, int],
                 lanes: int):
        self.writer, self.source, self.target = printer, source, target
        self.kernel, self.lanes = kernel, lanes
        self.dx, self.dy = at[0] + kernel.corner[0], at[1] + kernel.corner[1]
        self.height, self.width, self.piece, self.rows = kernel.height, kernel.width, kernel.piece, kernel.rows
        self.strips, self.groups = -(-(kernel.columns + self.width - 1) // lanes), self.piece // GROUP
        self.pitch = (self.strips + 1 | 1) * lanes  # an odd number of vectors: so rows lie in all of a cache's sets
        self.limits = limits(kernel)

    def write(self) -> None:
        w, n = self.writer, self.lanes
        weights = self.kernel.weights
        turned = spectrum(np.ascontiguousarray(weights, np.float64).tobytes(), weights.shape, self.piece)
        numbers = np.stack([turned.real, turned.imag], -1).ravel()
        self.frequencies = self.writer.declared("float", "spectrum", [float_literal(float(v)) for v in numbers])
        around = np.exp(-2j * np.pi * np.arange(3 * self.piece // 4) / self.piece)
        self.some, self.greatest = (self.writer.helps(Wide(name, n)) for name in ("some", "greatest"))
        angles = [float_literal(float(v)) for z in around for v in (z.real, z.imag)]
        self.angles = self.writer.declared("float", "angles", angles)
        self.weights = self.writer.declared("float", "weights", [float_literal(float(v)) for v in weights.ravel()])
        w.line(f"__global const float *const from = {plus(self.source.start, self.dx)};")
        w.line(f"__global float *const into = {self.target[0]};")
        w.line(f"const int wide = {plus(self.source.width, -self.dx)}, tall = {self.source.height},"
               f" pitch = {self.source.stride}, into_pitch = {self.target[1]};")
        w.line("// What would read beyond its source is in the margin of a stage, and nobody asks for it.")
        w.line(f"const int left = {plus(f'get_global_id(0) * {self.kernel.columns}', max(0, -self.dx))},"
               f" top = get_global_id(1) * {2 * self.rows};")
        for name in ("real", "other"):
            w.line(f"float {name}[{self.piece * n}] __attribute__((aligned(64)));")
            w.line(f"float {name}s[{self.piece * self.pitch}] __attribute__((aligned(64)));")
        w.line(f"int greatest[2][{self.groups}][{self.strips}], most = 0;  // as the bits of floats")
        w.line(f"const int columns = min({self.kernel.columns}, min(width, wide - {self.width - 1}) - left);")
        w.line(f"const int bottom = min(height, tall - {self.height - 1 + self.dy});")
        self.load_and_turn()
        w.line(f"const bool finite = as_float(most) < {self.limits.most};")
        with w.block("if (finite && most > 0)"):
            self.across()
        self.back()

    def load_and_turn(self) -> None:
        w, n, piece = self.writer, self.lanes, self.piece
        with w.block(f"for (int x = 0; x < columns + {self.width - 1}; x += {n})"):
            self.load()
            size = piece // 4
            while size > 4:
                self.step(size, self.forward)
                size //= 4
            with w.block(f"for (int i = 0; i < {piece}; i += 4)"):
                self.fetch("real", "other", "i", 1, n)
                self.forward(False)
                self.put("reals + x", "others + x", "i", 1, self.pitch)

    def load(self) -> None:
        """One strip of both pieces, zero beyond the picture and where it is no number, and the first step of turning it.
        Without its sign a float is the greater the greater its bits are, and NaN is greater than all."""
        w, n, quarter = self.writer, self.lanes, self.piece // 4
        vectors = [(word, part, q) for part, word in enumerate("ab") for q in range(4)]
        w.line("const int count = wide - (left + x);")
        w.line(f"int{n} greatest_number = 0;")
        with w.block(f"for (int group = 0; group < {quarter // GROUP}; group++)"):
            w.line(f"int{n} {', '.join(f'high_{word}{q} = 0' for word, _, q in vectors)};")
            with w.block(f"for (int j = group * {GROUP}; j < (group + 1) * {GROUP}; j++)"):
                self.turns(1)
                w.line(f"const int y = top + j + {self.dy};")
                for word, part, q in vectors:
                    y = plus("y", part * self.rows + q * quarter)
                    w.line(f"float{n} {word}{q} = {y} < tall ?"
                           f" {self.some}(from + (long)({y}) * pitch + left + x, count) : (float{n})(0.0f);")
                    with w.block(""):
                        w.line(f"const int{n} bits = as_int{n}({word}{q}) & 0x7fffffff, number = bits < {INFINITE};")
                        w.line(f"high_{word}{q} = max(high_{word}{q}, bits);")
                        w.line("greatest_number = max(greatest_number, bits & number);")
                        w.line(f"{word}{q} = as_float{n}(as_int{n}({word}{q}) & number);")
                self.forward(True)
                self.put("real", "other", "j", quarter, n)
            for word, part, q in vectors:
                place = f"greatest[{part}][group + {q * quarter // GROUP}][x / {n}]"
                w.line(f"{place} = {self.greatest}(high_{word}{q});")
        w.line(f"most = max(most, {self.greatest}(greatest_number));")

    def across(self) -> None:
        """For each frequency the sum across, four vectors at a time."""
        w, n = self.writer, self.lanes
        with w.block(f"for (int f = 0; f < {self.piece}; f++)"):
            w.line(f"float *const a = reals + f * {self.pitch}, *const b = others + f * {self.pitch};")
            w.line(f"__constant const float *w = {self.frequencies} + f * {2 * self.width};")
            with w.block(f"for (int x = 0; x < columns; x += {4 * n})"):
                names = range(4)
                w.line(f"float{n} {', '.join(f'c{i} = 0.0f, d{i} = 0.0f' for i in names)};")
                with w.block(f"for (int k = 0; k < {self.width}; k++)"):
                    w.line("const float u = w[2 * k], v = w[2 * k + 1];")
                    for i in names:
                        at = f"x + k + {i * n}" if i else "x + k"
                        with w.block(""):
                            w.line(f"const float{n} p = vload{n}(0, a + {at}), q = vload{n}(0, b + {at});")
                            w.line(f"c{i} += p * u; c{i} -= q * v; d{i} += p * v; d{i} += q * u;")
                for i in names:
                    w.line(f"vstore{n}(c{i}, 0, a + x + {i * n}); vstore{n}(d{i}, 0, b + x + {i * n});")

    def back(self) -> None:
        """From the spectra to rows of the result."""
        w, n, piece = self.writer, self.lanes, self.piece
        with w.block(f"for (int x = 0; x < columns; x += {n})"):
            with w.block("if (finite && most > 0)"):
                with w.block(f"for (int i = 0; i < {piece}; i += 4)"):
                    self.fetch("reals + x", "others + x", "i", 1, self.pitch)
                    self.backward(False)
                    self.put("real", "other", "i", 1, n)
                size = 16
                while size <= piece:
                    self.step(size, self.backward)
                    size *= 4
            w.line(f"const int count = min(columns - x, {n});")
            with w.block("for (int part = 0; part < 2; part++)"):
                with w.block(f"for (int group = 0; group < {self.rows}; group += {GROUP})"):
                    self.place()

    def place(self) -> None:
        """A few rows of a strip: zero where all around is, from the spectra where they are exact enough, and as a sum
        otherwise."""
        w, n = self.writer, self.lanes
        w.line("int near = 0;")
        last = f"min({self.groups - 1}, (group + {GROUP + self.height - 2}) / {GROUP})"
        with w.block(f"for (int g = group / {GROUP}; g <= {last}; g++)"):
            last = f"min((x + {n + self.width - 2}) / {n}, (columns + {self.width - 2}) / {n})"
            with w.block(f"for (int s = x / {n}; s <= {last}; s++)"):
                w.line("near = max(near, greatest[part][g][s]);")
        w.line(f"const bool exact = finite && near < {INFINITE} && as_float(near) >= {self.limits.dark} * as_float(most);")
        w.line(f"const float least = {self.limits.least} * as_float(most);")
        w.line(f"const int last = min({self.rows}, bottom - top - part * {self.rows});")
        with w.block(f"for (int j = group; j < min(group + {GROUP}, last); j += {SUMMED})"):
            w.line(f"const int y = top + part * {self.rows} + j;")
            w.line("const float *const turned = part ? other : real;")
            names = [f"v{i}" for i in range(SUMMED)]
            for i, name in enumerate(names):
                w.line(f"float{n} {name} = near == 0 ? (float{n})(0.0f) : vload{n}(0, turned + (j + {i}) * {n});")
            small = " | ".join(f"(fabs({name}) <= least)" for name in names)
            with w.block(f"if (near != 0 && (!exact || any({small})))"):
                sums(w, self.kernel, self.weights, names, f"float{n}", self.dy, "left + x", f"{self.some}(row + k, count)")
            w.line("__global float *to = into + (long)y * into_pitch + left + x;")
            for i, name in enumerate(names):
                with w.block(f"if (j + {i} < last)"):
                    w.line(f"if (count == {n})")
                    w.line(f"    vstore{n}({name}, 0, to);")
                    with w.block("else"):
                        w.line(f"float lanes[{n}];")
                        w.line(f"vstore{n}({name}, 0, lanes);")
                        w.line("for (int i = 0; i < count; i++)")
                        w.line("    to[i] = lanes[i];")
                    w.line("to += into_pitch;")

    def step(self, size: int, turned: Callable[[bool], None]) -> None:
        """What lies a quarter of `size` apart, all over a strip."""
        w = self.writer
        with w.block(f"for (int j = 0; j < {size // 4}; j++)"):
            self.turns(self.piece // size)
            with w.block(f"for (int i = j; i < {self.piece}; i += {size})"):
                self.fetch("real", "other", "i", size // 4, self.lanes)
                turned(True)
                self.put("real", "other", "i", size // 4, self.lanes)

    def turns(self, step: int) -> None:
        at = {q: f"{self.angles}[{2 * q * step} * j" for q in (1, 2, 3)}
        names = ", ".join(f"c{q} = {at[q]}], s{q} = {at[q]} + 1]" for q in at)
        self.writer.line(f"const float {names};")

    def fetch(self, real: str, imaginary: str, first: str, apart: int, pitch: int) -> None:
        n = self.lanes
        for word, array in (("a", real), ("b", imaginary)):
            loads = [f"{word}{q} = vload{n}(0, {array} + ({first} + {q * apart}) * {pitch})" for q in range(4)]
            self.writer.line(f"float{n} {', '.join(loads)};")

    def put(self, real: str, imaginary: str, first: str, apart: int, pitch: int) -> None:
        for word, array in (("a", real), ("b", imaginary)):
            for q in range(4):
                self.writer.line(f"vstore{self.lanes}({word}{q}, 0, {array} + ({first} + {q * apart}) * {pitch});")

    def forward(self, turned: bool) -> None:
        self.butterfly("+", "-")
        for q in (1, 2, 3) if turned else ():
            self.turn(q, f"a{q} * c{q} - b{q} * s{q}", f"a{q} * s{q} + b{q} * c{q}")

    def backward(self, turned: bool) -> None:
        for q in (1, 2, 3) if turned else ():
            self.turn(q, f"a{q} * c{q} + b{q} * s{q}", f"b{q} * c{q} - a{q} * s{q}")
        self.butterfly("-", "+")

    def turn(self, q: int, real: str, imaginary: str) -> None:
        with self.writer.block(""):
            self.writer.line(f"const float{self.lanes} v = {real};")
            self.writer.line(f"b{q} = {imaginary};")
            self.writer.line(f"a{q} = v;")

    def butterfly(self, one: str, other: str) -> None:
        """The four sums of what lies a quarter apart, each turned by another multiple of a quarter."""
        w, n = self.writer, self.lanes
        with w.block(""):
            w.line(f"const float{n} p = a0 + a2, q = b0 + b2, r = a0 - a2, s = b0 - b2;")
            w.line(f"const float{n} t = a1 + a3, u = b1 + b3, v = a1 - a3, w = b1 - b3;")
            w.line("a0 = p + t; b0 = q + u; a2 = p - t; b2 = q - u;")
            w.line(f"a1 = r {one} w; b1 = s {other} v; a3 = r {other} w; b3 = s {one} v;")
