"""Exceptions that a pixel raises: who would catch them, and the note that one was raised.

A path that raises arrives at RAISED, with the exception on its stack, and leaves function after function until a handler
takes it. Where no handler is around, what it would compute concerns nobody: the path is dropped, what follows goes on
without it, and a Bool on the heap notes that this pixel has raised. It becomes a hidden result of the kernel.
"""

from __future__ import annotations

from functools import lru_cache

from ..values.lattice import FALSE, Known, Ref, Thrown
from ..values.names import named
from .meeting import RAISED

NO_CLASS = object()


class Raised:
    """What a tracer knows of exceptions under conditions that depend on pixels."""

    def __init__(self):
        self.note = Ref("cell")   # on the heap: whether this pixel has raised
        self.beyond = Ref("cell")  # ... and whether an array is too short for what data say, which `refusal` is the word for
        self.refusal: Exception | None = None
        self.told: dict = {}      # id of an exception -> the HostRaised that brought it
        self.vague: dict = {}     # id of an exception made of a pixel's values -> it, and what holds them
        self.absent: set = set()  # outcomes of conditions with which a variable is None
        self.notes: set = set()   # what loops of the graph carry that note for, which ends them
        self.exits: dict = {}     # the body of a loop with several ways out -> for each, whether; for what
        self.loops = 0            # loops of the graph that are being traced: an exception leaves them

    def start(self, heap) -> None:
        dict.__setitem__(heap, self.note, (FALSE,))
        dict.__setitem__(heap, self.beyond, (FALSE,))

    def keep(self, raised) -> Known | Thrown:
        """An exception as a value of the path on which it is raised."""
        self.told.setdefault(id(raised.error), raised)
        _, details = self.vague.get(id(raised.error), (None, None))
        return Known(raised.error) if details is None else Thrown(raised.error, details)


def is_caught(frames, error: type | None) -> bool:
    """Whether a handler around where each of the frames stands may catch such an exception (None: any at all)."""
    return any(catches(frame, target, error) for frame in frames if frame.code.handlers and frame.instruction is not None
               for target in around(frame.code, frame.instruction.index))


def goes_on(frames, error: type | None) -> bool:
    """Whether anything goes on after such an exception: a handler that only raises another one catches nothing, but what
    it raises may be of any class."""
    for frame in reversed(frames):
        if frame.code.handlers and frame.instruction is not None:
            for target in around(frame.code, frame.instruction.index):
                if catches(frame, target, error):
                    if not frame.code.flow.only_raises(target):
                        return True
                    error = None
    return False


def is_named(frames, error: type) -> bool:
    """Whether an `except` around there names a class that catches such an exception."""
    return any(issubclass(error, each) for frame in frames if frame.code.handlers and frame.instruction is not None
               for target in around(frame.code, frame.instruction.index)
               for names in clauses(frame.code, target)[1] if (found := class_named(frame, names)) is not NO_CLASS
               for each in found)


def caught(frames) -> frozenset:
    """What the handlers around would catch: classes, or NO_CLASS where only the filter's own run tells which."""
    found: set = set()
    for frame in frames:
        if frame.code.handlers and frame.instruction is not None:
            for target in around(frame.code, frame.instruction.index):
                is_with, classes = clauses(frame.code, target)
                each = [class_named(frame, names) for names in classes]
                found.update((BaseException,) if is_with else (), *[(NO_CLASS,) if one is NO_CLASS else one for one in each])
    return frozenset(found)


@lru_cache(maxsize=1024)
def around(code, at: int) -> tuple[int, ...]:
    """Where the handlers around an instruction begin: those of its own, and those around these, to which they raise on."""
    found: list[int] = []
    waiting = [at]
    while waiting:
        at = waiting.pop()
        targets = {entry.target for entry in code.handlers if entry.start <= at < entry.end}.difference(found)
        found += sorted(targets)
        waiting += targets
    return tuple(found)


def catches(frame, target: int, error: type | None) -> bool:
    """Whether a handler does more than clean up: a `with` (its manager may swallow it), or an `except` that fits."""
    is_with, classes = clauses(frame.code, target)
    if is_with:
        return True
    for names in classes:
        found = class_named(frame, names)
        if error is None or found is NO_CLASS or any(issubclass(error, each) for each in found):
            return True
    return False


@lru_cache(maxsize=1024)
def clauses(code, target: int):
    """(whether a handler is that of a `with`, for each `except` what is loaded before it is asked)."""
    steps = code.instructions
    if steps[target].op != "PUSH_EXC_INFO":
        return False, ()
    if any(step.op == "WITH_EXCEPT_START" for step in steps[target:target + 3]):
        return True, ()
    classes, loaded = [], []
    for step in steps[target + 1:]:
        if step.op in ("LOAD_GLOBAL", "LOAD_FAST", "LOAD_DEREF", "LOAD_ATTR", "BUILD_TUPLE"):
            loaded.append((step.op, step.arg))
        elif step.op == "CHECK_EXC_MATCH" or step.op == "REFUSED" and step.arg[0] == "CHECK_EG_MATCH":  # except*
            classes.append(tuple(loaded))
            loaded = []
        else:
            loaded = []
    if not classes and steps[target + 1].op == "POP_TOP":  # a bare except
        classes = [()]
    return False, tuple(classes)


def class_named(frame, names):
    """The classes of an `except`, where its names are plain; a bare one catches all."""
    if not names:
        return (BaseException,)
    found = []
    for op, name in names:
        if op == "LOAD_GLOBAL":
            found.append(named(frame.globals, name))
        elif op == "LOAD_ATTR" and found:
            found.append(getattr(found.pop(), name, None))
        elif op != "BUILD_TUPLE":
            return NO_CLASS
    found = [inner for each in found for inner in (each if isinstance(each, tuple) else (each,))]
    return found if all(isinstance(each, type) for each in found) else NO_CLASS


__all__ = ["RAISED", "Raised", "goes_on", "is_caught"]
