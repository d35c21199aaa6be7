"""filter.explain_html(): one file that holds all; in a browser, hovering and clicking do what they say."""

import base64
import io
import json
import re
from itertools import chain, count
from pathlib import Path
from runpy import run_path
from typing import Annotated

import numpy as np
import pytest
from PIL import Image as Picture

import pygpu
from pygpu import Array, Float, Image, Position, Volume, distance, filters
from pygpu.commandline import main
from pygpu.pages import sources
from tests.pages.browser import browser  # noqa: F401 - a fixture

ROOT = Path(__file__).resolve().parent.parent.parent
PHOTO = Picture.open(ROOT / "images" / "camera.png").resize((128, 128))
SMALL = PHOTO.resize((48, 48))
WATCHED = sources.SECONDS  # for as many pixels as are on a page
SAMPLES = sorted(path for path in (ROOT / "samples").glob("[0-9]*.py"))


@pytest.fixture(autouse=True)
def fewer_pixels(monkeypatch):
    """Plain Python is what a page takes longest for: a few of its pixels are enough where its size is not asked."""
    monkeypatch.setattr("pygpu.pages.sources.SECONDS", WATCHED / 4)


def filter_of(path):
    return next(value for value in run_path(str(path)).values() if isinstance(value, pygpu.Filter))


def data_of(page: str) -> dict:
    return json.loads(re.search(r'id="data">(.*?)</script>', page, re.DOTALL)[1])


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_each_sample_has_a_page_under_a_megabyte_that_asks_no_server(path, monkeypatch):
    monkeypatch.setattr("pygpu.pages.sources.LONGEST", 60)  # seconds, on a machine with much to do
    monkeypatch.setattr("pygpu.pages.sources.SECONDS", WATCHED)
    filter = filter_of(path)
    page = filter.explain_html()
    assert len(page.encode()) < 1_000_000
    assert not re.search(r"""(src|href)=["']?https?:|@import|url\(http""", page)
    assert not re.search(r"@[A-Z]+@", page), "a part of the template that nobody filled"
    data = data_of(page)
    assert data["values"]
    for name, url in data["pictures"]:
        levels = np.asarray(Picture.open(io.BytesIO(base64.b64decode(url.partition(",")[2]))).convert("L"))
        assert levels.std() > 8, f"{name} is of one colour"


def test_a_filter_too_slow_for_plain_python_has_its_lines_all_the_same(monkeypatch):
    monkeypatch.setattr("pygpu.pages.sources.LONGEST", 0.01)
    page = filter_of(ROOT / "samples" / "19_equalise.py").explain_html(PHOTO)
    assert "plain Python too long" in page and "source text" not in page
    assert "counts" in page and 'def</span> <span class="pg-f">level' in page  # a function that it calls


def test_the_largest_filter_too(monkeypatch):
    """Its text of several lines is text in each of them; and no limit is told where a loop's turns depend on the picture."""
    monkeypatch.setattr("pygpu.pages.sources.SECONDS", WATCHED)
    page = pygpu.compile(filters.nonlocal_means).explain_html(np.asarray(PHOTO))
    assert len(page.encode()) < 1_000_000
    assert '<code>    <span class="pg-s">&quot;&quot;&quot;The mean of the pixels whose surroundings are alike' in page
    assert '<code><span class="pg-s">    Surroundings are compared by a Gaussian-weighted patch' in page
    assert '"></span></code>' not in page, "an empty line of it has its height"
    assert 'class="bar limit"' not in page and "<em>0 ms</em>" not in page


def test_a_pass_of_the_renderer_has_a_page_and_an_explanation(monkeypatch):
    """The longest kernel of all samples; its plan is a program's."""
    monkeypatch.setattr("pygpu.pages.sources.SECONDS", WATCHED)
    monkeypatch.syspath_prepend(ROOT / "samples" / "renderer")
    import frame
    import scene

    renderer = frame.Renderer(scene.still_life(), scene.portrait((64, 48)))
    images = renderer.render()
    step = next(step for step in renderer.steps if step.name == "light")
    light = renderer.filters["light"]
    page = light.explain_html(*[images[name] for name in step.reads])
    assert len(page.encode()) < 1_000_000 and "and so on" in page
    assert "light" in light.explain() and "light" in light._repr_html_()


def test_the_values_on_it_are_those_of_plain_python(monkeypatch):
    monkeypatch.setattr("pygpu.pages.sources.SECONDS", WATCHED)
    run = run_path(str(ROOT / "samples" / "03_edge_detect.py"))
    page = run["sobelEdgeDetGPU"].explain_html(PHOTO)
    data = data_of(page)
    entry = next(each for each in data["values"] if each["n"] == "Gx")
    values = np.frombuffer(base64.b64decode(entry["d"]), "<f4")
    xs, ys = data["grid"]["xs"], data["grid"]["ys"]
    assert len(values) == len(xs) * len(ys) > 50
    at = len(values) // 3
    x, y = xs[at % len(xs)], ys[at // len(xs)]
    expected = run["convolve"](run["sobelKernel"], pygpu.HostImage(PHOTO), Position(x, y))
    assert values[at] == pytest.approx(expected, abs=1e-6)


def test_each_pixel_that_can_be_clicked_has_its_values_when_the_machine_gets_busy(monkeypatch):
    monkeypatch.setattr("pygpu.pages.sources.SECONDS", WATCHED)
    ticks = chain([0.0] * 3, count(step=1 / 40))  # a clock by which only the first pixels are quick
    monkeypatch.setattr("pygpu.pages.sources.perf_counter", lambda: next(ticks))
    data = data_of(filter_of(ROOT / "samples" / "03_edge_detect.py").explain_html(SMALL))
    xs, ys = data["grid"]["xs"], data["grid"]["ys"]
    assert 1 < len(ys) < 36 and ys == sorted(ys) and max(ys) - min(ys) > 20, "some rows, spread over the picture"
    for name in ("Gx", "→"):
        values = np.array(told_of(data, name))
        assert len(values) == len(xs) * len(ys) and np.abs(values).max() < 10, "all of them, none missing"


def test_lists_of_functions_are_told_as_what_they_are():
    def levels(im=Image, p=Position):
        found = [[im, lambda q: im(q) / 2], [lambda q: im(q) / 4]]
        return found[1][0](p)

    page = pygpu.compile(levels).explain_html(SMALL)
    told = {each["n"]: each for each in data_of(page)["values"]}
    assert "3 functions of a position" in json.dumps(told["found"])


def test_known_and_symbolic_names_have_their_colours():
    page = filter_of(ROOT / "samples" / "03_edge_detect.py").explain_html(PHOTO)
    assert '<span class="n">kernel</span>' in page and '<span class="y">Gx</span>' in page
    assert '<span class="n">w</span>' in page and '<span class="y">p</span>' in page
    assert not re.search(r'<span class="y">(kernel|w|d)</span>', page)


def test_a_number_that_nobody_gave_is_made_up_beside_a_picture():
    def lit(im=Image, threshold=Float, p=Position):
        return im(p) > threshold

    made, given = pygpu.compile(lit).explain_html(SMALL), pygpu.compile(lit).explain_html(SMALL, 0.5)
    assert data_of(made)["pictures"] == data_of(given)["pictures"]
    with pytest.raises(pygpu.ArgumentError):
        pygpu.compile(lit).explain_html(SMALL, treshold=0.5)


def test_all_results_have_their_picture(engine):
    both = filter_of(ROOT / "samples" / "12_two_results.py")
    named = dict(data_of(both.explain_html(SMALL))["pictures"])
    assert [*named] == ["result 1", "result 2", "before"] and len(set(named.values())) == 3


def test_numbers_that_nobody_gave_are_in_the_range_that_is_written():
    def stripes(p=Position, wide: Annotated[Float, 10, 20] = Float, steep=Float):
        return (p.x % wide + steep) / 20

    told = data_of(pygpu.compile(stripes).explain_html())
    assert told_of(told, "wide") == [15.0] and told_of(told, "steep") == [0.5]


def test_what_the_picture_or_an_argument_decides_is_not_known(monkeypatch):
    monkeypatch.setattr("pygpu.pages.sources.LONGEST", 60)  # seconds, on a machine with much to do

    def scaled(im=Image, p=Position, gain: Float = 2.0, steps=3):
        most, twice, third = max(im), gain * 2, steps / 9
        centre, unit = (im.width / 2, im.height / 2), (1, 0)
        return im(p) * twice * third / most + im(p + unit) * distance(p, centre)

    page = pygpu.compile(scaled).explain_html(SMALL)
    for name, kind in [("most", "y"), ("twice", "y"), ("third", "n"), ("steps", "n"), ("centre", "y"), ("unit", "n")]:
        assert f'<span class="{kind}">{name}</span>' in page
        assert f'<span class="{"yn"[kind == "y"]}">{name}</span>' not in page


def test_lines_lead_to_graph_kernel_and_stages():
    page = filter_of(ROOT / "samples" / "11_harris.py").explain_html(PHOTO, 0.004)
    key = "11_harris.py:14"
    assert page.count(f'data-k="{key}"') > 3
    assert f'<figure data-k="{key}"' in page


def test_the_command_line_writes_one(tmp_path, capsys):
    out = tmp_path / "page.html"
    words = ["show", str(ROOT / "samples" / "05_unsharp.py"), "--html", str(out),
             "--picture", str(ROOT / "images" / "camera.png"), "--amount", "2"]
    assert main(words) == 0
    assert capsys.readouterr().out.strip() == str(out)
    assert "unsharp" in out.read_text()


def test_its_picture_stands_where_it_stands_for_run(tmp_path, capsys):
    filter = str(ROOT / "samples" / "05_unsharp.py")
    picture, out = str(tmp_path / "in.png"), str(tmp_path / "out.html")
    Picture.fromarray(np.zeros((9, 17), np.uint8)).save(picture)
    assert main(["show", filter, picture, "--html", out]) == 0
    assert '"size":[17,9]' in Path(out).read_text()
    assert main(["show", filter, picture]) != 0
    assert "--html OUT.html" in capsys.readouterr().err


def mean(im=Image, gain: Float = 1.0):
    total = 0.0
    for v in im:
        total += v
    return gain * total / len(im)


def counts(im=Image):
    found = [0] * 8
    for v in im:
        found[int(v * 7 + 0.5)] += 1
    return found


def behind(vol=Volume, p=Position, gain: Float = 1.0):
    next = vol(p + (0, 0, 1))
    return gain * next


def smooth(a=Array, p=Position):
    left, right = a(p - 1), a(p + 1)
    return (left + a(p) + right) / 3


def lit(im=Image, p=Position):
    most = max(im)
    return im(p) / most


def told_of(data: dict, name: str) -> list[float]:
    """What a name had last, at each place of the grid."""
    last = [each for each in data["values"] if each["n"] == name][-1]
    return last["v"] if "v" in last else np.frombuffer(base64.b64decode(last["d"]), "<f4").tolist()


def test_a_value_has_a_page_with_the_values_of_its_lines(engine):
    light = np.asarray(SMALL) / 255
    data = data_of(pygpu.compile(mean).explain_html(SMALL))
    assert data["axes"] == 0 and float(data["told"]) == pytest.approx(light.mean(), rel=1e-5)
    assert [name for name, _ in data["pictures"]] == ["picture"]
    assert told_of(data, "total") == [pytest.approx(light.sum(), rel=1e-5)]
    data = data_of(pygpu.compile(counts).explain_html(SMALL))
    assert [int(each) for each in data["told"].split()] == np.histogram(light, np.arange(9) / 7 - 1 / 14)[0].tolist()
    assert [name for name, _ in data["pictures"]] == ["result", "picture"]


def test_what_a_picture_fills_is_not_known():
    def spread(im=Image, p=Position):
        bins = [0] * 16
        for v in im:
            bins[int(v * 15)] += 1
        return bins[int(im(p) * 15)] / len(im)

    page = pygpu.compile(spread).explain_html(SMALL)
    assert '<span class="y">bins</span>' in page and '<span class="n">bins</span>' not in page


def test_of_a_volume_the_plane_in_the_middle_is_shown(engine):
    volume = np.arange(3 * 4 * 5, dtype=np.float32).reshape(3, 4, 5) / 60
    data = data_of(pygpu.compile(behind).explain_html(volume))
    assert (data["axes"], data["size"], data["plane"]) == (3, [5, 4], 1)
    at = [(x, y) for y in data["grid"]["ys"] for x in data["grid"]["xs"]]
    assert told_of(data, "next") == pytest.approx([volume[2, y, x] for x, y in at])


def test_of_a_row_of_numbers_the_curve(engine):
    row = np.sin(np.arange(30, dtype=np.float32))
    data = data_of(pygpu.compile(smooth).explain_html(row))
    assert (data["axes"], data["size"]) == (1, [30, 1])
    assert told_of(data, "right") == pytest.approx([row[min(x + 1, 29)] for x in data["grid"]["xs"]])


def test_a_function_of_whole_arrays_is_numpy_line_by_line(engine):
    def normed(a=Array):
        mean = a.mean()
        return a[1:] - mean

    square = np.arange(12, dtype=np.float32).reshape(3, 4)
    data = data_of(pygpu.compile(normed).explain_html(square))
    assert told_of(data, "mean") == [square.mean()] and len(set(dict(data["pictures"]).values())) == 2
    assert '<span class="y">mean</span>' in pygpu.compile(normed).explain_html(square)
    assert not pygpu.debug(normed, square)


def test_a_value_inside_a_filter_and_doubles(engine):
    data = data_of(pygpu.compile(lit).explain_html(SMALL))
    assert told_of(data, "most") == [np.asarray(SMALL).max() / 255]
    page = pygpu.compile(smooth, precision="double").explain_html(np.arange(8.0))
    assert data_of(page)["values"]


@pytest.mark.parametrize("function", [mean, counts, behind, smooth, lit])
def test_what_came_in_may_be_made_up(function, engine):
    assert data_of(pygpu.compile(function).explain_html())["values"]
    assert "pg-card" in pygpu.compile(function)._repr_html_()


def test_without_a_device_the_page_says_so():
    pygpu.use("none")
    try:
        assert "there is no device" in filter_of(ROOT / "samples" / "01_scalar_mul.py").explain_html()
    finally:
        pygpu.use(None)


def test_in_a_browser(browser, tmp_path):  # noqa: F811
    run = run_path(str(ROOT / "samples" / "03_edge_detect.py"))
    out = tmp_path / "page.html"
    run["sobelEdgeDetGPU"].explain_html(PHOTO, path=out)
    page = browser.new_page(viewport={"width": 1300, "height": 900})
    troubles = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
    page.goto(out.as_uri())

    line = page.locator(".s", has_text="sqrt(Gx**2")
    line.hover()
    lit = page.locator(".hot")
    assert lit.count() >= 3 and "sqrt" in " ".join(lit.all_inner_texts())

    box = page.locator(".view img").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.25, box["y"] + box["height"] * 0.6)
    said = page.locator(".at").inner_text()
    x, y = map(int, re.search(r"\((\d+), (\d+)\)", said).groups())
    grid = data_of(out.read_text())["grid"]  # fewer pixels where the machine has other work
    for found, there, clicked in [(x, grid["xs"], 0.25 * 128 - 0.5), (y, grid["ys"], 0.6 * 128 - 0.5)]:
        assert abs(found - clicked) <= min(abs(each - clicked) for each in there) + 0.1
    shown = float(re.search(r"→\s+(\S+)", line.inner_text())[1])
    expected = run["edgeDetect"](run["sobelKernel"], pygpu.HostImage(PHOTO), Position(x, y))
    assert shown == pytest.approx(expected, rel=1e-3)
    assert not troubles
    page.close()


def test_a_notebooks_own_rules_leave_graphs_and_refusals_in_columns(browser):  # noqa: F811
    page = browser.new_page()
    wrong = pygpu.compile(lambda im=Image, p=Position: im(p).depth)
    shown = pygpu.compile(lambda im=Image, p=Position: 1 - im(p)).graph._repr_html_() + wrong._repr_html_()
    page.set_content(f"<style>.output pre{{font-family:serif}}</style><div class='output'>{shown}</div>")
    fonts = page.evaluate("[...document.querySelectorAll('pre')].map(each => getComputedStyle(each).fontFamily)")
    assert len(fonts) == 2 and all("monospace" in font for font in fonts)
    page.close()
