"""Where the server can be reached: the address to listen on, and the ones to type into a phone."""

import errno
import ipaddress
import socket
import sys
import time

import segno

from trexscore.cli.output.errors import CannotWork

_NOWHERE = ("192.0.2.1", 9)
"""An address that is nobody's, set aside for examples."""
_SECONDS_TO_WAIT = 2.0


def claimed(host: str, port: int) -> str:
    """The numeric address to listen on, once it is sure that nobody else listens there.

    The server's own sockets share a port on purpose, so that it would not notice. A server that was killed a
    moment ago may still be letting go.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, UnicodeError) as fault:
        raise CannotWork(f"{host} is not an address of this computer.") from fault
    family, kind, _, _, address = found[0]
    end = time.monotonic() + _SECONDS_TO_WAIT
    while (why_not := _taken(family, kind, address)) is not None:
        if why_not.errno != errno.EADDRINUSE or time.monotonic() > end:
            raise CannotWork(_sentence(why_not, host, port)) from why_not
        time.sleep(0.05)
    return str(address[0])


def phones_address(host: str) -> str | None:
    """The address under which others in this network reach a server on `host`; None where nobody else does."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.is_loopback:
        return None
    return _own_address() if address.is_unspecified else host


def web_address(scheme: str, host: str, port: int) -> str:
    """The address as a browser takes it."""
    usual = {"http": 80, "https": 443}[scheme]
    shown = f"[{host}]" if ":" in host else host
    return f"{scheme}://{shown}" if port == usual else f"{scheme}://{shown}:{port}"


def draw(address: str) -> None:
    """A QR code for phones' cameras, where the terminal has the characters for it."""
    print()
    try:
        "█▀▄".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return
    segno.make_qr(address).terminal(out=sys.stdout, compact=True, border=2)
    print()


def _taken(family: int, kind: int, address: tuple[str | int, ...] | tuple[int, bytes]) -> OSError | None:
    with socket.socket(family, kind) as probe:
        if sys.platform != "win32":  # there the option means the opposite
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as fault:
            return fault
    return None


def _sentence(fault: OSError, host: str, port: int) -> str:
    if fault.errno == errno.EADDRINUSE:
        return f"Port {port} is in use. Try another: trexscore serve --port {port % 65535 + 1}"
    if fault.errno == errno.EACCES:
        return f"This user may not listen on port {port}. Use a port from 1024 up."
    if fault.errno == errno.EADDRNOTAVAIL:
        return f"{host} is not an address of this computer."
    return f"Nothing can listen on {host}, port {port}: {fault.strerror}."


def _own_address() -> str | None:
    """This computer's address in its network. Choosing a route for a datagram sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_NOWHERE)
        except OSError:
            return None
        own: str = probe.getsockname()[0]
    return None if ipaddress.ip_address(own).is_loopback else own
