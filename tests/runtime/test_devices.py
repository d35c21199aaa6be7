"""Which devices there are and which is taken: environment, `use`, broken drivers, no driver at all."""

import os
import sys
import warnings

import numpy as np
import pytest

import pygpu
from pygpu.errors import DeviceError
from pygpu.runtime import Device, current, devices, doctor, probing, use
from pygpu.runtime.devices import to_install
from tests.runtime.kernels import every_device, python

SHOW = "from pygpu.runtime import current; device = current(); print(device and device.platform)"


@pytest.fixture(autouse=True)
def as_before():
    every_device()
    yield
    use(None)


def test_devices_describe_themselves():
    for device in devices():
        text = repr(device)
        assert device.name in text and device.kind in text and device.version in text
        assert device.memory > 0 and device.largest_buffer > 0 and device.kind in ("cpu", "gpu")


def test_gpus_come_first_and_the_checker_last():
    ranks = [{"gpu": 0, "cpu": 1}[device.kind] + 2 * device.checker for device in devices()]
    assert ranks == sorted(ranks)


def test_use_takes_devices_names_and_places():
    for index, device in enumerate(devices()):
        assert use(device) is device and current() is device
        assert use(index) is device
        assert use(device.platform.lower()).platform == device.platform
    assert use("none") is None and current() is None
    assert use("nothing-like-it, cpu").kind == "cpu"


def test_use_of_an_unknown_name_lists_what_there_is_and_changes_nothing():
    before = use(devices()[0])
    with pytest.raises(DeviceError, match="no usable device is called 'zx81'") as caught:
        use("zx81")
    assert devices()[0].name in str(caught.value) and current() is before


def test_nothing_is_imported_until_a_device_is_asked_for():
    run = python("import sys, pygpu.runtime; assert 'pyopencl' not in sys.modules; pygpu.runtime.devices();"
                 "assert 'pyopencl' in sys.modules")
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("wish, seen", [("none", "None"), ("numpy", "None"), ("oclgrind", "Oclgrind")])
def test_the_environment_chooses(wish, seen):
    if wish == "oclgrind" and not any(device.checker for device in every_device()):
        pytest.skip("oclgrind is not installed")
    run = python(SHOW, PYGPU_DEVICE=wish)
    assert run.stdout.strip() == seen and not run.stderr


def test_the_checker_hides_from_those_who_did_not_ask():
    run = python("from pygpu.runtime import devices; print(devices())", PYGPU_DEVICE=None)
    assert "oclgrind" not in run.stdout.lower() and not run.stderr


def test_no_driver_means_numpy_and_one_warning_that_says_what_to_install(tmp_path):
    run = python(SHOW + "; current()", OCL_ICD_VENDORS=str(tmp_path), PYGPU_DEVICE=None)
    assert run.stdout.strip() == "None"
    assert run.stderr.count("RuntimeWarning") == 1 and 'pip install "pygpu[cpu]"' in run.stderr


def test_a_name_where_there_is_no_driver(tmp_path):
    run = python(SHOW, OCL_ICD_VENDORS=str(tmp_path), PYGPU_DEVICE="gpu")
    assert "DeviceError" in run.stderr and 'pip install "pygpu[cpu]"' in run.stderr


def test_pyopencl_missing_is_no_error(tmp_path):
    (tmp_path / "pyopencl.py").write_text("raise ImportError('no libOpenCL here')")
    run = python(SHOW, PYTHONPATH=str(tmp_path), PYGPU_DEVICE=None)
    assert run.stdout.strip() == "None" and "Traceback" not in run.stderr


def test_the_loaders_environment_is_put_back():
    run = python("import os; before = dict(os.environ); from pygpu.runtime import devices; devices();"
                 "after = dict(os.environ); after.pop('PYOPENCL_HOME', 0); assert before == after",
                 OCL_ICD_VENDORS=None, PYOPENCL_HOME=None)
    assert run.returncode == 0, run.stderr


def test_drivers_are_seen_without_a_cache_folder():
    code = "from pygpu.runtime import devices; print(len(devices()))"
    usual, without = python(code), python(code, PYGPU_CACHE="off")
    assert usual.stdout == without.stdout and not without.stderr


def test_a_device_that_fails_its_trial_is_passed_over_with_one_warning(monkeypatch):
    run = python("""
import warnings
from pygpu.runtime import devices, current, use
first = devices()[0]
type(first).build_source = lambda self, *args: (_ for _ in ()).throw(RuntimeError("unknown target CPU 'generic'"))
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    assert current() is None
    use(None); current()
texts = [str(w.message) for w in seen]
assert len(texts) == len(devices()) + 1, texts
assert first.name in texts[0] and "generic" in texts[0] and "passed over" in texts[0], texts
assert "pip install" in texts[-1]
""", PYGPU_CACHE="off", PYGPU_DEVICE=None)
    assert run.returncode == 0, run.stderr


def test_the_next_device_is_taken(monkeypatch):
    usable = [device for device in devices() if not device.checker]
    if len(usable) < 2:
        pytest.skip("needs two devices")
    module = sys.modules["pygpu.runtime.devices"]  # behind the function of the same name
    monkeypatch.setitem(usable[0].__dict__, "trial", probing.Trial(False, why="it was told to fail"))
    monkeypatch.setattr(module, "_resolved", {})
    monkeypatch.setattr(module, "_environment", None)
    monkeypatch.setattr(module, "_warned", set())
    monkeypatch.delenv("PYGPU_DEVICE", raising=False)
    with pytest.warns(RuntimeWarning, match="it was told to fail"):
        assert current() is usable[1]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert current() is usable[1]


def test_a_home_that_nothing_can_be_written_to():
    """pyopencl has a database there, and fails without."""
    ran = python("import warnings; warnings.simplefilter('error')\n"
                 "import numpy\nfrom pygpu.runtime import Launcher, current, ingest\n"
                 "from tests.runtime.kernels import scale\n"
                 "print(Launcher(scale(), current())([ingest(numpy.ones((5, 5), numpy.float32))], [3])[0].sum())",
                 HOME=os.devnull, XDG_CACHE_HOME=None, PYGPU_CACHE=None, PYGPU_DEVICE=None)
    assert ran.returncode == 0 and "75.0" in ran.stdout, ran.stderr


FORK = """
import multiprocessing, numpy, warnings
from pygpu.runtime import Launcher, current, ingest
from tests.runtime.kernels import scale
def work(_):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        device = current()
        assert current() is device
    if device is None:
        return [str(w.message) for w in seen]
    return Launcher(scale(), device)([ingest(numpy.ones((50, 50), numpy.float32))], [3])[0].sum()
if used:
    print(work(0))
with multiprocessing.get_context("fork").Pool(1) as pool:
    print(pool.map(work, [0, 1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_process_never_hangs():
    fresh = python("used = False" + FORK, PYGPU_DEVICE=None)
    assert fresh.stdout.count("7500.0") == 2, fresh.stderr
    used = python("used = True" + FORK, PYGPU_DEVICE=None)
    assert "7500.0" in used.stdout and used.stdout.count("forked") == 1 and "spawn" in used.stdout, used.stderr


def test_a_trial_that_worked_is_remembered_and_a_torn_memory_is_not(monkeypatch):
    device = devices()[0]
    assert probing.trial(device, fresh=True).works
    monkeypatch.setattr(Device, "build_source", lambda *_: pytest.fail("tried again"))
    assert probing.trial(device).works
    key = probing.cache.key_of("trial", probing.SOURCE, probing.LOOKS, device.identity)
    probing._store.put(key, b'{"works": tru')
    monkeypatch.setattr(Device, "build_source", lambda *_: (_ for _ in ()).throw(RuntimeError("first line\nlog")))
    assert probing.trial(device) == probing.Trial(False, why="first line")


def test_kernels_for_another_processor_are_others(monkeypatch):
    """Intel's runtime compiles for the one that a setting names; once such a kernel is loaded, all others, too."""
    for device in devices():
        own = Device.identity.func(device)
        monkeypatch.setenv("CL_CONFIG_CPU_TARGET_ARCH", "core-avx2")
        assert (Device.identity.func(device) != own) == (device.kind == "cpu")
        monkeypatch.delenv("CL_CONFIG_CPU_TARGET_ARCH")


@pytest.mark.parametrize("dtype", ["float32", "int32", "uint32", "uint8"])
def test_numbers_are_looked_up_at_once_or_by_pairs(dtype, monkeypatch):
    rng = np.random.default_rng(3)
    table, places = (rng.random(999) * 255).astype(dtype), rng.integers(0, 999, (7, 53), dtype=np.int32)
    for device in devices():
        if device.kind == "cpu" and not device.checker:
            use(device)
            for gathers in (False, True):
                monkeypatch.setitem(device.__dict__, "gathers", gathers)
                looked_up = pygpu.compile(lambda a=pygpu.Array, i=pygpu.Array: a[i])
                assert (looked_up(table, places) == table[places]).all()


def test_doctor_tries_every_device():
    report = doctor()
    assert [check.device for check in report.checks] == devices()
    assert all(check.works for check in report.checks)
    text = str(report)
    assert all(device.name in text for device in devices()) and "filters run on" in text


def test_doctor_without_any_driver(tmp_path):
    run = python("from pygpu.runtime import doctor; print(doctor())", OCL_ICD_VENDORS=str(tmp_path), PYGPU_DEVICE="gpu")
    assert run.returncode == 0 and 'pip install "pygpu[cpu]"' in run.stdout and "OCL_ICD_VENDORS" in run.stdout


@pytest.mark.parametrize("system, machine, words", [
    ("Linux", "x86_64", "pygpu[cpu]"), ("Windows", "AMD64", "pygpu[cpu]"), ("Linux", "aarch64", "pocl-opencl-icd"),
    ("Darwin", "arm64", "conda-forge pyopencl pocl"), ("Darwin", "x86_64", "ocl_icd_wrapper_apple"),
    ("Windows", "ARM64", "Compatibility Pack"), ("FreeBSD", "amd64", "conda-forge")])
def test_what_to_install_on_each_platform(system, machine, words):
    """Where Intel's driver is not made, the extra `cpu` brings nothing."""
    told = to_install(system, machine)
    assert words in told and ("pygpu[cpu]" in told) == (words == "pygpu[cpu]")


def test_a_process_ends_well_while_kernels_are_at_work():
    run = python("import numpy, pygpu\n"
                 "picture = pygpu.upload(numpy.zeros((2000, 2000), 'float32'))\n"
                 "soft = pygpu.filters.median.compiled(size=5)\n"
                 "results = [soft(picture) for _ in range(6)]", PYGPU_DEVICE="cpu")
    assert run.returncode == 0, run.stderr


def test_the_environment_is_read_once_and_by_use(monkeypatch):
    module = sys.modules["pygpu.runtime.devices"]
    monkeypatch.setattr(module, "_environment", None)
    monkeypatch.setattr(module, "_chosen", None)
    monkeypatch.setenv("PYGPU_DEVICE", "none")
    assert current() is None
    monkeypatch.setenv("PYGPU_DEVICE", "no such device")
    assert current() is None
    with pytest.raises(DeviceError, match="no such device"):
        use(None)
