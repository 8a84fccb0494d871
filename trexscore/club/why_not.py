"""In which seasons a game counts; where in none, why."""

from typing import Literal, NamedTuple

from trexscore.club.came_to import CameTo, rules_key
from trexscore.club.counted import CountedGame
from trexscore.club.parts import takes
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season

Hindrance = Literal[
    "withdrawn", "unfinished", "not_agreed", "no_result", "no_season", "other_rules", "only_pairs", "only_players"
]


class Standing(NamedTuple):
    """Where a game counts, and what keeps it from counting: at all, or in a season that holds its day."""

    counts_in: tuple[Season, ...]
    hindered: tuple[tuple[Hindrance, Season | None], ...]


def standing_of(record: ClubRecord, counted: CountedGame | None, came: CameTo) -> Standing:
    """Whether and where a game counts. It says what `parts_of` does, in words."""
    if counted is None:
        return Standing((), (("withdrawn", None),))
    of_game: list[Hindrance] = []
    if not came.complete and "unfinished" not in counted.although:
        of_game.append("unfinished")
    elif came.result is None:
        of_game.append("no_result")
    if record.settings.agreed and not came.agreed and "not_agreed" not in counted.although:
        of_game.append("not_agreed")
    if of_game:
        return Standing((), tuple((one, None) for one in of_game))
    seasons = record.seasons_on(counted.on)
    if not seasons:
        return Standing((), (("no_season", None),))
    counts_in = tuple(season for season in seasons if takes(season, counted, came))
    hindered = tuple((_hindrance(season, came), season) for season in seasons if season not in counts_in)
    if counts_in:  # a season of the others, players or pairs, was never meant
        hindered = tuple(one for one in hindered if one[0] not in {"only_pairs", "only_players"})
    return Standing(counts_in, hindered)


def _hindrance(season: Season, came: CameTo) -> Hindrance:
    if came.result is not None and came.result.partnership != season.rules.partnership:
        return "only_pairs" if season.rules.partnership else "only_players"
    if rules_key(season.rules) != came.rules:
        return "other_rules"
    raise ValueError(season)
