"""Whole games, made from cards that were dealt."""

from random import Random
from typing import Any

from trexscore.cli.demo import deals as dealt
from trexscore.game.file import FORMAT
from trexscore.rules.cards import CONTRACTS
from trexscore.rules.seats import SEATS

DEALS = len(SEATS) * len(CONTRACTS)


def game(random: Random, deals: int = DEALS) -> dict[str, Any]:
    """A game file with so many deals."""
    turns = [(king, contract) for king in SEATS for contract in random.sample(CONTRACTS, len(CONTRACTS))]
    bodies = []
    for king, contract in turns[:deals]:
        hands = dealt.deal(random)
        doubled = dealt.doubled_cards(hands, (contract,), random)
        captures = dealt.captures(hands, king, (contract,), doubled, leader_is_paid=False)
        bodies.append({"king": king.name, "contracts": [contract.value], "captures": captures})
    return {
        "format": FORMAT,
        "players": ["Amal", "Basil", "Carine", "Dani"],
        "house_rules": {"preset": "standard"},
        "first_king": "A",
        "deals": bodies,
    }
