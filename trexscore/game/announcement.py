"""What is announced before the first trick: the contract, and the cards that their holders double."""

from typing import NamedTuple

from trexscore.game.file.entries import read_contracts
from trexscore.game.file.shape import read_object, read_seat, refuse_unknown_fields, required_seat
from trexscore.rules.cards import QUEEN_OF, Card, Contract
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.game import Entry, Game, order_refusals
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import Seat
from trexscore.rules.validation import may_double

CARD_NAMED = {"king_of_hearts": Card.KING_OF_HEARTS} | {suit.value: card for suit, card in QUEEN_OF.items()}
NAME_OF = {card: name for name, card in CARD_NAMED.items()}
_FIELDS = ("king", "contracts", "doubled")


class Announcement(NamedTuple):
    """A contract named, and who has doubled what."""

    king: Seat
    programme: ContractSet
    doubled: tuple[tuple[Card, Seat], ...]
    seq: int = 0

    def holder_of(self, card: Card) -> Seat | None:
        """Who has doubled this card."""
        return dict(self.doubled).get(card)


def announcement_in(body: object, rules: HouseRules, game: Game) -> tuple[Announcement | None, tuple[Refusal, ...]]:
    """The announcement in an entry's `announced`, and what is wrong with it at this point of the game."""
    faults: list[Refusal] = []
    said = read_object(body, "announced", faults)
    if said is None:
        return None, tuple(faults)
    refuse_unknown_fields(said, _FIELDS, "announced", faults)
    king = required_seat(said, "king", "announced", faults)
    programme = None
    if "contracts" in said:
        of_contracts: list[Refusal] = []
        programme = read_contracts(said["contracts"], of_contracts)
        faults.extend(fault.below("announced") for fault in of_contracts)
    else:
        faults.append(refuse("missing_field", "announced.contracts", field="contracts"))
    doubled = _doubled(said.get("doubled", {}), faults)
    if king is None or programme is None:
        return None, tuple(faults)
    faults.extend(fault.below("announced") for fault in order_refusals(rules, game, Entry(king, programme)))
    faults.extend(_doubling_refusals(rules, programme, doubled))
    return Announcement(king, programme, doubled), tuple(faults)


def _doubled(found: object, faults: list[Refusal]) -> tuple[tuple[Card, Seat], ...]:
    said = read_object(found, "announced.doubled", faults) or {}
    cards = []
    for name, seat_named in said.items():
        at = f"announced.doubled.{name}"
        if name not in CARD_NAMED:
            faults.append(refuse("unknown_queen", at, queen=name))
            continue
        seat = read_seat(seat_named, at, faults)
        if seat is not None:
            cards.append((CARD_NAMED[name], seat))
    return tuple(cards)


def _doubling_refusals(
    rules: HouseRules, programme: ContractSet, doubled: tuple[tuple[Card, Seat], ...]
) -> list[Refusal]:
    faults = []
    for card, _ in doubled:
        at = f"announced.doubled.{NAME_OF[card]}"
        contract = Contract.KING_OF_HEARTS if card is Card.KING_OF_HEARTS else Contract.QUEENS
        if contract not in programme.contracts:
            faults.append(refuse("capture_outside_contract", at, part=contract.value))
        elif not may_double(rules, card):
            faults.append(refuse("doubling_off", at, card=card))
        elif len(programme.contracts) > 1 and not rules.doubling_when_combined:
            faults.append(refuse("doubling_off_when_combined", at, card=card))
    return faults
