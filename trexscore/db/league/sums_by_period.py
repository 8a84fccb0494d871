"""Sums of results and of head-to-heads by the day and month of the games, as they count now.

They give the standings of every day, late and corrected games included. However many games there are, this reads one
row per player for each earlier month, and one for each day of the day's own month.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from operator import add
from typing import TypeVar

from sqlalchemy import ColumnElement, Table, bindparam, func, select, tuple_
from sqlalchemy.orm import Session

from trexscore.club.counted_game import NO_MEMBER
from trexscore.club.season_tallies import SeasonPlayer
from trexscore.db.clubs.models import DAY_LENGTH, HeadToHeadByPeriod, ResultByPeriod
from trexscore.db.models import tables_of_models
from trexscore.db.stored_json import decode_json, encode_json
from trexscore.db.upserts import delete_rows, upsert_rows
from trexscore.league.meetings import NEVER_MET, AheadLevelBehind, MeetingCounts
from trexscore.league.number_tuples import NestedT, plus
from trexscore.league.tally import EMPTY_TALLY, Tally

_SUM, _MEETING = tables_of_models(ResultByPeriod, HeadToHeadByPeriod)
MEETING_PLAYER_COLUMNS = ("member", "partner", "opponent", "opponent_partner")
MEETING_COUNT_COLUMNS = ("wins", "ties", "losses")
_MONTH_LENGTH = 7
_RESULT_KEY_COLUMNS = ("season", "member", "partner", "period")
_READ_SUMS = select(*(_SUM.c[name] for name in (*_RESULT_KEY_COLUMNS, "tally"))).where(
    _SUM.c.club_id == bindparam("club"),
    *(_SUM.c[name].in_(bindparam(name, expanding=True)) for name in ("season", "period", "member")),
)

PlayerAndDay = tuple[SeasonPlayer, str]
"""A player in a season, and a day."""
MeetingPlayers = tuple[SeasonPlayer, SeasonPlayer]
"""Two players of one season, lower numbers first."""
MeetingPlayersAndDay = tuple[MeetingPlayers, str]
K = TypeVar("K")


def month_and_day_periods(sort_key: str) -> tuple[str, str]:
    """Return the month and the day of a game's sort key, as `period` values."""
    return f"M{sort_key[:_MONTH_LENGTH]}", f"D{sort_key[:DAY_LENGTH]}"


def meeting_key_values(players: MeetingPlayers) -> dict[str, int]:
    """Return the key columns of a row about two players."""
    return {"season": players[0].season} | dict(
        zip(MEETING_PLAYER_COLUMNS, chain.from_iterable(player[1:] for player in players), strict=True)
    )


def add_to_period_tallies(
    session: Session, club_id: int, tally_by_player_and_day: Mapping[PlayerAndDay, Tally]
) -> None:
    """Add to the sums by day and month."""
    additions = _sum_by_period(tally_by_player_and_day, EMPTY_TALLY)
    if not additions:
        return
    parameters = {
        "season": [*{player.season for player, _ in additions}],
        "period": [*{period for _, period in additions}],
        "member": [*{player.member for player, _ in additions}],
    }
    stored_rows = session.execute(_READ_SUMS, {"club": club_id, **parameters})
    current_tallies = {
        (SeasonPlayer(*row[:3]), row.period): Tally.from_json(decode_json(row.tally)) for row in stored_rows
    }
    sums = {key: current_tallies.get(key, EMPTY_TALLY) + tally for key, tally in additions.items()}
    rows = [
        {"club_id": club_id, **player._asdict(), "period": period, "tally": encode_json(tally.as_json())}
        for (player, period), tally in sums.items()
        if tally != EMPTY_TALLY
    ]
    empty = [{**player._asdict(), "period": period} for (player, period), tally in sums.items() if tally == EMPTY_TALLY]
    upsert_rows(session, _SUM, rows)
    delete_rows(session, _SUM, club_id, empty)


def _sum_by_period(changes_by_day: Mapping[tuple[K, str], NestedT], zero: NestedT) -> dict[tuple[K, str], NestedT]:
    """Distribute changes of days over days and months."""
    sums: dict[tuple[K, str], NestedT] = defaultdict(lambda: zero)
    for (key, day), numbers in changes_by_day.items():
        for period in month_and_day_periods(day):
            sums[key, period] = plus(sums[key, period], numbers)
    return {period_key: numbers for period_key, numbers in sums.items() if numbers != zero}


def read_tallies_until(session: Session, club_id: int, season_number: int, last_day: str) -> dict[SeasonPlayer, Tally]:
    """Return everyone's sum of the games up to and including a day."""
    query = select(_SUM.c.member, _SUM.c.partner, _SUM.c.tally).where(
        _SUM.c.club_id == club_id, _SUM.c.season == season_number, _period_until_condition(_SUM.c.period, last_day)
    )
    sums: dict[tuple[int, int], list[int]] = {}
    for member, partner, tally in session.execute(query).all():
        numbers, previous_sum = decode_json(tally), sums.get((member, partner))
        # Like `Tally.__add__`, but without decoding each row.
        sums[member, partner] = numbers if previous_sum is None else [*map(add, previous_sum, numbers)]
    return {SeasonPlayer(season_number, *players): Tally.from_json(numbers) for players, numbers in sums.items()}


def add_to_period_meeting_counts(
    session: Session, club_id: int, counts_by_players_and_day: Mapping[MeetingPlayersAndDay, AheadLevelBehind]
) -> None:
    """Add to the counts of finishes ahead, level and behind, by day and month."""
    additions = _sum_by_period(counts_by_players_and_day, NEVER_MET)
    rows = [
        {
            "club_id": club_id,
            **meeting_key_values(two),
            "period": period,
            **dict(zip(MEETING_COUNT_COLUMNS, times, strict=True)),
        }
        for (two, period), times in additions.items()
    ]
    upsert_rows(session, _MEETING, rows, MEETING_COUNT_COLUMNS)
    decreased = [
        {**meeting_key_values(two), "period": period} for (two, period), times in additions.items() if min(times) < 0
    ]
    delete_rows(
        session,
        _MEETING,
        club_id,
        decreased,
        *(_MEETING.c[count_column] == 0 for count_column in MEETING_COUNT_COLUMNS),
    )


def read_meeting_counts_until(
    session: Session, club_id: int, players: Sequence[SeasonPlayer], last_day: str
) -> Iterator[MeetingCounts[SeasonPlayer]]:
    """Yield the head-to-head of every two of these, up to and including a day."""
    season = players[0].season
    query = (
        select(
            *(_MEETING.c[name] for name in MEETING_PLAYER_COLUMNS),
            *(func.sum(_MEETING.c[count_column]) for count_column in MEETING_COUNT_COLUMNS),
        )
        .where(
            _MEETING.c.club_id == club_id,
            _MEETING.c.season == season,
            *meeting_conditions(_MEETING, players),
            _period_until_condition(_MEETING.c.period, last_day),
        )
        .group_by(*(_MEETING.c[name] for name in MEETING_PLAYER_COLUMNS))
    )
    for member, partner, other, other_partner, *times in session.execute(query):
        yield MeetingCounts(
            SeasonPlayer(season, member, partner), SeasonPlayer(season, other, other_partner), *map(int, times)
        )


def meeting_conditions(table: Table, players: Sequence[SeasonPlayer]) -> list[ColumnElement[bool]]:
    """Conditions for rows of two players who are both in `players`. SQLite uses no index for pairs of columns, so each
    column is named on its own, too.
    """
    member_numbers, partner_numbers = {player.member for player in players}, {player.partner for player in players}
    conditions: list[ColumnElement[bool]] = [
        table.c[name].in_(numbers)
        for name, numbers in zip(
            MEETING_PLAYER_COLUMNS, (member_numbers, partner_numbers, member_numbers, partner_numbers), strict=True
        )
    ]
    if partner_numbers == {NO_MEMBER}:
        return conditions
    ids = [(player.member, player.partner) for player in players]
    player_columns = (table.c.member, table.c.partner), (table.c.opponent, table.c.opponent_partner)
    return [*conditions, *(tuple_(*columns).in_(ids) for columns in player_columns)]


def _period_until_condition(period_column: ColumnElement[str], last_day: str) -> ColumnElement[bool]:
    """Condition for the months before a day's month, and the days of that month up to the day."""
    month, last = month_and_day_periods(last_day)
    return (period_column.between("M", month) & (period_column != month)) | period_column.between(
        f"D{last_day[:_MONTH_LENGTH]}", last
    )
