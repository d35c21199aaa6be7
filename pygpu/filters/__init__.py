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

    smoothing     gaussian  box  unsharp  sharpen  lens_blur  motion_blur
    sums          integral  cumulative  recursive_gaussian  domain_transform
    whole         stretch  standardize  gray_world  mean_threshold  li  isodata  match_template  centroid  moments
    histograms    histogram  equalize  clahe  otsu  multiotsu  yen  triangle
    distances     distance
    regions       label  hysteresis  watershed
    frequencies   phase_correlation  fftconvolve
    clusters      kmeans
    ways          diffuse  seam_energy
    convolution   convolve  correlate
    details       difference_of_gaussians  guided  retinex
    pyramids      reduced  detail  pyramid_blend  local_laplacian
    denoising     bilateral  bilateral_grid  mean_shift  nonlocal_means  anisotropic_diffusion
    ranks         median  percentile  rank  mode
    morphology    erode  dilate  open  close  tophat  blackhat  morphological_gradient  morphological_laplace
    edges         sobel  prewitt  scharr  farid  roberts  laplace  log  emboss
    features      harris  canny  canny_strength  canny_ridge  canny_gradient  peaks
    ridges        hessian  ridges  frangi  gabor
    local         local_mean  local_std  local_entropy
    tones         invert  brightness  contrast  exposure  gamma  levels  curves  lut  posterize  solarize
    colour        gray  hue  saturation  white_balance  sepia  colorize  mix_channels  cube  colormap  vignette
    spaces        rgb_to_X and X_to_rgb of linear, hsv, hsl, xyz, lab, lch, luv, oklab, oklch, ycbcr
    blend         blend  composite  over  multiply  screen  overlay  hard_light  soft_light  darken  lighten  color_dodge
                  color_burn  difference  exclusion  add  subtract  blend_hue  blend_saturation  blend_color
                  blend_luminosity
    thresholds    threshold  local_threshold  niblack  sauvola  dither
    geometry      flip  turn  crop  pad  translate  rotate  zoom  resize  affine  perspective  warp  remap  polar
                  log_polar  from_polar
    lens          undistort  chromatic_aberration  demosaic
    painting      pixelate  kuwahara
    noise         white_noise  value_noise  perlin  simplex  worley  fbm
    volumes       a module of its own, for volumes: volumes.gaussian, volumes.median...

Each with a picture: docs/filters.md.
"""

import importlib
from difflib import get_close_matches

from .adaptive import clahe
from .basins import watershed
from .blend import (
    add,
    blend,
    blend_color,
    blend_hue,
    blend_luminosity,
    blend_saturation,
    color_burn,
    color_dodge,
    composite,
    darken,
    difference,
    exclusion,
    hard_light,
    lighten,
    multiply,
    over,
    overlay,
    screen,
    soft_light,
    subtract,
)
from .clusters import kmeans
from .colormaps import colormap
from .colour import exposure, gamma, gray, hue, saturation, sepia, vignette, white_balance
from .convolution import convolve, correlate
from .demosaicing import demosaic
from .denoising import anisotropic_diffusion, bilateral, nonlocal_means
from .details import difference_of_gaussians, guided, retinex
from .distances import distance
from .edges import emboss, farid, laplace, log, prewitt, roberts, scharr, sobel
from .features import canny, canny_gradient, canny_ridge, canny_strength, harris, peaks
from .frequencies import fftconvolve, phase_correlation
from .geometry import (
    affine,
    crop,
    flip,
    from_polar,
    log_polar,
    pad,
    perspective,
    polar,
    remap,
    rotate,
    translate,
    turn,
    warp,
    zoom,
)
from .grids import bilateral_grid
from .histograms import equalize, histogram, multiotsu, otsu, triangle, yen
from .lens import chromatic_aberration, lens_blur, motion_blur, undistort
from .local import local_entropy, local_mean, local_std
from .morphology import (  # noqa: F401
    blackhat,
    close,
    dilate,
    erode,
    morphological_gradient,
    morphological_laplace,
    open,
    tophat,
)
from .noise import fbm, perlin, simplex, value_noise, white_noise, worley
from .painting import kuwahara, pixelate
from .pyramids import detail, local_laplacian, pyramid_blend, reduced
from .ranks import median, mode, percentile, rank
from .regions import hysteresis, label
from .resizing import resize
from .ridges import frangi, gabor, hessian, ridges
from .shifts import mean_shift
from .smoothing import box, gaussian, unsharp
from .spaces import (
    hsl_to_rgb,
    hsv_to_rgb,
    lab_to_rgb,
    lch_to_rgb,
    linear_to_rgb,
    luv_to_rgb,
    oklab_to_rgb,
    oklch_to_rgb,
    rgb_to_hsl,
    rgb_to_hsv,
    rgb_to_lab,
    rgb_to_lch,
    rgb_to_linear,
    rgb_to_luv,
    rgb_to_oklab,
    rgb_to_oklch,
    rgb_to_xyz,
    rgb_to_ycbcr,
    xyz_to_rgb,
    ycbcr_to_rgb,
)
from .sums import cumulative, domain_transform, integral, recursive_gaussian
from .thresholds import dither, local_threshold, niblack, sauvola, threshold
from .tones import (
    brightness,
    colorize,
    contrast,
    cube,
    curves,
    invert,
    levels,
    lut,
    mix_channels,
    posterize,
    sharpen,
    solarize,
)
from .ways import diffuse, seam_energy
from .whole import (
    centroid,
    gray_world,
    isodata,
    li,
    match_template,
    mean_threshold,
    moments,
    standardize,
    stretch,
)

# Without `open`: `from pygpu.filters import *` shall not take the built-in away.
__all__ = [
    "box", "gaussian", "unsharp", "integral", "cumulative", "recursive_gaussian", "domain_transform", "convolve",
    "correlate",
    "anisotropic_diffusion", "bilateral", "bilateral_grid", "mean_shift", "nonlocal_means",
    "median", "mode", "percentile", "rank", "blackhat", "close", "dilate", "erode", "morphological_gradient",
    "morphological_laplace", "tophat", "emboss", "farid", "laplace", "log", "prewitt", "roberts", "scharr", "sobel",
    "canny", "canny_gradient", "canny_ridge", "canny_strength", "harris", "peaks",
    "frangi", "gabor", "hessian", "ridges", "local_entropy",
    "local_mean", "local_std", "brightness", "colorize", "contrast", "cube", "curves", "invert", "levels", "lut",
    "mix_channels", "posterize", "sharpen", "solarize", "exposure", "gamma", "gray", "hue", "saturation", "sepia",
    "vignette", "white_balance", "colormap", "rgb_to_linear", "linear_to_rgb", "rgb_to_hsv", "hsv_to_rgb",
    "rgb_to_hsl", "hsl_to_rgb", "rgb_to_xyz", "xyz_to_rgb", "rgb_to_lab", "lab_to_rgb", "rgb_to_lch", "lch_to_rgb",
    "rgb_to_luv", "luv_to_rgb", "rgb_to_oklab", "oklab_to_rgb", "rgb_to_oklch", "oklch_to_rgb", "rgb_to_ycbcr",
    "ycbcr_to_rgb", "add", "blend", "blend_color", "blend_hue", "blend_luminosity", "blend_saturation", "color_burn",
    "color_dodge", "composite", "darken", "difference", "exclusion", "hard_light", "lighten", "multiply", "over",
    "overlay", "screen", "soft_light", "subtract", "dither", "local_threshold", "niblack", "sauvola", "threshold",
    "affine", "crop", "flip", "from_polar", "log_polar", "pad", "perspective", "polar", "remap", "resize", "rotate",
    "translate", "turn", "warp", "zoom", "chromatic_aberration", "lens_blur", "motion_blur", "undistort", "demosaic",
    "difference_of_gaussians", "guided", "retinex", "detail", "local_laplacian", "pyramid_blend", "reduced",
    "histogram", "equalize", "clahe", "otsu", "multiotsu", "yen", "triangle",
    "centroid", "distance", "label", "hysteresis", "gray_world", "isodata", "li", "match_template", "mean_threshold",
    "moments", "phase_correlation", "fftconvolve", "kmeans", "watershed", "standardize", "stretch", "diffuse", "seam_energy",
    "kuwahara", "pixelate", "fbm", "perlin", "simplex", "value_noise", "white_noise", "worley",
]


# What other libraries call them, where the name itself leads astray.
ELSEWHERE = {
    "blur": ("box", "gaussian"), "boxfilter": ("box",), "uniform_filter": ("box",), "medianblur": ("median",),
    "gaussianblur": ("gaussian",), "bilateralfilter": ("bilateral",), "filter2d": ("correlate",),
    "cvtcolor": ("gray", "rgb_to_hsv", "rgb_to_lab"), "grayscale": ("gray",), "rgb2gray": ("gray",),
    "adaptivethreshold": ("local_threshold",), "minimum_filter": ("erode",), "maximum_filter": ("dilate",),
    "unsharp_mask": ("unsharp",), "equalizehist": ("equalize",), "equalize_hist": ("equalize",),
    "equalize_adapthist": ("clahe",), "rescale_intensity": ("stretch",), "autocontrast": ("stretch",),
    "normalize": ("standardize", "stretch"), "denoise_bilateral": ("bilateral",), "scale": ("resize", "zoom"),
    "connectedcomponents": ("label",), "mirror": ("flip",), "opening": ("open",), "closing": ("close",),
}


def __dir__():
    """What is public, for completion."""
    return sorted([*__all__, "open", "volumes"])


def __getattr__(name):
    if name == "volumes":  # read when it is first asked for
        return importlib.import_module(".volumes", __name__)
    near = ELSEWHERE.get(name.lower()) or get_close_matches(name.lower(), __all__, 3, 0.5)
    raise AttributeError(f"module 'pygpu.filters' has no attribute '{name}'"
                         + f" (did you mean {' or '.join(near)}?)" * (bool(near) and not name.startswith("_")))
