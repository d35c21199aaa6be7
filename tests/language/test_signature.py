"""What each parameter of a filter is, and how each unclear one is refused."""

import functools
import sys

import numpy as np
import PIL.Image
import pytest

from pygpu import Color, CompileError, Float, HostImage, Image, Int, Position, Vec3
from pygpu.language.signature import arguments, is_filter, parameters, unwrap


def roles(function, **known):
    return {parameter.name: parameter.role for parameter in parameters(function, known)}


def types_of(function, **known):
    return {parameter.name: parameter.type for parameter in parameters(function, known) if parameter.type is not None}


def refused(function, **known):
    with pytest.raises(CompileError) as error:
        parameters(function, known)
    return error.value


def plain(kernel, im=Image, c=Float, p=Position, gamma=2.2):
    return kernel, im, c, p, gamma


def test_defaults():
    assert roles(plain, kernel=3) == {"kernel": "known", "im": "typed", "c": "typed", "p": "position", "gamma": "known"}
    kernel, im, c, p, gamma = parameters(plain, {"kernel": 3})
    assert (kernel.value, im.type, c.type, p.type, gamma.value) == (3, Image(), Float, Position, 2.2)
    assert im.is_image and not c.is_image and not im.is_optional
    assert arguments((kernel, im, c, p, gamma), {"im": "i", "c": 1, "p": (0, 0)}) == ((3, "i", 1, (0, 0), 2.2), {})


def test_annotations():
    def annotated(im: Image, other: Image[Color], p: Position, c: Float, v: Vec3, gamma: int = 3):
        pass

    assert types_of(annotated) == {"im": Image(), "other": Image[Color], "p": Position, "c": Float, "v": Vec3}
    assert roles(annotated)["gamma"] == "known"


def test_a_default_type_comes_before_an_annotation():
    def both(im: Image = Image(border="wrap"), c: Int = Float):
        pass

    assert types_of(both) == {"im": Image(border="wrap"), "c": Float}


def test_an_ordinary_default_of_an_annotated_parameter_is_for_calls():
    def optional(im: Image, c: Float = 0.5):
        pass

    c = parameters(optional)[1]
    assert (c.role, c.type, c.value, c.is_optional) == ("typed", Float, 0.5, True)
    assert roles(optional, c=2)["c"] == "known"


def test_known_values_of_typed_parameters():
    given = parameters(plain, {"kernel": None, "im": len, "gamma": 1.0, "c": 3})
    assert [(each.role, each.value) for each in given if each.name != "p"] == [
        ("known", None), ("known", len), ("known", 3), ("known", 1.0)]


def test_types_given_to_compile():
    assert types_of(lambda im, c, p: 0, im=Image(border="wrap"), c=Float, p=Position) == {
        "im": Image(border="wrap"), "c": Float, "p": Position}


def test_arrays_and_pictures_are_values():
    for value in (np.ones((3, 3)), HostImage(np.ones((2, 2))), PIL.Image.new("L", (2, 2)), Vec3(1, 2, 3)):
        assert roles(lambda kernel, p=Position: 0, kernel=value)["kernel"] == "known"
    assert roles(lambda kernel=np.ones(3), p=Position: 0)["kernel"] == "known"


STRINGS = """
from __future__ import annotations
import pygpu
from pygpu import Image, Position

def of_globals(im: Image, mask: pygpu.Image(border="wrap"), p: Position): pass

def makes():
    from pygpu import Color as Local
    def of_closure(im: Image[Local], p: Position): return Local
    return of_closure

def hides():
    from pygpu import Float
    def of_nothing_but_our_names(c: Float, im: Image): pass
    return of_nothing_but_our_names

def unclear(im: Picture): pass
"""


def test_string_annotations_without_source():
    names = {}
    exec(STRINGS, names)
    assert types_of(names["of_globals"]) == {"im": Image(), "mask": Image(border="wrap"), "p": Position}
    assert types_of(names["makes"]()) == {"im": Image[Color], "p": Position}
    assert types_of(names["hides"]()) == {"c": Float, "im": Image()}
    assert "'Picture' names nothing" in str(refused(names["unclear"]))


def test_a_text_in_text_is_what_it_names():
    names = {}
    exec("from __future__ import annotations\nfrom pygpu import Image, Position\n"
         "def f(im: 'Image', p: 'Position', k: float = 2.0): pass\ndef g(im: Image, p: Position, k: float): pass", names)
    assert [each.role for each in parameters(names["f"])] == ["typed", "position", "known"]
    assert "float is Python's, Float is PyGPU's" in str(refused(names["g"]))


def test_an_annotation_that_names_nothing():
    """From 3.14 on that is no error where the function is made, and must not hide the other parameters."""
    names = {"Image": Image}
    exec("from __future__ import annotations\ndef f(im: Image, k: Nowhere, n: Nowhere = 3): pass", names)
    assert roles(names["f"], k=1) == {"im": "typed", "k": "known", "n": "known"}
    late = "def f(im: Image, k: Nowhere, n: Nowhere = 3): pass"
    if sys.version_info >= (3, 14):
        exec(late, names)
        assert roles(names["f"], k=1) == {"im": "typed", "k": "known", "n": "known"}
        assert "'Nowhere' names nothing" in str(refused(names["f"]))
        exec("def g(im: Image, k: len.nowhere, n: Image + 1 = 3): pass", names)
        assert roles(names["g"], k=1) == {"im": "typed", "k": "known", "n": "known"}


@pytest.mark.skipif(sys.version_info < (3, 12), reason="`type` is CPython 3.12's")
def test_an_alias_is_what_it_stands_for():
    names = {"Image": Image, "Float": Float}
    exec("type Picture = Image\ntype Amount = Float\ntype Later = Nowhere\n"
         "def f(im: Picture, k: Amount = 2.0, n: Later = 3): pass", names)
    assert roles(names["f"]) == {"im": "typed", "k": "typed", "n": "known"}


def test_kinds_of_parameters():
    def every(a, /, im=Image, *rest, p=Position, c=Float, **more):
        return a, im, rest, p, c, more

    found = parameters(every, {"a": 1, "rest": (7, 8), "extra": 9})
    assert [each.passed for each in found] == ["in order", "in order", "star", "by name", "by name", "two stars"]
    args, kwargs = arguments(found, {"im": "i", "p": "q", "c": 2})
    assert every(*args, **kwargs) == (1, "i", (7, 8), "q", 2, {"extra": 9})
    found = parameters(every, {"a": 1})
    args, kwargs = arguments(found, {"im": "i", "p": "q", "c": 2})
    assert every(*args, **kwargs) == (1, "i", (), "q", 2, {})


class Blur:
    def __init__(self, radius):
        self.radius = radius

    def __call__(self, im=Image, p=Position):
        return self.radius, im, p

    def method(self, im: Image, p: Position):
        return self.radius, im, p

    @classmethod
    def of_class(cls, im=Image):
        return cls, im

    @staticmethod
    def static(im=Image):
        return im


@pytest.mark.parametrize("function", [Blur(2), Blur(2).method, functools.partial(Blur(2).method)])
def test_methods_and_objects(function):
    assert roles(function) == {"im": "typed", "p": "position"}
    args, kwargs = arguments(parameters(function), {"im": "i", "p": "q"})
    assert function(*args, **kwargs) == (2, "i", "q")
    python, before, keywords = unwrap(function)
    assert python(*before, *args, **keywords, **kwargs) == (2, "i", "q")


def test_class_and_static_methods_and_decorators():
    def twice(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            return 2 * function(*args, **kwargs)

        return wrapper

    for function in (Blur.of_class, Blur.static, Blur(1).static, twice(Blur.static), functools.cache(Blur.static)):
        assert roles(function) == {"im": "typed"}
    assert roles(twice(lambda im, c=Float: 0), im=Image) == {"im": "typed", "c": "typed"}


def test_partial():
    positional = functools.partial(plain, 3)
    assert roles(positional) == {"im": "typed", "c": "typed", "p": "position", "gamma": "known"}
    named = functools.partial(plain, kernel=3, c=5)
    assert roles(named) == {"kernel": "known", "im": "typed", "c": "known", "p": "position", "gamma": "known"}
    args, kwargs = arguments(parameters(named), {"im": "i", "p": "q"})
    assert named(*args, **kwargs) == (3, "i", 5, "q", 2.2)
    of_annotated = functools.partial(lambda im, c=Float: 0, im=Image(border="wrap"), c=1)
    assert types_of(of_annotated) == {"im": Image(border="wrap")}

    def annotated(c: Float, im: Image):
        pass

    assert roles(functools.partial(annotated, c=3)) == {"c": "known", "im": "typed"}
    assert unwrap(functools.partial(functools.partial(plain, 1, c=2), 5, c=3)) == (plain, (1, 5), {"c": 3})


# --- refusals --------------------------------------------------------------------------------------------------------

def test_untyped():
    error = refused(plain)
    assert error.kind == "untyped-parameter" and "'kernel'" in str(error) and "compile(..., kernel=VALUE)" in str(error)
    assert error.location.filename == __file__ and error.location.function == "plain"
    assert error.location.line == plain.__code__.co_firstlineno


def test_a_star_that_nothing_fills_is_refused_and_one_that_is_given_is_known():
    def mean(*ims, p=Position):
        return sum(im(p) for im in ims) / len(ims)

    with pytest.raises(CompileError, match=r"(?s)untyped-parameter: .*\*ims is empty.*instead: .*a=Image, b=Image"):
        parameters(mean)
    assert parameters(mean, {"ims": [1, 2]})[0].value == (1, 2)


def test_untyped_with_an_annotation_that_is_none_of_ours():
    def of_host(c: float, im=Image):
        pass

    def of_other(c: dict, im=Image):
        pass

    def of_numpy(x: np.ndarray):
        pass

    assert "Float is PyGPU's" in str(refused(of_host))
    assert "x: Array" in refused(of_numpy).instead
    assert "is no type of PyGPU" in str(refused(of_other))


def test_pillows_image():
    def module(im=PIL.Image):
        pass

    def cls(im: PIL.Image.Image):
        pass

    for function in (module, cls):
        assert "Pillow" in str(refused(function)) and "from pygpu import Image" in str(refused(function))


def test_two_positions():
    error = refused(lambda p=Position, q=Position: 0)
    assert error.kind == "two-positions" and "p and q" in str(error)


def test_unknown_parameter():
    error = refused(plain, kernel=1, kernal=2)
    assert error.kind == "unknown-parameter" and "kernal" in str(error) and "kernel, im, c, p, gamma" in str(error)


@pytest.mark.parametrize("function, kind", [(3, "not-a-function"), (np.ones(3), "not-a-function"), (Blur, "not-a-function"),
                                            (len, "opaque-function"), (np.sqrt, "opaque-function"),
                                            (functools.partial(max, 1), "opaque-function")])  # fmt: skip
def test_not_a_filter(function, kind):
    assert refused(function).kind == kind


def test_what_looks_like_a_filter():
    assert is_filter(plain) and is_filter(Blur(1)) and is_filter(lambda p=Position: 0)
    assert not is_filter(lambda x, y=3: 0) and not is_filter(len) and not is_filter(3) and not is_filter(unwrap)


def test_names_that_everybody_gives_a_picture_and_a_place_are_told_their_types():
    with pytest.raises(CompileError, match="instead: its type, im=Image or im: Image"):
        parameters(lambda im, p: im(p))
    with pytest.raises(CompileError, match="instead: its type, p=Position or p: Position"):
        parameters(lambda p: p.x)
