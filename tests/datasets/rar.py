"""Write a RAR archive without compression, because free programs only unpack RAR."""

from __future__ import annotations

import struct
import zlib


def stored_rar(files: dict[str, bytes]) -> bytes:
    archive = b"Rar!\x1a\x07\x00" + _block(0x73, 0, b"\0" * 6)
    for name, content in files.items():
        size, unix, version, stored, mode = len(content), 3, 20, 0x30, 0o100644
        fields = (size, size, unix, zlib.crc32(content), 0x21 << 16, version, stored, len(name), mode)
        archive += _block(0x74, 0x8000, struct.pack("<IIBIIBBHI", *fields) + name.encode()) + content
    return archive + _block(0x7B, 0x4000, b"")


def _block(kind: int, flags: int, fields: bytes) -> bytes:
    head = struct.pack("<BHH", kind, flags, 7 + len(fields)) + fields
    return struct.pack("<H", zlib.crc32(head) & 0xFFFF) + head
