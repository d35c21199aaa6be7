"""Every instruction of the Python that runs the tests has a meaning here or a reason why not, and the stack adds up."""

import opcode
from pathlib import Path
from types import CodeType

import pytest

from pygpu.bytecode import decode
from pygpu.bytecode.canonical import COMPARISONS, ENDS, JUMPS, OPERATORS, OPS
from pygpu.bytecode.versions import TABLE, unknown_opcodes

# Python's own library, written by many hands in every style.
LIBRARY = Path(opcode.__file__).parent
MODULES = sorted(path for path in LIBRARY.glob("*.py") if path.name[0] in "_acdfistu")


def code_objects(code: CodeType):
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from code_objects(constant)


def test_no_opcode_is_unknown():
    assert not unknown_opcodes()


def test_no_rule_is_left_over():
    assert TABLE.rules.keys() <= opcode.opmap.keys()


def test_lists_are_those_of_python():
    symbols = [symbol for _, symbol in opcode._nb_ops]
    assert symbols[:26] == [*OPERATORS, *(symbol + "=" for symbol in OPERATORS)]
    assert list(opcode.cmp_op)[:6] == list(COMPARISONS)
    for index, value in enumerate(getattr(opcode, "_common_constants", ())):
        assert loaded_common_constant(index) is value


def loaded_common_constant(index):
    """What the rule of LOAD_COMMON_CONSTANT says, asked through bytecode that holds nothing else."""
    operations = [opcode.opmap["LOAD_COMMON_CONSTANT"], index, opcode.opmap["RETURN_VALUE"], 0]
    code = (lambda: None).__code__.replace(co_code=bytes(operations))
    return decode(code).instructions[0].arg


REFUSED = {
    "async def f(a):\n    await a": "await",
    "async def f(a):\n    async with a: pass": "await",
    "async def f(a):\n    async for b in a: pass": "await",
    "async def f(a):\n    return [b async for b in a]": "await",
    "async def f(a):\n    yield a": "await",
    "def f():\n    try: f()\n    except* ValueError: pass": "except*",
    "def f(a):\n    return t'{a}'": "template",
    "from math import *": "import *",
}


@pytest.mark.parametrize("source", REFUSED)
def test_refused_with_a_reason(source):
    try:
        module = compile(source, "refused.py", "exec")
    except SyntaxError:
        pytest.skip("not in this Python's grammar")
    steps = [step for code in code_objects(module) for step in decode(code).instructions]
    reasons = [step.arg[1] for step in steps if step.op == "REFUSED"]
    assert reasons and all(REFUSED[source] in reason for reason in reasons), reasons


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_the_stack_adds_up(path):
    """On every way to an instruction the stack is equally high, and handlers cut it to what is there."""
    for code in code_objects(compile(path.read_bytes(), str(path), "exec")):
        decoded = decode(code)
        assert all(step.op in OPS for step in decoded.instructions)
        if all(step.op != "REFUSED" for step in decoded.instructions):
            check_heights(decoded)


def check_heights(decoded):
    heights, waiting = {0: 0}, [0]

    def reach(index, height):
        assert heights.setdefault(index, height) == height, (decoded.name, index)
        waiting.append(index)

    seen = set()
    while waiting:
        index = waiting.pop()
        if index in seen:
            continue
        seen.add(index)
        step, height = decoded.instructions[index], heights[index]
        after = height + effect(step)
        assert after >= 0
        for handler in decoded.handlers:
            if handler.start <= index < handler.end:
                assert handler.depth <= height
                reach(handler.target, handler.depth + handler.lasti + 1)
        if step.op in JUMPS:
            reach(step.arg, after - {"FOR_ITER": 2, "SEND": 1}.get(step.op, 0))
        if step.op == "RETURN_VALUE":
            assert after == 0, (decoded.name, index)
        if step.op not in ENDS | {"JUMP"}:
            reach(index + 1, after)
    assert len(seen) == len(decoded.instructions), "some cannot be reached"


def effect(step) -> int:
    """What an instruction that goes on to the next adds to the stack."""
    arg = step.arg
    match step.op:
        case "CALL":
            return -arg[0]
        case "CALL_EX":
            return -1 - arg
        case "BUILD_TUPLE" | "BUILD_LIST" | "BUILD_SET" | "BUILD_STRING" | "BUILD_SLICE":
            return 1 - arg
        case "BUILD_MAP":
            return 1 - 2 * arg
        case "BUILD_CONST_KEY_MAP" | "RAISE":
            return -arg
        case "UNPACK_SEQUENCE":
            return arg - 1
        case "UNPACK_EX":
            return sum(arg)
        case "FORMAT":
            return -arg[1]
    taken, left = (len([word for word in part.split() if word != "..."])
                   for part in OPS[step.op][1].split("(")[0].split("[")[0].split("--"))
    return left - taken
