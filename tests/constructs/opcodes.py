"""What each version's table of pygpu/bytecode makes of an opcode, found by asking its rule.

The rules are functions that emit instructions on a walk over bytecode. `Probe` is such a walk over nothing: it writes
down what a rule emits for the first few arguments.
"""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace

VERSIONS = ("3.11", "3.12", "3.13", "3.14", "3.15")
ARGUMENTS = range(16)


class Probe:
    """A walk whose bytecode holds whatever a rule looks for."""

    start = end = place = after = 0
    height = 99
    swallowed = 0
    keywords = ()
    phantoms = frozenset()

    def __init__(self, name):
        self.name = name
        self.emitted = []
        self.out = [("COPY", 0, 0)] * 9
        self.states, self.conversions = {}, {}
        names = ("name",) * 99
        self.code = SimpleNamespace(co_consts=names, co_names=names, _varname_from_oparg=lambda index: "name")

    def emit(self, op, arg=None):
        self.emitted.append((op, arg))

    def jump(self, op, target, height=None):
        self.emitted.append((op, target))

    def is_phantom(self, distance):
        return False

    def real(self, distance):
        return distance

    def coming(self, *names):
        return None

    def pushes_phantom(self):
        pass

    def pops_to(self, height):
        pass


def meanings(version: str) -> dict[str, tuple[list[str], list[str]]]:
    """For each opcode of a version: the canonical instructions it may become, and the reasons it may be refused for."""
    table = import_module(f"pygpu.bytecode.versions.v{version.replace('.', '')}").TABLE
    return {name: asked(name, rule) for name, rule in table.rules.items()}


def asked(name, rule) -> tuple[list[str], list[str]]:
    becomes, reasons = [], []
    for argument in ARGUMENTS:
        probe = Probe(name)
        try:
            rule(probe, argument)
        except (LookupError, AssertionError):
            continue  # no such argument
        for op, arg in probe.emitted:
            text, into = (arg[1], reasons) if op == "REFUSED" else (op, becomes)
            if text not in into:
                into.append(text)
    return becomes, reasons


def opcodes() -> dict[str, dict[str, tuple[list[str], list[str]]]]:
    """Every opcode of every version: {opcode: {version: (becomes, reasons)}}."""
    found: dict[str, dict] = {}
    for version in VERSIONS:
        for name, meaning in meanings(version).items():
            found.setdefault(name, {})[version] = meaning
    return dict(sorted(found.items()))
