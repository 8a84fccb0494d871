"""The page's script and the rules find the same contradictions in captures of random deals."""

import json
import random
import shutil
import subprocess
from typing import Any, cast

import pytest

from tests.support.tree import ROOT
from trexscore.game.file.entries import read_score_entry
from trexscore.rules.seats import SEAT_BY_LETTER, Seat
from trexscore.rules.validation import capture_contradictions

CODES = {
    "queen_of_diamonds_without_a_diamond": "no-diamond",
    "penalty_cards_without_a_trick": "no-trick",
    "more_cards_than_tricks_hold": "few-tricks",
    "more_tricks_needed": "few-tricks",
    "leader_never_won_a_trick": "no-lead",
}
SCRIPT = """
import { contradictionInDeal } from "./static/js/deal/contradictions.js";
let text = "";
for await (const part of process.stdin) text += part;
const found = JSON.parse(text).map(({ king, captures }) => contradictionInDeal(captures, king));
console.log(JSON.stringify(found.map((contradiction) => contradiction && [contradiction.code, contradiction.seat])));
"""


def _counts(chance: random.Random, seats: int) -> dict[str, int]:
    taken = [chance.choice("ABCD"[:seats]) for _ in range(13)]
    return {seat: taken.count(seat) for seat in "ABCD"}


def _card(chance: random.Random) -> dict[str, str]:
    card = {"taken_by": chance.choice("ABCD")}
    if chance.random() < 0.6:
        card["doubled_by"] = chance.choice("ABCD")
        if card["doubled_by"] == card["taken_by"]:
            card["led_by"] = chance.choice("ABCD")
    return card


def _deal(chance: random.Random) -> dict[str, Any]:
    captures: dict[str, Any] = {
        "queens": {suit: _card(chance) for suit in ("hearts", "spades", "diamonds", "clubs")},
        "tricks": _counts(chance, chance.choice((2, 3, 4))),
    }
    if chance.random() < 0.7:
        captures["king_of_hearts"] = _card(chance)
    if chance.random() < 0.7:
        captures["diamonds"] = _counts(chance, chance.choice((1, 2, 4)))
    parts = (("king_of_hearts", "king_of_hearts"), ("queens", "queens"), ("diamonds", "diamonds"))
    contracts = [contract for contract, part in parts if part in captures] + ["collections"]
    return {"king": chance.choice("ABCD"), "contracts": contracts, "captures": captures}


def test_script_and_rules_find_same_contradiction() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node was not found on this machine: the page's script was not tested.")
    chance = random.Random(7)  # noqa: S311 - random deals, not secrets
    deals = [_deal(chance) for _ in range(1000)]
    run = subprocess.run(
        [node, "--input-type=module", "-e", SCRIPT],
        cwd=ROOT,
        input=json.dumps(deals),
        capture_output=True,
        text=True,
        check=True,
    )
    expected = []
    for deal in deals:
        first = next(capture_contradictions(read_score_entry(deal).captures, SEAT_BY_LETTER[deal["king"]]), None)
        expected.append(None if first is None else [CODES[first.code], cast("Seat", dict(first.params)["seat"]).name])
    assert json.loads(run.stdout) == expected
    assert {contradiction[0] for contradiction in expected if contradiction} == set(CODES.values())
    assert None in expected
