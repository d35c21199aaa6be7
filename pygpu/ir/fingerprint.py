"""A graph as a digest: equal for graphs that are the same in everything that a kernel's text can depend on, and of a program
also how it is cut into parts.

The printed graph is for readers, and leaves out what they don't need: the rest of a table, where a line is the same.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import count

from .functions import functions
from .graph import Attributes, Block, Const, Function, Graph, ImageParam, Value
from .scans import Edge, Scan


def fingerprint(graph: Graph) -> str:
    inner = functions(graph)
    named = {function: index for index, function in enumerate(inner)}
    parts = [(function.name, function.kept, _told(function.graph, named, graph)) for function in inner]
    return sha256(repr((parts, _told(graph, named, graph))).encode()).hexdigest()


def _told(graph: Graph, functions: dict[Function, int], program: Graph) -> tuple[object, ...]:
    """`program` is the graph that the functions belong to: they may read what it is given without saying so."""
    known, numbers = {scalar.value: -index for index, scalar in enumerate(program.scalars, 1)}, count()
    images = {image: -index for index, image in enumerate(program.images, 1)}
    images |= {image: index for index, image in enumerate(graph.images)}

    def defined(value: Value) -> tuple[str, str | None]:
        known[value] = next(numbers)
        return value.type.value, value.name

    def used(value: Value) -> object:
        return value.key if value.__class__ is Const else known[value]

    def told(attributes: Attributes) -> list[tuple[str, object]]:
        return [(name, images[each] if each.__class__ is ImageParam else functions[each] if each.__class__ is Function
                 else each) for name, each in attributes]

    def block(of: Block) -> tuple[object, ...]:
        args = [defined(arg) for arg in of.args]
        ops = []
        for op in of.ops:
            taken = [used(each) for each in op.operands]
            blocks = [block(inner) for inner in op.blocks]
            where = op.location and (op.location.filename, op.location.line)
            ops.append((op.kind.name, taken, told(op.attributes), blocks, [defined(result) for result in op.results], where))
        return args, ops, [used(result) for result in of.results]

    def ends(edges: tuple[Edge, ...]) -> list[object]:
        """Those that images have which the graph does not read count as well: they are told from one another."""
        return [(None if edge.image is None else images.setdefault(edge.image, len(images)), *edge[1:]) for edge in edges]

    def scanned(scan: Scan) -> tuple[object, ...]:
        slant = scan.slant and (*scan.slant[:3], [ends(each) for each in scan.slant.ends])
        return *scan[:2], scan.turned, scan.chunks, slant, ends(scan.edges)

    start = [(each.name, each.pixel, each.border, each.fill, each.data is None, each.dimensions, each.plane, each.extent)
             for each in graph.images]
    scalars = [(scalar.name, scalar.is_plane, defined(scalar.value)) for scalar in graph.scalars]
    places = [defined(value) for value in graph.coordinates]
    return (graph.name, graph.exact, graph.dimensions, graph.scan and scanned(graph.scan), graph.tally, graph.team,
            graph.lot, graph.order, graph.window, graph.forest, graph.in_place, start, scalars, places, block(graph.body),
            [(output.kind, [used(value) for value in output.values]) for output in graph.outputs])
