"""The end of a game: the result opens by itself on every phone, and a rematch leads every phone on."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.browser.offline import SOON, offline_phone, open_for_offline, sync_online
from tests.support.browser.on_screen import resize
from tests.support.server.running import ARABIC_NAMES, RunningGame, game_of, start_game
from tests.support.tables import Json
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser

WITHIN = 6000
SHORT = {"width": 390, "height": 664}
SIZES = [(390, 664), (390, 844), (320, 568), (430, 932), (844, 390), (820, 1180)]
JOIN = "[data-rematch-line] .status__do, .status .status__do"
DEALS: list[Json] = whole_game("standard", 5)["deals"]


@pytest.fixture
def before_last_deal(server: str) -> RunningGame:
    """A game with one deal left."""
    return start_game(server, deals=DEALS[:-1])


@pytest.fixture
def finished(server: str) -> RunningGame:
    return start_game(server, deals=DEALS)


def expect_result(page: Page) -> None:
    expect(page).to_have_url(re.compile("/result$"), timeout=WITHIN)


def test_last_deal_leads_phones_to_result(phones: Phones, before_last_deal: RunningGame) -> None:
    """A second tap does nothing there, a phone that goes back is left alone, and Undo leads all phones back."""
    writer, reader = Finger(phones.page(viewport=SHORT)), phones.page()
    reader.goto(before_last_deal.page(token=before_last_deal.read))
    writer.page.goto(before_last_deal.page())
    writer.record(DEALS[-1])
    writer.page.touchscreen.tap(150, 640)  # where Rematch is now
    writer.page.locator("html[data-calm]").wait_for()
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
    expect(reader).to_have_url(table, timeout=WITHIN)  # there is no longer a result
    assert not before_last_deal.state["result"]["complete"]


def test_result_and_rematch_work_offline(phones: Phones, before_last_deal: RunningGame) -> None:
    """The result reads as online, and a rematch joins that of another phone."""
    away = offline_phone(phones, before_last_deal)
    away.record(DEALS[-1])
    expect_result(away.page)
    line = away.page.locator(".ending__line")
    expect(line).not_to_be_empty()
    expect(away.page.locator(".fact")).to_have_count(3)
    offline = line.inner_text()
    sync_online(away.page)
    open_for_offline(away.page, before_last_deal.page("/result"))
    assert line.inner_text() == offline

    away.page.context.set_offline(True)
    away.tap("button.rematch__button")
    expect(away.page).to_have_url(re.compile("/g/local-"))
    away.page.goto(before_last_deal.page("/result"))
    expect(away.page.locator("a.rematch__button")).to_have_attribute("href", re.compile("local-"))
    away.tap("a.rematch__button")
    other = Finger(phones.page())
    other.page.goto(before_last_deal.page("/result", before_last_deal.write))
    other.tap("button.rematch__button")
    expect(other.page).not_to_have_url(re.compile("/result"))
    sync_online(away.page)
    expect(away.page).not_to_have_url(re.compile("local-"), timeout=SOON)
    assert game_of(away.page.url).journal[0]["key"] == game_of(other.page.url).journal[0]["key"]
    assert game_of(away.page.url).state["may"] == "own"


@pytest.mark.parametrize(("locale", "preset"), [("en-GB", "partnership"), ("ar-JO", "standard"), ("de-DE", "complex")])
def test_result_buttons_fit_every_screen(phones: Phones, server: str, locale: str, preset: str) -> None:
    names = ["Mohammed Abdulrahman Kh.", "عبد الرحمن الخطيب", "Layla", "Jean-Baptiste de la Tour"]
    game = start_game(server, preset, players=names, deals=whole_game(preset, 5)["deals"])
    page = phones.page(locale=locale)
    page.goto(game.page("/result"))
    wrong = []
    for width, height in SIZES:
        resize(page, width, height)
        wrong += [f"{width}x{height}: {part}" for part in _outside(page, width, height)]
    assert wrong == []


def _outside(page: Page, width: int, height: int) -> list[str]:
    """Parts of the result that are not fully on the screen, and names that are cut off."""
    found = []
    for part in (".send__button", ".rematch__button", ".ending__sheet", ".ending__line"):
        box = page.locator(part).bounding_box()
        across = box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width + 0.5
        down = box is not None and box["y"] >= 0 and box["y"] + box["height"] <= height + 0.5
        found += [] if across and down else [f"{part} at {box}"]
    needed = page.evaluate("document.documentElement.scrollWidth")
    found += [] if needed == width else [f"{needed} wide"]
    for seat in "abcd":
        name = page.locator(f".side--{seat} .side__name")
        if not name.evaluate("one => one.scrollWidth <= one.clientWidth + 1"):
            found.append(f"name {seat}")
    return found


def test_result_is_shared_as_picture_and_text(phones: Phones, finished: RunningGame) -> None:
    """What was done is told within the screen, also where the clipboard is refused."""
    finger = Finger(phones.page(viewport=SHORT))
    page = finger.page
    page.add_init_script("navigator.clipboard.writeText = () => Promise.reject()")
    page.goto(finished.page("/result"))
    _expect_picture(page, finished)
    with page.expect_download():
        finger.tap(".send__button")
    said = page.locator(".send__said")
    expect(said).to_have_text("Saved as a picture on this phone.")
    expect(said).to_be_in_viewport()

    page.reload()
    finger.tap('[data-share-as="text"]')
    expect(page.locator("[data-shared-text]")).to_be_in_viewport(ratio=0.99)
    assert page.evaluate("getSelection().toString()").endswith("Trex Score")


def _expect_picture(page: Page, finished: RunningGame) -> None:
    """The picture shows names, margins and the winner; the day and the house rules stand below."""
    sheet: Json = page.evaluate("import('/static/js/picture/read-sheet.js').then(({ readSheet }) => readSheet())")
    assert sheet["names"] == finished.state["players"]
    [winner] = finished.state["result"]["winners"]
    best = finished.totals[winner]
    for seat, place in zip("ABCD", sheet["places"], strict=True):
        behind = best - finished.totals[seat]
        assert place["won"] == (seat == winner)
        assert place["margin"] == (f"{behind} behind" if behind else "")
    about = page.locator(".send").get_attribute("data-about") or ""
    assert re.search(r"\d{4}", about)
    assert "Rules: Standard" in about


def test_totals_count_up_unless_motion_is_reduced(phones: Phones, finished: RunningGame) -> None:
    still = phones.page(reduced_motion="reduce")
    still.goto(finished.page("/result"))
    winner = finished.state["result"]["winners"][0]
    total = str(finished.totals[winner])
    assert still.locator(f'[data-total-of="{winner}"]').inner_text() == total
    moving = phones.page()
    moving.clock.install()
    moving.goto(finished.page("/result"))
    moving.clock.run_for(50)
    shown = moving.locator(f'[data-total-of="{winner}"]')
    assert shown.inner_text() != total
    moving.clock.run_for(3000)
    assert shown.inner_text() == total


def test_partners_win_together(phones: Phones, server: str) -> None:
    game = start_game(server, "partnership", players=ARABIC_NAMES, deals=whole_game("partnership", 5)["deals"])
    page = phones.page(locale="ar-JO")
    page.goto(game.page("/result"))
    [team] = game.state["result"]["winners"]
    won = page.locator(".is-winner").evaluate_all(
        "all => all.map((one) => one.className.match(/side--(.)/)[1].toUpperCase())"
    )
    assert sorted(won) == list(team)


def test_rematch_leads_phones_with_their_permission(phones: Phones, finished: RunningGame) -> None:
    scorer, reader, table = Finger(phones.page()), phones.page(), phones.page()
    scorer.page.goto(finished.page("/result", finished.write))
    reader.goto(finished.page("/result", finished.read))
    table.goto(finished.page("", finished.read))
    scorer.tap("button.rematch__button")
    expect(scorer.page).not_to_have_url(re.compile(finished.write))
    started = game_of(scorer.page.url)
    assert started.state["may"] == "write"
    for page in (reader, table):
        join = page.get_by_role("link", name="Join", exact=True)
        expect(join).to_be_visible(timeout=WITHIN)
        Finger(page).tap(join)
        expect(page.locator(".deck")).to_be_visible()
        joined = game_of(page.url)
        assert joined.state["may"] == "read"
        assert joined.journal[0]["key"] == started.journal[0]["key"]


def test_rematch_after_going_back_is_same_game(phones: Phones, finished: RunningGame) -> None:
    finger = Finger(phones.page())
    finger.page.goto(finished.page("/result"))
    finger.tap("button.rematch__button")
    expect(finger.page).not_to_have_url(re.compile("/result"))
    begun = finger.page.url
    finger.page.go_back()
    finger.tap(".rematch__button")
    expect(finger.page).to_have_url(begun)
