"""The devices of this machine, and which one filters run on. Hides platforms, contexts, queues and broken drivers.

    PYGPU_DEVICE=gpu            the first of a kind ("gpu", "cpu")
    PYGPU_DEVICE=pocl           the first whose name, platform or version contains this
    PYGPU_DEVICE=1              by its place in devices()
    PYGPU_DEVICE=none           no device: filters run on NumPy
    PYGPU_DEVICE=gpu,cpu        the first of these that there is

Without it: a GPU before a CPU, each tried before it is trusted. It is read when a device is first needed; `use` does the
same from within a program, and `use(None)` reads it again.
"""

from __future__ import annotations

import atexit
import os
import platform as host
import threading
import warnings
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any
from weakref import ref

from ..errors import DeviceError, warn
from . import drivers, pool, probing
from .pool import Between, Pool
from .waiting import is_at_work, patiently

if TYPE_CHECKING:
    import pyopencl as cl

PIP = 'pip install "pygpu[cpu]"'
CONDA = "conda install -c conda-forge pyopencl pocl"


def to_install(system: str, machine: str) -> str:
    """How a driver for the CPU comes onto such a machine: Intel's is made for x86-64, on Linux and Windows."""
    if machine.lower() in ("x86_64", "amd64") and system in ("Linux", "Windows"):
        return PIP
    if system == "Linux":
        return f"apt-get install pocl-opencl-icd, or {CONDA}"
    if system == "Darwin":
        return f"{CONDA} (and ocl_icd_wrapper_apple, which shows Apple's own driver)"
    if system == "Windows":
        return "the OpenCL, OpenGL and Vulkan Compatibility Pack of the Microsoft Store"
    return CONDA


INSTALL = to_install(host.system(), host.machine())
FORKED = ("this process was forked from one that had used OpenCL already, whose drivers do not survive that: start it "
          "with multiprocessing.get_context('spawn')")
# The checker interprets, and knows no built-ins of the compiler's own; of what LLVM makes of `a & ~b` for vectors of
# truths it gets lanes wrong (oclgrind 19.10: -2 and 1 beside -1 and 0), so nothing is optimised for it.
CHECKED = b" -DPG_CHECKED -cl-opt-disable"
LEFT = 8  # pieces of memory that may wait to be let go
_lock = threading.RLock()
_forked = False
_lost: list[Any] = []


class Device:
    """One OpenCL device: what it is, and (made when first needed) its context and its one in-order queue."""

    def __init__(self, handle: Any):
        self.handle = handle
        self.name = handle.name.strip()
        self.platform = handle.platform.name.strip()
        self.vendor = handle.vendor.strip()
        self.version = handle.driver_version.strip()
        self.checker = drivers.CHECKER in self.platform.lower()
        self.kind = _kind(handle) if not self.checker else "cpu"
        self.memory = handle.global_mem_size
        self.largest_buffer = handle.max_mem_alloc_size
        self.compute_units = handle.max_compute_units
        self.local_memory = handle.local_mem_size
        self.largest_group = handle.max_work_group_size
        self.images = bool(handle.image_support)
        self.doubles = _has_doubles(handle)
        self.wide = handle.native_vector_width_float >= 16  # and then with twice as many registers
        self.largest_image = (handle.image2d_max_width, handle.image2d_max_height) if self.images else (0, 0)
        self.counts_groups = "NVIDIA" in self.vendor  # the group that is done last sees what the others wrote
        self.busy = False  # something may be running that no one waits for
        self.held: dict[int, tuple[ref[Any], object]] = {}  # host memory until its finaliser has left it (pool.py)
        self.left: deque[object] = deque()  # host memory that no one holds any more, but which that may still use
        self.renewed = 0  # times that it was lost, and begun anew
        self._before: list[Any] = []  # all that was made before
        self._settling = threading.Lock()

    def __repr__(self) -> str:
        size = f"{self.memory / 2**30:.1f} GiB"
        return f"<pygpu.Device {self.kind} {self.name!r}, {self.platform}, {size}, driver {self.version}>"

    @cached_property
    def identity(self) -> str:
        """Everything of the machine that a built kernel depends on."""
        parts = [self.platform, self.handle.platform.version, self.name, self.vendor, self.version, self.handle.version]
        if self.kind == "cpu":
            intels = os.environ.get("CL_CONFIG_CPU_TARGET_ARCH")  # for which processor it compiles
            parts += [host.machine(), _cpu_features(), *([intels] if intels else [])]
        return "|".join(parts)

    @cached_property
    def context(self) -> cl.Context:
        import pyopencl as cl

        with _lock:
            return self.__dict__.get("context") or cl.Context([self.handle])

    @cached_property
    def queue(self) -> cl.CommandQueue:
        with _lock:
            return self.__dict__.get("queue") or self._new_queue()

    @cached_property
    def lanes(self) -> tuple[cl.CommandQueue, cl.CommandQueue]:
        """Two more queues, to the device and back, for transfers beside the kernels."""
        with _lock:
            return self.__dict__.get("lanes") or (self._new_queue(), self._new_queue())

    def _new_queue(self) -> cl.CommandQueue:
        import pyopencl as cl

        if _forked:
            raise DeviceError(FORKED)
        return cl.CommandQueue(self.context)

    @cached_property
    def pool(self) -> Pool:
        with _lock:
            return self.__dict__.get("pool") or pool.device_pool(self)

    @cached_property
    def pinned(self) -> Pool:
        with _lock:
            return self.__dict__.get("pinned") or pool.pinned_pool(self)

    @cached_property
    def counter(self) -> cl.Buffer:
        """Where groups of a kernel are counted: 0 before it, and behind it."""
        import pyopencl as cl

        found = cl.Buffer(self.context, cl.mem_flags.READ_WRITE, pool.SMALLEST)
        cl.enqueue_copy(self.queue, found, bytes(pool.SMALLEST))
        return found

    def settle(self) -> None:
        """Until nothing runs that the host might get in the way of."""
        with self._settling:
            unused = len(self.left)
            if self.busy:
                self.busy = False
                self.queue.finish()
            for _ in range(unused):
                self.left.popleft()
            for key in [key for key, (owner, _) in list(self.held.items()) if owner() is None]:
                self.held.pop(key, None)

    def leave(self, memory: object) -> None:
        """Let go of host memory that kernels were given, as soon as none can be at work on it. Called from finalisers:
        only single, atomic steps."""
        if self.busy or self._settling.locked():
            self.left.append(memory)

    def relieve(self) -> None:
        """Called where host memory is taken: of what was let go not too much may wait."""
        if len(self.left) > LEFT:
            self.settle()

    def rest(self, layout: object, memory: Between) -> None:
        """Keep what a program had between its kernels for its next call; no more than one's."""
        self.__dict__["rested"] = layout, memory

    def resting(self) -> tuple[object, Between] | None:
        """The layout and the memory that are kept, from now on by who asks."""
        found: tuple[object, Between] | None = self.__dict__.pop("rested", None)
        return found

    def trim(self) -> None:
        """Give back all memory kept for later."""
        self.resting()
        for name in ("pool", "pinned"):
            if name in self.__dict__:
                self.__dict__[name].trim()

    def recover(self) -> None:
        """After something failed: memory kept for later may be what was missing, and the next call finds it free. Where not
        even a few bytes can be copied any more, the device was lost: then all of it is begun anew."""
        import pyopencl as cl

        try:
            works = "queue" in self.__dict__ and not _forked
            if works:
                for queue in (self.queue, *self.__dict__.get("lanes", ())):
                    queue.finish()  # what was launched before the failure may be at work on memory that is let go below
            self.trim()
            if works:
                buffer = cl.Buffer(self.context, cl.mem_flags.READ_WRITE, pool.SMALLEST)
                cl.enqueue_copy(self.queue, buffer, bytes(pool.SMALLEST))
        except cl.Error:
            with _lock:
                names = "context", "queue", "lanes", "pool", "pinned", "rested", "counter"
                self._before = [self.__dict__.pop(name, None) for name in names]  # what still runs there may write to it
                self.renewed, self.busy = self.renewed + 1, False

    @cached_property
    def trial(self) -> probing.Trial:
        return probing.trial(self)

    @cached_property
    def zero_copy(self) -> bool:
        """Kernels work in the host's memory: nothing need be copied."""
        return self.trial.zero_copy

    @cached_property
    def shared(self) -> bool:
        """Kernels take addresses of the host's as they are."""
        return self.trial.shared

    @cached_property
    def gathers(self) -> bool:
        """Numbers that lie anywhere are looked up at once, which kernels are told by PG_GATHERS."""
        return self.trial.gathers

    @property
    def builds_one(self) -> bool:
        """Its driver compiles one program at a time, however many threads ask for some."""
        return "intel" in self.platform.lower() and self.kind == "cpu"

    def build_source(self, source: str, options: bytes) -> Any:
        """A built pyopencl program, past pyopencl's own cache and its warnings about compiler output."""
        from pyopencl import _cl

        if self.checker:
            options += CHECKED
        return self._built(_cl._Program(self.context, source), options)

    def build_binary(self, binary: bytes, options: bytes) -> Any:
        from pyopencl import _cl

        return self._built(_cl._Program(self.context, [self.handle], [binary]), options)

    def kernel(self, program: Any, name: str) -> cl.Kernel:
        """A kernel object of its own: arguments are set on it, so each thread needs one."""
        import pyopencl as cl

        try:
            return cl.Kernel(program, name)
        except cl.Error:
            raise
        except Exception:  # pyopencl has a database in the user's home; where there can't be one, it does without
            cl._PYOPENCL_NO_CACHE = True
            return cl.Kernel(program, name)

    def _built(self, program: Any, options: bytes) -> Any:
        import pyopencl as cl

        try:
            patiently(lambda: program._build(options=options, devices=[self.handle]))
        except cl.Error as error:
            told: Any = error
            told.build_log = program.get_build_info(self.handle, cl.program_build_info.LOG)
            raise
        return program


def _has_doubles(handle: Any) -> bool:
    """Whether it computes in float64. What a driver knows nothing of is not there."""
    import pyopencl as cl

    try:
        return bool(handle.double_fp_config)
    except (cl.Error, AttributeError):
        return False


def _kind(handle: Any) -> str:
    import pyopencl as cl

    kind = handle.type
    if kind & cl.device_type.GPU:
        return "gpu"
    return "cpu" if kind & cl.device_type.CPU else "accelerator"


def _cpu_features() -> str:
    """The processor's model and instruction sets: a home folder may be shared by machines that differ in them."""
    try:
        with open("/proc/cpuinfo", errors="replace") as file:
            lines = file.read(8192).split("\n\n")[0].splitlines()
    except OSError:
        return host.processor()
    return ";".join(line for line in lines if line.startswith(("model name", "flags", "Features", "CPU part")))


class OfThread(threading.local):
    """What on() says."""

    says = False
    device: Device | None = None


_of_thread = OfThread()
_devices: list[Device] | None = None
_chosen: Device | str | None = None  # by use(); None: as the environment says,
_environment: str | None = None      # which is asked once, and by each use(None): asking costs as much as all else here
_several: tuple[Device | None, ...] = ()  # by use() of more than one
_resolved: dict[str, Device | None] = {}
_warned: set[str] = set()


@atexit.register
def _finish() -> None:
    """Kernels that are still at work do so in memory that goes with the process: Intel's runtime crashes then."""
    for device in () if _forked or is_at_work() else _devices or ():
        with suppress(Exception):
            device.settle()


def devices() -> list[Device]:
    """All devices seen, the preferred first: GPUs (the larger before the smaller), then CPUs, then the checker.

    Examples
    --------
    >>> [device.name for device in pygpu.devices()]                     # doctest: +SKIP
    ['NVIDIA H100', 'AMD EPYC']
    """
    global _devices
    if _devices is None:
        with _lock:
            if _devices is None:
                _devices = sorted(_find(), key=_preference)
    return list(_devices)


def _find() -> list[Device]:
    import contextlib

    found = []
    for platform in drivers.opened().platforms:
        with contextlib.suppress(Exception):  # a platform may have no device, or a driver that fails to say
            for handle in platform.get_devices():
                device = Device(handle)
                if device.kind != "accelerator" and (not device.checker or drivers.checker_wanted()):
                    found.append(device)
    return found


def _preference(device: Device) -> tuple[int, int, int]:
    intel_first = 0 if "intel" in device.platform.lower() else 1  # launches ten times faster than PoCL
    if device.kind == "gpu":
        return 0, -device.compute_units * device.handle.max_clock_frequency, 0
    return (2 if device.checker else 1), intel_first, 0


def use(device: Device | str | int | list[Any] | tuple[Any, ...] | None) -> Device | None:
    """From now on filters run on `device`: a Device, what PYGPU_DEVICE takes, or "none" for NumPy. None is the usual one.

    Several, [device, ...], share the work: each takes pieces of large pictures, pictures of stacks, and tiles of `map`. What
    is small runs on the first.

    Examples
    --------
    >>> pygpu.use("none")           # no OpenCL: NumPy computes the graph
    >>> device = pygpu.use(None)    # what PYGPU_DEVICE says, or the fastest one
    """
    global _chosen, _several, _environment
    if isinstance(device, (list, tuple)):
        found = several(device)
        _chosen, _several = None, found
        return current()
    if device is not None and not isinstance(device, Device):
        _resolve(str(device))  # an unknown name is an error here, not at the next call
        device = str(device)
    _chosen, _several, _environment = device, (), None
    return current()


def several(wishes: Iterable[Any]) -> tuple[Device | None, ...]:
    """Devices by what use() takes, each once."""
    found = tuple(dict.fromkeys(wish if isinstance(wish, Device) else _resolve(str(wish)) for wish in wishes))
    if not found:
        raise DeviceError("use([]): that is no device")
    return found


def are_several() -> bool:
    """Whether filters run on more than one device."""
    return len(_several) > 1 and not _of_thread.says


def in_use() -> tuple[Device | None, ...]:
    """All devices that filters run on now; the first is current()."""
    return _several if _several and not _of_thread.says else (current(),)


def on(device: Device | None) -> None:
    """From now on filters that this thread calls run there."""
    _of_thread.says, _of_thread.device = True, device


def current() -> Device | None:
    """The device that filters run on now, or None: then the graph runs on NumPy (said once, with what to install)."""
    global _environment
    if _of_thread.says:
        return _of_thread.device
    if _several:
        return _several[0]
    chosen = _chosen
    if isinstance(chosen, Device):
        return chosen
    wish = chosen if chosen is not None else _environment
    if wish is None:
        _environment = wish = os.environ.get("PYGPU_DEVICE", "")
    if wish not in _resolved:
        with _lock:
            if wish not in _resolved:
                _resolved[wish] = _resolve(wish)
    return _resolved[wish]


def choice() -> tuple[Device | None, str]:
    """The current device and nothing in its way, or None and what is wrong with the wish for one."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return current(), ""
    except DeviceError as error:
        return None, str(error)


def _resolve(wish: str) -> Device | None:
    if _forked:
        warn_once(f"{FORKED}. Until then filters run on NumPy here, slowly.")
        return None
    if not wish.strip():
        device = next((device for device in devices() if not device.checker and _usable(device)), None)
        if device is None:
            warn_once(f"no OpenCL device works here: filters run on NumPy, slowly. To install a driver: {INSTALL}")
        return device
    for part in wish.lower().split(","):
        part = part.strip()
        if part in drivers.NO_DEVICE:
            return None
        for device in _matching(part):
            if _usable(device):
                return device
    seen = "\n".join(f"  {index}: {device!r}" for index, device in enumerate(devices()))
    hint = f" (to see the checker, start Python with PYGPU_DEVICE={drivers.CHECKER})" if drivers.CHECKER in wish else ""
    raise DeviceError(f"no usable device is called {wish!r}{hint}; there are:\n{seen}" if seen else
                      f"no device is called {wish!r}: no OpenCL driver was found. To install one: {INSTALL}")


def _matching(part: str) -> list[Device]:
    known = devices()
    if part.isdigit():
        return known[int(part):int(part) + 1]
    if part in ("cpu", "gpu"):
        return [device for device in known if device.kind == part]
    return [device for device in known if part in " ".join(
        (device.platform, device.name, device.vendor, device.handle.platform.version)).lower()]


def _usable(device: Device) -> bool:
    """Tried and working; a device that isn't is passed over, with one warning."""
    if device.trial.works:
        return True
    warn_once(f"{device.name} ({device.platform}) is passed over: its driver fails at a trial kernel "
              f"({device.trial.why})")
    return False


def warn_once(text: str) -> None:
    with _lock:
        if text in _warned:
            return
        _warned.add(text)
    warn(text, RuntimeWarning)


def _after_fork() -> None:
    """In a forked child the drivers' threads are gone, and their locks may be held for ever."""
    global _lock, _forked, _chosen, _several
    _lock = threading.RLock()
    if drivers.is_open():
        _forked, _chosen, _several = True, None, ()
        vars(_of_thread).clear()
        _resolved.clear()
        for device in _devices or ():
            device._settling = threading.Lock()
            _lost.extend(device.__dict__.pop(name, None) for name in ("queue", "lanes"))  # releasing could hang, too


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
