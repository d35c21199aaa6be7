"""Programs of functions as they were cut the last time: which functions are kept, where, and in which kernels.

It is kept on disk like a kernel's text (written.py), under all that decides it: the program's graphs, the formats of its
pixels, what the planner knows of the device, what calls have asked for so far, and PyGPU's own files. What is kept names
functions and images by their numbers in the program that is at hand, and kernels as those are kept: if one of them is
gone, or its graph was tuned since, the program is cut anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from fractions import Fraction

from ...ir import Graph, functions
from ...ir.courses import Course
from ...ir.domains import Edges
from ...ir.echoes import Echo
from ...ir.fingerprint import fingerprint
from ...opencl import Program as Written
from ...runtime import Store, key_of
from ...schedule.programs.parts import Placed, Stage
from ...schedule.programs.programs import Laid, Program
from . import recipes, written

_store = Store("cuts", limit=32 << 20)
CUTTERS = (*written.WRITERS, "story", "calls/engines")  # whose files decide how a program is cut


@dataclass(frozen=True)
class Kernel:
    """What the kernel of a part is kept under, and what its graph had been tuned to."""

    name: str
    recipe: str
    tuned: str


@dataclass(frozen=True)
class Cut:
    """The program, and the kernel of each part."""

    laid: Laid
    kernels: tuple[Kernel, ...]


PLAIN = {kind.__name__: kind for kind in (Cut, Kernel, Laid, Placed, Stage, Edges, Course, Echo, Fraction)} | {
    "dict": lambda *pairs: dict(pairs), "list": lambda *its: [*its], "frozenset": lambda *its: frozenset(its)}


def key(graph: Graph, alike, lower, *asked) -> str | None:
    """What a cut is kept under; None where PyGPU's files cannot be looked at. `alike` and `lower` say something of
    functions, the rest of what is `asked` is plain."""
    own, number = written.own_files(CUTTERS), {function: at for at, function in enumerate(functions(graph))}
    told = [sorted([(number[function], its) for function, its in each.items() if function in number])
            for each in (alike, lower)]
    return own and key_of("cut", own, fingerprint(graph), *told, *asked)


def kernel_of(story, name: str) -> Kernel:
    """The kernel of a part whose program is kept under that name."""
    recipe = recipes.key(*story.flat, story.outputs, story.device)
    return Kernel(name, recipe, told(recipe))


def keep(name: str, program: Program, kernels: Sequence[Kernel]) -> None:
    graph = program.graph
    numbers = {each: at for every in ([graph], functions(graph), graph.images) for at, each in enumerate(every)}
    laid = Laid(*[getattr(program, each.name) for each in fields(Laid)])
    laid.parts = [part.placed for part in program.parts]
    _store.put(name, written.as_text(Cut(laid, tuple(kernels)), PLAIN, numbers))


def recalled(name: str, graph: Graph) -> tuple[Laid, list[tuple[str, Written]]] | None:
    """The program, and the kernel of each part under its name; None where not all of that is there."""
    own = {"Graph": [graph].__getitem__, "Function": functions(graph).__getitem__, "ImageParam": graph.images.__getitem__}
    found = written.as_it_was(_store.get(name), PLAIN | own)
    if not isinstance(found, Cut) or not isinstance(found.laid, Laid):
        return None
    kernels = {kernel.name: kernel for kernel in found.kernels}
    if any(told(kernel.recipe) != kernel.tuned for kernel in kernels.values()):
        return None
    programs = {each: program for each in kernels if (program := written.recalled(each))}
    return None if len(programs) < len(kernels) else (
        found.laid, [(kernel.name, programs[kernel.name]) for kernel in found.kernels])


def told(recipe: str) -> str:
    """What a graph was tuned to."""
    return repr(None if recipes.is_untuned() else recipes.recalled(recipe))
