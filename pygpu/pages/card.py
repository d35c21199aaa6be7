"""A filter as a card: how it is called, what was known, how far it reads, which stages were found in it."""

from __future__ import annotations

import html

from ..calls.explain import known as known_values
from ..calls.explain import reach, shown
from ..errors import PyGPUError
from ..look import footprint_drawing, stage_drawing
from ..schedule.describe import stages_of
from ..schedule.programs.planes import flat as flattened
from ..schedule.stages.footprint import footprint
from ..schedule.stages.stages import stages

MOST = 6  # stages that are drawn


def card(filter) -> str:
    parts = [f'<div class="pg-call">{call(filter)}</div>', known(filter)]
    try:
        graph = filter.graph
        parts.append(f'<div class="pg-row"><figure>{footprint_drawing(footprint(graph))}'
                     f"<figcaption>reads {told_reach(filter, graph)}</figcaption></figure>{drawn_stages(flat(graph))}</div>")
    except PyGPUError as error:
        parts.append(f'<pre class="pg-refused">{html.escape(str(error))}</pre>')
    return f'<style>{STYLE}</style><div class="pg-card">{"".join(parts)}</div>'


def told_reach(filter, graph) -> str:
    return "all of what it is given" if filter.is_value else reach(footprint(graph))


def call(filter) -> str:
    """name(im: Image, amount: Float = 1.0), what a call gives in the colour of symbols."""
    typed = [p for p in filter.parameters if p.role == "typed"]
    shown = [f'<span class="pg-sym">{p.name}</span>: {html.escape(kind(p.type))}'
             + (f" = {html.escape(repr(p.value))}" if p.is_optional else "") for p in typed]
    return f"<b>{html.escape(filter.__name__)}</b>({', '.join(shown)})"


def known(filter) -> str:
    values = [f'<span class="pg-known">{html.escape(name)}</span> = {html.escape(shown(value))}'
              for name, value in known_values(filter)]
    return f'<div class="pg-small">known: {", ".join(values)}</div>' if values else ""


def kind(type_) -> str:
    return type_.__name__ if isinstance(type_, type) else repr(type_)


def flat(graph):
    """The same over planes, where it is one over volumes: stages are found in those."""
    return flattened(graph, (None,) * len(graph.images))[0]


def drawn_stages(graph) -> str:
    found = stages(graph)
    figures = [f'<figure>{stage_drawing(places(found, stage))}<figcaption>'
               f"{html.escape(stage.what)}<br><i>{html.escape(stage.where)}</i></figcaption></figure>"
               for stage in stages_of(found)]
    more = f"<figure><figcaption>and {len(figures) - MOST} stages more</figcaption></figure>" * (len(figures) > MOST)
    return "".join(figures[:MOST]) + more


def places(found, stage) -> set[tuple[int, int]]:
    """Where a stage's values are needed: the middle of what each reads, from the pixel that is computed."""
    at = set()
    for node in stage.nodes:
        left, top, right, bottom = found.span(node)[:4]
        at |= {((dx or 0) + (left + right) // 2, (dy or 0) + (top + bottom) // 2) for dx, dy, *_ in found.needs[node]}
    return at


STYLE = (
    ".pg-card{display:inline-block;max-width:60em;padding:.9em 1.2em;border:1px solid rgba(128,128,128,.28);"
    "border-radius:10px;background:rgba(128,128,128,.05);font:13px/1.5 system-ui,sans-serif;color:inherit}"
    ".pg-call{font:14px/1.5 ui-monospace,Menlo,Consolas,monospace}.pg-sym{color:#1f8f7e}.pg-known{color:#c7742e}"
    ".pg-small{opacity:.8;font-size:12px}.pg-row{display:flex;flex-wrap:wrap;gap:1.6em;margin-top:.8em;align-items:flex-end}"
    ".pg-card figure{margin:0;text-align:center;max-width:15em}"
    ".pg-card figcaption{font-size:11px;opacity:.75;margin-top:.5em}"
    ".pg-card svg{max-width:180px;max-height:180px;height:auto}"
    "pre.pg-refused.pg-refused{background:none;color:inherit;font:12px/1.45 ui-monospace,Menlo,Consolas,monospace}")
