"""Facts of many games, added: of a player, of a pair, or of a whole club.

Profiles add up in any order, and `EMPTY` changes nothing. Points stay apart by the rules they were made under, since
75 points at one table are not 75 at another; what was merely counted can be looked at together.
"""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any, NamedTuple

from trexscore.league.statistics.extremes import (
    NO_EXTREMES,
    Extremes,
    extremes_as_json,
    extremes_from_json,
    extremes_of,
    further,
)
from trexscore.league.statistics.facts import NO_COUNTS, NO_POINT_SUMS, Counts, Facts, PointSums
from trexscore.league.statistics.like_rules import is_of_pairs
from trexscore.league.statistics.sums import minus, numbers_in, plus, shaper

VERSION = 1
"""Of the written form. A profile of another version is not read but made again from its games."""


class UnderRules(NamedTuple):
    """All games under like rules."""

    counts: Counts = NO_COUNTS
    points: PointSums = NO_POINT_SUMS
    extremes: Extremes = NO_EXTREMES


class Profile(NamedTuple):
    """What games tell, by the rules that their points were made under (`like_rules.key_of`)."""

    by_rules: Mapping[str, UnderRules] = {}

    def __add__(self, other: object) -> "Profile":
        """Both together."""
        if not isinstance(other, Profile):
            return NotImplemented
        keys = sorted({**self.by_rules, **other.by_rules})
        return Profile({key: _together(self.under(key), other.under(key)) for key in keys})

    def under(self, key: str) -> UnderRules:
        """The games under these rules."""
        return self.by_rules.get(key, UnderRules())

    @property
    def counts(self) -> Counts:
        """What happened in all games, whatever their rules."""
        return _all(self.by_rules.values())

    def counts_where(self, *, partnership: bool) -> Counts:
        """What happened in games of pairs, or of individuals: a place among two is not one among four."""
        return _all(one for key, one in self.by_rules.items() if is_of_pairs(key) is partnership)

    def without(self, game: str, facts: Facts) -> "Profile | None":
        """The profile before this game; None where the game holds an extreme, so that it has to be made again."""
        mine = self.under(facts.rules)
        if any(one is not None and one.game == game for one in mine.extremes):
            return None
        left = UnderRules(minus(mine.counts, facts.counts), minus(mine.points, facts.points), mine.extremes)
        kept = {**self.by_rules, facts.rules: left}
        return Profile({key: one for key, one in kept.items() if one.counts.games})


EMPTY = Profile()
_sums_from = shaper((NO_COUNTS, NO_POINT_SUMS))


def profile_of(games: Iterable[tuple[str, Facts]]) -> Profile:
    """The sum of what these games tell; each with what it is known by."""
    rows: dict[str, list[int]] = {}
    furthest: dict[str, Extremes] = {}
    for game, facts in games:
        key, counts, points = facts
        numbers = numbers_in((counts, points))
        so_far = rows.get(key)
        rows[key] = numbers if so_far is None else [a + b for a, b in zip(so_far, numbers, strict=True)]
        furthest[key] = further(furthest.get(key, NO_EXTREMES), extremes_of(game, facts))
    return Profile({key: _under(rows[key], furthest[key]) for key in sorted(rows)})


def pair_of(one: Facts, other: Facts) -> Facts:
    """What a game tells of two partners as one: their deals and kingdoms together, the game and its place once.

    Averages of deals and kingdoms are then per partner; points of games are those of both.
    """
    counts, points = plus(one.counts, other.counts), plus(one.points, other.points)
    mine = one.counts
    total = one.points.games.sum + other.points.games.sum
    return Facts(
        one.rules,
        counts._replace(
            games=mine.games,
            complete=mine.complete,
            places=mine.places,
            behind=mine.behind,
            won_from_behind=mine.won_from_behind,
            comebacks=mine.comebacks,
            furthest_behind=mine.furthest_behind,
        ),
        points._replace(
            games=one.points.games._replace(sum=total, squares=total * total),
            comebacks=one.points.comebacks,
        ),
    )


def as_json(profile: Profile) -> dict[str, Any]:
    """Version, and by rules all numbers in the order of the fields, then the extremes."""
    return {
        "version": VERSION,
        "by_rules": {
            key: [numbers_in((one.counts, one.points)), extremes_as_json(one.extremes)]
            for key, one in profile.by_rules.items()
        },
    }


def from_json(value: Mapping[str, Any]) -> Profile:
    """ValueError where it was written by another version."""
    if value["version"] != VERSION:
        msg = f"a profile of version {value['version']}"
        raise ValueError(msg)
    return Profile(
        {key: _under(numbers, extremes_from_json(furthest)) for key, (numbers, furthest) in value["by_rules"].items()}
    )


def _all(parts: Iterable[UnderRules]) -> Counts:
    return reduce(plus, (one.counts for one in parts), NO_COUNTS)


def _together(one: UnderRules, other: UnderRules) -> UnderRules:
    return UnderRules(
        plus(one.counts, other.counts), plus(one.points, other.points), further(one.extremes, other.extremes)
    )


def _under(numbers: list[int], extremes: Extremes) -> UnderRules:
    counts, points = _sums_from(numbers)
    return UnderRules(counts, points, extremes)
