"""Constructs: tuples, lists, dicts and sets whose shape is known and whose leaves are symbols."""

import array
import collections
import types

from pygpu import Image, Int, Position

from .marks import finite

TABLE = (0.5, 2.0, -1.0, 8.0, 4.0)
BAYER = ((0, 8, 2, 10), (12, 4, 14, 6), (3, 11, 1, 9), (15, 7, 13, 5))


def tuple_indices(im=Image, p=Position):
    """a tuple: t[i], t[-i], len"""
    t = (im(p), 2.0, im(p + (1, 0)))
    return t[0] + t[1] * t[-1] + len(t)


def tuple_slices(im=Image, p=Position):
    """a tuple: slices"""
    t = tuple(im(p + (i, 0)) for i in range(6))
    return sum(t[1:3]) + 10 * sum(t[::2]) - sum(t[-2:]) + t[::-1][0]


def tuple_arithmetic(im=Image, p=Position):
    """a tuple: + and *"""
    t = (im(p), 1.0) + (2.0,) * 2
    return t[0] + t[3] + len(t)


def tuple_comparison(im=Image, p=Position):
    """a tuple: == and <"""
    a, b = (1, im(p)), (1, im(p + (1, 0)))
    return (a == b) + 2 * (a < b) + 4 * (a != b) + 8 * (a >= b)


def tuple_membership(im=Image, p=Position):
    """a tuple: in, not in, count, index"""
    t = (1.0, 2.0, -0.5, 1.0)
    return (im(p) in t) + 2 * (im(p) not in (0, 3)) + t.count(1.0) + t.index(2.0)


def unpacking(im=Image, p=Position):
    """a, b = pair"""
    pair = im(p), im(p + (1, 0))
    a, b = pair
    (c, d), e = pair, 2.0
    return a - b + c * e - d


def star_unpacking(im=Image, p=Position):
    """first, *middle, last = sequence"""
    first, *middle, last = [im(p + (i, 0)) for i in range(5)]
    *_, end = range(9)
    return first - last + sum(middle) / len(middle) + end


def star_in_displays(im=Image, p=Position):
    """[*a, *b], (*a, b)"""
    a = (im(p), 1.0)
    both = [*a, *[2.0, im(p + (1, 0))], *range(2)]
    return sum((*both, 1.0)) + len(both)


def chained_assignment(im=Image, p=Position):
    """a = b = value"""
    a = b = im(p)
    b += 1
    return a * b


def list_append_extend_insert(im=Image, p=Position):
    """a list: append, extend, insert, +="""
    parts = []
    parts.append(im(p))
    parts.extend([2.0, im(p + (1, 0))])
    parts.insert(1, 0.5)
    parts += (3.0,)
    return parts[0] + 2 * parts[1] + 3 * parts[2] + 4 * parts[3] + 5 * parts[4]


def list_pop_remove_clear(im=Image, p=Position):
    """a list: pop, del, clear, remove of a known item"""
    parts = [im(p), 2.0, im(p + (1, 0)), 4.0, 5.0]
    last, first = parts.pop(), parts.pop(0)
    del parts[1]
    total = last + first + sum(parts)
    names = ["a", "b"]
    names.remove("a")
    parts.clear()
    return total + len(parts) + len(names)


def list_items_assigned(im=Image, p=Position):
    """a list: l[i] = v, l[i] += v"""
    parts = [0.0] * 3
    parts[0] = im(p)
    parts[-1] = 2.0
    parts[1] += im(p)
    return parts[0] + 2 * parts[1] + 3 * parts[2]


def list_slices(im=Image, p=Position):
    """a list: slices read, assigned, deleted"""
    parts = [im(p + (i, 0)) for i in range(6)]
    parts[1:3] = [1.0, 2.0, 3.0]
    del parts[-1:]
    parts[::2] = [0.0] * 3
    return sum(parts) + len(parts) + parts[1:][0]


def list_reverse_copy_index(im=Image, p=Position):
    """a list: reverse, copy, reversed"""
    parts = [im(p), 1.0, 2.0]
    other = parts.copy()
    other.reverse()
    other[0] = 9.0
    return parts[0] + 2 * other[0] + 3 * list(reversed(other))[0]


def list_aliases(im=Image, p=Position):
    """two names of one list"""
    parts = [im(p), 1.0]
    same = parts
    same[0] = same[0] + 1
    same.append(4.0)
    return parts[0] + parts[-1] + (parts is same)


def list_comprehension(im=Image, p=Position):
    """a list comprehension"""
    return sum([w * im(p + (i, 0)) for i, w in enumerate((1, 2, 1))])


def comprehension_with_condition(im=Image, p=Position):
    """a comprehension with a known condition, and two loops"""
    return sum(im(p + (x, y)) for y in range(-1, 2) for x in range(-1, 2) if (x + y) % 2 == 0)


def nested_comprehension(im=Image, p=Position):
    """a comprehension in a comprehension"""
    rows = [[im(p + (x, y)) for x in range(2)] for y in range(3)]
    return sum([max(row) if False else row[0] - row[1] for row in rows])


def comprehension_with_symbolic_condition(im=Image, p=Position):
    """a sum over a comprehension with a condition on a symbol"""
    return sum([v if v > 0 else 0.0 for v in [im(p + (i, 0)) for i in range(4)]])


def comprehension_keeps_outer_names(im=Image, p=Position):
    """the variable of a comprehension is its own"""
    i = im(p)
    parts = [i * 2 for i in (1.0, 2.0)]
    return i + sum(parts)


def transpose_by_zip(im=Image, p=Position):
    """zip(*rows)"""
    rows = [(im(p), 1.0), (2.0, im(p + (1, 0)))]
    columns = list(zip(*rows))
    return columns[0][1] * columns[1][1] + columns[0][0]


def dict_of_symbols(im=Image, p=Position):
    """a dict: display, item, get, in, len"""
    near = {"left": im(p - (1, 0)), "right": im(p + (1, 0))}
    near["here"] = im(p)
    near["left"] += 1
    return near["left"] - near["right"] + near.get("here") + near.get("up", 5.0) + len(near) + ("down" in near)


def dict_comprehension(im=Image, p=Position):
    """a dict comprehension, keys, values, items"""
    taps = {(dx, dy): im(p + (dx, dy)) for dy in range(2) for dx in range(2)}
    return sum(taps.values()) + sum((k[0] + 1) * v for k, v in taps.items()) + len(list(taps.keys()))


def dict_update_pop(im=Image, p=Position):
    """a dict: update, pop, setdefault, del, |, **"""
    d = {"a": im(p), **{"b": 2.0}}
    d.update(c=3.0)
    d.setdefault("e", 7.0)
    del d["b"]
    d = d | {"a": d["a"] + 1}
    return d.pop("a") + d["c"] + d["e"] + len(d)


def dict_of_functions(im=Image, p=Position, mode="square"):
    """a dict of functions, picked by a known key"""
    modes = {"square": lambda x: x * x, "negative": lambda x: -x}
    return modes[mode](im(p))


def defaultdict_counter(im=Image, p=Position):
    """collections.Counter, OrderedDict, deque on known values"""
    counts = collections.Counter("abracadabra")
    order = collections.OrderedDict(a=1, b=2)
    queue = collections.deque([1, 2, 3], maxlen=2)
    return im(p) * counts["a"] + order["b"] + queue[0]


def known_set(im=Image, p=Position):
    """a set of known values: display, in, | & -"""
    chosen = {1, 2, 3} & {2, 3, 4} | {9}
    return im(p) * len(chosen) + (9 in chosen) + sum(im(p + (i, 0)) for i in sorted(chosen))


def set_comprehension(im=Image, p=Position):
    """a set comprehension, add, frozenset"""
    columns = {abs(dx) for dx in range(-3, 4)}
    columns.add(7)
    return im(p) * sum(columns) + len(frozenset("hello"))


def table_by_symbol(n=Image[Int], p=Position):
    """a known tuple indexed by a symbol"""
    return TABLE[abs(n(p) % 5)]


def table_by_negative_symbol(n=Image[Int], p=Position):
    """a known tuple indexed by a symbol that may be negative"""
    return TABLE[n(p) % 5 - 5] + TABLE[n(p) % 3 - 1]


def table_of_ints(n=Image[Int], p=Position):
    """a known list of ints indexed by a symbol"""
    return [3, 1, 4, 1, 5, 9, 2, 6][n(p) & 7]


def table_of_rows(im=Image, p=Position):
    """a known table of rows indexed by two symbols"""
    return 1 if im(p) > BAYER[p.y % 4][p.x % 4] / 16 else 0


def table_of_vectors(n=Image[Int], p=Position):
    """a known list of tuples indexed by a symbol"""
    dx, dy = ((1, 0), (0, 2), (-3, 0), (0, -4))[n(p) & 3]
    return dx + 10 * dy


def symbols_by_symbol(im=Image, n=Image[Int], p=Position):
    """a list of symbols indexed by a symbol"""
    row = [im(p + (i, 0)) for i in range(4)]
    return row[n(p) & 3] + row[-(n(p) & 1) - 1]


def dict_of_int_keys_by_symbol(im=Image, p=Position):
    """items of a known list, chosen by conditions"""
    gains = [0.5, 2.0]
    return im(p) * gains[im(p) > 0]


def known_text(im=Image, p=Position):
    """known text: index, slices, methods, in"""
    name = "gray-scale"
    return im(p) * len(name.split("-")[0]) + name.index("s") + ("gray" in name) + len(name[1:].upper())


def f_string(im=Image, p=Position, size=3):
    """an f-string of known values"""
    key = f"{size}x{size:02d}{'!' if size > 2 else ''}"
    return im(p) * {"3x03!": 2.0, "5x05!": 4.0}[key] + len(f"{size!r:>8}")


def known_bytes(im=Image, p=Position):
    """bytes and array.array of known numbers"""
    return im(p) * b"\x02\x03"[1] + array.array("d", [0.5, 1.5])[1]


def range_as_sequence(im=Image, p=Position):
    """a range: len, index, in, slice"""
    steps = range(1, 10, 3)
    return im(p) * steps[-1] + len(steps) + (4 in steps) + sum(steps[1:])


def symbol_in_range(n=Image[Int], p=Position):
    """a symbol in a range"""
    return 1 if n(p) in range(-5, 6) else 0


def slice_objects(im=Image, p=Position):
    """a slice object"""
    every_other = slice(None, None, 2)
    return sum([im(p + (i, 0)) for i in range(5)][every_other])


@finite
def slices_by_known_numbers(im=Image, p=Position, first=1):
    """a slice with known variables for its ends"""
    row = [im(p + (i, 0)) for i in range(6)]
    row[first:first + 2] = [0.5]
    return sum(row[first:]) - row[:-first][0] + sum(row[::first + 1])


def namedtuple_of_symbols(im=Image, p=Position):
    """collections.namedtuple: fields, index, unpacking, _replace"""
    tap = _Tap(im(p), weight=2.0)
    value, weight = tap
    return tap.value * tap[1] + value - weight + tap._replace(weight=3.0).weight


_Tap = collections.namedtuple("_Tap", "value weight")


def simple_namespace(im=Image, p=Position):
    """types.SimpleNamespace known from outside"""
    return im(p) * _SETTINGS.gain + _SETTINGS.bias


_SETTINGS = types.SimpleNamespace(gain=2.0, bias=-0.25)


@finite
def sort_a_list(im=Image, p=Position):
    """a list: sort"""
    row = [im(p + (i, 0)) for i in range(5)]
    row.sort()
    return row[0] + 10 * row[2] + 100 * row[4]


@finite
def sort_reverse(im=Image, p=Position):
    """sorted, descending"""
    a, b, c = sorted((im(p), im(p + (1, 0)), im(p + (0, 1))), reverse=True)
    return a + 10 * b + 100 * c


@finite
def sort_by_key(im=Image, p=Position):
    """sorted by a key of symbols"""
    pairs = sorted([(im(p + (i, 0)), i) for i in range(4)], key=lambda pair: pair[0])
    return sum(v * i for i, (v, _) in enumerate(pairs))


def sort_pairs_with_functions(im=Image, p=Position):
    """sorted pairs of names and functions"""
    v = im(p)
    steps = {"then": lambda q: q * v, "first": lambda q: q + 0.5, "last": abs}
    for _, step in sorted(steps.items()):
        v = step(v)
    return v


@finite
def sort_triples_with_functions(im=Image, p=Position):
    """sorted tuples that differ before what cannot be compared"""
    found = sorted([(im(p + (i, 0)), -i, lambda v, i=i: v + i) for i in range(3)])
    return sum(10**n * v - place for n, (v, place, _) in enumerate(found))


@finite
def minimum_by_key(im=Image, p=Position):
    """min, max by a key of symbols"""
    row = [im(p + (i, 0)) for i in range(4)]
    return min(row, key=abs) + 10 * max(row, key=lambda v: -v * v)


@finite
def median_of_nine(im=Image, p=Position):
    """the median of a neighbourhood"""
    return sorted(im(p + (x, y)) for x in (-1, 0, 1) for y in (-1, 0, 1))[4]


def minimum_of_a_list(im=Image, p=Position):
    """min and max of a list, with default="""
    row = [im(p + (i, 0)) for i in range(4)]
    return min(row) + 2 * max(row) + min([], default=3.0)


def sum_with_start(im=Image, p=Position):
    """sum with a start"""
    return sum([im(p), 1.0], 5.0) + sum((), 2)


def any_all(im=Image, p=Position):
    """any and all of a generator"""
    row = [im(p + (i, 0)) for i in range(3)]
    return any(v > 2 for v in row) + 2 * all(v > -2 for v in row) + 4 * any([]) + 8 * all(row)


def map_filter(im=Image, p=Position):
    """map with symbols, filter with known values"""
    odd = filter(lambda i: i % 2, range(6))
    return sum(map(lambda i, w: im(p + (i, 0)) * w, odd, (1, 2, 3)))


def list_equality(im=Image, p=Position):
    """a list: == of symbols"""
    return [im(p), 1] == [im(p + (1, 0)), 1]


def del_captured_variable(im=Image, p=Position):
    """del of a variable that a closure sees"""
    def get():
        return v

    v = im(p)
    first = get()
    del v
    v = 2.0
    return first * get()


def del_variable(im=Image, p=Position):
    """del of a variable"""
    a = b = im(p)
    del a
    a = 2.0
    return a * b


@finite
def dict_at_a_symbol(im=Image, n=Image[Int], p=Position):
    """d[k], d.get(k), k in d, d[k] += v where the key depends on pixels"""
    weights, known, counts = {0: 1.5, 1: -2.0, 2: im(p)}, {3: 1, 1: 2.5}, {-1: 0.0, 0: 0.0, 1: 0.0}
    for q in ((0, 0), (1, 0), (0, 1)):
        counts[n(p + q) % 3 - 1] += 1 + im(p)
    return (weights[n(p) % 3] + known.get(n(p), 9) * 2 + (4 if n(p) in known else 0) + (8 if n(p) in {2, 4} else 0)
            + counts[-1] + counts[0] * 16 + counts[1] * 32)


@finite
def dict_key_error(n=Image[Int], p=Position):
    """KeyError of a key that depends on pixels, caught"""
    table = {0: 5.0, 2: 7.0}
    try:
        return table[n(p)]
    except KeyError:
        return -1.0


@finite
def deques(im=Image, p=Position):
    """collections.deque: append, popleft, appendleft, rotate; OrderedDict"""
    queue = collections.deque([im(p), 1.0, 2.0])
    queue.appendleft(im(p + (1, 0)))
    queue.append(5.0)
    queue.rotate(2)
    order = collections.OrderedDict(a=im(p), b=3.0)
    order.move_to_end("a")
    return queue.popleft() + 2 * queue.popleft() + 4 * queue[0] + 8 * queue.pop() + len(queue) + [*order.values()][1]


_Stop = collections.namedtuple("_Stop", "at colour name")
_STOPS = [_Stop(0, 0.5, "a"), _Stop(2, 0.75, "bb"), _Stop(3, 1.0, "ccc")]
_ROWS = [[1, 2], [3, 4], [5, 7]]


class _Pair(tuple):
    @property
    def total(self):
        return self[0] + self[1]


def table_of_named_tuples(n=Image[Int], p=Position):
    """a known table of named tuples, or of other tuples with a class: at an index, by next() and max(), in a search"""
    low, high = 0, 2
    found = -1.0
    while low <= high:
        middle = (low + high) // 2
        stop = _STOPS[middle]
        if n(p) % 5 < stop.at:
            high = middle - 1
        else:
            low, found = middle + 1, stop.colour + len(stop.name)
    stop = _STOPS[n(p) % 3]
    nearest = max(_STOPS, key=lambda each: -abs(each.at - n(p) % 7))
    after = next((each for each in _STOPS if each.at >= n(p) % 4), _STOPS[0])
    pairs = [_Pair((1, 2)), _Pair((3, 5))]
    return (found + 10 * stop.colour + 100 * nearest.at + after.at + pairs[n(p) % 2].total + isinstance(stop, _Stop)
            + (stop == _Stop(2, 0.75, "bb")) + stop._replace(at=9).at + len(stop._fields))


def rows_at_an_index(n=Image[Int], p=Position):
    """a list that an index, min() or sorted() chooses among others is a list: ==, +, its class, methods, a copy"""
    row, own = _ROWS[n(p) % 3], [[n(p) % 4, 1], [2, n(p + (1, 0)) % 4]]
    copied = list(row)
    copied.append(n(p) % 2)
    least, first = min(own), sorted(own)[0]
    return ((row == [3, 4]) + 2 * ([3, 4] == row) + 4 * isinstance(row, list) + 8 * (type(row) is list)
            + 16 * (_ROWS.index(row)) + sum(row + [9]) + sum(copied) + (row < [3, 5]) + row.count(4) + row.copy()[1]
            + 64 * (least == first) + 128 * (least == own[0]) + sum(least + [1]) + max(row, [3, 4])[0])
