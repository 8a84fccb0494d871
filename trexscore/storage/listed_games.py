"""A club's games, page by page, the latest first."""

from collections.abc import Collection
from itertools import permutations
from typing import Literal, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Text, cast, false, or_, select, true
from sqlalchemy.orm import Session

from trexscore.club.came_to import CameTo
from trexscore.rules.seats import SEATS, BySeat
from trexscore.storage import game_rows
from trexscore.storage.club_models import STILL, ClubEntry, ClubGame
from trexscore.storage.game_rows import GameRow
from trexscore.storage.models import DISPUTED, Board

Only = Literal["all", "counting", "not_counting", "disputed"]


class Wanted(NamedTuple):
    """Which games: of some days, of an evening, with a member under any of their numbers."""

    days: tuple[str, str] | None = None
    evening: int | None = None
    members: tuple[int, ...] = ()
    only: Only = "all"
    before: str = STILL


def listed_games(session: Session, club_id: int, wanted: Wanted, most: int) -> list[GameRow]:
    """Not more than so many games, those played last first."""
    # These are few: in the order of an index, SQLite would look through all games for them.
    few = wanted.only == "disputed" or wanted.evening is not None
    order = ClubGame.sort.concat("") if few else ClubGame.sort
    found = (
        select(ClubGame.uid, ClubGame.sort)
        .where(ClubGame.club_id == club_id, order < wanted.before, *_conditions(wanted))
        .order_by(order.desc())
        .limit(most)
    )
    uids = [row.uid for row in session.execute(found)]
    rows = game_rows.games_named(session, club_id, uids)
    return [rows[uid] for uid in uids]


def games_like(session: Session, club_id: int, came: CameTo) -> list[GameRow]:
    """The games that count for the club and came to the very same; none where that is nothing.

    Agreed upon or not, and whether its players were first written in these seats or in others.
    """
    if came.result is None:
        return []
    anywhere = (came._replace(sits=BySeat(*sits)) for sits in permutations(SEATS))
    alike = (one._replace(agreed=agreed).as_json() for one in anywhere for agreed in (False, True))
    texts = [msgspec.json.encode(one).decode() for one in alike]
    found = session.scalars(select(ClubGame.uid).where(ClubGame.club_id == club_id, ClubGame.came_to.in_(texts)))
    rows = game_rows.games_named(session, club_id, found.all())
    return sorted((row for row in rows.values() if row.counted is not None), key=lambda row: row.sort)


def games_seating(session: Session, club_id: int, numbers: Collection[int]) -> list[int]:
    """The ids of games that the club counts and in which one of these numbers is named for a seat."""
    seated = or_(*(_seated(number) for number in sorted(numbers)))
    return [*session.scalars(select(ClubGame.game_id).where(ClubGame.club_id == club_id, seated))]


def _conditions(wanted: Wanted) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if wanted.days is not None:
        first, last = wanted.days  # by their places, which have an index
        conditions += [ClubGame.sort >= first, ClubGame.sort < last + STILL]
    if wanted.evening is not None:
        conditions.append(ClubGame.evening == wanted.evening)
    if wanted.members:
        conditions.append(or_(*(_seated(number) for number in wanted.members)))
    if wanted.only == "counting":
        conditions.append(ClubGame.counting.is_(true()))
    if wanted.only == "not_counting":
        conditions.append(ClubGame.counting.is_(false()))
    if wanted.only == "disputed":
        conditions.append(ClubGame.game_id.in_(select(Board.game_id).where(DISPUTED)))
    return conditions


def _seated(number: int) -> ColumnElement[bool]:
    """As the word of a game names a seat: `"A":7` before a comma or the end of the four."""
    seats = [ClubGame.counted.contains(f'"{seat}":{number}{end}') for seat in "ABCD" for end in ",}"]
    return or_(*seats)


def last_word(session: Session, club_id: int, uid: str) -> str | None:
    """How a game was counted before it was withdrawn: the body of that entry."""
    wanted = select(cast(ClubEntry.body, Text)).where(
        ClubEntry.club_id == club_id,
        ClubEntry.kind == "game",
        ClubEntry.body.contains(f'"uid":"{uid}"', autoescape=True),
    )
    return session.scalar(wanted.order_by(ClubEntry.seq.desc()).limit(1))
