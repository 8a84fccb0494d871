"""Whether a club's standings add up at every time: nobody stands twice or not at all, and nothing changes uncaused."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, pairwise

from sqlalchemy.orm import Session

from trexscore.club.season_shares import Share
from trexscore.db.clubs.models import OPEN_END
from trexscore.db.journals import CLUBS
from trexscore.db.league import results as league_rows
from trexscore.db.league import standings as standing_rows
from trexscore.db.league.results import PartRow, StandingRow
from trexscore.db.league.results_by_day import Two
from trexscore.db.league.standings import Met
from trexscore.league.meetings import meetings_of_tallies
from trexscore.league.tally import NOTHING, Tally
from trexscore.ledger.chain import ChainFault


def broken_history(session: Session, club_id: int, lengths: Mapping[str, int]) -> Iterator[ChainFault]:
    """Every season whose history does not hold, as that season's entry; `lengths` are those of the games' journals."""
    parts: dict[Share, list[PartRow]] = defaultdict(list)
    for part in league_rows.all_parts(session, club_id):
        parts[part.share].append(part)
    rows: dict[Share, list[StandingRow]] = defaultdict(list)
    for row in league_rows.all_standings(session, club_id):
        rows[row.share].append(row)
    times = CLUBS.times_of(session, club_id)
    for share in sorted({*rows, *parts}):
        of_share = rows[share]
        caused = all(_is_caused(row.cause, times, lengths) for row in of_share)
        if not (caused and _is_unbroken(of_share) and _adds_up(of_share, parts.get(share, []))):
            yield ChainFault(share.season, "history")
    yield from _broken_meetings(session, club_id, parts)


def _broken_meetings(session: Session, club_id: int, parts: Mapping[Share, list[PartRow]]) -> Iterator[ChainFault]:
    """Every season of which at some time it was kept wrongly who had finished before whom."""
    rows: dict[Two, list[Met]] = defaultdict(list)
    for met in standing_rows.all_meetings(session, club_id):
        rows[met.two].append(met)
    changes = _meetings_over_time(parts)
    broken = {
        two[0].season
        for two in {*rows, *changes}
        if not (_is_unbroken(rows[two]) and _met_so_often(rows[two], changes.get(two, {})))
    }
    yield from (ChainFault(season, "meetings") for season in sorted(broken))


def _meetings_over_time(parts: Mapping[Share, list[PartRow]]) -> dict[Two, dict[str, Counter[int]]]:
    """For every two, when they had finished ahead (0), level (1) and behind (2) how much more or less often."""
    of_games: dict[tuple[int, int], list[PartRow]] = defaultdict(list)
    for part in chain.from_iterable(parts.values()):
        of_games[part.share.season, part.game_id].append(part)
    changes: dict[Two, dict[str, Counter[int]]] = defaultdict(lambda: defaultdict(Counter))
    for of_game in of_games.values():
        for one, other in combinations(sorted(of_game, key=lambda part: part.share), 2):
            begin, end = max(one.since, other.since), min(one.until, other.until)
            if one.share != other.share and begin < end:
                (met,) = meetings_of_tallies({one.share: one.tally, other.share: other.tally})
                how = met[2:].index(1)
                changes[one.share, other.share][begin][how] += 1
                changes[one.share, other.share][end][how] -= 1
    return changes


def _met_so_often(rows: list[Met], changes: Mapping[str, Counter[int]]) -> bool:
    since = {row.since for row in rows}
    if any(any(more.values()) and time not in since for time, more in changes.items() if time != OPEN_END):
        return False
    has = Counter[int]()
    for row in rows:
        if row.since < row.until:
            has.update(changes.get(row.since, {}))
            if row.times != (has[0], has[1], has[2]):
                return False
    return True


def _is_unbroken(rows: Sequence[StandingRow | Met]) -> bool:
    """Each row ends where the next begins, and the last one holds."""
    follow = all(one.since <= one.until == other.since for one, other in pairwise(rows))
    return bool(rows) and follow and rows[-1].until == OPEN_END


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
    changes.pop(OPEN_END, None)
    if not changes.keys() <= {row.since for row in rows}:
        return False
    has = NOTHING
    for row in rows:
        has += changes.pop(row.since, NOTHING)
        if row.since < row.until and row.tally != has:
            return False
    return True
