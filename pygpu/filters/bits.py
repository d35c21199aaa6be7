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

WORD = 16  # pixels of a row that are bits of one number, the first one the lowest
FAINT, STRONG = 1, 2  # marks

# Of words these know that nothing is left of the picture and above.
Words = Image(border="constant")


def runs_of(found):
    """What kernels below found, and how many runs there are."""
    return found, max(int(numpy.asarray(found[1])[-1, -1]), 1)


def words_for(size):
    """As many as there are in each row, and the rows."""
    return -(-size[0] // WORD), size[1]


def runs(im=Image, p=Position):
    """Which pixels of a row aren't black, and how many runs have begun when a word ends."""
    word = cache(lambda q: sum([int(not is_black(im(WORD * q.x + i, q.y))) << i for i in range(WORD)]) & there(im, q))
    return word(p), begun_up_to(word, words_for((im.width, im.height))[0], p)


def runs_of_both(marks=Image, p=Position):
    """The same of what is there, and where it is strong; marks are bytes."""
    @cache
    def both(q):
        row = [marks(WORD * q.x + i, q.y) for i in range(WORD)]
        return tuple(sum([int(mark > least) << i for i, mark in enumerate(row)]) & there(marks, q)
                     for least in (0, 1.5 * FAINT / 255))
    return both(p)[0], begun_up_to(lambda q: both(q)[0], words_for((marks.width, marks.height))[0], p), both(p)[1]


def begun_up_to(word, row, p):
    """How many runs have begun when a word ends: in its row, of so many words, and in those before."""
    left = lambda q: word(Position(max(q.x - 1, 0), q.y)) if q.x > 0 else 0  # (none is computed before a row's)
    begun = lambda q: (word(q) & ~after(word(q), left(q))).bit_count()
    rows = cache(lambda q: sum(begun(Position(x, q.y)) for x in range(row)) + (rows(q - (0, 1)) if q.y > 0 else 0))
    count = cache(lambda q: begun(q) + (count(q - (1, 0)) if q.x > 0 else rows(Position(0, q.y - 1)) if q.y > 0 else 0))
    return count(p)


def there(im, p):
    """Which pixels of a word the picture has. (Asked of each as it is read, it costs a quarter of it all.)"""
    return (1 << min(im.width - WORD * p.x, WORD)) - 1


def after(word, left):
    """The pixel before each of a word's."""
    return word << 1 | left >> WORD - 1


def before(words, q):
    return after(words(q), words(q - (1, 0)))


def of_run(numbers, words, counts, q):
    """What a pixel's run has of some numbers. In most words none begins behind the first pixel: one is read for all."""
    at = Position(q.x // WORD, q.y)
    number, begun = numbers[counts(at) - 1], begun_in(words, at)
    while begun > 1:  # once
        number, begun = numbers[run_at(1 << q.x % WORD, begun, counts(at))], 0
    return number


def is_in(words, q):
    return words(q.x // WORD, q.y) >> q.x % WORD & 1 == 1


def begun_in(words, at):
    """Where runs begin in a word."""
    return words(at) & ~before(words, at) & (1 << WORD) - 1


def run_at(place, begun, count):
    """The number of the last run that has begun at a place, a bit of a word, when `count` have begun where the word ends."""
    return count - 1 - (begun & -2 * place).bit_count()


def touching(words=Words, counts=Words, at=Position, corners=False):
    return pairs_of_runs(words, counts, at, corners)


def touching_or_strong(words=Words, counts=Words, strong=Words, at=Position, of_strong=Int, corners=False):
    pairs, begins = pairs_of_runs(words, counts, at, corners), strong(at) & ~before(strong, at)
    for first in places_in(begins, WORD // 2):
        pairs += (run_at(first, begun_in(words, at), counts(at)), of_strong) if first != 0 else (0, 0)
    return pairs


def pairs_of_runs(words, counts, at, corners):
    """The numbers of two runs, of a word's row and of the one before, at each first place where they touch. (Where they do
    at a corner, one of the two ends just before, and is the last one that has begun.)"""
    above = at - (0, 1)
    own, other, own_before, other_before = words(at), words(above), before(words, at), before(words, above)
    touch = own & other & ~(own_before & other_before)
    if corners:
        touch |= own & ~other & other_before & ~own_before | ~own & own_before & other & ~other_before
    pairs = ()
    for first in places_in(touch, WORD if corners else WORD // 2):  # (without corners never at two places side by side)
        pairs += (run_at(first, begun_in(words, at), counts(at)),
                  run_at(first, begun_in(words, above), counts(above))) if first != 0 else (0, 0)
    return pairs


def places_in(word, most):
    """The places of a word's bits, the lowest first; 0 for those that it has less than `most`."""
    for _ in range(most):
        yield word & -word
        word &= word - 1


def is_with_the_strong(words=Words, counts=Image, least=Array, p=Position, of_strong=Int):
    return is_in(words, p) and of_run(least, words, counts, p) == least[of_strong]


def painted(words=Words, counts=Image, numbers=Array, p=Position):
    return of_run(numbers, words, counts, p) if is_in(words, p) else 0


def is_black(pixel):
    return pixel == 0 if channels(pixel) == 1 else all([value == 0 for value in pixel])


def in_a_line(picture):
    """A picture's or a volume's pixels in reading order, where they are."""
    return picture.shaped((prod(picture.size),)) if hasattr(picture, "shaped") else numpy.ravel(picture)
