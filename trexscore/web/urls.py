"""Addresses of this site: where a form may lead somebody, and what another phone can open."""

from urllib.parse import urlsplit

from flask import current_app, request


def place_here(where: str) -> str | None:
    """An address of this site, without a host; None where it is none."""
    is_path = where.startswith("/") and not where.startswith(("//", "/\\"))
    return where if is_path and not _names_a_host(where) else None


def whole_address(path: str) -> str:
    """An address of this site as another phone can open it."""
    public: str | None = current_app.config["PUBLIC_URL"]
    return (public or request.host_url).rstrip("/") + path


def _names_a_host(where: str) -> bool:
    """Whether a browser, which drops tabs and line breaks, could see a host in it."""
    try:
        return bool(urlsplit(where).netloc)
    except ValueError:
        return True
