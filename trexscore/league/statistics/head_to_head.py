"""A player's results against each opponent, with each partner, and in the latest games.

They are computed from the player's games, which the caller provides in the order of their dates.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from trexscore.league.pairs import Pair
from trexscore.league.statistics.comparable_rules import is_of_pairs
from trexscore.league.statistics.number_tuples import NO_VALUES, Sample, plus, sample
from trexscore.rules.seats import SEATS, BySeat, Points, Seat

Opponent = TypeVar("Opponent", int, Pair)
"""The opponent: a player or a pair."""

LEAST_TOGETHER = 5
"""Games that two must have played together to be nemesis or best partner."""
_PRIOR_LEVEL_GAMES = 10
"""Level games added to each record, because the extreme of many shares is often mere luck."""
LATELY = 10
"""Games in the form."""


class FinishedGame(NamedTuple):
    """A game with its players, finishes and points.

    Points are signed so that more is better, and comparable only among games with the same `rules`. A player who is
    not a member (a guest without an entry, a removed name) is None. A shared place counts as the best one.
    """

    game: str
    date: str
    rules: str
    members: BySeat[int | None]
    places: BySeat[int]
    points: Points

    @property
    def partnership(self) -> bool:
        """Whether the game was played with partners."""
        return is_of_pairs(self.rules)

    def seat_of(self, member: int) -> Seat | None:
        """The seat of a member, None if they did not play."""
        return next((seat for seat in SEATS if self.members[seat] == member), None)


class HeadToHead(NamedTuple, Generic[Opponent]):
    """All games of one player against another, or of one pair against another.

    `differences`: own points minus the opponent's, by rules; only between players.
    """

    opponent: Opponent
    before: int = 0
    level: int = 0
    behind: int = 0
    differences: tuple[tuple[str, Sample], ...] = ()

    @property
    def games(self) -> int:

        return self.before + self.level + self.behind

    @property
    def score(self) -> Fraction:
        """The share of games finished before the opponent; a shared place counts half."""
        return Fraction(2 * self.before + self.level, 2 * self.games)

    @property
    def by_rules(self) -> dict[str, Sample]:
        """The differences by rules, summed: merged opponents may have several per rules."""
        samples: dict[str, Sample] = {}
        for rules, values in self.differences:
            samples[rules] = plus(samples.get(rules, NO_VALUES), values)
        return samples


class WithPartner(NamedTuple):
    """All games of one player with the same partner. `points`: those of the pair, by rules."""

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


R = TypeVar("R")


def opponents(meetings: Iterable[FinishedGame], member: int) -> tuple[HeadToHead[int], ...]:
    """The results against each opponent, sorted by member. Partners are not opponents."""
    results: dict[int, HeadToHead[int]] = {}
    for meeting, seat in _games_of(meetings, member):
        for opponent_seat, opponent in _others(meeting, seat):
            if not (meeting.partnership and opponent_seat is seat.partner):
                results[opponent] = _add_game(results.get(opponent, HeadToHead(opponent)), meeting, seat, opponent_seat)
    return tuple(results[opponent] for opponent in sorted(results))


def head_to_head(meetings: Iterable[FinishedGame], member: int, opponent: int) -> HeadToHead[int]:
    return next((each for each in opponents(meetings, member) if each.opponent == opponent), HeadToHead(opponent))


def partners(meetings: Iterable[FinishedGame], member: int) -> tuple[WithPartner, ...]:
    """The results with each partner, sorted by member."""
    results: dict[int, WithPartner] = {}
    for meeting, seat in _games_of(meetings, member):
        partner = meeting.members[seat.partner]
        if meeting.partnership and partner is not None:
            result = results.get(partner, WithPartner(partner))
            points = meeting.points[seat] + meeting.points[seat.partner]
            results[partner] = WithPartner(
                partner,
                result.games + 1,
                result.wins + (meeting.places[seat] == 1),
                _add_value(result.points, meeting.rules, points),
            )
    return tuple(results[partner] for partner in sorted(results))


def nemesis(records: Sequence[HeadToHead[Opponent]], least: int = LEAST_TOGETHER) -> tuple[HeadToHead[Opponent], ...]:
    """The opponents with the worst results, by certainty, then by number of games. None without a losing record."""
    lost_to = [record for record in records if record.games >= least and record.before < record.behind]
    return _best(lost_to, lambda record: (-_shrunk(record.score, record.games), record.games))


def best_partner(records: Sequence[WithPartner], least: int = LEAST_TOGETHER) -> tuple[WithPartner, ...]:
    """The partners with the best results, weighted by certainty, then by number of games. None without a win."""
    with_wins = [record for record in records if record.games >= least and record.wins]
    return _best(with_wins, lambda record: (_shrunk(record.score, record.games), record.games))


def _shrunk(score: Fraction, games: int) -> Fraction:
    """The share, shrunk towards a half if there are few games."""
    return (score * games + Fraction(_PRIOR_LEVEL_GAMES, 2)) / (games + _PRIOR_LEVEL_GAMES)


def form(meetings: Iterable[FinishedGame], member: int, lately: int = LATELY) -> tuple[Latest, ...]:
    """The latest results, the last one at the end; games of the same date in the given order."""
    played = [
        Latest(meeting.game, meeting.date, meeting.places[seat], meeting.points[seat])
        for meeting, seat in sorted(_games_of(meetings, member), key=lambda game: game[0].date)
    ]
    return tuple(played[len(played) - min(lately, len(played)) :])


def _games_of(meetings: Iterable[FinishedGame], member: int) -> list[tuple[FinishedGame, Seat]]:
    seated = ((meeting, meeting.seat_of(member)) for meeting in meetings)
    return [(meeting, seat) for meeting, seat in seated if seat is not None]


def _others(meeting: FinishedGame, seat: Seat) -> list[tuple[Seat, int]]:
    seated = zip(SEATS, meeting.members, strict=True)
    return [(other, member) for other, member in seated if other is not seat and member is not None]


def _add_game(record: HeadToHead[int], meeting: FinishedGame, seat: Seat, opponent_seat: Seat) -> HeadToHead[int]:
    place, opponent_place = meeting.places[seat], meeting.places[opponent_seat]
    difference = meeting.points[seat] - meeting.points[opponent_seat]
    return HeadToHead(
        record.opponent,
        record.before + (place < opponent_place),
        record.level + (place == opponent_place),
        record.behind + (place > opponent_place),
        _add_value(record.differences, meeting.rules, difference),
    )


def _add_value(samples: tuple[tuple[str, Sample], ...], rules: str, value: int) -> tuple[tuple[str, Sample], ...]:
    by_rules = dict(samples)
    by_rules[rules] = plus(by_rules.get(rules, NO_VALUES), sample((value,)))
    return tuple(sorted(by_rules.items()))


def _best(records: Sequence[R], merit: Callable[[R], tuple[Fraction, int]]) -> tuple[R, ...]:
    merits = [merit(record) for record in records]
    best = max(merits, default=None)
    return tuple(record for record, its_merit in zip(records, merits, strict=True) if its_merit == best)
