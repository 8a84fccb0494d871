"""The facts of a game about its players: worked games, and properties of any game."""

import json
from copy import deepcopy
from typing import Any

from hypothesis import given

from tests.support.games import GameJson, deal_of, game_of, games
from tests.support.statistics import facts_in, rules_game_and_facts, worked_case
from trexscore.league.number_tuples import ByContract, Sample
from trexscore.league.statistics.comebacks import SeatComeback, seat_comebacks
from trexscore.league.statistics.facts import CountsAfterKingdoms, DoublingCounts, Facts, facts_as_json, facts_from_json
from trexscore.rules.cards import CONTRACTS, Contract
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, BySeat
from trexscore.rules.winners import points_direction_of


def deals_and_points(values: ByContract[Sample]) -> dict[str, tuple[int, int]]:
    """The number of deals and the points of each contract."""
    return {contract: (sample.size, sample.sum) for contract, sample in values.as_dict().items()}


def test_worked_game_by_contract() -> None:
    # Amal's five deals as king: no trick; 6 diamonds; third in Trex; the king of hearts, doubled; no queen, but Carine
    # took the queen of hearts that Amal had doubled.
    points = facts_in(worked_case("g1")).A.point_sums
    assert deals_and_points(points.as_king_by_contract) == {
        Contract.COLLECTIONS: (1, 0),
        Contract.DIAMONDS: (1, -60),
        Contract.TREX: (1, 100),
        Contract.KING_OF_HEARTS: (1, -150),
        Contract.QUEENS: (1, 25),
    }
    # The fifteen other deals: no king of hearts; queens −25, then −50 −50 +25, then −25; no diamond; 1 + 3 + 1 tricks;
    # Trex first, last and third.
    assert deals_and_points(points.not_as_king_by_contract) == {
        Contract.KING_OF_HEARTS: (3, 0),
        Contract.QUEENS: (3, -125),
        Contract.DIAMONDS: (3, 0),
        Contract.COLLECTIONS: (3, -75),
        Contract.TREX: (3, 350),
    }
    assert points.not_as_king_by_contract.queens.sum_of_squares == 25**2 + 75**2 + 25**2
    assert (points.own_kingdom_points, points.game_points) == (Sample(1, -85, 85**2), Sample(1, 65, 65**2))


def test_worked_game_choices_and_doubling() -> None:
    counts, points = facts_in(worked_case("g1")).A[1:]
    assert counts.trex_place_counts == (1, 0, 2, 1)
    assert counts.first_contract_counts.as_dict() == {
        contract: int(contract == "collections") for contract in CONTRACTS
    }
    assert [sample.sum for sample in counts.cards_taken] == [
        1,
        4,
        6,
        5,
    ]  # king of hearts; 0+1+2+1 queens; diamonds; tricks
    # Doubled by A: the queen of hearts, taken by C, and the queen of clubs in C's kingdom, taken by D: +25 each.
    # Taken by A: the king of hearts doubled by B, and queens doubled by B and C: 75 and twice 25 more than undoubled.
    assert counts.doubling_counts == DoublingCounts(
        deals_with_doublable_card=8, paid_off=2, backfired=0, to_partner=0, others_cards_taken=3
    )
    assert points.as_doubler == Sample(2, 50, 2 * 25**2)
    assert points.as_doubled_card_taker == Sample(3, -125, 75**2 + 2 * 25**2)


def test_own_doubled_card_has_backfired() -> None:
    # Dani's queen of diamonds in A's kingdom came back; the king of hearts in D's own went to B.
    facts = facts_in(worked_case("g1")).D
    assert (facts.counts.doubling_counts.paid_off, facts.counts.doubling_counts.backfired) == (1, 1)
    assert facts.point_sums.as_doubler == Sample(
        2, 75, 75**2
    )  # captured by its own doubler it costs the same as undoubled


def test_leader_bonus_counts_for_bystander() -> None:
    # Denexa, the queens of C's kingdom: D takes back the queen of spades in a trick led by B: −50 and +25.
    facts = facts_in(worked_case("g3"))
    assert facts.B.point_sums.as_doubling_bystander == 25
    assert facts.D.point_sums.as_doubler.sum == -25 + 25  # and +25 for the queen of clubs that went to C in D's kingdom


def test_small_deficit_is_no_comeback() -> None:
    # g3: C wins with 160. After one kingdom 105 (first), after two 125 (first), after three 115 behind A's 120.
    facts = facts_in(worked_case("g3")).C
    assert facts.counts.behind_after == facts.counts.won_from_behind == CountsAfterKingdoms(0, 0, 1)
    assert facts.counts.furthest_behind_after == CountsAfterKingdoms()
    assert (facts.counts.comebacks, facts.point_sums.comeback_points.sum) == (0, 0)


def test_partners_share_comeback() -> None:
    # g4: after B's kingdom A and C have −60 and the others 60; after the second 135, after the third 75, at the end 60.
    facts = facts_in(worked_case("g4"))
    for seat in (facts.A, facts.C):
        assert (seat.counts.behind_after, seat.point_sums.comeback_points.sum) == (CountsAfterKingdoms(1, 0, 0), 120)
        assert seat.counts.finish_counts == (1, 0, 0, 0)
    assert facts.B.counts.behind_after == CountsAfterKingdoms(0, 1, 1)
    assert facts.B.counts.comebacks == 0


def test_doubled_card_taken_by_partner_is_separate() -> None:
    # g4: D's queens of spades and clubs in C's kingdom go to B, C's king of hearts in D's kingdom to A.
    facts = facts_in(worked_case("g4"))
    assert [facts[seat].counts.doubling_counts.to_partner for seat in SEATS] == [0, 0, 1, 2]


def test_combined_contracts_are_counted_separately() -> None:
    # g7, B's second deal: C takes the king of hearts doubled by D, all queens, one doubled by B, 10 diamonds, 7 tricks.
    counts, points = facts_in(worked_case("g7")).C[1:]
    assert counts.deals == 8
    assert counts.first_contract_counts.as_dict() == {
        contract: int(contract is Contract.TREX) for contract in CONTRACTS
    }
    assert facts_in(worked_case("g7")).D.counts.first_contract_counts == ByContract(1, 1, 1, 1, 0)
    assert points.not_as_king_by_contract.diamonds.sum == -10 * (10 + 7 + 5)
    assert points.not_as_king_by_contract.collections.sum == -15 * (7 + 8 + 5)
    assert points.as_king_by_contract.king_of_hearts.sum == -150


def test_revoke_counts_for_its_player() -> None:
    deal = deal_of("diamonds", {"A": 0, "B": 13, "C": 0, "D": 0}) | {"renege": {"by": "B"}}
    facts = facts_in(game_of(deal))
    assert [seat_facts.counts.revokes for seat_facts in facts] == [0, 1, 0, 0]
    assert facts.B.counts.deals_without_trex == 1


def test_abandoned_game_has_no_game_points_or_comebacks() -> None:
    game = worked_case("g1")
    facts = facts_in(game | {"deals": game["deals"][:9]}).B
    assert (facts.counts.games, facts.counts.complete_games, facts.counts.finish_counts) == (1, 0, (0, 0, 0, 0))
    assert (facts.point_sums.game_points.size, facts.point_sums.own_kingdom_points.size) == (
        0,
        0,
    )  # B's kingdom was not over
    assert (facts.counts.deals, facts.counts.own_kingdoms_begun) == (8, 1)
    facts_by_seat = facts_in(game | {"deals": game["deals"][:9]})
    assert {(seat_facts.counts.behind_after, seat_facts.counts.comebacks) for seat_facts in facts_by_seat} == {
        (CountsAfterKingdoms(), 0)
    }


def test_combined_deals_without_doubling_have_no_doublable_card() -> None:
    game = worked_case("g7")
    for deal in game["deals"]:
        for card in (deal["captures"].get("king_of_hearts", {}), *deal["captures"].get("queens", {}).values()):
            card.pop("doubled_by", None)
    without = game | {"house_rules": {"preset": "complex", "options": {"doubling_when_combined": False}}}
    assert [
        facts_in(game_file).A.counts.doubling_counts.deals_with_doublable_card for game_file in (game, without)
    ] == [4, 0]


def comebacks_after(
    rules: HouseRules, finishes: BySeat[int], *totals: tuple[int, int, int, int]
) -> BySeat[SeatComeback]:
    """The worked game with these totals after its kingdoms."""
    played = rules_game_and_facts(worked_case("g1"))[1]
    totals_by_king = {
        king: BySeat(*kingdom_totals)
        for king, kingdom_totals in zip(played.kingdoms_progress.kings_so_far, totals, strict=False)
    }
    deals = tuple(
        deal._replace(running_totals=totals_by_king.get(deal.king, deal.running_totals)) for deal in played.deals
    )
    return seat_comebacks(rules, 1, played._replace(deals=deals), finishes)


def test_equal_deficits_name_later_kingdom() -> None:
    finishes = BySeat(1, 2, 3, 4)
    comeback = comebacks_after(HouseRules(), finishes, (-30, 0, 10, 20), (0, 50, -20, -30), (10, 30, -20, -20)).A
    assert (comeback.behind_after, comeback.comeback_points) == (CountsAfterKingdoms(1, 1, 1), 50)
    assert comeback.furthest_behind_after == CountsAfterKingdoms(0, 1, 0)
    repeated = comebacks_after(HouseRules(), finishes, (-30, 0, 10, 20), (0, 50, -20, -30), (-20, 30, 0, -10)).A
    assert repeated.furthest_behind_after == CountsAfterKingdoms(0, 0, 1)


def test_worst_player_is_behind_by_next_worst() -> None:
    rules = HouseRules(winner="worst_player_loses")
    comebacks = comebacks_after(rules, BySeat(1, 1, 1, 4), (-60, -10, 10, 60), (0, 50, -20, -30), (10, 30, -20, -20))
    assert [comeback.behind_after for comeback in comebacks] == [
        CountsAfterKingdoms(1, 0, 0),
        CountsAfterKingdoms(),
        CountsAfterKingdoms(),
        CountsAfterKingdoms(0, 1, 0),
    ]
    assert [comeback.comeback_points for comeback in comebacks] == [50, None, None, None]


def total_of(facts: Facts) -> int:
    by_contract = (*facts.point_sums.as_king_by_contract, *facts.point_sums.not_as_king_by_contract)
    return sum(sample.sum for sample in by_contract) + facts.point_sums.adjustment_points


@given(games())
def test_points_by_contract_add_up_to_total(game: GameJson) -> None:
    rules, played, facts = rules_game_and_facts(game)
    assert [total_of(seat_facts) for seat_facts in facts] == [
        points * points_direction_of(rules) for points in played.totals
    ]


@given(games())
def test_cards_taken_add_up(game: GameJson) -> None:
    _, played, facts = rules_game_and_facts(game)
    deals = {contract: sum(contract in deal.contract_set.contracts for deal in played.deals) for contract in CONTRACTS}
    taken = [sum(seat_facts.counts.cards_taken[kind].sum for seat_facts in facts) for kind in range(4)]
    assert taken == [
        deals[Contract.KING_OF_HEARTS],
        4 * deals[Contract.QUEENS],
        13 * deals[Contract.DIAMONDS],
        13 * deals[Contract.COLLECTIONS],
    ]
    for finish in range(4):
        assert sum(seat_facts.counts.trex_place_counts[finish] for seat_facts in facts) == deals[Contract.TREX]
    begun = {deal.king for deal in played.deals}
    assert [seat_facts.counts.own_kingdoms_begun for seat_facts in facts] == [int(seat in begun) for seat in SEATS]
    for contract in CONTRACTS:
        assert (
            sum(seat_facts.point_sums.as_king_by_contract.as_dict()[contract].size for seat_facts in facts)
            == deals[contract]
        )
        for seat_facts in facts:
            assert (
                seat_facts.point_sums.as_king_by_contract.as_dict()[contract].size
                + seat_facts.point_sums.not_as_king_by_contract.as_dict()[contract].size
                == deals[contract]
            )


def undoubled(game: GameJson) -> GameJson:
    """The same captures without doubling."""
    copy = deepcopy(game)
    for entry in copy["deals"]:
        captures: dict[str, Any] = entry.get("captures", {})
        for card in (captures.get("king_of_hearts", {}), *captures.get("queens", {}).values()):
            card.pop("doubled_by", None)
    return copy


@given(games())
def test_doubling_points_are_difference_to_undoubled_game(game: GameJson) -> None:
    for seat_facts, undoubled_facts in zip(facts_in(game), facts_in(undoubled(game)), strict=True):
        change = (
            seat_facts.point_sums.as_doubler.sum
            + seat_facts.point_sums.as_doubled_card_taker.sum
            + seat_facts.point_sums.as_doubling_bystander
        )
        assert change == total_of(seat_facts) - total_of(undoubled_facts)
        assert (
            undoubled_facts.counts.doubling_counts.doubled_card_count
            == undoubled_facts.counts.doubling_counts.others_cards_taken
            == 0
        )
        assert undoubled_facts.point_sums.as_doubler == undoubled_facts.point_sums.as_doubled_card_taker == Sample()


@given(games())
def test_doubled_cards_have_owner_and_outcome(game: GameJson) -> None:
    facts = facts_in(game)
    doubled_card_count = json.dumps(game["deals"]).count('"doubled_by"')
    assert sum(seat_facts.counts.doubling_counts.doubled_card_count for seat_facts in facts) == doubled_card_count
    assert [seat_facts.point_sums.as_doubler.size for seat_facts in facts] == [
        seat_facts.counts.doubling_counts.doubled_card_count for seat_facts in facts
    ]
    assert [seat_facts.point_sums.as_doubled_card_taker.size for seat_facts in facts] == [
        seat_facts.counts.doubling_counts.others_cards_taken for seat_facts in facts
    ]
    given_away = sum(
        seat_facts.counts.doubling_counts.paid_off + seat_facts.counts.doubling_counts.to_partner
        for seat_facts in facts
    )
    assert sum(seat_facts.counts.doubling_counts.others_cards_taken for seat_facts in facts) == given_away


@given(games())
def test_reversed_signs_give_same_facts(game: GameJson) -> None:
    options = game["house_rules"]["options"] | {"winner": "highest_total", "signs": "normal"}
    reversed_options = options | {"winner": "lowest_total", "signs": "reversed"}
    entries = [entry for entry in game["deals"] if "adjustment" not in entry]

    def game_with(game_options: dict[str, Any]) -> GameJson:
        return game | {"house_rules": game["house_rules"] | {"options": game_options}, "deals": entries}

    assert facts_in(game_with(options)) == facts_in(game_with(reversed_options))


@given(games())
def test_facts_survive_json(game: GameJson) -> None:
    for facts in facts_in(game):
        text = json.dumps(facts_as_json(facts), separators=(",", ":"))
        assert facts_from_json(json.loads(text)) == facts
