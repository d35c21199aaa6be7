"""What a picture's file says besides its pixels, and how it goes along to the result's file.

EXIF goes along byte by byte, so that notes of a camera's maker stay whole, but for what would no longer be true: the
orientation of a picture that was turned upright, its size, and the small picture of itself.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

from PIL import Image, ImageOps

ORIENTATION, EXIF_FOLDER, WIDTH, HEIGHT = 0x0112, 0x8769, 0xA002, 0xA003
ACROSS, DOWN, UNIT = 0x011A, 0x011B, 0x0128  # the resolution: fractions, by the inch (2) or the centimetre (3)
# Of a TIFF file, what is said of the picture and not of how it lies in the file.
OF_THE_PICTURE = (270, 271, 272, ORIENTATION, 305, 306, 315, 316, 33432, EXIF_FOLDER, 34853)
PREFIX = b"Exif\0\0"


@dataclass
class Metadata:
    """What goes along. `exif` is a TIFF block without any prefix; `jpeg` how a JPEG file was coded."""

    format: str | None = None
    icc: bytes | None = None
    exif: bytes | None = None
    dpi: tuple[float, float] | None = None
    xmp: bytes | None = None
    jpeg: dict = field(default_factory=dict)
    compression: str | None = None
    lossless: bool = False
    orientation: int = 1  # how the pixels of the file lie
    loop: int | None = None
    mode: str | None = None


def of(picture: Image.Image) -> Metadata:
    """What the file of a picture that PIL has opened says."""
    info = picture.info
    form = "JPEG" if picture.format == "MPO" else picture.format
    found = Metadata(form, info.get("icc_profile"), mode=picture.mode)
    try:
        found.exif = exif_of(picture)
        found.orientation = picture.getexif().get(ORIENTATION, 1)
    except Exception:  # damaged, as it often is: the picture is there nevertheless
        found.exif, found.orientation = None, 1
    if found.orientation not in range(1, 9):
        found.orientation = 1
    found.dpi = resolution(picture)
    xmp = info.get("xmp") or info.get("XML:com.adobe.xmp")
    found.xmp = xmp.encode() if isinstance(xmp, str) else xmp
    if picture.format in ("JPEG", "MPO"):
        found.jpeg = jpeg_coding(picture)
    found.compression = info.get("compression") if picture.format == "TIFF" else None
    found.lossless = picture.format == "WEBP" and is_lossless(picture)
    found.loop = info.get("loop")
    return found


def resolution(picture: Image.Image) -> tuple[float, float] | None:
    """Dots an inch, across and down; where the format has no place for them, as EXIF says."""
    try:
        dpi = picture.info.get("dpi")
        if not dpi and picture.format != "TIFF":  # whose pixels without a unit are no resolution
            tags = picture.getexif()
            dpi = [tags.get(each, 0) * (2.54 if tags.get(UNIT) == 3 else 1) for each in (ACROSS, DOWN)]
        found = tuple(float(each) for each in dpi or ())
    except Exception:  # damaged EXIF, see above
        return None
    return found if found and all(0 < each < 1e6 for each in found) else None


def exif_of(picture: Image.Image) -> bytes | None:
    if picture.format == "TIFF":
        ours, theirs = Image.Exif(), picture.getexif()
        for tag in OF_THE_PICTURE:
            if tag in theirs:
                ours[tag] = theirs.get_ifd(tag) if tag in (EXIF_FOLDER, 34853) else theirs[tag]
        return ours.tobytes().removeprefix(PREFIX) if len(ours) else None
    stored = picture.info.get("exif")
    if stored is None and picture.getexif():  # PNG has it after the pixels, or as text
        stored = picture.info.get("exif") or picture.getexif().tobytes()
    return stored.removeprefix(PREFIX) if stored else None


def jpeg_coding(picture) -> dict:
    """Its tables, so that the result is coded as well as the picture was."""
    from PIL.JpegImagePlugin import get_sampling

    sampling = get_sampling(picture)
    return {"qtables": picture.quantization, **({"subsampling": sampling} if sampling >= 0 else {})}


def is_lossless(picture) -> bool:
    """Whether a WebP file has a chunk of lossless pixels."""
    try:
        with open(picture.filename, "rb") as file:
            return b"VP8L" in file.read(4096)
    except (OSError, AttributeError, TypeError):
        return False


# Orientations as what numpy and PIL do: how the stored pixels become the upright picture.
TURNS = {2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
         5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_270, 7: Image.Transpose.TRANSVERSE,
         8: Image.Transpose.ROTATE_90}


def upright(picture: Image.Image, orientation: int) -> Image.Image:
    """The picture as it is meant to be seen."""
    if orientation not in TURNS:
        return picture
    turned = picture.transpose(TURNS[orientation])
    turned.info = dict(ImageOps.exif_transpose(picture).info)  # whose tags then say that it stands upright
    return turned


def upright_array(array, orientation: int):
    """The same of an array of rows and columns."""
    across = array.swapaxes(0, 1) if orientation >= 5 else array
    if orientation in (2, 3, 6, 7):
        across = across[:, ::-1]
    return across[::-1] if orientation in (3, 4, 7, 8) else across


def exif_for(block: bytes | None, size: tuple[int, int], is_upright: bool) -> bytes | None:
    """EXIF for the result: see above. None where it can't be understood."""
    if not block:
        return None
    try:
        order = {b"II": "<", b"MM": ">"}[block[:2]]
        changed = bytearray(block)
        (first,) = struct.unpack_from(order + "I", changed, 4)
        after = set_numbers(changed, order, first, {ORIENTATION: 1} if is_upright else {})
        struct.pack_into(order + "I", changed, after, 0)  # no more folders: the next would be the small picture's
        inner = number_in(changed, order, first, EXIF_FOLDER)
        if inner:
            set_numbers(changed, order, inner, {WIDTH: size[0], HEIGHT: size[1]})
        return bytes(changed)
    except (KeyError, struct.error):
        return None


def with_resolution(block: bytes | None, dpi: tuple[float, float]) -> bytes:
    """EXIF that says the resolution, too. Its first folder is written anew at the end, so that all else stays in place."""
    block = block or b"MM\0*\0\0\0\x08" + bytes(6)
    order = {b"II": "<", b"MM": ">"}[block[:2]]
    (first,) = struct.unpack_from(order + "I", block, 4)
    kept = {tag: block[place - 8:place + 4] for tag, _, _, place in entries(block, order, first)}
    start = len(block) + len(block) % 2
    numbers = start + 2 + 12 * len(kept.keys() | {ACROSS, DOWN, UNIT}) + 4
    kept[UNIT] = struct.pack(order + "HHIHH", UNIT, 3, 1, 2, 0)
    for at, tag in enumerate((ACROSS, DOWN)):
        kept[tag] = struct.pack(order + "HHII", tag, 5, 1, numbers + 8 * at)
    folder = struct.pack(order + "H", len(kept)) + b"".join(kept[tag] for tag in sorted(kept)) + bytes(4)
    fractions = b"".join(struct.pack(order + "II", round(each * 1000), 1000) for each in dpi)
    return block[:4] + struct.pack(order + "I", start) + block[8:].ljust(start - 8, b"\0") + folder + fractions


def entries(block, order: str, folder: int):
    """(tag, type, count, place of the value) of each entry of a folder."""
    (count,) = struct.unpack_from(order + "H", block, folder)
    for place in range(folder + 2, folder + 2 + 12 * count, 12):
        yield *struct.unpack_from(order + "HHI", block, place), place + 8


def set_numbers(block, order: str, folder: int, values: dict[int, int]) -> int:
    """Change whole numbers of a folder where it has them; the place after its entries."""
    place = folder + 2
    for tag, type, count, place in entries(block, order, folder):
        if tag in values and count == 1 and type in (3, 4):
            struct.pack_into(order + ("H" if type == 3 and values[tag] < 65536 else "I"), block, place, values[tag])
            if type == 3 and values[tag] >= 65536:
                struct.pack_into(order + "H", block, place - 6, 4)
        place += 4
    return place


def number_in(block, order: str, folder: int, wanted: int) -> int | None:
    for tag, type, count, place in entries(block, order, folder):
        if tag == wanted and type == 4 and count == 1:
            return struct.unpack_from(order + "I", block, place)[0]
    return None
