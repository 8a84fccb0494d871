"""Records as they are shown: what, how much, who, and in which games."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import NamedTuple

from trexscore.club.game_seats import NOBODY
from trexscore.i18n.texts.statistics import COUNTED_RECORD, EXTREME, POINTS_RECORD, Told
from trexscore.league.statistics.extremes import Extremes
from trexscore.league.statistics.records import Holder, Record, Records
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.members.presenter import title_of
from trexscore.web.clubs.statistics.opponents import game_url
from trexscore.web.clubs.statistics.ratings import url_of
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

_SHOWN = 2
"""Holders of a shared record that are named."""


class ShownHolder(NamedTuple):
    """Who did it, when, and the way there."""

    people: tuple[tuple[str, str], ...]
    on: str
    url: str


class ShownRecord(NamedTuple):
    """A record; `more` did the same besides those named."""

    name: str
    meaning: str
    value: str
    holders: tuple[ShownHolder, ...]
    more: int


class ShownExtreme(NamedTuple):
    """The best or the worst of somebody, and the game."""

    name: str
    value: str
    url: str


def counted_records(club: ClubContext, records: Records) -> list[ShownRecord]:
    """Those that hang on no points."""
    return list(_shown(club, records.all_counted, {str(code): told for code, told in COUNTED_RECORD.items()}))


def points_records(club: ClubContext, records: Records, key: str) -> list[ShownRecord]:
    """Those in points under like rules."""
    return list(_shown(club, records.in_points.get(key, {}), {str(code): told for code, told in POINTS_RECORD.items()}))


def extremes(club: ClubContext, found: Extremes) -> list[ShownExtreme]:
    """Somebody's best and worst."""
    number = reader_language().number
    return [
        ShownExtreme(_(EXTREME[name].name), number(one.value), game_url(club, one.game))
        for name, one in zip(Extremes._fields, found, strict=True)
        if one is not None
    ]


def _shown(club: ClubContext, records: Mapping[str, Record], told: Mapping[str, Told]) -> Iterator[ShownRecord]:
    for code, words in told.items():
        record = records.get(code)
        if record is not None:
            holders = tuple(_holder(club, one) for one in record.holders[:_SHOWN])
            yield ShownRecord(
                _(words.name),
                _(words.meaning),
                reader_language().number(record.value),
                holders,
                record.times - len(holders),
            )


def _holder(club: ClubContext, one: Holder) -> ShownHolder:
    people = [club.record.who(number) for number in one.members]
    return ShownHolder(
        tuple((title_of(who), url_of(club, (who.number, NOBODY))) for who in people),
        reader_language().day(date.fromisoformat(one.date)),
        game_url(club, one.game),
    )
