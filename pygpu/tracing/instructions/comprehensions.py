"""Lists and sets of which a picture says how many items they have: the loop that makes the items is kept, and walked where
somebody asks for them (library/many/series.py has what can be asked).

    row = [im(x, p.y) for x in range(im.width)]           Listed: an item is one pass of the loop
    light = [v for v in im if v > 0.5]                    Chosen: gone through from the beginning each time
    for v in im: light.append(v)                          the same, where the loop does nothing else

So it is a loop of the graph where its items are used. It must not change anything, and what it looks at must be then as it
was when the list was made: both are looked after.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import inf

from ...bytecode.liveness import put_back
from ...errors import CompileError
from ...ir import INT, Block, Value
from ...library.many import dictionaries, lines, series
from ..kinds.containers import note_out_of_room
from ..kinds.instances import find_special
from ..kinds.ragged import SHORT, maybe
from ..kinds.scalars import as_value
from ..paths.frames import Frame, HostRaised
from ..paths.generators import WALKED
from ..paths.heap import Frozen
from ..values.assumptions import decide
from ..values.lattice import Builtin, Known, Maybe, Ref, Tuple, form, next_number, parts, values_of
from ..values.numbers import data_decide, same_number
from ..values.possible import bounds_of
from .endless import endless
from .iteration import ADVANCE, FIRST, ITEMS, advance, iterator
from .lengths import is_endless, steps_left, symbolic_range

INSTEAD = {"set": lines.Set, "dict": dictionaries.of_pairs}
CHANGED = {"kind": "item-changed"}
HERE = ""  # in place of a variable's name: the list lies on the stack


@dataclass(eq=False)
class Start:
    """Where such a loop stands, the names of what the frame holds there, and what that held then."""

    frame: Frame
    head: int
    cells: tuple[str, ...]
    locals: tuple[str, ...]
    fills: tuple[str, ...]  # the lists, the one that this is about first
    own: frozenset[str]     # cells that each walk has anew
    then: dict


# --- which loops -----------------------------------------------------------------------------------------------------

@lru_cache(maxsize=4096)
def appends(code, head: int, live: frozenset[str]) -> frozenset[str]:
    """What a loop that is left at its end alone, and sets nothing that is asked for behind it or in a later pass, may fill:
    the names of variables, or HERE."""
    body = sorted(code.loops[head].body) if head in code.loops else ()
    found, looked_at = set(), set()
    for at in body:
        one, other = code.instructions[at:at + 2] if at + 1 < len(code.instructions) else (code.instructions[at],) * 2
        if one.op in ("LIST_APPEND", "SET_ADD", "MAP_ADD"):
            if one.arg > 1 and code.flow.around(at)[1 - one.arg:][:1] == (head,):  # not that of another one within
                found.add(HERE)
        elif one.op in ("LOAD_FAST", "LOAD_DEREF") and other.op == "LOAD_ATTR" and other.arg == "append":
            found.add(one.arg)
        elif one.op in ("LOAD_FAST", "LOAD_DEREF", "LOAD_CLOSURE"):
            looked_at.add(one.arg)
    if not found or code.loops[head].exits != {code.instructions[head].arg}:
        return frozenset()
    own = [(code.instructions[at].arg, range(at, back + 1)) for at, back in put_back(code).items() if at in body]
    stored = {code.instructions[at].arg for at in body if code.instructions[at].op == "STORE_FAST" and not any(
        name == code.instructions[at].arg and at in steps for name, steps in own)}
    in_cells = {code.instructions[at].arg for at in body if code.instructions[at].op == "STORE_DEREF"}
    if stored & live or in_cells and (HERE not in found or in_cells & {*code.code.co_freevars}):
        return frozenset()
    return frozenset({HERE} if HERE in found else found - stored - looked_at)


def lists_filled(tracer, frame, instruction) -> tuple[str, ...]:
    """The empty lists that the loop before which a frame stands fills."""
    names = appends(frame.code, instruction.index, frame.live[instruction.index] | frame.live[instruction.arg])
    return tuple([name for name in sorted(names) if is_empty(tracer, frame, found_in(tracer, frame, name))])


def found_in(tracer, frame, name: str):
    if name == HERE:
        return frame.stack[-2] if len(frame.stack) > 1 else None
    if name in frame.cells:
        return next(iter(tracer.heap[frame.cells[name]]), None)
    return frame.locals.get(name)


def is_empty(tracer, frame, value) -> bool:
    return (type(value) is Ref and value.kind in ("list", "set", "dict") and value.cls is None and value not in frame.takes
            and not tracer.heap[value])


def has_other_names(tracer, frame, name: str) -> bool:
    """Whether something else than this variable leads to a list, or to the cell that it is in."""
    made, own = found_in(tracer, frame, name), frame.cells.get(name)
    locals = [value for other, value in frame.locals.items() if other != name]
    others = [value for each in tracer.frames if each is not frame for value in (*each.locals.values(), *each.stack)]
    held = [value for ref, contents in tracer.heap.items() if ref is not own for value in values_of(contents)]
    waiting = [*locals, *frame.stack, *others, *held]
    while waiting:
        value = waiting.pop()
        if value is made or value is own and own is not None:
            return True
        waiting += parts(value)
    return False


# --- instead of the list ---------------------------------------------------------------------------------------------

def put_off(tracer, frame, instruction, filled: tuple[str, ...], by=None) -> int | None:
    """What makes the items, in place of each list, and where to go on; None where the loop does something else, or cannot
    be walked."""
    made = {}
    if any(name != HERE and has_other_names(tracer, frame, name) for name in filled):
        return None
    for name in filled:
        others = [other for other in filled if other != name]
        found = (by or instead)(tracer, before_loop(tracer, frame, instruction.index, (name, *others)))
        if found is None:
            return None
        made[name] = found
    for name, found in made.items():
        if name == HERE:
            frame.stack[-2] = found
        elif name in frame.cells:
            tracer.heap[frame.cells[name]] = (found,)
        else:
            frame.locals[name] = found
    tracer.heap[frame.stack.pop()] = (ITEMS, Tuple(()), FIRST)
    return instruction.arg


def instead(tracer, walk: Ref):
    """What stands for a list that a loop makes."""
    source = tracer.heap[walk][-1]
    if is_kept(tracer, source):
        return None
    kind = tracer.heap[walk][-2].kind if tracer.heap[walk][1].value.fills[0] == HERE else "list"
    is_counted = kind != "set" and symbolic_range(tracer, source)
    number = Value(INT)
    if is_counted and tried(tracer, lambda: turn(tracer, walk, number) is not None):
        fields = {"item": Builtin(turn, walk, "item"), "many": count_of(tracer, source)}
        made = tracer.new("instance", fields, series.Listed)
        if kind == "list":
            return made
        counts = tried(tracer, lambda: is_counter(turn(tracer, walk, number), number))
        return tracer.call(Known(dictionaries.of_places if counts else dictionaries.of_pairs), [made], {})
    if not tried(tracer, lambda: go_through(tracer, walk, lambda value: None) is None):
        return None
    made = tracer.new("instance", {"walk": walk}, series.Chosen)
    return made if kind == "list" else tracer.call(Known(INSTEAD[kind]), [made], {})


def is_counter(pair, number: Value) -> bool:
    """Whether a dict's key is the number of the turn."""
    return pair.parts()[0] is number


def before_loop(tracer, frame, head: int, fills: tuple[str, ...]) -> Ref:
    """What stands before the loop, as an iterator that nobody takes from: frames are made from it."""
    body = [frame.code.instructions[at] for at in frame.code.loops[head].body]
    own = {each.arg for each in body if each.op == "STORE_DEREF"}.union([name for name in fills if name in frame.cells])
    asked = own.union([each.arg for each in body if each.op.startswith(("LOAD_FAST", "LOAD_DEREF", "LOAD_CLOSURE"))])
    cells = {name: cell for name, cell in frame.cells.items() if name in asked}
    locals = {name: value for name, value in frame.locals.items() if name in asked and name in frame.live[head]}
    stack = *frame.stack[:-1], fresh(tracer, frame.stack[-1])
    reached = [cell for name, cell in cells.items() if name not in own]
    then = tracer.heap.reached_from([*reached, *locals.values(), stack[-1]])
    start = Start(frame, head, tuple(cells), tuple(locals), fills, frozenset(own), then)
    return tracer.new("iterator", (Known(WALKED), Known(start), *cells.values(), *locals.values(), *stack))


def same(one, other) -> bool:
    """Whether an object holds what it held."""
    if one is other or one is None:
        return one is other
    return len(one) == len(other) and type(one) is type(other) and all(map(alike, values_of(one), values_of(other)))


def alike(a, b) -> bool:
    """Whether two values are the same, or structures (a function that paths have rebuilt) of the same."""
    if a is b or type(a) is not type(b):
        return a is b
    if type(a) is Known:
        return a.value is b.value
    if isinstance(a, Value):  # a size, which each path asks for
        return same_number(a, b)
    return bool(parts(a)) and len(parts(a)) == len(parts(b)) and form(a) == form(b) and all(map(alike, parts(a), parts(b)))


def tried(tracer, attempt) -> bool:
    """Whether an attempt succeeds, and changes nothing; all that it has done is undone."""
    number, changes, mark = next_number(), tracer.host_changes, len(tracer.log)
    frame, budget = tracer.frames[-1], tracer.budget
    waiting = len(frame.pending)
    try:
        with tracer.builder.inside(Block()):
            succeeds = attempt()
        written = [ref for _, ref, _ in tracer.log[mark:] if ref is not None and ref is not tracer.raised.note]
        return succeeds and all(ref.number > number for ref in written) and tracer.host_changes == changes
    except (CompileError, HostRaised, Frozen):
        return False
    finally:
        tracer.budget = budget
        del frame.pending[waiting:]
        tracer.undo(mark)


# --- walked ----------------------------------------------------------------------------------------------------------

def standing(tracer, walk: Ref) -> tuple[Frame, int, list[Ref]]:
    """A frame before the loop, where that is, and the new lists that it fills."""
    _, known, *values = tracer.heap[walk]
    start = known.value
    for ref, contents in start.then.items():
        if ref.kind != "iterator" and not same(tracer.heap.get(ref), contents):
            raise tracer.refuse("changed-since")
    first, last = len(start.cells), len(start.cells) + len(start.locals)
    cells = {name: tracer.new("cell", tracer.heap[cell]) if name in start.own else cell
             for name, cell in zip(start.cells, values)}
    before = start.frame
    frame = Frame(before.code, before.globals, cells, dict(zip(start.locals, values[first:])), before.name)
    frame.stack = [*values[last:-1], fresh(tracer, values[-1])]
    made = []
    for name in start.fills:
        made.append(tracer.new("set" if name == HERE and frame.stack[-2].kind == "set" else "list", ()))  # a dict's pairs
        if name == HERE:
            frame.stack[-2] = made[-1]
        elif name in cells:
            tracer.heap[cells[name]] = (made[-1],)
        else:
            frame.locals[name] = made[-1]
    return frame, start.head, made


def fresh(tracer, ref: Ref, known: dict | None = None) -> Ref:
    """An iterator that stands where this one does."""
    known = {} if known is None else known
    if ref not in known:
        known[ref] = tracer.new("iterator", ())
        contents = [fresh(tracer, each, known) if type(each) is Ref and each.kind == "iterator" else each
                    for each in tracer.heap[ref]]
        tracer.heap[known[ref]] = tuple(contents)
    return known[ref]


def go_through(tracer, walk: Ref, take) -> None:
    """take(item) for each."""
    frame, head, (made, *others) = standing(tracer, walk)
    def take_kept(item):
        keep(tracer, item, made.number)
        take(item)

    frame.takes = {made: take_kept, **dict.fromkeys(others, lambda value: None)}
    frame.take, end = take, frame.code.instructions[head].arg
    with tracer.activation(frame):
        arrivals = tracer.run(frame, head, frozenset({end}))
    tracer.go_on_with(tracer.returned(arrivals)[end].path.heap)


def most_made(tracer, walk: Ref) -> int | None:
    """How many items such a loop makes at most: what each of its passes may append, for as many as there are."""
    start, source = tracer.heap[walk][1].value, tracer.heap[walk][-1]
    code = start.frame.code
    body = [code.instructions[at] for at in code.loops[start.head].body]
    if any(head != start.head and head in code.loops[start.head].body for head in code.loops):
        return None
    appended = sum(each.op == "LIST_APPEND" or each.op == "LOAD_ATTR" and each.arg == "append" for each in body)
    many = steps_left(tracer, source)
    if many is None and symbolic_range(tracer, source):
        many = bounds_of(as_value(tracer, count_of(tracer, source), INT))[1]
    return None if many is None or many == inf else int(many * appended)


def turn(tracer, walk: Ref, i):
    """The item that pass i of the loop makes; None where it does not make one for all pixels."""
    frame, head, (made, *_) = standing(tracer, walk)
    with tracer.activation(frame):
        moved(tracer, frame.stack[-1], i)
        _, take = advance(tracer, frame.stack[-1])
        frame.stack.append(take())
        arrivals = tracer.run(frame, head + 1, frozenset({head}))
    arrivals = tracer.returned(arrivals)
    if arrivals.keys() != {head}:
        return None
    tracer.go_on_with(arrivals[head].path.heap)
    items = tracer.heap[made]
    if len(items) != 1 or type(items[0]) is Maybe:
        return None
    keep(tracer, items[0], made.number)
    return items[0]


def keep(tracer, item, number: int) -> None:
    """An item that can be changed is made anew each time, so that nobody would see the change: it is refused."""
    for ref in tracer.heap.reached_from([item]):
        if ref.number > number and ref.kind not in ("cell", "iterator"):
            ref.frozen = CHANGED


def step_by_step(tracer, ref, *state):
    raise endless(tracer)


ADVANCE[WALKED] = step_by_step


# --- iterators that count --------------------------------------------------------------------------------------------

def moved(tracer, ref: Ref, i) -> None:
    """An iterator that counts goes i steps on."""
    how, *state = tracer.heap[ref]
    if how.value == "range":
        current, stop, step = state
        tracer.heap[ref] = how, tracer.binary("+", current, tracer.binary("*", i, step)), stop, step
        return
    for each in state:
        if type(each) is Ref and each.kind == "iterator":
            moved(tracer, each, i)
    if how.value == "enumerate":
        tracer.heap[ref] = how, state[0], tracer.binary("+", state[1], i)


def listed(tracer, value):
    """What can be counted and gone through as a list; anything else as it is."""
    value = decide(tracer, value)
    of_users = type(value) is Ref and value.kind == "instance" and value.cls is not series.Range
    if of_users and (value.cls is series.Listed or find_special(tracer, value, "__iter__") is None):
        return value
    source = iterator(tracer, value)
    if not is_endless(tracer, source):
        return value
    item, many = Builtin(step_of, fresh(tracer, source), "item"), count_of(tracer, source)
    if is_kept(tracer, source):
        return kept(tracer, source)
    tracer.tear(source)
    return tracer.new("instance", {"item": item, "many": many}, series.Listed)


def kept(tracer, value):
    """What counts to a symbol as a list of items that may be missing: of as many as there can be, where these are few, or
    as there is room for; anything else as it is."""
    source = iterator(tracer, value)
    if not is_endless(tracer, source):
        return source
    many = count_of(tracer, source)
    most = bounds_of(many)[1] if isinstance(many, Value) else many.value
    if most > SHORT:
        if not is_kept(tracer, source):
            return source
        most = tracer.room
        note_out_of_room(tracer, tracer.compare(">", many, Known(most)))
    return tracer.new("list", tuple([maybe(tracer.truth(tracer.compare("<", Known(k), many)),
                                           step_of(tracer, source, Known(k))) for k in range(int(most))]))


def is_kept(tracer, source: Ref) -> bool:
    """Whether a list that data say the length of is kept, in the second try of a filter that changes one: with room for a
    few items, and for more where a pixel has more."""
    many = symbolic_range(tracer, source) and tracer.room and count_of(tracer, source)
    by_data = isinstance(many, Value) and data_decide(many)
    tracer.unkept |= by_data
    return by_data and tracer.keeps


def with_room_for(tracer, source: Ref) -> None:
    """An iterator of which data say how far it goes gives so many items as there is room for."""
    note_out_of_room(tracer, tracer.compare(">", count_of(tracer, source), Known(tracer.room)))
    for ref in (source, *tracer.heap.reached_from([source])):
        if ref.kind == "iterator" and tracer.heap[ref][0].value == "range":
            how, first, stop, step = tracer.heap[ref]
            if not all(type(each) is Known for each in (first, stop, step)):
                last = tracer.binary("+", first, tracer.binary("*", Known(tracer.room), step))
                nearer = max if type(step) is Known and step.value < 0 else min
                tracer.heap[ref] = how, first, tracer.call(Known(nearer), [stop, last], {}), step


def step_of(tracer, source, i):
    source = fresh(tracer, source)
    moved(tracer, source, i)
    _, take = advance(tracer, source)
    return take()


def count_of(tracer, ref: Ref):
    """How many steps such an iterator has."""
    how, *state = tracer.heap[ref]
    if how.value == "range":
        numbers = tracer.new("instance", dict(zip(series.Range.__slots__, state)), series.Range)
        return tracer.call(Known(series.Range.__len__), [numbers], {})
    counts = [count_of(tracer, each) for each in state if type(each) is Ref and each.kind == "iterator"]
    return counts[0] if len(counts) == 1 else tracer.call(Known(min), counts, {})
