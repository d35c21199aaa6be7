"""What the first pass of a loop gives a value: behind a loop that is sure to run, and in all later passes, it has one."""

from __future__ import annotations

from ..errors import CompileError
from ..library.many.wholes import UNSET
from .instructions.lengths import steps_left
from .paths.frames import Frame, HostRaised
from .paths.meeting import Path
from .values.lattice import Choice, Known, Nothing, Ref, is_none, may_be_nothing, parts
from .values.numbers import is_of_the_call


def given_at_once(tracer, frame: Frame, head: int, stops: frozenset, entry: Path, stored: set) -> bool:
    """Variables without a value before a loop that have one wherever its first pass leads are given what stands for it until
    then; False if nothing can. That pass is walked by itself, as if nothing had been done: what steers it, and tests that
    are made in it, may be known of it, and of no other."""
    code = frame.code
    asked = [name for name in sorted(stored) if may_be_nothing(entry.locals.get(name, Nothing(name)))
             and any(name in frame.live[at] for at in (head, *code.loops[head].exits))]
    filled = {frame.cells[step.arg] for step in map(code.instructions.__getitem__, code.loops[head].body)
              if step.op == "STORE_DEREF" and step.arg in frame.cells}
    empty = [cell for cell in frame.cells.values() if cell in filled and entry.heap.get(cell) == ()]
    outer = [held for held in tracer.turning if any(map(may_be_nothing, entry.heap[held]))]
    nones = [name for name in sorted(stored) if is_none(entry.locals.get(name)) and any(
        name in frame.live[at] for at in code.loops[head].exits)]
    tracer.unleft |= bool(nones)
    if not asked and not empty and not outer and not (nones and tracer.leaves_none):
        return True
    mark = tracer.builder.mark()
    try:
        arrivals = tracer.run(frame, head, stops | {head}, previous=head, entered=True)
    except (CompileError, HostRaised):
        arrivals = {}
    finally:
        tracer.builder.rollback(mark)
        tracer.resume(frame, entry)
    if head not in arrivals:
        return True
    first = arrivals[head].path
    states = [(frame.live_at(target), arrival.path) for target, arrival in arrivals.items() if target >= 0]
    names = [name for name in asked if name in first.locals and not any(
        name in live and may_be_nothing(path.locals.get(name, Nothing(name))) for live, path in states)]
    cells = [cell for cell in empty if all(path.heap.get(cell) for _, path in states)]
    items = {held: [may_be_nothing(item) and not any(may_be_nothing(path.heap[held][i]) for _, path in states)
                    for i, item in enumerate(entry.heap[held])] for held in outer}
    values = [*[first.locals[name] for name in names], *[first.heap[cell][0] for cell in cells],
              *[item for held, given in items.items() for item, now in zip(first.heap[held], given) if now]]
    if any(may_be_nothing(arrival.path.locals.get(name, Nothing(name))) and is_of_the_call(tracer, arrival.flag)
           for target, arrival in arrivals.items() if target >= 0 for name in asked if name in frame.live_at(target)):
        return False  # whether there was a first pass says whether they have one
    if tracer.shaped and any(not path.heap.get(cell) for _, path in states for cell in empty):
        return False
    left = [name for name in nones if not any(name in live and may_be_none(path.locals[name]) for live, path in states)]
    if any(map(has_identity, values)) or tracer.leaves_none and left:
        return False
    so_far = Known(UNSET)
    entry.locals.update(dict.fromkeys(names, so_far))
    contents = {cell: (so_far,) for cell in cells}
    for held, given in items.items():
        contents[held] = tuple([so_far if now else item for item, now in zip(entry.heap[held], given)])
    for ref, of_it in contents.items():
        dict.__setitem__(entry.heap, ref, of_it)  # no write by the program
    return True


def first_pass(tracer, frame, head: int) -> None:
    """Of a loop that is sure to run, its variable has a value before it: the first one. So it has one behind the loop."""
    step, store = frame.code.instructions[head:head + 2]
    if step.op != "FOR_ITER" or store.op != "STORE_FAST" or type(frame.stack[-1]) is not Ref:
        return
    how, *state = tracer.heap[frame.stack[-1]]
    if how.value == "range" and steps_left(tracer, frame.stack[-1]) and isinstance(
            frame.locals.get(store.arg, Nothing(store.arg)), Nothing):
        frame.locals[store.arg] = state[0]


def may_be_none(value) -> bool:
    return is_none(value) or type(value) is Choice and (may_be_none(value.a) or may_be_none(value.b))


def has_identity(value) -> bool:
    return type(value) is Ref or any(map(has_identity, parts(value)))
