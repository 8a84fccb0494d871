"""Verify that standings add up at every time: no gaps, no overlaps, and a cause for every change."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from operator import add, neg
from typing import NamedTuple

from sqlalchemy import RowMapping, select
from sqlalchemy.orm import Session

from trexscore.db.clubs.models import OPEN_END, HeadToHead, SeasonResult, Standing
from trexscore.db.journals import CLUBS
from trexscore.db.league.season_rows import StoredCause
from trexscore.db.league.sums_by_period import MEETING_COUNT_COLUMNS, MEETING_PLAYER_COLUMNS
from trexscore.db.models import Base, tables_of_models
from trexscore.db.stored_json import decode_json
from trexscore.league.meetings import meetings_in_game
from trexscore.league.tally import Tally
from trexscore.ledger.chain import JournalFault

_RowKey = tuple[int, ...]
"""A season, and the members of a player, of a pair, or of two of these."""
_RowNumbers = tuple[int, ...]
"""A tally as stored, or how often one finished ahead, level and behind."""
_ChangesByKeyAndTime = dict[_RowKey, dict[str, _RowNumbers]]
"""What is added at which times; what ends is subtracted."""


class _RowVersion(NamedTuple):
    """Stored numbers, and the time for which they are valid."""

    row_key: _RowKey
    row_numbers: _RowNumbers
    valid_from: str
    valid_to: str


def standing_period_faults(
    session: Session, club_id: int, game_journal_length_by_uid: Mapping[str, int]
) -> Iterator[JournalFault]:
    """A fault for each player and each season's meetings with a broken history."""
    standings, meetings = _expected_standing_and_meeting_changes(session, club_id)
    rows = _read_rows(session, Standing, club_id)
    times = CLUBS.read_received_times_by_seq(session, club_id)
    broken_row_keys = {
        _row_key(row)
        for row in rows
        if not _has_existing_cause(decode_json(row["cause"]), times, game_journal_length_by_uid)
    }
    broken_row_keys |= {*_keys_with_broken_history(rows, standings)}
    yield from (JournalFault(key[0], "history") for key in sorted(broken_row_keys))
    seasons = {key[0] for key in _keys_with_broken_history(_read_rows(session, HeadToHead, club_id), meetings)}
    yield from (JournalFault(season, "meetings") for season in sorted(seasons))


def _expected_standing_and_meeting_changes(
    session: Session, club_id: int
) -> tuple[_ChangesByKeyAndTime, _ChangesByKeyAndTime]:
    """How the results of games change the standings and the meetings."""
    standings: _ChangesByKeyAndTime = defaultdict(dict)
    meetings: _ChangesByKeyAndTime = defaultdict(dict)
    games: dict[tuple[int, int], list[_RowVersion]] = defaultdict(list)
    for row in _read_rows(session, SeasonResult, club_id):
        games[row["season"], row["game_id"]].append(_row_version(row))
    for results in games.values():
        for result in results:
            _add_changes_of_validity(standings[result.row_key], result.row_numbers, result.valid_from, result.valid_to)
        for first, second in combinations(sorted(results), 2):
            since, until = max(first.valid_from, second.valid_from), min(first.valid_to, second.valid_to)
            if first.row_key != second.row_key and since < until:
                tallies = {result.row_key: Tally.from_json(result.row_numbers) for result in (first, second)}
                (meeting,) = meetings_in_game(tallies)
                _add_changes_of_validity(meetings[first.row_key + second.row_key[1:]], meeting[2:], since, until)
    # A change that leaves the counts as they are has no row.
    visible = {key: {time: more for time, more in changes.items() if any(more)} for key, changes in meetings.items()}
    return standings, visible


def _read_rows(session: Session, model: type[Base], club_id: int) -> Sequence[RowMapping]:
    """A club's rows, current and ended, in the order of writing."""
    (table,) = tables_of_models(model)
    return session.execute(select(table).where(table.c.club_id == club_id).order_by(table.c.id)).mappings().all()


def _row_version(row: RowMapping) -> _RowVersion:
    row_numbers = decode_json(row["tally"]) if "tally" in row else (row[name] for name in MEETING_COUNT_COLUMNS)
    return _RowVersion(_row_key(row), tuple(row_numbers), row["valid_from"], row["valid_to"])


def _row_key(row: RowMapping) -> _RowKey:
    return tuple(row[name] for name in ("season", *MEETING_PLAYER_COLUMNS) if name in row)


def _has_existing_cause(
    cause: StoredCause, received_time_by_seq: Mapping[int, str], game_journal_length_by_uid: Mapping[str, int]
) -> bool:
    if "club" in cause:
        return cause["club"] in received_time_by_seq
    return 1 <= cause.get("seq", 0) <= game_journal_length_by_uid.get(cause.get("game", ""), 0)


def _add_changes_of_validity(
    changes_by_time: dict[str, _RowNumbers], numbers: _RowNumbers, valid_from: str, valid_to: str
) -> None:
    """Add numbers at the start of their validity, and subtract them at its end."""
    zero = (0,) * len(numbers)
    changes_by_time[valid_from] = tuple(map(add, changes_by_time.get(valid_from, zero), numbers))
    changes_by_time[valid_to] = tuple(map(add, changes_by_time.get(valid_to, zero), map(neg, numbers)))


def _keys_with_broken_history(rows: Sequence[RowMapping], expected_changes: _ChangesByKeyAndTime) -> Iterator[_RowKey]:
    """The keys whose periods are not the sums of the changes."""
    periods: dict[_RowKey, list[_RowVersion]] = defaultdict(list)
    for period in map(_row_version, rows):
        periods[period.row_key].append(period)
    for key in {*periods, *expected_changes}:
        if not (_is_unbroken(periods[key]) and _versions_add_up(periods[key], expected_changes.get(key, {}))):
            yield key


def _is_unbroken(row_versions: Sequence[_RowVersion]) -> bool:
    """Whether each row ends where the next begins and the last one is current."""
    is_linked = all(row.valid_from <= row.valid_to == next_row.valid_from for row, next_row in pairwise(row_versions))
    return bool(row_versions) and is_linked and row_versions[-1].valid_to == OPEN_END


def _versions_add_up(row_versions: Sequence[_RowVersion], expected_change_by_time: Mapping[str, _RowNumbers]) -> bool:
    """Whether a row begins at every change, and every row is the sum of the changes so far."""
    if not expected_change_by_time.keys() - {OPEN_END} <= {row.valid_from for row in row_versions}:
        return False
    unapplied_changes = dict(expected_change_by_time)
    total = (0,) * len(row_versions[0].row_numbers)
    for row in row_versions:
        total = tuple(map(add, total, unapplied_changes.pop(row.valid_from, (0,) * len(total))))
        if row.valid_from < row.valid_to and row.row_numbers != total:
            return False
    return True
