"""A plan in words: the stages that were found, where each lives, and what a pixel costs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .cost import operations, places
from .nodes import Node
from .stages import Stages


@dataclass(frozen=True)
class Stage:
    """One node as a reader wants to know it."""

    name: str
    what: str
    places: int                           # offsets around the pixel at which it is needed
    extent: tuple[int, int, int, int]     # how far left, up, right and down these lie
    kept: str
    evaluations: float                    # of it, for each pixel of the result

    def __str__(self) -> str:
        left, top, right, bottom = self.extent
        where = f"at {self.places} place{'s' * (self.places > 1)}"
        if any(self.extent):
            where += f" (left {left}, up {top}, right {right}, down {bottom})"
        return f"stage {self.name}: {self.what}, needed {where}; {self.kept}, computed {self.evaluations:.2g} times a pixel"


def stages_of(found: Stages, columns: int, rows: int, kept: str = "in registers") -> list[Stage]:
    """Every stage, with what a block of columns x rows costs it."""
    names: dict[Node, str] = {}
    for number, node in enumerate(found.shared, 1):
        names[node] = f"{number} {node.name}" if node.name else f"{number}"
    return [Stage(name, what(node, names), len(found.needs[node]), found.extent(node), kept,
                  places(found, node, columns, rows) / (columns * rows)) for node, name in names.items()]


def what(node: Node, names: dict[Node, str]) -> str:
    """What computes a node, in a few words."""
    inner = dict.fromkeys(names.get(use.node) or (use.node.attributes[0].name if use.node.kind == "read" else use.node.kind)
                          for use in node.uses if use.node.kind != "const")
    kind = f"sum of {len(node.uses)}" if node.kind == "sum" else node.kind
    return f"{kind} over {', '.join(inner)}" if inner else kind


def described(plan) -> str:
    """All lines of a plan."""
    lines = [plan.shape]
    if plan.tuned:
        lines.append(f"  {plan.tuned}")
    if plan.why:
        lines.append(f"  no block of pixels: {plan.why}")
    if plan.passes:
        for part, own in plan.passes:
            what = ", ".join(node.name or "a stage" for node in part.stages) or "the result"
            lines.append(f"  a pass for {what}: {own.shape}; {operations(own.stages, *own.piece):.3g} operations a pixel")
        return "\n".join(lines)
    if plan.stages is None:
        return "\n".join(lines)
    columns, rows = plan.piece
    found = stages_of(plan.stages, columns, rows)
    lines.append(f"  stages found: {len(found) or 'none that is needed at more than one place'}")
    lines += [f"    {stage}" for stage in found]
    lines.append(f"  operations: {operations(plan.stages, columns, rows):.3g} a pixel, counted in additions")
    if plan.inputs or plan.outputs:
        read, written = (sum(np.dtype(f.dtype).itemsize * f.channels for f in formats)
                         for formats in (plan.inputs, plan.outputs))
        lines.append(f"  memory: {read} bytes read and {written} written a pixel, each pixel read once")
    return "\n".join(lines)
