"""API for games: start, read, and record entries."""

import zlib

import msgspec
from flask import Blueprint, Response, request, url_for

from trexscore import __version__
from trexscore.commands.games.record_entry import record_game_entry
from trexscore.commands.games.start_game import start_game, start_rematch
from trexscore.commands.games.unjournaled import store_draft
from trexscore.commands.recording import KEY_REUSED_REFUSAL, Conflict, NotAllowed, Recorded, RecordingOutcome
from trexscore.db.game_links import TokenScope, derive_rematch_token, read_token_scope
from trexscore.db.game_states import decode_state, read_current_state, read_state_json
from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.game import JOURNAL_FORMAT
from trexscore.game.builder import fold_game
from trexscore.ledger.entry_refusal import EntryRefusal
from trexscore.ledger.uuids import parse_uuid
from trexscore.rules.refusals import refuse
from trexscore.web.api.openapi import openapi_document
from trexscore.web.api.requests import (
    READ_METHODS,
    parse_command,
    read_json_body,
    require_method,
    route_all_methods,
)
from trexscore.web.api.responses import (
    CODE_AND_MESSAGE_BY_STATUS,
    encoded_json_response,
    entry_refusal_response,
    etag_headers,
    has_in_club_field,
    json_response,
    problem_response,
    refusal_response,
    response_with_state,
    state_json_for_link,
)
from trexscore.web.api.unfinished_deal import parse_unfinished_deal, path_of_fault
from trexscore.web.device import device_label
from trexscore.web.disk_space import enforce_new_game_limits
from trexscore.web.games.seats import names_of
from trexscore.web.games.token_access import load_scope, may_record
from trexscore.web.language import language_of_accept_header
from trexscore.web.limits import enforce_limit
from trexscore.web.number_parsing import parse_ascii_number

api = Blueprint("api", __name__, url_prefix="/api")
_WRITE_METHODS = ("POST",)
_ETAG_DIGEST_LENGTH = 32


def require_token_scope(allowed_methods: tuple[str, ...], token: str) -> TokenScope:
    """The game of a token. 404 for an unknown token comes before 405 for a wrong method."""
    scope = load_scope(token)
    require_method(allowed_methods)
    return scope


@api.get("/openapi.json")
def openapi() -> Response:
    """The OpenAPI description."""
    return json_response(openapi_document())


@api.post("/games")
def start() -> Response:
    """Start a game from a game file."""
    enforce_new_game_limits()
    file = read_json_body()
    header = request.headers.get("Idempotency-Key")
    key = parse_uuid(header)
    if header is not None and key is None:
        return refusal_response([refuse("wrong_type", "Idempotency-Key", wanted="uuid")])
    started_game = start_game(file, key, device_label())
    if started_game == KEY_REUSED_REFUSAL:
        return refusal_response([refuse("key_reused", "Idempotency-Key")])
    if isinstance(started_game, EntryRefusal):
        return refusal_response(started_game.refusals, started_game.game_file_entries)
    links = started_game.token_by_permission
    head = {
        **{str(permission): token for permission, token in links.items()},
        "write_url": url_for("table.show", token=links["write"]),
        "read_url": url_for("table.show", token=links["read"]),
    }
    owner = load_scope(links["own"])
    return response_with_state(head, read_state_json(started_game.game_id), owner, 201 if started_game.is_new else 200)


@route_all_methods(api, "/games/<token>")
def game_file(token: str) -> Response:
    """The current game file."""
    scope = require_token_scope(READ_METHODS, token)
    return json_response(fold_game(GAMES.read_fold_entries(db.session(), scope.game_id)).game_file_json())


@route_all_methods(api, "/games/<token>/state")
def state(token: str) -> Response:
    """The state; 304 if it is the one of `If-None-Match`."""
    scope = require_token_scope(READ_METHODS, token)
    etag = _state_etag(scope)
    # A proxy that compresses turns a strong tag into a weak one, and the phone sends that back.
    if request.if_none_match.contains_weak(etag):
        return Response(status=304, headers=etag_headers(etag))
    current_state = read_current_state(scope.game_id)
    etag = _state_etag(
        scope._replace(
            last_seq=current_state.last_seq, last_digest=current_state.last_digest, draft_json=current_state.draft_json
        )
    )
    return encoded_json_response(state_json_for_link(scope, current_state.state_json), headers=etag_headers(etag))


def _state_etag(token_scope: TokenScope) -> str:
    """The tag includes the journal's last digest, so that it changes even if the history was rewritten."""
    club = "-club" if has_in_club_field(token_scope) else ""
    rematch = "-rematch" if token_scope.rematch_token else ""
    draft = f"-draft.{zlib.crc32(token_scope.draft_json.encode()):08x}" if token_scope.draft_json else ""
    entry = f"{token_scope.last_seq}-{token_scope.last_digest[:_ETAG_DIGEST_LENGTH]}"
    return f"{entry}-{token_scope.permission}{club}-{__version__}{rematch}{draft}"


@route_all_methods(api, "/games/<token>/draft")
def put_draft(token: str) -> Response:
    """Store or delete the deal that is being entered. All phones see it; the journal does not change."""
    scope = require_token_scope(("PUT",), token)
    if not scope.can_record:
        return problem_response(403)
    enforce_limit("write", token)
    draft_json = read_json_body()
    try:
        draft = parse_unfinished_deal(draft_json)
    except msgspec.ValidationError as fault:
        return refusal_response([refuse("wrong_type", path_of_fault(fault), wanted="draft")])
    is_stored = store_draft(scope.game_id, draft.stored_json, draft.last_seen_seq)
    return json_response({"version": draft.version}) if is_stored else _conflict_response(scope)


@route_all_methods(api, "/games/<token>/rematch")
def start_or_find_rematch(token: str) -> Response:
    """Start or find the rematch of a game: a token with the same permission, and the state."""
    scope = require_token_scope(_WRITE_METHODS, token)
    if not scope.can_record:
        return problem_response(403)
    enforce_new_game_limits()
    players = decode_state(read_state_json(scope.game_id)).players
    rematch = start_rematch(scope.game_id, names_of(players), device_label())
    next_token = derive_rematch_token(token)
    next_scope = read_token_scope(next_token)
    if rematch is None or next_scope is None:
        return problem_response(404)
    head = {"token": next_token, "url": url_for("table.show", token=next_token)}
    return response_with_state(head, read_state_json(rematch.game_id), next_scope, 201 if rematch.is_new else 200)


@route_all_methods(api, "/games/<token>/journal")
def journal(token: str) -> Response:
    """All entries of the journal; with `after`, those after that `seq`."""
    scope = require_token_scope(READ_METHODS, token)
    after_seq_text = request.args.get("after", "") or "0"
    after_seq = parse_ascii_number(after_seq_text)
    if after_seq is None:
        return refusal_response([refuse("wrong_type", "after", wanted="number")])
    entries = [entry.as_json() for entry in GAMES.read_entries(db.session(), scope.game_id, after_seq)]
    return json_response({"format": JOURNAL_FORMAT, "entries": entries})


@route_all_methods(api, "/games/<token>/entries")
def record_entry(token: str) -> Response:
    """Record an entry."""
    scope = require_token_scope(_WRITE_METHODS, token)
    if scope.permission == "read":
        return problem_response(403)
    enforce_limit("write", token)
    command = parse_command(read_json_body(), scope)
    if isinstance(command, EntryRefusal):
        return refusal_response(command.refusals)
    if not may_record(scope, command.body):
        return problem_response(403)
    return _recording_response(scope, record_game_entry(scope.game_id, command))


def _recording_response(token_scope: TokenScope, outcome: RecordingOutcome) -> Response:
    if isinstance(outcome, Recorded):
        text = outcome.state_json or read_state_json(token_scope.game_id)
        return response_with_state({"seq": outcome.seq}, text, token_scope, 201 if outcome.is_new else 200)
    if isinstance(outcome, Conflict):
        return _conflict_response(token_scope)
    if isinstance(outcome, NotAllowed):
        return problem_response(403)
    players = decode_state(read_state_json(token_scope.game_id)).players
    return entry_refusal_response(outcome.refusals, outcome.game_file_entries, players)


def _conflict_response(token_scope: TokenScope) -> Response:
    """409 with `seq` and state of the same moment, so that the client can check and send again."""
    current_state = read_current_state(token_scope.game_id)
    code, message = CODE_AND_MESSAGE_BY_STATUS[409]
    head = {"code": code, "message": language_of_accept_header().gettext(message), "seq": current_state.last_seq}
    return response_with_state(head, current_state.state_json, token_scope, 409)
