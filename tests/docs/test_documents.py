"""The documents say nothing that is not so: each block of Python runs, each refusal is met and cured."""

import ast
import inspect
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import numpy as np
import pytest
from PIL import Image as Picture

import pygpu
from pygpu.commandline import EPILOG, main

ROOT = Path(__file__).resolve().parent.parent.parent
DOCS = sorted(path for path in (ROOT / "docs").glob("*.md") if path.stem != "gallery")  # which is made
MAKE = runpy.run_path(str(ROOT / "docs" / "make_errors.py"))
PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)
SECTIONS = MAKE["sections"]()


@pytest.fixture(autouse=True)
def in_the_clone(monkeypatch):
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize("path", [path for path in DOCS if path.stem != "errors"], ids=lambda path: path.stem)
def test_its_python_runs(path):
    names = {"__name__": path.stem}
    for code in PYTHON.findall(path.read_text()):
        try:
            exec(compile(code, str(path), "exec"), names)
        except ModuleNotFoundError as missing:
            if path.stem != "libraries":  # the one document that uses other people's
                raise
            pytest.skip(f"{missing.name} is not installed")


def test_how_it_works_shows_what_its_first_lines_print(capsys):
    text = (ROOT / "docs" / "how-it-works.md").read_text()
    exec(compile(PYTHON.search(text)[1], "soft.py", "exec"), {"__name__": "soft"})
    shown = re.search(r"```\n(t1: .*?)```", text, re.DOTALL)[1]
    assert shown == capsys.readouterr().out.partition("\n\n")[2].rstrip() + "\n"


def commands() -> list[str]:
    """What README.md, docs/commandline.md and `pygpu --help` show to be typed, with names of files that a test can make."""
    texts = [(ROOT / "README.md").read_text(), (ROOT / "docs" / "commandline.md").read_text(), EPILOG]
    typed = re.compile(r"^ *(?:python -m )?pygpu ((?:run|show) .*)$", re.MULTILINE)
    return list(dict.fromkeys(line for text in texts for line in typed.findall(text) if "FILTER" not in line))


@pytest.fixture
def someones_pictures(tmp_path, monkeypatch):
    for folder in ("samples", "images"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    photo = Picture.open(ROOT / "images" / "coffee.jpg").resize((60, 40))
    for place in ("photo.jpg", "photos/a.jpg", "photos/b.png", "scans/c.tif"):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        photo.save(tmp_path / place)
    waves, = PYTHON.findall((ROOT / "docs" / "commandline.md").read_text())
    (tmp_path / "waves.py").write_text(waves)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("line", commands())
def test_its_commands_run(line, someones_pictures):
    words = shlex.split(line)
    if any(word.endswith(".mp4") for word in words):
        pytest.importorskip("av")
    assert main(words) == 0
    written = words[words.index("-o") + 1] if "-o" in words else None
    assert not written or "{" in written or (someones_pictures / written).exists()


@pytest.mark.parametrize("kind", SECTIONS)
def test_each_refusal_is_met_and_cured_and_says_what_the_page_shows(kind):
    refused, said, good = MAKE["met"](SECTIONS[kind])
    assert refused.kind == kind
    shown = f"\n```text\n{said}\n```\n"
    assert shown in SECTIONS[kind], "stale: python docs/make_errors.py"
    assert MAKE["run"](good) is not None


def test_what_is_not_told_there_is_rare():
    from pygpu.tracing.values.refusals import REFUSALS

    told_elsewhere = {"two-names", "unrolling", "conditional-exception", "not-a-number", "symbolic-index", "generator",
                      "not-supported", "symbolic-host"}
    assert REFUSALS.keys() - SECTIONS.keys() <= told_elsewhere, "a new kind of refusal: show it in docs/errors.md"


def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text().splitlines()) <= 150


def test_the_site_is_built_by_one_command(tmp_path):
    for needed in ("sphinx", "myst_parser", "furo", "sphinx_design"):
        pytest.importorskip(needed)
    done = subprocess.run([sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "docs", str(tmp_path)], cwd=ROOT,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    pages = {path.stem for path in tmp_path.glob("*.html")}
    assert {path.stem for path in DOCS} | {"gallery"} <= pages
    assert "gradient" in (tmp_path / "index.html").read_text()
    reference = (tmp_path / "reference.html").read_text()
    for name in ("compile", "Filter", "upload", "smoothstep", "CompileError"):
        assert f'id="pygpu.{name}"' in reference, name
    gallery = (tmp_path / "gallery.html").read_text()
    assert all(path.name in gallery for path in (ROOT / "samples").glob("[0-9]*.py"))
    for page in tmp_path.glob("*.html"):
        for link in re.findall(r'(?:href|src)="([^":#?]*)[^":]*"', page.read_text()) + dead_ends(page):
            assert (tmp_path / unquote(link)).exists(), f"{page.name} leads to {link}"


def dead_ends(page: Path) -> list[str]:
    """What a page's links to places of its own name, and none is."""
    text = page.read_text()
    places = set(re.findall(r'\bid="([^"]+)"', text))
    return [link for link in re.findall(r'href="(#[^"]+)"', text) if unquote(link[1:]) not in places]


def test_the_tutorials_pictures_are_what_its_blocks_make():
    make = runpy.run_path(str(ROOT / "docs" / "make_pictures.py"))
    results, named = make["results"](), make["NAMED"].findall(make["PAGE"].read_text())
    assert len(named) > 5 and {path.stem for path in make["PICTURES"].iterdir()} == set(named)
    for name in named:
        kept = np.asarray(Picture.open(make["PICTURES"] / f"{name}.jpg"), np.int16)
        assert np.abs(np.asarray(make["drawn"](results, name), np.int16) - kept).mean() < 6, f"{name}: make_pictures.py"


def test_the_plots_are_drawn_from_the_tables_as_they_are():
    make = runpy.run_path(str(ROOT / "docs" / "make_plots.py"))
    drawn = make["plots"]()
    assert {path.name for path in make["PLOTS"].iterdir()} == set(drawn)
    for name, text in drawn.items():
        assert f"images/speed/{name}" in make["PAGE"].read_text(), name
        assert (make["PLOTS"] / name).read_text() == text, "stale: python docs/make_plots.py"
    _, rows = make["table"]("Two cores of an AMD EPYC")
    assert len(rows) > 15 and drawn["cpu.svg"].count("<circle") > 60


def test_every_public_name_is_in_the_reference():
    reference = (ROOT / "docs" / "reference.md").read_text()
    missing = [name for name in pygpu.__all__ if not name.startswith("__") and not re.search(rf"\b{name}\b", reference)]
    assert not missing


def test_every_public_name_has_an_example():
    for name in set(pygpu.__all__) - {"__version__", "filters"}:
        assert ">>>" in getattr(pygpu, name).__doc__, f"pygpu.{name} has no example"


@pytest.mark.parametrize("name", pygpu.filters.__all__)
def test_a_ready_filter_tells_its_parameters_and_how_it_is_called(name):
    ready = getattr(pygpu.filters, name)
    said = ready.__doc__
    assert all(f"\n{each} : " in said for each in ready.outside.parameters)
    outside, *inside = re.findall(r">>> (filters\..*)", said)
    inside = inside[0] if inside else outside  # one that is called with pictures alone
    calls = [ast.parse(call, mode="eval").body for call in (outside, inside.partition("#")[0])]
    assert calls[0].func.attr == calls[1].func.attr == name
    positions = [[ast.unparse(each) for each in call.args] for call in calls]
    own = inspect.signature(ready.function).bind(*positions[1], **{each.arg: None for each in calls[1].keywords})
    assert own.arguments.get("p", "p") == "p"
    named = {each.arg for each in calls[0].keywords} - ({"size"} - ready.outside.parameters.keys())  # an option of calls
    ready.outside.bind(*positions[0], **dict.fromkeys(named))


def test_the_examples_in_docstrings_are_so():
    import doctest

    photo = Picture.fromarray(np.arange(48, dtype=np.uint8).reshape(6, 8))
    names = {**vars(pygpu), "pygpu": pygpu, "np": np, "photo": photo}
    runner, finder = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS), doctest.DocTestFinder(recurse=False)
    for name in set(pygpu.__all__) - {"ravel", "transpose"}:  # these are NumPy's
        value = getattr(pygpu, name)
        for found in [value, *(each for key, each in vars(value).items() if not key.startswith("_"))] \
                if isinstance(value, type) else [value]:
            for test in finder.find(found, name, globs=dict(names)) if getattr(found, "__doc__", None) else ():
                runner.run(test)
    assert runner.summarize().failed == 0
    assert runner.summarize().attempted > 15
