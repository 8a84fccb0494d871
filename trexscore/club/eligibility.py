"""The seasons in which a game counts, and the obstacles where it does not."""

from typing import Literal, NamedTuple

from trexscore.club.counted_game import CountedGame
from trexscore.club.game_outcome import GameOutcome, rules_key
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season

ClubObstacle = Literal["unfinished", "no_result", "not_agreed"]
Obstacle = ClubObstacle | Literal["withdrawn", "no_season", "other_rules", "only_pairs", "only_players"]

SignOffStatus = Literal["wanted", "given"]
_PARTNERSHIP_OBSTACLES: tuple[Obstacle, ...] = ("only_pairs", "only_players")


class Eligibility(NamedTuple):
    """Where a game counts, and the obstacles: for all seasons (None), or for one season of its date.

    Where the game counts somewhere, `only_pairs` and `only_players` are left out: players do not expect them.
    """

    counting_seasons: tuple[Season, ...]
    obstacles_with_seasons: tuple[tuple[Obstacle, Season | None], ...]


def club_obstacles(club_record: ClubRecord, counted_game: CountedGame, outcome: GameOutcome) -> list[ClubObstacle]:
    """Why a game counts in no season. It must be complete or abandoned, and signed off where the club requires it."""
    counting_obstacles: list[ClubObstacle] = []
    if not outcome.complete and not counted_game.counts_if_unfinished:
        counting_obstacles.append("unfinished")
    elif outcome.result is None:
        counting_obstacles.append("no_result")
    if _counts_only_if_signed_off(club_record, counted_game) and not outcome.signed_off:
        counting_obstacles.append("not_agreed")
    return counting_obstacles


def eligibility_of(record: ClubRecord, counted_game: CountedGame | None, outcome: GameOutcome) -> Eligibility:
    """The eligibility of a game."""
    if counted_game is None:
        return Eligibility((), (("withdrawn", None),))
    obstacles = club_obstacles(record, counted_game, outcome)
    if obstacles:
        return Eligibility((), tuple((obstacle, None) for obstacle in obstacles))
    seasons = record.seasons_on(counted_game.day)
    if not seasons:
        return Eligibility((), (("no_season", None),))
    checked = [(_obstacle_in_season(season, counted_game, outcome), season) for season in seasons]
    counts_in = tuple(season for obstacle, season in checked if obstacle is None)
    unmentioned = _PARTNERSHIP_OBSTACLES if counts_in else ()
    hindered = tuple((obstacle, season) for obstacle, season in checked if obstacle and obstacle not in unmentioned)
    return Eligibility(counts_in, hindered)


def sign_off_status(record: ClubRecord, counted_game: CountedGame | None, outcome: GameOutcome) -> SignOffStatus | None:
    """Whether the sign-off that the game needs to count is there. None if counting does not depend on it."""
    if counted_game is None or not _counts_only_if_signed_off(record, counted_game):
        return None
    if not eligibility_of(record, counted_game, outcome._replace(signed_off=True)).counting_seasons:
        return None
    return "given" if outcome.signed_off else "wanted"


def _counts_only_if_signed_off(record: ClubRecord, counted_game: CountedGame) -> bool:
    sign_off_required = record.settings.requires_sign_off(counted_game.day)
    return sign_off_required and "not_agreed" not in counted_game.overridden_obstacles


def _obstacle_in_season(season: Season, counted_game: CountedGame, outcome: GameOutcome) -> Obstacle | None:
    """Why a season of the game's day does not take it: it ranks the others of pairs and players, or has other rules."""
    if outcome.result is not None and outcome.result.partnership != season.house_rules.partnership:
        return "only_pairs" if season.house_rules.partnership else "only_players"
    has_same_rules = rules_key(season.house_rules) == outcome.rules_key
    return None if has_same_rules or counted_game.overrides_house_rules_in(season.number) else "other_rules"
