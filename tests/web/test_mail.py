"""Recovery of a forgotten password by mail, where the server can send mail."""

import re
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from flask import Flask

from tests.support.accounts import ANOTHER_PASSWORD, sign_up
from tests.support.pages import Fields, Phone
from tests.support.server.certificates import Certificate, openssl_certificate
from tests.support.server.mail_server import TIMEOUT_SECONDS, Login, MailServer, run_mail_server
from tests.support.server.server import free_port
from tests.support.sites import site_in
from trexscore.commands.accounts import create_recovery_link

SENDER = "Trex Score <trex@club.example>"
BASIL = "basil@club.example"


@pytest.fixture(scope="module")
def mail_server() -> Iterator[MailServer]:
    with run_mail_server() as mail_server:
        yield mail_server


@pytest.fixture
def with_mail(tmp_path: Path, mail_server: MailServer) -> Iterator[Flask]:
    with site_by(f"smtp://localhost:{mail_server.port}", tmp_path) as site:
        yield site


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return openssl_certificate(tmp_path_factory.mktemp("certificate"))


def site_by(url: str, folder: Path, **settings: str) -> AbstractContextManager[Flask]:
    return site_in(folder, MAIL_URL=url, MAIL_FROM=SENDER, PUBLIC_URL="https://trex.example", **settings)


def recover(site: Flask, language: str = "en", email: str = BASIL) -> str:
    """Request a recovery link: the text of the page."""
    phone = Phone(site, language)
    page = phone.send(phone.get("/account/recover"), "/recover", email=email)
    assert page.status == 200
    return page.root.find("p", class_="notice")[0].text


def account_with_email(site: Flask) -> str:
    """An account with an e-mail address: its username."""
    username = f"basil.{uuid.uuid4().hex[:12]}"
    sign_up(site, username, email=BASIL)
    return username


def test_email_field_is_shown_only_with_mail(with_mail: Flask, site: Flask) -> None:
    for app, asks_email in ((with_mail, True), (site, False)):
        assert ("email" in Phone(app).get("/account/new").fields("/account/new")) == asks_email
        person = sign_up(app, f"amal.{uuid.uuid4().hex[:12]}")
        assert ("email" in person.get("/account/name").fields("/account/name")) == asks_email


def test_email_can_be_removed_without_mail(site: Flask) -> None:
    username = f"amal.{uuid.uuid4().hex[:12]}"
    person = sign_up(site, username, email=f"{username}@club.example")
    assert person.send(person.get("/account/name"), "/name", email="").status == 200
    assert "email" not in person.get("/account/name").fields("/account/name")


def logged_failure(caplog: pytest.LogCaptureFixture) -> str:
    """The log message about mail that was not sent."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while time.monotonic() < deadline:
        for line in caplog.messages:
            if line.startswith("mail was not sent"):
                return line
        time.sleep(0.02)
    return ""


def test_recovery_link_arrives_by_mail(with_mail: Flask, mail_server: MailServer) -> None:
    account_with_email(with_mail)
    known_text = recover(with_mail, email="basil@CLUB.example")
    unknown_text = recover(with_mail, email="nobody@club.example")
    assert known_text == unknown_text
    mail = mail_server.next()
    assert (mail["To"], mail["From"]) == (BASIL, SENDER)
    match = re.search(r"https://trex\.example(/account/links/\S+)", mail.get_content())
    assert match
    phone = Phone(with_mail)
    assert phone.send(phone.get(match[1]), match[1], password=ANOTHER_PASSWORD).path == "/account"
    assert mail_server.is_empty()


@pytest.mark.parametrize("language", ["ar", "fr"])
def test_recovery_mail_is_in_readers_language(with_mail: Flask, mail_server: MailServer, language: str) -> None:
    account_with_email(with_mail)
    recover(with_mail, language)
    mail = mail_server.next()
    letters = {"ar": "[\u0600-\u06ff]", "fr": "mot de passe"}[language]
    assert re.search(letters, mail["Subject"])
    assert re.search(letters, mail.get_content())


@pytest.mark.parametrize(
    "email", ["", "x", "a@b\r\nBcc: all@club.example", "x" * 5000 + "@club.example", "\u202ea@b.example"]
)
def test_malformed_email_is_refused(with_mail: Flask, mail_server: MailServer, email: str) -> None:
    account_with_email(with_mail)
    phone = Phone(with_mail)
    page = phone.send(phone.get("/account/recover"), "/recover", email=email)
    assert (page.status, page.problems) == (422, ["Enter a valid e-mail address."])
    assert "a link is on its way" not in page.text
    recover(with_mail)
    assert mail_server.next()["To"] == BASIL  # requested last, and no other mail arrived before
    assert mail_server.is_empty()


def test_recovery_mail_links_to_public_url(with_mail: Flask, mail_server: MailServer) -> None:
    account_with_email(with_mail)
    phone = Phone(with_mail)
    token = str(phone.get("/account/recover").fields("/recover")["csrf_token"])
    fields = {"csrf_token": token, "email": BASIL}
    phone.client.post("/account/recover", data=fields, headers={"X-Forwarded-Host": "evil.example"})
    text = mail_server.next().get_content()
    assert "https://trex.example/account/links/" in text
    assert "evil" not in text


@pytest.mark.parametrize("encrypted_at_once", [False, True], ids=["smtp", "smtps"])
def test_mail_password_is_sent_encrypted(
    tmp_path: Path, certificate: Certificate, monkeypatch: pytest.MonkeyPatch, *, encrypted_at_once: bool
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate.chain))
    scheme = "smtps" if encrypted_at_once else "smtp"
    with (
        run_mail_server(certificate, encrypted_at_once=encrypted_at_once) as mail_server,
        site_by(f"{scheme}://club:p%40ss@localhost:{mail_server.port}", tmp_path) as site,
    ):
        account_with_email(site)
        recover(site)
        assert mail_server.next()["To"] == BASIL
        assert mail_server.logins == [Login("club", "p@ss", encrypted=True)]


def test_mail_password_needs_encryption(
    tmp_path: Path, mail_server: MailServer, caplog: pytest.LogCaptureFixture
) -> None:
    with site_by(f"smtp://club:secret@localhost:{mail_server.port}", tmp_path) as site:
        account_with_email(site)
        recover(site)
        assert logged_failure(caplog) == "mail was not sent: SMTPNotSupportedError"
    assert mail_server.logins == []
    assert mail_server.is_empty()


def test_untrusted_mail_server_gets_nothing(
    tmp_path: Path, certificate: Certificate, caplog: pytest.LogCaptureFixture
) -> None:
    with (
        run_mail_server(certificate) as mail_server,
        site_by(f"smtp://club:secret@localhost:{mail_server.port}", tmp_path) as site,
    ):
        account_with_email(site)
        recover(site)
        assert logged_failure(caplog) == "mail was not sent: SSLCertVerificationError"
        assert mail_server.logins == []
        assert mail_server.is_empty()


def test_unreachable_mail_server_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with site_by(f"smtp://localhost:{free_port()}", tmp_path) as site:
        account_with_email(site)
        assert recover(site) == recover(site, email="nobody@club.example")
        assert logged_failure(caplog) == "mail was not sent: ConnectionRefusedError"


def test_mails_per_mailbox_are_limited(tmp_path: Path, mail_server: MailServer) -> None:
    with site_by(f"smtp://localhost:{mail_server.port}", tmp_path, MAILS_PER_HOUR="3") as site:
        account_with_email(site)
        texts = {recover(site, email=email) for _ in range(5) for email in (BASIL, BASIL.upper(), "x@club.example")}
        assert len(texts) == 1
        for _ in range(3):
            assert mail_server.next()["To"] == BASIL
        time.sleep(0.3)
        assert mail_server.is_empty()


def test_mails_requested_by_address_are_limited(tmp_path: Path, mail_server: MailServer) -> None:
    with site_by(f"smtp://localhost:{mail_server.port}", tmp_path, MAILS_PER_HOUR="1") as site:
        phone = Phone(site)
        token = phone.get("/account/recover").token
        forms: list[Fields] = [{"csrf_token": token, "email": f"{number}@club.example"} for number in range(11)]
        assert [phone.post("/account/recover", fields, follow=False).status for fields in forms] == [303] * 10 + [429]


def test_recovery_answer_does_not_reveal_accounts(
    with_mail: Flask, mail_server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The response takes the same time for an address without an account."""
    account_with_email(with_mail)
    is_answered, order = threading.Event(), []

    def create_link_late(email: str, token: str) -> bool:
        assert is_answered.wait(TIMEOUT_SECONDS)
        order.append("looked")
        return create_recovery_link(email, token)

    monkeypatch.setattr("trexscore.web.accounts.sign_up_and_recovery_routes.create_recovery_link", create_link_late)
    recover(with_mail)
    order.append("answered")
    is_answered.set()
    assert mail_server.next()["To"] == BASIL
    assert order == ["answered", "looked"]
