"""Processes that build programs beside this one, for a driver that compiles one at a time in a process, as Intel's does.

    this process    [ 1 ][ 2 ][ 3 ][ 4 ]     from the front of what waits
    another         starts   [ 9 ][ 8 ]      from its end
    a third         starts   [ 7 ][ 6 ]

One is begun where what waits takes the driver longer than a process takes to start, and there is a core for it. It gives
the binary, as another run of the user's would have left on the disk, and ends when nothing came for a while, or when this
process does. Where it cannot be begun, or cannot build something, that is built here: nothing is needed of it.
"""

from __future__ import annotations

import atexit
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from .devices import Device

WORTH = 50_000  # letters of programs, for which Intel's compiler needs as long as another process to start
MOST = 7
LINGERS = 10.0  # seconds after which one without work ends
CODE = "import sys; sys.path[:] = {path!r}; from pygpu.runtime import builders; builders.serve()"


class Waiting:
    """What is going to be built; whoever takes something builds it."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.keys: list[Any] = []  # those asked for last are the last
        self.builders = 0
        self.most: int | None = None  # builders, as long as they can be begun

    def add(self, key: Any, work: Callable[[Builder, Any], None] | None) -> None:
        """One more; where much waits, one more process is begun, which does this work."""
        with self.changed:
            self.keys.append(key)
            self.changed.notify()
            letters = sum(len(source) for _, _, source, _ in self.keys)
            if work is None or letters < (self.builders + 2) * WORTH:
                return
            if self.most is None:
                self.most = allowed()
            if self.builders >= self.most:
                return
            self.builders += 1
        threading.Thread(target=self._serve, args=(key[0], work), name="pygpu-builder", daemon=True).start()

    def take(self, key: Any) -> bool:
        """Whether nobody else has it."""
        with self.changed:
            found = key in self.keys
            if found:
                self.keys.remove(key)
            return found

    def _serve(self, device: Device, work: Callable[[Builder, Any], None]) -> None:
        try:
            builder = Builder(device)
        except Exception:  # the next one could not be begun, either
            with self.changed:
                self.builders, self.most = self.builders - 1, 0
            return
        with suppress(Exception):
            while (key := self._last(device)) is not None:
                work(builder, key)
        builder.end()
        with self.changed:
            self.builders -= 1

    def _last(self, device: Device) -> Any:
        """The one needed last of those for this device, or None if none comes."""
        with self.changed:
            self.changed.wait_for(lambda: any(key[0] is device for key in self.keys), LINGERS)
            found = next((key for key in reversed(self.keys) if key[0] is device), None)
            if found is not None:
                self.keys.remove(found)
            return found


class Builder:
    """Another process, which has the same device."""

    def __init__(self, device: Device):
        code = CODE.format(path=[str(Path(__file__).parents[2]), *sys.path])
        hidden = {"creationflags": 0x08000000} if sys.platform == "win32" else {"start_new_session": True}
        self.process = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, **cast(Any, hidden))
        _begun.add(self)
        try:
            self._say(device.identity)
            if not self._heard():
                raise OSError("it has no such device")
        except BaseException:
            self.end()
            raise

    def binary(self, source: str, options: bytes) -> bytes:
        """What the driver makes of it; empty where it makes nothing."""
        self._say((source, options))
        return cast(bytes, self._heard())

    def _say(self, what: object) -> None:
        pipe = cast(IO[bytes], self.process.stdin)
        pickle.dump(what, pipe)
        pipe.flush()

    def _heard(self) -> Any:
        return pickle.load(cast(IO[bytes], self.process.stdout))

    def end(self) -> None:
        _begun.discard(self)
        with suppress(Exception):
            self.process.kill()
            self.process.communicate()


_begun: set[Builder] = set()


def allowed() -> int:
    """How many processes may be at work beside this one: those for which there are cores."""
    said = os.environ.get("PYGPU_BUILDERS", "")
    if said.isdigit():
        return int(said)
    is_python = Path(sys.executable or "").stem.lower().startswith("python")  # not what embeds it, or is frozen
    many = sys.modules.get("multiprocessing.process")
    if not is_python or getattr(sys, "frozen", False) or (many is not None and many.parent_process() is not None):
        return 0  # the last: one of several that are at work already
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(MOST, cores - 1)


@atexit.register
def _end() -> None:
    for builder in tuple(_begun):
        builder.end()


def _after_fork() -> None:
    """They are the parent's."""
    _begun.clear()
    vars(waiting).update(vars(Waiting()))


waiting = Waiting()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def serve() -> None:
    """What another process does: builds what it is told to, until nobody can tell it anything."""
    import signal

    import pyopencl as cl

    from .devices import devices

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    heard, said = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # drivers may write there

    def say(what: object) -> None:
        pickle.dump(what, said)
        said.flush()

    with suppress(EOFError, OSError):
        identity = pickle.load(heard)
        device = next((each for each in devices() if each.identity == identity), None)
        say(device is not None)
        while device is not None:
            source, options = pickle.load(heard)
            try:
                say(device.build_source(source, options).get_info(cl.program_info.BINARIES)[0])
            except Exception:
                say(b"")
    os._exit(0)
