"""A club's journal without a database: entries are judged and folded in order."""

from dataclasses import dataclass, field
from typing import Any

from trexscore.club import CLUB_JOURNAL_FORMAT
from trexscore.club.builder import ClubFoldEntry, fold_club
from trexscore.club.events import EVENT_TYPE_BY_KIND
from trexscore.club.judge import judge_entry
from trexscore.club.permissions import may_record
from trexscore.club.record import ClubRecord
from trexscore.ledger.entry_refusal import EntryRefusal

YEAR: dict[str, Any] = {
    "name": "2026",
    "from": "2026-01-01",
    "until": "2026-12-31",
    "house_rules": {"preset": "standard"},
    "counting": {"basis": {"kind": "sum"}},
}


@dataclass
class Journal:
    """A new club, whose owner Basil is member 3."""

    entries: list[ClubFoldEntry] = field(default_factory=list)
    record: ClubRecord = field(default_factory=lambda: fold_club(()))

    def submit(self, kind: str, content: object) -> int | set[str]:
        """The number of the entry, or its refusal codes if it is refused."""
        seq = len(self.entries) + 1
        body = (
            EVENT_TYPE_BY_KIND[kind].normalized_body({kind: content}) if kind in EVENT_TYPE_BY_KIND else {kind: content}
        )
        judged = judge_entry(self.record, self.entries, kind, body, seq)
        if isinstance(judged, EntryRefusal):
            return {refusal.code for refusal in judged.refusals}
        self.entries.append((seq, kind, body))
        self.record = judged
        return seq

    def add_entry(self, kind: str, content: object) -> int:
        """Record an entry that must be accepted: its number."""
        seq = self.submit(kind, content)
        assert isinstance(seq, int), seq
        return seq

    def join(self, name: str, role: str = "member") -> int:
        number = self.add_entry("joined", {"role": role})
        self.add_entry("named", {"member": number, "name": name})
        return number

    def may(self, number: int, kind: str, content: object) -> bool:
        return may_record(self.record, self.record.surviving_member(number), kind, {kind: content})


def new_journal() -> Journal:
    journal = Journal()
    journal.add_entry("founded", {"format": CLUB_JOURNAL_FORMAT})
    journal.add_entry("settings", {"name": "Trex", "shows": "nothing"})
    assert journal.join("Basil", "owner") == 3
    return journal
