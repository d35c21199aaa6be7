"""The helpers kernels may call, all named pg_*: what OpenCL C has no word for, or means differently from Python.

Only those a kernel calls, and those they call in turn (NEEDS), are written before it. Each means exactly what its operation
in ir.ops means on NumPy; `{F}` and `{I}` stand for float and int of any width, so that a helper written with select()
serves single numbers and vectors alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from . import words
from .mathematics import POWER, VECTOR

_BY_WIDTH = {
    # Python's min keeps its first argument unless the second is smaller.
    "pg_min": ("{F} pg_min({F} a, {F} b) {{ return select(a, b, b < a); }}",
               "{I} pg_min({I} a, {I} b) {{ return min(a, b); }}"),
    "pg_max": ("{F} pg_max({F} a, {F} b) {{ return select(a, b, b > a); }}",
               "{I} pg_max({I} a, {I} b) {{ return max(a, b); }}"),
    # The first of two zeros, too: what chooses between them by comparing NVIDIA's compiler takes for a minimum of its own,
    # to which -0.0 is less (580.159).
    "pg_signed_min": ("{F} pg_signed_min({F} a, {F} b) {{ return select(select(a, b, b < a), copysign(b, a), a == b); }}",),
    "pg_signed_max": ("{F} pg_signed_max({F} a, {F} b) {{ return select(select(a, b, b > a), copysign(b, a), a == b); }}",),
    # Integers wrap: signed overflow is undefined in C, and unsigned is not.
    "pg_add": ("{I} pg_add({I} a, {I} b) {{ return as_{I}(as_{U}(a) + as_{U}(b)); }}",),
    "pg_sub": ("{I} pg_sub({I} a, {I} b) {{ return as_{I}(as_{U}(a) - as_{U}(b)); }}",),
    "pg_mul": ("{I} pg_mul({I} a, {I} b) {{ return as_{I}(as_{U}(a) * as_{U}(b)); }}",),
    "pg_neg": ("{I} pg_neg({I} a) {{ return as_{I}(-as_{U}(a)); }}",),
    # PoCL (3.1) takes it that abs(a) is no less than 0.
    "pg_abs_i": ("{I} pg_abs_i({I} a) {{ return select(a, as_{I}(-as_{U}(a)), a < 0); }}",),
    # Towards minus infinity; division by zero gives 0, and the one quotient that does not fit wraps. The sign of what is
    # left is asked: Intel's compiler for CPUs (2026.22) takes it that what is negated has another sign; the lowest has not.
    "pg_floordiv_i": ("{I} pg_floordiv_i({I} a, {I} b) {{\n"
                      "    {I} safe = select(b, ({I})1, (b == 0) | (b == -1));\n"
                      "    {I} q = a / safe;\n"
                      "    q = select(q, q - 1, (a - q * safe != 0) & ((a - q * safe ^ safe) < 0));\n"
                      "    q = select(q, as_{I}(-as_{U}(a)), b == -1);\n"
                      "    return select(q, ({I})0, b == 0);\n}}",),
    "pg_mod_i": ("{I} pg_mod_i({I} a, {I} b) {{\n"
                 "    {I} safe = select(b, ({I})1, (b == 0) | (b == -1));\n"
                 "    {I} m = a % safe;\n"
                 "    return select(m, m + safe, (m != 0) & ((m ^ safe) < 0));\n}}",),
    # The same where vectors are divided by what is no constant. Whole numbers are divided lane by lane; small ones can be
    # divided as floats, half of one further on: then no last bit, which a driver may give wrong, makes another whole number.
    "pg_floordiv_near": ("{I} pg_floordiv_near({I} a, {I} b) {{\n"
                         "    if (any(as_{I}(({U})0xfffff - max(abs(a), abs(b))))) return pg_floordiv_i(a, b);\n"
                         "    {F} d = convert_{F}(select(b, ({I})1, b == 0));\n"
                         "    {I} q = convert_{I}(floor((convert_{F}(a) + copysign(({F})0.5f, d)) / d));\n"
                         "    return select(q, ({I})0, b == 0);\n}}",),
    "pg_mod_near": ("{I} pg_mod_near({I} a, {I} b) {{\n"
                    "    {U} m = as_{U}(a) - as_{U}(pg_floordiv_near(a, b)) * as_{U}(b);\n"
                    "    return select(as_{I}(m), ({I})0, b == 0);\n}}",),
    # NumPy's (and CPython's) float division, signs of zero included.
    "pg_mod_f": ("{F} pg_mod_f({F} a, {F} b) {{\n"
                 "    {F} m = fmod(a, b);\n"
                 "    m = select(m, m + b, (m != 0) & ((b < 0) != (m < 0)));\n"
                 "    return select(m, copysign(({F})0, b), (m == 0) & (b != 0));\n}}",),
    "pg_floordiv_f": ("{F} pg_floordiv_f({F} a, {F} b) {{\n"
                      "    {F} m = fmod(a, b), d = (a - m) / b;\n"
                      "    d = select(d, d - 1, (m != 0) & ((b < 0) != (m < 0)));\n"
                      "    {F} f = floor(d);\n"
                      "    f = select(f, f + 1, d - f > 0.5f);\n"
                      "    f = select(f, copysign(({F})0, a / b), d == 0);\n"
                      "    return select(f, a / b, b == 0);\n}}",),
    "pg_ipow": ("{I} pg_ipow({I} a, {I} b) {{\n"
                "    {U} result = 1, base = as_{U}(a);\n"
                "    for (int bit = 0; bit < 31; bit++) {{\n"
                "        result = select(result, result * base, (b >> bit & 1) != 0);\n"
                "        base *= base;\n"
                "    }}\n"
                "    return select(as_{I}(result), ({I})0, b < 0);\n}}",),
    # Shifting further than a word holds leaves what an endless integer would.
    "pg_shl": ("{I} pg_shl({I} a, {I} b) {{"
               " return select(as_{I}(as_{U}(a) << as_{U}(b & 31)), ({I})0, (b & ~31) != 0); }}",),
    "pg_shr": ("{I} pg_shr({I} a, {I} b) {{ return a >> clamp(b, ({I})0, ({I})31); }}",),
    "pg_isnan": ("{I} pg_isnan({F} a) {{ return isnan(a); }}",),
    "pg_isinf": ("{I} pg_isinf({F} a) {{ return isinf(a); }}",),
    "pg_isfinite": ("{I} pg_isfinite({F} a) {{ return isfinite(a); }}",),
    # Towards zero; what is too large saturates, and NaN gives 0.
    "pg_int": ("{I} pg_int({F} v) {{\n"
               "    {I} whole = convert_int{N}(fmax(v, ({F})-2147483648.0f));\n"
               "    return select(select(whole, ({I})2147483647, v >= 2147483648.0f), ({I})0, v != v);\n}}",),
    # Ten bits of the fraction, half to even; what is below 2^-14 has the digits of 2^-24.
    "pg_half": ("{F} pg_half({F} v) {{\n"
                "    {F} a = fabs(v), h = as_{F}((as_{I}(a) + 0xfff + (as_{I}(a) >> 13 & 1)) & ~0x1fff);\n"
                "    h = select(h, (a + 0.5f) - 0.5f, a < 6.103515625e-5f);\n"
                "    h = select(h, ({F})INFINITY, a >= 65520.0f);\n"
                "    return copysign(select(h, a, a != a), v);\n}}",),
    # Rounded half to even and saturated, NaN to 0: the lowest bits of a sum with a large number are the rounded one.
    **{f"pg_{storage}": (f"{storage}{{N}} pg_{storage}({{F}} v) {{{{\n"
                         f"    v = v > 0.0f ? v : ({{F}})0.0f;\n"
                         f"    v = (v < {largest}.0f ? v : ({{F}}){largest}.0f) + 12582912.0f;\n"
                         f"    return convert_{storage}{{N}}(as_{{I}}(v) & {largest});\n}}}}",)
       for storage, largest in (("uchar", 255), ("ushort", 65535))},
    # The nearest float to v / 255, without dividing: the second constant is what the first leaves out.
    "pg_unorm8": ("{F} pg_unorm8({F} v) {{ return fma(v, ({F})0x1.010102p-8f, v * -0x1.fdfdfep-33f); }}",),
    "pg_unorm16": ("{F} pg_unorm16({F} v) {{ return fma(v, ({F})0x1.0001p-16f, v * 0x1.0001p-48f); }}",),
}

def _whole(name: str, builtin: str) -> str:
    """A rounding as the one instruction that it is, where the driver's own goes lane by lane."""
    return (f"#if !defined(PG_CHECKED) && defined(__has_builtin) && __has_builtin(__builtin_elementwise_{builtin})\n"
            f"#define pg_{name}(x) __builtin_elementwise_{builtin}(x)\n"
            f"#else\n"
            f"#define pg_{name}(x) {name}(x)\n"
            f"#endif")


LONGEST = 16  # lanes of a vector that OpenCL C has a word for


def _stream(lanes: int) -> str:
    """PoCL's vstore16 (3.1) takes bytes out of a vector one by one: four times as long as all at once. Floats keep it: in
    its place Intel's compiler makes one store of both, which stays in the caches."""
    stored = f"        else \\\n            vstore{lanes}(value, 0, place); \\\n"
    return (f"#define pg_stream{lanes if lanes < LONGEST else ''}(T, value, place) \\\n"
            "    do { \\\n"
            "        typedef T anywhere_t __attribute__((aligned(1))); \\\n"
            "        if (stream && ((ulong)(place) & (sizeof(T) - 1)) == 0) \\\n"
            "            __builtin_nontemporal_store(value, (__global T *)(place)); \\\n"
            f"        else{' if (sizeof(T) <= 32)' * (lanes <= LONGEST)} \\\n"
            "            *(__global anywhere_t *)(place) = value; \\\n"
            f"{stored * (lanes <= LONGEST)}"
            "    } while (0)")


_ONCE = {
    "pg_rint": _whole("rint", "roundeven"),
    **{f"pg_{name}": _whole(name, name) for name in ("floor", "ceil", "trunc")},
    # Past the caches, where a result is too large to be found in them again.
    "pg_stream": _stream(LONGEST), "pg_stream8": _stream(LONGEST // 2),
    # To the second cache: OpenCL's own prefetch takes two thirds of what is won (Harris, Intel's run time).
    # (A compiler that does not know __has_builtin cannot read a line that asks it something.)
    "pg_fetch": "#if !defined(PG_CHECKED) && defined(__has_builtin)\n"
                "#if __has_builtin(__builtin_prefetch)\n"
                "#define pg_fetch(place) __builtin_prefetch((const void *)(ulong)(place), 0, 2)\n"
                "#endif\n"
                "#endif\n"
                "#ifndef pg_fetch\n"
                "#define pg_fetch(place)\n"
                "#endif",
    # What is hardly ever true: its code must not cost registers where it is false.
    "pg_rarely": "#if defined(__has_builtin) && __has_builtin(__builtin_expect)\n"
                 "#define pg_rarely(test) __builtin_expect(test, 0)\n"
                 "#else\n"
                 "#define pg_rarely(test) (test)\n"
                 "#endif",
    "pg_power": POWER,
    # Which bit of a word is set after n others.
    "pg_nth": "int pg_nth(uint word, int n) {\n"
              "    for (; n > 0; n--) word &= word - 1;\n"
              "    return popcount((word & -word) - 1);\n}",
    # Whether a loop goes on after so many passes; now and then it looks whether another was stopped.
    # Of so many steps that one looks after the last one anyway, nothing else has to be asked (passes/budget.py).
    "pg_goes_on": "int pg_goes_on(int done, int steps, __global int *stop) {\n"
                  "    if (((steps & 4095) == 64 || done < steps) && (done & 4095) != 64) return 1;\n"
                  "    if (done >= steps) *stop = 1;\n"
                  "    return *(volatile __global int *)stop == 0;\n}",
    # Two trees become one, the greater root a child of the less. Who looks for a root makes the way shorter for those
    # who come later: each number on it is told its parent's parent, which is right whoever else changes the trees.
    "pg_root": "int pg_root(volatile __global int *forest, int i) {\n"
               "    int parent = forest[i];\n"
               "    while (parent != i) {\n"
               "        int further = forest[parent];\n"
               "        if (further != parent) forest[i] = further;\n"
               "        i = parent;\n"
               "        parent = further;\n"
               "    }\n"
               "    return i;\n}",
    "pg_join": "void pg_join(volatile __global int *forest, int a, int b) {\n"
               "    while ((a = pg_root(forest, a)) != (b = pg_root(forest, b))) {\n"
               "        int root = max(a, b), less = min(a, b), found = atomic_cmpxchg(forest + root, root, less);\n"
               "        if (found == root) return;\n"
               "        a = found;\n"
               "        b = less;\n"
               "    }\n}",
    # Where a coordinate outside an image reads: any distance away, down to one pixel.
    "pg_mirror": "int pg_mirror(int i, int n) {\n"
                 "    if ((uint)i < (uint)n) return i;\n"
                 "    int period = 2 * max(n - 1, 1), m = i % period;\n"
                 "    m = m < 0 ? m + period : m;\n"
                 "    return min(m < n ? m : period - m, n - 1);\n}",
    "pg_reflect": "int pg_reflect(int i, int n) {\n"
                  "    if ((uint)i < (uint)n) return i;\n"
                  "    int m = i % (2 * n);\n"
                  "    m = m < 0 ? m + 2 * n : m;\n"
                  "    return m < n ? m : 2 * n - 1 - m;\n}",
    **{f"{of}_by": f"int {of}_by(int i, int n, int count) {{\n"
                   f"    if ((uint)i < (uint)n) return i;\n"
                   f"    int m = i % count;\n"
                   f"    m = m < 0 ? m + count : m;\n"
                   f"    return count * {of}((i - m) / count, n / count) + m;\n}}" for of in ("pg_mirror", "pg_reflect")},
    "pg_wrap": "int pg_wrap(int i, int n) {\n"
               "    if ((uint)i < (uint)n) return i;\n"
               "    int m = i % n;\n"
               "    return m < 0 ? m + n : m;\n}",
    "pg_again": "int pg_again(int i, int n, int step) {\n"
                "    if ((uint)i < (uint)n) return i;\n"
                "    int m = (i < 0 ? i : i - n) % step;\n"
                "    return clamp((m < 0 ? m + step : m) + (i < 0 ? 0 : n - step), 0, n - 1);\n}",
}


# The same for vectors, which look whether any lane is outside at all, and whether any is so far that it has to be divided.
_WRAPPED = {
    "pg_goes_on": "{I} {name}({I} done, {I} steps, __global int *stop) {{\n"
                  "    if (all((((steps & 4095) == 64) | (done < steps)) & ((done & 4095) != 64))) return -1;\n"
                  "    if (any(done >= steps)) *stop = 1;\n"
                  "    return ({I})(*(volatile __global int *)stop == 0 ? -1 : 0);\n}}",
    "pg_mirror": "{I} {name}({I} i, int n) {{\n"
                 "    if (all((i >= 0) & (i < n))) return i;\n"
                 "    int period = 2 * max(n - 1, 1);\n"
                 "    {I} m = select(i, -i, i < 0);\n"
                 "    if (any((i < 1 - n) | (i >= period))) {{\n"
                 "        m = i % period;\n"
                 "        m = select(m, m + period, m < 0);\n"
                 "    }}\n"
                 "    return min(select(period - m, m, m < n), ({I})(n - 1));\n}}",
    "pg_reflect": "{I} {name}({I} i, int n) {{\n"
                  "    if (all((i >= 0) & (i < n))) return i;\n"
                  "    {I} m = select(i, -1 - i, i < 0);\n"
                  "    if (any((i < -n) | (i >= 2 * n))) {{\n"
                  "        m = i % (2 * n);\n"
                  "        m = select(m, m + 2 * n, m < 0);\n"
                  "    }}\n"
                  "    return select(2 * n - 1 - m, m, m < n);\n}}",
    **{f"{of}_by": f"{{I}} {{name}}({{I}} i, int n, int count) {{{{\n"
                   f"    if (all((i >= 0) & (i < n))) return i;\n"
                   f"    {{I}} m = i % count;\n"
                   f"    m = select(m, m + count, m < 0);\n"
                   f"    return count * {of}((i - m) / count, n / count) + m;\n}}}}" for of in ("pg_mirror", "pg_reflect")},
    "pg_wrap": "{I} {name}({I} i, int n) {{\n"
               "    if (all((i >= 0) & (i < n))) return i;\n"
               "    {I} m = select(i, i - n, i >= n);\n"
               "    m = select(m, m + n, m < 0);\n"
               "    if (any((i < -n) | (i >= 2 * n))) {{\n"
               "        m = i % n;\n"
               "        m = select(m, m + n, m < 0);\n"
               "    }}\n"
               "    return m;\n}}",
    "pg_again": "{I} {name}({I} i, int n, int step) {{\n"
                "    if (all((i >= 0) & (i < n))) return i;\n"
                "    {I} m = select(i - n, i, i < 0) % step;\n"
                "    m = select(m, m + step, m < 0) + select(({I})(n - step), ({I})0, i < 0);\n"
                "    return select(clamp(m, ({I})0, ({I})(n - 1)), i, (i >= 0) & (i < n));\n}}",
}
_ORDER = (*_ONCE, *_BY_WIDTH, *words.HELPERS, *VECTOR)  # none calls one that comes after it
NEEDS: dict[str | Wide, tuple[str, ...]] = {
    **dict.fromkeys(("pg_sin", "pg_cos", "pg_tan", "pg_pow"), ("pg_rarely",)), "pg_tanh": ("pg_exp",),
    "pg_floordiv_near": ("pg_floordiv_i",), "pg_mod_near": ("pg_floordiv_near",),
    "pg_join": ("pg_root",), "pg_mirror_by": ("pg_mirror",), "pg_reflect_by": ("pg_reflect",)}


OFTEN = 20  # calls: drivers take seconds where a polynomial, or what a border does to a row, is put in place more often

_OVERLOADABLE = "__attribute__((overloadable)) "
_APART = "__attribute__((noinline)) "


class Wide(NamedTuple):
    """A helper for vectors of one width, of one kind of element: any (which begins at any element), gather (by twos and
    fours: gather2, gather4), nearby, lookup, merge (half 0 or 1), third (0, 1 or 2), fours (four lanes of eight), some or
    greatest."""

    how: str
    lanes: int
    element: str = ""

    @property
    def name(self) -> str:
        return f"pg_{self.how}{'_' * bool(self.element)}{self.element}{self.lanes}"


class Apart(NamedTuple):
    """A helper for vectors that drivers do not put in place where it is called: at the edges of pictures half of the time
    that they took was for that."""

    helper: str | Wide

    @property
    def name(self) -> str:
        return f"{self.helper if isinstance(self.helper, str) else self.helper.name}_apart"


Helper = str | Wide | Apart

# The same bits. Intel's compiler takes twice as long for each further choice between floats in a chain of them.
_IN_CHAINS = {
    "pg_min": "{F} pg_min({F} a, {F} b) {{ return as_{F}(select(as_{I}(a), as_{I}(b), b < a)); }}",
    "pg_max": "{F} pg_max({F} a, {F} b) {{ return as_{F}(select(as_{I}(a), as_{I}(b), b > a)); }}",
}


def prelude(helpers: Mapping[Helper, int], widths: tuple[int, ...] = (1,), chains: bool = False) -> str:
    """The helpers that are called so often, and what they call, for numbers and vectors of the given widths. In `chains` one
    takes what the other gives."""
    needed: dict[Helper, str] = {}
    new = list(helpers)
    while new:
        name = new.pop()
        if name not in needed:
            needed[name] = _define(name, widths, helpers.get(name, 0) > OFTEN, chains)
            new += NEEDS.get(name.helper if isinstance(name, Apart) else name, ())
    wide = sorted((name for name in needed if isinstance(name, Wide)), key=lambda wide: wide.name)
    apart = sorted((name for name in needed if isinstance(name, Apart)), key=lambda apart: apart.name)
    order: list[Helper] = [*wide, *(name for name in _ORDER if name in needed), *apart]
    longer = [_longer(width) for width in widths if width > LONGEST]
    return "\n".join([*longer, *[needed[name] for name in order]])


def _longer(lanes: int) -> str:
    """Vectors of bytes that OpenCL C has no word for, in the words of Clang: all drivers for CPUs are made of it."""
    return f"typedef uchar uchar{lanes} __attribute__((ext_vector_type({lanes})));"


def _define(name: Helper, widths: tuple[int, ...], often: bool, chains: bool) -> str:
    if isinstance(name, Apart):
        of = name.helper
        return _APART + (_wide(of, name.name) if isinstance(of, Wide) else _wrapped(of, widths, name.name))
    if isinstance(name, Wide):
        return _wide(name, name.name)
    if max(widths) > LONGEST and not (name in words.HELPERS and words.is_stored(name)):
        if name == "pg_stream":
            return _stream(max(widths))
        widths = (1,)
    if name in _ONCE and (name not in _WRAPPED or max(widths) == 1):
        return _ONCE[name]
    if name in _WRAPPED:
        return "\n".join([_OVERLOADABLE + each for each in (
            _APART * often + _ONCE[name], *[_wrapped(name, (width,), name) for width in widths if width > 1])])
    lines = []
    if name in words.HELPERS:
        overloadable = _OVERLOADABLE if len(widths) > 1 else ""
        return "\n".join([overloadable + words.defined(name, width) for width in widths])
    templates = _BY_WIDTH.get(name) or VECTOR[name]
    templates = (templates,) if isinstance(templates, str) else templates
    if often and chains and name in _IN_CHAINS:
        templates = _IN_CHAINS[name], *templates[1:]
    apart = _APART if often and name in VECTOR and not name.endswith("_down") else ""
    for width in widths if name in _BY_WIDTH else [w for w in widths if w > 1]:
        n = str(width) if width > 1 else ""
        types = {"F": "float" + n, "I": "int" + n, "U": "uint" + n, "N": n}
        for template in templates:
            overloadable = _OVERLOADABLE if len(widths) * len(templates) > 1 else ""
            lines.append(apart + overloadable + template.format(**types))
    return "\n".join(lines)


def _wrapped(helper: str, widths: tuple[int, ...], name: str) -> str:
    return _WRAPPED[helper].format(I=f"int{max(widths)}", name=name)


def _wide(of: Wide, name: str) -> str:
    if of.how == "any":
        return f"typedef {of.element}{of.lanes} {name} __attribute__((aligned(sizeof({of.element}))));"
    if of.how in ("gather2", "gather4"):
        return _gather_beside(name, of.element, of.lanes, int(of.how[-1]))
    if of.how in ("gather", "nearby", "lookup"):
        return _gather(name, of.how, of.element, of.lanes)
    if of.how.startswith("fours"):
        return _fours(name, of.lanes, of.element, [int(lane) for lane in of.how[-4:]])
    if of.how[:-1] in ("merge", "third"):
        return _merge(name, of.lanes, of.element, 2 if of.how[:-1] == "merge" else 3, int(of.how[-1]))
    return (_some if of.how == "some" else _greatest)(name, of.lanes)


def _some(name: str, lanes: int) -> str:
    """A vector of which the first lanes are in memory, and the others zero."""
    return (f"float{lanes} {name}(__global const float *from, int count) {{\n"
            f"    if (count >= {lanes}) return vload{lanes}(0, from);\n"
            f"    float v[{lanes}];\n"
            f"    for (int i = 0; i < {lanes}; i++) v[i] = i < count ? from[i] : 0.0f;\n"
            f"    return vload{lanes}(0, v);\n}}")


def _greatest(name: str, lanes: int) -> str:
    """The greatest lane of a vector."""
    lines = [f"int {name}(int{lanes} v{lanes}) {{"]
    while lanes > 2:
        lines.append(f"    const int{lanes // 2} v{lanes // 2} = max(v{lanes}.lo, v{lanes}.hi);")
        lanes //= 2
    return "\n".join([*lines, "    return max(v2.x, v2.y);", "}"])


def _merge(name: str, lanes: int, index: str, count: int, part: int) -> str:
    """The lanes of two or three vectors in turns, a part of them, as an instruction or two where drivers would go lane by
    lane. `index` is a whole number as wide as an element."""
    wanted = [(i % count, i // count) for i in range(lanes * part, lanes * (part + 1))]
    first = [lane + lanes * (which % 2) for which, lane in wanted]  # in place of a third one's lanes something
    then = [at if which < 2 else lane + lanes for at, (which, lane) in enumerate(wanted)]
    return _shuffled(name, lanes, index, [first, then][:count - 1])


def _fours(name: str, lanes: int, index: str, wanted: list[int]) -> str:
    """Lanes that stay within their four, which is one instruction on any processor."""
    return _shuffled(name, lanes, index, [
        [four + lane % 4 + lanes * (lane // 4) for four in range(0, lanes, 4) for lane in wanted]])


def _shuffled(name: str, lanes: int, index: str, places: list[list[int]]) -> str:
    every = [", ".join(map(str, each)) for each in places]

    def put_together(spelled: str) -> str:
        made = "a"
        for other, which in zip("bc", every):
            made = spelled.format(made, other, which)
        return f"#define {name}({', '.join('abc'[:len(every) + 1])}) {made}\n"

    return (f"#if !defined(PG_CHECKED) && defined(__has_builtin) && __has_builtin(__builtin_shufflevector)\n"
            f"{put_together('__builtin_shufflevector({}, {}, {})')}"
            f"#else\n"
            f"{put_together(f'shuffle2({{}}, {{}}, ({index}{lanes})({{}}))')}"
            f"#endif")


def _gather(name: str, how: str, storage: str, lanes: int) -> str:
    """One element for each lane, from an image or a table."""
    space = "__constant" if how == "lookup" else "__global"
    half = "_half" if storage == "half" else ""
    result, element = ("float", "vload_half({}, from)") if half else (storage, "from[{}]")
    first = ""
    if how == "nearby":  # one after the other, or one before the other, as where a line is mirrored
        steps = f"(int{lanes})({', '.join(map(str, range(lanes)))})"
        backwards = "".join([f"{lane:x}" for lane in reversed(range(lanes))])
        read = f"return vload{half}{lanes}(0, from + at.s"
        first = (f"    if (all(at == at.s0 + {steps})) {read}0);\n"
                 f"    if (all(at == at.s0 - {steps})) {read}{lanes - 1:x}).s{backwards};\n")
    return _gathering(f"{result}{lanes}", name, f"{space} const {storage}", lanes, element, first)


def _gather_beside(name: str, storage: str, lanes: int, count: int) -> str:
    """So many elements from each place on."""
    few = f"{name}_t"
    return (f"typedef {storage}{count} {few} __attribute__((aligned(sizeof({storage}))));\n" + _gathering(
        f"{storage}{lanes * count}", name, f"__global const {storage}", lanes, f"*(__global const {few} *)(from + ({{}}))"))


def _gathering(result: str, name: str, storage: str, lanes: int, element: str, first: str = "") -> str:
    """Elements of 32 bits as one instruction of processors that are quick at that (runtime/probing.py): drivers make it of a
    loop that is one vector long. Others take places out of their vector two at a time, which is faster than one by one:
    none is negative."""
    if lanes < 4:
        places = [f"at.s{lane:x}" for lane in range(lanes)]
        pairs = ""
    else:
        places = [f"at2.s{lane // 2:x} {'>> 32' if lane % 2 else '& 0xffffffffUL'}" for lane in range(lanes)]
        pairs = f"    const ulong{lanes // 2} at2 = as_ulong{lanes // 2}(at);\n"
    elements = ", ".join([element.format(place) for place in places])
    body = f"{pairs}    return ({result})({elements});\n"
    number = result.removesuffix(str(lanes))
    if number in ("float", "int", "uint") and element == "from[{}]" and lanes >= 8:
        body = (f"#ifdef PG_GATHERS\n"
                f"    int places[{lanes}];\n"
                f"    {number} found[{lanes}];\n"
                f"    vstore{lanes}(at, 0, places);\n"
                f"    #pragma clang loop vectorize(enable) vectorize_width({lanes}) unroll(disable)\n"
                f"    for (int i = 0; i < {lanes}; i++) found[i] = from[places[i]];\n"
                f"    return vload{lanes}(0, found);\n"
                f"#else\n{body}#endif\n")
    return f"{result} {name}({storage} *from, int{lanes} at) {{\n{first}{body}}}"
