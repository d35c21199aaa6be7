"""From a plan to kernels, as data."""

from .build import build
from .formats import Format
from .kernels import Kernel, Launch, Sequence

__all__ = ["Format", "Kernel", "Launch", "Sequence", "build"]
