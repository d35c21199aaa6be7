"""What a driver refuses, told as a DeviceError: at the doors of the run time, so that no call inside can be forgotten."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, TypeVar, cast

from ..errors import DeviceError

Method = TypeVar("Method", bound=Callable[..., Any])


class Owner(Protocol):
    """What is asked of a device where something failed on it."""

    name: str
    platform: str

    def recover(self) -> None: ...


def told(doing: str) -> Callable[[Method], Method]:
    """For a method of what has a `device`: whatever the driver raises in it says that the device could not `doing`."""
    def around(method: Method) -> Method:
        @wraps(method)
        def with_words(self: Any, *args: Any, **kwargs: Any) -> Any:
            try:
                return method(self, *args, **kwargs)
            except Exception as error:
                if not is_the_drivers(error):
                    raise
                raise refused(self.device, doing, error) from error
        return cast(Method, with_words)
    return around


def is_the_drivers(error: Exception) -> bool:
    import pyopencl as cl

    return isinstance(error, cl.Error)


def refused(device: Owner, doing: str, error: Exception) -> DeviceError:
    """In words; and the next call finds a device that works, if there is one."""
    device.recover()
    return DeviceError(f"{device.name} ({device.platform}) could not {doing}: {error}")
