"""Functions of whole arrays beside what people would use instead, each result checked, all in turns in one run.

    python -m tests.speed.arrays [NAME...] [--rounds N]

    ten        ten statements of NumPy on arrays of 2048 x 2048
    heat       100 steps on 1024 x 1024, arrays swapped
    gray_scott 50 steps on 1024 x 1024, two arrays
    order8     a stencil of order 8 in three dimensions, 192 x 192 x 192
    wave8      20 steps of the wave equation with that stencil, 160 x 160 x 160

Beside them: NumPy itself; Numba's loops written by hand, on all cores; JAX; for `ten` and `order8` the same fused by hand,
as a PyGPU filter of one element; Devito for the stencils, which it is made for. Who is not installed is left out. What is
printed is the median of the rounds, in milliseconds, and how many times PyGPU's.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from statistics import median
from time import perf_counter, sleep

import numpy as np

import pygpu
from pygpu import Array, Float, Int, Position

RANDOM = np.random.default_rng(3)
BUSY = 0.06  # seconds after which threads that have nothing to do sleep (before, a product after NumPy's took twice as long)
WEIGHTS = (-205 / 72 * 3, 8 / 5, -1 / 5, 8 / 315, -1 / 560)


# --- as people write NumPy -------------------------------------------------------------------------------------------

def ten(a=Array, b=Array, k: Float = 0.5):
    far = np.sqrt(a * a + b * b)
    near = far < k
    angle = a * b / (far + 0.1)
    light = np.where(near, angle, 1 - angle)
    across = light[1:-1, 2:] - light[1:-1, :-2]
    down = light[2:, 1:-1] - light[:-2, 1:-1]
    slope = np.abs(across) + np.abs(down)
    inner = far[1:-1, 1:-1]
    mixed = k * slope + (1 - k) * inner
    return np.clip(mixed * mixed, 0, 1)


def heat(u=Array, steps: Int = 100):
    for _ in range(steps):
        u = u + np.float32(0.1) * (np.roll(u, 1, 0) + np.roll(u, -1, 0) + np.roll(u, 1, 1) + np.roll(u, -1, 1) - 4 * u)
    return u


def gray_scott(u=Array, v=Array, steps: Int = 50):
    def laplacian(a):
        return np.roll(a, 1, 0) + np.roll(a, -1, 0) + np.roll(a, 1, 1) + np.roll(a, -1, 1) - 4 * a

    for _ in range(steps):
        both = u * v * v
        u, v = u + 0.16 * laplacian(u) - both + 0.06 * (1 - u), v + 0.08 * laplacian(v) + both - 0.122 * v
    return u, v


def order8(u=Array):
    inner = u[4:-4, 4:-4, 4:-4] * WEIGHTS[0]
    for far in range(1, 5):
        low, high = slice(4 - far, -4 - far), slice(4 + far, -4 + far or None)
        inner = inner + WEIGHTS[far] * (u[low, 4:-4, 4:-4] + u[high, 4:-4, 4:-4] + u[4:-4, low, 4:-4] + u[4:-4, high, 4:-4]
                                        + u[4:-4, 4:-4, low] + u[4:-4, 4:-4, high])
    return inner


def wave8(u=Array, before=Array, steps: Int = 20):
    for _ in range(steps):
        u, before = 2 * u - before + np.float32(0.05) * order8(np.pad(u, 4)), u
    return u


# --- fused by hand, as a filter of one element -----------------------------------------------------------------------

def ten_by_hand(a=Array, b=Array, p=Position, k: Float = 0.5):
    def light(x, y):
        far = np.sqrt(a(x, y) ** 2 + b(x, y) ** 2)
        angle = a(x, y) * b(x, y) / (far + 0.1)
        return angle if far < k else 1 - angle

    x, y = p.x + 1, p.y + 1
    slope = abs(light(x + 1, y) - light(x - 1, y)) + abs(light(x, y + 1) - light(x, y - 1))
    mixed = k * slope + (1 - k) * np.sqrt(a(x, y) ** 2 + b(x, y) ** 2)
    return min(max(mixed * mixed, 0.0), 1.0)


def order8_by_hand(u=Array, p=Position):
    x, y, z = p.x + 4, p.y + 4, p.z + 4
    return u(x, y, z) * WEIGHTS[0] + sum(
        WEIGHTS[far] * (u(x, y, z - far) + u(x, y, z + far) + u(x, y - far, z) + u(x, y + far, z) + u(x - far, y, z)
                        + u(x + far, y, z)) for far in range(1, 5))


# --- Numba's loops ---------------------------------------------------------------------------------------------------

def by_numba() -> dict:
    from numba import njit, prange

    f = np.float32
    weights = tuple(map(f, WEIGHTS))

    @njit(fastmath=False)
    def light(a, b, k):
        far = np.sqrt(a * a + b * b)
        angle = a * b / (far + f(0.1))
        return angle if far < k else f(1) - angle

    @njit(parallel=True)
    def ten(a, b, k):
        rows, columns = a.shape
        out = np.empty((rows - 2, columns - 2), f)
        for y in prange(1, rows - 1):
            for x in range(1, columns - 1):
                slope = abs(light(a[y, x + 1], b[y, x + 1], k) - light(a[y, x - 1], b[y, x - 1], k)) + abs(
                    light(a[y + 1, x], b[y + 1, x], k) - light(a[y - 1, x], b[y - 1, x], k))
                mixed = k * slope + (f(1) - k) * np.sqrt(a[y, x] ** 2 + b[y, x] ** 2)
                out[y - 1, x - 1] = min(max(mixed * mixed, f(0)), f(1))
        return out

    @njit(parallel=True)
    def step(u, out):
        rows, columns = u.shape
        for y in prange(rows):
            up, down = (y - 1) % rows, (y + 1) % rows
            for x in range(columns):
                left, right = x - 1 if x else columns - 1, x + 1 if x < columns - 1 else 0
                out[y, x] = u[y, x] + f(0.1) * (u[up, x] + u[down, x] + u[y, left] + u[y, right] - f(4) * u[y, x])

    def heat(u, steps):
        u, other = u.copy(), np.empty_like(u)
        for _ in range(steps):
            step(u, other)
            u, other = other, u
        return u

    @njit(parallel=True)
    def react(u, v, a, b):
        rows, columns = u.shape
        for y in prange(rows):
            up, down = (y - 1) % rows, (y + 1) % rows
            for x in range(columns):
                left, right = x - 1 if x else columns - 1, x + 1 if x < columns - 1 else 0
                one = u[up, x] + u[down, x] + u[y, left] + u[y, right] - f(4) * u[y, x]
                two = v[up, x] + v[down, x] + v[y, left] + v[y, right] - f(4) * v[y, x]
                both = u[y, x] * v[y, x] * v[y, x]
                a[y, x] = u[y, x] + f(0.16) * one - both + f(0.06) * (f(1) - u[y, x])
                b[y, x] = v[y, x] + f(0.08) * two + both - f(0.122) * v[y, x]

    def gray_scott(u, v, steps):
        u, v, a, b = u.copy(), v.copy(), np.empty_like(u), np.empty_like(v)
        for _ in range(steps):
            react(u, v, a, b)
            u, v, a, b = a, b, u, v
        return u, v

    @njit(parallel=True)
    def order8(u):
        depth, rows, columns = u.shape
        out = np.empty((depth - 8, rows - 8, columns - 8), f)
        for z in prange(4, depth - 4):
            for y in range(4, rows - 4):
                for x in range(4, columns - 4):
                    total = u[z, y, x] * weights[0]
                    for far in range(1, 5):
                        total += weights[far] * (u[z - far, y, x] + u[z + far, y, x] + u[z, y - far, x] + u[z, y + far, x]
                                                 + u[z, y, x - far] + u[z, y, x + far])
                    out[z - 4, y - 4, x - 4] = total
        return out

    return {"ten": ten, "heat": heat, "gray_scott": gray_scott, "order8": order8}


# --- Devito: the equations ---------------------------------------------------------------------------------------------

def by_devito(name: str, arguments: tuple):
    """A call that computes it; the arrays are in Devito's memory, where its users have them."""
    from devito import Eq, Function, Grid, Operator, TimeFunction, configuration, solve

    configuration["language"], configuration["log-level"] = "openmp", "ERROR"
    u = arguments[0]
    shape = tuple([n - 8 for n in u.shape]) if name == "order8" else u.shape
    grid = Grid(shape=shape, extent=tuple([n - 1 for n in shape]), dtype=np.float32)
    if name == "order8":
        field, out = Function(name="u", grid=grid, space_order=8), Function(name="out", grid=grid, space_order=0)
        edge = (field.data_with_halo.shape[0] - u.shape[0]) // 2
        field.data_with_halo[(slice(edge, -edge),) * 3] = u
        stencil = Operator(Eq(out, field.laplace))

        def call():
            stencil.apply()
            return np.asarray(out.data)
        return call
    before, steps = arguments[1:]
    field = TimeFunction(name="u", grid=grid, space_order=8, time_order=2)
    step = Operator(Eq(field.forward, solve(field.dt2 - field.laplace, field.forward)))

    def call():
        field.data_with_halo[:] = 0
        field.data[0], field.data[1] = before, u
        step.apply(time_m=1, time_M=steps, dt=np.float32(0.05 ** 0.5))
        return np.asarray(field.data[(steps + 1) % 3])
    return call


# --- JAX: NumPy's text, compiled ----------------------------------------------------------------------------------------

def by_jax(name: str, arguments: tuple):
    import jax
    import jax.numpy as jnp

    function = FUNCTIONS[name]
    of_jax = type(function)(function.__code__, {**function.__globals__, "np": jnp, "order8": type(order8)(
        order8.__code__, {**order8.__globals__, "np": jnp})}, None, None, function.__closure__)
    steps = {"static_argnums": len(arguments) - 1} if isinstance(arguments[-1], int) else {}
    compiled = jax.jit(of_jax, **steps)
    there = [jnp.asarray(each) if isinstance(each, np.ndarray) else each for each in arguments]
    return lambda: jax.block_until_ready(compiled(*there))


# --- the race --------------------------------------------------------------------------------------------------------

FUNCTIONS = {each.__name__: each for each in (ten, heat, gray_scott, order8, wave8)}
SIDES = {"ten": (2048,) * 2, "order8": (192,) * 3, "wave8": (160,) * 3}
STEPS = {"heat": 100, "gray_scott": 50, "wave8": 20}


def given(name: str, small: bool) -> tuple:
    shape = SIDES.get(name, (1024, 1024))
    if small:
        shape = (24 if len(shape) == 3 else 96,) * len(shape)
    first = RANDOM.random(shape, np.float32)
    if name == "ten":
        return first, RANDOM.random(shape, np.float32), np.float32(0.5)
    second = {"gray_scott": (first / 2,), "wave8": (first * 0.99,)}.get(name, ())
    return (first, *second, *([5 if small else STEPS[name]] if name in STEPS else []))


def peers(name: str, arguments: tuple) -> dict:
    """How each would be called, by its name."""
    function = FUNCTIONS[name]
    found = {"PyGPU": lambda compiled=pygpu.compile(function): compiled(*arguments), "NumPy": lambda: function(*arguments)}
    hand = {"ten": ten_by_hand, "order8": order8_by_hand}.get(name)
    if hand is not None:
        edge = 1 if name == "ten" else 4
        size = tuple([n - 2 * edge for n in arguments[0].shape[::-1]])
        found["by hand"] = lambda compiled=pygpu.compile(hand): compiled(*arguments, size=size)
    with suppress(ImportError):
        numba = by_numba().get(name)
        if numba is not None:
            found["Numba"] = lambda: numba(*arguments)
    with suppress(ImportError):
        found["JAX"] = by_jax(name, arguments)
    with suppress(ImportError):
        if name in ("order8", "wave8"):
            found["Devito"] = by_devito(name, arguments)
    return found


def checked(name: str, calls: dict) -> None:
    """All give the same."""
    expected = calls["NumPy"]()
    for who, call in calls.items():
        for one, other in zip(*[each if isinstance(each, tuple) else (each,) for each in (call(), expected)]):
            same = np.allclose(np.asarray(one), other, rtol=1e-3, atol=1e-3)
            assert same, f"{who} computes something else than NumPy in {name}"


def raced(calls: dict, rounds: int, clock=perf_counter) -> dict[str, float]:
    """Seconds of each by a clock, the median of calls in turns. Each has the processors to itself, and has been called just
    before: other libraries' threads wait busily when their work is done."""
    times: dict[str, list] = {who: [] for who in calls}
    for _ in range(rounds):
        for who, call in calls.items():
            sleep(BUSY)
            call()
            started = clock()
            call()
            times[who].append(clock() - started)
    return {who: median(each) for who, each in times.items()}


def main(words: list[str]) -> int:
    rounds = int(words[words.index("--rounds") + 1]) if "--rounds" in words else 7
    for name in [word for word in words if word in FUNCTIONS] or FUNCTIONS:
        calls = peers(name, given(name, small=False))
        checked(name, calls)
        found = raced(calls, rounds)
        print(f"{name:12}" + "   ".join(f"{who} {1e3 * seconds:8.2f} ms ({seconds / found['PyGPU']:.2f})"
                                        for who, seconds in found.items()), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
