"""Importing games and a club on a phone, with a progress bar."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support.browser.new_club import create_club_on_pages
from tests.support.clubs.club import play_game
from tests.support.clubs.files import eventful_club, export_club
from tests.support.sites import site_in
from tests.support.whole_games import whole_game

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.support.server.server import LiveServer

GAMES = 60
TIMEOUT_MS = 120_000


def test_import_uploads_and_counts_games_with_progress(live_server: "LiveServer", page: "Page", tmp_path: Path) -> None:
    club = create_club_on_pages(page, live_server.url, "Trex Club")
    names = ["Basil", "Zeina", "Toufic", "سامر"]
    games_file, game_file = tmp_path / "2026-03-14.jsonl", tmp_path / "one.json"
    games_file.write_text("\n".join(json.dumps(whole_game("standard", seed, names)) for seed in range(GAMES)))
    game_file.write_text(json.dumps(whole_game("standard", 1, names)))
    aborted: list[str] = []

    def abort_once(route: object) -> None:
        if aborted:
            route.continue_()  # type: ignore[attr-defined]  # a Playwright route
        else:
            aborted.append("once")
            route.abort()  # type: ignore[attr-defined]

    page.route("**/files", abort_once)
    page.goto(f"{club}/games/import")
    page.set_input_files("#files", [str(games_file), str(game_file)])
    page.click(".bar")
    page.get_by_role("alert").filter(has_text="Connection lost.").wait_for()
    page.click(".bar")
    page.get_by_role("heading", name="Match names to members").wait_for()
    assert page.locator("select").count() == 4
    page.click(".bar")
    page.get_by_role("heading", name="Counting games").wait_for()
    page.wait_for_load_state()  # the loaded script retries until the server responds
    live_server.restart()  # the next server continues the job
    page.get_by_role("heading", name="All games checked").wait_for(timeout=TIMEOUT_MS)
    counts = {cell.get_attribute("data-count"): cell.inner_text() for cell in page.locator("[data-count]").all()}
    assert counts == {"new": str(GAMES), "same": "1", "refused": "0", "waiting": "0"}


def test_club_import_survives_server_restart(live_server: "LiveServer", page: "Page", tmp_path: Path) -> None:
    file = tmp_path / "club.jsonl.gz"
    with site_in(tmp_path) as other_site, other_site.app_context():
        club = eventful_club()
        for seed in range(20, 60):
            club.count_game(play_game(seed), [3, None, None, None])
        file.write_bytes(export_club(club))
    create_club_on_pages(page, live_server.url, "Another club")
    page.goto(f"{live_server.url}/clubs/import")
    page.set_input_files("#file", str(file))
    page.click(".bar")
    page.wait_for_url("**/clubs/import/*")  # the script of this page retries after the restart
    live_server.restart()
    page.get_by_text("43 games").wait_for(timeout=TIMEOUT_MS)
