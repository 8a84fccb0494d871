"""The OpenAPI 3.1 description of the API: the operations of `openapi.json`, with its short forms written out."""

from functools import cache
from pathlib import Path

import msgspec

from trexscore import __version__
from trexscore.ledger.schema_parts import Schema, schema_ref
from trexscore.web.api.club_json import DEFAULT_GAMES_PAGE_SIZE, MAX_GAMES_PAGE_SIZE
from trexscore.web.api.responses import CODE_AND_MESSAGE_BY_STATUS
from trexscore.web.api.schemas import SCHEMAS

_RETRY_AFTER_HEADERS: Schema = {
    "Retry-After": {"description": "Seconds to wait.", "required": True, "schema": {"type": "integer", "minimum": 1}}
}
_PROBLEM_HEADERS_BY_STATUS: dict[int, Schema] = {
    405: {"Allow": {"required": True, "schema": {"type": "string"}}},
    429: _RETRY_AFTER_HEADERS,
    503: _RETRY_AFTER_HEADERS,
}


class _Response(msgspec.Struct, forbid_unknown_fields=True):
    description: str
    schema: str = ""
    """The name of the schema of its JSON."""
    content: Schema = {}
    """Its content, in place of a schema."""
    headers: str = ""


class _Operation(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    operation_id: str
    summary: str
    responses: dict[str, _Response]
    parameters: list[str] | None = None
    body: str = ""
    """The name of the schema of its JSON."""
    problems: tuple[int, ...] = ()
    """Statuses of errors that are the same everywhere."""


class _Path(msgspec.Struct, forbid_unknown_fields=True):
    parameters: list[str] | None = None
    get: _Operation | None = None
    post: _Operation | None = None
    put: _Operation | None = None


class _Description(msgspec.Struct, forbid_unknown_fields=True):
    parameters: dict[str, Schema]
    headers: dict[str, Schema]
    paths: dict[str, _Path]


@cache
def openapi_document() -> Schema:
    """The whole OpenAPI document."""
    description = msgspec.json.decode(Path(__file__).with_suffix(".json").read_bytes(), type=_Description)
    description.parameters["limit"]["schema"] |= {"maximum": MAX_GAMES_PAGE_SIZE, "default": DEFAULT_GAMES_PAGE_SIZE}
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


def _path_object(description: _Description, path: _Path) -> Schema:
    operations = {"get": path.get, "post": path.post, "put": path.put}
    return _parameters_object(description, path.parameters) | {
        method: _operation_object(description, operation) for method, operation in operations.items() if operation
    }


def _operation_object(description: _Description, operation: _Operation) -> Schema:
    body: Schema = {"requestBody": {"required": True, "content": _json_content(operation.body)}}
    responses = {status: _response_object(description, each) for status, each in operation.responses.items()}
    return {
        "operationId": operation.operation_id,
        "summary": operation.summary,
        "responses": responses | {str(status): _problem_object(status) for status in operation.problems},
        **_parameters_object(description, operation.parameters),
        **(body if operation.body else {}),
    }


def _parameters_object(description: _Description, names: list[str] | None) -> Schema:
    return {} if names is None else {"parameters": [description.parameters[name] for name in names]}


def _response_object(description: _Description, response: _Response) -> Schema:
    content = _json_content(response.schema) if response.schema else response.content
    return (
        {"description": response.description}
        | ({"content": content} if content else {})
        | ({"headers": description.headers[response.headers]} if response.headers else {})
    )


def _problem_object(status: int) -> Schema:
    code, message = CODE_AND_MESSAGE_BY_STATUS[status]
    problem: Schema = {"description": f"`{code}`. {message}", "content": _json_content("Problem")}
    headers = _PROBLEM_HEADERS_BY_STATUS.get(status)
    return problem if headers is None else problem | {"headers": headers}


def _json_content(schema_name: str) -> Schema:
    return {"application/json": {"schema": schema_ref(schema_name)}}
