"""How small an integer of the graph surely is: what lets `x + 1` be written plainly, where C's overflow is undefined, and
decides tests that a loop's counter always passes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from math import inf, isinf, isnan
from operator import ge, gt, le, lt
from typing import Any

import numpy as np

from .functions import called, given_by
from .graph import Block, Const, Function, Graph, ImageParam, Op, Value, loops, made_by
from .ops import SIDES, SIZES
from .types import BOOL, FLOAT, INT, INT64

LIMIT = 1 << 26  # no image is wider or higher; the run time refuses it
FURTHEST = 1e30  # no float that says how far is larger
DEEP = 120    # operations followed, one below the other
STEEP = 8     # a float counts as so many
_ANY = (-(1 << 31), (1 << 31) - 1)
WHOLE = INT, INT64  # with double precision a counter has 64 bits, and a place is made an Int of it
BETWEEN = "int64_of_int", "int_of_int64"
OF_FLOATS = "int_of_float", "int64_of_float"
LINEAR = {"add", "sub", "neg", "floordiv", "mod"}

TESTS: dict[str, Callable[[float, float], bool]] = {"lt": lt, "le": le, "gt": gt, "ge": ge}

Bounds = tuple[int, int]
Stretch = tuple[float, float]
Numbers = Mapping[Value, Any]  # the run-time numbers of a call
NONE: Numbers = {}
EVERYWHERE = -inf, inf


class Ranges:
    """Bounds (lowest, highest) of whole numbers, found when asked. A position may be anywhere about the image: a stage is
    also computed for places beyond the edge."""

    _depth = 0  # of what is being followed
    _numbers: Numbers = NONE
    _sizes: Mapping[ImageParam, tuple[int, ...]] = {}
    _floats: dict[int, Stretch] | None = None
    _called: dict[Function, Ranges] | None = None  # shared by all that are asked for one another

    def __init__(self, graph: Graph, region: tuple[int, ...] | None = (-LIMIT, -LIMIT, LIMIT, LIMIT, -LIMIT, LIMIT),
                 sizes: Mapping[ImageParam, tuple[int, ...]] | None = None, numbers: Numbers | None = None):
        """`region` is (left, top, right, bottom) of the positions, and front and back; `sizes` has (width, height) of
        images, and the depth of volumes, `numbers` what is given at a call."""
        left, top, right, bottom, *deep = region or (*_ANY[:1] * 2, *_ANY[1:] * 2, *_ANY)
        self._known: dict[int, Bounds] = {id(graph.x): (left, right), id(graph.y): (top, bottom),
                                          id(graph.z): (deep[0], deep[1]) if deep else (0, 0)}
        self._sizes, self._numbers = sizes or {}, numbers or NONE
        self._graph = graph

    @cached_property
    def _starts(self) -> dict[Block, tuple[Value, ...]]:
        return {loop.blocks[0]: loop.operands for loop in loops(self._graph.body)}

    def of(self, value: Value) -> Bounds:
        if value.__class__ is Const:
            return (int(value.value or 0),) * 2
        found = self._known.get(id(value))
        if found is None and self._depth < DEEP:
            self._known[id(value)] = anything(value)  # what a loop carries around is not followed
            self._depth += 1
            found = self._known[id(value)] = self._find(value)
            self._depth -= 1
        return found or anything(value)

    def _float(self, value: Value) -> Stretch | None:
        """Between which numbers a float lies that is made of those of the call, however a device rounds them."""
        if isinstance(value, Const) or value in self._numbers:
            number = float(value.value or 0 if isinstance(value, Const) else self._numbers[value])
            if not abs(number) < FURTHEST:
                return None
            rounded = float(np.float32(number)) if value.type is FLOAT else number
            return (min(number, rounded), max(number, rounded))
        op = value.owner
        if not self._numbers or not isinstance(op, Op) or op.blocks or self._depth >= DEEP:
            return None
        self._depth += 1
        found = [self.of(each) if each.type is INT else self._float(each) for each in op.operands]
        self._depth -= 1
        operands = [each for each in found if each is not None]
        if len(operands) < len(found) or any(each == _ANY for each in operands):
            return None
        bounds = None
        if op.kind.name == "float_of_int":
            bounds = operands[0]
        elif op.kind.name in ("add", "sub", "mul", "neg", "min", "max", "abs"):
            bounds = _arithmetic(op.kind.name, operands)
        elif op.kind.name == "div" and operands[1][0] > 0:
            bounds = _corners([a / b for a in operands[0] for b in operands[1]])
        if bounds is None or not max(map(abs, bounds)) < FURTHEST:
            return None
        return _outwards(bounds)

    def of_float(self, value: Value) -> Stretch:
        """The same of any float, which a filter itself may keep between two numbers: min(max(v, 0.0), 1.0) * 10 + 0.5."""
        if isinstance(value, Const):
            number = float(value.value or 0)
            return (number, number) if abs(number) < FURTHEST else EVERYWHERE
        op = value.owner
        if not isinstance(op, Op) or op.blocks or self._depth >= DEEP:
            return EVERYWHERE
        floats = self._floats = {} if self._floats is None else self._floats
        if (known := floats.get(id(value))) is None:
            self._depth += STEEP
            known = floats[id(value)] = self._rounded(op)
            self._depth -= STEEP
        return known

    def _rounded(self, op: Op) -> Stretch:
        name, found = op.kind.name, EVERYWHERE
        if name == "call":
            found = self._of_function(called(op)).of_float(given_by(op))
        elif name == "float_of_int":
            found = self.of(op.operands[0])
        elif name == "float_of_bool":
            found = (0.0, 1.0)
        elif name == "select":
            (a, b), (c, d) = map(self.of_float, op.operands[1:])
            found = (min(a, c), max(b, d))
        elif name == "mod" and isinstance(op.operands[1], Const):  # it has the sign of what divides
            found = (min(divisor := float(op.operands[1].value or 0), 0.0), max(divisor, 0.0))
        elif name in ("floor", "ceil"):
            low, high = self.of_float(op.operands[0])
            found = (low - 1, high + 1)
        elif name in ("add", "sub", "mul", "neg", "min", "max", "abs"):
            inner = [self.of_float(each) for each in op.operands]
            if name != "mul" or not any(isinf(end) for each in inner for end in each):  # 0 * inf is no number
                found = _arithmetic(name, inner) or EVERYWHERE
        if any(isnan(end) or not isinf(end) and abs(end) >= FURTHEST for end in found):
            return EVERYWHERE
        return _outwards(found)

    def _of_function(self, function: Function) -> Ranges:
        """Bounds of what it gives, wherever it is called."""
        known = self._called = {} if self._called is None else self._called
        if function not in known:
            known[function] = made = Ranges(function.graph, None, self._sizes, self._numbers)
            made._called, made._depth = known, self._depth
        return known[function]

    def decided(self, test: Value) -> bool | None:
        """What a test comes to wherever it is made; None where that is not sure."""
        op = test.owner
        if test in self._numbers:
            return bool(self._numbers[test])
        if not isinstance(op, Op) or op.kind.name not in TESTS:
            return None
        sides = [self.of(each) if each.type is INT else self._float(each) for each in op.operands]
        known = [each for each in sides if each is not None and each != _ANY]
        holds = {TESTS[op.kind.name](a, b) for a in known[0] for b in known[1]} if len(known) == 2 else set()
        return holds.pop() if len(holds) == 1 else None

    @contextmanager
    def where(self, test: Op | Block | None) -> Iterator[None]:
        """Where a test holds that compares a counter with its end."""
        if not isinstance(test, Op) or test.kind.name != "lt" or test.operands[0].type not in WHOLE:
            yield
            return
        value, end = test.operands
        (low, high), most = self.of(value), self.of(end)[1] - 1
        before, self._known[id(value)] = self._known.get(id(value)), (low, max(low, min(high, most)))
        yield
        if before is not None:
            self._known[id(value)] = before

    def exact(self, op: Op) -> bool:
        """True if an integer operation cannot wrap; of a division that C's rounds like Python's."""
        if any(v.type is not INT for v in op.operands):
            return False
        operands = [self.of(v) for v in op.operands]
        if op.kind.name in ("floordiv", "mod"):
            return operands[0][0] >= 0 and operands[1][0] > 0
        bounds = _arithmetic(op.kind.name, operands)
        return bounds is not None and _ANY[0] <= bounds[0] and bounds[1] <= _ANY[1]

    def _find(self, value: Value) -> Bounds:
        if value in self._numbers and value.type is INT:
            return (int(self._numbers[value]),) * 2
        op = value.owner
        if isinstance(op, Block):
            return self._counted(value, op) if value.type in WHOLE else _ANY
        if op is None or value.type not in WHOLE:
            return _ANY
        kind = op.kind
        is_plain = kind.name in LINEAR or kind.name == "mul" and bool(self._sizes)
        if is_plain and value.type is INT and all([v.type is INT for v in op.operands]):  # of most places
            return within(_arithmetic(kind.name, [self.of(v) for v in op.operands]), value)
        if kind in SIZES:
            image: Any = dict(op.attributes).get("image")
            size = self._sizes.get(image)
            return (1, LIMIT) if size is None else (size[SIZES.index(kind)],) * 2
        if kind.name == "mul" and not self._sizes and is_number_of_pixels(op):
            return (1, _ANY[1])
        if kind.name == "int_of_bool":
            return (0, 1)
        if kind.name == "ones":
            return (0, value.type.bits)
        if op.operands and op.operands[0].type.is_narrow and kind.name != "select":
            return op.operands[0].type.limits
        if kind.name == "select":
            (a, b), (c, d) = self.of(op.operands[1]), self.of(op.operands[2])
            return (min(a, c), max(b, d))
        if kind.name == "if":
            index = op.results.index(value)
            arms = [self.of(block.results[index]) for block in op.blocks]
            return (min(arm[0] for arm in arms), max(arm[1] for arm in arms))
        if kind.name == "loop":
            body, index = op.blocks[0], op.results.index(value)
            if index >= len(body.args):
                return anything(value)
            ends = body.results[index + 1]  # where a counter ends: a step further, where each pass makes one
            return self.of(ends if made_by(ends, "add") is not None else body.args[index])
        if kind.name == "call":
            return self._of_function(called(op)).of(given_by(op))
        if kind.name in OF_FLOATS:
            low, high = self._float(op.operands[0]) or around(0.0, self.of_float(op.operands[0]))  # 0: of no number
            least, most = anything(value)
            return (int(max(low, least)), int(min(high, most)))
        if kind.name in BETWEEN:
            return within(self.of(op.operands[0]), value)
        if any(v.type is not value.type for v in op.operands):
            return anything(value)
        bounds = _arithmetic(kind.name, [self.of(v) for v in op.operands])
        if bounds is not None and kind.name in ("min", "max"):
            bounds = self._folded(op, bounds)
        return within(bounds, value)

    def _folded(self, op: Op, bounds: Bounds) -> Bounds:
        """The less of `i` and `n - i` is at most half of n, the greater at least that: so borders fold places back."""
        for one, other in (op.operands, op.operands[::-1]):
            parts = made_by(other, "sub")
            if parts is not None and parts[1] is one and self.of(other) != anything(other):
                low, high = self.of(parts[0])
                return (bounds[0], min(bounds[1], high // 2)) if op.kind.name == "min" else (
                    max(bounds[0], -(-low // 2)), bounds[1])
        return bounds

    def _counted(self, value: Value, body: Block) -> Bounds:
        """A loop's counter, which goes on by a constant while it is below a bound (or above, going down), whatever else is
        asked for."""
        index = body.args.index(value)
        start = self._starts.get(body)  # a loop's arguments begin as its operands are
        if start is None or not body.results:  # or it is asked within a loop that is being traced
            return anything(value)
        again, following = body.results[0], body.results[index + 1]
        for test in conditions(again):
            if test.operands[0] is following:  # whether there is a next pass is asked after each
                return self._stepped(following, value, test, start[index], 0)
            if test.operands[0] is value:
                branch = following.owner
                if isinstance(branch, Op) and branch.kind.name == "if" and branch.operands[0] in (again, test.result):
                    following = branch.blocks[0].results[branch.results.index(following)]
                return self._stepped(following, value, test, start[index], 1)
        return self._chosen(following, value, self.of(start[index]))

    def _chosen(self, following: Value, value: Value, bounds: Bounds) -> Bounds:
        """The bounds of what a loop carries that stays, or becomes something else: the place of the best so far."""
        waiting, seen = [following], {value}
        while waiting:
            each = waiting.pop()
            if each in seen:
                continue
            seen.add(each)
            op = each.owner
            if isinstance(op, Op) and op.kind.name == "select":
                waiting += op.operands[1:]
            elif isinstance(op, Op) and op.kind.name == "if":
                waiting += [arm.results[op.results.index(each)] for arm in op.blocks]
            else:
                low, high = self.of(each)
                bounds = min(bounds[0], low), max(bounds[1], high)
        return bounds

    def _stepped(self, following: Value, value: Value, test: Op, start: Value, beyond: int) -> Bounds:
        """The bounds of a counter that goes so many steps beyond the last value of which the test holds."""
        step = made_by(following, "add")
        if step is None or step[0] is not value or not isinstance(step[1], Const):
            return anything(value)
        (first, last), bound, by = self.of(start), self.of(test.operands[1]), step[1].value
        within_it = -1 if test.kind.name == "lt" else 1 if test.kind.name == "gt" else 0
        if test.kind.name in ("lt", "le") and by > 0 and bound[1] + within_it + by <= anything(value)[1]:
            return (first, max(last, bound[1] + within_it + by * beyond))
        if test.kind.name in ("gt", "ge") and by < 0 and bound[0] + within_it + by >= anything(value)[0]:
            return (min(first, bound[0] + within_it + by * beyond), last)
        return anything(value)


def conditions(test: Value) -> Iterator[Op]:
    """The comparisons that all hold where a Bool does."""
    while isinstance(op := test.owner, Op) and op.kind.name == "if" and test.__class__ is Value:
        then, otherwise = [arm.results[op.results.index(test)] for arm in op.blocks]
        if not isinstance(otherwise, Const) or otherwise.value is not False:
            return
        yield from conditions(op.operands[0])  # what else was false
        test = then
    both = made_by(test, "and")
    if both is not None and test.type is BOOL:
        for each in both:
            yield from conditions(each)
    elif isinstance(test.owner, Op) and test.owner.kind.name in TESTS:
        yield test.owner


def anything(value: Value) -> Bounds:
    """What a whole number may be of which nothing is known."""
    return INT64.limits if value.type is INT64 else _ANY


def within(bounds: Bounds | None, value: Value) -> Bounds:
    """Bounds that were computed without wrapping; anything where the value's type may have wrapped."""
    lowest, highest = anything(value)
    return bounds if bounds is not None and bounds[0] >= lowest and bounds[1] <= highest else (lowest, highest)


def is_number_of_pixels(op: Op) -> bool:
    """Whether it is an image's width times its height, of a volume times its depth, which no memory lets become larger than
    an Int; or two of these."""
    sizes = [(inner.kind.name, inner.attributes) for inner in factors(op)]
    return len(sizes) == len({name for name, _ in sizes}) > 1 and all(
        name in SIDES and of == sizes[0][1] for name, of in sizes)


def factors(op: Op) -> list[Op]:
    """The operations that are multiplied with one another."""
    owners = [operand.owner for operand in op.operands]
    inner = [owner for owner in owners if isinstance(owner, Op) and not owner.blocks]
    if len(inner) < len(owners):
        return [op]
    return [each for owner in inner for each in (factors(owner) if owner.kind is op.kind else [owner])]


def around(number: float, stretch: Stretch) -> Stretch:
    return min(number, stretch[0]), max(number, stretch[1])


def _outwards(stretch: Stretch) -> Stretch:
    """However a device rounds its ends."""
    low, high = (float(np.nextafter(np.float32(end), np.float32(way))) for end, way in zip(stretch, (-inf, inf)))
    return low, high


def _corners(found: list[Any]) -> tuple[Any, Any]:
    return min(found), max(found)


def _arithmetic(name: str, bounds: list[Any]) -> tuple[Any, Any] | None:
    """Interval arithmetic without wrapping; None for an operation that it does not cover."""
    (a, b), (c, d) = bounds[0] if bounds else (0, 0), bounds[1] if len(bounds) > 1 else (0, 0)
    if name == "add":
        return (a + c, b + d)
    if name == "sub":
        return (a - d, b - c)
    if name == "mul":
        return _corners([a * c, a * d, b * c, b * d])
    if name == "neg":
        return (-b, -a)
    if name == "min":
        return (min(a, c), min(b, d))
    if name == "max":
        return (max(a, c), max(b, d))
    if name == "abs":
        return (max(a, -b, 0), max(-a, b))
    if name == "floordiv" and c > 0:
        return _corners([a // c, a // d, b // c, b // d])
    if name == "mod" and c > 0:
        return (a, b) if 0 <= a and b < c else (0, d - 1)
    if name == "and" and c == d >= 0:
        return (0, c)
    if name == "shr" and c == d and 0 <= c <= 31:
        return (a >> c, b >> c)
    return None
