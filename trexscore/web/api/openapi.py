"""The OpenAPI 3.1 description of the API: the operations of `openapi.json`, with its short forms written out."""

from functools import cache
from pathlib import Path

import msgspec

from trexscore import __version__
from trexscore.ledger.schema_parts import Schema, schema_ref
from trexscore.web.api.club_json import DEFAULT_GAMES_PAGE_SIZE, MAX_GAMES_PAGE_SIZE, UUID_SCHEMA
from trexscore.web.api.responses import CACHE_CONTROL_WITH_ETAG, CODE_AND_MESSAGE_BY_STATUS
from trexscore.web.api.schemas import SCHEMAS
from trexscore.web.clubs.data.columns import DAY_SCHEMA

_TOKEN_SCHEMA: Schema = {"type": "string", "pattern": "^[A-Za-z0-9_-]{22}$"}
_SCHEMA_BY_PARAMETER: dict[str, Schema] = {
    "token": _TOKEN_SCHEMA,
    "club": _TOKEN_SCHEMA,
    "on": DAY_SCHEMA,
    "before": UUID_SCHEMA,
    "limit": {"type": "integer", "minimum": 1, "maximum": MAX_GAMES_PAGE_SIZE, "default": DEFAULT_GAMES_PAGE_SIZE},
}
"""Schemas that the code knows; `openapi.json` has the others."""
_RETRY_AFTER_HEADERS: Schema = {
    "Retry-After": {"description": "Seconds to wait.", "required": True, "schema": {"type": "integer", "minimum": 1}}
}
_PROBLEM_HEADERS_BY_STATUS: dict[int, Schema] = {
    405: {"Allow": {"required": True, "schema": {"type": "string"}}},
    429: _RETRY_AFTER_HEADERS,
    503: _RETRY_AFTER_HEADERS,
}


def _headers_with_etag(etag_description: str) -> Schema:
    etag = {"description": etag_description, "required": True, "schema": {"type": "string", "pattern": '^"[^"]+"$'}}
    return {"ETag": etag, "Cache-Control": {"required": True, "schema": {"const": CACHE_CONTROL_WITH_ETAG}}}


_HEADERS_WITH_ETAG: dict[str, Schema] = {
    "state": _headers_with_etag("Strong. Changes with `seq`, `may` and the app's version."),
    "club": _headers_with_etag("Strong. Changes with the content.")
    | {"Access-Control-Allow-Origin": {"required": True, "schema": {"const": "*"}}},
}


class _Response(msgspec.Struct, forbid_unknown_fields=True):
    description: str = ""
    """By default the summary of the operation."""
    schema: str = ""
    """The name of the schema of its JSON."""
    content: Schema = {}
    """Its content, in place of a schema."""
    headers: str = ""
    """The name of its headers, which have an `ETag`: then the operation can also answer 304."""


class _Operation(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    operation_id: str
    summary: str
    responses: dict[str, _Response | str]
    """By status. A text names a shared response."""
    parameters: list[str] | None = None
    body: str = ""
    """The name of the schema of its JSON."""
    problems: str = ""
    """The name of its list of statuses whose errors are the same everywhere."""


class _Path(msgspec.Struct, forbid_unknown_fields=True):
    parameters: list[str] | None = None
    get: _Operation | None = None
    post: _Operation | None = None
    put: _Operation | None = None


class _OpenApiFile(msgspec.Struct, forbid_unknown_fields=True):
    parameters: dict[str, Schema]
    responses: dict[str, _Response]
    problems: dict[str, tuple[int, ...]]
    paths: dict[str, _Path]


@cache
def openapi_document() -> Schema:
    """The whole OpenAPI document."""
    description = msgspec.json.decode(Path(__file__).with_suffix(".json").read_bytes(), type=_OpenApiFile)
    for name, schema in _SCHEMA_BY_PARAMETER.items():
        description.parameters[name]["schema"] = schema
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
        "paths": {url: _path_object(description, path) for url, path in description.paths.items()},
        "components": {"schemas": SCHEMAS},
    }


def _path_object(description: _OpenApiFile, path: _Path) -> Schema:
    operations = {"get": path.get, "post": path.post, "put": path.put}
    return _parameters_object(description, path.parameters) | {
        method: _operation_object(description, operation) for method, operation in operations.items() if operation
    }


def _operation_object(description: _OpenApiFile, operation: _Operation) -> Schema:
    body: Schema = {"requestBody": {"required": True, "content": _json_content(operation.body)}}
    statuses = description.problems[operation.problems] if operation.problems else ()
    return {
        "operationId": operation.operation_id,
        "summary": operation.summary,
        "responses": _responses_object(description, operation)
        | {str(status): _problem_object(status) for status in statuses},
        **_parameters_object(description, operation.parameters),
        **(body if operation.body else {}),
    }


def _parameters_object(description: _OpenApiFile, names: list[str] | None) -> Schema:
    return {} if names is None else {"parameters": [description.parameters[name] for name in names]}


def _responses_object(description: _OpenApiFile, operation: _Operation) -> Schema:
    responses: Schema = {}
    for status, named in operation.responses.items():
        response = description.responses[named] if isinstance(named, str) else named
        content_schema = _json_content(response.schema) if response.schema else response.content
        headers: Schema = {"headers": _HEADERS_WITH_ETAG[response.headers]} if response.headers else {}
        responses[status] = (
            {"description": response.description or operation.summary}
            | ({"content": content_schema} if content_schema else {})
            | headers
        )
        if headers:
            responses["304"] = {"description": "Nothing has changed since `If-None-Match`."} | headers
    return responses


def _problem_object(status: int) -> Schema:
    code, message = CODE_AND_MESSAGE_BY_STATUS[status]
    problem: Schema = {"description": f"`{code}`. {message}", "content": _json_content("Problem")}
    headers = _PROBLEM_HEADERS_BY_STATUS.get(status)
    return problem if headers is None else problem | {"headers": headers}


def _json_content(schema_name: str) -> Schema:
    return {"application/json": {"schema": schema_ref(schema_name)}}
