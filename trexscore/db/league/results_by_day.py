"""What games have given by the day on which they were played, as they count now.

So a season has a table for every day, also of games that were written down later or have been put right since. However
many games there are: of the months before that day there is a row for everybody, and of its own month one for each day.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from operator import add
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Table, bindparam, delete, func, select, tuple_
from sqlalchemy.orm import Session

from trexscore.club.season_shares import ALONE, Share
from trexscore.db.clubs.counted_games import as_text
from trexscore.db.clubs.models import DAY, OPEN_END
from trexscore.db.models import Base
from trexscore.db.upserts import put
from trexscore.league.meetings import Meeting, together
from trexscore.league.tally import NOTHING, Tally

_PLAYED, _FACED, _PART = (Base.metadata.tables[name] for name in ("played", "faced", "part"))
TWO = ("member", "partner", "other", "other_partner")
HOW = ("ahead", "level", "behind")
_MONTH = 7
_KEY = ("season", "member", "partner", "span")
_GIVEN = select(*(_PLAYED.c[name] for name in (*_KEY, "tally"))).where(
    _PLAYED.c.club_id == bindparam("club"),
    *(_PLAYED.c[name].in_(bindparam(name, expanding=True)) for name in ("season", "span", "member")),
)
_decode = msgspec.json.Decoder().decode

OnDay = tuple[Share, str]
"""Whose, and on which day."""
Two = tuple[Share, Share]
"""Of one season, in the order of their numbers."""


def spans_of(place: str) -> tuple[str, str]:
    """The month and the day of a game, by its place among the others."""
    return f"M{place[:_MONTH]}", f"D{place[:DAY]}"


def named(two: Two) -> dict[str, int]:
    """Their season and numbers, as rows about two of them name them."""
    return {"season": two[0].season} | dict(zip(TWO, chain.from_iterable(share[1:] for share in two), strict=True))


def change_played(session: Session, club_id: int, changes: Mapping[OnDay, Tally]) -> None:
    """The games of these days give so much more."""
    more = played_in_spans(changes)
    if not more:
        return
    each = {
        "season": [*{share.season for share, _ in more}],
        "span": [*{span for _, span in more}],
        "member": [*{share.member for share, _ in more}],
    }
    found = session.execute(_GIVEN, {"club": club_id, **each})
    kept = {(Share(*row[:3]), row.span): Tally.from_json(_decode(row.tally)) for row in found}
    sums = {one: kept.get(one, NOTHING) + tally for one, tally in more.items()}
    rows = [played_values(club_id, share, span, tally) for (share, span), tally in sums.items() if tally != NOTHING]
    gone = [{**share._asdict(), "span": span} for (share, span), tally in sums.items() if tally == NOTHING]
    put(session, _PLAYED, rows)
    _drop(session, _PLAYED, club_id, gone)


def played_in_spans(changes: Mapping[OnDay, Tally]) -> dict[tuple[Share, str], Tally]:
    """What changes of days are for the days and their months."""
    sums: dict[tuple[Share, str], Tally] = defaultdict(lambda: NOTHING)
    for (share, day), more in changes.items():
        for span in spans_of(day):
            sums[share, span] += more
    return {one: more for one, more in sums.items() if more != NOTHING}


def played_values(club_id: int, share: Share, span: str, tally: Tally) -> dict[str, Any]:
    """What a day or a month gives somebody, as it is stored."""
    return {"club_id": club_id, **share._asdict(), "span": span, "tally": as_text(tally.as_json())}


def _drop(
    session: Session, table: Table, club_id: int, gone: Sequence[Mapping[str, Any]], *where: ColumnElement[bool]
) -> None:
    """Drop the rows with these keys; only those of which this is so, too."""
    if gone:
        ours = [table.c[name] == bindparam(f"of_{name}") for name in gone[0]]
        keys = [{f"of_{name}": value for name, value in key.items()} for key in gone]
        session.connection().execute(delete(table).where(table.c.club_id == club_id, *ours, *where), keys)


def tallies_until(session: Session, club_id: int, season: int, day: str) -> dict[Share, Tally]:
    """What everybody has from the games played until the end of a day."""
    wanted = select(_PLAYED.c.member, _PLAYED.c.partner, _PLAYED.c.tally).where(
        _PLAYED.c.club_id == club_id, _PLAYED.c.season == season, _within(_PLAYED.c.span, day)
    )
    sums: dict[tuple[int, int], list[int]] = {}
    for member, partner, tally in session.execute(wanted).all():
        numbers, so_far = _decode(tally), sums.get((member, partner))
        sums[member, partner] = numbers if so_far is None else [*map(add, so_far, numbers)]  # as tallies are added
    return {Share(season, *who): Tally.from_json(numbers) for who, numbers in sums.items()}


def change_faced(session: Session, club_id: int, changes: Mapping[tuple[Two, str], Sequence[int]]) -> None:
    """Two have finished so much more often ahead, level and behind in games of these days."""
    more = faced_in_spans(changes)
    put(session, _FACED, [faced_values(club_id, two, span, times) for (two, span), times in more.items()], HOW)
    less = [{**named(two), "span": span} for (two, span), times in more.items() if min(times) < 0]
    _drop(session, _FACED, club_id, less, *(_FACED.c[how] == 0 for how in HOW))


def faced_in_spans(changes: Mapping[tuple[Two, str], Sequence[int]]) -> dict[tuple[Two, str], Sequence[int]]:
    """What changes of days are for the days and their months."""
    sums: dict[tuple[Two, str], Sequence[int]] = defaultdict(lambda: (0, 0, 0))
    for (two, day), more in changes.items():
        for span in spans_of(day):
            sums[two, span] = together(sums[two, span], more)
    return {one: more for one, more in sums.items() if any(more)}


def faced_values(club_id: int, two: Two, span: str, times: Sequence[int]) -> dict[str, Any]:
    """How often two have met in a day or a month, as it is stored."""
    return {"club_id": club_id, **named(two), "span": span, **dict(zip(HOW, times, strict=True))}


def meetings_until(session: Session, club_id: int, shares: Sequence[Share], day: str) -> Iterator[Meeting[Share]]:
    """How often every two of these had met by the end of a day."""
    season = shares[0].season
    wanted = (
        select(*(_FACED.c[name] for name in TWO), *(func.sum(_FACED.c[how]) for how in HOW))
        .where(
            _FACED.c.club_id == club_id,
            _FACED.c.season == season,
            *between(_FACED, shares),
            _within(_FACED.c.span, day),
        )
        .group_by(*(_FACED.c[name] for name in TWO))
    )
    for member, partner, other, other_partner, *times in session.execute(wanted):
        yield Meeting(Share(season, member, partner), Share(season, other, other_partner), *map(int, times))


def between(rows: Table, shares: Sequence[Share]) -> list[ColumnElement[bool]]:
    """Rows of two that are both among these. SQLite finds no pairs of numbers by an index: so each is named, too."""
    members, partners = {share.member for share in shares}, {share.partner for share in shares}
    each: list[ColumnElement[bool]] = [
        rows.c[name].in_(numbers) for name, numbers in zip(TWO, (members, partners, members, partners), strict=True)
    ]
    if partners == {ALONE}:
        return each
    among = [(share.member, share.partner) for share in shares]
    both = (rows.c.member, rows.c.partner), (rows.c.other, rows.c.other_partner)
    return [*each, *(tuple_(*columns).in_(among) for columns in both)]


def _within(spans: ColumnElement[str], day: str) -> ColumnElement[bool]:
    """The months before that of a day, and the days of its own until then."""
    month, last = spans_of(day)
    return (spans.between("M", month) & (spans != month)) | spans.between(f"D{day[:_MONTH]}", last)


def played_until(day: str) -> ColumnElement[bool]:
    """Of parts, those of games played until the end of a day."""
    return _PART.c.sort < day + OPEN_END
