"""`trexscore serve`: the web application, for the phones at the table."""

import argparse
import multiprocessing
import os
import signal
import ssl
import sys
import threading
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from granian import Granian
from granian.constants import Interfaces, SSLProtocols
from granian.log import LogLevels
from granian.server.common import AbstractServer

from trexscore import __version__
from trexscore.app import create_app
from trexscore.cli.complaints import DONE, CannotWork, complain
from trexscore.cli.installation import add_data_argument, read_settings
from trexscore.cli.reachable import claimed, draw, phones_address, web_address
from trexscore.cli.up_to_date import up_to_date_app
from trexscore.config import Settings
from trexscore.storage.models import db

if TYPE_CHECKING:
    from flask import Flask

_SECONDS_TO_FINISH = 5
_PLAIN_HTTP = (
    "Over plain http, others in this network can read the games' addresses, and phones withhold what an app has:\n"
    "opening it without reception, installing it, a screen that stays on, sharing. https gives both: --cert and --key."
)
_HTTPS = (
    "Over https, nobody on the way reads the games' addresses. Phones that trust the certificate go on without\n"
    "reception, can install the app, keep the screen on and share results."
)


class Certificate(NamedTuple):
    """What https is served with."""

    chain: Path
    key: Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments; what is not said is taken from the environment (docs/settings.md)."""
    parser.add_argument("--host", metavar="ADDRESS", help="the address to listen on (all of them)")
    parser.add_argument("--port", metavar="NUMBER", help="the port to listen on (8000)")
    add_data_argument(parser)
    parser.add_argument("--cert", type=Path, metavar="FILE", help="serve https with this certificate (PEM)")
    parser.add_argument("--key", type=Path, metavar="FILE", help="the certificate's private key (PEM)")


def run(options: argparse.Namespace) -> int:
    """Serve until told to stop."""
    try:
        certificate = _certificate(options.cert, options.key)
        settings = read_settings(options.data, options.host, options.port)
        address = claimed(settings.host, settings.port)
        _prepare_database(settings)
        server = _server(settings, address, certificate)
    except CannotWork as fault:
        return complain(fault)
    os.environ.update(settings.environment())  # for the server's own processes
    _greet(settings, address, certificate)
    server.serve(target_loader=worker, wrap_loader=False)
    print("Trex Score has stopped.", flush=True)
    return DONE


def worker() -> "Flask":
    """The application in a process of the server's."""
    server = multiprocessing.parent_process()
    if server is not None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # until it listens itself, it would pass over the server's
        if sys.platform != "win32":
            # Ctrl+C reaches every process of the terminal; two signals at once can leave this one hanging.
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        threading.Thread(target=_end_with, args=(server,), daemon=True).start()
    return create_app()


def _end_with(server: BaseProcess) -> None:
    """A server that was killed would leave its processes behind, and they would keep the port."""
    server.join()
    os._exit(1)


def _certificate(chain: Path | None, key: Path | None) -> Certificate | None:
    if chain is None and key is None:
        return None
    if chain is None or key is None:
        raise CannotWork("https needs both a certificate and its key: --cert FILE --key FILE.")
    try:
        # A key behind a passphrase is refused, not asked for: nobody may be there to type it.
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(chain, key, password=lambda: "")
    except ssl.SSLError as fault:
        why = (fault.reason or "no certificate and key in PEM form").replace("_", " ").lower()
        raise CannotWork(f"https cannot be served with {chain} and {key}: {why}.") from fault
    except (OSError, ValueError) as fault:
        raise CannotWork(f"https cannot be served with {chain} and {key}: {fault}.") from fault
    return Certificate(chain, key)


def _prepare_database(settings: Settings) -> None:
    """Bring it up to date, and let go of it: a connection must not be shared with the server's processes."""
    with up_to_date_app(settings).app_context():
        db.engine.dispose()


def _server(settings: Settings, address: str, certificate: Certificate | None) -> AbstractServer[Any]:
    """The default of hundreds of threads would queue on SQLite's lock, and 1,024 open phones would be all.

    Requests are not logged: a game's address is its key.
    """
    return Granian(
        "trexscore",
        address=address,
        port=settings.port,
        interface=Interfaces.WSGI,
        workers=settings.workers,
        blocking_threads=settings.blocking_threads,
        backlog=settings.backlog,
        backpressure=settings.backpressure,
        websockets=False,
        log_level=LogLevels.error,
        log_access=False,
        ssl_cert=certificate and certificate.chain,
        ssl_key=certificate and certificate.key,
        ssl_protocol_min=SSLProtocols.tls12,  # what older phones speak
        respawn_failed_workers=True,
        workers_kill_timeout=_SECONDS_TO_FINISH,
    )


def _greet(settings: Settings, address: str, certificate: Certificate | None) -> None:
    """Say where the server is, as people and as phones read it."""
    scheme = "https" if certificate else "http"
    outside = phones_address(address)
    phones = settings.public_url or (outside and web_address(scheme, outside, settings.port))
    print(f"Trex Score {__version__}\n")
    if phones:
        print(f"  Phones at the table   {phones}")
    if outside is None or settings.host != outside:
        print(f"  This computer         {web_address(scheme, 'localhost', settings.port)}")
    if phones:
        draw(phones)
        print(_HTTPS if phones.startswith("https:") else _PLAIN_HTTP)
    else:
        print("\nOnly this computer gets in: no address for phones was found (see --host).")
    print("Ctrl+C stops the server.", flush=True)
