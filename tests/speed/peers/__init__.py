"""Other libraries on the same workloads. Each file is one: a table of functions by the workload's name.

    NAME                              of the column
    DEVICES                           where it computes: "cpu", "gpu"
    SLOW                              whether it may take minutes, so that a small picture is tried first
    version()                         raises ImportError where it is not installed
    contender(workload, pictures, width, height)    a Contender, or None where it has no such function
    whole(workload, pictures, width, height)        the same from pictures of the host to one there; only in those that
                                                    compute on a GPU, since to the others every call is such a one
"""

from __future__ import annotations

import importlib

from ..measuring import Contender

NAMES = ["opencv", "scipy", "skimage", "numba", "halide", "torch", "cupy"]


def chosen(wish: str, kind: str) -> list:
    """The peers that are wished for, are installed, and compute on this kind of device."""
    names = NAMES if wish == "all" else [] if wish == "none" else [name.strip() for name in wish.split(",") if name.strip()]
    found = []
    for name in names:
        if name not in NAMES:
            raise SystemExit(f"bench: no peer is called {name!r}; there are {', '.join(NAMES)}")
        peer = importlib.import_module(f".{name}_", __package__)
        if kind not in peer.DEVICES:
            continue
        try:
            peer.version()
        except Exception as error:  # not installed, or broken here
            if wish != "all":
                print(f"({name} is left out: {error})")
            continue
        found.append(peer)
    return found


def whole(function, name: str, pictures, there, back) -> Contender:
    """Calls on pictures of the host: `there` takes an array to the device, `back` the result from it."""
    last = []

    def run(times: int) -> None:
        for _ in range(times):
            last[:] = [back(function(*[there(picture) for picture in pictures]))]

    return Contender(f"{name} whole", run, lambda: last[0])
