"""One function of the corpus, per pixel in plain Python and compiled, on the current engine."""

from __future__ import annotations

import math
from contextlib import contextmanager
from functools import cache

import numpy as np

import pygpu
from pygpu import Float, Image, Int, Position

WIDTH, HEIGHT = 8, 3
TOGETHER = 8  # cases in one kernel


@contextmanager
def on(device):
    """While this holds, filters run there."""
    pygpu.use(device)
    try:
        yield
    finally:
        pygpu.use(None)


def images(case) -> list[np.ndarray]:
    """Values of each argument: the ends of its domain, and random ones in between, all of them in 32 bits."""
    found = []
    for number, domain in enumerate(case.domains):
        random = np.random.default_rng(number)
        if domain[0] == "int":
            found.append(random.integers(domain[1], domain[2], (HEIGHT, WIDTH)).astype(np.int32))
        else:
            low, high = domain
            steps = random.integers(0, 257, (HEIGHT, WIDTH))
            steps[0, :2] = np.roll((0, 256), number)
            found.append((low + (high - low) * steps / 256).astype(np.float32))
    return found


def filter_of(case):
    """The filter that gives the function's value of the pixels of as many images, as a number or a tuple of them."""
    kinds = [Image[Int] if domain[0] == "int" else Image[Float] for domain in case.domains]
    names = "abcdefgh"[:len(kinds)]
    parameters = ", ".join(f"{name}=kinds[{i}]" for i, name in enumerate(names))
    values = ", ".join(f"{name}(p)" for name in names)
    space = {"kinds": kinds, "function": case.function, "flat": flat, "Position": Position}
    return eval(f"lambda {parameters}, p=Position: flat(function({values}))", space)


def flat(value):
    """What a function gives as a tuple of numbers: of a tuple, a list, an array, a complex number, nested ones."""
    found = []
    collect(value, found)
    return tuple(found)


def collect(value, found):
    if isinstance(value, complex):
        found.append(value.real)
        found.append(value.imag)
    elif isinstance(value, (tuple, list, np.ndarray)) and not (isinstance(value, np.ndarray) and value.ndim == 0):
        for each in value:
            collect(each, found)
    else:
        found.append(value)


@cache
def plain(case) -> list:
    """What plain Python gives for each pixel; None where it raises."""
    result = []
    with np.errstate(all="ignore"):
        for values in zip(*[image.ravel().tolist() for image in images(case)]):
            try:
                result.append(tuple(float(v) for v in flat(case.function(*values))))
            except (ArithmeticError, ValueError):
                result.append(None)
    assert any(value is not None for value in result), f"{case.name} raises for every pixel"
    return result


def run(case) -> str:
    """What is wrong with a case on the current engine; nothing where all is right."""
    try:
        results = pygpu.compile(filter_of(case), raises="ignore")(*images(case))
    except pygpu.CompileError as error:
        return f"{error.kind}: {error.seen}"
    except Exception as error:
        return f"{type(error).__name__}: {error}".splitlines()[0]
    return compared(case, results if isinstance(results, tuple) else (results,))


def compared(case, results) -> str:
    expected = plain(case)
    found = list(zip(*[np.asarray(result).ravel().tolist() for result in results]))
    wrong = [place for place, (one, other) in enumerate(zip(found, expected)) if other is not None
             and (len(one) != len(other) or not all(map(near, one, other, [case.tolerance] * len(one))))]
    # At the edge of a condition (a floor, a comparison) 32 and 64 bits may take different ways.
    if len(wrong) > len(expected) // 16:
        at = wrong[0]
        return f"{len(wrong)} of {len(expected)} values differ: {found[at]}, plain Python has {expected[at]}"
    return ""


def batches(cases) -> list[list]:
    """Cases that are run in one kernel; those that are long or raise for some pixels by themselves."""
    calm = [case for case in cases if not case.long and None not in plain(case)]
    return [calm[i:i + TOGETHER] for i in range(0, len(calm), TOGETHER)] + [[case] for case in cases if case not in calm]


def run_together(cases) -> list[str]:
    """What is wrong with any of several cases, whose functions are called in one filter. Those whose nth arguments are of
    the same domain are called with the same image."""
    given: dict = {}
    calls = []
    for n, case in enumerate(cases):
        found = [given.setdefault(key, (f"{'abcdefgh'[key[0]]}{n}", image))
                 for key, image in zip(enumerate(case.domains), images(case))]
        calls.append(f"flat(called{n}({', '.join(f'{name}(p)' for name, _ in found)}))")
    kinds = {name: Image[Int] if domain[0] == "int" else Image[Float] for (_, domain), (name, _) in given.items()}
    space = {"kinds": kinds, "flat": flat, "Position": Position,
             **{f"called{n}": case.function for n, case in enumerate(cases)}}
    parameters = ", ".join(f"{name}=kinds['{name}']" for name in kinds)
    together = eval(f"lambda {parameters}, p=Position: {' + '.join(calls)}", space)
    results = pygpu.compile(together, raises="ignore")(*[image for _, image in given.values()])
    results = list(results if isinstance(results, tuple) else (results,))
    wrong = []
    for case in cases:
        count = len(next(value for value in plain(case) if value is not None))
        words = compared(case, results[:count])
        del results[:count]
        wrong += [f"{case.name}: {words}"] if words else []
    return wrong


def near(found, expected, tolerance) -> bool:
    if math.isnan(expected) or math.isinf(expected) or abs(expected) > 3e38:
        return not math.isfinite(found)
    return abs(found - expected) <= tolerance * max(1.0, abs(expected))
