"""What later versions of CPython have, in filters: each as a text, since earlier ones could not read it."""

import sys

import numpy as np
import pytest

import pygpu
from pygpu import Float, HostImage, Image, Position

PICTURE = np.random.default_rng(12).random((4, 5)).astype(np.float32)
ALIAS = "type Amount = Float\ndef f(im=Image, p=Position, by: Amount = 2.0):\n    type Within[T] = list[T]\n"
TEXTS = {
    "alias": ((3, 12), f"{ALIAS}    v: Within = im(p)\n    return v * by"),
    "generic_function": ((3, 12), "def f[T](im=Image, p=Position):\n    def twice[T: float, *Ts, **P](v: T) -> T:\n"
                                  "        return v + v\n    return twice(im(p))"),
    "generic_class": ((3, 12), "def f(im=Image, p=Position):\n    class Box[T]:\n        def __init__(self, v: T):\n"
                               "            self.v = v\n    return Box(im(p)).v"),
    "default_of_a_type": ((3, 13), "def f(im=Image, p=Position):\n    def twice[T = float](v: T) -> T:\n"
                                   "        return v + v\n    return twice(im(p))"),
    "nested_text": ((3, 12), "def f(im=Image, p=Position, d={'a1': 2.0}):\n    return im(p) * d[f\"{'a' + f\"{1}\"}\"]"),
    "own_variables": ((3, 11), "def f(im=Image, p=Position):\n    k = 7\n    try:\n"
                               "        v = [1 // (p.x - k) for k in (1, 2)]\n"
                               "    except ZeroDivisionError:\n        return k + 0.0\n    return im(p) + sum(v)"),
    "strictly": ((3, 14), "def f(im=Image, p=Position):\n"
                          "    return sum(map(lambda a, b: a * b, [im(p), 1.0], [2.0, 3.0], strict=True))"),
    "placeholder": ((3, 14), "from functools import Placeholder, partial\ndef less(a, b):\n    return a - b\n"
                             "known = partial(less, Placeholder, 2.0)\ndef f(im=Image, p=Position):\n"
                             "    return known(im(p)) * partial(less, Placeholder, 3.0)(im(p))"),
    "initial": ((3, 14), "from functools import reduce\ndef f(im=Image, p=Position):\n"
                         "    return reduce(lambda a, b: a + b, [im(p), 1.0], initial=2.0)"),
    "late": ((3, 14), "def f(im: Picture, p: Position, by: Amount = 2.0) -> Nowhere:\n"
                      "    def twice(v: Nowhere) -> Nowhere:\n        return v * by\n    return twice(im(p))\n"
                      "Picture, Amount = Image, Float"),
    "unpacked": ((3, 15), "def f(im=Image, p=Position):\n    return sum([*each for each in ([im(p), 1.0], [2.0])])"),
}


def made(name):
    since, text = TEXTS[name]
    if sys.version_info < since:
        pytest.skip(f"CPython {since[0]}.{since[1]} has it")
    return of(text)


def of(text):
    names = {"__name__": "later", "Float": Float, "Image": Image, "Position": Position}
    exec(compile(text, "<later>", "exec", dont_inherit=True), names)
    return names["f"]


@pytest.mark.parametrize("name", TEXTS)
def test_as_plain_python(engine, name):
    filter, picture = made(name), HostImage(PICTURE)
    expected = [[filter(picture, Position(x, y)) for x in range(5)] for y in range(4)]
    np.testing.assert_allclose(pygpu.compile(filter)(PICTURE, dtype=np.float32), expected, rtol=1e-5)


@pytest.mark.parametrize("raises", ["1 // (p.x % 2)", "1 / 0"])
def test_exception_groups_are_refused_also_where_a_pixel_raises(raises):
    """It gave what such a division gives."""
    filter = of(f"def f(im=Image, p=Position):\n    try:\n        v = {raises}\n"
                "    except* ZeroDivisionError:\n        v = 5\n    return v + im(p)")
    with pytest.raises(pygpu.CompileError, match=r"except\* is not available"):
        pygpu.compile(filter).graph


@pytest.mark.skipif(sys.version_info < (3, 14), reason="template strings are CPython 3.14's")
def test_template_strings_are_refused():
    with pytest.raises(pygpu.CompileError, match="a template string is taken apart when the program runs"):
        pygpu.compile(of("def f(im=Image, p=Position):\n    return im(p) + len(t'{p.x}'.values)")).graph
