"""A frame: the filters compiled for a scene, and run one after the other. Images stay on the device between them."""

from typing import NamedTuple

import passes

import pygpu


class Step(NamedTuple):
    """A filter, what it knows while it is compiled, and the images that it reads and makes."""

    name: str
    function: object
    known: dict
    reads: tuple
    makes: tuple


def steps(scene, camera, scale):
    seen = {"scene": scene, "camera": camera}
    return [
        Step("gbuffer", passes.gbuffer, seen, (), ("position", "normal")),
        Step("material", passes.material, {"scene": scene}, ("position", "normal"), ("diffuse", "mirror")),
        Step("skybox", passes.skybox, seen, ("position",), ("sky",)),
        Step("ssao", passes.ssao, {"camera": camera}, ("position", "normal"), ("grainy",)),
        Step("bilateral", passes.bilateral, {}, ("grainy", "position", "normal"), ("openness",)),
        Step("ambient", passes.ambient, {"scene": scene}, ("openness", "diffuse", "normal"), ("ambient",)),
        Step("light", passes.light, seen,
             ("sky", "ambient", "openness", "position", "normal", "diffuse", "mirror"), ("lit",)),
        Step("blur", passes.blur, {"along": (1, 0), "threshold": 1.0}, ("lit",), ("streaks",)),
        Step("blur down", passes.blur, {"along": (0, 1)}, ("streaks",), ("glow",)),
        Step("post", passes.post, {"camera": camera, "scale": scale}, ("lit", "position", "glow"), ("picture",)),
    ]


class Renderer:
    """Renders `scale` times as large as the picture will be, which the lens then gathers."""

    def __init__(self, scene, camera, scale=2):
        self.size = camera.width, camera.height
        self.picture = camera.width // scale, camera.height // scale
        self.steps = steps(scene, camera, scale)
        self.filters = {step.name: pygpu.compile(step.function, **step.known) for step in self.steps}

    def render(self):
        """Every image of a frame by its name, the picture last."""
        images = {}
        for step in self.steps:
            made = self.run(step, images)
            images.update(zip(step.makes, made if isinstance(made, tuple) else (made,)))
        return images

    def run(self, step, images):
        size = self.picture if step.name == "post" else self.size
        made = self.filters[step.name](*[images[name] for name in step.reads], size=size)
        return made if step.reads else tuple(map(on_device, made))


def on_device(image):
    """The first images of a frame come to the host, for no image on a device came in."""
    try:
        return pygpu.upload(image)
    except pygpu.DeviceError:  # filters run on NumPy here
        return image
