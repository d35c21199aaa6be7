"""What the bench found: rows as they are measured, a table, a plot, and the raw numbers."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

from .measuring import Contender

BASE = "copy"


@dataclass
class Row:
    """One workload at one size on one device."""

    title: str
    name: str
    size: tuple[int, int]
    contenders: list[Contender]
    build: dict[str, float] = field(default_factory=dict)  # PyGPU's own first call, part by part
    flops: float = 0
    traffic: float = 0

    def of(self, name: str) -> Contender | None:
        return next((each for each in self.contenders if each.name == name and each.works), None)


class Table:
    """Printed row by row, as the rows come in."""

    def __init__(self, columns: list[str], longest: int = 20):
        self.columns, self.room = columns, max(20, longest) + 2

    def head(self) -> str:
        names = "".join(f"{name:>15}" for name in self.columns)
        return (f"{'':<{self.room}}{names}{'vs hand':>9}{'vs peer':>9}{'build':>8}\n"
                + "-" * (self.room + 15 * len(self.columns) + 26))

    def line(self, row: Row) -> str:
        copy, ours, hand = row.of(BASE), row.of("pygpu"), row.of("by hand")
        cells = "".join(f"{cell(row.of(name), copy):>15}" for name in self.columns)
        against = f"{ours.times_as_long_as(hand):.2f}" if ours and hand else ""
        best = best_peer(row)
        peer = f"{ours.times_as_long_as(best):.2f}" if ours and best else ""
        build = f"{sum(row.build.values()):.2f} s" if row.build else ""
        return f"{row.title:<{self.room}}{cells}{against:>9}{peer:>9}{build:>8}"


def best_peer(row: Row) -> Contender | None:
    peers = [c for c in row.contenders if c.works and c.name not in (BASE, "by hand", "pygpu", "tuned")
             and not c.name.startswith("whole") and not c.name.endswith("whole") and c.note != "once"]
    return min(peers, key=lambda c: c.median, default=None)


def cell(contender: Contender | None, copy: Contender | None) -> str:
    """Milliseconds, and how many copies that is."""
    if contender is None:
        return "-"
    ms = contender.median * 1e3
    text = f"{ms:.3f}" if ms < 1 else f"{ms:.2f}" if ms < 100 else f"{ms:.0f}"
    if copy is None or contender is copy:
        return text
    if contender.note == "once":
        return f"~{text}"
    ratio = contender.times_as_long_as(copy)
    return f"{text} ({ratio:.2f})" if ratio < 100 else f"{text} ({ratio:.0f})"


def save(path: str, machine: dict, rows: list[Row]) -> None:
    """Every number, for whoever wants to look closer."""
    content = {"machine": machine, "rows": [
        {"workload": row.name, "title": row.title, "size": row.size, "build": row.build, "flops_a_pixel": row.flops,
         "bytes_a_pixel": row.traffic,
         "seconds": {c.name: c.seconds for c in row.contenders if c.works},
         "first_call": {c.name: c.first for c in row.contenders if c.works},
         "failed": {c.name: c.error for c in row.contenders if c.error}} for row in rows]}
    Path(path).write_text(json.dumps(content, indent=1))


COLOURS = ["#4c78a8", "#f58518", "#54a24b", "#b279a2", "#9d755d", "#72b7b2", "#e45756", "#bab0ac"]


def plot(path: str, machine: dict, rows: list[Row]) -> None:
    """Bars, one for each contender: how many copies of the picture the time is, on a logarithmic scale."""
    from math import log10

    rows = [row for row in rows if row.of(BASE)]
    names = list(dict.fromkeys(c.name for row in rows for c in row.contenders if c.works and c.name != BASE))
    colour = {name: "#d62728" if name == "pygpu" else COLOURS[n % len(COLOURS)] for n, name in enumerate(names)}
    left, step, bar, most = 190, 640 / 3.5, 9, 3.0  # 0.3 to 1000 copies
    parts, y = [], 60
    for row in rows:
        parts.append(f'<text x="{left - 8}" y="{y + 10}" text-anchor="end">{row.title}</text>')
        for name in names:
            contender, copy = row.of(name), row.of(BASE)
            if contender is None:
                continue
            copies = contender.median / copy.median if contender.note == "once" else contender.times_as_long_as(copy)
            length = step * (min(max(log10(copies), -0.5), most) + 0.5)
            parts.append(f'<rect x="{left}" y="{y}" width="{length:.1f}" height="{bar - 1}" fill="{colour[name]}"/>'
                         f'<text x="{left + length + 4:.1f}" y="{y + 7}" font-size="8">{copies:.2f}</text>')
            y += bar
        y += 9
    lines = [(f"{left + step * (n + 0.5):.1f}", 10**n) for n in range(4)]
    grid = "".join(f'<line x1="{x}" x2="{x}" y1="50" y2="{y}" stroke="#ddd"/>'
                   f'<text x="{x}" y="46" text-anchor="middle">{copies}</text>' for x, copies in lines)
    legend = "".join(f'<rect x="{left + 95 * n}" y="24" width="8" height="8" fill="{colour[name]}"/>'
                     f'<text x="{left + 95 * n + 12}" y="32">{name}</text>' for n, name in enumerate(names))
    Path(path).write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + 760}" height="{y + 20}" '
        f'font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="white"/>'
        f'<text x="8" y="16">Time in copies of the picture, {machine["device"]}</text>'
        f'{legend}{grid}{"".join(parts)}</svg>\n')
