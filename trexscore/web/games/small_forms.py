"""The smaller entries: throwing in, agreeing, putting the first king right, taking back."""

from collections.abc import Mapping, Sequence
from typing import Any

from wtforms import Field, FileField, HiddenField, RadioField, StringField

from trexscore.i18n.words import VOID_REASON
from trexscore.rules.house_rules import VOID_REASONS, HouseRules
from trexscore.rules.seats import SEATS, Seat
from trexscore.web.games.choices import choices
from trexscore.web.games.entry_form import EntryForm, Form, seat_radio
from trexscore.web.numbers import typed
from trexscore.web.rendering import translate as _


class VoidForm(EntryForm):
    """A deal that is thrown in."""

    king = HiddenField()
    reason = RadioField(validate_choice=False)
    claimed_by = RadioField(
        choices=choices([("", ""), *((seat.name, seat.name) for seat in SEATS)]), validate_choice=False
    )

    asked_for: str = ""
    """The reason that somebody has come for."""

    def offer(self, rules: HouseRules, asked_for: str = "") -> None:
        """The reason that was asked for stands first and is chosen, then those that this table grants; any may be."""
        self.claimed_by.data = self.claimed_by.data or ""
        granted = (*rules.redeals, *(reason for reason in VOID_REASONS if reason not in rules.redeals))
        ordered = sorted(granted, key=lambda reason: reason != asked_for)
        if asked_for in ordered:
            self.asked_for = self.reason.data = asked_for
        self.reason.choices = choices((reason, _(VOID_REASON[reason])) for reason in ordered)

    def entry(self, king: str) -> dict[str, Any]:
        """The entry of a game file."""
        claimed = {"claimed_by": self.claimed_by.data} if self.claimed_by.data else {}
        return {"king": king, "void": {"reason": self.reason.data or "", **claimed}}

    def field_at(self, at: str) -> Field | None:
        return {"void.reason": self.reason, "void.claimed_by": self.claimed_by}.get(at)


class AdjustmentForm(EntryForm):
    """Points moved by agreement."""

    points_A = StringField()  # noqa: N815 - the seats are called so
    points_B = StringField()  # noqa: N815
    points_C = StringField()  # noqa: N815
    points_D = StringField()  # noqa: N815
    reason = StringField()

    @property
    def points(self) -> list[Field]:
        """The four fields, seat by seat."""
        return [self[f"points_{seat.name}"] for seat in SEATS]

    def fill_again(self, entry: Mapping[str, Any]) -> None:
        """Tell what has been told before, for whoever puts it right."""
        self.reason.data = entry["reason"]
        for seat, one in zip(SEATS, self.points, strict=True):
            one.data = str(entry["adjustment"].get(seat.name, ""))

    def entry(self) -> dict[str, Any]:
        """The entry of a game file; a seat left blank gets nothing."""
        moved = {seat.name: typed(one.data) for seat, one in zip(SEATS, self.points, strict=True) if one.data}
        return {"adjustment": moved, "reason": self.reason.data or ""}

    def field_at(self, at: str) -> Field | None:
        if at == "reason":
            return self.reason
        named = {f"adjustment.{seat.name}": one for seat, one in zip(SEATS, self.points, strict=True)}
        return named.get(at)


class NamesForm(EntryForm):
    """What the four are called."""

    name_A = StringField()  # noqa: N815 - the seats are called so
    name_B = StringField()  # noqa: N815
    name_C = StringField()  # noqa: N815
    name_D = StringField()  # noqa: N815

    @property
    def names(self) -> list[Field]:
        """The four fields, seat by seat."""
        return [self[f"name_{seat.name}"] for seat in SEATS]

    def changed(self, players: Sequence[str | None]) -> dict[Seat, str]:
        """What was typed and is not the name that stands there."""
        typed_in = {seat: one.data or "" for seat, one in zip(SEATS, self.names, strict=True)}
        return {seat: name for seat, name in typed_in.items() if name.strip() != (players[seat] or "")}

    def blame_name(self, seat: Seat) -> None:
        """Mark the field of the name that could not be saved."""
        self.names[seat].errors = [*self.problems]


class FirstKingForm(EntryForm):
    """Who the first king is."""

    king = seat_radio()

    def field_at(self, at: str) -> Field | None:
        return self.king if at == "first_king" else None


class TakeBackForm(EntryForm):
    """Taking one entry back."""

    seq = HiddenField()


class PlainForm(Form):
    """A form that carries nothing but the proof that it comes from here."""


class OpenForm(Form):
    """A game's link."""

    link = StringField()


class UploadForm(Form):
    """A game file."""

    file = FileField()
