"""Whether a club's standings add up at every time: nobody stands twice or not at all, and nothing changes uncaused."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from sqlalchemy.orm import Session

from trexscore.club.parts import Share
from trexscore.journal.entries import Break
from trexscore.league.tally import NOTHING, Tally
from trexscore.storage import league_rows
from trexscore.storage.club_models import STILL
from trexscore.storage.journals import CLUBS
from trexscore.storage.league_rows import PartRow, StandingRow


def broken_history(
    session: Session, club_id: int, parts: Mapping[Share, list[PartRow]], lengths: Mapping[str, int]
) -> Iterator[Break]:
    """Every season whose history does not hold, as that season's entry; `lengths` are those of the games' journals."""
    rows: dict[Share, list[StandingRow]] = defaultdict(list)
    for row in league_rows.all_standings(session, club_id):
        rows[row.share].append(row)
    times = CLUBS.times_of(session, club_id)
    for share in sorted({*rows, *parts}):
        of_share = rows[share]
        caused = all(_is_caused(row.cause, times, lengths) for row in of_share)
        if not (caused and _is_unbroken(of_share) and _adds_up(of_share, parts.get(share, []))):
            yield Break(share.season, "history")


def _is_unbroken(rows: list[StandingRow]) -> bool:
    """Each row ends where the next begins, and the last one holds."""
    follow = all(one.since <= one.until == other.since for one, other in pairwise(rows))
    return bool(rows) and follow and rows[-1].until == STILL


def _is_caused(cause: Mapping[str, object], times: Mapping[int, str], lengths: Mapping[str, int]) -> bool:
    if "club" in cause:
        return cause["club"] in times
    seq = cause.get("seq")
    return isinstance(seq, int) and 1 <= seq <= lengths.get(str(cause.get("game")), 0)


def _adds_up(rows: list[StandingRow], parts: Iterable[PartRow]) -> bool:
    """Whether every row is the sum of what games gave while it held, and a row begins whenever one begins or ends."""
    changes: dict[str, Tally] = defaultdict(lambda: NOTHING)
    for part in parts:
        if part.since > part.until:
            return False
        changes[part.since] += part.tally
        changes[part.until] -= part.tally
    changes.pop(STILL, None)
    if not changes.keys() <= {row.since for row in rows}:
        return False
    has = NOTHING
    for row in rows:
        has += changes.pop(row.since, NOTHING)
        if row.since < row.until and row.tally != has:
            return False
    return True
