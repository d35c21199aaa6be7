"""What a filter that returns a tuple gives: a tuple, which tells those who take it for a picture what it is."""

from __future__ import annotations

COLOURS = {3: "Color(red, green, blue)", 4: "Color(red, green, blue, alpha)"}


class Results(tuple):
    """As many as the filter returns, in its order."""

    __slots__ = ()

    def __getattr__(self, name: str):
        colour = f"; for one picture of colours return {COLOURS[len(self)]}" if len(self) in COLOURS else ""
        raise AttributeError(f"a filter that returns {len(self)} values has as many results, a tuple, and that has no "
                             f"{name!r}: one of them is result[0]{colour}", name=name, obj=self)
