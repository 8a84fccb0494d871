"""What lets a phone go on without the server: the site as a script, its words, and the service worker."""

import hashlib
import json
from functools import cache, lru_cache
from typing import Any

from flask import Blueprint, Flask, Response, current_app, redirect, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as WerkzeugResponse

from trexscore.i18n import Language, language_tagged
from trexscore.web.games.access import open_for_reader
from trexscore.web.games.author import phone_name
from trexscore.web.language import reader_language
from trexscore.web.offline.script import scripts, words_in
from trexscore.web.rendering import reader_theme
from trexscore.web.security import POLICY
from trexscore.web.static_files import static_url

pages = Blueprint("phone", __name__)

_FOREVER = "public, max-age=31536000, immutable"
_LENGTH = 12


@pages.get("/phone/<release>/<name>.js")
def file(release: str, name: str) -> Response:
    """The site (templates and tables), or the words of one language.

    The address changes with what they say, so that they can be kept for a year.
    """
    try:
        text, current = _file(name)
    except KeyError:
        raise NotFound from None
    response = Response(text, mimetype="text/javascript")
    response.headers["Cache-Control"] = _FOREVER if release == current else "no-cache"
    return response


@pages.route("/g/<token>/versions", methods=["GET", "POST"])
def versions(token: str) -> WerkzeugResponse:
    """Two versions of a deal lie on a phone alone, and so does the page that shows them."""
    open_for_reader(token)
    return redirect(url_for("table.show", token=token), 303)


@pages.get("/phone/reader.json")
def reader() -> Response:
    """Who reads here, for an open page that no worker stands behind."""
    return Response(json.dumps(_reader()), mimetype="application/json")


@pages.get("/sw.js")
def worker() -> Response:
    """The service worker of the whole site. It is another as soon as the site, its reader or a setting is."""
    reader = _reader()
    text = (
        f'import {{ serve }} from "{static_url("js/phone/worker.js")}";\n'
        f'import * as site from "{reader["site"]}";\n'
        f'import * as said from "{reader["words"]}";\n'
        f"serve(site, said, {json.dumps(reader)});\n"
    )
    response = Response(text, mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


def _reader() -> dict[str, Any]:
    """How this device reads, where the site and its words are, and the policy that every page has to carry.

    The page that asks says its language: what a browser fetches by itself may name another.
    """
    here = reader_language()
    language = language_tagged(request.args.get("language", "")) or here
    return {
        "site": _url("site"),
        "words": _url(language.tag),
        "digits": here.digits if language.code == here.code else language.digits,
        "theme": reader_theme(),
        "author": phone_name(),
        "policy": POLICY,
    }


def _url(name: str) -> str:
    return url_for("phone.file", release=_file(name)[1], name=name)


def _file(name: str) -> tuple[str, str]:
    """A file, and what tells it from an older one. Raises `KeyError`."""
    language = language_tagged(name)
    if language is None or language.code == name:
        return _files()[name]
    app = _app()
    return _made_words(app, language) if app.debug else _kept_words(app, language)


def _files() -> dict[str, tuple[str, str]]:
    """By its name each file, and what tells it from an older one."""
    app = _app()
    return _made(app) if app.debug else _kept(app)


def _app() -> Flask:
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001 - the way Flask has
    return app


def _made(app: Flask) -> dict[str, tuple[str, str]]:
    return {name: _with_release(text) for name, text in scripts(app).items()}


def _made_words(app: Flask, language: Language) -> tuple[str, str]:
    return _with_release(words_in(app, language))


def _with_release(text: str) -> tuple[str, str]:
    return text, hashlib.sha256(text.encode()).hexdigest()[:_LENGTH]


_kept = cache(_made)
_kept_words = lru_cache(maxsize=32)(_made_words)
