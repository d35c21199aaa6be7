"""Kernel text to a built program, and never twice. Hides the driver's compiler, its log, and the cache of binaries.

Looked for in this order: this process's last programs; the binary of an earlier process; the driver's compiler. A stored
binary that the driver no longer takes is dropped and built again. pyopencl's own cache is not used: it knows nothing
of the processor, and its locks have left processes waiting.
"""

from __future__ import annotations

import os
import re
import threading
from contextlib import suppress
from typing import Any

from ..errors import DeviceError
from ..version import __version__
from . import cache, probing
from .builders import Builder, waiting
from .devices import Device
from .waiting import beside

KEPT = 64  # programs; one takes megabytes with some drivers, and whoever tries out numbers makes one for each

Key = tuple[Device, int, str, tuple[str, ...]]  # a device and how often it was renewed, a source, options

_store = cache.Store("kernels")
_built: dict[Key, Any] = {}  # the one that was asked for last is the last one
_binaries: dict[Key, bytes] = {}  # that other processes made
_locks: dict[Key, threading.Lock] = {}  # of those that are being built
_lock = threading.Lock()
_builders = threading.Semaphore(os.cpu_count() or 1)


def build(device: Device, source: str, options: tuple[str, ...] = ()) -> Any:
    """The built program (a pyopencl handle) of `source` on `device`."""
    key = _key(device, source, options)
    waiting.take(key)
    return _made(key)


def ahead(device: Device, source: str, options: tuple[str, ...] = ()) -> None:
    """Begin to build what is going to be asked for: several at a time, or at least while Python does something else."""
    if device.checker:
        return
    key = _key(device, source, options)

    def begun() -> None:
        with _builders, suppress(Exception):  # whoever asks for it is told what is wrong
            if waiting.take(key):
                _made(key)

    if key not in _built:
        is_new = device.builds_one and stored_as(device, *key[2:]) not in _store
        waiting.add(key, _by_another if is_new else None)
        beside(begun)


def _key(device: Device, source: str, options: tuple[str, ...]) -> Key:
    if not device.checker:  # which says what stands in a line
        source = without_remarks(source)
    if "PG_GATHERS" in source and device.gathers:
        options = (*options, "-DPG_GATHERS")
    return device, device.renewed, source, options


def _made(key: Key) -> Any:
    """Threads that want the same program wait for one build."""
    device, _, source, options = key
    with _locks.setdefault(key, threading.Lock()):
        program = _built.get(key) or _from_binary(key) or _from_source(device, source, options)
        _keep(key, program)
    _locks.pop(key, None)
    return program


def _by_another(builder: Builder, key: Key) -> None:
    """Have another process build it; loaded it is by who asks for it, as that waits for what the driver builds here."""
    device, _, source, options = key
    name = stored_as(device, source, options)
    with _locks.setdefault(key, threading.Lock()):
        if key not in _built and name not in _store and (binary := builder.binary(source, _bytes(options))):
            _store.put(name, binary)
            _binaries[key] = binary


def without_remarks(source: str) -> str:
    """The same for a driver, line by line. Remarks tell of lines of the user, which are others after each change to a file;
    and two kernels of a program may differ in nothing else."""
    return re.sub(r" *//.*", "", source)


def _keep(key: Key, program: Any) -> None:
    """As the last one; what nobody asked for lately goes."""
    with _lock:
        _built.pop(key, None)
        _built[key] = program
        while len(_built) > KEPT:
            del _built[next(iter(_built))]


def forget() -> None:
    """Let go of every program of this process; what is on disk stays."""
    with _lock:
        _built.clear()


def stored_as(device: Device, source: str, options: tuple[str, ...]) -> str:
    """The name of a binary on disk: everything that it depends on; `source` is without remarks."""
    return cache.key_of("kernel", __version__, device.identity, " ".join(options), source)


def _from_binary(key: Key) -> Any:
    device, _, source, options = key
    if device.checker:
        return None  # it wants the text, to say which line went wrong
    name = stored_as(device, source, options)
    binary = _binaries.pop(key, None) or _store.get(name)
    if binary is None:
        return None
    try:
        return device.build_binary(binary, _bytes(options))
    except Exception:  # not for this driver after all
        _store.drop(name)
        return None


def _from_source(device: Device, source: str, options: tuple[str, ...]) -> Any:
    import pyopencl as cl

    try:
        program = device.build_source(source, _bytes(options))
    except cl.Error as error:
        device.recover()
        raise _refused(device, source, error) from None
    if not device.checker:
        try:
            binary = program.get_info(cl.program_info.BINARIES)[0]
        except cl.Error:
            binary = b""
        if binary:
            _store.put(stored_as(device, source, options), binary)
    return program


def _bytes(options: tuple[str, ...]) -> bytes:
    return " ".join(options).encode()


def _refused(device: Device, source: str, error: Exception) -> DeviceError:
    """The driver's refusal as one sentence; its log goes along for those who build PyGPU itself."""
    log = str(getattr(error, "build_log", None) or error)
    text = (f"the driver of {device.name} ({device.platform}, {device.version}) could not build this filter's kernel: "
            f"{probing.first_line(error)}. This is a fault of PyGPU or of the driver, not of the filter; "
            f"another device may do (PYGPU_DEVICE), and PYGPU_DEBUG=1 shows the kernel and the driver's log.")
    if os.environ.get("PYGPU_DEBUG"):
        text += f"\n\n--- the driver's log ---\n{log}\n\n--- the kernel ---\n{source}"
    refusal = DeviceError(text)
    vars(refusal).update(build_log=log, source=source)
    return refusal
