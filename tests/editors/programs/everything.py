"""All names at once, as at a prompt: for type checkers; never run."""

from PIL import Image as Picture

from pygpu import *  # noqa: F403


def f(im: Image, p: Position, c: Float = 2.0, n: Int = 2, wide: Bool = True) -> Float:  # noqa: F405
    return c * im(p + (n, 0)) if wide else im(p)


compile(f)(Picture.open("photo.jpg")).save("out.png")  # noqa: F405
