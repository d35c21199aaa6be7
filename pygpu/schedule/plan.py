"""The plan: how one device computes a graph. A readable object, made before any text of a kernel."""

from __future__ import annotations

from dataclasses import dataclass

from ..ir import Graph
from .device import CPU, Device


@dataclass(frozen=True)
class Plan:
    """`kind` is "pixels" (a work-item computes one pixel) or "block" (it computes `block` = columns x rows in
    registers). `local` is the shape of a work-group."""

    kind: str = "pixels"
    block: tuple[int, int] = (1, 1)
    local: tuple[int, int] = (64, 1)

    def __str__(self) -> str:
        shape = "one pixel" if self.kind == "pixels" else f"{self.block[0]}x{self.block[1]} pixels in registers"
        return f"plan: each work-item computes {shape}; work-groups of {self.local[0]}x{self.local[1]}"


def plan(graph: Graph, inputs=(), outputs=(), device: Device = CPU) -> Plan:
    """The plan for a graph whose images have these formats, on this device."""
    return Plan(local=(64, 1) if device.kind == "cpu" else (32, 8))
