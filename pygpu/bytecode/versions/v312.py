"""CPython 3.12: comprehensions stand inline, superinstructions for slices, intrinsics, END_FOR."""

from typing import Any, Generic, ParamSpec, TypeVar, TypeVarTuple

from ..canonical import COMPARISONS
from ..rules import (
    always,
    constant,
    drop,
    emits,
    jumps,
    name,
    name_above,
    never,
    several,
    slice_then,
    variable,
    with_phantom_if_odd,
)
from . import v311


def made(function, *before):
    """What the host makes of the topmost value."""
    return several(*before, emits("LOAD_CONST", always(function)), emits("SWAP", always(2)), emits("CALL", always((1, ()))))


DROPPED = emits("POP_TOP")  # what says what a type parameter may be: nothing that runs asks

INTRINSICS = {
    2: v311.TABLE.rules["IMPORT_STAR"],
    4: v311.ASYNC,
    5: emits("UNARY", always("+")),
    6: emits("LIST_TO_TUPLE"),
    7: made(TypeVar), 8: made(ParamSpec), 9: made(TypeVarTuple),
    10: several(emits("LOAD_CONST", always(Generic)), emits("SWAP", always(2)), emits("SUBSCRIPT")),
    11: several(emits("POP_TOP"), emits("LOAD_CONST", always(Any))),  # an alias, which annotations alone ask for
}
INTRINSICS_OF_TWO = {1: v311.EXCEPTION_GROUPS, 2: made(TypeVar, DROPPED), 3: made(TypeVar, DROPPED), 4: DROPPED, 5: DROPPED}


def intrinsic(walk, arg):
    INTRINSICS.get(arg, never)(walk, arg)


def intrinsic_of_two(walk, arg):
    INTRINSICS_OF_TWO.get(arg, never)(walk, arg)


def compare(bits: int):
    """The comparison stands above so many bits of masks."""
    return emits("COMPARE", lambda walk, arg: COMPARISONS[arg >> bits])


# What stood in opcodes' names before.
GONE = ("PRECALL LOAD_METHOD LOAD_CLASSDEREF UNARY_POSITIVE LIST_TO_TUPLE IMPORT_STAR PRINT_EXPR ASYNC_GEN_WRAP "
        "PREP_RERAISE_STAR JUMP_IF_FALSE_OR_POP JUMP_IF_TRUE_OR_POP " +
        " ".join(f"POP_JUMP_{way}_IF_{what}" for way in ("FORWARD", "BACKWARD")
                 for what in ("FALSE", "TRUE", "NONE", "NOT_NONE")))

TABLE = v311.TABLE.then(
    gone=GONE,
    **{f"POP_JUMP_IF_{what}": jumps(f"JUMP_IF_{what}") for what in ("FALSE", "TRUE", "NONE", "NOT_NONE")},
    # FOR_ITER jumps here with a value it does not have; both that and the iterator go.
    END_FOR=drop,
    END_SEND=drop,
    RETURN_CONST=several(emits("LOAD_CONST", constant), emits("RETURN_VALUE")),
    BINARY_SLICE=slice_then("SUBSCRIPT"),
    STORE_SLICE=slice_then("STORE_SUBSCRIPT"),
    COMPARE_OP=compare(4),
    LOAD_ATTR=with_phantom_if_odd(emits("LOAD_ATTR", name_above(1))),
    LOAD_SUPER_ATTR=with_phantom_if_odd(several(emits("CALL", always((2, ()))), emits("LOAD_ATTR", name_above(2)))),
    LOAD_FAST_CHECK=emits("LOAD_FAST", variable),
    LOAD_FAST_AND_CLEAR=emits("LOAD_FAST_AND_CLEAR", variable),
    LOAD_LOCALS=emits("LOAD_LOCALS"),
    LOAD_FROM_DICT_OR_DEREF=emits("LOAD_FROM_DICT_OR_DEREF", variable),
    LOAD_FROM_DICT_OR_GLOBALS=emits("LOAD_FROM_DICT_OR_GLOBALS", name),
    CALL_INTRINSIC_1=intrinsic,
    CALL_INTRINSIC_2=intrinsic_of_two,
    # Only in handlers that are left out: a generator's StopIteration, and what is thrown into `yield from`.
    CLEANUP_THROW=never,
    quiet=(("CALL_INTRINSIC_1", 3), ("CLEANUP_THROW", 0)),
    INTERPRETER_EXIT=never, RESERVED=never,
)
