"""Profiles: the summed facts of many games of a player, a pair or a whole club.

Profiles can be added in any order. They are separated by comparable rules, because points under different rules are
not comparable; counts can be summed over all of them.
"""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import NamedTuple, TypedDict

from trexscore.league.number_tuples import flatten, make_unflattener, minus, plus
from trexscore.league.statistics.comparable_rules import key_has_partners
from trexscore.league.statistics.extremes import NO_EXTREMES, Extremes, combine_extremes, extremes_of
from trexscore.league.statistics.facts import NO_COUNTS, NO_POINT_SUMS, Counts, Facts, PointSums

STORED_FORMAT_VERSION = 1
"""Of the stored form. Other versions are refused: the migration that raises it marks clubs to be rebuilt."""


class RulesSums(NamedTuple):
    """The sums of all games under comparable rules."""

    counts: Counts = NO_COUNTS
    point_sums: PointSums = NO_POINT_SUMS
    extremes: Extremes = NO_EXTREMES


class Profile(NamedTuple):
    """Sums by the key of the rules (`comparable_rules.comparable_rules_key`)."""

    sums_by_rules: Mapping[str, RulesSums] = {}

    def __add__(self, other: object) -> "Profile":
        if not isinstance(other, Profile):
            return NotImplemented
        keys = sorted({**self.sums_by_rules, **other.sums_by_rules})
        return Profile({key: _add_sums(self.sums_under(key), other.sums_under(key)) for key in keys})

    def sums_under(self, comparable_rules_key: str) -> RulesSums:
        """The sums under the rules with this key."""
        return self.sums_by_rules.get(comparable_rules_key, RulesSums())

    @property
    def counts(self) -> Counts:
        """The counts of all games."""
        return _total_counts(self.sums_by_rules.values())

    def counts_where(self, *, partnership: bool) -> Counts:
        """The counts of games of pairs, or of individuals: a place among two is not one among four."""
        return _total_counts(
            rules_sums for key, rules_sums in self.sums_by_rules.items() if key_has_partners(key) is partnership
        )

    def without_game(self, game_uid: str, facts: Facts) -> "Profile | None":
        """The profile without this game; None if the game has an extreme, so that the caller must recompute it."""
        present = self.sums_under(facts.comparable_rules_key)
        if any(extreme is not None and extreme.game_uid == game_uid for extreme in present.extremes):
            return None
        remaining_sums = RulesSums(
            minus(present.counts, facts.counts), minus(present.point_sums, facts.point_sums), present.extremes
        )
        by_rules = {**self.sums_by_rules, facts.comparable_rules_key: remaining_sums}
        return Profile({key: rules_sums for key, rules_sums in by_rules.items() if rules_sums.counts.games})


EMPTY_PROFILE = Profile()
_unflatten_counts_and_points = make_unflattener((NO_COUNTS, NO_POINT_SUMS))


def profile_of(uids_and_facts: Iterable[tuple[str, Facts]]) -> Profile:
    """The sum of the facts of these games, given with their uids."""
    rows: dict[str, list[int]] = {}
    extremes_by_rules: dict[str, Extremes] = {}
    for game, facts in uids_and_facts:
        key, counts, points = facts
        flat_numbers = flatten((counts, points))
        earlier_numbers = rows.get(key)
        rows[key] = (
            flat_numbers
            if earlier_numbers is None
            else [a + b for a, b in zip(earlier_numbers, flat_numbers, strict=True)]
        )
        extremes_by_rules[key] = combine_extremes(extremes_by_rules.get(key, NO_EXTREMES), extremes_of(game, facts))
    return Profile({key: _unflatten_sums(rows[key], extremes_by_rules[key]) for key in sorted(rows)})


def facts_of_pair(first: Facts, second: Facts) -> Facts:
    """The facts of two partners as a pair: their deals and kingdoms together, the game and its place once.

    Averages of deals and kingdoms are then per partner; points of games are those of both.
    """
    counts, points = plus(first.counts, second.counts), plus(first.point_sums, second.point_sums)
    shared_counts = first.counts
    total = first.point_sums.game_points.sum + second.point_sums.game_points.sum
    return Facts(
        first.comparable_rules_key,
        counts._replace(
            games=shared_counts.games,
            complete_games=shared_counts.complete_games,
            finish_counts=shared_counts.finish_counts,
            behind_after=shared_counts.behind_after,
            won_from_behind=shared_counts.won_from_behind,
            comebacks=shared_counts.comebacks,
            furthest_behind_after=shared_counts.furthest_behind_after,
        ),
        points._replace(
            game_points=first.point_sums.game_points._replace(sum=total, sum_of_squares=total * total),
            comeback_points=first.point_sums.comeback_points,
        ),
    )


class StoredProfile(TypedDict):
    """The stored form: by rules all numbers in the order of the fields, and the extremes, which are lists in JSON."""

    version: int
    by_rules: Mapping[str, tuple[list[int], Extremes]]


def as_stored(profile: Profile) -> StoredProfile:
    """The stored form."""
    by_rules = {
        key: (flatten(rules_sums[:2]), rules_sums.extremes) for key, rules_sums in profile.sums_by_rules.items()
    }
    return {"version": STORED_FORMAT_VERSION, "by_rules": by_rules}


def from_stored(stored_profile: StoredProfile) -> Profile:
    """Read what `as_stored` gives. Raises ValueError for another version."""
    if stored_profile["version"] != STORED_FORMAT_VERSION:
        raise ValueError(f"a profile of version {stored_profile['version']}")
    return Profile({key: _unflatten_sums(*stored) for key, stored in stored_profile["by_rules"].items()})


def _total_counts(sums_of_all_rules: Iterable[RulesSums]) -> Counts:
    return reduce(plus, (rules_sums.counts for rules_sums in sums_of_all_rules), NO_COUNTS)


def _add_sums(left: RulesSums, right: RulesSums) -> RulesSums:
    return RulesSums(
        plus(left.counts, right.counts),
        plus(left.point_sums, right.point_sums),
        combine_extremes(left.extremes, right.extremes),
    )


def _unflatten_sums(numbers: list[int], extremes: Extremes) -> RulesSums:
    counts, points = _unflatten_counts_and_points(numbers)
    return RulesSums(counts, points, extremes)
