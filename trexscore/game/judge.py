"""Whether an entry can follow in a game: parse, permitted, check, apply, and a look at what it leads to."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

from trexscore.game.event import GameEvent, Step, link_of
from trexscore.game.events import EVENTS, load_event
from trexscore.game.events.deal import GameFileEvent
from trexscore.game.events.player_name import MOST_SEATINGS
from trexscore.game.events.undo import EntryUndone
from trexscore.game.file.texts import text_refusals
from trexscore.game.record import PlayedGame, Record
from trexscore.game.replay import Replay
from trexscore.ledger.chain import EntryDraft, FoldEntry
from trexscore.rules.game import Entry, Played
from trexscore.rules.refusals import Refusal, refuse

_NO_DIFFERENCE = refuse("nothing_to_correct", "corrected.changes")


class Refused(NamedTuple):
    """The entry is not possible; nothing was written. `entries` are those that the refusals count."""

    refusals: tuple[Refusal, ...]
    entries: tuple[Entry, ...]


class Accepted(NamedTuple):
    """The event that the entry says, and the game after it."""

    event: GameEvent
    game: PlayedGame


def judge_draft(entries: list[FoldEntry], draft: EntryDraft) -> Accepted | Refused:
    """The game after a draft at the end of a journal, or why it cannot follow."""
    seq = len(entries) + 1
    return judge(Replay([*entries, FoldEntry(seq, draft.kind, draft.body, draft.by, draft.key)]), seq)


def judge(journal: Replay, seq: int) -> Accepted | Refused:
    """The game after entry `seq` of a journal, or why it cannot follow on those before it.

    Entries from before links were recorded are judged by the rules of then.
    """
    entry = journal.entries[seq - 1]
    before = journal.at(seq - 1)
    event, faults = EVENTS[entry.kind].parse(entry.body or {})
    not_permitted = [] if entry.by is None else list(_not_permitted(journal, before, entry, event))
    if not_permitted:
        return _refused(before, not_permitted)
    if event is not None:
        faults += event.check(before)
    if event is None or faults:
        return _refused(before, faults)
    step = Step(before, journal.at(seq), partial(journal.with_changes, seq), is_old=entry.by is None)
    return _outcome(event, step)


def _not_permitted(journal: Replay, before: Record, entry: FoldEntry, event: GameEvent | None) -> Iterator[Refusal]:
    """What entries may not say since links are recorded: hidden text, and anything in the name of a player who opened
    their own link.
    """
    yield from text_refusals(entry.body)
    if event is None:
        return
    yield from event.check_new(before)
    link = link_of(entry.by)
    if link is not None and link.keeps_score:
        for seat in sorted(_spoken_for(journal, event) & before.own_links)[:1]:
            yield refuse("seat_speaks_for_itself", entry.kind, seat=seat)


def _spoken_for(journal: Replay, event: GameEvent) -> frozenset[int]:
    """The players for whom an event speaks, or for whom the entry speaks that it undoes."""
    if not isinstance(event, EntryUndone):
        return event.speakers()
    undone = next((one for one in journal.entries if one.seq == event.undone), None)
    return frozenset() if undone is None or undone.body is None else load_event(undone.kind, undone.body).speakers()


def _outcome(event: GameEvent, step: Step) -> Accepted | Refused:
    """The game after an event, unless that breaks what holds, or the rules."""
    played = step.after.play()
    if isinstance(event, GameFileEvent) and played.refusals:
        return _unplayable(step.after, played)
    if event.revises and not (step.is_old and isinstance(event, GameFileEvent)):
        lost = list(broken(event, step.before, step.after))
        if lost:
            return _refused(step.before, lost)
    proposed = event.proposed_changes(step.before)
    if proposed and (refused := _not_possible(step, proposed)):
        return refused
    faults = list(event.check_outcome(step))
    if faults:
        return _refused(step.before, faults)
    return _unplayable(step.after, played) if played.refusals else Accepted(event, PlayedGame(step.after, played))


def _not_possible(step: Step, changes: Iterable[dict[str, object]]) -> Refused | None:
    """Why nobody is asked about a proposal: the rules refuse it, or it changes nothing."""
    proposed = step.with_changes(list(changes))
    played = proposed.play()
    if played.refusals:
        return _unplayable(proposed, played)
    return _refused(step.after, [_NO_DIFFERENCE]) if proposed.is_equivalent_to(step.after) else None


def broken(event: GameEvent, before: Record, after: Record) -> Iterator[Refusal]:
    """What all four signed off or the referee ruled, and the event would change without their approval.

    A seal that was given stays on record, and so does a ruling.
    """
    if len(before.seated) < len(after.seated) > MOST_SEATINGS:
        yield refuse("too_many_seatings", most=MOST_SEATINGS)
        return
    if event.is_approved(before, after):
        return
    if before.rulings - after.rulings or before.is_overruled_by(after):
        yield refuse("ruled_by_referee", "corrected.with")
        return
    if after.uid is not None and before.backed - after.backed:
        yield refuse("backed_by_all", "take_back")
        return
    seals_lost = [king for king, seal in before.seals if (king, seal) not in after.seals]
    for king in dict.fromkeys([*seals_lost, *before.unagreed_by(after)]):
        yield refuse("kingdom_agreed", event.consent_path, king=king)


def _unplayable(record: Record, played: Played) -> Refused:
    return Refused(played.refusals, tuple(counted.entry for counted in record.counted))


def _refused(record: Record, faults: Iterable[Refusal]) -> Refused:
    """Refusals of an entry that is not in a game file, counted as if it were at that file's end."""
    place = len(record.counted) + 1
    return Refused(tuple(fault.in_entry(place) for fault in faults), ())
