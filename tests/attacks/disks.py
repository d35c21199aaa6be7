"""The store of kernels where nothing can be kept: disks that are full or read-only, what is no folder, folders of others.

Each process must compute what it computes elsewhere, and nothing that lies there may be touched. The disks are made by
`mount` in a namespace of its own, which not every system gives.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from .cache import WORK

MOUNTED = 'mount -t tmpfs -o size={size} none "$0" && {then} exec "$1" -c "$2"'
DISKS = {
    "full from the first byte": MOUNTED.format(size="4k", then='head -c 4096 /dev/zero > "$0/full" 2>/dev/null;'),
    **{f"full after {size} KiB": MOUNTED.format(size=f"{size}k", then="") for size in (4, 8, 16, 32, 64, 128)},
    "read-only": MOUNTED.format(size="1m", then='mount -o remount,ro "$0" &&'),
    "read-only, of files that are there": MOUNTED.format(
        size="9m", then='"$1" -c "$2" > /dev/null && mount -o remount,ro "$0" &&'),
}


def attack(each: int = 1) -> str:
    """Every kind of place, or one of so many; the figures."""
    started, right = time.perf_counter(), 0
    with tempfile.TemporaryDirectory(prefix="pygpu-attack-") as folder:
        for disk, script in list(DISKS.items())[::each] if can_mount() else ():
            run(["unshare", "-rm", "sh", "-c", script, folder, sys.executable, WORK], folder, disk)
            right += 1
        for name, place in list(places(Path(folder)).items())[::each]:
            before = contents(Path(folder))
            run([sys.executable, "-c", WORK], place, name)
            assert contents(Path(folder)) == before, name
            right += 1
    return f"disks: right with {right} kinds of disks and places, {time.perf_counter() - started:.0f} s"


def places(folder: Path) -> dict[str, str]:
    """Where a store cannot be, or is somebody else's."""
    (folder / "file").write_text("mine")
    (folder / "foreign" / "pygpu-store" / "kernels").mkdir(parents=True)
    (folder / "foreign" / "pygpu-store" / "kernels" / ("a" * 64)).write_bytes(b"pygpu 2\nwhat is this")
    (folder / "linked").mkdir()
    (folder / "linked" / "pygpu-store").symlink_to(folder / "foreign")
    (folder / "taken").mkdir()
    (folder / "taken" / "pygpu-store").write_bytes(os.urandom(1000))
    return {"a device that is full": "/dev/full", "a file": str(folder / "file"), "below a file": str(folder / "file" / "x"),
            "a name with a NUL's neighbours": "/proc/self/\x01\n'\"*/", "a folder of others": str(folder / "foreign"),
            "a link": str(folder / "linked"), "a file in its place": str(folder / "taken"),
            "very long": "/tmp/" + "x" * 5000}


def contents(folder: Path) -> dict:
    """What lies there, to the byte."""
    return {str(path): (path.lstat().st_mode, path.read_bytes() if path.is_file() else b"") for path in folder.rglob("*")}


def run(command: list[str], place: str, name: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=300,
                          env={**os.environ, "PYGPU_CACHE": place, "HOME": "/nowhere"})
    assert done.returncode == 0 and done.stdout.strip() == "right", (name, done.stdout, done.stderr)


def can_mount() -> bool:
    """Whether this user may mount disks in a namespace."""
    try:
        return subprocess.run(["unshare", "-rm", "true"], capture_output=True).returncode == 0
    except OSError:
        return False
