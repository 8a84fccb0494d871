"""Independent scoring of games: points added up from the costs of cards, for the few rules of these games.

Independent of `trexscore.rules` and `trexscore.league`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from tests.support.tables import Json

LETTERS = "ABCD"
CONTRACTS = ("king_of_hearts", "queens", "diamonds", "collections", "trex")
COST = {"king_of_hearts": 75, "queens": 25, "diamonds": 10, "collections": 15}
PART = {"collections": "tricks"}
TREX = (200, 150, 100, 50)


class Table(NamedTuple):
    """The rules of a table, as far as these games differ in them."""

    preset: str
    pairs: bool = False
    doubling: bool = True
    leader_gains: bool = False
    """A player who takes their own doubled card pays twice, and the trick's leader gains."""
    fewer: bool = False
    """Points have the opposite sign, and the fewest win."""


class CardTaken(NamedTuple):
    cost: int
    taker: int
    holder: int | None
    leader: int | None


@dataclass(frozen=True)
class Deal:
    """A deal: by contract what each of the four has of it, more being better."""

    entry: Json
    table: Table

    @property
    def king(self) -> int:
        return LETTERS.index(self.entry["king"])

    @property
    def contracts(self) -> Sequence[str]:
        found: list[str] = self.entry["contracts"]
        return found

    def cards(self, contract: str) -> list[CardTaken]:
        captures = self.entry["captures"]
        if contract == "king_of_hearts":
            several = [captures[contract]]
        else:
            several = list(captures["queens"].values()) if contract == "queens" else []
        return [
            CardTaken(
                COST[contract], LETTERS.index(one["taken_by"]), _seat(one.get("doubled_by")), _seat(one.get("led_by"))
            )
            for one in several
        ]

    def counted(self, contract: str) -> list[int]:
        """The number of diamonds or tricks that each has taken."""
        return [self.entry["captures"][PART.get(contract, contract)][letter] for letter in LETTERS]

    def order(self) -> list[int]:
        """The seats in the order in which they finished Trex."""
        return [LETTERS.index(letter) for letter in self.entry["captures"]["trex"]]

    def points(self, contract: str) -> list[int]:
        if contract == "trex":
            return [TREX[self.order().index(seat)] for seat in range(4)]
        if contract in {"diamonds", "collections"}:
            return [-COST[contract] * number for number in self.counted(contract)]
        each = [_card_points(self.table, card) for card in self.cards(contract)]
        return [sum(column) for column in zip(*each, strict=True)]

    def total(self) -> list[int]:
        return [sum(column) for column in zip(*map(self.points, self.contracts), strict=True)]

    def doubled(self) -> list[tuple[CardTaken, list[int]]]:
        """The doubled cards, and how each changed the points of the four."""
        cards = [card for contract in self.contracts for card in self.cards(contract) if card.holder is not None]
        return [(card, _changed(self.table, card)) for card in cards]

    def could_double(self) -> bool:
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


def _changed(table: Table, card: CardTaken) -> list[int]:
    plain = _card_points(table, card._replace(holder=None))
    return [one - other for one, other in zip(_card_points(table, card), plain, strict=True)]


@dataclass(frozen=True)
class Game:
    """A game and who sat at A, B, C and D."""

    name: str
    table: Table
    file: Json
    who: tuple[int, ...]

    @property
    def deals(self) -> list[Deal]:
        return [Deal(entry, self.table) for entry in self.file["deals"] if "contracts" in entry]

    def kingdoms(self) -> list[tuple[int, list[Deal]]]:
        return [(king, list(deals)) for king, deals in groupby(self.deals, key=lambda deal: deal.king)]

    def whole_kingdoms(self) -> list[tuple[int, list[Deal]]]:
        return [(king, deals) for king, deals in self.kingdoms() if sum(len(deal.contracts) for deal in deals) == 5]

    @property
    def complete(self) -> bool:
        return len(self.whole_kingdoms()) == 4

    def totals(self, entries: int | None = None) -> list[int]:
        """Everyone's points, or those after so many entries: deals and adjustments."""
        points = [0, 0, 0, 0]
        way = -1 if self.table.fewer else 1
        for entry in self.file["deals"][:entries]:
            adjusted = (
                [way * entry["adjustment"].get(letter, 0) for letter in LETTERS] if "adjustment" in entry else None
            )
            more = adjusted or Deal(entry, self.table).total()
            points = [one + other for one, other in zip(points, more, strict=True)]
        return points

    def counting(self) -> list[int]:
        """What counts in the club: the whole game, or the finished kingdoms of an abandoned one."""
        over = [king for king, _ in self.whole_kingdoms()]
        broken_off = [deal.total() for deal in self.deals if deal.king not in over]
        return [total - sum(deal[seat] for deal in broken_off) for seat, total in enumerate(self.totals())]

    def sides(self, points: Sequence[int]) -> list[int]:
        """The points of each seat with its partner's, if any."""
        return [points[seat] + (points[(seat + 2) % 4] if self.table.pairs else 0) for seat in range(4)]

    def places(self) -> list[int]:
        """Finishes by seat; a shared one is the better. Two pairs have two."""
        mine = self.sides(self.counting())
        each = mine[:2] if self.table.pairs else mine
        return [1 + sum(1 for other in each if other > one) for one in mine]

    def behind(self, seat: int) -> list[int]:
        """By how many points this seat was behind the leader after one, two and three kingdoms."""
        entries = self.file["deals"]
        ends = [entries.index(deals[-1].entry) + 1 for _king, deals in self.kingdoms()[:3]]
        after = [self.sides(self.totals(end)) for end in ends]
        return [max(sides) - sides[seat] for sides in after]
