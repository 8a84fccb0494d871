"""A phone computes and chooses the same highlights of a game as the server."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins
from playwright.sync_api import Page

from tests.support.games import random_game, random_house_rules
from tests.support.tables import Json
from tests.support.whole_games import whole_game
from trexscore.game.file.game import GameFile, read_game_file
from trexscore.game.scored_game import scored_game_of
from trexscore.rules.game import Game
from trexscore.rules.highlights.choice import FACT_RULES, HEADLINE_RULES, ChosenHighlight, choose_highlights
from trexscore.rules.highlights.numbers import highlight_numbers
from trexscore.rules.options import all_options_as_json
from trexscore.rules.presets import PRESETS
from trexscore.rules.tables.points import points_table_json

pytestmark = pytest.mark.browser

GAMES_PER_PRESET = 25
_CHOOSE_HIGHLIGHTS = """async (text) => {
  const [games, tables] = JSON.parse(text);
  const { highlightNumbers } = await import('/static/js/game/highlight-numbers.js');
  const { chooseHighlights } = await import('/static/js/game/highlights.js');
  const kindOf = (body) => ['void', 'adjustment', 'tie_break'].find((kind) => kind in body) ?? 'deal';
  return games.map(({ state, deals, unknown }) => {
    const counted = deals.map((body) => ({ kind: kindOf(body), body }));
    const numbers = highlightNumbers(state, counted, (body) => unknown.includes(deals.indexOf(body) + 1));
    const { headline, facts } = chooseHighlights(tables, numbers, state.result.winners);
    return [numbers, headline, facts];
  });
}"""


def games_of(preset: str) -> Iterator[tuple[Json, GameFile, Game]]:
    """Random games and generated whole games, with their files; some are incomplete."""
    random = Random(f"highlights {preset}")  # noqa: S311 - no secret
    random_games = [random_game(random, random_house_rules(random, preset)) for _ in range(GAMES_PER_PRESET)]
    for file in [*random_games, *(whole_game(preset, seed) for seed in range(15))]:
        game = read_game_file(file)
        result = game.play()
        if not result.refusals:  # some presets forbid a doubling of the file
            yield file, game, result.game


def _games_and_highlights(preset: str) -> tuple[list[Json], list[Any]]:
    random = Random(preset)  # noqa: S311 - no secret
    games, expected = [], []
    for file, game, played_game in games_of(preset):
        assert game.rules is not None
        unknown = (
            random.sample(range(1, len(game.entries) + 1), 2) if len(game.entries) > 2 and random.random() < 0.3 else []
        )
        numbers = highlight_numbers(game.rules, played_game, game.entries, unknown)
        result = to_builtins(scored_game_of(played_game))
        headline, facts = choose_highlights(numbers, result["winners"])
        expected.append([numbers, headline and _as_on_phone(headline), list(map(_as_on_phone, facts))])
        state = {
            "rules": all_options_as_json(game.rules),
            "result": result,
            "points_table": points_table_json(game.rules),
        }
        games.append({"state": state, "deals": file["deals"], "unknown": unknown})
    return games, expected


def _as_on_phone(highlight: ChosenHighlight) -> Json:
    return {
        "code": highlight.code,
        "subjectKey": highlight.subject_key,
        "number": highlight.number,
        "points": highlight.points,
    }


def test_phone_chooses_same_highlights_as_server(page: Page, server: str) -> None:
    page.goto(f"{server}/games")
    tables = {"headlines": [row._asdict() for row in HEADLINE_RULES], "facts": [row._asdict() for row in FACT_RULES]}
    different = []
    for preset in PRESETS:
        games, expected = _games_and_highlights(preset)
        assert sum(bool(numbers) for numbers, *_ in expected) >= 3
        chosen_on_phone = page.evaluate(
            _CHOOSE_HIGHLIGHTS, json.dumps([games, tables])
        )  # as one text: Playwright converts value by value
        pairs = zip(games, chosen_on_phone, expected, strict=True)
        different += [
            (preset, game_json, actual, server_choice)
            for game_json, actual, server_choice in pairs
            if actual != server_choice
        ]
    assert not different
