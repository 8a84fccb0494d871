"""URLs of this site: safe redirects, and addresses and QR codes for other phones."""

from urllib.parse import urlsplit

import segno
from flask import current_app, request, url_for
from markupsafe import Markup


def safe_redirect_path(url: str) -> str | None:
    """The URL if it is a path on this site, else None."""
    is_path = url.startswith("/") and not url.startswith(("//", "/\\"))
    return url if is_path and not _has_host(url) else None


def is_api_request() -> bool:
    """Whether the request's address is the API's: it reads no cookie, and its errors are JSON."""
    return f"{request.path}/".startswith("/api/")


def absolute_url(path: str) -> str:
    """The absolute URL of a path, for other phones."""
    public: str | None = current_app.config["PUBLIC_URL"]
    return (public or request.host_url).rstrip("/") + path


def account_link_url(token: str) -> str:
    """The absolute URL of an account link."""
    return absolute_url(url_for("new_account.show_link", token=token))


def qr_code_svg(url: str) -> Markup:
    """The QR code of a URL as SVG."""
    code = segno.make(url, error="m", micro=False)
    return Markup(code.svg_inline(border=2, omitsize=True, svgclass="qr", lineclass="qr__dark"))  # noqa: S704 - drawn here


def _has_host(url: str) -> bool:
    """Whether a browser, which drops tabs and line breaks, could find a host in the URL."""
    try:
        return bool(urlsplit(url).netloc)
    except ValueError:
        return True
