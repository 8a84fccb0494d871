"""The table page's forecast of who can still win."""

from typing import Any

import pytest
from flask import Flask

from tests.support.games import cases
from tests.support.pages import Phone, preset, start
from trexscore.web.games.table import forecast

WORKED_GAME = next(case["game"] for case in cases("games") if case["id"] == "g1")


def forecast_lines(site: Flask, deals: int, language: str = "en", **parts: Any) -> list[str]:  # noqa: ANN401 - parts of a file
    game = start(site, *WORKED_GAME["deals"][:deals], first_king=None, **parts)
    section = Phone(site, language).get(game.path()).root.find("section", class_="forecast")
    return [line.text for line in section[0].find("li")] if section else []


def test_no_forecast_before_first_deal(site: Flask) -> None:
    assert forecast_lines(site, 0) == []


def test_no_forecast_before_last_kingdom(site: Flask) -> None:
    assert forecast_lines(site, 1) == []
    assert forecast_lines(site, 17) == []
    assert len(forecast_lines(site, 18)) == 4


@pytest.mark.parametrize("language", ["en", "ar"])
def test_forecast_has_a_sentence_for_each_player(site: Flask, language: str) -> None:
    lines = forecast_lines(site, 18, language)
    assert len(lines) == 4
    assert len(set(lines)) == 4


def test_forecast_names_needed_points(site: Flask) -> None:
    assert sum("needs at least" in line for line in forecast_lines(site, 18)) == 2


def test_forecast_names_certain_winner(site: Flask) -> None:
    adjustment = {"adjustment": {"A": 9999, "B": -9999}, "reason": "agreed"}
    game = start(site, *WORKED_GAME["deals"][:18], adjustment, first_king=None)
    page = Phone(site).get(game.path()).root.find_one("section", class_="forecast").text
    assert "Amal" in page
    assert "is sure to win" in page
    assert page.count("can no longer win") == 3


def test_forecast_has_a_sentence_for_each_team(site: Flask) -> None:
    lines = forecast_lines(site, 18, **preset("partnership"))
    assert len(lines) == 2


def test_forecast_under_reversed_signs(site: Flask) -> None:
    assert any("can win with at most" in line for line in forecast_lines(site, 18, **preset("wikipedia_reversed")))


def test_no_forecast_when_time_runs_out(site: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast, "_MAX_SEARCH_STEPS", 0)
    assert forecast_lines(site, 18, **preset("standard", diamond_points=15)) == [], (
        "uses rules whose forecast no other test has cached"
    )


def test_no_forecast_after_last_deal(site: Flask) -> None:
    assert forecast_lines(site, len(WORKED_GAME["deals"])) == []
