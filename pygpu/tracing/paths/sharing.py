"""Objects that a loop of the graph carries from pass to pass, and their other names.

Where a variable names another object in each pass, the loop carries what is in the object: at its head stands a copy.
That is as good as the object itself while nobody changes what goes by another name too. So those are frozen.
"""

from __future__ import annotations

from collections import Counter

from ..values.lattice import Ref, parts, values_of

SHARED = {"kind": "two-names", "seen": "an object is changed that a loop carries from pass to pass"}


def freeze_shared(tracer, frame, opening, edge, entry, back, since: int) -> str | None:
    """Freeze the copies that are not the only name of their object; the name of one that was changed already, or told from
    another object."""
    live = frame.live[edge.head]
    at_entry, at_back = references(tracer, entry, live), references(tracer, back, live)
    for copy, (original, where) in opening.opened.items():
        came = edge.came.get(copy, ())
        given = next((ref.frozen for ref in came if ref.frozen and ref.frozen["kind"] == "argument-changed"), None)
        if given is not None:  # what a pass names is an argument, or a part of one
            if copy.written >= since:
                return where
            copy.frozen = given
        frozen = [ref for ref in came if at_back[ref] > 1]
        if at_entry[original] > 1:
            frozen.append(original)
        for ref in [copy, *frozen] if frozen else ():
            if ref is copy or ref in edge.base or ref in opening.opened:
                if ref.written >= since or ref is copy and ref.told_apart >= since:
                    return where
                ref.frozen = ref.frozen or SHARED
    return None


def references(tracer, path, live) -> Counter:
    """How many times each object is named, from all that the frames hold."""
    heap, counts = path.heap, Counter()
    todo = [v for name, v in path.locals.items() if name in live] + path.stack
    for frame in tracer.frames:
        todo += frame.cells.values()
        if frame is not tracer.frames[-1]:
            living = frame.live_at(frame.instruction.index)
            todo += [v for name, v in frame.locals.items() if name in living] + frame.stack
    while todo:
        value = todo.pop()
        if type(value) is Ref:
            counts[value] += 1
            if counts[value] == 1 and value in heap:
                todo += values_of(heap[value])
        else:
            todo += parts(value)
    return counts
