"""What a notebook shows of a filter, a graph, a plan, a kernel."""

import html
import inspect
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import pygpu
from pygpu import Float, Image, Position
from pygpu.look import coloured, footprint_drawing, stage_drawing

ROOT = Path(__file__).resolve().parent.parent.parent


def sharpen(im=Image, p=Position, amount: Float = 1.0, size=3):
    mean = lambda q: sum([im(q + (d, 0)) for d in range(-(size // 2), size // 2 + 1)]) / size
    return im(p) + amount * (im(p) - (mean(p - (0, 1)) + mean(p) + mean(p + (0, 1))) / 3)


def text(page: str) -> str:
    return html.unescape(re.sub(r"<style>.*?</style>|<[^>]*>", "", page, flags=re.DOTALL))


def test_a_filter_shows_its_call_its_reach_and_its_stages():
    card = pygpu.compile(sharpen)._repr_html_()
    said = text(card)
    assert "sharpen(im: Image, amount: Float = 1.0)" in said
    assert "known: size = 3" in said
    assert "reads 1 left, 1 up, 1 right, 1 down" in said
    for drawing in re.findall(r"<svg.*?</svg>", card, re.DOTALL):
        ElementTree.fromstring(drawing)


def test_a_filter_that_is_refused_says_so_in_its_card():
    card = pygpu.compile(lambda im=Image, p=Position: im(p).depth)._repr_html_()
    assert "no-attribute" in text(card)


def test_source_graph_and_plan_lose_nothing_by_their_colours():
    filter = pygpu.compile(sharpen)
    for shown in (filter.source, filter.graph, *([] if isinstance(filter.plan, str) else [filter.plan])):
        assert text(shown._repr_html_()) == str(shown)
    assert isinstance(filter.source, str)


def test_source_and_graph_can_be_read_at_a_plain_prompt():
    filter = pygpu.compile(sharpen)
    assert repr(filter.source) == str(filter.source) and repr(filter.graph) == str(filter.graph)


@pytest.mark.parametrize("language", ["python", "opencl", "graph", "words"])
@pytest.mark.parametrize("file", ["pygpu/compiler.py", "pygpu/look/colouring.py", "README.md"])
def test_colouring_only_adds_tags(language, file):
    whole = (ROOT / file).read_text()
    assert text(coloured(whole, language)) == whole


@pytest.mark.parametrize("reach, cells", [((0, 0, 0, 0), 1), ((1, 1, 1, 1), 9), ((2, 0, 1, 0), 4)])
def test_a_footprint_is_drawn_cell_by_cell(reach, cells):
    from pygpu.look.drawings import READ

    assert footprint_drawing(reach).count(f'fill="{READ}"') == cells


def test_far_reaches_and_unknown_ones_are_drawn_too():
    for drawing in (footprint_drawing((40, 3, 40, 3)), footprint_drawing((None, None, None, None)),
                    footprint_drawing((None, 1, None, 1)), stage_drawing([(50, 0), (-50, 2)])):
        ElementTree.fromstring(drawing)


def test_the_signature_is_the_calls_own():
    signature = inspect.signature(pygpu.compile(sharpen))
    assert [*signature.parameters] == ["im", "amount", "size", "out", "dtype", "mode", "options"]
    assert signature.parameters["amount"].default == 1.0 and signature.parameters["amount"].annotation is Float
    assert inspect.signature(pygpu.compile(sharpen, size=5)) == signature
    signature.bind(np.zeros((3, 3)), 2.0, size=(4, 4), linear=True)
    with pytest.raises(TypeError):
        signature.bind()


def test_completion_shows_what_is_public():
    assert set(dir(pygpu)) == {*pygpu.__all__, "filters"}


def test_pictures_of_numbers_are_shown_where_pil_has_none():
    pytest.importorskip("IPython")
    code = """if True:
        from IPython.testing.globalipapp import start_ipython
        shell = start_ipython()
        shell.display_formatter.active_types = ['text/plain', 'image/png']
        import pygpu, numpy as np
        from PIL import Image
        for array in (np.linspace(0, 9, 64, dtype=np.float32).reshape(8, 8), np.arange(64, dtype=np.int32).reshape(8, 8),
                      np.zeros((8, 8), np.uint8)):
            made, _ = shell.display_formatter.format(Image.fromarray(array))
            assert made["image/png"], array.dtype
    """
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
