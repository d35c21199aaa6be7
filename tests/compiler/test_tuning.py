"""filter.tune(): all plans measured and compared, the fastest kept for later filters and processes, never a wrong one."""

import json
from pathlib import Path

import numpy as np
import pytest

import pygpu
from pygpu import ArgumentError, Float, Image, Position
from pygpu.calls.engines import recipes, tuning
from pygpu.commandline import main
from pygpu.runtime import Store
from tests.compiler.filters import random_image
from tests.compiler.test_caching import run, written
from tests.engines import engines

PICTURE = random_image(37, 53)
DEVICES = [engine for engine in engines() if engine.name != "evaluator" and not engine.is_checker]


def slope(im=Image, p=Position, gain: Float = 1.0):
    return gain * (im(p + (1, 0)) - im(p - (1, 0))) * im(p)


@pytest.fixture(params=DEVICES, ids=str)
def device(request, tmp_path, monkeypatch):
    """A device with nothing tuned on it, and no time to lose."""
    monkeypatch.setenv("PYGPU_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(recipes, "_known", {})
    monkeypatch.setattr(tuning, "LONG_ENOUGH", 0.01)
    monkeypatch.setattr(tuning, "TURN", 0.0)
    yield pygpu.use(request.param.device)
    pygpu.use(None)


@pytest.fixture
def pixels_win(monkeypatch):
    """The plan of one pixel a work-item is twice as fast as any other."""
    monkeypatch.setattr(tuning.Race, "time", lambda race, engine, times: 1e-3 if engine.plan.kind == "pixels" else 2e-3)


def test_the_winner_is_used_from_then_on(device, pixels_win):
    filter, lines = pygpu.compile(slope), []
    before = filter(PICTURE, gain=2.0)
    by_estimate = filter.plan
    plan = filter.tune(PICTURE, gain=2.0, progress=lines.append)
    assert by_estimate.kind != "pixels" and not by_estimate.tuned
    assert plan.kind == "pixels" and plan.tuned.endswith("2.00 times as fast as the one by estimate")
    assert plan.tuned in str(filter.plan) and "by estimate" in lines[0] and lines[-1] == plan.tuned
    assert sum("now the best" in line for line in lines) == 1
    np.testing.assert_allclose(filter(PICTURE, gain=2.0), before, rtol=1e-6, atol=1e-6)
    another = pygpu.compile(slope)
    np.testing.assert_allclose(another(PICTURE, gain=2.0), before, rtol=1e-6, atol=1e-6)
    assert another.plan.tuned and another.plan.kind == "pixels"


def test_it_is_for_these_formats_and_this_graph_only(device, pixels_win):
    pygpu.compile(slope).tune(PICTURE)
    for other, picture in ((slope, random_image(37, 53, "uint8")), (lambda im=Image, p=Position: slope(im, p) + 1, PICTURE)):
        filter = pygpu.compile(other)
        filter(picture)
        assert not filter.plan.tuned


def test_really_measured(device):
    filter = pygpu.compile(slope)
    before = filter(PICTURE)
    assert filter.tune(PICTURE).tuned.startswith("tuned: of ")
    np.testing.assert_allclose(filter(PICTURE), before, rtol=1e-6, atol=1e-6)


def test_a_wrong_plan_is_left_out_loudly(device, pixels_win, monkeypatch):
    def launch(engine, *rest, launch=tuning.launch):
        results = launch(engine, *rest)
        if engine.plan.kind != "pixels":
            return results
        return [pygpu.upload(np.asarray(result) + 1, device) for result in results]

    monkeypatch.setattr(tuning, "launch", launch)
    filter = pygpu.compile(slope)
    with pytest.warns(RuntimeWarning, match="computes something else than the others"):
        plan = filter.tune(PICTURE)
    assert plan.kind != "pixels"


def test_an_interruption_keeps_the_best_so_far(device, pixels_win):
    lines = []

    def progress(line):
        lines.append(line)
        if "now the best" in line:
            raise KeyboardInterrupt

    assert pygpu.compile(slope).tune(PICTURE, progress=progress).kind == "pixels"
    assert lines[-2].startswith("interrupted")


def test_no_time_at_all_still_gives_a_plan(device):
    assert "none was faster" in pygpu.compile(slope).tune(PICTURE, seconds=0).tuned


def test_nothing_is_printed_unless_asked(device, capsys):
    pygpu.compile(slope).tune(PICTURE)
    told = capsys.readouterr()
    assert not told.out + told.err
    pygpu.compile(slope).tune(PICTURE, progress=True)
    assert "of the best's time" in capsys.readouterr().err


def test_pictures_on_the_device_and_those_made_from_nothing(device):
    filter = pygpu.compile(slope)
    assert filter.tune(pygpu.upload(PICTURE)).tuned
    ramp = pygpu.compile(lambda p=Position: p.x * 0.5 + p.y)
    assert ramp.tune(size=(40, 30)).tuned
    assert ramp(size=(40, 30))[3, 4] == 5


@pytest.mark.parametrize("content", [b"", b"{}", b'{"plan": 99, "shape": -1, "kind": "pixels"}', b"no json",
                                     b'{"plan": 0, "shape": 77, "kind": "pixels"}',
                                     b'{"plan": 0, "shape": 0, "kind": "lakes"}'])
def test_a_recipe_that_means_nothing_is_ignored(device, pixels_win, content, monkeypatch):
    filter = pygpu.compile(slope)
    filter.tune(PICTURE)
    store = Store("tuned")
    for file in Path(store_folder()).iterdir():
        store.put(file.name, content)
    monkeypatch.setattr(recipes, "_known", {})
    again = pygpu.compile(slope)
    again(PICTURE)
    assert not again.plan.tuned


def store_folder():
    from pygpu.runtime.cache import folder

    return folder("tuned")


def test_later_processes_use_it_until_the_filter_is_edited(tmp_path):
    if not DEVICES:
        pytest.skip("no OpenCL device")
    other = "def scaled(v):\n    return {} * v\n"
    folder = written(tmp_path, other=other.format(2), main="""
        from pygpu import Image, Position
        import other

        def filter(im=Image, p=Position):
            return other.scaled(im(p))
    """)
    ask = ("import numpy as np, pygpu, main; f = pygpu.compile(main.filter); ones = np.ones((40, 50), 'f4'); "
           "{} print(float(f(ones)[1, 2]), bool(f.plan.tuned))")
    cache = tmp_path / "cache"
    assert run(folder, cache, ask.format("")) == "2.0 False"
    assert run(folder, cache, ask.format("f.tune(ones);")) == "2.0 True"
    assert run(folder, cache, ask.format("")) == "2.0 True"
    assert run(written(folder, other=other.format(3)), cache, ask.format("")) == "3.0 False"


def test_a_recipe_is_plain_words():
    recipe = recipes.Recipe(1, -1, "lanes", 1.25, 9)
    assert recipes.Recipe(**json.loads(json.dumps(recipe.__dict__))) == recipe
    assert str(recipe) == "tuned: of 9 plans measured, this one is 1.25 times as fast as the one by estimate"


def test_without_a_device_there_is_nothing_to_tune():
    pygpu.use("none")
    try:
        lines = []
        assert "NumPy" in pygpu.compile(slope).tune(PICTURE, progress=lines.append) and len(lines) == 1
    finally:
        pygpu.use(None)


def test_stacks_are_not_tuned():
    with pytest.raises(ArgumentError, match="tuned on whole single images"):
        pygpu.compile(slope).tune(np.zeros((3, 4, 5), "f4"), axis=0)


@pytest.mark.parametrize("off, same", [(0.0, True), (1e-6, True), (0.1, False)])
def test_what_counts_as_the_same(off, same):
    values = np.linspace(0, 1, 50, dtype=np.float32).reshape(5, 10)
    values[0, 0] = np.nan
    assert tuning.same(values + np.float32(off), values) is same
    assert not tuning.same(np.where(np.isnan(values), 0, values), values)


def test_the_command_line(device, capsys):
    sample = Path(__file__).parent.parent.parent / "samples" / "09_median.py"
    assert main(["tune", str(sample), str(sample.parent.parent / "images" / "camera.png"), "--seconds", "0"]) == 0
    told = capsys.readouterr().out
    assert "by estimate" in told and "tuned: of 1 plan" in told
