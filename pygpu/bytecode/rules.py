"""The words that the tables of versions/ are written with.

A rule says what one raw opcode means: a function of the walk and the opcode's argument that emits canonical
instructions, or none. Most rules are made by `emits`, from a canonical op and a way to read the argument.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from types import NoneType
from typing import NamedTuple

from .canonical import FUNCTION_PARTS, OPERATORS

Rule = Callable[["Walk", int], None]  # noqa: F821 - the walk of decode.py, which imports this file


class Table(NamedTuple):
    """What one CPython's opcodes mean."""

    rules: dict[str, Rule]
    # (opcode, argument) at which handlers start that only keep the protocol of generators: no part of the meaning.
    quiet_handlers: frozenset[tuple[str, int]] = frozenset()

    def then(self, *, gone: str = "", quiet: tuple[tuple[str, int], ...] = (), **rules: Rule) -> Table:
        """The table of the next version: without some opcodes, with others new or changed."""
        leaving = set(gone.split())
        assert leaving <= self.rules.keys(), leaving - self.rules.keys()
        kept = {name: rule for name, rule in self.rules.items() if name not in leaving}
        return Table(kept | rules, self.quiet_handlers | frozenset(quiet))


# How an argument is read.

def number(walk, arg):
    return arg


def flag(walk, arg):
    return bool(arg)


def constant(walk, arg):
    return walk.code.co_consts[arg]


def name(walk, arg):
    return walk.code.co_names[arg]


def name_above(bits: int):
    """The name stands above so many bits of flags."""
    return lambda walk, arg: walk.code.co_names[arg >> bits]


def variable(walk, arg):
    """A local, cell or free variable."""
    return walk.code._varname_from_oparg(arg)


def first_variable(walk, arg):
    return variable(walk, arg >> 4)


def second_variable(walk, arg):
    return variable(walk, arg & 15)


def before_and_after(walk, arg):
    return arg & 0xFF, arg >> 8


def always(value):
    return lambda walk, arg: value


def one_of(values):
    return lambda walk, arg: values[arg]


nothing = always(None)


# Rules, and ways to make them.

def drop(walk, arg):
    """Nothing that a program means."""


def emits(op: str, argument=nothing) -> Rule:
    def rule(walk, arg):
        walk.emit(op, argument(walk, arg))
    return rule


def several(*rules: Rule) -> Rule:
    """Split into plain ones."""
    def rule(walk, arg):
        for each in rules:
            each(walk, arg)
    return rule


def jumps(op: str, direction: int = 1) -> Rule:
    def rule(walk, arg):
        walk.jump(op, walk.end + 2 * arg * direction)
    return rule


def refuse(reason: str) -> Rule:
    def rule(walk, arg):
        walk.emit("REFUSED", (walk.name, reason))
    return rule


unknown = refuse("this Python's bytecode has an instruction that this PyGPU does not know yet")


def never(walk, arg):
    """Made by the interpreter for itself; no compiler writes it."""
    walk.emit("REFUSED", (walk.name, "the interpreter's own business"))


def with_phantom(rule: Rule) -> Rule:
    """A slot that holds nothing comes along, beside what the rule pushes."""
    def both(walk, arg):
        rule(walk, arg)
        walk.pushes_phantom()
    return both


def with_phantom_if_odd(rule: Rule) -> Rule:
    """The same where bit 0 of the argument asks for it: what is pushed will be called."""
    def both(walk, arg):
        rule(walk, arg)
        if arg & 1:
            walk.pushes_phantom()
    return both


def reaching(op: str) -> Rule:
    """The argument is a distance from the top, which phantoms do not count in. Taken off first: one value (or two)."""
    taken = 2 if op == "MAP_ADD" else 1

    def rule(walk, arg):
        walk.emit(op, walk.real(arg + taken) - taken)
    return rule


# The stack.

def copy(walk, arg):
    if walk.is_phantom(arg):
        walk.pushes_phantom()
    else:
        walk.emit("COPY", walk.real(arg))


def swap(walk, arg):
    top, other = walk.height - 1, walk.height - arg
    if walk.is_phantom(1) or walk.is_phantom(arg):
        # Nothing moves, as long as no more than the two is there.
        assert walk.real(arg) <= 1, "a phantom moves past values"
        changed = {top: other, other: top}
        walk.phantoms = frozenset(changed.get(slot, slot) for slot in walk.phantoms)
    else:
        walk.emit("SWAP", walk.real(arg))


def pop_top(walk, arg):
    if not walk.is_phantom(1):
        walk.emit("POP_TOP")


def call(walk, arg):
    """Callable, a slot that may hold its first argument, arguments."""
    base = walk.height - arg - 2
    extra = not (walk.is_phantom(arg + 1) or walk.is_phantom(arg + 2))
    walk.emit("CALL", (arg + extra, walk.keywords))
    walk.keywords = ()
    walk.pops_to(base)


def call_with_names_on_top(walk, arg):
    """As `call`, with the names of the keywords just pushed."""
    walk.keywords = walk.out.pop()[1]
    walk.height -= 1
    call(walk, arg)


def call_ex(walk, arg):
    """Callable, a phantom, positional arguments, keywords where bit 0 says so."""
    walk.emit("CALL_EX", bool(arg & 1))
    walk.pops_to(walk.height - 3 - (arg & 1))


def keyword_names(walk, arg):
    walk.keywords = constant(walk, arg)


# Functions.

def make_function(walk, arg):
    """With the parts on the stack below the code, named by bits; the last pushed goes first."""
    walk.emit("MAKE_FUNCTION")
    for bit in (8, 4, 2, 1):
        if arg & bit:
            walk.emit("SET_FUNCTION_ATTRIBUTE", FUNCTION_PARTS[bit])


def set_function_attribute(walk, arg):
    if arg == 8:
        # The cells were pushed as plain slots: LOAD_FAST ..., BUILD_TUPLE n, LOAD_CONST code, MAKE_FUNCTION.
        built = len(walk.out) - 3
        for place in range(built - walk.out[built][1], built):
            _, slot, start = walk.out[place]
            walk.out[place] = ("LOAD_CLOSURE", slot, start)
    walk.emit("SET_FUNCTION_ATTRIBUTE", FUNCTION_PARTS[arg])


def return_generator(walk, arg):
    """Told first of all, though the iterator of a generator expression may have been made before.

    What it pushes, for the first send, is popped at once: a phantom.
    """
    walk.out.insert(0, ("RETURN_GENERATOR", None, walk.start))
    walk.after = walk.height + 1
    walk.pushes_phantom()


# Operators and formatting.

def binary(walk, arg):
    plain = len(OPERATORS)
    walk.emit("BINARY_OP", OPERATORS[arg] if arg < plain else OPERATORS[arg - plain] + "=")


CONVERSIONS = ("", "s", "r", "a")


def format_value(walk, arg):
    walk.emit("FORMAT", (CONVERSIONS[arg & 3], bool(arg & 4)))


def convert_value(walk, arg):
    """Told with the FORMAT that comes."""
    walk.conversions[walk.height - 1] = CONVERSIONS[arg]


def format_simple(walk, arg):
    walk.emit("FORMAT", (walk.conversions.pop(walk.height - 1, ""), False))


def format_with_spec(walk, arg):
    walk.emit("FORMAT", (walk.conversions.pop(walk.height - 2, ""), True))


def build_slice(walk, arg):
    """Of constants: a constant itself, as newer compilers have it."""
    parts = walk.out[-arg:]
    straight = not any(start in walk.states for start in [walk.start, *(start for _, _, start in parts[1:])])
    if straight and all(op == "LOAD_CONST" and type(value) in (int, NoneType) for op, value, _ in parts):
        del walk.out[-arg:]
        walk.out.append(("LOAD_CONST", constant_slice(*(value for _, value, _ in parts)), parts[0][2]))
    else:
        walk.emit("BUILD_SLICE", arg)


constant_slice = lru_cache(maxsize=256)(slice)


def slice_then(op: str) -> Rule:
    def rule(walk, arg):
        build_slice(walk, 2)
        walk.emit(op)
    return rule
