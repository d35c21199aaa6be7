"""What type checkers say of programs as users write them: nothing. Skipped for a checker that is not installed."""

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

import pygpu

PROGRAMS = Path(__file__).parent / "programs"
ROOT = Path(__file__).resolve().parent.parent.parent
STUB = ROOT / "pygpu" / "__init__.pyi"
# For `def f(im=Image, p=Position)` mypy asks for annotations in so many words, which no library can give: this line does.
UNANNOTATED = "# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls\n"


def needs(module: str):
    return pytest.mark.skipif(importlib.util.find_spec(module) is None, reason=f"{module} is not installed")


@needs("mypy")
@pytest.mark.parametrize("program", ["annotated.py", "as_people_write.py"])
def test_mypy_strict_has_no_complaint(program, tmp_path):
    words = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--cache-dir", str(tmp_path)]
    done = subprocess.run([*words, str(PROGRAMS / program)], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stdout


def test_only_what_has_no_annotations_asks_mypy_for_an_exception():
    assert UNANNOTATED in (PROGRAMS / "as_people_write.py").read_text()
    assert UNANNOTATED in (ROOT / "docs" / "tutorial.md").read_text()
    assert "mypy:" not in (PROGRAMS / "annotated.py").read_text()


@needs("mypy")
@pytest.mark.parametrize("wrong", ["pygpu.compile(f)(photo).nothing()", "pygpu.compile(3)", "pygpu.upload(photo).hight",
                                   "pygpu.compile(f)(photo).save()"])
def test_what_is_wrong_is_still_found(wrong, tmp_path):
    program = tmp_path / "wrong.py"
    program.write_text("from PIL import Image as P\nimport pygpu\nphoto = P.open('x')\n"
                       f"def f(im: pygpu.Image, p: pygpu.Position) -> pygpu.Float: return im(p)\n{wrong}\n")
    words = [sys.executable, "-m", "mypy", "--follow-imports=silent", "--cache-dir", str(tmp_path), str(program)]
    assert subprocess.run(words, capture_output=True, cwd=ROOT).returncode == 1


@needs("pyright")
def test_pyright_has_no_complaint():
    words = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable]
    done = subprocess.run([*words, *map(str, PROGRAMS.glob("*.py"))], capture_output=True, text=True, cwd=ROOT)
    if "error" in done.stderr.lower() and not done.stdout.strip().startswith("/"):
        pytest.skip(f"pyright cannot run here: {done.stderr[-200:]}")
    assert "0 errors" in done.stdout, done.stdout


def test_the_stub_and_the_package_have_the_same_names():
    tree = ast.parse(STUB.read_text())
    names = set()
    for node in tree.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign):
            names.add(node.target.id)
        elif isinstance(node, ast.ImportFrom):
            names |= {each.asname for each in node.names if each.asname == each.name}
    public = {name for name in names if not name.startswith("_")} | {"Float", "Int", "Bool", "__version__"}
    assert public == {*pygpu.__all__, "filters"}


def test_the_stub_and_the_classes_have_the_same_members():
    for cls in (node for node in ast.parse(STUB.read_text()).body if isinstance(node, ast.ClassDef)):
        real = [pygpu.HostImage] * (cls.name == "Image") + [getattr(pygpu, cls.name, None)]  # inside a filter, and as a type
        for member in cls.body if any(real) else ():
            if isinstance(member, ast.FunctionDef):
                assert any(hasattr(each, member.name) for each in real), f"{cls.name}.{member.name} is in the stub alone"
