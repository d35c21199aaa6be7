"""Lists and ranges of which a picture says how long they are, as the tracer walks them: a list is not kept anywhere, but
each of its items is made when it is asked for, and all of them anew each time that it is gone through.

In plain Python they are Python's own.
"""

from __future__ import annotations

import operator

from .wholes import UNSET, for_each, one_or_default


def again(walk):
    """An iterator over what a comprehension makes, from its beginning. The tracer knows what it means."""
    raise NotImplementedError


class Range:
    """range(start, stop, step), where pixels have a part in it. (How it is gone through, the tracer knows.)"""

    __slots__ = ("start", "stop", "step")

    def __init__(self, start, stop, step):
        self.start, self.stop, self.step = start, stop, step

    def __len__(self):
        return max(-((self.start - self.stop) // self.step), 0)

    def item(self, i):
        return self.start + i * self.step

    def __getitem__(self, i):
        if isinstance(i, slice):
            return part(self, i)
        return self.item(i + len(self) if i < 0 else i)

    def __reversed__(self):
        last = self.start + (len(self) - 1) * self.step
        return iter(Range(last, self.start - self.step, -self.step))

    def __contains__(self, number):
        return 0 <= (number - self.start) * self.step < len(self) * self.step * self.step and (
            (number - self.start) % self.step == 0)


class Items:
    """What can be gone through, again and again."""

    __slots__ = ()
    __hash__ = None

    def __bool__(self):
        return len(self) > 0

    def __contains__(self, value):
        return any(each == value for each in self)

    def count(self, value):
        return sum(1 for each in self if each == value)


class Numbered(Items):
    """`many` items, of which item(i) is one."""

    __slots__ = ()

    def __len__(self):
        return self.many

    def __iter__(self):
        return map(self.item, range(self.many))

    def __reversed__(self):
        last = self.many - 1
        return map(lambda i: self.item(last - i), range(self.many))


class Listed(Numbered):
    """[f(x) for x in range(im.width)], and what is made of such lists."""

    __slots__ = ("item", "many")
    channels = 1

    def __init__(self, item, many):
        self.item, self.many = item, many

    def __getitem__(self, i):
        if isinstance(i, slice):
            return part(self, i)
        return self.item(i + self.many if i < 0 else i)

    def __add__(self, other):
        return Listed(lambda i: self.item(i) if i < self.many else other[i - self.many], self.many + len(other))

    def __setitem__(self, i, value):
        raise TypeError("a list of which a picture says how long it is, is not kept, so no item can be set: make it as it "
                        "is to be in the loop that makes the list")

    def __iadd__(self, other):
        raise TypeError("a list of which a picture says how long it is does not grow: write row = row + [...]")

    def __eq__(self, other):
        return self.many == len(other) and all(a == b for a, b in zip(self, other))

    def __ne__(self, other):
        return not self == other

    def copy(self):
        return Listed(self.item, self.many)

    tolist = copy

    def sort(self, *, key=None, reverse=False):
        line = sorted(self, key=key, reverse=reverse)
        self.item, self.many = line.__getitem__, len(line)

    def reverse(self):
        item, last = self.item, self.many - 1
        self.item = lambda i: item(last - i)

    def index(self, value):
        return place_of(self, value)


class Chosen(Items):
    """[v for v in im if v > 0.5], and loops in a loop: how many items there are, and which is the first, is known once all
    are made."""

    __slots__ = ("walk",)
    channels = 1

    def __init__(self, walk):
        self.walk = walk

    def __len__(self):
        return sum(1 for _ in self)

    def __iter__(self):
        return again(self.walk)

    def __getitem__(self, i):
        if isinstance(i, slice):
            return Chosen(Between(self, i))
        return nth(self, i + len(self) if i < 0 else i)

    def __eq__(self, other):
        raise TypeError("two lists of which a picture says how long they are can be compared where no item is left out")

    __ne__ = __eq__

    def copy(self):
        return Chosen(self.walk)

    tolist = copy

    def sort(self, *, key=None, reverse=False):
        self.walk = sorted(self, key=key, reverse=reverse)

    def index(self, value):
        return place_of(self, value)


# --- what of them ----------------------------------------------------------------------------------------------------

def first(values, default):
    """The first one."""
    best, found = [UNSET], [False]

    def look(value):
        if not found[0]:
            best[0] = value
        found[0] = True

    for_each(values, look)
    if default is UNSET and not found[0]:
        raise StopIteration
    return one_or_default(found[0], best[0], default)


def nth(values, place):
    """The item at a place, of what can only be gone through."""
    found, count = [UNSET], [0]

    def look(value):
        if count[0] == 0 or count[0] == place:
            found[0] = value
        count[0] = count[0] + 1

    for_each(values, look)
    return found[0]


def place_of(values, wanted):
    """Where the first one is."""
    found, count = [-1], [0]

    def look(value):
        if found[0] < 0 and value == wanted:
            found[0] = count[0]
        count[0] = count[0] + 1

    for_each(values, look)
    if found[0] < 0:
        raise ValueError("it is not in list")
    return found[0]


def place_of_best(values, better):
    """Where the first of the best is; of any that are NaN, as NumPy does it, the first of these."""
    best, found = [UNSET], [0, 0]  # its place, and how many there were

    def look(value):
        if found[1] == 0 or better(value, best[0]) or value != value and best[0] == best[0]:
            best[0], found[0] = value, found[1]
        found[1] = found[1] + 1

    for_each(values, look)
    return found[0]


def place_in(ranges, number):
    """What product() gives as its item of that number, of ranges that begin at `start`."""
    place = ()
    for start, step, many in reversed(ranges):
        place = (start + number % many * step, *place)
        number //= many
    return place


def place_before(values, wanted):
    """How many numbers of a line in order are less, by halves."""
    low, high = 0, len(values)
    while low < high:
        middle = (low + high) // 2
        if values[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


def place_behind(values, wanted):
    """How many are not more."""
    low, high = 0, len(values)
    while low < high:
        middle = (low + high) // 2
        if wanted < values[middle]:
            high = middle
        else:
            low = middle + 1
    return low


# --- others made of them ---------------------------------------------------------------------------------------------

class Running(Listed):
    """What has come together up to each item: gone through, in one way; by itself, anew."""

    __slots__ = ("values", "function")

    def __init__(self, values, function):
        Listed.__init__(self, self.up_to, len(values))
        self.values, self.function = values, function

    def up_to(self, last):
        so_far = self.values[0]
        for i in range(1, last + 1):
            so_far = self.function(so_far, self.values[i])
        return so_far

    def __iter__(self):
        return accumulating(None, self.function, self.values)


def accumulating(began, function, values, so_far=UNSET):
    """What has come together up to each of them; first what there is already, where that is still to be given ("at")."""
    begun = began is not None
    so_far = so_far if begun else UNSET
    if began == "at":
        yield so_far
    for value in values:
        so_far = function(so_far, value) if begun else value
        begun = True
        yield so_far


def accumulated(values, function=operator.add):
    return Running(values, function)


def taken_while(test, values, goes_on=True):
    """itertools.takewhile."""
    for value in values:
        goes_on = goes_on and test(value)
        if goes_on:
            yield value


def dropped_while(test, values, drops=True):
    """itertools.dropwhile."""
    for value in values:
        drops = drops and test(value)
        if not drops:
            yield value


def in_pairs(values, last=UNSET):
    """itertools.pairwise of what can only be gone through."""
    begun = last is not UNSET
    for value in values:
        if begun:
            yield last, value
        last, begun = value, True


def some_of(bounds, values):
    """itertools.islice of what can only be gone through: the next item that is wanted, the end, the step, and where it
    stands."""
    first, end, step, i = bounds
    for value in values:
        if i >= first and (end is None or i < end) and (i - first) % step == 0:
            yield value
        i += 1


class Between:
    """values[start:stop:step] of what can only be gone through."""

    __slots__ = ("values", "bounds")

    def __init__(self, values, bounds):
        self.values, self.bounds = values, bounds

    def __iter__(self):
        start, stop, step = self.bounds.start, self.bounds.stop, self.bounds.step
        start, step = 0 if start is None else start, 1 if step is None else step
        if step < 1:
            raise TypeError("a list of those items that pass a test is sliced forwards: sort it first, sorted(values)[::-1]")
        many = len(self.values) if start < 0 or stop is not None and stop < 0 else 0
        end = stop + many if stop is not None and stop < 0 else stop
        return some_of((start + many if start < 0 else start, end, step, 0), self.values)


def in_step(*lists):
    """The first of each, then the second of each, as far as the shortest goes."""
    return Listed(lambda i: tuple([each.item(i) for each in lists]), min([each.many for each in lists]))


class Pairs:
    """itertools.product of two lists."""

    __slots__ = ("one", "other")

    def __init__(self, one, other):
        self.one, self.other = one, other

    def item(self, i):
        return self.one[i // len(self.other)], self.other[i % len(self.other)]

    def __iter__(self):
        return map(self.item, range(len(self.one) * len(self.other)))


def part(values, bounds):
    """values[start:stop:step], as Python counts."""
    count, step = len(values), 1 if bounds.step is None else bounds.step
    if step > 0:
        first = 0 if bounds.start is None else within(bounds.start, count, 0, count)
        end = count if bounds.stop is None else within(bounds.stop, count, 0, count)
    else:
        first = count - 1 if bounds.start is None else within(bounds.start, count, -1, count - 1)
        end = -1 if bounds.stop is None else within(bounds.stop, count, -1, count - 1)
    item = values.item
    return Listed(lambda i: item(first + i * step), max(-((first - end) // step), 0))


def within(bound, count, least, most):
    return min(max(bound + count if bound < 0 else bound, least), most)


def from_there_on(values, start):
    """itertools.islice(values, start, None) of what has no end."""
    value = next(values)
    for _ in range(start):
        value = next(values)
    yield value
    yield from values


def up_to_there(values, start, stop):
    """itertools.islice(values, start, stop) of what has no end."""
    i = 0
    if stop > 0:
        for value in values:
            if i >= start:
                yield value
            i += 1
            if i >= stop:
                return
