"""The lines of the user's functions, and what was in their names, for a grid of pixels.

A name that had the same value at every pixel that was watched, and with other pictures and numbers, was known: Python
computed it while compiling. One that had not is in the kernel.
"""

from __future__ import annotations

import base64
import html
import inspect
import json
import linecache
import re
from itertools import chain
from math import inf
from time import perf_counter

import numpy as np

from ..calls.arguments import short
from ..ir import every_op, functions
from ..language.signature import written
from ..location import cell_of, file_of
from ..look import coloured
from .lines import RESULT, Enough, parts_of, watched
from .plain import Plain

SECONDS = 2.0      # for watching pixels
LONGEST = 4.0      # for one: a value of a whole picture
FINEST = 36        # pixels of the grid, across
ROOM = 240_000     # bytes of values on the page
MOST = 400_000     # and of all of them as text: what comes after that is left out
OFTEN = 6          # values of one name in one line that are kept, and the last
MISSING = 3e38
COMPREHENSION = re.compile(r"(\.<locals>)?\.<(listcomp|setcomp|dictcomp|genexpr)>")


class Sources:
    def __init__(self, plain: Plain):
        self.plain, (width, height, depth) = plain, (*plain.axes, 1, 1, 1)[:3]
        self.plane = depth // 2  # of a volume one is looked at
        self.until = inf
        self.codes, other, started = {}, plain.other(), perf_counter()
        first = self.values(width // 2, height // 2)
        between = perf_counter()
        changed = self.values(width // 3, height // 3, other) if first else {}
        each = max(min(between - started, perf_counter() - between if first else SECONDS), 1e-5)  # the first one is cold
        self.symbolic = {key[1:3] for key in first.keys() & changed.keys() if repr(first[key]) != repr(changed[key])}
        columns, rows = grid_of(width, height, min(SECONDS / each, ROOM / (5.4 * max(1, len(first)))))
        self.xs = [int((i + 0.5) * width / columns) for i in range(columns)]
        walked = self.walked([int((i + 0.5) * height / rows) for i in range(rows)]) if columns * rows > 1 else {}
        if not walked:
            self.xs, walked = [width // 2], {height // 2: [first]}
        self.ys = sorted(walked)
        self.grid = {"xs": self.xs, "ys": self.ys}
        found = [values for y in self.ys for values in walked[y]]
        self.columns: dict[tuple, list] = {}
        for at, values in enumerate(found):
            for key, value in values.items():
                self.columns.setdefault(key, [None] * len(found))[at] = value
        if not self.codes:  # not one pixel was walked to its end: its lines are shown without values
            self.codes = dict.fromkeys(codes_of(written(plain.filter.function)))

    def walked(self, rows: list[int]) -> dict[int, list[dict]]:
        """Row → the values of its pixels, as many rows as there is time for: pixels may take longer than the first, and the
        machine may have other work. Whatever their number, they are spread over the picture."""
        self.until, found = perf_counter() + 2 * SECONDS, {}
        for at in sorted(range(len(rows)), key=halving):
            values = [self.values(x, rows[at], seconds=SECONDS) for x in self.xs]
            if perf_counter() > self.until:  # the pixels at its end may not have been walked
                break
            found[rows[at]] = values
        return found

    def values(self, x: int, y: int, plain: Plain | None = None, seconds: float = inf) -> dict[tuple, object]:
        """(file:line, function, name, how many-eth) → what it was: numbers, or a text."""
        try:
            at = (x, y, self.plane)[:len(self.plain.axes)]
            left = min(LONGEST, seconds, self.until - perf_counter())
            if left < 0:
                return {}
            seen, result = watched(plain or self.plain, *at, turns=OFTEN, seconds=left)
        except Enough:
            return {}
        values, often = {}, {}
        for each in seen:
            self.codes.setdefault(each.code, None)
            key = (f"{file_of(each.filename)}:{each.line}", each.function, each.name)
            count = often[key] = often.get(key, -1) + 1
            parts = parts_of(each.value)
            # the first, and the last
            values[(*key, min(count, OFTEN))] = parts if parts is not None else text_of(each.value)
        if isinstance(result, Exception):
            values[("", "", "raised", 0)] = f"{type(result).__name__}: {result}"
        return values

    def packed(self) -> list:
        """What the page needs of it: one entry for each name, with its numbers for all pixels, or the one value."""
        entries, roles, size = [], self.roles(), 0
        for (key, function, name, count), column in self.columns.items():
            entry = {"k": key, "n": name, "c": count, "f": function.count("<")}  # how deep inside others
            if len(set(map(repr, column))) == 1:
                entry["v"] = column[0] if isinstance(column[0], str) else [*column[0]]
                entry["s"] = roles.get((function, name), False)
            elif any(isinstance(each, str) for each in column):
                entry["t"] = [each if isinstance(each, str) else "" if each is None else short(each) for each in column]
            else:
                length = max(len(each) for each in column if each is not None)
                rows = [(*(each or ()), *[MISSING] * (length - len(each or ()))) for each in column]
                entry["d"], entry["w"] = base64.b64encode(np.array(rows, "<f4").tobytes()).decode(), length
            size += len(json.dumps(entry))
            if size < MOST:
                entries.append(entry)
        return entries

    def roles(self) -> dict[tuple[str, str], bool]:
        """(function, name) → whether it depends on the pixel."""
        filter = self.plain.filter
        found = {(written(filter.function).__qualname__, p.name): True for p in filter.parameters if p.role != "known"}
        ops = chain(every_op(filter.graph.body), *[every_op(each.graph.body) for each in functions(filter.graph)])
        for op in ops:  # what has its name in the graph surely does, whatever it happened to be
            values = [*op.results, *[each for block in op.blocks for each in block.args]]
            found |= {(op.location.function, value.name): True for value in values if op.location and value.name}
        for (_, function, name, _), column in self.columns.items():
            symbolic = ((function, name) in self.symbolic or name == RESULT or len(set(map(repr, column))) > 1
                        or isinstance(column[0], str) and column[0].startswith("Host"))
            found[function, name] = found.get((function, name), False) or symbolic
        return found

    def key(self, function: str, line: int) -> str:
        """The file and line that a graph means by "gradient, line 12"."""
        for code in self.codes:
            if COMPREHENSION.sub("", code.co_qualname) == function:
                return f"{file_of(code.co_filename)}:{line}"
        return ""

    def blocks(self) -> list[tuple[str, int, list[str]]]:
        """The outermost functions: (file, first line, lines)."""
        ranges = set()
        for code in self.codes:
            try:
                lines, first = inspect.getsourcelines(code)
            except (OSError, TypeError):
                continue
            ranges.add((code.co_filename, max(first, 1), max(first, 1) + len(lines)))
        outer = [one for one in ranges if not any(other != one and other[0] == one[0] and other[1] <= one[1]
                                                   and one[2] <= other[2] for other in ranges)]
        return [(name, first, [linecache.getline(name, n).rstrip("\n") for n in range(first, last)])
                for name, first, last in sorted(outer)]

    def as_html(self) -> str:
        roles, parts = self.roles(), []
        names_at: dict[tuple[str, int], dict[str, bool]] = {}
        for code in self.codes:
            for _, _, line in code.co_lines():
                here = names_at.setdefault((code.co_filename, line), {})
                for (function, name), symbolic in roles.items():
                    if function == code.co_qualname:
                        here[name] = here.get(name, False) or symbolic
        for filename, first, lines in self.blocks():
            file = file_of(filename)
            named = f'<div class="file">{html.escape(cell_of(filename) or file)}</div>'
            parts += [named] if named not in parts else ['<div class="file"></div>']
            for at, line in enumerate(coloured("\n".join(lines), "python").split("\n")):
                names = names_at.get((filename, first + at), {})
                parts.append(f'<div class="s" data-k="{html.escape(file)}:{first + at}"><u>{first + at}</u>'
                             f'<code>{painted(line, names) or " "}</code><span class="v"></span></div>')
        if parts and not self.columns:
            parts.append('<p class="quiet">One pixel takes plain Python too long for its values to be shown here.</p>')
        return "".join(parts) or '<p class="quiet">The source text of this filter is not kept (a prompt, exec).</p>'


def codes_of(function) -> list:
    """The code of a function, and of those that it names in its module."""
    codes, waiting = [], [function]
    while waiting:
        one = waiting.pop()
        code = getattr(one, "__code__", None)
        if code is None or code in codes:
            continue
        codes += [code, *[each for each in code.co_consts if inspect.iscode(each)]]
        named = [one.__globals__.get(name) for name in code.co_names]
        waiting += [each for each in named if getattr(each, "__module__", None) == one.__module__]
    return codes


def painted(line: str, names: dict[str, bool]) -> str:
    """A line in colours, its names in that of what is known, or of what depends on the pixel."""
    def word(found):
        symbolic = names.get(found[0])
        return found[0] if symbolic is None else f'<span class="{"y" if symbolic else "n"}">{found[0]}</span>'

    pieces = re.split(r"(<[^>]*>)", line)
    inside, made = "", []
    for piece in pieces:
        if piece.startswith("<"):
            inside = piece if not piece.startswith("</") else ""
            made.append(piece)
        else:  # not within comments and strings
            made.append(piece if "pg-c" in inside or "pg-s" in inside else re.sub(r"(?<![\w.&])[A-Za-z_]\w*", word, piece))
    return "".join(made)


def text_of(value) -> str:
    if isinstance(value, (list, tuple)) and len(value) > 9 and all(isinstance(each, (int, float)) for each in value):
        return f"{len(value)} numbers, {min(value):.4g} to {max(value):.4g}, on average {sum(value) / len(value):.4g}"
    if isinstance(value, np.ndarray) and value.size > 9 and value.dtype.kind in "buif":
        shape = " x ".join(map(str, value.shape))
        return f"array {shape}, {value.min():.4g} to {value.max():.4g}, on average {value.mean():.4g}"
    if isinstance(value, np.ndarray):
        return f"array {' x '.join(map(str, value.shape))}" if value.size > 9 else " ".join(str(value.tolist()).split())
    if callable(value) and hasattr(value, "__qualname__"):
        return f"{value.__name__}()" if value.__name__ != "<lambda>" else "a function of a position"
    if isinstance(value, (list, tuple)) and len(flat(value)) > 1 and all(map(callable, flat(value))):
        return f"{len(flat(value))} functions of a position"
    return short(value)


def flat(value) -> list:
    """All that is in lists of lists."""
    return [each for part in value for each in flat(part)] if isinstance(value, (list, tuple)) else [value]


def halving(number: int) -> float:
    """Its digits the other way round: numbers sorted by it go over all of them coarsely first, 0 16 8 4 12 2 18 ..."""
    place, part = 0.0, 0.5
    while number:
        place, part, number = place + part * (number & 1), part / 2, number >> 1
    return place


def grid_of(width: int, height: int, most: float) -> tuple[int, int]:
    """Columns and rows of at most so many pixels, as evenly spaced across as down."""
    if most < 4:
        return 1, 1
    columns = min(FINEST, width)
    while columns > 2 and columns * max(1, round(columns * height / width)) > most:
        columns -= 1
    return columns, max(1, min(height, round(columns * height / width)))
