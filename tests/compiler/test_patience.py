"""A compile that gets nowhere ends as a refusal after some seconds, whatever it is busy with."""

import gc
import threading
import time
from time import process_time, sleep
from types import SimpleNamespace

import numpy as np
import pytest

import pygpu
from pygpu import CompileError, Image, Position, story
from pygpu.calls.engines import sequence
from pygpu.schedule import CPU

ONE = np.ones((3, 4), np.float32)


def endless(im=Image, p=Position):
    total = im(p)
    for i in list(range(10**6)):
        total = total * 0.5 + im(p + (i, 0))
    return total


def test_pythons_collector_goes_on_as_before():
    """While a chapter is told it is called more seldom, but not where somebody has said how often himself."""
    before = gc.get_threshold()

    def inside(im=Image, p=Position):
        return 0 * im(p) + gc.get_threshold()[0]

    def refused(im=Image, p=Position):
        return open(im(p))

    try:
        gc.set_threshold(700, 10, 10)
        assert np.asarray(pygpu.compile(inside)(ONE))[0, 0] > 700
        with pytest.raises(CompileError):
            pygpu.compile(refused)(ONE)
        assert gc.get_threshold() == (700, 10, 10)
        for said in (0, 10**6):
            gc.set_threshold(said)
            assert np.asarray(pygpu.compile(inside)(ONE))[0, 0] == said == gc.get_threshold()[0]
    finally:
        gc.set_threshold(*before)


@pytest.mark.parametrize("where", ["here", "in another thread"])
def test_a_trace_that_takes_too_long_names_the_lines_that_grow(monkeypatch, where):
    monkeypatch.setenv("PYGPU_PATIENCE", "0.5")
    monkeypatch.setattr("pygpu.tracing.interpreter.INSTRUCTION_LIMIT", 10**12)
    monkeypatch.setattr("pygpu.tracing.interpreter.OPERATION_LIMIT", 10**12)
    raised, started = [], process_time()

    def run():
        with pytest.raises(CompileError) as told:
            pygpu.compile(endless)(ONE)
        raised.append(told.value)

    if where == "here":
        run()
    else:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join(60)
    error, = raised
    line = endless.__code__.co_firstlineno + 3
    assert error.kind == "takes-too-long" and f"line {line} (" in error.why and "PYGPU_PATIENCE" in error.instead
    assert error.location.line in range(line - 1, line + 1) and process_time() - started < 30


def test_other_chapters_too_and_the_next_compile_works(monkeypatch):
    monkeypatch.setenv("PYGPU_PATIENCE", "0.3")

    def slow(graph, watch):
        while True:
            sleep(0.01)

    with monkeypatch.context() as patch:
        patch.setattr(story, "optimise", slow)
        with pytest.raises(CompileError, match="to optimise this filter takes longer than 0.3 seconds"):
            pygpu.compile(lambda im=Image, p=Position: im(p) * 2)(ONE)
    assert pygpu.compile(lambda im=Image, p=Position: im(p) * 2)(ONE)[0, 0] == 2
    sleep(0.5)  # nothing comes afterwards


@pytest.mark.skipif(not hasattr(time, "pthread_getcpuclockid"), reason="here nobody tells how long a thread computed")
def test_what_waits_for_others_may_take_longer(monkeypatch):
    """As on a machine that others keep busy."""
    monkeypatch.setenv("PYGPU_PATIENCE", "2")
    optimise = story.optimise
    monkeypatch.setattr(story, "optimise", lambda *asked: sleep(2.5) or optimise(*asked))
    assert pygpu.compile(lambda im=Image, p=Position: im(p) * 2)(ONE)[0, 0] == 2


def test_where_a_program_is_cut_too(monkeypatch):
    """That is no chapter: parts are planned between the graph and the first kernel."""
    monkeypatch.setenv("PYGPU_PATIENCE", "0.3")
    monkeypatch.setattr(sequence, "program", lambda *asked: [sleep(0.01) for _ in range(1000)])
    graph = pygpu.compile(lambda im=Image, p=Position: im(p) * 2).graph
    its = SimpleNamespace(graph=graph, lower={}, join=True, strips=True, story=SimpleNamespace(target=CPU), alike={})
    with pytest.raises(CompileError, match="to plan this filter takes longer than 0.3 seconds"):
        sequence.Sequence.in_parts.fget(its)


def test_no_limit(monkeypatch):
    monkeypatch.setenv("PYGPU_PATIENCE", "0")
    monkeypatch.setattr("pygpu.patience.Clock", None)  # no clock is made
    assert pygpu.compile(lambda im=Image, p=Position: im(p) * 3)(ONE)[0, 0] == 3
