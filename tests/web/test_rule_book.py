"""The rule book as a page: for everybody, for a table, and for those who look for something."""

import pytest
from flask import Flask

from tests.support.html import Node
from tests.support.pages import RIGHTS, Answer, Game, Phone, preset, start
from trexscore.language import LANGUAGES
from trexscore.language.rule_book import rule_book
from trexscore.rules.presets import PRESETS, STANDARD

SLUGS = [difference.slug for section in rule_book(STANDARD.rules) for difference in section.differences]


def _seen(node: Node) -> bool:
    hidden = node
    while hidden.parent is not None:
        if "hidden" in hidden.attrs:
            return False
        hidden = hidden.parent
    return True


def _found(answer: Answer) -> list[Node]:
    return [part for part in answer.root.find(data_part="") if _seen(part)]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", PRESETS)
def test_everybody_reads_the_book_of_every_preset(site: Flask, name: str, code: str) -> None:
    answer = Phone(site, code).get(f"/rules?preset={name}")
    assert answer.status == 200
    assert answer.root.one("option", selected="").attrs["value"] == name
    assert len(_found(answer)) > len(SLUGS)
    assert not _seen(answer.root.one(data_empty=""))


def test_without_a_preset_or_with_one_that_there_is_not_the_book_is_of_the_standard_rules(phone: Phone) -> None:
    for address in ("/rules", "/rules?preset=no-such-thing"):
        assert phone.get(address).root.one("option", selected="").attrs["value"] == "standard"


def test_every_point_has_an_address_and_a_link_to_it(phone: Phone) -> None:
    page = phone.get("/rules").root
    points = page.find("details", class_="point")
    assert [point.attrs["id"] for point in points] == SLUGS
    assert all(point.one("a").attrs["href"] == f"#{point.attrs['id']}" for point in points)
    for link in page.one(class_="contents").find("a"):
        assert page.find(id=link.attrs["href"][1:])


def test_the_book_of_a_game_has_the_games_rules(site: Flask, phone: Phone) -> None:
    denexa = start(site, **preset("denexa"))
    page = phone.get(denexa.path("/rules")).root
    [point] = page.find("details", id="own-doubled-card")
    assert point.one(class_="point__answer").text.startswith("It costs double, and whoever led the trick")
    assert not page.find("select")
    assert page.one(class_="page-note").text == "House rules: Denexa"


def test_a_table_that_has_changed_its_rules_is_told_so(site: Flask, phone: Phone) -> None:
    changed = start(site, house_rules={"preset": "standard", "options": {"diamond_points": 12}})
    page = phone.get(changed.path("/rules")).root
    assert page.one(class_="page-note").text == "House rules: Standard, changed"
    assert "\u221212" in page.one(id="diamond-points").text


@pytest.mark.parametrize("right", RIGHTS)
def test_whoever_has_a_link_reads_the_tables_book(phone: Phone, game: Game, right: str) -> None:
    answer = phone.get(game.path("/rules", right))
    assert answer.status == 200
    assert answer.headers["Content-Language"] == "en"
    links = [link.attrs["href"] for link in phone.get(game.path("", right)).root.find("a")]
    assert game.path("/rules", right) in links


def test_a_stranger_finds_no_tables_book(phone: Phone) -> None:
    assert phone.get("/g/AAAAAAAAAAAAAAAAAAAAAA/rules").status == 404


def test_home_and_the_house_rules_lead_to_the_book(phone: Phone, game: Game) -> None:
    assert "/rules" in [link.attrs["href"] for link in phone.get("/").root.find("a")]
    links = [link.attrs["href"] for link in phone.get(game.path("/house-rules")).root.find("a")]
    assert game.path("/rules") in links


def test_every_house_rule_leads_to_the_point_that_tells_more(phone: Phone, game: Game) -> None:
    for link in phone.get(game.path("/house-rules")).root.find("a", class_="rule__more"):
        address, _, slug = link.attrs["href"].partition("#")
        assert address == game.path("/rules")
        assert slug in SLUGS


@pytest.mark.parametrize(
    ("code", "query", "slug"),
    [
        ("en", "blanket pillow", "pillow-and-blanket"),
        ("en", "QUADRUPLE", "four-times-the-value"),
        ("en", "-500", "total-of-a-combined-deal"),
        ("ar", "مخده", "pillow-and-blanket"),
        ("ar", "المَخدّة", "pillow-and-blanket"),
        ("ar", "ادني", "scorekeeper"),
        ("ar", "500", "total-of-a-combined-deal"),
        ("fr", "egalite", "first-king"),
        ("de", "decke kissen", "pillow-and-blanket"),
    ],
)
def test_what_is_looked_for_is_all_that_is_seen(site: Flask, code: str, query: str, slug: str) -> None:
    answer = Phone(site, code).get(f"/rules?q={query}")
    found = [part.attrs.get("id") for part in _found(answer)]
    assert slug in found
    assert len(found) < len(SLUGS) / 2
    assert answer.root.one("input", name="q").attrs["value"] == query
    assert not _seen(answer.root.one(data_empty=""))


def test_a_section_in_which_nothing_is_found_is_not_seen(phone: Phone) -> None:
    page = phone.get("/rules?q=blanket").root
    assert [section.one("h2").text for section in page.find(class_="book") if _seen(section)] == ["Doubling"]


@pytest.mark.parametrize("where", ["/rules?preset=german&q=", "game"])
def test_where_nothing_is_found_the_page_says_so_and_leads_back(phone: Phone, game: Game, where: str) -> None:
    address = game.path("/rules?q=") if where == "game" else where
    answer = phone.get(f"{address}xyzzy")
    assert not _found(answer)
    empty = answer.root.one(data_empty="")
    assert _seen(empty)
    back = phone.get(empty.one("a").attrs["href"])
    assert len(_found(back)) > len(SLUGS)
    assert back.path == answer.path


def test_what_is_typed_is_shown_and_does_nothing_else(phone: Phone) -> None:
    answer = phone.get("/rules?q=%3Cb%3E%22%25(x)s" + "a" * 500)
    assert answer.status == 200
    assert not answer.page.faults
    assert len(answer.root.one("input", name="q").attrs["value"]) == 100
