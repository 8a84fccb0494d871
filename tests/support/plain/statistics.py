"""Statistics of players, calculated independently from the explanations on the pages."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from tests.support.plain.deals import CONTRACTS, Deal, Game

Values = tuple[Fraction | None, int]
"""An average or a share, and its number of values."""


class Sat(NamedTuple):
    """A game with the seat of the player in question."""

    game: Game
    seat: int

    @property
    def partner(self) -> int:
        return (self.seat + 2) % 4

    @property
    def won(self) -> bool:
        return self.game.places()[self.seat] == 1

    @property
    def comeback(self) -> int:
        """The largest deficit in a won game; less than 50 points is none."""
        worst = max(self.game.behind(self.seat)) if self.won else 0
        return worst if worst >= 50 else 0


def sat(games: Iterable[Game], member: int) -> list[Sat]:
    return [Sat(game, game.who.index(member)) for game in games if member in game.who]


def average(values: Iterable[int | bool]) -> Values:
    """The average of these values; None without any."""
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
    """All measures that do not depend on points."""
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


def point_measures(those: Sequence[Sat]) -> dict[str, Values]:
    """Average points, of games with the same rules."""
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
    """The points of each completed own kingdom."""
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
    """The contracts with which own kingdoms began."""
    first = [deals[0].contracts for game, seat in those for king, deals in game.kingdoms() if king == seat]
    return {contract: average(contract in contracts for contracts in first) for contract in CONTRACTS}


def trex_place_shares(those: Sequence[Sat]) -> list[Values]:
    return [average(deal.order()[place] == seat for deal, seat in deals_of(those, "trex")) for place in range(4)]


def comeback_shares(those: Sequence[Sat]) -> list[Values]:
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


def nemeses(games: Sequence[Game], member: int, others: Iterable[int], least: int) -> set[int]:
    """Opponents with the worst record, ten more games level; of equals those met most; none if all are even."""
    met = {other: head_to_head(games, member, other) for other in others}
    worse = {
        other: (Fraction(2 * before + level + 10, 2 * (before + level + behind + 10)), -(before + level + behind))
        for other, (before, level, behind) in met.items()
        if before + level + behind >= least and before < behind
    }
    return {other for other, how in worse.items() if how == min(worse.values())}


def best_partner(games: Sequence[Game], member: int, others: Iterable[int], least: int) -> set[int]:
    """The partners with the largest share of wins, five of ten more games taken as won; none without a win."""
    found = {}
    for other in others:
        together = [one for one in sat(games, member) if one.game.table.pairs and one.game.who[one.partner] == other]
        wins = sum(one.won for one in together)
        if len(together) >= least and wins:
            found[other] = (Fraction(wins + 5, len(together) + 10), len(together))
    return {other for other, how in found.items() if how == max(found.values())}
