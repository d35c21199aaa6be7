"""Another language of the C family is a class of a few lines: kernels in plain C, by a C compiler and no driver."""

import ctypes
import shutil
import subprocess

import numpy as np
import pytest

from pygpu import Float, Image, Position
from pygpu.ir.evaluate import evaluate
from pygpu.kernel import values as V
from pygpu.kernel.build import build
from pygpu.language.signature import parameters
from pygpu.opencl.dialect import Printer
from pygpu.opencl.expressions import Text
from pygpu.opencl.machine import MACHINE
from pygpu.opencl.prelude import prelude
from pygpu.schedule import CPU
from pygpu.schedule.plan import candidates
from pygpu.story import Story, stored, usual_pixels

COMPILER = shutil.which("cc")
# What the helpers and operations of single numbers take from OpenCL C.
HEADER = """
#include <math.h>
#include <stdbool.h>
typedef unsigned int uint;
static int pg_item[3];
#define select(a, b, c) ((c) ? (b) : (a))
#define as_int(x) ((int)(x))
#define as_uint(x) ((uint)(x))
static int convert_int_sat(float v)
{
    return v != v ? 0 : v >= 0x1p31f ? 0x7fffffff : v < -0x1p31f ? -0x7fffffff - 1 : (int)v;
}
static int clamp(int i, int low, int high) { return i < low ? low : i > high ? high : i; }
static int max(int a, int b) { return a > b ? a : b; }
static int min(int a, int b) { return a < b ? a : b; }
"""
GRID = """
void run(const float *im, int width, int height, float *out, float k)
{
    for (pg_item[1] = 0; pg_item[1] < height; pg_item[1]++)
        for (pg_item[0] = 0; pg_item[0] < width; pg_item[0]++)
            NAME(im, width, height, width, k, out, width, width, height);
}
"""


class PlainC(Printer):
    opening = "static void"
    spaces = dict.fromkeys(Printer.spaces, "")
    machine = MACHINE | {V.ITEM: lambda printer, op, texts: Text(f"pg_item[{op.extra}]")}


def slanted(im=Image(border="mirror"), p=Position, k=Float):
    total = 0.0
    for i in range(-2, 3):
        total += im(p + (i, -i)) * (i + k)
    return total if total > 1 else total // 0.3


def turning(im=Image(border="constant", fill=0.5), p=Position, k=Float):
    """A real loop, and reads where data leads."""
    v, n = im(p), 0
    while v < 3 and n < 20:
        v, n = v + k * im(p.x + int(5 * v), p.y - n), n + 1
    return v


@pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")
@pytest.mark.parametrize("filter", [slanted, turning], ids=lambda each: each.__name__)
def test_plain_c(filter, tmp_path):
    given = parameters(filter, {})
    graph = Story(filter, given, usual_pixels(given)).graph
    inputs, outputs = stored(graph)
    plan = next(each for each in candidates(graph, inputs, outputs, CPU) if each.kind == "pixels")
    launch, = build(graph, plan, inputs, outputs, CPU).launches
    printer = PlainC(launch.kernel)
    text = printer.printed()
    source = "\n".join([HEADER, prelude(printer.helpers), *printer.constants, text, GRID.replace("NAME", printer.name)])
    file, library = tmp_path / "kernel.c", tmp_path / "kernel.so"
    file.write_text(source)
    subprocess.run([COMPILER, "-O1", "-ffp-contract=off", "-shared", "-fPIC", "-o", library, file, "-lm"], check=True)
    image = np.random.default_rng(3).random((33, 47), np.float32)
    result = np.zeros_like(image)
    ctypes.CDLL(str(library)).run(image.ctypes.data_as(ctypes.c_void_p), 47, 33, result.ctypes.data_as(ctypes.c_void_p),
                                  ctypes.c_float(0.75))
    expected, = evaluate(graph, [image[..., None]], [np.float32(0.75)], (47, 33))
    np.testing.assert_array_equal(result, expected[..., 0])
