"""The apps of the benchmark compute what their references do in float64."""

import numpy as np
import pytest

import pygpu
from tests.speed import apps

LONG = {"nonlocal_means": 49, "interpolate": 10, "lens_blur": 8}  # terms, levels: compiled only where the benchmark is


@pytest.fixture
def on_numpy():
    pygpu.use("none")
    yield
    pygpu.use(None)


@pytest.mark.parametrize("name", [name for name in apps.NAMES if name not in LONG])
def test_an_app_is_its_reference(name, on_numpy):
    filter = apps.filters.compiled(name)
    assert apps.error(name, lambda images: filter(*images)) < apps.WITHIN


def test_lens_blur_of_few_levels_is_its_reference(on_numpy):
    images = apps.pictures("lens_blur", (48, 36))
    expected = apps.references.lens_blur(*images, levels=3)(0, 48, 0, 36)
    found = pygpu.compile(apps.filters.lens_blur, levels=3)(*images)
    assert np.abs(found - expected).max() < apps.WITHIN < 0.1 < np.abs(found - images[0]).max()


def test_unknown_apps_are_told(capsys):
    assert apps.main(["harriss"]) == 2
    assert "no app is called harriss" in capsys.readouterr().err


@pytest.mark.parametrize("name", [name for name in apps.halide.NAMES if name not in LONG and name != "stencil_chain"])
def test_a_schedule_for_a_gpu_can_be_compiled_without_one(name, tmp_path):
    """For CUDA, and no stage is left to the host between its kernels."""
    hl = pytest.importorskip("halide")
    made = apps.halide.Apps(hl, apps.halide.halide_gpu.Schedules)
    target = hl.Target("x86-64-linux-avx2-fma-sse41-cuda-cuda_capability_80")
    out, path = getattr(made, name)(), tmp_path / "statements"
    out.compile_to_lowered_stmt(str(path), made.images, hl.StmtOutputFormat.Text, target)
    text = path.read_bytes()
    assert b"halide_cuda_run(" in text and b"copy_to_host" not in text
