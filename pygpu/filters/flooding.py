"""Where water comes first, in order (watershed of basins.py): what one processor does faster than many can.

Water rises from height to height. Whatever it has touched and is no higher than it is flooded, a step after what it was
touched from. So no heap is needed: pixels are put in order of their heights once, by their digits, and each is flooded when
its turn comes, or when it is touched later than that.
"""

from math import prod

import numpy

from pygpu import Array, Int, Position

from .bits import in_a_line
from .settled import compiled

DIGIT = 11               # bits of a height that are put in order at once,
DIGITS = 0, 11, 22       # where they begin,
TOP = 1 << 9             # and what makes the last one begin at none (a negative one's is the highest otherwise)
HEIGHT, NUMBER, TOUCHED, SIDES = range(4)  # of a pixel
UNTOUCHED = 0x7fffffff
MOST = 1 << 27           # pixels, of which whole numbers of 32 bits can tell when they are touched


def is_in_order(heights):
    return hasattr(heights, "shaped") and heights.device.kind == "cpu" and prod(heights.size) <= MOST


def basins_in_order(heights, markers):
    """The number of each pixel's basin, or of each voxel's: as a picture or a volume on the device."""
    width, height, depth = (*heights.size, 1)[:3]
    count = width * height * depth
    room = 1 << (count - 1).bit_length()  # lengths are known while compiling: few of them
    parts = compiled(prepared)(in_a_line(heights), in_a_line(markers), width, height, depth, size=(room,), dtype="int32")
    steps = numpy.array([width * height, width, 1, -1, -width, -width * height], numpy.int32)
    return compiled(numbered)(compiled(flooded)(*parts, steps, count), size=(count,)).shaped(heights.size[::-1])


def prepared(heights=Array, markers=Array, p=Position, width=Int, height=Int, depth=Int):
    """A height as a whole number, whose basin it is, and at which sides there are others, a bit for each step."""
    bits = numpy.float32(heights(p)).view(numpy.int32)
    x, y, z = p.x % width, p.x // width % height, p.x // (width * height)
    there = z < depth - 1, y < height - 1, x < width - 1, x > 0, y > 0, z > 0
    return (bits if bits >= 0 else (bits ^ 0x7fffffff) + 1, max(int(markers(p)), 0),
            sum([int(each) << side for side, each in enumerate(there)]))


def flooded(heights=Array, numbers=Array, sides=Array, steps=Array, count=Int):
    levels, places = in_order(heights, count)
    pixels, flood = numpy.zeros(4 * len(heights), numpy.int32), numpy.zeros(len(heights), numpy.int32)
    for i in range(count):
        pixels[4 * i + HEIGHT], pixels[4 * i + NUMBER], pixels[4 * i + SIDES] = heights[i], numbers[i], sides[i]
        pixels[4 * i + TOUCHED] = 0 if numbers[i] > 0 else UNTOUCHED
    at = begin = end = now = 0
    while at < count:
        level = levels[at]
        while at < count and levels[at] == level:
            if pixels[4 * places[at] + TOUCHED] != UNTOUCHED:
                flood[end] = places[at]
                end += 1
            at += 1
        while begin < end:
            now, stop = now + 1, end  # all of these are flooded at one time
            while begin < stop:
                here = flood[begin]
                begin += 1
                for side in range(len(steps)):
                    if pixels[4 * here + SIDES] >> side & 1:
                        there = here + steps[side]
                        touched, when = pixels[4 * there + TOUCHED], 8 * now + side  # the first one's step is the greatest
                        if when < touched:
                            pixels[4 * there + NUMBER], pixels[4 * there + TOUCHED] = pixels[4 * here + NUMBER], when
                            if touched == UNTOUCHED and pixels[4 * there + HEIGHT] <= level:
                                flood[end] = there
                                end += 1
    return pixels


def in_order(heights, count):
    """Heights and whose they are, the lowest first: by their last digits, and those so far by the digits before."""
    levels, places = numpy.zeros(len(heights), numpy.int32), numpy.zeros(len(heights), numpy.int32)
    others, there = numpy.zeros(len(heights), numpy.int32), numpy.zeros(len(heights), numpy.int32)
    for i in range(count):
        levels[i], places[i] = heights[i], i
    for begin in DIGITS:
        free = numpy.zeros((1 << DIGIT) + 1, numpy.int32)
        for i in range(count):
            free[digit(levels[i], begin) + 1] += 1
        for i in range(1, 1 << DIGIT):
            free[i] += free[i - 1]
        for i in range(count):
            which = digit(levels[i], begin)
            at = free[which]
            free[which] = at + 1
            others[at], there[at] = levels[i], places[i]
        levels, places, others, there = others, there, levels, places
    return levels, places


def digit(height, begin):
    return (height >> begin) + (TOP if begin == DIGITS[-1] else 0) & (1 << DIGIT) - 1


def numbered(pixels=Array, p=Position):
    return pixels(4 * p.x + NUMBER)
