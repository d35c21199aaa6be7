"""How pixels lie in memory: the C type of a storage format, and its way to the graph's types and back.

Unsigned integers span 0..1 in a filter; on the way out they are scaled, rounded half to even and saturated, and a NaN
becomes 0. Signed integers, bools and floats pass as they are. A truth stored as a number is 0 or the format's 1.
"""

from __future__ import annotations

from itertools import groupby

from ..ir import BOOL, FLOAT, INT, Type
from .expressions import Text
from .program import Format

STORAGE = {"bool": "uchar", "uint8": "uchar", "int8": "char", "uint16": "ushort", "int16": "short", "int32": "int",
           "float16": "half", "float32": "float"}
SIZES = {"bool": 1, "uint8": 1, "int8": 1, "uint16": 2, "int16": 2, "int32": 4, "float16": 2, "float32": 4}
SCALE = {"uint8": "255.0f", "uint16": "65535.0f"}
_UNORM = {"uint8": "pg_unorm8", "uint16": "pg_unorm16"}
_SWIZZLE = "xyzw"


def load(format: Format, scalar: Type, row: str, column: str) -> Text:
    """One channel from a buffer, as the graph's type; `column` counts elements from `row`."""
    if format.dtype == "float16":
        return Text(f"vload_half({column}, {row})")
    return element_value(format, scalar, f"{row}[{column}]")


def whole(format: Format) -> bool:
    """Whether a pixel's channels can be one vector of the C language, which lies at a multiple of its own size."""
    return format.memory == "buffer" and format.channels in (2, 4) and format.dtype != "float16"


def whole_pixel(format: Format, row: str, column: str) -> tuple[str, str]:
    """Such a vector's type, and all channels read at once."""
    word = f"{STORAGE[format.dtype]}{format.channels}"
    return word, f"*(__global const {word} *)({row} + {column})"


def component(format: Format, scalar: Type, pixel: str, channel: int) -> Text:
    """One channel out of such a vector."""
    return element_value(format, scalar, f"{pixel}.{_SWIZZLE[channel]}")


def element_value(format: Format, scalar: Type, element: str) -> Text:
    """A stored element (a float16 as a float already) as the graph's type."""
    if format.dtype in _UNORM and scalar is FLOAT:
        return Text(f"{_UNORM[format.dtype]}({element})")
    if format.dtype == "bool":
        return Text(f"{element} != 0", 9)
    return Text(element)


def texel(format: Format, scalar: Type, channel: int, image: str, column: str, row: str) -> Text:
    """One channel through a sampler."""
    read = {FLOAT: "read_imagef", INT: "read_imagei", BOOL: "read_imageui"}[scalar]
    pixel = f"{read}({image}, pg_sampler, (int2)({column}, {row})).{_SWIZZLE[channel]}"
    return Text(f"{pixel} != 0", 9) if scalar is BOOL else Text(pixel)


SAMPLER = ("__constant sampler_t pg_sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | "
           "CLK_FILTER_NEAREST;")


def converted(format: Format, scalar: Type, value: Text, lanes: int = 1) -> Text:
    """A value of the graph (or a vector of `lanes`) as the storage type; for float16, as the float to be stored."""
    n = str(lanes) if lanes > 1 else ""
    storage = STORAGE[format.dtype]
    if scalar is BOOL:
        return _truth(format, storage, value, n)
    if format.dtype == "bool":
        test = f"{value.within(11)} != {'0' if scalar is INT else '0.0f'}"
        return Text(f"convert_uchar{n}(-({test}))") if n else Text(test, 9)
    if format.dtype in ("float32", "float16"):
        return value if scalar is FLOAT else Text(f"convert_float{n}({value})")
    if scalar is FLOAT:
        scaled = f"{value.within(13)} * {SCALE[format.dtype]}" if format.dtype in SCALE else value.text
        if lanes > 4 and format.dtype in SCALE:
            return Text(f"pg_{storage}({scaled})")
        return Text(f"convert_{storage}{n}_sat_rte({scaled})")
    return value if storage == "int" else Text(f"convert_{storage}{n}_sat({value})")


def _truth(format: Format, storage: str, value: Text, n: str) -> Text:
    one = {"uint8": "255", "uint16": "65535", "float16": "1.0f", "float32": "1.0f"}.get(format.dtype, "1")
    if not n:
        return Text(f"{value.within(4)} ? {one} : 0", 3)
    if format.dtype in ("float16", "float32"):
        return Text(f"select((float{n})0.0f, (float{n})1.0f, {value})")
    return Text(f"convert_{storage}{n}({value.within(14)} & {one})")


def store(format: Format, scalar: Type, values: list[Text], row: str, column: str, at_once: bool = False) -> str:
    """A statement that writes one pixel, all its channels; `at_once` where they are such a vector."""
    n = len(values)
    if n == 1:
        value = converted(format, scalar, values[0])
        if format.dtype == "float16":
            return f"vstore_half_rte({value}, {column}, {row});"
        return f"{row}[{column}] = {value};"
    channels = ", ".join(f"-({v})" if scalar is BOOL else str(v) for v in values)  # a vector's truth is -1
    word = "float" if scalar is FLOAT else "int"
    value = converted(format, scalar, Text(f"({word}{n})({channels})"), n)
    if format.dtype == "float16":
        return f"vstore_half{n}_rte({value}, {column}, {row});"
    if at_once:
        return f"((__global {STORAGE[format.dtype]}{n} *){row})[{column}] = {value};"
    return f"vstore{n}({value}, {column}, {row});"


# --- vectors of pixels -----------------------------------------------------------------------------------------------

def vector(format: Format, place: str, lanes: int) -> str:
    """As many elements as there are lanes, as they are stored (a float16 as floats)."""
    return f"vload{'_half' if format.dtype == 'float16' else ''}{lanes}({place})"


def scale(format: Format, scalar: Type) -> float:
    """What stored elements are to be multiplied with."""
    return 1.0 / float(SCALE[format.dtype][:-1]) if format.dtype in _UNORM and scalar is FLOAT else 1.0


def vector_value(format: Format, scalar: Type, raw: str, lanes: int, unscaled: bool = False) -> Text:
    """Stored elements as the graph's type; those that span 0..1 may be left as they are."""
    if scalar is BOOL:
        return Text(f"convert_int{lanes}({raw}) != 0", 9)
    if scalar is INT:
        return Text(raw if format.dtype == "int32" else f"convert_int{lanes}({raw})")
    if format.dtype in _UNORM:
        return Text(f"convert_float{lanes}({raw})" if unscaled else f"{_UNORM[format.dtype]}(convert_float{lanes}({raw}))")
    return Text(raw)


def in_words(format: Format, lanes: int) -> bool:
    """Whether each pixel of a vector is best made one integer of 32 bits, which it fits into."""
    return format.dtype == "uint8" and format.channels in (3, 4) and lanes == 16


def words(format: Format, vectors: list[str]) -> str:
    """Sixteen pixels as integers: four at a time, from vectors of bytes that lie where `word_places` says."""
    if format.channels == 4:
        quarters = [f"as_uint4({name})" for name in vectors]
    else:
        starts = [(0, 3, 6, 9)] * 3 + [(4, 7, 10, 13)]  # the last vector does not reach beyond the last pixel
        quarters = ["as_uint4((uchar16)(" + ", ".join(f"{name}.s{i:x}{i + 1:x}{i + 2:x}, 0" for i in at) + "))"
                    for name, at in zip(vectors, starts)]
    return f"(uint16)({', '.join(quarters)})"


def word_places(format: Format) -> tuple[int, ...]:
    """At which bytes the vectors begin that hold sixteen pixels."""
    return (0, 16, 32, 48) if format.channels == 4 else (0, 12, 24, 32)


def into_words(channels: list[Text]) -> str:
    """Vectors of bytes, one for each channel, as a vector of pixels that are integers."""
    return " | ".join(f"convert_uint16({c}) << {8 * i}" if i else f"convert_uint16({c})" for i, c in enumerate(channels))


def out_of_words(name: str, channels: int) -> list[str]:
    """The bytes of sixteen such pixels, in as many vectors as they have channels."""
    quarters = [f"as_uchar16({name}.s{i:x}{i + 1:x}{i + 2:x}{i + 3:x})" for i in (0, 4, 8, 12)]
    if channels == 4:
        return quarters
    sources = [(quarter, f"{4 * pixel + byte:x}") for quarter in quarters for pixel in range(4) for byte in range(3)]
    vectors = []
    for start in (0, 16, 32):
        parts = [(quarter, "".join(at for _, at in group)) for quarter, group in
                 groupby(sources[start:start + 16], key=lambda source: source[0])]
        pieces = [f"{quarter}.s{piece}" for quarter, at in parts for piece in _pieces(at)]
        vectors.append(f"(uchar16)({', '.join(pieces)})")
    return vectors


def _pieces(at: str):
    """A swizzle in lengths that there are."""
    while at:
        size = next(n for n in (8, 4, 2, 1) if n <= len(at))
        yield at[:size]
        at = at[size:]


def picked(format: Format, vectors: list[str], channel: int, lanes: int) -> str:
    """One channel out of vectors of interleaved pixels, or out of one of words."""
    if len(vectors) == 1:
        moved = f"({vectors[0]} >> {8 * channel})" if channel else vectors[0]
        return f"as_int{lanes}({moved}{'' if channel == format.channels - 1 else ' & 255'})"
    parts, channels = [], format.channels
    word = "float" if format.dtype == "float16" else STORAGE[format.dtype]
    for i, name in enumerate(vectors):
        inside = [e - i * lanes for e in range(channel, channels * lanes, channels) if i * lanes <= e < (i + 1) * lanes]
        parts += [f"{name}.s{piece}" for piece in _pieces("".join(f"{e:x}" for e in inside))]
    return f"({word}{lanes})({', '.join(parts)})"


def interleaved(names: list[str], word: str, lanes: int) -> list[str]:
    """Channels put together pixel by pixel, in as many vectors."""
    n = len(names)
    return [f"({word})({', '.join(f'{names[e % n]}.s{e // n:x}' for e in range(i * lanes, (i + 1) * lanes))})"
            for i in range(n)]
