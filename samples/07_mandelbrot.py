"""7. A picture from nothing, by a loop that each pixel runs as often as it needs: the Mandelbrot set.

The loop's condition depends on the pixel, so it becomes a real loop in the kernel; `x`, `y` and `n` are carried
around it. No image comes in, so the call says the size.
"""

import pygpu
from pygpu import Color, Float, Position


def mandelbrot(left: Float = -2.2, top: Float = -1.2, step: Float = 0.01, p=Position, limit=200):
    cx = left + step * p.x
    cy = top + step * p.y
    x = y = 0.0
    n = 0
    while x * x + y * y < 4 and n < limit:
        x, y = x * x - y * y + cx, 2 * x * y + cy
        n += 1
    if n == limit:
        return Color(0, 0, 0)
    glow = (n / limit)**0.3
    return Color(glow**4, glow**2, glow)


fractal = pygpu.compile(mandelbrot)

if __name__ == "__main__":
    import numpy as np
    from pictures import save

    save(fractal(step=0.005, size=(600, 480), dtype=np.uint8))
