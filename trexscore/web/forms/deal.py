"""Recording a deal: for each contract the steps in which its captures are told."""

from functools import lru_cache
from typing import Any

from wtforms import Field, HiddenField, RadioField, StringField

from trexscore.journal.announcement import Announcement
from trexscore.language.marking import N_
from trexscore.rules.cards import SUIT_OF, Card, Contract
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.points_table import points_table
from trexscore.rules.possible import may_double, path_of
from trexscore.rules.programme import Programme
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEATS, Seat
from trexscore.web.forms.choices import choices
from trexscore.web.forms.entry import EntryForm, seat_radio
from trexscore.web.forms.steps import CardStep, CountStep, OrderStep, Step

QUEENS_AS_ASKED = (Card.QUEEN_OF_SPADES, Card.QUEEN_OF_HEARTS, Card.QUEEN_OF_DIAMONDS, Card.QUEEN_OF_CLUBS)
_COVERS = (("plain", N_("Pillow")), ("blanket", N_("Blanket")))
_COUNTED = {Contract.DIAMONDS: "diamonds", Contract.COLLECTIONS: "tricks"}


class DealForm(EntryForm):
    """The fields that every deal has; `deal_form` adds those of its contracts."""

    contracts = HiddenField()
    king = HiddenField()

    steps: list[Step]
    programme: Programme

    @property
    def wrong_step(self) -> int | None:
        """The first step that was blamed."""
        blamed = (place for place, step in enumerate(self.steps) if any(answer.errors for answer in step.answers))
        return next(blamed, None)

    @property
    def asked_step(self) -> int | None:
        """The first step in which something is asked for; None once all is told."""
        return next((place for place, step in enumerate(self.steps) if step.asked is not None), None)

    @property
    def shown_step(self) -> int:
        """The step to begin with: what is wrong, then what is missing, then the last."""
        for place in (self.wrong_step, self.asked_step):
            if place is not None:
                return place
        return len(self.steps) - 1

    def set_up(self, rules: HouseRules, programme: Programme, seq: int) -> None:
        """Put the fields into steps."""
        self.prepare(seq)
        self.programme = programme
        self.contracts.data = "+".join(programme.contracts)
        self.steps = list(self._steps(rules))

    def fill_in(self, announced: Announcement | None) -> None:
        """Lay the blankets that were announced."""
        for step in self.steps:
            if isinstance(step, CardStep):
                step.cover.data = "plain"
                holder = announced.holder_of(step.card) if announced else None
                if holder is not None and step.can_double:
                    step.cover.data, step.doubled_by.data = "blanket", holder.name

    def fill_again(self, captures: dict[str, Any]) -> None:
        """Tell what has been told before, for whoever puts it right."""
        for step in self.steps:
            step.tell(_said_of(step, captures))

    def fill_known(self, captures: dict[str, Any]) -> None:
        """Tell what is known, and leave the rest as it was announced."""
        for step in self.steps:
            said = _said_of(step, captures)
            if said:
                step.tell(said)

    def complete(self) -> None:
        """Work out what follows from the rest."""
        for step in self.steps:
            if not isinstance(step, CardStep):
                step.complete()

    def entry(self, king: Seat, *, only_told: bool = False) -> dict[str, Any]:
        """The deal as an entry of a game file, with whatever has been told so far, or without a card half told."""
        captures: dict[str, Any] = {}
        for step in self.steps:
            if only_told and isinstance(step, CardStep) and step.asked is not None:
                continue
            if isinstance(step, CountStep):
                captures[step.what] = step.captured()
            elif isinstance(step, OrderStep):
                captures["trex"] = step.captured()
            elif step.card is Card.KING_OF_HEARTS:
                captures["king_of_hearts"] = step.captured()
            else:
                captures.setdefault("queens", {})[SUIT_OF[step.card].value] = step.captured()
        return {"king": king.name, "contracts": list(self.programme.contracts), "captures": captures}

    def form_refusals(self) -> list[Refusal]:
        """What only the form can see: a blanket whose holder nobody named."""
        return [
            refuse("holder_missing", f"{path_of(step.card)}.doubled_by", card=step.card)
            for step in self.steps
            if isinstance(step, CardStep) and step.holder_missing()
        ]

    def field_at(self, at: str) -> Field | None:
        for step in self.steps:
            found = _field_of(step, at)
            if found is not None:
                return found
        return None

    def _steps(self, rules: HouseRules) -> list[Step]:
        steps: list[Step] = []
        combined = len(self.programme.contracts) > 1
        table = points_table(rules)
        for card in _cards(self.programme):
            can_double = may_double(rules, card) and (not combined or rules.doubling_when_combined)
            taken, cover, held, led = (
                self.choice(f"{card}_{name}") for name in ("taken_by", "cover", "doubled_by", "led_by")
            )
            steps.append(CardStep(card, taken, cover, held, led, can_double, rules.leader_is_paid))
        for contract, what in _COUNTED.items():
            if contract in self.programme.contracts:
                each = table.diamond if contract is Contract.DIAMONDS else table.trick
                steps.append(CountStep(what, [self[f"{what}_{seat.name}"] for seat in SEATS], each))
        if Contract.TREX in self.programme.contracts:
            steps.append(OrderStep([self.choice(f"trex_{place}") for place in range(1, 5)], table.trex))
        return steps


@lru_cache(maxsize=32)
def deal_form(programme: Programme) -> type[DealForm]:
    """The form for a deal of these contracts."""
    fields: dict[str, Any] = {}
    for card in _cards(programme):
        fields |= {f"{card}_{name}": seat_radio() for name in ("taken_by", "doubled_by", "led_by")}
        fields[f"{card}_cover"] = RadioField(choices=choices(_COVERS), default="plain", validate_choice=False)
    for contract, what in _COUNTED.items():
        if contract in programme.contracts:
            fields |= {f"{what}_{seat.name}": StringField() for seat in SEATS}
    if Contract.TREX in programme.contracts:
        fields |= {f"trex_{place}": seat_radio() for place in range(1, 5)}
    return type("DealFormOfContracts", (DealForm,), fields)


def _cards(programme: Programme) -> list[Card]:
    king = [Card.KING_OF_HEARTS] if Contract.KING_OF_HEARTS in programme.contracts else []
    return [*king, *(QUEENS_AS_ASKED if Contract.QUEENS in programme.contracts else ())]


def _said_of(step: Step, captures: dict[str, Any]) -> Any:  # noqa: ANN401 - what each kind of step tells
    """The part of the captures that a step tells."""
    if isinstance(step, CountStep):
        return captures.get(step.what, {})
    if isinstance(step, OrderStep):
        return captures.get("trex", [])
    if step.card is Card.KING_OF_HEARTS:
        return captures.get("king_of_hearts", {})
    return captures.get("queens", {}).get(SUIT_OF[step.card].value, {})


def _field_of(step: Step, at: str) -> Field | None:
    if isinstance(step, CardStep):
        path = path_of(step.card)
        fields = {"taken_by": step.taken_by, "doubled_by": step.doubled_by, "led_by": step.led_by}
        return fields.get(at.rpartition(".")[2], step.taken_by) if at.startswith(path) else None
    if isinstance(step, CountStep):
        named = {f"captures.{step.what}.{seat.name}": one for seat, one in zip(SEATS, step.fields, strict=True)}
        return named.get(at, step.fields[-1] if at == f"captures.{step.what}" else None)
    return step.places[-1] if at.startswith("captures.trex") else None
