"""What type checkers say of programs as users write them: nothing. Skipped for a checker that is not installed."""

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import pygpu

PROGRAMS = Path(__file__).parent / "programs"
ROOT = Path(__file__).resolve().parent.parent.parent
STUB = ROOT / "pygpu" / "__init__.pyi"


def needs(module: str):
    return pytest.mark.skipif(importlib.util.find_spec(module) is None, reason=f"{module} is not installed")


@needs("mypy")
@pytest.mark.parametrize("program, words", [("annotated.py", []), ("everything.py", []),
                                            ("as_people_write.py", ["plugins = pygpu.mypy"])])
def test_mypy_strict_has_no_complaint(program, words, tmp_path):
    (tmp_path / "mypy.ini").write_text("\n".join(["[mypy]", *words]))
    done = strict(PROGRAMS / program, tmp_path)
    assert done.returncode == 0, done.stdout


PRODUCT = """\
from pygpu import Color, Float, Image, Position
def warm(im: Image[Color], p: Position, amount: Float = 0.1) -> Color: return (1 + amount) * im(p)
def cool(im=Image, p=Position) -> Color: return 0.5 * im(p)
"""


@needs("mypy")
def test_the_settings_of_the_tutorial_let_a_product_be_a_colour(tmp_path):
    page = (ROOT / "docs" / "tutorial.md").read_text()
    (tmp_path / "pyproject.toml").write_text(page.split("```toml\n")[1].split("```")[0])
    program = tmp_path / "product.py"
    program.write_text(PRODUCT)
    words = [sys.executable, "-m", "mypy", "--follow-imports=silent", "--cache-dir", str(tmp_path / "cache"),
             "--config-file", str(tmp_path / "pyproject.toml"), str(program)]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stdout


RETURNED = """\
from pygpu import Color, Float, Image, Position
def bright(im: Image, q: Position) -> float: return im(q) + im(q + (1, 0))
def warm(im: Image, p: Position, amount: Float = 0.1) -> Color:
    c = im(p)
    return amount * c * bright(im, p)
def cool(im=Image, p=Position) -> Color:
    c = im(p)
    return c * 2 if c > 0.5 else c
def told(im: Image, p: Position) -> str: return cool(im, p).hex.upper()
class Lamp:
    def lit(self, im: Image, p: Position) -> Color: return im(p)
def other(x: float) -> str: return x
def count() -> int: return bright
"""


@needs("mypy")
def test_with_the_plugin_a_filter_may_return_what_is_of_any_type(tmp_path):
    (tmp_path / "mypy.ini").write_text("[mypy]\nplugins = pygpu.mypy\n")
    program = tmp_path / "returned.py"
    program.write_text(RETURNED)
    said = strict(program, tmp_path).stdout
    assert "Returning Any" not in said and said.count("Incompatible return value") == 2, said


FORMS = """\
import pygpu as g
from pygpu import Image as Picture
from pygpu import Float, Position
class Lamp:
    def lit(self, im=Picture, p=Position): return im(p)
    if True:
        @staticmethod
        def dark(im=g.Image, p=g.Position, c: Float = 2.0): return c * im(p + (1, 0))
def named(im=Picture[g.Color], p=Position, c: int = 2) -> Float:
    def inner(q=Position): return im(q)
    return c * inner(p)
def wrapped(im=Picture(border="wrap"), *, p=Position): return im(p)
Lamp().lit(1, Position(2, 3)) + Lamp.dark(g.HostImage([[1.0]]), Position(0, 0))
"""


@needs("mypy")
def test_the_plugin_annotates_filters_and_nothing_else(tmp_path):
    (tmp_path / "mypy.ini").write_text("[mypy]\nplugins = pygpu.mypy\n")
    program = tmp_path / "forms.py"
    program.write_text(FORMS)
    assert strict(program, tmp_path).returncode == 0, strict(program, tmp_path).stdout
    program.write_text(FORMS + 'def other(x, im=3): return x\nnamed(1, Position(1, 2), "three")\nwrapped(1, 2)\n')
    said = strict(program, tmp_path).stdout.splitlines()
    assert len(said) == 4 and "missing a type annotation" in said[0], said
    assert 'expected "int"' in said[1] and "Too many positional" in said[2], said


def strict(program, folder):
    words = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--cache-dir", str(folder / "cache"),
             "--config-file", str(folder / "mypy.ini"), str(program)]
    return subprocess.run(words, capture_output=True, text=True, cwd=ROOT)


@needs("mypy")
@pytest.mark.parametrize("wrong", ["pygpu.compile(f)(photo).nothing()", "pygpu.compile(3)", "pygpu.upload(photo).hight",
                                   "pygpu.compile(f)(photo).save()", "pygpu.compil(f)", "from pygpu import Floot"])
def test_what_is_wrong_is_still_found(wrong, tmp_path):
    program = tmp_path / "wrong.py"
    program.write_text("from PIL import Image as P\nimport pygpu\nphoto = P.open('x')\n"
                       f"def f(im: pygpu.Image, p: pygpu.Position) -> pygpu.Float: return im(p)\n{wrong}\n")
    words = [sys.executable, "-m", "mypy", "--follow-imports=silent", "--cache-dir", str(tmp_path), str(program)]
    assert subprocess.run(words, capture_output=True, cwd=ROOT).returncode == 1


@needs("pyright")
def test_pyright_has_no_complaint():
    said = pyright(*PROGRAMS.glob("*.py"))
    assert "0 errors" in said, said


@needs("pyright")
def test_pyright_finds_a_misspelled_name(tmp_path):
    program = tmp_path / "wrong.py"
    program.write_text("from pygpu import Floot\nimport pygpu\npygpu.compil(Floot)\n")
    said = pyright(program)
    assert '"Floot" is unknown' in said and '"compil" is not a known attribute' in said, said


def pyright(*programs):
    words = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable]
    done = subprocess.run([*words, *map(str, programs)], capture_output=True, text=True, cwd=ROOT)
    if "error" in done.stderr.lower() and not done.stdout.strip().startswith("/"):
        pytest.skip(f"pyright cannot run here: {done.stderr[-200:]}")
    return done.stdout


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
    public = {name for name in names if not name.startswith("_")} | {"__version__"}
    assert public == {*pygpu.__all__, "filters"}


def test_the_stub_and_the_classes_have_the_same_members():
    for cls in (node for node in ast.parse(STUB.read_text()).body if isinstance(node, ast.ClassDef)):
        real = [pygpu.HostImage] * (cls.name == "Image") + [getattr(pygpu, cls.name, None)]  # inside a filter, and as a type
        for member in cls.body if any(real) else ():
            if isinstance(member, ast.FunctionDef):
                assert any(hasattr(each, member.name) for each in real), f"{cls.name}.{member.name} is in the stub alone"


@pytest.mark.parametrize("make", [lambda: pygpu.compile(lambda im=pygpu.Image, p=pygpu.Position: im(p)),
                                  lambda: pygpu.upload(np.zeros((2, 3), np.uint8))], ids=["Filter", "DeviceImage"])
def test_completion_shows_what_is_in_the_stub(make):
    made = make()
    cls, = (node for node in ast.parse(STUB.read_text()).body
            if isinstance(node, ast.ClassDef) and node.name == type(made).__name__)
    told = {node.name if isinstance(node, ast.FunctionDef) else node.target.id for node in cls.body
            if isinstance(node, (ast.FunctionDef, ast.AnnAssign))}
    assert {name for name in dir(made) if name[0] != "_"} == {name for name in told if name[0] != "_"}
