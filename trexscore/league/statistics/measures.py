"""What is shown of counts and points: an average or a share, on how much it rests, and where the truth may lie.

Under `FEW` values a measure is small. Points of a deal scatter so much that with twenty of them the interval is still
about as wide as one standard deviation, in Trex a whole place: less says more of the cards than of the player.

Between its two ends lies, with about 95 % certainty, what more and more games would lead to. An average has the ends of
Student's t; it has none of few values or of equal ones: skewed as points are, they would cover less than they claim. A
share is taken as if two more of each kind had been seen (Agresti and Coull), so that "never in three" does not look
certain. Values are taken as independent, as deals nearly are. Ends are rounded outwards.
"""

from fractions import Fraction
from math import ceil, isqrt
from typing import Literal, NamedTuple

from trexscore.league.statistics.facts import Counts, PointSums
from trexscore.league.statistics.sums import Sample
from trexscore.rules.cards import Contract

FEW = 20
"""Fewer values than these are a small sample."""
PARTS = 1000
"""Ends are multiples of one of these."""
_ERRORS = Fraction(2)
"""Standard errors on either side of a share."""
_ONE_SEEN_MORE = 2
"""Of each kind, for the interval of a share."""

Counted = Literal[
    "won",
    "place",
    "trex_place",
    "kings_of_hearts_taken",
    "queens_taken",
    "diamonds_taken",
    "tricks_taken",
    "doubling_often",
    "doubling_paid_off",
    "doubling_backfired",
    "doubling_to_partner",
    "doubled_eaten",
    "reneges",
    "comebacks",
]
InPoints = Literal["game_points", "kingdom_points", "doubling_earned", "eaten_cost", "comeback_points"]
Grouped = Literal["as_king", "otherwise", "chosen_first", "trex_places", "places", "won_from_behind"]
"""Measures that come several at once: for each contract, place or kingdom."""
Case = Literal["games", "deals", "cards", "kingdoms"]
"""What the values of a measure are of."""
SHARES: frozenset[Counted] = frozenset(
    {
        "won",
        "kings_of_hearts_taken",
        "doubling_paid_off",
        "doubling_backfired",
        "doubling_to_partner",
        "reneges",
        "comebacks",
    }
)
"""Those of the counted ones that are shares, from 0 to 1."""
_CASES: dict[Case, frozenset[str]] = {
    "cards": frozenset(
        {"doubling_paid_off", "doubling_backfired", "doubling_to_partner", "doubling_earned", "eaten_cost"}
    ),
    "games": frozenset({"won", "place", "comebacks", "game_points", "comeback_points", "places", "won_from_behind"}),
    "kingdoms": frozenset({"kingdom_points", "chosen_first"}),
}


class Measure(NamedTuple):
    """An average or a share of so many values; no value of none. `between` is missing where nothing can be said."""

    value: Fraction | None
    out_of: int
    small: bool
    between: tuple[Fraction, Fraction] | None


class InContract(NamedTuple):
    """Average points of a deal of a contract."""

    as_king: Measure
    otherwise: Measure


def cases_of(code: Counted | InPoints | Grouped) -> Case:
    """What the values of a measure are of."""
    return next((case for case, codes in _CASES.items() if code in codes), "deals")


def average(values: Sample) -> Measure:
    """The average of these values."""
    size, total, squares = values
    if size == 0:
        return _nothing()
    mean = Fraction(total, size)
    varied = squares * size - total * total
    if size < FEW or not varied:
        return Measure(mean, size, size < FEW, between=None)
    reach = _reach(Fraction(varied, size * size * (size - 1)), _student(size - 1))
    return Measure(mean, size, small=False, between=(mean - reach, mean + reach))


def share(some: int, out_of: int) -> Measure:
    """How many of these were so."""
    if out_of == 0:
        return _nothing()
    size = out_of + 2 * _ONE_SEEN_MORE
    middle = Fraction(some + _ONE_SEEN_MORE, size)
    reach = _reach(middle * (1 - middle) / size)
    between = max(Fraction(0), middle - reach), min(Fraction(1), middle + reach)
    return Measure(Fraction(some, out_of), out_of, out_of < FEW, between)


def rate(times: int, out_of: int) -> Measure:
    """How often in each of these; it may be more than once."""
    return Measure(Fraction(times, out_of), out_of, out_of < FEW, None) if out_of else _nothing()


def counted(counts: Counts) -> dict[Counted, Measure]:
    """What hangs on no points. Winning and places are looked at for pairs and individuals apart."""
    taken, doubled = counts.taken, counts.doubled
    return {
        **outcome(counts),
        "trex_place": average(_of_places(counts.trex)),
        "kings_of_hearts_taken": share(taken.kings_of_hearts.sum, taken.kings_of_hearts.size),
        "queens_taken": average(taken.queens),
        "diamonds_taken": average(taken.diamonds),
        "tricks_taken": average(taken.tricks),
        "doubling_often": rate(doubled.cards, doubled.deals),
        "doubling_paid_off": share(doubled.paid_off, doubled.cards),
        "doubling_backfired": share(doubled.backfired, doubled.cards),
        "doubling_to_partner": share(doubled.to_partner, doubled.cards),
        "doubled_eaten": rate(doubled.eaten, doubled.deals),
        "reneges": share(counts.reneges, counts.without_trex),
        "comebacks": share(counts.comebacks, counts.complete),
    }


def outcome(counts: Counts) -> dict[Counted, Measure]:
    """How games ended, of `counted`."""
    return {
        "won": share(counts.places[0], sum(counts.places)),
        "place": average(_of_places(counts.places)),
    }


def in_points(points: PointSums) -> dict[InPoints, Measure]:
    """Average points, for games under like rules."""
    return {
        "game_points": average(points.games),
        "kingdom_points": average(points.kingdoms),
        "doubling_earned": average(points.doubled),
        "eaten_cost": average(points.eaten),
        "comeback_points": average(points.comebacks),
    }


def by_contract(points: PointSums) -> dict[Contract, InContract]:
    """Average points of a deal of each contract, as king and not."""
    pairs = points.as_king.zip(points.otherwise, lambda king, other: InContract(average(king), average(other)))
    return pairs.by_name()


def chosen_first(counts: Counts) -> dict[Contract, Measure]:
    """In how many of the own kingdoms each contract came first; of contracts played together each did."""
    return counts.chosen_first.map(lambda times: share(times, counts.kingdoms)).by_name()


def trex_places(counts: Counts) -> tuple[Measure, ...]:
    """How often first, second, third and last in Trex."""
    return _shares(counts.trex)


def places(counts: Counts) -> tuple[Measure, ...]:
    """How often on each place of a game."""
    return _shares(counts.places)


def won_from_behind(counts: Counts) -> tuple[Measure, ...]:
    """How many complete games were won of those in which the player was behind after one, two, three kingdoms."""
    return tuple(share(won, behind) for won, behind in zip(counts.won_from_behind, counts.behind, strict=True))


def _nothing() -> Measure:
    return Measure(None, 0, small=True, between=None)


def _student(freedom: int) -> Fraction:
    """Standard errors to either side of an average with 95 % between, in thousandths (Cornish and Fisher)."""
    z = 1.959964
    terms = (
        z,
        (z**3 + z) / (4 * freedom),
        (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2),
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3),
    )
    return Fraction(ceil(1000 * sum(terms)), 1000)


def _reach(squared_error: Fraction, errors: Fraction = _ERRORS) -> Fraction:
    """So many standard errors, rounded up."""
    squared = squared_error * (errors * PARTS) ** 2
    whole = -(-squared.numerator // squared.denominator)
    return Fraction(isqrt(whole - 1) + 1 if whole else 0, PARTS)


def _shares(times: tuple[int, ...]) -> tuple[Measure, ...]:
    return tuple(share(one, sum(times)) for one in times)


def _of_places(times: tuple[int, ...]) -> Sample:
    numbered = list(enumerate(times, 1))
    return Sample(
        sum(times),
        sum(place * often for place, often in numbered),
        sum(place * place * often for place, often in numbered),
    )
