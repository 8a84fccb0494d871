"""Reads requests, with checks in the order that the API documents."""

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import TypeVar

from flask import Blueprint, Response, current_app, request
from werkzeug.exceptions import BadRequest, MethodNotAllowed, RequestEntityTooLarge, UnsupportedMediaType

from trexscore.commands.recording import Command
from trexscore.db.game_links import TokenScope
from trexscore.game.file.names import read_name
from trexscore.game.file.strict_json import NotJson, read_json
from trexscore.ledger.entry_refusal import EntryRefusal
from trexscore.ledger.json_reader import read_object
from trexscore.ledger.uuids import parse_uuid
from trexscore.rules.refusals import Refusal, refuse
from trexscore.web.device import device_kind
from trexscore.web.games.token_access import link_and_device_json

View = TypeVar("View", bound=Callable[..., Response])
READ_METHODS = ("GET", "HEAD")
_ALL_METHODS = (*READ_METHODS, "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "QUERY")
_COMMAND_FIELDS = ("key", "after", "author", "made_at", "entry", "device")
_REQUIRED_COMMAND_FIELDS = ("key", "after", "entry")
_TIME_PATTERN = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?", re.ASCII)
"""RFC 3339, but seconds and the offset from UTC are optional."""
_MAX_TIME_LENGTH = 40


def route_all_methods(blueprint: Blueprint, path: str) -> Callable[[View], View]:
    """Register a view for all methods, so that it can answer 404 before 405 (`require_method`)."""
    return blueprint.route(path, methods=_ALL_METHODS, provide_automatic_options=False)


def require_method(allowed_methods: tuple[str, ...]) -> None:
    """Raise 405 for other methods."""
    if request.method not in allowed_methods:
        raise MethodNotAllowed(allowed_methods)


def read_json_body() -> object:
    """The request's JSON. Raises 413, 415 and 400, in this order."""
    text = _read_whole_body(current_app.config["MAX_CONTENT_LENGTH"])
    if request.mimetype != "application/json":
        raise UnsupportedMediaType
    try:
        return read_json(text)
    except NotJson as fault:
        raise BadRequest(str(fault)) from fault


def _read_whole_body(max_bytes: int) -> bytes:
    """The whole body. A chunked body has no known length and needs several reads."""
    request.max_content_length = max_bytes + 1  # Werkzeug would silently truncate a chunked body at its limit
    text = bytearray()
    while len(text) <= max_bytes:
        chunk = request.stream.read(max_bytes + 1 - len(text))
        if not chunk:
            return bytes(text)
        text += chunk
    raise RequestEntityTooLarge


def parse_command(request_json: object, token_scope: TokenScope) -> Command | EntryRefusal:
    """The command to record an entry through a link, or the faults of its envelope."""
    faults: list[Refusal] = []
    fields = read_object(request_json, "", faults, _COMMAND_FIELDS)
    if fields is None:
        return EntryRefusal(tuple(faults))
    faults.extend(refuse("missing_field", name, field=name) for name in _REQUIRED_COMMAND_FIELDS if name not in fields)
    key = parse_uuid(fields.get("key"))
    if key is None and "key" in fields:
        faults.append(refuse("wrong_type", "key", wanted="uuid"))
    last_seen_seq_json = fields.get("after")
    if type(last_seen_seq_json) is not int and "after" in fields:
        faults.append(refuse("wrong_type", "after", wanted="number"))
    author = _parse_author_or_device_name(fields.get("author"), "author", faults)
    made_at = _parse_made_at(fields.get("made_at"), faults)
    device = _parse_author_or_device_name(fields.get("device"), "device", faults) or device_kind() or None
    body = read_object(fields["entry"], "entry", faults) if "entry" in fields else None
    if faults or key is None or type(last_seen_seq_json) is not int or body is None:
        return EntryRefusal(tuple(faults))
    return Command(
        key,
        body,
        author,
        made_at,
        link=link_and_device_json(token_scope.permission, token_scope.seat_letter, device),
        last_seen_seq=last_seen_seq_json,
    )


def _parse_author_or_device_name(value: object, field_path: str, refusals: list[Refusal]) -> str | None:
    """The name of an author or a device. It is only shown and proves no identity."""
    if value is None:
        return None
    name = read_name(value)
    if name is None:
        refusals.append(refuse("wrong_type", field_path, wanted="name"))
    return name


def _parse_made_at(value: object, refusals: list[Refusal]) -> str | None:
    """The time by the phone's clock. It is only shown and never trusted."""
    if value is None:
        return None
    if isinstance(value, str) and len(value) <= _MAX_TIME_LENGTH and _TIME_PATTERN.fullmatch(value):
        with suppress(ValueError):
            datetime.fromisoformat(value)
            return value
    refusals.append(refuse("wrong_type", "made_at", wanted="time"))
    return None
