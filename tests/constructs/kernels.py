"""A filter's kernel in its plainest form, one pixel a work-item, and what memory it uses beside that of images."""

import re

from pygpu.ir import Graph
from pygpu.opencl.emit import emit
from pygpu.schedule.plans import Pixels
from pygpu.story import stored


def kernel_of(graph: Graph) -> str:
    return emit(graph, Pixels(), *stored(graph)).source


def memory_in(source: str) -> list[str]:
    """Lines with local memory, an array or a pointer; pixels and constant tables do not count."""
    types = r"\b(?:bool|char|uchar|short|ushort|int|uint|long|float|void)\d*"
    suspicious = re.compile(rf"__local|barrier|{types} \w+\[|{types} \*|\w&\w|[(,=] ?&")
    return [line for line in source.splitlines()
            if suspicious.search(line.split("//")[0]) and "__global" not in line and "__constant" not in line]
