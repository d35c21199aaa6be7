"""CPython 3.13: pairs of locals in one instruction, truth tests of their own, NULL above the callable."""

from ..rules import (
    call_with_names_on_top,
    convert_value,
    drop,
    emits,
    first_variable,
    format_simple,
    format_with_spec,
    name_above,
    never,
    second_variable,
    set_function_attribute,
    several,
    variable,
    with_phantom_if_odd,
)
from . import v312

CLASS_CELLS = ("__class__", "__classdict__")


def load_fast(walk, arg):
    """Loads cells, too: those of a closure are told by what comes after them, those of a class by their names."""
    slot = variable(walk, arg)
    walk.emit("LOAD_CLOSURE" if slot in CLASS_CELLS else "LOAD_FAST", slot)


def end_for(walk, arg):
    """Pops the value that is none. The iterator, popped next, canonically went already."""
    walk.phantoms |= {walk.height - 2}


load_first, load_second = emits("LOAD_FAST", first_variable), emits("LOAD_FAST", second_variable)
store_first, store_second = emits("STORE_FAST", first_variable), emits("STORE_FAST", second_variable)

TABLE = v312.TABLE.then(
    gone="FORMAT_VALUE KW_NAMES LOAD_CLOSURE",
    LOAD_GLOBAL=with_phantom_if_odd(emits("LOAD_GLOBAL", name_above(1))),
    LOAD_FAST=load_fast,
    LOAD_FAST_LOAD_FAST=several(load_first, load_second),
    STORE_FAST_LOAD_FAST=several(store_first, load_second),
    STORE_FAST_STORE_FAST=several(store_first, store_second),
    # Jumps and `not` test for truth themselves.
    TO_BOOL=drop,
    COMPARE_OP=v312.compare(5),
    CALL_KW=call_with_names_on_top,
    MAKE_FUNCTION=emits("MAKE_FUNCTION"),
    SET_FUNCTION_ATTRIBUTE=set_function_attribute,
    CONVERT_VALUE=convert_value,
    FORMAT_SIMPLE=format_simple,
    FORMAT_WITH_SPEC=format_with_spec,
    END_FOR=end_for,
    ENTER_EXECUTOR=never, EXIT_INIT_CHECK=never,
)
