"""Deals cards and plays them by simple strategies, so that the demo's captures are possible."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import NamedTuple

from trexscore.rules.cards import CARDS_PER_SUIT, QUEEN_BY_SUIT, SUITS, Card, Contract, Suit
from trexscore.rules.seats import SEATS, BySeat, Seat

JACK, QUEEN, KING, ACE = 11, 12, 13, 14
_RANKS = range(2, ACE + 1)
_MIN_GUARDS_TO_DOUBLE = 3
"""Lower cards of the same suit that a holder needs to double."""


class PlayingCard(NamedTuple):
    """A card of the pack."""

    suit: Suit
    rank: int


Hands = BySeat[tuple[PlayingCard, ...]]
KING_OF_HEARTS = PlayingCard(Suit.HEARTS, KING)
SCORING_CARD_BY_PLAYING_CARD = {KING_OF_HEARTS: Card.KING_OF_HEARTS} | {
    PlayingCard(suit, QUEEN): card for suit, card in QUEEN_BY_SUIT.items()
}


class Trick(NamedTuple):
    """A trick with its leader, its taker and its cards."""

    leader: Seat
    taker: Seat
    cards: tuple[PlayingCard, ...]


def random_hands(random: Random) -> Hands:
    """Thirteen random cards for each player."""
    pack = [PlayingCard(suit, rank) for suit in SUITS for rank in _RANKS]
    random.shuffle(pack)
    return BySeat(*(tuple(sorted(pack[start::4])) for start in range(4)))


def random_hands_with_bare_king(random: Random) -> tuple[Hands, Seat]:
    """A deal in which a player's only heart is the king, and that player."""
    while True:
        hands = random_hands(random)
        for seat in SEATS:
            if [card for card in hands[seat] if card.suit is Suit.HEARTS] == [KING_OF_HEARTS]:
                return hands, seat


def random_doubler_by_card(hands: Hands, contracts: tuple[Contract, ...], random: Random) -> dict[Card, Seat]:
    """Doubled cards with their holders: half of those that have enough lower cards as guards."""
    scoring = {
        card: value
        for card, value in SCORING_CARD_BY_PLAYING_CARD.items()
        if (Contract.KING_OF_HEARTS if card == KING_OF_HEARTS else Contract.QUEENS) in contracts
    }
    return {
        value: seat
        for seat in SEATS
        for card, value in scoring.items()
        if card in hands[seat] and _is_guarded_enough(card, hands[seat]) and random.random() < 1 / 2
    }


def captures_json_after_playing(
    hands: Hands,
    king: Seat,
    contracts: tuple[Contract, ...],
    doubler_by_card: Mapping[Card, Seat],
    *,
    own_capture_pays_leader: bool,
) -> dict[str, object]:
    """The `captures` of a game file's deal, after playing these hands."""
    if contracts == (Contract.TREX,):
        return {"trex": [seat.name for seat in play_trex(hands, king)]}
    tricks = tuple(play_tricks(hands, king))
    cards = {
        SCORING_CARD_BY_PLAYING_CARD[card]: _taken_card_json(
            trick,
            doubler_by_card.get(SCORING_CARD_BY_PLAYING_CARD[card]),
            own_capture_pays_leader=own_capture_pays_leader,
        )
        for trick in tricks
        for card in trick.cards
        if card in SCORING_CARD_BY_PLAYING_CARD
    }
    captures_json_by_contract: dict[Contract, object] = {
        Contract.KING_OF_HEARTS: cards[Card.KING_OF_HEARTS],
        Contract.QUEENS: {suit.value: cards[queen] for suit, queen in QUEEN_BY_SUIT.items()},
        Contract.DIAMONDS: {seat.name: sum(_count_diamonds(t) for t in tricks if t.taker is seat) for seat in SEATS},
        Contract.COLLECTIONS: {seat.name: sum(t.taker is seat for t in tricks) for seat in SEATS},
    }
    return {
        "tricks" if contract is Contract.COLLECTIONS else contract.value: captures_json_by_contract[contract]
        for contract in contracts
    }


def play_tricks(hands: Hands, king: Seat) -> Iterator[Trick]:
    """Thirteen tricks; the king leads the first. All players duck, and discard their most expensive cards."""
    cards_held = hands.map(list)
    leader = king
    for _ in range(CARDS_PER_SUIT):
        trick: list[PlayingCard] = []
        order = [leader, leader.right, leader.partner, leader.partner.right]
        for seat in order:
            card = _choose_card(cards_held[seat], trick)
            cards_held[seat].remove(card)
            trick.append(card)
        highest_rank = max(card.rank for card in trick if card.suit is trick[0].suit)
        taker = order[trick.index(PlayingCard(trick[0].suit, highest_rank))]
        yield Trick(leader, taker, tuple(trick))
        leader = taker


def play_trex(hands: Hands, king: Seat) -> tuple[Seat, ...]:
    """Play Trex, from the jacks up and down. Returns the players in the order in which they go out.

    Each player lays the possible card farthest from the jack.
    """
    cards_held = hands.map(list)
    laid: set[PlayingCard] = set()
    seats_out: list[Seat] = []
    seat = king
    while len(seats_out) < len(SEATS):
        playable_cards = sorted(
            (card for card in cards_held[seat] if _can_be_laid(card, laid)), key=lambda card: -abs(card.rank - JACK)
        )
        if playable_cards:
            cards_held[seat].remove(playable_cards[0])
            laid.add(playable_cards[0])
            if not cards_held[seat]:
                seats_out.append(seat)
        seat = seat.right
    return tuple(seats_out)


def _choose_card(hand: list[PlayingCard], played_cards: list[PlayingCard]) -> PlayingCard:
    if not played_cards:
        return min(hand, key=lambda card: card.rank)
    following = [card for card in hand if card.suit is played_cards[0].suit]
    if not following:
        return max(hand, key=_discard_priority)
    highest = max(card.rank for card in played_cards if card.suit is played_cards[0].suit)
    under = [card for card in following if card.rank < highest]
    return max(under, key=_discard_priority) if under else min(following, key=lambda card: card.rank)


def _discard_priority(card: PlayingCard) -> tuple[bool, bool, int]:
    return card in SCORING_CARD_BY_PLAYING_CARD, card.suit is Suit.DIAMONDS, card.rank


def _taken_card_json(trick: Trick, doubler: Seat | None, *, own_capture_pays_leader: bool) -> dict[str, str]:
    card = {"taken_by": trick.taker.name}
    if doubler is not None:
        card["doubled_by"] = doubler.name
        if doubler is trick.taker and own_capture_pays_leader:
            card["led_by"] = trick.leader.name
    return card


def _is_guarded_enough(card: PlayingCard, hand: tuple[PlayingCard, ...]) -> bool:
    return sum(guard.suit is card.suit and guard.rank < card.rank for guard in hand) >= _MIN_GUARDS_TO_DOUBLE


def _count_diamonds(trick: Trick) -> int:
    return sum(card.suit is Suit.DIAMONDS for card in trick.cards)


def _can_be_laid(card: PlayingCard, laid_cards: set[PlayingCard]) -> bool:
    if card.rank == JACK:
        return True
    next_to_jack = card.rank + (1 if card.rank < JACK else -1)
    return PlayingCard(card.suit, next_to_jack) in laid_cards
