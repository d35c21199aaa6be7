"""What truth values tell about each other."""

import itertools

import pytest

from pygpu.ir import BOOL, Block, Builder, Const, Value, implied, truth_of
from tests.ir.test_fold import text

NAMES = "pqr"


@pytest.fixture
def words():
    builder = Builder(Block())
    p, q, r = (Value(BOOL, None, name) for name in NAMES)
    return builder, p, q, r


def test_what_follows(words):
    b, p, q, r = words
    both, either = b.emit("and", p, b.emit("not", q)), b.emit("or", p, q)
    assert implied(both, True)[p] is True and implied(both, True)[q] is False
    assert p not in implied(both, False)
    assert implied(either, False)[q] is False and q not in implied(either, True)


def test_what_is_settled(words):
    b, p, q, r = words
    known = {p: True, q: False}
    assert truth_of(b.emit("and", p, r), known) is None
    assert truth_of(b.emit("and", q, r), known) is False
    assert truth_of(b.emit("or", r, p), known) is True
    assert truth_of(b.emit("not", b.emit("or", q, b.emit("not", p))), known) is True
    assert truth_of(Const(BOOL, None), known) is None and truth_of(r, known) is None


@pytest.mark.parametrize(
    "expression, simplest",
    [
        ("p and (not p or q)", "and(p, q)"),
        ("p or (not p and q)", "or(p, q)"),
        ("p and not (p and q)", "and(p, not(q))"),
        ("p or not (p or q)", "or(p, not(q))"),
        ("(p and q) and p", "and(p, q)"),
        ("(p or q) or q", "or(p, q)"),
        ("(p or q) and q", "q"),
        ("(p and q) or p", "p"),
        ("p and not p", "False"),
        ("p or not p", "True"),
        ("(p and q) and not q", "False"),
        ("(p or q) and not (p or q)", "False"),
        ("not p and not q", "not(or(p, q))"),
        ("not (not (not p and q) and p)", "not(p)"),
        ("p and r", "and(p, r)"),
    ],
)
def test_the_builder_writes_the_simplest(words, expression, simplest):
    b, p, q, r = words
    value = build(b, dict(zip(NAMES, (p, q, r))), expression)
    assert text(value) == simplest


def build(b, values, expression):
    import ast

    def of(node):
        if isinstance(node, ast.Name):
            return values[node.id]
        if isinstance(node, ast.UnaryOp):
            return b.emit("not", of(node.operand))
        return b.emit("and" if isinstance(node.op, ast.And) else "or", *[of(v) for v in node.values])

    return of(ast.parse(expression, mode="eval").body)


def value_of(value, given):
    if isinstance(value, Const):
        return value.value
    if value.owner is None:
        return given[value.name]
    sides = [value_of(o, given) for o in value.owner.operands]
    return {"not": lambda: not sides[0], "and": lambda: all(sides), "or": lambda: any(sides)}[value.owner.kind.name]()


def test_every_small_expression_keeps_its_meaning():
    leaves = ["p", "q", "not p", "not q", "r"]
    pairs = [f"({a} {op} {b})" for a, b in itertools.product(leaves, repeat=2) for op in ("and", "or")]
    for one, op, other in itertools.product(
        pairs[::3], ("and", "or"), [*leaves, *pairs[1::4], *[f"not {p}" for p in pairs[::7]]]
    ):
        expression = f"{one} {op} {other}"
        b = Builder(Block())
        value = build(b, {name: Value(BOOL, None, name) for name in NAMES}, expression)
        for row in itertools.product([False, True], repeat=3):
            given = dict(zip(NAMES, row))
            assert value_of(value, given) == eval(expression, {}, given), (expression, text(value), given)
