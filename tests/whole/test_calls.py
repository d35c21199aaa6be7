"""Calls of functions of whole arrays: numbers at run time, arrays on the device, other shapes, refusals."""

import pickle

import numpy as np
import pytest
from scipy import ndimage, signal

import pygpu
import pygpu.commandline
from pygpu import Array, Float, Int
from pygpu.calls.engines.engine import target_or_cpu
from tests.speed.arrays import gray_scott

from .refused import REFUSED

U = np.random.default_rng(16).random((19, 37)).astype(np.float32)
LARGE = np.tile(U, (2, 2))  # of few numbers all passes of a loop are one kernel


def heat(u=Array, steps: Int = 5, k: Float = 0.1):
    for _ in range(steps):
        u = u + k * (np.roll(u, 1, 0) + np.roll(u, -1, 0) + np.roll(u, 1, 1) + np.roll(u, -1, 1) - 4 * u)
    return u


def test_steps_are_given_at_the_call(engine):
    compiled = pygpu.compile(heat)
    for steps in (0, 1, 6):
        np.testing.assert_allclose(compiled(LARGE, steps, 0.2), heat(LARGE, steps, 0.2), atol=1e-6)
    if not engine.is_checker:
        assert len(compiled._last.kernels) == 1


def test_arrays_that_belong_together_are_one_kernel(engine):
    compiled = pygpu.compile(gray_scott)
    for found, expected in zip(compiled(LARGE, LARGE / 2, 7), gray_scott(LARGE, LARGE / 2, 7)):
        np.testing.assert_allclose(found, expected, atol=1e-5)
    assert len(compiled._last.kernels) == 1


def eigenvalues(a=Array):
    return np.linalg.eigh(a + a.T)[0]


@pytest.mark.parametrize("rows", [3, 4])
def test_a_small_matrix_is_one_kernel(rows):
    """All its numbers are at one place, so none of the hundreds between them is kept."""
    if pygpu.use(None) is None:
        pytest.skip("there is no device")
    matrix, compiled = np.random.default_rng(rows).random((rows, rows), np.float32), pygpu.compile(eigenvalues)
    np.testing.assert_allclose(compiled(matrix), eigenvalues(matrix), atol=1e-5)
    assert compiled.source.count("__kernel void") <= 2


def test_short_rows_beside_a_sum_that_counts_for_nothing(engine):
    """The columns of all arrays are known where a loop goes over one of them: then rows stay rows."""
    few, table = np.ones(3, np.float32), np.arange(64, dtype=np.float32).reshape(8, 8)

    def shifted(a=Array):
        return table + a.sum() * 0

    def given(a=Array, b=Array):
        return b * 2 + a.max() * 0

    np.testing.assert_array_equal(pygpu.compile(shifted)(few), table)
    np.testing.assert_array_equal(pygpu.compile(given)(few, table), table * 2)


def test_what_rows_of_an_array_share_is_computed_for_each_row_once(engine):
    """An array of one axis that is spread over another one is asked for where that one's rows begin, whatever the row."""
    def spread(u=Array, v=Array):
        w = np.exp(np.sqrt(v) + 1) / np.cosh(v * 3) + np.log1p(v) ** 3
        return u * w[None] + w[None, ::-1] - (w * 2).sum()

    v = U[0] + 1
    np.testing.assert_allclose(pygpu.compile(spread)(U, v), spread(U, v), rtol=1e-4)


def test_what_is_on_the_device_stays_there(engine):
    if engine.device == "none":
        pytest.skip("there is no device")
    compiled = pygpu.compile(heat)
    there = compiled(compiled(pygpu.upload(U), 2), 3)
    assert type(there) is pygpu.DeviceImage
    np.testing.assert_allclose(there.numpy(), heat(U, 5, 0.1), atol=1e-6)


def test_other_shapes_and_dtypes(engine):
    compiled = pygpu.compile(lambda a=Array: (a[1:] - a[:-1], a.sum()))
    for given in (U, U[0], U.T.copy(), (U * 50).astype(np.int16), U.astype(np.float64)):
        for found, expected in zip(compiled(given), (given[1:] - given[:-1], given.sum())):
            assert found.dtype == expected.dtype and np.allclose(found, expected, rtol=1e-5)
    assert compiled([1, 5, 7])[0].tolist() == [4, 2]


def test_lists_and_elements():
    """A list is an array in the first call, too; an element that is returned as it is has its array's type."""
    pygpu.use("none")
    assert pygpu.compile(lambda a=Array: a * 2)([1, 2, 3]).tolist() == [2, 4, 6]
    assert pygpu.compile(lambda a=Array, b=Array: a + b)([1, 2], np.ones(2)).tolist() == [2, 3]
    assert pygpu.compile(lambda a=Array: sum(a) / len(a))([1, 2, 3]) == 2
    few = np.array([[1, -300], [5, 7]], np.int16)
    for function in (lambda a=Array: a[0, 1], lambda a=Array: (a[1, 1], int(a[0, 0])), lambda a=Array: np.uint8(a[1, 0]),
                     lambda a=Array: a[0, 1].item(), lambda a=Array: {"x": a[0, 1]}):
        found, expected = pygpu.compile(function)(few), function(few)
        assert found == expected and type(found) is type(expected)
        if isinstance(found, tuple):
            assert list(map(type, found)) == list(map(type, expected))


def test_doubles(engine):
    given = U.astype(np.float64)
    found = pygpu.compile(heat, precision="double")(given, 9)
    assert found.dtype == np.float64 and np.abs(found - heat(given, 9, 0.1)).max() < 1e-15


def test_counts_are_tables():
    """Each number is looked at once, not once for each that there could be. For one below zero there is NumPy's exception;
    one that is too great for the bins is refused, 2**32 too."""
    image = (U * 40).astype(np.uint8)
    counted = pygpu.compile(lambda a=Array: np.bincount(np.ravel(a), minlength=64))
    np.testing.assert_array_equal(counted(image), np.bincount(image.ravel(), minlength=64))
    assert any("tally add" in str(kernel.graph) for _, kernel, _ in counted._last.kernels.values())
    far = pygpu.compile(lambda a=Array: np.bincount(a, minlength=8))
    assert far(np.array([5, 7, 7])).tolist() == [0, 0, 0, 0, 0, 1, 0, 2]
    with pytest.raises(ValueError, match="negative"):
        far(np.array([5, -2**40, 7]))
    for number in (8, 2**32 + 5):
        with pytest.raises(pygpu.CompileError, match="8 bins here, and there are greater numbers"):
            far(np.array([5, number]))
    of_each = pygpu.compile(lambda a=Array: np.cumsum(np.bincount(np.ravel(a), minlength=64))[a] / np.bincount(
        np.ravel(a), minlength=64).sum())
    np.testing.assert_allclose(of_each(image), np.cumsum(np.bincount(image.ravel()))[image] / image.size, rtol=1e-6)
    edges = pygpu.compile(lambda a=Array: np.histogram(a, 5, (0.25, 1))[0])
    gaps = np.where(U < 0.3, np.float32(np.nan), U)
    np.testing.assert_array_equal(edges(gaps), np.histogram(gaps, 5, (0.25, 1))[0])


def test_counts_in_doubles(engine):
    if engine.is_checker:
        pytest.skip("other engines have it")
    weighed = pygpu.compile(lambda a=Array, w=Array: np.bincount(np.ravel(a), np.ravel(w), minlength=64), precision="double")
    image = (U * 40).astype(np.uint8)
    np.testing.assert_allclose(weighed(image, U.astype(float)), np.bincount(image.ravel(), U.ravel(), 64), rtol=1e-13)


def test_values_need_no_shapes():
    """A sum of an Array is a value of any of them: nothing is traced again for another shape."""
    total = pygpu.compile(lambda a=Array: np.sum(a) / a.width)
    assert total(U) and total(U[:, :5]) and len(total._stories) == 1 and not total.of_arrays


@pytest.mark.skipif(not pygpu.devices(), reason="there is no device")
def test_looking_inside():
    compiled = pygpu.compile(heat)
    pygpu.use("cpu")
    assert "moved by (1, 0), wrap" in str(compiled.graph) and "__kernel" in compiled.source
    assert "in 1 loop that the host takes" in compiled.explain()


def test_inside_another():
    pygpu.use("none")
    inner = pygpu.compile(heat, k=0.2)
    summed = pygpu.compile(lambda a=Array: inner(2 * a, 3).sum(axis=0))
    assert np.allclose(summed(U), heat(2 * U, 3, 0.2).sum(axis=0), atol=1e-4)
    assert np.allclose(pygpu.compile(lambda a=Array: inner(a, 3))(U), heat(U, 3, 0.2), atol=1e-6)


def test_as_a_value():
    pygpu.use("none")
    compiled = pygpu.compile(heat)
    assert np.array_equal(pickle.loads(pickle.dumps(compiled))(U, 2), compiled(U, 2))
    for what, call in {"tuned": lambda: compiled.tune(U, 2), "followed": lambda: compiled >> compiled,
                       "iterated": lambda: compiled.iterate(2, U), "regions": lambda: compiled.needs((0, 0, 1, 1))}.items():
        with pytest.raises(pygpu.ArgumentError, match=what):
            call()


def test_the_command_line_shows_one(capsys):
    assert pygpu.commandline.main(["show", "tests.whole.test_calls:heat"]) == 0
    assert "moved by (1, 0), wrap" in capsys.readouterr().out


def test_an_argument_stays_as_it_is():
    def changes(u=Array):
        u[0] = 1
        return u

    given = U.copy()
    with pytest.raises(pygpu.CompileError, match=r"change a copy: b = u.copy\(\)"):
        pygpu.compile(changes)(given)
    assert (given == U).all()


def test_a_part_of_an_argument_that_a_loop_names_is_not_changed():
    def after(u=Array):
        part = u.copy()
        for _ in range(3):
            part = u[:, ::-1]
        part[1:] *= 2
        return part

    def within(u=Array):
        part = u.copy()
        for _ in range(3):
            part[0] += 1
            part = u[:, ::-1]
        return part

    for changes in after, within:
        with pytest.raises(pygpu.CompileError, match="argument-changed|two-names"):
            pygpu.compile(changes)(U)


def test_a_loop_may_name_another_part_of_an_array_in_each_pass(engine):
    def sums(u=Array, n: Int = 2):
        twice = u * 2
        part, total = twice[::-1], twice * 0
        for _ in range(n):
            total = total + part
            part = twice[:, ::-1]
        return total, part

    def floors(u=Array, n: Int = 2):
        part, low = u.copy(), np.floor(u * 3)
        for _ in range(n):
            for _ in range(2):
                part[part > 1] = 0
                part = low[::-1]
        return part

    for n in 0, 1, 3:
        for found, expected in zip(pygpu.compile(sums)(U, n), sums(U, n)):
            np.testing.assert_allclose(found, expected, rtol=1e-6)
        np.testing.assert_array_equal(pygpu.compile(floors)(U.astype(float), n), floors(U.astype(float), n))


def blurred_percentiles(u=Array):
    blurred = ndimage.gaussian_filter(u, 3)
    return np.percentile(u - blurred, (1, 99)), blurred.ravel() * 2


def histograms_of_cells(u=Array):
    cells = np.zeros((2, 4, 3))
    for i in range(3):
        cells[:, :, i] = np.where(u > i / 4, u, 0)[:18, :36].reshape(2, 9, 4, 9).sum(axis=(1, 3))
    blocks = [cells[y:y + 1, x:x + 2].ravel() for y in range(2) for x in range(3)]
    return np.concatenate([block / np.sqrt(np.sum(block ** 2) + 1e-5) for block in blocks])


def eigenvectors_of_a_covariance(u=Array):
    away = u[:, :3] - u[:, :3].mean(0)
    values, vectors = np.linalg.eigh(away.T @ away)
    return values, np.abs(away @ vectors).mean(0)


@pytest.mark.parametrize("function, own", [
    (blurred_percentiles, "19x37"), (histograms_of_cells, "2x4x3"), (eigenvectors_of_a_covariance, "19x3")])
def test_what_is_long_is_computed_once(engine, function, own):
    """In its own axes, and not again for each who sees it in others: else there are hundreds of functions, or a kernel that
    a driver compiles for a minute."""
    filter = pygpu.compile(function)
    for found, expected in zip(filter(U), function(U)):
        np.testing.assert_allclose(found, expected, rtol=2e-3, atol=1e-4)
    if engine.device != "none":
        assert filter.source.count("__kernel") <= 30 and f"an array {own}" in str(filter.plan)


def test_products_that_stand_side_by_side_are_computed_before():
    """Else each would be computed at all places of the others, too."""
    filter = pygpu.compile(lambda u=Array, v=Array: np.block([[2 * (u @ v), u], [v, v @ u]]))
    u, v = np.random.default_rng(4).random((2, 33, 33)).astype(np.float32)
    np.testing.assert_allclose(filter(u, v), np.block([[2 * (u @ v), u], [v, v @ u]]), rtol=1e-5)
    for part in str(filter.plan).split("an array 66x66")[1:]:
        assert "loop" not in part


def test_a_second_matrix_that_is_turned_is_laid_out_before():
    """Else each vector of it would be gathered number by number, over and over."""
    filter = pygpu.compile(lambda u=Array, v=Array: (u @ v.T, np.einsum("ij,kj->ik", u, v[:, ::-1])))
    u, v = np.random.default_rng(4).random((2, 33, 21)).astype(np.float32)
    for found, expected in zip(filter(u, v), (u @ v.T, u @ v[:, ::-1].T)):
        np.testing.assert_allclose(found, expected, rtol=1e-5)
    assert str(filter.plan).count("an array 21x33") == 2


@pytest.mark.parametrize("columns", [1, 2, 7, 16, 23, 40])
def test_products_with_few_columns(engine, columns):
    """Vectors of a CPU are whole there, too: of a second matrix that has zeros beside them."""
    rng = np.random.default_rng(6)
    u, v = rng.random((70, 90)).astype(np.float32), rng.random((90, columns)).astype(np.float32)
    filter = pygpu.compile(lambda u=Array, v=Array: u @ v)
    np.testing.assert_allclose(filter(u, v), u @ v, rtol=1e-5)
    assert filter(u, v).shape == (70, columns)
    if engine.device != "none" and target_or_cpu(engine.device).kind == "cpu" and columns in (7, 23, 40):
        assert f"an array 90x{ {7: 16, 23: 32, 40: 64}[columns]}:" in str(filter.plan)


def test_a_running_sum_is_computed_once_and_what_goes_over_it_in_chunks(engine):
    """Whoever asks for it: what is returned, and a scan of it, which is as long a line."""
    filter = pygpu.compile(lambda a=Array: (np.cumsum(a), np.maximum.accumulate(np.cumsum(a) * 2)))
    line = (np.random.default_rng(5).random(9000) - 0.5).astype(np.float32)
    sums, most = filter(line)
    np.testing.assert_allclose(sums, np.cumsum(line, dtype=float), atol=1e-4)
    np.testing.assert_array_equal(most, np.maximum.accumulate(sums * 2))
    if engine.device != "none" and target_or_cpu(engine.device).kind == "cpu":
        told = str(filter.plan)
        assert told.count("before_running") == told.count("chunk of") == 2


FROM_THE_END = [
    lambda a=Array: a[-1] - a[0],
    lambda a=Array: sum(a) / a[-2],
    lambda a=Array: sum(a[i] * a[-1 - i] for i in range(len(a))),
    lambda a=Array: max(abs(a[i] - a[i - 1]) for i in range(len(a))),
    lambda a=Array: sum(a[i + 1] if i + 1 < a.shape[0] else 10.0 for i in range(-a.shape[0], a.shape[0])),
]


@pytest.mark.parametrize("function", FROM_THE_END)
def test_single_elements_are_counted_from_either_end(engine, function):
    """Also of a function that makes no arrays, which is told nothing of their shape."""
    line = np.random.default_rng(3).random(13).astype(np.float32)
    assert abs(pygpu.compile(function)(line) - function(line)) < 1e-4


def test_an_index_may_fail_and_a_border_that_is_given_is_kept(engine):
    def fourth(a=Array, i: Int = 3):
        try:
            return a[i]
        except IndexError:
            return -1.0

    filter, line = pygpu.compile(fourth), np.float32([1, 2, 4])
    assert [filter(line, i) for i in range(-5, 5)] == [fourth(line, i) for i in range(-5, 5)]
    assert pygpu.compile(lambda a=Array(border="mirror"): a[-1] + 10 * a[-2])(line) == 42
    table = np.arange(12, dtype=np.int32).reshape(3, 4)
    assert pygpu.compile(lambda a=Array: a[-1, -2] - a[-3, 1])(table) == 9


@pytest.mark.parametrize("text, kind, said", REFUSED, ids=[text for text, *_ in REFUSED])
def test_refused(text, kind, said):
    function = eval(f"lambda u=Array, v=Array, n=Int: {text}", {
        "np": np, "Array": Array, "Int": Int, "signal": signal, "ndimage": ndimage})
    pygpu.use("none")
    with pytest.raises(Exception) as caught:
        pygpu.compile(function)(np.ones((3, 4), np.float32), np.ones(7, np.float32), 2)
    assert said in str(caught.value)
    assert getattr(caught.value, "kind", type(caught.value).__name__) == kind or kind == "TypeError"


def test_a_loop_that_changes_a_shape():
    def shrinks(u=Array, n: Int = 2):
        for _ in range(n):
            u = u[1:]
        return u

    def shrinks_as_data_say(u=Array):
        for _ in range(int(u[0, 0])):
            u = u[1:]
        return u

    assert (np.asarray(pygpu.compile(shrinks)(U, 2)) == U[2:]).all()  # an argument is known, if need be
    with pytest.raises(pygpu.CompileError, match="'u' changes its shape in the loop"):
        pygpu.compile(shrinks_as_data_say)(U)


def test_running_sums_of_other_types_are_other_sums(engine):
    def sums(a=Array):
        return np.cumsum(a), np.cumsum(a, dtype=np.int32)

    a = np.array([0.2, 3.7, -2.9, 3.6, -1.8], np.float32)
    for found, expected in zip(pygpu.compile(sums)(a), sums(a)):
        np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_many_known_numbers_meet_an_element():
    """It went round and round until Python had enough."""
    def waves(u=Array):
        return np.sin(np.arange(37) * u[0, 0]).max(), (np.arange(40) < u[0, 1] * 40).sum()

    pygpu.use("none")
    np.testing.assert_allclose(pygpu.compile(waves)(U), waves(U), rtol=1e-5)


@pytest.mark.parametrize("columns", [1, 8])
def test_calls_alike_that_are_several_launches(engine, columns):
    """The second call of other arrays is one launch where the first was several; what is between lies where it lay."""
    product = pygpu.compile(lambda a=Array, b=Array: a @ b)
    sums = pygpu.compile(lambda a=Array: a.sum(axis=0))
    random, kept = np.random.default_rng(3), []
    for _ in range(4):
        a, b = random.random((200, 300), np.float32), random.random((300, columns), np.float32)
        kept.append((product(a, b), a @ b, sums(a), a.sum(axis=0)))
        assert np.allclose(product(a[::2], b), a[::2] @ b, rtol=1e-4)
        assert np.allclose(product(a, np.asfortranarray(b)), a @ b, rtol=1e-4)
    for found, expected, across, down in kept:
        assert np.allclose(found, expected, rtol=1e-4) and np.allclose(across, down, rtol=1e-4)
