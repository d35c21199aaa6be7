"""Refused: what cannot be on a device, or cannot be right. Each filter says which refusal it gets."""

import heapq
import random
import re
import statistics
import zlib
from collections import Counter

import numpy as np

from pygpu import Image, Int, Position

from .marks import refused

SEEN, _HEAP = [], [1.0, 2.0]
COUNTS = {"calls": 0}
_total = 0.0


class Known:
    value = 1.0


KNOWN = Known()


# --- lists, dicts and text that depend on pixels ---------------------------------------------------------------------

@refused("symbolic-length")
def list_of_symbolic_length(p=Position):
    """a list repeated a number of times that a coordinate says"""
    return sum([1.0] * p.x)


@refused("symbolic-text")
def f_string_of_symbol(im=Image, p=Position):
    """an f-string of a value that depends on pixels, with all its digits"""
    return len(f"{im(p)}")


@refused("symbolic-text")
def str_of_symbol(im=Image, p=Position):
    """str() of a value that depends on pixels"""
    return float(str(im(p)))


@refused("symbolic-text")
def print_of_symbol(im=Image, p=Position):
    """print of a value that depends on pixels"""
    print(im(p))
    return im(p)


@refused("symbolic-length")
def iteration_over_a_symbol(im=Image, p=Position):
    """for over a number"""
    return sum(v for v in im(p))


# --- control flow ----------------------------------------------------------------------------------------------------

def _forever(n, x):
    return _forever(n + 1, x)


@refused("recursion")
def recursion_without_end(im=Image, p=Position):
    """recursion that nothing ends"""
    return _forever(0, im(p))


@refused("bad-call")
def item_set_in_a_loop(p=Position):
    """an item of a list of which a coordinate says how long it is, set in a loop"""
    table = [0 for _ in range(p.x)]
    for i in range(p.x):
        table[i] = 1
    return table[0]


@refused("not-a-scan")
def scan_without_an_end(im=Image, p=Position):
    """a scan that does not say where it ends"""
    s = lambda q: im(q) + s(q - (1, 0))
    return s(p)


@refused("not-a-scan")
def scan_forth_and_back(im=Image, p=Position):
    """a function that steps forth and back"""
    s = lambda q: im(q) + (max(s(q - (1, 0)), s(q + (1, 0))) if 0 < q.x < im.width - 1 else 0.0)
    return s(p)


@refused("not-a-scan")
def scan_of_what_may_be_nothing(im=Image, p=Position):
    """a scan that raises where it finds nothing, in min() without default="""
    s = lambda q: im(q) + (min(s(q - (d, 1)) for d in (-1, 0, 1) if 0 <= q.x - d < im.width) if q.y > 0 else 0.0)
    return s(p)


@refused("endless-loop")
def loop_without_end(im=Image, p=Position):
    """a loop that never ends"""
    v = im(p)
    while True:
        v = v + 1
    return v


def _leaves(depth, v):
    if depth == 0:
        yield v
    else:
        yield from _leaves(depth - 1, v + 1)
        yield from _leaves(depth - 1, v / 2)


@refused("unrolling")
def traced_for_too_long(im=Image, p=Position):
    """known recursion of a generator, of more than a million calls"""
    return sum(_leaves(20, im(p)))


@refused("unassigned")
def unassigned_variable(im=Image, p=Position):
    """a variable that one path does not assign"""
    if im(p) > 0:
        result = 1.0
    return result


@refused("unassigned")
def unassigned_after_a_loop(n=Image[Int], p=Position):
    """a variable that only a loop assigns, which may not run for some pixels"""
    for i in range(n(p)):
        last = i
    return last


@refused("types-do-not-meet")
def returns_number_or_nothing(im=Image, p=Position):
    """a path that returns nothing"""
    if im(p) > 0:
        return im(p)


@refused("types-do-not-meet")
def number_or_color(im=Image, p=Position):
    """a number on one path, a tuple on the other"""
    return im(p) if im(p) > 0 else (1.0, 2.0, 3.0)


@refused("loop-changes-shape")
def loop_changes_type(im=Image, n=Image[Int], p=Position):
    """a variable that a loop of the kernel turns from a number into a tuple"""
    v = im(p)
    for i in range(n(p)):
        v = (v, 1.0)
    return v[0]


# --- what the filter reaches -----------------------------------------------------------------------------------------

@refused("writes-outside")
def global_assigned(im=Image, p=Position):
    """a global that is counted up from pixel to pixel"""
    global _total
    _total += im(p)
    return _total


@refused("writes-outside")
def global_assigned_on_one_path(im=Image, p=Position):
    """a global that one path assigns and another one reads"""
    global _last
    if im(p) > 0:
        _last = im(p)
    return _last


@refused("writes-outside")
def global_deleted(im=Image, p=Position):
    """global, deleted"""
    global COUNTS
    del COUNTS
    return im(p)


@refused("writes-outside")
def known_list_appended(im=Image, p=Position):
    """append to a list from outside"""
    SEEN.append(im(p))
    return im(p)


@refused("writes-outside")
def known_dict_changed(im=Image, p=Position):
    """an item of a dict from outside is assigned"""
    COUNTS["calls"] += im(p)
    return im(p)


@refused("writes-outside")
def known_object_changed(im=Image, p=Position):
    """a field of an object from outside is assigned"""
    KNOWN.value = im(p)
    return KNOWN.value


@refused("writes-outside")
def known_array_changed(im=Image, p=Position, kernel=np.ones(3)):
    """an element of an array from outside is assigned"""
    kernel[0] = im(p)
    return kernel[0]


@refused("writes-outside")
def class_attribute_assigned(im=Image, p=Position):
    """an attribute of a class is assigned"""
    Known.value = im(p)
    return Known.value


@refused("unknown-name")
def undefined_name(im=Image, p=Position):
    """a name that does not exist"""
    return imagee(p)  # noqa: F821


@refused("no-attribute")
def unknown_attribute(im=Image, p=Position):
    """an attribute that does not exist"""
    return im.widht * im(p)


@refused("no-attribute")
def unknown_swizzle(im=Image, p=Position):
    """a component that a vector does not have"""
    return p.z


# --- calls -----------------------------------------------------------------------------------------------------------

@refused("opaque-call")
def compiled_function(im=Image, p=Position):
    """a function of a library, in C, with a value that depends on pixels"""
    return zlib.compress(im(p))


@refused("opaque-call")
def random_seed(im=Image, p=Position):
    """a random number from a seed that depends on pixels"""
    return random.Random(im(p)).random()


@refused("writes-outside")
def random_number(im=Image, p=Position):
    """a random number"""
    return im(p) + random.random()


@refused("opaque-call")
def regular_expression(im=Image, p=Position):
    """text search with a value that depends on pixels"""
    return len(re.findall("a", im(p)))


@refused("opaque-call")
def library_with_exceptions(im=Image, p=Position):
    """a library's function that looks into its numbers"""
    return statistics.median_low([im(p), 1.0]) + hash(im(p))


@refused("bad-call")
def too_many_arguments(im=Image, p=Position):
    """a call that does not fit the function"""
    def half(x):
        return x / 2

    return half(im(p), 2)


@refused("not-callable")
def call_of_a_number(im=Image, p=Position):
    """a number is called"""
    return im(p)(p)


@refused("position-as-number")
def position_as_number(im=Image, p=Position):
    """a position where a number belongs"""
    return float(p) + im(p)


@refused("image-as-number")
def image_as_number(im=Image, p=Position):
    """an image where a number belongs"""
    return im * 2


@refused("not-a-number")
def text_meets_symbol(im=Image, p=Position):
    """text meets a number"""
    return im(p) + "1"


@refused("not-a-number")
def tuple_meets_symbol(im=Image, p=Position):
    """a tuple meets a number"""
    return im(p) - (1, 2)


# --- results ---------------------------------------------------------------------------------------------------------

@refused("bad-result")
def returns_text(im=Image, p=Position):
    """text as the result"""
    return "white"


@refused("bad-result")
def returns_image(im=Image, p=Position):
    """an image as the result"""
    return im


@refused("bad-result")
def returns_object(im=Image, p=Position):
    """an object as the result"""
    return Known()


# --- Python's parts that a filter has no use for ---------------------------------------------------------------------

@refused("not-supported")
def asynchronous(im=Image, p=Position):
    """await"""
    async def value():
        return im(p)

    async def wait():
        return await value()

    return wait().send(None)


@refused("not-supported")
def class_body_reads_a_pixel(im=Image, p=Position):
    """the body of a class that reads a pixel's value"""
    light = im(p)

    class Lamp:
        brightness = light

    return Lamp.brightness


@refused("not-supported")
def exception_group(im=Image, p=Position):
    """except*"""
    try:
        raise ValueError
    except* ValueError:
        v = 0.0
    return v + im(p)


@refused("not-supported")
def bytes_of_digits(im=Image, p=Position):
    """a method of texts that is not written out (`str(n).expandtabs()`)"""
    return len(str(int(im(p) * 255)).expandtabs())


@refused("not-supported")
def case_of_any_character(im=Image, p=Position):
    """the case of a character that may be any (`chr(n).upper()`)"""
    return ord(chr(int(im(p) * 255)).upper())


# --- exceptions of known values are the host's own --------------------------------------------------------------------

@refused(KeyError)
def missing_key(im=Image, p=Position):
    """a known key that is not there"""
    return im(p) * {"a": 1.0}["b"]


@refused(IndexError)
def index_out_of_range(im=Image, p=Position):
    """a known index out of range"""
    return [im(p), 1.0][2]


@refused(ZeroDivisionError)
def known_division_by_zero(im=Image, p=Position, n=0):
    """a known division by zero"""
    return im(p) * (1 / n)


@refused(ValueError)
def unpacking_of_wrong_length(im=Image, p=Position):
    """unpacking of a wrong length"""
    a, b = im(p), 1.0, 2.0
    return a + b


@refused(AssertionError)
def known_assert_fails(im=Image, p=Position, radius=-1):
    """assert of a known value that is false"""
    assert radius >= 0, "a radius is positive"
    return im(p)


@refused(ValueError)
def known_raise(im=Image, p=Position, mode="other"):
    """raise under a known condition"""
    if mode not in ("box", "tent"):
        raise ValueError(f"no such mode: {mode}")
    return im(p)


@refused(StopIteration)
def exhausted_iterator(im=Image, p=Position):
    """next of an iterator that has ended"""
    steps = iter([im(p)])
    next(steps)
    return next(steps)


@refused("large-number")
def number_beyond_64_bits(n=Image[Int], p=Position):
    """a whole number beyond 64 bits with an Int"""
    return n(p) * (1 << 64) >> 16


SHARED = {"value": 2.0}


@refused("not-supported")
def fields_that_are_shared(im=Image, p=Position):
    """an object's __dict__ set to one that others have, too"""
    made = Known()
    made.__dict__ = SHARED
    return made.value * im(p)


@refused("changed-since")
def list_made_of_what_changes(im=Image, p=Position):
    """a list of all pixels, made of what is changed before it is used"""
    times = [2.0]
    row = [im(x, p.y) * times[0] for x in range(im.width)]
    times[0] = 3.0
    return sum(row)


@refused("item-changed")
def item_of_rows_that_is_changed(im=Image, p=Position):
    """a list of lists, as many as a picture has rows, of which one is changed"""
    table = [[0.0] * 3 for y in range(im.height)]
    table[p.y][1] = im(p)
    return table[p.y][1]


@refused("loop-changes-shape")
def list_that_counts(im=Image, p=Position):
    """a list of all pixels, the making of which changes something else"""
    count = [0]

    def counted(v):
        count[0] += 1
        return v

    return sum([counted(v) for v in im]) + count[0]


@refused("generator")
def generator_over_a_picture_left_early(im=Image, p=Position):
    """break out of a loop over a generator over a picture"""
    total = 0.0
    for v in (w * w for w in im):
        if v > 1:
            break
        total += v
    return total


@refused("too-long")
def long_table_for_each_pixel(im=Image, p=Position):
    """a list of more than 1024 items that each pixel fills by itself"""
    h = [0] * 2000
    for v in im:
        h[int(v + im(p))] += 1
    return h[0]


# --- in order and by keys ----------------------------------------------------------------------------------------------

@refused("not-orderable")
def dict_of_positions(im=Image, p=Position):
    """a dict whose keys are positions of a picture"""
    light = {q: im(q) for q in im.positions}
    return light[p]


@refused("bad-call")
def dict_of_a_picture_changed(im=Image, p=Position):
    """an entry set in a dict of which a picture says what is in it"""
    column = {x: im(x, 0) for x in range(im.width)}
    column[3] = 0.0
    return column[p.x]


@refused("generator")
def generators_side_by_side_that_change_things(im=Image, p=Position):
    """zip() of a generator that changes something, of which a pixel decides how long it is"""
    count = [0]

    def counted(v):
        count[0] += 1
        return v

    values = [im(p), im(p + (1, 0)), im(p + (2, 0))]
    return sum(a * b for a, b in zip((counted(v) for v in values if v > 0), (1, 2))) + count[0]


@refused("generator")
def generators_that_read_what_changes(k=Image[Int], p=Position):
    """what a generator reads is changed in the loop over it, and a pixel decides when it ends"""
    most, total = [k(p)], 0

    def counted():
        number = 0
        while number < most[0] % 4:
            number += 1
            yield number

    for number in counted():
        most[0] = number
        total += 1
    return total


@refused("generator")
def truths_of_a_picture_that_change_things(im=Image, p=Position):
    """any() of a picture, which ends early, with a function that counts how often it is asked"""
    count = [0]

    def asked(v):
        count[0] += 1
        return v > 0.5

    return any(asked(v) for v in im) + count[0]


@refused("bad-call")
def all_of_a_counter_in_order(im=Image, p=Position):
    """most_common() of a picture, of all that there is"""
    return Counter(im).most_common()[0][0]


@refused("not-supported")
def second_item_of_a_heap(im=Image, p=Position):
    """an item of a heap that is not its first: where it lies, only heapq itself knows"""
    heap = []
    for v in (im(p), im(p + (1, 0)), 0.5):
        heapq.heappush(heap, v)
    return heap[1]


@refused("writes-outside")
def heap_of_the_module(im=Image, p=Position):
    """heappush to a list of the module"""
    heapq.heappush(_HEAP, im(p))
    return im(p)
