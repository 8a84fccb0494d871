"""Club records, a row for each time that one was reached."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from trexscore.club.members import Member
from trexscore.i18n.marking import N_
from trexscore.i18n.texts.statistics import COUNTED_RECORD, POINTS_RECORD
from trexscore.league.statistics.records import Holder, Record
from trexscore.ledger.schema import INTEGER, TEXT, array_of
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.columns import DAY, MAYBE_TEXT, Column, Word, sheet
from trexscore.web.clubs.data.statistics import rules_word
from trexscore.web.clubs.members.presenter import current_people, title_of
from trexscore.web.clubs.statistics.period import Period, records_in
from trexscore.web.rendering import translate as _


class RecordTime(NamedTuple):
    """A record, and one time that it was reached. `rules`: for points, those under which they compare."""

    name: Word
    rules: str | None
    record: Record
    holder: Holder
    people: tuple[Member, ...]


COLUMNS: tuple[Column[RecordTime], ...] = (
    Column("record", TEXT, lambda row: row.name, N_("Record")),
    Column("rules", MAYBE_TEXT, lambda row: rules_word(row.rules), N_("House rules for the points")),
    Column("value", INTEGER, lambda row: row.record.value, N_("Value")),
    Column("times", INTEGER, lambda row: row.record.times, N_("Number of times")),
    Column("on", DAY, lambda row: row.holder.date, N_("Day")),
    Column("game", TEXT, lambda row: row.holder.game, N_("Game")),
    Column(
        "members", array_of(TEXT), lambda row: _words(str(member.number) for member in row.people), N_("Player numbers")
    ),
    Column("names", array_of(TEXT), lambda row: _words(map(title_of, row.people)), N_("Players")),
    Column("member_numbers", array_of(INTEGER), lambda row: [member.number for member in row.people]),
)


@sheet(COLUMNS)
def records_sheet(club: ClubContext, period: Period) -> Iterator[RecordTime]:
    """A row for each record and time, the earliest first."""
    records = records_in(club, period)
    for rules, points_records in records.in_points.items():
        for code, text in POINTS_RECORD.items():
            yield from _times(club, Word(code, _(text.name)), rules, points_records.get(code))
    for counted, text in COUNTED_RECORD.items():
        yield from _times(club, Word(counted, _(text.name)), None, records.all_counted.get(counted))


def _times(club: ClubContext, name: Word, rules: str | None, record: Record | None) -> Iterator[RecordTime]:
    if record is not None:
        for holder in record.holders:
            yield RecordTime(name, rules, record, holder, current_people(club.record, holder.members))


def _words(texts: Iterable[str]) -> tuple[Word, ...]:
    return tuple(Word(text, text) for text in texts)
