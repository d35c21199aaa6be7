"""A plan in words: the stages that were found, in the user's words, where each lives, and what a pixel costs.

However long a filter is, this is short: stages of the same line and kind are one line here, and past MOST lines the
rest is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from ..ir.ops import ADD, MAX, MIN
from .blocks.channels import Wide
from .cost import operations, pixel_bytes, places, steps
from .stages.kinds import READ, REDUCE, is_down
from .stages.stages import Stages
from .stages.web import Node, Way
from .sums.spectra import large
from .target import Stored
from .tiles.passes import Pass
from .tiles.tiles import Tile, Whole, again

MOST = 8         # lines for stages, and for passes
RUNS: dict[object, str] = {ADD: "sum", MIN: "least", MAX: "greatest"}
ROUNDING = 1e-8  # of the pixels' range: less than what float32 rounds off


class Told(Protocol):
    """What is told of a plan (plans.py)."""

    @property
    def kind(self) -> str: ...
    @property
    def why(self) -> str: ...
    @property
    def tuned(self) -> str: ...
    @property
    def stages(self) -> Stages | None: ...
    @property
    def found(self) -> Stages: ...
    @property
    def shape(self) -> str: ...
    @property
    def piece(self) -> tuple[int, int]: ...
    @property
    def aligned(self) -> bool: ...
    @property
    def rows(self) -> int: ...
    @property
    def passes(self) -> Sequence[tuple[Pass, Told]]: ...
    @property
    def tile(self) -> Tile | None: ...
    @property
    def whole(self) -> tuple[Whole, ...]: ...
    @property
    def wide(self) -> Wide | None: ...
    @property
    def inputs(self) -> tuple[Stored, ...]: ...
    @property
    def outputs(self) -> tuple[Stored, ...]: ...


@runtime_checkable
class Several(Protocol):
    """The plan of a program: one for each of its parts."""

    @property
    def plans(self) -> Sequence[Told]: ...


@dataclass
class Stage:
    """Nodes that a reader would call the same: of one kind, from one line."""

    what: str
    where: str
    nodes: list[Node]

    def told(self, found: Stages, columns: int, rows: int) -> str:
        counts = sorted({len(found.needs[node]) for node in self.nodes})
        at = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
        times = evaluations(found, self.nodes, columns, rows) / len(self.nodes)
        each = "each " if len(self.nodes) > 1 else ""
        name = f"{len(self.nodes)} times {self.what}" if each else self.what
        return f"{name} ({self.where}): {each}needed at {at} places, computed {times:.2g} times a pixel"


def evaluations(found: Stages, nodes: Iterable[Node], columns: int, rows: int) -> float:
    return sum(places(found, node, columns, rows) for node in nodes) / (columns * rows)


def stages_of(found: Stages) -> list[Stage]:
    """What is needed at more than one place, the same things together, in the order of computation."""
    groups: dict[tuple[str, str], Stage] = {}
    for node in found.shared:
        key = what(node), where(node)
        groups.setdefault(key, Stage(*key, [])).nodes.append(node)
    return list(groups.values())


def what(node: Node) -> str:
    """What computes a node, in a few words: gx, the sum of 6 pixels of im."""
    reads = {use.node.attributes[0].name for use in node.uses if use.node.kind is READ}
    inner = [use.node.name for use in node.uses if use.node.name and use.node.kind is not READ]
    summed = node.kind is REDUCE
    of = [*dict.fromkeys(inner)][:3] + [f"{'pixels of ' if summed else ''}{name}" for name in sorted(reads)[:2]]
    if node.way is Way.RUN:
        kind, across = RUNS[node.attributes.op], "one above the other" if is_down(node) else "side by side"
        over = f" over {reads.pop()}" if reads else ""
        return f"{node.name + ', ' if node.name else ''}{kind} of {len(node.uses)} {across}{over}"
    kind = f"{RUNS[node.attributes.op]} of {terms(node)}" if summed else node.kind.name
    name = f"{node.name}, " if node.name else ""
    return f"{name}{kind}" + (f" over {', '.join(of)}" if of else "")


def terms(node: Node) -> int:
    turns = node.attributes.turns
    return len(node.uses) * (turns.count if turns else 1)


def where(node: Node) -> str:
    place = node.location
    if place is None or not place.line:
        return "the compiler's own"
    names = [name for name in place.function.split(".") if not name.startswith("<")]
    return f"{names[-1] if names else place.function}, {place.short()}"


def described(plan: Told) -> str:
    """All lines of a plan."""
    lines = [plan.shape]
    if plan.tuned:
        lines.append(f"  {plan.tuned}")
    if plan.why:
        lines.append(f"  no block of pixels: {plan.why}")
    if plan.stages is None:
        return "\n".join(lines)
    if plan.passes:
        lines += passes(plan)
    else:
        lines += [f"  {line}" for line in stages(plan)]
    lines += [f"  {line}" for line in kernels(plan)]
    return "\n".join([*lines, f"  {costs(plan)}"])


def stages(plan: Told) -> list[str]:
    found, (columns, rows) = stages_of(plan.found), plan.piece
    count = sum(len(stage.nodes) for stage in found)
    if not count:
        return ["no stage is needed at more than one place"]
    lines = [f"{count} stage{'s' * (count > 1)} found, in registers:"]
    lines += [f"  {stage.told(plan.found, columns, rows)}" for stage in found[:MOST]]
    rest = [node for stage in found[MOST:] for node in stage.nodes]
    if rest:
        times = evaluations(plan.found, rest, columns, rows)
        lines.append(f"  and {len(rest)} more, computed {times:.3g} times a pixel in all")
    return lines


def passes(plan: Told) -> list[str]:
    where_kept = "in an image of its own" if plan.tile is None else "in registers" if plan.tile.beside else "in the tile"
    lines = []
    for (part, own), times in zip(plan.passes, again(plan.tile) if plan.tile else [1.0] * len(plan.passes)):
        names = ", ".join(dict.fromkeys(f"{what(node)} ({where(node)})" for node in part.stages))
        kept = f"{names}, kept {where_kept}" if names else "the result"
        kept = f"in each of {part.turn.roll.count} turns {kept}" if part.turn else kept
        computed = f", {times:.2g} times a pixel" if times >= 1.005 else ""
        shape = own.shape.partition(";")[0] if plan.tile is None else f"{own.rows} row{'s' * (own.rows > 1)} at a time"
        lines.append(f"  {kept}: {shape}{computed}; {number(worked(own, plan.tile))} operations")
    if len(lines) > MOST:
        lines[MOST - 1:-1] = [f"  and {len(lines) - MOST} passes more"]
    return lines


def kernels(plan: Told) -> list[str]:
    """What became of weighted sums, and how far a result may be off for it."""
    every = [plan.found, *(own.stages for _, own in plan.passes if own.stages)]
    lines = []
    factors = [each for found in every for each in found.factors]
    for each in [*dict.fromkeys(factors)][:MOST // 2]:
        count = factors.count(each)
        times = f"{count} kernels of " if count > 1 else "a kernel of "
        products = "a column times a row" if each.rank == 1 else f"{each.rank} columns times rows"
        error = "no error but rounding"
        if each.dropped > ROUNDING:
            error = f"an error of at most {each.dropped:.0e} of the pixels' range"
        lines.append(f"{times}{each.width} x {each.height} taken as {products}: rank {each.rank}, {error}")
    if factors:
        lines[-1] += " (exact=True takes them as written)"
    for _, own in plan.passes:
        if own.kind == "spectra":
            kernel = large(own.whole[0].node)
            lines.append(f"a kernel of {kernel.width} x {kernel.height} by its spectrum: no error but the rounding of the"
                         f" greatest value in {kernel.piece} rows (exact=True sums as written)")
    joined = sum(found.composed for found in every)
    if joined:
        lines.append(f"{joined} uses of one weighted sum in another joined to one larger kernel")
    turns = Counter(roll.count for found in every for roll in set(found.loops.values()))
    for turn, often in sorted(turns.items()):
        told = f"{often} times {turn}" if often > 1 else f"{turn}"
        lines.append(f"{told} terms that differ only in places and numbers taken as a loop")
    return lines


def costs(plan: Told) -> str:
    each, apart = computed(plan), operations(plan.found) * channels(plan)
    saved = f" ({number(apart)} if each pixel computed its own)" if apart > 1.1 * each else ""
    text = f"{number(each)} operations a pixel{saved}, counted in additions"
    if plan.found.opaque:
        text += ", and those of loops and branches"
    read, written = moved(plan)
    return text + (f"; {read} bytes read and {written} written a pixel" if read or written else "")


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def found_in(plan: Told | Several) -> list[Stages]:
    """The stages of a plan, and of each part of a program's."""
    every = plan.plans if isinstance(plan, Several) else (plan,)
    return [each.stages for each in every if each.stages is not None]


def computed(plan: Told) -> float:
    """Operations a pixel of the result, those of all passes."""
    if not plan.passes:
        return operations(plan.stages, *plan.piece, plan.aligned) * channels(plan) if plan.stages else 0.0
    times = again(plan.tile) if plan.tile else [1.0] * len(plan.passes)
    return channels(plan) * sum(each * worked(own, plan.tile) for (_, own), each in zip(plan.passes, times))


def channels(plan: Told) -> int:
    """What its stages are computed for, each by itself."""
    return plan.wide.channels if plan.wide else 1


def worked(own: Told, tile: Tile | None) -> float:
    """Operations of one pass for each pixel that it computes."""
    if own.kind == "spectra":
        return sum([large(each.node).work for each in own.whole])
    if own.whole and tile:
        return sum([steps(each.node, tile.height) for each in own.whole])
    return operations(own.found, *own.piece, own.aligned)


def moved(plan: Told) -> tuple[int, int]:
    """Bytes a pixel that are read and written, each once: pictures, and images that stages have of their own."""
    read, written = pixel_bytes(plan.inputs), pixel_bytes(plan.outputs)
    between = 0 if plan.tile else 4 * sum(len(part.stages) for part, _ in plan.passes)
    return read + between, written + between
