"""Pixels looked up by their bytes, in tables of what each byte gives (schedule/windows/levels.py)."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from ...schedule.plans import Levels, Plan
from ...schedule.windows.levels import split
from .. import formats
from ..blocks.masks import Lanes
from ..blocks.pixels import PixelBody
from ..frame import Frame, Source
from ..scans.lines import alike
from ..statements import Array, Code, Declare, Section, Store, Update
from ..values import (
    VECTOR,
    Expr,
    Load,
    Number,
    Operation,
    Part,
    Pointer,
    Var,
    choose,
    compared,
    item,
    least,
    loaded,
    widen,
)

LEVELS = 256
AT_ONCE = 8  # looked up after all of their bytes are read: 4096 x 4096 5 ms of the processor, 10 one by one, 7 of sixteen


class Table(NamedTuple):
    """Of a result what is stored for each byte: a row for each of its values, which depends on the byte of a channel."""

    var: Var
    channels: tuple[int, ...]


def body(made: Frame, plan: Plan) -> Code:
    assert isinstance(plan, Levels)
    code, graph = Code(), made.graph
    parts = split(graph, plan.inputs)
    assert parts is not None, "a byte alone decides"
    tables = tables_of(made, plan, code)
    first, source = code.let("first_row", item(1) * plan.rows), made.sources[parts.image]
    is_small = [loaded(sink.format.dtype) for sink in made.sinks] == ["uint8"] and parts.channels == (0,)
    step = step_of(code, tables[0].var) if is_small and source.format.channels == 1 else None
    with code.loop("y", first, least(first + plan.rows, made.height)) as y:
        line = code.let((source.start, "_row"), source.row(y))
        rows = [code.let((sink.start, "_row"), sink.row(y)) for sink in made.sinks]
        inside = code.let("inside", choose(y < source.height, least(made.width, source.width), Number(0)))
        at_once = max(1, AT_ONCE // len(parts.channels))
        whole = code.let("whole", inside // at_once * at_once)
        compared: Expr = Number(0)
        if step is not None:
            compared = code.let("compared", choose(step.holds, inside // plan.lanes * plan.lanes, Number(0)))
            with code.loop("x", 0, compared, plan.lanes) as x, code.inside(Section([])):
                compare(code, line + x, step, rows[0] + x, plan.lanes)
        for begin, end, by in ((compared, whole, at_once), (whole, inside, 1)):
            with code.loop("x", begin, end, by) as x, code.inside(Section([])):
                look_up(code, line, x, by, tables, rows, source.format.channels)
        with code.loop("x", inside, made.width) as x, code.inside(Section([])):  # beyond the picture
            pixels = PixelBody(made, code, x, y)
            pixels.block(graph.body)
            for output, sink, row in zip(graph.outputs, made.sinks, rows):
                values = [pixels.value(value) for value in output.values]
                formats.store(code, sink.format, output.values[0].type, values, row, x)
    return code


class Step(NamedTuple):
    """That a table `holds` one value up to the `last` byte of some, another one beyond: what is lighter than a threshold."""

    holds: Expr
    last: Expr
    low: Expr
    high: Expr


def step_of(code: Code, table: Var) -> Step:
    count, odd = (Var(name, "int32") for name in ("count", "odd"))
    row = Part(table, 0)
    low, high = code.let("low", Load(row, Number(0))), code.let("high", Load(row, Number(LEVELS - 1)))
    code.add(Declare([(count, Number(0)), (odd, Number(0))]))
    with code.loop("i", 0, LEVELS) as i:
        code.add(Update(count, "+", choose(compared("ne", Load(row, i), low), Number(0), Number(1))))
    with code.loop("i", 0, LEVELS) as i:
        expected = choose(i < count, low, high)
        code.add(Update(odd, "+", choose(compared("ne", Load(row, i), expected), Number(1), Number(0))))
    last = Var("last", Pointer("uint8", "private", False))
    code.add(Array(last, (1,)))
    code.add(Store(last, Number(0), count - 1))
    return Step(odd < 1, code.let("last", Load(last, Number(0))), low, high)


def compare(code: Code, line: Expr, step: Step, row: Expr, lanes: int) -> None:
    """Pixels beside one another held against a threshold: 0.2 of what looking them up takes."""
    levels = code.let("levels", Load(line, Number(0), lanes))
    lighter = compared("lt", widen(step.last, lanes), levels)
    code.add(Store(row, Number(0), choose(lighter, widen(step.high, lanes), widen(step.low, lanes)), lanes))


def look_up(code: Code, line: Expr, x: Expr, count: int, tables: list[Table], rows: list[Var], channels: int) -> None:
    """So many pixels beside one another."""
    used = sorted({channel for table in tables for channel in table.channels})
    places = {(i, channel): code.let("level", Load(line, channels * (x + i) + channel))
              for i in range(count) for channel in used}
    for table, row in zip(tables, rows):
        found = [code.let("found", Load(Part(table.var, number), places[i, channel]))
                 for i in range(count) for number, channel in enumerate(table.channels)]
        if len(found) == AT_ONCE:  # stored together: 0.7 of the processor's time
            vector = Operation(VECTOR, tuple(found), found[0].type, AT_ONCE)
            code.add(Store(row + len(table.channels) * x, Number(0), vector, AT_ONCE))
            continue
        for i, value in enumerate(found):
            code.add(Store(row, len(table.channels) * x + i, value))


def tables_of(made: Frame, plan: Levels, code: Code) -> list[Table]:
    parts = split(made.graph, plan.inputs)
    assert parts is not None
    same, format = alike(made, code, parts), made.sources[parts.image].format
    levels = Var("levels", Pointer("uint8", "private", False))
    code.add(Array(levels, (LEVELS * format.channels,), 64))
    with code.loop("i", 0, LEVELS) as i:
        for channel in range(format.channels):
            code.add(Store(levels, format.channels * i + channel, i))
    channels = iter(parts.channels)
    tables = [Table(Var((sink.start, "_table"), Pointer(loaded(sink.format.dtype), "private", False)),
                    tuple([next(channels) for _ in output.values])) for output, sink in zip(made.graph.outputs, made.sinks)]
    for table in tables:
        code.add(Array(table.var, (len(table.channels), LEVELS), 64))
    wide: Expr = Number(LEVELS)
    source = Source(parts.image, format, levels, wide, Number(1), Number(LEVELS * format.channels))
    row = replace(made, graph=parts.own, sources={**made.sources, parts.image: source}, width=wide)
    with code.loop("level", 0, LEVELS, plan.lanes) as level, code.inside(Section([])):
        pixels = Lanes(row, plan.lanes, code, level, Number(0), 1, whole=True)
        pixels.values.update(same)
        pixels.block(parts.own.body)
        for output, sink, table in zip(made.graph.outputs, made.sinks, tables):
            for number, value in enumerate(output.values):
                vector = formats.encoded(sink.format, value.type, pixels.widened(value))
                code.add(Store(Part(table.var, number) + level, Number(0), vector, plan.lanes))
    return tables
