"""Parts of whole arrays whose ends are only known when the function runs, and the loops that they stay in."""

import numpy as np
import pytest

import pygpu
from pygpu import Array, Int

rng = np.random.default_rng(1)
SQUARE = (rng.random((12, 12)) + 12 * np.eye(12)).astype(np.float32)
PLANE = rng.random((26, 30), dtype=np.float32)
LARGER = (rng.random((30, 30)) + 30 * np.eye(30)).astype(np.float32)
UPRIGHT = rng.random((40, 21), dtype=np.float32)
LINE = rng.random(90, dtype=np.float32)


def seam(energy):
    h, w = energy.shape
    m, back = energy.copy(), np.zeros((h, w), dtype=np.int32)
    for i in range(1, h):
        for j in range(w):
            lo = max(j - 1, 0)
            k = np.argmin(m[i - 1, lo:j + 2])
            back[i, j] = k + lo
            m[i, j] += m[i - 1, k + lo]
    return m, back


def seam_of_the_tutorial(energy):
    h, w = energy.shape
    m, back = energy.copy(), np.zeros_like(energy, dtype=np.int32)
    for i in range(1, h):
        for j in range(w):
            if j == 0:
                at = np.argmin(m[i - 1, j:j + 2])
            else:
                at = np.argmin(m[i - 1, j - 1:j + 2]) + j - 1
            back[i, j] = at
            m[i, j] += m[i - 1, at]
    return m, back


def running_median(x):
    out = np.zeros(len(x))
    for i in range(len(x)):
        out[i] = np.median(x[max(0, i - 3):i + 4])
    return out


def eliminated(a):
    a, b = a.copy(), a[:, 0].copy()
    n = len(b)
    for k in range(n - 1):
        for i in range(k + 1, n):
            f = a[i, k] / a[k, k]
            a[i, k:] -= f * a[k, k:]
            b[i] -= f * b[k]
    x = np.zeros(n, np.float32)
    for k in range(n - 1, -1, -1):
        x[k] = (b[k] - a[k, k + 1:] @ x[k + 1:]) / a[k, k]
    return x, a


def cholesky(a):
    a = a @ a.T
    n, low = a.shape[0], np.zeros_like(a)
    for j in range(n):
        low[j, j] = np.sqrt(a[j, j] - np.sum(low[j, :j] ** 2))
        for i in range(j + 1, n):
            low[i, j] = (a[i, j] - np.sum(low[i, :j] * low[j, :j])) / low[j, j]
    return low


def turned_by_rows(a):
    q, r = a.copy(), np.zeros_like(a)
    for j in range(a.shape[1]):
        r[j, j] = np.linalg.norm(q[:, j])
        q[:, j] /= r[j, j]
        for k in range(j + 1, a.shape[1]):
            r[j, k] = q[:, j] @ q[:, k]
            q[:, k] -= r[j, k] * q[:, j]
    return q, r


def shifted_over_itself(a):
    """What is assigned is made of what lies there."""
    a = a.copy()
    for i in range(1, a.shape[0]):
        for k in range(30):
            a[i, 1:k % 12 + 1] = a[i, :k % 12] + 1
    return a


def thresholds(a):
    p = np.bincount((a * 40).astype(np.uint8).ravel(), minlength=40) / a.size
    best, found = -1.0, (0, 0)
    for i in range(1, 38):
        for j in range(i + 1, 39):
            w0, w1, w2 = p[:i].sum(), p[i:j].sum(), p[j:].sum()
            if w0 == 0 or w1 == 0 or w2 == 0:
                continue
            m0, m1, m2 = ((np.arange(i) * p[:i]).sum() / w0, (np.arange(i, j) * p[i:j]).sum() / w1,
                          (np.arange(j, 40) * p[j:]).sum() / w2)
            v = w0 * m0 ** 2 + w1 * m1 ** 2 + w2 * m2 ** 2
            if v > best:
                best, found = v, (i, j)
    return np.array(found)


def left_by_continue(a):
    total = 0.0
    for i in range(24):
        with np.errstate(divide="ignore"):
            v = a[i, i]
            if v < 0.3:
                continue
            if v > 0.8:
                total += 1 / v
                continue
            total += v
    return total


def split(a):
    """Both triangles in one: each pass changes what all earlier ones have left."""
    a = a.copy()
    for k in range(len(a) - 1):
        a[k + 1:, k] /= a[k, k]
        a[k + 1:, k + 1:] -= np.outer(a[k + 1:, k], a[k, k + 1:])
    return a


def shortest_ways(a):
    for k in range(len(a)):
        a = np.minimum(a, a[:, k:k + 1] + a[k:k + 1, :])
    return a


def seam_by_rows(energy):
    e = energy.copy()
    for y in range(1, len(e)):
        left, right = np.r_[np.inf, e[y - 1, :-1]], np.r_[e[y - 1, 1:], np.inf]
        e[y] += np.minimum(np.minimum(left, e[y - 1]), right)
    return e


def cooled(u):
    for t in range(60):
        v = u.copy()
        v[1:-1, 1:-1] += (1 - t / 90) * .1 * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1])
        u = v
    return u


def projected_back(lines):
    """A number that the host looks up, and that goes into a kernel: a loop of 40 angles that are known."""
    angles, found = np.linspace(0, np.pi, 40), np.zeros((9, 9))
    y, x = np.mgrid[:9, :9] - 4.5
    for k in range(len(angles)):
        at = x * np.cos(angles[k]) + y * np.sin(angles[k]) + 6
        found += np.interp(at.ravel(), np.arange(13), lines[k]).reshape(9, 9)
    return found


PROGRAMS = [(seam, PLANE), (seam_of_the_tutorial, PLANE), (running_median, LINE), (eliminated, SQUARE), (cholesky, SQUARE),
            (turned_by_rows, SQUARE), (shifted_over_itself, SQUARE), (thresholds, PLANE), (left_by_continue, PLANE),
            (split, LARGER), (shortest_ways, LARGER), (seam_by_rows, UPRIGHT), (cooled, PLANE),
            (projected_back, UPRIGHT[:, :13])]


@pytest.mark.parametrize("function, given", PROGRAMS, ids=[function.__name__ for function, _ in PROGRAMS])
def test_loops_over_parts_stay_loops(engine, function, given):
    if engine.is_checker or function is thresholds and engine.device == "none":
        pytest.skip("it takes long, place by place")
    wanted, filter = function(given), pygpu.compile(whole(function))
    for _ in range(2):
        found = filter(given)
        for one, other in zip(*[each if isinstance(each, tuple) else (each,) for each in (found, wanted)], strict=True):
            np.testing.assert_allclose(one, other, rtol=2e-4, atol=2e-4)


def test_they_grow_with_the_text_alone(engine):
    """How many operations they are does not follow from how many passes there are."""
    if engine.device == "none" or engine.is_checker:
        pytest.skip("nothing is built there, or it takes long")
    for function, *sizes in ((seam, (20, 30), (40, 70)), (running_median, (80,), (300,)), (eliminated, (40, 40), (60, 60)),
                             (split, (40, 40), (60, 60)), (shortest_ways, (30, 30), (50, 50)),
                             (seam_by_rows, (30, 20), (50, 20))):
        filter, lengths = pygpu.compile(whole(function)), []
        for size in sizes:
            filter(rng.random(size, dtype=np.float32) + 1)
            lengths.append(len(filter.source))
        assert lengths[1] < 1.1 * lengths[0] + 2000


def whole(function):
    return lambda a=Array: function(a)


PARTS = [
    lambda a=Array, k=Int: (a[2, k:].sum(), a[:k, 1].max(), np.argmin(a[1, max(k - 1, 0):k + 2]), a[k:].mean(axis=0)),
    lambda a=Array, k=Int: (np.median(a[0, k:]), a[k:, 1] @ a[k:, 2], np.linalg.norm(a[1, :k]), np.std(a[k:, 3])),
    lambda a=Array, k=Int: (a[k:, 3], a[2:4, :k], a[1, k:k + 3], a[1, -k:], a[2, :-k], a[2, k:][1:], a[k:][:, 2]),
    lambda a=Array, k=Int: (np.outer(a[k:, 0], a[0, 2:5]).sum(), a[k:, 3] @ a[k:, :], np.where(a[0, k:] > .5, 1, 0).sum()),
    lambda a=Array, k=Int: (len(a[k:]), a[k:].shape[1], a[0, k:][0], a[0, k:][-1], (a[:, :k] > .5).any(axis=1)),
    lambda a=Array, k=Int: (np.arange(k).sum(), (np.arange(k, 9) * a[0, k:9]).sum(), sum(a[0, k:]), np.sort(a[0, k:])),
    lambda a=Array, k=Int: (a[0, :k][a[0, :k] > .5].sum(), a[1, k:][a[1, k:] < .5], a[2, np.arange(11) < a[k:].shape[0]]),
]


@pytest.mark.parametrize("number", range(len(PARTS)))
def test_parts_are_as_numpy_has_them(engine, number):
    filter = pygpu.compile(PARTS[number])
    given = PLANE[:9, :11].copy()
    for k in (1, 3, 8):
        for one, other in zip(filter(given, k), PARTS[number](given, k), strict=True):
            assert np.shape(one) == np.shape(other)
            np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-5)


def test_what_is_written_to_a_part_is_seen_by_all(engine):
    def written(a=Array, k=Int):
        b = a.copy()
        row = b[0, k:]
        row[0] = 5
        row *= 2
        b[3, k:] -= 2 * b[1, k:]
        b[:k, 0] = 7
        b[k:, k:] -= np.outer(b[k:, 0], b[0, k:])
        b[4, :k][b[4, :k] > 0.5] = 3
        copied = b[k:, 3].copy()
        copied[0] += 100
        return b, row.sum()

    for k in (1, 3, 8):
        for one, other in zip(pygpu.compile(written)(PLANE, k), written(PLANE, k), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-5)


def test_an_element_may_say_where_a_part_ends(engine):
    def ends(a=Array):
        k = int(a[0, 0] * 4) + 2
        assert isinstance(a[0, :k], np.ndarray)
        return a[1, :k], a[1, -k:] * 2, a[1, :k][[0, -1]], a[2, np.argmax(a[3]):].copy(), a[np.arange(9) < k, 0]

    for one, other in zip(pygpu.compile(ends)(PLANE[:9, :11].copy()), ends(PLANE[:9, :11]), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6)


def test_ends_are_whole_numbers(engine):
    for text in ("a[2, a[3, 1] > 0.5:]", "a[2, a[3, 1]:]", "a[2, a[:, 0]:]", "a[2, k / 2:]"):
        function = eval(f"lambda a=Array, k=Int: {text}", {"Array": Array, "Int": Int})
        with pytest.raises(TypeError):
            function(PLANE, 3)
        with pytest.raises(TypeError):
            pygpu.compile(function)(PLANE, 3)


@pytest.mark.parametrize("function", [np.cumsum, np.argmax, lambda part: np.sort(part, axis=None)])
def test_what_needs_an_axis_says_so(function):
    with pytest.raises(pygpu.CompileError, match="give an axis"):
        pygpu.compile(lambda a=Array, k=Int: function(a[:, :k]))(PLANE, 3)


def test_a_refusal_speaks_of_them_in_the_users_words():
    with pytest.raises(pygpu.CompileError, match="a part of an array whose ends are only known when"):
        pygpu.compile(lambda a=Array, k=Int: np.concatenate([a[0, :k], a[1, k:]]))(PLANE, 3)


def test_parts_of_other_lengths_raise(engine):
    for text in ("a[0, k:] + a[1, k + 1:]", "a[0, k:] @ a[1, k + 1:]", "np.max(a[0, 11 + k:])"):
        function = eval(f"lambda a=Array, k=Int: {text}", {"np": np, "Array": Array, "Int": Int})
        with pytest.raises(ValueError):
            pygpu.compile(function)(PLANE[:9, :11].copy(), 3)
