"""What people mean by what is refused: a refusal told with the words for the usual mistake, where it looks like one.

One table: the kind of a refusal and what was seen → why it cannot be, and what to write instead. None that matches: the
refusal stays as it is.
"""

from __future__ import annotations

import re
import sysconfig

from ..errors import CompileError

LIBRARIES = tuple({sysconfig.get_path(name) for name in ("platlib", "purelib")})
COLOURS = "red|green|blue|alpha|r|g|b|a|rgb|rgba|x|y|z|xy|xyz"

#   kind             what was seen                              why                            what to write instead
ADVICE = (
    ("symbolic-index", r"an image is indexed",
     "a filter reads an image at a position, by calling it",
     "im(p), im(p + (1, 0)) or im(x, y); im.sample(p, \"cubic\") between pixels"),
    ("bad-call", r"a (\w+) is neither true nor false.*",
     "each of its components compares by itself, and one `if` takes one of two ways",
     "compare a number of it (c.red, length(c), dot(c, (0.3, 0.6, 0.1))), or ask any(c > 0.5) or all(c > 0.5); "
     "sorted(), min() and max() of colours take key=length, and minimum(a, b) goes component by component"),
    ("writes-outside", r"\w+\(\) changes (the|a) random generator.*",
     "it would be drawn once, while compiling, and be the same for every pixel and every call",
     "a number of the position, for another one at each pixel: fract(sin(p.x * 12.9898 + p.y * 78.233) * 43758.5453); "
     "for one a call, a parameter (seed=Float)"),
    ("symbolic-text", r"print\(\).*",
     "a kernel computes all pixels at once, and has nowhere to print to",
     "run one pixel as plain Python, where print works: f(pygpu.HostImage(photo), Position(3, 4)); or click it in "
     "filter.explain_html(photo)"),
    ("bad-call", r"\w+\(\.\.\.\) is read at an? (Int|Float|Bool)",
     "one number says no place in a picture",
     "im(p), im(p + (1, 0)), im(x, y), im(p.x, 0) for the first row"),
    ("bad-call", r"\w+\(\) is called without its position '\w+'",
     "inside a filter nobody else says at which pixel another one is asked",
     "pass it on: other(im, p), other(im, p + (1, 0)), other(im, p=p)"),
    ("bad-result", r"the filter returns an image",
     "a filter says what one pixel is",
     "return im(p), its pixel"),
    ("bad-call", r"a coordinate of \w+\(\.\.\.\) is a Position",
     "an image is read at one position, or at two numbers",
     "im(p), im(p + (1, 0)) or im(p.x + 1, p.y)"),
    ("no-attribute", rf"a(n)? (Float|Int|Bool) has no '({COLOURS})'",
     "a pixel of a gray picture is one number, and has no parts",
     "use it as it is; im=Image[Color] takes colour pictures only; filters.gray(im, p) is one number for both"),
    ("no-attribute", r"the image \w+ has no '(mean|sum|max|min|std|var|any|all)'",
     "inside a filter it is no array, but Python's own functions and NumPy's take all of it",
     "sum(im) / len(im), min(im), max(im), np.mean(im), np.std(im): computed once, before any pixel"),
    ("no-attribute", r"the image \w+ has no '(shape|ndim|dtype|astype|T|copy|reshape|mode|getpixel)'",
     "inside a filter it is no array: a filter says what one pixel is",
     "im.width, im.height and im(p); what needs the array is done outside, and given as a parameter"),
    ("image-as-number", r".*", "an image is read at a position", "im(p) is its pixel at p; im.width and im.height its size"),
)


def advised(error: CompileError) -> CompileError:
    """The refusal, told better where it is a usual mistake."""
    if error.location is not None and error.location.filename.startswith(LIBRARIES):
        return of_library(error)
    for kind, seen, why, instead in ADVICE:
        if error.kind == kind and re.fullmatch(seen, error.seen):
            error.why, error.instead = why, instead
            break
    return error


def of_library(error: CompileError) -> CompileError:
    """A refusal inside of an installed library: what counts is the user's line, which called it."""
    outside = next((i for i, call in enumerate(error.calls) if not call.filename.startswith(LIBRARIES)), None)
    if outside is None:
        return error
    inner = error.calls[outside - 1] if outside else error.location
    return CompileError(
        "library-call", f"{inner.function}() of an installed library is called with what depends on a pixel",
        "it works on whole arrays, or is written in what no device has; a filter says what one pixel is",
        f"call it on the picture, before or after the filter; or look for it in pygpu.filters (inside: {error.seen})",
        error.calls[outside], error.calls[outside + 1:])
