"""Sends mail, if the server is configured for it."""

import smtplib
import ssl
import threading
from collections.abc import Callable
from email.message import EmailMessage
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from flask import Flask, current_app
from sqlalchemy.exc import SQLAlchemyError

from trexscore.config import Settings

_EXTENSION = "trexscore_mail"
_SECONDS = 20
_PORTS = {"smtp": 587, "smtps": 465}


class _Mail(NamedTuple):
    url: str
    sender: str


def init_mail(app: Flask, settings: Settings) -> None:
    """Store the mail settings, if there are any."""
    if settings.mail_url and settings.mail_from:
        app.extensions[_EXTENSION] = _Mail(settings.mail_url, settings.mail_from)


def sends_mail() -> bool:
    return _EXTENSION in current_app.extensions


def send_later(find_receiver: Callable[[], str | None], subject: str, text: str) -> None:
    """Send a message in a thread to the address that `to` returns, if any.

    The time of the response does not reveal whether a message was sent. `to` may use the database.
    """
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001 - a thread has no proxy
    threading.Thread(target=_send_to, args=(app, find_receiver, subject, text), daemon=True).start()


def _send_to(app: Flask, to: Callable[[], str | None], subject: str, text: str) -> None:
    try:
        with app.app_context():
            receiver = to()
    except SQLAlchemyError as fault:
        app.logger.error("mail was not sent: %s", type(fault).__name__)  # noqa: TRY400 - its text may hold an address
        return
    if receiver is not None:
        mail: _Mail = app.extensions[_EXTENSION]
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = mail.sender, receiver, subject
        message.set_content(text)
        _send(mail, message, app.logger.error)


def _send(mail: _Mail, message: EmailMessage, log_error: Callable[..., None]) -> None:
    server = urlsplit(mail.url)
    host, port = server.hostname or "", server.port or _PORTS[server.scheme]
    context = ssl.create_default_context()
    try:
        with (
            smtplib.SMTP_SSL(host, port, timeout=_SECONDS, context=context)
            if server.scheme == "smtps"
            else smtplib.SMTP(host, port, timeout=_SECONDS)
        ) as connection:
            connection.ehlo()
            if server.scheme == "smtp" and (server.username or connection.has_extn("starttls")):
                connection.starttls(context=context)  # a password never goes out in the open
            if server.username:
                connection.login(unquote(server.username), unquote(server.password or ""))
            connection.send_message(message)
    except (OSError, smtplib.SMTPException) as fault:
        log_error("mail was not sent: %s", type(fault).__name__)
