"""How arrays are changed in memory, one place after the other (ir/inplace.py): by one work-item, or each part by one."""

from __future__ import annotations

from dataclasses import dataclass

from .plans import Plan


@dataclass(frozen=True, kw_only=True)
class InPlace(Plan):
    local: tuple[int, int] = (1, 1)
    still: bool = True

    kind = "in place"

    @property
    def work(self) -> str:
        return "goes over all places in order, and changes arrays where they lie"
