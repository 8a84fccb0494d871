"""Starting games, reading them and writing entries, for programs."""

from flask import Blueprint, Response, request, url_for
from werkzeug.exceptions import MethodNotAllowed

from trexscore import __version__
from trexscore.actions.start_game import KeyReused, NotStarted, start_game
from trexscore.actions.write_entry import MovedOn, Refused, Request, write_entry
from trexscore.journal import FORMAT as JOURNAL_FORMAT
from trexscore.journal.fold import fold
from trexscore.rules.refusals import refuse
from trexscore.storage.boards import state_text
from trexscore.storage.journals import folded, journal
from trexscore.storage.links import Scope
from trexscore.storage.models import db
from trexscore.web.api.answers import json_answer, json_text, problem, refused, state_for, with_state
from trexscore.web.api.openapi import description
from trexscore.web.api.reading import read_body, read_key, read_request
from trexscore.web.limits import count
from trexscore.web.scope import open_game

api = Blueprint("api", __name__, url_prefix="/api")
_ANY_METHOD = ["GET", "POST", "PUT", "PATCH", "DELETE"]


def for_method(method: str, token: str) -> Scope:
    """The game behind a token: an unknown token is not found whatever the method, a wrong method comes next."""
    scope = open_game(token)
    if request.method not in ({"GET", "HEAD"} if method == "GET" else {method}):
        raise MethodNotAllowed([method])
    return scope


@api.get("/openapi.json")
def openapi() -> Response:
    """The interface, described."""
    return json_answer(description())


@api.post("/games")
def start() -> Response:
    """Start a game from a game file."""
    count("new_game", request.remote_addr or "")
    file = read_body()
    header = request.headers.get("Idempotency-Key")
    key = read_key(header)
    if header is not None and key is None:
        return refused([refuse("wrong_type", "Idempotency-Key", wanted="uuid")])
    started = start_game(file, key)
    if isinstance(started, KeyReused):
        return refused([refuse("key_reused", "Idempotency-Key")])
    if isinstance(started, NotStarted):
        return refused(started.refusals, started.file.entries)
    links = started.links
    head = {
        **links,
        "write_url": url_for("table.show", token=links["write"]),
        "read_url": url_for("table.show", token=links["read"]),
    }
    return json_text(with_state(head, state_text(started.game_id), "own"), 201 if started.new else 200)


@api.route("/games/<token>", methods=_ANY_METHOD)
def game_file(token: str) -> Response:
    """The game file, as of now."""
    scope = for_method("GET", token)
    return json_answer(fold(folded(db.session(), scope.game_id)).game_file())


@api.route("/games/<token>/state", methods=_ANY_METHOD)
def state(token: str) -> Response:
    """The state; with `If-None-Match`, only when it has changed."""
    scope = for_method("GET", token)
    etag = f"{scope.seq}-{scope.may}-{__version__}"
    headers = {"ETag": f'"{etag}"', "Cache-Control": "private, no-cache"}
    if "If-None-Match" in request.headers and request.if_none_match.contains(etag):
        return Response(status=304, headers=headers)
    return json_text(state_for(scope.may, state_text(scope.game_id)), headers=headers)


@api.route("/games/<token>/journal", methods=_ANY_METHOD)
def whole_journal(token: str) -> Response:
    """Everything that was ever entered."""
    scope = for_method("GET", token)
    entries = [entry._asdict() for entry in journal(db.session(), scope.game_id)]
    return json_answer({"format": JOURNAL_FORMAT, "entries": entries})


@api.route("/games/<token>/entries", methods=_ANY_METHOD)
def entries(token: str) -> Response:
    """Write one entry."""
    scope = for_method("POST", token)
    if scope.may == "read":
        return problem(403)
    count("write", token)
    asked = read_request(read_body())
    if not isinstance(asked, Request):
        return refused(asked)
    written = write_entry(scope.game_id, asked)
    if isinstance(written, Refused):
        return refused(written.refusals, written.entries)
    text = state_text(scope.game_id)
    if isinstance(written, MovedOn):
        return json_text(with_state({"code": "moved_on", "seq": written.seq}, text, scope.may), 409)
    return json_text(with_state({"seq": written.seq}, text, scope.may), 201 if written.new else 200)
