"""Which OpenCL drivers this process sees. Hides the loader's environment and where packages put their libraries.

The OpenCL loader reads its list of drivers once, when platforms are first asked for. So that moment happens here: a
private folder gets one .icd file for each driver of the system and one for the CPU driver that
`pip install "pygpu[cpu]"` brings; the loader is pointed there, asked once, and the environment put back as it was.

Someone who set OCL_ICD_VENDORS has chosen already: then nothing is added. OCL_ICD_FILENAMES names drivers to add, and
they are (the loader inside pyopencl's wheel alone would not read it). The checker Oclgrind is a driver too, hundreds of
times slower, and shows up only when PYGPU_DEVICE names it.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .cache import key_of
from .home import folder

SYSTEM_VENDORS = "/etc/OpenCL/vendors"
LOADER_SETTINGS = ("OCL_ICD_VENDORS", "OCL_ICD_FILENAMES")
NVIDIA = "libnvidia-opencl.so.1", "/dev/nvidiactl"  # containers often get the library and the device, but no entry
CHECKER = "oclgrind"
NO_DEVICE = {"none", "numpy"}
EMBEDDED_PACKAGE = "intel-opencl-rt"
EMBEDDED_LIBRARY = "Library/bin/intelocl64.dll" if sys.platform == "win32" else "lib/libintelocl.so"


@dataclass(frozen=True)
class Driver:
    """One entry for the loader: the name of its .icd file, the library in it, and who put it there."""

    name: str
    library: str
    origin: str


@dataclass(frozen=True)
class Opened:
    """What the loader found: platforms, the drivers offered to it, and why there is nothing, if so."""

    platforms: tuple[Any, ...]
    drivers: tuple[Driver, ...]
    trouble: str = ""


_lock = threading.Lock()
_opened: Opened | None = None


def opened() -> Opened:
    """The platforms of this process, found on the first call. Never raises: no driver is an answer too."""
    global _opened
    if _opened is None:
        with _lock:
            if _opened is None:
                _opened = _open()
    return _opened


def prepare() -> None:
    """Import pyopencl, which takes as long as all the rest of a first call. It loads no driver yet: a process can still
    be forked."""
    if os.environ.get("PYGPU_DEVICE", "").strip().lower() not in NO_DEVICE:
        try:
            import pyopencl  # noqa: F401
        except Exception:  # said when a device is asked for
            pass


def is_open() -> bool:
    """Whether drivers were loaded, with the threads and locks that they keep."""
    return _opened is not None and bool(_opened.platforms)


def checker_wanted() -> bool:
    return CHECKER in os.environ.get("PYGPU_DEVICE", "").lower()


def _open() -> Opened:
    drivers = () if os.environ.get("OCL_ICD_VENDORS") else tuple(_drivers())
    with _loader_sees(drivers):
        try:
            import pyopencl
        except Exception as error:  # missing, or its library does not load here
            return Opened((), drivers, f"pyopencl cannot be imported: {error}")
        if drivers:
            # The wheel's loader also takes what lies beside pyopencl; those that are wanted are in our folder.
            os.environ["PYOPENCL_HOME"] = os.environ["OCL_ICD_VENDORS"]
        try:
            return Opened(tuple(pyopencl.get_platforms()), drivers)
        except pyopencl.Error as error:
            return Opened((), drivers, f"the OpenCL loader found no driver ({error})")


def _drivers() -> list[Driver]:
    """Everything installed, each once: what the user names, the system's, this Python environment's, the embedded one,
    the checker."""
    named = [library for library in os.environ.get("OCL_ICD_FILENAMES", "").split(os.pathsep) if library]
    found = {f"pygpu-named-{n}.icd": Driver(f"pygpu-named-{n}.icd", library, "OCL_ICD_FILENAMES")
             for n, library in enumerate(named)}
    system = Path(os.environ.get("OPENCL_VENDOR_PATH") or SYSTEM_VENDORS)
    for name, library in _icd_files(system):
        if _stem(library) not in {_stem(one) for one in named}:
            found[name] = Driver(name, library, "system")
    for name, library in _icd_files(Path(sys.prefix, "etc/OpenCL/vendors")):
        if os.path.isfile(library):  # packages leave entries there that point nowhere
            found.setdefault(name, Driver(name, library, "environment"))
    home = _beside_pyopencl()
    for name, library in _icd_files(home):
        beside = Path(home or "", library)
        if beside.is_file() and (CHECKER not in name or checker_wanted()):
            found.setdefault(name, Driver(name, str(beside), "pyopencl"))
    taken = {_stem(driver.library) for driver in found.values()}
    library, device = NVIDIA
    if _stem(library) not in taken and os.path.exists(device):
        found["pygpu-nvidia.icd"] = Driver("pygpu-nvidia.icd", library, "a GPU without an entry")
    embedded = _embedded_library()
    if embedded is not None and _stem(str(embedded)) not in taken:
        found["pygpu-embedded.icd"] = Driver("pygpu-embedded.icd", str(embedded), EMBEDDED_PACKAGE)
    return list(found.values())


def _stem(library: str) -> str:
    """A library's name without folder and version: libpocl of /usr/lib/libpocl.so.2.10.0."""
    return Path(library).name.split(".")[0]


def _icd_files(folder: Path | None) -> list[tuple[str, str]]:
    """(file name, first line) of each .icd file in a folder; none where the folder can't be read."""
    entries = []
    try:
        for path in sorted(folder.glob("*.icd")) if folder else ():
            library = path.read_text(errors="replace").strip().splitlines()[:1]
            if library:
                entries.append((path.name, library[0].strip()))
    except OSError:
        pass
    return entries


def _beside_pyopencl() -> Path | None:
    """Where PyPI's driver packages put themselves: a folder inside the pyopencl wheel."""
    from importlib.util import find_spec

    try:
        spec = find_spec("pyopencl")
    except (ImportError, ValueError):
        return None
    return Path(spec.origin).parent / ".libs" if spec and spec.origin else None


def _embedded_library() -> Path | None:
    """The CPU driver that the `cpu` extra installs, wherever pip put it."""
    at_home = Path(sys.prefix, EMBEDDED_LIBRARY)
    if at_home.is_file():
        return at_home
    from importlib.metadata import PackageNotFoundError, files

    try:
        listed = files(EMBEDDED_PACKAGE) or ()
    except PackageNotFoundError:
        return None
    for entry in listed:
        if entry.name == Path(EMBEDDED_LIBRARY).name:
            path = Path(entry.locate()).resolve()
            return path if path.is_file() else None
    return None


@contextmanager
def _loader_sees(drivers: tuple[Driver, ...]) -> Iterator[None]:
    """While inside, the loader's environment names these drivers; afterwards it is what it was."""
    if not drivers:
        yield
        return
    before = {name: os.environ.get(name) for name in (*LOADER_SETTINGS, "PYOPENCL_HOME")}
    try:
        folder, passing = _vendors_folder(drivers)
    except OSError:  # nothing can be written anywhere: the loader shows what it finds by itself
        yield
        return
    os.environ["OCL_ICD_VENDORS"] = str(folder)
    if sys.platform == "win32":  # there the loader reads the registry, and this list besides
        os.environ["OCL_ICD_FILENAMES"] = os.pathsep.join(driver.library for driver in drivers)
    else:
        os.environ.pop("OCL_ICD_FILENAMES", None)  # its drivers are in the folder
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        if passing:
            shutil.rmtree(folder, ignore_errors=True)


def _vendors_folder(drivers: tuple[Driver, ...]) -> tuple[Path, bool]:
    """A folder with just these .icd files, and whether it is to go afterwards."""
    home = folder("drivers")
    if home is not None:
        try:
            return _kept_folder(home, drivers)
        except OSError:  # a full or read-only disk
            pass
    return _write_icd_files(tempfile.mkdtemp(prefix="pygpu-drivers-"), drivers), True


def _kept_folder(home: Path, drivers: tuple[Driver, ...]) -> tuple[Path, bool]:
    """The same in the store. Its name is its content's digest, so processes that see the same drivers share one and no
    file in it ever changes."""
    final = home / key_of(*(f"{driver.name}={driver.library}" for driver in drivers))[:16]
    wanted = sorted((driver.name, driver.library) for driver in drivers)
    if sorted(_icd_files(final)) == wanted:
        return final, False
    aside = _write_icd_files(tempfile.mkdtemp(prefix=".new-", dir=home), drivers)
    try:
        os.replace(aside, final)
    except OSError:  # another process was faster, or the one there is damaged
        if sorted(_icd_files(final)) != wanted:
            return aside, True
        shutil.rmtree(aside, ignore_errors=True)
    return final, False


def _write_icd_files(place: str, drivers: tuple[Driver, ...]) -> Path:
    try:
        for driver in drivers:
            Path(place, driver.name).write_text(driver.library + "\n")
    except OSError:
        shutil.rmtree(place, ignore_errors=True)
        raise
    return Path(place)
