"""Club records, a row for each time that one was reached."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from trexscore.club.members import Member
from trexscore.i18n.marking import N_
from trexscore.i18n.texts.clubs.statistics import COUNT_RECORD_TEXTS, POINTS_RECORD_TEXTS
from trexscore.league.statistics.records import Record, RecordHolders
from trexscore.ledger.schema_parts import INTEGER, TEXT, array_of
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.columns import DAY_SCHEMA, MAYBE_TEXT, CodedText, Column, dataset_decorator
from trexscore.web.clubs.data.statistics import coded_rules
from trexscore.web.clubs.members.presenter import display_name, members_after_merges
from trexscore.web.clubs.statistics.period import Period, records_in
from trexscore.web.rendering import translate as _


class RecordRow(NamedTuple):
    """A record, and one time that it was reached. `comparable_rules_key`: only of records in points."""

    name: CodedText
    comparable_rules_key: str | None
    record: Record
    holders: RecordHolders
    members: tuple[Member, ...]


COLUMNS: tuple[Column[RecordRow], ...] = (
    Column("record", TEXT, lambda row: row.name, N_("Record")),
    Column("rules", MAYBE_TEXT, lambda row: coded_rules(row.comparable_rules_key), N_("House rules for the points")),
    Column("value", INTEGER, lambda row: row.record.value, N_("Value")),
    Column("times", INTEGER, lambda row: row.record.times_reached, N_("Number of times")),
    Column("on", DAY_SCHEMA, lambda row: row.holders.date, N_("Day")),
    Column("game", TEXT, lambda row: row.holders.game_uid, N_("Game")),
    Column(
        "members",
        array_of(TEXT),
        lambda row: _coded_texts(str(member.number) for member in row.members),
        N_("Player numbers"),
    ),
    Column("names", array_of(TEXT), lambda row: _coded_texts(map(display_name, row.members)), N_("Players")),
    Column("member_numbers", array_of(INTEGER), lambda row: [member.number for member in row.members]),
)


@dataset_decorator(COLUMNS)
def records_dataset(club: ClubContext, period: Period) -> Iterator[RecordRow]:
    """A row for each record and time, the earliest first."""
    records = records_in(club, period)
    for rules, points_records in records.points_records_by_rules.items():
        for code, text in POINTS_RECORD_TEXTS.items():
            yield from _record_rows(club, CodedText(code, _(text.name)), rules, points_records.get(code))
    for counted, text in COUNT_RECORD_TEXTS.items():
        yield from _record_rows(
            club, CodedText(counted, _(text.name)), None, records.all_records_of_counts.get(counted)
        )


def _record_rows(
    club: ClubContext, name: CodedText, comparable_rules_key: str | None, record: Record | None
) -> Iterator[RecordRow]:
    if record is not None:
        for holder in record.holders:
            yield RecordRow(
                name, comparable_rules_key, record, holder, members_after_merges(club.record, holder.member_numbers)
            )


def _coded_texts(texts: Iterable[str]) -> tuple[CodedText, ...]:
    return tuple(CodedText(text, text) for text in texts)
