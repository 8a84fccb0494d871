"""What an entry of a club would do to its standings, worked out without writing it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.club.season_shares import Share, shares_of_game
from trexscore.commands.clubs.record_entry import club_with
from trexscore.commands.league.standings import recounted_games
from trexscore.db.clubs.clubs import record_after
from trexscore.db.clubs.counted_games import GameRow
from trexscore.db.clubs.models import OPEN_END
from trexscore.db.journals import End
from trexscore.db.league import results as league_rows
from trexscore.db.league.results import StandingRow
from trexscore.db.league.season_table import ranked_rows
from trexscore.db.league.store import StoredLeague
from trexscore.league.meetings import meetings_of_tallies
from trexscore.league.moves import Move, moves
from trexscore.league.tally import NOTHING, Tally

if TYPE_CHECKING:
    from trexscore.db.league.results_by_day import Two
    from trexscore.league.standings import Row

_NO_CAUSE: Mapping[str, object] = {}


class Scores(NamedTuple):
    """The score of a row as it is and as it would be; None without the row."""

    before: Fraction | None
    after: Fraction | None


class SeasonMoves(NamedTuple):
    """A season as it would be: whose row moves, and in which order they would stand."""

    season: Season
    moves: Mapping[Share, Move[Share]]
    scores: Mapping[Share, Scores]
    gone: int
    """How many games would no longer count in it."""
    new: int
    """How many more would."""


class Preview(NamedTuple):
    """`gone` and `new`: games that would count in no season any more, or in one for the first time."""

    seasons: tuple[SeasonMoves, ...]
    gone: int = 0
    new: int = 0

    @property
    def moves_anything(self) -> bool:
        """Whether anyone would see a difference in any standings."""
        return bool(self.seasons)


class Recount(NamedTuple):
    """A game as it is counted, and as it would be; None where the club does not know it."""

    before: GameRow | None
    after: GameRow


def preview_entry(session: Session, end: End, kind: str, said: object) -> Preview:
    """What an entry that is of no single game would move; nothing where it could not be written."""
    before = record_after(end)
    after = club_with(session, end, kind, said)
    if isinstance(after, list):
        return Preview(())
    games = (Recount(row, row) for row in recounted_games(StoredLeague(session, end.id), before, after))
    return preview(session, end.id, before, after, games)


def preview(session: Session, club_id: int, before: ClubRecord, after: ClubRecord, games: Iterable[Recount]) -> Preview:
    """What moves where a club becomes another, and these games are counted otherwise."""
    recounted = _Recounted()
    for game in games:
        recounted.add(before, after, game)
    found = (
        _season_moves(session, club_id, before, after, season, recounted.in_season[season.number])
        for season in after.seasons.values()
        if recounted.in_season[season.number].changed or _ranks_otherwise(before, season)
    )
    return Preview(tuple(one for one in found if _moves_anything(one)), recounted.gone, recounted.new)


def _moves_anything(one: SeasonMoves) -> bool:
    scored = any(score.before != score.after for score in one.scores.values())
    return scored or any(move.changed for move in one.moves.values()) or bool(one.gone or one.new)


def _ranks_otherwise(before: ClubRecord, season: Season) -> bool:
    was = before.seasons.get(season.number)
    return was is not None and (was.counting, was.guests) != (season.counting, season.guests)


class _InSeason:
    """What recounted games give more, and less, in a season."""

    def __init__(self) -> None:
        self.more: dict[Share, Tally] = defaultdict(lambda: NOTHING)
        self.games: dict[Share, Counter[tuple[str, int]]] = defaultdict(Counter)
        """By place among the others and points, how many games more."""
        self.met: dict[Two, list[int]] = defaultdict(lambda: [0, 0, 0])
        self.gone = self.new = 0

    @property
    def changed(self) -> bool:
        return any(difference != NOTHING for difference in self.more.values()) or bool(self.gone or self.new)

    def count(self, sort: str, parts: Mapping[Share, Tally], times: int) -> None:
        for share, tally in parts.items():
            self.more[share] += tally if times > 0 else -tally
            self.games[share][sort, tally.points] += times
        for one, other, *came in meetings_of_tallies(parts):
            self.met[one, other][came.index(1)] += times


class _Recounted:
    def __init__(self) -> None:
        self.in_season: dict[int, _InSeason] = defaultdict(_InSeason)
        self.gone = self.new = 0

    def add(self, before: ClubRecord, after: ClubRecord, game: Recount) -> None:
        was = {} if game.before is None else shares_of_game(before, game.before.counted, game.before.came_to)
        now = shares_of_game(after, game.after.counted, game.after.came_to)
        moved = game.before is not None and game.before.sort != game.after.sort
        if was == now and not moved:
            return
        self.gone += bool(was) and not now
        self.new += bool(now) and not was
        for season in {share.season for share in (*was, *now)}:
            old, new = _of_season(was, season), _of_season(now, season)
            if old == new and not moved:
                continue
            found = self.in_season[season]
            if game.before is not None:
                found.count(game.before.sort, old, -1)
            found.count(game.after.sort, new, 1)
            found.gone += bool(old) and not new
            found.new += bool(new) and not old


def _of_season(parts: Mapping[Share, Tally], season: int) -> dict[Share, Tally]:
    return {share: tally for share, tally in parts.items() if share.season == season}


def _season_moves(  # noqa: PLR0913, PLR0917 - a season before and after, and what makes the difference
    session: Session, club_id: int, before: ClubRecord, after: ClubRecord, season: Season, more: _InSeason
) -> SeasonMoves:
    rows = {row.share: row for row in league_rows.table(session, club_id, season.number)}
    was = before.seasons.get(season.number)
    ranks: tuple[Row[Share], ...] = ()
    if was is not None:
        ranks = ranked_rows(session, club_id, before, was, rows.values())
    then = [
        StandingRow(share, tally, tuple(_points(session, club_id, season, share, more)), "", OPEN_END, _NO_CAUSE)
        for share in {**rows, **more.more}
        if (tally := (rows[share].tally if share in rows else NOTHING) + more.more[share]) != NOTHING
    ]
    would = ranked_rows(session, club_id, after, season, then, more_meetings=more.met)
    was_scored, scored = ({row.player: row.score for row in table} for table in (ranks, would))
    scores = {share: Scores(was_scored.get(share), scored.get(share)) for share in {**scored, **was_scored}}
    return SeasonMoves(season, moves(ranks, would), scores, more.gone, more.new)


def _points(session: Session, club_id: int, season: Season, share: Share, more: _InSeason) -> Iterator[int]:
    """Of someone's games in their order, the points that the season would look at."""
    basis = season.counting.games_looked_at
    if basis is None:
        return
    games = league_rows.points_in_order(session, club_id, share)
    games.update(more.games[share])
    ordered = [points for (_sort, points), times in sorted(games.items()) for _time in range(times)]
    if basis.of is not None:
        yield from ordered[: basis.of]
    else:
        yield from sorted(ordered, reverse=season.counting.better == "more")[: basis.best]
