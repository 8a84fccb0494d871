"""Games brought in with a finger: files are sent and games counted while a bar tells how far it is."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support.whole_games import whole_game

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.support.server import LiveServer

GAMES = 60


def _club_of_a_new_owner(page: "Page", server: "LiveServer") -> str:
    page.goto(f"{server.url}/account/new?next=/clubs/new")
    for name, value in (("name", "Basil"), ("username", "basil"), ("password", "seven queens asleep")):
        page.fill(f"input[name={name}]", value)
    page.press("input[name=password]", "Enter")
    page.wait_for_url("**/clubs/new")
    page.fill("input[name=name]", "Trex Club")
    page.click(".bar")
    page.wait_for_url("**/c/*")
    return page.url


def test_files_are_sent_and_games_counted_with_a_bar(live_server: "LiveServer", page: "Page", tmp_path: Path) -> None:
    club = _club_of_a_new_owner(page, live_server)
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
