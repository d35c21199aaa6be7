"""Hashes of what numbers are written as."""

import zlib

from .cases import COUNT, LARGE, programs

program = programs("texts as bytes")


@program(LARGE)
def fnv_adler(n):
    h = 2166136261
    for b in str(n).encode():
        h = (h ^ b) * 16777619 % 2**32
    a, c = (1, 0)
    for ch in str(n):
        a = (a + ord(ch)) % 65521
        c = (c + a) % 65521
    return (h % 9973, c % 1000)


@program(LARGE, COUNT)
def crc_text(n, k):
    s = f"{n}:{k}"
    return (
        zlib.crc32(s.encode()) % 1000,
        zlib.adler32(s.encode("ascii")) % 1000,
        len(s.encode("utf-8")),
        s.encode()[0],
        int(s.encode().decode().split(":")[1]),
    )


@program(LARGE)
def bytes_call(n):
    b = bytes(str(n), "utf8")
    return (sum(b), b[-1])


@program(LARGE)
def djb2(n):
    h = 5381
    for c in bytearray(str(n).encode()):
        h = h * 33 + c & 4294967295
    return h % 1000
