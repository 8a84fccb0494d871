"""The cards that score by themselves, and the contracts."""

from enum import StrEnum


class Contract(StrEnum):
    """The five contracts, in the order of every list."""

    KING_OF_HEARTS = "king_of_hearts"
    QUEENS = "queens"
    DIAMONDS = "diamonds"
    COLLECTIONS = "collections"
    TREX = "trex"

    __hash__ = str.__hash__


CONTRACTS = tuple(Contract)
PENALTY_CONTRACTS = CONTRACTS[:4]


class Suit(StrEnum):
    """The suits, in the order in which the queens are asked about."""

    HEARTS = "hearts"
    SPADES = "spades"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"

    __hash__ = str.__hash__


SUITS = tuple(Suit)


class Card(StrEnum):
    """The five cards that can be doubled; each scores for itself."""

    KING_OF_HEARTS = "KH"
    QUEEN_OF_HEARTS = "QH"
    QUEEN_OF_SPADES = "QS"
    QUEEN_OF_DIAMONDS = "QD"
    QUEEN_OF_CLUBS = "QC"

    __hash__ = str.__hash__


QUEEN_BY_SUIT = {
    Suit.HEARTS: Card.QUEEN_OF_HEARTS,
    Suit.SPADES: Card.QUEEN_OF_SPADES,
    Suit.DIAMONDS: Card.QUEEN_OF_DIAMONDS,
    Suit.CLUBS: Card.QUEEN_OF_CLUBS,
}
QUEENS = tuple(QUEEN_BY_SUIT.values())
SUIT_BY_QUEEN = {card: suit for suit, card in QUEEN_BY_SUIT.items()}
CARDS_PER_SUIT = 13
"""Cards in a suit, and tricks in a deal."""
CARDS_PER_TRICK = 4
