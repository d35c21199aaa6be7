"""Checksums of bytes that pixels decide, as zlib and binascii have them: in 32 bits without a sign."""

from __future__ import annotations

import binascii
import zlib


def steps(polynomial: int) -> tuple:
    """What each byte makes of a checksum whose lowest bit goes out first."""
    found = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (polynomial if byte & 1 else 0)
        found.append(byte)
    return tuple(found)


STEPS = steps(0xEDB88320)


def crc32(data, value=0):
    value = (value & 0xFFFFFFFF) ^ 0xFFFFFFFF
    for byte in data:
        value = STEPS[(value ^ byte) & 255] ^ (value >> 8)
    return value ^ 0xFFFFFFFF


def adler32(data, value=1):
    low, high = value & 0xFFFF, (value >> 16) & 0xFFFF
    for byte in data:
        low = (low + byte) % 65521
        high = (high + low) % 65521
    return ((high & 0xFFFFFFFF) << 16) | low


def crc_hqx(data, crc):
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = ((crc << 1) ^ (0x1021 if crc & 0x8000 else 0)) & 0xFFFF
    return crc


WRITTEN = {zlib.crc32: crc32, binascii.crc32: crc32, zlib.adler32: adler32, binascii.crc_hqx: crc_hqx}
