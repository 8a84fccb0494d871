"""The effect of a club entry on its standings, without writing it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.club.season_tallies import SeasonPlayer, tallies_of_game
from trexscore.commands.clubs.record_entry import club_after_entry
from trexscore.commands.league.standings import games_to_recount
from trexscore.db.clubs.clubs import read_record_at_head
from trexscore.db.clubs.counted_games import ClubGameRow
from trexscore.db.clubs.models import OPEN_END
from trexscore.db.journals import JournalHead
from trexscore.db.league import results as league_rows
from trexscore.db.league.results import StandingRow, StoredCause
from trexscore.db.league.season_ranking import rank_rows
from trexscore.league.meetings import meetings_in_game
from trexscore.league.rank_moves import RankMove, rank_moves_by_player
from trexscore.league.tally import EMPTY_TALLY, Tally
from trexscore.ledger.chain import Body
from trexscore.ledger.entry_refusal import EntryRefusal

if TYPE_CHECKING:
    from trexscore.db.league.sums_by_period import PlayerPairing
    from trexscore.league.standings import Row

_NO_CAUSE = StoredCause()


class ScoreChange(NamedTuple):
    """A row's score before and after; None without a row."""

    before: Fraction | None
    after: Fraction | None


class SeasonMoves(NamedTuple):
    """The effect on a season: moves and scores by player, and how many games would no longer or newly count."""

    season: Season
    moves: Mapping[SeasonPlayer, RankMove[SeasonPlayer]]
    scores: Mapping[SeasonPlayer, ScoreChange]
    games_removed: int
    """Games that would no longer count in it."""
    games_added: int
    """Games that would newly count in it."""


class StandingsPreview(NamedTuple):
    """`games_removed` and `games_added`: games that would no longer count in any season, or newly count in one."""

    seasons: tuple[SeasonMoves, ...]
    games_removed: int = 0
    games_added: int = 0

    @property
    def has_changes(self) -> bool:
        """Whether any standings would visibly change."""
        return bool(self.seasons)


class RecountedGame(NamedTuple):
    """A game as counted before and after; None if the club does not know it yet."""

    before: ClubGameRow | None
    after: ClubGameRow


def preview_club_entry(session: Session, head: JournalHead, body: Body) -> StandingsPreview:
    """The effect of an entry that concerns no single game. Empty if it is not possible."""
    before = read_record_at_head(head)
    after = club_after_entry(session, head, body)
    if isinstance(after, EntryRefusal):
        return StandingsPreview(())
    games = (RecountedGame(row, row) for row in games_to_recount(session, head.id, before, after))
    return preview_standings(session, head.id, before, after, games)


def preview_standings(
    session: Session, club_id: int, club_before: ClubRecord, club_after: ClubRecord, games: Iterable[RecountedGame]
) -> StandingsPreview:
    """The effect of changing a club from `club_before` to `club_after` and recounting these games."""
    recounted = _RecountTotals()
    for game in games:
        recounted.add_recount(club_before, club_after, game)
    season_moves = (
        _season_moves(session, club_id, club_before, club_after, season, recounted.in_season[season.number])
        for season in club_after.seasons.values()
        if recounted.in_season[season.number].changed or _ranking_rules_changed(club_before, season)
    )
    return StandingsPreview(tuple(filter(_has_visible_change, season_moves)), recounted.gone, recounted.new)


def _has_visible_change(season: SeasonMoves) -> bool:
    scored = any(score.before != score.after for score in season.scores.values())
    return (
        scored
        or any(move.changed for move in season.moves.values())
        or bool(season.games_removed or season.games_added)
    )


def _ranking_rules_changed(before: ClubRecord, season: Season) -> bool:
    old = before.seasons.get(season.number)
    return old is not None and (old.counting, old.ranks_guests) != (season.counting, season.ranks_guests)


class _SeasonChange:
    """What recounted games add to a season and remove from it."""

    def __init__(self) -> None:
        self.more: dict[SeasonPlayer, Tally] = defaultdict(lambda: EMPTY_TALLY)
        self.games: dict[SeasonPlayer, Counter[tuple[str, int]]] = defaultdict(Counter)
        """By sort key and points, the change in the number of games."""
        self.met: dict[PlayerPairing, list[int]] = defaultdict(lambda: [0, 0, 0])
        self.gone = self.new = 0

    @property
    def changed(self) -> bool:
        return any(difference != EMPTY_TALLY for difference in self.more.values()) or bool(self.gone or self.new)

    def add_or_remove_game(self, sort_key: str, tallies: Mapping[SeasonPlayer, Tally], sign: int) -> None:
        for share, tally in tallies.items():
            self.more[share] += tally if sign > 0 else -tally
            self.games[share][sort_key, tally.points] += sign
        for first, second, *result in meetings_in_game(tallies):
            self.met[first, second][result.index(1)] += sign


class _RecountTotals:
    def __init__(self) -> None:
        self.in_season: dict[int, _SeasonChange] = defaultdict(_SeasonChange)
        self.gone = self.new = 0

    def add_recount(self, before: ClubRecord, after: ClubRecord, game: RecountedGame) -> None:
        old_shares = {} if game.before is None else tallies_of_game(before, game.before.counted, game.before.outcome)
        new_shares = tallies_of_game(after, game.after.counted, game.after.outcome)
        moved = game.before is not None and game.before.sort_key != game.after.sort_key
        if old_shares == new_shares and not moved:
            return
        self.gone += bool(old_shares) and not new_shares
        self.new += bool(new_shares) and not old_shares
        for season in {share.season for share in (*old_shares, *new_shares)}:
            old, new = _tallies_in_season(old_shares, season), _tallies_in_season(new_shares, season)
            if old == new and not moved:
                continue
            change = self.in_season[season]
            if game.before is not None:
                change.add_or_remove_game(game.before.sort_key, old, -1)
            change.add_or_remove_game(game.after.sort_key, new, 1)
            change.gone += bool(old) and not new
            change.new += bool(new) and not old


def _tallies_in_season(tallies: Mapping[SeasonPlayer, Tally], season: int) -> dict[SeasonPlayer, Tally]:
    return {share: tally for share, tally in tallies.items() if share.season == season}


def _season_moves(  # noqa: PLR0913, PLR0917 - a season before and after, and what makes the difference
    session: Session, club_id: int, before: ClubRecord, after: ClubRecord, season: Season, change: _SeasonChange
) -> SeasonMoves:
    rows = {row.player: row for row in league_rows.read_standings(session, club_id, season.number)}
    old_season = before.seasons.get(season.number)
    ranks: tuple[Row[SeasonPlayer], ...] = ()
    if old_season is not None:
        ranks = rank_rows(session, club_id, before, old_season, rows.values())
    new_rows = [
        StandingRow(
            share,
            tally,
            tuple(_points_of_single_games(session, club_id, season, share, change)),
            "",
            OPEN_END,
            _NO_CAUSE,
        )
        for share in {**rows, **change.more}
        if (tally := (rows[share].tally if share in rows else EMPTY_TALLY) + change.more[share]) != EMPTY_TALLY
    ]
    new_ranks = rank_rows(session, club_id, after, season, new_rows, hypothetical_meetings=change.met)
    old_scores, new_scores = ({row.player: row.score for row in table} for table in (ranks, new_ranks))
    scores = {
        share: ScoreChange(old_scores.get(share), new_scores.get(share)) for share in {**new_scores, **old_scores}
    }
    return SeasonMoves(season, rank_moves_by_player(ranks, new_ranks), scores, change.gone, change.new)


def _points_of_single_games(
    session: Session, club_id: int, season: Season, player: SeasonPlayer, change: _SeasonChange
) -> Iterator[int]:
    """The points of a player's games that the season looks at, in its order."""
    basis = season.counting.basis_of_needed_games
    if basis is None:
        return
    games = league_rows.count_sort_keys_and_points(session, club_id, player)
    games.update(change.games[player])
    ordered = [points for (_sort, points), times in sorted(games.items()) for _time in range(times)]
    if basis.of is not None:
        yield from ordered[: basis.of]
    else:
        yield from sorted(ordered, reverse=season.counting.better == "more")[: basis.best]
