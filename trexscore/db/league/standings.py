"""Queries of the standings pages. Each uses an index and reads few rows.

The number of games in a season must not matter: the standings read a row per player, head-to-head tie-breakers a row
per two tied players, and the games of a row are read page by page.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from sqlalchemy import ColumnElement, Row, bindparam, insert, select, update
from sqlalchemy.orm import Session

from trexscore.club.counted_game import CountedGame
from trexscore.club.game_outcome import GameOutcome
from trexscore.club.season_tallies import SeasonPlayer
from trexscore.db.clubs.counted_games import decode_counted_game
from trexscore.db.clubs.models import DAY_LENGTH, OPEN_END, ClubGame, HeadToHead, SeasonResult, Standing
from trexscore.db.league.season_rows import (
    StandingRow,
    ValidFromBySeason,
    decode_standing_row,
    standing_rows_query,
    valid_rows_query,
)
from trexscore.db.league.sums_by_period import (
    MEETING_COUNT_COLUMNS,
    MEETING_PLAYER_COLUMNS,
    MeetingPlayers,
    meeting_conditions,
    meeting_key_values,
)
from trexscore.db.models import tables_of_models
from trexscore.db.stored_json import decode_json
from trexscore.db.upserts import key_conditions, key_parameters
from trexscore.league.meetings import NEVER_MET, AheadLevelBehind, MeetingCounts
from trexscore.league.number_tuples import plus
from trexscore.league.season_rules import SeasonRules
from trexscore.league.tally import Tally

_GAME, _RESULT, _STANDING, _MEETING = tables_of_models(ClubGame, SeasonResult, Standing, HeadToHead)
_MEETING_COLUMNS = (*MEETING_PLAYER_COLUMNS, *MEETING_COUNT_COLUMNS)
_END_MEETING = (
    update(_MEETING)
    .where(
        _MEETING.c.club_id == bindparam("club"),
        _MEETING.c.valid_to == OPEN_END,
        *key_conditions(_MEETING, ("season", *MEETING_PLAYER_COLUMNS)),
    )
    .values(valid_to=bindparam("then"))
)
_INSERT_MEETING = insert(_MEETING)
_READ_CURRENT_MEETINGS = select(*(_MEETING.c[name] for name in ("season", *_MEETING_COLUMNS))).where(
    _MEETING.c.club_id == bindparam("club"),
    _MEETING.c.valid_to == OPEN_END,
    *(_MEETING.c[name].in_(bindparam(name, expanding=True)) for name in ("season", "member", "opponent")),
)


class ResultSelection(NamedTuple):
    """Selects a player's games: those that count now, or that counted at a time; optionally up to a day."""

    club_id: int
    player: SeasonPlayer
    valid_at: str | None = None
    last_day: str = ""


class CountedResult(NamedTuple):
    """A game in a player's standings row: its day, its result, and how the club counts it.

    `other_member_numbers`: who else had a result from it at the time in question; None for now.
    """

    result_id: int
    game_uid: str
    played_on: str
    points: int
    tally: Tally
    counted_game: CountedGame | None
    other_member_numbers: tuple[int, ...] | None


def add_meeting_counts(
    session: Session,
    club_id: int,
    added_counts_by_players: Mapping[MeetingPlayers, AheadLevelBehind],
    valid_from_by_season: ValidFromBySeason,
) -> None:
    """Add to the counts of finishes ahead, level and behind."""
    if not added_counts_by_players:
        return
    parameters = {
        "club": club_id,
        "season": [*{first.season for first, _ in added_counts_by_players}],
        "member": [*{first.member for first, _ in added_counts_by_players}],
        "opponent": [*{second.member for _, second in added_counts_by_players}],
    }
    current_counts: dict[MeetingPlayers, AheadLevelBehind] = {}
    for season, *players, ahead, level, behind in session.execute(_READ_CURRENT_MEETINGS, parameters):
        first, second = SeasonPlayer(season, *players[:2]), SeasonPlayer(season, *players[2:])
        current_counts[first, second] = ahead, level, behind
    validity_ends = [
        {"club": club_id, **key_parameters(meeting_key_values(two)), "then": valid_from_by_season[two[0].season]}
        for two in added_counts_by_players
    ]
    session.connection().execute(_END_MEETING, validity_ends)
    rows = [
        {
            "club_id": club_id,
            **meeting_key_values(two),
            **dict(zip(MEETING_COUNT_COLUMNS, plus(current_counts.get(two, NEVER_MET), times), strict=True)),
            "valid_from": valid_from_by_season[two[0].season],
            "valid_to": OPEN_END,
        }
        for two, times in added_counts_by_players.items()
    ]
    session.connection().execute(_INSERT_MEETING, rows)


def read_meeting_counts(
    session: Session, club_id: int, players: Sequence[SeasonPlayer], valid_at: str | None = None
) -> Iterator[MeetingCounts[SeasonPlayer]]:
    """Yield the head-to-head of every two of these. Two pairs that share a member never met."""
    season = players[0].season
    query = valid_rows_query(_MEETING, MEETING_PLAYER_COLUMNS, _MEETING_COLUMNS, valid_at).where(
        _MEETING.c.club_id == club_id,
        _MEETING.c.season == season,
        _MEETING.c.valid_to == OPEN_END,
        *meeting_conditions(_MEETING, players),
    )
    for row in session.execute(query):
        first_player = SeasonPlayer(season, row.member, row.partner)
        second_player = SeasonPlayer(season, row.opponent, row.opponent_partner)
        yield MeetingCounts(first_player, second_player, row.wins, row.ties, row.losses)


class _MeetingCountsInPeriod(NamedTuple):
    """How often the first of two players was ahead, level and behind, from one time to another."""

    ahead: int
    level: int
    behind: int
    valid_from: str
    valid_to: str


class MeetingCountsSince:
    """The head-to-head counts that held at any time since `since`, read once for many groups or dates of a season.

    `is_complete` is False if there may be more rows than `most`: then use none of it.
    """

    def __init__(
        self, session: Session, club_id: int, season_number: int, since: str | None, limit: int | None = None
    ) -> None:
        columns = [_MEETING.c[name] for name in (*_MEETING_COLUMNS, "valid_from", "valid_to")]
        conditions = _MEETING.c.club_id == club_id, _MEETING.c.season == season_number
        period = _MEETING.c.valid_to == OPEN_END if since == OPEN_END else _MEETING.c.valid_to > (since or "")
        self.session, self.most = session, limit
        self.query = select(*columns).where(*conditions, period).limit(limit)

    @property
    def is_complete(self) -> bool:
        return self.most is None or len(self._rows) < self.most

    @cached_property
    def _rows(self) -> Sequence[Row[int, int, int, int, int, int, int, str, str]]:
        """Read on demand: in many seasons no one is tied, or no tie is broken by head-to-head."""
        return self.session.execute(self.query).all()

    @cached_property
    def _counts_by_players(self) -> dict[tuple[int, ...], list[_MeetingCountsInPeriod]]:
        """By the numbers of two players: member, partner, opponent and the opponent's partner."""
        by_two: dict[tuple[int, ...], list[_MeetingCountsInPeriod]] = defaultdict(list)
        for row in self._rows:
            by_two[row[:4]].append(_MeetingCountsInPeriod(*row[4:]))
        return by_two

    def meeting_counts_among(
        self, players: Sequence[SeasonPlayer], valid_at: str | None
    ) -> Iterator[MeetingCounts[SeasonPlayer]]:
        """Like `read_meeting_counts`."""
        for first, second in combinations(sorted(players), 2):
            for row in self._counts_by_players.get((*first[1:], *second[1:]), ()):
                if row.valid_to == OPEN_END if valid_at is None else row.valid_from <= valid_at < row.valid_to:
                    yield MeetingCounts(first, second, row.ahead, row.level, row.behind)


def list_counted_results(
    session: Session, selection: ResultSelection, offset: int, limit: int, leading_result_ids: Collection[int] = ()
) -> list[CountedResult]:
    """Return a page of a player's games that have a result in the season, starting at `offset`.

    Latest first, but those in `leading_result_ids` before all others.
    """
    game_columns = _RESULT.c.game_id, _GAME.c.uid, _GAME.c.counted, _GAME.c.outcome
    columns = _RESULT.c.id, _RESULT.c.sort_key, _RESULT.c.points, _RESULT.c.tally, *game_columns
    query = (
        select(*columns)
        .join(_GAME, (_GAME.c.club_id == _RESULT.c.club_id) & (_GAME.c.game_id == _RESULT.c.game_id))
        .where(*_selection_conditions(selection))
        .order_by(
            *((_RESULT.c.id.in_(leading_result_ids).desc(),) if leading_result_ids else ()), _RESULT.c.sort_key.desc()
        )
        .offset(offset)
        .limit(limit)
    )
    rows = session.execute(query).all()
    game_ids = [row.game_id for row in rows]
    others = None if selection.valid_at is None else _read_other_member_numbers_by_game(session, selection, game_ids)
    return [
        CountedResult(
            part_id,
            uid,
            place[:DAY_LENGTH],
            points,
            Tally.from_json(decode_json(tally)),
            decode_counted_game(counted, GameOutcome.from_json(decode_json(outcome))),
            None if others is None else tuple(others[game_id]),
        )
        for part_id, place, points, tally, game_id, uid, counted, outcome in rows
    ]


def _read_other_member_numbers_by_game(
    session: Session, selection: ResultSelection, game_ids: Collection[int]
) -> Mapping[int, list[int]]:
    """Map games to the other members with a result from them at that time."""
    player = selection.player
    query = select(_RESULT.c.game_id, _RESULT.c.member, _RESULT.c.partner).where(
        _RESULT.c.club_id == selection.club_id,
        _RESULT.c.season == player.season,
        _RESULT.c.game_id.in_(game_ids),
        *_validity_conditions(selection),
    )
    others_by_game: dict[int, list[int]] = defaultdict(list)
    for game_id, *members in session.execute(query.order_by(_RESULT.c.member)):
        others_by_game[game_id] += [member for member in members if member and member not in player.member_numbers]
    return others_by_game


def read_best_games_result_ids(
    session: Session, selection: ResultSelection, season_rules: SeasonRules
) -> frozenset[int]:
    """Return which of a player's games count under a best-of rule: the same as `league.basis.counting`."""
    basis = season_rules.basis
    games = (
        select(_RESULT.c.id, _RESULT.c.points, _RESULT.c.sort_key)
        .where(*_selection_conditions(selection))
        .order_by(_RESULT.c.sort_key)
    )
    candidates = games.limit(basis.considered_game_count).subquery()
    best_first = candidates.c.points if season_rules.better_points_direction == "less" else candidates.c.points.desc()
    return frozenset(
        session.scalars(
            select(candidates.c.id).order_by(best_first, candidates.c.sort_key).limit(basis.best_game_count)
        )
    )


def list_standing_rows_before(
    session: Session, club_id: int, season_number: int, before_time: str, max_moments: int
) -> list[StandingRow]:
    """Return the changes at the last `max_moments` moments before a time, latest first. A moment is never split."""
    conditions = _STANDING.c.club_id == club_id, _STANDING.c.season == season_number
    moments = select(_STANDING.c.valid_from).where(*conditions, _STANDING.c.valid_from < before_time).distinct()
    times = list(session.scalars(moments.order_by(_STANDING.c.valid_from.desc()).limit(max_moments)))
    if not times:
        return []
    query = standing_rows_query(*conditions, _STANDING.c.valid_from.between(times[-1], times[0]))
    rows = session.execute(query.order_by(_STANDING.c.valid_from.desc(), _STANDING.c.id.desc()))
    return [decode_standing_row(row) for row in rows]


def list_standing_rows_ended_at(
    session: Session, club_id: int, season_number: int, times: Sequence[str]
) -> list[StandingRow]:
    """Return the rows that ended at these moments, in the order of writing."""
    conditions = _STANDING.c.club_id == club_id, _STANDING.c.season == season_number
    query = standing_rows_query(*conditions, _STANDING.c.valid_to.in_(times)).order_by(_STANDING.c.id)
    return [decode_standing_row(row) for row in session.execute(query)]


def _selection_conditions(selection: ResultSelection) -> tuple[ColumnElement[bool], ...]:
    is_share = (_RESULT.c[name] == number for name, number in selection.player._asdict().items())
    return (
        _RESULT.c.club_id == selection.club_id,
        *is_share,
        *_validity_conditions(selection),
        _RESULT.c.sort_key < selection.last_day + OPEN_END,
    )


def _validity_conditions(selection: ResultSelection) -> tuple[ColumnElement[bool], ...]:
    if selection.valid_at is None:
        return (_RESULT.c.valid_to == OPEN_END,)
    return _RESULT.c.valid_from <= selection.valid_at, _RESULT.c.valid_to > selection.valid_at
