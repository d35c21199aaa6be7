"""What every test may ask for: `engine` (it runs on each), `golden` (results in files),
`crowd` (how much longer things take at present). And a private disk cache."""

import os
import sys
import tempfile
from pathlib import Path
from time import perf_counter, process_time

import pytest

from tests import scope, times

# Before pygpu is imported: the tests' kernels stay out of the user's cache, and don't come from it. Workers of
# pytest-xdist share the folder of the process that started them; .ci/run gives all its Pythons one.
if "PYGPU_TESTS_CACHE" in os.environ:
    os.environ["PYGPU_CACHE"] = os.environ["PYGPU_TESTS_CACHE"]
elif "PYTEST_XDIST_WORKER" not in os.environ:
    _cache = tempfile.TemporaryDirectory(prefix="pygpu-tests-", ignore_cleanup_errors=True)
    os.environ["PYGPU_CACHE"] = _cache.name
# PoCL builds a kernel once, not once more for each size of picture: a third less of what it takes.
os.environ.setdefault("POCL_WORK_GROUP_SPECIALIZATION", "0")
os.environ.setdefault("PYGPU_BUILDERS", "0")  # as many tests run at a time as there are cores


def pytest_addoption(parser):
    parser.addoption("--update-golden", action="store_true", help="rewrite the expected results in files; never in CI")
    parser.addoption("--guard", action="store_true", help="kernels' memory between guard zones, looked at after each")
    parser.addoption("--as-gpu", action="store_true", help="kernels as a GPU would have them, on whatever there is")
    scope.add_options(parser)


def pytest_configure(config):
    scope.read(config)
    if config.getoption("--guard"):
        from tests import guard

        guard.install()
    if config.getoption("--as-gpu"):
        from pygpu.calls.engines import engine as engines
        from pygpu.schedule import GPU

        engines.target_of = lambda device: GPU
    if config.getoption("--update-golden") and os.environ.get("CI"):
        raise pytest.UsageError("--update-golden is for a person who reviews the difference, not for CI")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    node.workerinput["in_turns"] = scope.in_turns


def pytest_generate_tests(metafunc):
    if "engine" in metafunc.fixturenames:
        from tests.engines import engines

        metafunc.parametrize("engine", engines(), ids=str, indirect=True)


def pytest_collection_modifyitems(config, items):
    items[:], left = scope.chosen(items, config)
    config.hook.pytest_deselected(items=left)


@pytest.fixture
def engine(request):
    """Filters of this test run on this engine; its name and device are the fixture's value."""
    import pygpu

    pygpu.use(request.param.device)
    yield request.param
    pygpu.use(None)


@pytest.fixture(autouse=True)
def usual_device():
    """No test leaves the device that it chose to those after it."""
    yield
    devices = sys.modules.get("pygpu.runtime.devices")
    if devices and (devices._chosen is not None or devices._several):
        devices.use(None)


@pytest.fixture
def crowd():
    """How many times as long everything takes because of what else runs here: a clock's time over that of this process."""
    started, before = perf_counter(), process_time()
    while process_time() - before < 0.2:
        pass
    return 2 * max(1, (perf_counter() - started) / (process_time() - before)) - 1  # it may become more crowded


@pytest.fixture
def golden(request):
    from tests.golden import Golden

    return Golden(Path(request.path).parent, request.config.getoption("--update-golden"))


def pytest_sessionfinish(session):
    whole = not any(map(session.config.getoption, ("--share", "--guard")))
    if os.environ.get("CI") and whole and times.too_long(session.config.pluginmanager.get_plugin("terminalreporter")):
        session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter):
    if os.environ.get("CI"):
        for line in times.told(terminalreporter):
            terminalreporter.write_line(line)
