"""Zips that mean harm cost nothing, and bring nothing in."""

from collections.abc import Callable

import pytest
from flask import Flask

from tests.support.bringing import as_file, as_zip, bring, counts, game, rows
from tests.support.club_people import People, people_of


@pytest.fixture
def people(site: Flask) -> People:
    return people_of(site)


def bomb() -> bytes:
    """A zip of 2 MB that unfolds to 2.1 GB."""
    return as_zip([(f"{number}.jsonl", b" " * 30_000_000) for number in range(70)])


def with_long_directory() -> bytes:
    return as_zip([("x" * 60_000 + f"{number}.json", b"") for number in range(80)])


def locked() -> bytes:
    content = bytearray(as_zip([("a.json", as_file(game(1)))]))
    content[6] |= 1
    content[content.rfind(b"PK\x01\x02") + 8] |= 1
    return bytes(content)


def damaged() -> bytes:
    content = bytearray(as_zip([("a.json", as_file(game(1)))]))
    content[60] ^= 255
    return bytes(content)


def hiding_its_length() -> bytes:
    """It says that a file is far shorter than what unfolds."""
    content = bytearray(as_zip([("a.json", b" " * 100_000_000)]))
    place = content.rfind(b"PK\x01\x02")
    content[place + 24 : place + 28] = (10).to_bytes(4, "little")
    return bytes(content)


HOSTILE: dict[str, Callable[[], bytes]] = {
    "a bomb": bomb,
    "a list without end": with_long_directory,
    "locked": locked,
    "damaged": damaged,
    "longer than it says": hiding_its_length,
    "no zip at all": lambda: b"PK\x05\x06" + b"\xff" * 18,
    "half a zip": lambda: as_zip([("a.json", as_file(game(1)))])[:-30],
    "zip64": lambda: b"PK\x03\x04" + b"PK\x06\x07" + b"\0" * 16 + b"PK\x05\x06" + b"\0" * 18,
    "a signature in a comment": lambda: as_zip([("a.json", b"x")])[:-2] + b"\x08\0PK\x05\x06PK\x05\x06",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_zip_costs_nothing_and_is_refused(people: People, what: str) -> None:
    page = bring(people, ("games.zip", HOSTILE[what]()))
    new, same, refused = counts(page)
    assert (new, same) == (0, 0)
    assert refused >= 1
    with people.site.app_context():
        assert rows(people) == []
