"""Which plan a device has been measured to like best for a graph: remembered here and on disk, beside the kernels.

A recipe is a choice among the plans that the planner offers anyway, so it can be outdated but never wrong. It is kept
under everything that the choice was made for: the graph as text, the device with its driver, the formats of the pixels,
and the version of PyGPU.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from ...runtime import Store, key_of
from ...version import __version__

if TYPE_CHECKING:
    from ...schedule.plans import Plan

_store = Store("tuned", limit=4 << 20)
_known: dict[str, Recipe] = {}


@dataclass(frozen=True)
class Recipe:
    """`plan` is the place among the candidates, -1 for the plan by estimate; `shape` that among its other shapes, -1
    for its own. `kind` is what the plan then is. `faster` says by how much the winner beat the plan by estimate, and
    `tried` how many were measured."""

    plan: int
    shape: int
    kind: str
    faster: float = 1.0
    tried: int = 1

    def __str__(self) -> str:
        count = f"tuned: of {self.tried} plan{'s' * (self.tried > 1)} measured"
        if self.plan == self.shape == -1:
            return f"{count}, none was faster than the one by estimate"
        return f"{count}, this one is {self.faster:.2f} times as fast as the one by estimate"


def offered(graph, inputs, outputs, target) -> dict[int, Plan]:
    """All plans that there are for a graph, the one by estimate first."""
    from ...schedule.plan import candidates, plan  # not imported before a plan is wanted: a kernel on disk needs none
    every = enumerate(candidates(graph, inputs, outputs, target))
    return {-1: plan(graph, inputs, outputs, target)} | {
        place: replace(made, inputs=tuple(inputs), outputs=tuple(outputs)) for place, made in every}


def planned(graph, inputs, outputs, target, device) -> Plan:
    """The plan for a graph: as tuned, if it was, otherwise by estimate."""
    from ...schedule.plan import plan
    recipe = recall(graph, inputs, outputs, device)
    if recipe is None:
        return plan(graph, inputs, outputs, target)
    made = followed(recipe, offered(graph, inputs, outputs, target))
    return made or plan(graph, inputs, outputs, target)


def followed(recipe: Recipe, plans: dict[int, Plan]) -> Plan | None:
    """The plan that a recipe means; None where these have no such plan."""
    from ...schedule.shapes import shapes
    made = plans.get(recipe.plan)
    if made is not None and recipe.shape >= 0:
        others = shapes(made)
        made = others[recipe.shape] if recipe.shape < len(others) else None
    return replace(made, tuned=str(recipe)) if made is not None and made.kind == recipe.kind else None


def key(graph, inputs, outputs, device) -> str:
    return key_of("recipe", __version__, device.identity, graph, inputs, outputs)


def keep(recipe: Recipe, graph, inputs, outputs, device) -> None:
    name = key(graph, inputs, outputs, device)
    _known[name] = recipe
    _store.put(name, json.dumps(asdict(recipe)).encode())


def recall(graph, inputs, outputs, device) -> Recipe | None:
    # Where nobody has tuned anything the graph need not be written down for its key.
    return None if is_untuned() else recalled(key(graph, inputs, outputs, device))


def is_untuned() -> bool:
    return not _known and _store.is_empty()


def recalled(name: str) -> Recipe | None:
    if name not in _known:
        stored = _store.get(name)
        try:
            if stored:
                _known[name] = Recipe(**json.loads(stored))
        except (ValueError, TypeError):
            pass  # of another time
    return _known.get(name)
