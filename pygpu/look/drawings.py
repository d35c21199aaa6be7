"""Drawings in SVG: how far a filter reads around a pixel, and what its stages are needed for."""

from __future__ import annotations

import re

CELL = 13          # of a drawing, in units of SVG
MOST = 9           # cells on each side that are drawn one by one
HERE, READ, NEED = "#e2742b", "#2a9d8f", "#4a8fe0"


def footprint_drawing(footprint) -> str:
    """The pixel that is computed, and those around it that it is made of."""
    left, top, right, bottom, *planes = footprint
    if any(planes):  # a volume's: its own plane, and beside it how many before and behind
        return beside(footprint_drawing(footprint[:4]), *planes)
    if None in footprint:
        return anywhere(footprint)
    if max(footprint[:4]) > MOST:
        return frame(footprint[:4])
    cells = {(x, y): READ for y in range(-top, bottom + 1) for x in range(-left, right + 1)}
    return grid(cells, max(1, *footprint[:4]))


def stage_drawing(offsets) -> str:
    """Where, around the pixel that is computed, a stage's value is needed."""
    known = [(dx or 0, dy or 0) for dx, dy in offsets]
    reach = max([1, *(abs(d) for pair in known for d in pair)])
    if reach > MOST:
        xs, ys = [x for x, _ in known], [y for _, y in known]
        return frame((max(0, -min(xs)), max(0, -min(ys)), max(0, max(xs)), max(0, max(ys))))
    return grid(dict.fromkeys(known, NEED), reach)


def grid(cells: dict, reach: int) -> str:
    side = (2 * reach + 1) * CELL
    drawn = []
    for y in range(-reach, reach + 1):
        for x in range(-reach, reach + 1):
            fill = cells.get((x, y))
            style = f'fill="{fill}" fill-opacity="{0.85 if fill != READ else 0.55}"' if fill else \
                'fill="currentColor" fill-opacity="0.06"'
            drawn.append(f'<rect x="{(x + reach) * CELL + 1}" y="{(y + reach) * CELL + 1}" width="{CELL - 2}" '
                         f'height="{CELL - 2}" rx="2.5" {style}/>')
    drawn.append(pixel(reach * CELL, reach * CELL))
    return svg(side, side, "".join(drawn))


def pixel(x: float, y: float) -> str:
    """The one that is computed."""
    return (f'<rect x="{x + .5}" y="{y + .5}" width="{CELL - 1}" height="{CELL - 1}" rx="3" fill="none" '
            f'stroke="{HERE}" stroke-width="2.2"/>')


def frame(footprint) -> str:
    """A reach too large for cells: its outline with numbers."""
    left, top, right, bottom = footprint
    scale = 78 / max(left + right + 1, top + bottom + 1)
    width, height = max(6, (left + right + 1) * scale), max(6, (top + bottom + 1) * scale)
    x, y = 24 + left * scale, 16 + top * scale
    return svg(48 + width, 32 + height, (
        f'<rect x="24" y="16" width="{width:.1f}" height="{height:.1f}" rx="4" fill="{READ}" fill-opacity=".3" '
        f'stroke="{READ}"/><circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{HERE}"/>'
        + number(24 + width / 2, 11, top) + number(24 + width / 2, 28 + height, bottom)
        + number(11, 20 + height / 2, left) + number(37 + width, 20 + height / 2, right)))


def anywhere(footprint) -> str:
    """Where data say what is read."""
    arrows = [(54, 30, 78, 30), (54, 30, 30, 30)] * (footprint[0] is None) + [
        (54, 30, 54, 6), (54, 30, 54, 54)] * (footprint[1] is None)
    lines = "".join(f'<line x1="{a}" y1="{b}" x2="{c}" y2="{d}" stroke="{READ}" stroke-width="2" '
                    f'stroke-dasharray="3 3"/>' for a, b, c, d in arrows)
    return svg(108, 60, f'{lines}<circle cx="54" cy="30" r="4.5" fill="{HERE}"/>')


def beside(plane: str, before: int | None, behind: int | None) -> str:
    """The drawing of one plane, and the planes that are read as sheets behind one another."""
    width, height = (float(found) for found in re.findall(r'(?:width|height)="(\d+)"', plane)[:2])
    sheets = min(sum(far for far in (before, behind) if far), 6) or 2
    drawn = "".join(f'<rect x="{width + 18 + 5 * k}" y="{4 + 5 * k}" width="26" height="26" rx="3" fill="{READ}" '
                    f'fill-opacity=".22" stroke="{READ}"/>' for k in range(sheets + 1))
    inner = plane.replace("<svg ", '<svg x="0" y="0" ', 1)
    return svg(width + 50 + 5 * sheets, max(height, 36 + 5 * sheets), inner + drawn)


def number(x: float, y: float, value: int) -> str:
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle" font-size="10" font-family="sans-serif" '
            f'fill="currentColor">{value}</text>')


def svg(width: float, height: float, inside: str) -> str:
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
            f'viewBox="0 0 {width:.0f} {height:.0f}" role="img">{inside}</svg>')
