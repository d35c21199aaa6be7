"""The standard library."""

import bisect
import cmath
import colorsys
import fractions
import functools
import heapq
import itertools
import math
import operator
import random
import statistics
import struct

from .cases import cases

ALL = {module.__name__: module for module in (
    bisect, cmath, colorsys, fractions, functools, heapq, itertools, math, operator, random, statistics, struct)}

def cuts(a):
    """The four sides of the axes at a number: on a branch cut the sign of a zero decides."""
    return complex(a, 0.0), complex(a, -0.0), complex(0.0, a), complex(-0.0, a)


ALL["cuts"] = cuts

cases("colorsys", """
    colorsys.rgb_to_hsv(a, b, c) | UNIT, UNIT, UNIT
    colorsys.hsv_to_rgb(a, b, c) | UNIT, UNIT, UNIT
    colorsys.rgb_to_hls(a, b, c) | UNIT, UNIT, UNIT
    colorsys.hls_to_rgb(a, b, c) | UNIT, UNIT, UNIT
    colorsys.rgb_to_yiq(a, b, c) | UNIT, UNIT, UNIT
    colorsys.yiq_to_rgb(a, b, c) | UNIT, UNIT, UNIT
""", ALL)

cases("math", """
    math.sqrt(a) | POSITIVE
    math.cbrt(a) | ANY
    math.exp(a) | ANY
    math.exp2(a) | ANY
    math.expm1(a) | ANY
    math.log(a) | POSITIVE
    math.log(a, 3) | POSITIVE
    math.log(a, b + 1) | POSITIVE, POSITIVE
    math.log2(a) | POSITIVE
    math.log10(a) | POSITIVE
    math.log1p(a) | POSITIVE
    math.sin(a) | ANGLE
    math.cos(a) | ANGLE
    math.tan(a) | SMALL
    math.asin(a) | SMALL
    math.acos(a) | SMALL
    math.atan(a) | ANY
    math.atan2(a, b) | ANY, ANY
    math.sinh(a) | ANY
    math.cosh(a) | ANY
    math.tanh(a) | ANY
    math.asinh(a) | ANY
    math.acosh(a + 1) | POSITIVE
    math.atanh(a) | SMALL
    math.pow(a, b) | POSITIVE, ANY
    math.hypot(a, b) | ANY, ANY
    math.hypot(a, b, c) | ANY, ANY, ANY
    math.dist((a, b), (c, d)) | ANY, ANY, ANY, ANY
    math.degrees(a) | ANGLE
    math.radians(a) | ANY
    math.floor(a) | ANY
    math.ceil(a) | ANY
    math.trunc(a) | ANY
    math.fabs(a) | ANY
    math.fmod(a, b) | ANY, POSITIVE
    math.remainder(a, b) | ANY, POSITIVE
    math.modf(a) | ANY
    math.frexp(a) | ANY
    math.ldexp(a, b) | ANY, COUNT
    math.copysign(a, b) | ANY, ANY
    math.erf(a) | ANY
    math.erfc(a) | ANY
    math.gamma(a) | POSITIVE
    math.lgamma(a) | POSITIVE
    math.isclose(a, b, rel_tol=0.5) | POSITIVE, POSITIVE
    math.isfinite(a) | ANY
    math.isinf(a) | ANY
    math.isnan(a) | ANY
    math.fsum([a, b, c]) | ANY, ANY, ANY
    math.prod([a, b, c], start=2) | ANY, ANY, ANY
    math.gcd(a, b) | WHOLE, WHOLE
    math.lcm(a, b) | COUNT, COUNT
    math.factorial(a) | COUNT
    math.comb(a, b) | COUNT, COUNT
    math.perm(a, b) | COUNT, COUNT
    math.isqrt(a) | COUNT
    math.ulp(a) * 0 + math.nextafter(a, 9) | ANY
""", ALL)

cases("cmath", """
    cmath.sqrt(complex(a, b)) | ANY, ANY
    cmath.exp(complex(a, b)) | ANY, ANY
    cmath.log(complex(a, b)) | POSITIVE, ANY
    cmath.log10(complex(a, b)) | POSITIVE, ANY
    cmath.sin(complex(a, b)) | ANY, ANY
    cmath.cos(complex(a, b)) | ANY, ANY
    cmath.tan(complex(a, b)) | SMALL, SMALL
    cmath.sinh(complex(a, b)) | ANY, ANY
    cmath.cosh(complex(a, b)) | ANY, ANY
    cmath.tanh(complex(a, b)) | SMALL, SMALL
    cmath.asin(complex(a, b)) | SMALL, POSITIVE
    cmath.acos(complex(a, b)) | SMALL, POSITIVE
    cmath.atan(complex(a, b)) | SMALL, SMALL
    cmath.asinh(complex(a, b)) | SMALL, SMALL
    cmath.acosh(complex(a, b)) | POSITIVE, POSITIVE
    cmath.atanh(complex(a, b)) | SMALL, SMALL
    cmath.phase(complex(a, b)) | POSITIVE, ANY
    cmath.polar(complex(a, b)) | POSITIVE, ANY
    cmath.rect(a, b) | POSITIVE, ANGLE
    cmath.isnan(complex(a, b)) | ANY, ANY
    cmath.isfinite(complex(a, b)) | ANY, ANY
    cmath.isclose(complex(a, b), complex(b, a), rel_tol=0.5) | POSITIVE, POSITIVE
    [f(complex(a, b)) for f in (cmath.acos, cmath.asin, cmath.atan, cmath.acosh, cmath.asinh, cmath.atanh)] | ANY, ANY
    [f(z) for f in (cmath.acos, cmath.asin, cmath.atan) for z in cuts(a)] | BEYOND
    [f(z) for f in (cmath.acosh, cmath.asinh, cmath.atanh, cmath.sqrt) for z in cuts(a)] | BEYOND
    [f(z) for f in (cmath.acos, cmath.asin, cmath.atan, cmath.acosh, cmath.asinh, cmath.atanh) for z in cuts(a)] | SMALL
    [f(z) for f in (cmath.acos, cmath.asin, cmath.atan) for z in cuts(-a)] | BEYOND
    [f(z) for f in (cmath.acosh, cmath.asinh, cmath.atanh, cmath.sqrt) for z in cuts(-a)] | BEYOND
""", ALL)

cases("statistics", """
    statistics.mean([a, b, c]) | ANY, ANY, ANY
    statistics.fmean([a, b, c]) | ANY, ANY, ANY
    statistics.fmean([a, b, c], [1, 2, 3]) | ANY, ANY, ANY
    statistics.median([a, b, c]) | ANY, ANY, ANY
    statistics.median_low([a, b, c, d]) | ANY, ANY, ANY, ANY
    statistics.median_high([a, b, c, d]) | ANY, ANY, ANY, ANY
    statistics.variance([a, b, c]) | ANY, ANY, ANY
    statistics.pvariance([a, b, c]) | ANY, ANY, ANY
    statistics.stdev([a, b, c]) | ANY, ANY, ANY
    statistics.pstdev([a, b, c]) | ANY, ANY, ANY
    statistics.geometric_mean([a, b, c]) | POSITIVE, POSITIVE, POSITIVE
    statistics.harmonic_mean([a, b, c]) | POSITIVE, POSITIVE, POSITIVE
    statistics.quantiles([a, b, c, d], n=4) | ANY, ANY, ANY, ANY
    statistics.covariance([a, b, c], [b, c, d]) | ANY, ANY, ANY, ANY
    statistics.correlation([a, b, c], [b, c, d]) | ANY, ANY, ANY, ANY
    tuple(statistics.linear_regression([1, 2, 4], [a, b, c])) | ANY, ANY, ANY
    statistics.NormalDist(0.5, 2).pdf(a) | ANY
    statistics.NormalDist(0.5, 2).cdf(a) | ANY
    statistics.NormalDist(0.5, 2).inv_cdf(a * 0.9 + 0.05) | UNIT
    statistics.NormalDist(0.5, 2).zscore(a) | ANY
""", ALL)

cases("bisect, heapq", """
    bisect.bisect([0.1, 0.25, 0.5, 0.9], a) | UNIT
    bisect.bisect_left([0.1, 0.25, 0.5, 0.9], a) | UNIT
    bisect.bisect_right([1, 3, 3, 7], a) | COUNT
    bisect.bisect_right([1, 3, 3, 7], a, key=lambda v: v * 2) | COUNT
    heapq.nsmallest(2, [a, b, c]) | ANY, ANY, ANY
    heapq.nlargest(2, [a, b, c]) | ANY, ANY, ANY
    list(heapq.merge([0.5, 1.5], [a, a + 1])) | ANY
""", ALL)

cases("itertools, functools", """
    sum(itertools.accumulate([a, b, c])) | ANY, ANY, ANY
    list(itertools.accumulate([a, b, c], max, initial=0.5)) | ANY, ANY, ANY
    sum(x * y for x, y in itertools.product([a, b], [c, 1.0])) | ANY, ANY, ANY
    sum(x * y for x, y in itertools.combinations([a, b, c], 2)) | ANY, ANY, ANY
    sum(x - y for x, y in itertools.pairwise([a, b, c])) | ANY, ANY, ANY
    sum(itertools.chain([a], (b, c))) | ANY, ANY, ANY
    sum(itertools.islice(itertools.cycle([a, b, c]), 5)) | ANY, ANY, ANY
    sum(x * y for x, y in zip([a, b, c], itertools.count(1))) | ANY, ANY, ANY
    sum(itertools.islice(itertools.repeat(a), 4)) | ANY
    sum(itertools.compress([a, b, c], [1, 0, 1])) | ANY, ANY, ANY
    sum(itertools.takewhile(lambda v: v < 2, [a, b, c])) | ANY, ANY, ANY
    sum(itertools.filterfalse(lambda v: v < 0, [a, b, c])) | ANY, ANY, ANY
    sum(x * y for x, y in itertools.zip_longest([a, b, c], [1, 2], fillvalue=0)) | ANY, ANY, ANY
    sum(itertools.starmap(pow, [(a, 2), (b, 3)])) | ANY, ANY
    functools.reduce(lambda x, y: x * 0.5 + y, [a, b, c]) | ANY, ANY, ANY
    functools.partial(pow, a)(3) | ANY
    sorted([a, b, c], key=functools.cmp_to_key(lambda x, y: (x > y) - (x < y))) | ANY, ANY, ANY
    functools.lru_cache(lambda v: v * v)(a) | ANY
""", ALL)

cases("operator", """
    operator.add(a, b) | ANY, ANY
    operator.sub(a, b) | ANY, ANY
    operator.mul(a, b) | ANY, ANY
    operator.truediv(a, b) | ANY, POSITIVE
    operator.floordiv(a, b) | ANY, POSITIVE
    operator.mod(a, b) | ANY, POSITIVE
    operator.pow(a, b) | POSITIVE, ANY
    operator.neg(a) | ANY
    operator.pos(a) | ANY
    operator.abs(a) | ANY
    operator.lt(a, b) | ANY, ANY
    operator.eq(a, b) | COUNT, COUNT
    operator.and_(a, b) | WHOLE, WHOLE
    operator.or_(a, b) | WHOLE, WHOLE
    operator.xor(a, b) | WHOLE, WHOLE
    operator.invert(a) | WHOLE
    operator.lshift(a, b) | WHOLE, COUNT
    operator.rshift(a, b) | WHOLE, COUNT
    operator.not_(a) | COUNT
    operator.truth(a) | COUNT
    operator.index(a) | COUNT
    operator.itemgetter(1)([a, b]) | ANY, ANY
    operator.iadd(a, b) | ANY, ANY
    operator.contains([1, 2, 3], a) | COUNT
    operator.countOf([a, b, 1], 1) | COUNT, COUNT
    operator.is_(a, None) | ANY
""", ALL)

cases("builtins", """
    abs(a) | ANY
    round(a) | ANY
    round(a, 2) | ANY
    divmod(a, b) | ANY, POSITIVE
    pow(a, 3) | ANY
    pow(3, a, 7) | COUNT
    min(a, b, c) | ANY, ANY, ANY
    max([a, b, c], key=lambda v: -v) | ANY, ANY, ANY
    sum([a, b, c], 1) | ANY, ANY, ANY
    sorted([a, b, c], reverse=True) | ANY, ANY, ANY
    list(reversed([a, b, c])) | ANY, ANY, ANY
    any([a > 0, b > 0]) | ANY, ANY
    all(map(lambda v: v > 0, [a, b])) | ANY, ANY
    int(a) | ANY
    float(a) | WHOLE
    bool(a) | COUNT
    complex(a, b) * complex(b, 1) | ANY, ANY
    sum(v * i for i, v in enumerate([a, b, c], 1)) | ANY, ANY, ANY
    sum(filter(lambda v: v > 0, [a, b, c])) | ANY, ANY, ANY
    a.is_integer() | ANY
    a.bit_length() | WHOLE
    a.bit_count() | WHOLE
    a.conjugate() | ANY
    a.as_integer_ratio() | WHOLE
    a.__round__() | ANY
    next(v for v in [a, b, 9.0] if v > 0) | ANY, ANY
    len([v for v in [a, b, c] if v > 0]) | ANY, ANY, ANY
    min((v for v in [a, b, c] if v > 0), default=9.0) | ANY, ANY, ANY
    isinstance(a, (int, float)) | ANY
    (lambda *args, k=2: sum(args) * k)(a, b) | ANY, ANY
    {0: 1.5, 1: 2.5}.get(a, 0.5) | COUNT
    [1.0, 2.0, 4.0][a % 3] | COUNT
    fractions.Fraction(a, 3) + fractions.Fraction(1, 6) > 1 | COUNT
    struct.unpack("<I", struct.pack("<f", a))[0] % 65536 | POSITIVE
""", ALL)
