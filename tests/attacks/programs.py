"""Filters that nobody would write: whose trace never ends, of a hundred thousand lines, with names made to break a
kernel's text; and many threads at once. Each is right, or refused in the user's words, in time."""

import os
import threading
import time

import numpy as np

import pygpu
from pygpu import Float, Image, Position

GIVEN = np.random.default_rng(5).random((24, 40), np.float32)
NAMES = ["it's", 'a "b"', "a\nb", "a*/b", "/*", "//", "a\\", "??/", "%s %d", "{}", "#include </etc/passwd>", "\0", "ä ☃",
         "x" * 5000, "*/ } kernel void k() {} /*", "a\r\nb\u2028c", "$(ls)", "<b>", "\udcff"]
ENDLESS = ["while True: pass", "while True: v = v * 0.5", "while 1 < 2: v += im(p)", "for i in iter(int, 1): v += i",
           "v = f(im, p)", "import itertools\n    for i in itertools.count(): v += i * im(p)",
           "l = [0]\n    for i in l: l.append(i)", "v = sum(iter(lambda: 1.0, 2.0))"]


def attack(lines: int = 100_000, threads: int = 16, calls: int = 200) -> str:
    started = time.perf_counter()
    found = [endless(), names(), long(lines), at_once(threads, calls)]
    return f"programs: {', '.join(found)}, {time.perf_counter() - started:.0f} s"


def written(source: str, name: str = "<attack>"):
    space = {"Image": Image, "Float": Float, "Position": Position}
    exec(compile(source, name, "exec"), space)
    return space["f"]


def endless(seconds: float = 1) -> str:
    """Each is refused, soon."""
    before = os.environ.get("PYGPU_PATIENCE")
    os.environ["PYGPU_PATIENCE"] = str(seconds)
    try:
        for body in ENDLESS:
            begun = time.perf_counter()
            try:
                pygpu.compile(written(f"def f(im=Image, p=Position):\n    v = im(p)\n    {body}\n    return v"))(GIVEN)
            except pygpu.CompileError as error:
                spent = time.perf_counter() - begun
                assert spent < 5 * seconds + 5, (body, spent, str(error))
            else:
                raise AssertionError(f"this ended: {body}")
    finally:
        os.environ.pop("PYGPU_PATIENCE") if before is None else os.environ.update(PYGPU_PATIENCE=before)
    return f"{len(ENDLESS)} that never end refused"


def names() -> str:
    """Of files, functions, classes, attributes and keywords."""
    for name in NAMES:
        function = written("def f(im=Image, p=Position, s: Float = 2.0):\n    g = lambda q: im(q) * s\n"
                           "    return g(p) + g(p + (1, 0))", "<attack>" if "\0" in name else name)
        thing = type(name.translate({0: None, 0xDCFF: None}), (), {})()
        setattr(thing, name, 0.5)
        function.__name__ = function.__qualname__ = name
        filter = pygpu.compile(lambda im=Image, p=Position: function(im, p) * getattr(thing, name))
        wanted = GIVEN + np.pad(GIVEN, ((0, 0), (0, 1)), "edge")[:, 1:]
        assert np.allclose(filter(GIVEN), wanted, atol=1e-5), name
        assert np.allclose(pygpu.compile(function)(GIVEN), 2 * wanted, atol=1e-5), name
        filter.explain(), str(filter.graph), filter.source
        try:
            pygpu.compile(written("def f(im=Image, p=Position):\n    return im(p) + 'no'",
                                  "<attack>" if "\0" in name else name))(GIVEN)
        except pygpu.CompileError as error:
            assert str(error)
    return f"{len(NAMES)} names borne"


def long(lines: int) -> str:
    """Right, or refused in time: a driver has its limits, too."""
    source = "def f(im=Image, p=Position):\n    v = im(p)\n" + "    v = v * 0.5 + im(p + (1, 0))\n" * lines + "    return v"
    begun = time.perf_counter()
    try:
        result = pygpu.compile(written(source))(GIVEN)
        wanted, other = GIVEN, np.pad(GIVEN, ((0, 0), (0, 1)), "edge")[:, 1:]
        for _ in range(min(lines, 200)):
            wanted = wanted * 0.5 + other
        assert np.allclose(result, wanted, atol=1e-4)
        how = "computed"
    except pygpu.CompileError as error:
        assert len(str(error)) < 4000
        how = "refused"
    return f"{lines} lines {how} in {time.perf_counter() - begun:.0f} s"


def at_once(threads: int, calls: int) -> str:
    """Threads that share filters, make their own, and use pictures of other sizes."""
    shared = [pygpu.compile(lambda im=Image, s=Float, p=Position: im(p) * s + im(p + (1, 0))),
              pygpu.compile(lambda im=Image, p=Position: sum(im) * 0.0 + im(p)),
              pygpu.compile(lambda n, im=Image, p=Position: im(p) + n, n=1.0)]
    wrong, start = [], threading.Barrier(threads)

    def work(number: int) -> None:
        try:
            random = np.random.default_rng(number)
            start.wait()
            for call in range(calls):
                given = random.random((random.integers(1, 60), random.integers(1, 90)), np.float32)
                s = float(random.random())
                wanted = given * s + np.pad(given, ((0, 0), (0, 1)), "edge")[:, 1:]
                assert np.allclose(shared[0](given, s), wanted, atol=1e-5)
                assert np.allclose(shared[1](given), given, atol=1e-5)
                assert np.allclose(shared[2](given), given + 1, atol=1e-5)
                if call % 50 == 0:
                    own = pygpu.compile(lambda n, im=Image, p=Position: im(p) * n, n=float(number))
                    assert np.allclose(own(given), given * number, atol=1e-5)
        except BaseException as error:
            wrong.append(error)

    running = [threading.Thread(target=work, args=(number,)) for number in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    if wrong:
        raise wrong[0]
    return f"{threads} threads of {calls} calls right"

