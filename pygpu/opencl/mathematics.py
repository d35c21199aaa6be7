"""Mathematics on vectors: polynomials that run on all lanes at once, where drivers go through them one by one.

Each is right to a few units in the last place over the whole range of floats, the corners included: infinities, NaN,
zeros of both signs, denormals (tests/opencl/test_mathematics.py measures them against float64). What is rare and costs
much (an angle beyond 100000) takes the driver's own function lane by lane.

The coefficients are minimax fits of what remains after the leading terms, named above each.
"""

from __future__ import annotations


def _lane_by_lane(name: str, test: str) -> str:
    """The driver's own function, unless a test holds in all lanes."""
    return ("    if (pg_rarely(!all(" + test + "))) {{\n"
            "        float lanes[{N}];\n"
            "        vstore{N}(x, 0, lanes);\n"
            "        for (int i = 0; i < {N}; i++)\n"
            "            lanes[i] = " + name + "(lanes[i]);\n"
            "        return vload{N}(0, lanes);\n"
            "    }}\n")


def _angle(name: str, result: str) -> str:
    """x less the nearest multiple of pi/2 in three steps, then sin(r) = r + r^3 S(r^2), cos(r) = 1 - r^2/2 + r^4 C(r^2)."""
    slow = _lane_by_lane(name, "fabs(x) < 100000.0f")
    return ("{F} pg_" + name + "({F} x) {{\n" + slow +
            "    {F} n = rint(x * 0.636619772f);\n"
            "    {F} r = fma(n, ({F})-1.57079637f, x);\n"
            "    r = fma(n, ({F})4.37113883e-8f, r);\n"
            "    r = fma(n, ({F})1.71512451e-15f, r);\n"
            "    {I} q = convert_int{N}(n);\n"
            "    {F} z = r * r;\n"
            "    {F} s = fma(fma(fma(z, ({F})2.71821705e-6f, ({F})-1.98393245e-4f), z, ({F})8.33332911e-3f), z,"
            " ({F})-0.166666672f);\n"
            "    s = fma(s * z, r, r);\n"
            "    {F} c = fma(fma(z, ({F})2.44375333e-5f, ({F})-1.38873595e-3f), z, ({F})0.0416666456f);\n"
            "    c = fma(c * z, z, fma(z, ({F})-0.5f, ({F})1.0f));\n"
            "    {I} odd = (q & 1) != 0;\n" + result + "}}")


# 2^n * (1 + r * Q(r)), the power put on in two steps so that denormals and overflow come out right.
_POWER_OF_2 = (
    "p = fma(fma(fma(fma(fma(r, ({F})1.53531539e-4f, ({F})1.33991323e-3f), r, ({F})9.61843971e-3f), r,\n"
    "            ({F})0.0555033199f), r, ({F})0.240226477f), r, ({F})0.693147182f);\n"
    "    p = fma(p, r, ({F})1.0f);\n")
_EXP2_ORDINARY = "    {F} " + _POWER_OF_2
_RAISE_2 = "    " + _POWER_OF_2 + (
    "    {I} power = convert_int{N}(n), half_ = power >> 1;\n"
    "    p = p * as_{F}((half_ + 127) << 23) * as_{F}((power - half_ + 127) << 23);\n")

# The same without a branch, for n that is the lowest bits of t: another 2^24 goes into the exponent the other way, and
# out again, so that denormals and overflow come out right. Where x is known to be never positive, its way is known.
_RAISED = ("    {I} down = x < 0.0f;\n"
           "    return p * as_{F}((as_{I}(t) << 23) + select(({I})(103 << 23), ({I})(151 << 23), down))\n"
           "            * select(({F})16777216.0f, ({F})5.96046448e-8f, down);\n")
_LOWERED = "    return p * as_{F}((as_{I}(t) << 23) + (151 << 23)) * 5.96046448e-8f;\n"


def _exp(name: str, least: float, most: float, parts: str, sign: str = "") -> str:
    """x between what gives zero and what gives infinity (a NaN stays one), in parts n and r, and put together again."""
    bounds = f"    {{F}} inside = select(x, ({{F}}){least}f, x < {least}f);\n"
    if not sign:
        bounds += f"    inside = select(inside, ({{F}}){most}f, x > {most}f);\n"
    return f"{{F}} pg_{name}{sign}({{F}} x) {{{{\n{bounds}{parts}{_LOWERED if sign else _RAISED}}}}}"


_EXP2_PARTS = ("    {F} t = inside + 12582912.0f, r = inside - (t - 12582912.0f);\n" + _EXP2_ORDINARY)
_EXP_PARTS = ("    {F} t = fma(inside, ({F})1.44269504f, ({F})12582912.0f), n = t - 12582912.0f;\n"
              "    {F} r = fma(n, ({F})-0.693359375f, inside);\n"
              "    r = fma(n, ({F})2.12194440e-4f, r);\n"
              "    {F} p = fma(fma(fma(fma(r, ({F})1.38141902e-3f, ({F})8.36891402e-3f), r, ({F})0.0416684076f), r,\n"
              "            ({F})0.166665196f), r, ({F})0.49999994f);\n"
              "    p = fma(p * r, r, r) + 1.0f;\n")

# x = 2^e * (1 + f) with 1 + f between sqrt(1/2) and sqrt(2); log(1 + f) = f - f^2/2 + f^3 P(f).
_SPLIT = (
    "    {I} small = x < 1.17549435e-38f;\n"
    "    {I} bits = as_{I}(select(x, x * 8388608.0f, small)) - 0x3f3504f3;\n"
    "    {F} e = convert_float{N}((bits >> 23) - (small & 23));\n"
    "    {F} f = as_{F}((bits & 0x7fffff) + 0x3f3504f3) - 1.0f;\n"
    "    {F} f2 = f * f;\n"
    "    {F} p = fma(fma(fma(fma(fma(fma(fma(fma(f, ({F})0.0691514686f, ({F})-0.117896959f), f, ({F})0.118730165f), f,\n"
    "            ({F})-0.1238437f), f, ({F})0.142186552f), f, ({F})-0.166692495f), f, ({F})0.200022265f), f,\n"
    "            ({F})-0.249999866f), f, ({F})0.333333105f);\n"
    "    p = p * f * f2;\n")
_LOG_ENDS = ("    y = select(y, x, x == INFINITY | x != x);\n"
             "    y = select(y, ({F})-INFINITY, x == 0.0f);\n"
             "    return select(y, ({F})NAN, x < 0.0f);\n}}")


def _log(name: str, result: str) -> str:
    return "{F} pg_" + name + "({F} x) {{\n" + _SPLIT + result + _LOG_ENDS


VECTOR = {
    **{f"pg_exp2{sign}": _exp("exp2", -151.0, 130.0, _EXP2_PARTS, sign) for sign in ("", "_down")},
    **{f"pg_exp{sign}": _exp("exp", -104.5, 90.0, _EXP_PARTS, sign) for sign in ("", "_down")},
    "pg_log": _log("log", "    {F} y = fma(e, ({F})-2.12194440e-4f, fma(f2, ({F})-0.5f, p)) + f;\n"
                          "    y = fma(e, ({F})0.693359375f, y);\n"),
    "pg_log2": _log("log2", "    {F} t = fma(f2, ({F})-0.5f, p);\n"
                            "    {F} y = fma(t, ({F})1.44269504f, f * 1.92596299e-8f);\n"
                            "    y = fma(f, ({F})1.44269502f, y) + e;\n"),
    "pg_log10": _log("log10", "    {F} t = fma(f2, ({F})-0.5f, p) + f;\n"
                              "    {F} y = fma(t, ({F})0.434294482f, e * 4.60503907e-6f);\n"
                              "    y = fma(e, ({F})0.301025391f, y);\n"),
    # exp2(y * log2(x)) with the logarithm as a sum of two floats, since an error in it grows with y. With a power that
    # is the same for all lanes, and small, the whole part of the logarithm is exact times the leading bits of y, and the
    # rest needs no second float; where all results are ordinary numbers their exponent is put on in one step.
    "pg_pow": ("{F} pg_pow({F} x, {F} y) {{\n"
               "    const {F} of = x;\n"
               "    x = fabs(x);\n" + _SPLIT +
               "    {F} h = f2 * -0.5f, start = f + h, high = start + p;\n"
               "    {F} low = fma(fma(f, f, -f2), ({F})-0.5f, (f - start) + h) + ((start - high) + p);\n"
               "    {F} l = high * 1.44269502f;\n"
               "    low = fma(high, ({F})1.44269502f, -l) + fma(low, ({F})1.44269502f, high * 1.92596299e-8f);\n"
               "    {F} s = e + l;\n"
               "    low += (e - s) + l;\n"
               "    {F} t = y * s;\n"
               "    low = fma(y, low, fma(y, s, -t));\n"
               "    t = clamp(t, ({F})-160.0f, ({F})130.0f);\n"
               "    {F} n = rint(t), r = (t - n) + clamp(low, ({F})-1.0f, ({F})1.0f);\n"
               "    {{\n" + _RAISE_2 + "    }}\n"
               "    if (all(of > 0.0f & of < INFINITY & fabs(y) < INFINITY))\n"
               "        return p;\n"
               "    {I} endless = fabs(y) == INFINITY, whole = trunc(y) == y, odd = whole & trunc(y * 0.5f) * 2.0f != y;\n"
               "    p = select(p, select(({F})0.0f, ({F})INFINITY, (x < 1.0f) ^ (y > 0.0f)),"
               " x == 0.0f | x == INFINITY | endless);\n"
               "    p = select(p, ({F})NAN, of < 0.0f & x < INFINITY & ~whole);\n"
               "    p = select(p, -p, odd & as_{I}(of) < 0);\n"
               "    p = select(p, ({F})NAN, x != x | y != y);\n"
               "    return select(p, ({F})1.0f, y == 0.0f | of == 1.0f | (x == 1.0f & endless));\n}}",
               "{F} pg_pow({F} x, float y) {{\n"
               "    const float leading = as_float(as_int(y) & 0xffffff00);\n"
               "    const int reach = (int)fmin(125.0f / fabs(y), 126.0f);\n"
               "    const uint lowest = (127 - reach) << 23, span = fabs(y) <= 4.0f ? (uint)(2 * reach) << 23 : 0;\n"
               "    const {I} zero = as_{I}(x) == 0;\n"
               "    if (pg_rarely(!all((as_{U}(x) - lowest < span) | (zero & (y > 0.0f ? -1 : 0)))))\n"
               "        return pg_pow(x, ({F})y);\n"
               "    {I} power = (as_{I}(x) - 0x3f3504f3) & (int)0xff800000;\n"
               "    {F} f = as_{F}(as_{I}(x) - power) - 1.0f, e = convert_float{N}(power) * 1.1920929e-7f;\n"
               "    {F} l = fma(fma(fma(fma(fma(fma(fma(fma(f, ({F})0.125490919f, ({F})-0.209953725f), f,"
               " ({F})0.217159137f), f,\n"
               "            ({F})-0.238570571f), f, ({F})0.287694752f), f, ({F})-0.360719055f), f, ({F})0.480920434f), f,\n"
               "            ({F})-0.721347153f), f, ({F})1.4426949f);\n"
               "    l *= f;\n"
               "    {F} s = e * leading, t = fma(l, ({F})y, s) + 12582912.0f;"
               "  // rounds to a whole number, in the lowest bits\n"
               "    {F} r = fma(e, ({F})(y - leading), fma(l, ({F})y, s - (t - 12582912.0f)));\n" + _EXP2_ORDINARY +
               "    p = as_{F}(as_{I}(p) + (as_{I}(t) << 23));\n"
               "    return select(p, ({F})0.0f, zero);\n}}"),
    "pg_sin": _angle("sin", "    return as_{F}(as_{I}(select(s, c, odd)) ^ ((q & 2) << 30));\n"),
    "pg_cos": _angle("cos", "    return as_{F}(as_{I}(select(c, s, odd)) ^ (((q + 1) & 2) << 30));\n"),
    "pg_tan": _angle("tan", "    return select(s, -c, odd) / select(c, s, odd);\n"),
    # Near zero x + x^3 T(x^2), elsewhere 1 - 2 / (exp(2x) + 1).
    "pg_tanh": "{F} pg_tanh({F} x) {{\n"
               "    {F} z = x * x, a = fabs(x);\n"
               "    {F} p = fma(fma(fma(fma(fma(z, ({F})2.14753998e-3f, ({F})-8.18267744e-3f), z, ({F})0.0217029694f), z,\n"
               "            ({F})-0.0539472029f), z, ({F})0.133332103f), z, ({F})-0.333333313f);\n"
               "    p = copysign(fma(p * z, x, x), x);\n"
               "    {F} far = copysign(1.0f - 2.0f / (pg_exp(a + a) + 1.0f), x);\n"
               "    return select(p, far, a >= 0.625f);\n}}",
    # t + t^3 A(t^2) of the smaller over the larger, then moved to its octant.
    "pg_atan2": "{F} pg_atan2({F} y, {F} x) {{\n"
                "    {F} ax = fabs(x), ay = fabs(y);\n"
                "    {F} t = fmin(ax, ay) / fmax(ax, ay);\n"
                "    t = select(t, ({F})0.0f, ax == 0.0f & ay == 0.0f);\n"
                "    t = select(t, ({F})1.0f, ax == INFINITY & ay == INFINITY);\n"
                "    {F} z = t * t;\n"
                "    {F} p = fma(fma(fma(fma(fma(fma(fma(fma(z, ({F})-1.8272131e-3f, ({F})0.0110644419f), z,"
                " ({F})-0.0314557031f), z,\n"
                "            ({F})0.0582345538f), z, ({F})-0.0841945931f), z, ({F})0.109575763f), z,"
                " ({F})-0.142652452f), z,\n"
                "            ({F})0.199986383f), z, ({F})-0.333333015f);\n"
                "    p = fma(p * z, t, t);\n"
                "    p = select(p, (1.57079637f - p) - 4.37113883e-8f, ay > ax);\n"
                "    p = select(p, (3.14159274f - p) - 8.74227766e-8f, as_{I}(x) < 0);\n"
                "    p = copysign(p, y);\n"
                "    return select(p, x + y, x != x | y != y);\n}}",
}

# One number to a power that is the same for all, as gamma is: in a third of the instructions of a GPU's own. What is not
# an ordinary positive number takes that.
POWER = """float pg_power(float x, float y) {
    const float leading = as_float(as_int(y) & 0xffffff00);
    const int reach = (int)fmin(125.0f / fabs(y), 126.0f);
    const uint lowest = (127 - reach) << 23, span = fabs(y) <= 4.0f ? (uint)(2 * reach) << 23 : 0;
    if (as_uint(x) - lowest >= span)
        return as_int(x) == 0 && y > 0.0f ? 0.0f : pow(x, y);
    const int power = (as_int(x) - 0x3f3504f3) & (int)0xff800000;
    const float f = as_float(as_int(x) - power) - 1.0f, e = (float)power * 1.1920929e-7f;
    float l = fma(fma(fma(fma(fma(fma(fma(fma(f, 0.125490919f, -0.209953725f), f, 0.217159137f), f,
            -0.238570571f), f, 0.287694752f), f, -0.360719055f), f, 0.480920434f), f,
            -0.721347153f), f, 1.4426949f) * f;
    const float s = e * leading, t = fma(l, y, s) + 12582912.0f;  // rounds to a whole number, in the lowest bits
    const float r = fma(e, y - leading, fma(l, y, s - (t - 12582912.0f)));
    return as_float(as_int(exp2(r)) + (as_int(t) << 23));
}"""
