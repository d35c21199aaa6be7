"""Where a picture came from, and what of it a result is to take up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Origin:
    """What a picture came as, so that a result can go out as the same: an "array", a "picture" (PIL) or "device"."""

    kind: str = "array"
    dtype: str = "float32"
    mode: str = ""
    info: dict[str, Any] = field(default_factory=dict)  # what a PIL picture carries along: ICC profile, resolution, EXIF
    one_channel_axis: int = 0  # axes before one of a single channel: 2 of the shape (height, width, 1), 3 of a volume's
    like: object = None  # another library's array: results are to be of its kind


STAYS = Origin("device")
