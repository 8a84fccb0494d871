"""A journal as a story: what was said, by whom, when, and what became of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trexscore.gamefile.entries import read_entry
from trexscore.journal.entries import JournalEntry, Kind
from trexscore.journal.fold import Counted, Record, Version
from trexscore.language.differences import Difference
from trexscore.language.words import VOID_REASON
from trexscore.rules.cards import Contract
from trexscore.rules.programme import programme_of
from trexscore.rules.scoring import scorer_of
from trexscore.rules.seats import SEAT_NAMED, SEATS
from trexscore.web.rendering import letter
from trexscore.web.rendering import translate as _
from trexscore.web.views.game import GameView
from trexscore.web.views.history import changed
from trexscore.web.views.moments import moment
from trexscore.web.views.names import programme_name
from trexscore.web.views.why import claimed, reneged


@dataclass(frozen=True, slots=True)
class Points:
    """What somebody got or lost by an entry, as it was when it was written."""

    name: str
    change: int


@dataclass(frozen=True, slots=True)
class Told:
    """One entry of the story. `gone`: it counts no more. `now` is where it is explained, if it counts."""

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


def story(game: GameView, record: Record, entries: Sequence[JournalEntry]) -> list[Told]:
    """Every entry, the latest first. The names that were given at the start are told with it."""
    standing = {counted.seq: counted for counted in record.counted}
    told = [
        _told(game, record, standing, entry) for entry in entries if entry.kind != "named" or entry.seq > 1 + len(SEATS)
    ]
    return told[::-1]


def _told(game: GameView, record: Record, standing: Mapping[int, Counted], entry: JournalEntry) -> Told:
    counted = standing.get(entry.seq)
    body = entry.body or {}
    return Told(
        seq=entry.seq,
        title=_title(game, entry.kind, body) if entry.body is not None else _("Erased"),
        author=entry.author,
        device=entry.device,
        when=moment(entry.made_at, entry.received_at),
        points=_points(game, record, entry.kind, body),
        differences=_differences(game, standing, entry),
        gone=entry.seq in record.taken_back or (entry.kind in ("deal", "void", "adjustment") and counted is None),
        corrected=counted is not None and len(counted.versions) > 1,
        explained=counted is not None,
        notes=_notes(game, record, entry.kind, body),
    )


def _title(game: GameView, kind: Kind, body: Mapping[str, Any]) -> str:
    """What an entry says, in a line."""
    return _TITLES[kind](game, body)


_TITLES: dict[Kind, Callable[[GameView, Mapping[str, Any]], str]] = {
    "started": lambda _game, _body: _("The game began"),
    "named": lambda _game, body: _("%(name)s sits at seat %(letter)s", name=body["name"], letter=letter(body["seat"])),
    "first_king": lambda game, body: _("First king: %(name)s", name=game.called(SEAT_NAMED[body["first_king"]])),
    "deal": lambda _game, body: _("%(contracts)s written", contracts=_contracts(body)),
    "void": lambda _game, body: _("Deal thrown in: %(reason)s", reason=_void_reason(body)),
    "adjustment": lambda _game, body: _("Points by agreement: %(reason)s", reason=body["reason"]),
    "announced": lambda _game, body: _("%(contracts)s announced", contracts=_contracts(body["announced"])),
    "take_back": lambda _game, body: _("Entry %(number)s taken back", number=body["take_back"]),
    "set_aside": lambda _game, _body: _("Of two versions, this one was not picked"),
    "agreed": lambda game, body: _(
        "%(name)s agrees with %(king)s’s kingdom",
        name=game.called(SEAT_NAMED[body["agreed"]["seat"]]),
        king=game.called(SEAT_NAMED[body["agreed"]["kingdom"]]),
    ),
    "disputed": lambda game, body: _(
        "%(name)s objects: %(reason)s",
        name=game.called(SEAT_NAMED[body["disputed"]["seat"]]),
        reason=body["disputed"]["reason"],
    ),
    "answered": lambda game, body: _answered(game, body["answered"]),
    "settled": lambda _game, body: _("Dispute %(number)s settled", number=body["settled"]["dispute"]),
    "corrected": lambda _game, body: _("Corrected: %(reason)s", reason=body["corrected"]["reason"]),
}


def _answered(game: GameView, said: Mapping[str, Any]) -> str:
    name, number = game.called(SEAT_NAMED[said["seat"]]), said["dispute"]
    if said["agrees"]:
        return _("%(name)s agrees with dispute %(number)s", name=name, number=number)
    return _("%(name)s does not agree with dispute %(number)s", name=name, number=number)


def _void_reason(body: Mapping[str, Any]) -> str:
    reason = VOID_REASON[body["void"]["reason"]]
    return _(reason)


def _contracts(body: Mapping[str, Any]) -> str:
    return programme_name(programme_of(tuple(Contract(contract) for contract in body["contracts"])))


def _points(game: GameView, record: Record, kind: Kind, body: Mapping[str, Any]) -> tuple[Points, ...]:
    if kind not in ("deal", "adjustment"):
        return ()
    entry = read_entry(body)
    points = entry.adjustment or scorer_of(record.rules).score(entry.captures).points
    return tuple(Points(game.called(seat), points[seat]) for seat in SEATS if points[seat])


def _notes(game: GameView, record: Record, kind: Kind, body: Mapping[str, Any]) -> tuple[str, ...]:
    if kind not in ("deal", "void"):
        return ()
    entry = read_entry(body)
    said = (reneged(game, record.rules, entry), claimed(game, entry), entry.note)
    return tuple(note for note in said if note)


def _differences(game: GameView, standing: Mapping[int, Counted], entry: JournalEntry) -> tuple[Difference, ...]:
    """What a correction that holds has changed, word for word."""
    if entry.kind not in ("corrected", "answered", "settled"):
        return ()
    found: list[Difference] = []
    for counted in standing.values():
        older: Sequence[Version] = (Version(0, None), *counted.versions)
        for old, new in zip(older, counted.versions, strict=False):
            if new.seq == entry.seq:
                found += changed(game, old.body, new.body)
    return tuple(found)
