"""What a request brings, read in the order in which the interface promises to look."""

import re
from datetime import datetime
from typing import Any

from flask import current_app, request
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge, UnsupportedMediaType

from trexscore.commands.games.record_entry import Request
from trexscore.db.tokens import Scope
from trexscore.game.file.names import read_name
from trexscore.game.file.shape import read_object, refuse_unknown_fields
from trexscore.game.file.text import NotJson, read_json
from trexscore.rules.refusals import Refusal, refuse
from trexscore.web.device import kind
from trexscore.web.games.token_access import link_as_json

_FIELDS = ("key", "after", "author", "made_at", "entry", "device")
_REQUIRED = ("key", "after", "entry")
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?", re.ASCII)
"""As RFC 3339 has it; seconds and the distance from UTC may be missing."""
_LONGEST_TIME = 40


def read_body() -> Any:  # noqa: ANN401 - any JSON value
    """The request's JSON. Raises 413, 415 and 400, in this order."""
    text = _read_text(current_app.config["MAX_CONTENT_LENGTH"])
    if request.mimetype != "application/json":
        raise UnsupportedMediaType
    try:
        return read_json(text)
    except NotJson as fault:
        raise BadRequest(str(fault)) from fault


def _read_text(limit: int) -> bytes:
    """All of the body. One that is sent in chunks says its length nowhere, and comes in as many reads as it likes."""
    request.max_content_length = limit + 1  # Werkzeug would cut a chunked body off at its limit without a word
    text = bytearray()
    while len(text) <= limit:
        more = request.stream.read(limit + 1 - len(text))
        if not more:
            return bytes(text)
        text += more
    raise RequestEntityTooLarge


def read_key(value: object) -> str | None:
    """A UUID, as it is stored."""
    return value.lower() if isinstance(value, str) and _UUID.fullmatch(value) else None


def read_request(value: object, scope: Scope) -> Request | tuple[Refusal, ...]:
    """The envelope of an entry that comes through a link, or what is wrong with it."""
    faults: list[Refusal] = []
    said = read_object(value, "", faults)
    if said is None:
        return tuple(faults)
    refuse_unknown_fields(said, _FIELDS, "", faults)
    faults.extend(refuse("missing_field", name, field=name) for name in _REQUIRED if name not in said)
    key = read_key(said.get("key"))
    if key is None and "key" in said:
        faults.append(refuse("wrong_type", "key", wanted="uuid"))
    after = said.get("after")
    if type(after) is not int and "after" in said:
        faults.append(refuse("wrong_type", "after", wanted="number"))
    author = _name(said.get("author"), "author", faults)
    made_at = _made_at(said.get("made_at"), faults)
    device = _name(said.get("device"), "device", faults) or kind() or None
    body = read_object(said["entry"], "entry", faults) if "entry" in said else None
    if faults or key is None or type(after) is not int or body is None:
        return tuple(faults)
    return Request(key, after, author, made_at, body, link_as_json(scope.may, scope.seat, device))


def _name(value: object, at: str, faults: list[Refusal]) -> str | None:
    """Whoever says so, or their device: a name to be shown, no identity."""
    if value is None:
        return None
    name = read_name(value)
    if name is None:
        faults.append(refuse("wrong_type", at, wanted="name"))
    return name


def _made_at(value: object, faults: list[Refusal]) -> str | None:
    """What the phone's clock said: shown, never trusted; but it has to be a time."""
    if value is None:
        return None
    if isinstance(value, str) and len(value) <= _LONGEST_TIME and _TIME.fullmatch(value):
        try:
            datetime.fromisoformat(value)
        except ValueError:
            pass
        else:
            return value
    faults.append(refuse("wrong_type", "made_at", wanted="time"))
    return None
