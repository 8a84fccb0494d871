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
from trexscore.db.clubs.clubs import ClubHead, read_club_record
from trexscore.db.clubs.counted_games import ClubGameRow
from trexscore.db.league import season_rows
from trexscore.db.league.season_ranking import rank_standing_rows
from trexscore.db.league.season_rows import StandingSum
from trexscore.league.meetings import meetings_in_game
from trexscore.league.rank_moves import RankMove, rank_moves_by_player
from trexscore.league.tally import EMPTY_TALLY, Tally
from trexscore.ledger.chain import Body
from trexscore.ledger.entry_refusal import EntryRefusal

if TYPE_CHECKING:
    from trexscore.db.league.sums_by_period import MeetingPlayers
    from trexscore.league.standings import Row


class ScoreChange(NamedTuple):
    """A row's score before and after; None without a row."""

    score_before: Fraction | None
    score_after: Fraction | None


class SeasonEffect(NamedTuple):
    """The effect on a season: moves and scores by player, and how many games would no longer or newly count."""

    season: Season
    rank_move_by_player: Mapping[SeasonPlayer, RankMove[SeasonPlayer]]
    score_change_by_player: Mapping[SeasonPlayer, ScoreChange]
    removed_game_count: int
    """Games that would no longer count in it."""
    added_game_count: int
    """Games that would newly count in it."""


class StandingsPreview(NamedTuple):
    """The seasons whose standings would visibly change.

    `removed_game_count` and `added_game_count`: games that would no longer count in any season, or newly count in one.
    """

    season_effects: tuple[SeasonEffect, ...]
    removed_game_count: int = 0
    added_game_count: int = 0


class RecountedGame(NamedTuple):
    """A game as counted before and after; None if the club does not know it yet."""

    game_row_before: ClubGameRow | None
    game_row_after: ClubGameRow


def preview_club_wide_entry(session: Session, club_head: ClubHead, body: Body) -> StandingsPreview:
    """The effect of an entry that concerns no single game. Empty if it is not possible."""
    record_before = read_club_record(club_head)
    record_after = club_after_entry(session, club_head, body)
    if isinstance(record_after, EntryRefusal):
        return StandingsPreview(())
    games = (RecountedGame(row, row) for row in games_to_recount(session, club_head.id, record_before, record_after))
    return preview_standings(session, club_head.id, record_before, record_after, games)


def preview_standings(
    session: Session,
    club_id: int,
    club_before: ClubRecord,
    club_after: ClubRecord,
    recounted_games: Iterable[RecountedGame],
) -> StandingsPreview:
    """The effect of changing a club from `club_before` to `club_after` and recounting these games."""
    in_season: dict[int, _SeasonChange] = defaultdict(_SeasonChange)
    removed_game_count = added_game_count = 0
    for game in recounted_games:
        tallies_before = (
            {}
            if game.game_row_before is None
            else tallies_of_game(club_before, game.game_row_before.counted_game, game.game_row_before.outcome)
        )
        tallies_after = tallies_of_game(club_after, game.game_row_after.counted_game, game.game_row_after.outcome)
        removed_game_count += bool(tallies_before) and not tallies_after
        added_game_count += bool(tallies_after) and not tallies_before
        for season_number in {share.season for share in (*tallies_before, *tallies_after)}:
            of_season = (
                _tallies_in_season(tallies_before, season_number),
                _tallies_in_season(tallies_after, season_number),
            )
            in_season[season_number].add_recount(game, *of_season)
    season_effects = (
        _season_effect(session, club_id, club_before, club_after, season, in_season[season.number])
        for season in club_after.seasons.values()
        if in_season[season.number].has_changes or _ranking_rules_changed(club_before, season)
    )
    return StandingsPreview(tuple(filter(_has_visible_change, season_effects)), removed_game_count, added_game_count)


def _has_visible_change(season_effect: SeasonEffect) -> bool:
    scored = any(score.score_before != score.score_after for score in season_effect.score_change_by_player.values())
    return (
        scored
        or any(move.has_changed for move in season_effect.rank_move_by_player.values())
        or bool(season_effect.removed_game_count or season_effect.added_game_count)
    )


def _ranking_rules_changed(record_before: ClubRecord, season: Season) -> bool:
    season_before = record_before.seasons.get(season.number)
    return season_before is not None and (season_before.season_rules, season_before.ranks_guests) != (
        season.season_rules,
        season.ranks_guests,
    )


class _SeasonChange:
    """What recounted games add to a season and remove from it."""

    def __init__(self) -> None:
        self.more: dict[SeasonPlayer, Tally] = defaultdict(lambda: EMPTY_TALLY)
        self.games: dict[SeasonPlayer, Counter[tuple[str, int]]] = defaultdict(Counter)
        """By sort key and points, the change in the number of games."""
        self.met: dict[MeetingPlayers, list[int]] = defaultdict(lambda: [0, 0, 0])
        self.gone = self.new = 0

    @property
    def has_changes(self) -> bool:
        return any(difference != EMPTY_TALLY for difference in self.more.values()) or bool(self.gone or self.new)

    def add_recount(
        self,
        recounted_game: RecountedGame,
        old_tally_by_player: Mapping[SeasonPlayer, Tally],
        new_tally_by_player: Mapping[SeasonPlayer, Tally],
    ) -> None:
        """Replace the game's old tallies in the season by the new ones."""
        row_before = recounted_game.game_row_before
        if old_tally_by_player == new_tally_by_player and (
            row_before is None or row_before.sort_key == recounted_game.game_row_after.sort_key
        ):
            return
        if row_before is not None:
            self._add_or_remove_game(row_before.sort_key, old_tally_by_player, -1)
        self._add_or_remove_game(recounted_game.game_row_after.sort_key, new_tally_by_player, 1)
        self.gone += bool(old_tally_by_player) and not new_tally_by_player
        self.new += bool(new_tally_by_player) and not old_tally_by_player

    def _add_or_remove_game(self, sort_key: str, tally_by_player: Mapping[SeasonPlayer, Tally], sign: int) -> None:
        for share, tally in tally_by_player.items():
            self.more[share] += tally if sign > 0 else -tally
            self.games[share][sort_key, tally.points] += sign
        for first, second, *result in meetings_in_game(tally_by_player):
            self.met[first, second][result.index(1)] += sign


def _tallies_in_season(tally_by_player: Mapping[SeasonPlayer, Tally], season_number: int) -> dict[SeasonPlayer, Tally]:
    return {share: tally for share, tally in tally_by_player.items() if share.season == season_number}


def _season_effect(  # noqa: PLR0913, PLR0917 - a season before and after, and what makes the difference
    session: Session,
    club_id: int,
    record_before: ClubRecord,
    record_after: ClubRecord,
    season: Season,
    season_change: _SeasonChange,
) -> SeasonEffect:
    rows = {row.player: row for row in season_rows.read_standing_sums(session, club_id, season.number)}
    old_season = record_before.seasons.get(season.number)
    ranks: tuple[Row[SeasonPlayer], ...] = ()
    if old_season is not None:
        ranks = rank_standing_rows(session, club_id, record_before, old_season, rows.values())
    new_rows = [
        StandingSum(share, tally, tuple(_points_of_needed_games(session, club_id, season, share, season_change)))
        for share in {**rows, **season_change.more}
        if (tally := (rows[share].tally if share in rows else EMPTY_TALLY) + season_change.more[share]) != EMPTY_TALLY
    ]
    new_ranks = rank_standing_rows(
        session, club_id, record_after, season, new_rows, hypothetical_meeting_counts=season_change.met
    )
    old_scores, new_scores = ({row.player: row.score for row in table} for table in (ranks, new_ranks))
    scores = {
        share: ScoreChange(old_scores.get(share), new_scores.get(share)) for share in {**new_scores, **old_scores}
    }
    return SeasonEffect(season, rank_moves_by_player(ranks, new_ranks), scores, season_change.gone, season_change.new)


def _points_of_needed_games(
    session: Session, club_id: int, season: Season, player: SeasonPlayer, season_change: _SeasonChange
) -> Iterator[int]:
    """The points of a player's games that the season looks at, in its order."""
    basis = season.season_rules.basis_selecting_needed_games
    if basis is None:
        return
    games = season_rows.count_each_current_result(session, club_id, player)
    games.update(season_change.games[player])
    ordered_points = [points for (_sort, points), times in sorted(games.items()) for _time in range(times)]
    if basis.considered_game_count is not None:
        yield from ordered_points[: basis.considered_game_count]
    else:
        yield from sorted(ordered_points, reverse=season.season_rules.better_points_direction == "more")[
            : basis.best_game_count
        ]
