"""Code object → Code: walks the raw bytecode once and lets the running CPython's table say what each step means.

What is hidden here: code that cannot be reached, and the slots of CPython's stack that hold no value of the program.
Such a *phantom* is the NULL beside a callable, the second half of an iterator or of a bound `__exit__`, or an iterator
that FOR_ITER has canonically popped already. The walk follows how high the raw stack stands and which slots are
phantoms, so that depths and distances can be told without them.
"""

from __future__ import annotations

from functools import lru_cache
from opcode import HAVE_ARGUMENT, opname, stack_effect
from types import CodeType

from .canonical import CONDITIONAL, ENDS, JUMPS
from .code import Code, Handler, Instruction
from .raw import exception_table, raw_instructions
from .rules import Table, unknown
from .tidy import tidied
from .versions import TABLE


class ByIdentity:
    """Code objects that are equal may come from different files; as keys they must differ."""

    __slots__ = ("code",)

    def __init__(self, code: CodeType):
        self.code = code

    def __hash__(self) -> int:
        return id(self.code)

    def __eq__(self, other) -> bool:
        return self.code is other.code


def decode(code: CodeType) -> Code:
    """The canonical form of a code object. The last thousand are kept."""
    return _decode(ByIdentity(code))


@lru_cache(maxsize=1024)
def _decode(key: ByIdentity) -> Code:
    return Walk(key.code, TABLE).result()


# For each opcode: its rule, and its effect on the raw stack where that does not depend on the argument.
RULES = [TABLE.rules.get(name, unknown) for name in opname]
EFFECTS = [stack_effect(opcode) if opcode < HAVE_ARGUMENT and opname[opcode] in TABLE.rules else None
           for opcode in range(256)]


PUTS_BACK = ("SWAP", "POP_TOP", "STORE_FAST", "STORE_FAST_STORE_FAST")


class Walk:
    """One walk over a code object's bytecode. Rules read and change its state, and emit canonical instructions."""

    def __init__(self, code: CodeType, table: Table):
        self.code, self.table = code, table
        self.raw = list(raw_instructions(code.co_code))
        self.opcode_at = {start: (opname[opcode], arg) for start, opcode, arg, _ in self.raw}
        self.handlers = [entry for entry in exception_table(code.co_exceptiontable) if not self.is_quiet(entry[2])]
        if all(self.puts_back(entry[2]) for entry in self.handlers):  # nothing here would see what was put back
            self.handlers = []
        # Raw stack at places that something jumps to: (height, phantoms).
        self.states: dict[int, tuple[int, frozenset[int]]] = {}

    def result(self) -> Code:
        # Nearly always one pass: only code that is reached from further down alone needs another.
        while self.passes_again():
            pass
        return self.resolved()

    # The pass over the raw instructions.

    def passes_again(self) -> bool:
        self.out: list[tuple[str, object, int]] = []  # (op, argument, raw offset)
        self.index_at: dict[int, int] = {}
        self.height_at: dict[int, int] = {}  # of the canonical stack
        self.height: int | None = 0  # of the raw stack; None where control cannot be
        self.phantoms: frozenset[int] = frozenset()  # heights of the slots that hold nothing
        self.keywords: tuple[str, ...] = ()  # names for the call that comes
        self.conversions: dict[int, str] = {}  # of the values being formatted, by their height
        self.swallowed = 0  # instructions to come that were already told
        self.again = False
        waiting = sorted(self.handlers, reverse=True)
        for place, raw in enumerate(self.raw):
            self.place, (self.start, self.opcode, self.arg, self.end) = place, raw
            self.index_at[self.start] = len(self.out)
            if self.start in self.states:
                self.height, self.phantoms = self.states[self.start]
            elif self.height is None:
                continue
            while waiting and waiting[-1][0] <= self.start:
                _, end, target, depth, lasti = waiting.pop()
                if self.start < end:
                    self.reach(target, depth + lasti + 1, frozenset(slot for slot in self.phantoms if slot < depth))
            self.height_at[self.start] = self.height - len(self.phantoms)
            effect = EFFECTS[self.opcode]
            self.after = self.height + (stack_effect(self.opcode, self.arg, jump=False) if effect is None else effect)
            if self.swallowed:
                self.swallowed -= 1
            else:
                RULES[self.opcode](self, self.arg)
            self.height = self.after
            if self.phantoms and self.height is not None:
                self.phantoms = frozenset(slot for slot in self.phantoms if slot < self.height)
        self.index_at[len(self.code.co_code)] = len(self.out)
        return self.again

    def reach(self, target: int, height: int, phantoms: frozenset[int]) -> None:
        if target not in self.states:
            self.states[target] = height, phantoms
            # A place already passed by: known only now to be reachable.
            self.again |= target <= self.start and target not in self.height_at

    # What rules use.

    @property
    def name(self) -> str:
        """CPython's name of the opcode at hand."""
        return opname[self.opcode]

    def emit(self, op: str, arg=None) -> None:
        self.out.append((op, arg, self.start))
        if op in ENDS:
            self.after = None

    def jump(self, op: str, target: int, height: int | None = None) -> None:
        """To a raw offset, where the raw stack stands as the opcode at hand leaves it unless told."""
        if height is None:
            height = self.height + stack_effect(self.opcode, self.arg, jump=True)
        self.emit(op, target)
        self.reach(target, height, self.phantoms)
        if op == "JUMP":
            self.after = None

    def is_phantom(self, distance: int) -> bool:
        """Whether the slot at a distance from the top (1 is the top) holds nothing."""
        return self.height - distance in self.phantoms

    def pushes_phantom(self) -> None:
        self.phantoms |= {self.after - 1}

    def pops_to(self, height: int) -> None:
        """All from a height up is taken, phantoms too, and one value stands there instead."""
        self.phantoms = frozenset(slot for slot in self.phantoms if slot < height)
        self.after = height + 1

    def real(self, distance: int) -> int:
        """A distance from the top, not counting phantoms."""
        return distance - sum(slot >= self.height - distance for slot in self.phantoms)

    def coming(self, *names: str) -> tuple[int, int] | None:
        """If opcodes of these names come next: the argument of the last, and where it ends."""
        raw = self.raw[self.place + 1:self.place + 1 + len(names)]
        return raw[-1][2:] if [opname[opcode] for _, opcode, _, _ in raw] == list(names) else None

    def is_quiet(self, target: int) -> bool:
        return self.opcode_at[target] in self.table.quiet_handlers

    def puts_back(self, target: int) -> bool:
        """Whether a handler only puts back the variables of an inlined comprehension, and raises again."""
        names = (opname[opcode] for start, opcode, _, _ in self.raw if start >= target)
        return next(name for name in names if name not in PUTS_BACK) == "RERAISE"

    # From raw offsets to indices.

    def resolved(self) -> Code:
        steps = [(op, self.index_at[arg] if op in JUMPS else arg, start) for op, arg, start in self.out]
        entries = {self.index_at[handler[2]] for handler in self.handlers if handler[2] in self.states}
        positions = list(self.code.co_positions())
        marks = [self.mark(step, before, positions[step[2] >> 1]) for step, before in zip(steps, [None, *steps])]
        steps, indices = tidied(steps, entries, marks)
        instructions = []
        targets = {arg for op, arg, _ in steps if op in JUMPS}.union([indices[entry] for entry in entries])
        for index, (op, arg, start) in enumerate(steps):
            position = positions[start >> 1]
            if op == "JUMP" and position[0] is None and index:
                position = positions[steps[index - 1][2] >> 1]  # the way back of a loop belongs to what it comes from
            if op == "RETURN_VALUE" and position[2] == position[3] and index:
                position = positions[steps[index - 1][2] >> 1]  # a lambda's stands nowhere: what it returns does
            if index and (op == "FOR_ITER" or index not in targets and self.goes_by_value(op)):
                position = next(each._position for each in reversed(instructions) if each.op != "COPY")
            instructions.append(Instruction(op, arg, index, self.code, position))
        return Code(self.code, tuple(instructions), self.resolved_handlers(indices, instructions))

    def goes_by_value(self, op: str) -> bool:
        """Whether an instruction stands where the value stands that it goes by, which stands before it: in some versions
        that is the whole statement, or a variable of it."""
        return op in CONDITIONAL or op == "GET_ITER" or op == "YIELD_VALUE" and self.code.co_name == "<genexpr>"

    def mark(self, step: tuple, before: tuple | None, position: tuple) -> tuple | None:
        """What a step has in common with its twins: its place in the source, how high the stack is, its handlers. (Where
        CPython 3.13 loads two variables at once, the second one's place is nowhere but in its line.)"""
        op, _, start = step
        if position[0] is None:
            return None
        is_second = before is not None and before[0] == op == "LOAD_FAST" and before[2] == start
        place, height = position[:1] if op == "LOAD_FAST" else position, self.height_at[start] + is_second
        return place, height, *(entry[2] for entry in self.handlers if entry[0] <= start < entry[1])

    def resolved_handlers(self, indices: list[int], instructions: list[Instruction]) -> tuple[Handler, ...]:
        result: list[Handler] = []
        for start, end, target, depth, lasti in self.handlers:
            if target not in self.states:
                continue
            _, phantoms = self.states[target]
            first, last, goal = (indices[self.index_at[offset]] for offset in (start, end, target))
            handler = Handler(first, last, goal, depth - sum(slot < depth for slot in phantoms), lasti,
                              only_puts_back(instructions, goal))
            if result and result[-1].end == first and result[-1][2:] == handler[2:]:
                result[-1] = result[-1]._replace(end=last)
            elif first < last:
                result.append(handler)
        return tuple(result)


def only_puts_back(instructions: list[Instruction], index: int) -> bool:
    while instructions[index].op in ("SWAP", "POP_TOP", "STORE_FAST"):
        index += 1
    return instructions[index].op == "RERAISE" and instructions[index].arg == 0
