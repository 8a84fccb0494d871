"""Putting a game into the club's book: one brought in from outside, or one whose seats are put right."""

import uuid
from collections.abc import Sequence
from typing import Literal, NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.counted import CountedGame, counted_in
from trexscore.club.events.counted_game import GameCounted
from trexscore.club.game_outcome import outcome_of
from trexscore.club.judge import entry_refusals
from trexscore.club.members import Member
from trexscore.club.record import ClubRecord
from trexscore.commands.clubs.add_member import join_within
from trexscore.commands.clubs.record_entry import ClubRefused, ClubRequest, NotAllowed, write_within
from trexscore.commands.clubs.rollback import all_or_nothing, written
from trexscore.commands.league.preview import Preview, Recount, preview
from trexscore.commands.league.standings import place_of
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.clubs import ClubAt, record_after
from trexscore.db.clubs.game_tokens import store_tokens
from trexscore.db.games import game_named, head_of
from trexscore.db.journals import CLUBS, GAMES, End
from trexscore.game.builder import fold
from trexscore.ledger.chain import Body
from trexscore.rules.refusals import refuse
from trexscore.rules.seats import SEATS, BySeat, Seat

New = Literal["new"]
NEW: New = "new"
Whose = int | None | New
"""A member, nobody of this club, or a guest whom the club lets in with this game, called as in the game."""


class Booking(NamedTuple):
    """For whom a game counts, who really sat there, where that is somebody else, and when it was.

    By the seats where its players were first written: that is who they are, wherever they are found to have sat.
    """

    seats: BySeat[Whose]
    played_by: BySeat[Whose]
    on: str
    evening: int | None
    table: int | None
    although: Sequence[str] = ()
    shown: Sequence[str] | None = None
    """What was let pass when this was filled in, where it was read from the book: only what differs is meant."""
    seasons: Sequence[int] | None = None
    """To which seasons the game is admitted although its house rules are others; None for all."""


class Link(NamedTuple):
    """By which link a game is brought in: one that may write is kept by the club."""

    token: str
    may: str


class Booked(NamedTuple):
    """It stands in the book; `guests` are those who have been let in with it."""

    uid: str
    row: game_rows.GameRow
    guests: tuple[int, ...] = ()


def book_game(
    club: ClubAt, request: ClubRequest, game_id: int, booking: Booking, link: Link | None = None
) -> Booked | ClubRefused | NotAllowed:
    """Write all of it or nothing. With a link the game is new to the club, or has been withdrawn; without, it counts.

    `request` says who asks, under which key.
    """
    return all_or_nothing(lambda session: _book(session, club, request, game_id, booking, link))


def _book(  # noqa: PLR0913, PLR0917 - the parts of one transaction
    session: Session, club: ClubAt, request: ClubRequest, game_id: int, booking: Booking, link: Link | None
) -> Booked | ClubRefused:
    GAMES.lock(session, game_id)  # before the club, as whoever writes in the game has it
    CLUBS.lock(session, club.id)
    uid = head_of(session, game_id).uid
    key = str(uuid.uuid5(uuid.UUID(request.key), "game"))
    before = game_rows.game_row(session, club.id, uid)
    if CLUBS.under(session, club.id, [key], "game") and before is not None:
        return Booked(uid, before)
    counts = before is not None and before.counted is not None
    if link is not None and counts:
        return ClubRefused((refuse("counted_already", "game"),))
    if link is None and not counts:
        return ClubRefused((refuse("not_counted", "game"),))
    seats, guests = _guests_let_in(session, club.id, request, game_id, booking)
    end = CLUBS.lock(session, club.id)
    if before is not None and before.word is not None:
        seats = _named_as_before(record_after(end), before.word, seats)
    said = _said(uid, booking, seats, before)
    written(write_within(session, end, request._replace(key=key, kind="game", said=said)))
    if link is not None and link.may in ("own", "write"):
        store_tokens(session, club.id, link.token)
    return Booked(uid, game_rows.game_in(session, club.id, game_id), guests)


class _Seat(NamedTuple):
    points_of: int | None
    played_by: int | None


def _guests_let_in(
    session: Session, club_id: int, request: ClubRequest, game_id: int, booking: Booking
) -> tuple[BySeat[_Seat], tuple[int, ...]]:
    """Who the seats' people are, those among them who are new let in first. Raises `Undone`."""
    guests: dict[Seat, int] = {}
    new = [seat for seat in SEATS if NEW in (booking.seats[seat], booking.played_by[seat])]
    names = fold(GAMES.told(session, game_id)).players_as_written if new else None
    for seat in new:
        asked = request._replace(
            key=str(uuid.uuid5(uuid.UUID(request.key), f"guest {seat.name}")), kind="joined", said={"role": "guest"}
        )
        name = names[seat] if names is not None else None
        guests[seat] = join_within(session, CLUBS.lock(session, club_id), asked, name or "").seq

    def who(seat: Seat, said: Whose) -> int | None:
        return guests[seat] if said == NEW else said

    seats = BySeat(*(_Seat(who(seat, booking.seats[seat]), who(seat, booking.played_by[seat])) for seat in SEATS))
    return seats, tuple(guests.values())


def _named_as_before(record: ClubRecord, before: CountedGame, seats: BySeat[_Seat]) -> BySeat[_Seat]:
    """Whoever stays keeps the number that they were named by: of two who are one, each gets back what was theirs."""

    def named(was: int | None, now: int | None) -> int | None:
        if was is None or now is None or now not in record.members:
            return now
        return was if record.who(was) is record.who(now) else now

    return BySeat(
        *(
            _Seat(
                named(before.members[seat], seats[seat].points_of), named(before.played_by[seat], seats[seat].played_by)
            )
            for seat in SEATS
        )
    )


def _although(booking: Booking, before: game_rows.GameRow | None) -> frozenset[str]:
    """What is let pass: a game that somebody has broken off since the form was opened stays so."""
    said = frozenset(booking.although)
    if booking.shown is None or before is None or before.counted is None:
        return said
    shown = frozenset(booking.shown)
    return before.counted.although - (shown - said) | (said - shown)


def _seasons(booking: Booking, before: game_rows.GameRow | None) -> Sequence[int] | None:
    """To which seasons it is admitted: someone else may have done so since the form was opened."""
    if "house_rules" in booking.although or before is None or before.counted is None:
        return booking.seasons
    kept = before.counted.seasons
    return None if kept is None else sorted(kept)


def _said(uid: str, booking: Booking, seats: BySeat[_Seat], before: game_rows.GameRow | None) -> Body:
    although = _although(booking, before)
    seasons = _seasons(booking, before) if "house_rules" in although else None
    return {
        "uid": uid,
        "seats": {seat.name: seats[seat].points_of for seat in SEATS},
        "substitutes": {
            seat.name: seats[seat].played_by for seat in SEATS if seats[seat].played_by != seats[seat].points_of
        },
        "on": booking.on,
        "evening": booking.evening,
        "table": booking.table,
        "although": sorted(although),
        **({} if seasons is None else {"seasons": sorted(seasons)}),
    }


def preview_count(session: Session, end: End, game_id: int, booking: Booking) -> tuple[Preview, ClubRecord]:
    """What a booking would move, and the club with the guests that it would add; nothing where it cannot be."""
    record = record_after(end)
    uid = head_of(session, game_id).uid
    named = game_named(session, uid)
    before = game_rows.game_row(session, end.id, uid)
    journal = fold(GAMES.told(session, game_id))
    members = dict(record.members)

    def who(seat: Seat, whose: Whose) -> int | None:
        if whose != NEW:
            return whose
        number = end.seq + 1 + seat
        members[number] = Member(number, "guest", journal.players_as_written[seat])
        return number

    seats = BySeat(*(_Seat(who(seat, booking.seats[seat]), who(seat, booking.played_by[seat])) for seat in SEATS))
    after = record._replace(members=members)
    said = _said(uid, booking, seats, before)
    if named is None or entry_refusals(after, GameCounted.wire, {GameCounted.wire: said}):
        return Preview(()), after
    came = outcome_of(journal, journal.play().game) if before is None else before.came_to
    row = game_rows.GameRow(game_id, uid, 0, 0, place_of(said, named.started_at), counted_in(said), came)
    return preview(session, end.id, record, after, [Recount(before, row)]), after
