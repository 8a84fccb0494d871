"""Hostile zip files are refused quickly and import nothing; many files at once are read."""

from collections.abc import Callable, Iterator
from time import process_time

import pytest
from flask import Flask

from tests.support.clubs.game_imports import (
    as_zip,
    club_game_rows,
    game_file,
    import_counts,
    import_games,
    send_files,
)
from tests.support.clubs.people import RolePhones
from tests.support.sites import site_in

MAX_IMPORT_BYTES = 12_000_000


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with site_in(tmp_path_factory.mktemp("site"), MAX_IMPORT_BYTES=str(MAX_IMPORT_BYTES)) as site:
        yield site


def zip_bomb() -> bytes:
    """A small file that unpacks to far more than may be uploaded."""
    return as_zip([(f"{number}.jsonl", b" " * (MAX_IMPORT_BYTES * 33 // 10)) for number in range(10)])


def zip_with_long_directory() -> bytes:
    return as_zip([("x" * 60_000 + f"{number}.json", b"") for number in range(80)])


def locked_zip() -> bytes:
    content = bytearray(as_zip([("a.json", game_file(1))]))
    content[6] |= 1
    content[content.rfind(b"PK\x01\x02") + 8] |= 1
    return bytes(content)


def damaged_zip() -> bytes:
    content = bytearray(as_zip([("a.json", game_file(1))]))
    content[60] ^= 255
    return bytes(content)


def zip_with_false_length() -> bytes:
    """A zip that declares a file far shorter than it is."""
    content = bytearray(as_zip([("a.json", b" " * 100_000_000)]))
    offset = content.rfind(b"PK\x01\x02")
    content[offset + 24 : offset + 28] = (10).to_bytes(4, "little")
    return bytes(content)


UNPACKS_TOO_FAR = "This file unpacks to far more than expected."
TOO_MANY = "Too many games in this file."
LOCKED = "This file is password-protected. Remove the password first."
DAMAGED = "This zip file is damaged"
HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "zip bomb": (zip_bomb, UNPACKS_TOO_FAR),
    "endless directory": (zip_with_long_directory, TOO_MANY),
    "locked": (locked_zip, LOCKED),
    "damaged": (damaged_zip, DAMAGED),
    "file longer than declared": (zip_with_false_length, DAMAGED),
    "end record only": (lambda: b"PK\x05\x06" + b"\xff" * 18, TOO_MANY),
    "truncated zip": (lambda: as_zip([("a.json", game_file(1))])[:-30], DAMAGED),
    "zip64": (lambda: b"PK\x03\x04" + b"PK\x06\x07" + b"\0" * 16 + b"PK\x05\x06" + b"\0" * 18, TOO_MANY),
    "end signature in comment": (lambda: as_zip([("a.json", b"x")])[:-2] + b"\x08\0PK\x05\x06PK\x05\x06", DAMAGED),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_zip_is_refused_cheaply(people: RolePhones, case: str) -> None:
    make_zip, sentence = HOSTILE[case]
    page = import_games(people, ("games.zip", make_zip()))
    new, same, refused = import_counts(page)
    assert (new, same) == (0, 0)
    assert refused >= 1
    assert sentence in page.root.find_one("main").text
    with people.site.app_context():
        assert club_game_rows(people) == []


MEBIBYTE = 2**20
BLANK_FILES: dict[str, tuple[str, Callable[[], bytes]]] = {
    "one file in a zip": ("games.zip", lambda: as_zip([("a.jsonl", b"\n" * 11 * MEBIBYTE)])),
    "many files in a zip": ("games.zip", lambda: as_zip([(f"{n}.jsonl", b"\n" * MEBIBYTE) for n in range(11)])),
    "plain file": ("games.jsonl", lambda: b"\n" * 11 * MEBIBYTE),
    "lines of spaces": ("games.jsonl", lambda: b" \r\n" * 3 * MEBIBYTE),
}


@pytest.mark.parametrize("case", BLANK_FILES)
def test_endless_blank_lines_are_not_read(people: RolePhones, case: str) -> None:
    name, make_content = BLANK_FILES[case]
    content = make_content()
    start = process_time()
    page = import_games(people, (name, content))
    assert process_time() - start < 1
    assert import_counts(page)[:2] == (0, 0)
    assert TOO_MANY in page.root.find_one("main").text


def test_upload_of_many_files_without_zip(people: RolePhones) -> None:
    files = [(f"{number}.json", b"{}") for number in range(1_100)]
    assert "1100 games received." in send_files(people, files).text
