"""Export of the personal data of an account."""

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from trexscore.club import CLUB_JOURNAL_FORMAT
from trexscore.club.events.members import MemberJoined
from trexscore.club.record import ClubRecord
from trexscore.commands.clubs.anonymize import TracedPerson, trace_person
from trexscore.db.accounts import Account
from trexscore.db.clubs.attendance_replies import read_night_numbers_and_replies
from trexscore.db.clubs.clubs import ClubHead, list_account_clubs, read_club_record
from trexscore.db.clubs.models import DAY_LENGTH, OPEN_END, Standing
from trexscore.db.clubs.name_requests import list_requested_clubs
from trexscore.db.games import read_game_identity
from trexscore.db.journals import CLUBS, GAMES
from trexscore.db.league import ratings as rating_rows
from trexscore.db.stored_json import decode_json
from trexscore.game import JOURNAL_FORMAT
from trexscore.game.builder import fold_game
from trexscore.league.ratings import displayed_rating
from trexscore.league.tally import Tally
from trexscore.ledger.chain import JournalEntry

PERSONAL_DATA_FORMAT = "trexscore-person/1"


class ExportFile(NamedTuple):
    """A file of the export: its path and its content as JSON values."""

    path: str
    json_content: object


def export_personal_data(session: Session, account_id: int) -> Iterator[ExportFile]:
    """The account, and for each club the member's entries, standings, ratings and games."""
    account = session.get_one(Account, account_id)
    clubs = list_account_clubs(account_id)
    yield ExportFile(
        "account.json",
        {
            "format": PERSONAL_DATA_FORMAT,
            "name": account.name,
            "username": account.username,
            "email": account.email,
            "created_at": account.created_at,
            "passkeys": [
                {"name": key.name, "last_used": key.last_sign_in_at and key.last_sign_in_at.isoformat()}
                for key in account.passkeys
            ],
            "clubs": [
                {"address": f"/c/{club.uid}", "folder": f"club-{club.uid}", "member": number} for club, number in clubs
            ],
            "name_requests": [
                {"address": f"/c/{club.uid}", "member": number}
                for club, number in list_requested_clubs(session, account_id)
            ],
        },
    )
    for club, number in clubs:
        yield from _export_club(session, club, number)


def _export_club(session: Session, club_head: ClubHead, member_number: int) -> Iterator[ExportFile]:
    folder, record = f"club-{club_head.uid}", read_club_record(club_head)
    person = trace_person(session, club_head.id, member_number)
    member = record.surviving_member(member_number)
    entries = [entry.as_json() for entry in CLUBS.read_entries(session, club_head.id) if _is_about_or_by(entry, person)]
    yield ExportFile(
        f"{folder}/member.json",
        {
            "format": CLUB_JOURNAL_FORMAT,
            "club": record.settings.name,
            "member": member.number,
            "also": sorted(person.member_numbers - {member.number}),
            "name": member.name,
            "role": member.role,
            "left": member.has_left,
            "entries": entries,
            "attendance_replies": [
                {"game_night": game_night, "attending": attending}
                for game_night, attending in read_night_numbers_and_replies(
                    session, club_head.id, person.member_numbers
                )
            ],
        },
    )
    yield ExportFile(f"{folder}/standings.json", list(_read_standings(session, club_head.id, record, person)))
    yield ExportFile(f"{folder}/ratings.json", list(_read_rating_history(session, club_head.id, person)))
    for game_id, presence in sorted(person.presence_by_game_id.items()):
        if presence.has_taken_part:
            uid = read_game_identity(session, game_id).uid
            journal = GAMES.read_entries(session, game_id)
            game = fold_game(entry.fold_entry for entry in journal).game_file_json()
            yield ExportFile(f"{folder}/games/{uid}.json", game)
            journal_file = {"format": JOURNAL_FORMAT, "entries": [entry.as_json() for entry in journal]}
            yield ExportFile(f"{folder}/journals/{uid}.json", journal_file)


def _is_about_or_by(entry: JournalEntry, person: TracedPerson) -> bool:
    """Whether a club entry names them or was written by them."""
    if entry.author is not None and entry.author.isdecimal() and int(entry.author) in person.member_numbers:
        return True
    body = (entry.body or {}).get(entry.kind)
    if entry.kind == MemberJoined.stored_kind:
        return entry.seq in person.member_numbers
    if not isinstance(body, dict):
        return False
    named_member_numbers = [
        body.get("member"),
        body.get("into"),
        *body.get("members", ()),
        *body.get("sitting_out", ()),
    ]
    named_member_numbers += [number for table in body.get("tables", ()) for number in table]
    named_member_numbers += [*body.get("seats", {}).values(), *body.get("substitutes", {}).values()]
    return not person.member_numbers.isdisjoint(named_member_numbers)


def _read_standings(
    session: Session, club_id: int, club_record: ClubRecord, person: TracedPerson
) -> Iterator[dict[str, object]]:
    is_theirs = Standing.member.in_(person.member_numbers) | Standing.partner.in_(person.member_numbers)
    query = select(Standing).where(Standing.club_id == club_id, is_theirs).order_by(Standing.valid_from, Standing.id)
    for row in session.scalars(query):
        season, tally = club_record.seasons.get(row.season), Tally.from_json(decode_json(row.tally_json))
        yield {
            "season": row.season,
            "name": None if season is None else season.name,
            "member": row.member,
            "partner": row.partner or None,
            "games": tally.games,
            "points": tally.points,
            "twelfths_of_places": list(tally.finish_twelfths),  # a finish shared by two is six twelfths of each
            "trex_firsts": tally.trex_firsts,
            "since": row.valid_from,
            "until": None if row.valid_to == OPEN_END else row.valid_to,
        }


def _read_rating_history(session: Session, club_id: int, person: TracedPerson) -> Iterator[dict[str, object]]:
    for uid, (member, partner), row, _place in rating_rows.read_rating_history_of_person(
        session, club_id, person.member_numbers
    ):
        rating, margin = displayed_rating(row.rating)
        yield {
            "game": uid,
            "on": row.sort_key[:DAY_LENGTH],
            "member": member,
            "partner": partner or None,
            "games": row.games,
            "rating": rating,
            "margin": margin,
        }
