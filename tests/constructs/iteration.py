"""Constructs: generators, walrus, the tools of itertools."""

import itertools
import operator
from contextlib import contextmanager

from pygpu import Image, Int, Position

from .marks import finite


def _neighbours(im, p):
    yield im(p)
    for i in (1, 2):
        yield im(p + (i, 0))
    yield 0.5


def generator(im=Image, p=Position):
    """a generator, walked by a loop"""
    total = 0.0
    for i, v in enumerate(_neighbours(im, p)):
        total += (i + 1) * v
    return total


def generator_unpacked(im=Image, p=Position):
    """a generator: unpacked, next, list"""
    a, b, *rest = _neighbours(im, p)
    first = next(_neighbours(im, p))
    return a + 2 * b + 3 * sum(rest) + first + len(list(_neighbours(im, p)))


def generator_expression(im=Image, p=Position):
    """a generator expression"""
    return sum(im(p + (i, 0)) * i for i in range(1, 4)) + max(i for i in range(3))


def yield_from(im=Image, p=Position):
    """yield from, and what a generator returns"""
    def inner():
        yield im(p)
        yield 2.0
        return 5.0

    def outer():
        result = yield from inner()
        yield result

    return sum(outer())


def yield_from_in_a_loop(im=Image, p=Position):
    """yield from in a loop"""
    def chained(*iterables):
        for values in iterables:
            yield from values

    return sum(chained([im(p), 1.0], [im(p + (1, 0)), 2.0], [3.0]))


def generator_with_state(im=Image, p=Position):
    """a generator that keeps symbols between its steps"""
    def powers(x):
        value = 1.0
        while True:
            yield value
            value = value * x

    return sum(itertools.islice(powers(im(p)), 4))


def _hailstones(n):
    while n != 1:
        yield n
        n = 3 * n + 1 if n & 1 else n >> 1
    yield 1


def generator_as_long_as_a_pixel_says(n=Image[Int], p=Position):
    """a generator whose `while` asks what a pixel says: in a for, sum(), max(), another generator"""
    total = 0
    for number in _hailstones(n(p) % 20 + 1):
        total += number % 7
    return total + max(_hailstones(n(p) % 9 + 1)) + sum(1 for _ in _hailstones(n(p) % 20 + 1))


def _fibonacci():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


def generator_without_end(n=Image[Int], p=Position):
    """a generator that never ends, which a pixel leaves: a loop, takewhile, islice, zip"""
    def powers(of):
        at = 1
        while True:
            yield at
            at *= of

    most, found = n(p) % 20, 0
    for value in _fibonacci():
        if value > most:
            break
        found += value
    for i, value in zip(range(most % 7), powers(3)):
        found += i * value
    first = next(value for value in powers(2) if value > most)
    last = list(itertools.islice(_fibonacci(), most + 1))[-1]
    return found + first + last + sum(itertools.takewhile(lambda v: v < most, _fibonacci()))


def pairs_left_early(im=Image, p=Position):
    """pairwise of a list, which a pixel leaves early"""
    for (a, low), (b, high) in itertools.pairwise([(0.0, 1.0), (0.3, 5.0), (0.8, 2.0)]):
        if im(p) < b:
            return low + (im(p) - a) * high
    return -1.0


def generator_send(im=Image, p=Position):
    """send to a generator"""
    def running():
        total = 0.0
        while True:
            total += yield total

    mean = running()
    next(mean)
    mean.send(im(p))
    return mean.send(2.0)


def walrus(im=Image, p=Position):
    """walrus in a condition"""
    if (v := im(p)) > 0:
        return v
    return (w := v + 1) * w


def walrus_in_comprehension(im=Image, p=Position):
    """walrus in a comprehension"""
    total = 0.0
    running = [total := total + im(p + (i, 0)) for i in range(3)]
    return running[1] + 10 * total


def itertools_product(im=Image, p=Position):
    """itertools.product, combinations, permutations"""
    total = sum(im(p + d) for d in itertools.product((-1, 1), repeat=2))
    pairs = sum(a * b for a, b in itertools.combinations([im(p), 2.0, im(p + (1, 0))], 2))
    return total + pairs + len(list(itertools.permutations(range(3))))


@finite
def itertools_accumulate(im=Image, p=Position):
    """itertools.accumulate, pairwise"""
    row = [im(p + (i, 0)) for i in range(4)]
    return sum(itertools.accumulate(row)) + sum(b * i - a for i, (a, b) in enumerate(itertools.pairwise(row)))


def itertools_chain(im=Image, p=Position):
    """itertools.chain, repeat, count, cycle, starmap, islice, zip_longest"""
    row = list(itertools.chain([im(p)], itertools.repeat(2.0, 2)))
    counted = sum(v * i for v, i in zip(row, itertools.count(1)))
    cycled = sum(v * s for v, s in zip(row, itertools.cycle((1, -1))))
    starred = sum(itertools.starmap(lambda a, b: a * b, [(im(p), 2.0), (1.0, 3.0)]))
    longest = sum(a + b for a, b in itertools.zip_longest(row, [im(p)], fillvalue=1.0))
    return counted + cycled + starred + longest


def accumulate_with_function(im=Image, p=Position):
    """itertools.accumulate with a function"""
    return list(itertools.accumulate([im(p + (i, 0)) for i in range(3)], lambda a, b: a / 2 + b))[-1]


def getters(im=Image, p=Position):
    """operator.itemgetter, attrgetter"""
    pairs = [(im(p), 1), (2.0, 2)]
    return sum(map(operator.itemgetter(0), pairs)) + operator.itemgetter(1)(pairs[1])


def generator_takes_from_a_list(im=Image, p=Position):
    """a generator that takes from a known list which the filter made"""
    def taking(parts):
        while parts:
            yield parts.pop()

    parts, total = [1.0, 2.0, 3.0], im(p)
    for part in taking(parts):
        total = total / 2 + part
    return total + len(parts)


def _taking(parts):
    while len(parts) > 1:
        yield parts.pop()


def generator_of_the_module_takes_from_a_list(im=Image, p=Position):
    """a generator function from outside that takes from a list which the filter made"""
    parts, total = [1.0, 2.0, 3.0], im(p)
    for part in _taking(parts):
        total = total / 2 + part
    return total + len(parts)


@finite
def generator_closed(im=Image, p=Position):
    """a generator that is left: finally inside of it; its close() and throw()"""
    seen = []

    def values(k):
        try:
            yield im(p) + k
            yield 100.0
        except ValueError:
            yield im(p + (1, 0))
        finally:
            seen.append(k)

    for value in values(1.0):
        seen.append(value)
        break
    again = values(2.0)
    first, second = next(again), again.throw(ValueError("no"))
    again.close()
    kept = values(4.0)
    for value in kept:
        break
    return sum(seen) + first * 8 + second * 16 + len(seen) * 64 + next(kept) + value


def iterators_shared(im=Image, p=Position):
    """iterators that take from one another, as late as Python does"""
    left = iter([im(p + (i, 0)) for i in range(8)])
    joined, summed = itertools.chain([0.5], left), itertools.accumulate(left)
    first, second, third = next(joined), next(left), next(summed)
    pairs = [a - 2 * b for a, b in itertools.zip_longest(left, left, fillvalue=0.25)]
    return first + 2 * second + 4 * third + sum((i + 1) * v for i, v in enumerate(pairs))


def filter_sees_what_the_loop_does(im=Image, p=Position):
    """a filter whose test asks what the body of the loop has changed"""
    seen = []
    for v in filter(lambda v: v not in seen, [round(im(p + (i, 0)) * 3) for i in range(5)]):
        seen.append(v)
    scale = [1.0]
    scaled = itertools.starmap(lambda a, b: a * scale[0] + b, [(im(p), 1.0), (2.0, im(p))])
    scale[0] = 3.0
    return len(seen) + 10 * sum(scaled) + sum(reversed(seen))


def filtered_and_mapped(im=Image, p=Position):
    """map, islice, groupby over what a pixel decides the length of"""
    values = [im(p + (i, 0)) - 0.4 for i in range(4)]
    roots = map(lambda v: v ** 0.5 + 1, filter(lambda v: v > 0, values))
    runs = itertools.groupby([v > 0 for v in values])
    return sum(roots) + 10 * sum(map(operator.itemgetter(0), runs)) + sum(itertools.islice(itertools.count(2), 3))


def _noted(log, number, first):
    try:
        yield first
        yield first + 1
        yield first + 2
    finally:
        log.append(number)


class _Reader:
    def __init__(self, log, first):
        self.values = _noted(log, 3, first)

    def read(self):
        return next(self.values)


def generators_dropped(im=Image, p=Position):
    """a generator that nothing holds any more is closed at once: what its `finally` does"""
    log = []
    total = next(_noted(log, 1, im(p))) + 10 * len(log)
    held = _noted(log, 2, im(p))
    total += next(held)
    if im(p) > 0.5:
        held = None
        log.append(7)
    else:
        log.append(8)
    log.append(9)

    def read():
        reader = _Reader(log, im(p))
        found = reader.read() + reader.read()
        log.append(5)
        return found

    total += read()
    for v in _noted(log, 4, im(p)):
        if v > 1.25:
            break
        log.append(6)
    for i, number in enumerate(log):
        total += (i + 1) * number
    return total


@contextmanager
def _entered(log, value):
    log.append(1)
    try:
        yield value
    finally:
        log.append(2)


def context_manager_dropped(k=Image[Int], p=Position):
    """a context manager of a generator that is entered by hand, and dropped; one in a `with` around a loop"""
    log = []

    def by_hand():
        manager = _entered(log, k(p))
        found = manager.__enter__()
        log.append(3)
        return found

    total = by_hand()
    log.append(4)
    with _entered(log, k(p)) as inner:
        for i in range(k(p) % 5):
            if i * inner > 6:
                break
            total += i
        log.append(5)
    for i, number in enumerate(log):
        total += (i + 1) * number
    return total


def context_managers_in_a_loop(im=Image, p=Position):
    """a `with` of a generator in a loop that pixels leave; a generator that only some pixels have made"""
    log, total = [], 0.0
    for i in range(2):
        with _entered(log, im(p + (i, 0))) as value:
            if value > 0.5:
                break
            total += value
        log.append(3)
    held = total
    if im(p) > 0.25:
        held = _noted(log, 4, 2.0)
        total += next(held)
    held = None
    for i, number in enumerate(log):
        total += (i + 1) * number
    return total


def value_of_stop_iteration(im=Image, p=Position):
    """except StopIteration as e: e.value is what the generator returned"""
    def running(values):
        total = 0.0
        for v in values:
            total += v
            yield total
        return total * 10

    steps, last = running([im(p), im(p + (1, 0))]), 0.0
    while True:
        try:
            last += next(steps)
        except StopIteration as end:
            return last + end.value
