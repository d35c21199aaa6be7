"""How each CPython's bytecode differs from the one before. The only place that asks which CPython is running."""

import opcode
import sys
from importlib import import_module

KNOWN = ("3.11", "3.12", "3.13", "3.14", "3.15")

_running = f"{sys.version_info.major}.{sys.version_info.minor}"
if sys.implementation.name != "cpython" or _running not in KNOWN:
    raise ImportError(f"PyGPU reads the bytecode of CPython {KNOWN[0]} to {KNOWN[-1]}; "
                      f"this is {sys.implementation.name} {_running}")

TABLE = import_module(f".v{_running.replace('.', '')}", __name__).TABLE


def unknown_opcodes() -> list[str]:
    """The running Python's opcodes that its table does not name. Ask this first when a new Python comes out."""
    compiled = {name for name, number in opcode.opmap.items() if number < 256 and not name.startswith("INSTRUMENTED_")}
    return sorted(compiled - TABLE.rules.keys())
