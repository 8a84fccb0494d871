"""What follows from an entry: the game behind it, or why it cannot be."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from trexscore.game.announcement import announcement_in
from trexscore.game.builder import fold
from trexscore.game.conflict import conflict_refusals
from trexscore.game.consent import Entries, broken, for_others, no_reason, not_concluded, with_changes
from trexscore.game.correction import correction_in
from trexscore.game.dispute import answer_refusals, disputed_refusals, reopened_refusals, settled_refusals
from trexscore.game.file.entries import read_entry
from trexscore.game.file.shape import read_object, read_seat, refuse_unknown_fields
from trexscore.game.file.texts import text_refusals
from trexscore.game.opened_links import link_refusals
from trexscore.game.player_names import naming_refusals
from trexscore.game.policy import confirmed_refusals, policy_refusals
from trexscore.game.record import CAN_BE_TAKEN_BACK, Counted, Record
from trexscore.game.sign_off import sign_off_refusals
from trexscore.ledger.chain import Body, EntryDraft, FoldEntry
from trexscore.rules.game import Entry, Played
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEAT_NAMED, Seat


class Refused(NamedTuple):
    """The entry is not possible; nothing was written. `entries` are those that the refusals count."""

    refusals: tuple[Refusal, ...]
    entries: tuple[Entry, ...]


class Next(NamedTuple):
    """The game after an entry."""

    record: Record
    played: Played


def following(entries: Entries, said: EntryDraft, seq: int) -> Next | Refused:
    """The game behind an entry. Entries from before `by` existed are judged by the rules of then."""
    changed = partial(fold, [*entries, FoldEntry(seq, said.kind, said.body, said.by, said.key)])
    return following_record(fold(entries), lambda: entries, said, seq, changed)


def following_record(
    record: Record, entries: Callable[[], Entries], said: EntryDraft, seq: int, folded: Callable[[], Record]
) -> Next | Refused:
    """The same for callers that have folded the entries; `folded` gives the fold with the new one behind them."""
    unfit = _unfit(record, entries, said) if said.by is not None else []
    behind = _refused(record, unfit) if unfit else _behind(record, entries, said, seq, folded)
    begins = record.uid is None or said.kind == "named"
    if said.by is None or not begins or isinstance(behind, Refused):
        return behind
    # From the first entry on that has `by`, seals are of the new kind; and names are marked in them.
    return behind._replace(record=folded())


def _behind(
    record: Record, entries: Callable[[], Entries], said: EntryDraft, seq: int, folded: Callable[[], Record]
) -> Next | Refused:
    if said.kind in _FOLDED_ANEW:
        return _folded_anew(entries, record, said, seq, folded)
    if said.kind in _ON_THE_SIDE:
        return _ON_THE_SIDE[said.kind](record, said.body, seq)
    entry = read_entry(said.body)
    more = record._replace(counted=(*record.counted, Counted(seq, said.body, entry)))
    if said.kind != "adjustment":
        return _judged(more._replace(announced=(), abandoned=()))
    behind = _judged(more)
    if said.by is None or isinstance(behind, Refused):
        return behind
    lost = broken(record, folded(), said.body)
    return _refused(record, lost) if lost else behind


def _folded_anew(
    entries: Callable[[], Entries], record: Record, said: EntryDraft, seq: int, folded: Callable[[], Record]
) -> Next | Refused:
    faults: list[Refusal] = []
    refuse_unknown_fields(said.body, (said.kind,), "", faults)
    faults += _FOLDED_ANEW[said.kind](record, said.body)
    if faults:
        return _refused(record, faults)
    changed = folded()
    lost = broken(record, changed, said.body)
    if lost:
        return _refused(record, lost)
    proposal = _proposal(record, said)
    if proposal:
        return _proposed(entries(), said, seq, changed, proposal)
    if said.kind == "settled" and said.by is not None:
        missing = not_concluded(record, entries(), said, seq)
        if missing:
            return _refused(record, missing)
    in_vain = said.kind == "corrected" and changed.says_the_same(record)
    return _refused(record, [_NO_DIFFERENCE]) if in_vain else _judged(changed)


def _unfit(record: Record, entries: Callable[[], Entries], said: EntryDraft) -> list[Refusal]:
    """What entries may not hold since they have `by`."""
    held = said.body.get("set_aside") if said.kind == "set_aside" else None
    never = conflict_refusals(held, record) if isinstance(held, dict) else []
    return [*text_refusals(said.body), *never, *for_others(record, entries, said), *no_reason(said)]


def _judged(record: Record) -> Next | Refused:
    played = record.play()
    if played.refusals:
        return Refused(played.refusals, tuple(counted.entry for counted in record.counted))
    return Next(record, played)


def _not_taken_back(record: Record, body: Body) -> list[Refusal]:
    """Why an entry cannot be taken back, whatever the rules say to what remains."""
    faults: list[Refusal] = []
    seq = body["take_back"]
    if type(seq) is not int:
        faults.append(refuse("wrong_type", "take_back", wanted="number"))
    elif seq in record.taken_back:
        faults.append(refuse("already_taken_back", "take_back"))
    elif seq not in record.kinds:
        faults.append(refuse("unknown_entry", "take_back"))
    elif record.kinds[seq] not in CAN_BE_TAKEN_BACK:
        faults.append(refuse("nothing_to_take_back", "take_back"))
    return faults


def _not_corrected(record: Record, body: Body) -> list[Refusal]:
    """Why something cannot be corrected like this, whatever the rules say to what it leads to."""
    return [*correction_in(body["corrected"], frozenset(counted.seq for counted in record.counted))[1]]


def _not_agreed(record: Record, body: Body) -> list[Refusal]:
    played = record.play()
    digests = {agreement.king: agreement.digest for agreement in record.agreements(played.game)}
    faults = sign_off_refusals(body["agreed"], digests, record.agreed)
    return faults or _not_confirmed(record, SEAT_NAMED[body["agreed"]["kingdom"]])


def _not_confirmed(record: Record, king: Seat) -> list[Refusal]:
    """What a second person still has to look at before a kingdom can be agreed on."""
    waiting = [one for one in record.unconfirmed if one.entry.king is king]
    return [refuse("not_confirmed", "agreed.kingdom", king=king, entries=len(waiting))] if waiting else []


def _proposal(record: Record, said: EntryDraft) -> Sequence[Body]:
    """The changes that an entry asks everybody about."""
    if said.kind == "disputed":
        return said.body["disputed"].get("changes") or ()
    number = said.body["reopened"]["dispute"] if said.kind == "reopened" else None
    return next((one.changes for one in record.disputes if one.seq == number), ())


def _proposed(entries: Entries, said: EntryDraft, seq: int, changed: Record, changes: Sequence[Body]) -> Next | Refused:
    """A proposal is judged as if it held already, so that nobody is asked about what cannot be."""
    proposed = _judged(with_changes(entries, said, seq, changes))
    if isinstance(proposed, Refused):
        return proposed
    in_vain = proposed.record.says_the_same(changed)
    return _refused(changed, [_NO_DIFFERENCE]) if in_vain else _judged(changed)


def _not_disputed(record: Record, body: Body) -> list[Refusal]:
    """Why this is no objection; what it proposes has to be possible as the game stands."""
    standing = frozenset(counted.seq for counted in record.counted)
    return disputed_refusals(body["disputed"], standing, record.disputes)


def _not_answered(record: Record, body: Body) -> list[Refusal]:
    return answer_refusals(body["answered"], {dispute.seq: dispute for dispute in record.disputes})


def _not_settled(record: Record, body: Body) -> list[Refusal]:
    return settled_refusals(body["settled"], {dispute.seq: dispute for dispute in record.disputes})


def _not_reopened(record: Record, body: Body) -> list[Refusal]:
    return reopened_refusals(body["reopened"], {dispute.seq: dispute for dispute in record.disputes})


def _not_of_link(record: Record, body: Body) -> list[Refusal]:
    return link_refusals(body["link"], record.opened)


def _not_terms(_record: Record, body: Body) -> list[Refusal]:
    return policy_refusals(body["terms"])


def _not_to_confirm(record: Record, body: Body) -> list[Refusal]:
    return confirmed_refusals(body["confirmed"], frozenset(one.holds for one in record.counted), record.seconded)


_NO_DIFFERENCE = refuse("nothing_to_correct", "corrected.changes")
_FOLDED_ANEW = {
    "agreed": _not_agreed,
    "take_back": _not_taken_back,
    "corrected": _not_corrected,
    "disputed": _not_disputed,
    "answered": _not_answered,
    "settled": _not_settled,
    "reopened": _not_reopened,
    "link": _not_of_link,
    "terms": _not_terms,
    "confirmed": _not_to_confirm,
}
"""Entries that change earlier ones: the journal is folded once more, with them behind it."""


def _announced(record: Record, body: Body, seq: int) -> Next | Refused:
    faults: list[Refusal] = []
    refuse_unknown_fields(body, ("announced",), "", faults)
    played = record.play()
    _, refusals = announcement_in(body["announced"], record.rules, played.game)
    if faults or refusals:
        return _refused(record, (*faults, *refusals))
    said = (*record.announced, (seq, body["announced"]))
    return Next(record._replace(announced=said, abandoned=()), played)


def _abandoned(record: Record, body: Body, seq: int) -> Next | Refused:
    """The table stops; what was played stays as it is."""
    faults: list[Refusal] = []
    refuse_unknown_fields(body, ("abandoned",), "", faults)
    if read_object(body["abandoned"], "abandoned", faults):
        refuse_unknown_fields(body["abandoned"], (), "abandoned", faults)
    played = record.play()
    if record.abandoned:
        faults.append(refuse("already_abandoned", "abandoned"))
    elif played.game.complete:
        faults.append(refuse("already_over", "abandoned"))
    if faults:
        return _refused(record, faults)
    return Next(record._replace(abandoned=((seq, body["abandoned"]),)), played)


def _first_king(record: Record, body: Body, _seq: int) -> Next | Refused:
    """Until a deal counts, the first king can still be put right."""
    faults: list[Refusal] = []
    refuse_unknown_fields(body, ("first_king",), "", faults)
    seat = read_seat(body["first_king"], "first_king", faults)
    if record.play().game.deals:
        faults.append(refuse("first_king_fixed", "first_king"))
    return _refused(record, faults) if faults else _judged(record._replace(first_king=seat))


def _named(record: Record, body: Body, seq: int) -> Next | Refused:
    """A name is written as it should have been; no point hangs on it."""
    faults = naming_refusals(body, record)
    if faults:
        return _refused(record, faults)
    players = record.players.replacing(SEAT_NAMED[body["seat"]], body["name"])
    return _judged(record._replace(players=players, seated=(*record.seated, (seq, players))))


def _set_aside(record: Record, body: Body, _seq: int) -> Next | Refused:
    """What a phone had entered without reception and the table did not pick: kept, and counts nothing."""
    faults: list[Refusal] = []
    refuse_unknown_fields(body, ("set_aside", "instead"), "", faults)
    read_object(body["set_aside"], "set_aside", faults)
    instead = body.get("instead", 1)
    if type(instead) is not int:
        faults.append(refuse("wrong_type", "instead", wanted="number"))
    elif instead not in record.kinds:
        faults.append(refuse("unknown_entry", "instead"))
    return _refused(record, faults) if faults else _judged(record)


_ON_THE_SIDE: dict[str, Callable[[Record, Body, int], Next | Refused]] = {
    "announced": _announced,
    "abandoned": _abandoned,
    "first_king": _first_king,
    "named": _named,
    "set_aside": _set_aside,
}
"""Entries that no game file has and that leave what counts as it is."""


def _refused(record: Record, faults: Iterable[Refusal]) -> Refused:
    """Refusals of an entry that is no entry of a game file, counted as if it stood at that file's end."""
    place = len(record.counted) + 1
    return Refused(tuple(fault.in_entry(place) for fault in faults), ())
