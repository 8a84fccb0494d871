"""Statistics of players, calculated without `trexscore.league` from the explanations on the pages."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from tests.support.plain.deals import CONTRACTS, Deal, Game

Values = tuple[Fraction | None, int]
"""An average or a share, and its number of values."""


class SeatedGame(NamedTuple):
    """A game and the seat of a player in it."""

    game: Game
    seat: int

    @property
    def partner(self) -> int:
        return (self.seat + 2) % 4

    @property
    def won(self) -> bool:
        return self.game.finishes()[self.seat] == 1

    @property
    def comeback(self) -> int:
        """The largest deficit in a won game, or 0 if it is less than 50 points."""
        worst = max(self.game.deficits(self.seat)) if self.won else 0
        return worst if worst >= 50 else 0


def seated_games_of(games: Iterable[Game], member: int) -> list[SeatedGame]:
    return [SeatedGame(game, game.players.index(member)) for game in games if member in game.players]


def average(values: Iterable[int | bool]) -> Values:
    """The average of these values; None without any."""
    numbers = [int(value) for value in values]
    return (Fraction(sum(numbers), len(numbers)) if numbers else None, len(numbers))


def _rate(times: int, case_count: int) -> Values:
    return (Fraction(times, case_count) if case_count else None, case_count)


def deals_of(seated_games: Iterable[SeatedGame], contract: str) -> Iterator[tuple[Deal, int]]:
    for game, seat in seated_games:
        for deal in game.deals:
            if contract in deal.contracts:
                yield deal, seat


def count_measures(seated_games: Sequence[SeatedGame]) -> dict[str, Values]:
    """All measures that do not depend on points."""
    complete = [seated_game for seated_game in seated_games if seated_game.game.complete]
    doubled_cards = [
        (game, seat, card) for game, seat in seated_games for deal in game.deals for card, _ in deal.doubled_cards()
    ]
    own_doubled_cards = [(game, seat, card.taker) for game, seat, card in doubled_cards if card.holder == seat]
    doubled_cards_taken = [card for _, seat, card in doubled_cards if card.taker == seat != card.holder]
    doublable_deals = sum(deal.has_doublable_card() for game, _ in seated_games for deal in game.deals)
    taken_by_partner = [game.table.pairs and taker == (seat + 2) % 4 for game, seat, taker in own_doubled_cards]
    return {
        "won": average(seated_game.won for seated_game in seated_games),
        "place": average(seated_game.game.finishes()[seated_game.seat] for seated_game in seated_games),
        "trex_place": average(deal.trex_order().index(seat) + 1 for deal, seat in deals_of(seated_games, "trex")),
        "kings_of_hearts_taken": average(
            deal.cards("king_of_hearts")[0].taker == seat for deal, seat in deals_of(seated_games, "king_of_hearts")
        ),
        "queens_taken": average(
            sum(card.taker == seat for card in deal.cards("queens")) for deal, seat in deals_of(seated_games, "queens")
        ),
        "diamonds_taken": average(
            deal.taken_counts("diamonds")[seat] for deal, seat in deals_of(seated_games, "diamonds")
        ),
        "tricks_taken": average(
            deal.taken_counts("collections")[seat] for deal, seat in deals_of(seated_games, "collections")
        ),
        "doubling_often": _rate(len(own_doubled_cards), doublable_deals),
        "doubling_paid_off": average(
            taker != seat and not with_partner
            for (_, seat, taker), with_partner in zip(own_doubled_cards, taken_by_partner, strict=True)
        ),
        "doubling_backfired": average(taker == seat for _, seat, taker in own_doubled_cards),
        "doubling_to_partner": average(taken_by_partner),
        "doubled_eaten": _rate(len(doubled_cards_taken), doublable_deals),
        "comebacks": average(seated_game.comeback > 0 for seated_game in complete),
    }


def point_measures(seated_games: Sequence[SeatedGame]) -> dict[str, Values]:
    """Average points, of games with the same rules."""
    complete = [seated_game for seated_game in seated_games if seated_game.game.complete]
    changed = [
        (card, point_changes, seat)
        for game, seat in seated_games
        for deal in game.deals
        for card, point_changes in deal.doubled_cards()
    ]
    return {
        "game_points": average(game.totals()[seat] for game, seat in complete),
        "kingdom_points": average(kingdom_points(seated_games)),
        "doubling_earned": average(point_changes[seat] for card, point_changes, seat in changed if card.holder == seat),
        "eaten_cost": average(
            point_changes[seat] for card, point_changes, seat in changed if card.taker == seat != card.holder
        ),
        "comeback_points": average(seated_game.comeback for seated_game in complete if seated_game.comeback),
    }


def kingdom_points(seated_games: Sequence[SeatedGame]) -> list[int]:
    """The points of each completed own kingdom."""
    return [
        sum(deal.total()[seat] for deal in deals)
        for game, seat in seated_games
        for king, deals in game.complete_kingdoms()
        if king == seat
    ]


def by_contract(seated_games: Sequence[SeatedGame]) -> dict[str, tuple[Values, Values]]:
    """Average points of a deal of each contract as king, and not as king."""

    def points(contract: str, condition: Callable[[Deal, int], bool]) -> Values:
        return average(
            deal.points(contract)[seat] for deal, seat in deals_of(seated_games, contract) if condition(deal, seat)
        )

    return {
        contract: (
            points(contract, lambda deal, seat: deal.king == seat),
            points(contract, lambda deal, seat: deal.king != seat),
        )
        for contract in CONTRACTS
    }


def chosen_first(seated_games: Sequence[SeatedGame]) -> dict[str, Values]:
    """How often each contract was in the first deal of own kingdoms."""
    first_contracts = [
        deals[0].contracts for game, seat in seated_games for king, deals in game.kingdoms() if king == seat
    ]
    return {contract: average(contract in contracts for contracts in first_contracts) for contract in CONTRACTS}


def trex_place_shares(seated_games: Sequence[SeatedGame]) -> list[Values]:
    return [
        average(deal.trex_order()[place] == seat for deal, seat in deals_of(seated_games, "trex")) for place in range(4)
    ]


def comeback_shares(seated_games: Sequence[SeatedGame]) -> list[Values]:
    complete = [seated_game for seated_game in seated_games if seated_game.game.complete]
    return [
        average(seated_game.won for seated_game in complete if seated_game.game.deficits(seated_game.seat)[kingdoms])
        for kingdoms in range(3)
    ]


def extremes(seated_games: Sequence[SeatedGame]) -> list[int | None]:
    """Best and worst own kingdom, best and worst game, biggest comeback."""
    complete = [seated_game for seated_game in seated_games if seated_game.game.complete]
    kingdoms, games = kingdom_points(seated_games), [game.totals()[seat] for game, seat in complete]
    comebacks = [seated_game.comeback for seated_game in complete if seated_game.comeback]
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
                finishes = game.finishes()
                counts[1 + (finishes[seat] > finishes[opponent_seat]) - (finishes[seat] < finishes[opponent_seat])] += 1
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
        joint_games = [
            seated_game
            for seated_game in seated_games_of(games, member)
            if seated_game.game.table.pairs and seated_game.game.players[seated_game.partner] == other
        ]
        wins = sum(seated_game.won for seated_game in joint_games)
        if len(joint_games) >= minimum_games and wins:
            ranking_keys[other] = (Fraction(wins + 5, len(joint_games) + 10), len(joint_games))
    return {other for other, key in ranking_keys.items() if key == max(ranking_keys.values())}
