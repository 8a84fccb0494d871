"""A club file with an invalid part is refused with the reason."""

import codecs
import gzip
from collections.abc import Callable
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
from tests.support.tables import TREX
from trexscore.db.clubs.clubs import find_club_head
from trexscore.db.models import Game, db


def _with_body(index: int, body: Any) -> Callable[[list[Line]], None]:  # noqa: ANN401 - anything
    def change(entries: list[Line]) -> None:
        entries[index]["body"] = body

    return change


def _with_kind(index: int, kind: str) -> Callable[[list[Line]], None]:
    return lambda entries: entries[index].update(kind=kind)


def _with_time(field: str, time: str) -> Callable[[list[Line]], None]:
    return lambda entries: entries[-1].update({field: time})


IMPOSSIBLE_TIMES = ("2026-02-30T18:00:00.000Z", "2026-05-01T25:61:00.000Z", "0000-01-01T00:00:00.000Z")
FORGED_CLUBS: dict[str, Callable[[list[Line]], Any]] = {
    "owner missing": lambda club: club[2]["body"].update(joined={"role": "member"}),
    "two owners": lambda club: club[4]["body"].update(joined={"role": "owner"}),
    "first entry missing": lambda club: club.pop(0),
    "created twice": lambda club: club.append(entry_of("founded", {"founded": {"format": "trexscore-club/1"}})),
    "unknown format of journal": lambda club: club[0]["body"].update(founded={"format": "trexscore-club/9"}),
    "settings missing": lambda club: club.pop(1),
    "body of another kind": _with_body(1, {"joined": {"role": "member"}}),
    "empty body": _with_body(5, {}),
    "invalid name": lambda club: club[3]["body"]["named"].update(name="a\u202eb"),
    "two members with one name": lambda club: club[5]["body"]["named"].update(name="BASIL"),
    "body removed that contains no name": _with_body(4, None),
    "unknown member": lambda club: club[5]["body"]["named"].update(member=999),
    "author not a member": lambda club: club[-1].update(author="999"),
    "author is a name": lambda club: club[-1].update(author="Basil"),
    "duplicate key": lambda club: club[-1].update(key=club[-2]["key"]),
    "season ends before it starts": lambda club: next(entry for entry in club if entry["kind"] == "season")["body"][
        "season"
    ].update(until="2020-01-01"),
    "only two entries": lambda club: club.__delitem__(slice(2, None)),
    "excluded game was not counted": lambda club: club.append(
        entry_of("withdrawn", {"withdrawn": {"uid": "00000000-0000-4000-8000-000000000000", "reason": "x"}}, "3")
    ),
    "nested too deeply": _with_body(1, {"settings": eval("[" * 90 + "]" * 90)}),  # noqa: S307 - brackets
}


@pytest.mark.parametrize("case", FORGED_CLUBS)
def test_forged_club_with_valid_chain_is_refused(case: str, file_lines: list[Line], source_site: Flask) -> None:
    changed = [*file_lines]
    changed[0] = {**file_lines[0], "club": {**file_lines[0]["club"], "uid": "F" * 22}}
    with source_site.app_context():
        codes = refusal_of_import(with_club(changed, FORGED_CLUBS[case]), account_id=new_account())
        assert {*codes} & {"club_entry_unfit", "club_chain_broken"}, codes
        assert find_club_head("F" * 22) is None


@pytest.mark.parametrize(
    ("field", "time"),
    [
        *(("received_at", time) for time in IMPOSSIBLE_TIMES),
        *(("made_at", time) for time in ("now", "", "2026-02-30T00:00:00Z")),
    ],
)
def test_club_with_impossible_time_is_refused(
    field: str, time: str, file_lines: list[Line], source_site: Flask
) -> None:
    changed = [*file_lines]
    changed[0] = {**file_lines[0], "club": {**file_lines[0]["club"], "uid": "F" * 22}}
    with source_site.app_context():
        file = with_club(changed, _with_time(field, time))
        assert refusal_of_import(file, account_id=new_account()) == ["club_file_line"]


def _first_deal(game: list[Line]) -> Any:  # noqa: ANN401 - a body
    return game[5]["body"]


FORGED_GAMES: dict[str, Callable[[list[Line]], Any]] = {
    "start missing": lambda game: game.pop(0),
    "names missing": lambda game: game.__delitem__(slice(3, None)),
    "unknown preset": lambda game: game[0]["body"].update(house_rules={"preset": "mine"}),
    "house rules missing": lambda game: game[0]["body"].pop("house_rules"),
    "first king not a seat": lambda game: game[0]["body"].update(first_king=["A"]),
    "blank name": lambda game: game[1]["body"].update(name=" "),
    "name is a number": lambda game: game[1]["body"].update(name=7),
    "deal without contracts": _with_body(5, {"king": "A"}),
    "impossible deal": lambda game: _first_deal(game).update(contracts=["trex"], captures={"trex": ["A"] * 4}),
    "contract played twice": lambda game: game.append(entry_of("deal", TREX)),
    "deal of another kind": _with_kind(5, "agreed"),
    "sign-off with a wrong digest": lambda game: game.append(
        entry_of("agreed", {"agreed": {"kingdom": "A", "seat": "A", "digest": "0" * 64}})
    ),
    "dispute about unknown entry": lambda game: game.append(
        entry_of("disputed", {"disputed": {"seat": "A", "about": 999, "reason": "x"}})
    ),
    "undo of the start": lambda game: game.append(entry_of("take_back", {"take_back": 1})),
    "undo not a number": lambda game: game.append(entry_of("take_back", {"take_back": {}})),
    "undo without an entry number": lambda game: game.append(entry_of("take_back", {})),
    "removed body of a deal": _with_body(5, None),
    "removed body of the start": _with_body(0, None),
    "removal of a name that still exists": lambda game: game.append(
        entry_of("erased", {"erased": {"names": [2], "authors": {}}})
    ),
    "removal from an entry with a huge number": lambda game: game.append(
        entry_of("erased", {"erased": {"names": [], "authors": {"9" * 5000: "0" * 64}}})
    ),
    "removal from an unknown entry": lambda game: game.append(
        entry_of("erased", {"erased": {"names": [], "authors": {"999": "0" * 64}}})
    ),
    **{f"received at {time}": _with_time("received_at", time) for time in IMPOSSIBLE_TIMES},
    "made at no time": _with_time("made_at", "now"),
    "removal without entries": lambda game: game.append(entry_of("erased", {"erased": []})),
    "removal with an author": lambda game: game.append(
        entry_of("erased", {"erased": {"names": [], "authors": {}}}, "Basil")
    ),
    "duplicate key": lambda game: game[-1].update(key=game[-2]["key"]),
}


@pytest.mark.parametrize("case", FORGED_GAMES)
def test_forged_game_with_valid_chain_is_refused(case: str, file_lines: list[Line], target_site: Flask) -> None:
    with target_site.app_context():
        codes = refusal_of_import(with_game(file_lines, 0, FORGED_GAMES[case]), account_id=new_account())
        assert {*codes} & {"game_entry_unfit", "game_chain_broken", "club_file_line"}, codes
        assert find_club_head(file_lines[0]["club"]["uid"]) is None
        assert db.session.query(Game).count() == 0


def _without_last(line: Line) -> Line:
    return {**line, "entries": line["entries"][:-1]}


BROKEN_FILES: dict[str, tuple[str, Callable[[list[Line], bytes], bytes]]] = {
    "empty": ("not_a_club_file", lambda _lines, _file: b""),
    "not JSON": ("not_a_club_file", lambda _lines, _file: b"\xff\xfe{\x00"),
    "UTF-16": ("not_a_club_file", lambda lines, _file: file_of(lines).decode().encode("utf-16")),
    "game file": ("not_a_club_file", lambda _lines, _file: b'{"format": "trexscore-game/1"}'),
    "zip": ("not_a_club_file", lambda _lines, _file: b"PK\x03\x04" + bytes(100)),
    "later format": (
        "unknown_club_file_format",
        lambda lines, _file: file_of([{**lines[0], "format": "trexscore-club-file/2"}]),
    ),
    "invalid uid": (
        "not_a_club_file",
        lambda lines, _file: file_of([{**lines[0], "club": {**lines[0]["club"], "uid": "../../etc"}}, *lines[1:]]),
    ),
    "first line only": ("club_file_cut_off", lambda lines, _file: file_of(lines[:1])),
    "club journal incomplete": ("club_file_cut_off", lambda lines, _file: file_of(lines[:5])),
    "last line missing": ("club_file_cut_off", lambda lines, _file: file_of(lines[:-1])),
    "game missing": (
        "counted_game_missing",
        lambda lines, _file: file_of([{**lines[0], "games": lines[0]["games"] - 1}, *lines[1:-1]]),
    ),
    "game repeated": ("club_file_line", lambda lines, _file: file_of([*lines[:-1], lines[-2]])),
    "extra game": ("club_file_line", lambda lines, _file: file_of([*lines, lines[-1]])),
    "extra lines": ("club_file_line", lambda lines, _file: file_of(lines) + b"\n\n"),
    "truncated gzip": ("club_file_cut_off", lambda _lines, file: file[:-9]),
    "data after the end": ("club_file_cut_off", lambda _lines, file: file + b"x"),
    "file twice": ("club_file_cut_off", lambda _lines, file: file + file),
    "damaged byte": ("club_file_cut_off", lambda _lines, file: file[:300] + bytes([file[300] ^ 255]) + file[301:]),
    "swapped entries": ("club_chain_broken", lambda lines, _file: file_of([lines[0], lines[2], lines[1], *lines[3:]])),
    "changed text": (
        "club_chain_broken",
        lambda lines, _file: file_of(
            [*lines[:2], {**lines[2], "body": {"settings": {"name": "X", "shows": "all"}}}, *lines[3:]]
        ),
    ),
    "entry with an extra field": (
        "club_file_line",
        lambda lines, _file: file_of([lines[0], {**lines[1], "token": "x"}, *lines[2:]]),
    ),
    "invalid time": (
        "club_file_line",
        lambda lines, _file: file_of([lines[0], {**lines[1], "received_at": "~"}, *lines[2:]]),
    ),
    "device with a line break": (
        "club_file_line",
        lambda lines, _file: file_of([lines[0], {**lines[1], "device": "x\ny"}, *lines[2:]]),
    ),
    "NUL character": (
        "club_file_line",
        lambda lines, _file: file_of([lines[0], {**lines[1], "author": "\0"}, *lines[2:]]),
    ),
    "byte-order mark": ("", lambda lines, _file: codecs.BOM_UTF8 + file_of(lines)),
    "game without its last entry": (
        "",
        lambda lines, _file: file_of([*lines[:-1], _without_last(lines[-1])]),
    ),
}


@pytest.mark.parametrize("case", BROKEN_FILES)
def test_incomplete_file_is_refused_with_reason(
    case: str, club_file: bytes, file_lines: list[Line], target_site: Flask
) -> None:
    code, change = BROKEN_FILES[case]
    with target_site.app_context():
        changed = change(file_lines, club_file)
        if code:
            assert refusal_of_import(changed, account_id=new_account()) == [code]
            assert find_club_head(file_lines[0]["club"]["uid"]) is None
        else:  # undetectable, as a game could have been exported earlier, or harmless
            import_file(changed, new_account())


def test_gzip_bomb_is_not_unpacked(target_site: Flask) -> None:
    bomb = gzip.compress(b"{" + b" " * 40_000_000)
    many_lines = gzip.compress(b"\n" * 40_000_000)
    with target_site.app_context():
        assert refusal_of_import(bomb, max_bytes=2**40) == ["club_file_too_long"]
        assert refusal_of_import(many_lines, max_bytes=10_000_000) in (["club_file_too_long"], ["not_a_club_file"])
