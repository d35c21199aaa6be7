"""The README says nothing that is not so: what its example is compiled to (docs/how-it-works.md) is printed anew, and what
it says to type is run.

A comment `<!-- python -m pygpu ... -->` before a fenced block says which command printed the block;
`pytest --update-golden` rewrites the block, and the picture at the top.
"""

import os
import re
import shlex
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from pygpu.commandline import main

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
LISTINGS = ROOT / "docs" / "how-it-works.md"  # of the README's example
SHOWN = re.compile(r"<!-- python -m pygpu (?P<words>.*?) -->\n```(?P<language>\w*)\n(?P<block>.*?)```", re.DOTALL)


def test_what_is_shown_is_what_is_printed(capsys, monkeypatch, request):
    monkeypatch.chdir(ROOT)
    blocks = list(SHOWN.finditer(LISTINGS.read_text()))
    assert len(blocks) >= 2, "the graph and the kernel of the example"

    def printed(block) -> str:
        assert main(shlex.split(block["words"])) == 0
        return "\n".join(line.rstrip() for line in capsys.readouterr().out.strip("\n").splitlines()) + "\n"

    if request.config.getoption("--update-golden"):
        LISTINGS.write_text(SHOWN.sub(lambda block: f"<!-- python -m pygpu {block['words']} -->\n"
                                                  f"```{block['language']}\n{printed(block)}```", LISTINGS.read_text()))
        return
    for block in blocks:
        assert block["block"] == printed(block), "stale; if it is better: pytest --update-golden"


def test_the_python_in_it_runs(monkeypatch, tmp_path):
    (tmp_path / "images").symlink_to(ROOT / "images")
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "readme"}
    for code in re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL):
        exec(compile(code, "README.md", "exec"), names)
    assert names["edges"].size == (512, 512) and Image.open("relief.png").size == (600, 400)
    x, y = names["Position"](200, 100)
    assert np.asarray(names["edges"])[y, x] == pytest.approx(255 * min(names["one"], 1), abs=0.51)


def test_its_first_command_writes_the_picture_it_names(monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT)
    command = command_under("Install and run").partition("&& python -m pygpu ")[2]
    words = shlex.split(command)
    place = words.index("-o") + 1
    words[place] = str(tmp_path / words[place])
    assert main(words) == 0
    assert Image.open(words[place]).size == (512, 512)


def test_the_commands_are_one_line_each():
    for heading in ("Install and run", "Install and test"):
        assert command_under(heading).count("\n") == 0


def command_under(heading: str) -> str:
    return re.search(rf"## {heading}\n.*?```sh\n(.*?)\n```", README.read_text(), re.DOTALL)[1]


def test_the_picture_at_its_top(golden):
    """Left the photograph, right its edges as PyGPU finds them."""
    from runpy import run_path

    photo = Image.open(ROOT / "images" / "camera.png")
    edges = run_path(str(ROOT / "samples" / "03_edge_detect.py"))["sobelEdgeDetGPU"](photo)
    half = photo.width // 2
    both = Image.new("L", (2 * half + 8, half), 255)
    both.paste(photo.resize((half, half), Image.Resampling.BOX), (0, 0))
    both.paste(edges.resize((half, half), Image.Resampling.BOX), (half + 8, 0))
    golden.picture(both, os.path.relpath(ROOT / "images" / "sobel.png", golden.folder))


PAGES = [README, ROOT / "CONTRIBUTING.md",
         *sorted(page for page in (ROOT / "docs").glob("*.md") if page.stem != "gallery")]  # which docs/gallery.py makes


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    words = re.sub(r"`[^`]*`", "", page.read_text())
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", words):
        assert (page.parent / target).exists(), target


def test_what_contributors_are_sent_to_is_there():
    text = (ROOT / "CONTRIBUTING.md").read_text()
    rooms = [path for path in re.findall(r"`([\w./]+(?:/|\.py))`", text) if "NNN" not in path]
    assert len(rooms) > 20
    for path in rooms:
        assert (ROOT / path).exists() or (ROOT / "pygpu" / path).exists(), path


def test_the_picture_of_the_house_has_every_room():
    picture = (ROOT / "images" / "house.svg").read_text() + (ROOT / "docs" / "architecture.md").read_text()
    rooms = [path.name for path in (ROOT / "pygpu").iterdir() if path.is_dir() and any(path.glob("*.py"))]
    assert [room for room in rooms if f"{room}/" not in picture] == []
