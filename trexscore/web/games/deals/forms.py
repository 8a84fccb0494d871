"""Recording a deal: for each contract the steps in which its captures are told."""

from functools import lru_cache
from typing import Any

from wtforms import Field, HiddenField, RadioField, StringField

from trexscore.game.announcement import Announcement
from trexscore.i18n.marking import N_
from trexscore.i18n.words import CARD, CONTRACT
from trexscore.rules.cards import SUIT_OF, Card, Contract
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.revoke import is_booked, revoke_by
from trexscore.rules.seats import SEAT_NAMED, SEATS, Seat
from trexscore.rules.tables.points import points_table
from trexscore.rules.validation import may_double, path_of
from trexscore.web.games.choices import choices
from trexscore.web.games.deals.captures_in_url import from_totals_note
from trexscore.web.games.deals.steps import CardStep, CountStep, OrderStep, Step
from trexscore.web.games.entry_form import EntryForm, seat_radio
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

QUEENS_AS_ASKED = (Card.QUEEN_OF_SPADES, Card.QUEEN_OF_HEARTS, Card.QUEEN_OF_DIAMONDS, Card.QUEEN_OF_CLUBS)
_COVERS = (("plain", N_("Pillow")), ("blanket", N_("Blanket")))
_COUNTED = {Contract.DIAMONDS: "diamonds", Contract.COLLECTIONS: "tricks"}
_ISOLATES = {ord(mark): None for mark in "\u2068\u2069"}
_CONTRACT_OF = {what: contract for contract, what in _COUNTED.items()}


class DealForm(EntryForm):
    """The fields that every deal has; `deal_form` adds those of its contracts."""

    contracts = HiddenField()
    king = HiddenField()
    from_totals = HiddenField()
    """Not empty where only the points are known, and what it tells is one of several ways to come to them."""
    renege = RadioField(choices=choices([("", ""), *((seat.name, seat.name) for seat in SEATS)]), validate_choice=False)

    steps: list[Step]
    programme: ContractSet
    may_renege: bool
    """Whether the house rules book anything on a player who did not follow suit."""
    renege_asked: bool = False
    """Whether somebody has come to say so."""

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

    def set_up(self, rules: HouseRules, programme: ContractSet, seq: int) -> None:
        """Put the fields into steps."""
        self.prepare(seq)
        self.programme = programme
        self.contracts.data = "+".join(programme.contracts)
        self.may_renege = is_booked(rules, programme)
        self.steps = list(self._steps(rules))
        self.name_offender(rules, self.renege.data)

    def name_offender(self, rules: HouseRules, said: str | None) -> None:
        """Book all that is left on a player, or nothing on nobody."""
        self.renege.data = (said or "") if self.may_renege else ""
        by = SEAT_NAMED.get(self.renege.data)
        for step in self.steps:
            step.renege = None if by is None else revoke_by(rules, by)

    @property
    def offender(self) -> str | None:
        """The seat that did not follow suit."""
        return self.renege.data if self.renege.data in SEAT_NAMED else None

    @property
    def books_all(self) -> bool:
        """Whether the whole deal is booked on a player, whoever had taken what."""
        return any(step.renege is not None and step.renege.whole for step in self.steps)

    @property
    def booked_rest(self) -> str:
        """What nobody had taken, and is booked on a player, in words."""
        words = [] if self.books_all else [word for step in self.steps if (word := _booked(step))]
        return reader_language().listed(words)

    def fill_in(self, announced: Announcement | None) -> None:
        """Lay the blankets that were announced."""
        for step in self.steps:
            if isinstance(step, CardStep):
                step.cover.data = "plain"
                holder = announced.holder_of(step.card) if announced else None
                if holder is not None and step.can_double:
                    step.cover.data, step.doubled_by.data = "blanket", holder.name

    def ask_who_reneged(self, rules: HouseRules, said: str | None) -> None:
        """Show who may not have followed suit, somebody chosen where a seat was named."""
        self.renege_asked = self.may_renege and said is not None
        self.name_offender(rules, said if said in SEAT_NAMED else "")

    def fill_again(self, rules: HouseRules, body: dict[str, Any]) -> None:
        """Tell what has been told before, for whoever puts it right."""
        self.name_offender(rules, body.get("renege", {}).get("by", ""))
        captures = body.get("captures", {})
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
        deal = {"king": king.name, "contracts": list(self.programme.contracts), "captures": captures}
        return deal | self._renege() | self._note()

    def _renege(self) -> dict[str, Any]:
        return {"renege": {"by": self.renege.data}} if self.renege.data else {}

    def _note(self) -> dict[str, Any]:
        """What the captures alone do not tell: what is only booked on somebody, and that nobody knows who took what."""
        booked = (
            [_bare(_("Charged: %(rest)s.", rest=self.booked_rest))] if self.renege.data and self.booked_rest else []
        )
        said = [*booked, *([from_totals_note()] if self.from_totals.data else [])]
        return {"note": " ".join(said)} if said else {}

    def form_refusals(self) -> list[Refusal]:
        """What only the form can see: a blanket whose holder nobody named."""
        return [
            refuse("holder_missing", f"{path_of(step.card)}.doubled_by", card=step.card)
            for step in self.steps
            if isinstance(step, CardStep) and step.holder_missing()
        ]

    def field_at(self, at: str) -> Field | None:
        if at.startswith("renege"):
            return self.renege
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
def deal_form(programme: ContractSet) -> type[DealForm]:
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


def _booked(step: Step) -> str:
    """What of a step is booked on a player, in words; nothing where all of it was taken."""
    if step.renege is None or isinstance(step, OrderStep):
        return ""
    if isinstance(step, CardStep):
        return "" if step.taken_by.data else _(CARD[step.card])
    count, contract = step.renege.booked(step.counts), _CONTRACT_OF[step.what]
    return _bare(_("%(name)s: %(count)s", name=_(CONTRACT[contract]), count=count)) if count else ""


def _bare(text: str) -> str:
    """Without the marks that keep names apart: an entry holds none, and in what is isolated as a whole they mislead."""
    return text.translate(_ISOLATES)


def _cards(programme: ContractSet) -> list[Card]:
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
