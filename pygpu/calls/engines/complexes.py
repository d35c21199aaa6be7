"""Arrays of complex numbers for who gets them: of two parts that kernels have computed, another one makes what NumPy has,
real and imaginary parts side by side. (By NumPy that took a third of a Fourier transform's time.)"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...ir import Builder, Graph, ImageParam, Output, PixelType, Value
from ...ir.fields import read_as
from ...library.whole.parts import value_of_parts
from ...opencl import Format
from ...runtime import DeviceComplex, DeviceImage
from .engine import engine_for
from .fields import as_numpy
from .straight import as_complex, note

LEAST = 1 << 14  # numbers, of which fewer NumPy puts together


class Pairs(NamedTuple):
    """What the kernel is told as."""

    graph: Graph
    told: str = "complex numbers of their parts"


def put_together(program, scope, parts: list, pair: list[Value], to_host: bool) -> np.ndarray | DeviceComplex:
    """What the caller gets for two parts of one type, where they are: on the device they stay two."""
    kind = pair[0].type
    if not to_host and 1 <= len(kind.shape) <= 3 and all(isinstance(part, DeviceImage) for part in parts):
        return DeviceComplex(*parts)
    count = int(np.prod(kind.shape, dtype=int))
    if count < LEAST or not all(isinstance(part, DeviceImage) and part.is_on(program.device) for part in parts):
        return value_of_parts(*[as_numpy(part, kind) for part in parts])
    key = "complex", kind.dtype
    if key not in program.kernels:
        formats, made = [part.format for part in parts], Pairs(graph_of_parts(kind))
        engine = engine_for(program.story.of_graph(made.graph), formats, [Format(parts[0].format.dtype, 2)], program.device,
                            (None,), (None,))
        program.kernels[key] = engine, made, formats
    lines = [part.shaped((count // kind.shape[-1], kind.shape[-1])) for part in parts]
    engine = program.kernels[key][0]
    results = engine.launcher(lines, (), lines[0].extent)
    note(scope, engine, [tuple(pair)], lines, [], (), lines[0].extent, results)
    return as_complex(results[0], kind)


def graph_of_parts(kind) -> Graph:
    scalar = read_as(kind.element)
    graph = Graph("complex", [ImageParam(name, PixelType(scalar, 1)) for name in ("real", "imag")])
    build = Builder(graph.body)
    both = [build.emit("read", graph.x, graph.y, image=image, channel=0) for image in graph.images]
    graph.outputs = [Output(tuple(both), scalar.value)]
    return graph
