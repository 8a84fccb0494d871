"""The steps in which a deal's captures are entered: a card, counts, an order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wtforms import Field

from trexscore.rules.cards import CARDS_PER_SUIT, Card
from trexscore.rules.revoke import Revoke
from trexscore.rules.seats import SEAT_BY_LETTER, SEATS
from trexscore.web.number_parsing import parse_typed_number


@dataclass
class CardStep:
    """Who took a card, whether it was doubled, by whom, and who led. Its fields are radio buttons."""

    card: Card
    path_in_captures: Sequence[str]
    """Where its part of the captures is, as in the other steps."""
    taken_by: Field
    cover: Field
    doubled_by: Field
    led_by: Field
    is_doublable: bool
    asks_leader: bool
    charged_revoke: Revoke | None = None
    kind: str = "card"

    @property
    def effective_taker(self) -> str | None:
        """The seat that took it, or that it is charged to."""
        taken_by: str | None = self.taken_by.data
        if self.charged_revoke is None:
            return taken_by
        return self.charged_revoke.effective_taker(SEAT_BY_LETTER.get(taken_by or "")).name

    @property
    def first_unanswered(self) -> str | None:
        """The next question: who took it, who held it, or who led; None once everything is answered.

        After a revoke, a card of the offender does not need a leader.
        """
        if not self.effective_taker:
            return "taker"
        if self.is_holder_missing():
            return "holder"
        # A card charged to the player who doubled it need not have been led to.
        charged = self.charged_revoke is not None and self.charged_revoke.offender.name == self.taken_by.data
        return "leader" if self._may_leader_be_paid() and not charged and not self.led_by.data else None

    @property
    def answer_fields(self) -> list[Field]:
        """The fields at which problems are shown; `cover` has none, because each of its values is valid."""
        return [self.taken_by, self.doubled_by, self.led_by]

    def fill_fields(self, card_part: dict[str, str]) -> None:
        self.cover.data = "blanket" if "doubled_by" in card_part and self.is_doublable else "plain"
        self.taken_by.data, self.led_by.data = card_part.get("taken_by"), card_part.get("led_by")
        self.doubled_by.data = card_part.get("doubled_by") if self.is_doublable else None

    def captures_part(self) -> dict[str, str]:
        """The card's part of the captures, as far as it is filled in."""
        card = {"taken_by": self.effective_taker}
        if self.cover.data == "blanket":
            card["doubled_by"] = self.doubled_by.data
            if self._may_leader_be_paid():
                card["led_by"] = self.led_by.data
        return {name: seat for name, seat in card.items() if seat}

    def is_holder_missing(self) -> bool:
        """Whether the card is doubled but its holder is not named."""
        return self.cover.data == "blanket" and not self.doubled_by.data

    def _may_leader_be_paid(self) -> bool:
        """Whether its holder took the card, under rules that may pay the leader. Not if a revoke charged it to them."""
        is_own_covered_card = self.cover.data == "blanket" and self.effective_taker == self.doubled_by.data
        return (
            is_own_covered_card
            and self.asks_leader
            and self.taken_by.data == self.effective_taker
            and not (self.charged_revoke and self.charged_revoke.charges_whole_deal)
        )


@dataclass
class CountStep:
    """How many cards or tricks each player took; the last open count follows from the others."""

    count_field_name: str
    path_in_captures: Sequence[str]
    answer_fields: Sequence[Field]
    """A number for each seat, in the order of the seats."""
    points_each: int
    charged_revoke: Revoke | None = None
    kind: str = "count"

    @property
    def counts(self) -> list[int | None]:
        """The four counts; None for a field without a possible count."""
        counts = [_parse_count(field) for field in self.answer_fields]
        return [count if isinstance(count, int) and 0 <= count <= CARDS_PER_SUIT else None for count in counts]

    @property
    def first_unanswered(self) -> int | None:
        """The index of the first open count; the last index if the four do not add up to 13; None if they do."""
        counts = self.counts
        if self.charged_revoke is not None:
            return None if min(self.charged_revoke.effective_counts(counts)) >= 0 else len(counts) - 1
        if None in counts:
            return counts.index(None)
        return None if sum(filter(None, counts)) == CARDS_PER_SUIT else len(counts) - 1

    @property
    def unassigned_count(self) -> int:
        return max(0, CARDS_PER_SUIT - sum(filter(None, self.counts)))

    def fill_in_derived(self) -> None:
        """Fill a single open count with the rest, unless the rest is charged to a player."""
        if self.charged_revoke is not None:
            return
        open_fields = [field for field in self.answer_fields if not (field.data or "").strip()]
        counts = [_parse_count(field) for field in self.answer_fields if field not in open_fields]
        if len(open_fields) == 1 and all(isinstance(count, int) for count in counts):
            remaining_count = CARDS_PER_SUIT - sum(count for count in counts if isinstance(count, int))
            if remaining_count >= 0:
                open_fields[0].data = str(remaining_count)

    def fill_fields(self, count_by_seat: dict[str, int]) -> None:
        for seat, field in zip(SEATS, self.answer_fields, strict=True):
            field.data = str(count_by_seat[seat.name]) if seat.name in count_by_seat else ""

    def captures_part(self) -> dict[str, int | str]:
        """The counts by seat, as far as they are filled in; a text that is not a number stays a text."""
        if self.charged_revoke is not None and all(
            isinstance(_parse_count(field), int) for field in self.answer_fields if field.data
        ):
            counts = self.charged_revoke.effective_counts(self.counts)
            return {seat.name: counts[seat] for seat in SEATS}
        fields = zip(SEATS, self.answer_fields, strict=True)
        return {seat.name: _parse_count(field) for seat, field in fields if (field.data or "").strip()}


@dataclass
class OrderStep:
    """The order in which the seats went out; the last place follows from the others."""

    path_in_captures: Sequence[str]
    answer_fields: Sequence[Field]
    """Radio buttons of the seats for each place, the first to go out first."""
    points_by_place: Sequence[int]
    charged_revoke: Revoke | None = None
    kind: str = "order"

    @property
    def first_unanswered(self) -> int | None:
        """The index of the first place that is empty or has a seat that has a place already; None if there is none."""
        seats = [place.data for place in self.answer_fields]
        return next((place for place, seat in enumerate(seats) if not seat or seat in seats[:place]), None)

    def fill_in_derived(self) -> None:
        """Fill a single open place with the remaining seat."""
        open_places = [place for place in self.answer_fields if not place.data]
        seats = [seat.name for seat in SEATS if seat.name not in {place.data for place in self.answer_fields}]
        if len(open_places) == 1 and len(seats) == 1:
            open_places[0].data = seats[0]

    def fill_fields(self, order: Iterable[str]) -> None:
        for place, seat in zip(self.answer_fields, order, strict=False):
            place.data = seat

    def captures_part(self) -> list[str]:
        """The seats in order, as far as they are filled in."""
        return [place.data for place in self.answer_fields if place.data]


Step = CardStep | CountStep | OrderStep


def _parse_count(field: Field) -> int | str:
    """The typed number of cards or tricks; the text if it is not a number."""
    return parse_typed_number(field.data, max_digits=7)
