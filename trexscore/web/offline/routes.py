"""Files for offline use: the compiled site, its texts, and the service worker."""

import hashlib
import json
from functools import lru_cache

from flask import Blueprint, Flask, Response, current_app, redirect, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as WerkzeugResponse

from trexscore.i18n import find_language_by_tag
from trexscore.web.games.access import open_for_reader
from trexscore.web.games.author import player_name_of_phone
from trexscore.web.language import reader_language
from trexscore.web.offline.script_modules import build_offline_module
from trexscore.web.rendering import reader_theme
from trexscore.web.security import CONTENT_SECURITY_POLICY
from trexscore.web.static_files import (
    IMMUTABLE_CACHE_CONTROL,
    REVALIDATE_CACHE_CONTROL,
    SHORT_DIGEST_LENGTH,
    static_url,
)

pages = Blueprint("phone", __name__)


@pages.get("/phone/<digest>/<name>.js")
def module(digest: str, name: str) -> Response:
    """The compiled site (templates and tables), or the texts of one language.

    The URL contains a digest of the content, so the file can be cached for a year.
    """
    try:
        text, current = _module_and_digest(name)
    except KeyError:
        raise NotFound from None
    response = Response(text, mimetype="text/javascript")
    response.headers["Cache-Control"] = IMMUTABLE_CACHE_CONTROL if digest == current else REVALIDATE_CACHE_CONTROL
    return response


@pages.route("/g/<token>/conflicts", methods=["GET", "POST"])
def conflicts(token: str) -> WerkzeugResponse:
    """Conflicting versions of a deal exist only on the phone; the server redirects to the table."""
    open_for_reader(token)
    return redirect(url_for("table.show", token=token), 303)


@pages.get("/phone/reader.json")
def reader_settings() -> Response:
    """The reader's settings, for an open page without a service worker."""
    return Response(json.dumps(_reader_settings()), mimetype="application/json")


@pages.get("/sw.js")
def service_worker() -> Response:
    """The service worker of the site. Its text changes with the site, the reader's settings, and the configuration."""
    reader_settings = _reader_settings()
    text = (
        f'import {{ handleWorkerEvents }} from "{static_url("js/phone/worker.js")}";\n'
        f'import * as site from "{reader_settings["site"]}";\n'
        f'import * as said from "{reader_settings["words"]}";\n'
        f"handleWorkerEvents(site, said, {json.dumps(reader_settings)});\n"
    )
    response = Response(text, mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


def _reader_settings() -> dict[str, object]:
    """The reader's settings, the URLs of the site and its texts, and the policy header for every page.

    The page passes its language: a worker's own requests may have another.
    """
    current_language = reader_language()
    language = find_language_by_tag(request.args.get("language", "")) or current_language
    return {
        "site": _module_url("site"),
        "words": _module_url(language.language_tag),
        "digits": current_language.digits if language.code == current_language.code else language.digits,
        "theme": reader_theme(),
        "author": player_name_of_phone(),
        "policy": CONTENT_SECURITY_POLICY,
    }


def _module_url(module_name: str) -> str:
    return url_for("phone.module", digest=_module_and_digest(module_name)[1], name=module_name)


def _module_and_digest(module_name: str) -> tuple[str, str]:
    """A file and its digest. Raises `KeyError`."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001 - the way Flask has
    return _build_module_and_digest(app, module_name) if app.debug else _cached_module_and_digest(app, module_name)


def _build_module_and_digest(app: Flask, module_name: str) -> tuple[str, str]:
    text = build_offline_module(app, module_name)
    return text, hashlib.sha256(text.encode()).hexdigest()[:SHORT_DIGEST_LENGTH]


_cached_module_and_digest = lru_cache(maxsize=64)(_build_module_and_digest)
