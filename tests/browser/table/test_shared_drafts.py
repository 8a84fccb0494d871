"""The draft of a deal: every phone shows it, another phone can continue it, and saving removes it."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.server.running import RunningGame

pytestmark = pytest.mark.browser

TIMEOUT_MS = 12_000
SEAT = "[data-step][data-current] [data-substep][data-current] [data-side={}] .side__content"


def test_doubled_queen_is_shown_on_every_phone(phones: Phones, game: RunningGame) -> None:
    """An untouched form leaves no draft."""
    reader = phones.page()
    reader.goto(game.page(token=game.read))
    scorer = Finger(phones.page())
    scorer.page.goto(game.page())
    scorer.choose(["queens"])
    scorer.page.locator("form[data-draft-shared]").wait_for(timeout=TIMEOUT_MS)
    scorer.tap(".top__back")
    expect(scorer.page.locator(".status")).to_contain_text("leads", timeout=TIMEOUT_MS)
    assert "draft" not in game.state

    scorer.choose(["queens"])
    expect(reader.locator(".status")).to_contain_text("Queens playing", timeout=TIMEOUT_MS)
    scorer.tap('[data-strip] [data-goto="1"]')
    scorer.tap(SEAT.format("D"))
    expect(reader.locator(".status")).to_contain_text("doubled by Dani", timeout=TIMEOUT_MS)
    expect(reader.locator(".announced__card")).to_have_count(1)
    scorer.page.wait_for_function("() => document.querySelector('[name=after]').value === '6'", timeout=TIMEOUT_MS)
    assert game.kinds == ["announced"]


def test_other_phone_continues_draft(phones: Phones, game: RunningGame) -> None:
    first_finger, second_finger = Finger(phones.page()), Finger(phones.page())
    first_finger.page.goto(game.page())
    second_finger.page.goto(game.page())
    first_finger.choose(["queens"])
    first_finger.tap(SEAT.format("B"))
    first_finger.tap(SEAT.format("B"))
    expect(second_finger.page.locator(".status")).to_contain_text("being recorded", timeout=TIMEOUT_MS)
    first_finger.tap(".top__back")
    expect(first_finger.page.locator(".status")).to_contain_text("partly entered", timeout=TIMEOUT_MS)
    second_finger.tap(".status__action")
    second_finger.tap(SEAT.format("C"))
    second_finger.tap(SEAT.format("C"))
    second_finger.save()
    expect(first_finger.page.locator(".status")).to_contain_text("Undo", timeout=TIMEOUT_MS)
    assert [queen["taken_by"] for queen in game.deals[0]["captures"]["queens"].values()].count("B") == 2
