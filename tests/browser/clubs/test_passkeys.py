"""Passkeys with Chromium's virtual authenticator, and account pages, which no phone caches."""

import uuid
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from werkzeug.serving import make_server

from tests.support.accounts import PASSWORD
from tests.support.browser.browser import LAN_HOST, Phones, wait_for_expression
from tests.support.sites import site_in

pytestmark = pytest.mark.browser

_AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
ADD_BUTTON, SIGN_IN_BUTTON = "form[data-passkey=create] .bar", "form[data-passkey=get] button"


@pytest.fixture
def site(server: str) -> str:
    """The server under the host name that passkeys need."""
    return server.replace("127.0.0.1", "localhost")


def sign_up(page: Page, site: str) -> str:
    """Create an account; return its username."""
    username = f"carine.{uuid.uuid4().hex[:12]}"
    page.goto(f"{site}/account/new")
    page.get_by_label("Your name").fill("Carine")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page).to_have_url(f"{site}/account")
    return username


def with_authenticator(page: Page, **options: bool) -> Page:
    """The page, on a phone with a fingerprint reader."""
    cdp_session = page.context.new_cdp_session(page)
    cdp_session.send("WebAuthn.enable")
    cdp_session.send("WebAuthn.addVirtualAuthenticator", {"options": {**_AUTHENTICATOR, **options}})
    return page


def sign_out(page: Page, site: str) -> None:
    page.goto(f"{site}/account")
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_text("You are signed out on this device.")).to_be_visible()


def test_passkey_signs_in_without_password(phones: Phones, site: str) -> None:
    page = with_authenticator(phones.page())
    sign_up(page, site)
    page.goto(f"{site}/account/passkeys")
    expect(page.locator("[data-passkey-absent]")).to_be_hidden()
    page.get_by_label("Name of this device").fill("هاتفي")
    page.locator(ADD_BUTTON).click()
    expect(page.locator(".passkey")).to_contain_text("هاتفي")
    expect(page.locator(".passkey")).to_contain_text("Never used")
    sign_out(page, site)
    page.goto(f"{site}/account/sign-in?next=/account/name")
    page.locator(SIGN_IN_BUTTON).click()
    expect(page).to_have_url(f"{site}/account/name")
    page.goto(f"{site}/account/passkeys")
    expect(page.locator(".passkey")).to_contain_text("Last used")
    page.goto(f"{site}/account")
    expect(page.locator(".row", has_text="Passkeys").locator(".row__end")).to_have_text("1")


def test_removed_passkey_signs_nobody_in(phones: Phones, site: str) -> None:
    page = with_authenticator(phones.page())
    sign_up(page, site)
    page.goto(f"{site}/account/passkeys")
    page.locator(ADD_BUTTON).click()
    page.get_by_role("button", name="Remove").click()
    expect(page.locator(".passkey")).to_have_count(0)
    sign_out(page, site)
    page.goto(f"{site}/account/sign-in")
    page.locator(SIGN_IN_BUTTON).click()
    expect(page.get_by_role("alert").first).to_contain_text("Couldn’t check the passkey.")
    page.goto(f"{site}/account")
    assert urlsplit(page.url).path == "/account/sign-in"


def test_passkey_is_removed_only_by_its_owner(phones: Phones, site: str) -> None:
    owner, stranger = with_authenticator(phones.page()), phones.page()
    sign_up(owner, site)
    owner.goto(f"{site}/account/passkeys")
    owner.locator(ADD_BUTTON).click()
    removal = owner.locator(".passkey form").get_attribute("action")
    sign_up(stranger, site)
    stranger.goto(f"{site}/account/name")
    token = stranger.locator("form.column-form [name=csrf_token]").input_value()
    assert stranger.request.post(f"{site}{removal}", form={"csrf_token": token}).ok
    owner.reload()
    expect(owner.locator(".passkey")).to_have_count(1)


def test_passkey_response_signs_in_once(phones: Phones, site: str) -> None:
    """A replayed response is refused, in the same browser and in another."""
    page = with_authenticator(phones.page())
    sign_up(page, site)
    page.goto(f"{site}/account/passkeys")
    page.locator(ADD_BUTTON).click()
    expect(page.locator(".passkey")).to_have_count(1)
    sign_out(page, site)
    bodies: list[str] = []
    page.on(
        "request", lambda request: bodies.append(request.post_data or "") if request.url.endswith("/passkey") else None
    )
    page.goto(f"{site}/account/sign-in")
    page.locator(SIGN_IN_BUTTON).click()
    expect(page).to_have_url(f"{site}/account")
    sign_out(page, site)
    (body,) = bodies
    for other_page in (page, phones.page()):
        other_page.goto(f"{site}/account/sign-in")
        token = other_page.locator(f"{SIGN_IN_BUTTON.split(maxsplit=1)[0]} [name=csrf_token]").input_value()
        other_page.request.post(f"{site}/account/sign-in/passkey/options", headers={"X-CSRFToken": token})
        fields = dict(part.split("=", 1) for part in body.split("&"))
        replayed_body = "&".join(f"{name}={token if name == 'csrf_token' else value}" for name, value in fields.items())
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        response = other_page.request.post(f"{site}/account/sign-in/passkey", data=replayed_body, headers=headers)
        assert response.status == 422
        other_page.goto(f"{site}/account")
        assert urlsplit(other_page.url).path == "/account/sign-in"


def test_account_works_after_passkey_failure(phones: Phones, site: str) -> None:
    page = with_authenticator(phones.page(), isUserVerified=False)
    username = sign_up(page, site)
    page.goto(f"{site}/account/passkeys")
    page.locator(ADD_BUTTON).click()
    expect(page.locator("[data-passkey-failed]")).to_be_visible()
    expect(page.locator(ADD_BUTTON)).to_be_enabled()
    assert page.locator(".passkey").count() == 0
    sign_out(page, site)
    page.goto(f"{site}/account/sign-in")
    page.get_by_label("Username or e-mail").fill(username)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).to_have_url(f"{site}/account")


def test_passkeys_are_unavailable_over_plain_http(phones: Phones, server: str) -> None:
    page, site = phones.page(), server.replace("127.0.0.1", LAN_HOST)
    sign_up(page, site)
    page.goto(f"{site}/account/passkeys")
    expect(page.locator("[data-passkey-absent]")).to_be_visible()
    expect(page.locator(ADD_BUTTON)).to_be_hidden()
    page.goto(f"{site}/account/sign-in")
    expect(page.locator(SIGN_IN_BUTTON)).to_be_hidden()


def test_password_can_be_shown(phones: Phones, site: str) -> None:
    page = phones.page()
    page.goto(f"{site}/account/sign-in")
    field = page.get_by_label("Password", exact=True)
    page.get_by_role("button", name="Show").click()
    expect(field).to_have_attribute("type", "text")
    page.get_by_role("button", name="Show").click()
    expect(field).to_have_attribute("type", "password")


@pytest.fixture
def server_with_club(tmp_path: Path) -> Iterator[str]:
    """A server with a club page and an account page that the service worker could cache."""
    with site_in(tmp_path) as site:
        for path in ("/c/one/rules", "/account/one/links"):
            site.add_url_rule(path, path, lambda: "<h1>Carine</h1>")
        server = make_server("127.0.0.1", 0, site, threaded=True)
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://localhost:{server.port}"
        server.shutdown()
        thread.join()


@pytest.mark.slow
def test_service_worker_caches_no_private_pages(phones: Phones, server_with_club: str) -> None:
    page = phones.page(service_workers="allow")
    page.goto(server_with_club)
    wait_for_expression(
        page, "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)", 20
    )
    sign_up(page, server_with_club)
    paths = ("/account/name", "/c/one/rules", "/account/one/links", "/account")
    for path in paths:
        page.goto(f"{server_with_club}{path}")
        assert "Carine" in page.content()
    cached_keys = page.evaluate(_CACHED_KEYS)
    assert cached_keys
    assert not [address for address in cached_keys if "/account" in address or "/c/" in address]
    page.context.set_offline(True)
    for path in paths:
        page.goto(f"{server_with_club}{path}")
        expect(page.get_by_role("heading", name="No connection")).to_be_visible()
        assert "Carine" not in page.content()
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Carine")).to_be_visible(timeout=20_000)  # the page retries by itself


_CACHED_KEYS = """async () => {
  const stored = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) stored.push(url);
  }
  for (const { name } of await indexedDB.databases()) {
    const request = indexedDB.open(name);
    const opened = await new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    for (const store of opened.objectStoreNames) {
      const keys = opened.transaction(store).objectStore(store).getAllKeys();
      stored.push(...(await new Promise((resolve) => (keys.onsuccess = () => resolve(keys.result.map(String))))));
    }
    opened.close();
  }
  return stored;
}"""
