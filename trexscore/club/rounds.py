"""What a season's evenings and games have already brought together, as far as a draw asks."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from trexscore.club.counted import CountedGame
from trexscore.club.evening import Evening
from trexscore.club.record import ClubRecord
from trexscore.league.draw import Draw, SoFar, so_far
from trexscore.rules.seats import BySeat

Four = frozenset[int]


def met_so_far(record: ClubRecord, evenings: Iterable[Evening], games: Iterable[CountedGame], now: Evening) -> SoFar:
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


def _rounds(evening: Evening, played: Sequence[BySeat[int]], *, last_was_played: bool) -> Iterator[Draw]:
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
