"""filter.iterate(n, ...): n calls, each on what the one before gave. Hides that pictures stay on the device in between, that
two steps may be one kernel, and when the steps end early."""

from __future__ import annotations

from . import iterating, raising
from .calling import delivered, placed
from .options import PLAIN
from .settling import holds, question
from .telling import iterated
from .tuples import Results


def repeated(filter, n: int, args, keywords: dict, results: dict, until, compile, started: float):
    """`results` has size, out, dtype and mode. What is written to has its type in all steps, as dtype= would say."""
    filter._look_again()
    asked = filter.options.and_those_of(keywords, filter.names).of_single("iterated")
    images, scalars = filter.arguments.bind(args, keywords)
    times, pictures = filter.arguments.times(n, images), filter.arguments.ingested(images, asked)
    wished, asks = filter.arguments.size_of(results["size"], pictures), question(until, compile, pictures)

    def steps(size, out, dtype, mode):
        return repeat(filter, n, images, (pictures, scalars, wished), out, dtype, mode, (asked, asks), started)

    if not times and results["out"] is not None:  # nothing is computed; what is given counts as the result
        outs = results["out"]
        found = delivered(images[:1] if filter.single else images, outs if isinstance(outs, (tuple, list)) else (outs,))
    else:
        found = placed(steps, results)
    return found[0] if filter.single else Results(found)


def repeat(filter, n: int, images, given, out, dtype, mode, asked, started: float) -> tuple:
    (pictures, scalars, size), (asked, asks), times = given, asked, n
    engine = filter._engine(pictures, dtype, mode, asked)
    if engine.count > len(images):
        raise filter.arguments.wrong(f"has {engine.count} results, more than it takes images: it cannot be iterated")
    filter._last, filter._timings = engine, engine.timings(started)
    scalars = filter.arguments.and_of_objects(scalars, engine.uniforms)
    came_from_host, results, room = engine.to_host(pictures), images[:engine.count], raising.room_for(engine, out)
    with iterated(filter.__name__, times, pictures):
        while (times := times - 1) >= 0:
            before, results = results, engine.run(pictures, scalars, size, None if times else room, filter._timings,
                                                  to_host=came_from_host and not times)
            if holds(asks, (n - times, times), before, results):  # the same once more, to where it belongs
                results, times = engine.run(pictures, scalars, size, room, filter._timings, to_host=came_from_host), 0
            raising.raise_first(filter, [*pictures[:engine.count], *images[engine.count:]], scalars, engine)
            if times:
                pictures[:engine.count] = filter.arguments.ingested(results, asked)
                engine = filter._engine(pictures, dtype, mode, asked)
                if asks is None and asked is PLAIN and filter.arguments.only_pictures and (
                        not filter.arguments.says_colours):
                    times = iterating.ahead(filter, engine, pictures, scalars, times, filter._timings,
                                            lambda step: type(filter)(step)._engine(pictures, dtype, mode))
    return raising.written(results, room, out)
