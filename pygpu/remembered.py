"""Graphs as they were traced and made better the last time: in a long program that is most of a first call.

A graph is kept on disk under all that it follows from: what the function is and what it reaches (in words that
tracing/host/identity.py has for it), the pixels, what the call asks for, and PyGPU's own files. So it is the one that would
be traced again, and nobody need say when it is not. What cannot be told to another process - a clock, a file, a picture that
the filter knows - is traced in each.
"""

from __future__ import annotations

import json
import zlib
from time import perf_counter

from .calls.engines.written import own_files
from .collecting import seldom
from .depth import deep
from .ir.stored import restored, stored
from .runtime import Store, key_of
from .story import Recalled, Story
from .tracing.host.identity import covers, told
from .tracing.host.reached import Reached

_store = Store("graphs", limit=64 << 20)
OURS = ("borders", "bytecode", "calls", "compiler", "elements", "filters", "ir", "language", "library", "location", "passes",
        "story", "tracing")
WORTH = 0.03  # seconds of tracing; of less the rest of a first call is more


def as_before(story: Story) -> Story:
    """The story with its graph: the one that is kept, or the one that is kept from now on."""
    own = own_files(OURS)
    known = told(story.function, story.parameters) if own and has_position(story) else None
    if known is None:
        return story
    digest, reached = known
    name = key_of("graph", own, digest, story.pixels, story.seen, story.exact, story.raises, story.double, story.steps,
                  story.room)
    if not recall(story, name, reached) and is_worth_it(story) and follows(story, digest, reached):
        keep(story, name)
    return story


def has_position(story: Story) -> bool:
    """Whether it says what a pixel is: values of a picture are made of more than a graph."""
    return any(parameter.role == "position" for parameter in story.parameters)


def recall(story: Story, name: str, reached: Reached) -> bool:
    started = perf_counter()
    content = _store.get(name)
    if content is None:
        return False
    with seldom(), deep():
        single, graph = json.loads(content[:1]), restored(zlib.decompress(content[1:]))
    if graph is None:
        return False
    story.graph, story.recalled = graph, Recalled(reached, reached.watch(), bool(single))
    story.seconds = {"trace": perf_counter() - started, "optimise": 0.0}
    return True


def is_worth_it(story: Story) -> bool:
    return story.graph is not None and story.seconds["trace"] + story.seconds["optimise"] > WORTH


def follows(story: Story, digest: str, reached: Reached) -> bool:
    """Whether the graph is all that the trace made, and follows from what was told of the function, which is as it was."""
    host = story.host
    if host.uniforms or host.shaped or host.out_of_room is not None or not covers(reached, host.reached):
        return False
    again = told(story.function, story.parameters, after=True)
    return again is not None and again[0] == digest


def keep(story: Story, name: str) -> None:
    with seldom(), deep():
        content = stored(story.graph)
    if content is not None:
        _store.put(name, b"%d" % story.single + zlib.compress(content, 1))
