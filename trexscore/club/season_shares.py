"""What a game gives to whom, in which seasons."""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from trexscore.club.counted import CountedGame
from trexscore.club.game_outcome import GameOutcome, rules_key
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.league.result import Result
from trexscore.league.tally import Tally
from trexscore.rules.seats import SEATS, TEAMS

ALONE = 0
"""Stands for the partner of somebody who plays for themselves."""


class Share(NamedTuple):
    """Whose: a member, or a pair, the one who joined first before the other; in which season."""

    season: int
    member: int
    partner: int

    @property
    def people(self) -> tuple[int, ...]:
        """The member, or the two of a pair."""
        return (self.member,) if self.partner == ALONE else (self.member, self.partner)


def as_they_are(record: ClubRecord, counted: CountedGame) -> CountedGame:
    """With everybody under the number that they have now: who sat in for somebody may turn out to be that one."""
    return counted._replace(members=counted.members.map(record.now), played_by=counted.played_by.map(record.now))


def counts(record: ClubRecord, counted: CountedGame, came: GameOutcome) -> bool:
    """Whether a game counts at all: complete or broken off, and agreed upon where the club asks for that."""
    over = came.complete or "unfinished" in counted.although
    agreed = came.agreed or not record.settings.asks_sign_off(counted.on) or "not_agreed" in counted.although
    return over and agreed and came.result is not None


def takes(season: Season, counted: CountedGame, came: GameOutcome) -> bool:
    """Whether a game that counts counts in this season."""
    if came.result is None or came.result.partnership != season.rules.partnership:
        return False  # neither ranks what the other does
    same_rules = rules_key(season.rules) == came.rules
    return season.holds(counted.on) and (same_rules or counted.is_admitted_to(season.number))


def changes_sign(season: Season, came: GameOutcome) -> bool:
    """Whether a game admitted to a season counts there with its points negated: the other direction is the better."""
    if came.result is None or rules_key(season.rules) == came.rules:
        return False
    return (season.counting.better == "more") != came.result.more_is_better


def players_of(record: ClubRecord, on: date, came: GameOutcome) -> Season | None:
    """The season of that day by whose rules a game is played, counting or not."""
    return next((season for season in record.seasons_on(on) if rules_key(season.rules) == came.rules), None)


def shares_of_game(record: ClubRecord, counted: CountedGame | None, came: GameOutcome) -> dict[Share, Tally]:
    """What a game gives; nothing where it was withdrawn or does not count."""
    if counted is None or came.result is None or not counts(record, counted, came):
        return {}
    given = tuple(_given(record, counted, came.result))
    parts: dict[Share, Tally] = {}
    for season in record.seasons.values():
        if takes(season, counted, came):
            negated = changes_sign(season, came)
            for member, partner, tally in given:
                parts[Share(season.number, member, partner)] = tally.negated if negated else tally
    return parts


def _given(record: ClubRecord, counted: CountedGame, result: Result) -> Iterator[tuple[int, int, Tally]]:
    members = as_they_are(record, counted).members
    if not result.partnership:
        yield from ((who, ALONE, Tally.of(result, seat)) for seat in SEATS if (who := members[seat]) is not None)
        return
    for team in TEAMS:
        one, other = members[SEATS[team]], members[SEATS[team].partner]
        if one is not None and other is not None:
            yield min(one, other), max(one, other), Tally.of_pair(result, team)
