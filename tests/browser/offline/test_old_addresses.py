"""Old addresses offline: the phone redirects them as the server does."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.browser import Phones
from tests.support.browser.offline import offline_phone
from tests.support.server.running import RunningGame

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("old", "new"), [("/why/A", "/explain/A"), ("/journal?before=4", "/history?before=4")])
def test_old_address_redirects_offline(phones: Phones, game: RunningGame, old: str, new: str) -> None:
    finger = offline_phone(phones, game)
    finger.page.goto(game.page(old))
    expect(finger.page).to_have_url(game.page(new))
