"""The phone's script scores deals from the server's points table like the Python rules."""

import json
from random import Random

import pytest
from playwright.sync_api import Page

from tests.support.tables import Json
from trexscore.game.file.entries import read_score_entry
from trexscore.rules.presets import PRESETS
from trexscore.rules.scoring import scorer_of
from trexscore.rules.tables.points import points_table_json

pytestmark = pytest.mark.browser

DEALS = 2000
_COMPARE_POINTS = """async (text) => {
  const [deals, tables, points] = JSON.parse(text);
  const { scoreCaptures } = await import('/static/js/lib/points.js');
  const wrong = [];
  for (const [preset, table] of Object.entries(tables)) {
    deals.forEach((captures, index) => {
      const { A, B, C, D } = scoreCaptures(table, captures);
      const expected = points[preset][index];
      if ([A, B, C, D].join() !== expected.join()) wrong.push({ preset, captures, got: [A, B, C, D], expected });
    });
  }
  return [wrong.length, wrong.slice(0, 3)];
}"""


def _random_card(random: Random) -> Json:
    card = {"taken_by": random.choice("ABCD")}
    if random.random() < 0.6:
        card["doubled_by"] = random.choice("ABCD")
    if random.random() < 0.5:
        card["led_by"] = random.choice("ABCD")
    return card


def _random_counts(random: Random) -> dict[str, int]:
    takers = random.choices("ABCD", k=13)
    return {seat: takers.count(seat) for seat in "ABCD"}


def random_captures(random: Random) -> Json:
    """Captures of Trex or of any combination of the other contracts; they need not be possible."""
    if random.random() < 0.1:
        return {"trex": random.sample("ABCD", 4)}
    parts: Json = {
        "king_of_hearts": _random_card(random),
        "queens": {suit: _random_card(random) for suit in ("hearts", "spades", "diamonds", "clubs")},
        "diamonds": _random_counts(random),
        "tricks": _random_counts(random),
    }
    return {name: parts[name] for name in random.sample(sorted(parts), random.randint(1, 4))}


def test_points_on_phone_equal_python_rules(page: Page, server: str) -> None:
    random = Random(0)  # noqa: S311 - no secret
    deals = [random_captures(random) for _ in range(DEALS)]
    captures = [read_score_entry({"king": "A", "contracts": ["trex"], "captures": deal}).captures for deal in deals]
    tables = {name: points_table_json(preset.rules) for name, preset in PRESETS.items()}
    points = {
        name: [list(scorer_of(preset.rules).score(captured).points) for captured in captures]
        for name, preset in PRESETS.items()
    }
    assert any(any(points_of_deal) for points_of_deal in points["standard"])
    page.goto(f"{server}/games")
    argument = json.dumps([deals, tables, points])  # as one text: Playwright converts value by value
    assert page.evaluate(_COMPARE_POINTS, argument) == [0, []]
