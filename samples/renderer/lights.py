"""Where light comes from: the sky, and lights that cast shadows."""

from math import exp, floor

from geometry import FAR, Ray, facing, towards

from pygpu import Color, Vec3, dot, mix, normalize, smoothstep


class Light:
    """`size` is the angle under which it is seen, which makes shadows soft."""

    def __init__(self, color, size):
        self.color = color
        self.size = size


class Sun(Light):
    """So far away that it is in the same direction everywhere."""

    def __init__(self, direction, color, size):
        super().__init__(color, size)
        self.direction = normalize(direction)

    def reach(self, point):
        """The ray to it from a point, how far it is, and the light that arrives."""
        return Ray(point, self.direction), FAR, self.color


class Lamp(Light):
    """Near: its light fades with the distance."""

    def __init__(self, place, color, size):
        super().__init__(color, size)
        self.place = place

    def reach(self, point):
        ray, distance = towards(point, self.place)
        return ray, distance, self.color / (distance * distance)


class Sky:
    """A late afternoon: warm at the horizon, blue above, with thin clouds."""

    horizon = Color(1.00, 0.66, 0.40)
    middle = Color(0.42, 0.55, 0.76)
    zenith = Color(0.09, 0.22, 0.52)
    ground = Color(0.16, 0.14, 0.14)

    def __init__(self, sun):
        self.sun = sun

    def clear(self, direction):
        """Without clouds."""
        height = max(direction.y, 0.0)
        blue = mix(self.middle, self.zenith, smoothstep(0.1, 0.8, height))
        near_sun = facing(direction, self.sun.direction)
        glow = self.sun.color * (0.12 * near_sun ** 6 + 0.3 * near_sun ** 200)
        return mix(self.horizon, blue, smoothstep(0.0, 0.16, height)) + glow

    def color(self, direction):
        """What is seen of it in a direction."""
        height = max(direction.y, 0.0)
        thickness = smoothstep(0.42, 0.8, self.cloud(direction, height)) * smoothstep(0.03, 0.2, height)
        return mix(self.clear(direction), Color(1.0, 0.84, 0.72), 0.7 * thickness)

    def cloud(self, direction, height):
        scale = 1.1 / (height + 0.15)
        return fractal(direction.x * scale + 7.0, direction.z * scale * 1.8 + 3.0)

    def haze(self, color, direction, distance):
        """How a colour looks from far away: like the sky above the horizon there."""
        air = self.clear(Vec3(direction.x, 0.0, direction.z))
        return mix(air, color, exp(-(distance / 30) ** 2))

    def ambient(self, normal):
        """What of it falls on a surface that faces a direction."""
        warm = 0.5 + 0.5 * dot(normal, self.sun.direction)
        above = mix(self.middle, self.horizon, 0.15 + 0.5 * warm)
        return mix(self.ground, above, 0.5 + 0.5 * normal.y) * 0.45


def fractal(x, y):
    """Noise of four sizes."""
    total, weight = 0.0, 0.5
    for _ in range(4):
        total += weight * noise(x, y)
        x, y, weight = 2.03 * x + 5.1, 2.03 * y + 1.7, weight / 2
    return total


def noise(x, y):
    """Random values at whole places, blended between them."""
    column, row = floor(x), floor(y)
    right, down = smoothstep(0, 1, x - column), smoothstep(0, 1, y - row)
    upper = mix(random(column, row), random(column + 1, row), right)
    lower = mix(random(column, row + 1), random(column + 1, row + 1), right)
    return mix(upper, lower, down)


def random(column, row):
    """A number from 0 to 1 that belongs to a place: ints, mixed well. Within 31 bits, Python and a device agree."""
    mixed = (column * 374761393 + row * 668265263) & 0x7FFFFFFF
    mixed = ((mixed ^ (mixed >> 13)) * 1274126177) & 0x7FFFFFFF
    return ((mixed ^ (mixed >> 16)) & 0xFFFF) / 0xFFFF
