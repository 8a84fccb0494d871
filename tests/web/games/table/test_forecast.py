"""What the table page says of who can still win."""

from typing import Any

import pytest
from flask import Flask

from tests.support.games import cases
from tests.support.pages import Phone, preset, start
from trexscore.web.games.table import forecast as outlook

WORKED = next(case["game"] for case in cases("games") if case["id"] == "g1")


def said(site: Flask, deals: int, language: str = "en", **parts: Any) -> list[str]:  # noqa: ANN401 - parts of a file
    game = start(site, *WORKED["deals"][:deals], first_king=None, **parts)
    section = Phone(site, language).get(game.path()).root.find("section", class_="outlook")
    return [line.text for line in section[0].find("li")] if section else []


def test_before_the_first_deal_nothing_is_said(site: Flask) -> None:
    assert said(site, 0) == []


def test_before_the_last_kingdom_nothing_is_said(site: Flask) -> None:
    assert said(site, 1) == []
    assert said(site, 17) == []
    assert len(said(site, 18)) == 4


@pytest.mark.parametrize("language", ["en", "ar"])
def test_late_in_the_game_everybody_has_a_sentence(site: Flask, language: str) -> None:
    lines = said(site, 18, language)
    assert len(lines) == 4
    assert len(set(lines)) == 4


def test_points_that_are_needed_are_said(site: Flask) -> None:
    assert sum("needs at least" in line for line in said(site, 18)) == 2


def test_whoever_is_too_far_behind_cannot_win_any_more_and_the_other_has_won(site: Flask) -> None:
    far = {"adjustment": {"A": 9999, "B": -9999}, "reason": "agreed"}
    game = start(site, *WORKED["deals"][:18], far, first_king=None)
    page = Phone(site).get(game.path()).root.one("section", class_="outlook").text
    assert "Amal" in page
    assert "is sure to win" in page
    assert page.count("can no longer win") == 3


def test_partners_have_a_sentence_together(site: Flask) -> None:
    lines = said(site, 18, **preset("partnership"))
    assert len(lines) == 2


def test_where_fewer_points_are_better_it_is_said_how_many_may_still_be_taken(site: Flask) -> None:
    assert any("can win with at most" in line for line in said(site, 18, **preset("wikipedia_reversed")))


def test_where_nothing_is_certain_in_time_nothing_is_said(site: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outlook, "_PATIENCE", 0)
    assert said(site, 18, **preset("standard", diamond_points=15)) == [], "rules that no other test has asked about"


def test_when_all_is_played_nothing_is_said(site: Flask) -> None:
    assert said(site, len(WORKED["deals"])) == []
