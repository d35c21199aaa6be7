"""Rays, and the shapes that they meet.

A shape says where a ray is inside it (`span`), how far a point is from its surface (`distance`), and which way the
surface faces (`normal`). From these its class makes a picture (`intersect`) and soft shadows (`shade`).
"""

from math import cos, sin

from pygpu import Vec3, dot, length, maximum, minimum, normalize, sign, smoothstep, sqrt

FAR = 1000.0
UP = Vec3(0.0, 1.0, 0.0)


class Ray:
    """A half line; the direction has length one."""

    def __init__(self, origin, direction):
        self.origin = origin
        self.direction = direction

    def at(self, distance):
        return self.origin + self.direction * distance


class Hit:
    """Where a ray meets a surface: how far away, which way that faces, and the number of its material."""

    def __init__(self, distance, normal, material):
        self.distance = distance
        self.normal = normal
        self.material = material

    @property
    def is_sky(self):
        return self.distance >= FAR


class Shape:
    def __init__(self, material):
        self.material = material

    def intersect(self, ray):
        enter, leave = self.span(ray)
        if 0 < enter < leave:
            return Hit(enter, self.normal(ray.at(enter)), self.material)
        return Hit(FAR, UP, -1)

    def shade(self, ray, reach, size):
        """How much of a light of that angular size is seen along a ray past this shape: 1 is all of it."""
        enter, leave = self.span(ray)
        nearest = (enter + leave) / 2
        if nearest < 0.001 or nearest > reach:
            return 1.0
        return smoothstep(-size, size, self.distance(ray.at(nearest)) / nearest)


class Sphere(Shape):
    def __init__(self, centre, radius, material):
        super().__init__(material)
        self.centre = centre
        self.radius = radius

    def span(self, ray):
        to_centre = self.centre - ray.origin
        along = dot(to_centre, ray.direction)
        aside = to_centre - ray.direction * along
        half = sqrt(max(self.radius ** 2 - dot(aside, aside), 0.0))
        return along - half, along + half

    def distance(self, point):
        return length(point - self.centre) - self.radius

    def normal(self, point):
        return normalize(point - self.centre)


class Box(Shape):
    """Turned about the vertical by an angle."""

    def __init__(self, centre, half, angle, material):
        super().__init__(material)
        self.centre = centre
        self.half = half
        self.cos, self.sin = cos(angle), sin(angle)

    def inward(self, v):
        """A direction of the world, seen from the box."""
        return Vec3(self.cos * v.x - self.sin * v.z, v.y, self.sin * v.x + self.cos * v.z)

    def outward(self, v):
        return Vec3(self.cos * v.x + self.sin * v.z, v.y, self.cos * v.z - self.sin * v.x)

    def span(self, ray):
        origin, direction = self.inward(ray.origin - self.centre), self.inward(ray.direction)
        one, other = (-self.half - origin) / direction, (self.half - origin) / direction
        return max(minimum(one, other)), min(maximum(one, other))

    def distance(self, point):
        beyond = abs(self.inward(point - self.centre)) - self.half
        return length(maximum(beyond, 0.0)) + min(max(beyond), 0.0)

    def normal(self, point):
        place = self.inward(point - self.centre) / self.half
        side = abs(place)
        return self.outward(sign(place) * (side >= max(side)))


class Plane(Shape):
    """All that is below a height."""

    def __init__(self, height, material):
        super().__init__(material)
        self.height = height

    def span(self, ray):
        if ray.direction.y < 0:
            return (self.height - ray.origin.y) / ray.direction.y, FAR
        return FAR, FAR

    def normal(self, point):
        return UP

    def shade(self, ray, reach, size):
        return 1.0  # lights are above it


def facing(normal, direction):
    """The cosine between two directions, 0 where they face away."""
    return max(dot(normal, direction), 0.0)


def towards(start, end):
    """The ray from one point to another, and how far that is."""
    return Ray(start, normalize(end - start)), length(end - start)
