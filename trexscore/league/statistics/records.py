"""Records of a club: the best values, their holders and games.

Records of two periods add up, the earlier one first: a new game to stored records, one season to another. A game
cannot be subtracted: if one is excluded or corrected, records are computed again from all games. Points are compared
only among games under comparable rules.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, TypedDict, TypeVar

from trexscore.league.statistics.comparable_rules import key_has_partners
from trexscore.league.statistics.facts import Facts
from trexscore.league.statistics.winning_runs import WinningRuns, winning_runs_of_game
from trexscore.rules.seats import SEATS, BySeat, Seat, sums_by_team

STORED_FORMAT_VERSION = 1
"""Of the stored form. Other versions are refused: the migration that raises it marks clubs to be rebuilt."""
MAX_NAMED_HOLDERS = 10
"""Named holders of a shared record, the first ones; the others are only counted."""

CountRecordCode = Literal[
    "most_kings_of_hearts",
    "most_queens",
    "most_diamonds",
    "most_tricks",
    "most_trex_firsts",
    "most_doublings_paid_off",
    "longest_winning_series",
]
PointsRecordCode = Literal[
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
_LOWER_IS_BETTER_CODES = frozenset({"lowest_game", "worst_kingdom", "closest_game"})
K = TypeVar("K", str, int)
V = TypeVar("V")
RecordCandidate = tuple[str, int, tuple[Seat, ...]]
"""A possible record: its code, value and seats."""


class RecordHolders(NamedTuple):
    """The holders of a record and their game; of a winning series, its last game."""

    date: str
    game_uid: str
    member_numbers: tuple[int, ...]


class Record(NamedTuple):
    """The best value, how often it was reached, and its first holders."""

    value: int
    times_reached: int
    holders: tuple[RecordHolders, ...]


class GameForRecords(NamedTuple):
    """The data of a game that records are computed from.

    A player who is not a member (a guest without an entry, a removed name) is None. A shared finish counts as the best.
    """

    game_uid: str
    date: str
    member_number_by_seat: BySeat[int | None]
    best_finishes: BySeat[int]
    facts: BySeat[Facts]

    @property
    def comparable_rules_key(self) -> str:
        """The key of its rules."""
        return self.facts[0].comparable_rules_key

    @property
    def partnership(self) -> bool:
        """Whether the game was played with partners."""
        return key_has_partners(self.comparable_rules_key)


class Records(NamedTuple):
    """All records. `winning_runs_by_member`: by member."""

    records_of_counts: Mapping[str, Record] = {}
    points_records_by_rules: Mapping[str, Mapping[str, Record]] = {}
    """By the key of the rules (`comparable_rules.comparable_rules_key`)."""
    winning_runs_by_member: Mapping[int, WinningRuns] = {}

    def __add__(self, later: object) -> "Records":
        """The records of both periods; `later` comes after this one."""
        if not isinstance(later, Records):
            return NotImplemented
        return Records(
            _combine_records(self.records_of_counts, later.records_of_counts),
            _combine_by_key(
                self.points_records_by_rules,
                later.points_records_by_rules,
                lambda _rules, earlier_records, later_records: _combine_records(earlier_records, later_records),
            ),
            _combine_by_key(
                self.winning_runs_by_member,
                later.winning_runs_by_member,
                lambda _member, earlier_runs, later_runs: earlier_runs + later_runs,
            ),
        )

    @property
    def all_records_of_counts(self) -> dict[str, Record]:
        """The records without points, including the longest winning series."""
        longest = longest_winning_run_record(self.winning_runs_by_member)
        return {**self.records_of_counts, **({} if longest is None else {"longest_winning_series": longest})}


NO_RECORDS = Records()


def records_of_single_game(game: GameForRecords) -> Records:
    """The records of a single game. Seats without a member hold none."""
    series = {
        member: winning_runs_of_game(game.game_uid, game.date, has_won=finish == 1)
        for member, finish in zip(game.member_number_by_seat, game.best_finishes, strict=True)
        if member is not None
    }
    in_points = _best_by_code(game, _candidates_for_points_records(game))
    return Records(
        _best_by_code(game, _candidates_for_records_of_counts(game)),
        {game.comparable_rules_key: in_points} if in_points else {},
        series,
    )


def longest_winning_run_record(runs_by_member: Mapping[int, WinningRuns]) -> Record | None:
    """The longest run of wins, with all members who share it."""
    runs = [(member, games.longest_run) for member, games in runs_by_member.items() if games.longest_run is not None]
    longest_run_length = max((run.length for _, run in runs), default=0)
    holders = sorted(
        RecordHolders(run.last_date, run.last_game_uid, (member,))
        for member, run in runs
        if run.length == longest_run_length
    )
    return Record(longest_run_length, len(holders), tuple(holders[:MAX_NAMED_HOLDERS])) if holders else None


class StoredRecords(TypedDict, total=False):
    """The stored form: named tuples are lists in JSON."""

    version: int
    counted: Mapping[str, Record]
    in_points: Mapping[str, Mapping[str, Record]]
    series: Mapping[int, WinningRuns]


def as_stored(records: Records) -> StoredRecords:
    """The stored form."""
    counted, in_points, series = records
    return {"version": STORED_FORMAT_VERSION, "counted": counted, "in_points": in_points, "series": series}


def from_stored(stored_records: StoredRecords) -> Records:
    """Read what `as_stored` gives. Raises ValueError for another version."""
    if stored_records["version"] != STORED_FORMAT_VERSION:
        raise ValueError(f"records of version {stored_records['version']}")
    return Records(stored_records["counted"], stored_records["in_points"], stored_records["series"])


def _candidates_for_records_of_counts(game: GameForRecords) -> Iterator[RecordCandidate]:
    for seat, (_, counts, _) in zip(SEATS, game.facts, strict=True):
        cards_taken = counts.cards_taken
        times = {
            "most_kings_of_hearts": cards_taken.kings_of_hearts.sum,
            "most_queens": cards_taken.queens.sum,
            "most_diamonds": cards_taken.diamonds.sum,
            "most_tricks": cards_taken.tricks.sum,
            "most_trex_firsts": counts.trex_place_counts[0],
            "most_doublings_paid_off": counts.doubling_counts.paid_off,
        }
        yield from ((code, value, (seat,)) for code, value in times.items() if value)


def _candidates_for_points_records(game: GameForRecords) -> Iterator[RecordCandidate]:
    for seat, (_, _, points) in zip(SEATS, game.facts, strict=True):
        if points.game_points.size:
            yield "highest_game", points.game_points.sum, (seat,)
            yield "lowest_game", points.game_points.sum, (seat,)
        if points.own_kingdom_points.size:
            yield "best_kingdom", points.own_kingdom_points.sum, (seat,)
            yield "worst_kingdom", points.own_kingdom_points.sum, (seat,)
        if points.comeback_points.size:
            # Partners come back together, so the pair counts once.
            both = tuple(sorted((seat, seat.partner))) if game.partnership else (seat,)
            if both[0] is seat:
                yield "biggest_comeback", points.comeback_points.sum, both
        if points.as_doubler.sum > 0:
            yield "most_earned_by_doubling", points.as_doubler.sum, (seat,)
    if all(facts.point_sums.game_points.size for facts in game.facts):
        yield from _candidates_for_margin_records(game)


def _candidates_for_margin_records(game: GameForRecords) -> Iterator[RecordCandidate]:
    """The margin between the first side and the second, and the points of pairs."""
    totals = game.facts.map(lambda facts: facts.point_sums.game_points.sum)
    sides: list[tuple[int, tuple[Seat, ...]]]
    if game.partnership:
        sides = [(total, (seat, seat.partner)) for total, seat in zip(sums_by_team(totals), SEATS, strict=False)]
        yield from (("highest_pair_game", total, pair) for total, pair in sides)
    else:
        sides = [(total, (seat,)) for total, seat in zip(totals, SEATS, strict=True)]
    (first, best), (second, _), *_ = sorted(sides, key=lambda side: -side[0])
    yield "closest_game", first - second, tuple(seat for total, seats in sides if total >= second for seat in seats)
    if first > second:
        yield "widest_win", first - second, best


def _best_by_code(game: GameForRecords, candidates: Iterable[RecordCandidate]) -> dict[str, Record]:
    """The best candidate of each kind in this game."""
    best_record_by_code: dict[str, Record] = {}
    for code, value, seats in candidates:
        members = tuple(sorted(member for seat in seats if (member := game.member_number_by_seat[seat]) is not None))
        if members:
            record = Record(value, 1, (RecordHolders(game.date, game.game_uid, members),))
            best_record_by_code[code] = (
                _better_or_shared_record(code, best_record_by_code[code], record)
                if code in best_record_by_code
                else record
            )
    return best_record_by_code


def _combine_records(
    earlier_record_by_code: Mapping[str, Record], later_record_by_code: Mapping[str, Record]
) -> dict[str, Record]:
    return _combine_by_key(earlier_record_by_code, later_record_by_code, _better_or_shared_record)


def _better_or_shared_record(code: str, earlier: Record, later: Record) -> Record:
    if earlier.value == later.value:
        holders = sorted((*earlier.holders, *later.holders))
        return Record(earlier.value, earlier.times_reached + later.times_reached, tuple(holders[:MAX_NAMED_HOLDERS]))
    return earlier if (earlier.value < later.value) is (code in _LOWER_IS_BETTER_CODES) else later


def _combine_by_key(earlier: Mapping[K, V], later: Mapping[K, V], combine: Callable[[K, V, V], V]) -> dict[K, V]:
    """The values of both by sorted keys; `combine` joins those under the same key."""
    both = {**earlier, **later}
    both |= {key: combine(key, earlier[key], later[key]) for key in earlier.keys() & later.keys()}
    return dict(sorted(both.items()))
