"""The end of a game: every phone opens the result, and follows a rematch."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.browser.offline import SYNC_TIMEOUT_MS, offline_phone, open_for_offline, sync_online
from tests.support.browser.on_screen import resize
from tests.support.server.running import ARABIC_NAMES, RunningGame, game_of, start_game
from tests.support.tables import Json
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser

TIMEOUT_MS = 6000
SHORT_SCREEN = {"width": 390, "height": 664}
SIZES = [(390, 664), (390, 844), (320, 568), (430, 932), (844, 390), (820, 1180)]
JOIN_LINK = "[data-rematch-line] .status__action, .status .status__action"
DEALS: list[Json] = whole_game("standard", 5)["deals"]


@pytest.fixture
def before_last_deal(server: str) -> RunningGame:
    """A game with one deal left."""
    return start_game(server, deals=DEALS[:-1])


@pytest.fixture
def finished_game(server: str) -> RunningGame:
    return start_game(server, deals=DEALS)


def expect_result(page: Page) -> None:
    expect(page).to_have_url(re.compile("/result$"), timeout=TIMEOUT_MS)


def test_last_deal_leads_phones_to_result(phones: Phones, before_last_deal: RunningGame) -> None:
    """A second tap does nothing there, a phone that goes back stays there, and Undo leads all phones back."""
    writer, reader = Finger(phones.page(viewport=SHORT_SCREEN)), phones.page()
    reader.goto(before_last_deal.page(token=before_last_deal.read))
    writer.page.goto(before_last_deal.page())
    writer.record(DEALS[-1])
    writer.page.touchscreen.tap(150, 640)  # at the position of Rematch
    writer.page.locator("html[data-accepts-taps]").wait_for()
    expect_result(reader)
    expect_result(writer.page)
    expect(writer.page.locator("h1")).to_contain_text("wins by")
    assert before_last_deal.state["result"]["complete"]

    reader.go_back()
    expect(reader.locator(".result-tile")).to_be_visible()
    reader.wait_for_timeout(3000)
    expect(reader.locator(".result-tile")).to_be_visible()

    reader.goto(before_last_deal.page("/result", before_last_deal.read))
    writer.tap("button.top__menu")
    writer.tap("#menu form [data-save]")
    expect(writer.page).to_have_url(before_last_deal.page())
    table = before_last_deal.page(token=before_last_deal.read)
    expect(reader).to_have_url(table, timeout=TIMEOUT_MS)  # the result no longer exists
    assert not before_last_deal.state["result"]["complete"]


def test_result_and_rematch_work_offline(phones: Phones, before_last_deal: RunningGame) -> None:
    """The result is the same as online, and two phones start the same rematch."""
    offline_finger = offline_phone(phones, before_last_deal)
    offline_finger.record(DEALS[-1])
    expect_result(offline_finger.page)
    headline = offline_finger.page.locator(".ending__line")
    expect(headline).not_to_be_empty()
    expect(offline_finger.page.locator(".fact")).to_have_count(3)
    offline_headline = headline.inner_text()
    sync_online(offline_finger.page)
    open_for_offline(offline_finger.page, before_last_deal.page("/result"))
    assert headline.inner_text() == offline_headline

    offline_finger.page.context.set_offline(True)
    offline_finger.tap("button.rematch__button")
    expect(offline_finger.page).to_have_url(re.compile("/g/local-"))
    offline_finger.page.goto(before_last_deal.page("/result"))
    expect(offline_finger.page.locator("a.rematch__button")).to_have_attribute("href", re.compile("local-"))
    offline_finger.tap("a.rematch__button")
    other_finger = Finger(phones.page())
    other_finger.page.goto(before_last_deal.page("/result", before_last_deal.write))
    other_finger.tap("button.rematch__button")
    expect(other_finger.page).not_to_have_url(re.compile("/result"))
    sync_online(offline_finger.page)
    expect(offline_finger.page).not_to_have_url(re.compile("local-"), timeout=SYNC_TIMEOUT_MS)
    assert game_of(offline_finger.page.url).journal[0]["key"] == game_of(other_finger.page.url).journal[0]["key"]
    assert game_of(offline_finger.page.url).state["may"] == "own"


@pytest.mark.parametrize(("locale", "preset"), [("en-GB", "partnership"), ("ar-JO", "standard"), ("de-DE", "complex")])
def test_result_buttons_fit_every_screen(phones: Phones, server: str, locale: str, preset: str) -> None:
    names = ["Mohammed Abdulrahman Kh.", "عبد الرحمن الخطيب", "Layla", "Jean-Baptiste de la Tour"]
    game = start_game(server, preset, players=names, deals=whole_game(preset, 5)["deals"])
    page = phones.page(locale=locale)
    page.goto(game.page("/result"))
    faults = []
    for width, height in SIZES:
        resize(page, width, height)
        faults += [f"{width}x{height}: {part}" for part in _parts_outside_screen(page, width, height)]
    assert faults == []


def _parts_outside_screen(page: Page, width: int, height: int) -> list[str]:
    """Parts of the result that are not fully on the screen, and names that are cut off."""
    faults = []
    for part in (".share-picture__button", ".rematch__button", ".ending__sheet", ".ending__line"):
        box = page.locator(part).bounding_box()
        fits_width = box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width + 0.5
        fits_height = box is not None and box["y"] >= 0 and box["y"] + box["height"] <= height + 0.5
        faults += [] if fits_width and fits_height else [f"{part} at {box}"]
    page_width = page.evaluate("document.documentElement.scrollWidth")
    faults += [] if page_width == width else [f"{page_width} wide"]
    for seat in "abcd":
        name = page.locator(f".side--{seat} .side__name")
        if not name.evaluate("name => name.scrollWidth <= name.clientWidth + 1"):
            faults.append(f"name {seat}")
    return faults


def test_result_is_shared_as_picture_and_text(phones: Phones, finished_game: RunningGame) -> None:
    """The message about it is on the screen, also if the clipboard is unavailable."""
    finger = Finger(phones.page(viewport=SHORT_SCREEN))
    page = finger.page
    page.add_init_script("navigator.clipboard.writeText = () => Promise.reject()")
    page.goto(finished_game.page("/result"))
    _expect_picture(page, finished_game)
    with page.expect_download():
        finger.tap(".share-picture__button")
    message = page.locator(".share-picture__status")
    expect(message).to_have_text("Saved as a picture on this phone.")
    expect(message).to_be_in_viewport()

    page.reload()
    finger.tap('[data-share-as="text"]')
    expect(page.locator("[data-shared-text]")).to_be_in_viewport(ratio=0.99)
    assert page.evaluate("getSelection().toString()").endswith("Trex Score")


def _expect_picture(page: Page, finished_game: RunningGame) -> None:
    """Check the data of the picture: names, margins and the winner, with the date and the house rules below."""
    sheet: Json = page.evaluate("import('/static/js/picture/read-sheet.js').then(({ readSheet }) => readSheet())")
    assert sheet["names"] == finished_game.state["players"]
    [winner] = finished_game.state["result"]["winners"]
    best_total = finished_game.totals[winner]
    for seat, place in zip("ABCD", sheet["places"], strict=True):
        margin = best_total - finished_game.totals[seat]
        assert place["won"] == (seat == winner)
        assert place["margin"] == (f"{margin} behind" if margin else "")
    description = page.locator(".share-picture").get_attribute("data-about") or ""
    assert re.search(r"\d{4}", description)
    assert "Rules: Standard" in description


def test_totals_count_up_unless_motion_is_reduced(phones: Phones, finished_game: RunningGame) -> None:
    still_page = phones.page(reduced_motion="reduce")
    still_page.goto(finished_game.page("/result"))
    winner = finished_game.state["result"]["winners"][0]
    total = str(finished_game.totals[winner])
    assert still_page.locator(f'[data-total-of="{winner}"]').inner_text() == total
    moving_page = phones.page(isolated=True)  # a paused clock would stay with a shared context
    moving_page.clock.install(time=0)
    moving_page.clock.pause_at(1_000)  # a slow machine must not miss the animation
    moving_page.goto(finished_game.page("/result"))
    moving_page.clock.run_for(50)
    total_on_page = moving_page.locator(f'[data-total-of="{winner}"]')
    assert total_on_page.inner_text() != total
    moving_page.clock.run_for(3000)
    assert total_on_page.inner_text() == total


def test_partners_win_together(phones: Phones, server: str) -> None:
    game = start_game(server, "partnership", players=ARABIC_NAMES, deals=whole_game("partnership", 5)["deals"])
    page = phones.page(locale="ar-JO")
    page.goto(game.page("/result"))
    [team] = game.state["result"]["winners"]
    won = page.locator(".is-winner").evaluate_all(
        "sides => sides.map((side) => side.className.match(/side--(.)/)[1].toUpperCase())"
    )
    assert sorted(won) == list(team)


def test_rematch_keeps_permission_of_each_phone(phones: Phones, finished_game: RunningGame) -> None:
    scorer, reader, table = Finger(phones.page()), phones.page(), phones.page()
    scorer.page.goto(finished_game.page("/result", finished_game.write))
    reader.goto(finished_game.page("/result", finished_game.read))
    table.goto(finished_game.page("", finished_game.read))
    scorer.tap("button.rematch__button")
    expect(scorer.page).not_to_have_url(re.compile(finished_game.write))
    rematch = game_of(scorer.page.url)
    assert rematch.state["may"] == "write"
    for page in (reader, table):
        join = page.get_by_role("link", name="Join", exact=True)
        expect(join).to_be_visible(timeout=TIMEOUT_MS)
        Finger(page).tap(join)
        expect(page.locator(".contract-panel")).to_be_visible()
        joined = game_of(page.url)
        assert joined.state["may"] == "read"
        assert joined.journal[0]["key"] == rematch.journal[0]["key"]


def test_second_rematch_tap_opens_same_game(phones: Phones, finished_game: RunningGame) -> None:
    finger = Finger(phones.page())
    finger.page.goto(finished_game.page("/result"))
    finger.tap("button.rematch__button")
    expect(finger.page).not_to_have_url(re.compile("/result"))
    rematch_url = finger.page.url
    finger.page.go_back()
    finger.tap(".rematch__button")
    expect(finger.page).to_have_url(rematch_url)
