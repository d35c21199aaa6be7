"""CPython 3.15: an iterator takes two slots, more common constants, lazy imports."""

from ..rules import emits, name_above, never
from . import v314


def get_iter(walk, arg):
    """For a loop, or (with flags) for `yield from`."""
    walk.emit("GET_YIELD_FROM_ITER" if arg else "GET_ITER")
    walk.pushes_phantom()


def end_for(walk, arg):
    """Pops the value that is none. The iterator, popped next, canonically went already."""
    walk.phantoms |= {walk.height - 3}


def pop_iter(walk, arg):
    if not walk.is_phantom(2):
        walk.emit("POP_TOP")


TABLE = v314.TABLE.then(
    gone="GET_YIELD_FROM_ITER",
    GET_ITER=get_iter,
    END_FOR=end_for,
    POP_ITER=pop_iter,
    LOAD_COMMON_CONSTANT=v314.common_constant(
        AssertionError, NotImplementedError, tuple, all, any, list, set, None, "", True, False, -1),
    # Below the name: whether it may be imported lazily.
    IMPORT_NAME=emits("IMPORT_NAME", name_above(2)),
    TRACE_RECORD=never,
)
