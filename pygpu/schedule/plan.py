"""The plan: how one device computes a graph. A readable object, made before any text of a kernel.

    pixels    a work-item computes one pixel, straight from the graph: whatever it is
    rows      a work-item computes pixels below one another that branch and loop together (GPU)
    masks     a work-item sweeps a row with vectors of neighbouring pixels that branch and loop together (CPU)
    lanes     a work-item sweeps some rows with vectors of neighbouring pixels (CPU)
    columns   a work-item computes a few columns and rows of pixels in registers (GPU)
    passes    stages that would be computed over and over go first, each into an image of its own (passes.py)
    runs      whole lines of a tile, for sums and extremes of many neighbours (CPU; only as one of several passes)
    spectra   columns as frequencies, for large kernels (only as one of several passes)
    tiles     the same for one small piece of the picture after the other, in one kernel (tiles.py)

In lanes and columns each stage is computed once for every place where the block needs it.
"""

from __future__ import annotations

from dataclasses import replace

from ..ir import Graph
from . import runs, spectra
from .cost import longest_pass, operations, statements, weight
from .device import CPU, Device
from .factors import composed, factored, separated
from .nodes import Node
from .passes import Pass, cut
from .passes import candidates as candidates_for_passes
from .plans import Plan, Whole
from .price import PASS, alone, moving_costs, price
from .rolls import families, moving, rolled
from .shares import shares
from .stages import Stages, stages
from .taps import looped
from .tiles import UNIT, Tile, tiles
from .varying import together
from .windows import by_rows

TOGETHER = 4      # rows of pixels that loop together,
MANY, MUCH = 8, (40.0, 1500.0)  # and how many do if a pass costs so many additions: then what they share is waited for
STRIP = 4096      # columns a work-item sweeps
SHORT = 512       # of pixels that may each take another time
LONGEST = {"lanes": 600, "columns": 1200}  # statements of a block: drivers take seconds over more
WIDE_ROW, SHARES = 2500, 0.95  # of a single row on a GPU, where its columns have something in common
ROW = 1500        # of a single row, where nothing less will do
WIDE = 100.0      # additions a pixel from which on any stage is considered for a pass or a tile
WELL = 0.4        # of a block's price: where a plan costs less, no further ones are looked for
OWN_WAY = {"run": "runs", "dense": "spectra"}  # nodes, and the plans of passes for them
TRIED = 2         # sets of stages to consider that gain nothing
# Heights of a block to choose from; the second ones where none of the first fits. Four rows and more keep a GPU's
# memory busy, even where rows have nothing in common.
HEIGHTS = {"cpu": ((1, 2, 4, 6, 8),), "gpu": ((4, 6, 8), (2, 1))}


def plan(graph: Graph, inputs=(), outputs=(), device: Device = CPU) -> Plan:
    """The plan for a graph whose images have these formats, on this device."""
    found = by_rows(written := stages(graph))
    against = _not_in_blocks(found, inputs) or _better_apart(found, device)
    made = None if against else _best_block(found, device, by=lambda each: alone(each, inputs, outputs, device))
    if not against:
        others = [*in_runs(written, device), *in_spectra(found, device)]
        if not made or not any(price(each) < WELL * price(made) for each in others):
            others.append(_apart(found, made, device))
        made = min(filter(None, others), key=price, default=None)
    if made is None:
        made = _one_by_one(found, inputs, device, against or "it would be too long for the driver's compiler")
    return replace(made, inputs=tuple(inputs), outputs=tuple(outputs))


def pixels(found: Stages | None = None, device: Device = CPU, why: str = "") -> Plan:
    return Plan("pixels", (1, 1), (64, 1) if device.kind == "cpu" else (32, 8), 1, why, found)


def masks(found: Stages, device: Device = CPU, why: str = "") -> Plan:
    return Plan("masks", (SHORT, 1), (1, 1), device.lanes, why, found)


def rows(found: Stages, count: int, why: str = "") -> Plan:
    return Plan("rows", (1, count), (32, 8), 1, why, found)


def _one_by_one(found: Stages, inputs, device: Device, why: str) -> Plan:
    """Straight from the graph: in vectors of pixels on a CPU, in a few rows on a GPU where these loop together."""
    longest, divided = longest_pass(found.graph), shares(found.graph, device.kind)
    if longest and _in_rows(found, inputs, device):
        made = rows(found, MANY if MUCH[0] <= longest / max(1, len(divided)) <= MUCH[1] else TOGETHER, why)
    else:
        made = (masks if _in_masks(inputs, device) else pixels)(found, device, why)
    return replace(made, shares=divided)


def _in_rows(found: Stages, inputs, device: Device) -> bool:
    if device.kind != "gpu" or any(format.memory == "image" for format in inputs):
        return False
    return together(found.graph, found.graph.y)


def _in_masks(inputs, device: Device) -> bool:
    return device.kind == "cpu" and device.lanes > 1 and not any(format.memory == "image" for format in inputs)


def block(found: Stages, device: Device, rows: int, forms: list[Stages] | None = None, near=frozenset()) -> Plan:
    """A block of so many rows, whatever it costs; `forms` are those of the stages to choose from, `near` the images
    that lie in a tile."""
    found = rolled(looped(factored(found, rows, forms), device.kind), near)
    if device.kind == "cpu":
        return Plan("lanes", (STRIP, rows), (1, 1), device.lanes, "", found)
    wide = 1 if found.loops else 4  # what a loop reads lies at any distance, not at a multiple of four
    return Plan("columns", (wide, rows), (32, 4 if rows > 1 else 8), 1, "", found)


def candidates(graph: Graph, inputs=(), outputs=(), device: Device = CPU) -> list[Plan]:
    """Every plan that would compute the graph rightly, to be forced in tests and compared when tuning."""
    found = by_rows(written := stages(graph))
    plans = [pixels(found, device)]
    if _in_masks(inputs, device):
        plans.append(masks(found, device))
    if _in_rows(found, inputs, device):
        # What does not loop is written out.
        longest = MANY if longest_pass(graph) else LONGEST["columns"] // max(1, weight(graph.body))
        plans += [rows(found, count) for count in (2, TOGETHER, MANY) if count <= longest]
    divided = shares(graph, device.kind)
    plans += [replace(each, shares=divided) for each in plans if divided]
    if not _not_in_blocks(found, inputs):
        plans += [made for made in (block(found, device, rows) for rows in (1, 2, 4, 6, 8)) if _fits(made)]
        for form in [*separated(found), found]:
            for nodes in candidates_for_passes(form)[:2]:
                plans += apart(form, nodes, device)
        plans += [made for made in apart(found, moving(found), device) if made.tile]
        plans += in_runs(written, device) + in_spectra(found, device)
    return plans


def _apart(found: Stages, best: Plan | None, device: Device) -> Plan | None:
    """The best plan in passes or tiles, where that is better than one block: stages are taken out while that pays."""
    rolling = moving(found)
    if rolling:
        return _from_copies(found, rolling, best, device)
    for form in separated(found) + [found] * (best is None or price(best) > WIDE):
        cuts: list = []
        tried = 0
        for nodes in candidates_for_passes(form):
            made = min(apart(form, [*cuts, *nodes], device), key=price, default=None)
            tried += 1
            if made is not None and (best is None or price(made) < 0.9 * price(best)):
                cuts, best, tried = [*cuts, *nodes], made, 0
            if tried == TRIED:
                break
    if best is None:
        return None
    looped = {node.attributes[:2] for node in best.stages.order if node.kind == "taps" and node.attributes.large}
    return _from_copies(found, [node for node in found.order if node.kind == "read" and node.attributes in looped],
                        best, device)


def _from_copies(found: Stages, nodes: list, best: Plan | None, device: Device) -> Plan | None:
    """Loops read the same rows again and again: from a copy that is near, and whose rows do not push each other out of
    a CPU's cache, as those of a picture do that lie a power of two apart."""
    return next((made for made in apart(found, nodes, device) if made.tile), best) if nodes else best


def apart(found: Stages, nodes: list, device: Device) -> list[Plan]:
    """Those stages computed first, each with its best block: in passes over the whole picture, and in tiles."""
    parts = []
    for part in cut(found, nodes, UNIT[device.kind]):
        taken = [node for node in part.stages if node.kind in OWN_WAY]
        own = stages(part.graph) if not taken or taken[0].kind == "run" else None
        parts.append((part, own, _whole(own, part, taken, parts, device) if taken else _best_block(own, device)))
    made = []
    if all(best and best.kind != "runs" for _, _, best in parts):
        made.append(Plan("passes", (1, 1), (1, 1), 1, "", found, passes=tuple((part, best) for part, _, best in parts),
                         stored=moving_costs(PASS, device)))
    if any(best and best.kind == "spectra" for _, _, best in parts):
        return made
    fitting = [tiled(found, whole, each, device) for whole in _in_tiles(parts, device) for each in tiles(whole, device)]
    return made + sorted(fitting, key=price)[:1]


def _in_tiles(parts, device: Device) -> list[tuple]:
    """The same parts where what one writes lies near when another reads it: sums can be loops then. On a GPU there are
    several blocks to choose from for the last one."""
    made: list[tuple] = [()]
    for part, own, best in parts:
        near = {image for image, stage in zip(part.graph.images, part.reads) if stage is not None}
        if best is None or not best.whole and families(own):
            best = _best_block(own, device, near)
        ends = [best] if best else []
        if device.kind == "gpu" and not part.stages:
            loops = best and any(node.kind == "taps" and not node.attributes.even for node in best.stages.order)
            ends = _fitting(own, device, (4,) if loops else (4, 8), near)
        made = [(*before, (part, end)) for before in made for end in ends]
    return made


def in_runs(found: Stages, device: Device) -> list[Plan]:
    """Windows of one weight as runs over tiles, where there are such."""
    form = runs.in_runs(found) if device.kind == "cpu" and device.lanes > 1 else None
    return apart(form, runs.kept(form), device) if form else []


def in_spectra(found: Stages, device: Device) -> list[Plan]:
    """Large kernels by their spectra, in passes over the whole picture."""
    form = spectra.in_spectra(found) if device.kind == "gpu" or device.lanes > 1 else None
    return apart(form, spectra.kept(form), device) if form else []


def _whole(own: Stages, part: Pass, nodes: list[Node], before: list, device: Device) -> Plan:
    """A pass that computes nodes in a way of their own, from stages of passes before it."""
    margins = {node: other.margin for other, *_ in before for node in other.stages}
    whole = []
    for node in nodes:
        use = node.uses[0]
        around = margins[use.node]
        whole.append(Whole(node, (use.dx + around[0] - part.margin[0], use.dy + around[1] - part.margin[1])))
    kernel = spectra.large(nodes[0]) if nodes[0].kind == "dense" else None
    block = (kernel.columns, 2 * kernel.rows) if kernel else (1, 1)  # of two pieces, one below the other
    return Plan(OWN_WAY[nodes[0].kind], block, (1, 1), device.lanes, "", own, whole=tuple(whole))


def tiled(found: Stages, parts, tile: Tile, device: Device) -> Plan:
    if device.kind == "cpu":
        return Plan("tiles", (tile.width, tile.height), (1, 1), device.lanes, "", found, passes=parts, tile=tile)
    block = parts[-1][1].block
    return Plan("tiles", block, (tile.width // block[0], tile.height // block[1]), 1, "", found, passes=parts, tile=tile)


def _best_block(found: Stages, device: Device, near=frozenset(), by=None) -> Plan | None:
    """The block with fewest operations a pixel, and something on top for each value that has to be kept alive."""
    for heights in HEIGHTS[device.kind]:
        made = _fitting(found, device, heights, near)
        if made:
            return min(made, key=by or price)
    return None


def _fitting(found: Stages, device: Device, heights, near=frozenset()) -> list[Plan]:
    """Blocks of these heights, as far as the driver's compiler can be given them."""
    forms = composed(found)
    made = [block(found, device, rows, forms, near) for rows in heights]
    return [each for each in made if _fits(each)]


def _fits(made: Plan) -> bool:
    long = statements(made.stages, *made.piece)
    if made.kind == "columns" and made.rows == 1 and long > LONGEST["columns"]:
        return long <= WIDE_ROW and operations(made.stages, *made.piece) < SHARES * operations(made.stages)
    return long <= (ROW if made.piece == (1, 1) else LONGEST[made.kind])


def _better_apart(found: Stages, device: Device) -> str:
    """Why a block would be right, but slower than one pixel a work-item."""
    if device.kind == "gpu" and any(node.kind == "gather" for node in found.order):
        return "where it reads depends on data, and neighbouring work-items share that best"
    return ""


def _not_in_blocks(found: Stages, inputs) -> str:
    """Why blocks cannot be, or would not pay; nothing if they can."""
    if found.opaque:
        return "it has real branches or loops"
    if any(format.memory == "image" for format in inputs):
        return "its images are textures"
    return ""
