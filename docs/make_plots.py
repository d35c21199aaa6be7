"""Draws the plots of docs/speed.md from its own tables and from docs/speed/*.json: `python docs/make_plots.py` writes
images/speed/*.svg, which are light or dark as the reader's screen is.
"""

from __future__ import annotations

import html
import json
from math import log10
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "speed.md"
PLOTS = ROOT / "images" / "speed"

NAMES, RIGHT, TOP, STEP, WIDTH = 254, 46, 84, 24, 880
STYLE = """
.card{fill:#fff;stroke:#e3e1dc}.ink{fill:#22262b}.quiet{fill:#737b85}.grid{stroke:#e9e7e2}.ours{stroke:#e2742b;stroke-width:2}
.bar{fill:#e2742b}.span{stroke:#d9d6cf;stroke-width:2}.d0{fill:none;stroke:#22262b;stroke-width:2}.d1{fill:#1f8f7e}.d2{fill:#4c6fb1}
.d3{fill:#a05c9d}.head{font-weight:600;font-size:15px}.small{font-size:11.5px}
@media(prefers-color-scheme:dark){.card{fill:#1d2126;stroke:#30363d}.ink{fill:#e4e7ea}.quiet{fill:#8d97a3}.grid{stroke:#2b3138}
.span{stroke:#3d444c}.d0{stroke:#e4e7ea}.d1{fill:#5cd0bd}.d2{fill:#8fb0ee}.d3{fill:#d79ad4}}
"""


def table(heading: str) -> tuple[list[str], list[tuple[str, list[float | None]]]]:
    """The first table under a heading of the page: its columns, and each workload with its milliseconds."""
    text = PAGE.read_text().split(f"## {heading}", 1)[1]
    lines = [line for line in text.split("\n## ")[0].splitlines() if line.startswith("|")]
    cells = [[each.strip() for each in line.strip("|").split("|")] for line in lines]
    used = [n for n, name in enumerate(cells[0]) if n and "/" not in name]
    rows = [(row[0], [number(row[n]) for n in used]) for row in cells[2:] if number(row[used[0]]) and number(row[used[1]])]
    return [cells[0][n] for n in used], rows


def number(cell: str) -> float | None:
    try:
        return float(cell)
    except ValueError:
        return None


class Plot:
    """Rows of workloads over an axis of ratios, each ten times the one before."""

    def __init__(self, title: str, says: str, least: float, most: float, rows: int):
        self.least, self.most, self.rows, self.parts = log10(least), log10(most), rows, []
        self.bottom = TOP + STEP * rows
        self.text(22, 30, title, "ink head")
        self.text(22, 50, says, "quiet small")
        for ratio in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200):
            if least <= ratio <= most:
                x, look = self.x(ratio), "ours" if ratio == 1 else "grid"
                self.parts.append(f'<line class="{look}" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 6}" y2="{self.bottom}"/>')
                self.text(x, self.bottom + 17, f"{ratio:g}", "quiet small", "middle")

    def x(self, ratio: float) -> float:
        share = (min(max(log10(ratio), self.least), self.most) - self.least) / (self.most - self.least)
        return NAMES + share * (WIDTH - NAMES - RIGHT)

    def y(self, row: int) -> float:
        return TOP + STEP * (row + 0.5)

    def text(self, x: float, y: float, text: str, look: str, anchor: str = "start") -> None:
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" class="{look}" text-anchor="{anchor}">{html.escape(text)}</text>')

    def dot(self, x: float, y: float, look: str, says: str = "") -> None:
        self.parts.append(f'<circle class="{look}" cx="{x:.1f}" cy="{y}" r="4.5"><title>{says}</title></circle>')

    def spanned(self, ratios: list[float], row: int) -> None:
        """A line from the least of them, or from 1, to the most."""
        least, most, y = self.x(min(1, *ratios)), self.x(max(1, *ratios)), self.y(row)
        self.parts.append(f'<line class="span" x1="{least:.1f}" x2="{most:.1f}" y1="{y}" y2="{y}"/>')

    def svg(self) -> str:
        height = self.bottom + 32
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" font-size="13" '
                f'font-family="system-ui,-apple-system,Segoe UI,sans-serif"><style>{STYLE}</style>'
                f'<rect class="card" x=".5" y=".5" width="{WIDTH - 1}" height="{height - 1}" rx="10"/>'
                + "\n".join(self.parts) + "</svg>\n")


def beside_others(heading: str, title: str) -> str:
    """How many times as long as PyGPU each other took."""
    columns, rows = table(heading)
    most = max(value / row[0] for _, row in rows for value in row if value)
    made = Plot(title, "how many times as long as PyGPU (the line at 1) the others took; further right is slower", 0.5,
                1.12 * most, len(rows))
    for at, name in enumerate(columns[1:]):
        x = NAMES + 24 + 160 * at
        made.dot(x, 68, f"d{at}")
        made.text(x + 10, 72, name, "ink small")
    for row, (name, (ours, *others)) in enumerate(rows):
        y = made.y(row)
        made.text(NAMES - 14, y + 4, name, "ink", "end")
        made.spanned([value / ours for value in others if value], row)
        for at, value in reversed([*enumerate(others)]):
            if value:
                made.dot(made.x(value / ours), y, f"d{at}", f"{value / ours:.2f}")
    return made.svg()


def in_copies(title: str, **files: str) -> str:
    """How many times as long as a plain copy of the same picture each workload takes on each machine."""
    kept = {name: json.loads((ROOT / "docs" / "speed" / file).read_text())["rows"] for name, file in files.items()}
    first, *_ = kept.values()
    titles = sorted(first, key=lambda name: first[name]["copies"])
    every = [row["copies"] for rows in kept.values() for row in rows.values()]
    made = Plot(title, "how many times as long as a plain copy of the same picture there (the line at 1)",
                0.8 * min(1, *every), 1.12 * max(every), len(titles))
    for at, (name, look) in enumerate(zip(kept, ("bar", "d0"))):
        made.dot(NAMES + 24 + 160 * at, 68, look)
        made.text(NAMES + 34 + 160 * at, 72, name, "ink small")
    for row, name in enumerate(titles):
        made.text(NAMES - 14, made.y(row) + 4, name, "ink", "end")
        found = [rows[name]["copies"] if name in rows else None for rows in kept.values()]
        made.spanned([each for each in found if each], row)
        for copies, look in reversed([*zip(found, ("bar", "d0"))]):
            if copies:
                made.dot(made.x(copies), made.y(row), look, f"{copies:.3g}")
    return made.svg()


def plots() -> dict[str, str]:
    return {
        "cpu.svg": beside_others("Two cores of an AMD EPYC", "Two CPU cores, 4096 x 4096"),
        "h100.svg": beside_others("NVIDIA H100, its own", "An H100, 8192 x 8192"),
        "copies.svg": in_copies("Beside a copy", **{"an H200": "h200.json", "two CPU cores": "cpu.json"}),
    }


if __name__ == "__main__":
    PLOTS.mkdir(exist_ok=True)
    for name, drawn in plots().items():
        (PLOTS / name).write_text(drawn)
        print(PLOTS / name)
