"""Evenings of the demo's club: who comes, who sits where, and how the games of the tables go."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from random import Random
from typing import Any, NamedTuple, TypeVar
from uuid import uuid4

from trexscore.cli.demo.games import A_DEAL, announcement, deal_entry, turns, write_each
from trexscore.cli.output.errors import CannotWork
from trexscore.club.game_night import DrawnTable
from trexscore.commands.clubs.count_game import Booked, Booking, Link, book_game
from trexscore.commands.clubs.create_club import OWNER
from trexscore.commands.clubs.record_entry import ClubRequest, ClubWritten, write_in_club
from trexscore.commands.game_nights.draw_tables import draw_tables
from trexscore.commands.game_nights.start_table import Asked, TableStarted, start_table
from trexscore.commands.games.start_game import Started, start_game
from trexscore.db import game_states as boards
from trexscore.db.clubs.clubs import ClubAt
from trexscore.db.games import game_named
from trexscore.db.models import db
from trexscore.game.file import FORMAT
from trexscore.league.draw import Method
from trexscore.rules.seats import SEATS, BySeat

PLAYERS, PAIRS = "standard", "complex_partnership"
"""The house rules of the two seasons."""
_WHOLE = 20
"""The deals of a game in which each contract is played by itself."""
_BEGINS, _PLACE = time(20, 30), "Café Central"
_SEEDS = 1 << 31
T = TypeVar("T")
Pair = tuple[str, str]


class Club(NamedTuple):
    """A club that is being told. Whoever speaks is its owner."""

    at: ClubAt
    names: dict[str, int]
    """The numbers of those who have joined."""
    random: Random

    def say(self, kind: str, said: object) -> int:
        """Write an entry: its number."""
        return taken(write_in_club(self.at.id, self.asks(kind, said)), ClubWritten).seq

    def asks(self, kind: str, said: object = None) -> ClubRequest:
        """What the owner asks to have written."""
        return ClubRequest(str(uuid4()), OWNER, kind, said)

    def gather(self, on: date, names: Sequence[str]) -> int:
        """An evening, and who is there: its number."""
        evening = self.say("evening", {"on": on.isoformat(), "at": f"{_BEGINS:%H:%M}", "place": _PLACE})
        self.say("arrived", {"evening": evening, "members": [self.names[name] for name in names]})
        return evening


def taken(outcome: object, wanted: type[T]) -> T:
    """What came of an action that has to succeed."""
    if isinstance(outcome, wanted):
        return outcome
    raise CannotWork(f"The demo's club cannot be told: {outcome}")


class Night(NamedTuple):
    """An evening at drawn tables: who comes, and how they are drawn. `deals`: how far the first tables have got."""

    season: int
    on: date
    names: Sequence[str]
    method: Method
    deals: Sequence[int] = ()


def evening_of_players(club: Club, night: Night) -> list[str]:
    """Tables are drawn, and each plays a game; the games, by their public names."""
    evening = club.gather(night.on, night.names)
    seed = club.random.randrange(_SEEDS)
    asked = club.asks("drawn")
    drawn = draw_tables(club.at, asked, evening, 0, method=night.method, season=night.season, seed=seed)
    tables = taken(drawn, ClubWritten).record.evenings[evening].tables
    over = [*night.deals, *[_WHOLE] * len(tables)]
    return [
        _play(club, table, Asked(OWNER, evening, table.since, table.at, 1, night.season), night.on, over[table.at])
        for table in tables
    ]


def _play(club: Club, table: DrawnTable, asked: Asked, on: date, deals: int) -> str:
    names = {number: name for name, number in club.names.items()}
    uid = taken(start_table(club.at, asked), TableStarted).uid
    bodies = list(_deals(club.random, deals))
    begins = datetime.combine(on, _BEGINS).astimezone(UTC)
    latest = datetime.now(UTC) - A_DEAL * len(bodies)
    write_in_game(uid, names[table.seats.B], bodies, min(begins, latest))
    return uid


def _deals(random: Random, deals: int) -> Iterator[dict[str, Any]]:
    played = list(turns(PLAYERS, random, random.choice(SEATS)))
    yield from (deal_entry(PLAYERS, turn, random) for turn in played[:deals])
    if deals < len(played):
        yield announcement(played[deals], random)


def write_in_game(uid: str, author: str, bodies: Sequence[dict[str, Any]], begins: datetime) -> None:
    """Write entries behind those that a game has."""
    named = game_named(db.session(), uid)
    if named is None:
        raise LookupError(uid)
    write_each(named.id, boards.current_state(named.id).seq, bodies, author, begins)


def evening_of_pairs(club: Club, on: date, pairs: Sequence[Pair], rounds: int, stands_in: Mapping[str, str]) -> None:
    """An evening for which pairs have agreed who plays whom; their games, kept without the club, are brought in.

    `stands_in` tells who sat there for somebody else.
    """
    evening = club.gather(on, [stands_in.get(name, name) for pair in pairs for name in pair])
    first, *rest = pairs
    for turn in club.random.sample(range(len(rest)), rounds):  # everybody meets another pair
        others = [*rest[turn:], *rest[:turn]]
        around = [first, *others]
        for table in range(len(pairs) // 2):
            _bring(club, on, evening, table + 1, (around[2 * table], around[2 * table + 1]), stands_in)


def _bring(  # noqa: PLR0913, PLR0917 - a game, and where it belongs
    club: Club, on: date, evening: int, table: int, pairs: tuple[Pair, Pair], stands_in: Mapping[str, str]
) -> None:
    (a, c), (b, d) = pairs
    whose = BySeat(a, b, c, d)
    sat = whose.map(lambda name: stands_in.get(name, name))
    random = club.random
    deals = [deal_entry(PAIRS, turn, random) for turn in turns(PAIRS, random)]
    file = {"format": FORMAT, "players": list(sat), "house_rules": {"preset": PAIRS}, "first_king": "A", "deals": deals}
    started = taken(start_game(file, str(uuid4())), Started)
    booking = Booking(
        whose.map(club.names.__getitem__), sat.map(club.names.__getitem__), on.isoformat(), evening, table
    )
    link = Link(started.links["own"], "own")
    taken(book_game(club.at, club.asks("game"), started.game_id, booking, link), Booked)
