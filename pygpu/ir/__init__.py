"""The flow graph a filter becomes: types, operations, builder, printer, verifier and the NumPy evaluator.

The ground floor: it knows nothing of bytecode, of tracing or of OpenCL.
"""

from .graph import Block, Const, Graph, ImageParam, Op, Output, ScalarParam, Value, constant, wrap
from .ops import MEANINGS, OPS, OpKind
from .types import BOOL, FLOAT, INT, PixelType, Type, join
from .builder import Builder

__all__ = ["BOOL", "FLOAT", "INT", "MEANINGS", "OPS", "Block", "Builder", "Const", "Graph", "ImageParam", "Op", "OpKind",
           "Output", "PixelType", "ScalarParam", "Type", "Value", "constant", "join", "wrap"]
