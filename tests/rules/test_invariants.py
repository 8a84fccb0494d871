"""Invariants of scoring under every preset and random options, numbered as in docs/rules.md."""

from itertools import product
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.support.games import GameJson, games, rules_of
from trexscore.game.file.game import read_game_file
from trexscore.rules.captures import Captures, TakenCard
from trexscore.rules.cards import QUEENS, Card, Contract
from trexscore.rules.contract_set import (
    ALL_FIVE_CONTRACTS,
    ALL_FOUR_PENALTY_CONTRACTS,
    TREX_ALONE,
    ContractSet,
    contract_set_of,
)
from trexscore.rules.expected_sum import doubling_sum_change, expected_sum, undoubled_sum
from trexscore.rules.game import Game
from trexscore.rules.presets import PRESETS, STANDARD_PRESET
from trexscore.rules.scoring import scorer_of
from trexscore.rules.seats import SEATS, BySeat, Seat
from trexscore.rules.validation import playable_contract_sets

EVERY_CAPTURE = [TakenCard(*seats) for seats in product(SEATS, (None, *SEATS), (None, *SEATS))]
UNDOUBLED = {"king_of_hearts": -75, "queens": -100, "diamonds": -130, "collections": -195, "trex": 500}


def play(game: GameJson) -> Game:
    played = read_game_file(game).play()
    assert not played.refusals
    return played.game


def doubling_change(game: GameJson) -> int:
    """By how much the doubled cards change the sum of a game."""
    rules = rules_of(game)
    return sum(
        doubling_sum_change(rules, *card) for entry in read_game_file(game).entries for card in entry.captures.cards
    )


@given(games(preset="no_doubling"))
def test_1_undoubled_sum_equals_contract_values(game: GameJson) -> None:
    game["house_rules"]["options"] |= {"doubling": "off", "signs": "normal"}
    for entry in game["deals"]:
        for part in entry.get("captures", {}).values():
            for card in (part, *part.values()) if isinstance(part, dict) else ():
                if isinstance(card, dict):
                    card.pop("doubled_by", None)
    for deal in play(game).deals:
        assert deal.sum == sum(UNDOUBLED[contract] for contract in deal.contract_set.contracts)


def test_2_doubled_card_changes_sum_as_expected() -> None:
    doubler_bonuses = ("single", "none", "double")
    own_captures = ("single", "leader_gains", "leader_gains_unless_self_led", "double", "quadruple")
    partner_captures = ("as_individuals", "single", "no_bonus", "opponents_gain")
    king = contract_set_of((Contract.KING_OF_HEARTS,))
    for doubler_bonus, own_capture, partner_capture, pairs, signs in product(
        doubler_bonuses, own_captures, partner_captures, (False, True), ("normal", "reversed")
    ):
        rules = STANDARD_PRESET.rules.__class__(
            doubler_bonus=doubler_bonus,  # type: ignore[arg-type]
            own_capture=own_capture,  # type: ignore[arg-type]
            partner_capture=partner_capture,  # type: ignore[arg-type]
            partnership=pairs,
            signs=signs,  # type: ignore[arg-type]
        )
        for taken in EVERY_CAPTURE:
            if rules.own_capture_pays_leader and taken.doubled_by is taken.taken_by and taken.led_by is None:
                continue  # refused, except after a revoke, where it costs as much as undoubled
            captures = Captures(((Card.KING_OF_HEARTS, taken),))
            assert sum(scorer_of(rules).score(captures).points) == expected_sum(rules, king, captures)


@given(games())
def test_2_kingdom_sum_equals_expected_sum(game: GameJson) -> None:
    for kingdom in play(game).kingdoms:
        assert kingdom.sum == kingdom.expected_sum


@given(games())
def test_3_totals_follow_begun_kingdoms(game: GameJson) -> None:
    rules, played = rules_of(game), play(game)
    open_contracts_sum = sum(
        undoubled_sum(rules, played.kingdoms_progress.contracts_left_by_king[king])
        for king in played.kingdoms_progress.kings_so_far
    )
    begun_kingdoms_sum = len(played.kingdoms_progress.kings_so_far) * undoubled_sum(rules, ALL_FIVE_CONTRACTS)
    assert sum(played.totals) == begun_kingdoms_sum - open_contracts_sum + doubling_change(game)


@given(games(preset="combination"))
def test_4_grouping_signs_and_teams_keep_sums(game: GameJson) -> None:
    played = play(game)
    options = game["house_rules"]["options"]
    other_signs = "normal" if options.get("signs") == "reversed" else "reversed"
    reversed_game = game | {"house_rules": {"preset": "combination", "options": options | {"signs": other_signs}}}
    for deal, other in zip(played.deals, play(reversed_game).deals, strict=True):
        assert other.points == deal.points.map(int.__neg__)
    assert played.team_totals is None or sum(played.team_totals) == sum(played.totals)
    scorer = scorer_of(rules_of(game))
    for deal, entry in zip(
        played.deals, (recorded for recorded in read_game_file(game).entries if recorded.is_deal), strict=True
    ):
        cards, diamonds, tricks, trex = entry.captures
        separate_captures = [Captures((card,)) for card in cards]
        separate_captures += [Captures((), diamonds), Captures((), None, tricks), Captures((), None, None, trex)]
        assert deal.sum == sum(sum(scorer.score(part).points) for part in separate_captures)


def test_4_kingdom_sum_is_zero_except_two_presets() -> None:
    sums = {name: undoubled_sum(preset.rules, ALL_FIVE_CONTRACTS) for name, preset in PRESETS.items()}
    assert {name: total for name, total in sums.items() if total} == {
        "howto_reversed_trex": -100,
        "denexa_as_printed": 260,
    }


def count_orders(left: ContractSet, contract_sets: tuple[ContractSet, ...]) -> int:
    """The number of orders in which a king can play the remaining contracts."""
    if not left.contracts:
        return 1
    return sum(
        count_orders(left.without(contract_set), contract_sets)
        for contract_set in contract_sets
        if not contract_set.without(left).contracts
    )


def test_5_numbers_of_contract_orders() -> None:
    order_counts = {
        name: count_orders(ALL_FIVE_CONTRACTS, playable_contract_sets(PRESETS[name].rules, ALL_FIVE_CONTRACTS))
        for name in ("standard", "combination", "complex")
    }
    assert order_counts == {"standard": 120, "combination": 308, "complex": 2}


@given(games())
def test_5_complete_game_has_8_to_20_deals(game: GameJson) -> None:
    played = play(game)
    fewest_deals = {"none": 20, "any": 8, "all_four": 8}[rules_of(game).combining]
    most_deals = 8 if rules_of(game).combining == "all_four" else 20
    assert len(played.deals) <= most_deals
    if played.is_complete:
        assert len(played.deals) >= fewest_deals
        assert not any(left.contracts for left in played.kingdoms_progress.contracts_left_by_king)


def extremes(*, doubled: bool) -> dict[Contract, tuple[int, int]]:
    """The lowest and highest points of seat A in each contract."""
    scorer = scorer_of(STANDARD_PRESET.rules)
    captures = [taken for taken in EVERY_CAPTURE if doubled or taken.doubled_by is None]
    card_points = {
        card: [scorer.score(Captures(((card, taken),))).points.A for taken in captures]
        for card in (Card.KING_OF_HEARTS, QUEENS[0])
    }
    all_or_none = [BySeat(13, 0, 0, 0), BySeat(0, 13, 0, 0)]
    orders_of_trex = [BySeat(Seat.A, Seat.B, Seat.C, Seat.D), BySeat(Seat.B, Seat.C, Seat.D, Seat.A)]
    points = {
        Contract.KING_OF_HEARTS: card_points[Card.KING_OF_HEARTS],
        Contract.QUEENS: [4 * points_of_queen for points_of_queen in card_points[QUEENS[0]]],
        Contract.DIAMONDS: [scorer.score(Captures((), counts)).points.A for counts in all_or_none],
        Contract.COLLECTIONS: [scorer.score(Captures((), None, counts)).points.A for counts in all_or_none],
        Contract.TREX: [scorer.score(Captures((), None, None, order)).points.A for order in orders_of_trex],
    }
    return {contract: (min(values), max(values)) for contract, values in points.items()}


def swing(contract_set: ContractSet, *, doubled: bool) -> tuple[int, int]:
    worst, best = zip(*(extremes(doubled=doubled)[contract] for contract in contract_set.contracts), strict=True)
    return sum(worst), sum(best)


def test_6_largest_swings() -> None:
    assert swing(contract_set_of((Contract.QUEENS,)), doubled=True) == (-200, 100)
    assert swing(ALL_FOUR_PENALTY_CONTRACTS, doubled=True)[0] == -675
    assert swing(TREX_ALONE, doubled=True) == (50, 200)
    assert swing(ALL_FIVE_CONTRACTS, doubled=False) == (-450, 200)
    assert swing(ALL_FIVE_CONTRACTS, doubled=True) == (-625, 375)


@given(games())
def test_7_void_deal_changes_nothing(game: GameJson) -> None:
    without = game | {"deals": [entry for entry in game["deals"] if "void" not in entry]}
    played, played_without = play(game), play(without)
    assert (played.totals, played.kingdoms_progress.contracts_left_by_king) == (
        played_without.totals,
        played_without.kingdoms_progress.contracts_left_by_king,
    )


@given(games(), st.integers(0, 99))
def test_7_points_ignore_field_order(game: GameJson, seed: int) -> None:
    random = Random(seed)  # noqa: S311 - an order, not a secret

    def shuffled(value: object) -> object:
        if isinstance(value, dict):
            return {key: shuffled(value[key]) for key in random.sample(list(value), len(value))}
        return [shuffled(item) for item in value] if isinstance(value, list) else value

    assert read_game_file(shuffled(game)).play() == read_game_file(game).play()


@given(games())
def test_7_kingdom_ignores_contract_order(game: GameJson) -> None:
    kings = list(dict.fromkeys(entry["king"] for entry in game["deals"] if "contracts" in entry))
    deals = [entry for entry in game["deals"] if "contracts" in entry]
    backwards = [entry for king in kings for entry in reversed(deals) if entry["king"] == king]
    straight = play(game | {"deals": deals})
    assert play(game | {"deals": backwards}).totals == straight.totals
