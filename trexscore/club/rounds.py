"""What a season's evenings and games have already brought together, as far as a draw asks."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from trexscore.club.counted import CountedGame
from trexscore.club.game_night import Draw as NightDraw
from trexscore.club.game_night import GameNight
from trexscore.club.record import ClubRecord
from trexscore.league.draw import Draw, SoFar, so_far
from trexscore.rules.seats import BySeat

Four = frozenset[int]


def met_until_now(
    record: ClubRecord, evenings: Iterable[GameNight], games: Iterable[CountedGame], now: GameNight
) -> SoFar:
    """What draws and games add up to, everybody by the number that they have now.

    A draw that somebody has drawn over before it was played brought nobody together.
    The last draw of an evening that is over was played, also where its games are not counted here.
    """
    of_evening: dict[int | None, list[BySeat[int]]] = {}
    for game in games:
        four = [record.who(member).number for member in game.played_by if member is not None]
        if len(four) == len(game.played_by):
            of_evening.setdefault(game.evening, []).append(BySeat(*four))
    rounds: list[Draw] = []
    for evening in evenings:
        seated = of_evening.pop(evening.number, [])
        rounds += _rounds(evening, seated, last_was_played=evening.number != now.number)
    rounds += [Draw((table,), ()) for tables in of_evening.values() for table in tables]
    return so_far(rounds)


class Rounds(NamedTuple):
    """The rounds of a night: of each of its games by uid, and of each table that is drawn, by where it began."""

    games: Mapping[str, int]
    tables: Mapping[tuple[int, int], int]


def rounds_of_night(record: ClubRecord, evening: GameNight, games: Iterable[CountedGame]) -> Rounds:
    """Number the rounds of a night from its games in the order in which they started.

    Tables that were seated by one draw play one round: the next after the last that any of their people has played,
    and none before the latest round of the night. Four who play on without a draw begin a round of their own.
    """
    seatings = [
        (frozenset(table), (draw.seq, began.at), _newly_seated(draw))
        for draw in evening.draws
        for table, began in zip(draw.tables, draw.began, strict=True)
        if began.since == draw.seq
    ]
    waiting = {four: [one for one in seatings if one[0] == four] for four, _place, _people in seatings}
    last: dict[int, int] = {}
    of_draw: dict[int, int] = {}
    of_game: dict[str, int] = {}

    def begun(people: Iterable[int]) -> int:
        return max(1 + max((last.get(one, 0) for one in people), default=0), max(last.values(), default=1))

    for game in games:
        four = frozenset(record.who(member).number for member in game.played_by if member is not None)
        if waiting.get(four):
            _four, (seq, _at), people = waiting[four].pop(0)
            number = of_draw.setdefault(seq, begun(people))
        else:
            number = begun(four)
        of_game[game.uid] = number
        last |= dict.fromkeys(four, number)
    tables = {place: of_draw.get(place[0]) or begun(people) for _four, place, people in seatings}
    return Rounds(of_game, tables)


def _newly_seated(draw: NightDraw) -> frozenset[int]:
    tables = zip(draw.tables, draw.began, strict=True)
    return frozenset(one for table, began in tables if began.since == draw.seq for one in table)


def _rounds(evening: GameNight, played: Sequence[BySeat[int]], *, last_was_played: bool) -> Iterator[Draw]:
    left = _by_four(played)
    before: tuple[BySeat[int], ...] = ()
    for draw in evening.draws:
        held = (last_was_played and draw.seq == evening.last_draw) or any(frozenset(one) in left for one in draw.tables)
        if held:
            tables = tuple(table for table in draw.tables if table not in before)
            before = tuple(draw.tables)
            yield Draw(tuple(_as_played(table, left.get(frozenset(table), ())) for table in tables), draw.sitting_out)
    drawn = {frozenset(table) for draw in evening.draws for table in draw.tables}
    for four, seated in left.items():
        if four not in drawn:
            yield from (Draw((table,), ()) for table in seated)


def _as_played(table: BySeat[int], seated: Sequence[BySeat[int]]) -> BySeat[int]:
    """A table as its game has it, where it was found out later who sat where."""
    return seated[0] if seated and table not in seated else table


def _by_four(tables: Iterable[BySeat[int]]) -> Mapping[Four, list[BySeat[int]]]:
    found: dict[Four, list[BySeat[int]]] = {}
    for table in tables:
        found.setdefault(frozenset(table), []).append(table)
    return found
