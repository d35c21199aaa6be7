"""CPython 3.11: the first table, written out whole. The later ones are differences from it."""

from ..canonical import COMPARISONS
from ..rules import (
    Table,
    always,
    before_and_after,
    binary,
    build_slice,
    call,
    call_ex,
    constant,
    copy,
    drop,
    emits,
    flag,
    format_value,
    jumps,
    keyword_names,
    make_function,
    name,
    name_above,
    never,
    number,
    one_of,
    pop_top,
    reaching,
    refuse,
    return_generator,
    several,
    swap,
    variable,
    with_phantom,
)

ASYNC = refuse("a filter computes at once: there is nothing to await in it")
EXCEPTION_GROUPS = refuse("except* is not available in a filter")


def precall(walk, arg):
    """Announces the CALL that follows, which tells all."""
    walk.after = walk.height


def load_global(walk, arg):
    """What will be called has a slot below it that holds nothing: it stays there while the callable is looked up."""
    walk.emit("LOAD_GLOBAL", name_above(1)(walk, arg))
    if arg & 1:
        walk.phantoms |= {walk.after - 2}


TABLE = Table({
    # Dropped.
    "CACHE": never, "EXTENDED_ARG": never,
    "NOP": drop, "RESUME": drop, "MAKE_CELL": drop, "COPY_FREE_VARS": drop, "PRECALL": precall,
    "PUSH_NULL": with_phantom(drop), "KW_NAMES": keyword_names,
    # The stack.
    "POP_TOP": pop_top, "COPY": copy, "SWAP": swap,
    # Names.
    "LOAD_CONST": emits("LOAD_CONST", constant),
    **{op: emits(op, variable) for op in (
        "LOAD_FAST", "STORE_FAST", "DELETE_FAST", "LOAD_DEREF", "STORE_DEREF", "DELETE_DEREF", "LOAD_CLOSURE")},
    "LOAD_GLOBAL": load_global,
    **{op: emits(op, name) for op in (
        "STORE_GLOBAL", "DELETE_GLOBAL", "LOAD_NAME", "STORE_NAME", "DELETE_NAME", "IMPORT_NAME", "IMPORT_FROM",
        "LOAD_ATTR", "STORE_ATTR", "DELETE_ATTR")},
    "LOAD_METHOD": with_phantom(emits("LOAD_ATTR", name)),
    "LOAD_CLASSDEREF": several(emits("LOAD_LOCALS"), emits("LOAD_FROM_DICT_OR_DEREF", variable)),
    "LOAD_ASSERTION_ERROR": emits("LOAD_CONST", always(AssertionError)),
    # Operators.
    "BINARY_OP": binary,
    "BINARY_SUBSCR": emits("SUBSCRIPT"), "STORE_SUBSCR": emits("STORE_SUBSCRIPT"),
    "DELETE_SUBSCR": emits("DELETE_SUBSCRIPT"),
    "UNARY_NEGATIVE": emits("UNARY", always("-")), "UNARY_POSITIVE": emits("UNARY", always("+")),
    "UNARY_INVERT": emits("UNARY", always("~")), "UNARY_NOT": emits("UNARY", always("not")),
    "COMPARE_OP": emits("COMPARE", one_of(COMPARISONS)),
    "IS_OP": emits("IS", flag), "CONTAINS_OP": emits("CONTAINS", flag),
    # Calls and functions.
    "CALL": call, "CALL_FUNCTION_EX": call_ex, "MAKE_FUNCTION": make_function,
    "RETURN_GENERATOR": return_generator,
    # Jumps.
    "JUMP_FORWARD": jumps("JUMP"), "JUMP_BACKWARD": jumps("JUMP", -1), "JUMP_BACKWARD_NO_INTERRUPT": jumps("JUMP", -1),
    **{f"POP_JUMP_{way}_IF_{what}": jumps(f"JUMP_IF_{what}", sign)
       for way, sign in (("FORWARD", 1), ("BACKWARD", -1)) for what in ("FALSE", "TRUE", "NONE", "NOT_NONE")},
    **{f"JUMP_IF_{what}_OR_POP": several(emits("COPY", always(1)), jumps(f"JUMP_IF_{what}"), emits("POP_TOP"))
       for what in ("FALSE", "TRUE")},
    "FOR_ITER": jumps("FOR_ITER"), "SEND": jumps("SEND"),
    # Building.
    **{op: emits(op, number) for op in (
        "BUILD_TUPLE", "BUILD_LIST", "BUILD_SET", "BUILD_MAP", "BUILD_CONST_KEY_MAP", "BUILD_STRING",
        "UNPACK_SEQUENCE", "MATCH_CLASS", "RERAISE")},
    **{op: reaching(op) for op in (
        "LIST_APPEND", "SET_ADD", "MAP_ADD", "LIST_EXTEND", "SET_UPDATE", "DICT_UPDATE", "DICT_MERGE")},
    "BUILD_SLICE": build_slice, "UNPACK_EX": emits("UNPACK_EX", before_and_after),
    "FORMAT_VALUE": format_value,
    "RAISE_VARARGS": emits("RAISE", number),
    # The same as they stand.
    **{op: emits(op) for op in (
        "RETURN_VALUE", "YIELD_VALUE", "GET_ITER", "GET_YIELD_FROM_ITER", "LIST_TO_TUPLE", "GET_LEN",
        "MATCH_SEQUENCE", "MATCH_MAPPING", "MATCH_KEYS", "PUSH_EXC_INFO", "POP_EXCEPT", "CHECK_EXC_MATCH",
        "BEFORE_WITH", "WITH_EXCEPT_START", "LOAD_BUILD_CLASS", "SETUP_ANNOTATIONS")},
    # Refused.
    **{op: ASYNC for op in (
        "GET_AWAITABLE", "GET_AITER", "GET_ANEXT", "BEFORE_ASYNC_WITH", "END_ASYNC_FOR", "ASYNC_GEN_WRAP")},
    "CHECK_EG_MATCH": EXCEPTION_GROUPS, "PREP_RERAISE_STAR": EXCEPTION_GROUPS,
    "IMPORT_STAR": refuse("import * brings names that nobody can follow"),
    "PRINT_EXPR": refuse("an expression typed at a prompt is no part of a function"),
})
