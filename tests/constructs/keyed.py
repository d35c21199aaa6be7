"""Constructs: dicts, sets, heaps and queues of which pixels decide what is in them"""

import bisect
import collections
import copy
import functools
import heapq
import itertools
import queue
import statistics

from pygpu import Image, Int, Position

from .marks import finite


def _few(n, p):
    return [n(p + (i, 0)) % 4 for i in range(3)]


def keys_that_pixels_decide(im=Image, n=Image[Int], p=Position):
    """a dict: display, item, assignment, +=, in, get, len, del with keys that depend on pixels"""
    a, b, c = _few(n, p)
    found = {a: 1.0, b: 2.0}
    found[c] = 3.0
    found[a] += 0.5
    size = len(found)
    if 2 in found:
        del found[2]
    return found[a] if a in found else 10 * size + found.get(3, 7.0) + sum(found.values()) + sum(found)


def keys_under_a_condition(im=Image, n=Image[Int], p=Position):
    """a dict: keys that one path has and another has not"""
    found = {"x": 1.0}
    if n(p) % 2:
        found["y"] = 2.0
    else:
        found["z"], found["x"] = 3.0, 4.0
    total = 0.0
    for key, value in found.items():
        total += value * (2 if key == "y" else 1)
    return total + 10 * len(found) + found.get("y", 0.25) + ("z" in found)


def methods_of_keyed_dicts(im=Image, n=Image[Int], p=Position):
    """a dict: setdefault, pop, update, |, ==, fromkeys, comprehension of keys that depend on pixels"""
    a, b, c = _few(n, p)
    found = {a: 1, b: 2}
    first = found.setdefault(c, 5) + found.pop(b, 9)
    found.update({a: 7, 3: 1})
    same = {a: 1} == {b: 1}
    return (first + 10 * sum((found | {c: 3}).values()) + 100 * same + 1000 * len(dict.fromkeys([a, b, c]))
            + sum(v * k for k, v in {k: i for i, k in enumerate((a, b, c))}.items()))


def dict_that_grows_in_a_loop(im=Image, n=Image[Int], p=Position):
    """a dict, a set: new keys in a loop that depends on pixels, where their bounds say how many"""
    counts, seen, k = {}, set(), n(p) % 4
    for i in range(n(p) % 7):
        counts[i % 3] = counts.get(i % 3, 0.0) + im(p + (i, 0))
    while k not in seen:
        seen.add(k)
        k = (k * 3 + 1) % 5
    return len(counts) + sum(counts.values()) + 10 * len(seen) + sum(i * key for i, key in enumerate(counts))


def sets_that_pixels_decide(im=Image, n=Image[Int], p=Position):
    """a set: display, add, discard, in, len, | & - ^ <=, of what depends on pixels"""
    a, b, c = _few(n, p)
    seen, twice = set(), 0
    for v in (a, b, c):
        twice += v in seen
        seen.add(v)
    seen.discard(1)
    one, other = {a, b}, {b, c, 0}
    return (twice + 10 * len(seen) + 100 * len(one | other) + 1000 * len(one & other) + 10000 * sum(one - other)
            + 7 * len(one ^ other) + 3 * (one <= other) + 5 * seen.isdisjoint({a}) + max(one))


def lists_that_a_dict_holds(n=Image[Int], p=Position):
    """lists in a dict and in a list, at keys and places that pixels decide: changed by any of their names"""
    a, b, c = _few(n, p)
    one, other = [1], [2, 3]
    found, rows = {a: one, b: other}, [[1.0], [2.0], [3.0]]
    rows[c % 3] = one
    one.append(4)
    rows[0][0] += 10
    return len(found[a]) + 10 * len(found[b]) + 100 * sum(rows[1]) + 1000 * one[0] + rows[0][0]


def tuples_as_keys(im=Image, n=Image[Int], p=Position):
    """a set and a dict of tuples that hold symbols"""
    a, b, c = _few(n, p)
    places = {(a, b), (b, a), (c, c)}
    return len(places) + 10 * ((0, 1) in places) + 100 * {(a, b): 1, (b, c): 2}[b, c]


def counters(im=Image, n=Image[Int], p=Position):
    """collections.Counter: of a list, +=, [missing], most_common, total; statistics.mode"""
    numbers = _few(n, p)
    counted = collections.Counter(numbers)
    counted[numbers[0]] += 2
    (most, times), = counted.most_common(1)
    return most + 10 * times + 100 * counted[3] + 1000 * counted.total() + counted[77] + 5 * statistics.mode(numbers)


def dicts_with_defaults(im=Image, n=Image[Int], p=Position):
    """collections.defaultdict of keys that depend on pixels, and a class made from dict"""
    class Squares(dict):
        def __missing__(self, key):
            return key * key

    counts, squares = collections.defaultdict(int), Squares({1: 5})
    for v in _few(n, p):
        counts[v] += v + 1
    return sum(counts.values()) + 10 * len(counts) + counts[0] + 100 * squares[n(p) % 4]


@finite
def heaps(im=Image, p=Position):
    """heapq: heappush, heappop, heapify, heapreplace, of numbers and of tuples"""
    row = [im(p + (i, 0)) for i in range(4)]
    heap = []
    for i, v in enumerate(row[:3]):
        heapq.heappush(heap, (v, i))
    numbers = list(row)
    heapq.heapify(numbers)
    return (heapq.heappop(heap)[1] + 10 * heapq.heappop(heap)[1] + heapq.heapreplace(numbers, 2.5)
            + 3 * heapq.heappop(numbers) + 5 * numbers[0])


@finite
def heap_that_pixels_fill(im=Image, p=Position):
    """heapq, bisect.insort and queue.PriorityQueue, under conditions"""
    heap, ordered, waiting = [0.5], [], queue.PriorityQueue()
    for i in range(3):
        v = im(p + (i, 0))
        if v > heap[0]:
            heapq.heappush(heap, v)
        bisect.insort(ordered, v)
        waiting.put(-v)
    return heapq.heappop(heap) + 10 * len(heap) + ordered[1] * 3 + waiting.get() * 7


@finite
def shortest_of_deques(im=Image, p=Position):
    """deque(maxlen=), and a queue that pixels fill while it is walked"""
    last, todo, steps = collections.deque(maxlen=2), collections.deque([im(p)]), 0
    for i in range(3):
        if im(p + (i, 0)) > 0:
            last.append(im(p + (i, 0)))
    while todo and steps < 3:
        v = todo.popleft()
        steps += 1
        if v > 0.5:
            todo.append(v - 1)
    return sum(last) + 10 * len(last) + 100 * steps


@finite
def deques_among_themselves(im=Image, p=Position):
    """deque(maxlen=): +, *, +=, *=, copy(); == with a list; TypeError for + with one"""
    last = collections.deque([im(p), im(p + (1, 0)), 2.0], maxlen=2)
    more = last + collections.deque([1.0])
    twice, other = last * 2, last.copy()
    other += [3.0, im(p)]
    last *= 3
    try:
        last + [1.0]
    except TypeError:
        wrong = 1000
    return (sum(more) + 10 * len(more) + 3 * sum(twice) + 100 * len(twice) + 5 * other[0] + len(last) + 7 * last[1] + wrong
            + 50 * (last == [*last]) + 25 * isinstance(more, collections.deque))


def lists_put_together_of_what_is_there(im=Image, p=Position):
    """+= of a list whose length a pixel decides, [*a, *b] of two, and a merge that is left by break"""
    a, b, merged = sorted([im(p), im(p + (1, 0))]), sorted([im(p + (0, 1)), 0.5]), []
    i = j = 0
    for _ in range(4):
        if i == len(a) or j == len(b):
            break
        if a[i] <= b[j]:
            merged.append(a[i])
            i += 1
        else:
            merged.append(b[j])
            j += 1
    whole = [*merged, *a[i:], *b[j:]]
    merged += a[i:]
    merged += b[j:]
    return merged[0] + 2 * merged[1] + 4 * merged[3] + 8 * whole[2] + len(whole)


def _noting(noted, v):
    noted.append(v)
    return v > 0.5


def answers_that_nobody_asks_for(im=Image, p=Position):
    """any() and all() of calls that change or raise something: none is made after the one that settles it"""
    one, other, seen = [], [], set()
    found = any(_noting(one, im(p + (i, 0))) for i in range(3)) + 2 * all(_noting(other, im(p + (0, i))) for i in range(3))
    twice = any(n in seen or seen.add(n) for n in [int(4 * im(p + (i, i))) for i in range(4)])
    try:
        divided = 4 * any(1 / int(4 * im(p + (i, 0))) > 0.4 for i in range(3))
    except ZeroDivisionError:
        divided = 9
    return found + 10 * len(one) + 100 * len(other) + 1000 * len(seen) + 10000 * twice + divided


def attributes_that_are_missing(im=Image, p=Position):
    """except AttributeError: of an object, of one with __slots__, of a pixel's number; list.index with its bounds"""
    noted, bare = Noted([im(p)], 2.0), Slotted()
    try:
        found = noted.other
    except AttributeError:
        found = 3.0
    try:
        found += bare.x
    except AttributeError:
        bare.x = im(p)
    try:
        found += im(p).nothing
    except AttributeError:
        found += 7
    n = int(2 * im(p))
    return found + bare.x + 10 * [n, 1, 0, 1, n, 1, 0].index(n, 2) + 100 * b"abc"[n % 3]


class Slotted:
    __slots__ = ("x",)


class Noted(list):
    def __init__(self, items, note):
        super().__init__(items)
        self.note = note


def copies_of_what_has_more_than_items(im=Image, p=Position):
    """copy.copy, copy.deepcopy and .copy() of a defaultdict, a Counter, a deque and a list with attributes"""
    found = collections.defaultdict(lambda: im(p))
    found[1] = 2.0
    shallow, deep = copy.copy(found), copy.deepcopy(found)
    several = collections.Counter([1, 1, 2])
    other = copy.copy(several)
    other[1] += 1
    last = copy.copy(collections.deque([1.0, im(p)], 2))
    last.append(3.0)
    noted = Noted([im(p), [1.0]], [2.0])
    alike, apart, plain = copy.copy(noted), copy.deepcopy(noted), noted.copy()
    alike.note = 5.0
    apart.note.append(im(p))
    apart[1].append(im(p))
    return (shallow[7] + 2 * deep[8] + len(found) + several[1] + 10 * other[1] + 100 * len(last) + last[0] + len(noted.note)
            + alike.note + 10 * len(apart.note) + 3 * len(noted[1]) + 1000 * (type(plain) is list))


def groups_of_neighbours(n=Image[Int], p=Position):
    """itertools.groupby whose keys depend on pixels, and tee"""
    numbers = _few(n, p)
    one, other = itertools.tee(numbers)
    next(other)
    longest = max(len(list(group)) for _, group in itertools.groupby(numbers))
    return longest + 10 * sum(key * sum(group) for key, group in itertools.groupby(numbers)) + sum(
        a * b for a, b in zip(one, other))


@finite
def what_takewhile_leaves(im=Image, p=Position):
    """itertools.takewhile on an iterator of which the rest is used"""
    values = iter([im(p + (i, 0)) for i in range(4)])
    before = list(itertools.takewhile(lambda v: v < 1, values))
    return len(before) + 10 * sum(values)


@finite
def some_of_them_in_order(im=Image, p=Position):
    """sorted with a key, and slices, of a list whose length depends on pixels"""
    found = sorted([(i, v) for i, v in enumerate(im(p + (i, 0)) for i in range(4)) if v > 0], key=lambda pair: -pair[1])
    return sum(i for i, _ in found[:2]) + 10 * sum(v for _, v in found[1:]) + len(found[:-1]) + len(found[-2:])


def begun_with_equals(n=Image[Int], p=Position):
    """a set and a dict that grow in a loop, begun with keys of which some may be equal"""
    a, b, c = n(p), n(p + (1, 0)), n(p + (0, 1))
    kinds, last = {a % 4, b % 4, c % 4}, {a % 4: 1, b % 4: 2, c % 4: 3}
    for i in range(b % 4):
        kinds.add(a % 7 % 5)
        last[(a % 7 + i) % 5] = i
    found = len(kinds) + 10 * sum(kinds)
    for key, value in last.items():
        found = (found * 7 + key * 3 + value) % 10007
    return found


def short_runs(n=Image[Int], p=Position):
    """a slice of a known length whose start depends on pixels, at the ends too"""
    row = [1, 2, 4, 8, 16]
    at = n(p) % 9 - 4
    return sum(row[at:at + 2]) + 100 * len(row[at:at + 2])


@finite
def generator_left_early(im=Image, p=Position):
    """for over a generator, left by a break that depends on pixels"""
    def some():
        for i in range(4):
            yield im(p + (i, 0))

    total = 0.0
    for v in some():
        if v > 1:
            break
        total += v
    return total


@functools.total_ordering
class _Hit:
    def __init__(self, distance, name):
        self.distance, self.name = distance, name

    def __lt__(self, other):
        return self.distance < other.distance

    def __eq__(self, other):
        return self.distance == other.distance


@finite
def least_of_objects(im=Image, p=Position):
    """min, max, sorted of objects that compare by their own methods"""
    hits = [_Hit(im(p + (i, 0)), i) for i in range(5)]
    return min(hits).name + 10 * max(hits).name + 100 * sorted(hits)[2].name


def views_of_dicts(im=Image, n=Image[Int], p=Position):
    """keys(), values(), items(): views that see what becomes of the dict, and are sets where Python's are"""
    found = {"x": im(p), "y": 2.0}
    names, numbers, pairs = found.keys(), found.values(), found.items()
    before = sum(numbers) + 10 * len(pairs)
    found["z"] = im(p + (1, 0))
    found["x"] = 5.0
    del found["y"]
    common = len(names & {"x", "y"}) + 2 * (names == {"z", "x"}) + 4 * ("y" in names) + 8 * (5.0 in numbers)
    both = found | {n(p) % 3: 1.0}
    seen = both.keys()
    both[2] = 7.0
    return before + sum(numbers) + 100 * common + 1000 * sum(value for _, value in pairs) + 7 * len(seen) + (
        [*reversed(numbers)][0] + next(iter(pairs))[1])


def dicts_changed_in_a_loop(im=Image, p=Position):
    """a loop over items(): values that change meanwhile; RuntimeError where the dict grows"""
    found, total = {"x": im(p), "y": 2.0, "z": 3.0}, 0.0
    for name, value in found.items():
        found["z"] = value + 1
        total += value
    try:
        for name in found:
            found[name + "!"] = 0.0
    except RuntimeError:
        total += 100
    return total + len(found)


def sets_in_another_order(n=Image[Int], p=Position):
    """== and != of sets whose items pixels decide, made in another order"""
    a, b = n(p) % 3, n(p + (1, 0)) % 3
    return ({a, b} == {b, a}) + 2 * ({a, b} != {b, a, 1}) + 4 * ({a, 2} == {2, b})


def _in_order(found):
    return sum((place + 1) * (key + 1) + value for place, (key, value) in enumerate(found.items()))


def orders_that_pixels_decide(n=Image[Int], p=Position):
    """a dict's order where pixels decide what is taken out, and put in again: what one path keeps stays in its place"""
    a, b, c = _few(n, p)
    kept, moved = {0: a, 2: 5, 4: 1}, {0: 3, 2: b, 4: 1}
    if a > 1:
        kept.pop(0)
    if b > 1:
        moved[0] = moved.pop(0) + 1
    if c > 1:
        moved[2] = moved.pop(2, 7)
    moved[0] += 10
    return _in_order(kept) + 1000 * _in_order(moved) + 100 * list(moved)[0]


class _Latest:
    """The results of the last two calls."""

    def __init__(self):
        self.kept, self.missed = collections.OrderedDict(), 0

    def square(self, number):
        if number in self.kept:
            self.kept.move_to_end(number)
            return self.kept[number]
        self.missed += 1
        self.kept[number] = number * number
        if len(self.kept) > 2:
            self.kept.popitem(last=False)
        return number * number


def ordered_dicts(im=Image, n=Image[Int], p=Position):
    """an OrderedDict: its class, ==, move_to_end and popitem with keys of pixels, as a cache of the latest"""
    latest, found = _Latest(), collections.OrderedDict(a=n(p), b=2)
    moved = found.copy()
    if im(p) > 0.5:
        moved.move_to_end("a")
    total = sum(latest.square(each) for each in _few(n, p)) + latest.square(1)
    last, plain = {number: 1.0 for number in _few(n, p)}.popitem(), dict(found)
    return (total + 100 * latest.missed + 1000 * ((found == moved) + 2 * (plain == moved) + 4 * last[0])
            + isinstance(moved, collections.OrderedDict) + 2 * (type(plain) is dict))


def made_anew_in_a_loop(k=Image[Int], p=Position):
    """a dict made anew of its items, as often as a pixel says"""
    found = {0: k(p), 2: 5, 7: k(p + (1, 0))}
    for _ in range(k(p + (0, 1)) % 4):
        found = {key: value - 1 for key, value in found.items() if value > 2}
    return 10 * sum(found.values()) + len(found)


class _Node:
    def __init__(self, weight):
        self.weight = weight
        self.next = []


class _Named:
    """Equal by name, and changed afterwards."""

    def __init__(self, name):
        self.name, self.cost = name, 0.0

    def __eq__(self, other):
        return self.name == other.name

    def __hash__(self):
        return hash(self.name)


class _Itself(_Named):
    """Compared by what pixels say, but never in a dict."""

    def __eq__(self, other):
        return self.cost == other.cost

    def __hash__(self):
        return id(self)


@finite
def objects_as_keys(im=Image, p=Position):
    """dicts and sets whose keys are objects made in the filter: breadth first, degrees, derivatives; which object a key is"""
    nodes = a, b, c, d = [_Node(im(p + (i, 0))) for i in range(4)]
    a.next, b.next, c.next = [b, c], [d], [d]
    distance, waiting, degree = {a: 0}, collections.deque([a]), dict.fromkeys(nodes, 0)
    while waiting:
        node = waiting.popleft()
        for other in node.next:
            degree[other] += 1
            if other not in distance:
                distance[other] = distance[node] + 1
                waiting.append(other)
    known, same = {_Node(1): 5}, {_Named("a"), _Named("b"), _Named("a")}
    named = {_Named("a"): 2.0}
    for each in named:
        each.cost = im(p)
    one, other = _Itself("a"), _Itself("b")
    itself = {one: 1, other: 2}
    return (sum(each.weight * far for each, far in distance.items()) + 10 * degree[d] + 100 * distance[d] + len(same)
            + sum(each.weight for each in known) + sum(each.cost for each in named) + named[_Named("a")]
            + (_Node(1) in known) + 1000 * itself[other] + len(itself))


TREE = {"at": 0, "less": {"at": -9, "less": "red", "more": "green"}, "more": {"at": 30, "less": "blue", "more": "violet"}}


def tree_of_dicts(n=Image[Int], p=Position):
    """a known tree of dicts is gone down until a leaf, which is a text: while isinstance(node, dict)"""
    node = TREE
    while isinstance(node, dict):
        node = node["less"] if n(p) <= node["at"] else node["more"]
    return len(node) + 10 * node.count("e")
