"""JSON responses. Every error has a body with a code and a sentence."""

from collections.abc import Mapping, Sequence

import msgspec
from flask import Response, request

from trexscore.db.game_links import TokenScope
from trexscore.i18n.marking import N_
from trexscore.i18n.texts.refusals import errors_object, refusal_text, refusal_text_with_entry
from trexscore.rules.game import ScoreEntry
from trexscore.rules.refusals import Refusal
from trexscore.rules.seats import Seat
from trexscore.web.language import language_of_accept_header
from trexscore.web.rendering import isolate_name

_encode_json = msgspec.json.Encoder().encode

CODE_AND_MESSAGE_BY_STATUS = {
    400: ("not_json", N_("This is not valid JSON. Check it, then send it again.")),
    403: ("read_only", N_("This link does not allow that.")),
    404: ("not_found", N_("This game doesn’t exist here.")),
    405: ("method_not_allowed", N_("This address does not allow that method.")),
    408: ("too_slow", N_("The request did not arrive in time. Send it again.")),
    409: ("moved_on", N_("Someone else saved an entry in this game. Check it, then send again.")),
    413: ("too_large", N_("This is larger than 256 KB. Send less at once.")),
    415: ("not_application_json", N_("Send application/json.")),
    429: ("too_many_requests", N_("Too many requests. Wait a moment, then send again.")),
    500: ("internal_error", N_("Something went wrong. Nothing was saved. Send it again.")),
    503: ("unavailable", N_("The database does not respond. Nothing was saved. Wait a moment, then send it again.")),
}

CACHE_CONTROL_WITH_ETAG = "private, no-cache"
CLUB_NOT_FOUND_TEXT = N_("This club does not exist here, or it does not show this.")
UNKNOWN_ADDRESS_TEXT = N_("Nothing is at this address. /api/openapi.json lists the addresses.")


def json_response(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return encoded_json_response(_encode_json(value), status, headers)


def encoded_json_response(
    encoded_json: bytes | str, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    return Response(encoded_json, status, headers, content_type="application/json")


def etag_headers(etag: str) -> dict[str, str]:
    """The headers of a response that is asked for again and again."""
    return {"ETag": f'"{etag}"', "Cache-Control": CACHE_CONTROL_WITH_ETAG}


def state_json_for_link(token_scope: TokenScope, state_json: str) -> str:
    """The stored state with the fields of this link. Text is inserted because decoding would be slower."""
    seat = f'"seat":"{token_scope.seat_letter}",' if token_scope.seat_letter else ""
    club = '"in_club":true,' if has_in_club_field(token_scope) else ""
    rematch = f'"rematch":"{token_scope.rematch_token}",' if token_scope.rematch_token else ""
    return f'{{"may":"{token_scope.permission}",{seat}{club}{rematch}{state_json[1:]}'


def has_in_club_field(token_scope: TokenScope) -> bool:
    """Whether the state says that a club counts the game. Scorers need it to start the next game."""
    return token_scope.in_club and token_scope.can_record


def response_with_state(
    leading_fields: Mapping[str, object], state_json: str, token_scope: TokenScope, status: int
) -> Response:
    """An object with the game's state as its last field."""
    head = _encode_json(leading_fields).decode()[:-1]
    return encoded_json_response(f'{head},"state":{state_json_for_link(token_scope, state_json)}}}', status)


def problem_response(
    status: int, headers: Mapping[str, str] | None = None, code_and_message: tuple[str, str] | None = None
) -> Response:
    """An error response. `code_and_message`: code and message in place of those of the status."""
    code, message = code_and_message or CODE_AND_MESSAGE_BY_STATUS[status]
    if status == 404:  # noqa: PLR2004 - a status
        message = _not_found_text(message)
    return json_response({"code": code, "message": language_of_accept_header().gettext(message)}, status, headers)


def _not_found_text(game_not_found_text: str) -> str:
    if request.url_rule is None:
        return UNKNOWN_ADDRESS_TEXT
    return CLUB_NOT_FOUND_TEXT if request.path.startswith("/api/clubs/") else game_not_found_text


def refusal_response(refusals: Sequence[Refusal], score_entries: Sequence[ScoreEntry] = ()) -> Response:
    """422: the request is valid but not possible."""
    language = language_of_accept_header()
    return json_response(
        errors_object(refusals, lambda refusal: refusal_text_with_entry(language, refusal, score_entries)), 422
    )


def entry_refusal_response(
    refusals: Sequence[Refusal], score_entries: Sequence[ScoreEntry], player_names: Sequence[str | None]
) -> Response:
    """422 for an entry of a game: with players' names, and with the number of an entry if it is not the last."""
    language = language_of_accept_header()

    def player_name(seat: Seat) -> str:
        name = player_names[seat]
        return isolate_name(name) if name else seat.name

    def message(refusal: Refusal) -> str:
        if refusal.entry_place is None or refusal.entry_place >= len(score_entries):
            return refusal_text(language, refusal, player_name)
        return refusal_text_with_entry(language, refusal, score_entries, player_name)

    return json_response(errors_object(refusals, message), 422)
