"""Programs that differ in anything that decides how they are cut have other fingerprints."""

import pytest

from pygpu.ir import FLOAT, INT, Builder, Function, Graph, ImageParam, Output, PixelType, ScalarParam, Value, constant
from pygpu.ir.fingerprint import fingerprint
from pygpu.ir.scans import Chunks, Edge, Scan, Slant

GRAY = PixelType(FLOAT, 1)


def program(kept=None, name="inner", edges=((None, 0),), ends=(), plane=False, **more) -> Graph:
    """A graph that calls a function that reads one of its two images, as a scan. `edges` and `ends`
    name images by their place among those."""
    images = [ImageParam("im", GRAY), ImageParam("other", GRAY)]
    elsewhere = ImageParam("third", GRAY)

    def edge(image, offset, only=False):
        return Edge(None if image is None else elsewhere if image == 2 else images[image], offset, only)

    scalars = [ScalarParam("amount", Value(INT, name="amount"), plane)]
    inner = Graph("inner", images, scalars)
    build = Builder(inner.body)
    read = build.emit("read", inner.x, inner.y, image=images[0], channel=0)
    inner.outputs = [Output((build.emit("add", read, constant(0.5)),), "Float")]
    slant = Slant(0, 0, (1, 1), (tuple([edge(*each) for each in ends]), ()))
    inner.scan = Scan(0, 1, tuple([edge(*each) for each in edges]), None, slant)
    for attribute, value in more.items():
        setattr(inner, attribute, value)
    graph = Graph("outer", images, scalars)
    build = Builder(graph.body)
    function = Function(name, inner, kept)
    graph.outputs = [Output((build.emit("call", graph.x, graph.y, function=function, channel=0),), "Float")]
    return graph


VARIANTS = {
    "plain": {},
    "kept": {"kept": True},
    "never kept": {"kept": False},
    "named otherwise": {"name": "other"},
    "from column 1": {"edges": ((None, 1),)},
    "only there": {"edges": ((None, 0, True),)},
    "from an image's end": {"edges": ((0, 0),)},
    "from another's": {"edges": ((1, 0),)},
    "from that of one that is not read": {"edges": ((2, 0),)},
    "from two": {"edges": ((0, 0), (1, 0))},
    "from two of others": {"edges": ((0, 0), (2, 0))},
    "with an end beside": {"ends": ((None, 3),)},
    "with an image's beside": {"ends": ((0, 3),)},
    "with another's beside": {"ends": ((1, 3),)},
    "told a plane": {"plane": True},
    "a forest": {"forest": True},
}


def test_all_of_these_differ():
    found = {name: fingerprint(program(**how)) for name, how in VARIANTS.items()}
    assert len(set(found.values())) == len(VARIANTS), sorted(found.items(), key=lambda item: item[1])


@pytest.mark.parametrize("name", VARIANTS)
def test_made_anew_they_are_the_same(name):
    assert fingerprint(program(**VARIANTS[name])) == fingerprint(program(**VARIANTS[name]))


def test_how_a_scan_is_cut_counts():
    assert fingerprint(program()) != fingerprint(program(scan=Scan(0, 1, (Edge(None, 0),), Chunks(64, ((1, 0),)))))
    assert fingerprint(program()) != fingerprint(program(scan=Scan(0, 1, (Edge(None, 0),), turned=True)))
