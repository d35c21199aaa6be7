"""The scene: known when the filters are compiled. Loops over it unroll, its numbers become constants."""

from math import cos, pi, sin, sqrt
from random import Random

from camera import Camera
from geometry import Box, Plane, Ray, Sphere, facing
from lights import Lamp, Sky, Sun
from materials import Glossy, Marble, Matte, Metal, Tiles

from pygpu import Color, Vec3, reflect

BLACK = Color(0.0, 0.0, 0.0)


class Scene:
    def __init__(self, shapes, materials, lights, sky):
        self.shapes = shapes
        self.materials = materials
        self.lights = lights
        self.sky = sky

    def trace(self, ray):
        """What a ray meets first."""
        return min([shape.intersect(ray) for shape in self.shapes], key=lambda hit: hit.distance)

    def surface(self, material, point):
        return self.materials[material].at(point)

    def lit(self, surface, point, normal, view):
        """The light that comes straight from the lights, and leaves a surface against the direction of view."""
        total = BLACK
        for light in self.lights:
            ray, reach, arriving = light.reach(point + normal * 0.002)
            cosine = facing(normal, ray.direction)
            if cosine > 0:
                for shape in self.shapes:
                    cosine = cosine * shape.shade(ray, reach, light.size)
                highlight = facing(reflect(view, normal), ray.direction) ** surface.gloss * (surface.gloss + 8) / 25
                total = total + arriving * cosine * (surface.diffuse + surface.mirror * highlight)
        return total

    def seen(self, ray):
        """The light that comes along a ray, with nothing mirrored."""
        hit = self.trace(ray)
        if hit.is_sky:
            return self.sky.color(ray.direction)
        point = ray.at(hit.distance)
        surface = self.surface(hit.material, point)
        ambient = surface.diffuse * self.sky.ambient(hit.normal)
        color = self.lit(surface, point, hit.normal, ray.direction) + ambient + surface.mirror * self.sky.middle
        return self.sky.haze(color, ray.direction, hit.distance)

    def mirrored(self, surface, point, normal, view):
        """What is seen in the surface; all of them mirror more when looked along."""
        grazing = (1 - facing(normal, -view)) ** 5
        strength = surface.mirror + (1 - surface.mirror) * grazing * (surface.mirror.g > 0)
        return strength * self.seen(Ray(point + normal * 0.002, reflect(view, normal)))


MATERIALS = [
    Tiles(Color(0.42, 0.38, 0.35), Color(0.07, 0.07, 0.09), 0.8),
    Metal(Color(0.90, 0.92, 0.95)),
    Metal(Color(1.00, 0.72, 0.32)),
    Marble(Color(0.85, 0.83, 0.80), Color(0.20, 0.22, 0.30)),
    Glossy(Color(0.75, 0.07, 0.05)),
    Glossy(Color(0.02, 0.16, 0.50)),
    Matte(Color(0.85, 0.45, 0.20)),
    Glossy(Color(0.90, 0.60, 0.12)),
    Glossy(Color(0.06, 0.35, 0.20)),
]
TILES, CHROME, GOLD, MARBLE, RED, BLUE, CLAY, YELLOW, GREEN = range(len(MATERIALS))


def scattered(count):
    """Small balls on the floor, as the seeds of a sunflower lie, each a little off its place."""
    random = Random(27)
    for i in range(count):
        angle, far = i * pi * (3 - sqrt(5)) + 3.6, 1.3 + 0.7 * sqrt(i)
        radius = random.uniform(0.09, 0.2)
        material = random.choice([RED, GOLD, YELLOW, GREEN, CLAY, CHROME])
        yield Sphere(Vec3(far * cos(angle), radius, far * sin(angle)), radius, material)


def still_life():
    sun = Sun(Vec3(-0.80, 0.40, 0.12), Color(3.4, 2.3, 1.35), 0.06)
    lamp = Lamp(Vec3(2.6, 2.6, 3.0), Color(2.2, 2.6, 3.2), 0.15)
    shapes = [
        Plane(0.0, TILES),
        Sphere(Vec3(0.0, 0.8, 0.0), 0.8, CHROME),
        Sphere(Vec3(1.55, 0.55, 0.35), 0.55, MARBLE),
        Sphere(Vec3(-1.45, 0.45, 0.75), 0.45, RED),
        Box(Vec3(-1.5, 0.9, -1.3), Vec3(0.45, 0.9, 0.45), 0.5, BLUE),
        Box(Vec3(1.5, 0.3, -1.5), Vec3(0.9, 0.3, 0.5), -0.35, CLAY),
        Sphere(Vec3(1.45, 0.95, -1.5), 0.35, GOLD),
        *scattered(15),
    ]
    return Scene(shapes, MATERIALS, [sun, lamp], Sky(sun))


def portrait(size):
    """The camera for a picture of that size."""
    return Camera(Vec3(1.1, 1.75, 5.5), Vec3(0.05, 0.72, 0.0), size, zoom=1.5, focus=5.0)
