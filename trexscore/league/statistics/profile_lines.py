"""All measures of a profile as lines of a table.

A measure with several values has a line for each, and measures of points have one for each key of rules. Measures
without a value are left out.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from trexscore.league.statistics.facts import PointSums
from trexscore.league.statistics.measures import (
    SHARES,
    CountedMeasure,
    GroupedMeasure,
    Measure,
    MeasureUnit,
    PointsMeasure,
    by_contract,
    chosen_first,
    counted,
    in_points,
    places,
    trex_places,
    unit_of,
    won_from_behind,
)
from trexscore.league.statistics.profile import Profile
from trexscore.rules.cards import Contract

_GAME_CODES: tuple[CountedMeasure, ...] = ("won", "place")
"""Listed separately for games of individuals and of pairs."""
_DOUBLING: tuple[CountedMeasure, ...] = ("doubling_often", "doubling_paid_off", "doubling_backfired")
_PLAYER_CODES: tuple[CountedMeasure, ...] = (
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
_CLUB_CODES: tuple[CountedMeasure, ...] = (*_DOUBLING, "doubled_eaten")


class ProfileLine(NamedTuple):
    """A line: a measure, and which of its values. `rules`: the key for points. `kingdoms`: those played so far."""

    code: CountedMeasure | PointsMeasure | GroupedMeasure
    measure: Measure
    is_share: bool = False
    rules: str | None = None
    contract: Contract | None = None
    place: int | None = None
    kingdoms: int | None = None
    partners: bool | None = None

    @property
    def cases(self) -> MeasureUnit:
        """The unit of its values."""
        return unit_of(self.code)


def player_lines(profile: Profile) -> Iterator[ProfileLine]:
    """The lines of a player or a pair."""
    return _with_values((*_games(profile), *_counts(profile, _PLAYER_CODES), *_places(profile), *_points(profile)))


def lines_with_points(profile: Profile, points: PointSums) -> Iterator[ProfileLine]:
    """The lines without those of whole games, and with these points in place of the profile's."""
    return _with_values((*_counts(profile, _PLAYER_CODES), *_places(profile), *_points_under("", points)))


def club_lines(profile: Profile) -> Iterator[ProfileLine]:
    """The lines of the whole club. Measures that are the same for every four players are left out."""
    return _with_values((*_counts(profile, _CLUB_CODES), *_points(profile)))


def _with_values(lines: Iterable[ProfileLine]) -> Iterator[ProfileLine]:
    return (line for line in lines if line.measure.value is not None)


def _games(profile: Profile) -> Iterator[ProfileLine]:
    for partners in (False, True):
        counts = profile.counts_where(partnership=partners)
        measures = counted(counts)
        for code in _GAME_CODES[:1] if partners else _GAME_CODES:
            yield ProfileLine(code, measures[code], code in SHARES, partners=partners)
        for place, measure in enumerate(places(counts)[: 2 if partners else None], 1):
            yield ProfileLine("places", measure, is_share=True, place=place, partners=partners)


def _counts(profile: Profile, codes: Iterable[CountedMeasure]) -> Iterator[ProfileLine]:
    counts = profile.counts
    measures = counted(counts)
    for code in codes:
        yield ProfileLine(code, measures[code], code in SHARES)
    if counts.doubled.to_partner:
        yield ProfileLine("doubling_to_partner", measures["doubling_to_partner"], is_share=True)
    for contract, measure in chosen_first(counts).items():
        yield ProfileLine("chosen_first", measure, is_share=True, contract=contract)


def _places(profile: Profile) -> Iterator[ProfileLine]:
    for place, measure in enumerate(trex_places(profile.counts), 1):
        yield ProfileLine("trex_places", measure, is_share=True, place=place)
    for kingdoms, measure in enumerate(won_from_behind(profile.counts), 1):
        yield ProfileLine("won_from_behind", measure, is_share=True, kingdoms=kingdoms)


def _points(profile: Profile) -> Iterator[ProfileLine]:
    for rules, games in profile.by_rules.items():
        yield from _points_under(rules, games.points)


def _points_under(rules: str, points: PointSums) -> Iterator[ProfileLine]:
    for code, measure in in_points(points).items():
        yield ProfileLine(code, measure, rules=rules)
    for contract, pair in by_contract(points).items():
        yield ProfileLine("as_king", pair.as_king, rules=rules, contract=contract)
        yield ProfileLine("otherwise", pair.otherwise, rules=rules, contract=contract)
