"""Whole numbers of a call that say how long something is: the filter is compiled for each of their values."""

import numpy as np
import pytest

import pygpu
from pygpu import Array, Float, HostImage, Image, Int, Position

PICTURE = np.random.default_rng(5).random((11, 14)).astype(np.float32)


def strided(a=Array, n=Int):
    out = [0.0] * n
    for k in range(len(a)):
        out[k % n] += a[k]
    return out


def spread(im=Image, p=Position, s: Float = 1.0, n: Int = 3):
    weights = [s] * n
    return sum(weights[i] * im(p + (i, 0)) for i in range(n))


def test_a_list_of_a_length_that_is_an_argument(engine):
    f, numbers = pygpu.compile(strided), PICTURE.ravel()
    for n in (3, 7, 3):
        assert np.allclose(f(numbers, n), [numbers[k::n].sum() for k in range(n)], rtol=1e-5)
    assert np.allclose(f(numbers, n=5), [numbers[k::5].sum() for k in range(5)], rtol=1e-5)


def test_each_value_is_compiled_once():
    f = pygpu.compile(strided)
    for n in (3, 7, 3, 7):
        f(PICTURE.ravel(), n)
    assert f.counts == ("n",) and len(f.of_counts) == 2


def expected(s, n):
    host = HostImage(PICTURE)
    return np.array([[spread(host, Position(x, y), s, n) for x in range(14)] for y in range(11)])


def test_pictures(engine):
    f = pygpu.compile(spread)
    assert np.allclose(f(PICTURE, 2.0, 4), expected(2.0, 4), rtol=1e-5)
    assert np.allclose(f(PICTURE), expected(1.0, 3), rtol=1e-5)
    assert np.allclose(f(PICTURE, n=2, s=0.5), expected(0.5, 2), rtol=1e-5)
    out = np.empty_like(PICTURE)
    f(PICTURE, 1.0, 2, out=out)
    assert np.allclose(out, expected(1.0, 2), rtol=1e-5)


def test_every_way_to_run_it(tmp_path):
    f = pygpu.compile(spread)
    whole = f(PICTURE, 1.0, 2)
    for fresh in (pygpu.compile(spread), f):
        assert (fresh.compute((2, 1, 9, 7), PICTURE, 1.0, 2) == whole[1:7, 2:9]).all()
        assert fresh.needs((2, 1, 4, 3), (14, 11), n=4) == {"im": (2, 1, 7, 3)}
        assert (fresh.iterate(2, PICTURE, n=2) == f(whole, n=2)).all()
        assert (fresh.map(PICTURE, n=2, tile=(5, 5)) == whole).all()
        assert "n = 2" in fresh.explain()


def test_only_what_has_to_be_known_is():
    f = pygpu.compile(lambda im=Image, p=Position, k=Int, n=Int: sum([k * im(p)] * n))
    assert np.allclose(f(PICTURE, 2, 3), 6 * PICTURE, rtol=1e-5) and f.counts == ("n",)
    g = pygpu.compile(lambda im=Image, p=Position, k=Int: k * im(p))
    g(PICTURE, 2)
    assert g.counts == ()


def test_two_of_them():
    f = pygpu.compile(lambda im=Image, p=Position, n=Int, m=Int: sum(sum(([im(p)] * n + [1.0]) * m)  for _ in range(1)))
    assert np.allclose(f(PICTURE, 2, 3), 6 * PICTURE + 3, rtol=1e-5) and f.counts == ("n", "m")


def test_whole_arrays(engine):
    f = pygpu.compile(lambda x=Array, n=Int: np.zeros(n) + x[:n])
    for n in (4, 9):
        assert (f(PICTURE.ravel(), n) == PICTURE.ravel()[:n]).all()


def test_errors_are_those_of_the_call():
    f = pygpu.compile(spread)
    f(PICTURE, 1.0, 2)
    with pytest.raises(pygpu.ArgumentError, match="'n' is an Int"):
        f(PICTURE, 1.0, 2.5)
    with pytest.raises(pygpu.ArgumentError, match="is missing the argument 'n'"):
        pygpu.compile(strided)(PICTURE.ravel())
    g = pygpu.compile(strided)
    g(PICTURE.ravel(), 3)
    with pytest.raises(pygpu.ArgumentError, match="is missing the argument 'n'"):
        g(PICTURE.ravel())


def test_what_no_number_mends_is_refused_as_it_was():
    f = pygpu.compile(lambda im=Image, p=Position, n=Int: [1.0] * int(im(p) * n))
    with pytest.raises(pygpu.CompileError, match="depends on a pixel"):
        f(PICTURE, 3)
    assert f.counts == ()


@pytest.mark.parametrize("made", ["np.arange(n) * s", "np.repeat(x, n)", "np.pad(x, n)", "np.roll(x, n)", "np.eye(n)"])
def test_what_numpy_has_to_be_told_as_a_number(engine, made):
    space = dict(np=np, Array=Array, Float=Float, Int=Int)
    exec(f"def filter(x=Array, s=Float, n=Int):\n    return {made}", space)
    x = PICTURE.ravel()
    assert np.allclose(pygpu.compile(space["filter"])(x, 0.5, 3), space["filter"](x, 0.5, 3), rtol=1e-5)


def test_a_result_whose_kind_hangs_on_a_length():
    def either(x=Array, n=Int):
        t = np.linspace(0, 1, n + 1)
        return t - t.mean() if t.size else t

    def one_of_two(x=Array, s=Float):
        return x if s > 0 else x[:3]

    assert np.allclose(pygpu.compile(either)(PICTURE.ravel(), 3), either(PICTURE.ravel(), 3))
    for number in (0.5, -0.5):
        assert np.allclose(pygpu.compile(one_of_two)(PICTURE.ravel(), number), one_of_two(PICTURE.ravel(), number))
