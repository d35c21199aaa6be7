"""A filter's kernel in its plainest form, one pixel a work-item, and what memory it uses beside that of images."""

import re

from pygpu.ir import Graph
from pygpu.opencl import Format, emit
from pygpu.schedule import Plan

STORED = {"Float": "float32", "Int": "int32", "Bool": "bool"}


def kernel_of(graph: Graph) -> str:
    inputs = tuple(Format(STORED[image.pixel.scalar.value], image.pixel.channels) for image in graph.images)
    outputs = tuple(Format(STORED[output.pixel.scalar.value], len(output.values)) for output in graph.outputs)
    return emit(graph, Plan(), inputs, outputs).source


def memory_in(source: str) -> list[str]:
    """Lines with local memory, an array or a pointer; pixels and constant tables do not count."""
    types = r"\b(?:bool|char|uchar|short|ushort|int|uint|long|float|void)\d*"
    suspicious = re.compile(rf"__local|barrier|{types} \w+\[|{types} \*|\w&\w|[(,=] ?&")
    return [line for line in source.splitlines()
            if suspicious.search(line.split("//")[0]) and "__global" not in line and "__constant" not in line]
