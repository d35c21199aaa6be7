"""How much of the suite runs. Without an option, what fits into ten minutes on two quick cores:

    (no option)      every test; of one that has many cases those of a turn, a quarter of them, and at least one. On the
                     first driver for each kind of device the tests of a turn, one of 20, and at least one of each file. On a
                     further driver (PoCL beside Intel's) one of 48: it is there for what drivers do differently, and takes
                     three times as long over each kernel. Of the plans that a graph could have, the one that is chosen and
                     one of each kind.
    --turn N         the Nth turn instead of the first; given twice, both. After 20 turns all cases have run, and every test
                     on the first driver. .ci/run gives each change one of them
    FILES            of files or folders that are named, every case, every test on the first driver; but with --turn only
                     those of that turn
    --everything     every case on every driver, every plan: .ci/nightly
    --one-driver     every case on the first driver, nothing on further ones
    --no-driver      nothing on a driver: .ci/run on the other Pythons
    --share N/M      the Nth of M shares of that, chosen by name
    --kernels        nothing on NumPy's evaluator, nor in rooms that have no kernels of their own: .ci/run for what looks at
                     kernels' memory
    --like FILE      nothing but the tests that are named in it, a line each, on whichever engines the rest says

What is in which turn the tests' names decide, so it is the same on every machine, whatever other tests there are.
"""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from pathlib import Path

CASES = 4     # of a test without a driver one case of so many runs in a turn, and at least one; TURNS is a multiple of it
TURNS = 20    # on the first driver one test of so many
FURTHER = 48  # one test of so many runs on a further driver

# All that runs in these is cheap, and nothing else would see it: they have no turns.
ALWAYS = re.compile(r"tests/(test_\w+\.py|bytecode/)")

# What runs in these rooms without an engine computes nothing on a device; what shows a kernel, only what others compute.
NO_KERNELS = re.compile(r"tests/(test_\w+\.py|attacks/|bytecode/|constructs/|ir/|kernel/|language/|passes/|tracing/)")
SHOWN = re.compile("tests/(commandline|docs|editors|look|notebooks|pages)/")

everything = False  # set by conftest, for tests that choose for themselves
in_turns = False    # whether what has turns takes them


def add_options(parser) -> None:
    parser.addoption("--everything", action="store_true", help="every test on every driver, and under every plan")
    parser.addoption("--one-driver", action="store_true", help="no test on a second driver for the same kind of device")
    parser.addoption("--no-driver", action="store_true", help="no test on any driver")
    parser.addoption("--turn", type=int, choices=range(1, TURNS + 1), action="append", default=[],
                     help="this turn of what takes turns, not the first; given twice, both")
    parser.addoption("--kernels", action="store_true", help="no test on NumPy's evaluator, which has none")
    parser.addoption("--like", metavar="FILE", help="only the tests named in a file, on all engines of the scope")
    parser.addoption("--share", metavar="N/M", help="the Nth of M shares of the tests, chosen by name")


def read(config) -> None:
    """What the options and the command line say; workers of pytest-xdist are told by who started them."""
    global everything, in_turns
    everything = config.getoption("--everything")
    named = config.args_source is config.ArgsSource.ARGS
    in_turns = bool(config.getoption("--turn")) or not (named or everything or config.getoption("--one-driver"))
    in_turns = getattr(config, "workerinput", {}).get("in_turns", in_turns)


def chosen(items: list, config) -> tuple[list, list]:
    """Those of all tests that run, and those that do not."""
    like = config.getoption("--like")
    alike = like and {anywhere(name) for name in Path(like).read_text().splitlines()}
    nth, of = map(int, (config.getoption("--share") or "1/1").split("/"))
    turns = (config.getoption("--turn") or [1]) if in_turns else []
    there = [item for item in items if is_there(item, config) and (not alike or anywhere(item.nodeid) in alike)]
    in_turn = set(map(id, there if not turns else of_turns(there, turns)))
    run, left = [], []
    for item in items:
        (run if id(item) in in_turn and is_nth(item.nodeid, nth - 1, of) else left).append(item)
    return run, left


def is_there(item, config) -> bool:
    """Whether a test runs on its engine at all, be it its turn or another's."""
    name, engine = item.nodeid, engine_of(item)
    kernels, drivers = config.getoption("--kernels"), not config.getoption("--no-driver")
    if kernels and SHOWN.match(name):
        return False
    if engine is None:
        return not (kernels and NO_KERNELS.match(name))
    if engine == "evaluator":
        return not kernels
    if engine in further():
        return drivers and (everything or not config.getoption("--one-driver") and is_nth(f"further {name}", 0, FURTHER))
    return drivers


def of_turns(items: list, turns: list[int]) -> list:
    """Of the cases of each test without a driver, and of each file's tests on the first driver, those whose turn it is; if
    it is none's, one of them all the same."""
    found, groups = [], {}
    for item in items:
        test, engine = item.nodeid.partition("[")[0], engine_of(item)
        if engine in further() or ALWAYS.match(test):
            found.append(item)
        elif engine in (None, "evaluator"):
            groups.setdefault(("case", CASES, test), []).append(item)
        else:
            groups.setdefault(("turn", TURNS, test.partition("::")[0]), []).append(item)
    for (kind, of, name), those in groups.items():
        own = [item for item in those if any(is_nth(f"{kind} {item.nodeid}", (turn - 1) % of, of) for turn in turns)]
        found += own or [those[place_of(f"{turns[0]} {name}") % len(those)]]
    return found


def is_nth(name: str, nth: int, of: int) -> bool:
    """Whether a name is in this share: the same on every machine, and whatever other names there are."""
    return place_of(name) % of == nth


def place_of(name: str) -> int:
    return int(sha256(name.encode()).hexdigest(), 16)


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
    of_each = place_of(name)
    return [plans[0], *(these[of_each % len(these)] for these in kinds.values())]
