"""Club records, a row for each time that one was reached."""

from collections.abc import Iterator

from trexscore.i18n.texts.statistics import COUNTED_RECORD, POINTS_RECORD
from trexscore.league.statistics.records import Record
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.sheet import Column, Sheet, Value, Word
from trexscore.web.clubs.data.statistics import rules_word
from trexscore.web.clubs.members.presenter import title_of
from trexscore.web.clubs.statistics.period import Period, records_in
from trexscore.web.rendering import translate as _


def records_sheet(club: ClubContext, period: Period) -> Sheet:
    """A row for each record and time, the earliest first."""
    columns = (
        Column("record", _("Record")),
        Column("rules", _("House rules for the points")),
        Column("value", _("Value")),
        Column("times", _("Number of times")),
        Column("on", _("Day")),
        Column("game", _("Game")),
        Column("members", _("Player numbers")),
        Column("names", _("Players")),
        Column("member_numbers", "", for_programs=True),
    )
    return Sheet(columns, _rows(club, period))


def _rows(club: ClubContext, period: Period) -> Iterator[tuple[Value, ...]]:
    records = records_in(club, period)
    for rules, points_records in records.in_points.items():
        for code, text in POINTS_RECORD.items():
            yield from _times(club, points_records.get(code), (Word(code, _(text.name)), rules_word(rules)))
    for counted, text in COUNTED_RECORD.items():
        yield from _times(club, records.all_counted.get(counted), (Word(counted, _(text.name)), None))


def _times(club: ClubContext, record: Record | None, leading: tuple[Word, Word | None]) -> Iterator[tuple[Value, ...]]:
    if record is None:
        return
    for holder in record.holders:
        members = [club.record.current_member(number) for number in holder.members]
        numbers = [member.number for member in members]
        texts = tuple(Word(str(number), str(number)) for number in numbers)
        names = tuple(Word(title_of(member), title_of(member)) for member in members)
        yield (*leading, record.value, record.times, holder.date, holder.game, texts, names, numbers)
