"""Export, change and import club files."""

import gzip
import json
import uuid
from collections.abc import Callable
from io import BytesIO
from typing import Any

from tests.support.clubs.club import (
    SiteClub,
    add_game_entry,
    four_members,
    game_id,
    new_club,
    play_game,
    sign_off_kingdoms,
    submit_entry,
)
from tests.support.tables import ADJUSTMENT, DIAMONDS, Json
from trexscore.club.file.packing import pack_lines
from trexscore.commands.club_files.import_club import ImportedClub, import_club
from trexscore.commands.club_files.validate_club_file import ClubFileSource, InvalidClubFile
from trexscore.commands.clubs.record_entry import record_club_entry
from trexscore.commands.games.record_entry import record_game_entry
from trexscore.commands.recording import Command
from trexscore.db.clubs.club_files import club_file_lines
from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.ledger.chain import EntryDraft, JournalEntry, chain_entry

MAX_BYTES = 2**30
Line = Json


def export_club(club: SiteClub) -> bytes:
    db.session.rollback()
    return b"".join(pack_lines(club_file_lines(db.session(), club.club_head)))


def lines(file: bytes) -> list[Line]:
    return [json.loads(line) for line in gzip.decompress(file).splitlines()]


def file_of(lines_of_file: list[Line]) -> bytes:
    """An uncompressed club file of these lines."""
    return b"".join(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in lines_of_file)


def import_file(
    file: bytes, account_id: int | None = None, *, max_bytes: int = MAX_BYTES, extends: bool = False
) -> ImportedClub:
    db.session.rollback()
    return import_club(ClubFileSource(BytesIO(file), max_bytes, extends), account_id)


def refusal_of_import(
    file: bytes, *, max_bytes: int = MAX_BYTES, extends: bool = False, account_id: int | None = None
) -> list[str]:
    """The refusal codes of a file; fails if it is imported."""
    try:
        imported = import_file(file, account_id, max_bytes=max_bytes, extends=extends)
    except InvalidClubFile as invalid:
        return [refusal.code for refusal in invalid.refusals]
    raise AssertionError(imported)


def entry_from_json(line: Line) -> JournalEntry:
    """The inverse of `JournalEntry.as_json`."""
    return JournalEntry(**{"link_json" if name == "by" else name: value for name, value in line.items()})


def with_new_digests(entries: list[Line], change: Callable[[list[Line]], Any]) -> list[Line]:
    """Apply a change to the entries, and recalculate the chain."""
    changed_entries: list[Line] = json.loads(json.dumps(entries))
    change(changed_entries)
    lines_with_digests: list[Line] = []
    digest = "0" * 64
    for seq, line in enumerate(changed_entries, 1):
        if line["body"] is None:
            entry = entry_from_json({**line, "seq": seq})
        else:
            draft = EntryDraft(line["key"], line["kind"], line["author"], line["made_at"], line["body"], line.get("by"))
            entry = chain_entry(draft, seq, digest, line["received_at"])._replace(device=line["device"])
        digest = entry.digest
        lines_with_digests.append(entry.as_json())
    return lines_with_digests


def with_club(lines_of_file: list[Line], change: Callable[[list[Line]], Any]) -> bytes:
    """The file with a changed journal of the club and a valid chain."""
    entry_count = lines_of_file[0]["club"]["entries"]
    entries = with_new_digests(lines_of_file[1 : 1 + entry_count], change)
    club = {**lines_of_file[0]["club"], "entries": len(entries), "digest": entries[-1]["digest"]}
    return file_of([{**lines_of_file[0], "club": club}, *entries, *lines_of_file[1 + entry_count :]])


def with_game(lines_of_file: list[Line], game_index: int, change: Callable[[list[Line]], Any]) -> bytes:
    """The file with a changed journal of one of its games and a valid chain."""
    line_number = 1 + lines_of_file[0]["club"]["entries"] + game_index
    game = {**lines_of_file[line_number], "entries": with_new_digests(lines_of_file[line_number]["entries"], change)}
    return file_of([*lines_of_file[:line_number], game, *lines_of_file[line_number + 1 :]])


def entry_of(kind: str, body: Json, author: str | None = None) -> Line:
    """An entry to insert into a journal; `with_new_digests` sets its number and digests."""
    return {
        "seq": 0,
        "key": str(uuid.uuid4()),
        "kind": kind,
        "author": author,
        "made_at": None,
        "received_at": "2026-11-22T18:00:00.000Z",
        "body": body,
        "body_digest": "",
        "digest": "",
        "device": None,
    }


def eventful_club(account_id: int | None = None) -> SiteClub:
    """A club with many kinds of entries: corrections, an exclusion, an undone merge, a sign-off, guests."""
    club = new_club(account_id, name="تركس عند باسل")
    seats = four_members(club)
    season = club.create_season(counting={"basis": {"kind": "best", "best": 2}})
    games = [play_game(1), play_game(2, deals=7), play_game(3)]
    for game in games:
        club.count_game(game, seats)
    sign_off_kingdoms(games[0])
    add_game_entry(games[1], {"take_back": 12})
    submit_entry(games[1], DIAMONDS)
    add_game_entry(games[2], {"corrected": {"reason": "changed places", "changes": [{"seats": {"B": "C", "C": "B"}}]}})
    guest = club.join("=cmd|' /C calc'!A0", "guest")
    merge = club.merge_members(guest, seats[1])
    club.add_entry("take_back", merge)
    club.change_season(season, name="الموسم الأول")
    club.count_game(games[2], [seats[0], guest, None, seats[3]], substitutes={"A": seats[1]}, although=["unfinished"])
    club.exclude_game(games[1])
    made_at, device = "2026-11-22T20:14:03+02:00", "Android (Firefox)"
    new_name = {"member": seats[1], "name": "Carine Ḥaddād"}
    record_club_entry(
        club.id,
        Command.of_member(str(uuid.uuid4()), seats[1], {"named": new_name}, device=device)._replace(made_at=made_at),
    )
    record_game_entry(
        game_id(games[1]),
        Command(
            str(uuid.uuid4()),
            ADJUSTMENT,
            "أمل",
            made_at,
            link={"right": "write", "device": device},
            last_seen_seq=last_seq(games[1]),
        ),
    )
    game_night = club.add_entry("evening", {"on": "2026-11-22", "at": "20:30", "place": "عند باسل"})
    club.add_entry("arrived", {"evening": game_night, "members": seats})
    return club


def last_seq(game: str) -> int:
    return len(GAMES.read_entries(db.session(), game_id(game)))
