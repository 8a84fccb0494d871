"""How somebody does in the company of others: against each opponent, with each partner, and of late.

Worked out from the games that this somebody has played, which the caller looks up, in the order of their dates.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from trexscore.league.pairs import Pair
from trexscore.league.statistics.like_rules import is_of_pairs
from trexscore.league.statistics.sums import NO_VALUES, Sample, plus, sample
from trexscore.rules.seats import SEATS, BySeat, Points, Seat

Whom = TypeVar("Whom", int, Pair)
"""Who is met: a player, or two."""

LEAST_TOGETHER = 5
"""Games that two must have played together before one is called the other's nemesis or best partner."""
_AS_MANY_LEVEL = 10
"""Games that are taken to have been level before the first: the worst of many shares is often only the luckiest."""
LATELY = 10
"""Games that make up the form."""


class Meeting(NamedTuple):
    """A game as far as it matters who met: who sat where, and how they finished.

    Points are turned so that more is better, and can be compared among games with the same `rules` alone. Somebody
    who is no member (a guest without an entry, an erased name) is None. Of a shared place the best one counts.
    """

    game: str
    date: str
    rules: str
    members: BySeat[int | None]
    places: BySeat[int]
    points: Points

    @property
    def partnership(self) -> bool:
        """Whether partners were played."""
        return is_of_pairs(self.rules)

    def seat_of(self, member: int) -> Seat | None:
        """Where this member sat."""
        return next((seat for seat in SEATS if self.members[seat] == member), None)


class HeadToHead(NamedTuple, Generic[Whom]):
    """All games of one player against another, or of two partners against two others who played together.

    `differences` are own points less the other's, by rules; between players alone.
    """

    opponent: Whom
    before: int = 0
    level: int = 0
    behind: int = 0
    differences: tuple[tuple[str, Sample], ...] = ()

    @property
    def games(self) -> int:
        """All of them."""
        return self.before + self.level + self.behind

    @property
    def score(self) -> Fraction:
        """The share of games finished before the other, a shared place being a half."""
        return Fraction(2 * self.before + self.level, 2 * self.games)

    @property
    def by_rules(self) -> dict[str, Sample]:
        """The differences of all games under the same rules, whichever numbers the other has had."""
        found: dict[str, Sample] = {}
        for rules, values in self.differences:
            found[rules] = plus(found.get(rules, NO_VALUES), values)
        return found


class WithPartner(NamedTuple):
    """All games of one player with the same partner. `points` are those of the pair, by rules."""

    partner: int
    games: int = 0
    wins: int = 0
    points: tuple[tuple[str, Sample], ...] = ()

    @property
    def score(self) -> Fraction:
        """The share of games won together."""
        return Fraction(self.wins, self.games)


class Latest(NamedTuple):
    """One game of the form."""

    game: str
    date: str
    place: int
    points: int


C = TypeVar("C", HeadToHead[Any], WithPartner)


def opponents(meetings: Iterable[Meeting], member: int) -> tuple[HeadToHead[int], ...]:
    """The record against each other member, by member; partners are no opponents."""
    found: dict[int, HeadToHead[int]] = {}
    for meeting, seat in _of(meetings, member):
        for other, opponent in _others(meeting, seat):
            if not (meeting.partnership and other is seat.partner):
                found[opponent] = _met(found.get(opponent, HeadToHead(opponent)), meeting, seat, other)
    return tuple(found[opponent] for opponent in sorted(found))


def head_to_head(meetings: Iterable[Meeting], member: int, opponent: int) -> HeadToHead[int]:
    """The record against this one."""
    return next((one for one in opponents(meetings, member) if one.opponent == opponent), HeadToHead(opponent))


def partners(meetings: Iterable[Meeting], member: int) -> tuple[WithPartner, ...]:
    """The record with each partner, by member."""
    found: dict[int, WithPartner] = {}
    for meeting, seat in _of(meetings, member):
        partner = meeting.members[seat.partner]
        if meeting.partnership and partner is not None:
            so_far = found.get(partner, WithPartner(partner))
            points = meeting.points[seat] + meeting.points[seat.partner]
            found[partner] = WithPartner(
                partner,
                so_far.games + 1,
                so_far.wins + (meeting.places[seat] == 1),
                _counting(so_far.points, meeting.rules, points),
            )
    return tuple(found[partner] for partner in sorted(found))


def nemesis(records: Sequence[HeadToHead[Whom]], least: int = LEAST_TOGETHER) -> tuple[HeadToHead[Whom], ...]:
    """Against whom one does worst for certain, or two partners do; of equals, those met most often.

    Nobody, if no one is lost to more than won.
    """
    lost_to = [one for one in records if one.games >= least and one.before < one.behind]
    return _foremost(lost_to, lambda one: (-_likely(one.score, one.games), one.games))


def best_partner(records: Sequence[WithPartner], least: int = LEAST_TOGETHER) -> tuple[WithPartner, ...]:
    """With whom one wins most for certain, of equals those played with most often; nobody, if no game was won."""
    with_wins = [one for one in records if one.games >= least and one.wins]
    return _foremost(with_wins, lambda one: (_likely(one.score, one.games), one.games))


def _likely(score: Fraction, games: int) -> Fraction:
    """A share of so many games, drawn towards a half where they are few."""
    return (score * games + Fraction(_AS_MANY_LEVEL, 2)) / (games + _AS_MANY_LEVEL)


def form(meetings: Iterable[Meeting], member: int, lately: int = LATELY) -> tuple[Latest, ...]:
    """The last results in order, the latest one last; games of the same date in the order in which they come."""
    played = [
        Latest(one.game, one.date, one.places[seat], one.points[seat])
        for one, seat in sorted(_of(meetings, member), key=lambda pair: pair[0].date)
    ]
    return tuple(played[len(played) - min(lately, len(played)) :])


def _of(meetings: Iterable[Meeting], member: int) -> list[tuple[Meeting, Seat]]:
    seated = ((meeting, meeting.seat_of(member)) for meeting in meetings)
    return [(meeting, seat) for meeting, seat in seated if seat is not None]


def _others(meeting: Meeting, seat: Seat) -> list[tuple[Seat, int]]:
    seated = zip(SEATS, meeting.members, strict=True)
    return [(other, member) for other, member in seated if other is not seat and member is not None]


def _met(so_far: HeadToHead[int], meeting: Meeting, seat: Seat, other: Seat) -> HeadToHead[int]:
    mine, theirs = meeting.places[seat], meeting.places[other]
    difference = meeting.points[seat] - meeting.points[other]
    return HeadToHead(
        so_far.opponent,
        so_far.before + (mine < theirs),
        so_far.level + (mine == theirs),
        so_far.behind + (mine > theirs),
        _counting(so_far.differences, meeting.rules, difference),
    )


def _counting(samples: tuple[tuple[str, Sample], ...], rules: str, value: int) -> tuple[tuple[str, Sample], ...]:
    by_rules = dict(samples)
    by_rules[rules] = plus(by_rules.get(rules, NO_VALUES), sample((value,)))
    return tuple(sorted(by_rules.items()))


def _foremost(records: Sequence[C], merit: Callable[[C], tuple[Fraction, int]]) -> tuple[C, ...]:
    merits = [merit(one) for one in records]
    best = max(merits, default=None)
    return tuple(one for one, its in zip(records, merits, strict=True) if its == best)
