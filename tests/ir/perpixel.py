"""A second opinion on the evaluator: one pixel at a time, one operation at a time, branches and loops as Python's."""

from __future__ import annotations

import numpy as np

from pygpu.ir import DTYPES, Block, Const, Graph, Op


def evaluate_pixel(graph: Graph, images, scalars, x: int, y: int) -> list[list]:
    """The values of one pixel of each output."""
    values = {graph.x: np.int32(x), graph.y: np.int32(y)}
    values |= {param.value: DTYPES[param.value.type](s) for param, s in zip(graph.scalars, scalars)}
    pictures = {id(param): (param, image) for param, image in zip(graph.images, images)}

    def get(value):
        return DTYPES[value.type](value.value or 0) if isinstance(value, Const) else values[value]

    def run(block: Block) -> list:
        for op in block.ops:
            results = compute(op)
            values.update(zip(op.results, results))
        return [get(result) for result in block.results]

    def compute(op: Op) -> list:
        operands, attributes, name = [get(o) for o in op.operands], dict(op.attributes), op.kind.name
        if name == "if":
            return run(op.blocks[0] if operands[0] else op.blocks[1])
        if name == "loop":
            body, again, carried = op.blocks[0], True, operands
            while again:
                values.update(zip(body.args, carried))
                again, *results = run(body)
                carried = results[: len(body.args)]
            return results
        if name in ("width", "height"):
            return [np.int32(pictures[id(attributes["image"])][1].shape[name == "width"])]
        if name == "table":
            table = attributes["values"]
            return [DTYPES[attributes["type"]](table[min(max(int(operands[0]), 0), len(table) - 1)])]
        if name == "read":
            param, image = pictures[id(attributes["image"])]
            row, column = (place(int(i), n, b) for i, n, b in zip(operands[::-1], image.shape, param.border[::-1]))
            if row is None or column is None:
                return [image.dtype.type(param.fill[min(attributes["channel"], len(param.fill) - 1)])]
            return [image[row, column, attributes["channel"]]]
        return [DTYPES[op.result.type](op.kind.evaluate(*operands))]

    with np.errstate(all="ignore"):
        run(graph.body)
        return [[get(value) for value in output.values] for output in graph.outputs]


def place(i: int, n: int, border: str) -> int | None:
    """Walks from the edge, a pixel at a time, as the border says."""
    if border == "constant":
        return i if 0 <= i < n else None
    if border == "clamp":
        return min(max(i, 0), n - 1)
    if border == "wrap":
        return i % n
    edge = 0 if border == "mirror" else 1  # whether the pixel of the edge comes twice
    while n > 1 and not 0 <= i < n:
        i = -i - edge if i < 0 else 2 * (n - 1) - i + edge
    return i if n > 1 else 0


def evaluate_pixels(graph: Graph, images, scalars, size) -> list[np.ndarray]:
    """What pygpu.ir.evaluate gives."""
    width, height = size
    pixels = [[evaluate_pixel(graph, images, scalars, x, y) for x in range(width)] for y in range(height)]
    return [
        np.array([[pixel[i] for pixel in row] for row in pixels], DTYPES[output.pixel.scalar])
        for i, output in enumerate(graph.outputs)
    ]
