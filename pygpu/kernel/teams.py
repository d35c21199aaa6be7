"""Teams: each member computes a part of a value, and the team puts the parts together in local memory, half of them with
the other half each time (schedule/folds.py)."""

from __future__ import annotations

from dataclasses import replace

from ..ir.scans import shown
from ..schedule.plans import Plan, Teams
from ..schedule.teams import joining
from . import formats
from .arrays import array, kept, taken
from .frame import Frame
from .pixels import PixelBody, Waiting
from .statements import Barrier, Code, If, Section, Store
from .values import Expr, Load, Number, Part, item, least, member


def body(made: Frame, plan: Plan) -> Code:
    assert isinstance(plan, Teams)
    code, graph = Code(), made.graph
    axis = graph.team.axis
    at = code.let("at", item(1 - axis), True)
    own = code.let("xy"[axis], item(axis), True)
    other = code.let("yx"[axis], least(at, (made.width, made.height)[1 - axis] - 1), True)
    x, y = (other, own) if axis else (own, other)
    mine, line = code.let("mine", member(axis), True), code.let("line", member(1 - axis), True)
    pixels = Waiting(made, code, x, y)
    pixels.block(graph.body)
    values = [value for output in shown(graph) for value in output.values]
    extents = plan.local[1 - axis], plan.members
    parts = [array(code, value, "parts", extents, "local") for value in values]
    for value, place in zip(values, parts):
        code.add(Store(Part(place, line), mine, kept(value, pixels.value(value))))
    joint, before, after = joining(graph, graph.team.how, values)
    half = plan.members
    while half > 1:
        half //= 2
        code.add(Barrier())
        with code.inside(If(mine < half, [])), code.inside(Section([])):
            both = PixelBody(replace(made, graph=joint), code, x, y)
            for given, number in ((before, mine), (after, mine + half)):
                for value, place in zip(given, parts):
                    both.values[id(value)] = code.let(value.name or "part", taken(value, Load(Part(place, line), number)))
            both.block(joint.body)
            for output, place in zip(joint.outputs, parts):
                (value,) = output.values
                code.add(Store(Part(place, line), mine, kept(value, both.value(value))))
    with code.inside(If((at < (made.width, made.height)[1 - axis]) & (mine < 1), [])), code.inside(Section([])):
        for value, place, sink in zip(values, parts, made.sinks):
            found = taken(value, Load(Part(place, line), Number(0)))
            where: list[Expr] = [x, y]
            where[axis] = Number(0)
            row = code.let((sink.start, "_row"), sink.row(where[1]))
            formats.store(code, sink.format, value.type, [found], row, where[0], sink.whole)
    return code
