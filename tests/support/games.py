"""Random legal games. Cards are dealt and played, so that captures contain no contradictions."""

import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from trexscore.game.file.game import read_game_file
from trexscore.game.file.house_rules import preset_rules_with_options
from trexscore.rules.captures import Captures, TakenCard
from trexscore.rules.cards import QUEEN_BY_SUIT, SUITS, Card, Contract
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.kings import KingdomsProgress, possible_next_kings
from trexscore.rules.options import OPTION_NAMES, option_choices
from trexscore.rules.presets import PRESETS
from trexscore.rules.refusals import Refusal
from trexscore.rules.scoring import Score, scorer_of
from trexscore.rules.seats import SEATS, Seat
from trexscore.rules.validation import may_double_in_single_contract, playable_contract_sets

if TYPE_CHECKING:
    from collections.abc import Callable

GameJson = dict[str, Any]
CASES = Path(__file__).parents[1] / "cases"
PLAYERS = ["Amal", "Basil", "Carine", "Dani"]
OPTIONS_TO_MIX = tuple(name for name in OPTION_NAMES if option_choices(name) and name not in ("trex_points", "redeals"))
"""Options with values to choose from."""
KING = ("hearts", 13)


def cases(name: str) -> list[dict[str, Any]]:
    """The lines of a file of worked cases."""
    return [json.loads(line) for line in (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def game_of(*deals: dict[str, Any], preset: str = "standard", **options: Any) -> GameJson:  # noqa: ANN401
    """A game file with these deals."""
    rules = {"preset": preset, "options": options}
    return {"format": "trexscore-game/1", "players": PLAYERS, "house_rules": rules, "deals": list(deals)}


def deal_of(contract: str, captures: Any, king: str = "A") -> dict[str, Any]:  # noqa: ANN401 - any JSON value
    """A deal of a single contract."""
    part = "tricks" if contract == "collections" else contract
    return {"king": king, "contracts": [contract], "captures": {part: captures}}


def refusals(game: GameJson) -> tuple[Refusal, ...]:
    """The refusals of a game."""
    return read_game_file(game).play().refusals


def card_score(letters: str, preset: str = "standard", card: Card = Card.KING_OF_HEARTS, **options: Any) -> Score:  # noqa: ANN401
    """The score of a card. `BC`: B takes what C doubled; `BBD`: B takes the own doubled card in a trick led by D."""
    rules = preset_rules_with_options(preset, options)
    reported = Captures(((card, TakenCard(*(Seat[letter] for letter in letters))),))
    return scorer_of(rules).score(reported)


def random_house_rules(random: Random, preset: str | None = None) -> dict[str, Any]:
    """A random preset with random options; options of points keep their values."""
    option_names = random.sample(OPTIONS_TO_MIX, random.choice((0, 2, 5, len(OPTIONS_TO_MIX))))
    options = {name: random.choice(option_choices(name)) for name in option_names}
    return {"preset": preset or random.choice(list(PRESETS)), "options": options}


def rules_of(game: GameJson) -> HouseRules:
    """The house rules of a valid game file."""
    rules = read_game_file(game).rules
    assert rules is not None
    return rules


def random_game(random: Random, house_rules: dict[str, Any] | None = None, deals: int = 20) -> GameJson:
    """A legal game of at most this many deals, with void deals and adjustments between them."""
    game = game_of() | {"house_rules": house_rules or random_house_rules(random)}
    rules, kings = rules_of(game), KingdomsProgress(None)
    for _ in range(deals):
        seats = possible_next_kings(rules, kings)
        if not seats:
            break
        king = random.choice(seats)
        kings = kings if kings.first_king is not None else kings._replace(first_king=king)
        if random.random() < 0.1:
            game["deals"].append({"king": king.name, "void": {"reason": "misdeal"}})
        if random.random() < 0.1:
            game["deals"].append({"adjustment": {"A": 5, "C": -5}, "reason": "agreed"})
        contract_set = random.choice(playable_contract_sets(rules, kings.contracts_left_by_king[king]))
        game["deals"].append(random_deal(random, rules, king, contract_set))
        kings = progress_after_deal(kings, king, contract_set)
    return game


def progress_after_deal(kings: KingdomsProgress, king: Seat, played: ContractSet) -> KingdomsProgress:
    """The kingdoms after this king has played these contracts."""
    begun = kings.kings_so_far if king in kings.kings_so_far else (*kings.kings_so_far, king)
    return KingdomsProgress(
        kings.first_king,
        begun,
        kings.contracts_left_by_king.replacing(king, kings.contracts_left_by_king[king].without(played)),
    )


def random_deal(random: Random, rules: HouseRules, king: Seat, contract_set: ContractSet) -> dict[str, Any]:
    """Play thirteen tricks with these contracts: a deal with its captures."""
    names = [contract.value for contract in contract_set.contracts]
    return {"king": king.name, "contracts": names, "captures": _captures(random, rules, king, contract_set)}


def _captures(random: Random, rules: HouseRules, king: Seat, contract_set: ContractSet) -> dict[str, Any]:
    if Contract.TREX in contract_set.contracts:
        return {"trex": random.sample("ABCD", 4)}
    deck = [(suit.value, rank) for suit in SUITS for rank in range(2, 15)]
    random.shuffle(deck)
    winners = random.choices(SEATS, random.choice(((1, 1, 1, 1), (9, 3, 1, 1), (1, 0, 0, 0))), k=13)
    tricks = list(zip([king, *winners], winners, strict=False))  # leader, winner

    def card(face: tuple[str, int], contract_card: Card) -> dict[str, str]:
        card_index = deck.index(face)
        holder, (leader, taker) = SEATS[card_index % 4], tricks[card_index // 4]
        captured = {"taken_by": taker.name}
        combined = len(contract_set.contracts) > 1 and not rules.doubling_when_combined
        if may_double_in_single_contract(rules, contract_card) and not combined and random.random() < 0.5:
            captured |= {"doubled_by": holder.name}
            if holder is taker:
                captured |= {"led_by": leader.name}
        return captured

    def count_diamonds(seat: Seat) -> int:
        return sum(suit == "diamonds" and winners[card_index // 4] is seat for card_index, (suit, _) in enumerate(deck))

    parts: dict[Contract, tuple[str, Callable[[], dict[str, Any]]]] = {
        Contract.KING_OF_HEARTS: ("king_of_hearts", lambda: card(KING, Card.KING_OF_HEARTS)),
        Contract.QUEENS: (
            "queens",
            lambda: {suit.value: card((suit.value, 12), queen) for suit, queen in QUEEN_BY_SUIT.items()},
        ),
        Contract.DIAMONDS: ("diamonds", lambda: {seat.name: count_diamonds(seat) for seat in SEATS}),
        Contract.COLLECTIONS: ("tricks", lambda: {seat.name: winners.count(seat) for seat in SEATS}),
    }
    return {part: read_part() for part, read_part in (parts[contract] for contract in contract_set.contracts)}


def games(preset: str | None = None, deals: int = 20) -> st.SearchStrategy[GameJson]:
    """A Hypothesis strategy for games of up to this many deals under random options."""

    def make(seed: int, length: int) -> GameJson:
        random = Random(seed)  # noqa: S311 - cards, not secrets
        return random_game(random, random_house_rules(random, preset), length)

    return st.builds(make, st.integers(0, 2**32), st.integers(1, deals))
