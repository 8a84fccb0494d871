"""A journal as a story: what was said, by whom, when, and what became of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trexscore.gamefile.entries import read_entry
from trexscore.journal.entries import JournalEntry, Kind
from trexscore.journal.fold import fold
from trexscore.journal.record import Counted, Record, Version
from trexscore.journal.terms import NO_TERMS, REFEREE
from trexscore.language.differences import Difference
from trexscore.language.terms import terms_in_words
from trexscore.language.words import VOID_REASON
from trexscore.rules.cards import Contract
from trexscore.rules.programme import programme_of
from trexscore.rules.scoring import scorer_of
from trexscore.rules.seats import SEAT_NAMED, SEATS, BySeat
from trexscore.web.language import reader_language
from trexscore.web.rendering import letter
from trexscore.web.rendering import translate as _
from trexscore.web.views.correcting import of_the_game
from trexscore.web.views.game import names_of
from trexscore.web.views.history import changed
from trexscore.web.views.moments import moment
from trexscore.web.views.names import programme_name
from trexscore.web.views.why import notes_of

Names = BySeat[str]


@dataclass(frozen=True, slots=True)
class Points:
    """What somebody got or lost by an entry, as it was when it was written."""

    name: str
    change: int


@dataclass(frozen=True, slots=True)
class Told:
    """One entry of the story. `gone`: it counts no more. `explained`: it has a page of its own."""

    seq: int
    title: str
    author: str | None
    device: str | None
    when: str
    points: tuple[Points, ...] = ()
    differences: tuple[Difference, ...] = ()
    gone: bool = False
    corrected: bool = False
    explained: bool = False
    notes: tuple[str, ...] = ()
    """Who did not follow suit or asked for a new deal, and what was noted beside it."""


def story(record: Record, entries: Sequence[JournalEntry]) -> list[Told]:
    """Every entry, the latest first. The names that were given at the start are told with it."""
    standing = {counted.seq: counted for counted in record.counted}
    told = [
        _told(record, standing, entries, place)
        for place, entry in enumerate(entries)
        if entry.kind != "named" or entry.seq > 1 + len(SEATS)
    ]
    return told[::-1]


def _told(record: Record, standing: Mapping[int, Counted], entries: Sequence[JournalEntry], place: int) -> Told:
    entry = entries[place]
    names = _names_at(record, entry.seq)
    counted = standing.get(entry.seq)
    body = entry.body or {}
    return Told(
        seq=entry.seq,
        title=_title(names, entry.kind, body) if entry.body is not None else _("Erased"),
        author=entry.author,
        device=entry.device,
        when=moment(entry.made_at, entry.received_at),
        points=_points(names, record, entry.kind, body),
        differences=_of_the_game(record, entries, place) + _differences(standing, entry),
        gone=entry.seq in record.taken_back or (entry.kind in ("deal", "void", "adjustment") and counted is None),
        corrected=counted is not None and len(counted.versions) > 1,
        explained=counted is not None or any(one.seq == entry.seq for one in record.gone),
        notes=_notes(names, record, entry.kind, body),
    )


def _names_at(record: Record, seq: int) -> Names:
    """Who sat where when an entry was written: whom its letters mean."""
    return names_of(next((players for since, players in reversed(record.seated) if since <= seq), record.players))


def _title(names: Names, kind: Kind, body: Mapping[str, Any]) -> str:
    """What an entry says, in a line."""
    return _TITLES[kind](names, body)


_CORRECTING = frozenset({"corrected", "answered", "settled"})
_TITLES: dict[Kind, Callable[[Names, Mapping[str, Any]], str]] = {
    "started": lambda _names, _body: _("The game began"),
    "named": lambda _names, body: _(
        "The name at seat %(letter)s is put right: %(name)s", name=body["name"], letter=letter(body["seat"])
    ),
    "first_king": lambda names, body: _("First king: %(name)s", name=names[SEAT_NAMED[body["first_king"]]]),
    "deal": lambda _names, body: _("%(contracts)s written", contracts=_contracts(body)),
    "void": lambda _names, body: _("Deal thrown in: %(reason)s", reason=_void_reason(body)),
    "adjustment": lambda _names, body: _("Points by agreement: %(reason)s", reason=body["reason"]),
    "announced": lambda _names, body: _("%(contracts)s announced", contracts=_contracts(body["announced"])),
    "take_back": lambda _names, body: _("Entry %(number)s taken back", number=body["take_back"]),
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


def _void_reason(body: Mapping[str, Any]) -> str:
    reason = VOID_REASON[body["void"]["reason"]]
    return _(reason)


def _contracts(body: Mapping[str, Any]) -> str:
    return programme_name(programme_of(tuple(Contract(contract) for contract in body["contracts"])))


def _points(names: Names, record: Record, kind: Kind, body: Mapping[str, Any]) -> tuple[Points, ...]:
    if kind not in ("deal", "adjustment"):
        return ()
    entry = read_entry(body)
    points = entry.adjustment or scorer_of(record.rules).score(entry.captures).points
    return tuple(Points(names[seat], points[seat]) for seat in SEATS if points[seat])


def _of_the_game(record: Record, entries: Sequence[JournalEntry], place: int) -> tuple[Difference, ...]:
    """What a correction that holds has changed of the rules, the seats and the first king."""
    entry = entries[place]
    said = (entry.body or {}).get("corrected", {"changes": [{}]})["changes"]
    own = all("seq" in change or "before" in change for change in said)
    if entry.kind not in _CORRECTING or entry.seq in record.taken_back or own:
        return ()
    now, then = (fold((one.seq, one.kind, one.body) for one in entries[:end]) for end in (place, place + 1))
    return tuple(difference for one in of_the_game(now, then) for difference in one.differences)


def _notes(names: Names, record: Record, kind: Kind, body: Mapping[str, Any]) -> tuple[str, ...]:
    if kind not in ("deal", "void"):
        return ()
    return notes_of(names, record.rules, read_entry(body))


def _differences(standing: Mapping[int, Counted], entry: JournalEntry) -> tuple[Difference, ...]:
    """What a correction that holds has changed, word for word."""
    if entry.kind not in _CORRECTING:
        return ()
    found: list[Difference] = []
    for counted in standing.values():
        older: Sequence[Version] = (Version(0, None), *counted.versions)
        for old, new in zip(older, counted.versions, strict=False):
            if new.seq == entry.seq:
                found += changed(old, new)
    return tuple(found)
