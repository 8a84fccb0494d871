"""Sends mail, if the server is configured for it."""

import smtplib
import ssl
import threading
from collections.abc import Callable
from email.message import EmailMessage
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from flask import Flask, current_app

from trexscore.config import Settings
from trexscore.db.failures import AnyDatabaseError

_EXTENSION = "trexscore_mail"
_TIMEOUT_SECONDS = 20
_DEFAULT_PORT_BY_SCHEME = {"smtp": 587, "smtps": 465}


class _MailSettings(NamedTuple):
    url: str
    sender: str


def init_mail(app: Flask, settings: Settings) -> None:
    """Store the mail settings, if there are any."""
    if settings.mail_url and settings.mail_from:
        app.extensions[_EXTENSION] = _MailSettings(settings.mail_url, settings.mail_from)


def can_send_mail() -> bool:
    return _EXTENSION in current_app.extensions


def send_mail_later(find_receiver_address: Callable[[], str | None], subject: str, text: str) -> None:
    """Send a message in a thread to the address that `find_receiver_address` returns, if any.

    The time of the response does not reveal whether a message was sent. `find_receiver_address` may use the database.
    """
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001 - a thread has no proxy
    threading.Thread(
        target=_find_receiver_and_send, args=(app, find_receiver_address, subject, text), daemon=True
    ).start()


def _find_receiver_and_send(
    app: Flask, find_receiver_address: Callable[[], str | None], subject: str, text: str
) -> None:
    try:
        with app.app_context():
            receiver = find_receiver_address()
    except AnyDatabaseError as fault:
        app.logger.error("mail was not sent: %s", type(fault).__name__)  # noqa: TRY400 - its text may hold an address
        return
    if receiver is not None:
        mail: _MailSettings = app.extensions[_EXTENSION]
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = mail.sender, receiver, subject
        message.set_content(text)
        _send_message(mail, message, app.logger.error)


def _send_message(settings: _MailSettings, message: EmailMessage, log_error: Callable[..., None]) -> None:
    server = urlsplit(settings.url)
    host, port = server.hostname or "", server.port or _DEFAULT_PORT_BY_SCHEME[server.scheme]
    context = ssl.create_default_context()
    try:
        with (
            smtplib.SMTP_SSL(host, port, timeout=_TIMEOUT_SECONDS, context=context)
            if server.scheme == "smtps"
            else smtplib.SMTP(host, port, timeout=_TIMEOUT_SECONDS)
        ) as connection:
            connection.ehlo()
            if server.scheme == "smtp" and (server.username or connection.has_extn("starttls")):
                connection.starttls(context=context)  # a password never goes out in the open
            if server.username:
                connection.login(unquote(server.username), unquote(server.password or ""))
            connection.send_message(message)
    except (OSError, smtplib.SMTPException) as fault:
        log_error("mail was not sent: %s", type(fault).__name__)
