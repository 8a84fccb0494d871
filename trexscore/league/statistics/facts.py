"""What a player's part in one game tells, as numbers that are added over games and can be taken off again.

`Counts` are of things that happened and mean the same at every table. `PointSums` are points, more being better; they
can only be added for games under like rules, which `Facts.rules` tells (`like_rules.key_of`).
"""

from typing import Any, NamedTuple

from trexscore.league.statistics.sums import NO_VALUES, ByContract, Sample, numbers_in, shaper
from trexscore.rules.cards import CONTRACTS

VERSION = 1
"""Of the written form. Another one is refused: a migration that raises it drops what is written and tells it anew."""


class Taken(NamedTuple):
    """Cards and tricks taken, a value for each deal in which they counted."""

    kings_of_hearts: Sample = NO_VALUES
    queens: Sample = NO_VALUES
    diamonds: Sample = NO_VALUES
    tricks: Sample = NO_VALUES


class Doubled(NamedTuple):
    """Cards that this player doubled, and what became of them; `eaten` are those that others had doubled.

    Nobody reports who held a card that was not doubled, so `deals` are all in which there was a card to double.
    """

    deals: int = 0
    paid_off: int = 0
    """An opponent took it."""
    backfired: int = 0
    """The holder took it back."""
    to_partner: int = 0
    eaten: int = 0

    @property
    def cards(self) -> int:
        """All cards that this player doubled."""
        return self.paid_off + self.backfired + self.to_partner


class AfterKingdoms(NamedTuple):
    """Complete games, by what they were after one, two and three kingdoms."""

    first: int = 0
    second: int = 0
    third: int = 0


class Counts(NamedTuple):
    """What happened, counted."""

    games: int = 0
    complete: int = 0
    places: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Of games that have places, by place; a shared place counts as the best of those shared."""
    deals: int = 0
    without_trex: int = 0
    """Deals in which suits are followed."""
    reneges: int = 0
    kingdoms: int = 0
    """Begun as king."""
    chosen_first: ByContract[int] = ByContract(*(0 for _ in CONTRACTS))
    """Contracts of the king's first deal; where several were played together, each of them."""
    taken: Taken = Taken()
    trex: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Places in Trex."""
    doubled: Doubled = Doubled()
    behind: AfterKingdoms = AfterKingdoms()
    """The leader had more then."""
    won_from_behind: AfterKingdoms = AfterKingdoms()
    """And yet the game was won."""
    comebacks: int = 0
    """Games won after having been behind at one of the three."""
    furthest_behind: AfterKingdoms = AfterKingdoms()
    """Comebacks, by when the player was furthest behind; of equals the latest."""


class PointSums(NamedTuple):
    """Points, more being better."""

    as_king: ByContract[Sample] = ByContract(*(NO_VALUES for _ in CONTRACTS))
    """A value for each deal with the contract; of contracts played together, each its own points."""
    otherwise: ByContract[Sample] = ByContract(*(NO_VALUES for _ in CONTRACTS))
    kingdoms: Sample = NO_VALUES
    """The king's own points in a kingdom played to its end, without adjustments."""
    games: Sample = NO_VALUES
    """The player's own points in a complete game."""
    doubled: Sample = NO_VALUES
    """For each card that this player doubled: what the doubling changed for the player."""
    eaten: Sample = NO_VALUES
    """For each card that another had doubled and this player took: what the doubling changed for the player."""
    by_others: int = 0
    """What doubled cards brought a player who neither held nor took them (who led the trick, or an opponent)."""
    adjustments: int = 0
    comebacks: Sample = NO_VALUES
    """For each comeback: how far behind at the worst of the three."""


class Facts(NamedTuple):
    """What a player's part in one game tells, or in several under like rules."""

    rules: str
    counts: Counts
    points: PointSums


NO_COUNTS = Counts()
NO_POINT_SUMS = PointSums()
_counts_from = shaper(NO_COUNTS)
_point_sums_from = shaper(NO_POINT_SUMS)


def facts_as_json(facts: Facts) -> list[Any]:
    """Version, rules, counts and points; the numbers in the order of the fields."""
    return [VERSION, facts.rules, numbers_in(facts.counts), numbers_in(facts.points)]


def facts_from_json(value: list[Any]) -> Facts:
    """ValueError where it was written by another version."""
    version, rules, counts, points = value
    if version != VERSION:
        msg = f"facts of version {version}"
        raise ValueError(msg)
    return Facts(rules, _counts_from(counts), _point_sums_from(points))
