"""A club file with an invalid part is refused with the reason."""

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.support.clubs.club import new_account
from tests.support.clubs.files import (
    Line,
    entry_of,
    file_of,
    import_file,
    refusal_of_import,
    with_club,
    with_game,
)
from tests.support.sites import site_in
from tests.support.tables import TREX
from trexscore.db.clubs.clubs import find_club
from trexscore.db.models import Game, db


def _with_body(place: int, body: Any) -> Callable[[list[Line]], None]:  # noqa: ANN401 - anything
    def change(entries: list[Line]) -> None:
        entries[place]["body"] = body

    return change


def _with_kind(place: int, kind: str) -> Callable[[list[Line]], None]:
    return lambda entries: entries[place].update(kind=kind)


FORGED_CLUBS: dict[str, Callable[[list[Line]], Any]] = {
    "no owner": lambda club: club[2]["body"].update(joined={"role": "member"}),
    "two owners": lambda club: club[4]["body"].update(joined={"role": "owner"}),
    "never founded": lambda club: club.pop(0),
    "founded twice": lambda club: club.append(entry_of("founded", {"founded": {"format": "trexscore-club/1"}})),
    "of another format": lambda club: club[0]["body"].update(founded={"format": "trexscore-club/9"}),
    "nothing chosen": lambda club: club.pop(1),
    "a body of another kind": _with_body(1, {"joined": {"role": "member"}}),
    "an empty body": _with_body(5, {}),
    "a name that is none": lambda club: club[3]["body"]["named"].update(name="a\u202eb"),
    "two of one name": lambda club: club[5]["body"]["named"].update(name="BASIL"),
    "erased where no name stands": _with_body(4, None),
    "a member nobody knows": lambda club: club[5]["body"]["named"].update(member=999),
    "signed by nobody here": lambda club: club[-1].update(author="999"),
    "signed with a name": lambda club: club[-1].update(author="Basil"),
    "a key used twice": lambda club: club[-1].update(key=club[-2]["key"]),
    "a season that ends before it begins": lambda club: next(entry for entry in club if entry["kind"] == "season")[
        "body"
    ]["season"].update(until="2020-01-01"),
    "only founded": lambda club: club.__delitem__(slice(2, None)),
    "withdrawn without having been counted": lambda club: club.append(
        entry_of("withdrawn", {"withdrawn": {"uid": "00000000-0000-4000-8000-000000000000", "reason": "x"}}, "3")
    ),
    "far too deep": _with_body(1, {"settings": eval("[" * 90 + "]" * 90)}),  # noqa: S307 - brackets
}


@pytest.mark.parametrize("case", FORGED_CLUBS)
def test_forged_club_with_valid_chain_is_refused(case: str, file_lines: list[Line], source_site: Flask) -> None:
    changed = [*file_lines]
    changed[0] = {**file_lines[0], "club": {**file_lines[0]["club"], "uid": "F" * 22}}
    with source_site.app_context():
        codes = refusal_of_import(with_club(changed, FORGED_CLUBS[case]), account_id=new_account())
        assert {*codes} & {"club_entry_unfit", "club_chain_broken"}, codes
        assert find_club("F" * 22) is None


def _first_deal(game: list[Line]) -> Any:  # noqa: ANN401 - a body
    return game[5]["body"]


FORGED_GAMES: dict[str, Callable[[list[Line]], Any]] = {
    "never started": lambda game: game.pop(0),
    "only started": lambda game: game.__delitem__(slice(3, None)),
    "house rules that are none": lambda game: game[0]["body"].update(house_rules={"preset": "mine"}),
    "no house rules": lambda game: game[0]["body"].pop("house_rules"),
    "a first king who is not a seat": lambda game: game[0]["body"].update(first_king=["A"]),
    "a name that is none": lambda game: game[1]["body"].update(name=" "),
    "a name that is a number": lambda game: game[1]["body"].update(name=7),
    "a deal that is none": _with_body(5, {"king": "A"}),
    "a deal that cannot be": lambda game: _first_deal(game).update(contracts=["trex"], captures={"trex": ["A"] * 4}),
    "a contract used twice": lambda game: game.append(entry_of("deal", TREX)),
    "a deal called something else": _with_kind(5, "agreed"),
    "an agreement on nothing": lambda game: game.append(
        entry_of("agreed", {"agreed": {"kingdom": "A", "seat": "A", "digest": "0" * 64}})
    ),
    "a dispute about nothing": lambda game: game.append(
        entry_of("disputed", {"disputed": {"seat": "A", "about": 999, "reason": "x"}})
    ),
    "taking back nothing": lambda game: game.append(entry_of("take_back", {"take_back": 1})),
    "undoing what is not a number": lambda game: game.append(entry_of("take_back", {"take_back": {}})),
    "taking back without saying so": lambda game: game.append(entry_of("take_back", {})),
    "erased points": _with_body(5, None),
    "a start erased": _with_body(0, None),
    "erasing what is still there": lambda game: game.append(
        entry_of("erased", {"erased": {"names": [2], "authors": {}}})
    ),
    "erasing an author whose number is too long to be one": lambda game: game.append(
        entry_of("erased", {"erased": {"names": [], "authors": {"9" * 5000: "0" * 64}}})
    ),
    "erasing an author of nothing": lambda game: game.append(
        entry_of("erased", {"erased": {"names": [], "authors": {"999": "0" * 64}}})
    ),
    "erasing without saying what": lambda game: game.append(entry_of("erased", {"erased": []})),
    "erasing in somebody’s name": lambda game: game.append(
        entry_of("erased", {"erased": {"names": [], "authors": {}}}, "Basil")
    ),
    "a key used twice": lambda game: game[-1].update(key=game[-2]["key"]),
}


@pytest.mark.parametrize("case", FORGED_GAMES)
def test_forged_game_with_valid_chain_is_refused(case: str, file_lines: list[Line], tmp_path: Path) -> None:
    with site_in(tmp_path) as site, site.app_context():
        codes = refusal_of_import(with_game(file_lines, 0, FORGED_GAMES[case]), account_id=new_account())
        assert {*codes} & {"game_entry_unfit", "game_chain_broken", "club_file_line"}, codes
        assert find_club(file_lines[0]["club"]["uid"]) is None
        assert db.session.query(Game).count() == 0


def _without_last(line: Line) -> Line:
    return {**line, "entries": line["entries"][:-1]}


BROKEN_FILES: dict[str, tuple[str, Callable[[list[Line], bytes], bytes]]] = {
    "empty": ("not_a_club_file", lambda _lines, _file: b""),
    "no JSON": ("not_a_club_file", lambda _lines, _file: b"\xff\xfe{\x00"),
    "UTF-16": ("not_a_club_file", lambda lines, _file: file_of(lines).decode().encode("utf-16")),
    "a game file": ("not_a_club_file", lambda _lines, _file: b'{"format": "trexscore-game/1"}'),
    "a zip": ("not_a_club_file", lambda _lines, _file: b"PK\x03\x04" + bytes(100)),
    "a later format": (
        "unknown_format",
        lambda lines, _file: file_of([{**lines[0], "format": "trexscore-club-file/2"}]),
    ),
    "a short address": (
        "not_a_club_file",
        lambda lines, _file: file_of([{**lines[0], "club": {**lines[0]["club"], "uid": "../../etc"}}, *lines[1:]]),
    ),
    "head alone": ("club_file_cut_off", lambda lines, _file: file_of(lines[:1])),
    "half of the club": ("club_file_cut_off", lambda lines, _file: file_of(lines[:5])),
    "a game too few": ("club_file_cut_off", lambda lines, _file: file_of(lines[:-1])),
    "a game left out": (
        "counted_game_missing",
        lambda lines, _file: file_of([{**lines[0], "games": lines[0]["games"] - 1}, *lines[1:-1]]),
    ),
    "a game twice": ("club_file_line", lambda lines, _file: file_of([*lines[:-1], lines[-2]])),
    "a game too many": ("club_file_line", lambda lines, _file: file_of([*lines, lines[-1]])),
    "a line too many": ("club_file_line", lambda lines, _file: file_of(lines) + b"\n\n"),
    "the end cut off": ("club_file_cut_off", lambda _lines, file: file[:-9]),
    "something behind the end": ("club_file_cut_off", lambda _lines, file: file + b"x"),
    "packed twice over": ("club_file_cut_off", lambda _lines, file: file + file),
    "a damaged byte": ("club_file_cut_off", lambda _lines, file: file[:300] + bytes([file[300] ^ 255]) + file[301:]),
    "a swapped entry": ("club_chain_broken", lambda lines, _file: file_of([lines[0], lines[2], lines[1], *lines[3:]])),
    "a changed word": (
        "club_chain_broken",
        lambda lines, _file: file_of(
            [*lines[:2], {**lines[2], "body": {"settings": {"name": "X", "shows": "all"}}}, *lines[3:]]
        ),
    ),
    "an entry with a field too many": (
        "club_file_line",
        lambda lines, _file: file_of([lines[0], {**lines[1], "token": "x"}, *lines[2:]]),
    ),
    "a time that sorts behind all": (
        "club_file_line",
        lambda lines, _file: file_of([lines[0], {**lines[1], "received_at": "~"}, *lines[2:]]),
    ),
    "a device with a line break": (
        "club_file_line",
        lambda lines, _file: file_of([lines[0], {**lines[1], "device": "x\ny"}, *lines[2:]]),
    ),
    "a NUL": ("club_file_line", lambda lines, _file: file_of([lines[0], {**lines[1], "author": "\0"}, *lines[2:]])),
    "a game without its last entry": (
        "",
        lambda lines, _file: file_of([*lines[:-1], _without_last(lines[-1])]),
    ),
}


@pytest.mark.parametrize("case", BROKEN_FILES)
def test_incomplete_file_is_refused_with_reason(
    case: str, club_file: bytes, file_lines: list[Line], tmp_path: Path
) -> None:
    code, change = BROKEN_FILES[case]
    with site_in(tmp_path) as site, site.app_context():
        changed = change(file_lines, club_file)
        if code:
            assert refusal_of_import(changed, account_id=new_account()) == [code]
            assert find_club(file_lines[0]["club"]["uid"]) is None
        else:  # undetectable: the game could have been exported earlier
            import_file(changed, new_account())


def test_gzip_bomb_is_not_unpacked(tmp_path: Path) -> None:
    bomb = gzip.compress(b"{" + b" " * 40_000_000)
    many_lines = gzip.compress(b"\n" * 40_000_000)
    with site_in(tmp_path) as site, site.app_context():
        assert refusal_of_import(bomb, most=2**40) == ["club_file_too_long"]
        assert refusal_of_import(many_lines, most=10_000_000) in (["club_file_too_long"], ["not_a_club_file"])
