"""What hangs together, of pixels that are bits of words: what label and hysteresis (regions.py) are where the host and the
device have one memory, as a CPU.

Pixels that are there, and those with which runs begin, are bits of words; which run a pixel is in follows from how many have
begun when its word ends. So no more than a few bits of a pixel are written and read again before its number is.
"""

from functools import cache
from math import prod

import numpy

from pygpu import Array, Image, Int, Position

from .channels import channels
from .settled import compiled

WORD = 16  # pixels of a row that are bits of one number, the first one the lowest
FAINT, STRONG = 1, 2  # marks

# Of words these know that nothing is left of the picture and above.
Words = Image(border="constant")


def runs_of(words):
    """The words, and how many runs have begun when each of them ends; and how many there are."""
    rows, row = numpy.shape(words)
    counts = compiled(up_to_words)(in_a_line(words), row=row)
    in_rows = counts.shaped((rows, row)) if hasattr(counts, "shaped") else numpy.reshape(counts, (rows, row))
    return (words, in_rows), max(int(numpy.asarray(counts)[-1]), 1)


def words_for(size):
    """As many as there are in each row, and the rows."""
    return -(-size[0] // WORD), size[1]


def in_words(im=Image, p=Position):
    """Which pixels of a row aren't black."""
    return sum([int(not is_black(im(WORD * p.x + i, p.y))) << i for i in range(WORD)]) & there(im, p)


def in_words_of_both(marks=Image, p=Position):
    """The same of what is there, and of what is strong; marks are bytes."""
    row = [marks(WORD * p.x + i, p.y) for i in range(WORD)]
    return tuple(sum([int(mark > least) << i for i, mark in enumerate(row)]) & there(marks, p)
                 for least in (0, 1.5 * FAINT / 255))


def there(im, p):
    """Which pixels of a word the picture has. (Asked of each as it is read, it costs a quarter of it all.)"""
    return (1 << min(im.width - WORD * p.x, WORD)) - 1


def up_to_words(words=Array, p=Position, row=Int):
    left = lambda q: words[q.x - 1] if q.x % row > 0 else 0
    begun = lambda q: (words(q) & ~after(words(q), left(q))).bit_count()
    count = cache(lambda q: begun(q) + (count(q - 1) if q.x > 0 else 0))
    return count(p)


def after(word, left):
    """The pixel before each of a word's."""
    return word << 1 | left >> WORD - 1


def before(words, q):
    return after(words(q), words(q - (1, 0)))


def run_of(words, counts, q):
    """The number of the last run that has begun in a pixel's row: of its own, or of one before it."""
    at = Position(q.x // WORD, q.y)
    number, begun = counts(at) - 1, words(at) & ~before(words, at)
    while begun > 1:  # once: in most words none begins behind the first pixel
        number, begun = number - (begun >> q.x % WORD >> 1).bit_count(), 0
    return number


def is_in(word, q):
    return word >> q.x % WORD & 1


def touching(words=Words, counts=Words, p=Position, corners=False):
    return pair_of_runs(words, counts, p, corners)


def touching_or_strong(words=Words, counts=Words, strong=Words, p=Position, of_strong=Int, corners=False):
    at = Position(p.x // WORD, p.y)
    touches = pair_of_runs(words, counts, p, corners)
    if is_in(strong(at) & ~before(strong, at), p):
        return *touches, run_of(words, counts, p), of_strong
    return *touches, 0, 0


def pair_of_runs(words, counts, p, corners):
    """The numbers of two runs, of a pixel's row and of one before, at the first place where they touch. (Where they do at a
    corner, one of the two ends just before, and is the last one that has begun.)"""
    at = Position(p.x // WORD, p.y)
    above = at - (0, 1)
    own, other, own_before, other_before = words(at), words(above), before(words, at), before(words, above)
    touch = own & other & ~(own_before & other_before)
    if corners:
        touch |= own & ~other & other_before & ~own_before | ~own & own_before & other & ~other_before
    return (run_of(words, counts, p), run_of(words, counts, p - (0, 1))) if is_in(touch, p) else (0, 0)


def is_with_the_strong(words=Words, counts=Image, least=Array, p=Position, of_strong=Int):
    return bool(is_in(words(p.x // WORD, p.y), p)) and least[run_of(words, counts, p)] == least[of_strong]


def painted(words=Words, counts=Image, numbers=Array, p=Position):
    return numbers[run_of(words, counts, p)] if is_in(words(p.x // WORD, p.y), p) else 0


def is_black(pixel):
    return pixel == 0 if channels(pixel) == 1 else all([value == 0 for value in pixel])


def in_a_line(picture):
    """A picture's or a volume's pixels in reading order, where they are."""
    return picture.shaped((prod(picture.size),)) if hasattr(picture, "shaped") else numpy.ravel(picture)
