"""The end of a game: its result opens by itself on every phone, and a rematch takes every phone along."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.away import SOON, WORKER, cut_off, sent_with_reception, visit
from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.server.running import ARABIC_NAMES, RunningGame, game_of, start_game
from tests.support.tables import Json
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser

WITHIN = 6000
JOIN = "[data-rematch-line] .status__do, .status .status__do"
DEALS: list[Json] = whole_game("standard", 5)["deals"]


@pytest.fixture
def nearly(server: str) -> RunningGame:
    """A game of which the last deal is to come."""
    return start_game(server, deals=DEALS[:-1])


@pytest.fixture
def over(server: str) -> RunningGame:
    return start_game(server, deals=DEALS)


def result_of(page: Page) -> None:
    expect(page).to_have_url(re.compile("/result$"), timeout=WITHIN)


def test_the_save_of_the_last_deal_opens_the_result_without_a_tap(phones: Phones, nearly: RunningGame) -> None:
    finger = Finger(phones.page())
    finger.page.goto(nearly.page())
    finger.record(DEALS[-1])
    result_of(finger.page)
    expect(finger.page.locator("h1")).to_contain_text("wins by")
    assert nearly.state["result"]["complete"]


def test_a_second_tap_where_save_was_does_nothing(phones: Phones, nearly: RunningGame) -> None:
    finger = Finger(phones.page(viewport={"width": 390, "height": 664}))
    finger.page.goto(nearly.page())
    finger.record(DEALS[-1])
    finger.page.touchscreen.tap(150, 640)  # where Rematch is now
    finger.page.wait_for_timeout(400)
    result_of(finger.page)


def test_text_to_copy_by_hand_is_in_sight(phones: Phones, over: RunningGame) -> None:
    page = phones.page(viewport={"width": 390, "height": 664})
    page.add_init_script("navigator.clipboard.writeText = () => Promise.reject()")
    page.goto(over.page("/result"))
    Finger(page).tap('[data-share-as="text"]')
    expect(page.locator("[data-shared-text]")).to_be_in_viewport(ratio=0.99)
    assert page.evaluate("getSelection().toString()").endswith("Trex Score")


def test_a_table_that_is_watched_goes_to_the_result_once(phones: Phones, nearly: RunningGame) -> None:
    reader = phones.page()
    reader.goto(nearly.page(token=nearly.read))
    nearly.enter(DEALS[-1])
    result_of(reader)
    reader.go_back()
    expect(reader.locator(".result-tile")).to_be_visible()
    reader.wait_for_timeout(3000)
    expect(reader.locator(".result-tile")).to_be_visible()


def test_the_end_opens_offline_too(phones: Phones, nearly: RunningGame) -> None:
    finger = cut_off(phones, nearly)
    finger.record(DEALS[-1])
    result_of(finger.page)
    expect(finger.page.locator(".ending__line")).not_to_be_empty()
    expect(finger.page.locator(".fact")).to_have_count(3)
    offline = finger.page.locator(".ending__line").inner_text()
    sent_with_reception(finger.page)
    finger.page.reload()
    assert finger.page.locator(".ending__line").inner_text() == offline


def test_the_last_deal_is_undone_from_the_results_menu(phones: Phones, over: RunningGame) -> None:
    writer, reader = Finger(phones.page()), phones.page()
    writer.page.goto(over.page("/result"))
    reader.goto(over.page("/result", over.read))
    writer.tap("button.top__menu")
    writer.tap("#menu form [data-save]")
    expect(writer.page).to_have_url(over.page())
    expect(reader).to_have_url(over.page(token=over.read), timeout=WITHIN)  # there is no result any more
    assert not over.state["result"]["complete"]


@pytest.mark.parametrize("size", [(390, 664), (390, 844), (320, 568), (430, 932), (844, 390), (820, 1180)])
@pytest.mark.parametrize(("locale", "preset"), [("en-GB", "partnership"), ("ar-JO", "standard"), ("de-DE", "complex")])
def test_picture_and_rematch_are_in_sight(
    phones: Phones, server: str, size: tuple[int, int], locale: str, preset: str
) -> None:
    names = ["Mohammed Abdulrahman Kh.", "عبد الرحمن الخطيب", "Layla", "Jean-Baptiste de la Tour"]
    game = start_game(server, preset, players=names, deals=whole_game(preset, 5)["deals"])
    width, height = size
    page = phones.page(locale=locale, viewport={"width": width, "height": height})
    page.goto(game.page("/result"))
    for part in (".send__button", ".rematch__button", ".ending__sheet", ".ending__line"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height + 0.5, part
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width + 0.5, part
    assert page.evaluate("document.documentElement.scrollWidth") == width
    for seat in "ABCD":
        name = page.locator(f".side--{seat.lower()} .side__name")
        assert name.evaluate("one => one.scrollWidth <= one.clientWidth + 1")


def test_totals_count_up_and_stand_still_for_who_wants_it(phones: Phones, over: RunningGame) -> None:
    still = phones.page(reduced_motion="reduce")
    still.goto(over.page("/result"))
    winner = over.state["result"]["winners"][0]
    total = str(over.totals[winner])
    assert still.locator(f'[data-total-of="{winner}"]').inner_text() == total
    moving = phones.page()
    moving.add_init_script(
        "const look = () => (window.first = document.querySelector('.is-winner .num').textContent);"
        "addEventListener('DOMContentLoaded', () => requestAnimationFrame(look));"
    )
    moving.goto(over.page("/result"))
    expect(moving.locator(f'[data-total-of="{winner}"]')).to_have_text(total)
    assert moving.evaluate("first") != total


def test_partners_win_together(phones: Phones, server: str) -> None:
    game = start_game(server, "partnership", players=ARABIC_NAMES, deals=whole_game("partnership", 5)["deals"])
    page = phones.page(locale="ar-JO")
    page.goto(game.page("/result"))
    [team] = game.state["result"]["winners"]
    won = page.locator(".is-winner").evaluate_all(
        "all => all.map((one) => one.className.match(/side--(.)/)[1].toUpperCase())"
    )
    assert sorted(won) == list(team)


def test_where_nothing_is_shared_the_message_is_seen_at_the_button(phones: Phones, over: RunningGame) -> None:
    finger = Finger(phones.page(viewport={"width": 390, "height": 664}))
    page = finger.page
    page.goto(over.page("/result"))
    with page.expect_download():
        finger.tap(".send__button")
    said = page.locator(".send__said")
    expect(said).to_have_text("Saved as a picture on this phone.")
    expect(said).to_be_in_viewport()


def test_a_rematch_takes_every_phone_along_with_its_permission(phones: Phones, over: RunningGame) -> None:
    scorer, reader, table = Finger(phones.page()), phones.page(), phones.page()
    scorer.page.goto(over.page("/result", over.write))
    reader.goto(over.page("/result", over.read))
    table.goto(over.page("", over.read))
    scorer.tap("button.rematch__button")
    expect(scorer.page).not_to_have_url(re.compile(over.write))
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


def test_after_going_back_a_second_tap_is_the_same_rematch(phones: Phones, over: RunningGame) -> None:
    finger = Finger(phones.page())
    finger.page.goto(over.page("/result"))
    finger.tap("button.rematch__button")
    expect(finger.page).not_to_have_url(re.compile("/result"))
    begun = finger.page.url
    finger.page.go_back()
    finger.tap(".rematch__button")
    expect(finger.page).to_have_url(begun)


def test_a_rematch_begun_offline_is_the_one_that_another_phone_has_begun(phones: Phones, over: RunningGame) -> None:
    away = Finger(phones.page(**WORKER))
    visit(away.page, over.page("/result"))
    away.page.context.set_offline(True)
    away.tap("button.rematch__button")
    expect(away.page).to_have_url(re.compile("/g/local-"))
    away.page.goto(over.page("/result"))
    expect(away.page.locator("a.rematch__button")).to_have_attribute("href", re.compile("local-"))
    away.tap("a.rematch__button")
    other = Finger(phones.page())
    other.page.goto(over.page("/result", over.write))
    other.tap("button.rematch__button")
    expect(other.page).not_to_have_url(re.compile("/result"))
    sent_with_reception(away.page)
    expect(away.page).not_to_have_url(re.compile("local-"), timeout=SOON)
    assert game_of(away.page.url).journal[0]["key"] == game_of(other.page.url).journal[0]["key"]
    assert game_of(away.page.url).state["may"] == "own"


def test_the_picture_has_names_margins_and_the_winner(phones: Phones, over: RunningGame) -> None:
    page = phones.page()
    page.goto(over.page("/result"))
    sheet: Json = page.evaluate("import('/static/js/picture/read.js').then(({ readSheet }) => readSheet())")
    assert sheet["names"] == over.state["players"]
    [winner] = over.state["result"]["winners"]
    best = over.totals[winner]
    for seat, place in zip("ABCD", sheet["places"], strict=True):
        behind = best - over.totals[seat]
        assert place["won"] == (seat == winner)
        assert place["margin"] == (f"{behind} behind" if behind else "")
    about = page.locator(".send").get_attribute("data-about") or ""
    assert re.search(r"\d{4}", about)
    assert "Rules: Standard" in about
