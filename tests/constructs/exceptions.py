"""Constructs: exceptions that depend on pixels: what plain Python raises and the filter catches."""

import abc
import colorsys
import contextlib
import dataclasses
import functools
import math

import numpy as np

from pygpu import Image, Int, Position

from .marks import finite


@finite
def division_caught(im=Image, p=Position):
    """except ZeroDivisionError around / // and % of symbols"""
    v, w = im(p), im(p + (1, 0)) * (im(p + (1, 0)) > 0)
    try:
        return v / w + v // w + v % w
    except ZeroDivisionError:
        return 7.0


@finite
def domain_caught(im=Image, p=Position):
    """except ValueError around math.sqrt, log, asin"""
    v = im(p)
    try:
        result = math.sqrt(v)
    except ValueError:
        result = -1.0
    try:
        result += math.log(v) + math.asin(v)
    except ValueError as error:
        result += 10 * isinstance(error, ValueError)
    return result


def overflow_caught(im=Image, p=Position):
    """except OverflowError and ValueError around int() and math.exp"""
    try:
        return int(im(p)) + math.exp(im(p) * (im(p) < 0))
    except OverflowError:
        return -2.0
    except ValueError:
        return -3.0


def index_caught(n=Image[Int], p=Position):
    """except IndexError around a list, ValueError around index()"""
    table = [1.0, 2.0, 4.0]
    try:
        value = table[n(p)]
    except IndexError:
        value = -1.0
    try:
        return value + [10, 20, 3].index(n(p))
    except ValueError:
        return value


@finite
def missing_where_no_pixel_comes(im=Image, n=Image[Int], p=Position):
    """an item that is not there, in a list, a dict or a text, on a path that no pixel takes"""
    few, names = [1.0, 2.0], {"a": 1.0}
    value = few[5] if im(p) != im(p) else few[1]
    if n(p) % 7 > 7:
        return names["b"] + "ab".index("c") + math.sqrt(-1.0)
    return value + names["a"]


def _checked(v):
    if v < -1:
        raise ValueError("%g is too small" % v)
    if v > 1:
        raise KeyError(f"{v:.2f} is too large")
    return v


def raised_in_a_call(im=Image, p=Position):
    """raise with a text of the value in a called function, several except clauses, in an unrolled loop"""
    total = 0.0
    for d in (-1, 0, 1):
        try:
            total += _checked(im(p + (d, 0)))
        except ValueError:
            total += 10
        except (KeyError, IndexError):
            total += 100
    return total


def numpys_number_made_an_int(im=Image, p=Position):
    """int() of NumPy's numbers where what it raises is caught"""
    try:
        return int(np.floor(im(p) * 100)) + (int(np.sqrt(im(p))) if im(p) < 1 else 0)
    except (ValueError, OverflowError):
        return -1


def assert_caught(im=Image, p=Position):
    """assert of symbols with a message, try, except, else, finally"""
    calls = [0]
    try:
        assert im(p) > 0, f"{im(p)} is not positive"
        result = im(p) * 2
    except AssertionError:
        result = -1.0
    else:
        result += 1
    finally:
        calls[0] += 3
    return result + calls[0]


def raised_from(im=Image, p=Position):
    """raise in an except clause, raise again, raise from"""
    def inner(v):
        try:
            if v < 0:
                raise ValueError("negative")
        except ValueError as error:
            raise KeyError("other") from error
        return v

    def outer(v):
        try:
            return inner(v)
        except KeyError:
            raise

    try:
        return outer(im(p))
    except LookupError:
        return 5.0


@finite
def raised_in_a_loop(im=Image, p=Position):
    """raise out of a loop of the kernel, in a called function"""
    def root(v):
        x, steps = v, 0
        while abs(x * x - v) > 1e-3 * abs(v):
            if steps > 20:
                raise ArithmeticError("no convergence")
            x, steps = 0.5 * (x + v / x), steps + 1
        return x

    try:
        return root(im(p) + 0.01)
    except ArithmeticError:
        return -1.0


@finite
def suppressed(im=Image, p=Position):
    """contextlib.suppress around symbols"""
    result = 1.0
    with contextlib.suppress(ZeroDivisionError):
        result = 1 / (im(p) * (im(p) > 0))
    return result


def raised_in_a_generator(im=Image, p=Position):
    """raise in a generator that sum() takes from"""
    def values():
        for i in range(3):
            v = im(p + (i, 0))
            if v < 0:
                raise ValueError("negative")
            yield v

    try:
        return sum(values())
    except ValueError:
        return -1.0


@finite
def exhaustive_chain(im=Image, p=Position):
    """an if chain that covers all cases and then falls off the end (colorsys.hsv_to_rgb)"""
    r, g, b = colorsys.hsv_to_rgb(im(p) / 8 % 1, 0.75, 1.0)

    def size(v):
        if v < 0.5:
            return 1.0
        elif v >= 0.5:
            return 2.0

    return r + 10 * g + 100 * b + size(im(p))


def handlers_around_handlers(n=Image[Int], p=Position):
    """raise inside of except, inside of another try; a bare raise; an exception that an inner try does not take"""
    k = n(p) % 4
    try:
        try:
            if k == 0:
                raise ValueError
            if k == 1:
                raise KeyError
        except ValueError:
            if n(p + (1, 0)) % 2:
                raise IndexError
            if n(p + (0, 1)) % 2:
                raise
            return 1
    except KeyError:
        return 2
    except IndexError:
        return 3
    except ValueError:
        return 4
    return 5


def finally_that_raises(n=Image[Int], p=Position):
    """finally that raises another exception, under a condition"""
    found = 0
    try:
        try:
            if n(p) % 3 == 0:
                raise ValueError
            if n(p) % 3 == 1:
                raise KeyError
        finally:
            found += 10
            if n(p + (1, 0)) % 2:
                raise IndexError
    except KeyError:
        found += 1
    except ValueError:
        found += 2
    except IndexError:
        found += 4
    return found


def handlers_in_a_loop(n=Image[Int], p=Position):
    """break, continue and raise from except in a loop, inside another try"""
    i = -1
    try:
        for i in range(3):
            try:
                if i == n(p) % 4:
                    raise KeyError
                if i == n(p + (1, 0)) % 4:
                    raise ValueError
            except KeyError:
                if n(p + (0, 1)) % 3 == 0:
                    break
                if n(p + (0, 1)) % 3 == 1:
                    continue
                raise IndexError from None
    except (IndexError, ValueError):
        return 100 + i
    return i


def cause_of_an_exception(n=Image[Int], p=Position):
    """raise ... from: __cause__ and __context__"""
    try:
        try:
            if n(p) % 2:
                raise ValueError
            return 9
        except ValueError as error:
            raise KeyError from error
    except KeyError as error:
        return isinstance(error.__cause__, ValueError) + 2 * (error.__context__ is error.__cause__)


@finite
def nothing_left_caught(im=Image, n=Image[Int], p=Position):
    """except StopIteration around next, IndexError around an item that is assigned"""
    row, k = [1.0, 2.0, 4.0], n(p) % 9 - 4
    try:
        first = next(v for v in (im(p), im(p + (1, 0))) if v > 1)
    except StopIteration:
        first = -1.0
    try:
        row[k] = 8.0
    except IndexError:
        row[0] = 16.0
    return first + row[0] + row[1] * 32 + row[2] * 1024


class Beyond(ValueError):
    """An exception with fields of its own."""

    def __init__(self, value, most):
        super().__init__(f"{value} is above {most}")
        self.value, self.most = value, most

    @property
    def over(self):
        return self.value - self.most


def _at_most(value, most):
    if value * 2 > most:
        raise Beyond(value * 2, most)
    return value


def what_exceptions_hold(im=Image, p=Position):
    """an exception's args and fields, made of a pixel's values: in the handler, re-raised, kept in a list"""
    kept, total = [], 0.0
    for value in (im(p), im(p + (1, 0))):
        try:
            total += _at_most(value, 1.0)
        except Beyond as error:
            kept.append(error)
            total += error.over + len(error.args)
    try:
        try:
            if total > 1:
                raise KeyError("total", total)
        except LookupError as error:
            raise RuntimeError(error.args[1]) from error
    except RuntimeError as error:
        return error.args[0] + sum(each.value for each in kept)
    return total


@finite
def reading_classes_of_a_filter(im=Image, p=Position):
    """a class made in a filter: class and static methods that see a pixel's value, dataclass fields, annotations"""
    value = im(p)

    class Lamp:
        def __init__(self, light=1.0):
            self.light = light * value

        @classmethod
        def usual(cls):
            return cls(2.0)

        @staticmethod
        def dark():
            return 0.5 - value

    @dataclasses.dataclass
    class Row:
        first: float
        others: list = dataclasses.field(default_factory=list)
        total: float = dataclasses.field(init=False, default=0.0)

        def __post_init__(self):
            self.total = self.first * 2

    @functools.singledispatch
    def light(x):
        return 0.0

    @light.register
    def _(x: float):
        return x * 3

    row = dataclasses.replace(Row(value), first=Lamp.usual().light)
    row.others.append(Lamp.dark())
    return row.total + sum(row.others) + light(value) + light("none")


class _Shape(abc.ABC):
    @abc.abstractmethod
    def area(self):
        ...


class _Unfinished(_Shape):
    def __init__(self, side):
        self.side = side


class _Square(_Unfinished):
    def area(self):
        return self.side ** 2


@finite
def abstract_classes(im=Image, p=Position):
    """an abstract class has no instances: TypeError"""
    total = _Square(im(p)).area()
    for cls in (_Shape, _Unfinished, _Square):
        try:
            made = cls() if cls is _Shape else cls(im(p))
            total += 10 * made.side
        except TypeError:
            total += 1
    return total


def _must(condition, number):
    if not condition:
        raise ValueError(number)


def raised_past_a_finally(k=Image[Int], p=Position):
    """an arm of an `if` that always raises, past a finally, an else or a function, and is caught further out"""
    a = b = c = 0
    if k(p) % 5 > 2:
        a = 9
    else:
        try:
            try:
                raise ValueError(k(p))
            finally:
                b = 1
        except Exception:
            a = 3
    if k(p) % 3:
        try:
            _must(k(p) % 4 > 1, 7)
        except ValueError:
            c = 5
        else:
            c = 6
    if k(p) % 2:
        try:
            try:
                _must(k(p) < -100, 7)
            except ValueError:
                c += 1
            else:
                raise KeyError(2)
        except KeyError:
            c += 20
    return a + 10 * b + 100 * c


class _Swallows:
    def __init__(self):
        self.closed = 0

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.closed += 1
        return kind is ZeroDivisionError


def left_by_continue_and_by_what_is_swallowed(k=Image[Int], p=Position):
    """continue out of a `with` that may swallow an exception, in an unrolled loop"""
    guard, total = _Swallows(), 0.0
    for i in range(3):
        with guard:
            v = k(p + (i, 0)) % 5
            if v == 1:
                continue
            total += 1 / (v - 2)
    return total + guard.closed
