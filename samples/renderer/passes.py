"""The rendering system: nine filters, each says what one pixel of one image is. The first makes the images that the
others read: where the surface seen at a pixel is, which way it faces, and what it is made of.

    gbuffer    the camera's rays             → position and distance, normal and material
    material   what the surfaces are         → diffuse and gloss, mirror
    skybox     what is behind them           → colour
    ssao       corners are dark              → openness, from a few neighbours, which is grainy
    bilateral  smooth, but not across edges  → openness
    ambient    the light of the whole sky    → colour
    light      the sun, the lamp, mirrors    → colour, with ambient and sky all of it
    blur       a glow around what is bright  → colour, across or down
    post       lens, exposure, film          → what one sees
"""

from math import cos, pi, sin, sqrt

from geometry import FAR
from materials import Surface

from pygpu import (
    Color,
    Image,
    Position,
    Vec2,
    Vec3,
    Vec4,
    clamp,
    dot,
    exp,
    length,
    maximum,
    mix,
    normalize,
    reflect,
    smoothstep,
)

BLACK = Color(0.0, 0.0, 0.0)
GOLDEN = pi * (3 - sqrt(5))

Nearest = Image(sample="nearest")


def gbuffer(scene, camera, p=Position):
    ray = camera.ray(p)
    hit = scene.trace(ray)
    return Vec4(ray.at(hit.distance), hit.distance), Vec4(hit.normal, float(hit.material))


def material(scene, position=Image, normal=Image, p=Position):
    number = int(normal(p).w)
    if number < 0:
        return Vec4(0.0), Vec4(0.0)
    surface = scene.surface(number, position(p).xyz)
    return Vec4(surface.diffuse, surface.gloss), Vec4(surface.mirror, 0.0)


def skybox(scene, camera, position=Image, p=Position):
    if position(p).w < FAR:
        return BLACK
    return scene.sky.color(camera.ray(p).direction)


def ssao(camera, position=Nearest, normal=Image, p=Position, radius=0.6, samples=16):
    here, facing = position(p), normal(p).xyz
    if here.w >= FAR:
        return 1.0
    axis = normalize(Vec3(cos(2.4 * p.x), cos(1.6 * p.y), sin(2.4 * p.x)))
    hidden = 0.0
    for direction, far in around(samples):
        turned = reflect(direction, axis)
        if dot(turned, facing) < 0:
            turned = -turned
        probe = here.xyz + (turned + facing * 0.15) * (radius * far)
        gap = camera.distance(probe) - position(camera.pixel(probe)).w
        if 0.01 < gap < 2 * radius:
            hidden += 1 - gap / (2 * radius)
    return 1 - hidden / samples


def around(count):
    """Directions evenly over the sphere, and a distance for each."""
    for i in range(count):
        y = 1 - (2 * i + 1) / count
        ring = sqrt(1 - y * y)
        yield Vec3(ring * cos(GOLDEN * i), y, ring * sin(GOLDEN * i)), (0.15 + 0.85 * ((i * 7 % count) / count) ** 1.5)


def bilateral(openness=Image, position=Image, normal=Image, p=Position, radius=3):
    here, facing = position(p).xyz, normal(p).xyz
    total = weights = 0.0
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            q = p + (dx, dy)
            off_plane = dot(position(q).xyz - here, facing)
            alike = max(dot(normal(q).xyz, facing), 0.0) ** 4
            weight = exp(-(dx * dx + dy * dy) / 8 - 400 * off_plane * off_plane) * alike
            total += weight * openness(q)
            weights += weight
    return total / max(weights, 1e-6)


def ambient(scene, openness=Image, diffuse=Image, normal=Image, p=Position):
    return diffuse(p).rgb * scene.sky.ambient(normal(p).xyz) * openness(p) ** 1.5


def light(scene, camera, sky=Image, ambient=Image, openness=Image, position=Image, normal=Image, diffuse=Image,
          mirror=Image, p=Position):
    place, facing = position(p), normal(p).xyz
    if place.w >= FAR:
        return sky(p)
    view = camera.ray(p).direction
    surface = Surface(diffuse(p).rgb, mirror(p).rgb, diffuse(p).w)
    mirrored = scene.mirrored(surface, place.xyz, facing, view) * mix(0.4, 1.0, openness(p))
    color = ambient(p) + mirrored + scene.lit(surface, place.xyz, facing, view)
    return scene.sky.haze(color, view, place.w)


def blur(image=Image, p=Position, along=(1, 0), threshold=0.0, sigma=8):
    total, weights = BLACK, 0.0
    for i in range(-2 * sigma, 2 * sigma + 1):
        weight = exp(-i * i / (2 * sigma * sigma))
        total = total + maximum(image(p.x + i * along[0], p.y + i * along[1]) - threshold, 0.0) * weight
        weights += weight
    return total / weights


def post(camera, image=Nearest, position=Nearest, glow=Nearest, p=Position, scale=2, exposure=1.25, taps=24):
    x, y = p.x * scale + (scale - 1) / 2, p.y * scale + (scale - 1) / 2
    spread = clamp(camera.blur(position(x, y).w), 0.6 * scale, 12.0)
    total, weights = BLACK, 0.0
    for dx, dy in disk(taps):
        color, far = image(x + dx * spread, y + dy * spread), position(x + dx * spread, y + dy * spread).w
        # A sharp point does not smear over what is behind it.
        weight = clamp(camera.blur(far) / spread, 0.1, 1.0) / (1 + color.g) if spread > scale else 1 / (1 + color.g)
        total = total + color * weight
        weights += weight
    color = (total / weights + glow(x, y) * 0.12) * exposure
    corner = length(Vec2(p.x * scale / camera.width - 0.5, p.y * scale / camera.height - 0.5))
    return film(color * (1 - 0.6 * corner * corner)) ** (1 / 2.2)


def disk(count):
    """Places evenly over a disk of radius one."""
    for i in range(count):
        far = sqrt((i + 0.5) / count)
        yield far * cos(GOLDEN * i), far * sin(GOLDEN * i)


def film(color):
    """Much light turns white gently, and a little contrast."""
    exposed = 1 - exp(-color)
    return mix(exposed, smoothstep(0.0, 1.0, exposed), 0.75)
