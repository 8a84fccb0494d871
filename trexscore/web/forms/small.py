"""The smaller entries: announcing, throwing in, agreeing, putting the first king right, taking back."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from wtforms import Field, FileField, HiddenField, RadioField, SelectMultipleField, StringField

from trexscore.journal.announcement import NAME_OF
from trexscore.language.words import VOID_REASON
from trexscore.rules.cards import Card, Contract
from trexscore.rules.house_rules import VOID_REASONS, HouseRules
from trexscore.rules.programme import Programme
from trexscore.rules.seats import SEATS
from trexscore.web.forms.choices import choices
from trexscore.web.forms.entry import EntryForm, Form, seat_radio
from trexscore.web.numbers import typed
from trexscore.web.rendering import translate as _
from trexscore.web.views.names import programme_name


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


@dataclass
class DoubledCard:
    """A card that may be doubled, and who does."""

    card: Card
    contract: Contract
    holder: RadioField


class AnnouncementForm(EntryForm):
    """The contract, and who doubles which card. Cards of contracts that are not announced do not count."""

    king = HiddenField()
    contracts = SelectMultipleField(validate_choice=False, choices=[])
    holder_KH = RadioField(validate_choice=False)  # noqa: N815 - the cards are called so
    holder_QS = RadioField(validate_choice=False)  # noqa: N815
    holder_QH = RadioField(validate_choice=False)  # noqa: N815
    holder_QD = RadioField(validate_choice=False)  # noqa: N815
    holder_QC = RadioField(validate_choice=False)  # noqa: N815

    doubled: list[DoubledCard]
    several: bool

    def offer(self, programmes: Iterable[Programme], cards: list[Card], *, several: bool) -> None:
        """What can be announced, several of them where the king may combine as he likes; what may be doubled."""
        self.contracts.choices = choices(("+".join(one.contracts), programme_name(one)) for one in programmes)
        self.several = several
        self.doubled = []
        for card in cards:
            holder = self.choice(f"holder_{card}")
            holder.choices = choices([("", ""), *((seat.name, seat.name) for seat in SEATS)])
            holder.data = holder.data or ""
            contract = Contract.KING_OF_HEARTS if card is Card.KING_OF_HEARTS else Contract.QUEENS
            self.doubled.append(DoubledCard(card, contract, holder))

    def entry(self, king: str) -> dict[str, Any]:
        """The announcement."""
        contracts = [contract for said in self.contracts.data or [] for contract in said.split("+")]
        doubled = {
            NAME_OF[one.card]: one.holder.data for one in self.doubled if one.holder.data and one.contract in contracts
        }
        return {"announced": {"king": king, "contracts": contracts, "doubled": doubled}}


class NameForm(EntryForm):
    """What somebody at the table is called."""

    seat = HiddenField()
    name = StringField()

    def entry(self) -> dict[str, Any]:
        """The entry of a journal."""
        return {"seat": self.seat.data or "", "name": self.name.data or ""}


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


class PhoneForm(Form):
    """Whose phone this is: what is entered here is signed with that name."""

    back_to = HiddenField()
    seat = RadioField(validate_choice=False)
