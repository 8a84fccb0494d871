"""Files with games in them → the text of each: a game file, one with a game on each line, or a zip of such.

Whoever sends them may mean harm: nothing is written to a disk under a name from a file, nothing unfolds without end.
"""

import re
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO, NamedTuple

MOST_GAMES = 20_000
"""Of one file. Blank lines count too: a zip of 100 KB can hold a hundred million of them."""
LONGEST_DIRECTORY = 4 * 2**20
"""Bytes of a zip's list of files: some twenty thousand of them."""
_END = b"PK\x05\x06"
_LOCATOR = b"PK\x06\x07"
_END_LENGTH, _LOCATOR_LENGTH = 22, 20
_LONGEST_COMMENT = 65_535
_DAY = re.compile(r"(?<!\d)(\d{4}-\d\d-\d\d)(?!\d)", re.ASCII)
_ENCRYPTED = 1
_UNFOLDED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""What every system packs with. Python unfolds the others without bounds: 352 bytes were 280 MB."""
_NO_LIST = (zipfile.BadZipFile, NotImplementedError, UnicodeDecodeError)
"""Of a zip's list of files: it lies or is cut off, asks for what no Python knows, or has names that are no text.

Whatever else goes wrong is the server's own failure.
"""
_DAMAGED = (*_NO_LIST, zlib.error, EOFError)
"""Of a file in it, whose own head may say the same; and what does not unfold, or ends too early."""


class Found(NamedTuple):
    """What may be a game: its file, its line where that holds several, its text; or the code of what is wrong."""

    source: str
    line: int | None
    text: bytes
    fault: str | None = None


class Limits(NamedTuple):
    """Bytes: of one game, and of all that unfolds out of a file."""

    game: int
    unfolded: int


def games_in(name: str, file: IO[bytes], limits: Limits) -> Iterator[Found]:
    """Everything in a file that may be a game. Reading ends where it becomes too much, which is then said."""
    for number, found in enumerate(_found(name, file, limits), 1):
        if number > MOST_GAMES:
            yield Found(name, None, b"", "too_many_games")
            return
        if found is not None:
            yield found


def day_in(name: str) -> str | None:
    """A day that stands in a file's name."""
    found = _DAY.findall(name)
    return found[-1] if found else None


def _found(name: str, file: IO[bytes], limits: Limits) -> Iterator[Found | None]:
    """What is in a file, in order; None for each blank line."""
    if file.read(2) == b"PK":
        yield from _in_zip(name, file, limits)
        return
    if name.casefold().endswith(".zip"):
        yield Found(name, None, b"", "no_zip")
        return
    file.seek(0)
    yield from _in_file(name, file, limits)


def _in_file(name: str, file: IO[bytes], limits: Limits) -> Iterator[Found | None]:
    if not name.casefold().endswith(".jsonl"):
        yield _one(name, None, file.read(limits.game + 1), limits)
        return
    number = 0
    while line := file.readline(limits.game + 1):
        number += 1
        if len(line) > limits.game:
            yield Found(name, number, b"", "game_too_long")
            return
        yield _one(name, number, line, limits) if line.strip() else None


def _one(name: str, number: int | None, text: bytes, limits: Limits) -> Found:
    return Found(name, number, b"", "game_too_long") if len(text) > limits.game else Found(name, number, text)


def _in_zip(name: str, file: IO[bytes], limits: Limits) -> Iterator[Found | None]:
    if not _has_short_directory(file):
        yield Found(name, None, b"", "too_many_games")
        return
    try:
        archive = zipfile.ZipFile(file)
    except _NO_LIST:
        yield Found(name, None, b"", "no_zip")
        return
    with archive:
        left = limits.unfolded
        for info in filter(_is_meant, archive.infolist()):
            left -= max(info.file_size, 0)
            if left < 0:
                yield Found(name, None, b"", "unfolds_too_far")
                return
            yield from _in_member(archive, info, limits)


def _in_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, limits: Limits) -> Iterator[Found | None]:
    """A file in a zip. Python reads no more of it than the zip says it is long."""
    if info.flag_bits & _ENCRYPTED:
        yield Found(info.filename, None, b"", "is_locked")
        return
    if not info.filename.casefold().endswith((".json", ".jsonl")):
        yield Found(info.filename, None, b"", "no_game_file")
        return
    if info.compress_type not in _UNFOLDED or not 0 <= info.header_offset < archive.start_dir:
        yield Found(info.filename, None, b"", "no_zip")
        return
    try:
        with archive.open(info) as member:
            yield from _in_file(info.filename, member, limits)
    except _DAMAGED:
        yield Found(info.filename, None, b"", "no_zip")


def _is_meant(info: zipfile.ZipInfo) -> bool:
    """Folders, and what a system puts into a zip for itself, are not."""
    parts = info.filename.split("/")
    return not info.filename.endswith("/") and "__MACOSX" not in parts and not parts[-1].startswith(".")


def _has_short_directory(file: IO[bytes]) -> bool:
    """Whether a zip's list of files is short enough to be read: that is done at once, however long it is.

    A zip that is larger than its ends can say (zip64) is too large anyway.
    """
    length = file.seek(0, 2)
    file.seek(max(0, length - _END_LENGTH - _LONGEST_COMMENT - _LOCATOR_LENGTH))
    tail = file.read()
    file.seek(0)
    place = len(tail) - _END_LENGTH
    if tail[place : place + len(_END)] != _END:
        place = tail.rfind(_END)
    if place < 0:
        return True  # it is none, and nothing of it will be read
    if tail[max(0, place - _LOCATOR_LENGTH) : place].startswith(_LOCATOR):
        return False
    return int.from_bytes(tail[place + 12 : place + 16], "little") <= LONGEST_DIRECTORY
