"""A game that was started offline, or whose start got no response, becomes one game on the server."""

import re
import sqlite3

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.browser.network import Network
from tests.support.browser.offline import SYNC_TIMEOUT_MS, UNSENT_STATUS, WITH_WORKER, open_for_offline, sync_online
from tests.support.clubs.club_nights import ClubNight, play_table
from tests.support.server.running import RunningGame, game_of, start_game
from tests.support.server.server import LiveServer
from tests.support.tables import KING
from tests.support.whole_games import whole_game
from trexscore.config import DATABASE_FILE_NAME

pytestmark = pytest.mark.browser

NAMES = ("Rim", "Sami", "Tala", "Ziad")


def fill_seats(page: Page, *names: str) -> None:
    for letter, name in zip("ABCD", names, strict=True):
        page.locator(f'[data-player="{letter}"]').fill(name)
    page.locator('[data-crown="A"]').check(force=True)


def count_games(server: LiveServer) -> int:
    database = server.data_folder / DATABASE_FILE_NAME
    with sqlite3.connect(database) as connection:
        [[count]] = connection.execute("SELECT count(*) FROM game")
    connection.close()
    return int(count)


def test_game_started_offline_moves_to_server(phones: Phones, game: RunningGame) -> None:
    """The phone refuses equal names, and warns that changed house rules need a connection."""
    page = phones.page(**WITH_WORKER)
    open_for_offline(page, game.page())
    page.context.set_offline(True)
    page.goto(f"{game.server}/games/new")
    expect(page.locator("html[data-offline-ready]")).to_have_count(1, timeout=SYNC_TIMEOUT_MS)
    expect(page.locator(UNSENT_STATUS)).to_contain_text("Offline")
    fill_seats(page, "Strasse", "Straße", "Tala", "Ziad")
    start = page.locator("form[data-new-game] button.bar")
    start.tap()
    expect(page.locator(".problems")).to_contain_text("Enter four different names")
    fill_seats(page, f" \u2068{NAMES[0]}\u2069 ", *NAMES[1:])
    key = page.locator("form[data-new-game] [name=key]").input_value()
    start.tap()
    expect(page.locator(".seats")).to_contain_text("Ziad")
    expect(page).to_have_url(re.compile("/g/local-"))
    assert key
    assert key not in page.url  # the key gives access to the game's links, and addresses are shared
    Finger(page).record(KING)
    sync_online(page)
    expect(page).not_to_have_url(re.compile("local-"))
    new_game = game_of(page.url)
    assert new_game.own != game.own
    assert [deal["captures"] for deal in new_game.deals] == [KING["captures"]]
    assert new_game.file["players"] == list(NAMES)

    open_for_offline(page, f"{game.server}/games/new")
    fill_seats(page, *NAMES)
    page.locator(".rules__summary").tap()
    undoubled = page.locator('[name="doubling"][value="off"]')
    page.locator("label", has=undoubled).tap()  # waits until the page has scrolled to the rules
    expect(undoubled).to_be_checked()
    page.context.set_offline(True)
    start.tap()
    expect(page.locator(".problems")).to_contain_text("house rules")
    start.tap()
    expect(page.locator(".seats")).to_contain_text("Ziad")
    expect(page).to_have_url(re.compile("local-"))


def test_start_with_lost_response_creates_one_game(phones: Phones, live_server: LiveServer, network: Network) -> None:
    """So does a rematch."""
    page = phones.page(**WITH_WORKER)
    open_for_offline(page, f"{network.url}/games/new")
    fill_seats(page, *NAMES)
    games_before = count_games(live_server)
    network.set_state("drops_responses")
    page.locator("form[data-new-game] button.bar").tap()
    expect(page.locator(UNSENT_STATUS)).to_be_visible(timeout=SYNC_TIMEOUT_MS)
    Finger(page).record(KING)
    network.set_state("working")
    expect(page.locator(UNSENT_STATUS)).to_have_count(0, timeout=2 * SYNC_TIMEOUT_MS)
    expect(page).not_to_have_url(re.compile("local-"))
    assert count_games(live_server) == games_before + 1
    assert page.locator('[data-total-of="B"]').inner_text() == "\u221275"

    finished = start_game(live_server.url, deals=whole_game("standard", 5)["deals"])
    open_for_offline(page, finished.page("/result").replace(live_server.url, network.url))
    games_before = count_games(live_server)
    network.set_state("drops_responses")
    Finger(page).tap("button.rematch__button")
    expect(page.locator(UNSENT_STATUS)).to_be_visible(timeout=SYNC_TIMEOUT_MS)
    network.set_state("working")
    expect(page).not_to_have_url(re.compile("local-"), timeout=2 * SYNC_TIMEOUT_MS)
    assert count_games(live_server) == games_before + 1


def test_offline_rematch_is_outside_the_club(phones: Phones, live_server: LiveServer, night: ClubNight) -> None:
    table = play_table(night)
    page = phones.page(**WITH_WORKER)
    open_for_offline(page, f"{live_server.url}{table.path('write', '/result')}")
    page.context.set_offline(True)
    page.goto(f"{live_server.url}{table.path('write', '/result')}")
    expect(page.locator("button.rematch__button")).to_have_count(0)
    rematch_button = page.get_by_role("button", name="Play again, outside the club")
    expect(rematch_button).to_contain_text("only if someone imports it")
    Finger(page).tap(rematch_button)
    expect(page).to_have_url(re.compile("/g/local-"))
