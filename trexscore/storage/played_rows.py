"""What games have given by the day on which they were played, as they count now.

So a season has a table for every day, also of games that were written down later or have been put right since. However
many games there are: of the months before that day there is a row for everybody, and of its own month one for each day.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, delete, insert, select, tuple_, update
from sqlalchemy.orm import Session

from trexscore.club.parts import Share
from trexscore.league.meetings import Meeting, meetings_of_tallies
from trexscore.league.tally import NOTHING, Tally
from trexscore.storage.club_models import DAY, STILL
from trexscore.storage.models import Base

_PLAYED, _PART = (Base.metadata.tables[name] for name in ("played", "part"))
_MONTH = 7
_encode, _decode = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode

OnDay = tuple[Share, str]
"""Whose, and on which day."""


def spans_of(place: str) -> tuple[str, str]:
    """The month and the day of a game, by its place among the others."""
    return f"M{place[:_MONTH]}", f"D{place[:DAY]}"


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
        session.execute(insert(_PLAYED).values(**key, tally=_text(tally)))
    elif tally == NOTHING:
        session.execute(delete(_PLAYED).where(*ours))
    else:
        session.execute(update(_PLAYED).where(*ours).values(tally=_text(tally)))


def tallies_until(session: Session, club_id: int, season: int, day: str) -> dict[Share, Tally]:
    """What everybody has from the games played until the end of a day."""
    month, span = spans_of(day)
    until = _PLAYED.c.span.between("M", month) & (_PLAYED.c.span != month)
    in_month = _PLAYED.c.span.between(f"D{day[:_MONTH]}", span)
    wanted = select(_PLAYED.c.member, _PLAYED.c.partner, _PLAYED.c.tally).where(
        _PLAYED.c.club_id == club_id, _PLAYED.c.season == season, until | in_month
    )
    sums: dict[Share, Tally] = defaultdict(lambda: NOTHING)
    for member, partner, tally in session.execute(wanted):
        sums[Share(season, member, partner)] += Tally.from_json(_decode(tally))
    return sums


def meetings_until(session: Session, club_id: int, shares: Sequence[Share], day: str) -> Iterator[Meeting[Share]]:
    """How often every two of these had met by the end of a day: their games alone are read."""
    season = shares[0].season
    among = [(share.member, share.partner) for share in shares]
    wanted = select(_PART.c.game_id, _PART.c.member, _PART.c.partner, _PART.c.tally).where(
        _PART.c.club_id == club_id,
        _PART.c.season == season,
        _PART.c.until == STILL,
        tuple_(_PART.c.member, _PART.c.partner).in_(among),
        played_until(day),
    )
    times: Counter[tuple[Share, Share, int]] = Counter()
    for _game, parts in groupby(session.execute(wanted.order_by(_PART.c.game_id)), key=lambda part: part.game_id):
        tallies = {Share(season, *part[1:3]): Tally.from_json(_decode(part.tally)) for part in parts}
        for one, other, *came in meetings_of_tallies(tallies):
            times[one, other, came.index(1)] += 1
    for one, other in {two[:2] for two in times}:
        yield Meeting(one, other, *(times[one, other, how] for how in range(3)))


def played_until(day: str) -> ColumnElement[bool]:
    """Of parts, those of games played until the end of a day."""
    return _PART.c.sort < day + STILL


def all_played(session: Session, club_id: int) -> dict[tuple[Share, str], Tally]:
    """What every day and month gives to whom."""
    names = ("season", "member", "partner", "span", "tally")
    wanted = select(*(_PLAYED.c[name] for name in names)).where(_PLAYED.c.club_id == club_id)
    return {(Share(*row[:3]), row.span): Tally.from_json(_decode(row.tally)) for row in session.execute(wanted)}


def _text(tally: Tally) -> Any:  # noqa: ANN401 - what a text column takes
    return _encode(tally.as_json()).decode()
