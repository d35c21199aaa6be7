"""Kernels one after the other in one: a single work-group does what each of them does before it goes on to the next.

A driver takes several microseconds to launch a kernel, and the small levels of a pyramid take less. So the text of a kernel
is kept as that of a function, too, which is told its item, and is called for all of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from .dialect import Printer
from .prelude import Helper, Wide, prelude
from .program import Called

NAME = "in_one"
APART = "__attribute__((noinline))"  # what is called several times is compiled once: interpolation's levels in 0.4 s for 1.2
AS_WRITTEN = "#pragma OPENCL FP_CONTRACT OFF"  # a product is rounded before it is added to something


def as_called(printer: Printer, exact: bool) -> Called:
    """What was printed, as a function. What it reads, another one may have written a moment ago: a compiler must not be
    told that nobody else has a way there."""
    given = [each for parameter in printer.parameters for each in parameter.replace("restrict ", "").split(", ")]
    body = re.sub(r"get_global_id\((\d)\)", r"pg_item\1", str(printer))
    helpers = [(helper if isinstance(helper, str) else tuple(helper), count) for helper, count in printer.helpers.items()]
    return Called(tuple(given), body, tuple(printer.constants), tuple(helpers), exact)


def in_one(called: Sequence[Called], group: int) -> tuple[str, str]:
    """The text and name of a kernel for a group of so many work-items that calls all of these. It is given what they are,
    one after the other, and behind that of each how many items it has along x and y."""
    names: dict[Called, str] = {}
    functions, parameters, calls = list[str](), list[str](), list[str]()
    helpers: Counter[Helper] = Counter()
    for number, each in enumerate(called):
        if each not in names:
            names[each] = name = f"part_{len(names)}"
            functions.append(_function(each, name))
            helpers.update({helper if isinstance(helper, str) else Wide(*helper): count for helper, count in each.helpers})
        types = [*[re.sub(r"\w+$", "", given) for given in each.given], "int ", "int "]
        own = [f"a{number}_{place}" for place in range(len(types))]
        parameters += [type + name for type, name in zip(types, own)]
        *given, across, down = own
        calls.append(f"    for (int i = get_local_id(0); i < {across} * {down}; i += {group})\n"
                     f"        {names[each]}({', '.join(given)}, i % {across}, i / {across});\n")
    start = f"__attribute__((reqd_work_group_size({group}, 1, 1)))\n__kernel void {NAME}"
    body = "    barrier(CLK_GLOBAL_MEM_FENCE);\n".join(calls)
    parts = [AS_WRITTEN if any(each.exact for each in called) else "", prelude(helpers), *functions,
             f"{_signed(start, parameters)}\n{{\n{body}}}"]
    return "\n\n".join(part for part in parts if part) + "\n", NAME


def _signed(start: str, parameters: Sequence[str]) -> str:
    return f"{start}(" + ",\n        ".join(parameters) + ")"


def _function(called: Called, name: str) -> str:
    """Its tables, which others may have called the same, are called after it."""
    signature = _signed(f"{APART} void {name}", [*called.given, "int pg_item0", "int pg_item1"])
    found = "\n".join([*called.tables, f"{signature}\n{{\n{called.body}\n}}"])
    for table in called.tables:
        its = table.split("[")[0].split()[-1]
        found = re.sub(rf"\b{its}\b", f"{its}_{name}", found)
    return found
