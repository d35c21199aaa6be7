"""No waiting: limits so wide that only a mistake passes them, and wider where others use the machine.
`python -m pygpu bench --latency` has the figures."""

import pytest

import pygpu
from tests.speed import latency
from tests.speed.workloads import ALL


@pytest.fixture
def device(request):
    if request.config.getoption("--guard"):
        pytest.skip("guard zones take their time")
    device = pygpu.use(None)
    if device is None:
        pytest.skip("no OpenCL device")
    return device


@pytest.mark.parametrize("name, limit", [("sobel", 0.1), ("harris", 0.4)])
def test_from_function_to_text(name, limit, device, crowd):
    assert sum(latency.compiling(name).values()) < limit * crowd


def test_the_import(crowd):
    assert latency.import_time(3) < 5 * crowd


def test_the_first_call_of_a_new_process(device, crowd):
    assert sum(latency.first_call("sobel", 3)) < 4 * crowd


def test_a_small_call(device, crowd):
    call, launch = latency.small_call(device, 0.5)
    assert call - launch < 200e-6 * crowd


@pytest.mark.parametrize("name", ["sobel", "harris", "mandelbrot"])
def test_the_driver(name, device, crowd):
    assert 0 < latency.driver(ALL[name]) < 20 * crowd
