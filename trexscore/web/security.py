"""What every answer carries so that a browser trusts nothing but this server."""

from flask import Blueprint, Flask, Response, request, session
from flask.sessions import SecureCookieSessionInterface
from flask_wtf.csrf import CSRFProtect

POLICY = "; ".join(  # noqa: FLY002 - a directive a line
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",  # a game's address is its key
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_csrf = CSRFProtect()


class _Sessions(SecureCookieSessionInterface):
    """A session that began on https does not travel over plain http."""

    def get_cookie_secure(self, app: Flask) -> bool:
        del app
        return request.is_secure


def init_security(app: Flask) -> None:
    """Forms of this site only, and a strict policy on every answer."""
    app.session_interface = _Sessions()
    _csrf.init_app(app)
    app.after_request(_with_headers)


def without_forms(blueprint: Blueprint) -> Blueprint:
    """A part that no cookie opens: where nothing is believed of a browser, nothing can be forged with one."""
    _csrf.exempt(blueprint)
    return blueprint


def _with_headers(response: Response) -> Response:
    if session.modified:
        session.permanent = True
    for name, value in _HEADERS.items():
        response.headers[name] = value
    if request.endpoint != "static" and "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "private, no-store" if response.status_code >= 400 else "private, no-cache"  # noqa: PLR2004
    return response
