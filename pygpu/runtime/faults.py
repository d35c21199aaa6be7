"""What a driver refuses, told as a DeviceError: at the doors of the run time, so that no call inside can be forgotten."""

from __future__ import annotations

from functools import wraps

from ..errors import DeviceError


def told(doing: str):
    """For a method of what has a `device`: whatever the driver raises in it says that the device could not `doing`."""
    def around(method):
        @wraps(method)
        def with_words(self, *args, **kwargs):
            try:
                return method(self, *args, **kwargs)
            except Exception as error:
                if not is_the_drivers(error):
                    raise
                raise refused(self.device, doing, error) from error
        return with_words
    return around


def is_the_drivers(error: Exception) -> bool:
    import pyopencl as cl

    return isinstance(error, cl.Error)


def refused(device, doing: str, error: Exception) -> DeviceError:
    """Memory that is kept for later may be what was missing: the next call finds it free."""
    try:
        device.trim()
    except Exception as another:
        if not is_the_drivers(another):
            raise
    return DeviceError(f"{device.name} ({device.platform}) could not {doing}: {error}")
