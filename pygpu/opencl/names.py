"""C identifiers for the user's names: valid, readable, never what a driver means something by, never used twice."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterable

_SCALARS = "bool char uchar short ushort int uint long ulong float double half".split()
RESERVED = frozenset(
    _SCALARS
    + [f"{t}{n}" for t in _SCALARS[1:] for n in (2, 3, 4, 8, 16)]
    + """
    auto break case const continue default do else enum extern for goto if inline register restrict return signed
    sizeof static struct switch typedef union unsigned void volatile while true false main asm typeof
    kernel global local constant private read_only write_only read_write generic pipe complex imaginary quad
    size_t ptrdiff_t intptr_t uintptr_t image1d_t image2d_t image3d_t image2d_array_t sampler_t event_t queue_t
    half_t vload vstore NULL NAN INFINITY MAXFLOAT HUGE_VAL M_PI M_E FLT_MAX FLT_MIN FLT_EPSILON INT_MAX INT_MIN unix linux
    acos acosh acospi asin asinh asinpi atan atan2 atanh atanpi atan2pi cbrt ceil copysign cos cosh cospi erfc erf exp
    exp2 exp10 expm1 fabs fdim floor fma fmax fmin fmod fract frexp hypot ilogb ldexp lgamma lgamma_r log log2 log10
    log1p logb mad maxmag minmag modf nan nextafter pow pown powr remainder remquo rint rootn round rsqrt sin sincos
    sinh sinpi sqrt tan tanh tanpi tgamma trunc abs abs_diff add_sat hadd rhadd clamp clz ctz mad_hi mad_sat max min
    mul_hi rotate sub_sat upsample popcount mad24 mul24 degrees mix radians step smoothstep sign cross dot distance
    length normalize fast_distance fast_length fast_normalize isequal isnotequal isgreater isgreaterequal isless
    islessequal islessgreater isfinite isinf isnan isnormal isordered isunordered signbit any all bitselect select
    shuffle shuffle2 printf barrier prefetch mem_fence native_cos native_sin native_exp native_log native_sqrt
    get_global_id get_local_id get_group_id get_global_size get_local_size get_num_groups get_work_dim
    read_imagef read_imagei read_imageui vec_step i386
    """.split())


# What macros, types and functions of drivers begin and end with.
BEGINNINGS = ("pg_", "as_", "convert_", "get_", "cl_", "opencl_", "atomic_", "atom_", "native_", "half_", "work_group_",
              "sub_group_", "intel_", "async_", "vload", "vstore", "read_", "write_", "wait_", "enqueue_", "to_")
ENDINGS = ("_t",)


@functools.lru_cache(4096)
def plain(name: str) -> str:
    """The user's name in the letters C allows: σ becomes sigma."""
    letters = []
    for letter in name:
        if letter.isascii():
            letters.append(letter if letter.isalnum() else "_")
        else:
            word = unicodedata.name(letter, "u").split()[-1].lower()
            letters.append("".join(each if each.isalnum() else "_" for each in word))
    text = "".join(letters).lstrip("_")  # C keeps for itself what begins so
    if not text:
        return "v"
    return "v" + text if text[0].isdigit() else text


@functools.lru_cache(4096)
def taken(name: str) -> bool:
    """Whether a driver may mean something of its own by a name. All its macros are written in capitals (M_PI_F)."""
    loud = len(name) > 1 and name.upper() == name and not name.isdigit()
    return loud or name in RESERVED or name.startswith(BEGINNINGS) or name.endswith(ENDINGS)


class Names:
    """Hands out identifiers, but for some; the same wish twice gives `name`, `name_1`, ..."""

    def __init__(self, fixed: Iterable[str] = ()) -> None:
        self._taken: set[str] = set()
        self._next: dict[str, int] = {}
        for name in fixed:
            self.new(name)

    def new(self, wish: str) -> str:
        wish = plain(wish)
        if taken(wish):
            wish += "_"
            if taken(f"{wish}_0"):  # with a number, too
                wish = "v_" + wish
        name = wish
        while name in self._taken:
            self._next[wish] = self._next.get(wish, 0) + 1
            name = f"{wish}_{self._next[wish]}"
        self._taken.add(name)
        return name

    def several(self, wish: str, count: int) -> str:
        """A name for several things: with each one's number behind it it is free, too."""
        while True:
            name = self.new(wish)
            if taken(f"{name}_0"):  # a single capital, which is a macro's name with a number
                wish = f"v_{name}"
            elif all([self.new(f"{name}_{i}") == f"{name}_{i}" for i in range(count)]):
                return name

    def has(self, name: str) -> bool:
        return name in self._taken

    def copy(self) -> Names:
        """For a block beside another: what one takes, the other may take too."""
        other = Names()
        other._taken, other._next = set(self._taken), dict(self._next)
        return other
