"""Ranks, as the pages of a game show them."""

import pytest
from flask import Flask

from tests.support.pages import Phone, preset, start
from tests.support.tables import ADJUSTMENT, KING, VOID
from tests.support.whole_games import whole_game

PAGES = {"table": "", "sheet": "/sheet", "why": "/explain"}
RULES = {"players": {}, "partners": preset("partnership")}
RANK_COUNTS = {
    ("", "players"): 8,
    ("", "partners"): 4,
    ("/sheet", "players"): 4,
    ("/sheet", "partners"): 2,
    ("/explain", "players"): 4,
    ("/explain", "partners"): 6,
}
"""The table page includes its score sheet; with partners only pairs are ranked."""


def ranks_on(site: Flask, path: str, rules: str, *entries: dict[str, object]) -> list[str]:
    game = start(site, *entries, first_king="A", **RULES[rules])
    page = Phone(site).get(game.path(path))
    assert page.status == 200
    return [rank.text for rank in page.root.find_one("main").find("span", class_="rank__n")]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("path", PAGES.values(), ids=[*PAGES])
@pytest.mark.parametrize("entries", [(), (VOID,)], ids=["no entries", "void_deal"])
def test_ranks_are_hidden_before_first_points(
    site: Flask, path: str, rules: str, entries: tuple[dict[str, object], ...]
) -> None:
    assert ranks_on(site, path, rules, *entries) == []


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("path", PAGES.values(), ids=[*PAGES])
@pytest.mark.parametrize("first_entry", [KING, ADJUSTMENT], ids=["deal", "adjustment"])
def test_ranks_are_shown_from_first_points(site: Flask, path: str, rules: str, first_entry: dict[str, object]) -> None:
    ranks = ranks_on(site, path, rules, first_entry)
    assert len(ranks) == RANK_COUNTS[path, rules]
    assert "1" in ranks


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("entries", "is_shared"), [((), False), ((KING,), True)], ids=["no entries", "deal"])
def test_result_is_shared_only_with_points(
    site: Flask, rules: str, entries: tuple[dict[str, object], ...], *, is_shared: bool
) -> None:
    game = start(site, *entries, first_king="A", **RULES[rules])
    share_blocks = Phone(site).get(game.path("/sheet")).root.find_one("main").find("div", **{"data-share-result": ""})
    assert bool(share_blocks) is is_shared


def test_winning_partners_rank_first_with_fewer_points(site: Flask) -> None:
    file = whole_game("partnership", 1)
    adjustment = {"adjustment": {"A": -300, "B": 200, "C": 400, "D": -300}, "reason": "agreed"}
    rules = preset("partnership", winner="worst_player_loses")
    game, phone = start(site, *file["deals"], adjustment, **rules), Phone(site)
    result = phone.get(game.path("/result")).root
    rows = ["rank 1 Basil and Dani −60", "rank 2 Amal and Carine 60"]
    assert [row.text for row in result.find_one("ol", class_="standings").find("li")] == rows
    assert not [line for line in result.find("p") if "data-margin" in line.attrs]
    explained = phone.get(game.path("/explain")).root.find("ol")[0]
    assert "behind" not in explained.text
