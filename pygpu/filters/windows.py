"""Which pixels around a position a filter looks at: spans, rectangles, and footprints of any shape.

A size of even length reaches further to the left and up, as in scipy.ndimage.
"""

from pygpu import offsets, ravel


def pair(value):
    """(across, down) of what is given as one number for both, or as a pair."""
    across, down = value if isinstance(value, (tuple, list)) else (value, value)
    return across, down


def span(length):
    """The distances of `length` pixels in a row, seen from the middle one."""
    return range(-(length // 2), length - length // 2)


def window(size, footprint=None):
    """The offsets of a rectangle's pixels; or, where a footprint is given, of its elements that are not zero."""
    if footprint is None:
        width, height = pair(size)
        return [(x, y) for y in span(height) for x in span(width)]
    return [d for d, inside in zip(offsets(footprint), ravel(footprint)) if inside]
