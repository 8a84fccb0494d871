"""What games tell of players, counted from game files by whoever reads what the statistics' pages say of themselves.

Points are added up here from what cards cost, by the few rules that these games are played by; nothing of
`trexscore.rules` or `trexscore.league` is asked.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from tests.support.tables import Json

LETTERS = "ABCD"
CONTRACTS = ("king_of_hearts", "queens", "diamonds", "collections", "trex")
COST = {"king_of_hearts": 75, "queens": 25, "diamonds": 10, "collections": 15}
PART = {"collections": "tricks"}
TREX = (200, 150, 100, 50)
Values = tuple[Fraction | None, int]
"""An average or a share, and of how many values."""


class Table(NamedTuple):
    """The rules of a table, as far as these games differ in them."""

    preset: str
    pairs: bool = False
    doubling: bool = True
    leader_gains: bool = False
    """Whoever takes a card of their own that they doubled pays twice, and who led the trick gains."""
    fewer: bool = False
    """Points have the other sign, and the fewest win."""


class CardTaken(NamedTuple):
    cost: int
    taker: int
    holder: int | None
    leader: int | None


@dataclass(frozen=True)
class Deal:
    """A deal: by contract what each of the four has of it, more being better."""

    said: Json
    table: Table

    @property
    def king(self) -> int:
        return LETTERS.index(self.said["king"])

    @property
    def contracts(self) -> Sequence[str]:
        found: list[str] = self.said["contracts"]
        return found

    def cards(self, contract: str) -> list[CardTaken]:
        captures = self.said["captures"]
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
        """How many diamonds or tricks each has taken."""
        return [self.said["captures"][PART.get(contract, contract)][letter] for letter in LETTERS]

    def order(self) -> list[int]:
        """Who was rid of all cards first, second, third, last."""
        return [LETTERS.index(letter) for letter in self.said["captures"]["trex"]]

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
        """The cards that were doubled, and what that changed for each of the four."""
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
        return [Deal(said, self.table) for said in self.file["deals"] if "contracts" in said]

    def kingdoms(self) -> list[tuple[int, list[Deal]]]:
        return [(king, list(deals)) for king, deals in groupby(self.deals, key=lambda deal: deal.king)]

    def whole_kingdoms(self) -> list[tuple[int, list[Deal]]]:
        return [(king, deals) for king, deals in self.kingdoms() if sum(len(deal.contracts) for deal in deals) == 5]

    @property
    def complete(self) -> bool:
        return len(self.whole_kingdoms()) == 4

    def totals(self, entries: int | None = None) -> list[int]:
        """Everybody's points, or those after so many entries: deals, and what was adjusted among them."""
        points = [0, 0, 0, 0]
        way = -1 if self.table.fewer else 1
        for said in self.file["deals"][:entries]:
            adjusted = [way * said["adjustment"].get(letter, 0) for letter in LETTERS] if "adjustment" in said else None
            more = adjusted or Deal(said, self.table).total()
            points = [one + other for one, other in zip(points, more, strict=True)]
        return points

    def counting(self) -> list[int]:
        """What counts of the game in the club: all of it, or of a game broken off what its whole kingdoms brought."""
        over = [king for king, _ in self.whole_kingdoms()]
        broken_off = [deal.total() for deal in self.deals if deal.king not in over]
        return [total - sum(deal[seat] for deal in broken_off) for seat, total in enumerate(self.totals())]

    def sides(self, points: Sequence[int]) -> list[int]:
        """The points of each seat with its partner's, where there is one."""
        return [points[seat] + (points[(seat + 2) % 4] if self.table.pairs else 0) for seat in range(4)]

    def places(self) -> list[int]:
        """Of a shared place the better one. Of two pairs there are two places."""
        mine = self.sides(self.counting())
        each = mine[:2] if self.table.pairs else mine
        return [1 + sum(1 for other in each if other > one) for one in mine]

    def behind(self, seat: int) -> list[int]:
        """How many points this seat was behind the first after the last deal of one, two and three kingdoms."""
        entries = self.file["deals"]
        ends = [entries.index(deals[-1].said) + 1 for _king, deals in self.kingdoms()[:3]]
        after = [self.sides(self.totals(end)) for end in ends]
        return [max(sides) - sides[seat] for sides in after]


class Sat(NamedTuple):
    """A game with the seat of whoever is looked at."""

    game: Game
    seat: int

    @property
    def won(self) -> bool:
        return self.game.places()[self.seat] == 1

    @property
    def comeback(self) -> int:
        """How far behind at worst, in a game that was won."""
        return max(self.game.behind(self.seat)) if self.won else 0


def sat(games: Iterable[Game], member: int) -> list[Sat]:
    return [Sat(game, game.who.index(member)) for game in games if member in game.who]


def average(values: Iterable[int | bool]) -> Values:
    """Of these values; none of none."""
    found = [int(one) for one in values]
    return (Fraction(sum(found), len(found)) if found else None, len(found))


def _rate(times: int, out_of: int) -> Values:
    return (Fraction(times, out_of) if out_of else None, out_of)


def deals_of(those: Iterable[Sat], contract: str) -> Iterator[tuple[Deal, int]]:
    for game, seat in those:
        for deal in game.deals:
            if contract in deal.contracts:
                yield deal, seat


def counted(those: Sequence[Sat]) -> dict[str, Values]:
    """All that hangs on no points."""
    whole = [one for one in those if one.game.complete]
    cards = [(game, seat, card) for game, seat in those for deal in game.deals for card, _ in deal.doubled()]
    mine = [(game, seat, card.taker) for game, seat, card in cards if card.holder == seat]
    eaten = [card for _, seat, card in cards if card.taker == seat != card.holder]
    chances = sum(deal.could_double() for game, _ in those for deal in game.deals)
    partner = [game.table.pairs and taker == (seat + 2) % 4 for game, seat, taker in mine]
    return {
        "won": average(one.won for one in those),
        "place": average(one.game.places()[one.seat] for one in those),
        "trex_place": average(deal.order().index(seat) + 1 for deal, seat in deals_of(those, "trex")),
        "kings_of_hearts_taken": average(
            deal.cards("king_of_hearts")[0].taker == seat for deal, seat in deals_of(those, "king_of_hearts")
        ),
        "queens_taken": average(
            sum(card.taker == seat for card in deal.cards("queens")) for deal, seat in deals_of(those, "queens")
        ),
        "diamonds_taken": average(deal.counted("diamonds")[seat] for deal, seat in deals_of(those, "diamonds")),
        "tricks_taken": average(deal.counted("collections")[seat] for deal, seat in deals_of(those, "collections")),
        "doubling_often": _rate(len(mine), chances),
        "doubling_paid_off": average(
            taker != seat and not with_partner for (_, seat, taker), with_partner in zip(mine, partner, strict=True)
        ),
        "doubling_backfired": average(taker == seat for _, seat, taker in mine),
        "doubling_to_partner": average(partner),
        "doubled_eaten": _rate(len(eaten), chances),
        "comebacks": average(one.comeback > 0 for one in whole),
    }


def in_points(those: Sequence[Sat]) -> dict[str, Values]:
    """Average points, of games by like rules."""
    whole = [one for one in those if one.game.complete]
    changed = [(card, more, seat) for game, seat in those for deal in game.deals for card, more in deal.doubled()]
    return {
        "game_points": average(game.totals()[seat] for game, seat in whole),
        "kingdom_points": average(kingdom_points(those)),
        "doubling_earned": average(more[seat] for card, more, seat in changed if card.holder == seat),
        "eaten_cost": average(more[seat] for card, more, seat in changed if card.taker == seat != card.holder),
        "comeback_points": average(one.comeback for one in whole if one.comeback),
    }


def kingdom_points(those: Sequence[Sat]) -> list[int]:
    """What each own kingdom has brought that was played to its end."""
    return [
        sum(deal.total()[seat] for deal in deals)
        for game, seat in those
        for king, deals in game.whole_kingdoms()
        if king == seat
    ]


def by_contract(those: Sequence[Sat]) -> dict[str, tuple[Values, Values]]:
    """Average points of a deal of each contract as king, and not as king."""

    def points(contract: str, which: Callable[[Deal, int], bool]) -> Values:
        return average(deal.points(contract)[seat] for deal, seat in deals_of(those, contract) if which(deal, seat))

    return {
        contract: (
            points(contract, lambda deal, seat: deal.king == seat),
            points(contract, lambda deal, seat: deal.king != seat),
        )
        for contract in CONTRACTS
    }


def chosen_first(those: Sequence[Sat]) -> dict[str, Values]:
    """With which contracts own kingdoms began."""
    first = [deals[0].contracts for game, seat in those for king, deals in game.kingdoms() if king == seat]
    return {contract: average(contract in contracts for contracts in first) for contract in CONTRACTS}


def trex_places(those: Sequence[Sat]) -> list[Values]:
    return [average(deal.order()[place] == seat for deal, seat in deals_of(those, "trex")) for place in range(4)]


def won_from_behind(those: Sequence[Sat]) -> list[Values]:
    whole = [one for one in those if one.game.complete]
    return [average(one.won for one in whole if one.game.behind(one.seat)[kingdoms]) for kingdoms in range(3)]


def extremes(those: Sequence[Sat]) -> list[int | None]:
    """Best and worst own kingdom, best and worst game, biggest comeback."""
    whole = [one for one in those if one.game.complete]
    kingdoms, games = kingdom_points(those), [game.totals()[seat] for game, seat in whole]
    back = [one.comeback for one in whole if one.comeback]
    return [
        max(kingdoms, default=None),
        min(kingdoms, default=None),
        max(games, default=None),
        min(games, default=None),
        max(back, default=None),
    ]


def head_to_head(games: Sequence[Game], one: int, other: int) -> tuple[int, int, int]:
    """How often one finished before, level with and behind the other; partners do not play against each other."""
    found = [0, 0, 0]
    for game in games:
        if {one, other} <= {*game.who}:
            mine, theirs = game.who.index(one), game.who.index(other)
            if not (game.table.pairs and (mine + theirs) % 2 == 0):
                places = game.places()
                found[1 + (places[mine] > places[theirs]) - (places[mine] < places[theirs])] += 1
    return found[0], found[1], found[2]


def nemesis(games: Sequence[Game], member: int, others: Iterable[int], least: int) -> set[int]:
    """Against whom it goes worst: level is half a time, of equals those met most; nobody who is beaten as often."""
    met = {other: head_to_head(games, member, other) for other in others}
    worse = {
        other: (Fraction(2 * before + level, 2 * (before + level + behind)), -(before + level + behind))
        for other, (before, level, behind) in met.items()
        if before + level + behind >= least and before < behind
    }
    return {other for other, how in worse.items() if how == min(worse.values())}


def best_partner(games: Sequence[Game], member: int, others: Iterable[int], least: int) -> set[int]:
    """With whom the largest share was won; of equals those played with most often, and nobody with no win."""
    found = {}
    for other in others:
        together = [
            one for one in sat(games, member) if one.game.table.pairs and one.game.who[(one.seat + 2) % 4] == other
        ]
        wins = sum(one.won for one in together)
        if len(together) >= least and wins:
            found[other] = (Fraction(wins, len(together)), len(together))
    return {other for other, how in found.items() if how == max(found.values())}
