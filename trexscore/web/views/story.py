"""A journal as a story: what was said, by whom, when, and what became of it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from typing import Any

from trexscore.game.file.entries import read_entry
from trexscore.game.policy import NO_POLICY, REFEREE
from trexscore.game.record import IN_THE_GAME_FILE, Counted, Record
from trexscore.game.replay import Replay
from trexscore.game.scorer_link import acts_for_players
from trexscore.language.terms import terms_in_words
from trexscore.ledger.chain import Body, JournalEntry
from trexscore.ledger.chain import FoldEntry as Said
from trexscore.rules.cards import Contract
from trexscore.rules.programme import programme_of
from trexscore.rules.scoring import scorer_of
from trexscore.rules.seats import SEAT_NAMED, SEATS, BySeat
from trexscore.web.language import reader_language
from trexscore.web.rendering import letter
from trexscore.web.rendering import translate as _
from trexscore.web.views.changes import Changed, Named, changes_between
from trexscore.web.views.moments import told_at
from trexscore.web.views.names import programme_name
from trexscore.web.views.seats import names_of
from trexscore.web.views.story_disputes import answered, link, reopened, settled
from trexscore.web.views.why import notes_of, title_of

Names = BySeat[str]
Folded = Sequence[Said]
ON_A_PAGE = 100
_CAN_CANCEL = frozenset({"adjustment", "corrected", "answered", "settled", "take_back"})
"""What may move the points of a kingdom that is over."""


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
    by_scorer: bool = False
    """Whether the scorer's phone wrote it in the name of a player, or of several."""
    notes: tuple[str, ...] = ()
    """Who did not follow suit or asked for a new deal, and what was noted beside it."""


@dataclass(frozen=True, slots=True)
class Pages:
    """Which entries a page of the story shows, and where its neighbours begin: `before` of their addresses."""

    first: int
    last: int
    older: int | None
    newer: int | None


def pages_of(length: int, before: int | None) -> Pages:
    """The page whose entries stand before one, or the latest where no full page would be behind it."""
    last = length if before is None or before > length - ON_A_PAGE + 1 else max(1, before - 1)
    first = max(1, last - ON_A_PAGE + 1)
    return Pages(first, last, first if first > 1 else None, last + ON_A_PAGE + 1 if last < length else None)


def story(record: Record, said: Folded, entries: Sequence[JournalEntry], zone: tzinfo | None = None) -> list[Told]:
    """Some entries of a journal, in order → the same told, the latest first. `said` is all of it.

    The names that were given at the start are told with it. Times are those of the zone, where one is given.
    """
    journal = _Journal(record, said, zone)
    told = [journal.told(entry) for entry in entries if entry.kind != "named" or entry.seq > 1 + len(SEATS)]
    return told[::-1]


class _Journal:
    """A journal that is being told: what stands of it now, and how it stood before each of its entries."""

    def __init__(self, record: Record, said: Folded, zone: tzinfo | None) -> None:
        self.record = record
        self.said = said
        self.zone = zone
        self.standing = {counted.seq: counted for counted in record.counted}
        self.pages = {one.seq for one in (*record.counted, *record.gone)}
        self.replay = Replay(_as_called_now(record, said))
        self.as_written = Replay(said)
        """Seals are of what was written: names and links are part of it."""
        self.first_signed = next((one.seq for one in said if one.kind == "agreed"), len(said))

    def told(self, entry: JournalEntry) -> Told:
        names = _names_at(self.record, entry.seq)
        counted = self.standing.get(entry.seq)
        return Told(
            seq=entry.seq,
            title=self._title(names, entry),
            author=entry.author,
            device=entry.device,
            when=told_at(entry.made_at, entry.received_at, self.zone),
            king_name=_king_name(names, entry.kind, entry.body),
            points=_points(names, self.record, entry),
            about=self._about(entry),
            changes=self._changes(entry) if entry.kind in _CORRECTING and entry.body is not None else (),
            gone=entry.seq in self.record.taken_back or (entry.kind in IN_THE_GAME_FILE and counted is None),
            corrected=counted is not None and len(counted.versions) > 1,
            explained=entry.seq in self.pages,
            by_scorer=acts_for_players(entry.told),
            notes=(*_notes(names, self.record, entry), *self._cancels(names, entry)),
        )

    def _cancels(self, names: Names, entry: JournalEntry) -> Iterator[str]:
        """What all four had signed off, and this entry has moved."""
        if entry.kind in _CAN_CANCEL and self.first_signed < entry.seq:
            for king in self.as_written.at(entry.seq - 1).unagreed_by(self.as_written.at(entry.seq)):
                yield _("This cancelled the sign-off of %(king)s’s kingdom.", king=names[king])

    def _title(self, names: Names, entry: JournalEntry) -> str:
        if entry.body is None or entry.kind not in _OF_A_DISPUTE:
            return _title(names, entry.kind, entry.body)
        said = entry.body[entry.kind]
        dispute = next((one for one in self.record.disputes if one.seq == said["dispute"]), None)
        _kind, body = self._said(said["dispute"])
        raised_by = _("someone") if body is None else names[SEAT_NAMED[body["disputed"]["seat"]]]
        if entry.kind == "settled":
            return settled(raised_by, said)
        if entry.kind == "reopened":
            return reopened(names, raised_by, said)
        return answered(names, raised_by, said, ends=dispute is not None and dispute.ended_by == entry.seq)

    def _changes(self, entry: JournalEntry) -> tuple[Changed, ...]:
        """What a correction has changed when it was written, each entry with whether it still has a page."""
        return tuple(
            replace(one, named=tuple(replace(named, explained=named.seq in self.pages) for named in one.named))
            for one in changes_between(self.replay.at(entry.seq - 1), self.replay.at(entry.seq))
        )

    def _about(self, entry: JournalEntry) -> Named | None:
        seq = _SPEAKS_OF[entry.kind](entry.body) if entry.body is not None and entry.kind in _SPEAKS_OF else None
        _kind, dispute = self._said(seq)
        if entry.kind in _OF_A_DISPUTE and dispute:
            seq = dispute["disputed"].get("about") or seq
        kind, body = self._said(seq)
        if seq is None or body is None:
            return None
        names = _names_at(self.record, seq)
        title = _name_of(body) if kind in IN_THE_GAME_FILE else _title(names, kind, body)
        return Named(title, seq, _king_name(names, kind, body), explained=seq in self.pages)

    def _said(self, seq: int | None) -> tuple[str, Body | None]:
        """Kind and body of an entry; no body where there is no such entry."""
        if seq is None or not 0 < seq <= len(self.said):
            return "", None
        return self.said[seq - 1].kind, self.said[seq - 1].body


_SPEAKS_OF: dict[str, Callable[[Mapping[str, Any]], int | None]] = {
    "take_back": lambda body: int(body["take_back"]),
    "confirmed": lambda body: int(body["confirmed"]["seq"]),
    "disputed": lambda body: body["disputed"].get("about"),
    "answered": lambda body: int(body["answered"]["dispute"]),
    "settled": lambda body: int(body["settled"]["dispute"]),
    "reopened": lambda body: int(body["reopened"]["dispute"]),
}
"""Entries that speak of an earlier one, and of which."""
_OF_A_DISPUTE = frozenset({"answered", "settled", "reopened"})


def _as_called_now(record: Record, said: Folded) -> Folded:
    """The journal with each name as it was put right, wherever it was written."""
    seated = dict(record.seated)
    return [
        one
        if one.kind != "named" or one.body is None
        else one._replace(body={**one.body, "name": seated[one.seq][SEAT_NAMED[one.body["seat"]]]})
        for one in said
    ]


def _names_at(record: Record, seq: int) -> Names:
    """Who sat where when an entry was written: whom its letters mean."""
    return names_of(next((players for since, players in reversed(record.seated) if since <= seq), record.players))


def _title(names: Names, kind: str, body: Body | None) -> str:
    """What an entry says, in a line."""
    return _("Removed permanently") if body is None else _TITLES[kind](names, body)


def _king_name(names: Names, kind: str, body: Body | None) -> str:
    """In whose kingdom something was entered, where it was in one."""
    said = body or {}
    king = said.get("announced", said).get("king") if kind in (*IN_THE_GAME_FILE, "announced") else None
    return names[SEAT_NAMED[king]] if king else ""


def _name_of(body: Mapping[str, Any]) -> str:
    """What an entry of the game was called when it was written."""
    return title_of(Counted(0, dict(body), read_entry(body)))


_CORRECTING = frozenset({"corrected", "answered", "settled"})
_TITLES: dict[str, Callable[[Names, Mapping[str, Any]], str]] = {
    "started": lambda _names, _body: _("Game started"),
    "named": lambda _names, body: _(
        "Name at seat %(letter)s corrected: %(name)s", name=body["name"], letter=letter(body["seat"])
    ),
    "first_king": lambda names, body: _("First king: %(name)s", name=names[SEAT_NAMED[body["first_king"]]]),
    "deal": lambda _names, body: _("%(contracts)s saved", contracts=_contracts(body)),
    "void": lambda _names, body: _name_of(body),
    "adjustment": lambda _names, body: _name_of(body),
    "announced": lambda _names, body: _("%(contracts)s announced", contracts=_contracts(body["announced"])),
    "abandoned": lambda _names, _body: _("Game abandoned"),
    "take_back": lambda _names, body: _("Entry %(number)s undone", number=body["take_back"]),
    "erased": lambda _names, _body: _("Names removed permanently; all points stay"),
    "set_aside": lambda _names, _body: _("The other version was chosen"),
    "agreed": lambda names, body: _(
        "%(name)s signs off %(king)s’s kingdom",
        name=names[SEAT_NAMED[body["agreed"]["seat"]]],
        king=names[SEAT_NAMED[body["agreed"]["kingdom"]]],
    ),
    "disputed": lambda names, body: _(
        "Dispute by %(name)s: %(reason)s",
        name=names[SEAT_NAMED[body["disputed"]["seat"]]],
        reason=body["disputed"]["reason"],
    ),
    "link": lambda names, body: link(names, body["link"]),
    "terms": lambda _names, body: " ".join(terms_in_words(reader_language(), {**NO_POLICY.as_said(), **body["terms"]})),
    "confirmed": lambda names, body: _(
        "%(name)s confirms entry %(number)s",
        name=names[SEAT_NAMED[body["confirmed"]["seat"]]],
        number=body["confirmed"]["seq"],
    ),
    "corrected": lambda _names, body: _corrected(body["corrected"]),
}


def _corrected(said: Mapping[str, Any]) -> str:
    if REFEREE in said.get("with", ()):
        return _("Corrected by the referee: %(reason)s", reason=said["reason"])
    if len(said.get("with", ())) == len(SEATS):
        return _("Corrected and approved by all four: %(reason)s", reason=said["reason"])
    return _("Corrected: %(reason)s", reason=said["reason"])


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
