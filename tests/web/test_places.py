"""Who is first, second, third and last, as the pages of a game show it."""

import pytest
from flask import Flask

from tests.support.pages import Phone, preset, start
from tests.support.tables import KING, MOVED, VOID

PAGES = {"table": "", "sheet": "/sheet", "why": "/explain"}
RULES = {"players": {}, "partners": preset("partnership")}
PLACES = {
    ("", "players"): 8,
    ("", "partners"): 4,
    ("/sheet", "players"): 4,
    ("/sheet", "partners"): 2,
    ("/explain", "players"): 4,
    ("/explain", "partners"): 6,
}
"""The table holds its sheet as well; of partners it ranks the pairs alone."""


def places_on(site: Flask, path: str, rules: str, *entries: dict[str, object]) -> list[str]:
    game = start(site, *entries, first_king="A", **RULES[rules])
    page = Phone(site).get(game.path(path))
    assert page.status == 200
    return [place.text for place in page.root.one("main").find("span", class_="rank__n")]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("path", PAGES.values(), ids=[*PAGES])
@pytest.mark.parametrize("entries", [(), (VOID,)], ids=["nothing", "thrown_in"])
def test_before_anything_is_scored_nobody_has_a_place(
    site: Flask, path: str, rules: str, entries: tuple[dict[str, object], ...]
) -> None:
    assert places_on(site, path, rules, *entries) == []


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("path", PAGES.values(), ids=[*PAGES])
@pytest.mark.parametrize("first", [KING, MOVED], ids=["deal", "points_by_agreement"])
def test_from_the_first_points_on_everybody_has_one(
    site: Flask, path: str, rules: str, first: dict[str, object]
) -> None:
    places = places_on(site, path, rules, first)
    assert len(places) == PLACES[path, rules]
    assert "1" in places


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("entries", "sent"), [((), False), ((KING,), True)], ids=["nothing", "deal"])
def test_a_score_is_sent_once_there_is_one(
    site: Flask, rules: str, entries: tuple[dict[str, object], ...], *, sent: bool
) -> None:
    game = start(site, *entries, first_king="A", **RULES[rules])
    shown = Phone(site).get(game.path("/sheet")).root.one("main").find("div", **{"data-share-result": ""})
    assert bool(shown) is sent
