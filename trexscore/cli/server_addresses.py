"""The address that the server listens on, and the addresses for browsers."""

import errno
import ipaddress
import socket
import sys
import time

import segno

from trexscore.cli.output.errors import CannotWork

_PROBE_ADDRESS = ("192.0.2.1", 9)
"""An address reserved for examples, which belongs to no computer."""
_MAX_PORT_WAIT_SECONDS = 2.0


def resolve_free_listen_address(host: str, port: int) -> str:
    """The numeric address to listen on. Raises `CannotWork` if it is in use or not possible.

    Binding would not fail on its own, as the server's sockets share a port. Waits up to two seconds for a stopped
    server to release the port.
    """
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, UnicodeError) as fault:
        raise CannotWork(f"{host} is not an address of this computer.") from fault
    family, kind, _, _, address = addresses[0]
    deadline = time.monotonic() + _MAX_PORT_WAIT_SECONDS
    while (bind_error := _find_bind_error(family, kind, address)) is not None:
        if bind_error.errno != errno.EADDRINUSE or time.monotonic() > deadline:
            raise CannotWork(_bind_error_text(bind_error, host, port)) from bind_error
        time.sleep(0.05)
    return str(address[0])


def address_for_phones(listen_host: str) -> str | None:
    """The address at which other devices in this network reach a server on `listen_host`; None if they cannot."""
    try:
        address = ipaddress.ip_address(listen_host)
    except ValueError:
        return listen_host
    if address.is_loopback:
        return None
    return _own_network_address() if address.is_unspecified else listen_host


def browser_url(scheme: str, host: str, port: int) -> str:
    """The URL for a browser."""
    default_port = {"http": 80, "https": 443}[scheme]
    host_in_url = f"[{host}]" if ":" in host else host
    return f"{scheme}://{host_in_url}" if port == default_port else f"{scheme}://{host_in_url}:{port}"


def print_qr_code(url: str) -> None:
    """Print a QR code, if the terminal's encoding has the characters."""
    print()
    try:
        "█▀▄".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return
    segno.make_qr(url).terminal(out=sys.stdout, compact=True, border=2)
    print()


def _find_bind_error(
    family: int, socket_kind: int, address: tuple[str | int, ...] | tuple[int, bytes]
) -> OSError | None:
    with socket.socket(family, socket_kind) as probe:
        if sys.platform != "win32":  # where the option has the opposite meaning
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as fault:
            return fault
    return None


def _bind_error_text(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use. Try another: trexscore serve --port {port % 65535 + 1}"
    if error.errno == errno.EACCES:
        return f"This user may not listen on port {port}. Use a port from 1024 up."
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is not an address of this computer."
    return f"Nothing can listen on {host}, port {port}: {error.strerror}."


def _own_network_address() -> str | None:
    """This computer's address in its network. Connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_PROBE_ADDRESS)
        except OSError:
            return None
        own_address: str = probe.getsockname()[0]
    return None if ipaddress.ip_address(own_address).is_loopback else own_address
