"""What people mean by what is refused: a refusal told with the words for the usual mistake, where it looks like one.

One table: the kind of a refusal and what was seen → why it cannot be, and what to write instead. None that matches: the
refusal stays as it is.
"""

from __future__ import annotations

import os
import pathlib
import re
import sysconfig

from .. import language
from ..errors import CompileError

PACKAGE = str(pathlib.Path(__file__).parents[1]) + os.sep
LIBRARIES = tuple({sysconfig.get_path(name) for name in ("platlib", "purelib")})
COLOURS = "red|green|blue|alpha|r|g|b|a|rgb|rgba|x|y|z|xy|xyz"

#   kind             what was seen                              why                            what to write instead
ADVICE = (
    ("symbolic-index", r"an image is indexed",
     "a filter reads an image at a position, by calling it",
     "im(p), im(p + (1, 0)) or im(x, y); im.sample(p, \"cubic\") between pixels"),
    ("bad-call", r"a (\w+) is neither true nor false.*",
     "each component is compared by itself, but an `if` needs one answer",
     "compare one number (c.red, length(c), dot(c, (0.3, 0.6, 0.1))), or ask any(c > 0.5) or all(c > 0.5); "
     "sorted(), min() and max() of colours take key=length, and minimum(a, b) goes component by component"),
    ("writes-outside", r"\w+\(\) changes (the|a) random generator.*|a random generator without a seed .*",
     "it would be drawn once, while compiling, and be the same for every pixel and every call",
     "for another number at each pixel, make it of the position: fract(sin(p.x * 12.9898 + p.y * 78.233) * 43758.5453); "
     "for another one in each call, a parameter (seed=Float)"),
    ("symbolic-text", r"print\(\).*",
     "a kernel computes all pixels at once, and has nowhere to print to",
     "run one pixel as plain Python, where print works: f(pygpu.HostImage(photo), Position(3, 4)); or click it in "
     "filter.explain_html(photo)"),
    ("bad-call", r"\w+\(\) is given .* for its (image|position) '\w+'",
     "inside another filter it gives its pixel at a place: it takes the image first, then the place",
     "filters.NAME(im, p, ...), filters.NAME(im, p + (1, 0), ...), and its other arguments by name"),
    ("bad-call", r"\d components meet \d.*",
     "vectors, colours and positions are combined part by part",
     "in a picture p + (dx, dy), in a volume p + (dx, dy, dz); colours of three: c.rgb leaves the alpha out"),
    ("bad-call", r"\d components are needed, \d (was|were) given",
     "a vector has as many parts as its name says, a colour three or four",
     "Color(red, green, blue), Color(gray), Color(c, alpha), Vec3(1.0, 0.0, 0.5), each part from 0 to 1"),
    ("bad-call", r".* is text, and a vector, a colour or a position is made of numbers",
     "a colour has no name here",
     "Color(1.0, 0.0, 0.0) for red, 0.0 and 1.0 for black and white"),
    ("bad-call", r"\w+\(\.\.\.\) is read at (an? (tuple|list)|None|'.*')",
     "an image is read at one position, or at two numbers",
     "im(p), im(p + (1, 0)), im((x, y)) or im(x, y)"),
    ("bad-call", r"\w+\(\.\.\.\) is read at (an? (Int|Float|Bool)|-?\d+(\.\d+)?)",
     "one number is not a place in a picture",
     "im(p), im(p + (1, 0)), im(x, y), im(p.x, 0) for the first row"),
    ("bad-call", r"\w+\(\) is called without its position '\w+'",
     "inside a filter you say at which pixel another one is computed",
     "pass it on: other(im, p), other(im, p + (1, 0)), other(im, p=p)"),
    ("bad-result", r"the filter returns a list of which a picture says how long it is",
     "a filter is called for each pixel, and gives one",
     "return that pixel, without loops over x and y: 1 - im(p), im[p.y, p.x]; without the Position, it may return a list"),
    ("bad-result", r"the filter returns an? (iterator|generator)",
     "a filter is called for each pixel, and gives one", "return it, without yield"),
    ("bad-result", r"the filter returns an? (\w*Lines|Projection|Ordered)",
     "it is a value for each row, column or place, of which a kernel gives those that are asked for",
     "ask for one: np.median(im, axis=0)[p.x], np.sort(im, axis=1)[p.y, p.x], sorted(im)[0]; all of them are what a "
     "function of Arrays gives, without a position: v=Array"),
    ("bad-result", r"the filter returns a function",
     "a function of a position is an image, and a filter says what one pixel is", "return its pixel at p: g(p)"),
    ("bad-result", r"the filter returns (.* with )?'.*'.*",
     "a pixel is made of numbers from 0 to 1", "Color(1.0, 0.0, 0.0) for red, 0.0 and 1.0 for black and white"),
    ("types-do-not-meet", r".*: ('.*' and .*|.* and '.*') are returned",
     "a pixel is made of numbers from 0 to 1", "0.0 and 1.0 for black and white, Color(1.0, 0.0, 0.0) for red"),
    ("types-do-not-meet", r".*: (a Color and an? (Float|Int|Bool)|an? (Float|Int|Bool) and a Color) .*",
     "one variable of the kernel has one type", "make a colour of the number on both paths: Color(v) is that gray"),
    ("not-callable", r"an? (Color|Vec\d|Float|Int|Bool|Position) is called",
     "it is a value already: a pixel that was read or computed", "leave the brackets out; an image is called, im(p)"),
    ("symbolic-length", r"a (Float|Int|Bool) is iterated over",
     "it is one number: a pixel of a gray picture has no parts",
     "use it as it is; im=Image[Color] takes colour pictures only; filters.gray(im, p) is one number for both"),
    ("bad-call", r"np.bincount\(\) of numbers that pixels give",
     "its length would depend on the greatest of them", "np.bincount(x, minlength=9) counts from 0 to 8"),
    ("bad-call", r"more than one character is looked for.*",
     "the rest of the text would differ from pixel to pixel", "text.find(part), text.count(part), `part in text`"),
    ("symbolic-index", r"an Image is indexed",
     "a picture from outside the filter is known, and its pixels are on the host",
     "make it a parameter, other=Image, give it to the call, and read other(p)"),
    ("symbolic-index", r"a sequence is indexed by a Float",
     "places in a list are counted in whole numbers, and a pixel of bytes goes from 0 to 1",
     "table[int(v * 255 + 0.5)] for a pixel of bytes, table[int(v)] for others"),
    ("symbolic-host", r"a value that depends on a pixel is put into a ndarray .*",
     "a filter says what one pixel is: there is no array that pixels write to",
     "return the pixel's value, and the picture is made of them; a small array of a pixel's own: np.array([...]) of a list"),
    ("writes-outside", r"an item of an image, .*",
     "a filter says what one pixel of a new picture is, and is called for each of them",
     "return that pixel: return 1 - im(p), without loops over x and y"),
    ("bad-result", r"the filter returns an image",
     "a filter says what one pixel is",
     "return im(p), its pixel"),
    ("bad-call", r"a coordinate of \w+\(\.\.\.\) is a Position",
     "an image is read at one position, or at two numbers",
     "im(p), im(p + (1, 0)) or im(p.x + 1, p.y)"),
    ("no-attribute", rf"a(n)? (Float|Int|Bool) has no '({COLOURS})'",
     "a pixel of a gray picture is one number, and has no parts",
     "use it as it is; im=Image[Color] takes colour pictures only; filters.gray(im, p) is one number for both"),
    ("no-attribute", r"a tuple has no '[xyzw]'",
     "it is one of Python's own tuples (im.size is one, too): its items have numbers, not names",
     "im.width and im.height; t[0] and t[1]; Vec2(*t) has x and y"),
    ("no-attribute", r"the image \w+ has no '(mean|sum|max|min|std|var|any|all)'",
     "inside a filter it is not an array, but Python's own functions and NumPy's take all of it",
     "sum(im) / len(im), min(im), max(im), np.mean(im), np.std(im): computed once, before any pixel"),
    ("no-attribute", r"the image \w+ has no '(shape|ndim|dtype|astype|T|copy|reshape|mode|numpy|data|tolist|flatten)'",
     "inside a filter it is no array: a filter says what one pixel is",
     "im.width, im.height and im(p); what needs the array is done outside, and given as a parameter"),
    ("symbolic-length", r"np\.\w+\(\) of a size that is not known",
     "im.width and im.height are known when the filter runs, and an array inside it belongs to one pixel",
     "return what one pixel is, and the picture is made of them; for a picture in between a function of a position, "
     "lambda q: im(q)**2; for a table a length that is known, np.zeros(256)"),
    ("not-a-number", r"(an|the) image.* meets an array",
     "inside a filter it is no array: a filter says what one pixel is",
     "im(p) is a pixel; sum(im), max(im), np.mean(im), sorted(im) and `for v in im` take all of it; a function of Arrays "
     "without a position (x=Array) is NumPy on whole arrays"),
    ("no-attribute", r"the image \w+ has no '(getpixel|getPixel|pixels|load|getdata|pixel|at|get|get_pixel|item|read|"
                     r"fetch|texture)'",
     "a pixel is read by calling the image",
     "im(p), im(p + (1, 0)), im(x, y) or im[y, x]"),
    ("no-attribute", r"the image \w+ has no '(putpixel|putdata|paste|save|show|itemset|fill|write|set)'",
     "a filter changes no picture: it says what one pixel of a new one is",
     "return that pixel; what comes out of the call has save(), show() and paste()"),
    ("no-attribute", r"the image \w+ has no '(convert|filter|resize|rotate|crop|transpose|point|split|thumbnail|transform|"
                     r"blur|effect_spread|quantize|reduce|getchannel|getbands)'",
     "inside a filter it is no picture of PIL: a filter says what one pixel is",
     "call it on the picture, as f(photo.convert(\"L\")); or a ready filter on the image, as filters.gray(im, p) or "
     "filters.gaussian(im, p, sigma=2)"),
    ("no-attribute", r"a (Color|Vec\d) has no '(mean|sum|max|min|all|any|std|prod|argmax)'.*",
     "a pixel is no array, but Python's own functions take one",
     "sum(c) / len(c), max(c), min(c), any(c > 0.5), all(c > 0.5); filters.gray(im, p) is its light"),
    ("no-attribute", r"a (Color|Vec\d|Float|Int) has no '(sqrt|exp|log|sin|cos|abs|clip|clamp|round|pow|norm|dot|length)'.*",
     "pixels have no such methods: these are functions",
     "sqrt(c), abs(c), clamp(c, 0.0, 1.0), dot(c, d), length(c): pygpu has them, and math's and NumPy's work too"),
    ("no-attribute", r"a (Color|Vec\d|Float|Int) has no '(astype|copy|tolist|numpy|item|reshape|shape|dtype|T)'.*",
     "a pixel is no array: it is a number, or a few of them",
     "use it as it is; c.red or c[0] is one of its numbers, int(v) makes a whole number"),
    ("no-attribute", r"a (Color|Vec\d) has no '(replace|_replace|with_\w+)'.*",
     "a pixel has no such method", "make another one: Color(1.0, c.green, c.blue)"),
    ("writes-outside", r"'\w+' of a (Color|Vec\d|Position) is assigned, which does not change",
     "it is a value, as a number is", "make another one: c = Color(1.0, c.green, c.blue), p = Position(p.x + 1, p.y)"),
    ("symbolic-index", r"a Float is indexed",
     "it is one number: a pixel of a gray picture has no parts",
     "use it as it is; im=Image[Color] takes colour pictures only; filters.gray(im, p) is one number for both"),
    ("not-a-number", r"(int|float|bool)\(\) of a (Color|Vec\d)",
     "it takes one number, and a colour has several",
     "take one of them, int(c.red * 255), or their mean, sum(c) / len(c); or filters.gray(im, p)"),
    ("not-a-number", r"a (Float|Double) is used with .*",
     "only whole numbers have bits, and a pixel of bytes goes from 0 to 1",
     "make it a whole number first: int(v * 255 + 0.5) for a pixel of bytes, int(v) for others"),
    ("opaque-call", r"'Pattern\.\w+' is called with a value .*",
     "regular expressions are the host's, and it has known text only",
     "ask the text itself, also where pixels say it: s.split(\",\"), s.partition(\"-\"), s.startswith(\"x\"), s.isdigit()"),
    ("opaque-call", r"'decimal\.Decimal' is called with a value .*",
     "a decimal number has as many digits as its context says, and a kernel's has 24 or 53 bits",
     "count the smallest unit in whole numbers: cents * 11 // 10; fractions.Fraction of ints is exact, too"),
    ("opaque-call", r"'random\.Random' is called with a value .*",
     "what follows from a seed is computed by the host, and each pixel has another seed",
     "make a number of the seed: fract(sin(seed * 12.9898) * 43758.5453), or (seed * 2654435761 & 0xFFFFFFFF) / 2**32"),
    ("opaque-call", r".* is called with the image \w+",
     "it works on whole arrays, and a filter says what one pixel is",
     "call it on the picture, before or after the filter; or look for it among the ready filters: pygpu.filters has "
     "SciPy's, scikit-image's and OpenCV's, and their docstrings name them"),
    ("bad-call", r"\w+\(\.\.\.\) is (read with (\d+ arguments|\w+=.*)|read at 3 coordinates)",
     "an image is read at one place: its type says how, and its pixel has the channels",
     "im(p), im(p.x + 1, p.y), im[y, x]; Image(border=\"wrap\"), im.sample(p, \"cubic\"); im(p).red or im(p)[0]"),
    ("bad-call", r"a coordinate of \w+\(\.\.\.\) is a slice",
     "a filter computes one pixel: there is no array to take a part of",
     "put single places together: sum(im(p + (x, y)) for y in (-1, 0, 1) for x in (-1, 0, 1)) / 9"),
    ("no-attribute", r"an? (Position|Color|Vec\d) has no '\w+': its parts are .*",
     "a position, a colour or a vector has parts, and no methods",
     "its parts, p.x, c.red, v.xy; and functions of it, pygpu's or NumPy's: length(v), normalize(v), dot(a, b), clamp(c)"),
    ("image-as-number", r".*", "an image is read at a position",
     "im(p) is its pixel at p, a parameter of the filter, p=Position; im.width and im.height are its size"),
)

OF_LIBRARIES = ("it works on whole arrays, or uses what no device has; a filter says what one pixel is",
                "call it on the picture, before or after the filter; or look for it in pygpu.filters (inside: {seen})")
OF_PICTURES = ("a picture from outside the filter is known, and its pixels are on the host",
               "make it a parameter, other=Image, give it to the call, and read other(p)")

# What other languages call it that PyGPU has, by what they call it.
MEANT = {
    **dict.fromkeys(("texture", "texture2D", "tex2D"),
                    "an image is called, and its places are counted in pixels: im(uv * im.size)"),
    **dict.fromkeys(("fragCoord", "gl_FragCoord"), "the place of the pixel is a parameter, p=Position"),
    **dict.fromkeys(("iResolution", "width", "height"),
                    "of an image im.size, im.width, im.height; of a picture made out of nothing a parameter, width=Int"),
    **dict.fromkeys(("iTime", "time", "frameCount"), "what changes from call to call is a parameter: time=Float"),
    "vec2": "Vec2(x, y)", "vec3": "Vec3(x, y, z)", "vec4": "Vec4(x, y, z, w)", "rgb": "Color(r, g, b)", "mod": "a % b",
    "lerp": "mix(a, b, t)", "dist": "distance(a, b)", "saturate": "clamp(v)", "constrain": "clamp(v, low, high)",
    "inversesqrt": "1 / sqrt(v)",
}

COMPLEX = "its numbers may be complex for some pixels and not for others, and an array in a filter is of one kind"
SPECTRUM = ("it is compiled code of NumPy's", "write the sum, sum(v * cmath.exp(-2j * math.pi * k * i / n) for i, v in "
            "enumerate(values)); pygpu.compile() of a function of whole Arrays has np.fft")
OF_NUMPY = {
    **dict.fromkeys(("eig", "eigvals"), (COMPLEX, "np.linalg.eigvalsh(m) and eigh(m) of a symmetric matrix; of 2 x 2, "
                    "h = np.trace(m) / 2 and h + cmath.sqrt(h * h - np.linalg.det(m))")),
    "roots": (COMPLEX, "the formula of a quadratic with cmath.sqrt, or Newton's steps in a loop"),
    **dict.fromkeys(("irfft", "rfft2", "irfft2", "hfft"), SPECTRUM),
}

AS_ITSELF = "call the function itself with arrays, f(x), where it works; or return what you want to see"
OF_WHOLE_ARRAYS = (
    ("writes-outside", r"\w+\(\) changes (the|a) random generator.*|a random generator without a seed .*",
     "it would be drawn once, while compiling, and be the same in every call",
     "draw it outside and give it in each call (noise=Array); or inside with a seed, np.random.default_rng(0), for the same "
     "numbers each time"),
    ("symbolic-text", r"print\(\).*",
     "its kernels run after all of it was traced, and have nowhere to print to", AS_ITSELF),
    ("not-supported", r"breakpoint\(\) in a filter",
     "its kernels run after all of it was traced, and a debugger would stop in the compiler", AS_ITSELF),
    ("symbolic-text", r".*", "a device has no strings",
     "say how many digits, f'{x.max():.2f}': such text, and that of whole numbers, may be returned"),
    ("bad-result", r".*", "what comes back is made of arrays, numbers and text",
     "return them, or tuples, named tuples, lists, dicts and sets of them"),
    ("not-a-number", r".* meets an array", "an array is one of numbers", "use numbers and arrays"),
    ("library-call", r".*", "it looks at the numbers themselves, which are on the device while the function runs",
     "call it before or after the compiled function"),
)


def advised(error: CompileError, of_arrays: bool = False) -> CompileError:
    """The refusal, told better where it is a usual mistake; in a function of whole arrays no pixel is spoken of."""
    error.location, error.calls = outside(error.location, error.calls)
    if error.location is not None and is_installed(error.location.filename):
        error = of_library(error)
    for kind, seen, why, instead in OF_WHOLE_ARRAYS + ADVICE if of_arrays else ADVICE:
        if error.kind == kind and re.fullmatch(seen, error.seen):
            error.why, error.instead = why, instead
            break
    name = re.fullmatch(r"the name '(\w+)' is not defined", error.seen)
    if name:
        error.instead = f"from pygpu import {name[1]}" if name[1] in language.__all__ else MEANT.get(name[1], error.instead)
    if of_arrays:
        error.seen = re.sub(r"(depends?) on a pixel", r"\1 on numbers in the arrays", error.seen)
    return error


def outside(location, calls):
    """Where something happened, in the user's lines: what our own functions do stands where one of them was called."""
    if location is not None and location.filename.startswith(PACKAGE):
        for place, call in enumerate(calls):
            if not call.filename.startswith(PACKAGE):
                return call, tuple(calls[place + 1:])
    return location, calls


def is_installed(file: str) -> bool:
    return not file.startswith(PACKAGE) and (
        file.startswith(LIBRARIES) or "/site-packages/" in file or "/dist-packages/" in file)


def of_library(error: CompileError) -> CompileError:
    """A refusal inside of an installed library: what counts is the user's line, which called it."""
    outside = next((i for i, call in enumerate(error.calls) if not is_installed(call.filename)), None)
    if outside is None:
        return error
    inner = error.calls[outside - 1] if outside else error.location
    seen = f"{inner.function}() of an installed library is called with what depends on a pixel"
    why, instead = OF_PICTURES if inner.function == "Image.getpixel" else OF_NUMPY.get(
        inner.function if "numpy" in inner.filename else "", OF_LIBRARIES)
    return CompileError("library-call", seen, why, instead.format(seen=error.seen), error.calls[outside],
                        error.calls[outside + 1:])
