"""Guard zones around all memory that kernels work in: `pytest --guard`.

Each piece of the pool then lies between two zones of known bytes, and so do the bytes past what was asked for (the pool
rounds up). After each launch all zones must be as they were: a kernel that writes outside of its picture fails the test
that ran it, instead of corrupting something else later.
"""

from __future__ import annotations

import functools
import threading
import weakref

import numpy as np

from pygpu import patience
from pygpu.runtime import launch, pool

ZONE = 4096
BYTE = 0xA5

# A piece of memory, by the id of its array → the bytes past what was asked for, and those around it. Also of pieces that are
# free again when a launch returns, which its kernels had between them.
_zones = {}


class Overrun(AssertionError):
    pass


def install() -> None:
    pool.aligned = _guarded(pool.aligned)
    pool.Pool.take = _tailed(pool.Pool.take)
    launch.Launcher.__call__ = _checked(launch.Launcher.__call__)


def _guarded(aligned):
    """Memory in the middle of a larger piece; the zones go as far as whole pages, so that its place in one is kept."""
    @functools.wraps(aligned)
    def with_zones(nbytes, beside=()):
        whole = aligned(nbytes + 2 * ZONE, beside)
        whole[:ZONE] = whole[ZONE + nbytes:] = BYTE
        return whole[ZONE:ZONE + nbytes]
    return with_zones


def _tailed(take):
    @functools.wraps(take)
    def with_tail(self, nbytes, for_host=False, beside=()):
        lease = take(self, nbytes, for_host, beside)
        host = lease.memory.host
        if host is not None and self.device.zero_copy:
            self.device.queue.finish()  # an earlier kernel may still be reading what goes now
            whole = host.base
            host[nbytes:] = BYTE
            start = host.ctypes.data - whole.ctypes.data
            if id(host) not in _zones:
                weakref.finalize(host, _zones.pop, id(host), None)
            _zones[id(host)] = host[nbytes:], whole[start - ZONE:start], whole[start + host.nbytes:][:ZONE]
        return lease
    return with_tail


def _checked(call):
    @functools.wraps(call)
    def and_checked(self, *args, **kwargs):
        results = call(self, *args, **kwargs)
        if not others():  # else what looks like an overrun may be another thread's, rightly at work there
            self.device.queue.finish()
            check(self.program)
        return results
    return and_checked


def others() -> list[threading.Thread]:
    """Threads that may launch kernels; the one that looks after patience is always there, once something was compiled."""
    return [each for each in threading.enumerate() if each not in (threading.current_thread(), patience._watch.thread)]


def check(program) -> None:
    for tail, before, after in list(_zones.values()):
        for where, zone in (("before", before), ("after", after), ("past the end of", tail)):
            if not (zone == BYTE).all():
                wrong = np.flatnonzero(zone != BYTE)
                zone[:] = BYTE
                steps = ", ".join(f"{step.kernel} {step.block}" for step in program.steps)
                raise Overrun(f"{len(wrong)} bytes {where} a piece of memory were written to, the first at {wrong[0]} of "
                              f"{zone.nbytes}, by {steps} or a kernel that ran beside it\n{program.source}")
