"""Best values by keys: what the members of a team have found they put together as one number of 64 bits each, whose greater
half is a key of the value, and whose lesser half says where it is. What else belongs to it is looked for there, once.

    function part (j)       the best of the rows of chunk j with its number, by each member; the greatest key, by the team
    function best ()        the greatest key; what is there
"""

from __future__ import annotations

from ...ir import FLOAT, INT, INT64, Builder, Function, Graph, Value, constant, every_op, known, results_at
from ...ir.folds import BEST, KEYED, PLACE, How, groups, nothing
from ...ir.keys import turned
from ...ir.ops import BITS, CALL
from ...passes.copying import Copy

LESSER = 2**32 - 1
Rectangle = tuple[Value, Value, Value, Value]


def have_keys(value: Function, how: How) -> bool:
    """Whether there are best values, all of which have keys of 32 bits, of a function that can be asked anywhere."""
    best = {value.results[which.start].type for kind, which in groups(how) if kind in BEST}
    return bool(best) and best <= {INT, FLOAT} and all(op.kind is not CALL for op in every_op(value.graph.body))


def numbered(copy: Copy, graph: Graph, value: Function, how: How, place: Rectangle) -> tuple[Function, How]:
    """What is folded, with the number of each place for whatever belongs to a best value; `graph` asks for it."""
    emit, (x, y), (left, top, columns, _) = copy.builder.emit, copy.graph.coordinates, place
    column, row = [at if first is whole else emit("sub", at, *copy.of([first]))
                   for at, first, whole in ((x, left, graph.x), (y, top, graph.y))]
    number = (row if left is graph.x else column if top is graph.y else
              emit("add", emit("mul", row, *copy.of([columns])), column))  # its 32 bits count further than an Int
    results, found, alone = results_at(emit, value, x, y), list[Value](), list[str]()
    for kind, which in groups(how):
        found += [results[which.start], number] if kind in BEST else results[which]
        alone += [f"{kind} keyed", PLACE] if kind in BEST else how[which]
    return copy.function(found, False), tuple(alone)


def packed(builder: Builder, how: How, values: list[Value]) -> tuple[How, list[Value]]:
    """What a team puts together of what its members have found, and how."""
    found, alone = list[Value](), list[str]()
    for kind, which in groups(how):
        found += [key(builder, *KEYED[kind], *values[which])] if kind in KEYED else values[which]
        alone += ["max"] if kind in KEYED else how[which]
    return tuple(alone), found


def key(builder: Builder, best: str, first: bool, value: Value, number: Value) -> Value:
    """A number that is the greater the better a value is, and of the same the sooner, or the later, it comes. Where nothing
    was found it is the least."""
    emit, bits = builder.emit, value
    if value.type.is_float:  # both zeros are one
        bits = emit(BITS[FLOAT, INT], value)
        bits = turned(emit, emit("select", emit("eq", bits, constant(INT.limits[0])), constant(0), bits))
    bits = bits if best == "max" else emit("xor", bits, constant(-1))
    rank = builder.convert(emit("xor", number, constant(-1)) if first else number, INT64)
    lesser = emit("and", rank, known(INT64, LESSER))
    made = emit("or", emit("shl", builder.convert(bits, INT64), known(INT64, 32)), lesser)
    return emit("select", emit("eq", number, constant(-1)), known(INT64, INT64.limits[0]), made)


def at_key(builder: Builder, graph: Graph, value: Function, kind: str, which: slice, key: Value,
           place: Rectangle) -> list[Value]:
    """What belongs to the best value with such a key, or to none."""
    emit, convert, (left, top, columns, _) = builder.emit, builder.convert, place
    copy = Copy(value.name, value.graph).over(value.graph)
    here = copy.function(copy.of(value.results[which]), False)
    there, number = emit("ne", key, known(INT64, INT64.limits[0])), emit("and", key, known(INT64, LESSER))
    number = emit("sub", known(INT64, LESSER), number) if BEST[kind][1] else number
    column = row = number = emit("select", there, number, known(INT64, 0))
    if left is not graph.x and top is not graph.y:
        wide = convert(emit("max", columns, constant(1)), INT64)
        row = emit("floordiv", number, wide)
        column = emit("sub", number, emit("mul", row, wide))
    column, row = [at if first is whole else emit("add", first, convert(at, INT))
                   for at, first, whole in ((column, left, graph.x), (row, top, graph.y))]
    found = results_at(emit, here, left if left is graph.x else column, top if top is graph.y else row)
    none = [nothing(kind, found[0].type), *[each.type.number(0) for each in found[1:]]]
    return [emit("select", there, each, known(each.type, other)) for each, other in zip(found, none)]
