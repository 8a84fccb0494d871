"""A mail server in its own process, which prints each login and message as a line of JSON.

`python -m tests.support.server.mail_server PORT [CHAIN KEY [at_once]]`
"""

import json
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from queue import Empty, Queue
from typing import Any, NamedTuple, cast

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from tests.support.server.certificates import Certificate
from tests.support.server.server import clean_environment, free_port

TIMEOUT_SECONDS = 10
"""Seconds until a message must have arrived."""


class Login(NamedTuple):
    """The username and password as received, and whether they were encrypted."""

    name: str
    password: str
    encrypted: bool


class MailServer:
    """A running mail server."""

    def __init__(self, port: int, lines: Iterator[str]) -> None:
        self.port = port
        self.logins: list[Login] = []
        self._arrived: Queue[EmailMessage] = Queue()
        threading.Thread(target=self._listen, args=(lines,), daemon=True).start()

    def next(self) -> EmailMessage:
        """The next message. Raises `queue.Empty` if none comes."""
        return self._arrived.get(timeout=TIMEOUT_SECONDS)

    def is_empty(self) -> bool:
        """Whether every message has been read."""
        try:
            self._arrived.get_nowait()
        except Empty:
            return True
        return False

    def _listen(self, lines: Iterator[str]) -> None:
        for line in lines:
            kind, value = json.loads(line)
            if kind == "login":
                self.logins.append(Login(*value))
            else:
                self._arrived.put(message_from_bytes(value.encode("latin-1"), policy=policy.default))


@contextmanager
def run_mail_server(certificate: Certificate | None = None, *, encrypted_at_once: bool = False) -> Iterator[MailServer]:
    """Run a mail server. With a certificate, it offers STARTTLS, or with `encrypted_at_once` requires TLS."""
    port = free_port()
    arguments = [str(port), *map(str, certificate or ()), *(["at_once"] if encrypted_at_once else [])]
    command = [sys.executable, "-m", __name__, *arguments]
    with subprocess.Popen(command, env=clean_environment(), stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "ready\n"
        try:
            yield MailServer(port, server.stdout)
        finally:
            server.terminate()


class _Handler:
    def __init__(self, *, at_once: bool) -> None:
        self.at_once = at_once

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd calls it so
        _report("mail", cast("bytes", envelope.content).decode("latin-1"))
        return "250 OK"

    def authenticate(
        self, _server: SMTP, session: Session, _envelope: Envelope, _mechanism: str, login_data: object
    ) -> AuthResult:
        login = cast("LoginPassword", login_data)
        _report("login", Login(login.login.decode(), login.password.decode(), self.at_once or session.ssl is not None))
        return AuthResult(success=True)


def _report(kind: str, value: Any) -> None:  # noqa: ANN401 - any JSON value
    _print(json.dumps([kind, value]))


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _serve(port: str, chain: str = "", key: str = "", at_once: str = "") -> None:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH) if chain else None
    if context is not None:
        context.load_cert_chain(chain, key)
    handler = _Handler(at_once=bool(at_once))
    Controller(
        handler,
        "localhost",
        int(port),
        ssl_context=context if at_once else None,
        tls_context=None if at_once else context,
        authenticator=handler.authenticate,
        auth_require_tls=False,  # so that the test would see an unencrypted password
    ).start()
    _print("ready")
    threading.Event().wait()


if __name__ == "__main__":
    _serve(*sys.argv[1:])
