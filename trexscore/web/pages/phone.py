"""What lets a phone go on without the server: its script, its worker, and the page that draws all others."""

import hashlib
import json
from functools import cache

from flask import Blueprint, Response, current_app, render_template, url_for
from werkzeug.exceptions import NotFound

from trexscore import assets
from trexscore.language import LANGUAGES, Language
from trexscore.web.language import reader_language
from trexscore.web.phone.script import script
from trexscore.web.static_files import static_files, static_url

pages = Blueprint("phone", __name__)

_FOREVER = "public, max-age=31536000, immutable"
_LENGTH = 12


@pages.get("/phone/<release>/<code>.js")
def site(release: str, code: str) -> Response:
    """The site as a script in one language. Its address changes with what it says."""
    if code not in LANGUAGES:
        raise NotFound
    text, current = _script(LANGUAGES[code])
    response = Response(text, mimetype="text/javascript")
    response.headers["Cache-Control"] = _FOREVER if release == current else "no-cache"
    return response


@pages.get("/phone/open")
def shell() -> str:
    """The page that stands in for every page of a game while there is no reception."""
    return render_template("phone/open.html")


@pages.get("/sw.js")
def worker() -> Response:
    """The service worker of the whole site, with all that it keeps."""
    language = reader_language()
    kept = [static_url(path) for path in static_files() if not path.endswith("/worker.js")]
    kept += [script_url(language), url_for("phone.shell")]
    head = {"KEPT": kept, "SHELL": url_for("phone.shell"), "RELEASE": _digest("".join(kept))}
    text = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in head.items())
    source = (assets.static() / "js" / "phone" / "worker.js").read_text(encoding="utf-8")
    response = Response(text + source, mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


def script_url(language: Language) -> str:
    """Where the site's script in this language is."""
    return url_for("phone.site", release=_script(language)[1], code=language.code)


@cache
def _kept_script(code: str) -> tuple[str, str]:
    text = script(current_app, LANGUAGES[code])
    return text, _digest(text)


def _script(language: Language) -> tuple[str, str]:
    """The script, and what tells it from an older one."""
    make = _kept_script.__wrapped__ if current_app.debug else _kept_script
    return make(language.code)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_LENGTH]
