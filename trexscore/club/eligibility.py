"""In which seasons a game counts; where in none, why."""

from typing import Literal, NamedTuple

from trexscore.club.counted import CountedGame
from trexscore.club.game_outcome import GameOutcome, rules_key
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.club.season_shares import takes

Obstacle = Literal[
    "withdrawn", "unfinished", "not_agreed", "no_result", "no_season", "other_rules", "only_pairs", "only_players"
]

Agreement = Literal["wanted", "given"]
_OF_THE_OTHER_KIND: tuple[Obstacle, ...] = ("only_pairs", "only_players")


class Eligibility(NamedTuple):
    """Where a game counts, and what keeps it from counting: at all, or in a season that holds its day.

    Where it counts, nobody asks why players are not ranked by it beside pairs, or the other way round.
    """

    counts_in: tuple[Season, ...]
    hindered: tuple[tuple[Obstacle, Season | None], ...]


def standing_of(record: ClubRecord, counted: CountedGame | None, came: GameOutcome) -> Eligibility:
    """Whether and where a game counts. It says what `parts_of` does, in words."""
    if counted is None:
        return Eligibility((), (("withdrawn", None),))
    of_game: list[Obstacle] = []
    if not came.complete and "unfinished" not in counted.although:
        of_game.append("unfinished")
    elif came.result is None:
        of_game.append("no_result")
    if record.settings.asks_sign_off(counted.on) and not came.agreed and "not_agreed" not in counted.although:
        of_game.append("not_agreed")
    if of_game:
        return Eligibility((), tuple((one, None) for one in of_game))
    seasons = record.seasons_on(counted.on)
    if not seasons:
        return Eligibility((), (("no_season", None),))
    counts_in = tuple(season for season in seasons if takes(season, counted, came))
    hindered = [(_hindrance(season, came), season) for season in seasons if season not in counts_in]
    return Eligibility(counts_in, tuple(one for one in hindered if not (counts_in and one[0] in _OF_THE_OTHER_KIND)))


def agreement_on(record: ClubRecord, counted: CountedGame | None, came: GameOutcome) -> Agreement | None:
    """How it stands with what alone a game needs to count: that all four agree. None where that decides nothing."""
    if counted is None or not record.settings.asks_sign_off(counted.on) or "not_agreed" in counted.although:
        return None
    if not standing_of(record, counted, came._replace(agreed=True)).counts_in:
        return None
    return "given" if came.agreed else "wanted"


def _hindrance(season: Season, came: GameOutcome) -> Obstacle:
    if came.result is not None and came.result.partnership != season.rules.partnership:
        return "only_pairs" if season.rules.partnership else "only_players"
    if rules_key(season.rules) != came.rules:
        return "other_rules"
    raise ValueError(season)
