"""How much of the suite runs. Without an option, what fits into ten minutes on two cores:

    (no option)      every test on NumPy and on the first driver for each kind of device. On a further driver (PoCL beside
                     Intel's) one test of four, chosen by name: it is there for what drivers do differently, and takes
                     three times as long over each kernel. Of the plans that a graph could have, the one that is chosen
                     and one of each kind.
    --everything     every test on every driver, every plan: .ci/nightly
    --one-driver     nothing on further drivers: .ci/run on the other Pythons
    --share N/M      the Nth of M shares of that, chosen by name
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256

FURTHER = 4  # one test of so many runs on a further driver

everything = False  # set by conftest, for tests that choose for themselves


def add_options(parser) -> None:
    parser.addoption("--everything", action="store_true", help="every test on every driver, and under every plan")
    parser.addoption("--one-driver", action="store_true", help="no test on a second driver for the same kind of device")
    parser.addoption("--share", metavar="N/M", help="the Nth of M shares of the tests, chosen by name")


def chosen(items: list, config) -> tuple[list, list]:
    """Those of all tests that run, and those that do not."""
    every = 1 if config.getoption("--everything") else 0 if config.getoption("--one-driver") else FURTHER
    share = config.getoption("--share") or "1/1"
    nth, of = map(int, share.split("/"))
    run, left = [], []
    for item in items:
        there = not is_further(item) or every and is_nth(f"further {item.nodeid}", 0, every)
        (run if there and is_nth(item.nodeid, nth - 1, of) else left).append(item)
    return run, left


def is_nth(name: str, nth: int, of: int) -> bool:
    """Whether a name is in this share: the same on every machine, and whatever other names there are."""
    return int(sha256(name.encode()).hexdigest(), 16) % of == nth


def is_further(item) -> bool:
    given = getattr(item, "callspec", None)
    return given is not None and any(str(value) in further() for value in given.params.values())


@cache
def further() -> set[str]:
    """The drivers that are not the first for their kind of device; the checker is none for anything."""
    from tests.engines import engines

    seen, names = set(), set()
    for engine in engines()[1:]:
        if engine.is_checker or engine.device.kind in seen:
            names.add(engine.name)
        else:
            seen.add(engine.device.kind)
    return names


def some(plans: list, kind, name: str) -> list:
    """The first of the plans, which is the chosen one, and of the others one of each kind: which, the name decides."""
    if everything or not plans:
        return plans
    kinds: dict = {}
    for plan in plans[1:]:
        kinds.setdefault(kind(plan), []).append(plan)
    of_each = int(sha256(name.encode()).hexdigest(), 16)
    return [plans[0], *(these[of_each % len(these)] for these in kinds.values())]
