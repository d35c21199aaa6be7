"""Filters of volumes, arrays (depth, height, width).

    from pygpu.filters import volumes
    soft = volumes.gaussian(scan, sigma=2)

    around each voxel   gaussian  box  unsharp  median  percentile  rank  erode  dilate  open  close  tophat  blackhat
                        morphological_gradient  morphological_laplace  sobel  prewitt  laplace  log  gradient_magnitude
                        difference_of_gaussians  correlate  local_mean  local_std  bilateral  nonlocal_means
                        anisotropic_diffusion  guided  hessian  ridges  frangi
    from elsewhere      flip  crop  pad  translate  rotate  affine  warp  zoom  resize
    along axes          integral  cumulative  distance
    what hangs together label  hysteresis  watershed
    as a list of points peaks
    of all of it        stretch  standardize  histogram  equalize  clahe  otsu  multiotsu  yen  triangle  li  isodata
                        mean_threshold  centroid
    of single ones      threshold  gamma  levels  invert
    of few levels       local_threshold  niblack  sauvola
    as a picture        projection

Each is the filter of that name in scipy.ndimage, or the one of pictures. A size or a sigma is a number, or three: across,
down, from plane to plane.
"""

from math import exp as known_exp

from pygpu import Float, Int, Position, Volume, exp, is_known, maximum, minimum, offsets, ravel, sqrt

from .ranks import in_place
from .ready import Ready
from .smoothing import even_taps, gaussian_taps
from .varying import Bell
from .volume_axes import AXES, averaged, blurred, extreme, separable
from .volume_levels import (  # noqa: F401
    centroid,
    clahe,
    equalize,
    gamma,
    histogram,
    invert,
    isodata,
    levels,
    li,
    mean_threshold,
    multiotsu,
    otsu,
    standardize,
    stretch,
    threshold,
    triangle,
    yen,
)
from .volume_lines import frangi, hessian, ridges  # noqa: F401
from .volume_peaks import peaks  # noqa: F401
from .volume_places import affine, crop, flip, pad, resize, rotate, translate, warp, zoom  # noqa: F401
from .volume_planes import local_threshold, niblack, projection, sauvola  # noqa: F401
from .volume_regions import hysteresis, label, watershed  # noqa: F401
from .volume_sums import cumulative, distance, integral  # noqa: F401
from .windows import held, span, triple

SOBEL, PREWITT = ((-1, 1), (0, 2), (1, 1)), ((-1, 1), (0, 1), (1, 1))


@Ready
def gaussian(vol=Volume(border="reflect"), p=Position, sigma=1.0, truncate=4.0, order=0):
    """A Gaussian blur (scipy.ndimage.gaussian_filter), with `order` 1 or 2 a derivative of it; the weights end at `truncate`
    sigmas. Compiled with `sigma=Float`, one kernel serves every sigma."""
    sigmas, orders = triple(sigma), triple(order)
    if not is_known((*sigmas, truncate)):
        return blurred(vol, [Bell(*each, truncate) for each in zip(sigmas, orders)])(p)
    return separable(vol, [gaussian_taps(*each, truncate) for each in zip(sigmas, orders)])(p)


@Ready
def box(vol=Volume(border="reflect"), p=Position, size=3):
    """The mean of a box (scipy.ndimage.uniform_filter). Compiled with `size=Int`, one kernel serves every size."""
    sizes = triple(size)
    if not is_known(sizes):
        return averaged(vol, sizes)(p)
    return separable(vol, [even_taps(each) for each in sizes])(p)


@Ready
def unsharp(vol=Volume(border="reflect"), p=Position, radius=1.0, amount: Float = 1.0):
    """Sharper: what a Gaussian blur of sigma `radius` takes away, added (skimage.filters.unsharp_mask)."""
    return vol(p) + amount * (vol(p) - gaussian(vol, p, radius))


@Ready
def median(vol=Volume(border="reflect"), p=Position, size=3):
    """The middle value of a box (scipy.ndimage.median_filter); of two in the middle, the greater."""
    around = window(triple(size))
    return in_place([vol(p + d) for d in around], len(around) // 2)


@Ready
def rank(vol=Volume(border="reflect"), p=Position, rank=0, size=3):
    """The value of that rank in a box, 0 the least and -1 the greatest (scipy.ndimage.rank_filter)."""
    return in_place([vol(p + d) for d in window(triple(size))], rank)


@Ready
def percentile(vol=Volume(border="reflect"), p=Position, percentile=50, size=3):
    """The value below which so many hundredths of a box are (scipy.ndimage.percentile_filter)."""
    if not 0 <= percentile <= 100:
        raise ValueError(f"percentile={percentile}: it is from 0 to 100")
    count = len(window(triple(size)))
    return rank(vol, p, count - 1 if percentile == 100 else int(count * percentile / 100), size)


@Ready
def erode(vol=Volume(border="reflect"), p=Position, size=3):
    """The least value of a box (scipy.ndimage.grey_erosion)."""
    return extreme(minimum, vol, triple(size), 1)(p)


@Ready
def dilate(vol=Volume(border="reflect"), p=Position, size=3):
    """The greatest value of the mirrored box (scipy.ndimage.grey_dilation)."""
    return extreme(maximum, vol, triple(size), -1)(p)


@Ready
def open(vol=Volume(border="reflect"), p=Position, size=3, border="reflect", fill=0.0):
    """Erode, then dilate: light specks smaller than the box vanish (scipy.ndimage.grey_opening)."""
    return dilate(step(erode, vol, size, border, fill), p, size)


@Ready
def close(vol=Volume(border="reflect"), p=Position, size=3, border="reflect", fill=0.0):
    """Dilate, then erode: dark specks smaller than the box vanish (scipy.ndimage.grey_closing)."""
    return erode(step(dilate, vol, size, border, fill), p, size)


@Ready
def tophat(vol=Volume(border="reflect"), p=Position, size=3, border="reflect", fill=0.0):
    """What open takes away: light specks (scipy.ndimage.white_tophat)."""
    return vol(p) - open(vol, p, size, border, fill)


@Ready
def blackhat(vol=Volume(border="reflect"), p=Position, size=3, border="reflect", fill=0.0):
    """What close fills: dark specks (scipy.ndimage.black_tophat)."""
    return close(vol, p, size, border, fill) - vol(p)


@Ready
def morphological_gradient(vol=Volume(border="reflect"), p=Position, size=3):
    """The greatest value less the least (scipy.ndimage.morphological_gradient)."""
    return dilate(vol, p, size) - erode(vol, p, size)


@Ready
def morphological_laplace(vol=Volume(border="reflect"), p=Position, size=3):
    """How much farther the greatest value is than the least (scipy.ndimage.morphological_laplace)."""
    return dilate(vol, p, size) + erode(vol, p, size) - 2 * vol(p)


@Ready
def sobel(vol=Volume(border="reflect"), p=Position, along=None, scale: Float = 1.0):
    """How steep it is; or with `along` "x", "y" or "z" its slope that way, with a sign (scipy.ndimage.sobel)."""
    return scale * steepness(vol, along, SOBEL)(p)


@Ready
def prewitt(vol=Volume(border="reflect"), p=Position, along=None, scale: Float = 1.0):
    """As sobel, with the weights 1 1 1 (scipy.ndimage.prewitt)."""
    return scale * steepness(vol, along, PREWITT)(p)


@Ready
def laplace(vol=Volume(border="reflect"), p=Position):
    """The six values around, less the one itself six times (scipy.ndimage.laplace)."""
    return sum([vol(p + d) + vol(p - d) for d in AXES]) - 6 * vol(p)


@Ready
def log(vol=Volume(border="reflect"), p=Position, sigma=1.0, truncate=4.0):
    """The Laplacian of the Gaussian: bright spots are below zero (scipy.ndimage.gaussian_laplace)."""
    return sum([gaussian(vol, p, sigma, truncate, order) for order in ((2, 0, 0), (0, 2, 0), (0, 0, 2))])


@Ready
def gradient_magnitude(vol=Volume(border="reflect"), p=Position, sigma=1.0, truncate=4.0):
    """How steep the blurred volume is (scipy.ndimage.gaussian_gradient_magnitude)."""
    return sqrt(sum([gaussian(vol, p, sigma, truncate, order) ** 2 for order in AXES]))


@Ready
def difference_of_gaussians(vol=Volume, p=Position, low=1.0, high=None, truncate=4.0):
    """What is larger than sigma `low` and smaller than `high`, 1.6 times as much if it is not given
    (skimage.filters.difference_of_gaussians)."""
    return gaussian(vol, p, low, truncate) - gaussian(vol, p, 1.6 * low if high is None else high, truncate)


@Ready
def correlate(vol=Volume(border="reflect"), p=Position, kernel=(((1,),),)):
    """The weighted sum of the values around, the kernel as it lies (scipy.ndimage.correlate)."""
    return sum([w * vol(p + d) for w, d in zip(ravel(kernel), offsets(kernel))])


@Ready
def local_mean(vol=Volume(border="reflect"), p=Position, size=3):
    """The mean of a box, by the name that statistics gives it (scipy.ndimage.uniform_filter)."""
    return box(vol, p, size)


@Ready
def local_std(vol=Volume(border="reflect"), p=Position, size=3):
    """The standard deviation in a box (scipy.ndimage.generic_filter with numpy.std)."""
    middle, around = box(vol, p, size), window(triple(size))  # less the mean, so that no large numbers cancel
    return sqrt(sum([(vol(p + d) - middle) ** 2 for d in around]) / len(around))


@Ready
def bilateral(vol=Volume(border="reflect"), p=Position, sigma_color: Float = 0.1, sigma_space=1.0):
    """A Gaussian blur of a ball in which a voxel counts less the more it differs (as filters.bilateral)."""
    radius = max(round(1.5 * sigma_space), 1)
    ball = [d for d in window((2 * radius + 1,) * 3) if sum(each * each for each in d) <= radius * radius]
    total, weights = 0.0, 0.0
    for d in ball:
        there = vol(p + d)
        near = sum(each * each for each in d) / (2 * sigma_space**2)
        weight = exp(-near - (there - vol(p)) ** 2 / (2 * sigma_color**2))
        total, weights = total + weight * there, weights + weight
    return total / weights


@Ready
def nonlocal_means(vol=Volume(border="mirror"), p=Position, h: Float = 0.1, patch_distance: Int = 2, patch_size=3):
    """The mean of the voxels whose surroundings are alike (skimage.restoration.denoise_nl_means, not fast_mode); as
    filters.nonlocal_means."""
    patch = bell(patch_size)
    total, weights = 0.0, 0.0
    for z in range(max(-patch_distance, -p.z), min(patch_distance, vol.depth - 1 - p.z) + 1):
        for y in range(max(-patch_distance, -p.y), min(patch_distance, vol.height - 1 - p.y) + 1):
            for x in range(max(-patch_distance, -p.x), min(patch_distance, vol.width - 1 - p.x) + 1):
                q = p + (x, y, z)
                weight = exp(-sum([w * (vol(q + d) - vol(p + d)) ** 2 for d, w in patch]) / h**2)
                total, weights = total + weight * vol(q), weights + weight
    return total / weights


@Ready
def anisotropic_diffusion(vol=Volume(border="reflect"), p=Position, kappa: Float = 0.1, rate: Float = 0.15, steps=2):
    """Blurred step by step, but not across what differs by more than `kappa` (P. Perona and J. Malik, 1990; MedPy's
    anisotropic_diffusion with option=1 and gamma=rate, which is stable up to 1/6)."""
    for _ in range(steps):
        vol = diffused(vol, kappa, rate)
    return vol(p)


# --- what they are made of -------------------------------------------------------------------------------------------

@Ready
def guided(vol=Volume(border="reflect"), p=Position, guide=Volume(border="reflect"), radius=4, eps: Float = 0.01):
    """Smoothed where the second volume has no edges: each voxel on a line through the guide's (K. He, J. Sun and X. Tang,
    2010). Differences of the guide below about the root of `eps` are no edges."""
    mean = lambda read, q: box(read, q, 2 * radius + 1)

    def line(q):
        """How much the volume rises with the guide here, and where it begins."""
        light, lead = mean(vol, q), mean(guide, q)
        together = mean(lambda r: vol(r) * guide(r), q) - light * lead
        rise = together / (mean(lambda r: guide(r) * guide(r), q) - lead * lead + eps)
        return rise, light - rise * lead

    return mean(lambda q: line(q)[0], p) * guide(p) + mean(lambda q: line(q)[1], p)


def window(size):
    """The offsets of a box."""
    across, down, behind = map(span, size)
    return [(x, y, z) for z in behind for y in down for x in across]


def bell(size):
    """The (offset, weight) pairs of a patch, weighted by a Gaussian whose sigma is a quarter of its reach."""
    sigma = max((size - 1) / 4, 1e-3)
    pairs = [(d, known_exp(-sum(each * each for each in d) / (2 * sigma**2))) for d in window((size,) * 3)]
    total = sum([w for _, w in pairs])
    return [(d, w / total) for d, w in pairs]


def steepness(vol, along, smooth):
    """How steep it is one way, or whichever: three values each way, smoothed across."""
    if along is not None and along not in ("x", "y", "z"):
        raise ValueError(f'along={along!r}: it is "x", "y", "z", or None for the steepness in whichever direction')
    if along is not None:
        return slope(vol, "xyz".index(along), smooth)
    slopes = [slope(vol, axis, smooth) for axis in range(3)]
    return lambda q: sqrt(sum([each(q) ** 2 for each in slopes]))


def slope(vol, axis, smooth):
    return separable(vol, [((-1, -1), (1, 1)) if each == axis else smooth for each in range(3)])


def step(filter, vol, size, border, fill):
    """The first of two steps. A box that is its own mirror image goes on beyond the edge as a volume does that is mirrored
    or repeated there."""
    stage = lambda q: filter(vol, q, size)
    alike = all(length % 2 for length in triple(size))
    return stage if alike and {*triple(border)} <= {"mirror", "reflect", "wrap"} else held(stage, vol, border, fill)


def diffused(read, kappa, rate):
    """A volume a step later: each voxel takes from its neighbours, the less the more they differ."""
    def step(q):
        flows = [read(q + tuple([side * each for each in d])) - read(q) for d in AXES for side in (1, -1)]
        return read(q) + rate * sum([exp(-(flow / kappa) ** 2) * flow for flow in flows])

    return step
