"""Game nights of the demo's club: attendance, draws, and the games of the tables."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from random import Random
from typing import NamedTuple, TypeVar
from uuid import uuid4

from trexscore.cli.demo.games import A_DEAL, announcement, deal_entry, turns, write_each
from trexscore.cli.output.errors import CannotWork
from trexscore.club.event import ClubEvent
from trexscore.club.events.game_night import GameNightPlanned, MembersCheckedIn
from trexscore.club.game_night import DrawnTable
from trexscore.commands.clubs.count_game import AddedGameLink, CountDraft, CountResult, count_club_game
from trexscore.commands.clubs.create_club import OWNER
from trexscore.commands.clubs.record_entry import record_club_entry
from trexscore.commands.game_nights.draw_tables import draw_tables
from trexscore.commands.game_nights.start_table import TableRequest, TableStarted, start_table
from trexscore.commands.games.start_game import Started, start_game
from trexscore.commands.recording import Command, Recorded
from trexscore.db import game_states as boards
from trexscore.db.clubs.clubs import ClubHead, find_club, read_record
from trexscore.db.games import find_game
from trexscore.db.models import db
from trexscore.game.file import FORMAT
from trexscore.league.draw import Method
from trexscore.ledger.chain import Body
from trexscore.rules.seats import SEATS, BySeat

PLAYERS, PAIRS = "standard", "complex_partnership"
"""The house rules of the two seasons."""
_ALL_DEALS = 20
"""The number of deals in a game with separate contracts."""
_START, _PLACE = time(20, 30), "Café Central"
_SEEDS = 1 << 31
T = TypeVar("T")
Pair = tuple[str, str]


class Club(NamedTuple):
    """The club, whose entries its owner records."""

    stored: ClubHead
    names: dict[str, int]
    """Members' numbers by name."""
    random: Random

    def record(self, event: type[ClubEvent], content: Body) -> int:
        """Record an entry. Returns its number."""
        return succeeded(record_club_entry(self.stored.id, self.command(event.body(content))), Recorded).seq

    def command(self, body: Body | None = None) -> Command:
        """The owner's command to record an entry."""
        return Command.of_member(str(uuid4()), OWNER, body)

    def gather(self, on: date, names: Sequence[str]) -> int:
        """Record a game night and its attendance. Returns the night's number."""
        evening = self.record(GameNightPlanned, {"on": on.isoformat(), "at": f"{_START:%H:%M}", "place": _PLACE})
        self.record(MembersCheckedIn, {"evening": evening, "members": [self.names[name] for name in names]})
        return evening


def succeeded(outcome: object, expected: type[T]) -> T:
    """The outcome, if the action succeeded. Raises `CannotWork` otherwise."""
    if isinstance(outcome, expected):
        return outcome
    raise CannotWork(f"The demo's club cannot be recorded: {outcome}")


class Night(NamedTuple):
    """A game night with drawn tables. `deals`: the number of played deals at the first tables; others are finished."""

    season: int
    on: date
    names: Sequence[str]
    method: Method
    deals: Sequence[int] = ()


def evening_of_players(club: Club, night: Night) -> list[str]:
    """Draw tables and play a game at each. Returns the uids of the games."""
    evening = club.gather(night.on, night.names)
    seed = club.random.randrange(_SEEDS)
    outcome = draw_tables(club.stored, club.command(), evening, 0, method=night.method, season=night.season, seed=seed)
    succeeded(outcome, Recorded)
    tables = read_record(succeeded(find_club(club.stored.uid), ClubHead)).game_nights[evening].tables
    deals = [*night.deals, *[_ALL_DEALS] * len(tables)]
    return [
        _play(
            club,
            table,
            TableRequest(OWNER, evening, table.since, table.position, 1, night.season),
            night.on,
            deals[table.position],
        )
        for table in tables
    ]


def _play(club: Club, table: DrawnTable, request: TableRequest, on: date, deals: int) -> str:
    names = {number: name for name, number in club.names.items()}
    uid = succeeded(start_table(club.stored, request), TableStarted).uid
    bodies = list(_deals(club.random, deals))
    begins = datetime.combine(on, _START).astimezone(UTC)
    latest = datetime.now(UTC) - A_DEAL * len(bodies)
    write_in_game(uid, names[table.seats.B], bodies, min(begins, latest))
    return uid


def _deals(random: Random, deals: int) -> Iterator[Body]:
    played = list(turns(PLAYERS, random, random.choice(SEATS)))
    yield from (deal_entry(PLAYERS, turn, random) for turn in played[:deals])
    if deals < len(played):
        yield announcement(played[deals], random)


def write_in_game(uid: str, author: str, bodies: Sequence[Body], begins: datetime) -> None:
    """Record more entries in a game."""
    game = find_game(db.session(), uid)
    if game is None:
        raise LookupError(uid)
    write_each(game.id, boards.read_current_state(game.id).seq, bodies, author, begins)


def evening_of_pairs(club: Club, on: date, pairs: Sequence[Pair], rounds: int, stands_in: Mapping[str, str]) -> None:
    """A game night of fixed pairs, whose games are played without the club and then counted in it.

    `stands_in`: substitutes by the names of the members they replace.
    """
    evening = club.gather(on, [stands_in.get(name, name) for pair in pairs for name in pair])
    first, *rest = pairs
    for turn in club.random.sample(range(len(rest)), rounds):  # each round, every pair meets another
        order = [first, *rest[turn:], *rest[:turn]]
        for table in range(len(pairs) // 2):
            _count_game(club, on, evening, table + 1, (order[2 * table], order[2 * table + 1]), stands_in)


def _count_game(  # noqa: PLR0913, PLR0917 - a game, and its place in the club
    club: Club, on: date, evening: int, table: int, pairs: tuple[Pair, Pair], stands_in: Mapping[str, str]
) -> None:
    (a, c), (b, d) = pairs
    members = BySeat(a, b, c, d)
    players = members.map(lambda name: stands_in.get(name, name))
    random = club.random
    deals = [deal_entry(PAIRS, turn, random) for turn in turns(PAIRS, random)]
    file = {
        "format": FORMAT,
        "players": list(players),
        "house_rules": {"preset": PAIRS},
        "first_king": "A",
        "deals": deals,
    }
    started = succeeded(start_game(file, str(uuid4())), Started)
    booking = CountDraft(
        members.map(club.names.__getitem__), players.map(club.names.__getitem__), on.isoformat(), evening, table
    )
    link = AddedGameLink(started.links["own"], "own")
    succeeded(count_club_game(club.stored, club.command(), started.game_id, booking, link), CountResult)
