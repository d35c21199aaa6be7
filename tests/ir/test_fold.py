"""The algebra of the builder: what is written without an operation, or with a cheaper one."""

import math

import pytest

from pygpu.ir import BOOL, FLOAT, INT, Block, Builder, Const, Graph, Output, Value, constant, print_graph, same


@pytest.fixture
def b():
    return Builder(Block())


def values(type, count=3):
    return [Value(type, None, name) for name in "abc"[:count]]


def text(value):
    """A value as an expression: operations around names."""
    if isinstance(value, Const):
        return repr(value.value)
    op = value.owner
    return value.name if op is None else f"{op.kind.name}({', '.join(map(text, op.operands))})"


A = "a"  # stands for the value itself
FLOAT_CASES = [
    ("add", (A, 0.0), "a"),
    ("add", (0.0, A), "a"),
    ("add", (A, -0.0), "a"),
    ("sub", (A, 0.0), "a"),
    ("sub", (0.0, A), "neg(a)"),
    ("mul", (A, 1.0), "a"),
    ("mul", (-1.0, A), "neg(a)"),
    ("mul", (A, 0.0), "0.0"),
    ("mul", (A, -0.0), "0.0"),
    ("div", (A, 1.0), "a"),
    ("div", (A, -1.0), "neg(a)"),
    ("div", (A, 8.0), "mul(a, 0.125)"),
    ("div", (A, 0.25), "mul(a, 4.0)"),
    ("div", (A, 3.0), "div(a, 3.0)"),
    ("div", (A, 0.0), "div(a, 0.0)"),
    ("div", (A, math.inf), "div(a, inf)"),
    ("div", (A, 2.0**-140), f"div(a, {2.0**-140})"),
    ("pow", (A, 0.0), "1.0"),
    ("pow", (A, 1.0), "a"),
    ("pow", (A, 2.0), "mul(a, a)"),
    ("pow", (A, 3.0), "mul(mul(a, a), a)"),
    ("pow", (A, 4.0), "mul(mul(a, a), mul(a, a))"),
    ("pow", (A, -1.0), "div(1.0, a)"),
    ("pow", (A, 0.5), "select(eq(a, -inf), inf, sqrt(a))"),
    ("pow", (A, -0.5), "div(1.0, select(eq(a, -inf), inf, sqrt(a)))"),
    ("pow", (A, 2.2), "pow(a, 2.2)"),
    ("pow", (2.0, A), "exp2(a)"),
    ("pow", (1.0, A), "1.0"),
    ("pow", (A, 100.0), "pow(a, 100.0)"),
    ("pow", (A, math.nan), "pow(a, nan)"),
    ("min", (A, A), "a"),
    ("max", (A, A), "a"),
    ("sub", (A, A), "sub(a, a)"),
    ("div", (A, A), "div(a, a)"),
    ("lt", (A, A), "False"),
    ("eq", (A, A), "eq(a, a)"),
    ("le", (A, A), "le(a, a)"),
    ("lt", (0.5, A), "gt(a, 0.5)"),
    ("ge", (0.5, A), "le(a, 0.5)"),
    ("select", (True, A, 2.0), "a"),
    ("select", (False, A, 2.0), "2.0"),
]
INT_CASES = [
    ("add", (A, 0), "a"),
    ("sub", (A, 3), "add(a, -3)"),
    ("sub", (A, A), "0"),
    ("mul", (A, 0), "0"),
    ("mul", (A, 1), "a"),
    ("floordiv", (A, 8), "shr(a, 3)"),
    ("floordiv", (A, 1), "a"),
    ("floordiv", (A, 3), "floordiv(a, 3)"),
    ("mod", (A, 8), "and(a, 7)"),
    ("mod", (A, 1), "0"),
    ("mod", (A, -8), "mod(a, -8)"),
    ("ipow", (A, 0), "1"),
    ("ipow", (A, 2), "mul(a, a)"),
    ("ipow", (A, -1), "0"),
    ("and", (A, 0), "0"),
    ("and", (A, -1), "a"),
    ("or", (A, 0), "a"),
    ("or", (A, -1), "-1"),
    ("and", (A, 6), "and(a, 6)"),
    ("xor", (A, A), "0"),
    ("xor", (A, 0), "a"),
    ("xor", (A, -1), "invert(a)"),
    ("shl", (A, 0), "a"),
    ("shr", (A, 0), "a"),
    ("lt", (A, A), "False"),
    ("le", (A, A), "True"),
    ("eq", (A, A), "True"),
    ("ne", (A, A), "False"),
    ("sub", (A, -(2**31)), f"add(a, {-(2**31)})"),
    ("and", (A, A), "a"),
]
BOOL_CASES = [
    ("and", (A, True), "a"),
    ("and", (A, False), "False"),
    ("or", (A, True), "True"),
    ("or", (A, False), "a"),
    ("and", (A, A), "a"),
    ("or", (A, A), "a"),
    ("xor", (A, A), "False"),
    ("xor", (A, True), "not(a)"),
    ("eq", (A, True), "a"),
    ("eq", (A, False), "not(a)"),
    ("ne", (A, True), "not(a)"),
    ("ne", (A, False), "a"),
    ("eq", (A, A), "True"),
    ("select", (A, True, False), "a"),
    ("select", (A, False, True), "not(a)"),
    ("select", (A, A, False), "a"),
    ("select", (A, 1.0, 0.0), "float_of_bool(a)"),
    ("select", (A, 0, 1), "int_of_bool(not(a))"),
    ("select", (A, 2.0, 2.0), "2.0"),
    ("select", (A, A, True), "True"),
    ("select", (A, False, A), "False"),
]


@pytest.mark.parametrize(
    "type, kind, operands, expected",
    [(t, *case) for t, cases in ((FLOAT, FLOAT_CASES), (INT, INT_CASES), (BOOL, BOOL_CASES)) for case in cases],
)
def test_one_operation(b, type, kind, operands, expected):
    (a,) = values(type, 1)
    assert text(b.emit(kind, *[a if o is A else constant(o) for o in operands])) == expected


def test_sums_of_an_integer_and_constants_are_one_sum(b):
    a, c = values(INT, 2)
    plus = b.emit("add", b.emit("sub", b.emit("add", a, constant(5)), constant(2)), constant(-4))
    assert text(plus) == "add(a, -1)"
    assert text(b.emit("add", plus, constant(1))) == "a"
    assert text(b.emit("sub", b.emit("add", a, constant(7)), plus)) == "8"
    assert text(b.emit("mul", b.emit("mul", c, constant(3)), constant(5))) == "mul(b, 15)"
    assert text(b.emit("add", b.emit("add", a, constant(2**31 - 1)), constant(1))) == f"add(add(a, {2**31 - 1}), 1)"


def test_sums_of_floats_keep_their_order(b):
    (a,) = values(FLOAT, 1)
    assert text(b.emit("add", b.emit("add", a, constant(0.1)), constant(0.2))) == "add(add(a, 0.1), 0.2)"


def test_signs(b):
    a, c = values(FLOAT, 2)
    minus_a, minus_c = b.emit("neg", a), b.emit("neg", c)
    assert b.emit("neg", minus_a) is a
    assert text(b.emit("add", a, minus_c)) == "sub(a, b)"
    assert text(b.emit("add", minus_a, c)) == "sub(b, a)"
    assert text(b.emit("sub", a, minus_c)) == "add(a, b)"
    assert text(b.emit("mul", minus_a, minus_c)) == "mul(a, b)"
    assert text(b.emit("mul", minus_a, constant(2.0))) == "mul(a, -2.0)"
    assert text(b.emit("abs", minus_a)) == "abs(a)"
    assert text(b.emit("abs", b.emit("abs", a))) == "abs(a)"


def test_logic(b):
    a, c, d = values(BOOL)
    no = b.emit("not", a)
    assert b.emit("not", no) is a
    assert text(b.emit("and", a, no)) == "False" and text(b.emit("or", no, a)) == "True"
    assert text(b.emit("and", no, b.emit("not", c))) == "not(or(a, b))"
    assert text(b.emit("or", b.emit("and", a, c), a)) == "a"
    assert text(b.emit("and", b.emit("and", a, c), c)) == "and(a, b)"
    assert text(b.emit("select", no, c, d)) == "select(a, c, b)"
    assert text(b.emit("select", a, constant(True), c)) == "or(a, b)"
    assert text(b.emit("select", a, c, constant(False))) == "and(a, b)"


def test_a_float_that_is_not_less_may_be_nan(b):
    (f, g), (i, j) = values(FLOAT, 2), values(INT, 2)
    assert text(b.emit("not", b.emit("lt", f, g))) == "not(lt(a, b))"
    assert text(b.emit("not", b.emit("lt", i, j))) == "ge(a, b)"
    assert text(b.emit("not", b.emit("eq", f, g))) == "ne(a, b)"


def test_choices_by_one_condition_are_one_choice(b):
    c, x, y, z = Value(BOOL, None, "c"), *values(FLOAT, 2), Value(FLOAT, None, "z")
    inner = b.emit("select", c, x, y)
    assert text(b.emit("select", c, inner, z)) == "select(c, a, z)"
    assert text(b.emit("select", c, z, inner)) == "select(c, z, b)"
    assert text(b.emit("select", b.emit("not", c), x, y)) == "select(c, b, a)"


def test_conversions_there_and_back(b):
    i, f, c = Value(INT, None, "i"), Value(FLOAT, None, "f"), Value(BOOL, None, "c")
    assert b.convert(b.convert(i, FLOAT), INT) is i
    assert text(b.convert(b.convert(c, INT), FLOAT)) == "float_of_bool(c)"
    assert b.convert(b.convert(c, FLOAT), BOOL) is c
    assert b.convert(b.emit("floor", b.convert(i, FLOAT)), INT) is i
    assert text(b.convert(b.emit("trunc", f), INT)) == "int_of_float(f)"
    assert text(b.emit("rint", b.emit("floor", f))) == "floor(f)"
    assert text(b.convert(b.convert(f, INT), FLOAT)) == "float_of_int(int_of_float(f))"
    assert text(b.emit("eq", b.convert(c, INT), constant(2))) == "False"
    assert text(b.emit("eq", b.convert(c, INT), constant(0))) == "not(c)"


def test_what_nothing_reads_gives_way(b):
    c, x, nothing = Value(BOOL, None, "c"), Value(FLOAT, None, "x"), Const(FLOAT, None)
    assert b.emit("select", c, x, nothing) is x
    assert b.emit("select", c, nothing, x) is x
    assert b.emit("and", c, Const(BOOL, None)) is c
    assert b.emit("add", x, nothing).value is None
    assert b.emit("lt", x, nothing).type is BOOL
    assert b.convert(nothing, INT).type is INT


def test_constants_are_computed_as_32_bits(b):
    assert b.emit("add", constant(2**31 - 1), constant(1)).value == -(2**31)
    assert b.emit("mul", constant(1e30), constant(1e30)).value == math.inf
    assert b.emit("add", constant(16777216.0), constant(1.0)).value == 16777216.0
    assert math.isnan(b.emit("sqrt", constant(-1.0)).value)
    assert b.emit("floordiv", constant(5), constant(0)).value == 0
    assert b.emit("table", constant(7), type=FLOAT, values=(1.0, 2.0)).value == 2.0


def test_the_same_operation_is_written_once(b):
    x, y = values(FLOAT, 2)
    assert b.emit("add", x, y) is b.emit("add", y, x)
    assert b.emit("sub", x, y) is not b.emit("sub", y, x)
    assert b.emit("mul", x, constant(2.0)) is b.emit("mul", constant(2.0), x)
    assert len(b.block.ops) == 4


def test_what_a_block_computes_is_not_known_outside(b):
    x, y = values(FLOAT, 2)
    inner = Block()
    with b.inside(inner):
        there = b.emit("add", x, y)
    assert b.emit("add", x, y) is not there


def branch(b, condition, then, otherwise):
    """An `if` whose arms are functions."""
    blocks = []
    for arm in (then, otherwise):
        block = Block()
        with b.inside(block):
            block.results = tuple(arm())
        blocks.append(block)
    return b.branch(condition, *blocks)


def test_only_what_needs_a_branch_is_left_to_it(b):
    c, x, y = Value(BOOL, None, "c"), *values(FLOAT, 2)
    results = branch(
        b,
        c,
        lambda: (constant(True), x, b.emit("sqrt", x), x, Const(FLOAT, None)),
        lambda: (constant(False), y, y, x, y),
    )
    flag, chosen, root, either, other = results
    assert flag is c and text(chosen) == "select(c, a, b)" and either is x and other is y
    assert root.owner.kind.name == "if" and len(root.owner.results) == 1


def test_a_branch_on_a_negation_is_turned_round(b):
    c, x = Value(BOOL, None, "c"), Value(FLOAT, None, "x")
    (result,) = branch(b, b.emit("not", c), lambda: (b.emit("sqrt", x),), lambda: (x,))
    assert result.owner.operands == (c,) and result.owner.blocks[1].ops[0].kind.name == "sqrt"


def test_results_that_were_made_before_are_defined(b):
    c, x, wanted = Value(BOOL, None, "c"), Value(FLOAT, None, "x"), Value(FLOAT)
    then, otherwise = Block(), Block()
    then.results, otherwise.results = (x,), (constant(1.0),)
    assert b.branch(c, then, otherwise, [wanted]) == (wanted,) and wanted.owner is b.block.ops[-1]


def test_a_carried_value_that_stays_is_known_after_the_loop(b):
    x, n = Value(FLOAT, None, "x"), Value(INT, None, "n")
    body = Block([FLOAT, INT])
    with b.inside(body):
        kept, i = body.args
        j = b.emit("add", i, constant(1))
        body.results = (b.emit("lt", j, n), kept, j, j, x)
    first, count, again, outside = b.loop([x, constant(0)], body)
    assert first is x and outside is x and count is again


def test_folding_keeps_a_nan_a_nan():
    assert same(Const(FLOAT, math.nan), Const(FLOAT, math.nan)) and not same(constant(0.0), constant(-0.0))
    assert not same(constant(1), constant(1.0)) and not same(constant(1), constant(True))
    graph = Graph("f", outputs=[Output((constant(math.nan),), "Float")])
    assert "return Float: nan" in print_graph(graph)


def test_a_choice_of_the_smaller_is_a_minimum(b):
    x, y = values(FLOAT, 2)
    for compare, first, second, wanted in (
        ("lt", x, y, "min(b, a)"),
        ("le", x, y, "min(b, a)"),
        ("lt", y, x, "max(a, b)"),
        ("gt", x, y, "max(b, a)"),
        ("ge", y, x, "min(a, b)"),
    ):
        assert text(b.emit("select", b.emit(compare, x, y), first, second)) == wanted
    assert text(b.emit("select", b.emit("lt", x, constant(0.0)), constant(0.0), x)) == "max(a, 0.0)"
    assert text(b.emit("select", b.emit("eq", x, y), x, y)) == "select(eq(a, b), a, b)"


@pytest.mark.parametrize("compare", ["lt", "le", "gt", "ge"])
@pytest.mark.parametrize("swapped", [False, True])
def test_a_minimum_does_with_a_nan_what_the_choice_did(compare, swapped):
    b = Builder(Block())
    x, y = values(FLOAT, 2)
    condition = b.emit(compare, x, y)
    op = b.emit("select", condition, *((y, x) if swapped else (x, y))).owner
    for p in (1.0, 2.0, math.nan):
        for q in (1.0, 2.0, math.nan):
            given = {x: p, y: q}
            holds = {"lt": p < q, "le": p <= q, "gt": p > q, "ge": p >= q}[compare]
            wanted = (q if holds else p) if swapped else (p if holds else q)
            got = {"min": min, "max": max}[op.kind.name](*[given[o] for o in op.operands])
            assert got == wanted or math.isnan(got) and math.isnan(wanted)


def test_a_whole_number_between_two_is_first_not_below_the_lower(b):
    a, other, _ = values(INT)
    low, high, between = constant(0), constant(2), "min(max(a, 0), 2)"
    assert text(b.emit("max", b.emit("min", a, high), low)) == between
    assert text(b.emit("max", low, b.emit("min", high, a))) == between
    assert text(b.emit("min", b.emit("max", a, low), high)) == between
    assert text(b.emit("max", b.emit("min", a, low), high)) == "max(min(a, 0), 2)", "there is none between those"
    assert text(b.emit("max", b.emit("min", a, other), low)) == "max(min(a, b), 0)"
    real, *_ = values(FLOAT)
    assert text(b.emit("max", b.emit("min", real, constant(1.0)), constant(0.0))) == "max(min(a, 1.0), 0.0)"
