"""Which numbers a ready filter's parameters may be. Beyond these there is no picture, only a division by zero, numbers
that are none, or a kernel that no one can wait for: so it is said before anything is compiled.

A parameter's name means the same in every filter; where it does not, the filter's name stands before it.
"""

from collections import namedtuple
from math import isnan
from numbers import Integral, Real

from pygpu import ArgumentError

Limit = namedtuple("Limit", "least most whole above", defaults=(False, False))  # `above`: the least itself is too little

SIDE = 4096  # pixels that a window may reach over


def whole(least, most):
    return Limit(least, most, whole=True)


def above(least, most=float("inf")):
    return Limit(least, most, above=True)


LIMITS = {
    "size": whole(1, SIDE), "radius": whole(0, SIDE // 2), "length": whole(1, SIDE), "patch_size": whole(1, 32),
    "patch_distance": whole(0, SIDE), "distance": whole(0, SIDE), "sigma": Limit(0, 1024), "sigmas": Limit(0, 1024),
    "order": whole(0, 2), "truncate": Limit(0, 64), "difference_of_gaussians.low": Limit(0, 1024),
    "difference_of_gaussians.high": Limit(0, 1024), "unsharp.radius": Limit(0, 1024), "vignette.radius": Limit(0, 1e6),
    "polar.radius": above(0, 1 << 16), "log_polar.radius": above(1, 1 << 16), "dither.size": whole(2, 256),
    "sigma_space": above(0), "bilateral.sigma_space": above(0, 128), "sigma_color": above(0),
    "bilateral_grid.sigma_space": Limit(1, 1024),
    "bilateral_grid.sigma_color": Limit(1 / 256, 256), "kappa": above(0), "h": above(0), "mean_shift.color": above(0),
    "frangi.beta": above(0), "frangi.gamma": above(0), "frangi.sigmas": above(0, 1024), "steps": whole(0, 1000),
    "anisotropic_diffusion.steps": whole(0, 100),
    "domain_transform.steps": whole(1, 16), "tiles": whole(1, 256), "axis": whole(0, 1), "level": whole(0, 20),
    "local_laplacian.levels": whole(1, 20), "pyramid_blend.levels": whole(1, 20), "local_laplacian.curves": whole(2, 256),
    "diffuse.levels": whole(2, 1 << 16), "dither.levels": whole(2, 1 << 16), "bins": whole(1, 1 << 12),
    "colours": whole(1, 1 << 12), "octaves": whole(1, 32), "gain": Limit(0, 1e6), "lacunarity": above(0, 64),
    "frequency": Limit(0.005, 1e3), "bandwidth": above(0, 16), "gabor.sigma": above(0, 256), "stops": Limit(-100, 100),
    "quarters": Limit(-(1 << 30), 1 << 30, whole=True), "zoom.factor": above(0, 1000), "gamma.gain": Limit(-1e30, 1e30),
    "levels.gamma": above(0), "stretch.dark": Limit(0, 100), "stretch.light": Limit(0, 100), "retinex.dark": above(0),
    **{f"{name}.size": whole(1, 512) for name in ("median", "percentile", "rank", "mode", "local_entropy")},
    "upsample": whole(1, 1000), **{f"pad.{side}": whole(-(1 << 16), 1 << 16) for side in ("left", "top", "right", "bottom")},
    **{f"{name}.scale": above(0) for name in ("perlin", "simplex", "value_noise", "worley", "fbm")},
}


LIGHT = {"threshold.value", "solarize.threshold", "hysteresis.low", "hysteresis.high", "canny.low", "canny.high",
         "canny_strength.low", "canny_strength.high", "levels.black", "levels.white", "levels.low", "levels.high",
         "contrast.middle", "local_threshold.offset", "peaks.threshold", "curves.points", "lut.table", "colorize.black",
         "colorize.white", "white_balance.white"}

# What gives numbers that are larger than white: of bytes white is all that is left of them.
BEYOND_WHITE = {"integral", "cumulative", "distance", "rgb_to_lab", "rgb_to_lch", "rgb_to_luv"}


def light_of_bytes(filter: str, name: str, value) -> float:
    """The brightest of what is given by somebody who thinks in 0..255, where light goes from 0 to 1; or 0."""
    lights = [each for each in flat(value) if isinstance(each, Real)] if f"{filter}.{name}" in LIGHT else []
    return max((each for each in lights if 2 <= each <= 255), default=0)


def within_limits(filter: str, name: str, value, usual=None):
    """Refuses a number that the parameter cannot be; `usual` is its default."""
    if isinstance(value, bool) or value is None and usual is None:
        return
    limit = LIMITS.get(f"{filter}.{name}", LIMITS.get(name))
    wrong = lambda what: ArgumentError(f"{filter}(): {name} is {what}, not {value!r}")
    for each in flat(value):
        if isinstance(each, Real):
            if isnan(each):
                raise wrong(told(limit) if limit else "a number")
            if limit and (not limit.least <= each <= limit.most or limit.above and each == limit.least
                          or limit.whole and not isinstance(each, Integral)):
                raise wrong(told(limit))
        elif isinstance(usual, Real) and not isinstance(usual, bool) or limit and isinstance(each, str):
            raise wrong(told(limit) if limit else "a number")


def flat(value):
    return [number for each in value for number in flat(each)] if isinstance(value, (tuple, list)) else [value]


def told(limit):
    words = f"a{' whole' * limit.whole} number {'above' if limit.above else 'of at least'} {limit.least:g}"
    return words + (f" and at most {limit.most:g}" if limit.most < float("inf") else "")
