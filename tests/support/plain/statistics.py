"""Statistics of players, calculated without `trexscore.league` from the explanations on the pages."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from tests.support.plain.deals import CONTRACTS, Deal, Game

Values = tuple[Fraction | None, int]
"""An average or a share, and its number of values."""


class Sitting(NamedTuple):
    """A game and the seat of a player in it."""

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
        """The largest deficit in a won game, or 0 if it is less than 50 points."""
        worst = max(self.game.deficits(self.seat)) if self.won else 0
        return worst if worst >= 50 else 0


def sittings_of(games: Iterable[Game], member: int) -> list[Sitting]:
    return [Sitting(game, game.players.index(member)) for game in games if member in game.players]


def average(values: Iterable[int | bool]) -> Values:
    """The average of these values; None without any."""
    numbers = [int(value) for value in values]
    return (Fraction(sum(numbers), len(numbers)) if numbers else None, len(numbers))


def _rate(times: int, case_count: int) -> Values:
    return (Fraction(times, case_count) if case_count else None, case_count)


def deals_of(sittings: Iterable[Sitting], contract: str) -> Iterator[tuple[Deal, int]]:
    for game, seat in sittings:
        for deal in game.deals:
            if contract in deal.contracts:
                yield deal, seat


def count_measures(sittings: Sequence[Sitting]) -> dict[str, Values]:
    """All measures that do not depend on points."""
    complete = [sitting for sitting in sittings if sitting.game.complete]
    doubled_cards = [
        (game, seat, card) for game, seat in sittings for deal in game.deals for card, _ in deal.doubled_cards()
    ]
    own_doubled = [(game, seat, card.taker) for game, seat, card in doubled_cards if card.holder == seat]
    eaten = [card for _, seat, card in doubled_cards if card.taker == seat != card.holder]
    chances = sum(deal.could_double() for game, _ in sittings for deal in game.deals)
    taken_by_partner = [game.table.pairs and taker == (seat + 2) % 4 for game, seat, taker in own_doubled]
    return {
        "won": average(sitting.won for sitting in sittings),
        "place": average(sitting.game.places()[sitting.seat] for sitting in sittings),
        "trex_place": average(deal.trex_order().index(seat) + 1 for deal, seat in deals_of(sittings, "trex")),
        "kings_of_hearts_taken": average(
            deal.cards("king_of_hearts")[0].taker == seat for deal, seat in deals_of(sittings, "king_of_hearts")
        ),
        "queens_taken": average(
            sum(card.taker == seat for card in deal.cards("queens")) for deal, seat in deals_of(sittings, "queens")
        ),
        "diamonds_taken": average(deal.taken_counts("diamonds")[seat] for deal, seat in deals_of(sittings, "diamonds")),
        "tricks_taken": average(
            deal.taken_counts("collections")[seat] for deal, seat in deals_of(sittings, "collections")
        ),
        "doubling_often": _rate(len(own_doubled), chances),
        "doubling_paid_off": average(
            taker != seat and not with_partner
            for (_, seat, taker), with_partner in zip(own_doubled, taken_by_partner, strict=True)
        ),
        "doubling_backfired": average(taker == seat for _, seat, taker in own_doubled),
        "doubling_to_partner": average(taken_by_partner),
        "doubled_eaten": _rate(len(eaten), chances),
        "comebacks": average(sitting.comeback > 0 for sitting in complete),
    }


def point_measures(sittings: Sequence[Sitting]) -> dict[str, Values]:
    """Average points, of games with the same rules."""
    complete = [sitting for sitting in sittings if sitting.game.complete]
    changed = [
        (card, point_changes, seat)
        for game, seat in sittings
        for deal in game.deals
        for card, point_changes in deal.doubled_cards()
    ]
    return {
        "game_points": average(game.totals()[seat] for game, seat in complete),
        "kingdom_points": average(kingdom_points(sittings)),
        "doubling_earned": average(point_changes[seat] for card, point_changes, seat in changed if card.holder == seat),
        "eaten_cost": average(
            point_changes[seat] for card, point_changes, seat in changed if card.taker == seat != card.holder
        ),
        "comeback_points": average(sitting.comeback for sitting in complete if sitting.comeback),
    }


def kingdom_points(sittings: Sequence[Sitting]) -> list[int]:
    """The points of each completed own kingdom."""
    return [
        sum(deal.total()[seat] for deal in deals)
        for game, seat in sittings
        for king, deals in game.whole_kingdoms()
        if king == seat
    ]


def by_contract(sittings: Sequence[Sitting]) -> dict[str, tuple[Values, Values]]:
    """Average points of a deal of each contract as king, and not as king."""

    def points(contract: str, condition: Callable[[Deal, int], bool]) -> Values:
        return average(
            deal.points(contract)[seat] for deal, seat in deals_of(sittings, contract) if condition(deal, seat)
        )

    return {
        contract: (
            points(contract, lambda deal, seat: deal.king == seat),
            points(contract, lambda deal, seat: deal.king != seat),
        )
        for contract in CONTRACTS
    }


def chosen_first(sittings: Sequence[Sitting]) -> dict[str, Values]:
    """How often each contract was in the first deal of own kingdoms."""
    first_contracts = [deals[0].contracts for game, seat in sittings for king, deals in game.kingdoms() if king == seat]
    return {contract: average(contract in contracts for contracts in first_contracts) for contract in CONTRACTS}


def trex_place_shares(sittings: Sequence[Sitting]) -> list[Values]:
    return [
        average(deal.trex_order()[place] == seat for deal, seat in deals_of(sittings, "trex")) for place in range(4)
    ]


def comeback_shares(sittings: Sequence[Sitting]) -> list[Values]:
    complete = [sitting for sitting in sittings if sitting.game.complete]
    return [
        average(sitting.won for sitting in complete if sitting.game.deficits(sitting.seat)[kingdoms])
        for kingdoms in range(3)
    ]


def extremes(sittings: Sequence[Sitting]) -> list[int | None]:
    """Best and worst own kingdom, best and worst game, biggest comeback."""
    complete = [sitting for sitting in sittings if sitting.game.complete]
    kingdoms, games = kingdom_points(sittings), [game.totals()[seat] for game, seat in complete]
    comebacks = [sitting.comeback for sitting in complete if sitting.comeback]
    return [
        max(kingdoms, default=None),
        min(kingdoms, default=None),
        max(games, default=None),
        min(games, default=None),
        max(comebacks, default=None),
    ]


def head_to_head(games: Sequence[Game], member: int, opponent: int) -> tuple[int, int, int]:
    """How often the member finished before, level with and behind the opponent; games as partners do not count."""
    counts = [0, 0, 0]
    for game in games:
        if {member, opponent} <= {*game.players}:
            seat, opponent_seat = game.players.index(member), game.players.index(opponent)
            if not (game.table.pairs and (seat + opponent_seat) % 2 == 0):
                places = game.places()
                counts[1 + (places[seat] > places[opponent_seat]) - (places[seat] < places[opponent_seat])] += 1
    return counts[0], counts[1], counts[2]


def nemeses(games: Sequence[Game], member: int, others: Iterable[int], minimum_games: int) -> set[int]:
    """The opponents with the worst record. Ten tied games are added to each record; ties go to the most games."""
    records = {other: head_to_head(games, member, other) for other in others}
    ranking_keys = {
        other: (Fraction(2 * before + level + 10, 2 * (before + level + behind + 10)), -(before + level + behind))
        for other, (before, level, behind) in records.items()
        if before + level + behind >= minimum_games and before < behind
    }
    return {other for other, key in ranking_keys.items() if key == min(ranking_keys.values())}


def best_partner(games: Sequence[Game], member: int, others: Iterable[int], minimum_games: int) -> set[int]:
    """The partners with the largest share of wins. Ten games with five wins are added; none without a win."""
    ranking_keys = {}
    for other in others:
        joint_sittings = [
            sitting
            for sitting in sittings_of(games, member)
            if sitting.game.table.pairs and sitting.game.players[sitting.partner] == other
        ]
        wins = sum(sitting.won for sitting in joint_sittings)
        if len(joint_sittings) >= minimum_games and wins:
            ranking_keys[other] = (Fraction(wins + 5, len(joint_sittings) + 10), len(joint_sittings))
    return {other for other, key in ranking_keys.items() if key == max(ranking_keys.values())}
