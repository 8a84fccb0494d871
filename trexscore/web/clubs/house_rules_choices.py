"""The house rules to choose from for a game of a game night."""

from typing import NamedTuple

from trexscore.club.game_night import GameNight
from trexscore.club.game_outcome import rules_key
from trexscore.club.season_tallies import season_with_same_rules
from trexscore.db.clubs.counted_games import list_game_rows_of_night
from trexscore.db.models import db
from trexscore.web.clubs.access import ClubContext


class HouseRulesChoice(NamedTuple):
    """House rules that tables can use: a season with them, and the names of all such seasons."""

    season_number: int
    season_names: tuple[str, ...]
    is_preselected: bool


def house_rules_choices(club: ClubContext, game_night: GameNight) -> list[HouseRulesChoice]:
    """The different house rules of that day's seasons; empty if they are equal.

    Those of the last game of the night are preselected.
    """
    groups: dict[str, list[tuple[int, str]]] = {}
    for season in club.record.seasons_on(game_night.day):
        groups.setdefault(rules_key(season.house_rules), []).append((season.number, season.name))
    if len(groups) < 2:  # noqa: PLR2004 - one is no choice
        return []
    games = list_game_rows_of_night(db.session(), club.id, game_night.number)
    last_counted_in = season_with_same_rules(club.record, game_night.day, games[-1].outcome) if games else None
    chosen_rules_key = next(iter(groups)) if last_counted_in is None else rules_key(last_counted_in.house_rules)
    return [
        HouseRulesChoice(seasons[0][0], tuple(name for _number, name in seasons), key == chosen_rules_key)
        for key, seasons in groups.items()
    ]
