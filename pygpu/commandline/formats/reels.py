"""What a file holds: one picture, or many, with the time of each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from .metadata import Metadata


@dataclass
class Frame:
    """One picture, the second at which it is shown, its number from 0, and for how many seconds it stays."""

    picture: object
    time: float = 0.0
    number: int = 0
    lasts: float | None = None


@dataclass
class Reel:
    """What a file holds. `moves` where its pictures follow one another in time, or on pages."""

    frames: Iterable[Frame]
    metadata: Metadata = field(default_factory=Metadata)
    moves: bool = False
    count: int | None = 1
    video: object = None  # what video.py keeps of the file

    def stacked(self) -> Reel:
        """All pictures as one volume, (depth, height, width)."""
        if not self.moves:
            return self
        return Reel([Frame(np.stack([np.asarray(frame.picture) for frame in self.frames]))], self.metadata)
