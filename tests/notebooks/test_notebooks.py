"""The notebooks in samples/notebooks run in a real kernel, and hold what they print; one runs in a real browser.

`pytest --update-golden` stores what they print anew.
"""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Picture

import pygpu
from tests.pages.browser import browser  # noqa: F401 - a fixture

ROOT = Path(__file__).resolve().parent.parent.parent
NOTEBOOKS = sorted((ROOT / "samples" / "notebooks").glob("*.ipynb"))


@pytest.fixture
def environment(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_and_stores_what_it_prints(path, request, environment):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    book = nbformat.read(path, 4)
    refused = refusals(book)
    for cell in book.cells:
        if cell.cell_type == "code" and not request.config.getoption("--update-golden"):
            assert cell.outputs or is_quiet(cell.source), f"no stored output: {cell.source[:60]}"
    nbclient.NotebookClient(book, timeout=300, kernel_name="python3", store_widget_state=False,
                            resources={"metadata": {"path": str(path.parent)}}).execute()
    for cell in book.cells:
        for output in cell.get("outputs", ()):
            assert output.output_type != "error"
            assert "Traceback" not in str(output.get("text", ""))
            data = output.get("data", {})
            data.pop("application/vnd.jupyter.widget-view+json", None)  # of this session alone
            data.get("text/plain") and data.update({"text/plain": re.sub(r" at 0x\w+", "", data["text/plain"])})
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":  # that a build takes longer than a second, here and today
            cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
    if not request.config.getoption("--update-golden"):
        assert refusals(book) == refused, "stale: python -m pytest tests/notebooks --update-golden"
    else:
        book.metadata.pop("widgets", None)
        nbformat.write(book, path)
    assert path.stat().st_size < 3_000_000


def refusals(book) -> list[str]:
    """What is printed of refusals, which is the same on every device."""
    return [output.text for cell in book.cells if "except pygpu.CompileError" in cell.source for output in cell.outputs]


def is_quiet(source: str) -> bool:
    """Whether a cell ends in what shows nothing: a definition, an assignment."""
    last = source.rstrip().splitlines()[-1]
    return last.startswith((" ", ")", "import", "from")) or bool(re.match(r"[\w., ]+ = ", last)) or "append" in last


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@pytest.fixture
def lab(tmp_path, environment):
    pytest.importorskip("jupyterlab")
    pytest.importorskip("anywidget")
    port = free_port()
    words = [sys.executable, "-m", "jupyterlab", "--no-browser", f"--port={port}", "--allow-root",
             f"--notebook-dir={tmp_path}", "--IdentityProvider.token=", "--ServerApp.password=", "--LabApp.news_url=None"]
    running = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               env={**os.environ, "JUPYTER_CONFIG_DIR": str(tmp_path / "config")})
    for _ in range(120):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api", timeout=2)
            break
        except OSError:
            time.sleep(0.5)
    yield f"http://127.0.0.1:{port}", tmp_path
    running.terminate()
    running.wait(20)


CELL = """\
import pygpu
from PIL import Image as Picture
from pygpu import Float, Image, Position
photo = Picture.open({photo!r}).resize((200, 200))
def darker(im=Image, p=Position, amount: Float = 0.5):
    return im(p) * amount
pygpu.compile(darker).interact(photo)
"""


def test_a_slider_is_moved_in_a_browser(lab, browser):  # noqa: F811
    nbformat = pytest.importorskip("nbformat")
    address, folder = lab
    photo = str(ROOT / "images" / "camera.png")
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(CELL.format(photo=photo))])
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(book, folder / "play.ipynb")
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    page.goto(f"{address}/lab/tree/play.ipynb")
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for(timeout=90_000)
    slider = page.locator(".pgi-row[data-name=amount] input[type=range]")
    for _ in range(12):  # a key that comes before the page listens is lost
        page.locator(".jp-Notebook .jp-CodeCell .cm-content").first.click()
        page.keyboard.press("Control+Enter")
        try:
            slider.first.wait_for(timeout=10_000)
            break
        except Exception:
            continue
    first = shown_pixels(page)
    assert_same(first, pygpu.compile(darker)(Picture.open(photo).resize((200, 200)), 0.5))
    box = slider.first.bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, middle)  # by hand: its knob is taken, drawn to the right, let go
    page.mouse.down()
    for step in range(1, 9):
        page.mouse.move(box["x"] + box["width"] * (0.5 + 0.05 * step), middle)
    page.mouse.up()
    assert float(slider.first.input_value()) > 0.6
    before = float(slider.first.input_value())
    page.keyboard.press("ArrowLeft")  # the notebook has a meaning for these keys, too
    page.keyboard.press("ArrowLeft")
    moved = float(slider.first.input_value())
    assert moved < before
    expected = pygpu.compile(darker)(Picture.open(photo).resize((200, 200)), moved)
    for _ in range(100):  # the last frame asked for is the last that comes
        page.wait_for_timeout(100)
        if differs(shown_pixels(page), expected) <= 1:
            break
    assert_same(shown_pixels(page), expected)
    page.locator(".pgi-stage").hover(position={"x": 20, "y": 20})  # the divider follows the mouse, too
    page.mouse.down()
    page.mouse.up()
    assert float(page.locator(".pgi-line").first.evaluate("line => parseFloat(line.style.left)")) < 15
    page.close()


def darker(im=pygpu.Image, p=pygpu.Position, amount: pygpu.Float = 0.5):
    return im(p) * amount


def shown_pixels(page) -> np.ndarray:
    """What the browser shows, read back from its own decoding of the frame."""
    flat = page.locator("img.pgi-after").first.evaluate("""async (image) => {
        await image.decode();
        const canvas = document.createElement("canvas");
        canvas.width = image.naturalWidth; canvas.height = image.naturalHeight;
        canvas.getContext("2d").drawImage(image, 0, 0);
        return Array.from(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data);
    }""")
    return np.array(flat, np.uint8).reshape(200, 200, 4)[:, :, 0]


def assert_same(found: np.ndarray, expected) -> None:
    assert differs(found, expected) <= 1


def differs(found: np.ndarray, expected) -> int:
    return int(np.abs(found.astype(int) - np.asarray(expected).astype(int)).max())
