"""All rows of a club's standings, current and past, in the order in which they were written."""

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from trexscore.club.season_tallies import SeasonPlayer
from trexscore.db.clubs.models import OPEN_END, SeasonResult, Standing
from trexscore.db.league.season_rows import StandingRow, decode_standing_row, standing_rows_query


class ResultRow(NamedTuple):
    """The result of a game for a player in a season, with its period of validity."""

    player: SeasonPlayer
    game_id: int
    sort_key: str
    valid_from: str
    valid_to: str


def all_result_rows(session: Session, club_id: int) -> list[ResultRow]:
    columns = (
        SeasonResult.season,
        SeasonResult.member,
        SeasonResult.partner,
        SeasonResult.game_id,
        SeasonResult.sort_key,
        SeasonResult.valid_from,
        SeasonResult.valid_to,
    )
    rows = session.execute(select(*columns).where(SeasonResult.club_id == club_id).order_by(SeasonResult.id))
    return [ResultRow(SeasonPlayer(*row[:3]), *row[3:]) for row in rows]


def standings_at(session: Session, club_id: int, season: int, at: str | None = None) -> list[StandingRow]:
    """The rows of a season, now or at a time."""
    now, then = Standing.valid_to == OPEN_END, (Standing.valid_from <= (at or "")) & (Standing.valid_to > (at or ""))
    query = standing_rows_query(Standing.club_id == club_id, Standing.season == season, now if at is None else then)
    return [decode_standing_row(row) for row in session.execute(query)]


def all_standings(session: Session, club_id: int) -> Iterator[StandingRow]:
    return map(
        decode_standing_row, session.execute(standing_rows_query(Standing.club_id == club_id).order_by(Standing.id))
    )
