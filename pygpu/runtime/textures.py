"""Pictures as image2d_t, for kernels that read them through a sampler. Hides channel orders and types.

Unsigned pixels are normalised by the device (read_imagef gives 0..1), floats are read_imagef too, signed ones
read_imagei, bool read_imageui. Two and three channels are formats that few devices know: they are filled up to four.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import DeviceError
from .devices import Device

_TYPES = {"bool": "UNSIGNED_INT8", "uint8": "UNORM_INT8", "uint16": "UNORM_INT16", "int8": "SIGNED_INT8",
          "int16": "SIGNED_INT16", "int32": "SIGNED_INT32", "float16": "HALF_FLOAT", "float32": "FLOAT"}


def texture(array: np.ndarray, device: Device) -> Any:
    """An image2d_t with a copy of the array's pixels, ready when the queue gets to it."""
    import pyopencl as cl

    height, width = array.shape[:2]
    wide, high = device.largest_image
    if width > wide or height > high:
        raise DeviceError(f"a picture of {width} x {height} pixels is too large for an image of {device.name}, "
                          f"which has at most {wide} x {high}")
    channels = 1 if array.ndim == 2 else array.shape[2]
    if channels in (2, 3):
        padded = np.zeros((height, width, 4), array.dtype)
        padded[:, :, :channels] = array
        array = padded
    order = cl.channel_order.R if channels == 1 else cl.channel_order.RGBA
    form = cl.ImageFormat(order, getattr(cl.channel_type, _TYPES[array.dtype.name]))
    try:
        image = cl.create_image(device.context, cl.mem_flags.READ_ONLY, form, shape=(width, height))
        cl.enqueue_copy(device.queue, image, np.ascontiguousarray(array), origin=(0, 0), region=(width, height),
                        is_blocking=True)
    except cl.Error as error:
        raise DeviceError(f"{device.name} cannot hold a picture of {width} x {height} pixels, {channels} x "
                          f"{array.dtype}, as an image: {error}") from error
    return image
