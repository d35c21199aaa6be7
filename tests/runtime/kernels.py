"""Hand-written programs for the run time's tests, and every device of this machine to run them on."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache

from pygpu.opencl.program import (
    UNIT,
    CommonArg,
    Format,
    ImageArg,
    OutputArg,
    Program,
    ScalarArg,
    Scratch,
    ScratchArg,
    SizeArg,
    Step,
)
from pygpu.runtime import Device, devices
from pygpu.runtime.probing import Trial

C_TYPES = {"bool": "uchar", "uint8": "uchar", "int8": "char", "uint16": "ushort", "int16": "short", "int32": "int",
           "float32": "float"}

HEAD = """
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
"""


@cache
def every_device() -> list:
    """All devices, the checker too: it shows itself to those who name it before the drivers are first asked for."""
    before = os.environ.get("PYGPU_DEVICE")
    os.environ["PYGPU_DEVICE"] = "oclgrind"
    try:
        return devices()
    finally:
        os.environ.pop("PYGPU_DEVICE") if before is None else os.environ.update(PYGPU_DEVICE=before)


@cache
def every_way() -> list:
    """Every device, and the first once more as if it had memory of its own, like a GPU: all data is then copied."""
    found = every_device()
    apart = Device(found[0].handle)
    apart.__dict__["trial"] = Trial(works=True, zero_copy=False)
    apart.platform += " with memory of its own"
    return [*found, apart]


def scale(dtype: str = "float32", channels: int = 1) -> Program:
    """Every number times a run-time number; reads outside the picture give its edge."""
    kind = C_TYPES[dtype]
    source = f"""__kernel void scale(__global const {kind}* im, int im_w, int im_h, int im_stride,
        __global {kind}* out, int out_stride, int width, int height, float factor)
    {{{HEAD}
        int from = min(y, im_h - 1) * im_stride + min(x, im_w - 1) * {channels};
        for (int c = 0; c < {channels}; c++)
            out[y * out_stride + x * {channels} + c] = im[from + c] * factor;
    }}"""
    form = Format(dtype, channels)
    step = Step("scale", (ImageArg(0), OutputArg(0), SizeArg(), ScalarArg(0, "float")))
    return Program(source, (step,), (form,), (form,))


def doubled_in_common(reads: bool, writes: bool) -> Program:
    """Twice each number; what is read, or written, lies in common memory."""
    given, given_at = ("int im_at", f"(__global const float*)pg_common + im_at * {UNIT // 4}") if reads else (
        "__global const float* im", "im")
    made, made_at = ("int out_at", f"(__global float*)pg_common + out_at * {UNIT // 4}") if writes else (
        "__global float* out", "out")
    source = f"""__kernel void doubled({given}, int im_w, int im_h, int im_stride, {made}, int out_stride,
        int width, int height, __global char* pg_common)
    {{{HEAD}
        __global const float* from = {given_at};
        __global float* to = {made_at};
        to[y * out_stride + x] = 2 * from[y * im_stride + x];
    }}"""
    step = Step("doubled", (ImageArg(0), OutputArg(0), SizeArg(), CommonArg()))
    return Program(source, (step,), (Format("float32", 1, common=reads),), (Format("float32", 1, common=writes),))


def shift_left() -> Program:
    """Each pixel becomes its right neighbour: wrong if computed in place."""
    source = f"""__kernel void shift(__global const float* im, int im_w, int im_h, int im_stride,
        __global float* out, int out_stride, int width, int height)
    {{{HEAD} out[y * out_stride + x] = im[y * im_stride + min(x + 1, im_w - 1)]; }}"""
    form = Format("float32", 1)
    return Program(source, (Step("shift", (ImageArg(0), OutputArg(0), SizeArg())),), (form,), (form,))


def ten_times_and() -> Program:
    """Ten times the first picture, and the second one."""
    source = f"""__kernel void added(__global const float* one, int one_w, int one_h, int one_stride,
        __global const float* two, int two_w, int two_h, int two_stride,
        __global float* out, int out_stride, int width, int height)
    {{{HEAD} out[y * out_stride + x] = 10 * one[y * one_stride + x] + two[min(y, two_h - 1) * two_stride + x]; }}"""
    form = Format("float32", 1)
    return Program(source, (Step("added", (ImageArg(0), ImageArg(1), OutputArg(0), SizeArg())),), (form, form), (form,))


def two_steps() -> Program:
    """A column sum of three rows by way of an intermediate image with a margin, and a second result."""
    source = f"""
    __kernel void square(__global const float* im, int im_w, int im_h, int im_stride,
        __global float* mid, int mid_stride, int width, int height)
    {{
        int x = get_global_id(0), y = get_global_id(1);
        if (x >= width || y >= height + 2) return;
        float v = im[clamp(y - 1, 0, im_h - 1) * im_stride + x];
        mid[y * mid_stride + x] = v * v;
    }}
    __kernel void sum(__global const float* mid, int mid_stride, int add, __global float* out, int out_stride,
        __global int* rows, int rows_stride, int width, int height)
    {{{HEAD}
        __global const float* at = mid + y * mid_stride + x;
        out[y * out_stride + x] = at[0] + at[mid_stride] + at[2 * mid_stride] + add;
        rows[y * rows_stride + x] = y;
    }}"""
    gray = Format("float32", 1)
    steps = (Step("square", (ImageArg(0), ScratchArg(0), SizeArg()), margin=(0, 1, 0, 1)),
             Step("sum", (ScratchArg(0), ScalarArg(0, "int"), OutputArg(0), OutputArg(1), SizeArg()), local=(16, 2)))
    return Program(source, steps, (gray,), (gray, Format("int32", 1)), (Scratch(gray, (0, 1, 0, 1)),))


def column_sum(local=(64, 1), block=(1, 1), most=None) -> Program:
    """Seven rows of the first picture added up, and the second times a number: in bands, if the run time likes."""
    each = block[1] if most is None else f"max({block[1]}, (height + {most - 1}) / {most})"
    source = f"""
    __kernel void sum(__global const float* a, int a_w, int a_h, int a_stride,
        __global const float* b, int b_w, int b_h, int b_stride, __global float* out, int out_stride,
        __global float* other, int other_stride, float factor, int width, int height)
    {{
        int x = get_global_id(0), each = {each}, top = get_global_id(1) * each;
        if (x >= width) return;
        for (int y = top; y < min(top + each, height); y++) {{
            float total = 0;
            for (int k = -3; k <= 3; k++) total += a[clamp(y + k, 0, a_h - 1) * a_stride + min(x, a_w - 1)];
            out[y * out_stride + x] = total;
            other[y * other_stride + x] = factor * b[min(y, b_h - 1) * b_stride + min(x, b_w - 1)];
        }}
    }}"""
    gray = Format("float32", 1)
    args = (ImageArg(0), ImageArg(1), OutputArg(0), OutputArg(1), ScalarArg(0, "float"), SizeArg())
    return Program(source, (Step("sum", args, block, local, most=most),), (gray, gray), (gray, gray), reach=3)


def through_texture(dtype: str, channels: int) -> Program:
    """A copy by way of image2d_t and sampler, as floats."""
    read, kind = ("read_imagei", "int4") if dtype.startswith("int") else ("read_imagef", "float4")
    if dtype == "bool":
        read, kind = "read_imageui", "uint4"
    source = f"""
    __constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    __kernel void copy(read_only image2d_t im, int im_w, int im_h, __global float* out, int out_stride,
        int width, int height)
    {{{HEAD}
        {kind} v = {read}(im, nearest, (int2)(x, y));
        float parts[4] = {{v.x, v.y, v.z, v.w}};
        for (int c = 0; c < {channels}; c++) out[y * out_stride + x * {channels} + c] = parts[c];
    }}"""
    return Program(source, (Step("copy", (ImageArg(0), OutputArg(0), SizeArg())),),
                   (Format(dtype, channels, "image"),), (Format("float32", channels),))


def python(code: str, **environment: str) -> subprocess.CompletedProcess:
    """Run code in a new interpreter, with these environment variables (None: without)."""
    settings = {**os.environ, **environment}
    settings = {name: value for name, value in settings.items() if value is not None}
    return subprocess.run([sys.executable, "-c", code], env=settings, capture_output=True, text=True, timeout=120)
