"""What stands beside a picture that is played with: a slider, box or menu for each parameter.

    Float, Int         a slider        from the annotation (`amount: Annotated[Float, 0, 5]`), or around its default
    Bool, known bool   a check box
    Vec2..Vec4, Color  a box for each component; a Color of three has the browser's own chooser
    known number       a slider that says it compiles
    known text         a menu where the choices are known (border names), else a box
    a list given       a menu: interact(photo, kernel={"sobel": k1, "prewitt": k2})

`interact(photo, amount=(0, 5), size=(3, 15, 2), sigma=2.0)` gives ranges (with a step) and starting values.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from decimal import Decimal
from math import floor, inf, log10
from numbers import Integral, Real

from ..errors import ArgumentError
from ..language import Bool, Color, Float, Int
from ..language.borders import BORDERS
from ..language.signature import annotation_of, signature_of, written
from ..language.types import PIXELS

PLANE = "plane ↕"  # of a volume: which one is shown. No parameter has such a name
CHOICES = {"border": tuple(BORDERS), "sample": ("nearest", "linear", "cubic")}


@dataclass
class Control:
    """`kind` is "slider", "check", "text", "menu", "vector" or "colour"; a `known` one compiles."""

    name: str
    kind: str
    value: object
    known: bool = False
    low: float = 0.0
    high: float = 1.0
    step: float = 0.0
    choices: list = field(default_factory=list)  # of a menu: their names; `value` is the place of one
    objects: list = field(default_factory=list)  # and what they stand for

    def to_browser(self) -> dict:
        return {name: value for name, value in asdict(self).items() if name != "objects"}

    def meaning(self, value):
        """What the browser's value stands for."""
        if self.kind == "menu":
            return self.objects[int(value)]
        if self.kind == "slider" and self.step >= 1 and float(self.step).is_integer():
            return int(round(value))
        if self.kind in ("vector", "colour"):
            return tuple(float(part) for part in value)
        return value


def controls(filter, given: dict) -> list[Control]:
    """A control for each parameter that can have one. What is used of `given` is taken out of it."""
    said = annotations(filter)
    found = []
    for parameter in filter.parameters:
        if parameter.role == "position" or parameter.is_image or parameter.passed in ("star", "two stars"):
            continue
        known = parameter.role == "known"
        default = parameter.value if parameter.is_optional or known else None
        choice = given.pop(parameter.name, None)
        made = control(parameter.name, parameter.type, default, choice, said.get(parameter.name, ()), known)
        if made is not None:
            found.append(made)
    if given:
        raise ArgumentError(f"{filter.__name__}.interact() knows no '{next(iter(given))}': it has "
                            f"{', '.join(each.name for each in found) or 'no parameter to play with'}")
    return found


def control(name: str, kind, default, choice, said: tuple, known: bool) -> Control | None:
    if isinstance(choice, (list, dict)) or known and isinstance(default, str) and name in CHOICES:
        choice = choice or list(CHOICES[name])
        named = choice if isinstance(choice, dict) else {str(each): each for each in choice}
        objects = list(named.values())
        first = next((i for i, each in enumerate(objects) if each is default or type(each) is str and each == default), 0)
        return Control(name, "menu", first, known, choices=list(named), objects=objects)
    limits = choice if isinstance(choice, tuple) else said
    value = choice if choice is not None and not isinstance(choice, tuple) else default
    if kind is Bool or isinstance(value, bool):
        return Control(name, "check", bool(value), known)
    if kind in PIXELS and kind not in (Float, Int):
        length = PIXELS[kind]
        parts = [1.0] * length if value is None else [float(part) for part in value]
        return Control(name, "colour" if kind is Color else "vector", parts, known)
    if isinstance(value, str):
        return Control(name, "text", value, known)
    if kind in (Float, Int) or isinstance(value, Real):
        return slider(name, value, limits, known, kind is Int or kind is None and isinstance(value, Integral))
    return None  # an array, a function: nothing that a slider says


def slider(name: str, value, limits: tuple, known: bool, whole: bool) -> Control:
    if limits:
        low, high, *rest = limits
        step = rest[0] if rest else 1 if whole else None
        value = (low + high) / 2 if value is None else value
    else:
        value = (1 if whole else 0.5) if value is None else value
        low, high = guess(value, whole)
        low = round(value / 10, 9) if known and not whole and value > 0 else low  # a sigma: 0 has no meaning for many
        odd = whole and known and value % 2 == 1 and value > 1  # a size: windows have a middle
        low, step = (1, 2) if odd else (low, 1 if whole else None)
    value = min(max(value, low), high)
    step = fine(low, high, value) if step is None else step
    return Control(name, "slider", int(value) if whole else float(value), known, low, high, step)


def fine(low, high, value) -> float:
    """About a two hundredth of a range: a round number if `value` is so many of them above `low`, since a browser moves what
    lies between two steps."""
    about = (high - low) / 200
    if not 0 < about < inf:
        return 0.0
    ten = Decimal(1).scaleb(floor(log10(about)))
    for step in (5 * ten, 2 * ten, ten):
        if step <= Decimal(about) * Decimal("1.001") and (Decimal(str(float(value))) - Decimal(str(float(low)))) % step == 0:
            return float(step)
    return (value - low) / max(round((value - low) / about), 1) or about


def guess(value, whole: bool) -> tuple[float, float]:
    """A range with `value` in its middle, or from 0 to 1 where that holds it."""
    if not whole and 0 <= value <= 1:
        return 0.0, 2.0 if value == 1 else 1.0  # what is 1 as a rule is a factor
    reach = max(abs(value) * 3, 8 if whole else 1)
    return (-reach if value < 0 else 0), reach


def annotations(filter) -> dict[str, tuple]:
    """The numbers that `Annotated[Float, 0, 5]` says."""
    found = {}
    for name, parameter in signature_of(written(filter.function)).parameters.items():
        numbers = getattr(annotation_of(filter.function, parameter), "__metadata__", ())
        numbers = numbers[0] if len(numbers) == 1 and isinstance(numbers[0], tuple) else numbers
        if len(numbers) >= 2 and all(isinstance(each, Real) for each in numbers):
            found[name] = tuple(numbers[:3])
    return found
