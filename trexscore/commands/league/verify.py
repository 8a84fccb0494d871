"""Does every club's journal hold, and are the derived rows what the journals give?

What is worked out here is worked out from all the games at once, and not as the rows were: change by change.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from trexscore.club.builder import fold_club
from trexscore.club.counted import counted_in
from trexscore.club.events import EVENTS
from trexscore.club.game_outcome import outcome_of
from trexscore.club.game_seats import GameFacts, game_facts_of
from trexscore.club.record import ClubRecord
from trexscore.club.season_shares import Share, shares_of_game
from trexscore.commands.league.rating_worker import update_due_statistics
from trexscore.commands.league.standings import place_of
from trexscore.commands.league.verify_history import broken_history
from trexscore.commands.league.verify_statistics import broken_statistics, statistics_match
from trexscore.commands.verify import lost_tail
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.counted_games import GameRow
from trexscore.db.clubs.models import OPEN_END, Club
from trexscore.db.clubs.staged_imports import IS_HERE
from trexscore.db.game_states import UNFIT
from trexscore.db.games import game_named, head_of
from trexscore.db.journals import CLUBS, GAMES
from trexscore.db.league import results as league_rows
from trexscore.db.league import standings as standing_rows
from trexscore.db.league.results import PartRow
from trexscore.db.league.results_by_day import Two, all_faced, all_played, spans_of
from trexscore.db.models import db
from trexscore.game.builder import fold
from trexscore.league.meetings import meetings_of_tallies
from trexscore.league.tally import NOTHING, Tally
from trexscore.ledger.chain import Body, ChainFault, JournalEntry, chain_faults

_SPOILT = (*UNFIT, msgspec.DecodeError)
"""What is raised where anything may stand in a row."""


class ClubChecked(NamedTuple):
    """A club that was looked at, with its name as far as there is one, and where it does not hold."""

    club_id: int
    name: str
    chain_faults: list[ChainFault]


class _Word(NamedTuple):
    """The last word on a game: its entry, and how and by which the game was counted last."""

    seq: int
    counted_seq: int
    said: Body
    withdrawn: bool


def verify_clubs() -> Iterator[ClubChecked]:
    """Every club, and where it does not hold. What is due for its statistics is written first."""
    while update_due_statistics():
        pass
    session = db.session()
    for club_id in session.scalars(select(Club.id).where(IS_HERE).order_by(Club.id)).all():
        yield verify_club(session, club_id)


def verify_club(session: Session, club_id: int) -> ClubChecked:
    """A club, and where it does not hold."""
    columns = Club.last_seq, Club.last_digest
    last_seq, last_digest = session.execute(select(*columns).where(Club.id == club_id)).one()
    entries = CLUBS.journal(session, club_id)
    found = [*chain_faults(entries), *lost_tail(entries, last_seq, last_digest)]
    try:
        record = fold_club((entry.seq, entry.kind, entry.body) for entry in entries)
        words = _words(entries)
    except _SPOILT:
        return ClubChecked(club_id, "", [*found, ChainFault(last_seq, "no_club")])
    try:
        found += _derived(session, club_id, record, words)
    except _SPOILT:
        found.append(ChainFault(last_seq, "unreadable"))
    return ClubChecked(club_id, record.settings.name, found)


def _words(entries: list[JournalEntry]) -> dict[str, _Word]:
    words: dict[str, _Word] = {}
    for entry in entries:
        if EVENTS[entry.kind].of_game and entry.body is not None:
            said = entry.body[entry.kind]
            if entry.kind == "withdrawn":
                words[said["uid"]] = words[said["uid"]]._replace(seq=entry.seq, withdrawn=True)
            else:
                words[said["uid"]] = _Word(entry.seq, entry.seq, said, withdrawn=False)
    return words


def _derived(session: Session, club_id: int, record: ClubRecord, words: Mapping[str, _Word]) -> Iterator[ChainFault]:
    kept = {row.uid: row for row in game_rows.games_between(session, club_id)}
    placed, counting = game_rows.placed(session, club_id), game_rows.all_counting(session, club_id)
    parts, over = _parts(session, club_id)
    due: dict[Share, list[PartRow]] = defaultdict(list)
    lengths: dict[str, int] = {}
    games: set[int] = set()
    for uid, word in words.items():
        try:
            row, lengths[uid], told_now = _row_due(session, uid, word)
            given = shares_of_game(record, row.counted, row.came_to)
        except _SPOILT:
            yield ChainFault(word.seq, "uncounted")
            continue
        evening = None if row.counted is None else row.counted.evening
        told = head_of(session, row.game_id).in_club
        if (
            kept.get(uid) != row
            or placed[uid] != (row.sort[:10], evening)
            or not told
            or (uid in counting) != bool(given)
        ):
            yield ChainFault(word.seq, "counted")
        if not statistics_match(session, club_id, record, row, told_now):
            yield ChainFault(word.seq, "facts")
        games.add(row.game_id)
        of_game = [
            PartRow(share, row.game_id, row.sort, tally.points, tally, "", OPEN_END)
            for share, tally in sorted(given.items(), key=lambda one: one[0])
        ]
        of_kept = sorted(parts.pop(row.game_id, []), key=lambda part: part.share)
        if [part._replace(since="") for part in of_kept] != of_game:
            yield ChainFault(word.seq, "parts")
        for part in of_game:
            due[part.share].append(part)
    for uid in sorted({*kept} - {*words}):
        yield ChainFault(kept[uid].seq, "counted")
    for season in sorted({part.share.season for of_game in parts.values() for part in of_game}):
        yield ChainFault(season, "standings")
    yield from _standings(session, club_id, record, due)
    yield from _played(session, club_id, due)
    yield from _meetings(session, club_id, due)
    yield from broken_history(session, club_id, over, lengths)
    yield from broken_statistics(session, club_id, record, games)


def _row_due(session: Session, uid: str, word: _Word) -> tuple[GameRow, int, GameFacts | None]:
    """What has to be kept of a game, how long its journal is, and what it tells. Raises `LookupError` without one."""
    found = game_named(session, uid)
    if found is None:
        raise LookupError(uid)
    entries = GAMES.told(session, found.id)
    journal = fold(entries)
    game = journal.play().game
    came = outcome_of(journal, game)
    said = None if word.withdrawn else counted_in(word.said)
    place = place_of(word.said, found.started_at)
    row = GameRow(found.id, uid, word.seq, word.counted_seq, place, said, came)
    told = None if came.result is None else game_facts_of(journal, game, came.result)
    return row, len(entries), told


def _parts(session: Session, club_id: int) -> tuple[dict[int, list[PartRow]], dict[Share, list[PartRow]]]:
    """What games give now, by game; and what they have ever given, by whom."""
    now: dict[int, list[PartRow]] = defaultdict(list)
    ever: dict[Share, list[PartRow]] = defaultdict(list)
    for part in league_rows.all_parts(session, club_id):
        ever[part.share].append(part)
        if part.until == OPEN_END:
            now[part.game_id].append(part)
    return now, ever


def _standings(
    session: Session, club_id: int, record: ClubRecord, due: Mapping[Share, list[PartRow]]
) -> Iterator[ChainFault]:
    """The season of which the table is not what its games add up to, as that season's entry."""
    kept = {row.share: row for row in league_rows.all_standings(session, club_id) if row.until == OPEN_END}
    for share in sorted({*kept, *due}):
        games = sorted(due.get(share, []), key=lambda part: part.sort)
        row = kept.get(share)
        has = sum((part.tally for part in games), NOTHING)
        if row is None or row.tally != has or list(row.points) != _points(record, share, games):
            yield ChainFault(share.season, "standings")


def _played(session: Session, club_id: int, due: Mapping[Share, list[PartRow]]) -> Iterator[ChainFault]:
    """The season in which games of a day or a month give something else than is kept."""
    given: dict[tuple[Share, str], Tally] = defaultdict(lambda: NOTHING)
    for share, games in due.items():
        for part in games:
            for span in spans_of(part.sort):
                given[share, span] += part.tally
    kept = all_played(session, club_id)
    seasons = {one[0].season for one in {*kept, *given} if kept.get(one) != given.get(one)}
    yield from (ChainFault(season, "standings") for season in sorted(seasons))


def _meetings(session: Session, club_id: int, due: Mapping[Share, list[PartRow]]) -> Iterator[ChainFault]:
    """The season in which somebody has finished before somebody else another number of times than is kept."""
    given: dict[tuple[int, int, str], dict[Share, Tally]] = defaultdict(dict)
    for share, games in due.items():
        for part in games:
            given[share.season, part.game_id, part.sort][share] = part.tally
    counted: dict[Two, list[int]] = defaultdict(lambda: [0, 0, 0])
    on_days: dict[tuple[Two, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for (_season, _game, sort), of_game in given.items():
        for one, other, *came in meetings_of_tallies(of_game):
            counted[one, other][came.index(1)] += 1
            for span in spans_of(sort):
                on_days[(one, other), span][came.index(1)] += 1
    now = (met for met in standing_rows.all_meetings(session, club_id) if met.until == OPEN_END)
    kept = {met.two: [*met.times] for met in now if any(met.times)}
    seasons = {two[0].season for two in {*kept, *counted} if kept.get(two) != counted.get(two)}
    faced = {one: [*times] for one, times in all_faced(session, club_id).items()}
    seasons |= {one[0][0].season for one in {*faced, *on_days} if faced.get(one) != on_days.get(one)}
    yield from (ChainFault(season, "meetings") for season in sorted(seasons))


def _points(record: ClubRecord, share: Share, games: list[PartRow]) -> list[int]:
    """Of somebody's games in their order, the points that a basis of the best has to look at."""
    season = record.seasons.get(share.season)
    basis = None if season is None else season.counting.games_looked_at
    if season is None or basis is None:
        return []
    points = [part.tally.points for part in games]
    if basis.of is not None:
        return points[: basis.of]
    return sorted(points, reverse=season.counting.better == "more")[: basis.best]
