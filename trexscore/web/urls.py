"""URLs of this site: safe redirects, and addresses for other phones."""

from urllib.parse import urlsplit

from flask import current_app, request


def safe_redirect_path(url: str) -> str | None:
    """The URL if it is a path on this site, else None."""
    is_path = url.startswith("/") and not url.startswith(("//", "/\\"))
    return url if is_path and not _names_a_host(url) else None


def absolute_url(path: str) -> str:
    """The absolute URL of a path, for other phones."""
    public: str | None = current_app.config["PUBLIC_URL"]
    return (public or request.host_url).rstrip("/") + path


def _names_a_host(url: str) -> bool:
    """Whether a browser, which drops tabs and line breaks, could find a host in the URL."""
    try:
        return bool(urlsplit(url).netloc)
    except ValueError:
        return True
