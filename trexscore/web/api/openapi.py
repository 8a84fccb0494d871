"""The OpenAPI 3.1 description of the API."""

from collections.abc import Sequence
from functools import cache
from typing import Literal

from trexscore import __version__
from trexscore.ledger.schema_parts import TEXT, Schema, schema_ref
from trexscore.web.api.club_json import DEFAULT_GAMES_PAGE_SIZE, MAX_GAMES_PAGE_SIZE
from trexscore.web.api.responses import CODE_AND_MESSAGE_BY_STATUS
from trexscore.web.api.schemas import SCHEMAS
from trexscore.web.clubs.data.columns import DAY_SCHEMA

_JSON_CONTENT_TYPE = "application/json"


def _parameter(name: str, location: Literal["header", "path", "query"], description: str, schema: Schema) -> Schema:
    """A parameter; those in the path are required."""
    required = {"required": True} if location == "path" else {}
    return {"name": name, "in": location, **required, "description": description, "schema": schema}


_TOKEN_SCHEMA: Schema = {"type": "string", "pattern": "^[A-Za-z0-9_-]{22}$"}
_TOKEN_PARAMETER = _parameter("token", "path", "The token of a link. It decides what the client may do.", _TOKEN_SCHEMA)
_LANGUAGE_PARAMETER: Schema = {
    **_parameter(
        "Accept-Language", "header", "The language of each `message`. Codes are the same in every language.", TEXT
    ),
    "example": "ar",
}
_IDEMPOTENCY_KEY_PARAMETER = _parameter(
    "Idempotency-Key",
    "header",
    "A secret. The same key and file again start no new game and return the same tokens (200).",
    schema_ref("Key"),
)
_IF_NONE_MATCH_PARAMETER = _parameter("If-None-Match", "header", "The `ETag` of the state that the client has.", TEXT)
_AFTER_SEQ_PARAMETER = _parameter(
    "after",
    "query",
    "Only the entries after this `seq`, for a client that has the others.",
    {"type": "integer", "minimum": 0},
)
_CLUB_TOKEN_PARAMETER = _parameter(
    "club",
    "path",
    "The club's address, which shows what everyone may see, or the token of its website link, which shows everything.",
    _TOKEN_SCHEMA,
)
_SEASON_PARAMETER = _parameter("season", "path", "A season's number.", {"type": "integer", "minimum": 1})
_ON_DAY_PARAMETER = _parameter(
    "on",
    "query",
    "The standings at the end of this day in the club's time zone, as the club's pages show them. There were none"
    " before the season was set up: then they are those of `known`, and the response says so.",
    DAY_SCHEMA,
)
_KNOWN_NOW_PARAMETER = _parameter(
    "known",
    "query",
    "With `on`: the standings of the games played until the end of that day as they are known now, with later imports"
    " and corrections.",
    {"enum": ["now"]},
)
_BEFORE_GAME_PARAMETER = _parameter(
    "before", "query", "Continue after this game: the value of `next`.", {"type": "string", "format": "uuid"}
)
_LIMIT_PARAMETER = _parameter(
    "limit",
    "query",
    "The most games to return.",
    {"type": "integer", "minimum": 1, "maximum": MAX_GAMES_PAGE_SIZE, "default": DEFAULT_GAMES_PAGE_SIZE},
)
_GAME_PARAMETERS = [_TOKEN_PARAMETER, _LANGUAGE_PARAMETER]
_CLUB_PARAMETERS = [_CLUB_TOKEN_PARAMETER, _LANGUAGE_PARAMETER]
_ETAG_HEADER: Schema = {
    "description": "Strong. Changes with `seq`, `may` and the app's version.",
    "required": True,
    "schema": {"type": "string", "pattern": '^"[^"]+"$'},
}
_CACHE_CONTROL_HEADER: Schema = {"required": True, "schema": {"const": "private, no-cache"}}
_STATE_HEADERS: Schema = {"ETag": _ETAG_HEADER, "Cache-Control": _CACHE_CONTROL_HEADER}
_ALLOW_ORIGIN_HEADER: Schema = {"required": True, "schema": {"const": "*"}}
_CLUB_HEADERS: Schema = {
    "ETag": {**_ETAG_HEADER, "description": "Strong. Changes with the content."},
    "Cache-Control": _CACHE_CONTROL_HEADER,
    "Access-Control-Allow-Origin": _ALLOW_ORIGIN_HEADER,
}
_RETRY_AFTER_HEADERS: Schema = {
    "Retry-After": {"description": "Seconds to wait.", "required": True, "schema": {"type": "integer", "minimum": 1}}
}
_ALLOW_HEADERS: Schema = {"Allow": {"required": True, "schema": {"type": "string"}}}
_PROBLEM_HEADERS_BY_STATUS: dict[int, Schema] = {
    405: _ALLOW_HEADERS,
    429: _RETRY_AFTER_HEADERS,
    503: _RETRY_AFTER_HEADERS,
}
_READ_PROBLEM_STATUSES = (404, 405, 429, 500, 503)
_BODY_PROBLEM_STATUSES = (400, 413, 415)
_WRITE_PROBLEM_STATUSES = (*_BODY_PROBLEM_STATUSES, *_READ_PROBLEM_STATUSES)


@cache
def openapi_document() -> Schema:
    """The whole OpenAPI document."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Trex Score",
            "version": __version__,
            "description": "Keeps the score of Trex. The token of a link gives access to a game; cookies are ignored. "
            "A club is read by its address or its website link, from any website. "
            "The API stays compatible: only new kinds of entries and new fields of responses are added.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": {
            "/api/openapi.json": {
                "get": _operation(
                    "openapi", "This description.", {"200": _response("OpenAPI 3.1.", {"type": "object"})}, (405, 500)
                )
            },
            "/api/games": {"post": _start_game_operation()},
            "/api/games/{token}": {"parameters": _GAME_PARAMETERS, "get": _game_file_operation()},
            "/api/games/{token}/state": {"parameters": _GAME_PARAMETERS, "get": _state_operation()},
            "/api/games/{token}/entries": {"parameters": _GAME_PARAMETERS, "post": _record_entry_operation()},
            "/api/games/{token}/draft": {"parameters": _GAME_PARAMETERS, "put": _store_draft_operation()},
            "/api/games/{token}/rematch": {"parameters": _GAME_PARAMETERS, "post": _rematch_operation()},
            "/api/games/{token}/journal": {"parameters": _GAME_PARAMETERS, "get": _journal_operation()},
            "/api/clubs/{club}": {
                "parameters": _CLUB_PARAMETERS,
                "get": _club_operation("readClub", "A club and its seasons.", "Club"),
            },
            "/api/clubs/{club}/seasons/{season}": {
                "parameters": [_CLUB_TOKEN_PARAMETER, _SEASON_PARAMETER, _LANGUAGE_PARAMETER],
                "get": _club_operation(
                    "readStandings",
                    "The standings of a season.",
                    "Standings",
                    [_ON_DAY_PARAMETER, _KNOWN_NOW_PARAMETER],
                ),
            },
            "/api/clubs/{club}/games": {
                "parameters": _CLUB_PARAMETERS,
                "get": _club_operation(
                    "readClubGames",
                    "The games of a club, the latest first.",
                    "ClubGames",
                    [_BEFORE_GAME_PARAMETER, _LIMIT_PARAMETER],
                ),
            },
            "/api/clubs/{club}/members": {
                "parameters": _CLUB_PARAMETERS,
                "get": _club_operation(
                    "readClubMembers", "The members, if the client may see the whole club.", "ClubMembers"
                ),
            },
            "/api/clubs/{club}/ratings": {
                "parameters": _CLUB_PARAMETERS,
                "get": _club_operation(
                    "readClubRatings",
                    "The ratings of players and pairs, if the client may see the whole club.",
                    "ClubRatings",
                ),
            },
            "/healthz": {"get": _health_operation("health", "Does the server answer?", "`ok`: the database responds.")},
            "/readyz": {
                "get": _health_operation("ready", "Can the server write, and does the disk have room?", "It is ready.")
            },
        },
        "components": {"schemas": SCHEMAS},
    }


def _start_game_operation() -> Schema:
    started = schema_ref("Started")
    responses = {
        "201": _response("The game was started and saved.", started),
        "200": _response("The same key and file already started this game. The tokens are the same.", started),
        "422": _response(
            "The file has faults, or the key already started another game (`key_reused`).", schema_ref("Errors")
        ),
    }
    problems = (*_BODY_PROBLEM_STATUSES, 405, 429, 500, 503)
    parameters, body = [_IDEMPOTENCY_KEY_PARAMETER, _LANGUAGE_PARAMETER], _request_body("GameFile")
    return _operation("startGame", "Start a game.", responses, problems, parameters=parameters, requestBody=body)


def _game_file_operation() -> Schema:
    responses = {"200": _response("The current game file.", schema_ref("GameFile"))}
    return _operation("readGameFile", "The game as a file.", responses)


def _state_operation() -> Schema:
    responses = {
        "200": _response("The state.", schema_ref("State"), _STATE_HEADERS),
        "304": {"description": "Nothing has changed since `If-None-Match`.", "headers": _STATE_HEADERS},
    }
    summary, parameters = "The state of a game. Requests are not limited.", [_IF_NONE_MATCH_PARAMETER]
    return _operation("readState", summary, responses, parameters=parameters)


def _record_entry_operation() -> Schema:
    responses = {
        "201": _response("The entry was saved with this `seq`.", schema_ref("Written")),
        "200": _response(
            "An entry with this key and content was saved before. Nothing was added.", schema_ref("Written")
        ),
        "403": _problem_response(403),
        "409": _response(
            "`after` is not the journal's last `seq`. Read the state, then send again.", schema_ref("MovedOn")
        ),
        "422": _response("The entry is not possible, or its key was used for another entry.", schema_ref("Errors")),
    }
    body = _request_body("Entry")
    return _operation("writeEntry", "Record an entry.", responses, _WRITE_PROBLEM_STATUSES, requestBody=body)


def _store_draft_operation() -> Schema:
    responses = {
        "200": _response(
            "The deal that is being entered, as every phone shows it. `null` removes it.", schema_ref("Drafted")
        ),
        "403": _problem_response(403),
        "409": _response("`after` is not the journal's last `seq`. Nothing was saved.", schema_ref("MovedOn")),
        "422": _response("This is not a draft.", schema_ref("Errors")),
    }
    summary, problems = "Share the deal that is being entered. It is not part of the journal.", _WRITE_PROBLEM_STATUSES
    return _operation("keepDraft", summary, responses, problems, requestBody=_request_body("Draft"))


def _rematch_operation() -> Schema:
    responses = {
        "201": _response(
            "The rematch of the same four players was started. `token` has the permission of the game’s token.",
            schema_ref("Rematch"),
        ),
        "200": _response("The rematch was started before. A game has only one.", schema_ref("Rematch")),
        "403": _problem_response(403),
    }
    return _operation("startRematch", "Start the rematch of a game, or return it.", responses)


def _journal_operation() -> Schema:
    responses = {
        "200": _response("Every entry ever recorded, in order.", schema_ref("Journal")),
        "422": _response("`after` is not the number of an entry.", schema_ref("Errors")),
    }
    return _operation("readJournal", "The journal.", responses, parameters=[_AFTER_SEQ_PARAMETER])


def _club_operation(operation_id: str, summary: str, schema_name: str, parameters: Sequence[Schema] = ()) -> Schema:
    """An operation that reads a part of a club."""
    responses = {
        "200": _response(summary, schema_ref(schema_name), _CLUB_HEADERS),
        "304": {"description": "Nothing has changed since `If-None-Match`.", "headers": _CLUB_HEADERS},
    }
    if parameters:
        responses["422"] = _response(
            "A parameter is not a day, not a number, or not a game of the club.", schema_ref("Errors")
        )
    return _operation(operation_id, summary, responses, parameters=[_IF_NONE_MATCH_PARAMETER, *parameters])


def _health_operation(operation_id: str, summary: str, ok_description: str) -> Schema:
    text = {"text/plain": {"schema": {"type": "string"}}}
    responses = {
        "200": {"description": ok_description, "content": text},
        "503": {"description": "It does not, with the reason.", "content": text},
    }
    return {"operationId": operation_id, "summary": summary, "responses": responses}


def _operation(
    operation_id: str,
    summary: str,
    responses: Schema,
    problem_statuses: tuple[int, ...] = _READ_PROBLEM_STATUSES,
    **request_parts: object,
) -> Schema:
    failing = {str(status): _problem_response(status) for status in problem_statuses}
    return {"operationId": operation_id, "summary": summary, "responses": responses | failing, **request_parts}


def _problem_response(status: int) -> Schema:
    code, message = CODE_AND_MESSAGE_BY_STATUS[status]
    return _response(f"`{code}`. {message}", schema_ref("Problem"), _PROBLEM_HEADERS_BY_STATUS.get(status))


def _response(description: str, schema: Schema, headers: Schema | None = None) -> Schema:
    answer: Schema = {"description": description, "content": {_JSON_CONTENT_TYPE: {"schema": schema}}}
    return answer if headers is None else answer | {"headers": headers}


def _request_body(schema_name: str) -> Schema:
    return {"required": True, "content": {_JSON_CONTENT_TYPE: {"schema": schema_ref(schema_name)}}}
