"""Game files of whole random games."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from msgspec import json, to_builtins

from tests.support.tables import NAMES, Json
from trexscore.cli.demo import card_play
from trexscore.game.file.game import read_game_file
from trexscore.game.scored_game import scored_game_of
from trexscore.rules.cards import PENALTY_CONTRACTS, Contract
from trexscore.rules.presets import PRESETS
from trexscore.rules.seats import SEATS


def whole_game(preset: str, seed: int, players: list[str] | None = None) -> Json:
    """A game file of four kingdoms, each with another order of contracts and some doubled cards."""
    return {
        "format": "trexscore-game/1",
        "players": players or NAMES,
        "house_rules": {"preset": preset},
        "first_king": "A",
        "deals": json.decode(_deals_json(preset, seed)),
    }


def score_game(file: Json) -> dict[str, Any]:
    """The result as JSON, calculated by the rules."""
    outcome = read_game_file(file).play()
    assert not outcome.refusals, outcome.refusals
    result: dict[str, Any] = to_builtins(scored_game_of(outcome.game))
    return result


@cache
def _deals_json(preset: str, seed: int) -> bytes:
    """The deals as text, so that each test may change its own."""
    return json.encode([*_deals(preset, Random(seed))])  # noqa: S311 - no secret


def _deals(preset: str, random: Random) -> Iterator[Json]:
    rules = PRESETS[preset].rules
    kings = [SEATS[0], SEATS[3], SEATS[2], SEATS[1]] if rules.next_king == "left" else list(SEATS)
    for king in kings:
        contract_sets = (
            [PENALTY_CONTRACTS] if rules.combining == "all_four" else [(contract,) for contract in PENALTY_CONTRACTS]
        )
        contract_sets.append((Contract.TREX,))
        random.shuffle(contract_sets)
        for contracts in contract_sets:
            hands = card_play.random_hands(random)
            doubled = {} if rules.doubling == "off" else card_play.random_doubler_by_card(hands, contracts, random)
            yield {
                "king": king.name,
                "contracts": [contract.value for contract in contracts],
                "captures": card_play.captures_json_after_playing(
                    hands, king, contracts, doubled, own_capture_pays_leader=rules.own_capture_pays_leader
                ),
            }
