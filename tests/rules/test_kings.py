"""Order of kings."""

from random import Random

import pytest

from tests.support.games import GameJson, deal_of, game_of, random_game, refusals
from trexscore.game.file.game import read_game_file
from trexscore.rules.game import Game

TREX = ["A", "B", "C", "D"]


def kings_of(next_king: str, first_king: str = "A") -> str:
    """The kings of a whole game, in order, each as determined by the game before its kingdom."""
    kings = first_king
    deals = [deal_of("trex", TREX, first_king)]
    while True:
        game = played(game_of(*deals, next_king=next_king))
        if game.is_complete or game.next_deal_king is None:
            return kings
        king = game.next_deal_king.name
        kings += king if king != kings[-1] else ""
        contract = game.kingdoms_progress.contracts_left_by_king[game.next_deal_king].contracts[0]
        deals.append(deal_of(contract, CAPTURES[contract], king))


CAPTURES = {
    "king_of_hearts": {"taken_by": "A"},
    "queens": {suit: {"taken_by": "B"} for suit in ("hearts", "spades", "diamonds", "clubs")},
    "diamonds": {"A": 13, "B": 0, "C": 0, "D": 0},
    "collections": {"A": 13, "B": 0, "C": 0, "D": 0},
    "trex": TREX,
}


def kingdom(king: str) -> list[dict[str, object]]:
    return [deal_of(contract, captures, king) for contract, captures in CAPTURES.items()]


def played(game: GameJson) -> Game:
    result = read_game_file(game).play()
    assert not result.refusals
    return result.game


@pytest.mark.parametrize(
    ("next_king", "first", "kings"),
    [
        ("right", "A", "ABCD"),
        ("right", "C", "CDAB"),
        ("left", "A", "ADCB"),
        ("left", "B", "BADC"),
        ("right_then_opposite", "A", "ABDC"),
        ("right_then_opposite", "D", "DACB"),
    ],
)
def test_next_king_follows_rule(next_king: str, first: str, kings: str) -> None:
    assert kings_of(next_king, first) == kings


@pytest.mark.parametrize("next_king", ["seven_of_hearts", "agreed"])
def test_agreed_king_may_be_any_remaining_seat(next_king: str) -> None:
    game = played(game_of(*kingdom("B"), next_king=next_king))
    assert game.next_deal_king is None
    assert [seat.name for seat in game.possible_next_kings] == ["A", "C", "D"]
    file_after_kingdom = game_of(*kingdom("B"), deal_of("trex", TREX, "B"), next_king=next_king)
    assert [fault.code for fault in refusals(file_after_kingdom)] == ["not_this_kings_kingdom"]
    last_kingdom = played(game_of(*kingdom("B"), *kingdom("D"), *kingdom("A"), next_king=next_king))
    assert last_kingdom.next_deal_king is not None
    assert last_kingdom.next_deal_king.name == "C"


@pytest.mark.parametrize("next_king", ["seven_of_hearts", "agreed"])
def test_void_first_deal_does_not_bind_kingdom(next_king: str) -> None:
    void = {"king": "C", "void": {"reason": "misdeal"}}
    assert not refusals(game_of(*kingdom("A"), void, *kingdom("D"), next_king=next_king))


def test_first_entry_fixes_first_king() -> None:
    void = {"king": "C", "void": {"reason": "misdeal"}}
    game = played(game_of(void))
    assert game.next_deal_king is not None
    assert game.next_deal_king.name == "C"
    assert not game.kingdoms


def test_no_king_before_first_deal() -> None:
    assert played(game_of()).next_deal_king is None
    named = played(game_of() | {"first_king": "D"}).next_deal_king
    assert named is not None
    assert named.name == "D"


def test_after_end_only_adjustment_counts() -> None:
    all_deals = [entry for king in "ABCD" for entry in kingdom(king)]
    assert played(game_of(*all_deals)).is_complete
    assert [fault.code for fault in refusals(game_of(*all_deals, deal_of("trex", TREX)))] == ["game_over"]
    void = {"king": "A", "void": {"reason": "agreed"}}
    assert [fault.code for fault in refusals(game_of(*all_deals, void))] == ["game_over"]
    adjusted = played(game_of(*all_deals, {"adjustment": {"A": 9999, "B": -9999}, "reason": "agreed"}))
    assert [winner.name for winner in adjusted.outcome.winners] == ["A"]


def test_only_first_contract_fault_is_reported() -> None:
    deals = [deal_of("trex", TREX), deal_of("trex", TREX), deal_of("trex", TREX, "B"), deal_of("trex", TREX)]
    assert [(fault.entry_place, fault.code) for fault in refusals(game_of(*deals))] == [(2, "contract_used")]


def test_faulty_deals_contracts_count_as_used() -> None:
    faulty = deal_of("diamonds", {"A": 12, "B": 0, "C": 0, "D": 0})
    repeated = deal_of("diamonds", {"A": 13, "B": 0, "C": 0, "D": 0})
    faults = [(fault.entry_place, fault.code) for fault in refusals(game_of(faulty, repeated))]
    assert faults == [(1, "diamonds_not_13"), (2, "contract_used")]


def test_duplicate_contract_is_only_fault() -> None:
    deal = deal_of("trex", TREX) | {"contracts": ["trex", "trex"]}
    assert [fault.code for fault in refusals(game_of(deal_of("trex", TREX), deal))] == ["duplicate_contract"]


def test_random_games_include_complete_ones() -> None:
    complete = [played(random_game(Random(seed))).is_complete for seed in range(30)]  # noqa: S311 - cards, not secrets
    assert any(complete)


def test_duplicate_among_several_is_only_fault() -> None:
    captures = {"queens": CAPTURES["queens"], "diamonds": CAPTURES["diamonds"]}
    deal = {"king": "A", "contracts": ["queens", "diamonds", "queens"], "captures": captures}
    assert [fault.code for fault in refusals(game_of(deal))] == ["duplicate_contract"]
