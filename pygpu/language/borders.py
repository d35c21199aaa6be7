"""What an image is beyond its edge, as users say it: the names of the rules here and in other libraries, and what each means
for one index. The rules themselves are declared in pygpu/borders.py.

A border is one of these for all axes, or one for each (across x, down y, in volumes from plane to plane). In place of a
name may stand a function of a position: it gives the pixel there.
"""

from __future__ import annotations

from ..borders import BORDERS
from ..errors import CompileError
from .vectors import Vector


def inside(i, n):
    return (i >= 0) & (i < n)


TYPE = "Image is the type of a parameter: it says how one is read, and is given none"
ALIASES = {
    "scipy": {"nearest": "clamp", "mirror": "mirror", "reflect": "reflect", "grid-wrap": "wrap",
              "grid-constant": "constant"},
    "numpy": {"edge": "clamp", "reflect": "mirror", "symmetric": "reflect", "wrap": "wrap", "constant": "constant"},
    "opencv": {"replicate": "clamp", "reflect-101": "mirror", "reflect101": "mirror", "reflect": "reflect",
               "wrap": "wrap", "constant": "constant"},
    "opengl": {"clamp-to-edge": "clamp", "mirrored-repeat": "reflect", "repeat": "wrap", "clamp-to-border": "constant"},
}


def is_open(border):
    """Whether something else than a pixel of the image is beyond the edge: the fill, or what a function gives."""
    return callable(border) or BORDERS[border].open


def index(border, i, n):
    """Where index i lies in an image of n pixels. An open border has nothing there: a pixel that exists is named."""
    rule = BORDERS["clamp" if callable(border) else border]
    return rule.place(i, n)


def resolve(border, dimensions=2):
    """A border as users write it, as one canonical name or function for each axis, x first. What has any number of
    dimensions has three; those that are not spoken of are as the last one that is."""
    axes = dimensions or 3
    if isinstance(border, (tuple, list)) and (len(border) == axes or dimensions is None and 1 <= len(border) <= 3):
        return tuple([resolve_axis(border[min(axis, len(border) - 1)]) for axis in range(axes)])
    return (resolve_axis(border),) * axes


def resolve_axis(border):
    if callable(border):
        return border
    if isinstance(border, str):
        library, dot, name = border.lower().replace("_", "-").rpartition(".")
        names = ALIASES.get({"cv2": "opencv", "np": "numpy"}.get(library, library), {}) if dot else bare_names()
        name = name.removeprefix("border-")
        if name in names:
            return names[name]
    if hasattr(border, "__array_interface__"):
        raise CompileError("unknown-border", "Image(...) of a picture", why=TYPE,
                           instead="call the filter with the picture, f(photo); in plain Python it is read by "
                                   "pygpu.HostImage(photo)")
    if isinstance(border, Vector):
        raise CompileError("unknown-border", f"Image(...) of a {type(border).__name__}", why=TYPE,
                           instead="a pixel is read by calling the parameter: im(p) of im=Image")
    raise CompileError("unknown-border", f"border={border!r}", why="no library has a border of that name",
                       instead=f"a function of a position, one for each axis (across x, down y), or one of:\n{listing()}")


def bare_names():
    """Names without a library before them. Where two differ, on "reflect", it means what it means here and in scipy."""
    return {**ALIASES["opengl"], **ALIASES["opencv"], **ALIASES["numpy"], **ALIASES["scipy"],
            **{name: name for name in BORDERS}}


def listing():
    lines = []
    for name in BORDERS:
        theirs = [f'"{alias}" in {library}' for library, names in ALIASES.items()
                  for alias, meaning in names.items() if meaning == name]
        lines.append(f'      "{name}"'.ljust(17) + ", ".join(theirs))
    lines.append('      (a bare "reflect" means scipy\'s; "numpy.reflect", "opencv.reflect" mean theirs)')
    return "\n".join(lines)
