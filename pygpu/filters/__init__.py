"""Ready filters: what people reach for first, each a few lines in the language itself.

    from pygpu import filters

    filters.gaussian(photo, sigma=2)                    a picture in, a picture of the same kind out
    filters.gaussian(photo, 2, border="wrap")           parameters in order or by name

Each is both a filter that is ready to run and the function of a pixel that it is made of, for filters of your own:

    def glow(im=Image, p=Position, strength=Float):
        return im(p) + strength * filters.gaussian(im, p, sigma=8)

So a call with a picture filters it, and a call with an image and a position is one pixel. `pygpu.compile` takes them
too, for their `graph`, `source` and `explain()`: pygpu.compile(filters.gaussian, sigma=2).

What shapes a kernel (sigma, size, footprint) is known: each new value compiles once. What is annotated Float, Int or
Color (amount, angle, low) is a run-time argument: it never does. Every filter takes besides

    border, sample, fill          how the first image is read; as pygpu.Image(border=...)
    size, out, dtype, linear...   what every compiled filter does

Names, parameters and meaning are those of scipy.ndimage where it has the filter, so beyond the edge is its "reflect"
(dcba abcd dcba); otherwise those of the library that a filter's first line names. Two things differ: a pair of
numbers is (across, down), x before y, as everywhere in PyGPU, and `mode` is a PIL mode, so that scipy's is `border`.

    smoothing     gaussian  box  unsharp
    denoising     bilateral  nonlocal_means
    ranks         median  rank
    morphology    erode  dilate  open  close
    edges         sobel  prewitt  scharr  laplace  log  emboss
    features      harris  canny  canny_ridge  canny_gradient
    colour        gray  gamma  exposure  hue  saturation  white_balance  sepia  vignette
    thresholds    threshold  local_threshold  dither
    geometry      rotate  affine  perspective  warp  resize
"""

from .colour import exposure, gamma, gray, hue, saturation, sepia, vignette, white_balance
from .denoising import bilateral, nonlocal_means
from .edges import emboss, laplace, log, prewitt, scharr, sobel
from .features import canny, canny_gradient, canny_ridge, harris
from .geometry import affine, perspective, resize, rotate, warp
from .morphology import close, dilate, erode, open  # noqa: F401
from .ranks import median, rank
from .smoothing import box, gaussian, unsharp
from .thresholds import dither, local_threshold, threshold

# Without `open`: `from pygpu.filters import *` shall not take the built-in away.
__all__ = [
    "gaussian", "box", "unsharp",
    "bilateral", "nonlocal_means",
    "median", "rank",
    "erode", "dilate", "close",
    "sobel", "prewitt", "scharr", "laplace", "log", "emboss",
    "harris", "canny", "canny_ridge", "canny_gradient",
    "gray", "gamma", "exposure", "hue", "saturation", "white_balance", "sepia", "vignette",
    "threshold", "local_threshold", "dither",
    "rotate", "affine", "perspective", "warp", "resize",
]
