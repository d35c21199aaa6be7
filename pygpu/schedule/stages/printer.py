"""Stages as text, one node a line: what it is, of what it is made, and at how many places it is needed.

    stages of harris
        gx: sum of -1.0 im (0, 0), 1.0 im (2, 0), -2.0 im (0, 1), and 3 more      9 places
        n7: mul gx (0, 0), gx (0, 0)                                              9 places
        soft: sum, a loop, of 0.04 im (0, 0), 0.04 im (0, 1), and 23 more
        return n12 (-1, -1)

Nodes carry the names of the user's variables, or a number; pixels and numbers stand where they are used.
"""

from __future__ import annotations

from ...ir import number
from ...ir.ops import ADD
from .kinds import CONST, MOVED, READ, SCALAR, SIZE, WEIGHT, computed
from .stages import Stages
from .web import Node, Reduce, Use, Way

MOST = 9        # terms of a sum
PLACES_AT = 80   # the column in which it is said


def printed(found: Stages) -> str:
    """All nodes, and what comes out."""
    namer = _Namer()
    lines = [f"stages of {found.graph.name}"]
    for node in found.order:
        if computed(node):
            count = len(found.needs[node])
            line = f"    {namer.name(node)}: {namer.made(node)}"
            lines.append(f"{line:<{PLACES_AT}}  {count} places" if count > 1 else line)
    return "\n".join(lines + [f"    return {', '.join(map(namer.use, output))}" for output in found.outputs])


Stages.__str__ = printed  # type: ignore[method-assign, assignment]  # stages.py stands below this file


class _Namer:
    def __init__(self) -> None:
        self.names: dict[Node, str] = {}
        self.taken: set[str] = set()

    def name(self, node: Node) -> str:
        if node not in self.names:
            wish = node.name or f"n{node.id}"
            self.names[node] = wish if wish not in self.taken else f"{wish}_{node.id}"
            self.taken.add(self.names[node])
        return self.names[node]

    def made(self, node: Node) -> str:
        if not isinstance(node.attributes, Reduce):
            return f"{node.word} {', '.join(map(self.use, node.uses))}".rstrip()
        op, weights, start, way, turns = node.attributes
        weighs = set(weights) != {1.0}
        terms = [f"{number(weight)} " * weighs + self.use(use) for weight, use in zip(weights, node.uses)]
        shown = ", ".join(terms[:MOST]) + (f", and {len(terms) - MOST} more" if len(terms) > MOST else "")
        how = "" if way is Way.WRITTEN else f", {way.value}," if turns is None else f", a loop of {turns.count} turns,"
        begun = f", {'and' if op is ADD else 'beginning with'} {number(start)}" if start else ""
        return f"{node.word}{how} of {shown}{begun}"

    def use(self, use: Use) -> str:
        at = f" ({', '.join('' if place is None else str(place) for place in use[1:])})" if any(use.node.moves) else ""
        return self.end(use.node) + at

    def end(self, node: Node) -> str:
        """What an expression ends in, or the name of what is computed."""
        if node.kind is CONST:
            return number(node.attributes[0])
        if node.kind is SCALAR:
            return str(node.attributes[0].name)
        if node.kind is SIZE:
            image, which = node.attributes
            return f"{which} of {image.name}"
        if node.kind in (READ, MOVED):
            image, channel = node.attributes[:2]
            tag = f".{'rgba'[channel]}" if image.pixel.channels > 1 else ""
            return f"{image.name}{tag}" + ("" if node.kind is READ else f" moved by {node.attributes[3]}")
        if node.kind is WEIGHT:
            return f"weight {node.attributes[1]}"
        return self.name(node) if computed(node) else node.word
