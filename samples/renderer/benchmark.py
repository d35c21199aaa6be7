"""PyStream's table for this renderer: python samples/renderer/benchmark.py [--device gpu] [--pixels 200]

For each of the eight filters: seconds for a million pixels in plain Python (measured on some pixels spread over the
image and scaled; reading the images is in it), milliseconds for a million pixels compiled (the median of several
rounds of calls with images that are and stay on the device; all that a call costs is in it), and their ratio.
"""

import argparse
import inspect
from random import Random
from statistics import mean, median
from time import perf_counter

import numpy as np
from frame import Renderer
from scene import portrait, still_life

import pygpu
from pygpu import HostImage, Position

SIZE = 1250, 800  # a million pixels
EIGHT = "material", "skybox", "ssao", "bilateral", "ambient", "light", "blur", "post"
ROUNDS = 15


def plain_seconds(step, images, pixels):
    """Seconds for a million pixels in plain Python."""
    typed = [p for p in inspect.signature(step.function).parameters.values() if is_image(p.default)]
    hosts = {p.name: host_image(images[name], p.default) for p, name in zip(typed, step.reads)}
    random = Random(1)
    places = [Position(random.randrange(SIZE[0]), random.randrange(SIZE[1])) for _ in range(pixels)]
    started = perf_counter()
    for p in places:
        step.function(**step.known, **hosts, p=p)
    return (perf_counter() - started) / pixels * 1e6


def is_image(default):
    return default is pygpu.Image or isinstance(default, pygpu.Image)


def host_image(image, spec):
    spec = pygpu.Image() if spec is pygpu.Image else spec
    return HostImage(np.asarray(image), spec.border, spec.sample)


def compiled_milliseconds(renderer, step, images):
    """Milliseconds for a million pixels compiled."""
    filter, inputs = renderer.filters[step.name], [images[name] for name in step.reads]
    calls = max(1, int(0.02 / once(filter, inputs, 1)))
    return 1e3 * median(once(filter, inputs, calls) for _ in range(ROUNDS))


def once(filter, inputs, calls):
    """Seconds of one of so many calls, one right after the other."""
    started = perf_counter()
    for _ in range(calls):
        results = filter(*inputs)
    for result in results if isinstance(results, tuple) else (results,):
        result.wait()
    return (perf_counter() - started) / calls


def measure(device, plain, pixels):
    pygpu.use(device)
    renderer = Renderer(still_life(), portrait(SIZE), scale=1)
    images = renderer.render()
    print(f"\n{device}\n{'filter':12}{'CPython':>12}{'compiled':>14}{'ratio':>14}")
    rows = []
    for step in renderer.steps:
        if step.name in EIGHT:
            if step.name not in plain:
                plain[step.name] = plain_seconds(step, images, pixels)
            rows.append((plain[step.name], compiled_milliseconds(renderer, step, images)))
            show(step.name, *rows[-1])
    print(f"{'average':12}{mean(s for s, _ in rows):10.1f} s{mean(ms for _, ms in rows):11.3f} ms"
          f"{mean(1e3 * s / ms for s, ms in rows):13,.0f}x")


def show(name, seconds, milliseconds):
    print(f"{name:12}{seconds:10.1f} s{milliseconds:11.3f} ms{1e3 * seconds / milliseconds:13,.0f}x", flush=True)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--device", help="gpu, cpu, or a part of a device's name; otherwise the first of each kind")
    options.add_argument("--pixels", type=int, default=200, help="how many pixels plain Python computes")
    given = options.parse_args()
    devices = [pygpu.use(given.device)] if given.device else one_of_each(pygpu.devices())
    print(f"a million pixels ({SIZE[0]}x{SIZE[1]}); plain Python measured on {given.pixels} of them and scaled")
    plain = {}
    for device in devices:
        measure(device, plain, given.pixels)


def one_of_each(devices):
    return list({device.kind: device for device in reversed(devices)}.values())


if __name__ == "__main__":
    main()
