"""Why a game that a club has in its book counts for nobody."""

from collections.abc import Iterator
from typing import Literal

from trexscore.club.came_to import CameTo, rules_key
from trexscore.club.counted import CountedGame
from trexscore.club.record import ClubRecord

WhyNot = Literal["withdrawn", "running", "nothing_yet", "not_agreed", "no_season", "partners", "house_rules"]


def why_not(record: ClubRecord, counted: CountedGame | None, came: CameTo) -> tuple[WhyNot, ...]:
    """Everything that keeps a game from counting; nothing where it counts in some season."""
    return tuple(_reasons(record, counted, came))


def _reasons(record: ClubRecord, counted: CountedGame | None, came: CameTo) -> Iterator[WhyNot]:
    if counted is None:
        yield "withdrawn"
        return
    if not came.complete and "unfinished" not in counted.although:
        yield "running"
    elif came.result is None:
        yield "nothing_yet"
    if record.settings.agreed and not came.agreed and "not_agreed" not in counted.although:
        yield "not_agreed"
    seasons = record.seasons_on(counted.on)
    if not seasons:
        yield "no_season"
        return
    kind = came.result.partnership if came.result is not None else None
    alike = [season for season in seasons if kind in (None, season.rules.partnership)]
    if not alike:
        yield "partners"
    elif "house_rules" not in counted.although and all(rules_key(season.rules) != came.rules for season in alike):
        yield "house_rules"
