"""A game that begins where there is no reception, or whose beginning was never confirmed: one game, as it was meant."""

import re
import sqlite3

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.away import SOON, WAITS, WORKER, sent_with_reception, visit
from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.browser.reception import Reception
from tests.support.clubs.rooms import Room, play_a_table
from tests.support.server.running import RunningGame, game_of, start_game
from tests.support.server.server import LiveServer
from tests.support.tables import KING
from tests.support.whole_games import whole_game
from trexscore.config import DATABASE_FILE

pytestmark = pytest.mark.browser

NAMES = ("Rim", "Sami", "Tala", "Ziad")


def seat(page: Page, *names: str) -> None:
    for letter, name in zip("ABCD", names, strict=True):
        page.locator(f'[data-player="{letter}"]').fill(name)
    page.locator('[data-crown="A"]').check(force=True)


def games_of(server: LiveServer) -> int:
    database = server.data_folder / DATABASE_FILE
    with sqlite3.connect(database) as connection:
        [[count]] = connection.execute("SELECT count(*) FROM game")
    connection.close()
    return int(count)


def test_a_game_begins_without_reception_and_moves_to_the_server(phones: Phones, game: RunningGame) -> None:
    page = phones.page(**WORKER)
    visit(page, game.page())
    page.context.set_offline(True)
    page.goto(f"{game.server}/games/new")
    seat(page, *NAMES)
    key = page.locator("form[data-new-game] [name=key]").input_value()
    page.locator("form[data-new-game] button.bar").tap()
    expect(page.locator(".seats")).to_contain_text("Ziad")
    expect(page).to_have_url(re.compile("/g/local-"))
    assert key
    assert key not in page.url  # it gets whoever knows it the game's links, and addresses are given on
    Finger(page).record(KING)
    sent_with_reception(page)
    expect(page).not_to_have_url("local-")
    begun = game_of(page.url)
    assert begun.own != game.own
    assert [deal["captures"] for deal in begun.deals] == [KING["captures"]]
    assert begun.file["players"] == list(NAMES)


def test_a_beginning_whose_answer_is_lost_makes_one_game(
    phones: Phones, live_server: LiveServer, reception: Reception
) -> None:
    before = games_of(live_server)
    page = phones.page(**WORKER)
    visit(page, f"{reception.url}/games/new")
    seat(page, *NAMES)
    reception.change("swallows_answers")
    page.locator("form[data-new-game] button.bar").tap()
    expect(page.locator(WAITS)).to_be_visible(timeout=SOON)
    Finger(page).record(KING)
    reception.change("clear")
    expect(page.locator(WAITS)).to_have_count(0, timeout=2 * SOON)
    expect(page).not_to_have_url(re.compile("local-"))
    assert games_of(live_server) == before + 1
    assert page.locator('[data-total-of="B"]').inner_text() == "\u221275"


def test_playing_again_whose_answer_is_lost_makes_one_more_game(
    phones: Phones, live_server: LiveServer, reception: Reception
) -> None:
    finished = start_game(live_server.url, deals=whole_game("standard", 5)["deals"])
    before = games_of(live_server)
    page = phones.page(**WORKER)
    visit(page, finished.page("/result").replace(live_server.url, reception.url))
    reception.change("swallows_answers")
    Finger(page).tap("button.rematch__button")
    expect(page.locator(WAITS)).to_be_visible(timeout=SOON)
    reception.change("clear")
    expect(page).not_to_have_url(re.compile("local-"), timeout=2 * SOON)
    assert games_of(live_server) == before + 1


def test_at_a_clubs_evening_the_next_game_of_a_phone_without_reception_says_that_it_does_not_count_by_itself(
    phones: Phones, live_server: LiveServer, room: Room
) -> None:
    table = play_a_table(room)
    page = phones.page(**WORKER)
    visit(page, f"{live_server.url}{table.path('write', '/result')}")
    page.context.set_offline(True)
    page.goto(f"{live_server.url}{table.path('write', '/result')}")
    expect(page.locator("button.rematch__button")).to_have_count(0)
    again = page.get_by_role("button", name="Play again, outside the club")
    expect(again).to_contain_text("only if someone imports it")
    Finger(page).tap(again)
    expect(page).to_have_url(re.compile("/g/local-"))


def test_changed_house_rules_are_not_dropped_without_a_word(phones: Phones, server: str) -> None:
    page = phones.page(**WORKER)
    visit(page, f"{server}/games/new")
    seat(page, *NAMES)
    page.locator(".rules__summary").tap()
    page.locator('[name="doubling"][value="off"]').check(force=True)
    page.context.set_offline(True)
    page.locator("form[data-new-game] button.bar").tap()
    expect(page.locator(".problems")).to_contain_text("house rules")
    page.locator("form[data-new-game] button.bar").tap()
    expect(page.locator(".seats")).to_contain_text("Ziad")
    expect(page).to_have_url(re.compile("local-"))


def test_names_that_the_server_takes_for_one_are_refused_at_once(phones: Phones, game: RunningGame) -> None:
    page = phones.page(**WORKER)
    visit(page, game.page())
    page.context.set_offline(True)
    page.goto(f"{game.server}/games/new")
    page.wait_for_timeout(1000)
    expect(page.locator(WAITS)).to_contain_text("Offline")
    seat(page, "Strasse", "Straße", "Tala", "Ziad")
    page.locator("form[data-new-game] button.bar").tap()
    expect(page.locator(".problems")).to_contain_text("Enter four different names")
