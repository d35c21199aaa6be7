"""The canonical instructions: the one language that every CPython's bytecode is brought to.

Each op stands with its argument and what it does to the stack, top at the right: `a b -- c` takes b and a and leaves c.
Every stack slot holds a real value (CPython's NULLs and the second slots of its callables and iterators are gone), and
what CPython does only to be fast or to be traced is gone too. The comment after the `--` of a jump is what the jump
takes along: `[jump: ...]`.
"""

from __future__ import annotations

OPERATORS = ("+", "&", "//", "<<", "@", "*", "%", "|", "**", ">>", "-", "/", "^")
COMPARISONS = ("<", "<=", "==", "!=", ">", ">=")
FUNCTION_PARTS = {1: "defaults", 2: "kwdefaults", 4: "annotations", 8: "closure", 16: "annotate"}

OPS: dict[str, tuple[str, str]] = {
    # Constants and names. A local's slot may hold a cell: the *_DEREF ops look into it (and make it, where there is
    # none yet), LOAD_CLOSURE pushes it.
    "LOAD_CONST": ("value", "-- value"),
    "LOAD_FAST": ("name", "-- value"),
    "STORE_FAST": ("name", "value --"),
    "DELETE_FAST": ("name", "--"),
    "LOAD_FAST_AND_CLEAR": ("name", "-- slot (value, cell, or a mark for unbound; STORE_FAST puts any of them back)"),
    "LOAD_DEREF": ("name", "-- value"),
    "STORE_DEREF": ("name", "value --"),
    "DELETE_DEREF": ("name", "--"),
    "LOAD_CLOSURE": ("name", "-- cell"),
    "LOAD_GLOBAL": ("name", "-- value"),
    "STORE_GLOBAL": ("name", "value --"),
    "DELETE_GLOBAL": ("name", "--"),
    "LOAD_NAME": ("name", "-- value"),
    "STORE_NAME": ("name", "value --"),
    "DELETE_NAME": ("name", "--"),
    "LOAD_LOCALS": (None, "-- mapping"),
    "LOAD_FROM_DICT_OR_DEREF": ("name", "mapping -- value"),
    "LOAD_FROM_DICT_OR_GLOBALS": ("name", "mapping -- value"),
    "LOAD_BUILD_CLASS": (None, "-- function"),
    "SETUP_ANNOTATIONS": (None, "--"),
    "IMPORT_NAME": ("name", "level names -- module"),
    "IMPORT_FROM": ("name", "module -- module value"),
    # Attributes and items.
    "LOAD_ATTR": ("name", "object -- value"),
    "STORE_ATTR": ("name", "value object --"),
    "DELETE_ATTR": ("name", "object --"),
    "SUBSCRIPT": (None, "container key -- value"),
    "STORE_SUBSCRIPT": (None, "value container key --"),
    "DELETE_SUBSCRIPT": (None, "container key --"),
    # Operators.
    "BINARY_OP": ("operator, as '+' or '+='", "left right -- result"),
    "UNARY": ("'-', '+', '~' or 'not'", "value -- result"),
    "COMPARE": ("operator", "left right -- result"),
    "IS": ("inverted", "left right -- bool"),
    "CONTAINS": ("inverted", "value container -- bool"),
    # Calls and functions.
    "CALL": ("(count, names of the last ones)", "function a1 ... an -- result"),
    "CALL_EX": ("has keywords", "function positional [keywords] -- result"),
    "MAKE_FUNCTION": (None, "code -- function"),
    "SET_FUNCTION_ATTRIBUTE": ("one of FUNCTION_PARTS", "value function -- function"),
    "RETURN_VALUE": (None, "value --"),
    # Jumps. A target is the index of an instruction.
    "JUMP": ("target", "--"),
    "JUMP_IF_FALSE": ("target", "value -- [jump: --]"),
    "JUMP_IF_TRUE": ("target", "value -- [jump: --]"),
    "JUMP_IF_NONE": ("target", "value -- [jump: --]"),
    "JUMP_IF_NOT_NONE": ("target", "value -- [jump: --]"),
    "GET_ITER": (None, "iterable -- iterator"),
    "FOR_ITER": ("target", "iterator -- iterator value [jump: iterator --]"),
    # Generators. RETURN_GENERATOR comes first of all; what follows runs when the generator is asked for its values.
    "RETURN_GENERATOR": (None, "--"),
    "YIELD_VALUE": (None, "value -- sent"),
    "GET_YIELD_FROM_ITER": (None, "iterable -- iterator"),
    "SEND": ("target", "receiver value -- receiver yielded [jump: receiver value -- returned]"),
    # Building.
    "BUILD_TUPLE": ("n", "v1 ... vn -- tuple"),
    "BUILD_LIST": ("n", "v1 ... vn -- list"),
    "BUILD_SET": ("n", "v1 ... vn -- set"),
    "BUILD_MAP": ("n", "k1 v1 ... kn vn -- dict"),
    "BUILD_CONST_KEY_MAP": ("n", "v1 ... vn keys -- dict"),
    "BUILD_STRING": ("n", "s1 ... sn -- string"),
    "BUILD_SLICE": ("2 or 3", "start stop [step] -- slice"),
    "FORMAT": ("(conversion '', 's', 'r' or 'a', has specification)", "value [specification] -- string"),
    "LIST_APPEND": ("i", "list ... value -- list ... (the i-th from the top once the value is taken)"),
    "SET_ADD": ("i", "set ... value -- set ..."),
    "MAP_ADD": ("i", "dict ... key value -- dict ..."),
    "LIST_EXTEND": ("i", "list ... iterable -- list ..."),
    "SET_UPDATE": ("i", "set ... iterable -- set ..."),
    "DICT_UPDATE": ("i", "dict ... mapping -- dict ..."),
    "DICT_MERGE": ("i", "function arguments dict ... mapping -- function arguments dict ... (a key twice is an error)"),
    "LIST_TO_TUPLE": (None, "list -- tuple"),
    "UNPACK_SEQUENCE": ("n", "sequence -- vn ... v1"),
    "UNPACK_EX": ("(before, after)", "sequence -- after ... list before ... (the first on top)"),
    # The stack itself.
    "COPY": ("n", "v ... -- v ... v (the n-th from the top)"),
    "SWAP": ("n", "v ... w -- w ... v (the n-th from the top)"),
    "POP_TOP": (None, "value --"),
    # Exceptions. A handler starts with the stack cut to its depth, then (if `lasti`) where it was raised, then the
    # exception.
    "PUSH_EXC_INFO": (None, "exception -- previous exception"),
    "POP_EXCEPT": (None, "previous --"),
    "CHECK_EXC_MATCH": (None, "exception type -- exception bool"),
    "RERAISE": ("0, or depth of where it was raised", "exception --"),
    "RAISE": ("n", "[exception [cause]] --"),
    "BEFORE_WITH": (None, "manager -- exit entered"),
    "WITH_EXCEPT_START": (None, "exit where previous exception -- exit where previous exception result"),
    # match statements.
    "GET_LEN": (None, "value -- value length"),
    "MATCH_SEQUENCE": (None, "subject -- subject bool"),
    "MATCH_MAPPING": (None, "subject -- subject bool"),
    "MATCH_KEYS": (None, "subject keys -- subject keys values-or-None"),
    "MATCH_CLASS": ("positional count", "subject class names -- attributes-or-None"),
    # Of ours: in a loop made of calls (stacked.py), nothing comes here before a local has a value.
    "REACHED": ("name", "--"),
    # What no filter can use: (CPython's name, the reason in a user's words).
    "REFUSED": ("(name, reason)", ""),
}

CONDITIONAL = frozenset({"JUMP_IF_FALSE", "JUMP_IF_TRUE", "JUMP_IF_NONE", "JUMP_IF_NOT_NONE", "FOR_ITER", "SEND"})
JUMPS = CONDITIONAL | {"JUMP"}
# Ops after which control goes nowhere in this function.
ENDS = frozenset({"RETURN_VALUE", "RAISE", "RERAISE"})
