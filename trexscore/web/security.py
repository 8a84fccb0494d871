"""What every answer carries so that a browser trusts nothing but this server."""

from flask import Blueprint, Flask, Response, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
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
    """A session lasts, and one that began on https does not travel over plain http.

    Here it is looked at without asking for it: an answer that never did hangs on no cookie, and says so to caches.
    """

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        if session.modified:
            session.permanent = True
        super().save_session(app, session, response)

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
    for name, value in _HEADERS.items():
        response.headers[name] = value
    if request.endpoint != "static" and "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "private, no-store" if response.status_code >= 400 else "private, no-cache"  # noqa: PLR2004
    return response
