"""Kernels one after the other in one: a single work-group does what each of them does before it goes on to the next.

A driver takes several microseconds to launch a kernel, and the small levels of a pyramid take less. So a kernel is printed
as a function, too, which is told its item, and is called for all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha1

from ..kernel import values as V
from ..kernel.kernels import Kernel, Table
from .dialect import Printer
from .expressions import ATOM, Text, c_type
from .machine import MACHINE
from .prelude import Helper, Wide, prelude
from .program import COMMON, Called

NAME = "in_one"
APART = "__attribute__((noinline))"  # what is called several times is compiled once: interpolation's levels in 0.4 s for 1.2
AS_WRITTEN = "#pragma OPENCL FP_CONTRACT OFF"  # a product is rounded before it is added to something
ITEMS = "pg_item0", "pg_item1"


def is_callable(kernel: Kernel) -> bool:
    """Whether items do without their group, or lie in it in a line; and what it is given, others may be given, too."""
    return (kernel.alone or kernel.group is not None and kernel.group[1] == 1) and not any(
        parameter.picture or parameter.stands == "stop" for parameter in kernel.parameters)


class Function(Printer):
    """Prints a kernel as a function. What it reads, another one may have written a moment ago: a compiler must not be told
    that nobody else has a way there. Its tables are called after it, since there are others, and it is given local memory
    by its caller: only a kernel may have that."""

    on_vectors, in_groups, only = "", "", ""
    machine = {**MACHINE, V.ITEM: lambda printer, op, texts: Text(ITEMS[op.extra], ATOM)}

    def __init__(self, printed: Printer):
        """The same for all kernels of one text is what it is called."""
        text = "\n".join([*printed.constants, printed.framed()])
        super().__init__(replace(printed.kernel, name=f"part_{sha1(text.encode()).hexdigest()[:16]}"))
        self.parameters += [f"int {item}" for item in ITEMS]
        self.local: list[tuple[str, str]] = []
        self.opening = "void" if self.kernel.group else f"{APART} void"

    def shared(self, start: str, var: V.Var, behind: str) -> None:
        self.parameters.append(start + self.call(var, f"pg_local{len(self.local)}") + behind)
        self.local.append((start, behind))

    def table_named(self, table: Table, tables: dict[str, str]) -> None:
        self.call(table.var, self.names.new(f"{self.name}_{self.wish(table.var)}"))

    @property
    def given(self) -> list[str]:
        """What stands before each name of what the kernel is given."""
        return [f"{c_type(var.word)} " if not isinstance(var.type, V.Pointer) else
                "int " if parameter.common else self.pointer_type(var.leads)
                for parameter in self.kernel.parameters for var in parameter.vars]


def as_called(printed: Printer, exact: bool) -> Called:
    """What was printed, as a function."""
    made = Function(printed)
    text = "\n".join([made.printed(), ""])
    helpers = [(helper if isinstance(helper, str) else tuple(helper), count) for helper, count in made.helpers.items()]
    return Called(made.name, "\n".join([*made.constants, text]), tuple(made.given), tuple(helpers), exact,
                  made.kernel.has_common, made.kernel.group and made.kernel.group[0], tuple(made.local))


def in_one(called: Sequence[Called], group: int) -> tuple[str, str]:
    """The text and name of a kernel for a group of so many work-items that calls all of these. It is given what they are,
    one after the other, and behind that of each how many items it has along x and y; last of all the memory that any of them
    has in common with others."""
    functions = {each.name: each for each in called}
    helpers: Counter[Helper] = Counter()
    for each in functions.values():
        helpers.update({helper if isinstance(helper, str) else Wide(*helper): count for helper, count in each.helpers})
    parameters, calls = list[str](), list[str]()
    local = {each.name: [f"{each.name}_{n}" for n in range(len(each.local))] for each in called}
    lines = [f"    {start}{name}{behind};\n" for each in functions.values()
             for name, (start, behind) in zip(local[each.name], each.local)]
    for number, each in enumerate(called):
        types = [*each.given, "int ", "int "]
        own = [f"a{number}_{place}" for place in range(len(types))]
        parameters += [type + name for type, name in zip(types, own)]
        *given, across, down = own
        given += [COMMON] if each.common else []
        if each.group is not None:
            calls.append(f"    {each.name}({', '.join([*given, 'get_local_id(0)', '0', *local[each.name]])});\n")
            continue
        calls.append(f"    for (int i = get_local_id(0); i < {across} * {down}; i += {group})\n"
                     f"        {each.name}({', '.join(given)}, i % {across}, i / {across});\n")
    if any(each.common for each in called):
        parameters.append(f"__global char *{COMMON}")
    start = f"__attribute__((reqd_work_group_size({group}, 1, 1)))\n__kernel void {NAME}("
    between = f"    barrier({'CLK_LOCAL_MEM_FENCE | ' if lines else ''}CLK_GLOBAL_MEM_FENCE);\n"
    body = "".join(lines) + between.join(calls)
    parts = [AS_WRITTEN if any(each.exact for each in called) else "", prelude(helpers),
             *[each.text for each in functions.values()], start + ",\n        ".join(parameters) + f")\n{{\n{body}}}"]
    return "\n\n".join(part for part in parts if part) + "\n", NAME
