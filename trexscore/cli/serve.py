"""`trexscore serve`: runs the web application."""

import argparse
import os
import socket
import ssl
import stat
import sys
from pathlib import Path

from trexscore import __version__
from trexscore.cli.installation import add_data_argument, read_settings, restrict_files_yielding_warnings
from trexscore.cli.output.errors import EXIT_DONE, CannotWork
from trexscore.cli.server_addresses import address_for_phones, browser_url, print_qr_code, resolve_free_listen_address
from trexscore.cli.upgraded_app import create_app_and_upgrade_database
from trexscore.config import Settings
from trexscore.db.models import db
from trexscore.jobs.runner import run_jobs
from trexscore.server import worker
from trexscore.server.processes import ProcessRole, ProcessSupervisor
from trexscore.server.worker import Certificate

if sys.platform != "win32":
    import resource

_MAX_OPEN_FILES = 65_536
_MAX_JOBS_SILENCE_SECONDS = 60.0
"""In seconds: a job may wait for other writers of the database."""
_HTTP_NOTE = (
    "Over http, others on this network can read the games' links, and phones cannot fully work offline, install\n"
    "the app, keep the screen on or share results. Turn on https with --cert and --key."
)
_HTTPS_NOTE = (
    "Over https, no one on the network can read the games' links. Phones that trust the certificate work\n"
    "offline, can install the app, keep the screen on and share results."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments. Their defaults come from the environment (docs/settings.md)."""
    parser.add_argument("--host", metavar="ADDRESS", help="the address to listen on (all of them)")
    parser.add_argument("--port", metavar="NUMBER", help="the port to listen on (8000)")
    add_data_argument(parser)
    parser.add_argument("--cert", type=Path, metavar="FILE", help="serve https with this certificate (PEM)")
    parser.add_argument("--key", type=Path, metavar="FILE", help="the certificate's private key (PEM)")


def run(options: argparse.Namespace) -> int:
    """Serve until a signal stops the process."""
    certificate = _validate_certificate(options.cert, options.key)
    settings = read_settings(options.data, options.host, options.port)
    address = resolve_free_listen_address(settings.host, settings.port)
    _upgrade_and_protect_database(settings)
    _raise_open_file_limit()
    with _open_listening_socket(settings, address) as listening:
        arguments = settings, [listening], certificate
        names = [f"worker-{number + 1}" for number in range(settings.worker_count or _usable_core_count())]
        workers = [ProcessRole(name, worker.serve_then_exit, arguments) for name in names]
        processes = ProcessSupervisor(
            [*workers, ProcessRole("jobs", run_jobs, (settings,), max_seconds_without_beat=_MAX_JOBS_SILENCE_SECONDS)]
        )
        processes.start_processes()
        for caution in security_warnings(certificate and certificate.key_file):
            print(caution, file=sys.stderr, flush=True)
        _print_addresses(settings, address, certificate)
        processes.watch_until_stopped()
    print("Trex Score has stopped.", flush=True)
    return EXIT_DONE


def _validate_certificate(chain_file: Path | None, key_file: Path | None) -> Certificate | None:
    if chain_file is None and key_file is None:
        return None
    if chain_file is None or key_file is None:
        raise CannotWork("https needs both a certificate and its key: --cert FILE --key FILE.")
    try:
        for file in (chain_file, key_file):
            file.open("rb").close()  # unlike `load_cert_chain`, this names the file that cannot be read
        # An empty password refuses an encrypted key, since no one may be there to type its passphrase.
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(chain_file, key_file, password=lambda: "")
    except ssl.SSLError as fault:
        reason = (fault.reason or "no certificate and key in PEM form").replace("_", " ").lower()
        raise CannotWork(f"https cannot be served with {chain_file} and {key_file}: {reason}.") from fault
    except OSError as fault:
        raise CannotWork(f"https cannot be served: {fault.filename}: {fault.strerror}.") from fault
    except ValueError as fault:
        raise CannotWork(f"https cannot be served with {chain_file} and {key_file}: {fault}.") from fault
    return Certificate(chain_file, key_file)


def _upgrade_and_protect_database(settings: Settings) -> None:
    """Upgrade the database, and close all connections: server processes must not share one."""
    with create_app_and_upgrade_database(settings).app_context():
        db.engine.dispose()
    for message in restrict_files_yielding_warnings(settings):
        print(f"trexscore: {message}", file=sys.stderr)


def _open_listening_socket(settings: Settings, listen_address: str) -> socket.socket:
    """The listening socket, which all server processes share."""
    family = socket.AF_INET6 if ":" in listen_address else socket.AF_INET
    listening = socket.create_server((listen_address, settings.port), family=family, backlog=settings.backlog)
    listening.set_inheritable(True)
    return listening


def _usable_core_count() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _raise_open_file_limit() -> None:
    """Raise the limit of open files, since each connection needs one."""
    if sys.platform != "win32":
        _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        limit = _MAX_OPEN_FILES if hard_limit == resource.RLIM_INFINITY else min(hard_limit, _MAX_OPEN_FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard_limit))


def security_warnings(private_key_file: Path | None) -> list[str]:
    """A sentence for each problem. Windows has neither root nor these file modes."""
    if sys.platform == "win32":
        return []
    warnings = []
    if os.geteuid() == 0:
        warnings.append("The server runs as root. Run it as a user of its own: it only needs its data folder.")
    if private_key_file is not None and private_key_file.stat().st_mode & stat.S_IROTH:
        warnings.append(f"Every user of this computer can read the private key {private_key_file}: chmod 600 it.")
    return warnings


def _print_addresses(settings: Settings, listen_address: str, certificate: Certificate | None) -> None:
    """Print the server's addresses, and a QR code for phones."""
    scheme = "https" if certificate else "http"
    network_address = address_for_phones(listen_address)
    phones = settings.public_url or (network_address and browser_url(scheme, network_address, settings.port))
    print(f"Trex Score {__version__}\n")
    if phones:
        print(f"  Phones at the table   {phones}")
    if network_address is None or settings.host != network_address:
        print(f"  This computer         {browser_url(scheme, 'localhost', settings.port)}")
    if phones:
        print_qr_code(phones)
        print(_HTTPS_NOTE if phones.startswith("https:") else _HTTP_NOTE)
    else:
        print("\nOnly this computer can connect: no address for phones was found (see --host).")
    print("Ctrl+C stops the server.", flush=True)
