"""Scoring of games without `trexscore.rules` and `trexscore.league`, to compare results.

It sums the costs of cards, and supports only the house rules of the tests.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from tests.support.tables import Json

LETTERS = "ABCD"
CONTRACTS = ("king_of_hearts", "queens", "diamonds", "collections", "trex")
COST = {"king_of_hearts": 75, "queens": 25, "diamonds": 10, "collections": 15}
CAPTURE_FIELDS = {"collections": "tricks"}
TREX = (200, 150, 100, 50)


class Table(NamedTuple):
    """The house rules in which these games differ."""

    preset: str
    pairs: bool = False
    doubling: bool = True
    leader_gains: bool = False
    """A player who takes their own doubled card pays twice, and the trick's leader gains."""
    fewest_win: bool = False
    """Points have the opposite sign, and the fewest win."""


class CardTaken(NamedTuple):
    cost: int
    taker: int
    holder: int | None
    leader: int | None


@dataclass(frozen=True)
class Deal:
    """A deal. Points are signed so that more is better."""

    entry: Json
    table: Table

    @property
    def king(self) -> int:
        return LETTERS.index(self.entry["king"])

    @property
    def contracts(self) -> Sequence[str]:
        names: list[str] = self.entry["contracts"]
        return names

    def cards(self, contract: str) -> list[CardTaken]:
        captures = self.entry["captures"]
        if contract == "king_of_hearts":
            taken_cards = [captures[contract]]
        else:
            taken_cards = list(captures["queens"].values()) if contract == "queens" else []
        return [
            CardTaken(
                COST[contract],
                LETTERS.index(card["taken_by"]),
                _seat(card.get("doubled_by")),
                _seat(card.get("led_by")),
            )
            for card in taken_cards
        ]

    def taken_counts(self, contract: str) -> list[int]:
        """The number of diamonds or tricks of each seat."""
        return [self.entry["captures"][CAPTURE_FIELDS.get(contract, contract)][letter] for letter in LETTERS]

    def trex_order(self) -> list[int]:
        """The seats in the order in which they finished Trex."""
        return [LETTERS.index(letter) for letter in self.entry["captures"]["trex"]]

    def points(self, contract: str) -> list[int]:
        if contract == "trex":
            return [TREX[self.trex_order().index(seat)] for seat in range(4)]
        if contract in {"diamonds", "collections"}:
            return [-COST[contract] * number for number in self.taken_counts(contract)]
        points_by_card = [_card_points(self.table, card) for card in self.cards(contract)]
        return [sum(column) for column in zip(*points_by_card, strict=True)]

    def total(self) -> list[int]:
        return [sum(column) for column in zip(*map(self.points, self.contracts), strict=True)]

    def doubled_cards(self) -> list[tuple[CardTaken, list[int]]]:
        """The doubled cards, and by how much each changed the points of the four seats."""
        cards = [card for contract in self.contracts for card in self.cards(contract) if card.holder is not None]
        return [(card, _doubling_change(self.table, card)) for card in cards]

    def has_doublable_card(self) -> bool:
        return self.table.doubling and any(contract in {"king_of_hearts", "queens"} for contract in self.contracts)


def _seat(letter: str | None) -> int | None:
    return None if letter is None else LETTERS.index(letter)


def _card_points(table: Table, card: CardTaken) -> list[int]:
    points = [0, 0, 0, 0]
    if card.holder is None:
        points[card.taker] -= card.cost
    elif card.holder != card.taker:
        points[card.taker] -= 2 * card.cost
        points[card.holder] += card.cost
    elif table.leader_gains:
        assert card.leader is not None
        points[card.taker] -= 2 * card.cost
        points[card.leader] += card.cost
    else:
        points[card.taker] -= card.cost
    return points


def _doubling_change(table: Table, card: CardTaken) -> list[int]:
    undoubled_points = _card_points(table, card._replace(holder=None))
    return [points - undoubled for points, undoubled in zip(_card_points(table, card), undoubled_points, strict=True)]


@dataclass(frozen=True)
class Game:
    """A game and its players at A, B, C and D."""

    name: str
    table: Table
    file: Json
    players: tuple[int, ...]

    @property
    def deals(self) -> list[Deal]:
        return [Deal(entry, self.table) for entry in self.file["deals"] if "contracts" in entry]

    def kingdoms(self) -> list[tuple[int, list[Deal]]]:
        return [(king, list(deals)) for king, deals in groupby(self.deals, key=lambda deal: deal.king)]

    def complete_kingdoms(self) -> list[tuple[int, list[Deal]]]:
        return [(king, deals) for king, deals in self.kingdoms() if sum(len(deal.contracts) for deal in deals) == 5]

    @property
    def complete(self) -> bool:
        return len(self.complete_kingdoms()) == 4

    def totals(self, entries: int | None = None) -> list[int]:
        """The totals by seat, at the end or after this many deals and adjustments."""
        points = [0, 0, 0, 0]
        sign = -1 if self.table.fewest_win else 1
        for entry in self.file["deals"][:entries]:
            adjustment = (
                [sign * entry["adjustment"].get(letter, 0) for letter in LETTERS] if "adjustment" in entry else None
            )
            changes = adjustment or Deal(entry, self.table).total()
            points = [total + change for total, change in zip(points, changes, strict=True)]
        return points

    def counted_points(self) -> list[int]:
        """The points that count in the club: of the whole game, or of the complete kingdoms of an abandoned game."""
        complete_kings = [king for king, _ in self.complete_kingdoms()]
        unfinished_points = [deal.total() for deal in self.deals if deal.king not in complete_kings]
        return [total - sum(points[seat] for points in unfinished_points) for seat, total in enumerate(self.totals())]

    def side_points(self, points: Sequence[int]) -> list[int]:
        """The points of each seat, with partners added together."""
        return [points[seat] + (points[(seat + 2) % 4] if self.table.pairs else 0) for seat in range(4)]

    def finishes(self) -> list[int]:
        """Finishes by seat. Tied seats share the better finish; pairs finish 1st or 2nd."""
        points_by_seat = self.side_points(self.counted_points())
        points_by_side = points_by_seat[:2] if self.table.pairs else points_by_seat
        return [1 + sum(1 for points in points_by_side if points > own_points) for own_points in points_by_seat]

    def deficits(self, seat: int) -> list[int]:
        """The points by which this seat was behind the leader after one, two and three kingdoms."""
        entries = self.file["deals"]
        ends = [entries.index(deals[-1].entry) + 1 for _king, deals in self.kingdoms()[:3]]
        points_after_kingdoms = [self.side_points(self.totals(end)) for end in ends]
        return [max(points_by_seat) - points_by_seat[seat] for points_by_seat in points_after_kingdoms]
