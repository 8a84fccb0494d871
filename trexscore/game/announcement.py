"""Announcements before the first trick: the contract and the doubled cards."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from trexscore.game.file.entries import read_contract_set
from trexscore.ledger.json_reader import Faults, read_object, read_required_seat, read_seat
from trexscore.rules.cards import QUEEN_BY_SUIT, Card, Contract
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.game import Game, ScoreEntry, king_and_contract_refusals
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import Seat
from trexscore.rules.validation import may_double_in_single_contract

DOUBLABLE_CARD_BY_NAME = {"king_of_hearts": Card.KING_OF_HEARTS} | {
    suit.value: card for suit, card in QUEEN_BY_SUIT.items()
}
NAME_BY_DOUBLABLE_CARD = {card: name for name, card in DOUBLABLE_CARD_BY_NAME.items()}
_FIELDS = ("king", "contracts", "doubled")


class Announcement(NamedTuple):
    """The contract of the next deal, and each doubled card with its holder."""

    king: Seat
    contract_set: ContractSet
    holder_by_doubled_card: Mapping[Card, Seat]
    seq: int = 0


def read_announcement(value: object, rules: HouseRules, game: Game) -> tuple[Announcement | None, tuple[Refusal, ...]]:
    """The announcement, and its faults at this point of the game."""
    faults: Faults = []
    fields = read_object(value, "", faults, _FIELDS)
    if fields is None:
        return None, tuple(faults)
    king = read_required_seat(fields, "king", "", faults)
    contracts = None
    if "contracts" in fields:
        contracts = read_contract_set(fields["contracts"], faults)
    else:
        faults.append(refuse("missing_field", "contracts", field="contracts"))
    doubled = _read_doublings(fields.get("doubled", {}), faults)
    if king is None or contracts is None:
        return None, tuple(faults)
    faults.extend(king_and_contract_refusals(rules, game, ScoreEntry(king, contracts)))
    faults.extend(_doubling_refusals(rules, contracts, doubled))
    return Announcement(king, contracts, doubled), tuple(faults)


def _read_doublings(value: object, faults: Faults) -> dict[Card, Seat]:
    doubled = read_object(value, "doubled", faults) or {}
    holders: dict[Card, Seat] = {}
    for name, holder in doubled.items():
        path = f"doubled.{name}"
        if name not in DOUBLABLE_CARD_BY_NAME:
            faults.append(refuse("unknown_queen", path, queen=name))
            continue
        seat = read_seat(holder, path, faults)
        if seat is not None:
            holders[DOUBLABLE_CARD_BY_NAME[name]] = seat
    return holders


def _doubling_refusals(
    rules: HouseRules, contract_set: ContractSet, doubled_cards: Iterable[Card]
) -> Iterator[Refusal]:
    for card in doubled_cards:
        path = f"doubled.{NAME_BY_DOUBLABLE_CARD[card]}"
        contract = Contract.KING_OF_HEARTS if card is Card.KING_OF_HEARTS else Contract.QUEENS
        if contract not in contract_set.contracts:
            yield refuse("capture_outside_contract", path, part=contract)
        elif not may_double_in_single_contract(rules, card):
            yield refuse("doubling_off", path, card=card)
        elif len(contract_set.contracts) > 1 and not rules.doubling_when_combined:
            yield refuse("doubling_off_when_combined", path, card=card)
