"""All measures of a profile as lines of a table.

A measure with several values has a line for each, and measures of points have one for each key of rules. Measures
without a value are left out.
"""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from trexscore.league.statistics.facts import PointSums
from trexscore.league.statistics.measures import (
    Measure,
    MeasureCode,
    contract_measures,
    finish_measures,
    first_contract_shares,
    measures_of_counts,
    place_shares,
    point_measures,
    won_from_behind_shares,
)
from trexscore.league.statistics.profile import Profile
from trexscore.rules.cards import Contract

_PLAYER_COUNT_MEASURES = frozenset(MeasureCode) - {MeasureCode.GAMES_WON, MeasureCode.AVERAGE_PLACE}
"""Counted measures of players and pairs, besides those listed separately for games of individuals and of pairs."""
_CLUB_COUNT_MEASURES = frozenset(
    (
        MeasureCode.DOUBLING_RATE,
        MeasureCode.DOUBLING_PAID_OFF,
        MeasureCode.DOUBLING_BACKFIRED,
        MeasureCode.DOUBLED_CARDS_TAKEN,
        MeasureCode.DOUBLING_TO_PARTNER,
    )
)
"""Counted measures of the whole club: those that are not the same for every four players."""


class ProfileLine(NamedTuple):
    """A line: a measure, and which of its values. `comparable_rules_key`: of points. `kingdoms_played`: so far."""

    code: MeasureCode
    measure: Measure
    comparable_rules_key: str | None = None
    contract: Contract | None = None
    place: int | None = None
    kingdoms_played: int | None = None
    partnership: bool | None = None


def player_lines(profile: Profile) -> Iterator[ProfileLine]:
    """The lines of a player or a pair."""
    return _without_empty_lines(
        (
            *_finish_lines(profile),
            *_lines_of_counts(profile, _PLAYER_COUNT_MEASURES),
            *_trex_place_and_comeback_lines(profile),
            *_point_lines(profile),
        )
    )


def lines_without_finishes(profile: Profile, point_sums: PointSums) -> Iterator[ProfileLine]:
    """The lines without those of whole games, and with these points in place of the profile's."""
    return _without_empty_lines(
        (
            *_lines_of_counts(profile, _PLAYER_COUNT_MEASURES),
            *_trex_place_and_comeback_lines(profile),
            *_point_lines_under("", point_sums),
        )
    )


def whole_club_lines(profile: Profile) -> Iterator[ProfileLine]:
    """The lines of the whole club. Measures that are the same for every four players are left out."""
    return _without_empty_lines((*_lines_of_counts(profile, _CLUB_COUNT_MEASURES), *_point_lines(profile)))


def _without_empty_lines(lines: Iterable[ProfileLine]) -> Iterator[ProfileLine]:
    return (line for line in lines if line.measure.value is not None)


def _finish_lines(profile: Profile) -> Iterator[ProfileLine]:
    for partners in (False, True):
        counts = profile.counts_where(partnership=partners)
        for code, measure in finish_measures(counts).items():
            if code is MeasureCode.GAMES_WON or not partners:
                yield ProfileLine(code, measure, partnership=partners)
        for place, measure in enumerate(place_shares(counts.finish_counts)[: 2 if partners else None], 1):
            yield ProfileLine(MeasureCode.PLACE_SHARE, measure, place=place, partnership=partners)


def _lines_of_counts(profile: Profile, codes: AbstractSet[MeasureCode]) -> Iterator[ProfileLine]:
    counts = profile.counts
    for code, measure in measures_of_counts(counts).items():
        if code in codes and (code is not MeasureCode.DOUBLING_TO_PARTNER or counts.doubling_counts.to_partner):
            yield ProfileLine(code, measure)
    for contract, measure in first_contract_shares(counts).items():
        yield ProfileLine(MeasureCode.FIRST_CONTRACT, measure, contract=contract)


def _trex_place_and_comeback_lines(profile: Profile) -> Iterator[ProfileLine]:
    for place, measure in enumerate(place_shares(profile.counts.trex_place_counts), 1):
        yield ProfileLine(MeasureCode.TREX_PLACE_SHARE, measure, place=place)
    for kingdoms_played, measure in enumerate(won_from_behind_shares(profile.counts), 1):
        yield ProfileLine(MeasureCode.WON_FROM_BEHIND, measure, kingdoms_played=kingdoms_played)


def _point_lines(profile: Profile) -> Iterator[ProfileLine]:
    for rules, games in profile.sums_by_rules.items():
        yield from _point_lines_under(rules, games.point_sums)


def _point_lines_under(comparable_rules_key: str, point_sums: PointSums) -> Iterator[ProfileLine]:
    for code, measure in point_measures(point_sums).items():
        yield ProfileLine(code, measure, comparable_rules_key)
    for contract, pair in contract_measures(point_sums).items():
        yield ProfileLine(MeasureCode.POINTS_AS_KING, pair.as_king, comparable_rules_key, contract)
        yield ProfileLine(MeasureCode.POINTS_NOT_AS_KING, pair.not_as_king, comparable_rules_key, contract)
