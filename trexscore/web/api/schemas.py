"""JSON Schemas of the API's requests and responses.

Requests are described strictly; what only the rules can check is refused with 422.
Responses may gain fields, so clients must ignore unknown ones.
"""

from typing import get_args

from trexscore.db.tokens import Permission
from trexscore.game import FORMAT as JOURNAL_FORMAT
from trexscore.game.events import EVENTS
from trexscore.game.file import ERRORS_FORMAT, RESULT_FORMAT
from trexscore.ledger.schema import (
    CONTRACT_LIST,
    CONTRACTS_OF_EACH,
    DIGEST,
    LETTERS,
    POINTS_OF_EACH,
    SEAT_OR_NULL,
    TEXT,
    WHOLE,
    YES_OR_NO,
    Schema,
    answer,
    closed,
    listed,
    named,
    option,
    or_null,
)
from trexscore.rules.options import NAMES
from trexscore.rules.seats import SEATS
from trexscore.web.api.club_schemas import CLUB_SCHEMAS
from trexscore.web.api.request_schemas import SENT

_DEAL_SCORED = answer(
    {
        "number": WHOLE,
        "king": named("Seat"),
        "contracts": CONTRACT_LIST,
        "points": POINTS_OF_EACH,
        "sum": WHOLE,
        "running": POINTS_OF_EACH,
        "remaining": CONTRACTS_OF_EACH,
    }
)
_KINGDOM = answer(
    {
        "king": named("Seat"),
        "points": POINTS_OF_EACH,
        "sum": WHOLE,
        "expected_sum": WHOLE,
        "complete": YES_OR_NO,
    }
)
_SHARE = answer({"to": TEXT, "points": WHOLE, "reason": TEXT})
_FAULT = answer({"entry": or_null(WHOLE), "code": TEXT, "at": TEXT, "message": TEXT})
_RESPONSES: dict[str, Schema] = {
    "Result": answer(
        {
            "format": {"const": RESULT_FORMAT},
            "deals": listed(_DEAL_SCORED),
            "remaining": CONTRACTS_OF_EACH,
            "kingdoms": listed(_KINGDOM),
            "totals": POINTS_OF_EACH,
            "teams": or_null(answer({"AC": WHOLE, "BD": WHOLE})),
            "complete": YES_OR_NO,
            "next_king": SEAT_OR_NULL,
            "winners": listed({"enum": [*LETTERS, "AC", "BD"]}),
            "tie_broken_by": or_null(TEXT),
        }
    ),
    "PointsTable": answer(
        {
            "cards": {
                "type": "object",
                "additionalProperties": {"type": "object", "additionalProperties": listed(_SHARE)},
                "description": "By card and by what happened to it: who gains how much.",
            },
            "diamond": WHOLE,
            "trick": WHOLE,
            "trex": listed(WHOLE, minItems=len(SEATS), maxItems=len(SEATS)),
            "partnership": YES_OR_NO,
        }
    ),
    "State": answer(
        {
            "seq": {"type": "integer", "minimum": 1},
            "may": {"enum": list(get_args(Permission))},
            "players": listed(or_null(TEXT), minItems=len(SEATS), maxItems=len(SEATS)),
            "house_rules": named("HouseRules"),
            "rules": closed({name: option(name) for name in NAMES}),
            "result": named("Result"),
            "points_table": named("PointsTable"),
        },
        seat=named("Seat"),
        in_club={"const": True, "description": "Some club counts this game, or has counted it: told to who records."},
        rematch={"type": "string", "description": "The token of the game’s rematch that may do what this one may."},
        terms=answer({"second_person": YES_OR_NO, "deadline": or_null({"type": "object"}), "referee": YES_OR_NO}),
        unconfirmed=listed(WHOLE),
        tables_before=listed(answer({"until": WHOLE, "points_table": named("PointsTable")})),
        candidates=listed(named("Seat")),
        own_links=listed(named("Seat")),
        opened=listed(TEXT),
        disputes=listed(
            answer(
                {
                    "seq": WHOLE,
                    "seat": named("Seat"),
                    "about": or_null(WHOLE),
                    "reason": TEXT,
                    "changes": listed({"type": "object"}),
                    "agree": listed(named("Seat")),
                    "disagree": listed(named("Seat")),
                    "end": or_null(TEXT),
                    "by_referee": YES_OR_NO,
                    "asked_again": YES_OR_NO,
                }
            )
        ),
        agreements=listed(
            answer(
                {"king": named("Seat"), "seats": listed(named("Seat")), "digest": DIGEST, "seal": or_null(TEXT)},
                by_scorer=listed(named("Seat")),
            )
        ),
        draft={"type": "object", "description": "The deal that is being entered on some phone, as far as it is known."},
        abandoned={**WHOLE, "description": "The `seq` of the entry that says so, as long as no deal has followed it."},
        announced=or_null(answer({"seq": WHOLE, "king": named("Seat"), "contracts": CONTRACT_LIST})),
    ),
    "Drafted": answer({"version": TEXT}),
    "Started": answer(
        {"own": TEXT, "write": TEXT, "read": TEXT, "write_url": TEXT, "read_url": TEXT, "state": named("State")}
    ),
    "Rematch": answer({"token": TEXT, "url": TEXT, "state": named("State")}),
    "Written": answer({"seq": {"type": "integer", "minimum": 2}, "state": named("State")}),
    "MovedOn": answer({"code": {"const": "moved_on"}, "message": TEXT, "seq": WHOLE, "state": named("State")}),
    "Problem": answer({"code": TEXT, "message": TEXT}),
    "Errors": answer({"format": {"const": ERRORS_FORMAT}, "errors": listed(_FAULT, minItems=1)}),
    "JournalEntry": answer(
        {
            "seq": {"type": "integer", "minimum": 1},
            "key": {"type": "string", "format": "uuid"},
            "kind": {"type": "string", "examples": list(EVENTS)},
            "author": or_null(TEXT),
            "made_at": or_null(TEXT),
            "received_at": {"type": "string", "format": "date-time"},
            "body": or_null({"type": "object"}),
            "body_digest": DIGEST,
            "digest": DIGEST,
        },
        device=or_null(TEXT),
        by=answer(
            {"right": {"enum": ["own", "write", "seat", "referee"]}},
            seat=named("Seat"),
            device=TEXT,
        ),
    ),
    "Journal": answer({"format": {"const": JOURNAL_FORMAT}, "entries": listed(named("JournalEntry"))}),
}

SCHEMAS: dict[str, Schema] = SENT | _RESPONSES | CLUB_SCHEMAS
