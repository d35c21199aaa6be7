"""Constructs: ints, floats, conditions as numbers, complex numbers, and the functions of `math`."""

import cmath
import math
import operator

import numpy as np

import pygpu
from pygpu import Float, Image, Int, Position

from .marks import finite, within


def arithmetic(im=Image, p=Position):
    """+ - * /"""
    v, w = im(p), im(p + (1, 0))
    return (v + w) * (v - 2) / 4 - w


def unary(im=Image, n=Image[Int], p=Position):
    """unary + and -"""
    return +im(p) - -n(p) % 100


def int_arithmetic(n=Image[Int], p=Position):
    """+ - * of ints, which wrap at 32 bits"""
    a, b = n(p), n(p + (1, 0))
    return (a + b) * 3 - a * b


def int_true_division(n=Image[Int], p=Position):
    """/ of ints"""
    return n(p) / n(p + (1, 0))


def int_floor_division(n=Image[Int], p=Position):
    """// of ints"""
    return n(p) // n(p + (1, 0))


def int_modulo(n=Image[Int], p=Position):
    """% of ints"""
    return n(p) % n(p + (1, 0))


def division_by_known(n=Image[Int], p=Position):
    """// and % by known ints"""
    return n(p) // 7 + n(p) % 7 * 100 + n(p) // -3 + n(p) % -3 * 1000


@finite
def float_floor_division(im=Image, p=Position):
    """// of floats"""
    return im(p) // 0.75


def float_modulo(im=Image, p=Position):
    """% of floats"""
    return im(p) % 1.5 + im(p) % -0.5


def divmod_of_ints(n=Image[Int], p=Position):
    """divmod"""
    quotient, rest = divmod(n(p), 10)
    return quotient - rest


def int_power(n=Image[Int], p=Position):
    """** of an int by a known int"""
    return n(p) ** 2 - (n(p) % 10) ** 5


def float_power(im=Image, p=Position):
    """** of a float"""
    v = im(p)
    return v ** 2 + v ** 3 + abs(v) ** 0.5


@finite
def power_of_known(im=Image, p=Position):
    """a known number to the power of a symbol"""
    return 2 ** clamped(im(p)) + 1.5 ** clamped(im(p))


def clamped(x):
    return min(max(x, -4.0), 4.0)


def negative_power(im=Image, p=Position):
    """** -1"""
    return im(p) ** -1


def power_of_symbols(im=Image, p=Position):
    """a symbol to the power of a symbol"""
    return (abs(im(p)) + 1) ** clamped(im(p + (1, 0)))


def pow_function(im=Image, p=Position):
    """pow()"""
    return pow(im(p), 2) + math.pow(abs(im(p)), 0.5)


def shifts(n=Image[Int], p=Position):
    """<< and >>"""
    return (n(p) << 3) + (n(p) >> 2)


def shifts_by_symbols(n=Image[Int], p=Position):
    """<< and >> by a symbol, past 32 bits too"""
    by = abs(n(p + (1, 0)) % 40)
    return (n(p) << by) ^ (n(p) >> by)


def boards_of_64_bits(n=Image[Int], p=Position):
    """1 << square, of up to 64 bits, as ranges and conditions say; a board that a loop fills"""
    board, rank, file = 1 << (n(p) & 63), n(p) & 7, n(p + (1, 0)) & 7
    while 0 <= rank < 8 and 0 <= file < 8:
        board |= 1 << (8 * rank + file)
        rank, file = rank + 1, file - 1
    return board.bit_count() + 100 * (board >> 56) + (board & -board).bit_length()


def bit_operators(n=Image[Int], p=Position):
    """& | ^ ~ of ints"""
    a, b = n(p), n(p + (1, 0))
    return (a & b) - (a | 12) + (a ^ ~b)


def in_place(im=Image, n=Image[Int], p=Position):
    """+= -= *= /= //= %= **= <<= >>= &= |= ^="""
    v, k = im(p), n(p)
    v += 1
    v -= 0.5
    v *= 2
    v /= 4
    v **= 2
    k //= 3
    k %= 64
    k <<= 2
    k >>= 1
    k &= 30
    k |= 1
    k ^= 5
    return v + k


def absolute(im=Image, n=Image[Int], p=Position):
    """abs"""
    return abs(im(p)) + abs(n(p) % 1000)


def absolute_of_least_int(n=Image[Int], p=Position):
    """abs of every int; of the least it wraps"""
    return abs(n(p))


def round_to_even(im=Image, p=Position):
    """round to an int, halves to even"""
    return round(im(p))


def round_to_many_digits(im=Image, p=Position):
    """round to more digits than floats have, before the point or behind it"""
    return round(im(p) * 3, 40) + round(im(p) * 2, -45) + round(im(p), True)


def round_to_digits(im=Image, p=Position):
    """round to digits"""
    return round(im(p) * 3, 1)


def int_of_float(im=Image, p=Position):
    """int() cuts towards zero"""
    return int(im(p))


def float_of_int(n=Image[Int], p=Position):
    """float()"""
    return float(n(p)) / 2


def bool_of_number(im=Image, n=Image[Int], p=Position):
    """bool()"""
    return bool(im(p)) + 2 * bool(n(p))


def floor_ceil_trunc(im=Image, p=Position):
    """math.floor, ceil, trunc"""
    v = im(p)
    return math.floor(v) + 10 * math.ceil(v) + 100 * math.trunc(v)


def roots_and_powers(im=Image, p=Position):
    """math.sqrt, cbrt, exp, exp2, log, log2, log10"""
    v = abs(im(p)) + 1
    return math.sqrt(v) + math.log(v) + math.log2(v) + math.log10(v)


@finite
def exponentials(im=Image, p=Position):
    """math.exp, expm1, log1p"""
    v = clamped(im(p))
    return math.exp(v) + math.expm1(v / 8) + math.log1p(abs(v))


def log_to_base(im=Image, p=Position):
    """math.log with a base"""
    return math.log(abs(im(p)) + 1, 3)


@finite
def trigonometry(im=Image, p=Position):
    """math.sin, cos, tan, asin, acos, atan, atan2"""
    v = clamped(im(p))
    return (math.sin(v) + math.cos(v) + math.tan(v / 4) + math.asin(v / 5) + math.acos(v / 5) + math.atan(v)
            + math.atan2(v, 2.0))


@finite
def hyperbolics(im=Image, p=Position):
    """math.sinh, cosh, tanh, asinh, acosh, atanh"""
    v = clamped(im(p))
    return math.sinh(v) + math.cosh(v) + math.tanh(v) + math.asinh(v) + math.acosh(abs(v) + 2) + math.atanh(v / 5)


def angles(im=Image, p=Position):
    """math.degrees, radians, pi, tau"""
    return math.degrees(im(p)) + math.radians(im(p)) * math.pi / math.tau


def hypotenuse(im=Image, p=Position):
    """math.hypot"""
    return math.hypot(im(p), im(p + (1, 0)))


def hypotenuse_of_three(im=Image, p=Position):
    """math.hypot of three"""
    return math.hypot(im(p), im(p + (1, 0)), 2.0)


def fmod_copysign_fabs(im=Image, p=Position):
    """math.fmod, copysign, fabs"""
    v = im(p)
    return math.fmod(v, 1.5) + math.copysign(2.0, v) + math.fabs(v)


def sign_of_a_known_zero(im=Image, p=Position):
    """-0.0"""
    v = im(p)
    return math.copysign(v, 0.0 % -0.75) + math.copysign(2.0, max(-0.0, v) if v < 0 else 0.0) + math.atan2(-0.0, -1.0)


def tests_of_floats(im=Image, p=Position):
    """math.isnan, isinf, isfinite"""
    v = im(p)
    return math.isnan(v) + 2 * math.isinf(v) + 4 * math.isfinite(v)


def infinities(im=Image, p=Position):
    """math.inf, as a start for a minimum"""
    least = math.inf
    for dx in range(3):
        v = im(p + (dx, 0))
        if v < least:
            least = v
    return least


def not_a_number_is_not_itself(im=Image, p=Position):
    """v != v tells NaN"""
    v = im(p)
    return 1.0 if v != v else 0.0


def sum_of_products(im=Image, p=Position):
    """math.dist, math.prod, math.fsum of symbols"""
    v, w = im(p), im(p + (1, 0))
    return math.dist((v, w), (1.0, 2.0)) + math.prod([v, w, 0.5])


def minimum_of_two(im=Image, p=Position):
    """min, max of two, as Python orders NaN"""
    v, w = im(p), im(p + (1, 0))
    return min(v, w) - 2 * max(v, w)


def minimum_of_int_and_float(im=Image, n=Image[Int], p=Position):
    """min, max of an int and a float"""
    return min(n(p), im(p)) + max(0, im(p))


def clamp_by_min_max(im=Image, p=Position):
    """min(max(x, low), high)"""
    return min(max(im(p), -1.0), 1.0)


def numpy_functions(im=Image, p=Position):
    """NumPy's functions on symbols"""
    v, w = im(p), im(p + (1, 0))
    return np.sqrt(abs(v)) + np.maximum(v, w) - np.minimum(v, 1) + np.abs(w) + np.square(v)


def numpy_where(im=Image, p=Position):
    """np.where, np.clip on symbols"""
    v = im(p)
    return np.where(v > 0, v, -2.0) + np.clip(v, -0.5, 0.5)


def numpy_constants(im=Image, p=Position):
    """np.pi, np.float32, np.int64 numbers"""
    return im(p) * np.float32(0.5) + np.int64(3) + np.pi


def pygpu_functions(im=Image, p=Position):
    """pygpu.sqrt, fract, sign, smoothstep..., which raise nothing"""
    v = im(p)
    return pygpu.sqrt(v) + pygpu.sign(v)


@finite
def fractions(im=Image, p=Position):
    """pygpu.fract, mix, clamp, step, smoothstep on numbers"""
    v = im(p)
    return (pygpu.fract(v) + pygpu.mix(1.0, 3.0, v) + pygpu.clamp(v) + pygpu.step(0.5, v)
            + pygpu.smoothstep(-1.0, 1.0, v))


def operator_module(im=Image, p=Position):
    """the functions of `operator`"""
    v = im(p)
    return operator.add(v, 1) * operator.neg(v) + operator.gt(v, 0) + operator.truediv(v, 2)


def constants_fold(im=Image, p=Position):
    """known arithmetic is done while compiling, in double precision"""
    return im(p) * (1 / 3 + 2 ** 0.5 - math.sin(1) + 7 // 2)


def big_known_ints(im=Image, p=Position):
    """known ints of any size"""
    return im(p) * (2 ** 100 % 97) + (10 ** 30 // 10 ** 29)


def int_literals(n=Image[Int], p=Position):
    """0x, 0b, 0o, 1_000"""
    return (n(p) & 0xFF) + 0b101 + 0o17 + 1_000


def mixed_run_time_arguments(im=Image, p=Position, a: Float = 1.0, n: Int = 0):
    """Float and Int arguments"""
    return im(p) * a + n % 16


def run_time_int(p=Position, n: Int = 0, im=Image):
    """an Int argument, from the least to the greatest"""
    return (n ^ p.x) + n // 3 - n % 5


def int_halves(n=Image[Int], p=Position):
    """int - float, int * float, int / int"""
    return n(p) % 100 - 0.5 + n(p) % 10 * 0.25 + n(p) % 8 / 4


def ints_as_hash(n=Image[Int], p=Position):
    """a hash made of ints that wrap"""
    h = p.x * 374761393 + p.y * 668265263 + n(p)
    h = (h ^ (h >> 13)) * 1274126177
    return (h & 0xFFFF) / 65536


def methods_of_numbers(n=Image[Int], im=Image, p=Position):
    """methods of numbers: conjugate, real, imag, is_integer, bit_length"""
    return im(p).conjugate() + n(p).real % 100 + im(p).imag


def complex_arithmetic(im=Image, p=Position):
    """complex: + - * of literals and symbols"""
    z = im(p) + 1j * im(p + (1, 0))
    w = (2 - 1j) * z + 3 - z * z
    return w.real + 10 * w.imag


@finite
def complex_division(im=Image, p=Position):
    """complex: /"""
    z = complex(im(p), 2.0) / (1 - 3j) + 1 / complex(1.0, im(p))
    return z.real - z.imag


def complex_abs(im=Image, p=Position):
    """complex: abs, conjugate, real, imag"""
    z = complex(im(p), im(p + (1, 0)))
    return abs(z) + (z * z.conjugate()).real - z.imag


@finite
def complex_power(im=Image, p=Position):
    """complex: ** of a known int"""
    z = complex(im(p), 0.5)
    return (z ** 2 + z ** 3).imag


def complex_comparison(im=Image, p=Position):
    """complex: == and !="""
    z = complex(im(p), 1.0)
    return (z == 1 + 1j) + 2 * (z != 2 + 1j)


@finite
@within(1e-4)
def complex_functions(im=Image, p=Position):
    """complex: cmath.exp, sqrt, phase, polar, rect"""
    z = complex(clamped(im(p)), 0.5)
    w = cmath.exp(z / 2) + cmath.sqrt(z + 5)
    return w.real + w.imag + cmath.phase(z + 5) + cmath.rect(2.0, im(p) / 8).real


def julia(n=Image[Int], p=Position):
    """complex: a loop that iterates z * z + c"""
    z, steps = complex(p.x / 4 - 1, p.y / 4 - 1), 0
    while abs(z) < 2 and steps < n(p) % 16:
        z = z * z + (-0.75 + 0.125j)
        steps += 1
    return steps


def numbers_beyond_32_bits(im=Image, n=Image[Int], p=Position):
    """whole numbers beyond 32 bits, compared and with floats"""
    v, k = im(p), n(p)
    return (k < 3_000_000_000) + 2 * (k >= -(1 << 40)) + 4 * (1 << 31 == k) + v * 0xFFFFFFFFFF / (1 << 40) + (1 << 33) / (
        abs(k % 5) + (1 << 33 if v > 0 else 7.0))


def numbers_of_numpys_types(n=Image[Int], p=Position):
    """np.uint32(x), np.uint8(x) and the like: numbers that meet, and wrap, as NumPy's do"""
    a = np.uint32(n(p) & 0xFFFF)
    return (a * np.uint32(40503) >> np.uint32(7)) % 1000 + np.uint8(n(p) & 15)


def masks_of_32_bits(n=Image[Int], p=Position):
    """& 0xFFFFFFFF of ints: the number without a sign that Python has"""
    return ((n(p) * 0x9E3779B1 & 0xFFFFFFFF) >> 16) % 1000 + ((n(p) ^ 61) & 0xFFFFFFFF) // 77777


def masks_of_64_bits(n=Image[Int], p=Position):
    """& 0xFFFFFFFFFFFFFFFF of ints"""
    return ((n(p) + 0x9E3779B97F4A7C15) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF) >> 40


def narrowed(n=Image[Int], p=Position):
    """.astype(np.uint8) of a number of NumPy's"""
    return np.int64(n(p)).astype(np.uint8) + np.int32(n(p)).astype(np.int16)


def bits_of_a_float(im=Image, p=Position):
    """.view(np.int32) of an np.float32: its bits"""
    return np.float32(im(p)).view(np.int32) >> 12


def shifts_and_larger_numbers(n=Image[Int], p=Position):
    """whole numbers with larger ones than any of 64 bits: >>, //, %, min, max; << by more than 31"""
    k = n(p)
    return (k >> 2 ** 63) + 2 * (k >> 2 ** 70) + 4 * (k // 2 ** 63) + 8 * (k // -2 ** 65) + 16 * (k % 2 ** 64 >> 62 == 3) + (
        64 * min(k, 2 ** 63) + max(k, -2 ** 63) % 5 + (k % 999 << 40 >> 38))


def ints_rounded_to_tens(n=Image[Int], p=Position):
    """round(x, -1), round(x, -2) of ints"""
    return round(n(p) % 9999 - 5000, -1) + round(5 * (n(p) % 999), -2)


def powers_of_either_sign(n=Image[Int], p=Position):
    """** of ints whose exponent may be negative: a fraction, else the whole number; (-1) ** n"""
    k = n(p) % 9 - 4
    return 2 ** k + (-1) ** k + 3 ** -abs(k) + (5 ** k >> 1 if k >= 0 else 0.0) + math.pow(k * 30000, 2) / 1e9


def products_beyond_32_bits(n=Image[Int], p=Position):
    """a product with a large constant, of which //, %, >> or a division look at the upper bits"""
    k, m = n(p) % 1000, n(p + (1, 0)) % 1000
    return k * 1000000007 % 998244353 % 1000 + (m * 1103515245 + 12345 >> 16 & 0xFF) + k * 73856093 // 1000 % 100 + (
        k * 19349663 / 1e7)


def factorials_beyond_32_bits(n=Image[Int], p=Position):
    """math.factorial, comb, perm and lcm of up to 64 bits; pow(base, exponent, modulus)"""
    k = n(p) % 8
    return math.factorial(k + 13) % 1009 + math.comb(40, k + 10) % 1013 + math.perm(20, k + 2) % 997 + (
        math.lcm(k + 10, 9999991, 13) % 991 + pow(k + 2, 65537, 1000003) % 1000 + hash(k - 4))


def roots_of_whole_numbers(n=Image[Int], p=Position):
    """math.isqrt of 32 and of 64 bits, also beside a square"""
    k = n(p) & 0x7FFFFFFF
    root = math.isqrt(k)
    large = k * 3_000_000_019 + 1
    return root + math.isqrt(root * root) + math.isqrt(max(root * root - 1, 0)) * 3 + math.isqrt(large) % 10007


def numbers_of_numpys_types_beside_ints(n=Image[Int], p=Position):
    """an np.uint8 or an int, as a path or min() says: it holds either; .item() gives Python's number"""
    k, small = n(p) % 2000 - 1000, np.uint8(n(p + (1, 0)) & 255)
    either = small if k % 2 else k
    return either + max(small, k) * 3 + small.item() * 100


def divided_by_numpys_zeros(n=Image[Int], p=Position):
    """np.float64(x) / 0 under `except ZeroDivisionError`: NumPy's numbers do not raise"""
    k = n(p) % 3
    try:
        found = 1.0 / (np.float64(k) + 0.0)
    except ZeroDivisionError:
        found = -5.0
    return min(found, 100.0) + isinstance(np.float64(k), np.float64)
