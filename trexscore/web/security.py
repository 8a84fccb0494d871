"""Security headers, sessions and the protection of forms."""

from datetime import datetime

from flask import Blueprint, Flask, Request, Response, current_app, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import CSRFProtect
from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer

from trexscore.web.urls import is_api_request

CONTENT_SECURITY_POLICY = "; ".join(  # noqa: FLY002 - a directive a line
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
_COMMON_HEADERS = (
    ("Referrer-Policy", "no-referrer"),  # a game's address is its key
    ("X-Content-Type-Options", "nosniff"),
)
_DOCUMENT_HEADERS = (
    *_COMMON_HEADERS,
    ("Content-Security-Policy", CONTENT_SECURITY_POLICY),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
)
_ASSET_MIMETYPES = frozenset({"text/javascript", "text/css"})
"""A page loads dozens of these. The headers of documents mean nothing for them and cost time on a slow phone."""
_PERSONAL_MODULE_PREFIXES = ("trexscore.web.accounts.", "trexscore.web.clubs.")
"""Pages that are not cached, so that the back button shows none of them after signing out."""
_HSTS_POLICY = f"max-age={365 * 24 * 3600}"
_csrf = CSRFProtect()


class _FutureTolerantSigner(TimestampSigner):
    """Accepts signatures from the future, so that setting the clock back signs no one out."""

    def unsign(  # type: ignore[override]  # overloads of one and the same
        self,
        signed_value: str | bytes,
        max_age: int | None = None,
        return_timestamp: bool = False,  # noqa: FBT001, FBT002 - as itsdangerous calls it
    ) -> bytes | tuple[bytes, datetime]:
        value, signed_at = super().unsign(signed_value, return_timestamp=True)
        if max_age is not None and self.get_timestamp() - signed_at.timestamp() > max_age:
            raise SignatureExpired("too old", payload=value, date_signed=signed_at)
        return (value, signed_at) if return_timestamp else value


class _SessionInterface(SecureCookieSessionInterface):
    """Sessions are permanent, and those that began on HTTPS are never sent over plain HTTP.

    Only `session.modified` is read here, so that responses that do not use the session get no `Vary: Cookie`.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """An empty session for the API, which reads no cookie."""
        return self.session_class() if is_api_request() else super().open_session(app, request)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        if session.modified:
            session.permanent = True
        super().save_session(app, session, response)

    def __init__(self, app: Flask) -> None:
        self._serializer = super().get_signing_serializer(app)
        if self._serializer is not None:
            self._serializer.signer = _FutureTolerantSigner

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """The one serializer of the application; Flask would create one for every request."""
        del app
        return self._serializer

    def get_cookie_secure(self, app: Flask) -> bool:
        del app
        return request.is_secure


def init_security(app: Flask) -> None:
    """Refuse forms of other sites, and set security headers on every response."""
    app.session_interface = _SessionInterface(app)
    _csrf.init_app(app)
    app.after_request(_add_security_headers)
    app.after_request(_move_redirect_to_header)


def exempt_from_csrf(blueprint: Blueprint) -> Blueprint:
    """Exempt a blueprint from CSRF protection, because it reads no cookie."""
    _csrf.exempt(blueprint)
    return blueprint


def _origin_of_url(url: str | None) -> str | None:
    """The origin of a URL."""
    return None if url is None else "/".join(url.split("/")[:3])


def _move_redirect_to_header(response: Response) -> Response:
    """Move a redirect to a header for scripts that follow it themselves (static/js/table/browser-history.js)."""
    if request.headers.get("X-Redirect") == "named" and "Location" in response.headers:
        response.headers["X-Location"] = response.headers.pop("Location")
        response.status_code = 204
        response.set_data(b"")
    return response


def _add_security_headers(response: Response) -> Response:
    is_asset = request.endpoint == "static" and response.mimetype in _ASSET_MIMETYPES
    for name, value in _COMMON_HEADERS if is_asset else _DOCUMENT_HEADERS:
        response.headers.add(name, value)
    if request.is_secure and request.host_url.rstrip("/") == _origin_of_url(current_app.config["PUBLIC_URL"]):
        response.headers["Strict-Transport-Security"] = _HSTS_POLICY
    if request.endpoint != "static" and "Cache-Control" not in response.headers:
        is_stored = response.status_code < 400 and not _is_personal_page()  # noqa: PLR2004
        response.headers["Cache-Control"] = "private, no-cache" if is_stored else "private, no-store"
    return response


def _is_personal_page() -> bool:
    return request.blueprint is not None and current_app.blueprints[request.blueprint].import_name.startswith(
        _PERSONAL_MODULE_PREFIXES
    )
