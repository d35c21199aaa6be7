"""PyGPU: image filters written as ordinary Python functions, run by any OpenCL device.

A filter says what ONE pixel of the result is:

    import pygpu
    from pygpu import Image, Position, Float, sqrt

    def gradient(im=Image, p=Position, strength=Float):
        gx = im(p + (1, 0)) - im(p - (1, 0))
        gy = im(p + (0, 1)) - im(p - (0, 1))
        return strength * sqrt(gx**2 + gy**2)

    edges = pygpu.compile(gradient)
    edges(PIL.Image.open("photo.jpg"), 2.0)      # a PIL image comes back; an array for an array

A parameter is one of three things:

    known           its value is given to `compile` (kernel=...) or is its default (gamma=2.2): evaluated by the
                    ordinary interpreter while compiling, NumPy and all
    typed           its default or annotation is Image, Float, Int, Bool, Vec2, Vec3, Vec4 or Color: an argument
    the position    p=Position: the pixel being computed, supplied by the system

Inside a filter:

    im(p)  im(x, y)  im.sample(p, "cubic")  im.width  im.height     reading; x to the right, y down
    Image(border="mirror", sample="nearest")  Image[Color]          how a parameter is read, which pixels it has
    Vec2 Vec3 Vec4 Color  v.xy  c.rgb  c.alpha                      vectors, element by element
    dot cross length normalize mix clamp step smoothstep reflect    geometry and blending
    sqrt exp log sin atan2 floor minimum ...                        mathematics on numbers and vectors
    offsets(kernel)  ravel  transpose                               kernels and where their elements lie
    lambda q: im(q)**2                                              a function of a position is an image
    sobel(im, p)                                                    a compiled filter inside another

Filters of filters:

    blur >> sobel  compose(blur, sobel)  blur.iterate(10, image)    one after the other, ten times

The same function is plain Python, too. One pixel of it, to look at or step through:

    gradient(pygpu.HostImage(photo), Position(3, 4), 2.0)

Every refusal is a PyGPUError that says what was seen, why it can't be, and what to write instead.
"""

import sys as _sys

from .collecting import seldom as _seldom

with _seldom():
    from .compiler import Filter, compile, compose, debug
    from .errors import ArgumentError, CompileError, DeviceError, ImageError, PyGPUError
    from .language import *  # noqa: F403 - the words of the language, listed in language/__init__.py
    from .language import __all__ as _words
    from .runtime import DeviceComplex, DeviceImage, devices, upload, use
    from .version import __version__

__all__ = [
    *_words,
    "compile",
    "compose",
    "debug",
    "Filter",
    "upload",
    "DeviceComplex",
    "DeviceImage",
    "devices",
    "filters",  # noqa: F405 - read by __getattr__ below
    "use",
    "PyGPUError",
    "CompileError",
    "ArgumentError",
    "ImageError",
    "DeviceError",
    "__version__",
]


if "IPython" in _sys.modules:
    from .pages import ipython as _ipython

    _ipython.register()


def __dir__() -> list[str]:
    """What is public, for completion."""
    return sorted(__all__)


def __getattr__(name: str):
    # The ready filters are read when first asked for: who writes filters of their own need not wait for them.
    if name == "filters":
        import importlib

        return importlib.import_module(".filters", __name__)
    ready = not name.startswith("_") and name in __getattr__("filters").__all__
    raise AttributeError(f"module 'pygpu' has no attribute '{name}'" + f", but pygpu.filters.{name}" * ready,
                         name=name, obj=_sys.modules[__name__])
