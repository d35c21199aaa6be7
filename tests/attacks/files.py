"""Damaged and malicious files through the command line: each is either done or refused in one line that names it, the
others are done, and no file takes more memory than a picture may."""

import io
import random
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

import numpy as np
from PIL import Image

ROOM = 1 << 30      # bytes of memory at most, whatever the files say
AT_ONCE = 60        # files of one process
NUMBERS = (0, 1, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 1_000_000, 0x7FFFFFFF, 0xFFFFFFFF)


def attack(count: int, seed: int = 1) -> str:
    """So many damaged files, and all those that are made up; the figures."""
    chance, started, files, refused, most = random.Random(seed), time.perf_counter(), 0, 0, 0
    sound, crafted = list(sound_files()), list(crafted_files())
    while crafted or files < count:
        batch = {f"made up {number}.{ending}": data for number, (ending, data) in enumerate(crafted[:AT_ONCE])}
        crafted = crafted[AT_ONCE:]
        for number in range(min(AT_ONCE - len(batch), count - files)):
            ending, data = chance.choice(sound)
            batch[f"damaged {number}.{ending}"] = damaged(data, chance, ending)
        some, memory = through(batch)
        files, refused, most = files + len(batch), refused + some, max(most, memory)
    return (f"files: {files} bad ones, {refused} refused in a line each, the others done; at most {most >> 20} MiB, "
            f"{time.perf_counter() - started:.0f} s")


def through(batch: dict[str, bytes]) -> tuple[int, int]:
    """These files in one call of the command line; how many were refused, and the most memory that was taken."""
    with tempfile.TemporaryDirectory(prefix="pygpu-attack-") as folder:
        given, results = Path(folder, "in"), Path(folder, "out")
        given.mkdir()
        for name, data in batch.items():
            (given / name).write_bytes(data)
        code, told, wrong, most = ended(["run", "pygpu.filters:invert", *map(str, sorted(given.iterdir())), "-o",
                                         f"{results}/"])
        why = f"{wrong}\n{sorted(batch)}"
        assert code in (0, 1), why
        assert "Traceback" not in wrong, why
        # Between them may stand what libtiff says by itself, and what is told of a picture that is done.
        lines = [line for line in wrong.splitlines() if line.startswith(f"pygpu: {given}") and " are kept" not in line]
        refused = {name for name in batch if any(f"{given / name}: " in line for line in lines)}
        assert len(refused) == len(lines), why
        done = [Path(line).stem for line in told.splitlines()]
        missing = [name for name in batch if name not in refused and not any(
            stem == Path(name).stem or stem.startswith(Path(name).stem + "_") for stem in done)]
        assert not missing, (missing, why)
        assert most < ROOM, (most, sorted(batch))
        return len(refused), most


def ended(words: list[str]) -> tuple[int, str, str, int]:
    """A command's exit code, what it told on both ways, and the most memory that it had."""
    with tempfile.TemporaryFile("w+") as told, tempfile.TemporaryFile("w+") as wrong:
        process = subprocess.Popen([sys.executable, "-m", "pygpu", *words], stdout=told, stderr=wrong)
        most = 0
        while process.poll() is None:
            most = max(most, high_water(process.pid))
            time.sleep(0.02)
        told.seek(0), wrong.seek(0)
        return process.returncode, told.read(), wrong.read(), most


def high_water(process: int) -> int:
    """Bytes of memory that a process has had at most. (What wait4 tells counts the process that started it, too.)"""
    try:
        found = [line for line in Path(f"/proc/{process}/status").read_text().splitlines() if line.startswith("VmHWM")]
        return int(found[0].split()[1]) * 1024 if found else 0
    except OSError:
        return 0


# --- files that are sound ---------------------------------------------------------------------------------------------

def sound_files():
    """(ending, bytes) of small pictures in each format, and in each way that it codes them."""
    colours = np.random.default_rng(1).integers(0, 256, (21, 33, 3), np.uint8)
    picture = Image.fromarray(colours)
    gray, clear = picture.convert("L"), picture.convert("RGBA")
    exif = Image.Exif()
    exif[0x010E], exif[0x0112], exif[0x8769] = "a picture", 6, {0xA002: 33}
    for ending, mode, words in [
        ("jpg", picture, {"exif": exif, "icc_profile": bytes(400)}), ("jpg", gray, {"progressive": True}),
        ("jpg", picture.convert("CMYK"), {}), ("png", picture, {"exif": exif, "dpi": (72, 72)}), ("png", clear, {}),
        ("png", picture.convert("P"), {}), ("png", gray.convert("1"), {}), ("webp", picture, {"exif": exif}),
        ("webp", clear, {"lossless": True}), ("tif", picture, {}), ("tif", picture, {"compression": "tiff_lzw"}),
        ("tif", gray, {"compression": "tiff_adobe_deflate"}), ("tif", picture, {"compression": "jpeg"}),
        ("gif", picture.convert("P"), {}), ("bmp", picture, {}), ("tga", picture, {"compression": "tga_rle"}),
        ("ppm", picture, {}), ("ico", picture, {}), ("pcx", picture, {}),
        *[(ending, picture, {"save_all": True, "append_images": [picture.rotate(90 * n) for n in (1, 2, 3)]})
          for ending in ("gif", "png", "webp", "tif")]]:
        file = io.BytesIO()
        mode.save(file, Image.registered_extensions()["." + ending], **words)
        yield ending, file.getvalue()
    for array in (colours, colours[..., 0].astype(np.float32)):
        file = io.BytesIO()
        np.save(file, array)
        yield "npy", file.getvalue()
    yield "png", png(33, 21, 16, 2, zeros(21 * (1 + 33 * 6)))


# --- and such as are not ----------------------------------------------------------------------------------------------

def damaged(data: bytes, chance: random.Random, ending: str) -> bytes:
    """The same file with one to four faults. A PNG's check sums are mended half of the time, so that more is read."""
    data = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        way, place = chance.random(), chance.randrange(len(data) or 1)
        if chance.random() < 0.5:
            place = min(place, chance.randrange(64))  # headers
        if way < 0.15:
            del data[place:]
        elif way < 0.45:
            data[place:place + 1] = bytes([(data[place] if place < len(data) else 0) ^ 1 << chance.randrange(8)])
        elif way < 0.7:
            size, order = chance.choice((2, 4)), chance.choice(("little", "big"))
            data[place:place + size] = (chance.choice(NUMBERS) & (1 << 8 * size) - 1).to_bytes(size, order)
        elif way < 0.8:
            data[place:place + chance.randrange(40)] = chance.randbytes(chance.randrange(40))
        elif way < 0.9:
            data[place:place] = data[chance.randrange(len(data) or 1):][:chance.randrange(200)]
        else:
            data[place:place + chance.randrange(1, 60)] = b""
    return mended(bytes(data)) if ending == "png" and chance.random() < 0.5 else bytes(data)


def mended(data: bytes) -> bytes:
    """A PNG file with check sums that are right."""
    made, at = data[:8], 8
    while at + 8 <= len(data):
        length = int.from_bytes(data[at:at + 4], "big")
        made += chunk(data[at + 4:at + 8], data[at + 8:at + 8 + min(length, len(data))])
        at += 12 + length
    return made


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width: int, height: int, depth: int, kind: int, pixels: bytes, more: bytes = b"") -> bytes:
    header = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + more + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def zeros(count: int) -> bytes:
    """So many bytes of zeros, packed: a million of them, which stands for itself, again and again."""
    packer, last = (zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS) for _ in range(2))
    million = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    rest = last.compress(bytes(count % (1 << 20))) + last.flush()
    return b"\x78\xda" + (count >> 20) * million + rest + struct.pack(">I", count % 65521 << 16 | 1)


def crafted_files():
    """(ending, bytes) of files that say to be huge, empty, or endless, and of those that hold far more than they are."""
    for size in (0, 1_000_000, 2**31 - 1):
        for depth, kind in ((8, 2), (16, 2), (16, 6), (1, 0), (8, 3)):
            yield "png", png(size, size, depth, kind, zeros(1000))
        yield "png", png(1, size, 8, 0, zeros(1000))
        yield "bmp", b"BM" + struct.pack("<IHHIIiiHH", 1000, 0, 0, 54, 40, size, size, 1, 24) + bytes(123)
        yield "ppm", b"P6 %d %d 255\n" % (size, size) + bytes(1000)
        yield "gif", b"GIF89a" + struct.pack("<HHBBB", size & 65535, size & 65535, 0xF7, 0, 0) + bytes(768) + b";"
        yield "npy", npy((size, size))
        yield "npy", npy((size, size, 3), "<f8")
        for bits in ((8,), (8, 8, 8), (16, 16, 16), (32, 32, 32)):
            yield "tif", tiff(size, size, bits)
    yield "npy", npy((3, 3), "|O")
    yield "npy", npy((-1, 5))
    yield "png", png(12_000, 14_000, 8, 6, zeros((1 + 4 * 12_000) * 14_000))             # 672 MB in 650 KB
    yield "png", png(12_000, 14_000, 16, 2, zeros((1 + 6 * 12_000) * 1000))
    yield "png", png(9_000, 9_000, 16, 6, zeros((1 + 8 * 9_000) * 9_000))
    yield "png", png(3, 3, 8, 0, zeros(100_000_000))                                       # more rows than it has
    yield "png", png(3, 3, 8, 0, zeros(12), chunk(b"zTXt", b"k\0\0" + zeros(200_000_000)))
    yield "png", png(3, 3, 8, 0, zeros(12), chunk(b"iCCP", b"k\0\0" + zeros(200_000_000)))
    yield "tif", tiff(13_000, 13_000, (16, 16, 16))
    yield "tif", tiff(13_000, 13_000, (8, 8, 8))
    for ending, words in (("gif", {}), ("webp", {"lossless": True})):
        yield ending, many_frames(ending, **words)


def npy(shape, dtype="|u1") -> bytes:
    head = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + bytes(99)


def tiff(width: int, height: int, bits: tuple) -> bytes:
    """One that says to lie in a single strip, of which nothing is there."""
    entries = [(256, 4, 1, width), (257, 4, 1, height), (258, 3, len(bits), bits[0] if len(bits) == 1 else 200),
               (259, 3, 1, 1), (262, 3, 1, 2 if len(bits) > 1 else 1), (273, 4, 1, 300), (277, 3, 1, len(bits)),
               (278, 4, 1, height), (279, 4, 1, 4000), (339, 3, 1, 3 if bits[0] == 32 else 1)]
    folder = b"".join(struct.pack("<HHII", *entry) for entry in entries)
    data = b"II*\0" + struct.pack("<IH", 8, len(entries)) + folder
    return data.ljust(200, b"\0") + struct.pack(f"<{len(bits)}H", *bits) + bytes(4000)


def many_frames(ending: str, **words) -> bytes:
    """80 frames of four megapixels each, in a file that is small."""
    still = Image.new("P" if ending == "gif" else "RGB", (2000, 2000))
    others = []
    for n in range(40):
        other = still.copy()
        other.putpixel((n, 0), 1 if ending == "gif" else (1, 1, 1))
        others.append(other)
    file = io.BytesIO()
    still.save(file, ending, save_all=True, append_images=others * 2, duration=20, **words)
    return file.getvalue()
