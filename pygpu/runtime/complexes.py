"""Arrays of complex numbers on a device: their real and their imaginary parts, two arrays as any other. Kernels read and
write the parts, so nothing puts numbers side by side before the host asks for them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .devices import Device


class DeviceComplex:
    """An array of complex numbers in a device's memory: `real` and `imag` are its parts, each a DeviceImage.

    Examples
    --------
    >>> there = pygpu.upload(np.array([[1 + 2j, 3]], np.complex64))
    >>> there.shape, there.dtype.name, there.numpy().tolist(), there.imag.numpy().tolist()
    ((1, 2), 'complex64', [[(1+2j), (3+0j)]], [[2.0, 0.0]])
    """

    __slots__ = ("real", "imag")

    def __init__(self, real: Any, imag: Any):
        self.real, self.imag = real, imag  # (DeviceImages, which know of this class)

    @property
    def device(self) -> Device:
        device: Device = self.real.device
        return device

    @property
    def dtype(self) -> np.dtype:
        return np.result_type(self.real.dtype, np.complex64)

    @property
    def shape(self) -> tuple[int, ...]:
        shape: tuple[int, ...] = self.real.shape
        return shape

    @property
    def size(self) -> tuple[int, ...]:
        size: tuple[int, ...] = self.real.size
        return size

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def nbytes(self) -> int:
        return int(self.real.nbytes + self.imag.nbytes)

    def __repr__(self) -> str:
        return f"<pygpu.DeviceComplex {'x'.join(map(str, self.size))}, {self.dtype}, on {self.device.name}>"

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, key: Any) -> DeviceComplex:
        """A part, as of each of its two pictures."""
        return DeviceComplex(self.real[key], self.imag[key])

    def wait(self) -> DeviceComplex:
        """Wait until what is on its way here has arrived."""
        self.real.wait(), self.imag.wait()
        return self

    def numpy(self) -> np.ndarray:
        """A copy as a NumPy array."""
        found = np.empty(self.shape, self.dtype)
        self.real.wait().copy_to(found.real)
        self.imag.wait().copy_to(found.imag)
        return found

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """For numpy.asarray: a copy."""
        if copy is False:
            raise ValueError("complex numbers on a device can't be had without a copy")
        return self.numpy().astype(dtype or self.dtype, copy=False)

    def __reduce__(self) -> Any:
        raise TypeError("a DeviceComplex lies in a device's memory and goes to no other process: send its .numpy()")
