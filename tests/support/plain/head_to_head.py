"""Results of a player computed from finished games in memory: what the queries of `trexscore.db.league` must return."""

from collections.abc import Iterable
from typing import NamedTuple

from trexscore.league.number_tuples import EMPTY_SAMPLE, Sample, plus, sample_of
from trexscore.league.statistics.comparable_rules import key_has_partners
from trexscore.league.statistics.head_to_head import HeadToHead, PartnerResult
from trexscore.rules.seats import SEATS, BySeat, Points, Seat


class FinishedGame(NamedTuple):
    """A game with its players, finishes and points.

    Points are signed so that more is better, and comparable only among games with the same `comparable_rules_key`. A
    player who is not a member (a guest without an entry, a removed name) is None. A shared place counts as the best.
    """

    uid: str
    date: str
    comparable_rules_key: str
    members: BySeat[int | None]
    places: BySeat[int]
    points: Points

    @property
    def partnership(self) -> bool:
        """Whether the game was played with partners."""
        return key_has_partners(self.comparable_rules_key)


class RecentResult(NamedTuple):
    """The result of a game for one player."""

    game: str
    date: str
    place: int
    points: int


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
        (result for result in results_by_opponent(games, member) if result.opponent == opponent), HeadToHead(opponent)
    )


def results_by_partner(games: Iterable[FinishedGame], member: int) -> tuple[PartnerResult, ...]:
    """The results with each partner, sorted by member."""
    results: dict[int, PartnerResult] = {}
    for meeting, seat in _games_with_seat_of(games, member):
        partner = meeting.members[seat.partner]
        if meeting.partnership and partner is not None:
            result = results.get(partner, PartnerResult(partner))
            results[partner] = PartnerResult(
                partner, result.game_count + 1, result.win_count + (meeting.places[seat] == 1)
            )
    return tuple(results[partner] for partner in sorted(results))


def recent_form(games: Iterable[FinishedGame], member: int, max_games: int = 10) -> tuple[RecentResult, ...]:
    """The latest results, oldest first; games of the same date keep their order."""
    results = [
        RecentResult(meeting.uid, meeting.date, meeting.places[seat], meeting.points[seat])
        for meeting, seat in sorted(_games_with_seat_of(games, member), key=lambda game: game[0].date)
    ]
    return tuple(results[len(results) - min(max_games, len(results)) :])


def _games_with_seat_of(games: Iterable[FinishedGame], member: int) -> list[tuple[FinishedGame, Seat]]:
    return [(meeting, seat) for meeting in games for seat in SEATS if meeting.members[seat] == member]


def _others_at_table(meeting: FinishedGame, seat: Seat) -> list[tuple[Seat, int]]:
    seated = zip(SEATS, meeting.members, strict=True)
    return [(other_seat, member) for other_seat, member in seated if other_seat is not seat and member is not None]


def _add_game(result: HeadToHead[int], meeting: FinishedGame, seat: Seat, opponent_seat: Seat) -> HeadToHead[int]:
    place, opponent_place = meeting.places[seat], meeting.places[opponent_seat]
    difference = meeting.points[seat] - meeting.points[opponent_seat]
    return HeadToHead(
        result.opponent,
        result.ahead + (place < opponent_place),
        result.level + (place == opponent_place),
        result.behind + (place > opponent_place),
        _add_value(result.point_difference_samples, meeting.comparable_rules_key, difference),
    )


def _add_value(
    samples: tuple[tuple[str, Sample], ...], comparable_rules_key: str, value: int
) -> tuple[tuple[str, Sample], ...]:
    by_rules = dict(samples)
    by_rules[comparable_rules_key] = plus(by_rules.get(comparable_rules_key, EMPTY_SAMPLE), sample_of((value,)))
    return tuple(sorted(by_rules.items()))
