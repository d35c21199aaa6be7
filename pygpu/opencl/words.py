"""The helpers for numbers of 64 bits, for those without a sign and for those that stay as they are stored: of one element
and any width, `{T}`.

`{S}` is the signed number and `{U}` the unsigned one of as many bits, `{B}` how many these are. A choice is C's own, which
takes vectors too. What is meant is in ir.ops, as of all helpers; a helper is called by the type that it is for: pg_mod_ul.
"""

from __future__ import annotations

from ..elements import ELEMENTS
from ..ir.ops import SUFFIX
from ..ir.types import AS_STORED, BYTE, DOUBLE, FLOAT, INT, INT64, SHORT, UINT32, UINT64, Type

_ANY = {
    "pg_min": "return b < a ? b : a;",
    "pg_max": "return b > a ? b : a;",
}
_SIGNED = {
    "pg_add": "return as_{T}(as_{U}(a) + as_{U}(b));",
    "pg_sub": "return as_{T}(as_{U}(a) - as_{U}(b));",
    "pg_mul": "return as_{T}(as_{U}(a) * as_{U}(b));",
    "pg_floordiv": "{T} safe = (b == 0) | (b == -1) ? ({T})1 : b;\n"
                   "    {T} q = a / safe;\n"
                   "    q = (a - q * safe != 0) & ((a - q * safe ^ safe) < 0) ? q - 1 : q;\n"
                   "    q = b == -1 ? as_{T}(-as_{U}(a)) : q;\n"
                   "    return b == 0 ? ({T})0 : q;",
    "pg_mod": "{T} safe = (b == 0) | (b == -1) ? ({T})1 : b;\n"
              "    {T} m = a % safe;\n"
              "    return (m != 0) & ((m ^ safe) < 0) ? m + safe : m;",
    "pg_shl": "return (b & ~({T})({B} - 1)) != 0 ? ({T})0 : as_{T}(as_{U}(a) << as_{U}(b & ({B} - 1)));",
    "pg_shr": "return a >> clamp(b, ({T})0, ({T})({B} - 1));",
    "pg_ipow": "{U} result = 1, base = as_{U}(a);\n"
               "    for (int bit = 0; bit < {B} - 1; bit++) {{\n"
               "        result = (b >> bit & 1) != 0 ? result * base : result;\n"
               "        base *= base;\n"
               "    }}\n"
               "    return b < 0 ? ({T})0 : as_{T}(result);",
}
_UNSIGNED = {
    "pg_floordiv": "{T} safe = b == 0 ? ({T})1 : b;\n    return b == 0 ? ({T})0 : a / safe;",
    "pg_mod": "{T} safe = b == 0 ? ({T})1 : b;\n    return a % safe;",
    "pg_shl": "return b < {B} ? a << (b & ({B} - 1)) : ({T})0;",
    "pg_shr": "return b < {B} ? a >> (b & ({B} - 1)) : ({T})0;",
    "pg_ipow": "{T} result = 1, base = a;\n"
               "    for (int bit = 0; bit < {B}; bit++) {{\n"
               "        result = (b >> bit & 1) != 0 ? result * base : result;\n"
               "        base *= base;\n"
               "    }}\n"
               "    return result;",
}
# The rest that has the sign of a, exact: PoCL's fmod of vectors of doubles (3.1) is not, where the quotient is large.
_REST = ("{T} of = copysign(fabs(b), a), m = fma(-trunc(a / b), b, a);\n"
         "    m = (m != 0) & ((m < 0) != (a < 0)) ? m + of : m;\n"
         "    m = fabs(m) >= fabs(b) ? m - of : m;\n"
         "    m = (fabs(a / b) < 4503599627370496.0) & (fabs(b) < INFINITY) ? m : fmod(a, b);\n")
_FLOAT = {
    "pg_signed_min": "return a == b ? copysign(b, a) : b < a ? b : a;",
    "pg_signed_max": "return a == b ? copysign(b, a) : b > a ? b : a;",
    "pg_mod": _REST +
              "    m = (m != 0) & ((b < 0) != (m < 0)) ? m + b : m;\n"
              "    return (m == 0) & (b != 0) ? copysign(({T})0, b) : m;",
    "pg_floordiv": _REST + "    {T} d = (a - m) / b;\n"
                   "    d = (m != 0) & ((b < 0) != (m < 0)) ? d - 1 : d;\n"
                   "    {T} f = floor(d);\n"
                   "    f = d - f > 0.5 ? f + 1 : f;\n"
                   "    f = d == 0 ? copysign(({T})0, a / b) : f;\n"
                   "    return b == 0 ? a / b : f;",
}


def _helpers() -> dict[str, tuple[str, Type]]:
    found = {}
    for type, bodies in ((INT64, _ANY | _SIGNED), (UINT32, _ANY | _UNSIGNED), (UINT64, _ANY | _UNSIGNED),
                         (DOUBLE, _ANY | _FLOAT), (BYTE, _ANY), (SHORT, _ANY)):
        for name, body in bodies.items():
            called = f"{name}_{SUFFIX[type]}"
            found[called] = f"{{T}} {called}({{T}} a, {{T}} b) {{{{\n    {body}\n}}}}", type
    found["pg_neg_l"] = "{T} pg_neg_l({T} a) {{ return as_{T}(-as_{U}(a)); }}", INT64
    found["pg_abs_l"] = "{T} pg_abs_l({T} a) {{ return a < 0 ? as_{T}(-as_{U}(a)) : a; }}", INT64
    # As pg_half (prelude.py).
    found["pg_half_d"] = ("{T} pg_half_d({T} v) {{\n"
                          "    {S} bits = as_{S}(v) & 0x7fffffffffffffffL;\n"
                          "    {T} a = as_{T}(bits);\n"
                          "    {T} h = as_{T}((bits + 0x1ffffffffffL + (bits >> 42 & 1)) & ~0x3ffffffffffL);\n"
                          "    h = a < 6.103515625e-5 ? (a + 268435456.0) - 268435456.0 : h;\n"
                          "    h = a >= 65520.0 ? ({T})INFINITY : h;\n"
                          "    return copysign(a != a ? a : h, v);\n}}", DOUBLE)
    found["pg_pow_d"] = "{T} pg_pow_d({T} a, {T} b) {{\n    return {pow};\n}}", DOUBLE
    for type in (FLOAT, DOUBLE):  # what is negative wraps, as in C on most machines
        called = f"pg_ulong_{SUFFIX[type]}"
        body = "return convert_ulong{N}_sat(v) + convert_ulong{N}(convert_long{N}_sat(fmin(v, ({T})0)));"
        found[called] = f"ulong{{N}} {called}({{T}} v) {{{{\n    {body}\n}}}}", type
    return found


HELPERS = _helpers()


def is_stored(name: str) -> bool:
    """Whether a helper is for numbers as they are stored."""
    return HELPERS[name][1] in AS_STORED


def _in_fours(function: str, lanes: int) -> str:
    """Four lanes at a time: if one of eight is zero or infinite, PoCL's pow of doubles (3.1, AVX-512) is wrong in all."""
    if lanes <= 4:
        return f"{function}(a, b)"
    fours = [f"{function}(a.s{four}, b.s{four})" for four in ("0123", "4567", "89ab", "cdef")[:lanes // 4]]
    return f"(double{lanes})({', '.join(fours)})"


def defined(name: str, lanes: int) -> str:
    """A helper for vectors of so many lanes, or for numbers."""
    template, type = HELPERS[name]
    n = str(lanes) if lanes > 1 else ""
    signed, unsigned = (INT64, UINT64) if type.bits == 64 else (INT, UINT32)
    words = {letter: ELEMENTS[each.word].opencl + n for letter, each in (("T", type), ("S", signed), ("U", unsigned))}
    return template.format(**words, N=n, B=type.bits, pow=_in_fours("pow", lanes))
