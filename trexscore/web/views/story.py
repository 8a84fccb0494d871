"""A journal as a story: what was said, by whom, when, and what became of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from trexscore.gamefile.entries import read_entry
from trexscore.journal.entries import Body, JournalEntry
from trexscore.journal.fold import fold
from trexscore.journal.record import IN_THE_GAME_FILE, Counted, Record
from trexscore.journal.terms import NO_TERMS, REFEREE
from trexscore.language.terms import terms_in_words
from trexscore.rules.cards import Contract
from trexscore.rules.programme import programme_of
from trexscore.rules.scoring import scorer_of
from trexscore.rules.seats import SEAT_NAMED, SEATS, BySeat
from trexscore.web.language import reader_language
from trexscore.web.rendering import letter
from trexscore.web.rendering import translate as _
from trexscore.web.views.changes import Changed, Named, changes_between
from trexscore.web.views.game import names_of
from trexscore.web.views.moments import told_at
from trexscore.web.views.names import programme_name
from trexscore.web.views.why import notes_of, title_of

Names = BySeat[str]


@dataclass(frozen=True, slots=True)
class Points:
    """What somebody got or lost by an entry, as it was when it was written."""

    name: str
    change: int


@dataclass(frozen=True, slots=True)
class Told:
    """One entry of the story. `gone`: it counts no more. `explained`: it has a page that says what it comes to."""

    seq: int
    title: str
    author: str | None
    device: str | None
    when: str
    king_name: str = ""
    points: tuple[Points, ...] = ()
    about: Named | None = None
    """The earlier entry that it speaks of."""
    changes: tuple[Changed, ...] = ()
    """What it has put right, also where it was taken back since."""
    gone: bool = False
    corrected: bool = False
    explained: bool = False
    notes: tuple[str, ...] = ()
    """Who did not follow suit or asked for a new deal, and what was noted beside it."""


def story(record: Record, entries: Sequence[JournalEntry]) -> list[Told]:
    """Every entry, the latest first. The names that were given at the start are told with it."""
    journal = _Journal(record, entries)
    told = [journal.told(entry) for entry in entries if entry.kind != "named" or entry.seq > 1 + len(SEATS)]
    return told[::-1]


class _Journal:
    """A journal that is being told: what stands of it now, and how it stood before each of its entries."""

    def __init__(self, record: Record, entries: Sequence[JournalEntry]) -> None:
        self.record = record
        self.entries = {entry.seq: entry for entry in entries}
        self.standing = {counted.seq: counted for counted in record.counted}
        self.pages = {one.seq for one in (*record.counted, *record.gone)}
        self.said = _as_called_now(record, entries)
        self.behind = cache(lambda seq: fold(one for one in self.said if one[0] <= seq))

    def told(self, entry: JournalEntry) -> Told:
        names = _names_at(self.record, entry.seq)
        counted = self.standing.get(entry.seq)
        return Told(
            seq=entry.seq,
            title=_title(names, entry),
            author=entry.author,
            device=entry.device,
            when=told_at(entry.made_at, entry.received_at),
            king_name=_king_name(names, entry),
            points=_points(names, self.record, entry),
            about=self._about(entry),
            changes=self._changes(entry) if entry.kind in _CORRECTING and entry.body is not None else (),
            gone=entry.seq in self.record.taken_back or (entry.kind in IN_THE_GAME_FILE and counted is None),
            corrected=counted is not None and len(counted.versions) > 1,
            explained=entry.seq in self.pages,
            notes=_notes(names, self.record, entry),
        )

    def _changes(self, entry: JournalEntry) -> tuple[Changed, ...]:
        """What a correction has changed when it was written, each entry with whether it still has a page."""
        return tuple(
            replace(one, named=tuple(replace(named, explained=named.seq in self.pages) for named in one.named))
            for one in changes_between(self.behind(entry.seq - 1), self.behind(entry.seq))
        )

    def _about(self, entry: JournalEntry) -> Named | None:
        seq = _SPEAKS_OF[entry.kind](entry.body) if entry.body is not None and entry.kind in _SPEAKS_OF else None
        dispute = self.entries.get(seq or 0)
        if entry.kind in ("answered", "settled") and dispute and dispute.body:
            seq = dispute.body["disputed"].get("about")
        about = self.entries.get(seq or 0)
        if about is None or about.body is None:
            return None
        names = _names_at(self.record, about.seq)
        title = _name_of(about.body) if about.kind in IN_THE_GAME_FILE else _title(names, about)
        return Named(title, about.seq, _king_name(names, about), explained=about.seq in self.pages)


_SPEAKS_OF: dict[str, Callable[[Mapping[str, Any]], int | None]] = {
    "take_back": lambda body: int(body["take_back"]),
    "confirmed": lambda body: int(body["confirmed"]["seq"]),
    "disputed": lambda body: body["disputed"].get("about"),
    "answered": lambda body: int(body["answered"]["dispute"]),
    "settled": lambda body: int(body["settled"]["dispute"]),
}
"""Entries that speak of an earlier one, and of which."""


def _as_called_now(record: Record, entries: Sequence[JournalEntry]) -> list[tuple[int, str, Body | None]]:
    """The journal with each name as it was put right, wherever it was written."""
    seated = dict(record.seated)
    return [
        (entry.seq, entry.kind, entry.body)
        if entry.kind != "named" or entry.body is None
        else (entry.seq, entry.kind, {**entry.body, "name": seated[entry.seq][SEAT_NAMED[entry.body["seat"]]]})
        for entry in entries
    ]


def _names_at(record: Record, seq: int) -> Names:
    """Who sat where when an entry was written: whom its letters mean."""
    return names_of(next((players for since, players in reversed(record.seated) if since <= seq), record.players))


def _title(names: Names, entry: JournalEntry) -> str:
    """What an entry says, in a line."""
    return _("Erased") if entry.body is None else _TITLES[entry.kind](names, entry.body)


def _king_name(names: Names, entry: JournalEntry) -> str:
    """In whose kingdom something was entered, where it was in one."""
    body = entry.body or {}
    king = body.get("announced", body).get("king") if entry.kind in (*IN_THE_GAME_FILE, "announced") else None
    return names[SEAT_NAMED[king]] if king else ""


def _name_of(body: Mapping[str, Any]) -> str:
    """What an entry of the game was called when it was written."""
    return title_of(Counted(0, dict(body), read_entry(body)))


_CORRECTING = frozenset({"corrected", "answered", "settled"})
_TITLES: dict[str, Callable[[Names, Mapping[str, Any]], str]] = {
    "started": lambda _names, _body: _("The game began"),
    "named": lambda _names, body: _(
        "The name at seat %(letter)s is put right: %(name)s", name=body["name"], letter=letter(body["seat"])
    ),
    "first_king": lambda names, body: _("First king: %(name)s", name=names[SEAT_NAMED[body["first_king"]]]),
    "deal": lambda _names, body: _("%(contracts)s written", contracts=_contracts(body)),
    "void": lambda _names, body: _name_of(body),
    "adjustment": lambda _names, body: _name_of(body),
    "announced": lambda _names, body: _("%(contracts)s announced", contracts=_contracts(body["announced"])),
    "take_back": lambda _names, body: _("Entry %(number)s taken back", number=body["take_back"]),
    "erased": lambda _names, _body: _("Names are erased here; every point stays"),
    "set_aside": lambda _names, _body: _("Of two versions, this one was not picked"),
    "agreed": lambda names, body: _(
        "%(name)s agrees with %(king)s’s kingdom",
        name=names[SEAT_NAMED[body["agreed"]["seat"]]],
        king=names[SEAT_NAMED[body["agreed"]["kingdom"]]],
    ),
    "disputed": lambda names, body: _(
        "%(name)s objects: %(reason)s",
        name=names[SEAT_NAMED[body["disputed"]["seat"]]],
        reason=body["disputed"]["reason"],
    ),
    "answered": lambda names, body: _answered(names, body["answered"]),
    "settled": lambda _names, body: _settled(body["settled"]),
    "terms": lambda _names, body: " ".join(terms_in_words(reader_language(), {**NO_TERMS.as_said(), **body["terms"]})),
    "confirmed": lambda names, body: _(
        "%(name)s confirms entry %(number)s",
        name=names[SEAT_NAMED[body["confirmed"]["seat"]]],
        number=body["confirmed"]["seq"],
    ),
    "corrected": lambda _names, body: _corrected(body["corrected"]),
}


def _settled(said: Mapping[str, Any]) -> str:
    if said.get("by") == REFEREE:
        return _("The referee has settled dispute %(number)s", number=said["dispute"])
    return _("Dispute %(number)s settled", number=said["dispute"])


def _corrected(said: Mapping[str, Any]) -> str:
    if REFEREE in said.get("with", ()):
        return _("Corrected by the referee: %(reason)s", reason=said["reason"])
    if len(said.get("with", ())) == len(SEATS):
        return _("Corrected, and all four stand behind it: %(reason)s", reason=said["reason"])
    return _("Corrected: %(reason)s", reason=said["reason"])


def _answered(names: Names, said: Mapping[str, Any]) -> str:
    name, number = names[SEAT_NAMED[said["seat"]]], said["dispute"]
    if said["agrees"]:
        return _("%(name)s agrees with dispute %(number)s", name=name, number=number)
    return _("%(name)s does not agree with dispute %(number)s", name=name, number=number)


def _contracts(body: Mapping[str, Any]) -> str:
    return programme_name(programme_of(tuple(Contract(contract) for contract in body["contracts"])))


def _points(names: Names, record: Record, entry: JournalEntry) -> tuple[Points, ...]:
    if entry.kind not in ("deal", "adjustment") or entry.body is None:
        return ()
    said = read_entry(entry.body)
    points = said.adjustment or scorer_of(record.rules_at(entry.seq)).score(said.captures).points
    return tuple(Points(names[seat], points[seat]) for seat in SEATS if points[seat])


def _notes(names: Names, record: Record, entry: JournalEntry) -> tuple[str, ...]:
    if entry.kind not in ("deal", "void") or entry.body is None:
        return ()
    return notes_of(names, record.rules_at(entry.seq), read_entry(entry.body))
