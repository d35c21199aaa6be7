"""Voxels from elsewhere: flip, crop, pad, translate, rotate, affine, warp, zoom, resize. As the filters of pictures are."""

from pygpu import Float, Int, Position, Vec4, Volume, cos, dot, radians, sin

from .ready import Ready, sized
from .resizing import resampled


@Ready
def flip(vol=Volume, p=Position, along="x"):
    """Turned round along "x", "y" or "z" (numpy.flip)."""
    if along not in ("x", "y", "z"):
        raise ValueError(f'along={along!r}: it is "x", "y" or "z"')
    last = [side - 1 for side in vol.size]
    return vol(*[last[axis] - p[axis] if name == along else p[axis] for axis, name in enumerate("xyz")])


@sized(lambda left, top, right, bottom, front, back: (right - left, bottom - top, back - front))
def crop(vol=Volume(border="constant"), p=Position, left=Int, top=Int, right=Int, bottom=Int, front=Int, back=Int):
    """The part from (left, top, front) up to, and without, (right, bottom, back): vol[front:back, top:bottom, left:right],
    and beyond the volume what `border` says."""
    return vol(p + (left, top, front))


@sized(lambda vol, left, top, right, bottom, front, back: (vol.width + left + right, vol.height + top + bottom,
                                                           vol.depth + front + back))
def pad(vol=Volume(border="constant"), p=Position, left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0,
        front: Int = 0, back: Int = 0):
    """So many voxels more on each side, which are what `border` says (numpy.pad)."""
    return vol(p - (left, top, front))


@Ready
def translate(vol=Volume(border="constant"), p=Position, x: Float = 0.0, y: Float = 0.0, z: Float = 0.0):
    """Moved to the right, down, and from plane to plane (scipy.ndimage.shift with order=1, mode="grid-constant")."""
    return vol(p.x - x, p.y - y, p.z - z)


@Ready
def rotate(vol=Volume(border="constant"), p=Position, angle: Float = 0.0, about="z"):
    """Turned around its middle by `angle` degrees `about` an axis, about "z" as a picture is (scipy.ndimage.rotate with
    reshape=False, order=1, mode="grid-constant", and axes=(2, 1) for "z", (2, 0) for "y", (1, 0) for "x")."""
    if about not in ("x", "y", "z"):
        raise ValueError(f'about={about!r}: it is "x", "y" or "z"')
    first, second = [axis for axis, name in enumerate("xyz") if name != about]
    c, s = cos(radians(angle)), sin(radians(angle))
    middle = [(side - 1) / 2 for side in vol.size]
    across, down = p[first] - middle[first], p[second] - middle[second]
    place = list(p)
    place[first], place[second] = middle[first] + c * across - s * down, middle[second] + s * across + c * down
    return vol(*place)


@Ready
def affine(vol=Volume(border="constant"), p=Position, x: Vec4 = Vec4(1, 0, 0, 0), y: Vec4 = Vec4(0, 1, 0, 0),
           z: Vec4 = Vec4(0, 0, 1, 0)):
    """affine(scan, *matrix): the voxel at (x, y, z, 1) comes from where three rows of four numbers, times it, say
    (scipy.ndimage.affine_transform, in the other order)."""
    here = Vec4(p.x, p.y, p.z, 1)
    return vol(dot(x, here), dot(y, here), dot(z, here))


@Ready
def warp(vol=Volume(border="constant"), p=Position, flow=Volume):
    """Each voxel comes from as far away as the second volume says, whose three channels are across, down, from plane to
    plane."""
    there = flow(p)
    return vol(p.x + there.x, p.y + there.y, p.z + there.z)


@sized(lambda vol, factor: [max(round(side * factor), 1) for side in (vol.width, vol.height, vol.depth)])
def zoom(vol=Volume, p=Position, factor: Float = 2.0):
    """So many times as large, straight between the voxels (scipy.ndimage.zoom with order=1, mode="nearest",
    grid_mode=True)."""
    return vol(*[(p[axis] + 0.5) * side / max(round(side * factor), 1) - 0.5 for axis, side in enumerate(vol.size)])


@sized(lambda width, height, depth: (width, height, depth))
def resize(vol=Volume, p=Position, width=Int, height=Int, depth=Int, kernel="cubic"):
    """The volume in another size, as filters.resize does it along each axis: resize(scan, size=(64, 64, 32)). Voxels of one
    length on all sides come of the spacing that a scan has along each."""
    row = lambda y, z: resampled(lambda at: vol(at, y, z), p.x, vol.width, width, kernel)
    plane = lambda z: resampled(lambda at: row(at, z), p.y, vol.height, height, kernel)
    return resampled(plane, p.z, vol.depth, depth, kernel)
