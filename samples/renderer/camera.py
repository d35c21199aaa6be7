"""From pixels to rays, and back."""

from geometry import UP, Ray

from pygpu import Vec2, cross, dot, length, normalize


class Camera:
    def __init__(self, eye, target, size, zoom=1.5, focus=6.0, aperture=0.012):
        self.eye = eye
        self.forward = normalize(target - eye)
        self.right = normalize(cross(self.forward, UP))
        self.up = cross(self.right, self.forward)
        self.width, self.height = size
        self.scale = zoom * self.height
        self.focus = focus  # the distance that is sharp
        self.aperture = aperture

    def ray(self, p):
        """What is seen at a pixel."""
        x = (p.x + 0.5 - self.width / 2) / self.scale
        y = (p.y + 0.5 - self.height / 2) / self.scale
        return Ray(self.eye, normalize(self.forward + self.right * x - self.up * y))

    def pixel(self, point):
        """Where a point in front of it is seen."""
        seen = point - self.eye
        x, y = Vec2(dot(seen, self.right), -dot(seen, self.up)) * (self.scale / dot(seen, self.forward))
        return x + (self.width / 2 - 0.5), y + (self.height / 2 - 0.5)

    def distance(self, point):
        return length(point - self.eye)

    def blur(self, distance):
        """How many pixels wide a point at a distance is smeared, for it is out of focus."""
        return self.aperture * self.scale * abs(distance - self.focus) / (distance * self.focus)
