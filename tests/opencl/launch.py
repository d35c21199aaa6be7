"""Runs a Program on a driver with nothing but pyopencl, so that the emitter is tested without the run time.

Only what was built is kept as the run time keeps it: drivers take minutes for all these kernels, once for all Pythons.
"""

from __future__ import annotations

import os
from functools import cache

import numpy as np

from pygpu.elements import ELEMENTS
from pygpu.opencl import Format, ImageArg, OutputArg, ScalarArg, ScratchArg, ScratchImageArg, SizeArg
from pygpu.runtime import Device, programs


@cache
def drivers() -> dict:
    """Every OpenCL device of this machine by a short name, the checker oclgrind included."""
    from pygpu.runtime import drivers

    before = os.environ.get("PYGPU_DEVICE")
    os.environ["PYGPU_DEVICE"] = "oclgrind"
    try:
        platforms = drivers.opened().platforms
    finally:
        os.environ.pop("PYGPU_DEVICE") if before is None else os.environ.update(PYGPU_DEVICE=before)
    found = {}
    for platform in platforms:
        name = {"Intel": "intel", "Portable": "pocl", "Oclgrind": "oclgrind"}.get(platform.name.split("(")[0].split()[0])
        for device in platform.get_devices():
            found[name or device.name] = device
    return found


def is_gpu(driver: str) -> bool:
    """Some GPUs' compilers refuse what only CPUs are given: streaming stores, vectors of 16."""
    import pyopencl as cl

    return bool(drivers()[driver].type & cl.device_type.GPU)


@cache
def _device(name: str) -> Device:
    return Device(drivers()[name])


def format_of(array: np.ndarray, memory: str = "buffer") -> Format:
    return Format(array.dtype.name, 1 if array.ndim == 2 else array.shape[2], memory)


def launch(driver: str, program, images=(), scalars=(), size=None) -> list[np.ndarray]:
    """The outputs of a program; `size` is (width, height), the first image's by default."""
    import pyopencl as cl

    device = _device(driver)
    context, queue = device.context, device.queue
    built = programs.build(device, program.source, program.options)
    width, height = size or images[0].shape[1::-1]
    outputs = [np.empty((height, width, f.channels)[: 3 if f.channels > 1 else 2], f.dtype) for f in program.outputs]
    flags = cl.mem_flags
    results = [cl.Buffer(context, flags.READ_WRITE, max(1, o.nbytes)) for o in outputs]
    inputs = [_input(context, np.ascontiguousarray(i), f) for i, f in zip(images, program.inputs)]
    scratch = []
    for s in program.scratch:
        left, top, right, bottom = s.margin
        stride = (width + left + right) * s.format.channels
        nbytes = stride * _grown(s.margin, width, height, s.pieces)[1] * np.dtype(s.format.dtype).itemsize
        scratch.append((cl.Buffer(context, flags.READ_WRITE, nbytes), stride))
    for step in program.steps:
        kernel, arguments = device.kernel(built, step.kernel), []
        for arg in step.args:
            if isinstance(arg, ImageArg):
                image = images[arg.index]
                arguments += [inputs[arg.index], np.int32(image.shape[1]), np.int32(image.shape[0])]
                if program.inputs[arg.index].memory == "buffer":
                    arguments.append(np.int32(image.size // image.shape[0]))
            elif isinstance(arg, ScalarArg):
                arguments.append(np.dtype(NUMBERS[arg.type]).type(scalars[arg.index]))
            elif isinstance(arg, OutputArg):
                arguments += [results[arg.index], np.int32(outputs[arg.index].size // height)]
            elif isinstance(arg, ScratchArg):
                arguments += [scratch[arg.index][0], np.int32(scratch[arg.index][1])]
            elif isinstance(arg, ScratchImageArg):
                buffer, stride = scratch[arg.index]
                size = _grown(program.scratch[arg.index].margin, width, height)
                arguments += [buffer, *map(np.int32, size), np.int32(stride)]
            elif isinstance(arg, SizeArg):
                arguments += map(np.int32, _grown(arg.margin, width, height))
        counts = [-(-n // b) for n, b in zip(_grown(step.margin, width, height, step.pieces), step.block)]
        sizes = [-(-n // side) * side for n, side in zip(counts, step.local)]
        kernel(queue, [*sizes, step.shares], [*step.local, 1], *arguments)
    for output, result in zip(outputs, results):
        cl.enqueue_copy(queue, output, result)
    queue.finish()
    return outputs


def _grown(margin, width: int, height: int, pieces=None) -> tuple[int, int]:
    left, top, right, bottom = margin
    rows = height + top + bottom
    return width + left + right, -(-rows // pieces[0]) * pieces[1] if pieces else rows


NUMBERS = {element.opencl: name for name, element in ELEMENTS.items()}
_CHANNELS = {("float32", 1): "R FLOAT", ("float16", 1): "R HALF_FLOAT", ("uint8", 1): "R UNORM_INT8",
             ("uint8", 4): "RGBA UNORM_INT8", ("float32", 4): "RGBA FLOAT", ("uint16", 1): "R UNORM_INT16",
             ("int16", 1): "R SIGNED_INT16", ("int32", 1): "R SIGNED_INT32", ("bool", 1): "R UNSIGNED_INT8"}


def _input(context, array: np.ndarray, format: Format):
    import pyopencl as cl

    flags = cl.mem_flags.READ_ONLY | cl.mem_flags.COPY_HOST_PTR
    if format.memory == "buffer":
        return cl.Buffer(context, flags, hostbuf=array)
    channels = format.channels
    if channels == 3:
        array = np.dstack([array, np.zeros_like(array[:, :, 0])])
        channels = 4
    order, kind = _CHANNELS[format.dtype, channels].split()
    layout = cl.ImageFormat(getattr(cl.channel_order, order), getattr(cl.channel_type, kind))
    return cl.Image(context, flags, layout, shape=array.shape[1::-1], hostbuf=np.ascontiguousarray(array))
