"""The form of a deal: the steps in which the captures of each contract are entered."""

from functools import lru_cache

from wtforms import Field, HiddenField, RadioField, StringField

from trexscore.game.announcement import Announcement
from trexscore.i18n.game_terms import CARD_NAMES, CONTRACT_NAMES
from trexscore.i18n.marking import N_
from trexscore.i18n.texts.captures import SeatNamer
from trexscore.ledger.chain import Body
from trexscore.rules.cards import Card, Contract
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.refusals import refuse
from trexscore.rules.revoke import has_revoke_penalty, revoke_of
from trexscore.rules.seats import SEAT_BY_LETTER, SEATS, Seat
from trexscore.rules.tables.points import points_table
from trexscore.rules.validation import card_path_in_captures, may_double_in_single_contract
from trexscore.web.games.choices import choices
from trexscore.web.games.deals.captures_in_url import FROM_POINTS_NOTE
from trexscore.web.games.deals.steps import CardStep, CountStep, OrderStep, Step
from trexscore.web.games.entry_form import EntryForm, seat_radio
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

QUEEN_STEP_ORDER = (Card.QUEEN_OF_SPADES, Card.QUEEN_OF_HEARTS, Card.QUEEN_OF_DIAMONDS, Card.QUEEN_OF_CLUBS)
_COVER_CHOICES = (("plain", N_("Pillow")), ("blanket", N_("Blanket")))
_COUNT_FIELDS_BY_CONTRACT = {Contract.DIAMONDS: "diamonds", Contract.COLLECTIONS: "tricks"}
_ISOLATE_REMOVALS = {ord(mark): None for mark in "\u2068\u2069"}
_CONTRACTS_BY_COUNT_FIELD = {field: contract for contract, field in _COUNT_FIELDS_BY_CONTRACT.items()}


class DealForm(EntryForm):
    """The fields of every deal; `deal_form_class` adds those of the contracts."""

    contracts = HiddenField()
    king = HiddenField()
    from_totals = HiddenField()
    """Not empty if only the points are known and the captures are one of several that give them."""
    renege = seat_radio(may_be_empty=True)

    steps: list[Step]
    contract_set: ContractSet
    is_revoke_penalized: bool
    """Whether the house rules charge anything to a player who did not follow suit."""
    is_revoke_requested: bool = False
    """Whether the address asks to record a revoke."""

    @property
    def first_wrong_step_index(self) -> int | None:
        wrong = (place for place, step in enumerate(self.steps) if any(answer.errors for answer in step.answer_fields))
        return next(wrong, None)

    @property
    def first_unanswered_step_index(self) -> int | None:
        """The first step with an open question; None once everything is answered."""
        return next((place for place, step in enumerate(self.steps) if step.first_unanswered is not None), None)

    @property
    def shown_step_index(self) -> int:
        """The step to show: the first wrong one, else the first open one, else the last."""
        for place in (self.first_wrong_step_index, self.first_unanswered_step_index):
            if place is not None:
                return place
        return len(self.steps) - 1

    def set_up_steps(self, rules: HouseRules, contract_set: ContractSet) -> None:
        self.contract_set = contract_set
        self.contracts.data = "+".join(contract_set.contracts)
        self.is_revoke_penalized = has_revoke_penalty(rules, contract_set)
        self.steps = list(self._build_steps(rules))
        self.charge_revoke_to(rules, self.renege.data)

    def charge_revoke_to(self, rules: HouseRules, seat_letter: str | None) -> None:
        """Charge a revoke to the player at this seat; to no one if it is empty or the rules charge nothing."""
        self.renege.data = (seat_letter or "") if self.is_revoke_penalized else ""
        revoke_by = SEAT_BY_LETTER.get(self.renege.data)
        for step in self.steps:
            step.charged_revoke = None if revoke_by is None else revoke_of(rules, revoke_by)

    @property
    def offender(self) -> str | None:
        """The seat that did not follow suit."""
        return self.renege.data if self.renege.data in SEAT_BY_LETTER else None

    @property
    def charged_captures_text(self) -> str:
        """The captures that no player has and that are charged to the offender, in words."""
        if any(step.charged_revoke is not None and step.charged_revoke.charges_whole_deal for step in self.steps):
            return ""  # the whole deal is charged, regardless of the captures
        return reader_language().join_list([word for step in self.steps if (word := _charged_text(step))])

    def apply_announcement(self, announcement: Announcement | None) -> None:
        """Fill in the doubled cards of an announcement."""
        for step in self.steps:
            if isinstance(step, CardStep):
                step.cover.data = "plain"
                holder = announcement.holder_by_doubled_card.get(step.card) if announcement else None
                if holder is not None and step.is_doublable:
                    step.cover.data, step.doubled_by.data = "blanket", holder.name

    def apply_requested_revoke(self, rules: HouseRules, requested_revoked_by: str | None) -> None:
        """Show the question who did not follow suit if it is requested, with the seat if one is named."""
        self.is_revoke_requested = self.is_revoke_penalized and requested_revoked_by is not None
        self.charge_revoke_to(rules, requested_revoked_by if requested_revoked_by in SEAT_BY_LETTER else "")

    def load_entry(self, rules: HouseRules, entry_content: Body) -> None:
        """Fill the fields from an entry that is being corrected."""
        self.charge_revoke_to(rules, entry_content.get("renege", {}).get("by", ""))
        captures = entry_content.get("captures", {})
        for step in self.steps:
            _fill_step(step, captures)

    def merge_known_captures(self, captures: Body) -> None:
        """Fill in known captures, and leave the other steps as they were announced."""
        for step in self.steps:
            _fill_step(step, captures, keep_if_absent=True)

    def fill_in_derived(self) -> None:
        """Fill in the fields that follow from the others."""
        for step in self.steps:
            if not isinstance(step, CardStep):
                step.fill_in_derived()

    def entry_content(self, king: Seat, *, skip_unfinished_cards: bool = False) -> Body:
        """The deal as an entry of a game file, as far as it is filled in."""
        captures: Body = {}
        for step in self.steps:
            if skip_unfinished_cards and isinstance(step, CardStep) and step.first_unanswered is not None:
                continue
            *parents, name = step.path_in_captures
            part = captures.setdefault("queens", {}) if parents else captures
            part[name] = step.captures_part()
        deal = {"king": king.name, "contracts": list(self.contract_set.contracts), "captures": captures}
        return deal | self._revoke_part() | self._generated_note_part()

    def _revoke_part(self) -> Body:
        return {"renege": {"by": self.renege.data}} if self.renege.data else {}

    def _generated_note_part(self) -> Body:
        """What the captures cannot show: that some are only charged to a player, or that they are unknown."""
        charged = self.charged_captures_text if self.renege.data else ""
        notes = [_without_isolates(_("Charged: %(rest)s.", rest=charged))] if charged else []
        if self.from_totals.data:
            notes.append(_(FROM_POINTS_NOTE))
        return {"note": " ".join(notes)} if notes else {}

    def show_missing_holders(self, name_of: SeatNamer) -> bool:
        """Show what an entry would not: doubled cards without a holder. True if there are any."""
        cards = [step.card for step in self.steps if isinstance(step, CardStep) and step.is_holder_missing()]
        refusals = (refuse("holder_missing", f"{card_path_in_captures(card)}.doubled_by", card=card) for card in cards)
        self.add_problems(refusals, name_of)
        return bool(cards)

    def field_for_path(self, path: str) -> Field | None:
        if path.startswith("renege"):
            return self.renege
        fields = (_field_at_path(step, path) for step in self.steps)
        return next((field for field in fields if field is not None), None)

    def _build_steps(self, rules: HouseRules) -> list[Step]:
        steps: list[Step] = []
        is_combined_deal = len(self.contract_set.contracts) > 1
        table = points_table(rules)
        for card in _cards_asked_for(self.contract_set):
            is_doublable = may_double_in_single_contract(rules, card) and (
                not is_combined_deal or rules.doubling_when_combined
            )
            taken, cover, held, led = (self[f"{card}_{name}"] for name in ("taken_by", "cover", "doubled_by", "led_by"))
            _captures, *path = card_path_in_captures(card).split(".")
            steps.append(CardStep(card, path, taken, cover, held, led, is_doublable, rules.own_capture_pays_leader))
        for contract, counted in _COUNT_FIELDS_BY_CONTRACT.items():
            if contract in self.contract_set.contracts:
                points_per_item = table.diamond if contract is Contract.DIAMONDS else table.trick
                steps.append(
                    CountStep(counted, [counted], [self[f"{counted}_{seat.name}"] for seat in SEATS], points_per_item)
                )
        if Contract.TREX in self.contract_set.contracts:
            steps.append(OrderStep(["trex"], [self[f"trex_{place}"] for place in range(1, 5)], table.trex))
        return steps


def deal_form(rules: HouseRules, contract_set: ContractSet, last_seq: int) -> DealForm:
    """The form of a deal of these contracts, filled from the request."""
    form = deal_form_class(contract_set)(last_seq)
    form.set_up_steps(rules, contract_set)
    return form


@lru_cache(maxsize=32)
def deal_form_class(contract_set: ContractSet) -> type[DealForm]:
    fields: dict[str, object] = {}
    for card in _cards_asked_for(contract_set):
        fields |= {f"{card}_{name}": seat_radio() for name in ("taken_by", "doubled_by", "led_by")}
        fields[f"{card}_cover"] = RadioField(choices=choices(_COVER_CHOICES), default="plain", validate_choice=False)
    for contract, counted in _COUNT_FIELDS_BY_CONTRACT.items():
        if contract in contract_set.contracts:
            fields |= {f"{counted}_{seat.name}": StringField() for seat in SEATS}
    if Contract.TREX in contract_set.contracts:
        fields |= {f"trex_{place}": seat_radio() for place in range(1, 5)}
    return type("DealFormOfContracts", (DealForm,), fields)


def _charged_text(step: Step) -> str:
    """The part of a step that is charged to the offender, in words; empty if the players have all of it."""
    if step.charged_revoke is None or isinstance(step, OrderStep):
        return ""
    if isinstance(step, CardStep):
        return "" if step.taken_by.data else _(CARD_NAMES[step.card])
    count, contract = step.charged_revoke.count_untaken(step.counts), _CONTRACTS_BY_COUNT_FIELD[step.count_field_name]
    return _without_isolates(_("%(name)s: %(count)s", name=_(CONTRACT_NAMES[contract]), count=count)) if count else ""


def _without_isolates(text: str) -> str:
    """Strip Unicode isolates (U+2068, U+2069): stored notes must not contain them."""
    return text.translate(_ISOLATE_REMOVALS)


def _cards_asked_for(contract_set: ContractSet) -> list[Card]:
    king = [Card.KING_OF_HEARTS] if Contract.KING_OF_HEARTS in contract_set.contracts else []
    return [*king, *(QUEEN_STEP_ORDER if Contract.QUEENS in contract_set.contracts else ())]


def _fill_step(step: Step, captures: Body, *, keep_if_absent: bool = False) -> None:
    """Fill a step from its part of the captures. `keep_if_absent`: leave it unchanged if there is none."""
    part = captures
    for name in step.path_in_captures:
        part = part.get(name, {})
    if part or not keep_if_absent:
        step.fill_fields(part)


def _field_at_path(step: Step, path: str) -> Field | None:
    """The field of a step that fills this path of the entry."""
    if isinstance(step, CardStep):
        field_by_part = {"taken_by": step.taken_by, "doubled_by": step.doubled_by, "led_by": step.led_by}
        if path.startswith(card_path_in_captures(step.card)):
            return field_by_part.get(path.rpartition(".")[2], step.taken_by)
        return None
    if isinstance(step, CountStep):
        counts = {
            f"captures.{step.count_field_name}.{seat.name}": field
            for seat, field in zip(SEATS, step.answer_fields, strict=True)
        }
        return counts.get(path, step.answer_fields[-1] if path == f"captures.{step.count_field_name}" else None)
    return step.answer_fields[-1] if path.startswith("captures.trex") else None
