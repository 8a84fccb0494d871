"""Game files made from random deals of cards."""

from random import Random
from typing import Any

from trexscore.cli.demo import card_play
from trexscore.game.file import GAME_FILE_FORMAT
from trexscore.rules.cards import CONTRACTS
from trexscore.rules.seats import SEATS

DEALS = len(SEATS) * len(CONTRACTS)


def game(random: Random, deals: int = DEALS) -> dict[str, Any]:
    """A game file with this many deals."""
    turns = [(king, contract) for king in SEATS for contract in random.sample(CONTRACTS, len(CONTRACTS))]
    bodies = []
    for king, contract in turns[:deals]:
        hands = card_play.random_hands(random)
        doubled = card_play.random_doubler_by_card(hands, (contract,), random)
        captures = card_play.captures_json_after_playing(
            hands, king, (contract,), doubled, own_capture_pays_leader=False
        )
        bodies.append({"king": king.name, "contracts": [contract.value], "captures": captures})
    return {
        "format": GAME_FILE_FORMAT,
        "players": ["Amal", "Basil", "Carine", "Dani"],
        "house_rules": {"preset": "standard"},
        "first_king": "A",
        "deals": bodies,
    }
