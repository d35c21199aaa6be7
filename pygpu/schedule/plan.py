"""The plan: how one device computes a graph. A readable object, made before any text of a kernel.

    pixels    a work-item computes one pixel, straight from the graph: whatever it is
    lanes     a work-item sweeps some rows with vectors of neighbouring pixels (CPU)
    columns   a work-item computes a few columns and rows of pixels in registers (GPU)

In the last two each stage is computed once for every place where the block needs it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..ir import Graph
from .cost import operations, statements
from .device import CPU, Device
from .stages import Stages, stages

STRIP = 4096      # columns a work-item sweeps
LONGEST = 500     # statements of a block: drivers take seconds over more
HEIGHTS = (4, 6, 8, 3, 2, 1)


@dataclass(frozen=True)
class Plan:
    """`block` is the pixels of a work-item, columns x rows; `local` the shape of a work-group; `lanes` the pixels in
    one vector. `why` says what spoke for it."""

    kind: str = "pixels"
    block: tuple[int, int] = (1, 1)
    local: tuple[int, int] = (64, 1)
    lanes: int = 1
    why: str = ""
    stages: Stages | None = field(default=None, compare=False, repr=False)

    @property
    def rows(self) -> int:
        return self.block[1]

    def __str__(self) -> str:
        shapes = {"pixels": "each work-item computes one pixel",
                  "lanes": f"each work-item sweeps {self.rows} rows, {self.lanes} pixels at a time",
                  "columns": f"each work-item computes {self.block[0]} x {self.rows} pixels"}
        return f"{shapes[self.kind]}; work-groups of {self.local[0]} x {self.local[1]}"


def plan(graph: Graph, inputs=(), outputs=(), device: Device = CPU) -> Plan:
    """The plan for a graph whose images have these formats, on this device."""
    found = stages(graph)
    against = _not_in_blocks(found, inputs, device)
    if against:
        return pixels(device, against, found)
    for rows in _heights(found, device):
        made = block(found, device, rows)
        if statements(found, *_shape(made)) <= LONGEST:
            return made
    return pixels(device, "a block would be too long to compile", found)


def pixels(device: Device = CPU, why: str = "", found: Stages | None = None) -> Plan:
    return Plan("pixels", (1, 1), (64, 1) if device.kind == "cpu" else (32, 8), 1, why, found)


def block(found: Stages, device: Device, rows: int) -> Plan:
    """A block of so many rows, whatever it costs."""
    if device.kind == "cpu":
        return Plan("lanes", (STRIP, rows), (1, 1), device.lanes, "", found)
    return Plan("columns", (4, rows), (32, 4), 1, "", found)


def candidates(graph: Graph, inputs=(), outputs=(), device: Device = CPU) -> list[Plan]:
    """Every plan that would compute the graph rightly, to be forced in tests and compared when tuning."""
    found = stages(graph)
    plans = [pixels(device, found=found)]
    if not _not_in_blocks(found, inputs, device):
        plans += [made for rows in (1, 2, 4) if statements(found, *_shape(made := block(found, device, rows))) <= LONGEST]
    return plans


def _not_in_blocks(found: Stages, inputs, device: Device) -> str:
    """Why blocks cannot be, or would not pay; nothing if they can."""
    if found.opaque:
        return "it has real branches or loops"
    kinds = {node.kind for node in found.order}
    if device.kind == "cpu" and kinds & {"gather", "table"}:
        return "where it reads depends on data"
    if any(format.memory == "image" for format in inputs):
        return "its images are textures"
    return ""


def _shape(plan: Plan) -> tuple[int, int]:
    """The columns and rows that one piece of straight code computes, a vector counting as one column."""
    return (1 if plan.kind == "lanes" else plan.block[0], plan.rows)


def _heights(found: Stages, device: Device) -> list[int]:
    """Block heights, the best first: fewest operations a pixel, with something on top for each value alive."""
    columns = 1 if device.kind == "cpu" else 4

    def score(rows: int) -> float:
        return operations(found, columns, rows) * (1.0 + 0.02 * max(0, rows - 4))

    return sorted(HEIGHTS[:2] if device.kind == "cpu" else HEIGHTS[:1], key=score) + [2, 1]
