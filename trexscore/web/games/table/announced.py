"""What was announced for the next deal, as every page of the game shows it."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from flask import url_for

from trexscore.game.announcement import CARD_NAMED, Announcement
from trexscore.game.state import AnnouncedState, State
from trexscore.i18n.words import CARD
from trexscore.ledger.chain import Body
from trexscore.rules.cards import Card, Contract
from trexscore.rules.contract_set import ContractSet, contract_set_of
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEAT_NAMED, BySeat
from trexscore.rules.validation import may_double
from trexscore.web.games.contract_names import programme_name
from trexscore.web.rendering import translate as _


@dataclass(frozen=True, slots=True)
class Doubled:
    """A card that its holder has doubled."""

    card: str
    card_name: str
    holder_name: str


@dataclass(frozen=True, slots=True)
class Announced:
    """What was announced for the next deal, or is being entered: the draft of it that a phone has sent."""

    king_name: str
    contracts: tuple[str, ...]
    title: str
    can_double: bool
    record_url: str
    doubled: tuple[Doubled, ...]
    captures: dict[str, Any] | None = None
    """Of a draft: what is known so far."""
    version: str = ""
    author: str | None = None
    device: str | None = None

    @property
    def begun(self) -> bool:
        """Whether anything is known of who took what."""
        captures = self.captures or {}
        cards = [captures.get("king_of_hearts", {}), *captures.get("queens", {}).values()]
        return any("taken_by" in card for card in cards) or any(captures.get(part) for part in _COUNTED)


_COUNTED = ("diamonds", "tricks", "trex")


def drafted(token: str, state: State, rules: HouseRules, names: BySeat[str]) -> Announced | None:
    """The deal that is being entered; None where it can no longer be played."""
    said = state.draft
    if not said or state.result.complete or not _is_open(state, said):
        return None
    captures = said["captures"]
    cards = {"king_of_hearts": captures.get("king_of_hearts", {}), **captures.get("queens", {})}
    doubled = {name: card["doubled_by"] for name, card in cards.items() if "doubled_by" in card}
    found = AnnouncedState(state.seq, said["king"], said["contracts"], doubled)
    return replace(
        _announced(token, state, rules, names, found),
        captures=captures,
        version=said.get("version", ""),
        author=said.get("author"),
        device=said.get("device"),
    )


def _is_open(state: State, said: Body) -> bool:
    king, result = said["king"], state.result
    is_king = king in ((result.next_king,) if result.next_king else state.candidates)
    return is_king and all(contract in result.remaining[king] for contract in said["contracts"])


def announced(token: str, state: State, rules: HouseRules, names: BySeat[str]) -> Announced | None:
    """What was announced, if anything was."""
    said = state.announced
    return None if said is None else _announced(token, state, rules, names, said)


def _announced(token: str, state: State, rules: HouseRules, names: BySeat[str], said: AnnouncedState) -> Announced:
    contracts = tuple(said.contracts)
    doubled = [(CARD_NAMED[card], names[SEAT_NAMED[holder]]) for card, holder in said.doubled.items()]
    king = said.king if state.result.next_king is None else None
    return Announced(
        names[SEAT_NAMED[said.king]],
        contracts,
        programme_name(contract_set_of(tuple(map(Contract, contracts)))),
        bool(cards_to_double(rules, contracts)),
        url_for("deals.new", token=token, contracts="+".join(contracts), king=king),
        tuple(Doubled(card, _(CARD[card]), holder) for card, holder in doubled),
    )


def cards_to_double(rules: HouseRules, contracts: Collection[str]) -> list[Card]:
    """The cards that may be doubled when these contracts are played."""
    if len(contracts) > 1 and not rules.doubling_when_combined:
        return []
    of = {Card.KING_OF_HEARTS: Contract.KING_OF_HEARTS}
    return [card for card in Card if of.get(card, Contract.QUEENS) in contracts and may_double(rules, card)]


def announcement_of(state: State, programme: ContractSet) -> Announcement | None:
    """What was announced, if it is a deal of just these contracts."""
    said = state.announced
    if said is None or tuple(said.contracts) != programme.contracts:
        return None
    doubled = tuple((CARD_NAMED[name], SEAT_NAMED[holder]) for name, holder in said.doubled.items())
    return Announcement(SEAT_NAMED[said.king], programme, doubled)
