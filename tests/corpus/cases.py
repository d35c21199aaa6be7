"""What a case of the corpus is, and how packages that may be missing say theirs."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass

CASES: dict[str, list[Case]] = {}
UNIT, ANY, POSITIVE, ANGLE, SMALL = (0.0, 1.0), (-4.0, 4.0), (0.125, 6.0), (-3.0, 3.0), (-0.875, 0.875)
WHOLE, COUNT, SQUARES, BYTES = ("int", -20, 21), ("int", 0, 9), ("int", 0, 64), ("int", 0, 256)
BEYOND = (1.125, 4.0)
NATURAL, LARGER, LARGE = ("int", 1, 200), ("int", 2, 2000), ("int", 1, 100_000)
CELSIUS, KELVIN, REYNOLDS = (-5.0, 35.0), (250.0, 310.0), (3000.0, 100_000.0)
SMALLER, YEARS, MONTHS, DAYS = ("int", -5, 10), ("int", 1990, 2030), ("int", 1, 13), ("int", 1, 28)


@dataclass(frozen=True)
class Case:
    """`function` of as many numbers as there are `domains`; `tolerance` is relative above one. What is `long` has a kernel
    of its own: drivers take far longer over several such loops in one."""

    name: str
    function: Callable
    domains: tuple
    tolerance: float = 1e-3
    long: bool = False


def case(group: str, name: str, function, *domains, tolerance: float = 1e-3, long: bool = False) -> None:
    CASES.setdefault(group, []).append(Case(name, function, domains, tolerance, long))


def cases(group: str, source: str, space: dict, tolerance: float = 1e-3) -> None:
    """Many at once: lines of `expression of a, b, c, d | domain, domain, ...`."""
    for line in filter(None, map(str.strip, source.splitlines())):
        expression, _, domains = line.partition("|")
        names = [name.strip() for name in domains.split(",") if name.strip()]
        arguments = ", ".join("abcdefgh"[:len(names)])
        made = eval(f"lambda {arguments}: ({expression})", dict(space))
        case(group, expression.strip(), made, *[globals()[name] for name in names], tolerance=tolerance)


def programs(group: str, long: bool = False):
    """A decorator of functions of numbers, which is given where each number comes from."""
    def program(*domains, **words):
        def told(function):
            case(group, function.__name__, function, *domains, long=long, **words)
            return function

        return told

    return program


def package(name: str):
    """A package, or None where it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None
