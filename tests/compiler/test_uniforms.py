"""Attributes of known objects to which their class gives a PyGPU type: arguments of the kernel, read at each call."""

from dataclasses import dataclass

import numpy as np
import pytest

import pygpu
from pygpu import Float, Image, Int, Position, Vec3
from tests.oracle import run as plain_python

PICTURE = np.random.default_rng(3).random((5, 7), np.float32)


@dataclass
class Lamp:
    power: Float
    place: Vec3
    steps: Int = 2
    kind: str = "soft"

    def light(self, v):
        if self.kind == "hard":
            return v * self.power
        return v * self.power + self.place.x - self.place.z * self.steps

    def strength(self):
        return self.power * 2


def lit_by(lamp):
    def lit(im=Image, p=Position):
        return lamp.light(im(p)) + lamp.strength()

    return lit


def test_a_change_shows_at_the_next_call(engine):
    lamp = Lamp(1.5, Vec3(1, 2, 3))
    filter = pygpu.compile(lit_by(lamp))
    for power, place, steps in ((1.5, Vec3(1, 2, 3), 2), (-2.0, Vec3(0.5, 0, 4), 2), (0.25, Vec3(0, 0, -1), 7)):
        lamp.power, lamp.place, lamp.steps = power, place, steps
        expected = plain_python(lit_by(lamp), PICTURE)
        assert np.allclose(filter(PICTURE), expected, atol=1e-5)
    assert len(filter._stories) == len(filter._built) == 1  # and needs no new kernel


def test_what_has_no_type_is_traced_again():
    pygpu.use("none")
    lamp = Lamp(1.5, Vec3(1, 2, 3))
    filter = pygpu.compile(lit_by(lamp))
    before = filter(PICTURE)
    lamp.kind = "hard"
    assert not np.array_equal(filter(PICTURE), before)
    assert np.allclose(filter(PICTURE), plain_python(lit_by(lamp), PICTURE), atol=1e-5)
    pygpu.use(None)


def test_the_graph_has_them_as_arguments():
    filter = pygpu.compile(lit_by(Lamp(1.5, Vec3(1, 2, 3))))
    assert [scalar.name for scalar in filter.graph.scalars] == ["lamp_power", "lamp_place_x", "lamp_place_y",
                                                                 "lamp_place_z", "lamp_steps"]


def test_an_attribute_that_holds_something_else_is_refused():
    pygpu.use("none")
    lamp = Lamp(1.5, Vec3(1, 2, 3))
    filter = pygpu.compile(lit_by(lamp))
    filter(PICTURE)
    lamp.power = "bright"
    with pytest.raises(pygpu.ArgumentError, match="Lamp.power"):
        filter(PICTURE)
    del lamp.power
    with pytest.raises(pygpu.ArgumentError, match="Lamp.power"):
        filter(PICTURE)
    pygpu.use(None)
