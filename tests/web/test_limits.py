"""Rate limits by account and address are shared by processes, survive restarts, and do not lock out known browsers."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import pytest
from flask import Flask

from tests.support.accounts import PASSWORD, is_signed_in, sign_in, sign_up
from tests.support.pages import Phone, start
from tests.support.sites import close_database, site_in
from tests.support.tables import NAMES, envelope
from trexscore.app import create_app
from trexscore.config import Settings
from trexscore.game.file import GAME_FILE_FORMAT
from trexscore.web.limits import BODY_BYTE_COUNT_KEY, client_address_or_network

HOME, ATTACKER = "192.0.2.9", "192.0.2.66"


@dataclass
class FakeClock:
    now: float = 1_800_000_000.0

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    clock = FakeClock()
    monkeypatch.setattr("trexscore.db.request_counts.time", clock)
    monkeypatch.setattr("trexscore.web.limits.time", clock.time)
    return clock


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Flask]:
    with site_in(tmp_path, SIGN_INS_PER_MINUTE="60") as site:
        yield site


def guess(site: Flask, identity: str, address: str = ATTACKER) -> int:
    """Try a wrong password in a new browser."""
    return attempt(Phone(site), identity, "wrong password", address)


def attempt(phone: Phone, identity: str, password: str, address: str) -> int:
    phone.client.environ_base["REMOTE_ADDR"] = address
    page = phone.get("/account/sign-in")
    return phone.send_only(page, "/sign-in", identity=identity, password=password).status


def sign_out(phone: Phone) -> None:
    phone.post("/account/sign-out", {"csrf_token": phone.get("/account/name").token})


def test_processes_share_limits_across_restarts(tmp_path: Path) -> None:
    limits = {"SIGN_INS_PER_MINUTE": "3"}
    with site_in(tmp_path, **limits) as first_app:
        second_app = create_app(
            Settings.from_environment({"TREXSCORE_DATA": str(tmp_path), "TREXSCORE_SIGN_INS_PER_MINUTE": "3"})
        )
        second_app.testing = True
        assert [guess(site, f"name{number}") for number, site in enumerate((first_app, second_app, first_app))] == [
            422,
            422,
            422,
        ]
        assert guess(second_app, "name4") == 429
        close_database(second_app)
    with site_in(tmp_path, **limits) as restarted:
        assert guess(restarted, "name5") == 429


def test_guesses_are_counted_for_all_spellings(site: Flask, clock: FakeClock) -> None:
    clock.now += 1
    sign_up(site, "sess1", email="sess1@club.example")
    spellings = ("sess1", "SESS1", "\uff53ess1", " sess1 ", "sess1@club.example", "\uff53\uff45\uff53\uff53\uff11")
    assert [guess(site, spelling) for spelling in spellings] == [422] * 5 + [429]
    unknown_spellings = ("no.one", "NO.ONE", "\uff4eo.one", "no.one", "no.one", "no.one ")
    assert [guess(site, spelling) for spelling in unknown_spellings] == [422] * 5 + [429]


def test_guesses_do_not_lock_out_known_browser(site: Flask, clock: FakeClock) -> None:
    clock.now += 1
    owner = sign_up(site, "sess1")
    owner.client.environ_base["REMOTE_ADDR"] = HOME
    assert [guess(site, "sess1") for _ in range(20)].count(429) == 15
    assert attempt(Phone(site), "sess1", PASSWORD, HOME) == 303, "a new browser at the owner's address"
    statuses = [guess(site, "sess1", f"198.51.100.{host}") for host in range(80)]
    assert statuses[-1] == 429
    assert attempt(Phone(site), "sess1", PASSWORD, HOME) == 429
    sign_out(owner)
    assert sign_in(owner, "sess1").path == "/account", "this browser has signed in before"
    assert is_signed_in(owner)


def test_known_browser_is_limited_too(site: Flask, clock: FakeClock) -> None:
    clock.now += 1
    thief = sign_up(site, "sess1")
    sign_out(thief)
    statuses = [attempt(thief, "sess1", "wrong password", f"198.51.100.{host}") for host in range(7)]
    assert statuses == [422] * 5 + [429] * 2


def test_empty_sign_in_form_is_no_guess(site: Flask) -> None:
    sign_up(site, "sess1")
    empty = [("", ""), (" ", "some password"), ("sess1", "")]
    statuses = [attempt(Phone(site), name, password, HOME) for name, password in empty * 8]
    assert statuses == [422] * 24
    assert attempt(Phone(site), "sess1", PASSWORD, HOME) == 303


def test_waiting_times_grow(site: Flask, clock: FakeClock) -> None:
    sign_up(site, "sess1")
    let_through = []
    for minutes in range(0, 24 * 60, 10):
        clock.now = 1_800_000_000.0 + 60 * minutes + 1
        while guess(site, "sess1") == 422:
            let_through.append(minutes)
    assert len(let_through) == 40
    assert let_through[:15] == [0] * 5 + [10] * 5 + [20] * 5
    assert let_through[15] == 60


def test_correct_password_resets_guesses(site: Flask, clock: FakeClock) -> None:
    clock.now += 1
    sign_up(site, "sess1")
    for _ in range(3):
        assert [guess(site, "sess1", HOME) for _ in range(4)] == [422] * 4
        assert attempt(Phone(site), "sess1", PASSWORD, HOME) == 303


def test_limit_page_names_sign_in_attempts(site: Flask) -> None:
    phone = Phone(site)
    phone.client.environ_base["REMOTE_ADDR"] = ATTACKER
    for _ in range(6):
        response = phone.send(phone.get("/account/sign-in"), "/sign-in", identity="sess1", password=PASSWORD)
    assert response.status == 429
    assert 0 < int(response.headers["Retry-After"]) <= 60
    assert "Too many attempts to sign in." in response.text
    assert "Your network sent too many requests" not in response.text


@pytest.mark.parametrize(
    ("address", "counted_as"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::2", "2001:db8:1:2::/64"),
        ("", ""),
    ],
)
def test_ipv6_network_counts_as_one_address(site: Flask, address: str, counted_as: str) -> None:
    with site.test_request_context(environ_base={"REMOTE_ADDR": address}):
        assert client_address_or_network() == counted_as


def test_process_counts_alone_without_shared_limits(tmp_path: Path) -> None:
    with site_in(tmp_path, SIGN_INS_PER_MINUTE="3") as site:
        (tmp_path / "limits.sqlite3").write_bytes(b"this is no database" * 1000)
        assert [guess(site, f"name{number}") for number in range(4)] == [422, 422, 422, 429]


def send_kilobytes(site: Flask, kilobytes: int, address: str = ATTACKER, bytes_read: int | None = None) -> int:
    """Send a body of this size that is not a game; its bytes still count."""
    client = site.test_client()
    environ = {"REMOTE_ADDR": address} | ({} if bytes_read is None else {BODY_BYTE_COUNT_KEY: bytes_read})
    body = b"x" * 1024 * kilobytes
    return client.post("/api/games", data=body, content_type="text/plain", environ_base=environ).status_code


def test_bytes_of_address_are_limited_per_hour(tmp_path: Path, clock: FakeClock) -> None:
    with site_in(tmp_path, MEGABYTES_PER_HOUR="1") as site:
        assert [send_kilobytes(site, 200) for _ in range(6)] == [415] * 5 + [429]
        assert send_kilobytes(site, 200, HOME) == 415
        clock.now += 3600 + 1
        assert send_kilobytes(site, 200) == 415


def test_running_games_continue_after_byte_limit(tmp_path: Path, clock: FakeClock) -> None:
    with site_in(tmp_path, MEGABYTES_PER_HOUR="1") as site:
        game, client = start(site), site.test_client()
        client.environ_base["REMOTE_ADDR"] = ATTACKER
        assert {send_kilobytes(site, 200) for _ in range(6)} == {415, 429}
        entry = envelope({"adjustment": {"A": 5, "B": -5}, "reason": "x"}, game.seq())
        assert client.post(f"/api/games/{game.own}/entries", json=entry).status_code == 201
        file = {"format": GAME_FILE_FORMAT, "players": NAMES, "first_king": "A", "deals": []}
        new_key_headers = {"Idempotency-Key": str(uuid4())}
        assert client.post("/api/games", json=file, headers=new_key_headers).status_code == 429
        clock.now += 3600 + 1
        assert client.post("/api/games", json=file, headers=new_key_headers).status_code == 201


def test_unread_body_is_not_counted(tmp_path: Path) -> None:
    with site_in(tmp_path, MEGABYTES_PER_HOUR="1") as site:
        assert [send_kilobytes(site, 200, bytes_read=1024) for _ in range(9)] == [415] * 9


def test_limit_page_names_bytes_sent(tmp_path: Path) -> None:
    with site_in(tmp_path, MEGABYTES_PER_HOUR="1") as site:
        for _ in range(6):
            response = Phone(site).post("/open", {"link": "x" * 200_000})
        assert response.status == 429
        assert "Too much was sent" in response.text
        assert 0 < int(response.headers["Retry-After"]) <= 3600
