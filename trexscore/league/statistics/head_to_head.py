"""A player's results against each opponent, with each partner, and in the latest games.

They are computed from the player's games, which the caller provides in the order of their dates.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from trexscore.league.pairs import Pair
from trexscore.league.statistics.comparable_rules import key_has_partners
from trexscore.league.statistics.number_tuples import NO_VALUES, Sample, plus, sample_of
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

    Points are signed so that more is better, and comparable only among games with the same `comparison_key`. A
    player who is not a member (a guest without an entry, a removed name) is None. A shared place counts as the best.
    """

    uid: str
    date: str
    comparison_key: str
    members: BySeat[int | None]
    places: BySeat[int]
    points: Points

    @property
    def partnership(self) -> bool:
        """Whether the game was played with partners."""
        return key_has_partners(self.comparison_key)

    def seat_of(self, member: int) -> Seat | None:
        """The seat of a member, None if they did not play."""
        return next((seat for seat in SEATS if self.members[seat] == member), None)


class HeadToHead(NamedTuple, Generic[Opponent]):
    """All games of one player against another, or of one pair against another.

    `point_differences`: own points minus the opponent's, by rules; only between players.
    """

    opponent: Opponent
    ahead: int = 0
    level: int = 0
    behind: int = 0
    point_differences: tuple[tuple[str, Sample], ...] = ()

    @property
    def games(self) -> int:

        return self.ahead + self.level + self.behind

    @property
    def share_ahead(self) -> Fraction:
        """The share of games finished before the opponent; a shared place counts half."""
        return Fraction(2 * self.ahead + self.level, 2 * self.games)

    @property
    def point_differences_by_rules(self) -> dict[str, Sample]:
        """The differences by rules, summed: merged opponents may have several per rules."""
        samples: dict[str, Sample] = {}
        for rules, values in self.point_differences:
            samples[rules] = plus(samples.get(rules, NO_VALUES), values)
        return samples


class PartnerResult(NamedTuple):
    """All games of one player with the same partner. `points`: those of the pair, by rules."""

    partner: int
    games: int = 0
    wins: int = 0
    points: tuple[tuple[str, Sample], ...] = ()

    @property
    def win_share(self) -> Fraction:
        """The share of games won together."""
        return Fraction(self.wins, self.games)


class RecentResult(NamedTuple):
    """One game of the form."""

    game: str
    date: str
    place: int
    points: int


R = TypeVar("R")


def results_by_opponent(games: Iterable[FinishedGame], member: int) -> tuple[HeadToHead[int], ...]:
    """The results against each opponent, sorted by member. Partners are not opponents."""
    results: dict[int, HeadToHead[int]] = {}
    for meeting, seat in _games_with_seat_of(games, member):
        for opponent_seat, opponent in _others_at_table(meeting, seat):
            if not (meeting.partnership and opponent_seat is seat.partner):
                results[opponent] = _add_game(results.get(opponent, HeadToHead(opponent)), meeting, seat, opponent_seat)
    return tuple(results[opponent] for opponent in sorted(results))


def head_to_head(games: Iterable[FinishedGame], member: int, opponent: int) -> HeadToHead[int]:
    return next(
        (each for each in results_by_opponent(games, member) if each.opponent == opponent), HeadToHead(opponent)
    )


def results_by_partner(games: Iterable[FinishedGame], member: int) -> tuple[PartnerResult, ...]:
    """The results with each partner, sorted by member."""
    results: dict[int, PartnerResult] = {}
    for meeting, seat in _games_with_seat_of(games, member):
        partner = meeting.members[seat.partner]
        if meeting.partnership and partner is not None:
            result = results.get(partner, PartnerResult(partner))
            points = meeting.points[seat] + meeting.points[seat.partner]
            results[partner] = PartnerResult(
                partner,
                result.games + 1,
                result.wins + (meeting.places[seat] == 1),
                _add_value(result.points, meeting.comparison_key, points),
            )
    return tuple(results[partner] for partner in sorted(results))


def nemeses(
    results: Sequence[HeadToHead[Opponent]], minimum_games: int = LEAST_TOGETHER
) -> tuple[HeadToHead[Opponent], ...]:
    """The opponents with the worst results, by certainty, then by number of games. None without a losing record."""
    lost_to = [record for record in results if record.games >= minimum_games and record.ahead < record.behind]
    return _all_with_best_merit(
        lost_to, lambda record: (-_shrunk_share(record.share_ahead, record.games), record.games)
    )


def best_partners(results: Sequence[PartnerResult], minimum_games: int = LEAST_TOGETHER) -> tuple[PartnerResult, ...]:
    """The partners with the best results, weighted by certainty, then by number of games. None without a win."""
    with_wins = [record for record in results if record.games >= minimum_games and record.wins]
    return _all_with_best_merit(with_wins, lambda record: (_shrunk_share(record.win_share, record.games), record.games))


def _shrunk_share(score: Fraction, games: int) -> Fraction:
    """The share, shrunk towards a half if there are few games."""
    return (score * games + Fraction(_PRIOR_LEVEL_GAMES, 2)) / (games + _PRIOR_LEVEL_GAMES)


def recent_form(games: Iterable[FinishedGame], member: int, max_games: int = LATELY) -> tuple[RecentResult, ...]:
    """The latest results, the last one at the end; games of the same date in the given order."""
    played = [
        RecentResult(meeting.uid, meeting.date, meeting.places[seat], meeting.points[seat])
        for meeting, seat in sorted(_games_with_seat_of(games, member), key=lambda game: game[0].date)
    ]
    return tuple(played[len(played) - min(max_games, len(played)) :])


def _games_with_seat_of(games: Iterable[FinishedGame], member: int) -> list[tuple[FinishedGame, Seat]]:
    seated = ((meeting, meeting.seat_of(member)) for meeting in games)
    return [(meeting, seat) for meeting, seat in seated if seat is not None]


def _others_at_table(meeting: FinishedGame, seat: Seat) -> list[tuple[Seat, int]]:
    seated = zip(SEATS, meeting.members, strict=True)
    return [(other, member) for other, member in seated if other is not seat and member is not None]


def _add_game(result: HeadToHead[int], meeting: FinishedGame, seat: Seat, opponent_seat: Seat) -> HeadToHead[int]:
    place, opponent_place = meeting.places[seat], meeting.places[opponent_seat]
    difference = meeting.points[seat] - meeting.points[opponent_seat]
    return HeadToHead(
        result.opponent,
        result.ahead + (place < opponent_place),
        result.level + (place == opponent_place),
        result.behind + (place > opponent_place),
        _add_value(result.point_differences, meeting.comparison_key, difference),
    )


def _add_value(
    samples: tuple[tuple[str, Sample], ...], comparison_key: str, value: int
) -> tuple[tuple[str, Sample], ...]:
    by_rules = dict(samples)
    by_rules[comparison_key] = plus(by_rules.get(comparison_key, NO_VALUES), sample_of((value,)))
    return tuple(sorted(by_rules.items()))


def _all_with_best_merit(results: Sequence[R], merit: Callable[[R], tuple[Fraction, int]]) -> tuple[R, ...]:
    merits = [merit(record) for record in results]
    best = max(merits, default=None)
    return tuple(record for record, its_merit in zip(results, merits, strict=True) if its_merit == best)
