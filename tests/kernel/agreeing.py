"""Every plan of a graph, as kernels that NumPy runs: each gives what the graph's evaluator gives, and does nothing that no
kernel may do."""

from __future__ import annotations

import numpy as np

from pygpu.ir import Graph
from pygpu.ir.evaluate import evaluate
from pygpu.kernel import Format
from pygpu.kernel.build import build
from pygpu.kernel.interpret import interpret
from pygpu.kernel.verify import verify
from pygpu.schedule import CPU, GPU, NARROW
from pygpu.schedule.plan import candidates, plan
from pygpu.schedule.stages.evaluate import evaluate as evaluate_stages
from pygpu.schedule.stages.stages import Stages
from pygpu.schedule.stages.verify import verify as verify_stages

DEVICES = CPU, NARROW, GPU


def stored(image: np.ndarray) -> np.ndarray:
    return image if image.ndim == 3 else image[:, :, None]


def as_pixels(image: np.ndarray, scalar) -> np.ndarray:
    if image.dtype in (np.uint8, np.uint16) and scalar.is_float:
        return (image / np.iinfo(image.dtype).max).astype(scalar.numpy)
    return image.astype(scalar.numpy)


def plans_of(graph: Graph, inputs, outputs, devices=DEVICES):
    """(device, plan) of all there are, each shape once."""
    known = set[str]()
    for device in devices:
        every = [plan(graph, inputs, outputs, device), *candidates(graph, inputs, outputs, device)]
        for made in {str(each): each for each in every if str(each) not in known}.values():
            known.add(str(made))
            yield device, made


def agree(graph: Graph, images, scalars, size, dtypes=None, devices=DEVICES, tolerance=2e-5) -> int:
    """Runs every plan on pictures of one size; how many there were."""
    images = [stored(image) for image in images]
    inputs = tuple(Format(image.dtype.name, image.shape[2]) for image in images)
    dtypes = dtypes or {}
    outputs = tuple(Format(dtypes.get(i) or o.pixel.scalar.stored, len(o.values)) for i, o in enumerate(graph.outputs))
    pixels = [as_pixels(i, p.pixel.scalar) for i, p in zip(images, graph.images)]
    expected = evaluate(graph, pixels, scalars, size)
    count, forms = 0, {}
    for device, made in plans_of(graph, inputs, outputs, devices):
        what = f"{device.kind}: {made.shape} of {size}"
        try:
            hold_stages(made, *seen_by(made, pixels, size, expected), scalars, forms, tolerance)
            kernels = build(graph, made, inputs, outputs, device)
            for launch in kernels.launches:
                verify(launch.kernel)
            results = interpret(kernels, images, scalars, outputs, size)
        except Exception as error:
            error.add_note(what)
            raise
        for result, wanted in zip(results, expected):
            np.testing.assert_allclose(*comparable(result, wanted), rtol=tolerance, atol=tolerance, err_msg=what)
        count += 1
    return count


def seen_by(made, pixels, size, expected):
    """Pictures, their size and results as a plan's stages have them: all channels in one row, if that is so."""
    if made.wide is None:
        return pixels, size, expected
    pictures = [in_one_row(each) if image.pixel.channels == 1 else each
                for image, each in zip(made.wide.graph.images, pixels)]
    return pictures, (made.wide.channels * size[0], size[1]), [*map(in_one_row, expected)]


def in_one_row(image: np.ndarray) -> np.ndarray:
    return image.reshape(image.shape[0], -1, 1)


def hold_stages(made, pixels, size, expected, scalars, known: dict[int, Stages], tolerance: float) -> None:
    """That a plan's stages are valid, and what the graph is, whatever way was chosen for each of their sums."""
    for found in (made.stages, *[own.stages for _, own in made.passes]):
        if found is not None and id(found) not in known:
            known[id(found)] = verify_stages(found)
            if found is made.stages:
                for result, wanted in zip(evaluate_stages(found, pixels, scalars, size), expected):
                    np.testing.assert_allclose(result, wanted, rtol=tolerance, atol=tolerance, err_msg=str(found))


def comparable(result: np.ndarray, expected: np.ndarray):
    if result.dtype in (np.uint8, np.uint16) and expected.dtype == np.float32:
        top = np.iinfo(result.dtype).max
        off = np.abs(result - np.rint(np.clip(np.nan_to_num(expected.astype(np.float64)), 0, 1) * top))
        return np.maximum(off - 1, 0), np.zeros_like(off)
    return result.astype(np.float64), expected.astype(np.float64)
