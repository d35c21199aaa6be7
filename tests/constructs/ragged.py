"""Constructs: lists and generators whose length a pixel decides, up to a known bound."""

import functools
import heapq
import itertools
from collections import Counter, deque

from pygpu import Image, Int, Position

from .marks import finite


def _row(im, p):
    return [im(p + (i, 0)) for i in range(4)]


@finite
def filtered_generators(im=Image, p=Position):
    """sum, len, min, any, all, next of a generator or comprehension whose condition depends on pixels"""
    row = _row(im, p)
    return (sum(v for v in row if v > 0) + 10 * len([v for v in row if v > 0]) + min((v for v in row if v > 0), default=9.0)
            + any(v > 1 for v in row if v < 2) + all(v > 1 for v in row if v < 2) + next((v for v in row if v > 0), -1.0))


@finite
def filtered_lists(im=Image, p=Position):
    """items, the first and the last, sorted, + of a comprehension whose condition depends on pixels"""
    found = [v for v in _row(im, p) if v > 0] + [5.0]
    return found[0] + 2 * found[-1] + sorted(found)[0] * 4 + max(found) + (1 if [v for v in found if v > 6] else 0)


@finite
def list_grows_under_a_condition(im=Image, p=Position):
    """a list that one path makes longer"""
    found = [1.0]
    for v in _row(im, p):
        if v > 1:
            found.append(v)
        elif v < -1:
            found.append(-v)
            found.append(0.5)
    return sum(found) + 10 * len(found)


@finite
def loop_over_a_filtered_list(im=Image, p=Position):
    """for, break, else over a list whose length depends on pixels"""
    total = 0.0
    for v in [v for v in _row(im, p) if v > 0]:
        if v > 3:
            break
        total = total * 0.5 + v
    else:
        total += 100
    return total


@finite
def yield_under_a_condition(im=Image, p=Position):
    """yield in a branch that depends on pixels, return in a generator"""
    def some():
        for v in _row(im, p):
            if v > 1:
                yield v
            if v < -2:
                return

    return sum(some())


@finite
def filtered_iterators(im=Image, p=Position):
    """filter, takewhile, dropwhile, filterfalse, compress by pixels"""
    row = _row(im, p)
    return (sum(filter(lambda v: v > 0, row)) + 2 * sum(itertools.takewhile(lambda v: v < 1, row))
            + 4 * sum(itertools.dropwhile(lambda v: v < 1, row)) + sum(itertools.filterfalse(lambda v: v < 0, row)) / 2
            + sum(itertools.compress(row, [v > 1 for v in row])))


@finite
def slice_by_symbol(im=Image, n=Image[Int], p=Position):
    """a slice whose ends depend on pixels"""
    row, k = _row(im, p), n(p) % 5
    return sum(row[:k]) + 2 * sum(row[k - 2:]) + sum([1, 2, 3, 4, 5, 6][k % 4:k % 4 + 2])


@finite
def enumerate_and_zip_filtered(im=Image, p=Position):
    """enumerate, zip, pairwise, reversed over a list whose length depends on pixels"""
    row = _row(im, p)
    some, others = [v for v in row if v > 0], [v for v in row if v < 2]
    total = 0.0
    for place, v in enumerate(reversed(some)):
        total = total * 0.5 + place * v
    return (total + sum(a * 2 - b for a, b in zip(some, others)) + sum(k * v for k, v in zip(range(9), some))
            + sum(abs(a - b) for a, b in itertools.pairwise(some)))


@finite
def pop_under_a_condition(im=Image, p=Position):
    """a stack: append and pop where a pixel decides"""
    stack = []
    for v in _row(im, p):
        if v > 0:
            stack.append(v)
        elif stack:
            stack.pop()
    return len(stack) + sum(stack) * 0.5


@finite
def grown_after_a_symbolic_index(im=Image, n=Image[Int], p=Position):
    """append, pop, None and tuples under a condition, in a list of which an item was changed at an index that depends on pixels"""
    stack, queue, mixed = [1, 2, 3], deque([1.0, 2.0, 3.0]), [1, 2, 3]
    stack[n(p) % 3] = n(p + (1, 0)) % 100
    queue[n(p) % 3] += im(p)
    if im(p) > 0:
        last = stack.pop()
        queue.append(4.0)
        mixed[n(p) % 3] = 9
    else:
        last = 5
        queue.popleft()
        mixed[1] = None
        if n(p) > 1:
            stack.insert(1, 7)
    return (sum(stack) + 8 * len(stack) + last + sum(v * i for i, v in enumerate(queue, 1))
            + sum(16 * v for v in mixed if v is not None))


@finite
def taken_out_of_lists(im=Image, n=Image[Int], p=Position):
    """remove, pop at an index that depends on pixels, sort of what is left"""
    row, left = _row(im, p), [1.0, 2.0, 4.0]
    row.remove(max(row))
    row.remove(min(row))
    third = left.pop(n(p) % 3)
    some = [v for v in row if v > 0]
    some.sort()
    return row[0] + 2 * row[1] + third * 8 + left[0] * 16 + left[1] + (some[0] if some else -1.0)


@finite
def items_of_ragged_lists_changed(im=Image, n=Image[Int], p=Position):
    """items assigned and deleted in a list whose length depends on pixels"""
    found = [v for v in _row(im, p) if v > 0] + [5.0, 6.0]
    found[0] = 8.0
    found[n(p) % 2] += 16.0
    found[-1], found[0] = found[0], found[-1]
    del found[1]
    del found[-1]
    return sum(found) + 100 * len(found)


def digits_of_numbers(n=Image[Int], p=Position):
    """text of whole numbers: str, int, format, f-strings, bin, hex, %, ord, chr; their letters, slices, in, count, join"""
    number = n(p) % 1000
    text, padded = str(number), f"{number:05d}"
    return (sum(int(digit) for digit in text) + 10 * int(text[::-1]) + bin(number).count("1") + len(hex(n(p) % 4096))
            + int(padded[2:4]) * (text[0] == "1") + ("7" in text) + ord(("%03d" % number)[1]) + int("".join(sorted(padded)))
            + int(chr(48 + number % 10) + "0") + len(f"{n(p) % 100 - 50:+d}") + {"1": 5, "2": 7}.get(text[-1], 9))


def tables_of_pixels_lengths(n=Image[Int], p=Position):
    """[0] * (n + 1), where bounds are known of n: filled, changed at indices of pixels, its last item and length"""
    count = n(p) % 12
    ways = [1] + [0] * count
    for coin in (1, 2, 5):
        for i in range(coin, count + 1):
            ways[i] += ways[i - coin]
    return ways[count] * 100 + ways[-1] + len(ways)


@finite
def filtered_generator_step_by_step(im=Image, p=Position):
    """next again and again, of a generator whose condition depends on pixels"""
    found = (v for v in _row(im, p) if v > 0)
    return next(found, -1.0) + 4 * next(found, -2.0) + 16 * next(found, -3.0) + 64 * sum(found)


def compared_where_pixels_say_the_length(im=Image, n=Image[Int], p=Position):
    """== of lists whose length pixels decide; islice() up to a symbol; None or a number, with `or`"""
    v, k = im(p), n(p) % 4
    some = [x for x in (1.0, 2.0, 3.0) if x > k]
    found = v if k > 1 else None
    return (some == [2.0, 3.0]) + 2 * (some != []) + 4 * sum(itertools.islice((10.0, 20.0, 30.0), k)) + (found or 0.25)


@finite
def generators_left_early_that_change_things(im=Image, p=Position):
    """any, next, in, a loop with `break` over generators that change something: as far as they are asked"""
    count, row = [0], [v for v in _row(im, p) if v > 0]

    def counted(v):
        count[0] += 1
        return v

    some = any(counted(v) > 1 for v in row)
    first = next((counted(v) for v in row if v > 1), -1.0)
    two = 2.0 in (counted(v) for v in row)
    for place, v in enumerate(counted(v) for v in row):
        if v > 0.5:
            break
        count[0] += 100 * (place + 1)
    return some + 2 * two + 4 * first + 16 * count[0]


@finite
def generator_and_loop_take_turns(im=Image, p=Position):
    """a generator that yields where a pixel says sees what the loop changes, and the loop what it does"""
    found = [0.0]

    def positive():
        for v in _row(im, p):
            found[0] += 1
            if v > found[0] / 4:
                yield v + found[0]

    for v in positive():
        found[0] += v
        if v > 3:
            break
    return found[0]


def numbered_where_only_some_may_be_missing(im=Image, n=Image[Int], p=Position):
    """enumerate in a generator, over a list in which what may be missing stands between what is there"""
    found = []
    for i in range(2):
        found.append(n(p) + i)
        if im(p) > i:
            found.append(i + 2)
    return sum((place + 1) * item for place, item in enumerate(found))


def indices_from_the_end_of_ragged_lists(n=Image[Int], p=Position):
    """an index that a pixel says, of a list whose length it says, too: from the end, and beyond both ends"""
    some, found = [v for v in (1, 2, 3, 4) if v > n(p) % 5], 7
    try:
        found = some[n(p) % 9 - 4]
    except IndexError:
        found += 10
    return found + 100 * len(some)


def mapped_where_they_are(im=Image, p=Position):
    """map, filter, a key that raises for items that a pixel leaves out; map(int, the digits of a number)"""
    digits = [c for c in "ab12"[p.x % 4] + "7" if c.isdigit()]
    inverted = map(lambda k: 1 / k, [k for k in (p.x % 3, 2, 4) if k])
    found = sum(map(int, digits)) + sum(inverted) + sum(map(int, str(p.x * 17))) + max(map(int, str(p.y * 31)))
    return found + 100 * int(min(digits, key=int)) + 10 * len([*filter(int, digits)]) + int(sorted(digits, key=int)[-1])


def slices_assigned_to_what_pixels_made(im=Image, p=Position):
    """insert, a slice assigned or deleted, * of a list whose length a pixel decides; one put into a slice"""
    found = [k for k in (p.x % 3, p.y % 4, 2, 7) if k]
    found[1:2], known = [8, 9, 10], [1, 2, 3]
    found.insert(2, 5)
    del found[-2:]
    known[1:2] = [k for k in found if k > 4]
    return sum(i * k for i, k in enumerate(known * 2 + found)) + 100 * len(known)


def places_and_pairs_of_what_pixels_made(im=Image, p=Position):
    """index, count, combinations, product, zip_longest, compress, reduce over a list whose length a pixel decides"""
    found = [k for k in (p.x % 3, p.y % 4, 2, 7) if k]
    pairs = sum(a * b for a, b in itertools.combinations(found, 2)) + len([*itertools.product(found, found)])
    beside = sum(a - b for a, b in itertools.zip_longest(found, [1, 2, 3, 4, 5], fillvalue=0))
    chosen = sum(itertools.compress(found, [k > 1 for k in found]))
    return pairs + beside + chosen + 10 * found.index(7) + found.count(2) + functools.reduce(lambda a, b: a * 2 - b, found)


def lists_grow_in_loops(n=Image[Int], p=Position):
    """lists, tuples and texts that grow and shrink in a loop which a pixel ends: a stack, a queue, digits"""
    stack, digits, text, k = [n(p) % 50], (), "", n(p) % 50
    most = 0
    while stack:
        k = stack.pop()
        most = max(most, len(stack))
        digits = (k % 3, *digits)
        if k > 2:
            text = str(k % 2) + text
            stack.append(k // 3)
            stack += [k // 4] * (k % 2)
    return most + 10 * len(digits) + 100 * sum(digits) + text.count("1")


def heaps_in_loops(n=Image[Int], p=Position):
    """heapq.heappush and heappop of pairs in branches of a loop which a pixel ends"""
    queue, found, steps = [(n(p) % 9, 0)], 0, 0
    while queue and steps < 12:
        cost, place = heapq.heappop(queue)
        found, steps = found * 3 + place, steps + 1
        if place < 5:
            heapq.heappush(queue, (cost + 2, place + 1))
            if cost % 2:
                heapq.heappush(queue, (cost + 1, place + 2))
    return found + len(queue) + (queue[0][0] if queue else 0)


def inserted_where_pixels_say(n=Image[Int], p=Position):
    """insert() at an index that a pixel says, which may lie beyond both ends"""
    found = [1, 2, 3]
    found.insert(n(p) % 9 - 4, n(p) % 5)
    return sum(10**place * item for place, item in enumerate(found))


def set_grows_by_any_keys(n=Image[Int], p=Position):
    """a set and a dict that grow in a loop of the kernel, by keys that may be any numbers"""
    seen, when, k = set(), {}, n(p) % 50
    while k not in seen:
        seen.add(k)
        when[k] = len(seen)
        k = (k * k + 1) % 101
    return len(seen) + 100 * when[k] + k


def table_of_a_pixels_size(n=Image[Int], p=Position):
    """rows of a table of which a pixel says how large it is, and items of those, assigned"""
    size = n(p) % 4 + 1
    table = [[0] * size for _ in range(size)]
    table[0][-1] = 50
    for y in range(size):
        for x in range(size):
            table[y][x] += x * 3 + y
    return sum(map(sum, table)) + 1000 * table[-1][0] + len(list(zip(*table)))


def items_of_chosen_lists(n=Image[Int], p=Position):
    """items of a list in a list assigned, of which a pixel says which one it is: intervals that are merged, sorted lists"""
    merged, a = [], n(p) % 9
    for low, high in sorted([(a, a + 2), (3, 4), (a * a % 7, 6)]):
        if merged and low <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], high)
        else:
            merged.append([low, high])
    rows = sorted([[a, 1], [4, 2], [a * 5 % 7, 3]])
    rows[0][1], rows[-1][0] = 8, 9
    return sum(h - l for l, h in merged) + 10 * len(merged) + 100 * sum(map(sum, rows))


def lists_appended_as_far_as_data_say(n=Image[Int], p=Position):
    """lists appended in a loop to a pixel's number, the last of them and their items changed behind it"""
    rows = [[1, 2]]
    for k in range(n(p) % 50 // 9):
        rows.append([k, n(p) % 7])
    rows[-1][1] = 40
    return sum(map(sum, rows)) + len(rows)


def arrangements_of_a_pixels_range(n=Image[Int], p=Position):
    """itertools.permutations, combinations and product of a range to a pixel's number, or of what pixels have chosen"""
    count = n(p) % 4
    found = [v for v in (n(p) % 5, n(p) % 3, 2) if v > 1]
    orders = list(itertools.permutations(range(count)))
    return (len(orders) + sum(each[-1] * (i + 1) for i, each in enumerate(orders) if each)
            + 10 * sum(x * y for x, y in itertools.combinations(range(count + 1), 2))
            + 100 * sum(x * y for x, y in itertools.product(range(count), repeat=2))
            + 1000 * max(sum((i + 1) * v for i, v in enumerate(each)) for each in itertools.permutations(found)))


def counted_elements(n=Image[Int], p=Position):
    """Counter.elements(), and itertools.repeat as often as a pixel says"""
    counts = Counter([n(p) % 3, n(p) % 5]) + Counter([1])
    return sum(counts.elements()) + 10 * len(list(counts.elements())) + 100 * len(list(itertools.repeat(4, n(p) % 6)))
