"""JSON Schemas of the API's requests and responses.

Requests are described strictly; what only the rules can check is refused with 422.
Responses may gain fields, so clients must ignore unknown ones.
"""

from typing import get_args

from trexscore.db.game_links import Permission
from trexscore.game import JOURNAL_FORMAT
from trexscore.game.events import EVENT_TYPE_BY_KIND
from trexscore.game.file import ERRORS_FORMAT, RESULT_FORMAT
from trexscore.ledger.schema_parts import (
    BOOLEAN,
    CONTRACT_LIST,
    CONTRACTS_BY_SEAT,
    DIGEST,
    INTEGER,
    POINTS_BY_SEAT,
    SEAT_LETTERS,
    SEAT_OR_NULL,
    TEXT,
    Schema,
    array_of,
    option_schema,
    or_null,
    request_object,
    response_object,
    schema_ref,
)
from trexscore.rules.options import OPTION_NAMES
from trexscore.rules.seats import SEATS
from trexscore.web.api.club_json import CLUB_SCHEMAS
from trexscore.web.api.request_schemas import REQUEST_SCHEMAS

_SCORED_DEAL_SCHEMA = response_object(
    {
        "number": INTEGER,
        "king": schema_ref("Seat"),
        "contracts": CONTRACT_LIST,
        "points": POINTS_BY_SEAT,
        "sum": INTEGER,
        "running": POINTS_BY_SEAT,
        "remaining": CONTRACTS_BY_SEAT,
    }
)
_KINGDOM_SCHEMA = response_object(
    {
        "king": schema_ref("Seat"),
        "points": POINTS_BY_SEAT,
        "sum": INTEGER,
        "expected_sum": INTEGER,
        "complete": BOOLEAN,
    }
)
_SCORE_LINE_SCHEMA = response_object({"to": TEXT, "points": INTEGER, "reason": TEXT})
_REFUSAL_SCHEMA = response_object({"entry": or_null(INTEGER), "code": TEXT, "at": TEXT, "message": TEXT})
_RESPONSE_SCHEMAS: dict[str, Schema] = {
    "Result": response_object(
        {
            "format": {"const": RESULT_FORMAT},
            "deals": array_of(_SCORED_DEAL_SCHEMA),
            "remaining": CONTRACTS_BY_SEAT,
            "kingdoms": array_of(_KINGDOM_SCHEMA),
            "totals": POINTS_BY_SEAT,
            "teams": or_null(response_object({"AC": INTEGER, "BD": INTEGER})),
            "complete": BOOLEAN,
            "next_king": SEAT_OR_NULL,
            "winners": array_of({"enum": [*SEAT_LETTERS, "AC", "BD"]}),
            "tie_broken_by": or_null(TEXT),
        }
    ),
    "PointsTable": response_object(
        {
            "cards": {
                "type": "object",
                "additionalProperties": {"type": "object", "additionalProperties": array_of(_SCORE_LINE_SCHEMA)},
                "description": "The points that each player gains, by card and by what happened to it.",
            },
            "diamond": INTEGER,
            "trick": INTEGER,
            "trex": array_of(INTEGER, minItems=len(SEATS), maxItems=len(SEATS)),
            "partnership": BOOLEAN,
        }
    ),
    "State": response_object(
        {
            "seq": {"type": "integer", "minimum": 1},
            "may": {"enum": list(get_args(Permission))},
            "players": array_of(or_null(TEXT), minItems=len(SEATS), maxItems=len(SEATS)),
            "house_rules": schema_ref("HouseRules"),
            "rules": request_object({name: option_schema(name) for name in OPTION_NAMES}),
            "result": schema_ref("Result"),
            "points_table": schema_ref("PointsTable"),
        },
        seat=schema_ref("Seat"),
        in_club={
            "const": True,
            "description": "A club counts this game or has counted it. Only for links that record.",
        },
        rematch={"type": "string", "description": "The token of the game’s rematch with the permission of this one."},
        terms=response_object({"second_person": BOOLEAN, "deadline": or_null({"type": "object"}), "referee": BOOLEAN}),
        unconfirmed=array_of(INTEGER),
        tables_before=array_of(response_object({"until": INTEGER, "points_table": schema_ref("PointsTable")})),
        candidates=array_of(schema_ref("Seat")),
        own_links=array_of(schema_ref("Seat")),
        opened=array_of(TEXT),
        disputes=array_of(
            response_object(
                {
                    "seq": INTEGER,
                    "seat": schema_ref("Seat"),
                    "about": or_null(INTEGER),
                    "reason": TEXT,
                    "changes": array_of({"type": "object"}),
                    "agree": array_of(schema_ref("Seat")),
                    "disagree": array_of(schema_ref("Seat")),
                    "end": or_null(TEXT),
                    "by_referee": BOOLEAN,
                    "asked_again": BOOLEAN,
                },
                end_reason=TEXT,
            )
        ),
        agreements=array_of(
            response_object(
                {
                    "king": schema_ref("Seat"),
                    "seats": array_of(schema_ref("Seat")),
                    "digest": DIGEST,
                    "seal": or_null(TEXT),
                },
                by_scorer=array_of(schema_ref("Seat")),
            )
        ),
        draft={"type": "object", "description": "The deal that is being entered on a phone, as far as it is known."},
        abandoned={
            **INTEGER,
            "description": "The `seq` of that entry, until an announcement or a deal follows.",
        },
        announced=or_null(response_object({"seq": INTEGER, "king": schema_ref("Seat"), "contracts": CONTRACT_LIST})),
    ),
    "Drafted": response_object({"version": TEXT}),
    "Started": response_object(
        {"own": TEXT, "write": TEXT, "read": TEXT, "write_url": TEXT, "read_url": TEXT, "state": schema_ref("State")}
    ),
    "Rematch": response_object({"token": TEXT, "url": TEXT, "state": schema_ref("State")}),
    "Written": response_object({"seq": {"type": "integer", "minimum": 2}, "state": schema_ref("State")}),
    "MovedOn": response_object(
        {"code": {"const": "moved_on"}, "message": TEXT, "seq": INTEGER, "state": schema_ref("State")}
    ),
    "Problem": response_object({"code": TEXT, "message": TEXT}),
    "Errors": response_object({"format": {"const": ERRORS_FORMAT}, "errors": array_of(_REFUSAL_SCHEMA, minItems=1)}),
    "JournalEntry": response_object(
        {
            "seq": {"type": "integer", "minimum": 1},
            "key": {"type": "string", "format": "uuid"},
            "kind": {"type": "string", "examples": list(EVENT_TYPE_BY_KIND)},
            "author": or_null(TEXT),
            "made_at": or_null(TEXT),
            "received_at": {"type": "string", "format": "date-time"},
            "body": or_null({"type": "object"}),
            "body_digest": DIGEST,
            "digest": DIGEST,
        },
        device=or_null(TEXT),
        by=response_object(
            {"right": {"enum": ["own", "write", "seat", "referee"]}},
            seat=schema_ref("Seat"),
            device=TEXT,
        ),
    ),
    "Journal": response_object({"format": {"const": JOURNAL_FORMAT}, "entries": array_of(schema_ref("JournalEntry"))}),
}

SCHEMAS: dict[str, Schema] = REQUEST_SCHEMAS | _RESPONSE_SCHEMAS | CLUB_SCHEMAS
