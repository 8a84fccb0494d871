"""Lines packed with gzip and unpacked again, bit by bit: what is read never stands in memory as a whole."""

import zlib
from collections.abc import Iterable, Iterator
from typing import Protocol

_GZIP = zlib.MAX_WBITS | 16
_MAGIC = b"\x1f\x8b"
_PIECE = 64 * 1024
LONGEST_LINE = 16 * 2**20
"""Bytes: the longest game that is read."""
_LEVEL = 6


class Readable(Protocol):
    """A file open for reading bytes, also from its beginning again."""

    def read(self, size: int, /) -> bytes: ...

    def seek(self, place: int, /) -> object: ...


class TooMuch(ValueError):
    """More comes out than anything that is meant would hold."""


class NotWhole(ValueError):
    """The packed file is damaged, or its end is missing."""


def packed(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The lines as a gzip file, in pieces. The same lines give the same bytes: no name and no time is in them."""
    packing = zlib.compressobj(_LEVEL, zlib.DEFLATED, _GZIP)
    for line in lines:
        piece = packing.compress(line + b"\n")
        if piece:
            yield piece
    yield packing.flush()


def lines_in(file: Readable, most: int) -> Iterator[bytes]:
    """The lines of a file, packed or not, without their ends. Raises `TooMuch` behind so many bytes, and `NotWhole`."""
    taken = 0
    begun: list[bytes] = []
    length = 0
    for piece in _pieces(file):
        taken += len(piece)
        first, *more = piece.split(b"\n")
        begun.append(first)
        length += len(first)
        if taken > most or length > LONGEST_LINE:  # what follows within a piece is no longer than the piece
            raise TooMuch
        for start in more:
            yield b"".join(begun)
            begun, length = [start], len(start)
    if length:
        yield b"".join(begun)


def _pieces(file: Readable) -> Iterator[bytes]:
    first = file.read(_PIECE)
    if first.startswith(_MAGIC):
        yield from _unpacked(file, first)
        return
    while first:
        yield first
        first = file.read(_PIECE)


def _unpacked(file: Readable, first: bytes) -> Iterator[bytes]:
    unpacking = zlib.decompressobj(_GZIP)
    try:
        yield unpacking.decompress(first, _PIECE)
        while not unpacking.eof:
            packed_piece = unpacking.unconsumed_tail or file.read(_PIECE)
            piece = unpacking.decompress(packed_piece, _PIECE)
            if not piece and not packed_piece:
                raise NotWhole
            yield piece
    except zlib.error as fault:
        raise NotWhole from fault
    if unpacking.unused_data or file.read(1):
        raise NotWhole
