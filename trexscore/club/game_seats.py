"""The players at the seats of a counted game, and the statistical facts that the game gives for each."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from trexscore.club.counted_game import NO_MEMBER, CountedGame
from trexscore.club.eligibility import club_obstacles
from trexscore.club.game_outcome import GameOutcome
from trexscore.club.record import ClubRecord
from trexscore.game.record import Record
from trexscore.league.pairs import sorted_pair
from trexscore.league.ratings import Rating, finishing_order, rate_game
from trexscore.league.result import Result
from trexscore.league.statistics.facts import Facts, facts_as_json, facts_from_json
from trexscore.league.statistics.game_facts import facts_by_seat
from trexscore.league.statistics.profile import facts_of_pair
from trexscore.league.statistics.records import GameForRecords
from trexscore.rules.game import Game
from trexscore.rules.seats import SEATS, TEAMS, BySeat
from trexscore.rules.winners import points_direction_of

PlayerKey = tuple[int, int]
"""A member and `NO_MEMBER`, or a pair, the lower number first."""
WHOLE_CLUB: PlayerKey = (NO_MEMBER, NO_MEMBER)


class GameSeat(NamedTuple):
    """A seat of a game that counts.

    `points` have the sign that makes more points better, so they may differ in sign from those shown.
    """

    seat: int
    member: int
    partner: int
    pairs: bool
    finish: int
    points: int
    rules: str


GameSeats = tuple[GameSeat, ...]
"""Four, or none if the game does not count."""


def has_ended_with_result(counted_game: CountedGame | None, outcome: GameOutcome) -> bool:
    """Whether a counted game has ended, complete or abandoned, with a result."""
    if counted_game is None or outcome.result is None:
        return False
    return outcome.complete or counted_game.counts_if_unfinished


_StoredGameFacts = tuple[int, *tuple[list[object], ...]]
"""The points direction, then four lists of facts."""


class GameFacts(NamedTuple):
    """Facts for each seat of a game. `points_direction` is −1 where fewer points are better, else 1."""

    points_direction: int
    facts_by_seat: BySeat[Facts]

    def as_json(self) -> list[object]:
        """The stored form."""
        return [self.points_direction, *map(facts_as_json, self.facts_by_seat)]

    @classmethod
    def from_json(cls, stored: _StoredGameFacts) -> "GameFacts":
        """Read what `as_json` gives. Raises ValueError for another version."""
        order, *facts = stored
        return cls(order, BySeat(*map(facts_from_json, facts)))


def game_facts_of(record: Record, game: Game, result: Result) -> GameFacts:
    """The facts of a game, from its journal."""
    entries = [counted.score_entry for counted in record.counted_entries]
    finishes = result.finishes.map(lambda finish: finish.first)
    return GameFacts(points_direction_of(record.rules), facts_by_seat(record.rules, entries, game, finishes))


def game_seats_of(counted_game: CountedGame, result: Result, game_facts: GameFacts) -> GameSeats:
    """The four seats of a counted game; the club's entry names their players."""
    players = counted_game.playing_member_numbers.map(lambda number: number or NO_MEMBER)
    return tuple(
        GameSeat(
            int(seat),
            players[seat],
            players[seat.partner] if result.partnership else NO_MEMBER,
            result.partnership,
            result.finishes[seat].first,
            result.points[seat] * game_facts.points_direction,
            game_facts.facts_by_seat[seat].comparable_rules_key,
        )
        for seat in SEATS
    )


def game_seats_if_counting(
    record: ClubRecord, counted_game: CountedGame | None, outcome: GameOutcome, game_facts: GameFacts | None
) -> GameSeats:
    """The four seats of a game; none if it does not count."""
    if (
        counted_game is None
        or outcome.result is None
        or game_facts is None
        or club_obstacles(record, counted_game, outcome)
    ):
        return ()
    return game_seats_of(counted_game, outcome.result, game_facts)


def facts_for_profiles(game_seats: GameSeats, game_facts: GameFacts) -> Iterator[tuple[PlayerKey, Facts]]:
    """The facts that a game adds to statistics: of each member, each pair, and of all together (guests included)."""
    for seat, facts in zip(game_seats, game_facts.facts_by_seat, strict=False):
        yield WHOLE_CLUB, facts
        if seat.member:
            yield (seat.member, NO_MEMBER), facts
        if seat.member and seat.partner and seat.seat < len(TEAMS):
            yield (
                sorted_pair(seat.member, seat.partner),
                facts_of_pair(facts, game_facts.facts_by_seat[SEATS[seat.seat].partner]),
            )


def game_for_records(game_uid: str, iso_date: str, game_seats: GameSeats, game_facts: GameFacts) -> GameForRecords:
    """The game in the form that records are computed from."""
    members = BySeat(*(seat.member or None for seat in game_seats))
    finish_by_seat = BySeat(*(seat.finish for seat in game_seats))
    return GameForRecords(game_uid, iso_date, members, finish_by_seat, game_facts.facts_by_seat)


def finish_by_rated_player(record: ClubRecord, game_seats: GameSeats) -> dict[PlayerKey, int]:
    """The players or pairs that a game rates, with their finishes; none if one of the four is not in the club."""
    if not game_seats or not all(seat.member for seat in game_seats):
        return {}
    member_numbers = [record.surviving_member(seat.member).number for seat in game_seats]
    if game_seats[0].pairs:
        return {
            sorted_pair(member_numbers[team], member_numbers[SEATS[team].partner]): game_seats[team].finish
            for team in TEAMS
        }
    return {(number, NO_MEMBER): seat.finish for number, seat in zip(member_numbers, game_seats, strict=True)}


def ratings_after(
    finish_by_player: Mapping[PlayerKey, int], rating_before_by_player: Mapping[PlayerKey, Rating]
) -> dict[PlayerKey, Rating]:
    """The ratings after a game of the players or pairs that it rates. Newcomers begin with `ratings.INITIAL_RATING`."""
    if all(partner for _, partner in finish_by_player):
        return rate_game(rating_before_by_player, finishing_order(finish_by_player))
    ratings = {player: rating for (player, _), rating in rating_before_by_player.items()}
    players = rate_game(ratings, finishing_order({player: place for (player, _), place in finish_by_player.items()}))
    return {(member, NO_MEMBER): rating for member, rating in players.items()}
