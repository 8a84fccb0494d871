"""Who really sat at the seats of a game that counts, and what the game tells of each of the four."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from trexscore.club.counted import CountedGame
from trexscore.club.game_outcome import GameOutcome
from trexscore.club.record import ClubRecord
from trexscore.club.season_shares import counts
from trexscore.game.record import Record
from trexscore.league.pairs import pair
from trexscore.league.ratings import Rating, after, by_place
from trexscore.league.result import Result
from trexscore.league.statistics.facts import Facts, facts_as_json, facts_from_json
from trexscore.league.statistics.head_to_head import Meeting
from trexscore.league.statistics.of_game import facts_of
from trexscore.league.statistics.profile import pair_of
from trexscore.league.statistics.records import RecordedGame
from trexscore.rules.game import Game
from trexscore.rules.seats import SEATS, TEAMS, BySeat
from trexscore.rules.winners import standing_order

NOBODY = 0
"""Stands for whoever is not of the club, and for the partner of somebody who plays for themselves."""

Who = tuple[int, int]
"""A member and nobody, or a pair, the lower number first."""
EVERYBODY: Who = (NOBODY, NOBODY)


class GameSeat(NamedTuple):
    """A seat of a game that counts."""

    seat: int
    member: int
    partner: int
    pairs: bool
    place: int
    points: int
    rules: str


Sittings = tuple[GameSeat, ...]
"""Four, or none where a game does not count."""


def is_over(counted: CountedGame | None, came: GameOutcome) -> bool:
    """Whether nothing more is expected of a game that the club knows, so that it tells something."""
    if counted is None or came.result is None:
        return False
    return came.complete or "unfinished" in counted.although


class GameFacts(NamedTuple):
    """What a game tells of each of the four. `order` is −1 where fewer of its points are better, else 1."""

    order: int
    facts: BySeat[Facts]

    def as_json(self) -> list[Any]:
        """As it is stored."""
        return [self.order, *map(facts_as_json, self.facts)]

    @classmethod
    def from_json(cls, found: list[Any]) -> "GameFacts":
        """What `as_json` has written. Raises ValueError where another version has."""
        return cls(found[0], BySeat(*map(facts_from_json, found[1:])))


def game_facts_of(record: Record, game: Game, result: Result) -> GameFacts:
    """What a game tells, by its journal."""
    entries = [counted.entry for counted in record.counted]
    places = result.places.map(lambda place: place.first)
    return GameFacts(standing_order(record.rules), facts_of(record.rules, entries, game, places))


def sittings_of(counted: CountedGame, result: Result, told: GameFacts) -> Sittings:
    """The four seats of a game that counts, as the club's entry says who sat there."""
    sat = counted.played_by.map(lambda number: number or NOBODY)
    return tuple(
        GameSeat(
            int(seat),
            sat[seat],
            sat[seat.partner] if result.partnership else NOBODY,
            result.partnership,
            result.places[seat].first,
            result.points[seat] * told.order,
            told.facts[seat].rules,
        )
        for seat in SEATS
    )


def seats_counted(
    record: ClubRecord, counted: CountedGame | None, came: GameOutcome, told: GameFacts | None
) -> Sittings:
    """The four seats of a game, none where it does not count."""
    if counted is None or came.result is None or told is None or not counts(record, counted, came):
        return ()
    return sittings_of(counted, came.result, told)


def shares_of(sittings: Sittings, told: GameFacts) -> Iterator[tuple[Who, Facts]]:
    """Whose statistics a game is part of, and what it tells of them: of everybody each seat's, guests' too."""
    for one, facts in zip(sittings, told.facts, strict=False):
        yield EVERYBODY, facts
        if one.member:
            yield (one.member, NOBODY), facts
        if one.member and one.partner and one.seat < len(TEAMS):
            yield pair(one.member, one.partner), pair_of(facts, told.facts[SEATS[one.seat].partner])


def recorded(uid: str, on: str, sittings: Sittings, told: GameFacts) -> RecordedGame:
    """The game as records look at it."""
    members = BySeat(*(one.member or None for one in sittings))
    places, points = BySeat(*(one.place for one in sittings)), BySeat(*(one.points for one in sittings))
    return RecordedGame(Meeting(uid, on, sittings[0].rules, members, places, points), told.facts)


def rated_in(record: ClubRecord, sittings: Sittings) -> dict[Who, int]:
    """Who is rated by a game, with their places; nobody where somebody sat there who is not of the club."""
    if not sittings or not all(one.member for one in sittings):
        return {}
    who = [record.who(one.member).number for one in sittings]
    if sittings[0].pairs:
        return {pair(who[team], who[SEATS[team].partner]): sittings[team].place for team in TEAMS}
    return {(one, NOBODY): sitting.place for one, sitting in zip(who, sittings, strict=True)}


def ratings_after(places: Mapping[Who, int], before: Mapping[Who, Rating]) -> dict[Who, Rating]:
    """The ratings of those who are rated by a game; who has none yet begins as everybody."""
    if all(partner for _, partner in places):
        return after(before, by_place(places))
    players = after(
        {who[0]: rating for who, rating in before.items()}, by_place({who[0]: places[who] for who in places})
    )
    return {(member, NOBODY): rating for member, rating in players.items()}
