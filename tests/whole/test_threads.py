"""Threads that call the same function of whole arrays, each with arrays of its own, while it is compiled and afterwards."""

import threading

import numpy as np
import pytest

import pygpu
from pygpu import Array, Int


def in_order(a=Array):
    return np.sort(a, axis=None)[:5], np.median(a)


def inverse(a=Array):
    return np.linalg.inv(a + 4 * np.eye(3, dtype=np.float32))


def several(a=Array):
    return np.cumsum(a, axis=0), a.max(), np.fft.fft(a, axis=1)


def item(a=Array, k: Int = 0):
    return a[k] * 2, a.sum()


def branch(a=Array):
    if a.sum() > 4.5:
        return a * 2
    return a - 1


def passes(a=Array):
    b = a.copy()
    for i in range(1, b.shape[0]):
        b[i] = b[i] + b[i - 1]
    return b


FUNCTIONS = in_order, inverse, several, item, branch, passes


def outcome(function, *arguments):
    try:
        return function(*arguments)
    except IndexError:
        return IndexError


def agrees(got, expected) -> bool:
    if isinstance(expected, tuple):
        return len(got) == len(expected) and all(map(agrees, got, expected))
    if expected is IndexError or got is IndexError:
        return got is expected
    return np.shape(got) == np.shape(expected) and np.allclose(got, expected, rtol=1e-4, atol=1e-4)


def test_each_thread_gets_what_it_asks_for(engine):
    if engine.is_checker:
        pytest.skip("oclgrind itself is not safe among threads")
    for _ in range(2):
        filters, wrong, begin = [*map(pygpu.compile, FUNCTIONS)], [], threading.Barrier(4)

        def work(seed, filters=filters, wrong=wrong, begin=begin):
            random = np.random.default_rng(seed)
            begin.wait()
            for turn in range(12):
                number = (seed + turn) % len(FUNCTIONS)
                given = [random.random((3, 3), np.float32)]
                if FUNCTIONS[number] is item:
                    given.append(int(random.integers(0, 5)))
                try:
                    got = outcome(filters[number], *given)
                except BaseException as error:
                    wrong.append((FUNCTIONS[number].__name__, error))
                    raise
                if not agrees(got, outcome(FUNCTIONS[number], *given)):
                    wrong.append((FUNCTIONS[number].__name__, given, got))

        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not wrong
