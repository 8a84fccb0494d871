"""Records of a club: the furthest that anybody has got, who and in which games.

Records of two stretches of games join into those of both, the earlier one first: so a new game is added to what is
there, a season's records to another's, and all can be made again from the games. Where a game is withdrawn or
corrected they have to be. Points are compared among games under like rules alone.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from typing import Any, Literal, NamedTuple

from trexscore.league.statistics.facts import Facts
from trexscore.league.statistics.head_to_head import Meeting
from trexscore.league.statistics.series import Series, one_game, series_as_json, series_from_json
from trexscore.rules.seats import SEATS, BySeat, Seat, by_team

VERSION = 1
"""Of the written form. Another one is refused: a migration that raises it drops what is written and tells it anew."""
HOLDERS_KEPT = 10
"""Of those who share a record the first ones are named; the others are counted."""

CountedRecord = Literal[
    "most_kings_of_hearts",
    "most_queens",
    "most_diamonds",
    "most_tricks",
    "most_trex_firsts",
    "most_doublings_paid_off",
    "longest_winning_series",
]
PointsRecord = Literal[
    "highest_game",
    "lowest_game",
    "highest_pair_game",
    "best_kingdom",
    "worst_kingdom",
    "biggest_comeback",
    "most_earned_by_doubling",
    "closest_game",
    "widest_win",
]
_LESS_IS_FURTHER = frozenset({"lowest_game", "worst_kingdom", "closest_game"})
Candidate = tuple[str, int, tuple[Seat, ...]]
"""What may be a record, and whose."""


class Holder(NamedTuple):
    """Who did it in which game. Of a winning series: in which game it ended, and `since` which it went."""

    date: str
    game: str
    members: tuple[int, ...]
    since: str = ""


class Record(NamedTuple):
    """The furthest value, how often it was reached, and the first who reached it."""

    value: int
    times: int
    holders: tuple[Holder, ...]


class RecordedGame(NamedTuple):
    """A game as records look at it."""

    meeting: Meeting
    facts: BySeat[Facts]


class Records(NamedTuple):
    """All records. `series` are the wins in a row of each member."""

    counted: Mapping[str, Record] = {}
    in_points: Mapping[str, Mapping[str, Record]] = {}
    """By rules (`like_rules.key_of`)."""
    series: Mapping[int, Series] = {}

    def __add__(self, later: object) -> "Records":
        """These, and those of games that come after."""
        if not isinstance(later, Records):
            return NotImplemented
        both = sorted({**self.in_points, **later.in_points})
        return Records(
            _joined(self.counted, later.counted),
            {key: _joined(self.in_points.get(key, {}), later.in_points.get(key, {})) for key in both},
            _series_joined(self.series, later.series),
        )

    @property
    def all_counted(self) -> dict[str, Record]:
        """Those that hang on no points, the longest winning series among them."""
        longest = longest_series(self.series)
        return {**self.counted, **({} if longest is None else {"longest_winning_series": longest})}


NO_RECORDS = Records()


def records_of(games: Iterable[RecordedGame]) -> Records:
    """The records of these games, which come in the order of their dates."""
    return reduce(Records.__add__, map(records_in, games), NO_RECORDS)


def records_in(game: RecordedGame) -> Records:
    """The records of a single game. Seats on which no member sat hold none."""
    meeting = game.meeting
    series = {
        member: one_game(meeting.game, meeting.date, won=meeting.places[seat] == 1)
        for seat, member in zip(SEATS, meeting.members, strict=True)
        if member is not None
    }
    in_points = _best(meeting, _of_points(game))
    return Records(_best(meeting, _of_counts(game)), {meeting.rules: in_points} if in_points else {}, series)


def longest_series(series: Mapping[int, Series]) -> Record | None:
    """The longest run of wins, shared by all who have had one as long."""
    runs = [(member, one.longest) for member, one in series.items() if one.longest is not None]
    best = max((run.length for _, run in runs), default=0)
    holders = sorted(
        Holder(run.until, run.last, (member,), since=run.first) for member, run in runs if run.length == best
    )
    return Record(best, len(holders), tuple(holders[:HOLDERS_KEPT])) if holders else None


def as_json(records: Records) -> dict[str, Any]:
    """Version, and each record as value, times and holders."""
    return {
        "version": VERSION,
        "counted": _written(records.counted),
        "in_points": {key: _written(found) for key, found in records.in_points.items()},
        "series": {str(member): series_as_json(one) for member, one in records.series.items()},
    }


def from_json(value: Mapping[str, Any]) -> Records:
    """ValueError where it was written by another version."""
    if value["version"] != VERSION:
        msg = f"records of version {value['version']}"
        raise ValueError(msg)
    return Records(
        _read(value["counted"]),
        {key: _read(found) for key, found in value["in_points"].items()},
        {int(member): series_from_json(one) for member, one in value["series"].items()},
    )


def _of_counts(game: RecordedGame) -> Iterator[Candidate]:
    for seat, (_, counts, _) in zip(SEATS, game.facts, strict=True):
        taken = counts.taken
        times = {
            "most_kings_of_hearts": taken.kings_of_hearts.sum,
            "most_queens": taken.queens.sum,
            "most_diamonds": taken.diamonds.sum,
            "most_tricks": taken.tricks.sum,
            "most_trex_firsts": counts.trex[0],
            "most_doublings_paid_off": counts.doubled.paid_off,
        }
        yield from ((code, value, (seat,)) for code, value in times.items() if value)


def _of_points(game: RecordedGame) -> Iterator[Candidate]:
    for seat, (_, _, points) in zip(SEATS, game.facts, strict=True):
        if points.games.size:
            yield "highest_game", points.games.sum, (seat,)
            yield "lowest_game", points.games.sum, (seat,)
        if points.kingdoms.size:
            yield "best_kingdom", points.kingdoms.sum, (seat,)
            yield "worst_kingdom", points.kingdoms.sum, (seat,)
        if points.comebacks.size:
            # Partners come back together.
            both = tuple(sorted((seat, seat.partner))) if game.meeting.partnership else (seat,)
            if both[0] is seat:
                yield "biggest_comeback", points.comebacks.sum, both
        if points.doubled.sum > 0:
            yield "most_earned_by_doubling", points.doubled.sum, (seat,)
    if all(facts.points.games.size for facts in game.facts):
        yield from _between_sides(game)


def _between_sides(game: RecordedGame) -> Iterator[Candidate]:
    """How far the first side was before the second."""
    totals = game.facts.map(lambda facts: facts.points.games.sum)
    sides: list[tuple[int, tuple[Seat, ...]]]
    if game.meeting.partnership:
        sides = [(total, (seat, seat.partner)) for total, seat in zip(by_team(totals), SEATS, strict=False)]
        yield from (("highest_pair_game", total, pair) for total, pair in sides)
    else:
        sides = [(total, (seat,)) for total, seat in zip(totals, SEATS, strict=True)]
    (first, best), (second, _), *_ = sorted(sides, key=lambda side: -side[0])
    yield "closest_game", first - second, tuple(seat for total, seats in sides if total >= second for seat in seats)
    if first > second:
        yield "widest_win", first - second, best


def _best(meeting: Meeting, candidates: Iterable[Candidate]) -> dict[str, Record]:
    """Of each kind the furthest in this game."""
    found: dict[str, Record] = {}
    for code, value, seats in candidates:
        members = tuple(sorted(member for seat in seats if (member := meeting.members[seat]) is not None))
        if members:
            record = Record(value, 1, (Holder(meeting.date, meeting.game, members),))
            found[code] = _further(code, found[code], record) if code in found else record
    return found


def _joined(one: Mapping[str, Record], other: Mapping[str, Record]) -> dict[str, Record]:
    both = {**one, **other}
    both |= {code: _further(code, one[code], other[code]) for code in one.keys() & other.keys()}
    return dict(sorted(both.items()))


def _further(code: str, one: Record, other: Record) -> Record:
    if one.value == other.value:
        holders = sorted((*one.holders, *other.holders))
        return Record(one.value, one.times + other.times, tuple(holders[:HOLDERS_KEPT]))
    return one if (one.value < other.value) is (code in _LESS_IS_FURTHER) else other


def _series_joined(one: Mapping[int, Series], later: Mapping[int, Series]) -> dict[int, Series]:
    both = {**one, **later}
    both |= {member: one[member] + later[member] for member in one.keys() & later.keys()}
    return dict(sorted(both.items()))


def _written(records: Mapping[str, Record]) -> dict[str, Any]:
    return {
        code: [value, times, [[date, game, list(members)] for date, game, members, _ in holders]]
        for code, (value, times, holders) in records.items()
    }


def _read(value: Mapping[str, Any]) -> dict[str, Record]:
    return {
        code: Record(value, times, tuple(Holder(date, game, tuple(members)) for date, game, members in holders))
        for code, (value, times, holders) in value.items()
    }
