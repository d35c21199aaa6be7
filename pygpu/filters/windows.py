"""Which pixels around a position a filter looks at: spans, rectangles, and footprints of any shape.

A size of even length reaches further to the left and up, as in scipy.ndimage.
"""

from pygpu import ArgumentError, Position, offsets, ravel


def pair(value):
    """(across, down) of what is given as one number for both, or as a pair."""
    numbers = tuple(value) if isinstance(value, (tuple, list)) else (value, value)
    if len(numbers) != 2:
        raise ArgumentError(f"one number for both ways, or two, across and down, not {len(numbers)}: {value!r}"
                            + " (filters.volumes takes three)" * (len(numbers) == 3))
    return numbers


def triple(value):
    """(across, down, from plane to plane) of what is given as one number for all, or as three."""
    numbers = tuple(value) if isinstance(value, (tuple, list)) else (value,) * 3
    if len(numbers) != 3:
        raise ArgumentError(f"one number for all ways, or three, across, down and from plane to plane, not {len(numbers)}: "
                            f"{value!r}")
    return numbers


def span(length):
    """The distances of `length` pixels in a row, seen from the middle one."""
    if length < 1:
        raise ValueError(f"a window has a size of at least 1, not {length}")
    return range(-(length // 2), length - length // 2)


def window(size, footprint=None):
    """The offsets of a rectangle's pixels; or, where a footprint is given, of its elements that are not zero."""
    if footprint is None:
        width, height = pair(size)
        return [(x, y) for y in span(height) for x in span(width)]
    return [d for d, inside in zip(offsets(footprint), ravel(footprint)) if inside]


def of_mask(value, pixel):
    """What is made of a mask's pixels, as a mask again."""
    return value != 0 if isinstance(pixel, bool) else value


def held(stage, im, border, fill=0.0):
    """A stage as a picture with an edge of its own, where libraries have one between two steps: beyond the edge of `im`
    nothing is computed, but read as `border` says. An image that is a function has no edge."""
    if not hasattr(im, "width"):
        return stage
    dimensions = len(im.size)
    rules = pair(border) if dimensions == 2 else triple(border)
    if set(rules) == {"wrap"}:  # the stage of a picture that repeats itself repeats itself
        return stage

    def read(q):
        axes = [(q[axis], im.size[axis], rules[axis]) for axis in range(dimensions)]
        value = stage(Position(*[index(*each) for each in axes]))
        for at, length, rule in axes:
            if rule == "constant":
                value = value if 0 <= at < length else fill + 0 * value
        return value

    return read


def index(at, length, border):
    """The place inside that stands for one outside."""
    if border == "wrap":
        return at % length
    if border == "reflect":
        there = at % (2 * length)
        return min(there, 2 * length - 1 - there)
    if border == "mirror":
        there = at % max(2 * length - 2, 1)
        return min(there, max(2 * length - 2, 1) - there) if length > 1 else 0
    return min(max(at, 0), length - 1)
