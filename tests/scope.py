"""How much of the suite runs. Without an option, what fits into ten minutes on two cores:

    (no option)      every test on NumPy; on the first driver for each kind of device those of the first of seven turns,
                     chosen by name. On a further driver (PoCL beside Intel's) one test of 24: it is there for what
                     drivers do differently, and takes three times as long over each kernel. Of the plans that a graph
                     could have, the one that is chosen and one of each kind.
    FILES            of files or folders that are named, every test on the first driver
    --turn N         nothing but the first driver's tests of that turn, or turns
    --everything     every test on every driver, every plan: .ci/nightly
    --one-driver     every test on the first driver, nothing on further ones
    --no-driver      nothing on a driver: .ci/run on the other Pythons
    --share N/M      the Nth of M shares of that, chosen by name
    --kernels        nothing on NumPy's evaluator, nor in rooms that have no kernels of their own: .ci/run for what looks at
                     kernels' memory
    --like FILE      nothing but the tests that are named in it, a line each, on whichever engines the rest says
"""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from pathlib import Path

TURNS = 7
FURTHER = 24  # one test of so many runs on a further driver

# What runs in these rooms without an engine computes nothing on a device; what shows a kernel, only what others compute.
NO_KERNELS = re.compile(r"tests/(test_\w+\.py|attacks/|bytecode/|constructs/|ir/|kernel/|language/|passes/|tracing/)")
SHOWN = re.compile("tests/(commandline|docs|editors|look|notebooks|pages)/")

everything = False  # set by conftest, for tests that choose for themselves
in_turns = False


def add_options(parser) -> None:
    parser.addoption("--everything", action="store_true", help="every test on every driver, and under every plan")
    parser.addoption("--one-driver", action="store_true", help="no test on a second driver for the same kind of device")
    parser.addoption("--no-driver", action="store_true", help="no test on any driver")
    parser.addoption("--turn", type=int, choices=range(1, TURNS + 1), action="append", default=[],
                     help="only the first driver's tests of this turn; given twice, of both")
    parser.addoption("--kernels", action="store_true", help="no test on NumPy's evaluator, which has none")
    parser.addoption("--like", metavar="FILE", help="only the tests named in a file, on all engines of the scope")
    parser.addoption("--share", metavar="N/M", help="the Nth of M shares of the tests, chosen by name")


def read(config) -> None:
    """What the options and the command line say; workers of pytest-xdist are told by who started them."""
    global everything, in_turns
    everything = config.getoption("--everything")
    named = config.args_source is config.ArgsSource.ARGS
    in_turns = not (named or everything or config.getoption("--one-driver"))
    in_turns = getattr(config, "workerinput", {}).get("in_turns", in_turns)


def chosen(items: list, config) -> tuple[list, list]:
    """Those of all tests that run, and those that do not."""
    every = 1 if everything else 0 if config.getoption("--one-driver") or config.getoption("--no-driver") else FURTHER
    turns, kernels = config.getoption("--turn"), config.getoption("--kernels")
    like = config.getoption("--like")
    alike = like and {anywhere(name) for name in Path(like).read_text().splitlines()}
    share = config.getoption("--share") or "1/1"
    nth, of = map(int, share.split("/"))
    run, left = [], []
    for item in items:
        name, engine = item.nodeid, engine_of(item)
        if engine == "evaluator":
            there = not turns and not kernels
        elif engine in further():
            there = not turns and every and is_nth(f"further {name}", 0, every)
        elif engine is not None:
            in_turn = any(is_nth(f"turn {name}", turn - 1, TURNS) for turn in turns or [1])
            there = not config.getoption("--no-driver") and (in_turn or not (turns or in_turns))
        else:
            there = not turns and not (kernels and NO_KERNELS.match(name))
        there = there and not (kernels and SHOWN.match(name)) and (not alike or anywhere(name) in alike)
        (run if there and is_nth(name, nth - 1, of) else left).append(item)
    return run, left


def is_nth(name: str, nth: int, of: int) -> bool:
    """Whether a name is in this share: the same on every machine, and whatever other names there are."""
    return int(sha256(name.encode()).hexdigest(), 16) % of == nth


def anywhere(name: str) -> str:
    """A test's name, whatever engine it says."""
    test, bracket, given = name.partition("[")
    return test + bracket + "-".join("*" if each in named() else each for each in given.rstrip("]").split("-"))


def engine_of(item) -> str | None:
    """The engine that a test is run on, if its name says one; or that of the processor, if it asks for that."""
    from tests.engines import Engine

    given = getattr(item, "callspec", None)
    if "processor" in item.fixturenames:
        return "processor"
    texts = [str(value) for value in given.params.values() if isinstance(value, (str, Engine))] if given else []
    return next((text for text in texts if text in named()), None)


@cache
def named() -> set[str]:
    from tests.engines import engines

    return {engine.name for engine in engines()}


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
