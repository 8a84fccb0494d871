"""Sums of results by the day and month of the games, as they count now.

They give the standings of every day, late and corrected games included. However many games there are, this reads one
row per player for each earlier month, and one for each day of the day's own month.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from operator import add

import msgspec
from sqlalchemy import ColumnElement, Table, bindparam, delete, func, select, tuple_
from sqlalchemy.orm import Session

from trexscore.club.season_tallies import ALONE, Share
from trexscore.db.clubs.counted_games import as_text
from trexscore.db.clubs.models import DAY, OPEN_END
from trexscore.db.models import Base
from trexscore.db.upserts import is_key, key_parameters, put
from trexscore.league.meetings import Meeting, together
from trexscore.league.tally import NOTHING, Tally

_PLAYED, _FACED, _PART = (Base.metadata.tables[name] for name in ("played", "faced", "part"))
TWO = ("member", "partner", "other", "other_partner")
HOW = ("ahead", "level", "behind")
_MONTH = 7
_KEY = ("season", "member", "partner", "span")
_READ_PLAYED = select(*(_PLAYED.c[name] for name in (*_KEY, "tally"))).where(
    _PLAYED.c.club_id == bindparam("club"),
    *(_PLAYED.c[name].in_(bindparam(name, expanding=True)) for name in ("season", "span", "member")),
)
_decode = msgspec.json.Decoder().decode

OnDay = tuple[Share, str]
"""A player in a season, and a day."""
Two = tuple[Share, Share]
"""Two players of one season, lower ids first."""


def spans_of(place: str) -> tuple[str, str]:
    """Return the month and the day of a game's sort key, as `span` values."""
    return f"M{place[:_MONTH]}", f"D{place[:DAY]}"


def named(two: Two) -> dict[str, int]:
    """Return the key columns of a row about two players."""
    return {"season": two[0].season} | dict(zip(TWO, chain.from_iterable(share[1:] for share in two), strict=True))


def change_played(session: Session, club_id: int, changes: Mapping[OnDay, Tally]) -> None:
    """Add to the sums by day and month."""
    additions = played_in_spans(changes)
    if not additions:
        return
    parameters = {
        "season": [*{share.season for share, _ in additions}],
        "span": [*{span for _, span in additions}],
        "member": [*{share.member for share, _ in additions}],
    }
    stored = session.execute(_READ_PLAYED, {"club": club_id, **parameters})
    current = {(Share(*row[:3]), row.span): Tally.from_json(_decode(row.tally)) for row in stored}
    sums = {key: current.get(key, NOTHING) + tally for key, tally in additions.items()}
    rows = [played_values(club_id, share, span, tally) for (share, span), tally in sums.items() if tally != NOTHING]
    empty = [{**share._asdict(), "span": span} for (share, span), tally in sums.items() if tally == NOTHING]
    put(session, _PLAYED, rows)
    _delete_rows(session, _PLAYED, club_id, empty)


def played_in_spans(changes: Mapping[OnDay, Tally]) -> dict[tuple[Share, str], Tally]:
    """Distribute changes of days over days and months."""
    sums: dict[tuple[Share, str], Tally] = defaultdict(lambda: NOTHING)
    for (share, day), tally in changes.items():
        for span in spans_of(day):
            sums[share, span] += tally
    return {key: tally for key, tally in sums.items() if tally != NOTHING}


def played_values(club_id: int, share: Share, span: str, tally: Tally) -> dict[str, object]:
    """Return the stored row of a player's sum for a day or a month."""
    return {"club_id": club_id, **share._asdict(), "span": span, "tally": as_text(tally.as_json())}


def _delete_rows(
    session: Session, table: Table, club_id: int, keys: Sequence[Mapping[str, object]], *conditions: ColumnElement[bool]
) -> None:
    """Delete the rows with these keys that also meet the conditions."""
    if keys:
        statement = delete(table).where(table.c.club_id == club_id, *is_key(table, keys[0]), *conditions)
        session.connection().execute(statement, [key_parameters(key) for key in keys])


def tallies_until(session: Session, club_id: int, season: int, day: str) -> dict[Share, Tally]:
    """Return everyone's sum of the games up to and including a day."""
    query = select(_PLAYED.c.member, _PLAYED.c.partner, _PLAYED.c.tally).where(
        _PLAYED.c.club_id == club_id, _PLAYED.c.season == season, _is_until(_PLAYED.c.span, day)
    )
    sums: dict[tuple[int, int], list[int]] = {}
    for member, partner, tally in session.execute(query).all():
        numbers, so_far = _decode(tally), sums.get((member, partner))
        # Like `Tally.__add__`, but without decoding each row.
        sums[member, partner] = numbers if so_far is None else [*map(add, so_far, numbers)]
    return {Share(season, *players): Tally.from_json(numbers) for players, numbers in sums.items()}


def change_faced(session: Session, club_id: int, changes: Mapping[tuple[Two, str], Sequence[int]]) -> None:
    """Add to the counts of finishes ahead, level and behind, by day and month."""
    additions = faced_in_spans(changes)
    put(session, _FACED, [faced_values(club_id, two, span, times) for (two, span), times in additions.items()], HOW)
    decreased = [{**named(two), "span": span} for (two, span), times in additions.items() if min(times) < 0]
    _delete_rows(session, _FACED, club_id, decreased, *(_FACED.c[how] == 0 for how in HOW))


def faced_in_spans(changes: Mapping[tuple[Two, str], Sequence[int]]) -> dict[tuple[Two, str], Sequence[int]]:
    """Distribute changes of days over days and months."""
    sums: dict[tuple[Two, str], Sequence[int]] = defaultdict(lambda: (0, 0, 0))
    for (two, day), times in changes.items():
        for span in spans_of(day):
            sums[two, span] = together(sums[two, span], times)
    return {key: times for key, times in sums.items() if any(times)}


def faced_values(club_id: int, two: Two, span: str, times: Sequence[int]) -> dict[str, object]:
    """Return the stored row of a head-to-head for a day or a month."""
    return {"club_id": club_id, **named(two), "span": span, **dict(zip(HOW, times, strict=True))}


def meetings_until(session: Session, club_id: int, shares: Sequence[Share], day: str) -> Iterator[Meeting[Share]]:
    """Yield the head-to-head of every two of these, up to and including a day."""
    season = shares[0].season
    query = (
        select(*(_FACED.c[name] for name in TWO), *(func.sum(_FACED.c[how]) for how in HOW))
        .where(
            _FACED.c.club_id == club_id,
            _FACED.c.season == season,
            *between(_FACED, shares),
            _is_until(_FACED.c.span, day),
        )
        .group_by(*(_FACED.c[name] for name in TWO))
    )
    for member, partner, other, other_partner, *times in session.execute(query):
        yield Meeting(Share(season, member, partner), Share(season, other, other_partner), *map(int, times))


def between(table: Table, shares: Sequence[Share]) -> list[ColumnElement[bool]]:
    """Conditions for rows of two players who are both in `shares`. SQLite uses no index for pairs of columns, so each
    column is named on its own, too.
    """
    members, partners = {share.member for share in shares}, {share.partner for share in shares}
    conditions: list[ColumnElement[bool]] = [
        table.c[name].in_(numbers) for name, numbers in zip(TWO, (members, partners, members, partners), strict=True)
    ]
    if partners == {ALONE}:
        return conditions
    ids = [(share.member, share.partner) for share in shares]
    players = (table.c.member, table.c.partner), (table.c.other, table.c.other_partner)
    return [*conditions, *(tuple_(*columns).in_(ids) for columns in players)]


def _is_until(spans: ColumnElement[str], day: str) -> ColumnElement[bool]:
    """Condition for the months before a day's month, and the days of that month up to the day."""
    month, last = spans_of(day)
    return (spans.between("M", month) & (spans != month)) | spans.between(f"D{day[:_MONTH]}", last)


def played_until(day: str) -> ColumnElement[bool]:
    """Condition for results of games up to and including a day."""
    return _PART.c.sort < day + OPEN_END
