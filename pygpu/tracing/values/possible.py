"""Which comparisons with known numbers can hold together: what no value passes is no path.

`i % 6` is one of six numbers, and after `i == 0`, ..., `i == 4` have failed, `i == 5` holds.
"""

from __future__ import annotations

import itertools
import math
from weakref import WeakKeyDictionary

from ...ir import FLOAT, INT, Const, Op, Ranges, Value
from ...ir.logic import implied
from ...ir.ranges import DEEP

DEPTH = 6  # choices, one of another, that are gone through for what was noted: in a long loop there are many

OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}
ORDERS = {"lt": {-1}, "le": {-1, 0}, "eq": {0}, "ne": {-1, 1}, "ge": {0, 1}, "gt": {1}}  # of the first and the second
QUESTIONS = 8  # answered in all ways
FURTHEST = 2 ** 31 - 1
MANY = 64  # excluded numbers that are looked at one by one
NEAR = 3   # steps of a loop that is as short as its text says; longer ones are windows, of which there are plans


class Bounds(Ranges):
    """How large values are while a graph is being made: what a loop carries around is not known yet."""

    def __init__(self, known=()):
        self._known, self._sizes, self._starts, self._depth = dict(known), {}, {}, 0

    def set(self, value: Value, bounds: tuple) -> None:
        self._known[id(value)] = bounds

    def _find(self, value: Value):
        noted = _noted.get(value)
        if noted is not None:
            return noted
        op = value.owner
        if op.__class__ is Op and op.kind.name == "table" and value.type is INT:
            values = dict(op.attributes)["values"]
            return min(values), max(values)
        return super()._find(value)


class Asked(Bounds):
    """The same, where nothing is assumed of any value: of what was asked for before, that is known."""

    def _find(self, value: Value):
        known = _answers.get(value)
        return super()._find(value) if known is None else known


_answers: WeakKeyDictionary[Value, tuple] = WeakKeyDictionary()
_noted: WeakKeyDictionary[Value, tuple] = WeakKeyDictionary()


def bounds_of(value: Value) -> tuple:
    """How large an Int is, whatever is assumed. Each condition of a recursion asks it of those of all calls around it."""
    known = _answers.get(value)
    if known is None:
        known = _answers[value] = Asked().of(value)
    return known


def note_bounds(value: Value, bounds: tuple) -> None:
    """What is known of an Int from how it came to be."""
    _noted[value] = bounds


def noted_bounds(value: Value, depth: int = DEPTH) -> tuple | None:
    """What was noted of a value, or of all that it may be."""
    known, op = _noted.get(value), value.owner
    if known is not None or not depth or op.__class__ is not Op or op.kind.name not in ("if", "select"):
        return known
    arms = op.operands[1:] if op.kind.name == "select" else [
        each.results[op.results.index(value)] for each in op.blocks]
    for each in arms:
        if each.__class__ is Const and each.value is None:  # never read
            continue
        bounds = noted_bounds(each, depth - 1)
        if bounds is None:
            return None
        known = bounds if known is None else (min(known[0], bounds[0]), max(known[1], bounds[1]))
    return known


class Shallow(Bounds):
    """The same, of what a value is made of at once: `n % 8`, `n & 255`."""

    def __init__(self):
        super().__init__()
        self._depth = DEEP - 3


def comparison(condition: Value):
    """(value, name, number) of a comparison with a known number; None for anything else. n - 1 < 0 says what n < 1 does."""
    kind = getattr(condition.owner, "kind", None)
    if kind is None or kind.name not in OPPOSITE:
        return None
    value, other = condition.owner.operands
    if type(other) is not Const or other.value is None:
        return None
    number = other.value
    while value.type is INT and (step := step_from(value)) is not None:
        value, number = step[0], number - step[1]
    return value, kind.name, number


def step_from(value: Value) -> tuple[Value, int] | None:
    """(an Int, how far from it a value is) of what is that plus a known number, and does not wrap."""
    op = value.owner
    if op.__class__ is not Op or op.kind.name not in ("add", "sub") or type(op.operands[1]) is not Const:
        return None
    base, number = op.operands[0], int(op.operands[1].value or 0)
    number = -number if op.kind.name == "sub" else number
    low, high = Shallow().of(base)
    return (base, number) if -FURTHEST <= low + number and high + number <= FURTHEST else None


def offset(value: Value) -> tuple[Value, int]:
    """(a value, what is added to it) of what is made of one by adding known whole numbers."""
    total = 0
    while (op := value.owner).__class__ is Op and op.kind.name in ("add", "sub") and type(op.operands[1]) is Const:
        step = int(op.operands[1].value or 0)
        value, total = op.operands[0], total + (step if op.kind.name == "add" else -step)
    return value, total


def first_like(value: Value, met: dict, depth: int = 4) -> Value:
    """The first value met that is computed in the same way: what two arms compute, each has of its own."""
    op = value.owner
    if op.__class__ is not Op or op.blocks or len(op.results) != 1 or not depth:
        return value
    operands = [first_like(each, met, depth - 1) for each in op.operands]
    written = tuple([each.key if each.__class__ is Const else each for each in operands])
    return met.setdefault((op.kind, written, op.attributes), value)


class Assumed(dict):
    """What is assumed of conditions. What each of them says of numbers is found out once: one that many others lie inside
    is asked again and again."""

    __slots__ = ("said",)

    def __init__(self, assumed=(), said: dict | None = None):
        super().__init__(assumed)
        self.said: dict = {} if said is None else said

    def says(self, condition: Value, truth: bool) -> list[tuple]:
        key = condition, truth
        if key not in self.said:
            self.said[key] = says(condition, truth)
        return self.said[key]

    def asks(self, condition: Value) -> list[Value]:
        if condition not in self.said:
            self.said[condition] = asked(condition)
        return self.said[condition]

    def compares(self, condition: Value) -> set[Value]:
        """The values that are compared in a condition."""
        key = "compared", condition
        if key not in self.said:
            self.said[key] = {value for each in self.asks(condition) if each.owner.__class__ is Op
                              for value in each.owner.operands if value.__class__ is not Const}
        return self.said[key]


def all_implied(condition: Value, truth: bool) -> dict[Value, bool]:
    """A condition, with all that is settled with it; also where an `if` gives it, of which only one arm can have done so."""
    found: dict[Value, bool] = {}
    todo = [(condition, truth)]
    for each, holds in todo:
        for one, so in implied(each, holds).items():
            parts = arms(one) if one not in found else None
            found[one] = so
            if parts is not None:
                question, here, there = parts
                if is_other(here, so):
                    todo += [(question, False), (there, so)]
                elif is_other(there, so):
                    todo += [(question, True), (here, so)]
    return found


def is_other(value: Value, truth: bool) -> bool:
    return value.__class__ is Const and value.value is not None and bool(value.value) != truth


def says(condition: Value, truth: bool) -> list[tuple]:
    """What a condition says of the values that are compared with known numbers: (value, name, number)."""
    found = []
    for each, holds in all_implied(condition, truth).items():
        compared = comparison(each)
        if compared is not None:
            value, name, number = compared
            found.append((value, name if holds else OPPOSITE[name], number))
    return found


def facts(assumed: dict, met: dict | None = None) -> dict[Value, list]:
    """What is assumed of each value that is compared with known numbers: (name, number). With `met`, of the first value
    like it."""
    found: dict[Value, list] = {}
    ask = assumed.says if type(assumed) is Assumed else says
    for condition, truth in assumed.items():
        for value, name, number in ask(condition, truth):
            found.setdefault(value if met is None else first_like(value, met), []).append((name, number))
    return found


def facts_of(value: Value, assumed: dict) -> list[tuple]:
    """The same of one value."""
    ask = assumed.says if type(assumed) is Assumed else says
    return [(name, number) for condition, truth in assumed.items() for each, name, number in ask(condition, truth)
            if each is value]


def settled(assumed: dict, condition: Value) -> bool | None:
    """Whether bounds, and what is assumed of the same value, decide a comparison of an Int."""
    compared = comparison(condition)
    if compared is None:
        return apart(condition, assumed)
    if compared[0].type is not INT:
        return None
    value, name, number = compared
    known, bounds = facts_of(value, assumed), bounds_of(value)
    for facts_of_it in ([], known):  # where nothing can have come, it is the bounds that bring a recursion to its end
        for outcome, each in ((True, name), (False, OPPOSITE[name])):
            if not possible(value, [*facts_of_it, (each, number)], bounds):
                return not outcome
        if not known:
            break
    return None


def narrowed(met: dict[Value, list]) -> Bounds:
    """How large values are where these facts hold of some of them, and of those they are made of."""
    found = Bounds()
    for value, compared in met.items():
        if value.type is INT:
            low, high, *_ = limits(value, compared, found.of(value))
            found.set(value, (low, high))
    return found


def turned_round(condition: Value, assumed: dict) -> bool | None:
    """What a comparison of two Ints comes to where its opposite is assumed, as `not i < n` is made of `i >= n`."""
    op = condition.owner
    if op.__class__ is not Op or op.kind.name not in OPPOSITE or op.operands[0].type is not INT:
        return None
    name = OPPOSITE[op.kind.name]
    for each, truth in assumed.items():
        other = each.owner
        if other.__class__ is Op and other.kind.name == name and other.operands == op.operands:
            return not truth
    return None


def apart(condition: Value, assumed: dict) -> bool | None:
    """Whether the bounds of two Ints decide how they compare."""
    kind = getattr(condition.owner, "kind", None)
    if kind is None or kind.name not in OPPOSITE or any(each.type is not INT for each in condition.owner.operands):
        return None
    operands = condition.owner.operands
    (one, before), (other, after) = map(offset, operands)
    if one is other and abs(before - after) <= NEAR:  # n - 1 < n + 2, whatever n is: Python's whole numbers do not wrap
        return decided(kind.name, (before,) * 2, (after,) * 2)
    bounds = [bounds_of(each) for each in operands]
    found = decided(kind.name, *bounds)
    if found is not None or not assumed or any(high - low > MANY for low, high in bounds):
        return found
    met = facts(assumed)
    asked = {*operands, *[step[0] for each in operands if (step := step_from(each)) is not None]}
    return decided(kind.name, *map(narrowed(met).of, operands)) if asked & met.keys() else None


def decided(name: str, one: tuple, other: tuple) -> bool | None:
    """How two Ints compare, as far as their bounds tell."""
    (least, most), (low, high) = one, other
    if most < low:
        return name in ("lt", "le", "ne")
    if least > high:
        return name in ("gt", "ge", "ne")
    if least == most == low == high:
        return name in ("le", "ge", "eq")
    if most == low and name in ("gt", "le"):
        return name == "le"
    if least == high and name in ("lt", "ge"):
        return name == "ge"
    return None


def possible(value: Value, compared: list, bounds: tuple | None = None) -> bool:
    """Whether a number passes all of these comparisons (NaN aside)."""
    if bounds is None:
        bounds = bounds_of(value) if value.type is INT else (-math.inf, math.inf)
    low, high, open_low, open_high, excluded = limits(value, compared, bounds)
    if low > high or low == high and (open_low or open_high or low in excluded):
        return False
    return value.type is not INT or high - low >= MANY or any(n not in excluded for n in range(int(low), int(high) + 1))


def limits(value: Value, compared: list, bounds: tuple) -> tuple:
    """(lowest, highest, whether it is more than the one, or less than the other, which numbers it is not)."""
    low, high = bounds
    step = 1 if value.type is INT else 0
    open_low = open_high = False
    excluded = set()
    for name, number in compared:
        if name in ("gt", "ge", "eq") and number + step * (name == "gt") >= low:
            open_low = not step and (name == "gt" or open_low and number == low)
            low = number + step * (name == "gt")
        if name in ("lt", "le", "eq") and number - step * (name == "lt") <= high:
            open_high = not step and (name == "lt" or open_high and number == high)
            high = number - step * (name == "lt")
        if name == "ne":
            excluded.add(number)
    while step and low in excluded and low < high:
        low += 1
    while step and high in excluded and low < high:
        high -= 1
    return low, high, open_low, open_high, excluded


def contradictory(assumed: Assumed) -> bool:
    """Whether only a NaN can have come here, or nothing at all: whatever is true of the questions that the conditions are
    made of, they do not hold together."""
    if not agree(assumed):
        return True
    questions = list(dict.fromkeys([each for condition in assumed for each in assumed.asks(condition)]))
    if len(questions) > QUESTIONS:
        return False
    for answers in itertools.product((False, True), repeat=len(questions)):
        answered = dict(zip(questions, answers))
        if agree(answered) and all(answer(condition, answered) == truth for condition, truth in assumed.items()):
            return False
    return True


def concerning(lasting: dict, assumed: Assumed) -> Assumed:
    """What is assumed, with what else is known of the same values."""
    met = set().union(*map(assumed.compares, assumed))
    known = {each: truth for each, truth in lasting.items() if met & assumed.compares(each)}
    return Assumed({**known, **assumed}, assumed.said)


def may_be_nan(assumed: Assumed) -> bool:
    """Whether a NaN is what all these conditions can be true of."""
    return any(value.type.is_float for condition in assumed for value in assumed.compares(condition))


def agree(assumed: dict) -> bool:
    """Whether comparisons can hold together, each value's with known numbers, and two values' with each other."""
    orders: dict[tuple, set] = {}
    met: dict = {}
    for condition, truth in assumed.items():
        for each, holds in all_implied(condition, truth).items():
            if each.owner.__class__ is Op and each.owner.kind.name in ORDERS:
                a, b = [first_like(operand, met) for operand in each.owner.operands]
                turned = a.number > b.number
                name = each.owner.kind.name if holds else OPPOSITE[each.owner.kind.name]
                left = orders.setdefault((b, a) if turned else (a, b), {-1, 0, 1})
                left &= {-order for order in ORDERS[name]} if turned else ORDERS[name]
    whole = Asked()
    return all(orders.values()) and some_is_extreme(orders) and all(
        possible(value, compared, whole.of(value) if value.type is INT else None)
        for value, compared in facts(assumed, met).items() if value.type in (INT, FLOAT))


def some_is_extreme(orders: dict[tuple, set]) -> bool:
    """Whether the largest of some numbers may be one of them, and the least: max(r, g, b) is r, g or b. `orders` says how
    each two compare."""
    for extreme in dict.fromkeys(value for pair in orders for value in pair if extreme_of(value)):
        name = extreme_of(extreme)
        beyond = 1 if name == "max" else -1
        ways = [orders_of(orders, extreme, each) & {0, beyond} for each in parts_of(extreme, name)]
        if not all(ways) or not any(0 in way for way in ways):
            return False
    return True


def orders_of(orders: dict[tuple, set], a: Value, b: Value) -> set:
    """How two values may compare."""
    return {-order for order in orders[b, a]} if (b, a) in orders else orders.get((a, b), {-1, 0, 1})


def extreme_of(value: Value) -> str | None:
    op = but_for_nan(value).owner
    name = op.kind.name if op.__class__ is Op else None
    return name if name in ("max", "min") else None


def but_for_nan(value: Value) -> Value:
    """What np.max(a) is of numbers: a select before it takes a NaN."""
    op = value.owner
    if op.__class__ is Op and op.kind.name == "select":
        condition, missing, other = op.operands
        asked = condition.owner
        if asked.__class__ is Op and asked.kind.name == "isnan" and asked.operands[0] is missing:
            return other
    return value


def parts_of(extreme: Value, name: str) -> list[Value]:
    """The numbers that it is the largest or least of."""
    return [part for each in but_for_nan(extreme).owner.operands
            for part in (parts_of(each, name) if extreme_of(each) == name else [each])]


def is_of_few(condition: Value) -> bool:
    """Whether the last of the comparisons that a condition is made of asks which of few a whole number is."""
    while condition.owner.__class__ is Op and condition.owner.kind.name in ("and", "or", "not"):
        condition = condition.owner.operands[-1]
    compared = comparison(condition)
    if compared is None or compared[0].type is not INT:
        return False
    low, high = Shallow().of(compared[0])
    return high - low < MANY


def whole_agree(assumed: dict) -> bool:
    """Whether what is assumed of Ints can hold together, as far as their bounds tell."""
    bounds = Asked()  # what they are made of in common is looked at once
    return all(possible(value, compared, bounds.of(value))
               for value, compared in facts(assumed).items() if value.type is INT)


def arms(value: Value) -> tuple | None:
    """(condition, what it is where that holds, what it is elsewhere) of what an `if` gives."""
    op = value.owner
    if op.__class__ is not Op or op.kind.name != "if":
        return None
    place = op.results.index(value)
    return op.operands[0], op.blocks[0].results[place], op.blocks[1].results[place]


def asked(condition: Value) -> list[Value]:
    """What has to be answered for a condition: comparisons, and other truths that are made of none. Each part of it is
    looked at once: what stands for one of several is made of the same conditions again and again."""
    found, seen, waiting = [], set(), [condition]
    while waiting:
        each = waiting.pop()
        if each in seen:
            continue
        seen.add(each)
        parts, op = arms(each), each.owner
        if parts is None and op.__class__ is Op and op.kind.name in ("not", "and", "or"):
            parts = op.operands
        if parts is not None:
            waiting += reversed(parts)
        elif each.__class__ is not Const:
            found.append(each)
    return found


def answer(condition: Value, answered: dict) -> bool:
    """What a condition comes to, which is noted among the answers."""
    if condition not in answered:
        answered[condition] = answer_anew(condition, answered)
    return answered[condition]


def answer_anew(condition: Value, answered: dict) -> bool:
    parts = arms(condition)
    if parts is not None:
        return answer(parts[1] if answer(parts[0], answered) else parts[2], answered)
    if condition.__class__ is Const:
        return bool(condition.value)
    found = [answer(part, answered) for part in condition.owner.operands]
    name = condition.owner.kind.name
    return not found[0] if name == "not" else all(found) if name == "and" else any(found)
