"""`trexscore serve`: the web application, for the phones at the table."""

import argparse
import os
import socket
import ssl
import sys
from pathlib import Path

from trexscore import __version__
from trexscore.cli.installation import add_data_argument, close_to_others, read_settings
from trexscore.cli.output.errors import DONE, CannotWork, complain
from trexscore.cli.output.warnings import cautions
from trexscore.cli.reachable import claimed, draw, phones_address, web_address
from trexscore.cli.up_to_date import up_to_date_app
from trexscore.config import Settings
from trexscore.db.models import db
from trexscore.jobs.runner import run_jobs
from trexscore.server import worker
from trexscore.server.processes import Processes, Role
from trexscore.server.worker import Certificate

if sys.platform != "win32":
    import resource

_OPEN_FILES = 65_536
_PATIENCE_WITH_JOBS = 60.0
"""Seconds: it waits for others who write."""
_PLAIN_HTTP = (
    "Over http, others on this network can read the games' links, and phones allow no full offline use, no\n"
    "installing, no sharing and no screen that stays on. Turn on https with --cert and --key."
)
_HTTPS = (
    "Over https, no one on the network can read the games' links. Phones that trust the certificate work\n"
    "offline, can install the app, keep the screen on and share results."
)


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
    except CannotWork as fault:
        return complain(fault)
    _allow_many_connections()
    with _listening(settings, address) as listening:
        arguments = settings, [listening], certificate
        names = [f"worker-{number + 1}" for number in range(settings.workers or _cores())]
        workers = [Role(name, worker.serve, arguments) for name in names]
        processes = Processes([*workers, Role("jobs", run_jobs, (settings,), patience=_PATIENCE_WITH_JOBS)])
        processes.start()
        for said in cautions(certificate and certificate.key):
            print(said, file=sys.stderr, flush=True)
        _greet(settings, address, certificate)
        processes.run()
    print("Trex Score has stopped.", flush=True)
    return DONE


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
    for said in close_to_others(settings):
        print(f"trexscore: {said}", file=sys.stderr)


def _listening(settings: Settings, address: str) -> socket.socket:
    """The socket that all processes of the server share."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    made = socket.create_server((address, settings.port), family=family, backlog=settings.backlog)
    made.set_inheritable(True)
    return made


def _cores() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _allow_many_connections() -> None:
    """Each takes a file of the system, which allows few unless it is asked."""
    if sys.platform != "win32":
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _OPEN_FILES if most == resource.RLIM_INFINITY else min(most, _OPEN_FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


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
        print("\nOnly this computer can connect: no address for phones was found (see --host).")
    print("Ctrl+C stops the server.", flush=True)
