"""Cards dealt and played out by simple habits, so that the captures of the demo's games are ones that can happen."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from trexscore.rules.cards import IN_A_SUIT, QUEEN_OF, SUITS, Card, Contract, Suit
from trexscore.rules.seats import SEATS, BySeat, Seat

JACK, QUEEN, KING, ACE = 11, 12, 13, 14
_RANKS = range(2, ACE + 1)
_TO_DOUBLE_WITH = 3
"""Lower cards of the suit that make a holder bold."""


class PlayingCard(NamedTuple):
    """One of the fifty-two."""

    suit: Suit
    rank: int


Hands = BySeat[tuple[PlayingCard, ...]]
KING_OF_HEARTS = PlayingCard(Suit.HEARTS, KING)
SCORING = {KING_OF_HEARTS: Card.KING_OF_HEARTS} | {PlayingCard(suit, QUEEN): card for suit, card in QUEEN_OF.items()}
_NAMED = {Card.KING_OF_HEARTS: "king_of_hearts"} | {card: suit.value for suit, card in QUEEN_OF.items()}


class Trick(NamedTuple):
    """A trick: who led it, who took it, and what lay in it."""

    leader: Seat
    taker: Seat
    cards: tuple[PlayingCard, ...]


def deal(random: Random) -> Hands:
    """Thirteen cards to each."""
    pack = [PlayingCard(suit, rank) for suit in SUITS for rank in _RANKS]
    random.shuffle(pack)
    return BySeat(*(tuple(sorted(pack[start::4])) for start in range(4)))


def deal_with_bare_king(random: Random) -> tuple[Hands, Seat]:
    """A deal in which somebody's only heart is the king, and who that is."""
    while True:
        hands = deal(random)
        for seat in SEATS:
            if [card for card in hands[seat] if card.suit is Suit.HEARTS] == [KING_OF_HEARTS]:
                return hands, seat


def doubled_cards(hands: Hands, contracts: tuple[Contract, ...], random: Random) -> dict[Card, Seat]:
    """The cards that their holders show: now and then, one that has small ones under it."""
    played = {
        card: value
        for card, value in SCORING.items()
        if (Contract.KING_OF_HEARTS if card == KING_OF_HEARTS else Contract.QUEENS) in contracts
    }
    return {
        value: seat
        for seat in SEATS
        for card, value in played.items()
        if card in hands[seat] and _is_guarded(card, hands[seat]) and random.random() < 1 / 2
    }


def captures(
    hands: Hands, king: Seat, contracts: tuple[Contract, ...], doubled: Mapping[Card, Seat], *, leader_is_paid: bool
) -> dict[str, Any]:
    """The `captures` of a game file's deal, once these hands have been played out."""
    if contracts == (Contract.TREX,):
        return {"trex": [seat.name for seat in finishing_order(hands, king)]}
    tricks = tuple(tricks_of(hands, king))
    cards = {
        SCORING[card]: _taken(trick, doubled.get(SCORING[card]), leader_is_paid=leader_is_paid)
        for trick in tricks
        for card in trick.cards
        if card in SCORING
    }
    parts: dict[Contract, Any] = {
        Contract.KING_OF_HEARTS: cards[Card.KING_OF_HEARTS],
        Contract.QUEENS: {suit.value: cards[queen] for suit, queen in QUEEN_OF.items()},
        Contract.DIAMONDS: {seat.name: sum(_diamonds(t) for t in tricks if t.taker is seat) for seat in SEATS},
        Contract.COLLECTIONS: {seat.name: sum(t.taker is seat for t in tricks) for seat in SEATS},
    }
    named = {Contract.COLLECTIONS: "tricks"}
    return {named.get(contract, contract.value): parts[contract] for contract in contracts}


def in_entry(doubled: Mapping[Card, Seat]) -> dict[str, str]:
    """Doubled cards as an announcement names them."""
    return {_NAMED[card]: seat.name for card, seat in doubled.items()}


def tricks_of(hands: Hands, king: Seat) -> Iterator[Trick]:
    """Thirteen tricks; the king leads the first. Everybody ducks, and gets rid of what is dear."""
    held = hands.map(list)
    leader = king
    for _ in range(IN_A_SUIT):
        trick: list[PlayingCard] = []
        order = [leader, leader.right, leader.partner, leader.partner.right]
        for seat in order:
            card = _choice(held[seat], trick)
            held[seat].remove(card)
            trick.append(card)
        best = max(card.rank for card in trick if card.suit is trick[0].suit)
        taker = order[trick.index(PlayingCard(trick[0].suit, best))]
        yield Trick(leader, taker, tuple(trick))
        leader = taker


def finishing_order(hands: Hands, king: Seat) -> tuple[Seat, ...]:
    """Trex laid out from the jacks up and down: whoever can, lays a card from the longer end."""
    held = hands.map(list)
    laid: set[PlayingCard] = set()
    out: list[Seat] = []
    seat = king
    while len(out) < len(SEATS):
        fitting = sorted((card for card in held[seat] if _fits(card, laid)), key=lambda card: -abs(card.rank - JACK))
        if fitting:
            held[seat].remove(fitting[0])
            laid.add(fitting[0])
            if not held[seat]:
                out.append(seat)
        seat = seat.right
    return tuple(out)


def _choice(hand: list[PlayingCard], trick: list[PlayingCard]) -> PlayingCard:
    if not trick:
        return min(hand, key=lambda card: card.rank)
    following = [card for card in hand if card.suit is trick[0].suit]
    if not following:
        return max(hand, key=_dearness)
    highest = max(card.rank for card in trick if card.suit is trick[0].suit)
    under = [card for card in following if card.rank < highest]
    return max(under, key=_dearness) if under else min(following, key=lambda card: card.rank)


def _dearness(card: PlayingCard) -> tuple[bool, bool, int]:
    return card in SCORING, card.suit is Suit.DIAMONDS, card.rank


def _taken(trick: Trick, holder: Seat | None, *, leader_is_paid: bool) -> dict[str, str]:
    taken = {"taken_by": trick.taker.name}
    if holder is not None:
        taken["doubled_by"] = holder.name
        if holder is trick.taker and leader_is_paid:
            taken["led_by"] = trick.leader.name
    return taken


def _is_guarded(card: PlayingCard, hand: tuple[PlayingCard, ...]) -> bool:
    return sum(other.suit is card.suit and other.rank < card.rank for other in hand) >= _TO_DOUBLE_WITH


def _diamonds(trick: Trick) -> int:
    return sum(card.suit is Suit.DIAMONDS for card in trick.cards)


def _fits(card: PlayingCard, laid: set[PlayingCard]) -> bool:
    if card.rank == JACK:
        return True
    towards_the_jack = card.rank + (1 if card.rank < JACK else -1)
    return PlayingCard(card.suit, towards_the_jack) in laid
