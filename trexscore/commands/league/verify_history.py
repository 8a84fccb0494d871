"""Verify that standings add up at every time: no gaps, no overlaps, and a cause for every change."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, pairwise

from sqlalchemy.orm import Session

from trexscore.club.season_tallies import SeasonPlayer
from trexscore.db.clubs.models import OPEN_END
from trexscore.db.journals import CLUBS
from trexscore.db.league import results as league_rows
from trexscore.db.league import standings as standing_rows
from trexscore.db.league.results import PartRow, StandingRow, StoredCause
from trexscore.db.league.results_by_day import PlayerPairing
from trexscore.db.league.standings import HeadToHeadPeriod
from trexscore.league.meetings import meetings_of_tallies
from trexscore.league.tally import EMPTY_TALLY, Tally
from trexscore.ledger.chain import ChainFault


def history_faults(session: Session, club_id: int, lengths: Mapping[str, int]) -> Iterator[ChainFault]:
    """A fault for each season with a broken history. `lengths`: journal length by game uid."""
    parts: dict[SeasonPlayer, list[PartRow]] = defaultdict(list)
    for part in league_rows.all_parts(session, club_id):
        parts[part.share].append(part)
    rows: dict[SeasonPlayer, list[StandingRow]] = defaultdict(list)
    for row in league_rows.all_standings(session, club_id):
        rows[row.share].append(row)
    times = CLUBS.read_times(session, club_id)
    for share in sorted({*rows, *parts}):
        of_share = rows[share]
        caused = all(_is_caused(row.cause, times, lengths) for row in of_share)
        if not (caused and _is_unbroken(of_share) and _adds_up(of_share, parts.get(share, []))):
            yield ChainFault(share.season, "history")
    yield from _broken_meetings(session, club_id, parts)


def _broken_meetings(
    session: Session, club_id: int, parts: Mapping[SeasonPlayer, list[PartRow]]
) -> Iterator[ChainFault]:
    """A fault for each season whose head-to-head counts were wrong at some time."""
    rows: dict[PlayerPairing, list[HeadToHeadPeriod]] = defaultdict(list)
    for meeting in standing_rows.all_meetings(session, club_id):
        rows[meeting.two].append(meeting)
    changes = _meetings_over_time(parts)
    broken = {
        pair[0].season
        for pair in {*rows, *changes}
        if not (_is_unbroken(rows[pair]) and _meetings_add_up(rows[pair], changes.get(pair, {})))
    }
    yield from (ChainFault(season, "meetings") for season in sorted(broken))


def _meetings_over_time(parts: Mapping[SeasonPlayer, list[PartRow]]) -> dict[PlayerPairing, dict[str, Counter[int]]]:
    """Per pair and time, the changes of the counts ahead (0), level (1) and behind (2)."""
    of_games: dict[tuple[int, int], list[PartRow]] = defaultdict(list)
    for part in chain.from_iterable(parts.values()):
        of_games[part.share.season, part.game_id].append(part)
    changes: dict[PlayerPairing, dict[str, Counter[int]]] = defaultdict(lambda: defaultdict(Counter))
    for of_game in of_games.values():
        for first, second in combinations(sorted(of_game, key=lambda part: part.share), 2):
            begin, end = max(first.valid_from, second.valid_from), min(first.valid_to, second.valid_to)
            if first.share != second.share and begin < end:
                (meeting,) = meetings_of_tallies({first.share: first.tally, second.share: second.tally})
                outcome = meeting[2:].index(1)
                changes[first.share, second.share][begin][outcome] += 1
                changes[first.share, second.share][end][outcome] -= 1
    return changes


def _meetings_add_up(rows: list[HeadToHeadPeriod], changes: Mapping[str, Counter[int]]) -> bool:
    since = {row.valid_from for row in rows}
    if any(any(change.values()) and time not in since for time, change in changes.items() if time != OPEN_END):
        return False
    counts = Counter[int]()
    for row in rows:
        if row.valid_from < row.valid_to:
            counts.update(changes.get(row.valid_from, {}))
            if row.times != (counts[0], counts[1], counts[2]):
                return False
    return True


def _is_unbroken(rows: Sequence[StandingRow | HeadToHeadPeriod]) -> bool:
    """Whether each row ends where the next begins and the last one is current."""
    is_linked = all(row.valid_from <= row.valid_to == next_row.valid_from for row, next_row in pairwise(rows))
    return bool(rows) and is_linked and rows[-1].valid_to == OPEN_END


def _is_caused(cause: StoredCause, times: Mapping[int, str], lengths: Mapping[str, int]) -> bool:
    if "club" in cause:
        return cause["club"] in times
    return 1 <= cause.get("seq", 0) <= lengths.get(cause.get("game", ""), 0)


def _adds_up(rows: list[StandingRow], parts: Iterable[PartRow]) -> bool:
    """Whether every row is the sum of the results valid at its time, and rows begin at every change."""
    changes: dict[str, Tally] = defaultdict(lambda: EMPTY_TALLY)
    for part in parts:
        if part.valid_from > part.valid_to:
            return False
        changes[part.valid_from] += part.tally
        changes[part.valid_to] -= part.tally
    changes.pop(OPEN_END, None)
    if not changes.keys() <= {row.valid_from for row in rows}:
        return False
    total = EMPTY_TALLY
    for row in rows:
        total += changes.pop(row.valid_from, EMPTY_TALLY)
        if row.valid_from < row.valid_to and row.tally != total:
            return False
    return True
