"""Games in a zip: a zip that contradicts itself is damaged, and a failing disk is an error."""

import io
import struct
import tempfile
import zipfile
from typing import IO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trexscore.game.file.uploads import SizeLimits, UploadedGame, read_uploaded_games

LIMITS = SizeLimits(max_game_bytes=256 * 1024, max_unpacked_bytes=10 * 2**20)
GAME = b'{"deals": []}' * 100
COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def zip_of_games(method: int = zipfile.ZIP_DEFLATED, *names: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name in names or ("a.json",):
            archive.writestr(name, GAME)
    return buffer.getvalue()


def zip_with_offset(offset: int) -> bytes:
    """A zip whose directory contains a 64-bit offset of the game."""
    content = zip_of_games()
    directory_start, end_start = content.rfind(b"PK\x01\x02"), content.rfind(b"PK\x05\x06")
    extra_field = struct.pack("<HHQ", 1, 8, offset)
    entry = bytearray(content[directory_start:end_start])
    entry[30:32], entry[42:46] = struct.pack("<H", len(extra_field)), b"\xff" * 4
    end_record = bytearray(content[end_start:])
    end_record[12:16] = struct.pack("<I", len(entry) + len(extra_field))
    return content[:directory_start] + entry + extra_field + end_record


def read(content: bytes) -> list[UploadedGame]:
    """The games of a zip, read from memory and from disk with the same result."""
    with tempfile.TemporaryFile() as file:
        file.write(content)
        file.seek(0)
        from_disk = list(read_uploaded_games("games.zip", file, LIMITS))
    assert list(read_uploaded_games("games.zip", io.BytesIO(content), LIMITS)) == from_disk
    return from_disk


@pytest.mark.parametrize("content", [b"", b"P", b"\0" * 300_000, GAME])
def test_other_data_is_no_zip(content: bytes) -> None:
    assert read(content) == [UploadedGame("games.zip", None, b"", "no_zip")]


@pytest.mark.parametrize("method", COMPRESSIONS)
def test_common_compressions_are_read(method: int) -> None:
    assert read(zip_of_games(method)) == [UploadedGame("a.json", None, GAME)]


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_unbounded_compressions_are_not_opened(method: int, monkeypatch: pytest.MonkeyPatch) -> None:
    content = zip_of_games(method)
    monkeypatch.setattr(zipfile.ZipFile, "open", lambda *_: pytest.fail("a game was opened"))
    assert read(content) == [UploadedGame("a.json", None, b"", "no_zip")]


@pytest.mark.parametrize("offset", [2**31, 2**63 - 1, 2**63, 2**64 - 1])
def test_game_beyond_end_of_zip_is_damaged(offset: int) -> None:
    assert read(zip_with_offset(offset)) == [UploadedGame("a.json", None, b"", "no_zip")]


def changed_zip(method: int, *changes: tuple[str, int, bytes]) -> bytes:
    """A zip with these changes in its directory, or in the header or content of its game."""
    content = bytearray(zip_of_games(method))
    start = {"directory": content.rfind(b"PK\x01\x02"), "header": 0, "content": 30 + len("a.json")}
    for part, offset, replacement in changes:
        content[start[part] + offset : start[part] + offset + len(replacement)] = replacement
    return bytes(content)


FALSE_SIZES = struct.pack("<II", 100_000, 100_000)
UTF8_FLAG, PATCH_FLAG, STRONG_ENCRYPTION_FLAG = b"\x00\x08", b"\x20\x00", b"\x40\x00"
INVALID_NAME = b"\xff.json"
DAMAGED_ZIPS = {
    "directory has a wrong signature": (changed_zip(zipfile.ZIP_STORED, ("directory", 0, b"no")), "games.zip"),
    "directory needs a newer version": (changed_zip(zipfile.ZIP_STORED, ("directory", 6, b"\xff")), "games.zip"),
    "name in directory is not text": (
        changed_zip(zipfile.ZIP_STORED, ("directory", 8, UTF8_FLAG), ("directory", 46, INVALID_NAME)),
        "games.zip",
    ),
    "game has no header": (changed_zip(zipfile.ZIP_STORED, ("header", 2, b"no")), "a.json"),
    "game is patch data": (changed_zip(zipfile.ZIP_STORED, ("directory", 8, PATCH_FLAG)), "a.json"),
    "game is strongly encrypted": (
        changed_zip(zipfile.ZIP_STORED, ("directory", 8, STRONG_ENCRYPTION_FLAG)),
        "a.json",
    ),
    "name in header is not text": (
        changed_zip(zipfile.ZIP_STORED, ("header", 6, UTF8_FLAG), ("header", 30, INVALID_NAME)),
        "a.json",
    ),
    "game cannot be decompressed": (changed_zip(zipfile.ZIP_DEFLATED, ("content", 0, b"\xff")), "a.json"),
    "game ends too early": (changed_zip(zipfile.ZIP_STORED, ("directory", 20, FALSE_SIZES)), "a.json"),
}


@pytest.mark.parametrize("damage", DAMAGED_ZIPS)
def test_contradictory_zip_is_damaged(damage: str) -> None:
    content, name = DAMAGED_ZIPS[damage]
    assert read(content) == [UploadedGame(name, None, b"", "no_zip")]


def test_damaged_game_does_not_stop_others() -> None:
    content = bytearray(zip_of_games(zipfile.ZIP_STORED, "a.json", "b.json"))
    content[50] ^= 255
    assert read(bytes(content)) == [UploadedGame("a.json", None, b"", "no_zip"), UploadedGame("b.json", None, GAME)]


def test_file_without_name_is_no_game_file() -> None:
    content = bytearray(zip_of_games(zipfile.ZIP_STORED, "x"))
    directory_start = content.rfind(b"PK\x01\x02")
    content[directory_start + 46] = 0  # a name ends at its first zero byte
    assert read(bytes(content)) == [UploadedGame("", None, b"", "no_game_file")]


@given(
    st.sampled_from(COMPRESSIONS),
    st.lists(st.tuples(st.integers(0, 10_000), st.binary(min_size=1, max_size=8)), min_size=1),
)
def test_changed_zip_raises_nothing(method: int, changes: list[tuple[int, bytes]]) -> None:
    content = bytearray(zip_of_games(method))
    for offset, replacement in changes:
        start = 2 + offset % (len(content) - 2 - len(replacement))
        content[start : start + len(replacement)] = replacement
    assert {game.fault_code for game in read(bytes(content))} <= {
        None, "no_zip", "is_locked", "no_game_file", "unfolds_too_far", "too_many_games", "game_too_long"
    }  # fmt: skip


class FailingFile(io.BytesIO):
    """A file on a disk that fails after its directory was read."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size == zipfile.sizeFileHeader:  # type: ignore[attr-defined]  # of a game in it
            raise OSError(5, "Input/output error")
        return super().read(size)


def test_failing_disk_is_no_damaged_zip() -> None:
    broken: IO[bytes] = FailingFile(zip_of_games())
    with pytest.raises(OSError, match="Input/output error"):
        list(read_uploaded_games("games.zip", broken, LIMITS))
