"""Games brought in with a finger: files are sent and games counted while a bar tells how far it is."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support.newcomers import found_a_club
from tests.support.whole_games import whole_game

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.support.server import LiveServer

GAMES = 60


def test_files_are_sent_and_games_counted_with_a_bar(live_server: "LiveServer", page: "Page", tmp_path: Path) -> None:
    club = found_a_club(page, live_server.url, "Trex Club")
    names = ["Basil", "Zeina", "Toufic", "سامر"]
    many, one = tmp_path / "2026-03-14.jsonl", tmp_path / "one.json"
    many.write_text("\n".join(json.dumps(whole_game("standard", seed, names)) for seed in range(GAMES)))
    one.write_text(json.dumps(whole_game("standard", 1, names)))
    broken: list[str] = []

    def break_once(route: object) -> None:
        if broken:
            route.continue_()  # type: ignore[attr-defined]  # Playwright's own
        else:
            broken.append("once")
            route.abort()  # type: ignore[attr-defined]

    page.route("**/files", break_once)
    page.goto(f"{club}/games/import")
    page.set_input_files("#files", [str(many), str(one)])
    page.click(".bar")
    page.get_by_role("alert").filter(has_text="The connection broke off.").wait_for()
    page.click(".bar")
    page.get_by_role("heading", name="Who is who?").wait_for()
    assert page.locator("select").count() == 4
    page.click(".bar")
    page.get_by_role("heading", name="All games have been looked at").wait_for()
    counts = {one.get_attribute("data-count"): one.inner_text() for one in page.locator("[data-count]").all()}
    assert counts == {"new": str(GAMES), "same": "1", "refused": "0", "waiting": "0"}
