"""The flow graph a filter becomes: types, operations, builder, printer, verifier and the NumPy evaluator.

The ground floor: it knows nothing of bytecode, of tracing or of OpenCL.
"""

from ..borders import BORDERS, by_pixel, repeating, rule
from .builder import Builder
from .evaluate import evaluate
from .folds import folds
from .functions import asks, called, callees, calls, every_graph, functions, given_by, image_of, results_at
from .graph import (
    CARRIED,
    RAISES,
    ROW,
    SEVERAL,
    STARTS,
    VALUE,
    Block,
    Const,
    Function,
    Graph,
    ImageParam,
    Op,
    Output,
    ScalarParam,
    Value,
    constant,
    every_op,
    is_known,
    is_undefined,
    known,
    loops,
    made_by,
    needs,
    op_of,
    same,
    wrap,
)
from .logic import implied, truth_of
from .ops import BITS, DTYPES, MEANINGS, OPS, ROOM, SIDES, Array, OpKind
from .printer import number, print_graph
from .ranges import Ranges
from .types import (
    AS_STORED,
    BOOL,
    BY_DTYPE,
    BYTE,
    DOUBLE,
    FLOAT,
    INT,
    INT64,
    LEVELS,
    SHORT,
    UINT32,
    UINT64,
    GridType,
    PixelType,
    ShapedType,
    Type,
    common,
    join,
    of_dimensions,
)
from .verify import InvalidGraph, verify

__all__ = [
    "Array", "AS_STORED", "asks", "BITS", "Block", "BOOL", "BORDERS", "Builder", "BY_DTYPE", "by_pixel", "BYTE",
    "called", "callees", "calls", "CARRIED", "common", "Const", "constant", "DOUBLE", "DTYPES", "evaluate", "every_graph",
    "every_op", "FLOAT", "folds", "Function", "functions", "given_by", "Graph", "GridType", "image_of", "ImageParam",
    "implied", "INT", "INT64", "InvalidGraph", "is_known", "is_undefined", "join", "known", "LEVELS", "loops", "made_by",
    "MEANINGS", "needs", "number", "of_dimensions", "Op", "op_of", "OpKind", "OPS", "Output", "PixelType",
    "print_graph", "RAISES", "Ranges", "repeating", "results_at", "ROOM", "ROW", "rule", "same", "ScalarParam", "SEVERAL",
    "ShapedType", "SHORT", "SIDES", "STARTS", "truth_of", "Type", "UINT32", "UINT64", "VALUE", "Value", "verify",
    "wrap",
]
