"""Every number on table, sheet and result links to its explanation, which links to the rule."""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.support.html import Node
from tests.support.pages import Phone, Response, preset, start
from tests.support.tables import ADJUSTMENT, COLLECTIONS, TREX, VOID
from tests.support.whole_games import whole_game
from tests.web.games.explain.test_routes import KING_DOUBLED

WHOLE_GAME = whole_game("partnership", 5)["deals"]
GAMES = {
    "begun": ([KING_DOUBLED, VOID, ADJUSTMENT, TREX], preset("standard")),
    "announced": ([KING_DOUBLED, COLLECTIONS], preset("wikipedia_reversed")),
    "running game of partners": ([*WHOLE_GAME[:7], ADJUSTMENT], preset("partnership")),
    "complete game of partners": (WHOLE_GAME, preset("partnership")),
    "complete game, lowest total wins": (WHOLE_GAME, preset("partnership", winner="lowest_total", partnership=False)),
}
PAGES = ("", "/sheet", "/result")
FILLED_BY_LINK = {"tr", "td", "th", "li", "forecast", "settle-up", "status", "side", "page-note"}
"""Elements and classes whose link fills them, so that a tap anywhere in them opens it."""


def link_of_number(number: Node) -> str | None:
    """The link opened by a tap on a number: an ancestor, or the link that fills the cell."""
    node: Node | None = number
    while node is not None and node.tag != "main":
        if node.tag == "a":
            return node.attrs["href"]
        if "oct__content" in node.attrs.get("class", ""):
            return "sheet"
        link_fills_cell = FILLED_BY_LINK & {node.tag, *node.attrs.get("class", "").split()}
        links = node.find("a", class_="explain-link") if link_fills_cell else []
        if links:
            return links[0].attrs["href"]
        node = node.parent
    return None


def numbers_on(page: Response) -> Iterator[Node]:
    """The visible points, counts and ranks."""
    main = page.root.find_one("main")
    hidden_ids = {id(node) for hidden in main.find("p", class_="vh") for node in hidden.walk()}
    for node in (*main.find("bdi", class_="num"), *main.find("span", class_="rank__n")):
        if id(node) not in hidden_ids:
            yield node


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("name", GAMES)
def test_every_number_leads_to_its_explanation(site: Flask, name: str, language: str) -> None:
    deals, rules = GAMES[name]
    game, phone = start(site, *deals, first_king=deals[0]["king"], **rules), Phone(site, language)
    addresses: set[str] = set()
    for path in PAGES:
        page = phone.get(game.path(path))
        numbers = list(numbers_on(page))
        assert len(numbers) > 10
        assert [node.parent and node.parent.text for node in numbers if not link_of_number(node)] == []
        addresses |= {
            game.path("/sheet") if (target := link_of_number(node)) == "sheet" else target or "" for node in numbers
        }
    for address in sorted(addresses):
        path, _, anchor = address.partition("#")
        page = phone.get(path)
        assert page.status == 200
        assert not anchor or page.root.find(id=anchor), address


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("name", GAMES)
def test_every_rule_leads_to_rule_book(site: Flask, name: str, language: str) -> None:
    deals, rules = GAMES[name]
    game, phone = start(site, *deals, first_king=deals[0]["king"], **rules), Phone(site, language)
    rule_book = phone.get(game.path("/rules")).root
    anchors = {node.attrs["id"] for node in rule_book.walk() if "id" in node.attrs}
    paths = [game.path(f"/deals/{6 + place}") for place in range(len(deals))]
    paths += [game.path("/explain"), game.path(f"/kingdoms/{deals[0]['king']}")]
    rule_count = 0
    for path in paths:
        for link in phone.get(path).root.find("a", class_="explain__rule"):
            address, _, anchor = link.attrs["href"].partition("#")
            assert (address, anchor in anchors) == (game.path("/rules"), True)
            rule_count += 1
    assert rule_count > len(deals) // 2
