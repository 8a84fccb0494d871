"""The score chart: every total after each deal, drawn and in numbers."""

from typing import Any

import pytest
from flask import Flask

from tests.support.html import Node
from tests.support.pages import ARABIC_NAMES, PERMISSIONS, Game, Phone, Response, preset, result_of_file, start
from tests.support.tables import ADJUSTMENT, KINGDOM, VOID
from tests.support.whole_games import whole_game

DIGITS = str.maketrans("٠١٢٣٤٥٦٧٨٩\u2212", "0123456789-")
LONG_NAMES = ["Maximiliane-Dorothea von Hohenlohe-Lange", "B" * 40, "عبد الرحمن بن عبد العزيز آل إبراهيم", "Ba"]


def start_whole_game(site: Flask, name: str, **parts: Any) -> Game:  # noqa: ANN401 - parts of a game file
    return start(site, *whole_game(name, 5)["deals"], **{**preset(name), **parts})


def rows_of(table: Node) -> list[list[int]]:
    """The totals of each row, in any digits."""
    rows = [[int(cell.text.translate(DIGITS)) for cell in row.find("td")] for row in table.find("tr") if is_row(row)]
    assert rows
    return rows


def is_row(row: Node) -> bool:
    return bool(row.find("td")) and not row.has(class_="chart-table__caption")


def chart_page(phone: Phone, game: Game) -> Response:
    page = phone.get(game.path("/chart"))
    assert page.status == 200
    return page


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("name", ["standard", "complex", "wikipedia_reversed", "combination"])
def test_chart_follows_totals(site: Flask, name: str, language: str) -> None:
    game = start_whole_game(site, name)
    deals = result_of_file(game.file())["deals"]
    page = chart_page(Phone(site, language), game)
    assert rows_of(page.root.find_one("table")) == [[deal["running"][seat] for seat in "ABCD"] for deal in deals]
    lines = page.root.find_one("svg", class_="chart").find("polyline", class_="chart__line")
    assert [len(line.attrs["points"].split()) for line in lines] == [len(deals) + 1] * 4


def test_chart_marks_kingdoms(phone: Phone, site: Flask) -> None:
    page = chart_page(phone, start_whole_game(site, "standard"))
    chart = page.root.find_one("svg", class_="chart")
    assert [king.text for king in chart.find("text", class_="chart__king")] == ["Amal", "Basil", "Carine", "Dani"]
    assert len(chart.find("line", class_="chart__double")) == 8
    assert [king.text for king in page.root.find("tr", class_="chart-table__head")] == [
        f"King {name}" for name in ("Amal", "Basil", "Carine", "Dani")
    ]
    assert len(page.root.find("tbody", class_="is-closed")) == 4


def test_chart_of_running_game_ends_at_last_deal(phone: Phone, site: Flask) -> None:
    game = start(site, *whole_game("standard", 5)["deals"][:7])
    page = chart_page(phone, game)
    chart = page.root.find_one("svg", class_="chart")
    assert len(chart.find("line", class_="chart__double")) == 2
    assert len(page.root.find("tbody", class_="is-closed")) == 1
    assert len(rows_of(page.root.find_one("table"))) == 7


def test_chart_marks_losses_at_end_only(phone: Phone, site: Flask) -> None:
    table = chart_page(phone, start_whole_game(site, "standard")).root.find_one("table")
    last_row = [row for row in table.find("tr") if is_row(row)][-1]
    losses = [cell.text for cell in last_row.find("td", class_="is-loss")]
    assert losses == [cell.text for cell in last_row.find("td") if cell.text.startswith("\u2212")]
    assert 0 < len(losses) == len(table.find("td", class_="is-loss"))


def test_chart_marks_adjustments_not_void_deals(phone: Phone, site: Flask) -> None:
    page = chart_page(phone, start(site, VOID, KINGDOM[0], ADJUSTMENT, *KINGDOM[1:], ADJUSTMENT))
    rows = rows_of(page.root.find_one("table"))
    assert len(rows) == 7
    assert [now - before for now, before in zip(rows[1], rows[0], strict=True)] == [0, -30, 0, 30]
    assert [now - before for now, before in zip(rows[-1], rows[-2], strict=True)] == [0, -30, 0, 30]
    chart = page.root.find_one("svg", class_="chart")
    assert len(chart.find("line", class_="chart__adjustment-line")) == 2
    assert [row.text for row in page.root.find("tr", class_="chart-table__head")] == ["King Amal", "Adjusted"]
    assert [row.text for row in page.root.find("tr", class_="chart-table__caption")] == ["agreed", "agreed"]
    assert page.root.find(class_="chart-note")


def test_chart_of_one_deal_and_of_none(phone: Phone, site: Flask) -> None:
    page = chart_page(phone, start(site, KINGDOM[0]))
    lines = page.root.find("polyline", class_="chart__line")
    assert len(lines[0].attrs["points"].split()) == 2
    empty_page = chart_page(phone, start(site))
    assert not empty_page.root.find("svg", class_="chart")
    assert "The chart appears after the first deal." in empty_page.text


@pytest.mark.parametrize("names", [list(ARABIC_NAMES), LONG_NAMES])
def test_chart_of_partners_shows_teams_first(site: Flask, phone: Phone, names: list[str]) -> None:
    game = start_whole_game(site, "complex_partnership", players=names)
    page = chart_page(phone, game)
    teams, players = page.root.find("table")
    deals = result_of_file(game.file())["deals"]
    assert rows_of(players) == [[deal["running"][seat] for seat in "ABCD"] for deal in deals]
    assert rows_of(teams) == [[a + c, b + d] for a, b, c, d in rows_of(players)]
    team_chart, _player_chart = page.root.find("svg", class_="chart")
    assert len(team_chart.find("polyline", class_="chart__line")) == 2
    assert len(team_chart.find("text", class_="chart__name")) == 4


def test_chart_highlights_leader(phone: Phone, site: Flask) -> None:
    for options in ({}, {"winner": "lowest_total"}):
        game = start(site, *whole_game("standard", 5)["deals"], **preset("standard", **options))
        winners = result_of_file(game.file())["winners"]
        lines = chart_page(phone, game).root.find_one("svg", class_="chart").find("polyline", class_="chart__line")
        highlighted = [seat for seat, line in zip("ABCD", lines, strict=True) if line.has(class_="is-strong")]
        assert highlighted == winners
        assert ("the lowest line is ahead" in chart_page(phone, game).text) == bool(options)


def test_chart_has_text_alternative(phone: Phone, site: Flask) -> None:
    page = chart_page(phone, start_whole_game(site, "standard"))
    chart = page.root.find_one("svg", class_="chart")
    assert chart.attrs["role"] == "img"
    title, description = (page.root.find_one(id=name).text for name in chart.attrs["aria-labelledby"].split())
    assert title == "Score chart: totals after each deal"
    totals = result_of_file(start_whole_game(site, "standard").file())["totals"]
    for total in totals.values():
        assert str(total).replace("-", "\u2212") in description


def test_arabic_chart_runs_from_right(site: Flask, phone: Phone, arabic: Phone) -> None:
    game = start_whole_game(site, "standard", players=list(ARABIC_NAMES))
    x_positions = {}
    for reading_phone in (phone, arabic):
        line = chart_page(reading_phone, game).root.find("polyline", class_="chart__line")[0]
        x_positions[reading_phone.language] = [int(point.split(",")[0]) for point in line.attrs["points"].split()]
    assert x_positions["en"] == sorted(x_positions["en"])
    assert x_positions["ar"] == sorted(x_positions["ar"], reverse=True)


@pytest.mark.parametrize("permission", PERMISSIONS)
@pytest.mark.parametrize(("from_page", "text"), [("/menu", "Score chart"), ("/result", "Score chart")])
def test_menu_and_result_link_to_chart(site: Flask, phone: Phone, permission: str, from_page: str, text: str) -> None:
    game = start_whole_game(site, "standard")
    address = game.path("/chart", permission)
    (link,) = phone.get(game.path(from_page, permission)).root.find("a", href=address)
    assert link.text == text
    assert phone.get(address).root.find("a", href=game.path("/sheet", permission))


def test_chart_of_unknown_game_is_not_found(phone: Phone) -> None:
    assert phone.get(f"/g/{'A' * 22}/chart").status == 404
