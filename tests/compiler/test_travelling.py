"""Filters as values: pickled, copied, compared, in other processes and back."""

import copy
import multiprocessing
import pickle
import sys
import warnings

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position
from tests import scope
from tests.compiler import travellers
from tests.compiler.travellers import closure, weighted

cloudpickle = pytest.importorskip("cloudpickle")
FILTERS = travellers.filters()
WAYS = {
    "pickle": lambda filter: pickle.loads(pickle.dumps(filter)),
    "cloudpickle": lambda filter: cloudpickle.loads(cloudpickle.dumps(filter)),
    "copy": copy.copy, "deepcopy": copy.deepcopy,
}


@pytest.mark.parametrize("name", FILTERS)
@pytest.mark.parametrize("way", WAYS)
def test_what_arrives_computes_the_same(name, way):
    filter = FILTERS[name]
    expected = travellers.applied(filter)
    size = len(pickle.dumps(filter))
    there = WAYS[way](filter)
    assert there is not filter and there == filter and hash(there) == hash(filter) and repr(there) == repr(filter)
    np.testing.assert_array_equal(travellers.applied(there), expected)
    assert len(pickle.dumps(filter)) == size < 20_000  # nothing of a device, and nothing that was traced, goes along


def test_ready_filters_are_sent_by_name():
    assert pickle.loads(pickle.dumps(pygpu.filters.gaussian)) is pygpu.filters.gaussian
    assert copy.deepcopy(pygpu.filters.sobel) is pygpu.filters.sobel


def test_equality():
    one = pygpu.compile(weighted, kernel=travellers.KERNEL)
    assert one == pygpu.compile(weighted, kernel=travellers.KERNEL.copy()) and one != pygpu.compile(weighted, kernel=[[1]])
    assert one != pygpu.compile(weighted, kernel=travellers.KERNEL, exact=True) and one != "one"
    assert pygpu.compile(closure(1)) == pygpu.compile(closure(1)) != pygpu.compile(closure(2))
    assert pygpu.compile(closure(1)) != pygpu.compile(closure(1.0))
    assert one >> pygpu.compile(closure(1)) == one >> pygpu.compile(closure(1)) != one >> pygpu.compile(closure(3))
    assert len({one, copy.copy(one), pygpu.compile(closure(1)), pygpu.compile(closure(1))}) == 2


def test_a_deep_copy_has_its_own_values():
    kernel = [[1.0]]
    one = pygpu.compile(weighted, kernel=np.array(kernel))
    other = copy.deepcopy(one)
    one.known["kernel"][:] = 3
    ones = np.ones((2, 2), np.float32)
    assert one(ones)[0, 0] == 3 and other(ones)[0, 0] == 1 and one != other


def test_without_cloudpickle_it_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "cloudpickle", None)
    with pytest.raises(pickle.PicklingError, match="pip install cloudpickle"):
        pickle.dumps(FILTERS["a lambda"])


def test_a_picture_on_a_device_is_not_sent():
    if pygpu.use(None) is None:
        pytest.skip("no OpenCL device")
    with pytest.raises(TypeError, match=r"send its \.numpy\(\)"):
        pickle.dumps(pygpu.upload(travellers.picture()))


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_other_processes(method):
    """Started after filters have run here: a forked process says that it has no driver, and computes on NumPy."""
    expected = {name: travellers.applied(filter) for name, filter in FILTERS.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with multiprocessing.get_context(method).Pool(2) as pool:
            back = pool.map_async(travellers.send_back, FILTERS.values()).get(240)
    for (name, filter), (computed, returned) in zip(FILTERS.items(), back):
        np.testing.assert_allclose(computed, expected[name], atol=1e-5)
        assert returned == filter


def test_joblib():
    joblib = pytest.importorskip("joblib")
    filter = pygpu.compile(lambda im=Image, p=Position: im(p) * 3)
    pictures = [np.full((3, 4), n, np.float32) for n in range(4)]
    found = joblib.Parallel(n_jobs=2)(joblib.delayed(filter)(picture) for picture in pictures)
    for picture, result in zip(pictures, found):
        np.testing.assert_array_equal(result, picture * 3)


def test_ray(tmp_path):
    ray = pytest.importorskip("ray")
    if not scope.everything:
        pytest.skip("at night")
    filters = [pygpu.compile(lambda im=Image, p=Position: im(p) * 3), pygpu.filters.sobel]
    picture = np.random.default_rng(1).random((30, 40), np.float32)
    ray.init(num_cpus=2, include_dashboard=False, object_store_memory=100_000_000, log_to_driver=False)
    try:
        applied = ray.remote(lambda filter, picture: np.asarray(filter(picture)))
        found = ray.get([applied.remote(filter, picture) for filter in filters])
    finally:
        ray.shutdown()
    for filter, result in zip(filters, found):
        np.testing.assert_array_equal(result, filter(picture))
