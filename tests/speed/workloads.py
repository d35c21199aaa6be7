"""Which workloads there are: the filter, its pictures and arguments, the reference, and how near a result must come."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache, partial

import numpy as np

import pygpu

from . import filters, references


@dataclass(frozen=True)
class Workload:
    """`known` is compiled in. `picture` names what comes in: "float", "rgb", "rgb8" or "banks"; a workload without one makes
    its picture from nothing. `channels` are the result's. `size` is (width, height) where the usual one does not suit;
    `reach` how far around a pixel the result depends on the picture, so how near to the edge libraries may differ that see
    the border in another way. `flops` are additions and multiplications a pixel as one would write it down."""

    name: str
    title: str
    function: object
    reference: object
    known: dict = field(default_factory=dict)
    picture: str = "float"
    dtype: str | None = None
    channels: int = 1
    size: tuple[int, int] | None = None
    reach: int = 0
    flops: float = 0
    within: float = 2e-5   # of the reference, times its largest value
    misses: float = 0.0    # the part of all pixels that may be farther: where a decision hangs on the last bit
    bank: tuple | None = None

    def filter(self) -> pygpu.Filter:
        return pygpu.compile(self.function, **self.known)

    def pictures(self, width: int, height: int) -> list[np.ndarray]:
        """What comes in, the same every time."""
        if self.picture == "none":
            return []
        if self.picture == "banks":
            values = noise(width, height, self.bank[-1])
            return [np.ascontiguousarray(values[:, :, n:n + 4]) for n in range(0, self.bank[-1], 4)]
        if self.picture in ("float", "rgb"):
            return [noise(width, height, 1 if self.picture == "float" else 3)]
        return [(noise(width, height, 3) * 255).astype(np.uint8)]

    def numbers(self, width: int, height: int) -> tuple:
        """The run-time arguments after the pictures."""
        if self.bank:
            return (self.bank[1] * self.bank[2],)
        return (float(width), float(height)) if self.picture == "none" else ()

    def expected(self, pictures: list[np.ndarray], region: references.Region, width: int, height: int) -> np.ndarray:
        image = pictures if self.picture == "banks" else pictures[0] if pictures else np.empty((height, width))
        return self.reference(image, region)

    def traffic(self) -> float:
        """Bytes a pixel that must be read and written."""
        read = {"float": 4, "rgb": 12, "rgb8": 3, "none": 0, "banks": 4 * (self.bank or (0,))[-1]}[self.picture]
        return read + self.channels * (1 if self.dtype == "uint8" else 4 * (self.bank or (1,))[0])


@cache
def noise(width: int, height: int, channels: int = 1) -> np.ndarray:
    """A picture with fine and coarse detail between 0 and 1."""
    random = np.random.default_rng(width * 7919 + height)
    shape = (height, width) if channels == 1 else (height, width, channels)
    values = random.random(shape, np.float32)
    values *= 0.5
    values += (0.25 + 0.25 * np.sin(np.arange(width, dtype=np.float32) / 37)).reshape((1, -1) + (1,) * (channels > 1))
    values.flags.writeable = False
    return values


def _convolution(size: int) -> Workload:
    kernel = filters.random_kernel(size)
    reference = partial(references.convolve, kernel=kernel)
    return Workload(f"conv{size}", f"{size}x{size} convolution", filters.convolve, reference, {"kernel": kernel},
                    reach=size // 2, flops=2 * size * size)


def _chain(n: int) -> Workload:
    return Workload(f"chain{n}", f"chain of {n} 3x3", filters.chain, partial(references.chain, n=n), {"n": n}, reach=n,
                    flops=18 * n)


def _bank(size: int, bank: tuple) -> Workload:
    """One of the four sizes in Table 1 of the paper on PyCUDA and run-time code generation."""
    weights = (np.random.default_rng(11).random(bank, np.float32) - 0.5) / bank[1]
    function = filters.filter_bank if bank[-1] == 4 else filters.filter_bank_of_8
    name = "x".join(map(str, bank))
    return Workload(f"bank{name}", f"{size}x{size}x{bank[-1]} * {name}", function,
                    partial(references.filter_bank, bank=weights, first=bank[0] - 4), {"bank": weights}, picture="banks",
                    size=(size, size), reach=bank[1] // 2, flops=2 * bank[0] * bank[1] * bank[2] * bank[3], bank=bank)


GAUSS = filters.gaussian(3.0)
FINE = filters.gaussian(1.5)
THREE, FIVE = filters.random_kernel(3), filters.random_kernel(5)

USUAL = [
    Workload("gamma", "gamma (pow)", filters.gamma, references.gamma, flops=1),
    Workload("sobel", "Sobel magnitude", filters.sobel, references.sobel, reach=1, flops=26),
    _convolution(5),
    _convolution(15),
    Workload("gauss", "Gaussian, 19 taps", filters.blur, partial(references.blur, row=GAUSS), {"row": GAUSS}, reach=9,
             flops=76),
    Workload("unsharp", "unsharp, sigma 1.5", filters.unsharp, partial(references.unsharp, row=FINE), {"row": FINE}, reach=4,
             flops=39),
    Workload("unsharp3", "unsharp, sigma 3", filters.unsharp, partial(references.unsharp, row=GAUSS), {"row": GAUSS},
             reach=9, flops=79),
    Workload("harris", "Harris", filters.harris, references.harris, reach=2, flops=90),
    Workload("bilateral", "bilateral 9x9", filters.bilateral, references.bilateral, reach=4, flops=600),
    Workload("rgb8", "RGB uint8 Sobel", filters.gray_edges, references.gray_edges, picture="rgb8", dtype="uint8", reach=1,
             flops=31, within=1.01 / 255),
    Workload("median", "median 3x3", filters.median, references.median, reach=1, flops=38),
    Workload("rotate", "rotate 15, bilinear", filters.rotate, references.rotate, flops=20, within=1e-3),
    *(_chain(n) for n in (2, 4, 8)),
    Workload("nlm", "non-local means", filters.nonlocal_means, references.nonlocal_means, size=(1024, 1024), reach=4,
             flops=1500, within=1e-4),
    Workload("mandelbrot", "Mandelbrot, while", filters.mandelbrot, references.mandelbrot, picture="none", flops=400,
             misses=0.01),
    Workload("collatz", "Collatz, while", filters.collatz, references.collatz, flops=100),
    Workload("spheres", "ray marching", filters.spheres, references.spheres, picture="none", flops=700,
             within=1e-3, misses=0.02),
]
# Large windows and kernels, where what is written down is far from what need be computed.
WIDE = [
    *(Workload(f"box{n}", f"box {n}x{n}", filters.box, partial(references.box, size=n), {"size": n}, reach=n // 2,
               flops=n * n) for n in (31, 63)),
    *(Workload(f"least{n}", f"least of {n}x{n}", filters.least, partial(references.least, size=n), {"size": n}, reach=n // 2,
               flops=n * n) for n in (15, 31)),
    _convolution(31),
    _convolution(63),
]
# Colours whose channels are computed alike.
COLOURS = [
    Workload("rgblight", "RGB brightened", filters.brighten_colours, references.brighten, picture="rgb", channels=3,
             flops=6),
    Workload("rgbconv3", "RGB 3x3 convolution", filters.convolve_colours, partial(references.convolve, kernel=THREE),
             {"kernel": THREE}, picture="rgb", channels=3, reach=1, flops=54),
    Workload("rgbconv5", "RGB 5x5 convolution", filters.convolve_colours, partial(references.convolve, kernel=FIVE),
             {"kernel": FIVE}, picture="rgb", channels=3, reach=2, flops=150),
    Workload("rgbgauss", "RGB Gaussian, 9 taps", filters.blur_colours, partial(references.blur, row=FINE), {"row": FINE},
             picture="rgb", channels=3, reach=4, flops=108),
    Workload("rgb8gauss", "RGB uint8 Gaussian", filters.blur_colours, partial(references.blur, row=FINE), {"row": FINE},
             picture="rgb8", dtype="uint8", channels=3, reach=4, flops=108, within=1.01 / 255),
    Workload("rgb8median", "RGB uint8 median 3x3", filters.median_colours, references.median, picture="rgb8", dtype="uint8",
             channels=3, reach=1, flops=114, within=1.01 / 255),
]
# Values of the whole picture, of a row, of a column; and scans.
VALUES = [
    Workload("normalized", "Sobel / its maximum", filters.normalized, references.normalized, reach=1, flops=53),
    Workload("standardized", "mean 0, deviation 1", filters.standardized, references.standardized, flops=6),
    Workload("rowshare", "part of its row", filters.share_of_row, references.share_of_row, flops=2),
    Workload("columnshare", "part of its column", filters.share_of_column, references.share_of_column, flops=2),
    Workload("running", "running sum", filters.running_sum, references.running_sum, flops=1),
    Workload("iir", "recursive blur, forth, back", filters.forth_and_back, references.forth_and_back, flops=6),
]
BANKS = [_bank(256, (64, 9, 9, 8)), _bank(512, (32, 13, 13, 4)), _bank(1024, (16, 5, 5, 8)), _bank(2048, (4, 8, 8, 4))]
ALL = {workload.name: workload for workload in (*USUAL, *WIDE, *COLOURS, *VALUES, *BANKS)}


GROUPS = {"wide": WIDE, "colours": COLOURS, "values": VALUES}


def named(names: list[str]) -> list[Workload]:
    """The workloads of these names; "chain" and "bank" stand for all that begin so, "wide" for large windows and kernels,
    "colours" for what is done with each channel alike, "values" for those of the whole picture and scans.
    None given: all of them."""
    found = []
    for name in names:
        begun = [each for each in ALL.values() if each.name.startswith(name)]
        these = GROUPS.get(name) or ([ALL[name]] if name in ALL else begun)
        if not these:
            raise KeyError(name)
        found += these
    return found or [*ALL.values()]


def sized(workload: Workload, width: int, height: int) -> Workload:
    """The workload on pictures of another size."""
    return replace(workload, size=(width, height))
