"""CPython 3.14: borrowed locals, small and common constants, `with` by special methods, `all` and `any` inline."""

from ..canonical import OPERATORS
from ..rules import binary, drop, emits, first_variable, number, one_of, pop_top, refuse, second_variable, several
from . import v311, v313

TEMPLATE = refuse("a template string is taken apart when the program runs; an f-string can be formatted here")
ENTER, EXIT = 0, 1


def binary_or_subscript(walk, arg):
    if arg == 2 * len(OPERATORS):
        walk.emit("SUBSCRIPT")
    else:
        binary(walk, arg)


def call_ex(walk, arg):
    """Keywords have a slot always; it may hold nothing."""
    walk.emit("CALL_EX", not walk.is_phantom(1))
    walk.pops_to(walk.height - 4)


def common_constant(*constants):
    load = emits("LOAD_CONST", one_of(constants))

    def rule(walk, arg):
        """`all(... for ...)` asks whether `all` is the built-in one, and has the loop inline for when it is.

        Only the call is kept, as older versions have it: the copy to be compared is taken back, and the comparison
        with its branch becomes a jump to the call.
        """
        branch = walk.coming("IS_OP", "POP_JUMP_IF_FALSE")
        if not (branch and callable(constants[arg]) and walk.out[-1][0] == "COPY"):
            return load(walk, arg)
        distance, end = branch
        walk.out.pop()
        walk.height -= 1
        walk.jump("JUMP", end + 2 * distance, walk.height)
    return rule


def load_special(walk, arg):
    """`with`: COPY 1, __exit__, SWAP 2 (moves a phantom), SWAP 3, __enter__, CALL 0. All that is one BEFORE_WITH."""
    if arg == EXIT:
        walk.out.pop()  # the COPY
    elif arg == ENTER:
        walk.out.pop()  # the SWAP
        walk.emit("BEFORE_WITH")
        walk.swallowed = 1
    else:
        v311.ASYNC(walk, arg)
    walk.pushes_phantom()


load_first, load_second = emits("LOAD_FAST", first_variable), emits("LOAD_FAST", second_variable)

TABLE = v313.TABLE.then(
    gone="BINARY_SUBSCR RETURN_CONST BUILD_CONST_KEY_MAP LOAD_ASSERTION_ERROR BEFORE_WITH BEFORE_ASYNC_WITH",
    NOT_TAKEN=drop,
    LOAD_FAST_BORROW=v313.load_fast,
    LOAD_FAST_BORROW_LOAD_FAST_BORROW=several(load_first, load_second),
    LOAD_SMALL_INT=emits("LOAD_CONST", number),
    LOAD_COMMON_CONSTANT=common_constant(AssertionError, NotImplementedError, tuple, all, any),
    LOAD_SPECIAL=load_special,
    BINARY_OP=binary_or_subscript,
    CALL_FUNCTION_EX=call_ex,
    POP_ITER=pop_top,
    BUILD_INTERPOLATION=TEMPLATE, BUILD_TEMPLATE=TEMPLATE,
)
