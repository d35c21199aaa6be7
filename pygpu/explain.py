"""filter.explain(): what the compiler found, in words."""

from __future__ import annotations

from .schedule import footprint


def explain(filter, traced, engine) -> str:
    graph = traced.graph
    lines = [f"{filter.__name__}"]
    known = [f"{p.name}" for p in filter.parameters if p.role == "known"]
    typed = [f"{p.name}" for p in filter.parameters if p.role == "typed"]
    position = [p.name for p in filter.parameters if p.role == "position"]
    lines.append(f"  known while compiling: {', '.join(known) or 'nothing'}")
    lines.append(f"  symbols: {', '.join([*typed, *position]) or 'none'}")
    for image in graph.images:
        across, down = image.border
        border = across if across == down else f"{across} across, {down} down"
        lines.append(f"  image {image.name}: pixels are {image.pixel}, border {border}")
    reach = footprint(graph)
    lines.append("  reads around a pixel: " + ", ".join(
        f"{side} {'depends on data' if far is None else far}" for side, far in zip(("left", "top", "right", "bottom"), reach)))
    lines.append(f"  operations: {operations(graph.body)} in the graph")
    lines.append(f"  {engine.plan}")
    return "\n".join(lines)


def operations(block) -> int:
    return sum(1 + sum(operations(inner) for inner in op.blocks) for op in block.ops)
