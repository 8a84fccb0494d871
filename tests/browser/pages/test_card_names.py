"""The Arabic card names that a table chose are used on every phone, and offline."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.browser.offline import WITH_WORKER, open_for_offline, wait_for_worker
from tests.support.server.running import start_game

pytestmark = pytest.mark.browser


def test_card_names_reach_each_phone_and_offline(phones: Phones, server: str) -> None:
    game = start_game(server)
    scorer, reader = phones.page(locale="ar-JO"), phones.page(locale="ar-JO", **WITH_WORKER)
    open_for_offline(reader, game.page(token=game.read))
    expect(reader.get_by_text("شيخ الكبة").first).to_be_visible()
    scorer.goto(game.page("/menu"))
    scorer.locator('a[href*="/settings"]').tap()
    Finger(scorer).tap('label:has(input[name="king"][value="khityar"])')
    expect(scorer.locator('input[name="king"][value="khityar"]')).to_be_checked()
    open_for_offline(reader, game.page(token=game.read))
    expect(reader.get_by_text("ختيار الكبة").first).to_be_visible()
    wait_for_worker(reader, "ar-khityar.shab.as.bas")
    reader.context.set_offline(True)
    reader.goto(game.page(token=game.read))
    expect(reader.get_by_text("ختيار الكبة").first).to_be_visible()
    expect(reader.get_by_text("شيخ الكبة")).to_have_count(0)
