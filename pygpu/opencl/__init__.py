"""From a plan to the text of kernels. Makes no device calls."""

from .emit import emit
from .program import Format, ImageArg, OutputArg, Program, ScalarArg, Scratch, ScratchArg, ScratchImageArg, SizeArg, Step

__all__ = ["Format", "ImageArg", "OutputArg", "Program", "ScalarArg", "Scratch", "ScratchArg", "ScratchImageArg",
           "SizeArg", "Step", "emit"]
