"""Means that climb to where most is alike: mean_shift."""

from pygpu import Float, Image, Int, Position, dot

from .channels import colour, repaint
from .ready import Ready


@Ready
def mean_shift(im=Image(alpha="straight"), p=Position, distance: Int = 8, color: Float = 0.1, steps: Int = 5):
    """Flat areas with sharp edges: each pixel goes to the mean of the place and the colour of what is alike around it, again
    and again, and takes the colour it comes to (cv2.pyrMeanShiftFiltering with maxLevel=0).

    Around is a square that reaches `distance` pixels, inside the picture; alike is what is nearer than `color`, by all
    channels. It is over when a step changes no more than a pixel or a level, or after so many `steps`. OpenCV rounds the
    colour to bytes at each step: there a pixel is some levels off, and a few go elsewhere.
    """
    here = 1.0 * colour(im(p))
    x, y, moves = p.x, p.y, True
    for _ in range(steps):
        if moves:
            total, across, down, count = 0.0 * here, 0, 0, 0
            for j in range(max(y - distance, 0), min(y + distance, im.height - 1) + 1):
                for i in range(max(x - distance, 0), min(x + distance, im.width - 1) + 1):
                    there = colour(im(i, j))
                    if square(there - here) <= color * color:
                        total, across, down, count = total + there, across + (i - x), down + (j - y), count + 1
            if count > 0:
                right, below, mean = round(across / count), round(down / count), total / count
                far = abs(right) + abs(below) + square(mean - here) * 255 * 255
                x, y, here, moves = x + right, y + below, mean, far > 1
            else:
                moves = False
    return repaint(im(p), here)


def square(difference):
    return dot(difference, difference)
