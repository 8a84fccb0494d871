"""The table of a season: as things stand, or as they stood at a time."""

from collections.abc import Mapping, Sequence

from sqlalchemy.orm import Session

from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.league.meetings import Meeting
from trexscore.league.pairs import Pair
from trexscore.league.standings import Row, standings
from trexscore.league.tally import NOTHING
from trexscore.storage import league_rows
from trexscore.storage.season_parts import given, meetings_in


def season_table(
    session: Session, club_id: int, record: ClubRecord, season: Season, at: str | None = None
) -> tuple[Row[Pair], ...]:
    """Its rows, by member and partner (0 where nobody has one). `record` is the club as it was at that time."""
    kept = {row.share[1:]: row for row in league_rows.table(session, club_id, season.number, at)}
    tallies = {who: row.tally for who, row in kept.items() if row.tally != NOTHING}

    def points(players: tuple[Pair, ...]) -> Mapping[Pair, Sequence[int]]:
        if season.counting.basis.needs_each_game:
            return {who: kept[who].points for who in players}
        found: dict[Pair, list[int]] = {who: [] for who in players}
        for one in given(session, club_id, season.number, players, at):
            found[one.who].append(one.tally.points)
        return found

    def meetings(players: tuple[Pair, ...]) -> Sequence[Meeting[Pair]]:
        return tuple(meetings_in(given(session, club_id, season.number, players, at)))

    guests = [who for who in tallies if not season.guests and any(_is_guest(record, one) for one in who)]
    return standings(season.counting, tallies, guests=guests, points=points, meetings=meetings)


def _is_guest(record: ClubRecord, number: int) -> bool:
    return number in record.members and record.who(number).role == "guest"
