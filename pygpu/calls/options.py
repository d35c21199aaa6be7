"""What a call asks for besides the filter itself: how its pictures are seen, and what becomes of its results.

    orient="apply"          a photo is turned upright first, as its EXIF says; "keep" leaves pixels and tag as they are
    alpha="straight"        colours are not multiplied by their alpha; "premultiplied": they are, of arrays too
    linear=True             computed in linear light: what comes in is sRGB, and so is what goes out
    channels="bgr"          arrays of colours are blue, green, red, as OpenCV's are
    axis=0                  stacks of images: each one along this axis by itself
    valid=True              only the pixels for which all that is read lies inside
    exact=True              weighted sums with the weights that are written: none is factored or joined with another
    precision="double"      computed in float64 and int64; results are float64 unless dtype= says otherwise
    raises="ignore"         pixels for which the function raises an exception are NaN; else the first one's is raised
    steps=1000              a loop that no counter ends makes so many steps at most; else a DeviceError says where it stands

Given to a call, or to `compile` for every call. A parameter of the filter that has such a name comes first.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np

from ..errors import ArgumentError, ImageError
from ..ir.ops import STEPS
from ..language.signature import PASSED, signature_of
from ..passes.colours import Colours, Reading
from ..runtime import pictures as modes
from ..schedule.stages.footprint import footprints

RESULTS = ("size", "out", "dtype", "mode")  # that Filter.__call__ takes by name
CHOICES = {"orient": ("keep", "apply"), "alpha": (None, "straight", "premultiplied"), "channels": ("rgb", "bgr"),
           "raises": ("error", "ignore"), "precision": ("single", "double")}


@dataclass(frozen=True, slots=True)
class Options:
    orient: str = "keep"
    alpha: str | None = None
    linear: bool = False
    channels: str = "rgb"
    axis: int | str | None = None
    valid: bool = False
    exact: bool = False
    raises: str = "error"
    precision: str = "single"
    steps: int = STEPS

    @property
    def computed(self) -> tuple:
        """What another kernel is made for."""
        return self.exact, self.raises, self.precision, self.steps, self.alpha, self.linear, self.channels

    @property
    def once_turned(self) -> Options:
        """These, of pictures that are upright by now."""
        return self if self.orient == "keep" else replace(self, orient="keep")

    @property
    def wide(self) -> tuple[str, ...]:
        """The elements that arrays keep, beside those that they always do."""
        return ("float64",) if self.precision == "double" else ()

    def __post_init__(self):
        for name, allowed in CHOICES.items():
            value = getattr(self, name)
            if value not in allowed:
                choices = " or ".join(repr(each) for each in allowed if each is not None)
                raise ArgumentError(f"{name}={value!r}: it is {choices}")

        if not (isinstance(self.steps, int) and 0 < self.steps < 1 << 31):
            raise ArgumentError(f"steps={self.steps!r}: it is a whole number of steps, from 1 to {(1 << 31) - 1:,}")

    def and_those_of(self, keywords: dict, parameters) -> Options:
        """These, and the options among the keywords, which are taken out of them."""
        told = {name: keywords.pop(name) for name in NAMES if name in keywords and name not in parameters}
        return replace(self, **told) if told else self

    def of_single(self, what: str) -> Options:
        if self.axis is not None or self.valid:
            raise ArgumentError(f"a filter is {what} on whole single images: axis= and valid= have no meaning there")
        return self

    def __str__(self) -> str:
        return "".join(f", {field.name}={getattr(self, field.name)!r}" for field in fields(self)
                       if getattr(self, field.name) != field.default)


ALPHA = modes.ALPHA
NAMES = tuple(field.name for field in fields(Options))
PLAIN = Options()
PLAINLY = PLAIN.computed


def of_compile(function, given: tuple, known: dict, options: Options) -> Options:
    """The options among what `compile` is given, taken out of it; all others give parameters a value, by their names."""
    if given:
        raise ArgumentError("compile() takes the function, and known values by name, compile(f, sigma=2); "
                            "pictures are given to the filter that it makes: compile(f)(photo)")
    if not any(name in known for name in NAMES):
        return options
    parameters = signature_of(function).parameters.values()
    if any(PASSED[parameter.kind] == "two stars" for parameter in parameters):
        return options
    return options.and_those_of(known, {parameter.name for parameter in parameters})


# --- how pictures are seen -------------------------------------------------------------------------------------------

def colours(pictures, specs, options: Options) -> Colours | None:
    """How the pictures of a call are seen and its results stored; None where all is as it is stored."""
    readings = tuple([reading(picture, spec, options) for picture, spec in zip(pictures, specs)])
    if not any(readings) and not options.linear:
        return None
    first = pictures[0].origin if pictures else None
    is_picture = first is not None and bool(first.mode)
    return Colours(readings, linear=options.linear or bool(readings and readings[0] and readings[0].linear),
                   reversed=options.channels == "bgr" and not is_picture,
                   gray_alpha=is_picture or any(r and r.colours == 1 and p.format.channels == 2
                                                for r, p in zip(readings, pictures)))


def reading(picture, spec, options: Options) -> Reading | None:
    mode, channels = picture.origin.mode, picture.format.channels
    if np.dtype(picture.format.dtype).kind not in "uf":
        return None
    said = spec.alpha or options.alpha
    # Four channels of an array are a colour and its alpha; two are just two numbers, unless something else is said.
    has_alpha = mode in ALPHA if mode else channels == 4 or channels == 2 and said == "premultiplied"
    alpha = said or ("stencil" if mode else "straight") if has_alpha else "straight"
    linear = options.linear if spec.linear is None else spec.linear
    if linear and mode in modes.NOT_SRGB:
        raise ImageError(f"linear=True: a PIL image of mode {mode!r} is not stored as sRGB; convert it, with "
                         f"image.convert('RGBA')" if mode in ("RGBa", "La") else
                         f"linear=True: the colours of a PIL image of mode {mode!r} are not sRGB; convert it, with "
                         f"image.convert('RGB')")
    count = channels - 1 if has_alpha or mode == "RGBX" else 0 if channels == 2 else channels
    backwards = options.channels == "bgr" and not mode and channels > 2
    if not (linear and count or alpha != "straight" or backwards):
        return None
    return Reading(count, linear, alpha, backwards)


# --- what becomes of results -----------------------------------------------------------------------------------------

def inside(graph, pictures, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """(left, top, right, bottom) of the pixels of a result for which all that is read lies inside the pictures."""
    left, top, (right, bottom) = 0, 0, size
    of_image = footprints(graph)
    for image, picture in zip(graph.images, pictures):
        (west, north, east, south), known = of_image.get(image, ((0, 0, 0, 0), (True, True)))
        if not all(known):
            raise ArgumentError(f"valid=True: where this filter reads '{image.name}' depends on data, so no pixel is "
                                f"known to read only what is inside")
        left, top = max(left, west), max(top, north)
        right, bottom = min(right, picture.width - east), min(bottom, picture.height - south)
    if left >= right or top >= bottom:
        raise ArgumentError(f"valid=True: no pixel of {size[0]} x {size[1]} reads only what is inside")
    return left, top, right, bottom


def cut_out(result, box):
    """A part of a result, of its own kind."""
    left, top, right, bottom = box
    if hasattr(result, "crop"):
        return result.crop(box)
    part = result[top:bottom, left:right]
    return part.copy() if type(part) is np.ndarray else part
