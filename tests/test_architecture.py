"""The direction of flow, read from the imports: who may know of whom, and how big a file may grow."""

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "pygpu"
SAMPLES = PACKAGE.parent / "samples"

# Each room, and the rooms (or single modules) that it may import. A story told in one direction.
ARROWS = {
    "location": set(),
    "borders": set(),
    "elements": set(),
    "tracebacks": {"location"},
    "errors": {"location", "tracebacks"},  # a refusal knows how it is shown
    "version": set(),
    "look": set(),
    "ir": {"borders", "errors", "elements", "location", "look"},
    "bytecode": {"errors"},
    "language": {"borders", "errors"},
    "library": {"errors", "language"},
    "passes": {"errors", "location", "ir"},
    "tracing": {"errors", "elements", "bytecode", "depth", "ir", "language", "library"},
    "schedule": {"errors", "ir", "passes", "look"},
    "kernel": {"errors", "elements", "location", "ir", "schedule"},
    "opencl": {"errors", "elements", "location", "ir", "kernel", "schedule"},
    # The contract between emitter and run time is plain data; the run time knows nothing else of opencl.
    "runtime": {"errors", "elements", "version", "opencl.program", "look"},
    "filters": {"public"},
}
ARROWS["patience"] = {"errors", "location", "ir"}
ARROWS["depth"] = set()
ARROWS["collecting"] = set()
# What a call needs, what a person looks at, and the story's teller on top of all rooms.
ARROWS["calls"] = {*ARROWS} - {"filters", "bytecode", "tracing"}
ARROWS["story"] = {*ARROWS} - {"filters", "bytecode", "calls", "tracebacks"}
ARROWS["remembered"] = {*ARROWS["story"], "calls", "story"}
ARROWS["pages"] = {*ARROWS} - {"filters", "bytecode"}
ARROWS["compiler"] = {*ARROWS} - {"filters", "bytecode"}
# The doors of the house open on everything.
DOORS = {"__init__", "__main__", "commandline"}
ARROWS["mypy"] = set()  # a guest: mypy imports it, nothing of ours does

# What each room needs from outside of the standard library.
OUTSIDE = {
    "look": {"numpy", "PIL"},
    "pages": {"numpy", "PIL", "anywidget", "traitlets"},  # the last two where they are installed
    "language": {"numpy", "PIL"},
    "library": {"numpy"},
    "tracing": {"numpy"},
    "ir": {"numpy"},
    "passes": {"numpy"},
    "schedule": {"numpy"},
    "kernel": {"numpy"},
    "opencl": {"numpy"},
    "runtime": {"numpy", "pyopencl", "PIL", "platformdirs"},
    "compiler": {"numpy"},
    "calls": {"numpy", "cloudpickle", "dask", "zarr", "tifffile", "rasterio"},
    "commandline": {"numpy", "PIL", "av", "tifffile", "imagecodecs"},
    "filters": {"numpy"},
    "mypy": {"mypy"},  # which asks for it
}

FILES = sorted(PACKAGE.rglob("*.py"))
NAMES = [str(file.relative_to(PACKAGE)) for file in FILES]
each_file = pytest.mark.parametrize("file", FILES, ids=NAMES)


def room_of(file: Path) -> str:
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported_modules(file: Path):
    """(dotted name, line) of everything a file imports, wherever in the file the import stands."""
    package = ("pygpu", *file.relative_to(PACKAGE).parent.parts) if file.is_relative_to(PACKAGE) else ()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join(base + ((node.module,) if node.module else ()))
            # `from pygpu import ir` names a room, `from pygpu.ir import Graph` names what is in one.
            yield from ((f"{module}.{alias.name}", node.lineno) for alias in node.names)


def is_allowed(module: str, room: str) -> bool:
    """Whether `room` may import the dotted name `module` of this package."""
    inside = module.removeprefix("pygpu.")
    if inside.split(".")[0] == room:
        return True
    return any(inside == allowed or inside.startswith(allowed + ".") for allowed in ARROWS[room])


@each_file
def test_arrows_point_one_way(file):
    room = room_of(file)
    if room in DOORS:
        return
    assert room in ARROWS, f"{room} is a new room: say in ARROWS whom it may import"
    wrong = []
    for module, line in imported_modules(file):
        if module.split(".")[0] != "pygpu":
            continue
        if "public" in ARROWS[room]:
            fine = module.count(".") <= 1 or module.startswith(f"pygpu.{room}.")
        else:
            fine = is_allowed(module, room)
        if not fine:
            wrong.append(f"line {line} imports {module}")
    assert not wrong, f"{room} may import {sorted(ARROWS[room]) or 'nothing'} of this package, but " + ", ".join(wrong)


def test_no_circle():
    """Wherever in a file an import stands: what two files need of each other is in the wrong one of them."""
    files = {".".join(("pygpu", *file.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__"): file
             for file in FILES}
    # A name of a module, or of what is in one.
    needed = {name: {found if found in files else found.rpartition(".")[0] for found, _ in imported_modules(file)} - {name}
              for name, file in files.items()}
    TopologicalSorter(needed).prepare()


@each_file
def test_only_the_libraries_a_room_needs(file):
    allowed = OUTSIDE.get(room_of(file), set()) | set(sys.stdlib_module_names) | {"pygpu"}
    wrong = [f"line {line} imports {module}" for module, line in imported_modules(file)
             if module.split(".")[0] not in allowed]
    assert not wrong, f"{file.name}: " + ", ".join(wrong)


@each_file
def test_only_bytecode_looks_at_the_version_of_python(file):
    if room_of(file) != "bytecode":
        assert "version_info" not in file.read_text(), "CPython's versions differ in bytecode/ and nowhere else"


@each_file
def test_a_file_has_one_job(file):
    lines = file.read_text().count("\n")
    assert lines <= 500, f"{lines} lines: past 500 a file has two jobs"
    assert "utils" not in file.parts and file.stem not in ("utils", "util", "helpers", "misc"), "say what it does instead"


@each_file
def test_a_file_says_what_it_hides(file):
    text = file.read_text()
    assert not text.strip() or ast.get_docstring(ast.parse(text)), "a docstring at the top says what the file hides"


@pytest.mark.parametrize("file", sorted(SAMPLES.glob("[0-9]*.py")), ids=lambda file: file.stem)
def test_samples_use_only_public_names(file):
    for module, line in imported_modules(file):
        if module.startswith("pygpu"):
            assert module.count(".") <= 1, f"line {line}: a sample imports from pygpu itself, not {module}"


def test_the_text_is_as_the_settings_of_ruff_say():
    """Where it is installed (the extra `lint`); .ci/run asks it everywhere, and mypy too."""
    pytest.importorskip("ruff")
    run = subprocess.run([sys.executable, "-m", "ruff", "check", "-q", str(PACKAGE.parent)], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout
