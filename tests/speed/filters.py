"""The workloads in the language itself, with no thought of speed: each says what one pixel is."""

from math import cos, exp, radians, sin, sqrt

import numpy as np

from pygpu import Color, Float, Image, Int, Position, Vec2, Vec4, offsets, ravel

SOBEL = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]])
BOX = np.ones((3, 3)) / 9


def gaussian(sigma):
    """A row of weights as far as three sigmas."""
    reach = round(3 * sigma)
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    return (weights / weights.sum())[None, :]


def random_kernel(size, seed=5):
    """Weights without any structure, of sum 1."""
    weights = np.random.default_rng(seed).random((size, size))
    return weights / weights.sum()


def convolve(kernel, im=Image, p=Position):
    return sum([w * im(p + d) for w, d in zip(ravel(kernel), offsets(kernel))])


def box(size, im=Image, p=Position):
    return sum([im(p + d) for d in offsets(np.ones((size, size)))]) / size**2


def least(size, im=Image, p=Position):
    return min([im(p + d) for d in offsets(np.ones((size, size)))])


def gamma(im=Image, p=Position, power=1 / 2.2):
    return im(p) ** power


def sobel(im=Image, p=Position):
    gx = convolve(SOBEL, im, p)
    gy = convolve(SOBEL.T, im, p)
    return sqrt(gx**2 + gy**2)


def blur(row, im=Image, p=Position):
    return convolve(row, lambda q: convolve(row.T, im, q), p)


def unsharp(row, amount=1.5, im=Image, p=Position):
    return im(p) + amount * (im(p) - blur(row, im, p))


def harris(im=Image, p=Position, k=0.04):
    gx = lambda q: convolve(SOBEL / 8, im, q)
    gy = lambda q: convolve(SOBEL.T / 8, im, q)
    xx = convolve(BOX, lambda q: gx(q) * gx(q), p)
    yy = convolve(BOX, lambda q: gy(q) * gy(q), p)
    xy = convolve(BOX, lambda q: gx(q) * gy(q), p)
    return xx * yy - xy * xy - k * (xx + yy) ** 2


def bilateral(im=Image, p=Position, radius=4, space=3.0, likeness=0.1):
    total = weights = 0.0
    for y in range(-radius, radius + 1):
        for x in range(-radius, radius + 1):
            near = exp(-(x * x + y * y) / (2 * space**2))
            w = near * exp(-((im(p + (x, y)) - im(p)) ** 2) / (2 * likeness**2))
            total += w * im(p + (x, y))
            weights += w
    return total / weights


def gray_edges(im=Image[Color], p=Position):
    gray = lambda q: 0.299 * im(q).r + 0.587 * im(q).g + 0.114 * im(q).b
    return sobel(gray, p)


def median(im=Image, p=Position):
    return sorted([im(p + (x, y)) for y in (-1, 0, 1) for x in (-1, 0, 1)])[4]


def convolve_colours(kernel, im=Image[Color], p=Position):
    return sum([w * im(p + d) for w, d in zip(ravel(kernel), offsets(kernel))], Color(0, 0, 0))


def blur_colours(row, im=Image[Color], p=Position):
    return convolve_colours(row, lambda q: convolve_colours(row.T, im, q), p)


def brighten_colours(im=Image[Color], p=Position):
    return 1.5 * im(p) - 0.1


def median_colours(im=Image[Color], p=Position):
    return Color(*[median(lambda q: im(q)[channel], p) for channel in range(3)])


def rotate(im=Image, p=Position, degrees=15.0):
    c, s = cos(radians(degrees)), sin(radians(degrees))
    middle = Vec2(im.width - 1, im.height - 1) / 2
    x, y = p - middle
    return im(middle + Vec2(c * x + s * y, c * y - s * x))


def chain(n, im=Image, p=Position):
    """A 3x3 mean, n times."""
    if n == 0:
        return im(p)
    return convolve(BOX, lambda q: chain(n - 1, im, q), p)


def nonlocal_means(im=Image, p=Position, patch=1, search=3, h=0.1):
    near = [(x, y) for y in range(-patch, patch + 1) for x in range(-patch, patch + 1)]
    total = weights = 0.0
    for y in range(-search, search + 1):
        for x in range(-search, search + 1):
            apart = sum((im(p + d) - im(p + d + (x, y))) ** 2 for d in near) / len(near)
            w = exp(-apart / h**2)
            total += w * im(p + (x, y))
            weights += w
    return total / weights


def mandelbrot(p=Position, width: Float = 1024, height: Float = 1024, limit=100):
    """How long each point of the plane stays near the origin."""
    cx, cy = 3.0 * p.x / width - 2.25, 2.5 * p.y / height - 1.25
    x = y = 0.0
    n = 0
    while n < limit and x * x + y * y < 4:
        x, y = x * x - y * y + cx, 2 * x * y + cy
        n += 1
    return n / limit


def collatz(im=Image, p=Position):
    """How many steps a number, made of the pixel, takes to 1: a while loop that each pixel leaves at another time."""
    n = int(im(p) * 255) + 1
    steps = 0
    while n > 1:
        n = 3 * n + 1 if n % 2 else n // 2
        steps += 1
    return steps / 128


def spheres(p=Position, width: Float = 1024, height: Float = 1024, steps=48):
    """Rays that march through a field of spheres: how far each comes."""
    dx, dy = (2.0 * p.x - width) / height, (2.0 * p.y - height) / height
    scale = 1 / sqrt(dx * dx + dy * dy + 2.25)
    dx, dy, dz = dx * scale, dy * scale, 1.5 * scale
    far = 0.0
    for _ in range(steps):
        x, y, z = dx * far, dy * far, dz * far
        near = sqrt((x - 2 * round(x / 2))**2 + (y - 2 * round(y / 2) - 0.3)**2 + (z - 3 - 2 * round((z - 3) / 2))**2) - 0.4
        if near < 0.001 or far > 20:
            break
        far += near
    return far / 20


def filter_bank(bank, im=Image[Vec4], p=Position, taps: Int = 1):
    """All filters of a bank of (filters, height, width, 4), whose taps are height x width; a picture for each four."""
    return filtered(bank, [im], p, taps)


def filter_bank_of_8(bank, im=Image[Vec4], more=Image[Vec4], p=Position, taps: Int = 1):
    """The same for eight channels, which two pictures share."""
    return filtered(bank, [im, more], p, taps)


def filtered(bank, pictures, p, taps):
    count, height, width, _ = bank.shape
    table = bank.reshape(count, -1, 4)  # weights of four channels, tap after tap and picture after picture
    totals = [0.0] * count
    for tap in range(taps):
        at = p + (tap % width - width // 2, tap // width - height // 2)
        for n, im in enumerate(pictures):
            v = im(at)
            for k in range(count):
                totals[k] += sum(weight * channel for weight, channel in zip(table[k, len(pictures) * tap + n], v))
    return tuple(Vec4(*totals[k:k + 4]) for k in range(0, count, 4))


# --- values of the whole picture, of a row; scans --------------------------------------------------------------------

def normalized(im=Image, p=Position):
    """Edges as parts of the strongest one."""
    return sobel_of(im, p) / max(sobel_of(im, q) for q in im.positions)


def sobel_of(im, p):
    gx, gy = convolve(SOBEL, im, p), convolve(SOBEL.T, im, p)
    return sqrt(gx**2 + gy**2)


def standardized(im=Image, p=Position):
    mean = sum(im) / len(im)
    return (im(p) - mean) / sqrt(sum((v - mean)**2 for v in im) / len(im))


def share_of_row(im=Image, p=Position):
    return im(p) / sum(im(x, p.y) for x in range(im.width))


def share_of_column(im=Image, p=Position):
    return im(p) / sum(im(p.x, y) for y in range(im.height))


def running_sum(im=Image, p=Position):
    def total(q):
        return im(q) + (total(q - (1, 0)) if q.x > 0 else 0.0)

    return total(p)


def forth_and_back(im=Image, p=Position):
    """A recursive blur along the rows."""
    def forth(q):
        return 0.25 * im(q) + 0.75 * (forth(q - (1, 0)) if q.x > 0 else im(q))

    def back(q):
        return 0.25 * forth(q) + 0.75 * (back(q + (1, 0)) if q.x < im.width - 1 else forth(q))

    return back(p)
