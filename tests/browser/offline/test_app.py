"""The site as an app: installation, wake lock, vibration and sharing."""

import re
import struct
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import PersistentPhone, Phones, wait_for_expression
from tests.support.browser.finger import Finger
from tests.support.server.running import ARABIC_NAMES, RunningGame, start_game
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser

# Replaces functions of the browser and records the calls.
_STUBS = """
  window.calls = [];
  const stub = (target, name, value) => Object.defineProperty(target, name, { value, configurable: true });
  stub(navigator, "vibrate", (pattern) => { calls.push(["vibrate", pattern]); return true; });
  stub(navigator.wakeLock, "request", async (kind) => {
    calls.push(["awake", kind]);
    window.wakeLock = new EventTarget();
    return wakeLock;
  });
"""
_STUB_SHARING = """
  window.shared = [];
  const stub = (name, value) => Object.defineProperty(navigator, name, { value, configurable: true });
  stub("canShare", () => true);
  stub("share", async ({ text, files }) => {
    shared.push({ text, files: (files ?? []).map(({ name, type, size }) => ({ name, type, size })) });
  });
"""
_DISABLE_SHARING = """
  Object.defineProperty(navigator, "canShare", { value: undefined });
  Object.defineProperty(navigator, "clipboard", { value: undefined });
"""
_COUNT_COLOURS = """async (address) => {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const counts = new Map();
  const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
  for (let index = 0; index < data.length; index += 4) {
    const colour = [data[index], data[index + 1], data[index + 2]].join(" ");
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].filter(([, count]) => count > 500));
}"""


@pytest.fixture(scope="module")
def finished_game(server: str) -> RunningGame:
    return start_game(server, deals=whole_game("standard", 5)["deals"])


def calls_of(page: Page, name: str) -> list[Any]:
    calls: list[Any] = page.evaluate("name => calls.filter(([called]) => called === name)", name)
    return calls


def with_stubs(phones: Phones, *scripts: str, **options: Any) -> Page:  # noqa: ANN401 - Playwright's own options
    page = phones.page(**options)
    for script in scripts:
        page.add_init_script(script)
    return page


def test_app_is_installable_in_chrome(persistent_phone: PersistentPhone, server: str) -> None:
    """The full browser also grants the wake lock."""
    page = persistent_phone.page()
    page.add_init_script(
        """const request = WakeLock.prototype.request;
        WakeLock.prototype.request = async function (...args) {
          return (window.lock = await request.apply(this, args));
        };"""
    )
    page.goto(server)
    cdp_session = page.context.new_cdp_session(page)
    manifest = cdp_session.send("Page.getAppManifest")
    assert manifest["url"] == f"{server}/manifest/en.webmanifest"
    assert manifest["errors"] == []
    assert cdp_session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    page.goto(start_game(server).page())
    wait_for_expression(page, "window.lock && !window.lock.released")


def test_screen_stays_awake_during_game_only(phones: Phones, server: str, finished_game: RunningGame) -> None:
    page = with_stubs(phones, _STUBS)
    game = start_game(server)
    for address in (game.page(), game.deal_page("queens"), game.page("/sheet")):
        page.goto(address)
        wait_for_expression(page, "calls.length === 1")
        assert calls_of(page, "awake") == [["awake", "screen"]]
    page.evaluate("wakeLock.dispatchEvent(new Event('release'))")  # as when the page was hidden
    wait_for_expression(page, "calls.length === 2")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert len(calls_of(page, "awake")) == 2
    for address in (server, finished_game.page("/result")):
        page.goto(address)
        assert calls_of(page, "awake") == []


def test_phone_vibrates_only_on_counted_taps(phones: Phones, server: str) -> None:
    """It does not vibrate with reduced motion. Settings turn off vibration and wake lock."""
    page = with_stubs(phones, _STUBS)
    game = start_game(server)
    page.goto(game.deal_page("diamonds"))
    finger = Finger(page)
    finger.tap('[data-key="9"]')
    assert calls_of(page, "vibrate") == [["vibrate", 10]]
    page.locator('[data-key="back"]').tap()
    page.locator('[data-key="back"]').tap()
    assert len(calls_of(page, "vibrate")) == 2

    page.emulate_media(reduced_motion="reduce")
    page.goto(game.deal_page("trex"))
    page.locator('[data-trex-seat="A"] .side__content').tap()
    assert calls_of(page, "vibrate") == []
    page.emulate_media(reduced_motion="no-preference")

    page.goto(f"{server}/settings")
    for preference in ("awake", "tick"):
        setting = page.locator(f'[data-preference="{preference}"]')
        expect(setting.locator('[value="on"]')).to_be_checked()
        setting.locator(".segment", has=page.locator('[value="off"]')).tap()
    page.reload()
    expect(page.locator('[data-preference="awake"] [value="off"]')).to_be_checked()
    page.goto(start_game(server).deal_page("diamonds"))
    finger.tap('[data-key="9"]')
    assert page.evaluate("calls") == []


def test_missing_browser_features_are_explained_once(phones: Phones, server: str) -> None:
    page = with_stubs(
        phones,
        """Object.defineProperty(window, "isSecureContext", { value: false });
        delete Navigator.prototype.wakeLock; delete Navigator.prototype.vibrate;""",
    )
    page.goto(f"{server}/settings")
    expect(page.locator("[data-unavailable]:visible")).to_have_count(1)
    expect(page.locator('[data-unavailable="http"]')).to_contain_text("trexscore serve --cert FILE --key FILE")
    expect(
        page.locator("[data-preference]:visible, [data-install]:visible, [data-install-by-hand]:visible")
    ).to_have_count(0)


def test_install_button_follows_browser_offer(page: Page, server: str) -> None:
    page.goto(f"{server}/settings")
    expect(page.locator("[data-install]")).to_be_hidden()
    page.evaluate(
        """() => {
          const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
            prompt: async () => { window.prompted = true; },
          });
          window.wasPrevented = !dispatchEvent(offer);
        }"""
    )
    page.locator("[data-install]").tap()
    wait_for_expression(page, "window.prompted && window.wasPrevented")
    expect(page.locator("[data-install]")).to_be_hidden()


def test_iphone_shows_install_instructions_until_installed(phones: Phones, server: str) -> None:
    page = with_stubs(phones, "navigator.standalone = location.search === '?installed'")
    page.goto(f"{server}/settings")
    expect(page.locator("[data-install-by-hand]")).to_be_visible()
    page.goto(f"{server}/settings?installed")
    expect(page.locator("[data-install-by-hand]")).to_be_hidden()


def test_result_is_shared_as_text_and_picture(phones: Phones, finished_game: RunningGame) -> None:
    """The text lists players by rank. The picture is a file."""
    page = with_stubs(phones, _STUB_SHARING)
    page.goto(finished_game.page("/result"))
    page.locator('[data-share-as="text"]').tap()
    wait_for_expression(page, "shared.length")
    lines = page.evaluate("shared[0].text").split("\n")
    totals = sorted(finished_game.totals.values(), reverse=True)
    assert "wins by" in lines[0]
    assert [re.sub(r"[\u2066-\u2069]", "", line).split(": ")[1] for line in lines[1:5]] == [
        str(total).replace("-", "\u2212") for total in totals
    ]
    assert lines[5:] == ["Trex Score"]

    page.goto(finished_game.page("/sheet"))
    page.locator('[popovertarget="send"]').tap()
    page.locator('[data-share-as="picture"]').tap()
    wait_for_expression(page, "shared.length")
    [file] = page.evaluate("shared[0].files")
    assert (file["name"], file["type"]) == ("Trex.png", "image/png")
    assert file["size"] > 20_000


def test_result_text_is_selectable_without_sharing(phones: Phones, finished_game: RunningGame) -> None:
    page = with_stubs(phones, _DISABLE_SHARING)
    page.goto(finished_game.page("/sheet"))
    page.locator('[popovertarget="send"]').tap()
    page.locator('[data-share-as="text"]').tap()
    field = page.locator("[data-shared-text]")
    expect(field).to_be_visible()
    assert field.evaluate("field => field.selectionEnd === field.value.length && field.value.length > 40")


@pytest.mark.parametrize(("locale", "dark"), [("en-GB", False), ("ar-JO", True)])
def test_sheet_picture_is_drawn_offline(  # noqa: PLR0913, PLR0917 - fixtures and cases
    phones: Phones,
    server: str,
    finished_game: RunningGame,
    tmp_path: Path,
    locale: str,
    dark: bool,  # noqa: FBT001
) -> None:
    game = (
        finished_game
        if locale == "en-GB"
        else start_game(server, "partnership", players=ARABIC_NAMES, deals=whole_game("partnership", 5)["deals"])
    )
    page = with_stubs(phones, _DISABLE_SHARING, locale=locale, color_scheme="dark" if dark else "light")
    page.goto(game.page("/result"), wait_until="networkidle")
    page.context.set_offline(True)
    with page.expect_download() as download:
        page.locator('[data-share-as="picture"]').tap()
    page.context.set_offline(False)
    path = tmp_path / "sheet.png"
    download.value.save_as(path)
    assert download.value.suggested_filename.endswith(".png")
    width, height = struct.unpack(">II", path.read_bytes()[16:24])
    assert width == 1080
    assert height > 1600
    page.goto(server)  # its policy allows images
    colours = page.evaluate(_COUNT_COLOURS, f"data:image/png;base64,{_base64(path)}")
    light_colours, dark_colours = (
        ("247 241 227", "26 23 19", "10 87 87", "171 31 26"),
        ("20 16 12", "241 226 192", "224 174 72"),
    )
    assert set(dark_colours if dark else light_colours) <= colours.keys()


def _base64(path: Path) -> str:
    return b64encode(path.read_bytes()).decode()
