"""What the interpreter of kernels refuses: kernels made by hand, each wrong in one way."""

import numpy as np
import pytest

from pygpu.kernel import Format, Kernel, Launch, Sequence
from pygpu.kernel.interpret import Unsound, interpret
from pygpu.kernel.kernels import Parameter
from pygpu.kernel.statements import Array, Atomic, Barrier, Code, If, Join, Return, Store
from pygpu.kernel.values import Load, Number, Pointer, Var, item, member

OUT = Var("out", Pointer("int32", "global", False))
STRIDE, WIDTH, HEIGHT = (Var(name, "int32") for name in ("stride", "width", "height"))
SIZE = (4, 1)


def run(write, local=(2, 1)) -> np.ndarray:
    """A kernel over four pixels, two items a group; `write` writes its body."""
    code = Code()
    write(code)
    parameters = [Parameter("output", 0, (OUT, STRIDE)), Parameter("size", 0, (WIDTH, HEIGHT))]
    kernel = Kernel("made", parameters, [], code.statements)
    return interpret(Sequence([Launch(kernel, (1, 1), local)]), [], (), [Format("int32", 1)], SIZE)[0].ravel()


def result(code: Code, value, at=None) -> None:
    code.add(Store(OUT, item(0) if at is None else at, value))


def test_each_item_writes_its_own():
    assert run(lambda code: result(code, item(0) * 10)).tolist() == [0, 10, 20, 30]


def test_trees_grow_together():
    def write(code):
        result(code, item(0))
        code.add(Join(OUT, item(0), item(0) // 2 * 3 % 4))

    assert run(write).tolist() == [0, 0, 2, 2]


@pytest.mark.parametrize("at, what", [
    (item(0) + 1, "element 4 of a global place of 4"),
    (item(0) // 2, "two items write element"),
    (Number(-1), "element -1"),
])
def test_where_it_writes(at, what):
    with pytest.raises(Unsound, match=what):
        run(lambda code: result(code, item(0), at))


def test_what_is_left_out():
    def write(code):
        code.add(If(item(0) >= 3, [Return()]))
        result(code, item(0))

    with pytest.raises(Unsound, match="element 3 of a result is never written"):
        run(write)


def swapped(barrier: bool, some: bool = False):
    """Each item of a group reads what the other one wrote."""
    def write(code):
        shared = Var("shared", Pointer("int32", "local", False))
        code.add(Array(shared, (2,)))
        code.add(Store(shared, member(0), item(0)))
        if barrier:
            code.add(If(member(0) < 1, [Barrier()]) if some else Barrier())
        result(code, Load(shared, 1 - member(0)))

    return write


def test_items_of_a_group_wait_for_each_other():
    assert run(swapped(True)).tolist() == [1, 0, 3, 2]
    with pytest.raises(Unsound, match="without a barrier"):
        run(swapped(False))
    with pytest.raises(Unsound, match="and others not"):
        run(swapped(True, some=True))


def test_counting_together():
    """A histogram's heart: items add to the same element, and wait before they read it."""
    def write(code):
        total = Var("total", Pointer("int32", "local", False))
        code.add(Array(total, (1,)))
        code.add(If(member(0) < 1, [Store(total, Number(0), Number(0))]))
        code.add(Barrier())
        code.add(Atomic(total, Number(0), "add", item(0) + 1))
        code.add(Barrier())
        result(code, Load(total, Number(0)))

    assert run(write).tolist() == [3, 3, 7, 7]


def test_numbers_that_wrap():
    big = Number(1 << 30)
    with pytest.raises(Unsound, match="mul wraps"):
        run(lambda code: result(code, big * (item(0) + 1)))


def test_what_is_not_aligned():
    with pytest.raises(Unsound, match="aligned"):
        run(lambda code: code.add(Store(OUT + 1, Number(0), Number(0), 2, True)))
