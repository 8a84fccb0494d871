"""Measures for display: an average or a share, its number of values, and a 95 % confidence interval.

A measure with less than `MIN_SAMPLE_SIZE` values is marked as small. Points of a deal scatter so much that the
interval of twenty is still about one standard deviation wide, in Trex a whole place: fewer show the cards rather than
the player.

The interval of an average uses Student's t. Few values and equal values have none: points are skewed, and it would
cover less than it claims. The interval of a share adds two of each kind (Agresti and Coull), so that "never in three"
does not look certain. Values are taken as independent, which deals nearly are. Ends are rounded outwards.
"""

from enum import StrEnum
from fractions import Fraction
from math import ceil, isqrt
from typing import Literal, NamedTuple, Self

from trexscore.league.number_tuples import Sample
from trexscore.league.statistics.facts import Counts, PointSums
from trexscore.rules.cards import CONTRACTS, Contract

MIN_SAMPLE_SIZE = 20
"""Fewer values than these are a small sample."""
INTERVAL_DENOMINATOR = 1000
"""Ends of intervals are multiples of 1 / `INTERVAL_DENOMINATOR`."""
_SHARE_INTERVAL_STANDARD_ERRORS = Fraction(2)
"""Half the width of a share's interval, in standard errors."""
_ADDED_HITS_AND_MISSES = 2
"""Added hits and misses for the interval of a share."""

CaseUnit = Literal["games", "deals", "cards", "kingdoms"]
"""The unit of a measure's values."""


class MeasureCode(StrEnum):
    """All measures, in the order of tables of data. Codes are public."""

    case_unit: CaseUnit
    is_share: bool
    """Whether its values are shares, from 0 to 1."""

    def __new__(cls, code: str, case_unit: CaseUnit, is_share: bool = False) -> Self:  # noqa: FBT001, FBT002 - as listed
        member = str.__new__(cls, code)
        member._value_, member.case_unit, member.is_share = code, case_unit, is_share
        return member

    GAMES_WON = "won", "games", True
    AVERAGE_PLACE = "place", "games"
    PLACE_SHARE = "places", "games", True
    AVERAGE_TREX_PLACE = "trex_place", "deals"
    KINGS_OF_HEARTS_TAKEN = "kings_of_hearts_taken", "deals", True
    QUEENS_TAKEN = "queens_taken", "deals"
    DIAMONDS_TAKEN = "diamonds_taken", "deals"
    TRICKS_TAKEN = "tricks_taken", "deals"
    DOUBLING_RATE = "doubling_often", "deals"
    DOUBLING_PAID_OFF = "doubling_paid_off", "cards", True
    DOUBLING_BACKFIRED = "doubling_backfired", "cards", True
    DOUBLED_CARDS_TAKEN = "doubled_eaten", "deals"
    REVOKES = "reneges", "deals", True
    COMEBACKS = "comebacks", "games", True
    DOUBLING_TO_PARTNER = "doubling_to_partner", "cards", True
    FIRST_CONTRACT = "chosen_first", "kingdoms", True
    TREX_PLACE_SHARE = "trex_places", "deals", True
    WON_FROM_BEHIND = "won_from_behind", "games", True
    GAME_POINTS = "game_points", "games"
    KINGDOM_POINTS = "kingdom_points", "kingdoms"
    OWN_DOUBLED_CARD_POINTS = "doubling_earned", "cards"
    TAKEN_DOUBLED_CARD_POINTS = "eaten_cost", "cards"
    COMEBACK_POINTS = "comeback_points", "games"
    POINTS_AS_KING = "as_king", "deals"
    POINTS_NOT_AS_KING = "otherwise", "deals"


class Measure(NamedTuple):
    """An average or a share of `case_count` values, None for none. `interval`: None if there is none."""

    value: Fraction | None
    case_count: int
    interval: tuple[Fraction, Fraction] | None = None

    @property
    def is_small_sample(self) -> bool:
        return self.case_count < MIN_SAMPLE_SIZE


_EMPTY_MEASURE = Measure(None, 0)


class ContractMeasures(NamedTuple):
    """Average points of a deal with a contract."""

    as_king: Measure
    not_as_king: Measure


def average_measure(sample: Sample) -> Measure:
    size, total, squares = sample
    if size == 0:
        return _EMPTY_MEASURE
    mean = Fraction(total, size)
    deviation = squares * size - total * total
    if size < MIN_SAMPLE_SIZE or not deviation:
        return Measure(mean, size)
    half_width = _interval_half_width(Fraction(deviation, size * size * (size - 1)), _student_quantile(size - 1))
    return Measure(mean, size, (mean - half_width, mean + half_width))


def share_measure(hits: int, case_count: int) -> Measure:
    """The share of `hits` in `case_count`."""
    if case_count == 0:
        return _EMPTY_MEASURE
    size = case_count + 2 * _ADDED_HITS_AND_MISSES
    middle_share = Fraction(hits + _ADDED_HITS_AND_MISSES, size)
    half_width = _interval_half_width(middle_share * (1 - middle_share) / size)
    likely_range = max(Fraction(0), middle_share - half_width), min(Fraction(1), middle_share + half_width)
    return Measure(Fraction(hits, case_count), case_count, likely_range)


def rate_measure(occurrences: int, case_count: int) -> Measure:
    """The average number of times per case; it may exceed 1."""
    return Measure(Fraction(occurrences, case_count), case_count) if case_count else _EMPTY_MEASURE


def measures_of_counts(counts: Counts) -> dict[MeasureCode, Measure]:
    """Measures without points. Callers separate wins and places of pairs from those of individuals."""
    taken, doubled = counts.cards_taken, counts.doubling_counts
    return {
        **finish_measures(counts),
        MeasureCode.AVERAGE_TREX_PLACE: average_measure(_sample_of_places(counts.trex_place_counts)),
        MeasureCode.KINGS_OF_HEARTS_TAKEN: share_measure(taken.kings_of_hearts.sum, taken.kings_of_hearts.size),
        MeasureCode.QUEENS_TAKEN: average_measure(taken.queens),
        MeasureCode.DIAMONDS_TAKEN: average_measure(taken.diamonds),
        MeasureCode.TRICKS_TAKEN: average_measure(taken.tricks),
        MeasureCode.DOUBLING_RATE: rate_measure(doubled.doubled_card_count, doubled.deals_with_doublable_card),
        MeasureCode.DOUBLING_PAID_OFF: share_measure(doubled.paid_off, doubled.doubled_card_count),
        MeasureCode.DOUBLING_BACKFIRED: share_measure(doubled.backfired, doubled.doubled_card_count),
        MeasureCode.DOUBLED_CARDS_TAKEN: rate_measure(doubled.others_cards_taken, doubled.deals_with_doublable_card),
        MeasureCode.REVOKES: share_measure(counts.revokes, counts.deals_without_trex),
        MeasureCode.COMEBACKS: share_measure(counts.comebacks, counts.complete_games),
        MeasureCode.DOUBLING_TO_PARTNER: share_measure(doubled.to_partner, doubled.doubled_card_count),
    }


def finish_measures(counts: Counts) -> dict[MeasureCode, Measure]:
    """The measures of `measures_of_counts` about how games ended."""
    return {
        MeasureCode.GAMES_WON: share_measure(counts.finish_counts[0], sum(counts.finish_counts)),
        MeasureCode.AVERAGE_PLACE: average_measure(_sample_of_places(counts.finish_counts)),
    }


def point_measures(point_sums: PointSums) -> dict[MeasureCode, Measure]:
    """Average points of games under comparable rules."""
    return {
        MeasureCode.GAME_POINTS: average_measure(point_sums.game_points),
        MeasureCode.KINGDOM_POINTS: average_measure(point_sums.own_kingdom_points),
        MeasureCode.OWN_DOUBLED_CARD_POINTS: average_measure(point_sums.as_doubler),
        MeasureCode.TAKEN_DOUBLED_CARD_POINTS: average_measure(point_sums.as_doubled_card_taker),
        MeasureCode.COMEBACK_POINTS: average_measure(point_sums.comeback_points),
    }


def contract_measures(point_sums: PointSums) -> dict[Contract, ContractMeasures]:
    """Average points of a deal with each contract, as king and otherwise."""
    pairs = zip(CONTRACTS, point_sums.as_king_by_contract, point_sums.not_as_king_by_contract, strict=True)
    return {contract: ContractMeasures(*map(average_measure, samples)) for contract, *samples in pairs}


def first_contract_shares(counts: Counts) -> dict[Contract, Measure]:
    """The share of own kingdoms that began with each contract; of contracts played together, each counts."""
    times_by_contract = counts.first_contract_counts.as_dict()
    return {contract: share_measure(times, counts.own_kingdoms_begun) for contract, times in times_by_contract.items()}


def won_from_behind_shares(counts: Counts) -> tuple[Measure, ...]:
    """The shares of games won, of complete ones in which the player was behind after one, two and three kingdoms."""
    return tuple(
        share_measure(won, behind) for won, behind in zip(counts.won_from_behind, counts.behind_after, strict=True)
    )


def _student_quantile(degrees_of_freedom: int) -> Fraction:
    """The 97.5 % quantile of Student's t, rounded up to thousandths (Cornish and Fisher)."""
    z = 1.959964
    terms = (
        z,
        (z**3 + z) / (4 * degrees_of_freedom),
        (5 * z**5 + 16 * z**3 + 3 * z) / (96 * degrees_of_freedom**2),
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * degrees_of_freedom**3),
    )
    return Fraction(ceil(1000 * sum(terms)), 1000)


def _interval_half_width(
    squared_standard_error: Fraction, standard_error_count: Fraction = _SHARE_INTERVAL_STANDARD_ERRORS
) -> Fraction:
    """`standard_error_count` times the standard error, rounded up to a multiple of 1 / `INTERVAL_DENOMINATOR`."""
    squared = squared_standard_error * (standard_error_count * INTERVAL_DENOMINATOR) ** 2
    rounded_up = -(-squared.numerator // squared.denominator)
    return Fraction(isqrt(rounded_up - 1) + 1 if rounded_up else 0, INTERVAL_DENOMINATOR)


def place_shares(counts_by_place: tuple[int, ...]) -> tuple[Measure, ...]:
    """The shares of the places, of so many games or deals with each."""
    return tuple(share_measure(count, sum(counts_by_place)) for count in counts_by_place)


def _sample_of_places(counts_by_place: tuple[int, ...]) -> Sample:
    numbered = list(enumerate(counts_by_place, 1))
    return Sample(
        sum(counts_by_place),
        sum(place * count for place, count in numbered),
        sum(place * place * count for place, count in numbered),
    )
