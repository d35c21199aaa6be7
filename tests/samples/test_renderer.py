"""samples/renderer: every filter of it against plain Python, on every engine; what its kernels look like; how long it
takes to compile."""

import inspect
import random
import sys
from pathlib import Path

import numpy as np
import pytest

import pygpu
from pygpu import HostImage, Position
from pygpu.language.types import specification
from pygpu.passes import optimise
from pygpu.passes.inline import written_out
from tests.constructs.kernels import kernel_of, memory_in
from tests.effort import calls

FOLDER = Path(__file__).resolve().parents[2] / "samples" / "renderer"
MODULES = ("camera", "frame", "geometry", "lights", "materials", "passes", "scene")
SIZE = 64, 36


@pytest.fixture(scope="module")
def modules():
    """The renderer's own modules, which have everyday names: gone again after these tests."""
    sys.path.insert(0, str(FOLDER))
    yield {name: __import__(name) for name in MODULES}
    sys.path.remove(str(FOLDER))
    for name in MODULES:
        del sys.modules[name]


@pytest.fixture
def renderer(modules):
    scene = modules["scene"]
    return modules["frame"].Renderer(scene.still_life(), scene.portrait(SIZE))


def test_every_filter_is_plain_python(renderer, engine):
    """Nearly all pixels: at an edge, or where a shadow begins, 32 bits may decide otherwise than 64."""
    if engine.is_checker:
        pytest.skip("minutes under the checker")
    images = {name: np.asarray(image) for name, image in renderer.render().items()}
    assert all(np.isfinite(image).all() for image in images.values())
    for step in renderer.steps:
        height, width = images[step.makes[0]].shape[:2]
        places = [Position(random.Random(i).randrange(width), random.Random(~i).randrange(height)) for i in range(24)]
        agreed = [agrees(plain(step, images, p), [images[name][p.y, p.x] for name in step.makes]) for p in places]
        assert sum(agreed) >= 22, f"{step.name}: {agreed}"


def plain(step, images, p):
    defaults = inspect.signature(step.function).parameters.values()
    specs = {parameter.name: specification(parameter.default) for parameter in defaults}
    typed = [name for name, spec in specs.items() if isinstance(spec, pygpu.Image)]
    hosts = {name: HostImage(images[read], specs[name].border, specs[name].sample)
             for name, read in zip(typed, step.reads, strict=True)}
    result = step.function(**step.known, **hosts, p=p)
    return result if isinstance(result, tuple) else (result,)


def agrees(expected, found) -> bool:
    return all(np.allclose(tuple(one) if hasattr(one, "__len__") else one, other, rtol=2e-3, atol=2e-3)
               for one, other in zip(expected, found, strict=True))


def test_no_memory_is_left_in_the_kernels(renderer):
    """Objects, vectors, lists and loops over them became numbers in registers: the only memory is that of images."""
    pygpu.use("none")
    renderer.render()
    pygpu.use(None)
    for name, filter in renderer.filters.items():
        assert not memory_in(kernel_of(optimise(written_out(filter.graph)))), name


def test_ten_classes_compile_soon(renderer):
    """From Python to the kernel's text, for all of the renderer's classes in one filter: some 0.8 seconds."""
    def picture(scene, camera, p=Position):
        return scene.seen(camera.ray(p))

    known = renderer.steps[0].known
    known["scene"].shapes = known["scene"].shapes[:7]  # one of each class, and some more
    lines = sum(len((FOLDER / f"{name}.py").read_text().splitlines()) for name in MODULES)

    assert lines >= 300
    assert calls(lambda: kernel_of(pygpu.compile(picture, **known).graph)) < 3_500_000
