"""Constructs: loops, those that unroll and those that stay loops of the kernel."""

from pygpu import Float, Image, Int, Position

from .marks import finite


@finite
def while_symbolic(im=Image, p=Position):
    """while on a symbol"""
    v, n = im(p), 0
    while v > 0.5 and n < 20:
        v = v / 2
        n += 1
    return v + n


@finite
def while_or(im=Image, p=Position):
    """while (a or b) and c"""
    v, n = im(p), 0
    while (v > 1 or n < 3) and n < 20:
        v -= 1
        n += 1
    return n


@finite
def while_else(im=Image, p=Position):
    """while, else"""
    v, n = im(p), 0
    while n < 5:
        if v > 3:
            result = -1.0
            break
        v += 0.5
        n += 1
    else:
        result = v
    return result


def while_true_break(im=Image, p=Position):
    """while True, left by break"""
    v, n = im(p), 0
    while True:
        n += 1
        v = v * 0.5
        if not v > 0.25:
            break
        if n > 9:
            break
    return n


def while_continue(im=Image, p=Position):
    """continue in a while"""
    v, n, total = im(p), 0, 0.0
    while n < 6:
        n += 1
        if v > n - 3:
            continue
        total += n
    return total


def return_from_while(im=Image, p=Position):
    """return out of a loop of the kernel"""
    v = im(p)
    n = 0
    while n < 8:
        if v > n:
            n += 2
        else:
            return n + 0.5
        if v < -1:
            return -1.0
    return 9.0


def for_symbolic_bound(im=Image, n=Image[Int], p=Position):
    """for in range of a symbol"""
    total = 0.0
    for i in range(n(p) % 7):
        total += im(p + (i, 0)) * i
    return total


def for_symbolic_start(im=Image, n=Image[Int], p=Position):
    """for in range from a symbol to a symbol"""
    total = 0.0
    start = n(p) % 5
    for i in range(start, start + 4):
        total += im(p + (i, 0))
    return total


def for_symbolic_step(n=Image[Int], p=Position):
    """for in range with a step that is a symbol"""
    total = 0
    for i in range(0, 12, n(p) % 4 + 1):
        total += i
    return total


def for_backwards(n=Image[Int], p=Position):
    """for in range, backwards from a symbol"""
    total = 0
    for i in range(n(p) % 6, 0, -1):
        total = 3 * total + i
    return total


def for_run_time_bound(im=Image, p=Position, n: Int = 3):
    """for in range of a run-time argument"""
    total = 0.0
    for i in range(min(max(n, 0), 6)):
        total += im(p + (i, -i))
    return total


def set_by_a_run_time_loop(im=Image, p=Position, n: Int = 3):
    """a variable that only a loop assigns that a run-time argument may skip: then the call raises UnboundLocalError"""
    for i in range(min(n, 6)):
        last = im(p + (i, 0)) * 2
    try:
        return last + i
    except UnboundLocalError:
        return im(p)


def for_else(im=Image, n=Image[Int], p=Position):
    """for, else, with a break on a symbol in a loop of the kernel"""
    for i in range(n(p) % 6):
        if im(p + (i, 0)) > 2:
            result = i
            break
    else:
        result = -1
    return result


def for_keeps_its_variable(n=Image[Int], p=Position):
    """the variable of a loop after the loop"""
    i = -5
    for i in range(n(p) % 4):
        pass
    return i


def unrolled(im=Image, p=Position):
    """for over a known range"""
    total = 0.0
    for dx in range(-2, 3):
        total += im(p + (dx, 0)) * (3 - abs(dx))
    return total / 9


def long_range(im=Image, p=Position):
    """for over a long known range, which stays a loop"""
    k = 7
    for i in range(5000):
        k = (k * 5 + i) % 1009
    return k * im(p)


def unrolled_else(im=Image, p=Position):
    """for, else over known values, with a break on a symbol"""
    for threshold in (-2, -1, 0, 1, 2):
        if im(p) < threshold:
            result = threshold
            break
    else:
        result = 9
    return result


def unrolled_continue(im=Image, p=Position):
    """continue on a symbol in an unrolled loop"""
    total = 0.0
    for dx in (-1, 0, 1, 2):
        v = im(p + (dx, 0))
        if v < 0:
            continue
        total += v
    return total


def return_from_unrolled(im=Image, p=Position):
    """return on a symbol out of an unrolled loop"""
    for i, threshold in enumerate([-1.5, 0.0, 1.5]):
        if im(p) < threshold:
            return i
    return 3


def known_break(im=Image, p=Position):
    """break and continue on known values"""
    total = 0.0
    for i in range(100):
        if i % 2:
            continue
        if i > 6:
            break
        total += im(p + (i, 0))
    return total


def nested_symbolic(im=Image, n=Image[Int], p=Position):
    """a loop of the kernel in a loop of the kernel"""
    total, rows = 0.0, n(p) % 4
    for y in range(rows):
        for x in range(y + 1):
            total += im(p + (x, y))
    return total


def unrolled_in_symbolic(im=Image, n=Image[Int], p=Position):
    """an unrolled loop in a loop of the kernel"""
    total = 0.0
    for y in range(n(p) % 4):
        for weight in (1, 2, 1):
            total += weight * im(p + (weight, y))
    return total


def symbolic_in_unrolled(im=Image, n=Image[Int], p=Position):
    """a loop of the kernel in an unrolled loop"""
    total = 0.0
    for weight in (1, 2, 3):
        for i in range(n(p) % weight + 1):
            total += weight * im(p + (i, weight))
    return total


def three_deep(im=Image, n=Image[Int], p=Position):
    """unrolled, symbolic, unrolled, one in the other"""
    total = 0.0
    for dy in (-1, 1):
        i = 0
        while i < n(p) % 3:
            for dx in (-1, 1):
                total += im(p + (dx * i, dy))
            i += 1
    return total


def break_inner_continue_outer(im=Image, n=Image[Int], p=Position):
    """break in the inner loop, continue in the outer one"""
    total = 0
    for y in range(5):
        if y == n(p) % 5:
            continue
        for x in range(n(p) % 3 + 2):
            if im(p + (x, y)) < 0:
                break
            total += 1
        total += 10
    return total


def swap_in_a_loop(n=Image[Int], p=Position):
    """a, b = b, a + b carried around a loop"""
    a, b = 0, 1
    for _ in range(n(p) % 12):
        a, b = b, a + b
    return a


def types_settle(im=Image, n=Image[Int], p=Position):
    """a variable that starts as an int and becomes a float"""
    total = 0
    for i in range(n(p) % 5):
        total = total + im(p + (i, 0))
    return total


def condition_becomes_number(im=Image, n=Image[Int], p=Position):
    """a variable that starts as a condition and becomes a number"""
    found = False
    for i in range(n(p) % 5):
        found = found + (im(p + (i, 0)) > 0)
    return found


def vector_in_a_loop(im=Image, n=Image[Int], p=Position):
    """a position carried around a loop"""
    q = p
    for _ in range(n(p) % 4):
        q = q + (1, 0) if im(q) > 0 else q + (0, 1)
    return im(q)


class _Walker:
    def __init__(self, at):
        self.at = at
        self.steps = 0

    def step(self, by):
        self.at = self.at + by
        self.steps += 1


@finite
def object_in_a_loop(im=Image, n=Image[Int], p=Position):
    """an object whose fields change around a loop"""
    walker = _Walker(im(p))
    while walker.at < 2 and walker.steps < n(p) % 9:
        walker.step(0.75)
    return walker.at + 10 * walker.steps


def list_in_a_loop(im=Image, n=Image[Int], p=Position):
    """a list of fixed length whose items change around a loop"""
    parts = [im(p), 0.0, 1.0]
    for i in range(n(p) % 5):
        parts[0], parts[1] = parts[1], parts[0]
        parts[2] += parts[0]
    return parts[0] + 2 * parts[1] + 3 * parts[2]


def dict_in_a_loop(n=Image[Int], p=Position):
    """a dict of known keys whose values change around a loop"""
    state = {"low": 0.0, "high": 8.0}
    for _ in range(n(p) % 6):
        middle = (state["low"] + state["high"]) / 2
        state["low" if middle < 5 else "high"] = middle
    return state["low"]


def condition_over_the_loop(im=Image, n=Image[Int], p=Position):
    """a loop in one branch of a condition"""
    v = im(p)
    if v > 0:
        for i in range(n(p) % 4):
            v += i
    else:
        v = -1.0
    return v


def two_loops(im=Image, n=Image[Int], p=Position):
    """one loop after another, sharing variables"""
    total, i = 0.0, 0
    while i < n(p) % 4:
        total += im(p + (i, 0))
        i += 1
    while i < 6:
        total -= im(p + (0, i))
        i += 1
    return total


def loop_that_never_runs(im=Image, p=Position):
    """a loop over nothing"""
    for d in ():
        return d
    return im(p)


def loop_with_known_count(im=Image, p=Position):
    """a while that known values bound"""
    n, total = 1, 0.0
    while n < 30:
        total += im(p + (n, 0))
        n *= 3
    return total


def enumerate_zip(im=Image, p=Position):
    """for over enumerate and zip"""
    total = 0.0
    for i, (weight, (dx, dy)) in enumerate(zip([1, 2, 3], [(0, 0), (1, 0), (0, 1)]), start=1):
        total += i * weight * im(p + (dx, dy))
    return total


def reversed_range(im=Image, p=Position):
    """for over reversed"""
    value = 1.0
    for c in reversed([1.0, -2.0, 0.5]):
        value = value * im(p) + c
    return value


@finite
def newton(im=Image, p=Position):
    """iterate until it is near enough"""
    target = abs(im(p)) + 1
    guess, n = target, 0
    while abs(guess * guess - target) > 0.001 and n < 40:
        guess = (guess + target / guess) / 2
        n += 1
    return guess


def collatz(n=Image[Int], p=Position):
    """a loop that ints decide"""
    k, steps = n(p) % 50 + 1, 0
    while k != 1:
        k = k // 2 if k % 2 == 0 else 3 * k + 1
        steps += 1
    return steps


@finite
def march(im=Image, p=Position, step: Float = 0.5):
    """a loop that reads where the data leads"""
    x, n = p.x, 0
    while im(x, p.y) < 1 and n < 6:
        x += 1
        n += 1
    return n * step


@finite
def variable_behind_a_long_loop(im=Image, p=Position):
    """a loop's variable after it: after break, and after the last pass"""
    x = im(p)
    for i in range(3, 40, 2):
        x = x * 1.25 + 1
        if x > 16:
            break
    return i + x


def after_a_loop_that_runs(im=Image, p=Position):
    """what each pass of a long loop with a break sets, read after the loop"""
    left = im(p)
    for step in range(40):
        half = left * 0.5
        if half < 1.0:
            break
        left = half
    return half + step


def class_after_no_pass(k=Image[Int], p=Position):
    """`s = 0` before `s += 0.5`: after no pass it is an int still, as isinstance, type() and a pattern say"""
    s, ints, again = 0, 0, 0.0
    for i in range(k(p) % 3):
        if isinstance(s, int):
            ints += 1
        s += 0.5
        again = 0 if again > 1 else again + 1.5
    match s:
        case int():
            kind = 1
        case float():
            kind = 2
    return ints + 10 * isinstance(s + 1, int) + 100 * (type(-s) is float) + 1000 * kind + 10000 * isinstance(again, int)


def class_of_the_larger(im=Image, p=Position):
    """max(0, x) is an int or a float, by pixel"""
    m = max(0, im(p) - 0.5)
    if im(p) > 0.75:
        m = min(m, 1)
    return m + 2 * isinstance(m, int) + 4 * (m.__class__ is float)


def first_pass_is_sure(im=Image, k=Image[Int], p=Position):
    """variables that only a loop assigns, to a symbol that is surely above: `range(p.x + 1)`, `range(n - 1, n + 2)`"""
    for i in range(p.x + 1):
        last = im(p - (i, 0))
    for near in range(k(p) - 1, k(p) + 2):
        last += near % 7
    for j in range(k(p) % 5, 6):
        corner = [j, last]
    return i + j + sum(corner) + last + near % 5


def first_test_is_sure(k=Image[Int], p=Position):
    """variables that only a `while` assigns, whose first test ranges say is true"""
    n, steps = k(p) % 1000 + 2, 0
    while n:
        n, digit = divmod(n, 10)
    a, b = p.x + 8, p.y % 3 + 1
    while b > 0:
        common = b
        a, b = b, a % b
    n = k(p) % 7 + 2
    while n != 1:
        before = n
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return digit + 10 * common + 100 * before + 1000 * steps


def first_pass_of_others(k=Image[Int], p=Position):
    """the same of variables of closures, of attributes and keys, and of loops over generators"""
    class Last:
        pass

    table = Last()
    for i in range(k(p) % 4 + 1):
        seen = i * 3
        table.name = "odd" if i % 2 else "even"
    for square in (i * i for i in range(k(p) % 4 + 1)):
        largest = square
    return (lambda: seen)() + 100 * len(table.name) + 10000 * largest


def zip_with_known_items(im=Image, k=Image[Int], p=Position):
    """zip of a range to a symbol with known items"""
    total = 0.0
    for i, (weight, letter) in zip(range(k(p) % 6), zip((0.5, 0.25, 2.0, 1.5), "pqrs")):
        total += weight * im(p + (i, 0)) * ord(letter)
    return total


def first_pass_is_no_none(im=Image, k=Image[Int], p=Position):
    """None before a loop that is sure to run is returned as the number that it is behind it"""
    best = None
    for i in range(k(p) % 4 + 1):
        value = im(p + (i, 0))
        if best is None or value > best:
            best = value
    return best
