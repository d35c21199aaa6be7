"""Every kind of refusal: said in the user's words, with the line and the caret at the right place."""

import math
import re
import threading
import zlib
from contextlib import contextmanager

import numpy as np
import pytest

import pygpu
from pygpu import CompileError, Image, Int, Position, Vec2, Vec3, dot
from pygpu.tracing.values.refusals import REFUSALS

LIST = [1, 2]


class Point:
    def __init__(self, x):
        self.x = x


def deep(n):
    return deep(n + 1)


def symbolic_depth(v):
    return -deeper(v + 1)


def deeper(v):
    return symbolic_depth(v)


CASES = []


def says(kind, at, *words):
    """The kind of refusal a filter gets, the code that the caret points at (where Pythons differ, for each), and words
    that must stand in what was seen."""
    def mark(function):
        CASES.append((kind, at, words, function))
        return function
    return mark


@says("unknown-name", "imagee", "imagee")
def unknown_name(im=Image, p=Position):
    return im(p) + imagee(p)  # noqa: F821


@says("unassigned", "edge", "edge")
def unassigned(im=Image, p=Position):
    if im(p) > 0.5:
        edge = 1.0
    return im(p) + edge


@says("no-attribute", "point.z", "Point", "'z'")
def no_attribute(im=Image, p=Position):
    point = Point(im(p))
    return 1.0 + point.z


@says("no-attribute", "Vec2(im(p), 1.0).z", "Vec2", "'z'")
def no_component(im=Image, p=Position):
    return Vec2(im(p), 1.0).z + 1.0


@says("opaque-call", "zlib.compress(im(p))", "zlib.compress")
def opaque_call(im=Image, p=Position):
    return zlib.compress(im(p)) + 1


@says("not-callable", "v(p)", "Float")
def not_callable(im=Image, p=Position):
    v = im(p)
    return 2 * v(p)


@says("bad-call", "Point(im(p), 2)", "__init__()", "2", "3")
def bad_call(im=Image, p=Position):
    return Point(im(p), 2).x


@says("recursion", "symbolic_depth(im(p))", "symbolic_depth")
def recursion(im=Image, p=Position):
    return symbolic_depth(im(p))


@says("recursion", "deep(1)", "deep")
def known_recursion(im=Image, p=Position):
    return im(p) + deep(1)


@says("unrolling", None, "million")
def unrolling(im=Image, p=Position):
    total = 0
    for value in [1.0] * 400_000:
        total = total * 1.5 % 7
    return im(p) + total


@says("types-do-not-meet", "return (1.0, 2.0) if im(p) > 0.5 else 1.0", "(1.0, 2.0) and 1.0")
def types_do_not_meet(im=Image, p=Position):
    return (1.0, 2.0) if im(p) > 0.5 else 1.0


@says("loop-changes-shape", "range(im.width)", "grows")
def items_made_of_earlier_passes(im=Image, p=Position):
    """(What a pass carries on to the next was taken for what it was before the loop.)"""
    lowest, found = 2.0, []
    for x in range(im.width):
        lowest = min(lowest, im(x, p.y))
        found.append(im(x, p.y) - lowest)
    return sum(found)


@says("loop-changes-shape", "v < 1.0:", "grows")
def loop_changes_shape(im=Image, p=Position):
    v, parts = im(p), []
    while v < 1.0:
        v += 0.25
        parts.append([v])
    return len(parts)


@says("changed-since", "sum(row)", "has changed since")
def changed_since(im=Image, p=Position):
    times = [2.0]
    row = [im(x, p.y) * times[0] for x in range(im.width)]
    times[0] = 3.0
    return sum(row)


@says("item-changed", "rows[0][1] = 2.0", "an item of a list")
def item_changed(im=Image, p=Position):
    rows = [[0.0] * 3 for y in range(im.height)]
    rows[0][1] = 2.0
    return rows[0][1] + im(p)


@says("two-names", "i < im(p) * 4", "'one'", "another name")
def two_names(im=Image, p=Position):
    one, both, i = Point(im(p)), [], 0
    kept = one
    while i < im(p) * 4:
        one.x += 1.0
        one = Point(one.x)
        i += 1
    return kept.x + one.x


@says("endless-loop", "v += 1.0", "never ends")
def endless_loop(im=Image, p=Position):
    v = im(p)
    while True:
        v += 1.0


class Bright:
    def __init__(self, value):
        self.value = value

    def __bool__(self):
        if self.value > 2:
            raise ValueError("too bright")
        return self.value > 0.5


@says("conditional-exception", "Bright(im(p)):", "an exception")
def conditional_exception(im=Image, p=Position):
    try:
        if Bright(im(p)):
            return 1.0
    except ValueError:
        return 2.0
    return im(p)


@says("not-a-number", "im(p) @ 2.0", "Float", "2.0", "@")
def product_of_matrices(im=Image, p=Position):
    return im(p) @ 2.0


@says("not-a-number", 'im(p) + "1"', "a Float and '1' meet in +")
def not_a_number(im=Image, p=Position):
    return 2 * (im(p) + "1")


@says("not-a-number", "'lamp' * im(p)", "'lamp' and a Float meet in *")
def text_times_a_number(im=Image, p=Position):
    return 1 + 'lamp' * im(p)


@contextmanager
def noted(log, v):
    log.append(v)
    try:
        yield v
    finally:
        log.append(-v)


@says("generator", "noted(log, a)", "when nothing holds it any more depends on a pixel")
def generators_of_which_several_are_left(k=Image[Int], p=Position):
    a, b, c = k(p), k(p + (1, 0)), k(p + (0, 1))
    log = []
    for x in (a, b, c):
        with noted(log, a):
            if x % 4 == 2:
                break
    return sum(log)


@says("bad-call", "dot(Vec2(im(p), 1.0), Vec3(1.0, 2.0, im(p)))", "2 components meet 3")
def bad_call_of_the_language(im=Image, p=Position):
    return 1 + dot(Vec2(im(p), 1.0), Vec3(1.0, 2.0, im(p)))


@says("large-number", "n(p) & (1 << 64)", "18446744073709551616")
def large_number(n=Image[Int], p=Position):
    return (n(p) & (1 << 64)) >> 16


@says("position-as-number", "math.sin(p)")
def position_as_number(im=Image, p=Position):
    return im(p) + math.sin(p)


@says("image-as-number", "2 * im")
def image_as_number(im=Image, p=Position):
    return 1 + 2 * im


@says("symbolic-index", "LIST[im(p)]", "Float")
def symbolic_index(im=Image, p=Position):
    return 1 + LIST[im(p)]


@says("symbolic-key", "dict(**{n(p): 1.0})")
def symbolic_key(n=Image[Int], p=Position):
    return 1 + dict(**{n(p): 1.0})[1]


@says("symbolic-text", 'len(f"brightness {im(p)}")')
def symbolic_text(im=Image, p=Position):
    return len(f"brightness {im(p)}")


@says("symbolic-length", "LIST[::n(p)]", "slice")
def symbolic_length(n=Image[Int], p=Position):
    return sum(LIST[::n(p)])


@says("writes-outside", "LIST.append(im(p))", "append()", "list")
def writes_outside(im=Image, p=Position):
    LIST.append(im(p))
    return im(p)


@says("generator", "w * w for w in im", "left early")
def generator(im=Image, p=Position):
    total = 0.0
    for v in (w * w for w in im):
        if v > 1:
            break
        total += v
    return total


@says("not-a-scan", "s(q - (1, 0))", "calls itself", "no end")
def not_a_scan(im=Image, p=Position):
    def s(q):
        return im(q) + s(q - (1, 0))

    return s(p)


@says("bad-result", None, "'bright'")
def bad_result(im=Image, p=Position):
    return "bright"


@says("not-supported", "np.array([im(p)], np.float16)", "float16")
def not_supported(im=Image, p=Position):
    return np.array([im(p)], np.float16)[0]


@says("symbolic-host", "counts[0]", "bytearray")
def symbolic_host(im=Image, p=Position):
    counts = bytearray(2)
    counts[0] = im(p)
    return counts[0]


@says("not-orderable", "[im(q), q.x] for q in im.positions", "list")
def not_orderable(im=Image, p=Position):
    return sorted([im(q), q.x] for q in im.positions)[0][1]


OF_ARRAYS = {"argument-changed", "opaque-array"}  # tests/whole/test_calls.py has them


@pytest.mark.parametrize("kind, at, words, function", CASES, ids=lambda v: v.__name__ if callable(v) else "")
def test_refusal(kind, at, words, function, monkeypatch):
    monkeypatch.setenv("PYGPU_PATIENCE", "120")  # a million instructions are walked in 20 seconds, or not
    with pytest.raises(pygpu.CompileError) as raised:
        pygpu.compile(function).graph
    error = raised.value
    assert error.kind == kind, str(error)
    assert all(word in error.seen for word in words), error.seen
    said = f"{error.seen} {error.why} {error.instead}"
    assert not re.search(r" at 0x|\{\w*\}|Known\(|Symbol\(|NoneType|<\w+ object", said), said
    assert error.why and error.instead
    assert error.location.filename == __file__ and (at is None) == (kind in ("unrolling", "bad-result"))
    if at is not None:
        code, caret = error.location.excerpt().splitlines()
        found = re.sub(r"^(if|with|for \w+ in) ", "", code[caret.index("^"):])  # where some CPythons begin
        assert found.removeprefix("(").startswith(at), str(error)  # from 3.12 on a generator begins behind its parenthesis


def test_what_a_lambda_returns_has_the_caret():
    with pytest.raises(pygpu.CompileError) as raised:
        pygpu.compile(lambda im=Image, p=Position: {"light": im(p)}).graph
    code, caret = raised.value.location.excerpt().splitlines()
    assert code[caret.index("^"):].startswith('{"light"')


def test_two_returns_of_what_is_no_pixel_are_refused_as_that():
    def either(im=Image, p=Position):
        if p.x > 3:
            return {"a": im(p)}
        return {"b": im(p)}

    with pytest.raises(pygpu.CompileError, match="the filter returns a dict"):
        pygpu.compile(either).graph


def test_every_kind_is_here():
    assert {kind for kind, *_ in CASES} | OF_ARRAYS | {"out-of-room"} == set(REFUSALS)  # of a call: tests/compiler


def test_the_words_are_even():
    """No full stops, no capitals at the start: the texts stand in sentences."""
    for texts in REFUSALS.values():
        for text in texts:
            assert not text.endswith(".") and (text.startswith(("{", "PyGPU")) or text[0].islower()), text


def test_a_refusal_leaves_what_it_was_in():
    """Contexts that the host entered for a `with`: NumPy's settings, a lock."""
    lock, before = threading.Lock(), np.geterr()

    def in_both(im=Image, p=Position):
        with lock, np.errstate(all="raise"):
            return open(im(p))

    def decomposed(im=Image, p=Position):
        return np.linalg.eig(np.array([[im(p), 1.0], [1.0, 2.0]]))[0][0]  # which NumPy does in np.errstate

    for function in (in_both, decomposed):
        with pytest.raises(CompileError):
            pygpu.compile(function)(np.ones((2, 2), np.float32))
        assert np.geterr() == before and not lock.locked()


def test_functions_that_call_one_another_for_ever_are_told_once():
    def even(n):
        return True if n <= 0 else odd(*(n - 1,))

    def odd(n):
        return False if n <= 0 else even(n - 1)

    with pytest.raises(CompileError) as caught:
        pygpu.compile(lambda im=Image, p=Position: even(im(p))).graph
    told = str(caught.value)
    assert caught.value.kind == "recursion" and re.search(r"in .*(even|odd) \(these 2 lines \d+ times\)", told)
    assert told.count("called from") < 5
