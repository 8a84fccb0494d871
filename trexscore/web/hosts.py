"""The host names that this server accepts. Links, QR codes and passkeys are only made for these."""

import ipaddress
import socket
from collections.abc import Callable
from functools import cache, lru_cache
from urllib.parse import urlsplit

from flask import Flask, Response, request

from trexscore.config import Settings

_LOCAL_NETWORK_DOMAINS = ("local", "lan", "home", "home.arpa", "fritz.box", "internal", "localdomain")
"""Domains that routers append to a computer's name."""
_MAX_CACHED_HOSTS = 64
_REFUSED_HOST_TEXT = (
    "This server does not answer under this name. Open it by its address, "
    "or set TREXSCORE_PUBLIC_URL to the address that people use.\n"
)


def init_hosts(app: Flask, settings: Settings) -> None:
    """Refuse requests for other host names, except health checks.

    With a trusted proxy and no public URL, the proxy decides which names it passes on.
    """
    if settings.trusted_proxy_count and settings.public_url is None:
        return
    app.before_request(_make_foreign_host_guard(make_host_checker(settings)))


def make_host_checker(settings: Settings) -> Callable[[str], bool]:
    """A function that decides whether the server accepts a host name without port.

    IP addresses are always accepted: no other site can point its name at them.
    """
    own_hosts = {"localhost", settings.host.casefold()}
    if settings.public_url is not None:
        own_hosts.add((urlsplit(settings.public_url).hostname or "").casefold())

    def accepts_host(host: str) -> bool:
        name = host.casefold().rstrip(".")
        return name in own_hosts or name.endswith(".localhost") or _is_ip_address(name) or name in _local_host_names()

    return accepts_host


def _make_foreign_host_guard(accepts_host: Callable[[str], bool]) -> Callable[[], Response | None]:
    @lru_cache(maxsize=_MAX_CACHED_HOSTS)
    def is_accepted_host(host_with_port: str) -> bool:
        try:
            host = urlsplit(f"//{host_with_port}").hostname or ""
        except ValueError:
            host = ""
        return accepts_host(host)

    def refuse_foreign_host() -> Response | None:
        if request.blueprint == "health" or is_accepted_host(request.host):
            return None
        return Response(_REFUSED_HOST_TEXT, 400, content_type="text/plain; charset=utf-8")

    return refuse_foreign_host


def _is_ip_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


@cache
def _local_host_names() -> frozenset[str]:
    full = socket.gethostname().casefold()
    short_name = full.partition(".")[0]
    return frozenset({full, short_name, *(f"{short_name}.{network}" for network in _LOCAL_NETWORK_DOMAINS)})
