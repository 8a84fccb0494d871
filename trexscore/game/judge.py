"""Judges whether an entry can be added to a game: parse, permitted, check, apply, check the outcome."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from trexscore.game.event import EventTransition, GameEvent, link_from_json
from trexscore.game.events import EVENT_TYPE_BY_KIND, load_event
from trexscore.game.events.game_file import GameFileEvent
from trexscore.game.events.player_name import MAX_NAME_AND_SEAT_CHANGES
from trexscore.game.events.undo import EntryUndone
from trexscore.game.file.text_checks import hidden_text_refusals
from trexscore.game.record import PlayedGame, Record
from trexscore.game.replay import Replay
from trexscore.ledger.chain import Body, EntryDraft, FoldEntry
from trexscore.ledger.entry_refusal import EntryRefusal
from trexscore.rules.game import GameWithRefusals
from trexscore.rules.refusals import Refusal, refuse

_NO_DIFFERENCE_REFUSAL = refuse("nothing_to_correct", "corrected.changes")


class AcceptedEntry(NamedTuple):
    """The entry's event, and the game after it."""

    event: GameEvent
    played_game: PlayedGame


def judge_draft(entries: list[FoldEntry], draft: EntryDraft) -> AcceptedEntry | EntryRefusal:
    """The game after a draft at the end of a journal, or the refusals."""
    seq = len(entries) + 1
    return judge_entry(Replay([*entries, FoldEntry(seq, draft.kind, draft.body, draft.link_json, draft.key)]), seq)


def judge_entry(replay: Replay, seq: int) -> AcceptedEntry | EntryRefusal:
    """The game after entry `seq` of a journal, or the refusals.

    Fewer rules apply to entries from before links were recorded.
    """
    entry = replay.entries[seq - 1]
    record_before = replay.record_after(seq - 1)
    event, faults = EVENT_TYPE_BY_KIND[entry.kind].parse(entry.body or {})
    not_permitted = (
        [] if entry.link_json is None else list(_refusals_unless_predating_links(replay, record_before, entry, event))
    )
    if not_permitted:
        return _refusal_after_last_entry(record_before, not_permitted)
    if event is not None:
        faults += event.refusals(record_before)
    if event is None or faults:
        return _refusal_after_last_entry(record_before, faults)
    step = EventTransition(
        record_before,
        replay.record_after(seq),
        partial(replay.record_before_with_changes, seq),
        entry_predates_links=entry.link_json is None,
    )
    return _judge_outcome(event, step)


def _refusals_unless_predating_links(
    replay: Replay, record_before: Record, entry: FoldEntry, event: GameEvent | None
) -> Iterator[Refusal]:
    """Refusals for entries with a link: hidden text, and the scorer link in the name of a player who opened their own
    link.
    """
    earlier_bodies = (earlier.body for earlier in replay.entries[: entry.seq - 1])
    yield from hidden_text_refusals(entry.body, earlier_bodies=earlier_bodies)
    if event is None:
        return
    yield from event.refusals_unless_predating_links(record_before)
    link = link_from_json(entry.link_json)
    if link is not None and link.keeps_score:
        for seat in sorted(_represented_seats(replay, event) & record_before.ever_opened_link_seats)[:1]:
            yield refuse("seat_speaks_for_itself", entry.kind, seat=seat)


def _represented_seats(replay: Replay, event: GameEvent) -> frozenset[int]:
    """The players in whose names the event is written, or the entry that it undoes."""
    if not isinstance(event, EntryUndone):
        return event.represented_seats()
    undone_entry = next((entry for entry in replay.entries if entry.seq == event.undone_seq), None)
    if undone_entry is None or undone_entry.body is None:
        return frozenset()
    return load_event(undone_entry.kind, undone_entry.body).represented_seats()


def _judge_outcome(event: GameEvent, transition: EventTransition) -> AcceptedEntry | EntryRefusal:
    """The game after an event, unless it breaks sign-offs, rulings or the rules."""
    played_game = transition.record_after.play()
    if isinstance(event, GameFileEvent) and played_game.refusals:
        return _refusal_by_rules(transition.record_after, played_game)
    if event.can_change_signed_kingdoms and not (transition.entry_predates_links and isinstance(event, GameFileEvent)):
        faults = list(missing_approval_refusals(event, transition.record_before, transition.record_after))
        if faults:
            return _refusal_after_last_entry(transition.record_before, faults)
    proposed_changes = event.proposed_change_contents(transition.record_before)
    if proposed_changes and (refused := _proposal_refusal(transition, proposed_changes)):
        return refused
    faults = list(event.outcome_refusals(transition))
    if faults:
        return _refusal_after_last_entry(transition.record_before, faults)
    if played_game.refusals:
        return _refusal_by_rules(transition.record_after, played_game)
    return AcceptedEntry(event, PlayedGame(transition.record_after, played_game))


def _proposal_refusal(transition: EventTransition, change_contents: Sequence[Body]) -> EntryRefusal | None:
    """The refusal of a proposal that breaks the rules or changes nothing."""
    proposed_record = transition.compute_corrected_record(change_contents)
    played_game = proposed_record.play()
    if played_game.refusals:
        return _refusal_by_rules(proposed_record, played_game)
    if proposed_record.is_equivalent_to(transition.record_after):
        return _refusal_after_last_entry(transition.record_after, [_NO_DIFFERENCE_REFUSAL])
    return None


def missing_approval_refusals(event: GameEvent, record_before: Record, record_after: Record) -> Iterator[Refusal]:
    """Refusals if the event changes kingdoms signed off by all four, or rulings, without their approval.

    Seals and rulings stay on record.
    """
    if len(record_before.player_names_history) < len(record_after.player_names_history) > MAX_NAME_AND_SEAT_CHANGES:
        yield refuse("too_many_seatings", most=MAX_NAME_AND_SEAT_CHANGES)
        return
    if event.is_approved(record_before, record_after):
        return
    if record_before.ruling_seqs - record_after.ruling_seqs or record_before.ruling_changed_in(record_after):
        yield refuse("ruled_by_referee", "corrected.with")
        return
    if (
        record_after.seal_uid is not None
        and record_before.unanimous_correction_seqs - record_after.unanimous_correction_seqs
    ):
        yield refuse("backed_by_all", EntryUndone.stored_kind)
        return
    kings_without_seal = [
        king for king, seal in record_before.seals_ever_given if (king, seal) not in record_after.seals_ever_given
    ]
    before_referee = record_before.pre_referee_kingdoms_changed_in(record_after) if record_before.policy.referee else ()
    for king in dict.fromkeys([*kings_without_seal, *record_before.signed_kingdoms_changed_in(record_after)]):
        yield refuse("kingdom_agreed", event.missing_approval_path, king=king, before_referee=king in before_referee)


def _refusal_by_rules(record: Record, game_with_refusals: GameWithRefusals) -> EntryRefusal:
    return EntryRefusal(game_with_refusals.refusals, tuple(counted.score_entry for counted in record.counted_entries))


def _refusal_after_last_entry(record: Record, refusals: Iterable[Refusal]) -> EntryRefusal:
    """Refusals at the place after the game file's last entry."""
    entry_place = len(record.counted_entries) + 1
    return EntryRefusal(tuple(fault.in_entry(entry_place) for fault in refusals))
