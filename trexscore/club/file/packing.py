"""Packs lines with gzip and unpacks them as streams: a file is never in memory as a whole."""

import zlib
from collections.abc import Iterable, Iterator
from typing import IO

_GZIP_WINDOW_BITS = zlib.MAX_WBITS | 16
_GZIP_SIGNATURE = b"\x1f\x8b"
_PIECE_BYTES = 64 * 1024
MAX_LINE_BYTES = 16 * 2**20
"""Bytes of the longest game that is read."""
_COMPRESSION_LEVEL = 6


class ContentTooLong(ValueError):
    """The unpacked content, or one line of it, is longer than in any valid file."""


class DamagedFile(ValueError):
    """The packed file is damaged, or its end is missing."""


def pack_lines(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The lines as pieces of a gzip file. The same lines give the same bytes: the header has no name and no time."""
    compressor = zlib.compressobj(_COMPRESSION_LEVEL, zlib.DEFLATED, _GZIP_WINDOW_BITS)
    for line in lines:
        piece = compressor.compress(line + b"\n")
        if piece:
            yield piece
    yield compressor.flush()


def unpack_lines(file: IO[bytes], max_unpacked_bytes: int) -> Iterator[bytes]:
    """The lines of a packed or plain file, without line ends.

    Raises `ContentTooLong` after `max_unpacked_bytes` bytes, and `DamagedFile`.
    """
    total = 0
    line: list[bytes] = []
    length = 0
    for piece in _read_unpacked_pieces(file):
        total += len(piece)
        first, *rest = piece.split(b"\n")
        line.append(first)
        length += len(first)
        if (
            total > max_unpacked_bytes or length > MAX_LINE_BYTES
        ):  # further lines within a piece are no longer than the piece
            raise ContentTooLong
        for start in rest:
            yield b"".join(line)
            line, length = [start], len(start)
    if length:
        yield b"".join(line)


def _read_unpacked_pieces(file: IO[bytes]) -> Iterator[bytes]:
    piece = file.read(_PIECE_BYTES)
    if piece.startswith(_GZIP_SIGNATURE):
        yield from _unpack_pieces(file, piece)
        return
    while piece:
        yield piece
        piece = file.read(_PIECE_BYTES)


def _unpack_pieces(rest_of_file: IO[bytes], first_piece: bytes) -> Iterator[bytes]:
    decompressor = zlib.decompressobj(_GZIP_WINDOW_BITS)
    try:
        yield decompressor.decompress(first_piece, _PIECE_BYTES)
        while not decompressor.eof:
            packed_piece = decompressor.unconsumed_tail or rest_of_file.read(_PIECE_BYTES)
            piece = decompressor.decompress(packed_piece, _PIECE_BYTES)
            if not piece and not packed_piece:
                raise DamagedFile
            yield piece
    except zlib.error as fault:
        raise DamagedFile from fault
    if decompressor.unused_data or rest_of_file.read(1):
        raise DamagedFile
