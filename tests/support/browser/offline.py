"""A phone that has opened a game and can continue offline."""

from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.server.running import RunningGame
from tests.support.tables import Json

WAITS = "[data-unsent]"
SOON = 15_000
WORKER: Json = {"service_workers": "allow"}
_HAS_WORKER_OF = """async ([language, milliseconds]) => {
  for (const end = Date.now() + milliseconds; Date.now() < end; ) {
    const { active } = await navigator.serviceWorker.ready;
    if (active.scriptURL.endsWith(`=${language}`) && active.state === "activated") return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}"""


def wait_for_worker_of(page: Page, language: str) -> None:
    """Wait until the worker of this language has replaced the one before: only then may a test go offline.

    Chromium keeps a worker for up to five minutes while it answers something, and then does not replace it. It is
    stopped here, as idle ones are.
    """
    if not page.evaluate(_HAS_WORKER_OF, [language, 5_000]):
        devtools = page.context.new_cdp_session(page)
        devtools.send("ServiceWorker.enable")
        devtools.send("ServiceWorker.stopAllWorkers")
        devtools.detach()
        assert page.evaluate(_HAS_WORKER_OF, [language, SOON]), f"no worker of {language} in time"


def open_for_offline(page: Page, address: str) -> Finger:
    """Open a game, and wait until the phone could continue offline."""
    page.goto(address)
    expect(page.locator("html[data-stands-by]")).to_have_count(1, timeout=SOON)
    return Finger(page)


def offline_phone(phones: Phones, game: RunningGame, locale: str = "en-GB") -> Finger:
    """A phone that has opened a game and is offline now."""
    page = phones.page(locale=locale, **WORKER)
    finger = open_for_offline(page, game.page())
    page.context.set_offline(True)
    return finger


def sync_online(page: Page) -> None:
    """Go online, and wait until the outbox is empty. It must not be empty before."""
    expect(page.locator(WAITS)).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(WAITS)).to_have_count(0, timeout=SOON)


def take_offline(page: Page, game: RunningGame) -> Finger:
    """Open a game on a phone that has the worker, of which nothing waits for the server, and go offline."""
    page.context.set_offline(False)
    finger = open_for_offline(page, game.page())
    page.context.set_offline(True)
    return finger


def enter_offline(page: Page, game: RunningGame, *deals: Json) -> None:
    """Save deals on a phone that is offline, with what their forms would send, and open the table."""
    for deal in deals:
        fields = _fields_of(deal) | {"after": str(game.state["seq"])}
        leads = page.evaluate(_POST_FORM, [game.page("/deals"), fields])
        assert leads is not None, deal
    page.goto(game.page())


_POST_FORM = """async ([address, fields]) => {
  const headers = { "X-Redirect": "named" };
  const response = await fetch(address, { method: "POST", body: new URLSearchParams(fields), headers });
  return response.headers.get("X-Location");
}"""


def _fields_of(deal: Json) -> dict[str, str]:
    """The fields of a deal's form as a phone draws it."""
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
