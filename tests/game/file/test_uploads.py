"""Games in a zip: a zip that contradicts itself is damaged, and a failing disk is an error."""

import io
import struct
import tempfile
import zipfile
from typing import IO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trexscore.game.file.uploads import SizeLimits, UploadedGame, read_games

LIMITS = SizeLimits(game_bytes=256 * 1024, unpacked_bytes=10 * 2**20)
GAME = b'{"deals": []}' * 100
KEPT = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def packed(method: int = zipfile.ZIP_DEFLATED, *names: str) -> bytes:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", method) as archive:
        for name in names or ("a.json",):
            archive.writestr(name, GAME)
    return into.getvalue()


def packed_with_offset(place: int) -> bytes:
    """The zip's directory gives a 64-bit offset for the game."""
    content = packed()
    listed, end = content.rfind(b"PK\x01\x02"), content.rfind(b"PK\x05\x06")
    further = struct.pack("<HHQ", 1, 8, place)
    entry = bytearray(content[listed:end])
    entry[30:32], entry[42:46] = struct.pack("<H", len(further)), b"\xff" * 4
    ending = bytearray(content[end:])
    ending[12:16] = struct.pack("<I", len(entry) + len(further))
    return content[:listed] + entry + further + ending


def read(content: bytes) -> list[UploadedGame]:
    """The games of a zip, read from memory and from disk with the same result."""
    with tempfile.TemporaryFile() as file:
        file.write(content)
        file.seek(0)
        from_disk = list(read_games("games.zip", file, LIMITS))
    assert list(read_games("games.zip", io.BytesIO(content), LIMITS)) == from_disk
    return from_disk


@pytest.mark.parametrize("content", [b"", b"P", b"\0" * 300_000, GAME])
def test_other_data_is_no_zip(content: bytes) -> None:
    assert read(content) == [UploadedGame("games.zip", None, b"", "no_zip")]


@pytest.mark.parametrize("method", KEPT)
def test_common_compressions_are_read(method: int) -> None:
    assert read(packed(method)) == [UploadedGame("a.json", None, GAME)]


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_unbounded_compressions_are_not_opened(method: int, monkeypatch: pytest.MonkeyPatch) -> None:
    content = packed(method)
    monkeypatch.setattr(zipfile.ZipFile, "open", lambda *_: pytest.fail("it was begun"))
    assert read(content) == [UploadedGame("a.json", None, b"", "no_zip")]


@pytest.mark.parametrize("place", [2**31, 2**63 - 1, 2**63, 2**64 - 1])
def test_game_beyond_end_of_zip_is_damaged(place: int) -> None:
    assert read(packed_with_offset(place)) == [UploadedGame("a.json", None, b"", "no_zip")]


def changed(method: int, *changes: tuple[str, int, bytes]) -> bytes:
    """A zip with these changes in its directory, or in the header or content of its game."""
    content = bytearray(packed(method))
    start = {"list": content.rfind(b"PK\x01\x02"), "head": 0, "content": 30 + len("a.json")}
    for part, place, what in changes:
        content[start[part] + place : start[part] + place + len(what)] = what
    return bytes(content)


LONG = struct.pack("<II", 100_000, 100_000)
IN_UTF8, PATCHED, NO_TEXT = b"\x00\x08", b"\x20\x00", b"\xff.json"
ZIPS_THAT_ARE_NONE = {
    "its list is that of no zip": (changed(zipfile.ZIP_STORED, ("list", 0, b"no")), "games.zip"),
    "it asks for a newer unpacker": (changed(zipfile.ZIP_STORED, ("list", 6, b"\xff")), "games.zip"),
    "a name is no text": (changed(zipfile.ZIP_STORED, ("list", 8, IN_UTF8), ("list", 46, NO_TEXT)), "games.zip"),
    "a game has no head": (changed(zipfile.ZIP_STORED, ("head", 2, b"no")), "a.json"),
    "a game is a patch": (changed(zipfile.ZIP_STORED, ("list", 8, PATCHED)), "a.json"),
    "a head's name is no text": (changed(zipfile.ZIP_STORED, ("head", 6, IN_UTF8), ("head", 30, NO_TEXT)), "a.json"),
    "a game does not unfold": (changed(zipfile.ZIP_DEFLATED, ("content", 0, b"\xff")), "a.json"),
    "a game ends too early": (changed(zipfile.ZIP_STORED, ("list", 20, LONG)), "a.json"),
}


@pytest.mark.parametrize("what", ZIPS_THAT_ARE_NONE)
def test_contradictory_zip_is_damaged(what: str) -> None:
    content, whose = ZIPS_THAT_ARE_NONE[what]
    assert read(content) == [UploadedGame(whose, None, b"", "no_zip")]


def test_damaged_game_does_not_stop_others() -> None:
    content = bytearray(packed(zipfile.ZIP_STORED, "a.json", "b.json"))
    content[50] ^= 255
    assert read(bytes(content)) == [UploadedGame("a.json", None, b"", "no_zip"), UploadedGame("b.json", None, GAME)]


def test_file_without_name_is_no_game_file() -> None:
    content = bytearray(packed(zipfile.ZIP_STORED, "x"))
    listed = content.rfind(b"PK\x01\x02")
    content[listed + 46] = 0  # what follows a zero in a name is none of it
    assert read(bytes(content)) == [UploadedGame("", None, b"", "no_game_file")]


@given(
    st.sampled_from(KEPT), st.lists(st.tuples(st.integers(0, 10_000), st.binary(min_size=1, max_size=8)), min_size=1)
)
def test_changed_zip_raises_nothing(method: int, changes: list[tuple[int, bytes]]) -> None:
    content = bytearray(packed(method))
    for place, what in changes:
        start = 2 + place % (len(content) - 2 - len(what))
        content[start : start + len(what)] = what
    assert {found.fault for found in read(bytes(content))} <= {
        None, "no_zip", "is_locked", "no_game_file", "unfolds_too_far", "too_many_games", "game_too_long"
    }  # fmt: skip


class Failing(io.BytesIO):
    """A file on a disk that fails after its directory was read."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size == zipfile.sizeFileHeader:  # type: ignore[attr-defined]  # of a game in it
            raise OSError(5, "Input/output error")
        return super().read(size)


def test_failing_disk_is_no_damaged_zip() -> None:
    broken: IO[bytes] = Failing(packed())
    with pytest.raises(OSError, match="Input/output error"):
        list(read_games("games.zip", broken, LIMITS))
