"""The same source gives the same canonical instructions on every CPython, wherever their compilers decide alike."""

from types import CodeType

import pytest

from pygpu.bytecode import Code, decode
from tests.bytecode.corpus import FUNCTIONS

SAME = ("arithmetic", "comparisons", "logic", "conditional", "items", "attributes", "calls", "recursion", "decorated",
        "branches", "early_return", "none_tests", "nested_loops", "while_in_while", "endless",
        "loop_targets", "unpacking", "asserts")


def written(code: Code) -> str:
    """Instructions and handlers, one a line; inner functions after them."""
    lines = [f"# {code.name}"]
    inner = []
    for step in code.instructions:
        arg = step.arg
        if isinstance(arg, CodeType):
            inner.append(arg)
            arg = f"<code of {arg.co_name}>"
        lines.append(f"{step.index:3} {step.op}" + ("" if arg is None and step.op != "LOAD_CONST" else f" {arg!r}"))
    lines += map(str, code.handlers)
    return "\n".join([*lines, *(written(decode(each)) for each in inner)])


@pytest.mark.parametrize("name", SAME)
def test_stream(name, golden):
    golden.text(written(decode(FUNCTIONS[name].__code__)), f"golden/{name}.txt")
