"""Kernels one after the other in one: a single work-group does what each of them does before it goes on to the next.

A driver takes several microseconds to launch a kernel, and the small levels of a pyramid take less. So a kernel is printed
as a function, too, which is told its item, and is called for all of them.

A large kernel may come first: all groups do what it does, and the one that is done last what follows. Nobody waits for
another group, which might not have begun.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha1
from math import prod

from ..elements import ELEMENTS
from ..kernel import statements as S
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
MEMBERS = "pg_member0", "pg_member1"
# What a group wrote before it was counted, the last one sees. By the words of OpenCL C 1 only its own items would, but
# NVIDIA's compiler makes one for the device (membar.gl) of a fence of what is written, or read; not so of one of both.
COUNTED = "pg_counted"
LAST = f"""    write_mem_fence(CLK_GLOBAL_MEM_FENCE);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (mine == 0)
        groups = atomic_inc({COUNTED}) + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (groups < (int)(get_num_groups(0) * get_num_groups(1)))
        return;
    read_mem_fence(CLK_GLOBAL_MEM_FENCE);
"""
DONE = f"""    if (mine == 0)
        *{COUNTED} = 0;
"""


def is_callable(kernel: Kernel) -> bool:
    """Whether it is known what group its items need, if they need one; and what it is given, others may be given, too."""
    return (kernel.alone or kernel.group is not None) and not any(
        parameter.picture or parameter.stands == "stop" for parameter in kernel.parameters)


class Function(Printer):
    """Prints a kernel as a function. What it reads, another one may have written a moment ago: a compiler must not be told
    that nobody else has a way there. Its tables are called after it, since there are others, and it is given local memory
    by its caller: only a kernel may have that."""

    on_vectors, in_groups, only = "", "", ""
    machine = {**MACHINE, V.ITEM: lambda printer, op, texts: Text(ITEMS[op.extra], ATOM),
               V.MEMBER: lambda printer, op, texts: Text(MEMBERS[op.extra], ATOM),
               V.ORIGIN: lambda printer, op, texts: Text(f"({ITEMS[op.extra]} - {MEMBERS[op.extra]})", ATOM)}

    def __init__(self, printed: Printer):
        """The same for all kernels of one text is what it is called."""
        text = "\n".join([*printed.constants, printed.framed()])
        super().__init__(replace(printed.kernel, name=f"part_{sha1(text.encode()).hexdigest()[:16]}"))
        self.parameters += [f"int {number}" for number in (*ITEMS, *MEMBERS * bool(self.kernel.group))]
        self.local: list[tuple[str, str]] = []
        self.room = 0  # bytes of it
        self.opening = "void" if self.kernel.group else f"{APART} void"

    def shared(self, start: str, array: S.Array, behind: str) -> None:
        self.parameters.append(start + self.call(array.var, f"pg_local{len(self.local)}") + behind)
        self.local.append((start, behind))
        self.room += ELEMENTS[array.var.leads.element].size * prod(array.extents)

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
                  made.kernel.has_common, made.kernel.group, tuple(made.local), made.room)


def in_one(called: Sequence[Called], group: Sequence[int], leads: bool) -> tuple[str, str]:
    """The text and name of a kernel for a group of so many work-items that calls all of these. It is given what they are,
    one after the other, and behind that of each how many items it has along x and y; last of all the memory that any of them
    has in common with others. If the first one `leads`, all groups call it, and it is given behind everything where they are
    counted."""
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
        if each.group is None and not (leads and number == 0):
            calls.append(f"    for (int i = mine; i < {across} * {down}; i += {prod(group)})\n"
                         f"        {each.name}({', '.join(given)}, i % {across}, i / {across});\n")
            continue
        wide, high = each.group or group
        items = members = ["mine", "0"] if high == 1 else [f"mine % {wide}", f"mine / {wide}"]  # of the only group
        if leads and number == 0:
            items, members = [[f"get_{of}_id({axis})" for axis in range(2)] for of in ("global", "local")]
        told = [*given, *items, *(members if each.group else ()), *local[each.name]]
        calls.append(f"    {each.name}({', '.join(told)});\n")
    if any(each.common for each in called):
        parameters.append(f"__global char *{COMMON}")
    between = f"    barrier({'CLK_LOCAL_MEM_FENCE | ' if lines else ''}CLK_GLOBAL_MEM_FENCE);\n"
    if leads:
        parameters.append(f"volatile __global int *{COUNTED}")
        lines.append("    __local int groups;\n")
    start = f"__attribute__((reqd_work_group_size({group[0]}, {group[1]}, 1)))\n__kernel void {NAME}("
    lines.append("    const int mine = get_local_id(0)" + f" + {group[0]} * get_local_id(1)" * (group[1] > 1) + ";\n")
    body = "".join(lines) + (calls.pop(0) + LAST if leads else "") + between.join(calls) + (DONE if leads else "")
    parts = [AS_WRITTEN if any(each.exact for each in called) else "", prelude(helpers),
             *[each.text for each in functions.values()], start + ",\n        ".join(parameters) + f")\n{{\n{body}}}"]
    return "\n\n".join(part for part in parts if part) + "\n", NAME
