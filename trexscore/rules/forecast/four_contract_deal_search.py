"""Distributes cards, diamonds and tricks over several deals of all four contracts, by simple methods only."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from trexscore.rules.captures import TakenCard
from trexscore.rules.cards import CARDS_PER_SUIT, CARDS_PER_TRICK, QUEENS
from trexscore.rules.forecast.diamond_and_trick_shares import (
    DiamondAndTrickShares,
    DistributionTask,
    FewestTricksFunction,
    distribute_diamonds_and_tricks,
)
from trexscore.rules.forecast.four_contract_deals import (
    FiveTakenCards,
    FourContractDeal,
    fewest_tricks_function,
    trick_needs_of_five_cards,
)
from trexscore.rules.forecast.item_outcomes import ItemKind, ItemOutcome
from trexscore.rules.seats import SEATS, BySeat, Seat


def find_four_contract_deals(
    kings: Sequence[Seat], assigned_outcomes: Sequence[tuple[ItemKind, ItemOutcome, int]], task: DistributionTask
) -> tuple[FourContractDeal, ...]:
    """Deals of these kings with exactly these cards, and counts within the limits; empty if none are found."""
    taken_cards_by_kind: dict[ItemKind, list[TakenCard]] = {ItemKind.KING: [], ItemKind.QUEEN: []}
    for kind, way, n in assigned_outcomes:
        if isinstance(way.capture_or_trex_order, TakenCard):
            taken_cards_by_kind[kind] += [way.capture_or_trex_order] * n
    for cards_of_deals in _simple_card_arrangements(
        len(kings), taken_cards_by_kind[ItemKind.KING], taken_cards_by_kind[ItemKind.QUEEN]
    ):
        shares = distribute_diamonds_and_tricks(task, _estimated_tricks_function(kings, cards_of_deals))
        for order in permutations(SEATS):
            deals = _fill_deals(kings, cards_of_deals, shares, order) if shares else ()
            if deals:
                return deals
    return ()


def _estimated_tricks_function(kings: Sequence[Seat], cards_of_deals: Sequence[FiveTakenCards]) -> FewestTricksFunction:
    """Tricks that are usually enough for all deals, for any distribution of the diamonds over them."""
    needs = [trick_needs_of_five_cards(king, cards) for king, cards in zip(kings, cards_of_deals, strict=True)]

    def estimated_tricks_for_all_deals(seat: Seat, diamonds: int) -> int | None:
        queens = sum(cards[1].taken_by is seat for cards in cards_of_deals)
        if diamonds < queens:
            return None
        non_diamonds = sum(needs_of_deal.non_diamond_counts[seat] for needs_of_deal in needs)
        spread = min(len(kings), non_diamonds + diamonds) - 1 if non_diamonds + diamonds else 0
        fewest_tricks = sum(needs_of_deal.fewest_tricks[seat] for needs_of_deal in needs)
        return max(fewest_tricks, -(-(non_diamonds + diamonds) // CARDS_PER_TRICK) + spread)

    return estimated_tricks_for_all_deals


def _simple_card_arrangements(
    deal_count: int, taken_kings: list[TakenCard], taken_queens: list[TakenCard]
) -> Iterator[list[FiveTakenCards]]:
    """Yields the cards of each deal, the queen of diamonds second, with each taker's queens together or apart."""
    by_taker = sorted(taken_queens, key=lambda taken: taken.taken_by)
    for arranged in (by_taker, [queen for first in range(deal_count) for queen in by_taker[first::deal_count]]):
        queens_of_deals = [arranged[n * len(QUEENS) : (n + 1) * len(QUEENS)] for n in range(deal_count)]
        for of_diamonds in range(len(QUEENS)):
            yield [
                (king, *queens[of_diamonds:], *queens[:of_diamonds])
                for king, queens in zip(taken_kings, queens_of_deals, strict=True)
            ]


def _fill_deals(
    kings: Sequence[Seat],
    cards_of_deals: Sequence[FiveTakenCards],
    shares: DiamondAndTrickShares,
    seat_order: Sequence[Seat],
) -> tuple[FourContractDeal, ...]:
    """Give each taker of a queen of diamonds a diamond in that deal, then fill in the rest, with tricks as needed."""
    diamonds, tricks = list(shares.diamonds), list(shares.tricks)
    for cards in cards_of_deals:
        diamonds[cards[1].taken_by] -= 1
    if min(diamonds) < 0:
        return ()
    filled_deals = []
    for king, cards in zip(kings, cards_of_deals, strict=True):
        diamonds_of_deal = [int(seat is cards[1].taken_by) for seat in SEATS]
        _fill_to_thirteen(diamonds_of_deal, diamonds, seat_order)
        fewest_tricks = fewest_tricks_function(king, cards)
        tricks_of_deal = [fewest_tricks(seat, diamonds_of_deal[seat]) or 0 for seat in SEATS]
        tricks = [left - more for left, more in zip(tricks, tricks_of_deal, strict=True)]
        if min(tricks) < 0 or sum(tricks_of_deal) > CARDS_PER_SUIT:
            return ()
        filled_deals.append((king, cards, diamonds_of_deal, tricks_of_deal))
    for *_, tricks_of_deal in filled_deals:
        _fill_to_thirteen(tricks_of_deal, tricks, seat_order)
    return tuple(
        FourContractDeal(king, cards, BySeat(*diamonds_of_deal), BySeat(*tricks_of_deal))
        for king, cards, diamonds_of_deal, tricks_of_deal in filled_deals
    )


def _fill_to_thirteen(counts_held: list[int], counts_left: list[int], seat_order: Sequence[Seat]) -> None:
    """Move counts from `counts_left` to `counts_held` until `counts_held` has thirteen."""
    for seat in seat_order:
        more = min(counts_left[seat], CARDS_PER_SUIT - sum(counts_held))
        counts_held[seat] += more
        counts_left[seat] -= more
