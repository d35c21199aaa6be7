"""What surfaces are made of: each material says, in its own way, what a point of its surface does with light."""

from dataclasses import dataclass
from math import floor, sin

from pygpu import Color, mix, smoothstep

PLASTIC = Color(0.04, 0.04, 0.04)  # what a surface of glass, varnish or plastic mirrors when seen head on


@dataclass
class Surface:
    diffuse: Color  # what it scatters
    mirror: Color  # what it mirrors, seen head on
    gloss: float  # how small its highlights are


class Matte:
    def __init__(self, color):
        self.color = color

    def at(self, point):
        return Surface(self.color, Color(0.0, 0.0, 0.0), 1.0)


class Glossy(Matte):
    """A coloured body under varnish."""

    gloss = 120.0

    def at(self, point):
        surface = super().at(point)
        surface.mirror = PLASTIC
        surface.gloss = self.gloss
        return surface


class Metal(Matte):
    def at(self, point):
        return Surface(self.color * 0.02, self.color, 500.0)


class Tiles(Matte):
    """Two colours in turn, with joints between, all polished."""

    def __init__(self, color, other, size):
        super().__init__(color)
        self.other = other
        self.size = size

    def at(self, point):
        x, y = point.x / self.size, point.z / self.size
        column, row = floor(x), floor(y)
        color = self.color if (column + row) % 2 == 0 else self.other
        edge = min(min(x - column, column + 1 - x), min(y - row, row + 1 - y))
        joint = smoothstep(0.006, 0.016, edge)
        return Surface(mix(Color(0.25, 0.23, 0.22), color, joint), PLASTIC * joint, 60.0)


class Marble(Glossy):
    """Veins: a sine wave that other sine waves bend."""

    def __init__(self, color, vein):
        super().__init__(color)
        self.vein = vein

    def at(self, point):
        x, y, z = point * 3.0
        bent = x + y + 1.5 * sin(1.7 * y + 2.0 * sin(1.3 * z)) + 0.7 * sin(3.1 * x + 1.9 * z)
        surface = super().at(point)
        surface.diffuse = mix(self.color, self.vein, (0.5 + 0.5 * sin(2.0 * bent)) ** 6)
        return surface
