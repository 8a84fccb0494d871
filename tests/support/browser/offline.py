"""Phones that continue a game offline."""

from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.server.running import RunningGame
from tests.support.tables import Json

UNSENT_STATUS = "[data-unsent]"
SYNC_TIMEOUT_MS = 15_000
WITH_WORKER: Json = {"service_workers": "allow"}
_WAIT_FOR_WORKER = """async ([language, milliseconds]) => {
  for (const end = Date.now() + milliseconds; Date.now() < end; ) {
    const { active } = await navigator.serviceWorker.ready;
    if (active.scriptURL.endsWith(`=${language}`) && active.state === "activated") return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}"""


def wait_for_worker(page: Page, language: str) -> None:
    """Wait until the service worker of this language is active. A test may go offline only after that.

    While a worker handles a request, Chromium keeps it for up to five minutes and does not replace it. Such a worker is
    stopped here, as Chromium stops idle ones.
    """
    if not page.evaluate(_WAIT_FOR_WORKER, [language, 5_000]):
        devtools = page.context.new_cdp_session(page)
        devtools.send("ServiceWorker.enable")
        devtools.send("ServiceWorker.stopAllWorkers")
        devtools.detach()
        assert page.evaluate(_WAIT_FOR_WORKER, [language, SYNC_TIMEOUT_MS]), (
            f"No worker of {language} became active in time."
        )


def open_for_offline(page: Page, address: str) -> Finger:
    """Open a page, and wait until the phone could continue offline."""
    page.goto(address)
    expect(page.locator("html[data-offline-ready]")).to_have_count(1, timeout=SYNC_TIMEOUT_MS)
    return Finger(page)


def offline_phone(phones: Phones, game: RunningGame, locale: str = "en-GB", timezone_id: str = "UTC") -> Finger:
    """A new phone that has opened a game and is now offline."""
    page = phones.page(locale=locale, timezone_id=timezone_id, **WITH_WORKER)
    finger = open_for_offline(page, game.page())
    page.context.set_offline(True)
    return finger


def sync_online(page: Page) -> None:
    """Go online and wait until the outbox, which must not be empty before, is empty."""
    expect(page.locator(UNSENT_STATUS)).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(UNSENT_STATUS)).to_have_count(0, timeout=SYNC_TIMEOUT_MS)


def take_offline(page: Page, game: RunningGame) -> Finger:
    """Open a game online and go offline. The phone needs a service worker, and its outbox must be empty."""
    page.context.set_offline(False)
    finger = open_for_offline(page, game.page())
    page.context.set_offline(True)
    return finger


def enter_offline(page: Page, game: RunningGame, *deals: Json) -> None:
    """Save deals on an offline phone by sending the fields of their forms, and open the table."""
    for deal in deals:
        fields = _fields_of(deal) | {"after": str(game.state["seq"])}
        redirect_address = page.evaluate(_POST_FORM, [game.page("/deals"), fields])
        assert redirect_address is not None, deal
    page.goto(game.page())


_POST_FORM = """async ([address, fields]) => {
  const headers = { "X-Redirect": "named" };
  const response = await fetch(address, { method: "POST", body: new URLSearchParams(fields), headers });
  return response.headers.get("X-Location");
}"""


def _fields_of(deal: Json) -> dict[str, str]:
    """The fields that the form of a deal sends."""
    captures = deal["captures"]
    fields = {"king": deal["king"], "contracts": "+".join(deal["contracts"])}
    cards = {f"Q{suit[0].upper()}": takers for suit, takers in captures.get("queens", {}).items()}
    if "king_of_hearts" in captures:
        cards["KH"] = captures["king_of_hearts"]
    for card, takers in cards.items():
        fields |= {f"{card}_cover": "blanket" if "doubled_by" in takers else "plain"}
        fields |= {f"{card}_{name}": seat for name, seat in takers.items()}
    for kind in ("diamonds", "tricks"):
        fields |= {f"{kind}_{seat}": str(count) for seat, count in captures.get(kind, {}).items()}
    return fields | {f"trex_{place}": seat for place, seat in enumerate(captures.get("trex", ()), 1)}
