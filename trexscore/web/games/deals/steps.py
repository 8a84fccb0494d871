"""The steps in which a deal's captures are told: a card, counts, an order."""

from collections.abc import Sequence
from dataclasses import dataclass

from wtforms import Field, RadioField

from trexscore.rules.cards import IN_A_SUIT, Card
from trexscore.rules.revoke import Renege
from trexscore.rules.seats import SEAT_NAMED, SEATS
from trexscore.web.numbers import typed


@dataclass
class CardStep:
    """Who took a card, whether it was doubled, by whom, and who led."""

    card: Card
    taken_by: RadioField
    cover: RadioField
    doubled_by: RadioField
    led_by: RadioField
    can_double: bool
    asks_leader: bool
    renege: Renege | None = None
    kind: str = "card"

    @property
    def taker(self) -> str | None:
        """Who took it, or whom it is booked on."""
        taken_by: str | None = self.taken_by.data
        return taken_by if self.renege is None else self.renege.taker(SEAT_NAMED.get(taken_by or "")).name

    @property
    def asked(self) -> str | None:
        """What is asked for next: who took it, who held it, who led; None once all is told."""
        if not self.taker:
            return "taker"
        if self.holder_missing():
            return "holder"
        # Nobody need have led to what is booked on the player who doubled it.
        booked = self.renege is not None and self.renege.by.name == self.taken_by.data
        return "leader" if self._asks_leader() and not booked and not self.led_by.data else None

    @property
    def answers(self) -> list[Field]:
        """The fields that may be blamed."""
        return [self.taken_by, self.doubled_by, self.led_by]

    def tell(self, said: dict[str, str]) -> None:
        """Fill in what has been said of the card before."""
        self.cover.data = "blanket" if "doubled_by" in said and self.can_double else "plain"
        self.taken_by.data, self.led_by.data = said.get("taken_by"), said.get("led_by")
        self.doubled_by.data = said.get("doubled_by") if self.can_double else None

    def captured(self) -> dict[str, str]:
        """The card's part of the captures, as far as it has been told."""
        said = {"taken_by": self.taker}
        if self.cover.data == "blanket":
            said["doubled_by"] = self.doubled_by.data
            if self._asks_leader():
                said["led_by"] = self.led_by.data
        return {name: seat for name, seat in said.items() if seat}

    def holder_missing(self) -> bool:
        """A blanket without anybody who held the card."""
        return self.cover.data == "blanket" and not self.doubled_by.data

    def _asks_leader(self) -> bool:
        """Whether a leader may be paid."""
        own = self.cover.data == "blanket" and self.taker == self.doubled_by.data
        return own and self.asks_leader and self.taken_by.data == self.taker and not (self.renege and self.renege.whole)


@dataclass
class CountStep:
    """How many each took; the last that is left open is worked out."""

    what: str
    fields: Sequence[Field]
    each: int
    renege: Renege | None = None
    kind: str = "count"

    @property
    def counts(self) -> list[int | None]:
        """What the fields say, as far as it can be so many cards or tricks."""
        said = [_count(one) for one in self.fields]
        return [count if isinstance(count, int) and 0 <= count <= IN_A_SUIT else None for count in said]

    @property
    def asked(self) -> int | None:
        """The place of the seat whose number is asked for; the last one's where four numbers do not make thirteen."""
        counts = self.counts
        if self.renege is not None:
            return None if min(self.renege.counts(counts)) >= 0 else len(counts) - 1
        if None in counts:
            return counts.index(None)
        return None if sum(filter(None, counts)) == IN_A_SUIT else len(counts) - 1

    @property
    def answers(self) -> Sequence[Field]:
        """The fields that may be blamed."""
        return self.fields

    @property
    def left(self) -> int:
        """How many are with nobody yet."""
        return max(0, IN_A_SUIT - sum(filter(None, self.counts)))

    def complete(self) -> None:
        """Fill the one count that was left open with the rest, unless that is booked on somebody."""
        if self.renege is not None:
            return
        open_fields = [one for one in self.fields if not (one.data or "").strip()]
        counts = [_count(one) for one in self.fields if one not in open_fields]
        if len(open_fields) == 1 and all(isinstance(count, int) for count in counts):
            rest = IN_A_SUIT - sum(count for count in counts if isinstance(count, int))
            if rest >= 0:
                open_fields[0].data = str(rest)

    def tell(self, said: dict[str, int]) -> None:
        """Fill in the counts that have been said before."""
        for seat, one in zip(SEATS, self.fields, strict=True):
            one.data = str(said[seat.name]) if seat.name in said else ""

    def captured(self) -> dict[str, int | str]:
        """The four counts, as far as they have been told."""
        if self.renege is not None and all(isinstance(_count(one), int) for one in self.fields if one.data):
            counts = self.renege.counts(self.counts)
            return {seat.name: counts[seat] for seat in SEATS}
        said = zip(SEATS, self.fields, strict=True)
        return {seat.name: _count(one) for seat, one in said if (one.data or "").strip()}


@dataclass
class OrderStep:
    """The order in which the seats went out; the last is worked out."""

    places: Sequence[RadioField]
    worth: Sequence[int]
    renege: Renege | None = None
    kind: str = "order"

    @property
    def asked(self) -> int | None:
        """The first place with nobody, or with somebody who has one already."""
        seats = [place.data for place in self.places]
        return next((place for place, seat in enumerate(seats) if not seat or seat in seats[:place]), None)

    @property
    def answers(self) -> Sequence[Field]:
        """The fields that may be blamed."""
        return self.places

    def complete(self) -> None:
        """Put the one seat that has no place on the place that has no seat."""
        open_places = [place for place in self.places if not place.data]
        seats = [seat.name for seat in SEATS if seat.name not in {place.data for place in self.places}]
        if len(open_places) == 1 and len(seats) == 1:
            open_places[0].data = seats[0]

    def tell(self, said: list[str]) -> None:
        """Fill in the order that has been said before."""
        for place, seat in zip(self.places, said, strict=False):
            place.data = seat

    def captured(self) -> list[str]:
        """The seats in order, as far as they have been told."""
        return [place.data for place in self.places if place.data]


Step = CardStep | CountStep | OrderStep


def _count(field: Field) -> int | str:
    """So many cards or tricks, as typed."""
    return typed(field.data, longest=7)
