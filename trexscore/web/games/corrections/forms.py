"""Correcting: what was wrong with a deal, and why it is put right."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from wtforms import Field, HiddenField, RadioField, SelectMultipleField, StringField

from trexscore.game.file.text import NotJson, read_json
from trexscore.game.policy import REFEREE
from trexscore.i18n.marking import N_
from trexscore.rules.seats import SEATS
from trexscore.web.games.choices import choices
from trexscore.web.games.entry_form import EntryForm
from trexscore.web.numbers import whole
from trexscore.web.rendering import translate as _

REASONS = {
    "typed": N_("Typing error"),
    "counted": N_("Recounted"),
    "agreed": N_("Agreed at the table"),
}
"""What tables say most; anything else is typed."""
USUAL = "typed"
"""Chosen until something else is."""
LONGEST_REASON = 200
"""Characters of a reason that an address proposes; its field takes no more."""
LONGEST = 12_000
"""Characters of changes that an address carries: enough for a whole game put right at once."""


class CorrectionForm(EntryForm):
    """The changes that were looked at, and the reason for them."""

    changes = HiddenField()
    usual = RadioField(validate_choice=False)
    reason = StringField()
    behind = SelectMultipleField(choices=choices((seat.name, seat.name) for seat in SEATS), validate_choice=False)

    def offer(self, changes: Iterable[Mapping[str, Any]]) -> None:
        """Carry the changes, and offer the reasons that tables give most."""
        self.changes.data = written(changes)
        self.usual.choices = choices((usual, _(words)) for usual, words in REASONS.items())

    def entry(self, *, by_referee: bool) -> dict[str, Any]:
        """The correction, with those who stand behind it."""
        seats = [seat.name for seat in SEATS if seat.name in (self.behind.data or ())]
        behind = [REFEREE] if by_referee else seats
        said = {"reason": self.reason_given(), "changes": changes_as_json(self.changes.data)}
        return {"corrected": said | ({"with": behind} if behind else {})}

    def reason_given(self) -> str:
        """What was typed, or else what was picked."""
        usual = REASONS.get(self.usual.data or "", "")
        return (self.reason.data or "").strip() or (_(usual) if usual else "")

    def field_at(self, at: str) -> Field | None:
        return self.reason if at == "corrected.reason" else None


def changes_as_json(text: str | None) -> list[Any]:
    """The changes that an address or a form carries; none where it carries rubbish."""
    try:
        said = read_json((text or "[]")[:LONGEST].encode())
    except NotJson:
        return []
    return said if isinstance(said, list) else []


def written(changes: Iterable[Mapping[str, Any]]) -> str:
    """The changes as an address carries them."""
    return json.dumps(list(changes), ensure_ascii=False, separators=(",", ":"))


def with_entry(changes: Iterable[Any], seq: int, entry: Any, own_seq: int) -> list[Any]:  # noqa: ANN401 - any JSON
    """The changes, with this entry as it should have been. What they said of it before is not said any more.

    Under `own_seq`, the number of the correction itself, stands the deal that it puts in.
    """
    kept = [change for change in changes if not (isinstance(change, dict) and change.get("seq") == seq)]
    if seq != own_seq:
        return [*kept, {"seq": seq, "entry": entry}]
    put_in = [change for change in kept if isinstance(change, dict) and "before" in change]
    others = [change for change in kept if change not in put_in]
    return others if entry is None else [*others, *({**change, "entry": entry} for change in put_in)]


def about(changes: Iterable[Any], said: str) -> int | None:
    """The entry that an objection is about: the one that it names, or the first that it would change."""
    named = (change.get("seq") for change in changes if isinstance(change, dict))
    return next((seq for seq in (whole(said), *named) if type(seq) is int), None)


def with_leaders(entry: dict[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    """A deal with the leaders of tricks that were noted before, though these house rules ask for none.

    They stay where the card went the same way: other rules may pay them.
    """
    captures, before = entry.get("captures", {}), told.get("captures", {})
    cards = [(captures.get("king_of_hearts"), before.get("king_of_hearts"))]
    queens = before.get("queens", {})
    cards += [(taken, queens.get(suit)) for suit, taken in captures.get("queens", {}).items()]
    for taken, was in cards:
        if taken and was and "led_by" in was and taken == {k: v for k, v in was.items() if k != "led_by"}:
            taken["led_by"] = was["led_by"]
    return entry
