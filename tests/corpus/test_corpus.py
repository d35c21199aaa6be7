"""Every function of the corpus, in plain Python and compiled: on the evaluator one by one, on a device many at once."""

import pytest

from tests.engines import engines

from . import groups
from .running import batches, on, run, run_together
from .table import FILE, left_out, page, verdicts

GROUPS = groups()


@pytest.mark.parametrize("group", GROUPS)
def test_on_the_evaluator(group):
    """What the table says runs, runs; what it says is refused still is."""
    said = verdicts().get(group)
    if said is None:
        pytest.skip(f"{group} is not in the table")
    with on("none"):
        found = {case.name: run(case) for case in GROUPS[group]}
    wrong = [f"{name}: {words or 'runs'}" for name, words in found.items() if bool(words) != bool(said.get(name, ""))]
    assert not wrong, "\n".join([*wrong, "(python -m tests.corpus.table writes what is so)"])


DRIVERS = [engine for engine in engines() if engine.device != "none" and not engine.is_checker][:1]


@pytest.mark.parametrize("driver", DRIVERS, ids=str)
@pytest.mark.parametrize("group", GROUPS)
def test_on_a_device(group, driver):
    said = verdicts().get(group, {})
    with on(driver.device):
        for together in batches([case for case in GROUPS[group] if said.get(case.name) == ""]):
            assert not run_together(together)


def test_there_are_many():
    assert sum(map(len, GROUPS.values())) >= 400 or left_out()


def test_the_table_names_every_function():
    if left_out():
        pytest.skip(f"not installed: {', '.join(left_out())}")
    text = FILE.read_text()
    assert all(f"`{case.name}`".replace("|", "\\|") in text for cases in GROUPS.values() for case in cases)
    assert page(verdicts()) == text, "run python -m tests.corpus.table"
