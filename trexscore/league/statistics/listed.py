"""All that a profile tells, one measure after the other, as a table lists them.

Of what comes several at once each part stands alone; what is in points stands once for each kind of rules. Where there
is no value there is no line.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from trexscore.league.statistics.facts import PointSums
from trexscore.league.statistics.measures import (
    SHARES,
    Case,
    Counted,
    Grouped,
    InPoints,
    Measure,
    by_contract,
    cases_of,
    chosen_first,
    counted,
    in_points,
    places,
    trex_places,
    won_from_behind,
)
from trexscore.league.statistics.profile import Profile
from trexscore.rules.cards import Contract

_OF_GAMES: tuple[Counted, ...] = ("won", "place")
"""Told of games of individuals and of pairs apart."""
_DOUBLING: tuple[Counted, ...] = ("doubling_often", "doubling_paid_off", "doubling_backfired")
_OF_ANYBODY: tuple[Counted, ...] = (
    "trex_place",
    "kings_of_hearts_taken",
    "queens_taken",
    "diamonds_taken",
    "tricks_taken",
    *_DOUBLING,
    "doubled_eaten",
    "reneges",
    "comebacks",
)
_OF_EVERYBODY: tuple[Counted, ...] = (*_DOUBLING, "doubled_eaten")


class Listed(NamedTuple):
    """A line. Of a measure that comes several at once it says which: of which contract, of which place, after so many
    kingdoms; of games with partners or without. `rules` are those whose points it is of.
    """

    code: Counted | InPoints | Grouped
    measure: Measure
    is_share: bool = False
    rules: str | None = None
    contract: Contract | None = None
    place: int | None = None
    kingdoms: int | None = None
    partners: bool | None = None

    @property
    def cases(self) -> Case:
        """What its values are of."""
        return cases_of(self.code)


def of_somebody(profile: Profile) -> Iterator[Listed]:
    """What is told of a player, or of two partners."""
    return _with_values((*_games(profile), *_happened(profile, _OF_ANYBODY), *_placed(profile), *_points(profile)))


def with_points(profile: Profile, points: PointSums) -> Iterator[Listed]:
    """The same but for how games ended, and of points these alone: they are those under some of the rules."""
    return _with_values((*_happened(profile, _OF_ANYBODY), *_placed(profile), *_points_under("", points)))


def of_everybody(profile: Profile) -> Iterator[Listed]:
    """What is told of all together. What is the same for the four of every table is left out."""
    return _with_values((*_happened(profile, _OF_EVERYBODY), *_points(profile)))


def _with_values(lines: Iterable[Listed]) -> Iterator[Listed]:
    return (line for line in lines if line.measure.value is not None)


def _games(profile: Profile) -> Iterator[Listed]:
    for partners in (False, True):
        counts = profile.counts_where(partnership=partners)
        found = counted(counts)
        for code in _OF_GAMES[:1] if partners else _OF_GAMES:
            yield Listed(code, found[code], code in SHARES, partners=partners)
        for place, measure in enumerate(places(counts)[: 2 if partners else None], 1):
            yield Listed("places", measure, is_share=True, place=place, partners=partners)


def _happened(profile: Profile, codes: Iterable[Counted]) -> Iterator[Listed]:
    counts = profile.counts
    found = counted(counts)
    for code in codes:
        yield Listed(code, found[code], code in SHARES)
    if counts.doubled.to_partner:
        yield Listed("doubling_to_partner", found["doubling_to_partner"], is_share=True)
    for contract, measure in chosen_first(counts).items():
        yield Listed("chosen_first", measure, is_share=True, contract=contract)


def _placed(profile: Profile) -> Iterator[Listed]:
    for place, measure in enumerate(trex_places(profile.counts), 1):
        yield Listed("trex_places", measure, is_share=True, place=place)
    for kingdoms, measure in enumerate(won_from_behind(profile.counts), 1):
        yield Listed("won_from_behind", measure, is_share=True, kingdoms=kingdoms)


def _points(profile: Profile) -> Iterator[Listed]:
    for rules, one in profile.by_rules.items():
        yield from _points_under(rules, one.points)


def _points_under(rules: str, points: PointSums) -> Iterator[Listed]:
    for code, measure in in_points(points).items():
        yield Listed(code, measure, rules=rules)
    for contract, both in by_contract(points).items():
        yield Listed("as_king", both.as_king, rules=rules, contract=contract)
        yield Listed("otherwise", both.otherwise, rules=rules, contract=contract)
