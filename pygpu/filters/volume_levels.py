"""What the filters of pictures do by the light of all of it, or voxel by voxel, of volumes: stretch, standardize, equalize,
clahe, histogram, otsu, multiotsu, yen, triangle, li, isodata, mean_threshold, centroid; threshold, gamma, invert, levels.
"""

from functools import cache

from pygpu import Float, Position, Volume

from . import adaptive, colour, histograms, thresholds, tones, whole
from .channels import luma
from .histograms import LEVELS, level
from .ready import Ready
from .windows import triple


@Ready
def histogram(vol=Volume, bins=histograms.LEVELS):
    """How many voxels are how light, from 0 to 1 (numpy.histogram of that range): a list, not a volume."""
    return histograms.histogram.function(vol, bins)


@Ready
def centroid(vol=Volume):
    """Where the middle of all light is, (x, y, z) (scipy.ndimage.center_of_mass, in the other order)."""
    mass = across = down = behind = 0.0
    for q in vol.positions:
        v = luma(vol(q))
        mass, across, down, behind = mass + v, across + v * q.x, down + v * q.y, behind + v * q.z
    return across / mass, down / mass, behind / mass


@Ready
def stretch(vol=Volume, p=Position, dark=0.0, light=0.0):
    """The least value becomes 0, the greatest 1 (skimage.exposure.rescale_intensity); so many percent are cut off."""
    return whole.stretch(vol, p, dark, light)


@Ready
def standardize(vol=Volume, p=Position):
    """Less the mean of the volume, by its standard deviation (scipy.stats.zscore)."""
    return whole.standardize(vol, p)


@Ready
def equalize(vol=Volume, p=Position):
    """Each of 256 levels as often as any other, as far as that can be (as cv2.equalizeHist)."""
    return histograms.equalize(vol, p)


@Ready
def clahe(vol=Volume(border="mirror"), p=Position, clip_limit: Float = 40.0, tiles=8):
    """Each of 256 levels of light about as often as any other in each of the tiles, but none brought out more than
    `clip_limit` times as much as an even histogram would (skimage.exposure.equalize_adapthist).

    `tiles` is a number, or three: across, down, from plane to plane. With a limit of 0 there is none.
    """
    tiling = adaptive.Tiling((vol.width, vol.height, vol.depth), triple(tiles))
    counts = cache(lambda: counted(vol, tiling))
    share = adaptive.shares(counts, clip_limit, tiling.area)
    return adaptive.lit(vol(p), tiling.between(share, (p.x, p.y, p.z), level(vol(p))))


def counted(vol, tiling):
    """How many voxels of each tile are how light: tile by tile."""
    counts = [0] * (tiling.count * LEVELS)
    for z in range(tiling.reach(2)):
        for y in range(tiling.reach(1)):
            for x in range(tiling.reach(0)):
                counts[tiling.at(x, y, z) * LEVELS + level(vol(x, y, z))] += 1
    return counts


@Ready
def otsu(vol=Volume, p=Position):
    """A mask of what is lighter than Otsu's threshold (skimage.filters.threshold_otsu, of 256 levels)."""
    return histograms.otsu(vol, p)


@Ready
def multiotsu(vol=Volume, p=Position):
    """0, 0.5 or 1: which of three kinds a voxel is of (skimage.filters.threshold_multiotsu)."""
    return histograms.multiotsu(vol, p)


@Ready
def yen(vol=Volume, p=Position):
    """A mask of what is lighter than Yen's threshold (skimage.filters.threshold_yen)."""
    return histograms.yen(vol, p)


@Ready
def triangle(vol=Volume, p=Position):
    """A mask of what is lighter than the triangle's threshold (skimage.filters.threshold_triangle)."""
    return histograms.triangle(vol, p)


@Ready
def li(vol=Volume, p=Position, steps=16):
    """A mask of what is lighter than Li's threshold (skimage.filters.threshold_li)."""
    return whole.li(vol, p, steps)


@Ready
def isodata(vol=Volume, p=Position, steps=16):
    """A mask by Ridler's and Calvard's threshold (skimage.filters.threshold_isodata)."""
    return whole.isodata(vol, p, steps)


@Ready
def mean_threshold(vol=Volume, p=Position):
    """A mask of what is lighter than the volume is on average (skimage.filters.threshold_mean)."""
    return whole.mean_threshold(vol, p)


@Ready
def threshold(vol=Volume, p=Position, value: Float = 0.5):
    """A mask of what is lighter than `value`."""
    return thresholds.threshold(vol, p, value)


@Ready
def gamma(vol=Volume, p=Position, gamma: Float = 1.0, gain: Float = 1.0):
    """gain * voxel**gamma: darker where gamma is above 1 (skimage.exposure.adjust_gamma)."""
    return colour.gamma(vol, p, gamma, gain)


@Ready
def invert(vol=Volume, p=Position):
    """The negative."""
    return tones.invert(vol, p)


@Ready
def levels(vol=Volume, p=Position, black: Float = 0.0, white: Float = 1.0, gamma: Float = 1.0,
           low: Float = 0.0, high: Float = 1.0):
    """From `black` to `white` becomes from `low` to `high`: the window of a scan that is looked at."""
    return tones.levels(vol, p, black, white, gamma, low, high)
