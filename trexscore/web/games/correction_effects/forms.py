"""The form of a correction, and its changes as an address carries them."""

import json
from collections.abc import Iterable

from wtforms import Field, HiddenField, RadioField, SelectMultipleField, StringField

from trexscore.game.events.correction import EntriesCorrected
from trexscore.game.file.strict_json import NotJson, read_json
from trexscore.game.policy import REFEREE
from trexscore.i18n.marking import N_
from trexscore.ledger.chain import Body
from trexscore.rules.seats import SEATS
from trexscore.web.games.choices import choices
from trexscore.web.games.entry_form import EntryForm
from trexscore.web.games.view import GameView
from trexscore.web.number_parsing import parse_ascii_number
from trexscore.web.rendering import translate as _

REASON_TEXTS_BY_CODE = {
    "typed": N_("Typing error"),
    "counted": N_("Recounted"),
    "agreed": N_("Agreed at the table"),
}
"""The most frequent reasons; any other is typed."""
DEFAULT_REASON_CODE = "typed"
"""The reason selected at first."""
MAX_REASON_LENGTH = 200
"""Longest reason in an address, in characters; its field has the same limit."""
_MAX_CHANGES_LENGTH = 12_000
"""Longest changes in an address, in characters: enough to correct a whole game at once."""


class CorrectionForm(EntryForm):
    """The changes that were previewed, their reason, and the players who approve."""

    changes = HiddenField()
    usual = RadioField(validate_choice=False)
    reason = StringField()
    behind = SelectMultipleField(choices=choices((seat.name, seat.name) for seat in SEATS), validate_choice=False)

    def set_changes_and_reasons(self, change_contents: Iterable[object]) -> None:
        """Put the changes into their hidden field, and offer the most frequent reasons."""
        self.changes.data = encode_changes(change_contents)
        self.usual.choices = choices((usual, _(words)) for usual, words in REASON_TEXTS_BY_CODE.items())

    def entry_content(self, *, by_referee: bool) -> Body:
        """The correction, with those who approve it."""
        seats = [seat.name for seat in SEATS if seat.name in (self.behind.data or ())]
        approved_by = [REFEREE] if by_referee else seats
        correction = {"reason": self.chosen_reason(), "changes": parse_changes(self.changes.data)}
        return EntriesCorrected.body_of(correction | ({"with": approved_by} if approved_by else {}))

    def chosen_reason(self) -> str:
        """The typed reason, or else the selected one."""
        usual_reason = REASON_TEXTS_BY_CODE.get(self.usual.data or "", "")
        return (self.reason.data or "").strip() or (_(usual_reason) if usual_reason else "")

    def field_for_path(self, path: str) -> Field | None:
        return self.reason if path == f"{EntriesCorrected.stored_kind}.reason" else None


def new_dispute_form(game: GameView) -> CorrectionForm:
    """A correction form without changes, for someone who only raises a dispute."""
    form = CorrectionForm(game.seq, blank=True)
    form.set_changes_and_reasons(())
    return form


def parse_changes(text: str | None) -> list[object]:
    """The changes in an address or a form, unchecked; empty if it is not a JSON array."""
    try:
        changes = read_json((text or "[]")[:_MAX_CHANGES_LENGTH].encode())
    except NotJson:
        return []
    return changes if isinstance(changes, list) else []


def encode_changes(change_contents: Iterable[object]) -> str:
    """The changes as compact JSON, for an address."""
    return json.dumps(list(change_contents), ensure_ascii=False, separators=(",", ":"))


def with_replaced_entry(
    change_contents: Iterable[object], replaced_seq: int, entry_content: Body | None, new_correction_seq: int
) -> list[object]:
    """The changes with this entry replaced (None: left out); an earlier change of the same entry is dropped.

    `new_correction_seq`, the number of the correction itself, identifies the entry that it adds.
    """
    remaining = [
        change for change in change_contents if not (isinstance(change, dict) and change.get("seq") == replaced_seq)
    ]
    if replaced_seq != new_correction_seq:
        return [*remaining, {"seq": replaced_seq, "entry": entry_content}]
    added_changes = [change for change in remaining if isinstance(change, dict) and "before" in change]
    other_changes = [change for change in remaining if change not in added_changes]
    return (
        other_changes
        if entry_content is None
        else [*other_changes, *({**change, "entry": entry_content} for change in added_changes)]
    )


def disputed_entry_seq(change_contents: Iterable[object], requested_seq_text: str) -> int | None:
    """The entry that a dispute is about: the requested one, or the first that its changes replace."""
    changed_seqs = (change.get("seq") for change in change_contents if isinstance(change, dict))
    return next((seq for seq in (parse_ascii_number(requested_seq_text), *changed_seqs) if type(seq) is int), None)


def copy_leaders(entry_content: Body, old_entry_content: Body) -> None:
    """Add to a deal the old entry's leaders of tricks, for which these house rules do not ask.

    They stay where the card was taken in the same way: other rules may pay them.
    """
    captures, before = entry_content.get("captures", {}), old_entry_content.get("captures", {})
    cards = [(captures.get("king_of_hearts"), before.get("king_of_hearts"))]
    queens = before.get("queens", {})
    cards += [(card, queens.get(suit)) for suit, card in captures.get("queens", {}).items()]
    for card, old in cards:
        if card and old and "led_by" in old and card == {name: seat for name, seat in old.items() if name != "led_by"}:
            card["led_by"] = old["led_by"]
