"""Corners and contours: harris, and the stages of canny up to where a whole picture is needed (hysteresis).

Colours count as gray here: by how light they are.
"""

from pygpu import Float, Image, Position, Vec2, length, mix

from .channels import luma
from .edges import sobel
from .ready import Ready
from .smoothing import gaussian
from .windows import held, window


@Ready
def harris(im=Image(border="constant"), p=Position, sigma=1.0, k: Float = 0.05, border="constant"):
    """How much a corner this is: above zero at corners, below at edges (skimage.feature.corner_harris).

    As there, all is 0 outside, so that the picture's edge is one; with border="reflect" it is none.
    """
    light = lambda q: luma(im(q))
    across = lambda q: sobel(light, q, "x")
    down = lambda q: sobel(light, q, "y")
    xx = gaussian(held(lambda q: across(q)**2, im, border), p, sigma)
    yy = gaussian(held(lambda q: down(q)**2, im, border), p, sigma)
    xy = gaussian(held(lambda q: across(q) * down(q), im, border), p, sigma)
    return xx * yy - xy**2 - k * (xx + yy)**2


@Ready
def canny(im=Image(border="reflect"), p=Position, sigma=1.0, low: Float = 0.1, high: Float = 0.2):
    """Thin contours: 1 where they are steeper than `high`, 0.5 where steeper than `low`, else 0.

    Hysteresis, which keeps the 0.5 that hang together with a 1, is a step of its own, done until nothing changes:
    `iterate(..., until="still")`; docs/coming-from.md has it.
    """
    ridge = canny_ridge(im, p, sigma)
    return 1.0 if ridge >= high else 0.5 if ridge >= low else 0.0


@Ready
def canny_ridge(im=Image(border="reflect"), p=Position, sigma=1.0):
    """How steep it is where it is steepest, along the gradient; 0 elsewhere: canny before its thresholds."""
    gradients = {d: canny_gradient(im, p + d, sigma) for d in window(3)}
    steep = {d: length(gradient) for d, gradient in gradients.items()}
    gradient = gradients[0, 0]
    dx, dy = abs(gradient.x), abs(gradient.y)
    # The gradient points between a straight neighbour and a diagonal one: `turn` says how far towards the latter.
    turn = min(dx, dy) / max(dx, dy) if max(dx, dy) > 0 else 0.0
    if gradient.x * gradient.y >= 0:
        upright, diagonal = (steep[0, 1], steep[0, -1]), (steep[1, 1], steep[-1, -1])
    else:
        upright, diagonal = (steep[0, -1], steep[0, 1]), (steep[1, -1], steep[-1, 1])
    straight = (steep[1, 0], steep[-1, 0]) if dx >= dy else upright
    sides = [mix(a, b, turn) for a, b in zip(straight, diagonal)]
    return steep[0, 0] if steep[0, 0] >= max(sides) else 0.0


@Ready
def canny_gradient(im=Image(border="reflect"), p=Position, sigma=1.0):
    """The slope across and down (two channels) of the picture blurred by a Gaussian: canny's first stage."""
    smooth = lambda q: gaussian(lambda r: luma(im(r)), q, sigma)
    return Vec2(sobel(smooth, p, "x"), sobel(smooth, p, "y"))
