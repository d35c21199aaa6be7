"""Other libraries' arrays: torch, JAX, xarray, imageio... Hides how each is read, and made again of a result.

What speaks __dlpack__, __array_interface__ or __array__ is read where it lies. A library that takes DLPack gets its own
kind of array back (torch.Tensor, jax.Array); an xarray.DataArray keeps its name, its dimensions and their coordinates, and a
scan of nibabel or SimpleITK where it lies in the body.
Anything else, subclasses of NumPy's arrays too, comes back as a plain array.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np

from ..errors import ImageError

PROTOCOLS = ("__array_interface__", "__array__", "__dlpack__", "__array_struct__")


def as_array(thing: Any) -> np.ndarray:
    """Another library's array as NumPy's, without a copy where that can be; or a refusal that says what to give."""
    if type(thing) is np.ndarray:
        return thing
    if isinstance(thing, np.ma.MaskedArray):
        if np.any(thing.mask):
            raise ImageError("a masked array has no value at its masked pixels: give array.filled(value)")
        return np.asarray(thing.data)
    if thing is None:
        raise ImageError("None is not a picture (OpenCV's imread gives None for a file that it cannot read)")
    if isinstance(thing, (bytes, bytearray)) or isinstance(thing, memoryview) and thing.ndim == 1:
        raise ImageError("bytes are not a picture: of a file, PIL.Image.open(io.BytesIO(...)) makes one; "
                         "of pixels, numpy.frombuffer(..., dtype).reshape(height, width)")
    if isinstance(thing, str) or hasattr(thing, "__fspath__"):
        name = os.fspath(thing)
        raise ImageError(f"{name!r} is a name, not a picture: open it first, with PIL.Image.open({name!r})")
    if hasattr(thing, "read") and hasattr(thing, "seek"):
        raise ImageError("an open file is not a picture: PIL.Image.open(file) makes one of it")
    if isinstance(thing, (list, tuple)) and any(hasattr(each, "getbands") or np.ndim(each) > 1 for each in thing[:1]
                                                if not isinstance(each, (list, tuple))):
        raise ImageError(f"a {type(thing).__name__} of pictures is not a picture: take them one by one, "
                         f"[filter(each) for each in pictures]")
    if isinstance(thing, (list, tuple)):
        raise ImageError(f"a {type(thing).__name__} is not a picture: make an array of it, "
                         f"numpy.array(..., dtype=numpy.float32)")
    if is_nifti(thing):
        return np.asarray(np.asanyarray(thing.dataobj).T)
    if is_itk(thing):
        return np.asarray(library_of(thing).GetArrayViewFromImage(thing))
    if isinstance(thing, type) or not any(hasattr(thing, name) for name in PROTOCOLS):
        raise ImageError(f"{called(thing)} is not a picture: give a PIL image, a NumPy array "
                         f"(or what can become one) or a pygpu.DeviceImage")
    try:
        if isinstance(thing, np.ndarray) or not hasattr(thing, "__dlpack__"):
            return np.asarray(thing)
        try:
            return np.from_dlpack(thing)
        except (BufferError, RuntimeError, TypeError, ValueError, AttributeError):
            return np.asarray(thing)
    except Exception as error:  # the other library's own words say it best: a GPU tensor, a gradient attached
        raise ImageError(f"{called(thing)} cannot be read as an array: {error}") from error


def numbers_of(given: Any) -> np.ndarray:
    """An array, or a list that NumPy makes one of; or a refusal that says what to give."""
    if isinstance(given, (list, tuple)):
        with suppress(ValueError):  # rows of different lengths
            array = np.asarray(given)
            if array.dtype.kind in "biufc":
                return array
    return as_array(given)


def called(thing: object) -> str:
    kind = thing if isinstance(thing, type) else type(thing)
    module = kind.__module__.split(".")[0]
    name = kind.__qualname__ if module == "builtins" else f"{module}.{kind.__qualname__}"
    return f"the class {name}" if isinstance(thing, type) else f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def like(array: np.ndarray, thing: Any) -> Any:
    """The array as the kind of thing that came in."""
    if thing is None or isinstance(thing, np.ndarray):
        return array
    if is_labelled(thing):
        return labelled(array, thing)
    if is_nifti(thing) or is_itk(thing):
        return oriented(array, thing)
    make = maker(thing)
    return array if make is None else make(array)


def maker(thing: Any) -> Callable[[np.ndarray], Any] | None:
    """The library's own way to take an array over, if it has one."""
    if not hasattr(thing, "__dlpack__"):
        return None
    if hasattr(thing, "__array_namespace__"):
        return getattr(thing.__array_namespace__(), "from_dlpack", None)
    return getattr(sys.modules.get(type(thing).__module__.split(".")[0]), "from_dlpack", None)


def is_labelled(thing: object) -> bool:
    """An xarray.DataArray, or what looks like one."""
    return all(hasattr(thing, name) for name in ("dims", "coords", "attrs", "name"))


def labelled(array: np.ndarray, thing: Any) -> Any:
    """A DataArray with the labels of `thing`: of each dimension that is as long as it was, its coordinates too."""
    dims = thing.dims[:array.ndim] if len(thing.dims) >= array.ndim else (*thing.dims, "channel")
    kept = {dim for dim, length in zip(dims, array.shape) if dim in thing.dims and thing.sizes[dim] == length}
    coords = {name: values for name, values in thing.coords.items() if set(values.dims) <= kept}
    return type(thing)(array, dims=dims, coords=coords, name=thing.name, attrs=thing.attrs)


# --- scans of a body -------------------------------------------------------------------------------------------------

def is_nifti(thing: object) -> bool:
    """An image of nibabel, whose array has x first, and whose affine says where in the body it lies."""
    return not isinstance(thing, type) and all(hasattr(thing, name) for name in ("dataobj", "affine", "header"))


def is_itk(thing: object) -> bool:
    """An image of SimpleITK, which has a spacing, an origin and a direction."""
    return not isinstance(thing, type) and all(hasattr(thing, name) for name in ("GetSpacing", "GetDirection",
                                                                                  "CopyInformation"))


def library_of(thing: object) -> Any:
    return sys.modules[type(thing).__module__.split(".")[0]]


def oriented(array: np.ndarray, thing: Any) -> Any:
    """A scan in the same place, if it is as large: what was cut, or has another size, lies elsewhere, and is an array."""
    stored = array.astype({"bool": np.uint8, "float16": np.float32}.get(array.dtype.name, array.dtype), copy=False)
    if is_nifti(thing):
        if stored.T.shape != tuple(thing.shape):
            return array
        made = type(thing)(stored.T, thing.affine, thing.header)
        made.header.set_data_dtype(stored.dtype)
        return made
    if array.shape[:thing.GetDimension()][::-1] != tuple(thing.GetSize()):
        return array
    made = library_of(thing).GetImageFromArray(stored, isVector=array.ndim > thing.GetDimension())
    made.CopyInformation(thing)
    for key in thing.GetMetaDataKeys():
        made.SetMetaData(key, thing.GetMetaData(key))
    return made
