"""A tiebreaker deal on the pages of a game: offered for a tied first place, recorded, explained and undone."""

import json
import shutil
import subprocess
from typing import Any

import pytest
from flask import Flask

from tests.browser.offline.test_fold import play_tables
from tests.rules.test_tie_break import DIAMONDS, tied_game
from tests.support.pages import Game, Phone, start
from tests.support.tree import ROOT
from tests.support.whole_games import whole_game
from trexscore.game.file.game import read_game_file
from trexscore.game.file.house_rules import preset_rules_with_options


def tied_game_of(site: Flask, *entries: dict[str, Any], **options: Any) -> Game:  # noqa: ANN401 - options are of many types
    game = whole_game("howto", 5)
    for index, deal in enumerate(deal for deal in game["deals"] if "trex" in deal.get("captures", {})):
        deal["captures"]["trex"] = ["C", "D", "A", "B"] if index % 2 else ["D", "C", "A", "B"]
    game["house_rules"]["options"] = options
    totals = read_game_file(game).play().game.totals
    points = dict(zip("ABCD", (100 - totals.A, 100 - totals.B, -100 - totals.C, -100 - totals.D), strict=True))
    adjustment = {"adjustment": points, "reason": "so that two are equal"}
    rules = {"preset": "howto", "options": options}
    return start(site, *game["deals"], adjustment, *entries, first_king=game["deals"][0]["king"], house_rules=rules)


def test_game_of_these_tests_is_tied() -> None:
    assert len(tied_game()[1].game.outcome.winners) == 2


@pytest.mark.parametrize("language", ["en", "ar"])
def test_tied_result_leads_to_tie_break_deal(site: Flask, language: str) -> None:
    game, phone = tied_game_of(site), Phone(site, language)
    address = game.path("/tie-break")
    result = phone.get(game.path("/result")).root
    assert address in [link.attrs["href"] for link in result.find("a")]
    addresses = [link.attrs["href"] for link in phone.get(address).root.find("a", class_="row")]
    assert f"{address}?contracts=diamonds" in addresses
    form = phone.get(f"{address}?contracts=diamonds")
    counts = {"diamonds_A": "1", "diamonds_B": "2", "diamonds_C": "5", "diamonds_D": "5"}
    response = phone.send(form, "/tie-break", **counts)
    assert response.path == game.path("/result")
    state = phone.client.get(f"/api/games/{game.read}/state").get_json()
    assert (state["result"]["winners"], state["result"]["tie_broken_by"]) == (["A"], "deal")
    assert state["result"]["totals"] == {"A": 100, "B": 100, "C": -100, "D": -100}
    assert address not in [link.attrs["href"] for link in response.root.find("a")]


def test_last_entry_is_tie_break_without_points(site: Flask) -> None:
    game, phone = tied_game_of(site, DIAMONDS), Phone(site)
    announcement = phone.get(game.path("/sheet")).root.find_one("p", data_update_text="")
    assert announcement.text == "Tiebreaker: Diamonds"
    assert "Tiebreaker: Diamonds" in phone.get(game.path("/result")).root.find_one("main").text


def test_winner_of_tie_break_ranks_before_the_tied(site: Flask) -> None:
    game, phone = tied_game_of(site, DIAMONDS), Phone(site)
    standings = phone.get(game.path("/result")).root.find_one("ol", class_="standings")
    ranks = ["rank 1 Amal 100", "rank 2 Basil 100", "shared rank 3 Carine 200 behind −100"]
    assert [row.text for row in standings.find("li")][:3] == ranks
    explained = [row.text for row in phone.get(game.path("/explain")).root.find("li", class_="rank-row")]
    assert explained[0].startswith("rank 1 Amal0 first places in Trex")
    assert explained[1].startswith("rank 2 Basil0 first places in Trex")


def test_tie_break_deal_is_explained_and_on_sheet(site: Flask) -> None:
    game, phone = tied_game_of(site, DIAMONDS), Phone(site)
    seq = phone.client.get(f"/api/games/{game.read}/state").get_json()["seq"]
    page = phone.get(game.path(f"/deals/{seq}")).root.find_one("main").text
    assert "A tiebreaker deal decides the winner. Its points don’t count in any total." in page
    assert "2 × −10" in page
    assert "Tiebreaker: Diamonds" in phone.get(game.path("/sheet")).root.find_one("tbody", class_="tie-breaks").text
    assert "decided by the tiebreaker deal" in phone.get(game.path("/result")).root.find_one("main").text
    for path in (
        "",
        "/explain",
        "/explain/A",
        "/history",
        "/what-if",
        "/sign-off",
        "/chart",
        "/game.json",
        f"/deals/{seq}/dispute",
    ):
        assert phone.get(game.path(path)).status == 200, path


@pytest.mark.parametrize("options", [{}, {"signs": "reversed"}, {"partnership": True}])
def test_phone_decides_tie_break_offline(site: Flask, options: dict[str, Any]) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node was not found on this machine.")
    game, phone = tied_game_of(site, DIAMONDS, **options), Phone(site)
    state = phone.client.get(f"/api/games/{game.read}/state").get_json()
    journal = phone.client.get(f"/api/games/{game.read}/journal").get_json()
    rules = preset_rules_with_options("howto", options)
    tables = {"rules": state["rules"], "points_table": state["points_table"], "play": play_tables(rules)}
    module = (ROOT / "static" / "js" / "game" / "fold.js").as_uri()
    code = (
        f'import {{ fold }} from "{module}"; import fs from "node:fs";'
        'const { entries, tables } = JSON.parse(fs.readFileSync(0, "utf8"));'
        "console.log(JSON.stringify(fold(entries, tables).result));"
    )
    process = subprocess.run(
        [node, "--input-type=module", "-e", code],
        input=json.dumps({"entries": journal["entries"], "tables": tables}),
        capture_output=True,
        text=True,
        check=True,
    )
    result = json.loads(process.stdout)
    for name in ("winners", "tie_broken_by", "totals"):
        assert result[name] == state["result"][name]


def test_tie_break_deal_is_undone(site: Flask) -> None:
    game, phone = tied_game_of(site, DIAMONDS), Phone(site)
    seq = phone.client.get(f"/api/games/{game.read}/state").get_json()["seq"]
    game.add_entry({"take_back": seq})
    assert phone.client.get(f"/api/games/{game.read}/state").get_json()["result"]["winners"] == ["A", "B"]


def test_names_of_joint_winners_follow_language(site: Flask) -> None:
    """Isolated one by one: isolated as a whole, a list that begins with a Latin name would run left to right."""
    game = tied_game_of(site, tie_break="shared")
    assert "\u2068Amal\u2069 و\u2068Basil\u2069" in Phone(site, "ar").get(game.path("/result")).text


def test_shared_win_offers_no_tie_break(site: Flask) -> None:
    game, phone = tied_game_of(site, tie_break="shared"), Phone(site)
    assert phone.get(game.path("/tie-break")).path == game.path("")
    assert game.path("/tie-break") not in phone.get(game.path("/result")).text


def test_tie_break_deal_needs_scorer(site: Flask) -> None:
    game, phone = tied_game_of(site), Phone(site)
    assert phone.get(game.path("/tie-break", "read")).status == 403
    assert phone.get(f"/g/{'A' * 22}/tie-break").status == 404
    assert game.path("/tie-break", "read") not in phone.get(game.path("/result", "read")).text
