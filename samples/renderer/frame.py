"""A frame: the filters compiled for a scene, and run one after the other. Images stay on the device between them."""

import pygpu

import passes


class Renderer:
    def __init__(self, scene, camera, scale=2):
        """Renders `scale` times as large as the picture will be, which the lens then gathers."""
        self.size = camera.width, camera.height
        self.picture = camera.width // scale, camera.height // scale
        self.gbuffer = pygpu.compile(passes.gbuffer, scene=scene, camera=camera)
        self.material = pygpu.compile(passes.material, scene=scene)
        self.skybox = pygpu.compile(passes.skybox, scene=scene, camera=camera)
        self.ssao = pygpu.compile(passes.ssao, camera=camera)
        self.bilateral = pygpu.compile(passes.bilateral)
        self.ambient = pygpu.compile(passes.ambient, scene=scene)
        self.light = pygpu.compile(passes.light, scene=scene, camera=camera)
        self.glow = pygpu.compile(passes.blur, along=(1, 0), threshold=1.0)
        self.blur = pygpu.compile(passes.blur, along=(0, 1))
        self.post = pygpu.compile(passes.post, camera=camera, scale=scale)

    def render(self):
        """Every image of a frame by its name, the picture last."""
        position, normal = map(pygpu.upload, self.gbuffer(size=self.size))
        diffuse, mirror = self.material(position, normal)
        sky = self.skybox(position)
        grainy = self.ssao(position, normal)
        openness = self.bilateral(grainy, position, normal)
        ambient = self.ambient(openness, diffuse, normal)
        lit = self.light(sky, ambient, openness, position, normal, diffuse, mirror)
        glow = self.blur(self.glow(lit))
        picture = self.post(lit, position, glow, size=self.picture)
        return dict(position=position, normal=normal, diffuse=diffuse, mirror=mirror, sky=sky, grainy=grainy,
                    openness=openness, ambient=ambient, lit=lit, glow=glow, picture=picture)
