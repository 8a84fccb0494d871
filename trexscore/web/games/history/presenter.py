"""A journal as a story: what was said, by whom, when, and what became of it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo

from trexscore.game.event import GameEvent
from trexscore.game.events import load_event
from trexscore.game.events.announcement import ContractAnnounced
from trexscore.game.events.correction import EntriesCorrected
from trexscore.game.events.deal import DealRecorded, DealVoided, GameFileEvent, PointsAdjusted
from trexscore.game.events.dispute import DisputeAnswered, DisputeRaised, DisputeResolved
from trexscore.game.events.player_name import PlayerNamed
from trexscore.game.events.sign_off import KingdomSigned
from trexscore.game.events.undo import EntryUndone
from trexscore.game.record import Record
from trexscore.game.replay import Replay
from trexscore.game.scorer_link import answered_for_players
from trexscore.ledger.chain import FoldEntry, JournalEntry
from trexscore.rules.scoring import scorer_of
from trexscore.rules.seats import SEAT_NAMED, SEATS
from trexscore.web.games.corrections.changes import Changed, Named, changes_between
from trexscore.web.games.explain.presenter import notes_of
from trexscore.web.games.history.event_titles import EventContext, Names, entry_title, title_of_event
from trexscore.web.games.moments import moment_text
from trexscore.web.games.seats import names_of
from trexscore.web.rendering import translate as _

Folded = Sequence[FoldEntry]
ON_A_PAGE = 100


@dataclass(frozen=True, slots=True)
class Points:
    """What somebody got or lost by an entry, as it was when it was written."""

    name: str
    change: int


@dataclass(frozen=True, slots=True)
class HistoryEntry:
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


def history_of(
    record: Record, said: Folded, entries: Sequence[JournalEntry], zone: tzinfo | None = None
) -> list[HistoryEntry]:
    """Some entries of a journal, in order → the same told, the latest first. `said` is all of it.

    The names that were given at the start are told with it. Times are those of the zone, where one is given.
    """
    journal = _Journal(record, said, zone)
    told = [journal.told(one) for one in entries if one.kind != PlayerNamed.wire or one.seq > 1 + len(SEATS)]
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
        self.first_signed = next((one.seq for one in said if one.kind == KingdomSigned.wire), len(said))

    def told(self, entry: JournalEntry) -> HistoryEntry:
        seq, names = entry.seq, _names_at(self.record, entry.seq)
        event = self._event(seq)
        counted = self.standing.get(seq)
        is_of_game = isinstance(event, GameFileEvent)
        return HistoryEntry(
            seq=seq,
            title=self._title(names, seq, event),
            author=entry.author,
            device=entry.device,
            when=moment_text(entry.made_at, entry.received_at, self.zone),
            king_name=_king_name(names, event),
            points=_points(names, self.record, seq, event),
            about=self._about(event),
            changes=self._changes(seq) if isinstance(event, _CORRECTING) else (),
            gone=seq in self.record.taken_back or (is_of_game and counted is None),
            corrected=counted is not None and len(counted.versions) > 1,
            explained=seq in self.pages,
            by_scorer=answered_for_players(entry.told),
            notes=(*_notes(names, self.record, seq, event), *self._cancels(names, seq, event)),
        )

    def _cancels(self, names: Names, seq: int, event: GameEvent | None) -> Iterator[str]:
        """What all four had signed off, and this entry has moved."""
        if isinstance(event, _CAN_CANCEL) and self.first_signed < seq:
            for king in self.as_written.at(seq - 1).unagreed_by(self.as_written.at(seq)):
                yield _("This cancelled the sign-off of %(king)s’s kingdom.", king=names[king])

    def _title(self, names: Names, seq: int, event: GameEvent | None) -> str:
        if event is None:
            return _("Removed permanently")
        return title_of_event(
            event, EventContext(names, lambda dispute: self._raised_by(names, dispute), self._ends(seq))
        )

    def _raised_by(self, names: Names, dispute: int) -> str:
        raised = self._event(dispute)
        return names[raised.seat] if isinstance(raised, DisputeRaised) else _("someone")

    def _ends(self, seq: int) -> Callable[[int], bool]:
        return lambda number: any(one.seq == number and one.ended_by == seq for one in self.record.disputes)

    def _changes(self, seq: int) -> tuple[Changed, ...]:
        """What a correction has changed when it was written, each entry with whether it still has a page."""
        return tuple(
            replace(one, named=tuple(replace(named, explained=named.seq in self.pages) for named in one.named))
            for one in changes_between(self.replay.at(seq - 1), self.replay.at(seq))
        )

    def _about(self, event: GameEvent | None) -> Named | None:
        seq = None if event is None else event.refers_to
        raised = None if seq is None else self._event(seq)
        if isinstance(raised, DisputeRaised) and not isinstance(event, EntryUndone):
            seq = raised.about or seq
        about = None if seq is None else self._event(seq)
        if seq is None or about is None:
            return None
        names = _names_at(self.record, seq)
        title = entry_title(about) if isinstance(about, GameFileEvent) else self._title(names, seq, about)
        return Named(title, seq, _king_name(names, about), explained=seq in self.pages)

    def _event(self, seq: int) -> GameEvent | None:
        """What an entry says; None where there is no such entry, or its name was removed."""
        entry = self.said[seq - 1] if 0 < seq <= len(self.said) else None
        return None if entry is None or entry.body is None else load_event(entry.kind, entry.body)


_CORRECTING = (EntriesCorrected, DisputeAnswered, DisputeResolved)
_CAN_CANCEL = (PointsAdjusted, EntryUndone, *_CORRECTING)
"""What may move the points of a kingdom that is over."""


def _as_called_now(record: Record, said: Folded) -> Folded:
    """The journal with each name as it was put right, wherever it was written."""
    seated = dict(record.seated)
    return [
        one
        if one.kind != PlayerNamed.wire or one.body is None
        else one._replace(body={**one.body, "name": seated[one.seq][SEAT_NAMED[one.body["seat"]]]})
        for one in said
    ]


def _names_at(record: Record, seq: int) -> Names:
    """Who sat where when an entry was written: whom its letters mean."""
    return names_of(next((players for since, players in reversed(record.seated) if since <= seq), record.players))


def _king_name(names: Names, event: GameEvent | None) -> str:
    """In whose kingdom something was entered, where it was in one."""
    if isinstance(event, ContractAnnounced):
        return names[SEAT_NAMED[event.announcement["king"]]]
    king = event.entry.king if isinstance(event, GameFileEvent) else None
    return "" if king is None else names[king]


def _points(names: Names, record: Record, seq: int, event: GameEvent | None) -> tuple[Points, ...]:
    if not isinstance(event, DealRecorded | PointsAdjusted):
        return ()
    entry = event.entry
    points = entry.adjustment or scorer_of(record.rules_at(seq)).score(entry.captures).points
    return tuple(Points(names[seat], points[seat]) for seat in SEATS if points[seat])


def _notes(names: Names, record: Record, seq: int, event: GameEvent | None) -> tuple[str, ...]:
    if not isinstance(event, DealRecorded | DealVoided):
        return ()
    return notes_of(names, record.rules_at(seq), event.entry)
