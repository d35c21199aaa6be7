"""filter.explain_html(): one page, in one file, on which a filter can be looked at from its Python lines to its kernel.

    sources.py     the lines of the user's functions: which names were known, which depend on the pixel
    lines.py       every value that these lines had, for a grid of pixels
    page.html      what the browser does with it: hovering, clicking

The page holds all it needs, and asks no server for anything.
"""

from __future__ import annotations

import base64
import html
import json
import re
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np

from ..calls.explain import MEGAPIXEL, asked_for, ms
from ..calls.values import short_text
from ..language.types import PIXELS, Bool, Float, Int
from ..look import Planes, coloured, footprint_drawing, plot, stage_drawing
from ..look.colouring import COLOURS
from ..look.shown import encoded, shown
from ..runtime import current, figures
from ..schedule.describe import found_in, number, stages_of
from ..schedule.stages.footprint import footprint
from ..schedule.stages.stages import stages
from .card import call, flat, known, places, told_reach
from .controls import annotations
from .plain import Plain, uploaded
from .sources import Sources

TEMPLATE = Path(__file__).with_name("page.html")
SHOWN = 480        # pixels, the longer side of a picture on the page
LONGEST = 70_000   # characters of a kernel or a graph that are shown


def explain_html(filter, args, kwargs, size=None) -> str:
    wanted = [p for p in filter.arguments.typed[len(args):] if not p.is_optional or p.is_image]
    if args:  # its pictures, without numbers that it needs
        wanted = [p for p in wanted if not p.is_image]
    else:
        size = size or (None if filter.arguments.images or filter.is_value else (320, 240))
    ranges = annotations(filter)
    kwargs = {p.name: made_up(p, place, ranges.get(p.name)) for place, p in enumerate(wanted)} | kwargs
    sized = {"size": size} if size else {}
    result = filter(*args, **kwargs, **sized)
    timings = filter.timings()  # of the first call, told part by part
    plain = Plain(filter, args, kwargs, size)
    sources = Sources(plain)
    engine = filter._inspected()
    data = {
        "name": filter.__name__, "size": (*plain.axes, 1, 1)[:2], "grid": sources.grid, "values": sources.packed(),
        "axes": len(plain.axes), "plane": sources.plane, **pictures(filter, plain, result, sources.plane),
    }
    parts = {
        "NAME": html.escape(filter.__name__), "CALL": call(filter), "KNOWN": known(filter),
        "DEVICE": html.escape(f"{engine.device.name} · {engine.device.platform}" if hasattr(engine, "device")
                              and engine.device is not None else "NumPy, no device"),
        "FOOTPRINT": footprint_drawing(footprint(filter.graph)),
        "REACH": told_reach(filter, filter.graph),
        "SOURCE": sources.as_html(), "PLAN": html.escape(str(engine.plan)),
        "STAGES": drawn_stages(found_in(engine.plan) if hasattr(engine.plan, "kind") else [stages(flat(filter.graph))]),
        "GRAPH": graph_lines(str(filter.graph), sources), "KERNEL": kernel_lines(engine.source),
        "COST": cost(engine, measured(filter, args, kwargs, sized), plain), "TIMES": times(timings),
        "COLOURS": "".join(f".pg-{kind}{{color:{colour}}}" for kind, colour in COLOURS.items()),
        "DATA": json.dumps(data, separators=(",", ":")).replace("</", "<\\/"),
    }
    return re.sub(r"@([A-Z]+)@", lambda found: parts[found[1]], TEMPLATE.read_text())


def made_up(parameter, place: int, limits: tuple | None):
    """An argument where none was given: the middle of its range; no two rows of numbers alike."""
    kind = parameter.type
    if limits:
        return kind((limits[0] + limits[1]) / 2)
    if parameter.is_image and kind.dimensions == 3:
        z, y, x = np.mgrid[-1:1:24j, -1:1:64j, -1:1:64j].astype(np.float32)
        return np.exp(-3 * (x * x + 2 * y * y + 3 * z * z))
    if parameter.is_image:
        return sample(kind.channels) if kind.dimensions == 2 else np.sin(np.linspace(0, 12, 200, dtype=np.float32) + place)
    return {Float: 0.5, Int: 1, Bool: True}.get(kind) or (0.5,) * PIXELS[kind]


def sample(channels: int | None) -> np.ndarray:
    """A picture where none was given: a ramp, a disc and stripes."""
    y, x = np.mgrid[:96, :128].astype(np.float32)
    light = 0.25 + 0.5 * x / 128 + 0.25 * (np.hypot(x - 44, y - 46) < 24) - 0.2 * ((x + y) % 16 < 8) * (x > 84)
    light = light.clip(0, 1)
    return light if channels in (None, 1) else np.stack([light * tint for tint in (1, 0.8, 0.6, 1)[:channels]], axis=2)


def pictures(filter, plain: Plain, result, plane: int) -> dict:
    """What the page shows: the results and what came in, each with its name, and a value as text."""
    came = [seen(grid.array, len(grid.size), plane) for grid in plain.grids[:1]]
    if not filter.is_value:
        every = result if isinstance(result, tuple) else (result,)
        names = [f"result {at}" for at in range(1, len(every) + 1)] if len(every) > 1 else ["result"]
        made = [seen(np.asarray(each), len(plain.axes), plane) for each in every]
        return {"pictures": [*zip(names, made), *zip(["before"], came)]}
    table = np.asarray(result) if isinstance(result, (list, np.ndarray)) else np.zeros(0)
    drawn = [seen(table, table.ndim, len(table) // 2)] if table.ndim in (1, 2, 3) and table.size > 4 else []
    return {"told": short_text(result), "pictures": [*zip(["result"], drawn), *zip(["picture"], came)]}


def seen(array, dimensions: int, plane: int) -> str:
    """A picture, a curve, or one plane of a volume."""
    if dimensions == 1:
        image = plot(array[:, 0] if array.ndim == 2 and array.shape[1] == 1 else array)
    else:
        image = Planes(array)[plane] if dimensions == 3 else shown(array)[0]
    return "data:image/png;base64," + base64.b64encode(encoded(image, SHOWN if dimensions > 1 else 960)).decode()


# --- graph and kernel, line by line ----------------------------------------------------------------------------------

def graph_lines(text: str, sources: Sources) -> str:
    """Each line with the Python line that it comes from: the one named last."""
    found, function, key = [], "", ""
    for line in text[:LONGEST].splitlines():
        line = re.sub(r"\s{2,}# ", "  # ", line)
        said = re.search(r"# (?:(\S+), )?line (\d+)$", line)
        if said:
            function = said[1] or function
            key = sources.key(function, int(said[2]))
        found.append(row(coloured(line, "graph"), key if ": " in line and "=" in line or said else ""))
    return "".join(found)


def kernel_lines(text: str) -> str:
    found, key = [], ""
    cut = text if len(text) <= LONGEST else text[:LONGEST] + "\n// ... and so on"
    for line in coloured(cut, "opencl").split("\n"):
        said = re.search(r'<span class="pg-c">// ([^<]+:\d+)</span>$', line)
        key = said[1] if said else key if line.startswith("    ") else ""
        found.append(row(line, key))
    return "".join(found)


def row(line: str, key: str) -> str:
    return f'<div class="l"{f" data-k={chr(34)}{html.escape(key)}{chr(34)}" if key else ""}>{line or " "}</div>'


# --- stages, costs, times --------------------------------------------------------------------------------------------

def drawn_stages(every: list) -> str:
    figures_ = []
    for found, stage in [(each, stage) for each in every for stage in stages_of(each)]:
        key = stage.nodes[0].location.key if stage.nodes[0].location else ""
        figures_.append(f'<figure data-k="{html.escape(key)}">{stage_drawing(places(found, stage))}<figcaption>'
                        f"{html.escape(stage.what)}<i>{html.escape(stage.where)}</i></figcaption></figure>")
    return "".join(figures_) or '<p class="quiet">' + (
        "No stage: nothing is needed at more than one place." if len(every) < 2 else
        "Within a kernel nothing is needed at more than one place; what several need is kept as a picture of its own, and "
        "the plan below names it.") + "</p>"


def measured(filter, args, kwargs, sized) -> float | None:
    """Seconds of a run whose pictures are on the device and stay there."""
    if current() is None:
        return None
    if not filter.arguments.images:
        return filter.timings().get("kernel")
    spent, given, there = [], *uploaded(filter, args, kwargs)
    for _ in range(7):
        started = perf_counter()
        result = filter(*given, **there, **sized)
        for each in () if filter.is_value else result if isinstance(result, tuple) else (result,):
            each.wait()
        spent.append(perf_counter() - started)
    return median(spent)


def cost(engine, took: float | None, plain: Plain) -> str:
    """What memory and arithmetic ask for, as bars: the longer one is the limit; and what a run took."""
    device = getattr(engine, "device", None)
    if device is None:
        return '<p class="quiet">NumPy computes the graph: there is no device whose limits could be told.</p>'
    if plain.place is None:
        return reading(figures.measured(device), took, sum(grid.array.nbytes for grid in plain.grids))
    size = engine.size or MEGAPIXEL
    found, plan = figures.measured(device), engine.plan
    nbytes, adds = asked_for(engine, size)
    opaque = any(each.opaque for each in found_in(plan))
    bars = [("memory", f"{number(nbytes / 1e6)} MB read and written, at {found.bandwidth:.3g} GB/s",
             nbytes / found.bandwidth / 1e9),
            ("arithmetic", "how often its loops run depends on data" if opaque else
             f"{number(adds / 1e6)} million operations, at {found.arithmetic:.3g} G additions/s",
             None if opaque else adds / found.arithmetic / 1e9),
            ("launch", "what a launch takes, whatever it computes", found.launch)]
    least = max(seconds or 0 for _, _, seconds in bars)
    near = "" if opaque or not took else f"{min(1.0, least / took):.0%} of what this device can do, "
    most = max(least, took or 0)
    return f'<p class="quiet">{" x ".join(map(str, size))} pixels on this device, at best:</p>' + "".join(
        bar(name, text, seconds, most, seconds == least and not opaque) for name, text, seconds in bars) + (
        bar("measured", near + "the call from Python included", took, most) if took else "")


def reading(found, took: float | None, nbytes: int) -> str:
    """The same of a value: at least, all that came in is read once."""
    least = max(nbytes / found.bandwidth / 1e9, found.launch)
    most = max(least, took or 0)
    return '<p class="quiet">A value of all pixels, at best:</p>' + bar(
        "memory", f"{number(nbytes / 1e6)} MB read once, at {found.bandwidth:.3g} GB/s, or a launch", least, most, True) + (
        bar("measured", "the call from Python included", took, most) if took else "")


def times(timings: dict) -> str:
    most = max(timings.values(), default=1.0)
    return "".join(bar(name, "", seconds, most) for name, seconds in timings.items() if seconds > 1e-6)


def bar(name: str, text: str, seconds: float | None, most: float, limit: bool = False) -> str:
    """Of None, which nobody knows, an empty one."""
    share = 0.0 if seconds is None else max(1.0, 100 * seconds / most) if most else 1.0
    long = "" if seconds is None else ms(seconds)
    return (f'<div class="bar{" limit" if limit else ""}"><b>{name}</b><span class="track"><span style="width:{share:.1f}%">'
            f"</span></span><em>{long}</em><small>{html.escape(text)}</small></div>")
