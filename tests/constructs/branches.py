"""Constructs: conditions, and what comes together after them."""

from pygpu import Bool, Image, Int, Position

from .marks import finite


def if_else(im=Image, p=Position):
    """if, else"""
    v = im(p)
    if v > 0:
        result = 2 * v
    else:
        result = -v
    return result


def if_alone(im=Image, p=Position):
    """if without else"""
    v = im(p)
    if v < 0:
        v = v + 10
    return v


def elif_chain(im=Image, p=Position):
    """elif"""
    v = im(p)
    if v < -1:
        return 1.0
    elif v < 0:
        return 2.0
    elif v < 1:
        return 3.0
    else:
        return 4.0


def nested_if(im=Image, p=Position):
    """if inside if"""
    v = im(p)
    result = 0.0
    if v > -2:
        if v > 0:
            if v > 2:
                result = v
            else:
                result = -v
        result = result + 1
    return result


def early_return(im=Image, p=Position):
    """return before the end"""
    v = im(p)
    if v < 0:
        return 0.0
    v = v + im(p + (1, 0))
    if v > 3:
        return 3.0
    return v


def return_of_int_or_float(im=Image, p=Position):
    """return of an int here and a float there"""
    v = im(p)
    if v < 0:
        return 0
    return v


def conditional_expression(im=Image, p=Position):
    """x if c else y"""
    v = im(p)
    return v if v > 0 else v / 2 if v > -2 else -1.0


def conditional_of_tuples(im=Image, p=Position):
    """x if c else y, of tuples"""
    v = im(p)
    a, b = (v, 1.0) if v > 0 else (2.0, -v)
    return a - b


def and_or_of_conditions(im=Image, p=Position):
    """and, or, not of conditions"""
    v, w = im(p), im(p + (1, 0))
    return 1.0 if v > 0 and w > 0 or not (v < 1 or w < 1) else 0.0


def and_or_as_values(im=Image, p=Position):
    """and, or that give one of their numbers"""
    v = im(p)
    return (v and 2 * v) + (v or 7.0)


def condition_or_number(im=Image, p=Position):
    """`c and x or y`, as written before there was `if else`"""
    v = im(p)
    return (v > 0) and v + 1 or 0.5


def truth_of_numbers(im=Image, n=Image[Int], p=Position):
    """a number as a condition"""
    result = 0
    if im(p):
        result += 1
    if n(p):
        result += 2
    if not n(p):
        result += 4
    return result


def chained_comparison(im=Image, p=Position):
    """a <= b < c"""
    return 1.0 if -1 <= im(p) < 1 else 0.0


def long_chained_comparison(im=Image, p=Position):
    """a < b <= c != d"""
    v = im(p)
    return 1.0 if -3 < v <= im(p + (1, 0)) != 2 else 0.0


def comparisons(im=Image, p=Position):
    """< <= == != > >="""
    v, w = im(p), im(p + (1, 0))
    return (v < w) + 2 * (v <= w) + 4 * (v == w) + 8 * (v != w) + 16 * (v > w) + 32 * (v >= w)


def comparisons_of_ints(n=Image[Int], p=Position):
    """comparisons of ints"""
    a, b = n(p), n(p + (1, 0))
    return (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) + 16 * (a > b) + 32 * (a >= b)


def int_meets_float(im=Image, n=Image[Int], p=Position):
    """an int compared with a float"""
    return (n(p) < im(p)) + 2 * (n(p) == im(p))


def flags(b=Image[Bool], im=Image, p=Position):
    """& | ^ ~ of conditions"""
    up = im(p) > 0
    return 1 if (b(p) & up) | (b(p + (1, 0)) ^ up) else 0


def condition_as_result(im=Image, p=Position):
    """a condition as the pixel"""
    return im(p) > 0.5


def condition_as_number(im=Image, p=Position):
    """arithmetic with conditions"""
    return (im(p) > 0) + (im(p) > 1) * 2 - True


def conditional_swap(im=Image, p=Position):
    """a, b = b, a under a condition"""
    a, b = im(p), im(p + (0, 1))
    if b < a:
        a, b = b, a
    return a - 2 * b


def branches_make_a_list(im=Image, p=Position):
    """both branches build a list of the same length"""
    v = im(p)
    if v > 0:
        parts = [v, 1.0]
    else:
        parts = [0.5, -v]
    parts.append(2.0)
    return parts[0] + 3 * parts[1] + parts[2]


def branches_make_lists_of_different_length(im=Image, p=Position):
    """branches build lists of different length, used one way each"""
    v = im(p)
    parts = [v, v, v] if v > 0 else [v]
    return sum(parts)


def branches_choose_a_function(im=Image, p=Position):
    """a condition chooses which function is called"""
    def double(x):
        return 2 * x

    def square(x):
        return x * x

    operation = double if im(p) > 0 else square
    return operation(im(p) + 1)


def branches_choose_an_operation(im=Image, p=Position):
    """a condition chooses among lambdas in a tuple"""
    v = im(p)
    f = (lambda x: x + 1, lambda x: x - 1)[0 if v > 0 else 1]
    return f(v)


def none_or_number(im=Image, p=Position):
    """None marks what was not found"""
    found = None
    for d in range(-1, 2):
        if im(p + (d, 0)) > 1:
            found = im(p + (d, 0))
    return -1.0 if found is None else found


def known_text_under_a_condition(im=Image, p=Position):
    """a symbol chooses a known text, and the text what is done"""
    kind = "up" if im(p) > 0 else "down"
    return im(p) + 1 if kind == "up" else im(p) - 1


def known_condition(im=Image, p=Position, mode="edges"):
    """a branch on a known value vanishes"""
    if mode == "edges":
        return im(p + (1, 0)) - im(p)
    elif mode == "mean":
        return im(p) / 0
    raise ValueError(mode)


def known_condition_hides_errors(im=Image, p=Position, wide=False):
    """what a known condition leaves out may be nonsense"""
    return im(p) if not wide else undefined_name(im)  # noqa: F821


def is_none(im=Image, p=Position, weight=None):
    """is None, is not None of a known default"""
    weight = 2.0 if weight is None else weight
    return im(p) * weight if weight is not None else 0.0


def unreachable_code(im=Image, p=Position):
    """code after a return"""
    return im(p)
    return im(p) + 1


def assigned_in_both_branches(im=Image, p=Position):
    """a variable that only the branches make"""
    if im(p) > 0:
        side, height = 1, 2.5
    else:
        side, height = -1, 1
    return side * height


def deeply_nested(im=Image, p=Position):
    """twelve conditions, one inside the other"""
    v, n = im(p), 0
    if v > -4:
        n += 1
        if v > -3:
            n += 1
            if v > -2:
                n += 1
                if v > -1:
                    n += 1
                    if v > 0:
                        n += 1
                        if v > 0.5:
                            n += 1
                            if v > 1:
                                n += 1
                                if v > 1.5:
                                    n += 1
                                    if v > 2:
                                        n += 1
                                        if v > 2.5:
                                            n += 1
                                            if v > 3:
                                                n += 1
                                                if v > 3.5:
                                                    n += 1
    return n


def guard_before_division(im=Image, p=Position):
    """a branch that keeps a division from zero"""
    v = im(p)
    if v == 0:
        return 0.0
    return 1 / v


def condition_in_a_call(im=Image, p=Position):
    """a branch inside a called function"""
    def clip(x, low, high):
        if x < low:
            return low
        if x > high:
            return high
        return x

    return clip(im(p), -1.0, 1.0) + clip(im(p), 0.0, 0.5)


def known_assert(im=Image, p=Position, radius=2):
    """assert on a known value"""
    assert radius > 0, "a radius is positive"
    return im(p) * radius


def match_number(im=Image, n=Image[Int], p=Position):
    """match on a symbol: numbers, several at once, the rest"""
    match n(p) % 5:
        case 0:
            return im(p)
        case 1 | 2:
            return im(p) + 1
        case _:
            return -1.0


def match_guard(im=Image, p=Position):
    """match with a guard"""
    match im(p):
        case v if v < 0:
            return -v
        case v if v > 2:
            return 2.0
        case v:
            return v


def match_known_text(im=Image, p=Position, mode="double"):
    """match on a known text"""
    match mode:
        case "half":
            return im(p) / 2
        case "double":
            return im(p) * 2


def match_tuple(im=Image, p=Position):
    """match on a tuple, with captures"""
    match (im(p) > 0, im(p + (1, 0))):
        case (True, w):
            return w
        case (False, w):
            return -w
    return 0.0


def match_star(im=Image, p=Position):
    """match on a list with a star"""
    match [im(p), im(p + (1, 0)), im(p + (2, 0)), 1.0]:
        case [first, *middle, last]:
            return first + 2 * sum(middle) + 3 * last


def match_mapping(im=Image, p=Position):
    """match on a dict"""
    match {"kind": "blend", "a": im(p), "b": 2.0}:
        case {"kind": "mask"}:
            return 0.0
        case {"kind": "blend", "a": a, **rest}:
            return a * rest["b"]


class _Disk:
    __match_args__ = ("radius", "height")

    def __init__(self, radius, height):
        self.radius = radius
        self.height = height


class _Ring(_Disk):
    pass


def match_class(im=Image, p=Position):
    """match on classes, by position and by name"""
    total = 0.0
    for shape in (_Disk(im(p), 2.0), _Ring(1.0, im(p))):
        match shape:
            case _Ring(radius, height=h):
                total += radius + 10 * h
            case _Disk(r, h):
                total += r * h
    return total


@finite
def largest_of_three(im=Image, p=Position):
    """a chain that asks which of some numbers is the largest, and has no else: one of them is"""
    r, g, b = im(p), im(p + (1, 0)), im(p + (0, 1))
    top = max(r, g, b)
    if top == r:
        hue = g - b
    elif top == g:
        hue = 2 + b - r
    elif top == b:
        hue = 4 + r - g
    return hue
