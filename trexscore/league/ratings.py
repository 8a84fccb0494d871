"""How strong somebody seems from the order in which games were finished (Plackett–Luce, by openskill).

Players are rated by individual games, pairs by partnership games, each in a list of their own: a partnership game does
not tell which of the partners won it, and with a fixed partner never could.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, permutations, product
from statistics import pvariance
from typing import NamedTuple, TypeVar

from openskill.models import PlackettLuce, PlackettLuceRating

from trexscore.league.pairs import Pair

Who = TypeVar("Who", int, Pair)
Finish = tuple[tuple[Who, ...], ...]
"""Four players or two pairs, the winner first; those who share a place stand together."""

THOUSANDTHS = 1000


class Rating(NamedTuple):
    """A belief: strength is most likely `mu`, and with 68 % within one `sigma` of it.

    Both in thousandths of a point: whole numbers are stored and computed from, so that a history redone from any game
    gives the very numbers of one redone from the first, and the last bits of a machine's floats are cut off.
    """

    mu: int
    sigma: int


class Shown(NamedTuple):
    """A rating for people: about 19 times in 20 somebody's strength is within `margin` of `points`."""

    points: int
    margin: int

    @property
    def floor(self) -> int:
        """The least that somebody is worth, as far as can be told."""
        return self.points - self.margin


START = Rating(1000 * THOUSANDTHS, 150 * THOUSANDTHS)
LUCK = 125 * THOUSANDTHS
"""How much one game may mislead. Against it `START.sigma` is less than half of what openskill presumes: in a game with
this much luck its presumption makes ratings swing by more than players differ."""
CHANGE = 2_500
"""How much somebody may have changed between two games: nobody is ever known for certain."""
_LUCK_IN_RATINGS, _CAUTION, _STEEPEST = 0.5, 2.5, 1.2
"""Chosen by simulated seasons of clubs whose members differ by 0 to 175 points (`python -m tests.bench chances`): a
stated chance comes true as often as it says, and is never a worse guess than a coin.
"""
SURE_ENOUGH = 250
"""The widest margin in points with which somebody is ranked: that of about fifteen games."""

_MODEL = PlackettLuce(mu=START.mu, sigma=START.sigma, beta=LUCK, tau=CHANGE)


def by_place(places: Mapping[Who, int]) -> Finish[Who]:
    """The finishing order of those whose places (1 is first) are known."""
    return tuple(
        tuple(sorted(who for who, theirs in places.items() if theirs == place))
        for place in sorted(set(places.values()))
    )


def after(ratings: Mapping[Who, Rating], finish: Finish[Who]) -> dict[Who, Rating]:
    """The ratings of those who played, after this game; who has none yet begins with `START`.

    Who shares places gets the mean of every order in which they could have finished there. The formula's own way with
    ties would give two who share the first place no more than the third.
    """
    people = [who for group in finish for who in group]
    _check(people)
    orders = [_after(ratings, list(chain(*order))) for order in product(*map(permutations, finish))]
    return {who: _mean([rated[who] for rated in orders]) for who in people}


def _after(ratings: Mapping[Who, Rating], order: Sequence[Who]) -> dict[Who, PlackettLuceRating]:
    rated = _MODEL.rate([[_MODEL.rating(*ratings.get(who, START))] for who in order])
    return {who: one for who, (one,) in zip(order, rated, strict=True)}


def _mean(rated: Sequence[PlackettLuceRating]) -> Rating:
    # Added up exactly, so that it does not matter in which order.
    return Rating(
        round(math.fsum(one.mu for one in rated) / len(rated)),
        round(math.fsum(one.sigma for one in rated) / len(rated)),
    )


def replay(start: Mapping[Who, Rating], finishes: Iterable[Finish[Who]]) -> Iterator[dict[Who, Rating]]:
    """Game after game, the new ratings of those who played it; `start` are the ratings before the first."""
    ratings = dict(start)
    for finish in finishes:
        changed = after(ratings, finish)
        ratings |= changed
        yield changed


def shown(rating: Rating) -> Shown:
    """The rating as people are told it: the margin is two sigma."""
    return Shown(round(rating.mu / THOUSANDTHS), round(2 * rating.sigma / THOUSANDTHS))


def is_sure_enough(rating: Rating) -> bool:
    """Whether enough games are known to rank somebody; until then a rating is provisional."""
    return shown(rating).margin <= SURE_ENOUGH


def order(rating: Rating) -> int:
    """Higher stands above lower in a list: the lower end of what is shown, so that the list can be read off itself.

    openskill's own ordinal takes off a third sigma, which nobody is shown.
    """
    return rating.mu - 2 * rating.sigma


def ranked(ratings: Mapping[Who, Rating]) -> dict[Who, int | None]:
    """The list from its top to its end, each with their rank, which equals share; nobody provisional has one."""
    ranks: dict[Who, int | None] = {}
    rank = sure = 0
    last: int | None = None
    for who in sorted(ratings, key=lambda one: (-order(ratings[one]), one)):
        rating = ratings[who]
        if not is_sure_enough(rating):
            ranks[who] = None
            continue
        sure += 1
        if order(rating) != last:
            rank, last = sure, order(rating)
        ranks[who] = rank
    return ranks


def slope(ratings: Collection[Rating]) -> float:
    """How much of the differences between these ratings, those of a club, to believe: from 0 to `_STEEPEST`.

    Ratings swing by luck as well. Where they vary hardly more than their own uncertainty explains, the differences say
    nothing; where they vary far more, they say what they seem to.
    """
    if len(ratings) < 2:  # noqa: PLR2004 - one rating differs from none
        return 0.0
    uncertain = math.fsum(one.sigma**2 for one in ratings) / len(ratings)
    varied = pvariance([one.mu for one in ratings])
    explained = 1 - _LUCK_IN_RATINGS * uncertain / varied if varied else 0.0
    return float(_STEEPEST * max(0.0, explained) ** _CAUTION)


def chance_ahead(one: Rating, other: Rating, slope: float, sides: int = 4) -> float:
    """How likely `one` finishes before `other` at a table of four players (or two pairs), ties left aside.

    `slope` is that of the club's ratings. openskill's `predict_win` is far too sure of the favourite at such a table.
    """
    spread = math.sqrt((_spread(one) + _spread(other)) * sides / 2)
    return 1 / (1 + math.exp(slope * (other.mu - one.mu) / spread))


def tenths_ahead(one: Rating, other: Rating, slope: float) -> int:
    """The same at a table of four in whole tenths: more would pretend to know."""
    return round(chance_ahead(one, other, slope) * 10)


def _spread(rating: Rating) -> int:
    return rating.sigma**2 + LUCK**2


def _check(people: Sequence[int] | Sequence[Pair]) -> None:
    members = {member for who in people for member in _members(who)}
    if len(members) != 4 or len(people) not in (2, 4):  # noqa: PLR2004 - as many as play
        raise ValueError("a game is finished by four players or by two pairs")


def _members(who: int | Pair) -> Pair | tuple[int]:
    return who if isinstance(who, tuple) else (who,)
