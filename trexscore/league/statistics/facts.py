"""The statistical facts of a player in one game: numbers that can be added over games and subtracted.

`Counts` mean the same under all rules. `PointSums` are points (more is better) and can only be added for games under
comparable rules, with the same `Facts.comparable_rules_key` (see `comparable_rules`).
"""

from typing import NamedTuple, cast

from trexscore.league.number_tuples import EMPTY_SAMPLE, ByContract, Sample, flatten, make_unflattener
from trexscore.rules.cards import CONTRACTS

STORED_FORMAT_VERSION = 1
"""Of the stored form. Other versions are refused: the migration that raises it marks clubs to be rebuilt."""


class CardsTakenSamples(NamedTuple):
    """Cards and tricks taken, with a value for each deal in which they counted."""

    kings_of_hearts: Sample = EMPTY_SAMPLE
    queens: Sample = EMPTY_SAMPLE
    diamonds: Sample = EMPTY_SAMPLE
    tricks: Sample = EMPTY_SAMPLE


class DoublingCounts(NamedTuple):
    """Cards that this player doubled, by outcome; `others_cards_taken`: cards taken that others doubled.

    The holder of a card that was not doubled is not recorded, so deals count if they had a card to double.
    """

    deals_with_doublable_card: int = 0
    paid_off: int = 0
    """An opponent took it."""
    backfired: int = 0
    """The holder took it back."""
    to_partner: int = 0
    others_cards_taken: int = 0

    @property
    def doubled_card_count(self) -> int:
        """All cards that this player doubled."""
        return self.paid_off + self.backfired + self.to_partner


class CountsAfterKingdoms(NamedTuple):
    """Numbers of complete games with some state after one, two and three kingdoms."""

    first: int = 0
    second: int = 0
    third: int = 0


class Counts(NamedTuple):
    """Counts of what happened."""

    games: int = 0
    complete_games: int = 0
    finish_counts: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Of games that have places, by place; a shared place counts as the best of those shared."""
    deals: int = 0
    deals_without_trex: int = 0
    """Deals in which suits are followed."""
    revokes: int = 0
    own_kingdoms_begun: int = 0
    """Own kingdoms that began."""
    first_contract_counts: ByContract[int] = ByContract(*(0 for _ in CONTRACTS))
    """Contracts of the king's first deal; where several were played together, each of them."""
    cards_taken: CardsTakenSamples = CardsTakenSamples()
    trex_place_counts: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Places in Trex."""
    doubling_counts: DoublingCounts = DoublingCounts()
    behind_after: CountsAfterKingdoms = CountsAfterKingdoms()
    """Games in which the player was behind."""
    won_from_behind: CountsAfterKingdoms = CountsAfterKingdoms()
    """Games won in which the player was behind."""
    comebacks: int = 0
    """Games won after having been behind at one of the three."""
    furthest_behind_after: CountsAfterKingdoms = CountsAfterKingdoms()
    """Comebacks, by the time at which the player was furthest behind; of equal times the latest."""


class PointSums(NamedTuple):
    """Points; more is better."""

    as_king_by_contract: ByContract[Sample] = ByContract(*(EMPTY_SAMPLE for _ in CONTRACTS))
    """A value for each deal with the contract; of contracts played together, each its own points."""
    not_as_king_by_contract: ByContract[Sample] = ByContract(*(EMPTY_SAMPLE for _ in CONTRACTS))
    own_kingdom_points: Sample = EMPTY_SAMPLE
    """The king's own points in a completed kingdom, without adjustments."""
    game_points: Sample = EMPTY_SAMPLE
    """The player's own points in a complete game."""
    as_doubler: Sample = EMPTY_SAMPLE
    """For each card that this player doubled: the player's points from the doubling."""
    as_doubled_card_taker: Sample = EMPTY_SAMPLE
    """For each card that another had doubled and this player took: the player's points from the doubling."""
    as_doubling_bystander: int = 0
    """Points from doubled cards that the player neither held nor took (by leading the trick, or as an opponent)."""
    adjustment_points: int = 0
    comeback_points: Sample = EMPTY_SAMPLE
    """For each comeback: the most points behind after one, two or three kingdoms."""


class Facts(NamedTuple):
    """The facts of a player in one game, or in several under comparable rules."""

    comparable_rules_key: str
    counts: Counts
    point_sums: PointSums


NO_COUNTS = Counts()
NO_POINT_SUMS = PointSums()
_unflatten_counts = make_unflattener(NO_COUNTS)
_unflatten_point_sums = make_unflattener(NO_POINT_SUMS)


def facts_as_json(facts: Facts) -> tuple[int, str, list[int], list[int]]:
    """The stored form: version, rules, counts and points; the numbers in the order of the fields."""
    return STORED_FORMAT_VERSION, facts.comparable_rules_key, flatten(facts.counts), flatten(facts.point_sums)


def facts_from_json(stored_facts: list[object]) -> Facts:
    """Read what `facts_as_json` gives. Raises ValueError for another version."""
    version, rules, counts, points = cast("tuple[int, str, list[int], list[int]]", stored_facts)
    if version != STORED_FORMAT_VERSION:
        raise ValueError(f"facts of version {version}")
    return Facts(rules, _unflatten_counts(counts), _unflatten_point_sums(points))
