"""Scans: lines side by side, each in order along its axis (schedule/scans/scans.py).

On a CPU lines are the lanes of vectors: columns lie beside one another as they are; of rows a square tile is turned, so
that the pixels of one column are a vector. On a GPU a group of work-items reads a tile of pixels together, one work-item
goes over each line of it, and the group writes it.

What was before is in variables, or in an array. At the edge that is nothing yet; there nobody asks for it. Of a scan in
chunks each chunk is a line, and begins with what the graph says was before it.
"""

from __future__ import annotations

from dataclasses import replace

from ...ir.scans import shown
from ...schedule.plans import Plan, Scans
from ...schedule.scans.scans import split
from ..blocks import masks
from ..blocks.masks import Lanes
from ..blocks.placing import streamed
from ..frame import Frame
from ..statements import Code, Section
from ..values import item, least
from .abreast import rows
from .groups import Down, Group, Pieces
from .lines import Carried, alike, along, without_choices
from .rows import Along, Held, is_held

ROWS = 16  # of a column that are gone over before the next columns: what is carried stays in registers, and several rows of
#            memory are on their way (sums down 4000 x 4000, processor time: 1.4 copies, 2.3 row by row, 1.8 by four)


def body(made: Frame, plan: Plan) -> Code:
    assert isinstance(plan, Scans)
    code = Code()
    if plan.lanes == 1:
        kind_of(made, plan)(made, plan, code).write()
    elif made.graph.scan.axis == 0:
        rows(made, plan, code)
    else:
        _columns(made, plan, code)
    return code


def kind_of(made: Frame, plan: Scans) -> type[Group]:
    if plan.pieces == 1:
        return Group
    if made.graph.scan.axis:
        return Down
    return Pieces if plan.lines > 1 else Held if is_held(made.graph, plan) else Along


# --- columns beside one another, as vectors --------------------------------------------------------------------------

def _columns(made: Frame, plan: Plan, code: Code) -> None:
    graph, lanes, wide = made.graph, plan.lanes, plan.block[0]
    parts = split(graph)
    is_left, choices = without_choices(parts.is_left, graph)
    same, left_over = alike(made, code, parts), replace(made, graph=is_left)
    left = code.let("left", item(0) * wide, True)
    end = code.let("end", least(left + wide, made.width), True)
    stream = streamed(made, code)
    states = Carried(code, graph, lanes, wide)
    with along(code, "first", made.height, graph.scan.step, ROWS) as first, code.loop("x", left, end, lanes) as x:
        carry = states.before(x - left)
        with along(code, "i", least(ROWS, made.height - first), graph.scan.step) as i, code.inside(Section([])):
            pixels = Lanes(left_over, lanes, code, x, code.let("y", first + i, True), 1, list(choices))
            pixels.values.update(same)
            pixels.before = carry.known
            pixels.values.update({id(value): carry.known[slot] for value, slot in choices.items()})
            pixels.block(is_left.body)
            for output, sink in zip(shown(graph), made.sinks):
                masks.store_output(pixels, sink, output, stream)
            carry.shift(pixels.widened)
        states.keep(carry, x - left)
