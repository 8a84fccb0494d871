"""What games have given by the day on which they were played, as they count now.

So a season has a table for every day, also of games that were written down later or have been put right since. However
many games there are: of the months before that day there is a row for everybody, and of its own month one for each day.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

import msgspec
from sqlalchemy import ColumnElement, delete, func, insert, select, tuple_, update
from sqlalchemy.orm import Session

from trexscore.club.parts import Share
from trexscore.league.meetings import Meeting, together
from trexscore.league.tally import NOTHING, Tally
from trexscore.storage.club_models import DAY, STILL
from trexscore.storage.game_rows import as_text
from trexscore.storage.models import Base

_PLAYED, _FACED, _PART = (Base.metadata.tables[name] for name in ("played", "faced", "part"))
TWO = ("member", "partner", "other", "other_partner")
HOW = ("ahead", "level", "behind")
_MONTH = 7
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
    sums: dict[tuple[Share, str], Tally] = defaultdict(lambda: NOTHING)
    for (share, day), more in changes.items():
        for span in spans_of(day):
            sums[share, span] += more
    for (share, span), more in sums.items():
        if more != NOTHING:
            _change(session, club_id, share, span, more)


def _change(session: Session, club_id: int, share: Share, span: str, more: Tally) -> None:
    key = {"club_id": club_id, **share._asdict(), "span": span}
    ours = [_PLAYED.c[name] == value for name, value in key.items()]
    found = session.scalar(select(_PLAYED.c.tally).where(*ours))
    tally = more if found is None else Tally.from_json(_decode(found)) + more
    if found is None:
        session.execute(insert(_PLAYED).values(**key, tally=as_text(tally.as_json())))
    elif tally == NOTHING:
        session.execute(delete(_PLAYED).where(*ours))
    else:
        session.execute(update(_PLAYED).where(*ours).values(tally=as_text(tally.as_json())))


def tallies_until(session: Session, club_id: int, season: int, day: str) -> dict[Share, Tally]:
    """What everybody has from the games played until the end of a day."""
    wanted = select(_PLAYED.c.member, _PLAYED.c.partner, _PLAYED.c.tally).where(
        _PLAYED.c.club_id == club_id, _PLAYED.c.season == season, _within(_PLAYED.c.span, day)
    )
    sums: dict[Share, Tally] = defaultdict(lambda: NOTHING)
    for member, partner, tally in session.execute(wanted):
        sums[Share(season, member, partner)] += Tally.from_json(_decode(tally))
    return sums


def change_faced(session: Session, club_id: int, changes: Mapping[tuple[Two, str], Sequence[int]]) -> None:
    """Two have finished so much more often ahead, level and behind in games of these days."""
    sums: dict[tuple[Two, str], Sequence[int]] = defaultdict(lambda: (0, 0, 0))
    for (two, day), more in changes.items():
        for span in spans_of(day):
            sums[two, span] = together(sums[two, span], more)
    for (two, span), more in sums.items():
        if any(more):
            _face(session, club_id, two, span, more)


def _face(session: Session, club_id: int, two: Two, span: str, more: Sequence[int]) -> None:
    key = {"club_id": club_id, **named(two), "span": span}
    ours = [_FACED.c[name] == value for name, value in key.items()]
    found = session.execute(select(*(_FACED.c[how] for how in HOW)).where(*ours)).one_or_none()
    times = together(found or (0, 0, 0), more)
    values = dict(zip(HOW, times, strict=True))
    if found is None:
        session.execute(insert(_FACED).values({**key, **values}))
    elif any(times):
        session.execute(update(_FACED).where(*ours).values(values))
    else:
        session.execute(delete(_FACED).where(*ours))


def meetings_until(session: Session, club_id: int, shares: Sequence[Share], day: str) -> Iterator[Meeting[Share]]:
    """How often every two of these had met by the end of a day."""
    season = shares[0].season
    among = [(share.member, share.partner) for share in shares]
    wanted = (
        select(*(_FACED.c[name] for name in TWO), *(func.sum(_FACED.c[how]) for how in HOW))
        .where(
            _FACED.c.club_id == club_id,
            _FACED.c.season == season,
            tuple_(_FACED.c.member, _FACED.c.partner).in_(among),
            tuple_(_FACED.c.other, _FACED.c.other_partner).in_(among),
            _within(_FACED.c.span, day),
        )
        .group_by(*(_FACED.c[name] for name in TWO))
    )
    for member, partner, other, other_partner, *times in session.execute(wanted):
        yield Meeting(Share(season, member, partner), Share(season, other, other_partner), *map(int, times))


def _within(spans: ColumnElement[str], day: str) -> ColumnElement[bool]:
    """The months before that of a day, and the days of its own until then."""
    month, last = spans_of(day)
    return (spans.between("M", month) & (spans != month)) | spans.between(f"D{day[:_MONTH]}", last)


def played_until(day: str) -> ColumnElement[bool]:
    """Of parts, those of games played until the end of a day."""
    return _PART.c.sort < day + STILL


def all_played(session: Session, club_id: int) -> dict[tuple[Share, str], Tally]:
    """What every day and month gives to whom."""
    names = ("season", "member", "partner", "span", "tally")
    wanted = select(*(_PLAYED.c[name] for name in names)).where(_PLAYED.c.club_id == club_id)
    return {(Share(*row[:3]), row.span): Tally.from_json(_decode(row.tally)) for row in session.execute(wanted)}


def all_faced(session: Session, club_id: int) -> dict[tuple[Two, str], tuple[int, ...]]:
    """How often which two have met in which days and months."""
    wanted = select(*(_FACED.c[name] for name in ("season", *TWO, "span", *HOW))).where(_FACED.c.club_id == club_id)
    return {
        ((Share(row[0], *row[1:3]), Share(row[0], *row[3:5])), row.span): tuple(row[6:])
        for row in session.execute(wanted)
    }
