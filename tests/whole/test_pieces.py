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


def test_a_part_may_have_no_element_at_all(engine):
    def changed(a, many):
        x, m = a[0].copy(), a.copy()
        for i in range(many):
            j = max(i - 2, 0)
            x[j:j] -= 0.1 * x[j:j]
            m[i % 9, j:j] += x[i]
            x[i] += len(m[i, j:j]) + m[i, j:].sum()
        return x, m

    given = PLANE[:9, :11].copy()
    for found, wanted in zip(pygpu.compile(lambda a=Array, n=Int: changed(a, n))(given, 7), changed(given, 7)):
        np.testing.assert_allclose(found, wanted, rtol=1e-5)


def test_ends_are_whole_numbers(engine):
    for text in ("a[2, a[3, 1] > 0.5:]", "a[2, a[3, 1]:]", "a[2, a[:, 0]:]", "a[2, k / 2:]"):
        function = eval(f"lambda a=Array, k=Int: {text}", {"Array": Array, "Int": Int})
        with pytest.raises(TypeError):
            function(PLANE, 3)
        with pytest.raises(TypeError):
            pygpu.compile(function)(PLANE, 3)


def test_a_refusal_speaks_of_them_in_the_users_words():
    with pytest.raises(pygpu.CompileError, match="svd.. of a part of an array whose ends are only known when"):
        pygpu.compile(lambda a=Array: np.linalg.svd(a[:int(a[0, 0] * 4) + 2]))(PLANE)


def of_data(a):
    """A number from 2 to 6 that only the run knows."""
    return int(a[0, 0] * 4) + 2


MORE = [
    lambda a, k: (a[0, k::2], a[:k:3, 2].sum(), a[0, k::-1], a[0, :k:-2], a[k::-2, 1], a[0, k:][::2], a[1, :k][::-1],
                  a[1, k:][-2::-1], a[0, -1:k:-1], a[::2, :k][:, ::2]),
    lambda a, k: (np.concatenate([a[0, :k], a[1, k:]]), np.concatenate((np.zeros(2, np.float32), a[0, :k], a[1, 1:k])),
                  np.hstack([a[:, :k], a[:, :2]]), np.vstack([a[0, :k], a[1, :k]]), np.stack([a[0, :k], a[1, :k]], axis=1),
                  np.append(a[0, :k], 1.0), np.r_[a[0, :k], a[1, 0], 7], np.column_stack([a[0, :k], a[1, :k]])),
    lambda a, k: (np.diff(a[0, :k]), np.diff(a[:k], axis=0), np.roll(a[0, k:], 2), np.gradient(a[0, :k]),
                  np.flip(a[:k, 1:k]), np.repeat(a[0, :k], 2), np.tile(a[0, :k], 2), np.pad(a[0, :k], 2, mode="edge")),
    lambda a, k: (np.percentile(a[0, :k], 30), np.median(a[:k], axis=0), np.median(a[:k, :k]), np.quantile(a[:, k:], .2),
                  np.percentile(a[0, :k], [25, 75]), np.percentile(a[k:], 10, axis=1), np.median(a[:k], axis=1)),
    lambda a, k: (np.argsort(a[0, :k]), a[1, :k].argsort()[::-1], a[0, :k][np.argsort(a[1, :k])], np.sort(a[:k, k:], None),
                  a[2][np.argsort(a[0, :k])], np.argmax(a[1:, :k]), np.unique(np.round(a[0, :k], 1)), sorted(a[0, :k])[1]),
    lambda a, k: (np.clip(a[0, :k], .2, .8), a[0, :k].clip(min=.3), a[0, :k].round(1), np.around(a[k:, k:], 2),
                  np.ptp(a[:k]), a[:k, :3].reshape(-1), a[1:k, :k].ravel(), a[0, :k].reshape(-1, 1), np.zeros_like(a[:k])),
    lambda a, k: (a[:k, :k] * 2, np.outer(a[0, :k], a[1, k:]), a[None, :k, 1], a[:k, None] - a[None, :k],
                  np.cumsum(a[:k, :k]), np.cumprod(a[:k], axis=0), a[:k, :k].T, a[:k, 2:][[0, 1], :k][:, [0, 1]]),
    lambda a, k: (np.histogram(a[0, :k], bins=5, range=(0, 1))[0], np.histogram(a[:k, :k], bins=3)[0],
                  np.bincount((a[0, :k] * 5).astype(int), minlength=6), np.interp(.5, np.cumsum(a[0, :k]), a[1, :k]),
                  np.interp(a[3, :k], np.arange(11) / 11, a[1]), np.searchsorted(np.cumsum(a[0, :k]), [.3, 1.2])),
    lambda a, k: (np.nonzero(a[0, :k] > .5)[0], np.argwhere(a[:k, k:] > .5), np.nanmean(a[0, :k]), np.trapezoid(a[0, :k]),
                  np.convolve(a[0, :k], [1, 2, 1], mode="same"), np.cov(a[0, :k], a[1, :k]),
                  np.polyfit(a[0, :k], a[1, :k], 1), np.allclose(a[0, :k], a[0, :k]), np.array_equal(a[0, :k], a[1, :k])),
]


@pytest.mark.parametrize("number", range(len(MORE)))
def test_what_functions_make_of_parts_is_as_numpy_has_it(engine, number):
    """Ends that the data say: a number of the call would be compiled in where nothing else helps."""
    if engine.is_checker or engine.name == "pocl":
        pytest.skip("one driver has it")
    given = PLANE[:9, :11].copy()
    function = MORE[number]
    filter = pygpu.compile(lambda a=Array: function(a, of_data(a)))
    for first in (0, .3, .9):
        given[0, 0] = first
        for one, other in zip(filter(given), function(given, of_data(given)), strict=True):
            assert np.shape(one) == np.shape(other)
            assert np.asarray(one).dtype == np.asarray(other).dtype
            np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-4)


def test_one_element_is_left_out_where_the_run_says(engine):
    @pygpu.compile
    def without(a=Array, k=Int):
        return np.delete(a, k), np.delete(a, -k), np.delete(a.reshape(9, 10), k, axis=1), np.linspace(0, 1, 8)[:k] * 2

    for found, wanted in zip(without(LINE, 3), without.function(LINE, 3)):
        np.testing.assert_allclose(found, wanted, atol=1e-6)
    with pytest.raises(IndexError, match="out of bounds for axis 1 with size 10"):
        without(LINE, 12)


def test_numbers_that_are_none_come_last_in_a_part(engine):
    given = np.array([np.inf, np.nan, 1, 2, 0, -1], np.float32)
    function = lambda a, k: (np.sort(a[:k]), np.argsort(a[:k]), np.median(a[:k]), np.max(a[:k]), np.nanmax(a[:k]))  # noqa: E731
    for k in (1, 3, 5):
        for one, other in zip(pygpu.compile(lambda a=Array, k=Int: function(a, min(max(k, 0), 6)))(given, k),
                              function(given, k), strict=True):
            np.testing.assert_array_equal(one, other)


def test_arrays_are_made_as_long_as_the_run_says(engine):
    def made(a):
        k = min(of_data(a), 9)
        b, square = np.zeros(k), np.full((k, k), 2.0)
        for i in range(k):
            b[i] = a[i, 0] * 2
            square[i, i] = a[i, 1]
        b[1:] += 1
        square[0] = b
        return b, square, np.ones((k, 3)).sum(axis=0), np.arange(1, k, 2), np.linspace(0, 1, k), len(np.empty(k))

    given = PLANE[:9, :11].copy()
    for first in (0, .9):
        given[0, 0] = first
        for one, other in zip(pygpu.compile(whole(made))(given), made(given), strict=True):
            assert np.shape(one) == np.shape(other)
            np.testing.assert_allclose(one, other, rtol=1e-5)


def test_an_array_whose_length_has_no_bound_is_refused():
    with pytest.raises(pygpu.CompileError, match="an array is made with as many elements as is only known when the function "
                                                 "runs(.|\n)*np.zeros\\(min\\(n, 1000\\)\\)"):
        pygpu.compile(lambda a=Array: np.zeros(int(a[0, 0] * 1e9)).sum())(PLANE)
    with pytest.raises(pygpu.CompileError, match="np.arange\\(min\\(n, 1000\\)\\)"):
        pygpu.compile(lambda a=Array: a[0] * np.arange(int(a[0, 0] * 1e9)))(PLANE)


def test_what_is_written_to_every_second_element_of_a_part_is_seen(engine):
    def written(a):
        b, k = a.copy(), of_data(a)
        b[0, k::2] = 3
        b[k::-1, 1] += 1
        b[3, :k] = b[3, :k][::-1]
        b[2, 1:][k::3] *= 2
        for i in range(2, 7):
            b[i, i::3] -= b[0, i::3]
            b[i, i::-2] = i
        return b

    np.testing.assert_allclose(pygpu.compile(whole(written))(PLANE), written(PLANE), rtol=1e-6)


def test_elements_are_assigned_at_as_many_indices_as_the_run_knows(engine):
    def written(a):
        b, line = a.copy(), np.zeros(12)
        for i in range(11):
            at = np.arange(i, 12)
            line[at] += 1
            line[at[::-1]] = line[at] * 0.5 + at
            b[i % 5, at % 7] = a[at % 5, i % 7]
            b[at[:1], 1:3] = i
        diagonals = np.zeros((6, 8), int)
        for s in range(13):
            i = np.arange(max(0, s - 7), min(5, s) + 1)
            diagonals[i, s - i] = diagonals[np.maximum(i - 1, 0), s - i] + 1
        return b, line, diagonals

    for one, other in zip(pygpu.compile(whole(written))(PLANE), written(PLANE), strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_allclose(one, other, rtol=1e-6)


CHOSEN = [
    lambda a: (np.argsort(a[a > .5]), a[a > .5][::2], a[a > .5][::-1], np.percentile(a[a > .4], 30), np.round(a[a > .5], 1)),
    lambda a: (np.concatenate([a[a > .7], a[a < .2]]), np.hstack([a[a > .7], [1, 2]]), a[a > .7] + a.T[a.T > .7]),
    lambda a: (np.histogram(a[a > .5], bins=4)[0], np.interp(a[a > .5], [0, 1], [0, 2]), a[a > .5].reshape(-1, 1),
               a[:, a[0] > -1] + a, a[:, a[0] > .5] * a[:, :1], np.clip(a[a > .5], .6, .7),
               a[0][a[0] > .3][a[0][a[0] > .3].argmax():]),
]


@pytest.mark.parametrize("number", range(len(CHOSEN)))
def test_what_a_mask_chooses_is_such_a_part(engine, number):
    function = CHOSEN[number]
    for one, other in zip(pygpu.compile(lambda a=Array: function(a))(PLANE), function(PLANE), strict=True):
        assert np.shape(one) == np.shape(other)
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-5)


def test_points_that_a_mask_chooses_are_listed(engine):
    def points(a):
        ys, xs = np.nonzero(a > .9)
        values = np.array([a[y, x] * 2 for y, x in zip(ys, xs)])
        places = np.array([[x, y] for y, x in zip(ys, xs)])
        both = np.stack([xs, ys], axis=1)
        middle = both.mean(axis=0)
        far = np.linalg.norm(both - middle, axis=1)
        apart = (ys[:, None] - ys[None, :]) ** 2 + (xs[:, None] - xs[None, :]) ** 2
        in_order = both[np.argsort(xs, kind='stable')]
        return values, places, both, far, both[np.argmax(far)], in_order, np.sqrt(apart), np.cov(both.T)

    for one, other in zip(pygpu.compile(whole(points))(PLANE), points(PLANE), strict=True):
        assert np.shape(one) == np.shape(other)
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-4)


def test_points_that_a_mask_chooses_are_counted_where_they_lie(engine):
    def counted(a):
        ys, xs = np.nonzero(a > .6)
        table, square, best = np.zeros((30, 3)), np.zeros((30, 30)), np.zeros(26, np.float32)
        np.add.at(table[:, 1], xs, 1)
        np.add.at(square, (ys, xs), a[ys, xs])
        np.maximum.at(best, ys, a[ys, xs])
        return (table, square, best, np.bincount(ys), np.bincount(xs, weights=a[ys, xs], minlength=40),
                np.histogram2d(ys, xs, bins=4)[0])

    for one, other in zip(pygpu.compile(whole(counted))(PLANE), counted(PLANE), strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_allclose(one, other, rtol=1e-5)


def test_what_draws_random_numbers_of_the_host_is_unrolled(engine):
    def drawn(a):
        draws, best, found = np.random.default_rng(0), 0, np.zeros(2)
        for _ in range(12):
            i, j = draws.choice(26, 2, replace=False)
            if abs(a[i, 0] - a[j, 0]) < 0.05:
                continue
            many = (np.abs(a - a[i, 0]) < .1).sum()
            if many > best:
                best, found = many, np.array([a[i, 0], a[j, 0]])
        return best, found

    for one, other in zip(pygpu.compile(whole(drawn))(PLANE), drawn(PLANE), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5)


def test_an_index_that_was_found_becomes_one_that_is_computed(engine):
    def wrapped(p):
        """Gift wrapping: from the leftmost point on, always the one furthest to one side."""
        n, hull, count = len(p), np.full(len(p), -1), 0
        start = np.argmin(p[:, 0])
        here = start
        while True:
            hull[count] = here
            count += 1
            best = (here + 1) % n
            for j in range(n):
                (x, y), (u, v) = p[best, :2] - p[here, :2], p[j, :2] - p[here, :2]
                if x * v - y * u < 0:
                    best = j
            here = best
            if here == start:
                break
        return hull[:count]

    np.testing.assert_array_equal(pygpu.compile(whole(wrapped))(PLANE), wrapped(PLANE))


def clipped(x):
    """Without outliers, a few times."""
    y = x
    for _ in range(3):
        y = y[np.abs(y - y.mean()) < 1.2 * y.std()]
    return y, y.mean(), len(y)


def clipped_until_it_stays(x):
    y = x.copy()
    while True:
        kept = y[np.abs(y - y.mean()) < 1.5 * y.std()]
        if len(kept) == len(y):
            break
        y = kept
    return y.mean(), len(y)


def chosen_again(x):
    a = x.reshape(-1, 2)
    a = a[a[:, 0] > .2]
    a = a[a[:, 1] < .8]
    a = a[np.linalg.norm(a, axis=1) < .9]
    return a, a.mean(axis=0)


def peaks(x):
    found = []
    for i in range(1, 40):
        if x[i] > x[i - 1] and x[i] >= x[i + 1] and x[i] > .5:
            found.append(i)
    found = np.array(found)
    return found, np.diff(found), x[found]


def lengths_of_runs(x):
    b = x > .5
    begins = np.concatenate([[0], np.flatnonzero(b[1:] != b[:-1]) + 1])
    return begins, np.diff(np.concatenate([begins, [b.size]])), b[begins]


@pytest.mark.parametrize("function", [clipped, clipped_until_it_stays, chosen_again, peaks, lengths_of_runs])
def test_what_is_chosen_is_chosen_from_again(engine, function):
    if engine.is_checker or engine.name == "pocl" and function is peaks:
        pytest.skip("it takes long to build there")
    for one, other in zip(pygpu.compile(whole(function))(LINE), function(LINE), strict=True):
        assert np.shape(one) == np.shape(other)
        np.testing.assert_allclose(one, other, rtol=1e-5)


def test_lists_of_elements_are_arrays_for_numpy(engine):
    def listed(a):
        v = [a[y, x] for y, x in zip(*np.nonzero(a > .9))]
        return np.mean(v), np.median(v), np.argmax(v), max(v), min(v), sorted(v)[1], np.sort(v), len(v)

    for one, other in zip(pygpu.compile(whole(listed))(PLANE), listed(PLANE), strict=True):
        assert np.asarray(one).dtype == np.asarray(other).dtype
        np.testing.assert_allclose(one, other, rtol=1e-5)


def test_a_known_table_says_a_number_of_the_host(engine):
    """Where it is asked for before any kernel is."""
    table = (1.0, 2.0, 3.0)
    function = lambda a: (a * table[int(a[0, 0] * 2)], a[:(3, 4, 5)[int(a[0, 0] * 2)]].sum())  # noqa: E731
    for one, other in zip(pygpu.compile(lambda a=Array: function(a))(PLANE), function(PLANE), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5)


def test_parts_of_other_lengths_raise(engine):
    for text in ("a[0, k:] + a[1, k + 1:]", "a[0, k:] @ a[1, k + 1:]", "np.max(a[0, 11 + k:])"):
        function = eval(f"lambda a=Array, k=Int: {text}", {"np": np, "Array": Array, "Int": Int})
        with pytest.raises(ValueError):
            pygpu.compile(function)(PLANE[:9, :11].copy(), 3)
