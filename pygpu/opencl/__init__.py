"""From a plan to the text of kernels. Makes no device calls."""

from ..kernel.formats import Format
from .emit import emit
from .in_one import in_one
from .program import ImageArg, OutputArg, Program, ScalarArg, Scratch, ScratchArg, ScratchImageArg, SizeArg, Step

__all__ = ["Format", "ImageArg", "OutputArg", "Program", "ScalarArg", "Scratch", "ScratchArg", "ScratchImageArg",
           "SizeArg", "Step", "emit", "in_one"]
