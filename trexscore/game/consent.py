"""Who has to stand behind an entry: nobody says for others what those say themselves, and what is signed off holds."""

from collections.abc import Callable, Sequence

from trexscore.game.builder import fold
from trexscore.game.permissions import SCORER, speaks_for
from trexscore.game.policy import REFEREE
from trexscore.game.record import MOST_SEATINGS, Record
from trexscore.ledger.chain import Body, EntryDraft, FoldEntry
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEATS, Seat

Entries = list[FoldEntry]
"""A journal, as far as folding it needs."""


def for_others(record: Record, entries: Callable[[], Entries], said: EntryDraft) -> list[Refusal]:
    """Why the scorer's link does not say this: a player speaks for themselves, through a link of their own."""
    if not record.own_links or said.by is None or said.by.get("right") not in SCORER:
        return []
    undone = said.body.get("take_back") if said.kind == "take_back" else None
    told = next((one for one in entries() if one.seq == undone), None) if type(undone) is int else None
    kind, body = (said.kind, said.body) if told is None else (told.kind, told.body or {})
    spoken = sorted(speaks_for(kind, body) & record.own_links)
    return [refuse("seat_speaks_for_itself", said.kind, seat=seat) for seat in spoken[:1]]


def no_reason(said: EntryDraft) -> list[Refusal]:
    """The referee says why a dispute ends as it does."""
    settled = said.body.get("settled") if said.kind == "settled" else None
    if isinstance(settled, dict) and settled.get("by") == REFEREE and "reason" not in settled:
        return [refuse("missing_field", "settled.reason", field="reason")]
    return []


def broken(before: Record, after: Record, body: Body) -> list[Refusal]:
    """What all four had agreed on or the referee has ruled on and would change, unless either stands behind it.

    A seal that was given stays on record, and so does a ruling.
    """
    if len(before.seated) < len(after.seated) > MOST_SEATINGS:
        return [refuse("too_many_seatings", most=MOST_SEATINGS)]
    seals_lost = [king for king, seal in before.seals if (king, seal) not in after.seals]
    behind = body.get("corrected", {}).get("with", ())
    by_referee = REFEREE in behind or any(body.get(one, {}).get("by") == REFEREE for one in ("settled", "reopened"))
    answered = body.get("answered", {}).get("dispute")
    by_all = len(behind) == len(SEATS) or any(one.seq == answered and one.all_agree for one in after.disputes)
    if by_all or (by_referee and not before.signed_before_referee(after)):
        return []
    if before.rulings - after.rulings or before.is_overruled_by(after):
        return [refuse("ruled_by_referee", "corrected.with")]
    if after.uid is not None and before.backed - after.backed:
        return [refuse("backed_by_all", "take_back")]
    kings = dict.fromkeys([*seals_lost, *before.unagreed_by(after)])
    at = "" if "adjustment" in body else "corrected.with"
    return [refuse("kingdom_agreed", at, king=king) for king in kings]


def not_concluded(record: Record, entries: Entries, said: EntryDraft, seq: int) -> list[Refusal]:
    """Who still has to say that a dispute ends like this, where neither the referee nor who raised it ends it."""
    settled = said.body["settled"]
    dispute = next(one for one in record.disputes if one.seq == settled["dispute"])
    if settled.get("by") == REFEREE or settled["as"] == "withdrawn":
        return []
    ahead = with_changes(entries, said, seq, dispute.changes) if dispute.changes else record
    missing = dispute.unanswered(settled["as"], concerned_by(record, ahead))
    return [refuse("not_answered_yet", "settled.as", seat=missing[0])] if missing else []


def concerned_by(record: Record, ahead: Record) -> frozenset[Seat]:
    """Whose points a proposal changes; everybody, where nobody's do."""
    now, then = record.play().game.totals, ahead.play().game.totals
    return frozenset(seat for seat in SEATS if now[seat] != then[seat]) or frozenset(SEATS)


def with_changes(entries: Entries, said: EntryDraft, seq: int, changes: Sequence[Body]) -> Record:
    body = {"corrected": {"reason": "?", "changes": list(changes)}}
    return fold([*entries, FoldEntry(seq, "corrected", body, said.by, said.key)])
