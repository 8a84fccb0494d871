"""The seasons in which a game counts, and the obstacles where it does not."""

from typing import Literal, NamedTuple

from trexscore.club.counted_game import CountedGame
from trexscore.club.game_outcome import GameOutcome, rules_key
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.club.season_tallies import ClubObstacle, club_obstacles, season_admits

Obstacle = ClubObstacle | Literal["withdrawn", "no_season", "other_rules", "only_pairs", "only_players"]

SignOffStatus = Literal["wanted", "given"]
_PARTNERSHIP_OBSTACLES: tuple[Obstacle, ...] = ("only_pairs", "only_players")


class Eligibility(NamedTuple):
    """Where a game counts, and the obstacles: for all seasons (None), or for one season of its date.

    Where the game counts somewhere, `only_pairs` and `only_players` are left out: players do not expect them.
    """

    counting_seasons: tuple[Season, ...]
    obstacles_with_seasons: tuple[tuple[Obstacle, Season | None], ...]


def eligibility_of(record: ClubRecord, counted_game: CountedGame | None, outcome: GameOutcome) -> Eligibility:
    """The eligibility of a game. It must agree with `season_tallies.tallies_of_game`."""
    if counted_game is None:
        return Eligibility((), (("withdrawn", None),))
    obstacles = club_obstacles(record, counted_game, outcome)
    if obstacles:
        return Eligibility((), tuple((obstacle, None) for obstacle in obstacles))
    seasons = record.seasons_on(counted_game.day)
    if not seasons:
        return Eligibility((), (("no_season", None),))
    counts_in = tuple(season for season in seasons if season_admits(season, counted_game, outcome))
    hindered = [(_obstacle_in_season(season, outcome), season) for season in seasons if season not in counts_in]
    if counts_in:
        hindered = [(obstacle, season) for obstacle, season in hindered if obstacle not in _PARTNERSHIP_OBSTACLES]
    return Eligibility(counts_in, tuple(hindered))


def sign_off_status(record: ClubRecord, counted_game: CountedGame | None, outcome: GameOutcome) -> SignOffStatus | None:
    """Whether the sign-off that the game needs to count is there. None if counting does not depend on it."""
    if (
        counted_game is None
        or not record.settings.requires_sign_off(counted_game.day)
        or "not_agreed" in counted_game.overridden_obstacles
    ):
        return None
    if not eligibility_of(record, counted_game, outcome._replace(signed_off=True)).counting_seasons:
        return None
    return "given" if outcome.signed_off else "wanted"


def _obstacle_in_season(season: Season, outcome: GameOutcome) -> Obstacle:
    if outcome.result is not None and outcome.result.partnership != season.house_rules.partnership:
        return "only_pairs" if season.house_rules.partnership else "only_players"
    if rules_key(season.house_rules) != outcome.rules_key:
        return "other_rules"
    raise ValueError(season)
