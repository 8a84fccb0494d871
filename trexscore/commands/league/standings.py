"""What follows for a club's standings: from an entry of the club, and from an entry of a game that it counts.

Written in the transaction of the entry, so that the standings are never older than the journals.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from trexscore.club.counted import counted_in
from trexscore.club.game_outcome import GameOutcome
from trexscore.club.members import Member
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.club.season_shares import Share, shares_of_game
from trexscore.db.clubs.counted_games import GameRow
from trexscore.db.clubs.models import DAY
from trexscore.db.journals import End
from trexscore.db.league.results_by_day import OnDay, Two
from trexscore.db.league.store import Change, LeagueStore, Read
from trexscore.league.meetings import meetings_of_tallies, together
from trexscore.league.tally import NOTHING, Tally
from trexscore.ledger.chain import Body


class League(NamedTuple):
    """A club's league about to change: at a time, by an entry of this kind."""

    store: LeagueStore
    end: End
    """Of the club's journal."""
    record: ClubRecord
    at: str
    cause: Mapping[str, Any]


class _Since(dict[int, str]):
    """From when on a change to a season holds: never from before the last one, whatever the clock says.

    Clocks are put back, and of two who write at once the one with the earlier time may come later.
    """

    def __init__(self, league: League) -> None:
        super().__init__()
        self.league = league

    def __missing__(self, season: int) -> str:
        self[season] = max(self.league.at, self.league.store.last_change(season))
        return self[season]


def follow_club(league: League, before: ClubRecord) -> None:
    """Write what an entry that is of no single game means for the standings; `before` is the club as it was."""
    after = league.record
    recounted = recounted_games(league.store, before, after)
    due = ((row, shares_of_game(after, row.counted, row.came_to)) for row in recounted)
    _book(league, due, recounts=True, ranked_otherwise=_ranked_otherwise(league, before))


def book_result(league: League, row: GameRow, came: GameOutcome) -> None:
    """A game has come to something else."""
    row = row._replace(came_to=came)
    parts = shares_of_game(league.record, row.counted, came)
    league.store.put_result(row, counting=bool(parts))
    _book(league, [(row, parts)])


def apply_game_event(league: League, kind: str, word: Body, came_to_of: Callable[[int], GameOutcome]) -> None:
    """A game is counted, counted otherwise, or counts no more; of one that is new here, ask what it comes to."""
    store, uid = league.store, word["uid"]
    found = store.named(uid)
    if found is None:
        raise LookupError(uid)
    before = store.game(uid)
    if kind == "withdrawn" and before is not None:
        row = before._replace(seq=league.end.seq, word=None)
    else:
        came = came_to_of(found.id) if before is None else before.came_to
        seq, place = league.end.seq, place_of(word, found.started_at)
        row = GameRow(found.id, uid, seq, seq, place, counted_in(word), came)
    if before is None:
        store.mark_in_club(found.id)
    parts = shares_of_game(league.record, row.counted, row.came_to)
    store.put_game(row, counting=bool(parts))
    moved = before.sort if before is not None and before.sort != row.sort else None
    _book(league, [(row, parts)], moved_from=moved)


def place_of(word: Body, started_at: str) -> str:
    """Where a game has its place among the others of the club: they sort by it."""
    return f"{word['on']} {started_at} {word['uid'][:8]}"


def asks_otherwise(before: ClubRecord, after: ClubRecord) -> bool:
    """Whether other games have to be signed off to count."""
    was, now = before.settings, after.settings
    return (was.agreed, was.agreed and was.agreed_from) != (now.agreed, now.agreed and now.agreed_from)


def recounted_games(store: LeagueStore, before: ClubRecord, after: ClubRecord) -> Iterator[GameRow]:
    """The games of which something may change where a club becomes another."""
    if asks_otherwise(before, after):
        yield from store.games_between()
        return
    changed = [
        season
        for number in {*before.seasons, *after.seasons}
        if _taken_by(before.seasons.get(number)) != _taken_by(after.seasons.get(number))
        for season in (before.seasons.get(number), after.seasons.get(number))
        if season is not None
    ]
    if changed:
        first, last = min(season.begins for season in changed), max(season.ends for season in changed)
        yield from store.games_between(first.isoformat(), last.isoformat())
    moved = {*before.merges.values()} ^ {*after.merges.values()}
    if moved:
        numbers = {number for two in moved for number in two}
        numbers |= {other for record in (before, after) for number in numbers for other in record.numbers_of(number)}
        yield from store.games_with(numbers)


def _taken_by(season: Season | None) -> tuple[object, ...] | None:
    """What of a season decides which games count in it."""
    return None if season is None else (season.begins, season.ends, season.rules)


def _ranked_otherwise(league: League, before: ClubRecord) -> Iterator[Share]:
    """Whose games may give another place than before: where a season counts otherwise, or they are guests or none."""
    after = league.record
    both = before.members.keys() & after.members.keys()
    moved = {number for number in both if _is_guest(before.members[number]) != _is_guest(after.members[number])}
    for number in sorted(before.seasons.keys() & after.seasons.keys()):
        was, now = before.seasons[number], after.seasons[number]
        anew = (was.counting, was.guests) != (now.counting, now.guests)
        otherwise = {*_adjusted_otherwise(before, after, number), *(() if now.guests else moved)}
        if anew or otherwise:
            shares = league.store.shares_in(number)
            yield from (share for share in shares if anew or not otherwise.isdisjoint(share.people))


def _adjusted_otherwise(before: ClubRecord, after: ClubRecord, season: int) -> set[int]:
    """Who has been given other points beside those of games."""
    was, now = before.adjusted(season), after.adjusted(season)
    return {member for member, _points in was.items() ^ now.items()}


def _is_guest(member: Member) -> bool:
    return member.role == "guest"


def _book(
    league: League,
    due: Iterable[tuple[GameRow, Mapping[Share, Tally]]],
    *,
    moved_from: str | None = None,
    recounts: bool = False,
    ranked_otherwise: Iterable[Share] = (),
) -> None:
    """Make games give what they have to; `moved_from` is the place of one that has got another among the others.

    Where it `recounts` games that are kept as they were, it keeps whether they count. Those `ranked_otherwise` stand
    anew, also with the same games: so it is told why they moved.
    """
    store, since = league.store, _Since(league)
    changed = dict.fromkeys(ranked_otherwise, NOTHING)
    gained, otherwise = defaultdict[Share, list[int]](list), {*changed}
    played: dict[OnDay, Tally] = defaultdict(lambda: NOTHING)
    met = _Met()
    for row, parts in due:
        was = store.parts_of_game(row.game_id)
        if recounts and bool(was) != bool(parts):
            store.mark_counting(row.game_id, counting=bool(parts))
        was_on, on = (moved_from or row.sort)[:DAY], row.sort[:DAY]
        over = {share: tally for share, tally in was.items() if moved_from or parts.get(share) != tally}
        new = {share: tally for share, tally in parts.items() if moved_from or was.get(share) != tally}
        store.end_parts(row.game_id, over, since)
        store.add_parts(row, new, since)
        met.count(was, -1, was_on)
        met.count(parts, 1, on)
        otherwise |= over.keys()
        for share, tally in over.items():
            changed[share] = changed.get(share, NOTHING) - tally
            played[share, was_on] -= tally
        for share, tally in new.items():
            gained[share].append(tally.points)
            changed[share] = changed.get(share, NOTHING) + tally
            played[share, on] += tally
    on_days = met.on_days()
    store.change_played(played)
    store.change_faced(on_days)
    added = {share: points for share, points in gained.items() if share not in otherwise}
    store.change_standings(changed, Change(since, league.cause, _looked_at(league.record), added))
    store.change_meetings(_in_all(on_days), since)


def _looked_at(record: ClubRecord) -> dict[int, Read]:
    """By season, which single games it looks at; not those that look at none."""
    return {
        season.number: Read(basis, season.counting.better == "less")
        for season in record.seasons.values()
        if (basis := season.counting.games_looked_at) is not None
    }


class _Met:
    """Who has finished before whom once more, or once less."""

    def __init__(self) -> None:
        self.more: Counter[tuple[Two, str, int]] = Counter()

    def count(self, parts: Mapping[Share, Tally], times: int, day: str) -> None:
        """A game of a day that gives these is counted so many times more."""
        for season in {share.season for share in parts}:
            of_season = {share: tally for share, tally in parts.items() if share.season == season}
            for one, other, *came in meetings_of_tallies(of_season):
                self.more[(one, other), day, came.index(1)] += times

    def on_days(self) -> dict[tuple[Two, str], list[int]]:
        """Every two of whom something has changed on a day: how often more the one was ahead, level and behind."""
        changed = dict.fromkeys((two, day) for (two, day, _), times in self.more.items() if times)
        return {(two, day): [self.more[two, day, how] for how in range(3)] for two, day in changed}


def _in_all(on_days: Mapping[tuple[Two, str], Sequence[int]]) -> dict[Two, Sequence[int]]:
    """The same of all days together."""
    sums: dict[Two, Sequence[int]] = defaultdict(lambda: (0, 0, 0))
    for (two, _day), more in on_days.items():
        sums[two] = together(sums[two], more)
    return {two: more for two, more in sums.items() if any(more)}
