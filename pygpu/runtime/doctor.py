"""What works on this machine, what doesn't and why, and what to install. Hides every way in which a set-up can be broken.

`doctor()` asks each device for a small piece of real work, afresh: nothing remembered counts.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from time import perf_counter

from . import probing
from .devices import INSTALL, Device, choice, devices
from .drivers import Driver, opened
from .home import folder, trouble


@dataclass(frozen=True)
class Check:
    """One device's self-test: the device, whether it works, seconds it took, and what went wrong."""

    device: Device
    works: bool
    seconds: float
    why: str = ""


@dataclass(frozen=True)
class Report:
    """What `python -m pygpu doctor` prints; `str()` is the text."""

    drivers: tuple[Driver, ...]
    platforms: tuple[str, ...]
    checks: tuple[Check, ...]
    chosen: Device | None
    cache: str
    trouble: str = ""
    advice: tuple[str, ...] = field(default=())

    def __str__(self) -> str:
        lines = ["drivers"]
        lines += [f"  {driver.library}  ({driver.origin}, {driver.name})" for driver in self.drivers] or ["  none found"]
        if self.trouble:
            lines.append(f"  {self.trouble}")
        lines.append("platforms")
        lines += [f"  {platform}" for platform in self.platforms] or ["  none"]
        lines.append("devices")
        for index, check in enumerate(self.checks):
            mark = "*" if check.device is self.chosen else " "
            state = f"works ({check.seconds * 1e3:.0f} ms)" if check.works else f"passed over: {check.why}"
            lines.append(f" {mark}{index}: {check.device!r}")
            lines.append(f"     {state}" + (", computes in the host's memory" if check.works and
                                            check.device.zero_copy else ""))
        if not self.checks:
            lines.append("  none")
        lines.append(f"filters run on\n  {self.chosen!r}" if self.chosen else "filters run on\n  NumPy (slow)")
        lines.append(f"stored kernels\n  {self.cache}")
        if self.advice:
            lines += ["to do", *(f"  {one}" for one in self.advice)]
        return "\n".join(lines)


def doctor() -> Report:
    found = opened()
    checks = tuple(_check(device) for device in devices())
    works = [check.device for check in checks if check.works and not check.device.checker]
    chosen, problem = choice()
    home = folder("kernels")
    advice = []
    if os.environ.get("OCL_ICD_VENDORS"):
        advice.append(f"OCL_ICD_VENDORS={os.environ['OCL_ICD_VENDORS']} is set, so the loader is shown nothing else; "
                      f"unset it to see every driver")
    if problem:
        advice.append(problem)
    if not works:
        advice.append(f"no device works: install a CPU driver with  {INSTALL}")
    elif all(device.kind == "cpu" for device in works):
        advice.append("no GPU is seen; if there is one, install its vendor's OpenCL driver")
    platforms = tuple(f"{platform.name.strip()}, {platform.version.strip()}" for platform in found.platforms)
    return Report(found.drivers, platforms, checks, chosen, str(home) if home else f"none are kept: {trouble()}",
                  found.trouble, tuple(advice))


def _check(device: Device) -> Check:
    start = perf_counter()
    trial = probing.trial(device, fresh=True)
    return Check(device, trial.works, perf_counter() - start, trial.why)
