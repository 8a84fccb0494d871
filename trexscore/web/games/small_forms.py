"""Forms with few fields: void deal, adjustment, names, first king."""

from collections.abc import Sequence

from wtforms import Field, HiddenField, RadioField, StringField

from trexscore.game.events.game_file import DealVoided, PointsAdjusted
from trexscore.game.events.start import FirstKingChosen
from trexscore.i18n.game_terms import VOID_REASON_TEXTS
from trexscore.ledger.chain import Body
from trexscore.rules.game import ScoreEntry
from trexscore.rules.house_rules import VOID_REASONS, HouseRules
from trexscore.rules.seats import SEATS, Seat
from trexscore.web.forms import NameField
from trexscore.web.games.choices import choices
from trexscore.web.games.entry_form import EntryForm, seat_radio
from trexscore.web.number_parsing import parse_typed_number
from trexscore.web.rendering import translate as _


class VoidForm(EntryForm):
    king = HiddenField()
    reason = RadioField(validate_choice=False)
    claimed_by = seat_radio(may_be_empty=True)

    requested_reason: str = ""
    """The reason in the address, if it is valid."""

    def set_choices(self, rules: HouseRules, requested_reason: str = "") -> None:
        """Offer all reasons: the one asked for first and selected, then those that these rules allow."""
        self.claimed_by.data = self.claimed_by.data or ""
        granted = (*rules.redeals, *(reason for reason in VOID_REASONS if reason not in rules.redeals))
        ordered_reasons = sorted(granted, key=lambda reason: reason != requested_reason)
        if requested_reason in ordered_reasons:
            self.requested_reason = self.reason.data = requested_reason
        self.reason.choices = choices((reason, _(VOID_REASON_TEXTS[reason])) for reason in ordered_reasons)

    def load_entry(self, score_entry: ScoreEntry) -> None:
        """Fill the fields from an entry that is being corrected."""
        self.reason.data = score_entry.void_reason
        self.claimed_by.data = "" if score_entry.redeal_claimed_by is None else score_entry.redeal_claimed_by.name

    def entry_content(self, king_letter: str) -> Body:
        """The entry, as a game file has it."""
        claimed_by_field = {"claimed_by": self.claimed_by.data} if self.claimed_by.data else {}
        return {"king": king_letter, DealVoided.stored_kind: {"reason": self.reason.data or "", **claimed_by_field}}

    def field_for_path(self, path: str) -> Field | None:
        void = DealVoided.stored_kind
        return {f"{void}.reason": self.reason, f"{void}.claimed_by": self.claimed_by}.get(path)


class AdjustmentForm(EntryForm):
    """Points moved by agreement."""

    points_A = StringField()  # noqa: N815 - the seats are called so
    points_B = StringField()  # noqa: N815
    points_C = StringField()  # noqa: N815
    points_D = StringField()  # noqa: N815
    reason = StringField()

    @property
    def points_fields(self) -> list[Field]:
        return [self[f"points_{seat.name}"] for seat in SEATS]

    def load_entry(self, entry_content: Body) -> None:
        """Fill the fields from an entry that is being corrected."""
        self.reason.data = entry_content["reason"]
        for seat, field in zip(SEATS, self.points_fields, strict=True):
            field.data = str(entry_content[PointsAdjusted.stored_kind].get(seat.name, ""))

    def entry_content(self) -> Body:
        """The entry, as a game file has it; a seat left blank gets nothing."""
        points_by_seat_letter = {
            seat.name: parse_typed_number(field.data)
            for seat, field in zip(SEATS, self.points_fields, strict=True)
            if field.data
        }
        return {PointsAdjusted.stored_kind: points_by_seat_letter, "reason": self.reason.data or ""}

    def field_for_path(self, path: str) -> Field | None:
        if path == "reason":
            return self.reason
        fields = {
            f"{PointsAdjusted.stored_kind}.{seat.name}": field
            for seat, field in zip(SEATS, self.points_fields, strict=True)
        }
        return fields.get(path)


class PlayerNameFields:
    """The fields for the names of the four players."""

    name_A = NameField()  # noqa: N815 - the seats are called so
    name_B = NameField()  # noqa: N815
    name_C = NameField()  # noqa: N815
    name_D = NameField()  # noqa: N815

    @property
    def name_fields(self) -> list[NameField]:
        return [self.name_A, self.name_B, self.name_C, self.name_D]


class NamesForm(PlayerNameFields, EntryForm):
    def changed_names(self, current_names: Sequence[str | None]) -> dict[Seat, str]:
        """The names that differ from the current ones."""
        entered = {seat: field.data or "" for seat, field in zip(SEATS, self.name_fields, strict=True)}
        return {seat: name for seat, name in entered.items() if name.strip() != (current_names[seat] or "")}


class FirstKingForm(EntryForm):
    king = seat_radio()

    def field_for_path(self, path: str) -> Field | None:
        return self.king if path == FirstKingChosen.stored_kind else None
