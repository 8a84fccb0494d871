"""A phone reports that the server has another history of a game, and keeps its own copy."""

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, Response, expect

from tests.support.browser.browser import Phones
from tests.support.browser.offline import SYNC_TIMEOUT_MS, UNSENT_STATUS, WITH_WORKER, enter_offline, take_offline
from tests.support.clubs.files import with_new_digests
from tests.support.server.running import RunningGame, start_game
from tests.support.server.server import LiveServer
from tests.support.tables import DIAMONDS, KING, QUEENS, Json
from trexscore.commands.games.delete_game import remove_player_name_unless_counted
from trexscore.commands.games.links import renew_link
from trexscore.db.game_links import read_token_scope
from trexscore.rules.seats import Seat

pytestmark = pytest.mark.browser
BANNER = "[data-divergence]"
ACCEPT_BUTTON = "[data-divergence-accept]"


@pytest.fixture
def game(shared_server: LiveServer) -> RunningGame:
    return start_game(shared_server.url, deals=[KING, DIAMONDS])


def is_journal(response: Response) -> bool:
    return "/api/" in response.url and "/journal" in response.url


def synced_page(page: Page, game: RunningGame, path: str = "") -> Page:
    """Open a page of the game, and wait until the phone has stored its journal and compared it with the server's."""
    with page.expect_response(is_journal):
        page.goto(game.page(path))
    page.wait_for_timeout(300)
    return page


def wait_for_poll(page: Page) -> None:
    """Advance the page's clock until it has polled once."""
    with page.expect_response(lambda response: response.url.endswith("/state")):
        page.clock.run_for(2_500)


def rewrite_entry(data: Path, game: RunningGame, seq: int) -> None:
    """Change who took the king of hearts in the database, and compute all digests again."""

    def change(journal: list[Json]) -> None:
        journal[seq - 1]["body"]["captures"]["king_of_hearts"]["taken_by"] = "D"

    entries = with_new_digests(game.journal, change)
    with sqlite3.connect(data / "trexscore.sqlite3") as database:
        (game_id,) = database.execute("SELECT game_id FROM game_link WHERE token = ?", (game.own,)).fetchone()
        for entry in entries:
            text = json.dumps(entry["body"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            values = text, entry["body_digest"], entry["digest"], game_id, entry["seq"]
            database.execute("UPDATE game_entry SET body=?, body_digest=?, digest=? WHERE game_id=? AND seq=?", values)
        database.execute("UPDATE game SET last_digest=? WHERE id=?", (entries[-1]["digest"], game_id))


def remove_last_entry(data: Path, game: RunningGame) -> None:
    """Remove the last entry from the database, as if an older backup was restored."""
    new_last_entry = game.journal[-2]
    with sqlite3.connect(data / "trexscore.sqlite3") as database:
        (game_id,) = database.execute("SELECT game_id FROM game_link WHERE token = ?", (game.own,)).fetchone()
        database.execute("DELETE FROM game_entry WHERE game_id=? AND seq>?", (game_id, new_last_entry["seq"]))
        values = new_last_entry["digest"], new_last_entry["seq"], game_id
        database.execute("UPDATE game SET last_digest=?, last_seq=? WHERE id=?", values)


def accept_history(page: Page) -> None:
    """Accept the server's history, and wait until the next page has compared it."""
    with page.expect_response(lambda response: "/journal?after=" in response.url):
        page.locator(ACCEPT_BUTTON).click()
    page.wait_for_timeout(300)


def test_rewritten_history_is_reported(phones: Phones, shared_server: LiveServer, game: RunningGame) -> None:
    """Every page reports it, in two languages, until it is accepted. A missing last entry is reported, too."""
    texts = {"en-GB": ("The history of this game has changed", "6"), "ar-JO": ("تغيّر سجل هذه اللعبة", "٦")}
    pages = {locale: phones.page(isolated=True, locale=locale) for locale in texts}
    for page in pages.values():
        page.clock.install()
        synced_page(page, game)
        expect(page.locator(BANNER)).to_be_hidden()
        wait_for_poll(page)
    digest_before = game.journal[-1]["digest"]
    rewrite_entry(shared_server.data_folder, game, 6)
    page = pages["en-GB"]
    wait_for_poll(page)
    expect(page.locator(BANNER)).to_be_visible(timeout=SYNC_TIMEOUT_MS)
    for _ in range(2):  # later polls report it again, but one click saves one file
        wait_for_poll(page)
    downloads: list[object] = []
    page.on("download", lambda download: downloads.append(download))  # noqa: PLW0108 - Playwright sets attributes on a handler
    page.locator("[data-divergence-save]").click()
    page.wait_for_timeout(500)
    assert len(downloads) == 1

    for locale, (title, seq) in texts.items():
        page = pages[locale]
        for path in ("", "/history"):
            page.goto(game.page(path))
            expect(page.locator(BANNER)).to_be_visible(timeout=SYNC_TIMEOUT_MS)
            expect(page.locator(BANNER)).to_contain_text(title)
            expect(page.locator("[data-divergence-seq]")).to_have_text(seq)
        expect(page.locator(ACCEPT_BUTTON)).to_be_hidden()
        with page.expect_download() as download:
            page.locator("[data-divergence-save]").click()
        assert json.loads(Path(download.value.path()).read_text())["entries"][-1]["digest"] == digest_before
        accept_history(page)
        expect(page.locator(BANNER)).to_be_hidden()

    page = pages["en-GB"]
    remove_last_entry(shared_server.data_folder, game)
    page.goto(game.page())
    expect(page.locator(BANNER)).to_be_visible(timeout=SYNC_TIMEOUT_MS)
    expect(page.locator("[data-divergence-seq]")).to_have_text(str(len(game.journal) + 1))
    expect(page.locator("[data-divergence-server]")).to_have_text("\u2013")


def test_removed_name_is_not_reported(
    phones: Phones, shared_server: LiveServer, site: Flask, game: RunningGame
) -> None:
    """A rewritten history is reported, also under a renewed link."""
    page = synced_page(phones.page(), game)
    with site.app_context():
        scope = read_token_scope(game.own)
        assert scope is not None
        assert remove_player_name_unless_counted(scope.game_id, Seat.B)
    with page.expect_response(lambda response: response.url.endswith("/journal")):
        page.goto(game.page())
    page.wait_for_timeout(500)
    expect(page.locator(BANNER)).to_be_hidden()
    assert "Basil" not in page.content()

    game = start_game(game.server, deals=[KING, DIAMONDS])
    synced_page(page, replace(game, own=game.write))
    rewrite_entry(shared_server.data_folder, game, 6)
    with site.app_context():
        scope = read_token_scope(game.write)
        assert scope is not None
        renewed = renew_link(scope.game_id, "write")
    page.goto(game.page(token=renewed))
    expect(page.locator(BANNER)).to_be_visible(timeout=SYNC_TIMEOUT_MS)


def test_outbox_waits_until_new_history_is_accepted(
    phones: Phones, shared_server: LiveServer, game: RunningGame
) -> None:
    page = phones.page(**WITH_WORKER)
    page.clock.install()
    take_offline(page, game)
    enter_offline(page, game, QUEENS)
    rewrite_entry(shared_server.data_folder, game, 6)
    page.context.set_offline(False)
    expect(page.locator(BANNER)).to_be_visible(timeout=SYNC_TIMEOUT_MS)
    assert len(game.deals) == 2
    page.locator("[data-divergence-save]").click()
    for _ in range(2):  # the banner stays
        wait_for_poll(page)
    page.locator(ACCEPT_BUTTON).click()
    expect(page.locator(UNSENT_STATUS)).to_have_count(0, timeout=SYNC_TIMEOUT_MS)
    assert len(game.deals) == 3
