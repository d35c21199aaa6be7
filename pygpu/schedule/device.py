"""What a plan needs to know of a device: its kind and a few figures. Plain data; the run time fills it in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Device:
    """`kind` is "cpu" or "gpu". Figures are of one device as a whole: memory in GB/s, arithmetic in G additions/s."""

    kind: str = "cpu"
    cores: int = 2
    lanes: int = 16                # floats in one vector register; 1 where work-items are the lanes
    local_memory: int = 32768      # bytes a work-group may share
    bandwidth: float = 60.0
    arithmetic: float = 120.0
    has_local_memory: bool = False  # whether sharing it is faster than reading the image again
    images: bool = False           # whether image2d_t is worth using


CPU = Device()
GPU = Device(kind="gpu", cores=132, lanes=1, local_memory=49152, bandwidth=2900.0, arithmetic=30000.0,
             has_local_memory=True, images=True)
