"""Rules for every page: well-formed, no inline script or style, named controls, isolated numbers."""

import re
from functools import cache
from typing import Any

import pytest
from flask import Flask

from tests.support.html import CONTROLS, name_of
from tests.support.pages import READ_PAGES, WRITE_PAGES, Game, Phone, Response, preset, start
from tests.support.tables import KING
from trexscore.i18n import LANGUAGES

COUNTS = {"A": 5, "B": 4, "C": 3, "D": 1}
VOID = {"king": "A", "void": {"reason": "misdeal"}}
ADJUSTMENT = {"adjustment": {"A": -30, "B": 30}, "reason": "agreed"}
ANNOUNCED = {"announced": {"king": "A", "contracts": ["queens"], "doubled": {"spades": "D"}}}
GAME_PAGES = (*READ_PAGES, "/result", *WRITE_PAGES)
NUMBER = re.compile("[\u2212+]?[0-9\u0660-\u0669]+")
LANGUAGES_IN_FULL = ("en", "ar")
"""Languages in which all rules are tested; in the others, only texts differ."""
FORBIDDEN_TAGS = {"style", "iframe", "object", "embed", "base"}


def kingdom_of_one_taker(king: str) -> list[dict[str, Any]]:
    """A kingdom of Complex in which one player takes everything."""
    thirteen = {seat: 13 if seat == king else 0 for seat in "ABCD"}
    queens = {suit: {"taken_by": king} for suit in ("hearts", "spades", "diamonds", "clubs")}
    captures = {"king_of_hearts": {"taken_by": king}, "queens": queens, "diamonds": thirteen, "tricks": thirteen}
    contracts = ["king_of_hearts", "queens", "diamonds", "collections"]
    return [
        {"king": king, "contracts": contracts, "captures": captures},
        {"king": king, "contracts": ["trex"], "captures": {"trex": list("ABCD")}},
    ]


@cache
def games(site: Flask) -> dict[str, Game]:
    """Games for all variants of the table page."""
    finished = [deal for king in "ABCD" for deal in kingdom_of_one_taker(king)]
    game_by_name = {
        "new": start(site),
        "no king yet": start(site, first_king=None),
        "begun": start(site, KING, VOID, ADJUSTMENT),
        "announced": start(site, KING),
        "partnership": start(site, KING, **preset("partnership")),
        "combination": start(site, KING, **preset("combination")),
        "complex": start(site, *kingdom_of_one_taker("A"), **preset("complex")),
        "denexa": start(site, **preset("denexa")),
        "finished": start(site, *finished, **preset("complex")),
        "finished by teams": start(site, *finished, **preset("complex_partnership")),
    }
    game_by_name["announced"].add_entry(ANNOUNCED)
    return game_by_name


@cache
def pages(site: Flask, language: str) -> tuple[Response, ...]:
    """All pages for all permissions, including refused forms."""
    phone = Phone(site, language)
    paths = ("/games", "/rules", "/", "/games/new", "/games/file", "/open", "/settings", "/g/x")
    responses = [*map(phone.get, paths), phone.post("/open", {})]
    for name, game in games(site).items():
        is_full = name == "new" or (name == "complex" and language in LANGUAGES_IN_FULL)
        responses += [phone.get(game.path(page, "own")) for page in (GAME_PAGES if is_full else GAME_PAGES[:7])]
        responses += [phone.get(game.path(page, "read")) for page in GAME_PAGES[:2]]
    forms = {"/open": "/open", "/games/file": "/games/file"}
    responses += [phone.send(phone.get(path), action) for path, action in forms.items()]
    responses += [phone.send(phone.get("/games/new"), "/games", name_A="x" * 50)]
    new = games(site)["new"]
    for contract in ("king_of_hearts", "queens", "diamonds", "collections", "trex"):
        form = phone.get(new.path(f"/deals/new?contracts={contract}"))
        responses += [phone.send_only(form, "/deals"), phone.send(form, "/deals", preview="1")]
    for name in ("voids", "adjustments"):
        responses.append(phone.send(phone.get(new.path(f"/{name}/new")), f"/{name}"))
    return tuple(responses)


@pytest.fixture(params=LANGUAGES)
def all_pages(request: pytest.FixtureRequest, site: Flask) -> tuple[Response, ...]:
    all_responses = pages(site, request.param)
    assert len(all_responses) > 100
    assert {page.status for page in all_responses} <= {200, 400, 403, 404, 422}
    return all_responses


def test_pages_are_well_formed(all_pages: tuple[Response, ...]) -> None:
    assert not [(page.path, page.page.faults) for page in all_pages if page.page.faults]


def test_pages_contain_no_script_or_style(all_pages: tuple[Response, ...]) -> None:
    for page in all_pages:
        for node in page.root.walk():
            assert node.tag not in FORBIDDEN_TAGS, page.path
            assert not [name for name in node.attrs if name == "style" or name.startswith("on")], (page.path, node)
            assert not node.attrs.get("href", "").lower().startswith("javascript:")
            if node.tag == "script":
                assert node.attrs["src"].startswith("/static/"), page.path
                assert not node.text


def test_pages_load_nothing_from_other_sites(all_pages: tuple[Response, ...]) -> None:
    for page in all_pages:
        for node in page.root.walk():
            addresses = [node.attrs[name] for name in ("src", "action", "formaction") if name in node.attrs]
            addresses += [node.attrs["href"]] if node.tag in {"link", "a", "use"} else []
            assert all(address.startswith(("/", "#")) and not address.startswith("//") for address in addresses), (
                page.path,
                addresses,
            )


def test_controls_have_names(all_pages: tuple[Response, ...]) -> None:
    for page in all_pages:
        controls = [node for node in page.root.walk() if node.tag in CONTROLS or (node.tag == "a")]
        for node in controls:
            if node.attrs.get("type") != "hidden" and not node.inside("template"):
                assert name_of(page.page, node).strip(), (page.path, node)


def test_numbers_are_isolated(all_pages: tuple[Response, ...]) -> None:
    for page in all_pages:
        for node, text in page.root.texts():
            if NUMBER.fullmatch(text.strip()) and not node.inside("datalist", "svg"):
                segment = node.parent is not None and node.parent.has(class_="segment")
                is_isolated = node.tag == "bdi" and node.attrs.get("dir") == "ltr"
                assert is_isolated or segment, (page.path, node, text)


def test_minus_is_no_hyphen(all_pages: tuple[Response, ...]) -> None:
    for page in all_pages:
        text_of_page = "\n".join(text for node, text in page.root.texts() if node.tag != "script")
        # Tokens are random and may start with "-5".
        without_links = re.sub(r"\S*/g/\S+", "", text_of_page)
        assert not re.search("(?<![\\w-])-[0-9\u0660-\u0669]", without_links), page.path


def test_pages_declare_language_and_direction(site: Flask) -> None:
    for language in LANGUAGES.values():
        for page in pages(site, language.code):
            html = page.root.find_one("html")
            assert (html.attrs["lang"], html.attrs["dir"]) == (language.code, language.direction), page.path
            assert page.text.lstrip().lower().startswith("<!doctype html>")


def test_pages_have_title_and_one_heading(all_pages: tuple[Response, ...]) -> None:
    for page in all_pages:
        assert page.root.find_one("head").find_one("title").text, page.path
        assert page.root.find_one("h1").text, page.path
        assert len(page.root.find("main")) == 1


def test_references_to_ids_resolve(all_pages: tuple[Response, ...]) -> None:
    for page in all_pages:
        ids = {node.attrs["id"] for node in page.root.walk() if "id" in node.attrs}
        for node in page.root.walk():
            for name in ("for", "list", "aria-labelledby", "aria-describedby"):
                assert {*node.attrs.get(name, "").split()} <= ids, (page.path, node)


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_translated_pages_contain_no_english(site: Flask, language: str) -> None:
    english = re.compile(r"\b(?:the|you|who|what|this|has|and|not|yet)\b", re.IGNORECASE)
    for page in pages(site, language):
        texts = [text for node, text in page.root.texts() if not node.has(lang="en") and node.tag != "script"]
        texts += [
            node.attrs[name]
            for node in page.root.walk()
            for name in ("aria-label", "placeholder")
            if name in node.attrs
        ]
        assert not [text for text in texts if english.search(text)], page.path
