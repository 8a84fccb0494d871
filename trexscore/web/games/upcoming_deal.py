"""The announcement or draft of the next deal, as the pages of a game show it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from flask import url_for

from trexscore.game.announcement import DOUBLABLE_CARD_BY_NAME, Announcement
from trexscore.game.state import AnnouncedDeal, State
from trexscore.ledger.chain import Body
from trexscore.rules.cards import Card, Contract
from trexscore.rules.contract_set import ContractSet, contract_set_of_names
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEAT_BY_LETTER, BySeat
from trexscore.rules.validation import may_double_in_single_contract
from trexscore.web.games.entry_titles import contract_set_name


@dataclass(frozen=True, slots=True)
class UpcomingDeal:
    """What was announced for the next deal, or the draft of it that a phone has sent."""

    king_name: str
    contracts: tuple[str, ...]
    title: str
    has_doublable_cards: bool
    record_url: str
    doublings: tuple[tuple[Card, str], ...]
    """Cards that are doubled, each with the name of its holder."""
    captures: Body | None = None
    """Of a draft: the captures entered so far."""
    draft_version: str = ""
    draft_author: str | None = None
    draft_device: str | None = None

    @property
    def has_captures(self) -> bool:
        """Whether any capture is known."""
        captures = self.captures or {}
        cards = [captures.get("king_of_hearts", {}), *captures.get("queens", {}).values()]
        return any("taken_by" in card for card in cards) or any(
            captures.get(part) for part in _CAPTURE_FIELDS_WITHOUT_CARDS
        )


_CAPTURE_FIELDS_WITHOUT_CARDS = ("diamonds", "tricks", "trex")


def drafted_deal(token: str, state: State, rules: HouseRules, names_by_seat: BySeat[str]) -> UpcomingDeal | None:
    """The draft of the next deal; None if there is none, or it can no longer be played."""
    draft = state.draft
    if not draft or state.result.complete or not _is_playable(state, draft):
        return None
    captures = draft["captures"]
    cards = {"king_of_hearts": captures.get("king_of_hearts", {}), **captures.get("queens", {})}
    doubled = {name: card["doubled_by"] for name, card in cards.items() if "doubled_by" in card}
    announcement = AnnouncedDeal(state.seq, draft["king"], draft["contracts"], doubled)
    return replace(
        _upcoming_deal(token, state, rules, names_by_seat, announcement),
        captures=captures,
        draft_version=draft.get("version", ""),
        draft_author=draft.get("author"),
        draft_device=draft.get("device"),
    )


def _is_playable(state: State, draft: Body) -> bool:
    king, result = draft["king"], state.result
    is_king = king in ((result.next_king,) if result.next_king else state.candidates)
    return is_king and all(contract in result.remaining[king] for contract in draft["contracts"])


def announced_deal(token: str, state: State, rules: HouseRules, names_by_seat: BySeat[str]) -> UpcomingDeal | None:
    """The announcement of the next deal, if there is one."""
    return None if state.announced is None else _upcoming_deal(token, state, rules, names_by_seat, state.announced)


def _upcoming_deal(
    token: str, state: State, rules: HouseRules, names_by_seat: BySeat[str], announcement: AnnouncedDeal
) -> UpcomingDeal:
    contracts = tuple(announcement.contracts)
    king = announcement.king if state.result.next_king is None else None
    return UpcomingDeal(
        names_by_seat[SEAT_BY_LETTER[announcement.king]],
        contracts,
        contract_set_name(contract_set_of_names(contracts)),
        bool(doublable_cards(rules, contracts)),
        url_for("deals.new", token=token, contracts="+".join(contracts), king=king),
        named_doublings(announcement.doubled, names_by_seat),
    )


def named_doublings(holder_by_card: Mapping[str, str], names_by_seat: BySeat[str]) -> tuple[tuple[Card, str], ...]:
    """The doubled cards of an announcement, each with the name of its holder."""
    return tuple(
        (DOUBLABLE_CARD_BY_NAME[card], names_by_seat[SEAT_BY_LETTER[holder]]) for card, holder in holder_by_card.items()
    )


def doublable_cards(rules: HouseRules, contracts: Collection[str]) -> list[Card]:
    """The cards that may be doubled when these contracts are played."""
    if len(contracts) > 1 and not rules.doubling_when_combined:
        return []
    contract_of = {Card.KING_OF_HEARTS: Contract.KING_OF_HEARTS}
    return [
        card
        for card in Card
        if contract_of.get(card, Contract.QUEENS) in contracts and may_double_in_single_contract(rules, card)
    ]


def announcement_of(state: State, contract_set: ContractSet) -> Announcement | None:
    """The announcement, if it is of exactly these contracts."""
    announced = state.announced
    if announced is None or tuple(announced.contracts) != contract_set.contracts:
        return None
    doubled = {DOUBLABLE_CARD_BY_NAME[name]: SEAT_BY_LETTER[holder] for name, holder in announced.doubled.items()}
    return Announcement(SEAT_BY_LETTER[announced.king], contract_set, doubled)
