"""The records of a club, a row for each time that one was reached."""

from collections.abc import Iterator

from trexscore.i18n.texts.statistics import COUNTED_RECORD, POINTS_RECORD
from trexscore.league.statistics.records import Record
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.sheet import Column, Sheet, Value, Word
from trexscore.web.clubs.data.statistics import rules_word
from trexscore.web.clubs.members.presenter import title_of
from trexscore.web.clubs.statistics.period import Period, records_in
from trexscore.web.rendering import translate as _


def records_sheet(club: ClubContext, stretch: Period) -> Sheet:
    """A row for each record and time, the first ones where one was reached often."""
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
    return Sheet(columns, _rows(club, stretch))


def _rows(club: ClubContext, stretch: Period) -> Iterator[tuple[Value, ...]]:
    records = records_in(club, stretch)
    for rules, found in records.in_points.items():
        for in_points, called in POINTS_RECORD.items():
            yield from _times(club, found.get(in_points), (Word(in_points, _(called.name)), rules_word(rules)))
    for counted, called in COUNTED_RECORD.items():
        yield from _times(club, records.all_counted.get(counted), (Word(counted, _(called.name)), None))


def _times(club: ClubContext, record: Record | None, what: tuple[Word, Word | None]) -> Iterator[tuple[Value, ...]]:
    if record is None:
        return
    for holder in record.holders:
        who = [club.record.who(number) for number in holder.members]
        numbers = tuple(Word(str(one.number), str(one.number)) for one in who)
        names = tuple(Word(title_of(one), title_of(one)) for one in who)
        yield (*what, record.value, record.times, holder.date, holder.game, numbers, names, [one.number for one in who])
