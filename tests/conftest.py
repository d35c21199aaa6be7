"""What every test may ask for: `engine` (it runs on each), `golden` (results in files). And a private disk cache."""

import os
import tempfile
from hashlib import sha256
from pathlib import Path

import pytest

# Before pygpu is imported: the tests' kernels stay out of the user's cache, and don't come from it. Workers of
# pytest-xdist share the folder of the process that started them; .ci/run gives all its Pythons one.
if "PYGPU_TESTS_CACHE" in os.environ:
    os.environ["PYGPU_CACHE"] = os.environ["PYGPU_TESTS_CACHE"]
elif "PYTEST_XDIST_WORKER" not in os.environ:
    _cache = tempfile.TemporaryDirectory(prefix="pygpu-tests-", ignore_cleanup_errors=True)
    os.environ["PYGPU_CACHE"] = _cache.name


def pytest_addoption(parser):
    parser.addoption("--update-golden", action="store_true", help="rewrite the expected results in files; never in CI")
    parser.addoption("--guard", action="store_true", help="kernels' memory between guard zones, looked at after each")
    parser.addoption("--one-driver", action="store_true", help="filters run on NumPy and on the first OpenCL driver only")
    parser.addoption("--share", metavar="N/M", help="the Nth of M shares of all tests, chosen by their names")


def pytest_configure(config):
    if config.getoption("--guard"):
        from tests import guard

        guard.install()
    if config.getoption("--update-golden") and os.environ.get("CI"):
        raise pytest.UsageError("--update-golden is for a person who reviews the difference, not for CI")


def pytest_generate_tests(metafunc):
    if "engine" in metafunc.fixturenames:
        from tests.engines import engines

        found = engines()[:2] if metafunc.config.getoption("--one-driver") else engines()
        metafunc.parametrize("engine", found, ids=str, indirect=True)


def pytest_collection_modifyitems(config, items):
    if share := config.getoption("--share"):
        nth, of = map(int, share.split("/"))
        items[:] = [item for item in items if int(sha256(item.nodeid.encode()).hexdigest(), 16) % of == nth - 1]


@pytest.fixture
def engine(request):
    """Filters of this test run on this engine; its name and device are the fixture's value."""
    import pygpu

    pygpu.use(request.param.device)
    yield request.param
    pygpu.use(None)


@pytest.fixture
def golden(request):
    from tests.golden import Golden

    return Golden(Path(request.path).parent, request.config.getoption("--update-golden"))


def pytest_terminal_summary(terminalreporter):
    if os.environ.get("CI"):
        from tests.times import told

        for line in told(terminalreporter):
            terminalreporter.write_line(line)
