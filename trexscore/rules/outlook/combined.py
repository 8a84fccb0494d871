"""All four contracts in one deal: what has been given to whom so far, and how many tricks everybody needs for it.

This is `possible.contradictions` turned round: instead of refusing what thirteen tricks cannot hold, a seat is handed
the tricks that it needs together with the cards that make it need them. What is left of the thirteen is loose.
"""

from typing import NamedTuple

from trexscore.rules.captures import TakenCard
from trexscore.rules.cards import IN_A_SUIT, QUEENS, SEATS_IN_A_TRICK, Card
from trexscore.rules.seats import SEATS, Seat

CARDS = (
    Card.KING_OF_HEARTS,
    Card.QUEEN_OF_DIAMONDS,
    *(queen for queen in QUEENS if queen is not Card.QUEEN_OF_DIAMONDS),
)
"""In the order in which they are given: those that are alike come last."""
FIRST_OF_ALIKE = 2

Four = tuple[int, int, int, int]
NONE: Four = (0, 0, 0, 0)


class Deal(NamedTuple):
    """A deal as far as it has been given out."""

    king: Seat
    cards: tuple[TakenCard, ...] = ()
    diamonds: Four = NONE
    tricks: Four = NONE
    """Those that are needed."""

    def with_card(self, taken: TakenCard) -> "Deal | None":
        """One more card taken; None where there are not tricks enough."""
        return self._replace(cards=(*self.cards, taken)).with_tricks()

    def with_diamonds(self, seat: Seat, diamonds: int) -> "Deal | None":
        """A seat takes so many diamonds; None where it cannot."""
        if diamonds == 0 and len(self.cards) > 1 and self.cards[1].taken_by is seat:
            return None
        return self._replace(diamonds=_put(self.diamonds, seat, diamonds)).with_tricks()

    def with_tricks(self) -> "Deal | None":
        """The same with the tricks that are needed; None where thirteen are not enough."""
        a, b, c, d = (self._needed(seat) for seat in SEATS)
        return self._replace(tricks=(a, b, c, d)) if a + b + c + d <= IN_A_SUIT else None

    def _needed(self, seat: Seat) -> int:
        own = [taken for taken in self.cards if taken.taken_by is seat]
        holders = [taken.doubled_by for taken in own]
        leaders = {taken.led_by for taken in own} - {None}
        leads = seat is not self.king and any(taken.led_by is seat for taken in self.cards)
        queen = len(self.cards) > 1 and self.cards[1].taken_by is seat
        held = len(own) - queen + max(self.diamonds[seat], queen)
        return max(
            -(-held // SEATS_IN_A_TRICK),
            *(holders.count(holder) for holder in SEATS),
            len(leaders),
            int(leads),
        )


def _put(values: Four, seat: Seat, value: int) -> Four:
    changed = list(values)
    changed[seat] = value
    a, b, c, d = changed
    return a, b, c, d
