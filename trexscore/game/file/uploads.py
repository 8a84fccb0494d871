"""Finds the texts of games in an uploaded file: a game file, one with a game per line, or a zip of both.

Uploads are not trusted: no name from them is used on disk, and unpacking has limits.
"""

import re
import zipfile
import zlib
from collections.abc import Iterator
from functools import partial
from typing import IO, NamedTuple

MAX_GAMES_PER_FILE = 20_000
"""Per file. Blank lines count too: a zip of 100 KB can hold a hundred million of them."""
MAX_ZIP_DIRECTORY_BYTES = 4 * 2**20
"""Bytes of a zip's directory: about twenty thousand files."""
_ZIP_SIGNATURE, _GZIP_SIGNATURE = b"PK", b"\x1f\x8b"
_CLUB_FILE_SIGN = b'"trexscore-club-file/'
"""In the first line of a club file, which is packed with gzip but unpacked by some browsers."""
_START_BYTES = 1024
_TABLE_SEPARATORS, _MIN_TABLE_SEPARATORS = (b",", b";", b"\t"), 3
"""A score sheet has four columns of points at least."""
_ZIP_END_RECORD_SIGNATURE = b"PK\x05\x06"
_ZIP64_LOCATOR_SIGNATURE = b"PK\x06\x07"
_END_RECORD_BYTES, _ZIP64_LOCATOR_BYTES = 22, 20
_MAX_ZIP_COMMENT_BYTES = 65_535
_DATE_PATTERN = re.compile(r"(?<!\d)(\d{4}-\d\d-\d\d)(?!\d)", re.ASCII)
_ENCRYPTED_FLAG = 1
_ALLOWED_COMPRESSION_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Compression methods of all systems. Python unpacks the others without limits: 352 bytes became 280 MB."""
_ZIP_DIRECTORY_ERRORS = (
    zipfile.BadZipFile,  # inconsistent or cut off
    NotImplementedError,  # raised by `zipfile` for a newer version, patch data or strong encryption
    UnicodeDecodeError,  # names of files
)
"""Errors of a zip's directory, and of the header of a file in it. Other errors are the server's own failure."""
_ZIPPED_FILE_ERRORS = (*_ZIP_DIRECTORY_ERRORS, zlib.error, EOFError)
"""Errors of a file in a zip: those of its header, bad compressed data, or an early end."""


class UploadedGame(NamedTuple):
    """The text of a possible game with its file, and its line in a file of several; or a fault's code."""

    file_name: str
    line_number: int | None
    text_bytes: bytes
    fault_code: str | None = None


class SizeLimits(NamedTuple):
    """In bytes: one game, and everything unpacked from a file."""

    max_game_bytes: int
    max_unpacked_bytes: int


def read_uploaded_games(file_name: str, file: IO[bytes], limits: SizeLimits) -> Iterator[UploadedGame]:
    """Every possible game in a file. Ends with the fault `too_many_games` after `MAX_GAMES_PER_FILE`."""
    for number, game in enumerate(_read_games_or_blanks(file_name, file, limits), 1):
        if number > MAX_GAMES_PER_FILE:
            yield UploadedGame(file_name, None, b"", "too_many_games")
            return
        if game is not None:
            yield game


def last_date_in_file_name(file_name: str) -> str | None:
    """The last ISO date in a file's name."""
    days = _DATE_PATTERN.findall(file_name)
    return days[-1] if days else None


def code_of_non_json(content: bytes) -> str:
    """The refusal code for a file that is not JSON, by what it seems to be."""
    if not content.strip():
        return "empty_file"
    if content.startswith(_ZIP_SIGNATURE):
        return "single_game_expected"
    start = content[:_START_BYTES]
    if start.startswith(_GZIP_SIGNATURE) or _CLUB_FILE_SIGN in start:
        return "club_file"
    first_line = start.partition(b"\n")[0]
    is_table = b"{" not in first_line and max(map(first_line.count, _TABLE_SEPARATORS)) >= _MIN_TABLE_SEPARATORS
    return "table_file" if is_table else "not_json"


def _read_games_or_blanks(file_name: str, file: IO[bytes], limits: SizeLimits) -> Iterator[UploadedGame | None]:
    """Each game in order, and None for each blank line."""
    if file.read(len(_ZIP_SIGNATURE)) == _ZIP_SIGNATURE:
        yield from _read_zip(file_name, file, limits)
        return
    if file_name.casefold().endswith(".zip"):
        yield UploadedGame(file_name, None, b"", "no_zip")
        return
    file.seek(0)
    yield from _read_unzipped_file(file_name, file, limits)


def _read_unzipped_file(file_name: str, file: IO[bytes], limits: SizeLimits) -> Iterator[UploadedGame | None]:
    if not file_name.casefold().endswith(".jsonl"):
        text = file.read(limits.max_game_bytes + 1)
        fault = "game_too_long" if len(text) > limits.max_game_bytes else None
        yield UploadedGame(file_name, None, b"" if fault else text, fault)
        return
    for number, line in enumerate(iter(partial(file.readline, limits.max_game_bytes + 1), b""), 1):
        if len(line) > limits.max_game_bytes:
            yield UploadedGame(file_name, number, b"", "game_too_long")
            return
        yield UploadedGame(file_name, number, line) if line.strip() else None


def _read_zip(file_name: str, file: IO[bytes], limits: SizeLimits) -> Iterator[UploadedGame | None]:
    if not _has_short_zip_directory(file):
        yield UploadedGame(file_name, None, b"", "too_many_games")
        return
    try:
        archive = zipfile.ZipFile(file)
    except _ZIP_DIRECTORY_ERRORS:
        yield UploadedGame(file_name, None, b"", "no_zip")
        return
    with archive:
        bytes_left = limits.max_unpacked_bytes
        for info in filter(_is_visible_file, archive.infolist()):
            bytes_left -= max(info.file_size, 0)
            if bytes_left < 0:
                yield UploadedGame(file_name, None, b"", "unfolds_too_far")
                return
            yield from _read_zipped_file(archive, info, limits)


def _read_zipped_file(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, limits: SizeLimits
) -> Iterator[UploadedGame | None]:
    """The games in a file of a zip. Python reads at most its length in the directory."""
    if info.flag_bits & _ENCRYPTED_FLAG:
        yield UploadedGame(info.filename, None, b"", "is_locked")
        return
    if not info.filename.casefold().endswith((".json", ".jsonl")):
        yield UploadedGame(info.filename, None, b"", "no_game_file")
        return
    if info.compress_type not in _ALLOWED_COMPRESSION_METHODS or not 0 <= info.header_offset < archive.start_dir:
        yield UploadedGame(info.filename, None, b"", "no_zip")
        return
    try:
        with archive.open(info) as member:
            yield from _read_unzipped_file(info.filename, member, limits)
    except _ZIPPED_FILE_ERRORS:
        yield UploadedGame(info.filename, None, b"", "no_zip")


def _is_visible_file(info: zipfile.ZipInfo) -> bool:
    """False for folders and for hidden files that a system adds."""
    path_parts = info.filename.split("/")
    return not info.filename.endswith("/") and "__MACOSX" not in path_parts and not path_parts[-1].startswith(".")


def _has_short_zip_directory(file: IO[bytes]) -> bool:
    """Whether a zip's directory is short enough, since Python reads it as a whole. A zip64 is always too large."""
    length = file.seek(0, 2)
    file.seek(max(0, length - _END_RECORD_BYTES - _MAX_ZIP_COMMENT_BYTES - _ZIP64_LOCATOR_BYTES))
    tail = file.read()
    file.seek(0)
    end_record_offset = len(tail) - _END_RECORD_BYTES
    if tail[end_record_offset : end_record_offset + len(_ZIP_END_RECORD_SIGNATURE)] != _ZIP_END_RECORD_SIGNATURE:
        end_record_offset = tail.rfind(_ZIP_END_RECORD_SIGNATURE)
    if end_record_offset < 0:
        return True  # not a zip: nothing of it will be read
    if tail[max(0, end_record_offset - _ZIP64_LOCATOR_BYTES) : end_record_offset].startswith(_ZIP64_LOCATOR_SIGNATURE):
        return False
    return int.from_bytes(tail[end_record_offset + 12 : end_record_offset + 16], "little") <= MAX_ZIP_DIRECTORY_BYTES
