"""From a plan to the text of kernels (emit.py). Makes no device calls.

Here stands what a program is; what writes one is imported where one is written.
"""

from ..kernel.formats import Format
from .program import ImageArg, OutputArg, Program, ScalarArg, Scratch, ScratchArg, ScratchImageArg, SizeArg, Step

__all__ = ["Format", "ImageArg", "OutputArg", "Program", "ScalarArg", "Scratch", "ScratchArg", "ScratchImageArg",
           "SizeArg", "Step"]
