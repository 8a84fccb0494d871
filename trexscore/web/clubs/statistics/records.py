"""Records as pages show them: name, value, holders and their games."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import NamedTuple

from trexscore.club.game_seats import NO_MEMBER
from trexscore.i18n.texts.statistics import COUNTED_RECORD, EXTREME, POINTS_RECORD, NamedText
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
    """Who holds a record, since when, and the game's address."""

    people: tuple[tuple[str, str], ...]
    on: str
    url: str


class ShownRecord(NamedTuple):
    """A record. `more`: how many further times it was reached."""

    name: str
    meaning: str
    value: str
    holders: tuple[ShownHolder, ...]
    more: int


class ShownExtreme(NamedTuple):
    """A player's best or worst value, and the game's address."""

    name: str
    value: str
    url: str


def counted_records(club: ClubContext, records: Records) -> list[ShownRecord]:
    """Records that do not depend on points."""
    return list(_shown(club, records.all_counted, {str(code): text for code, text in COUNTED_RECORD.items()}))


def points_records(club: ClubContext, records: Records, key: str) -> list[ShownRecord]:
    """Records in points, under the same rules."""
    return list(_shown(club, records.in_points.get(key, {}), {str(code): text for code, text in POINTS_RECORD.items()}))


def extremes(club: ClubContext, values: Extremes) -> list[ShownExtreme]:
    """A player's best and worst values."""
    number = reader_language().number
    return [
        ShownExtreme(_(EXTREME[name].name), number(extreme.value), game_url(club, extreme.game))
        for name, extreme in zip(Extremes._fields, values, strict=True)
        if extreme is not None
    ]


def _shown(club: ClubContext, records: Mapping[str, Record], texts: Mapping[str, NamedText]) -> Iterator[ShownRecord]:
    for code, text in texts.items():
        record = records.get(code)
        if record is not None:
            holders = tuple(_holder(club, holder) for holder in record.holders[:_SHOWN])
            yield ShownRecord(
                _(text.name),
                _(text.meaning),
                reader_language().number(record.value),
                holders,
                record.times - len(holders),
            )


def _holder(club: ClubContext, holder: Holder) -> ShownHolder:
    members = [club.record.current_member(number) for number in holder.members]
    return ShownHolder(
        tuple((title_of(member), url_of(club, (member.number, NO_MEMBER))) for member in members),
        reader_language().day(date.fromisoformat(holder.date)),
        game_url(club, holder.game),
    )
