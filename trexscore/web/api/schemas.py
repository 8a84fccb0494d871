"""The JSON values of the interface, as JSON Schemas: what is sent, and what comes back.

What is sent is described as strictly as a schema can; what only the rules can tell is refused with 422.
What comes back may gain fields: readers ignore what they do not know.
"""

from typing import Any, get_args

from trexscore.gamefile import ERRORS_FORMAT, FORMAT, RESULT_FORMAT
from trexscore.gamefile.names import LONGEST_NAME
from trexscore.gamefile.shape import LONGEST_TEXT
from trexscore.journal import FORMAT as JOURNAL_FORMAT
from trexscore.journal.entries import Kind
from trexscore.rules.cards import Contract
from trexscore.rules.house_rules import POINTS_LIMIT, VOID_REASONS
from trexscore.rules.options import NAMES, allowed
from trexscore.rules.presets import PRESETS
from trexscore.rules.seats import SEATS

Schema = dict[str, Any]

_LETTERS = [seat.name for seat in SEATS]
_CONTRACTS = [contract.value for contract in Contract]
_SUITS = ["hearts", "spades", "diamonds", "clubs"]
_WHOLE: Schema = {"type": "integer"}
_TEXT: Schema = {"type": "string"}
_YES_OR_NO: Schema = {"type": "boolean"}
_DIGEST: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}


def named(name: str) -> Schema:
    """A schema described elsewhere."""
    return {"$ref": f"#/components/schemas/{name}"}


def closed(required: Schema, **optional: Schema) -> Schema:
    """An object as it may be sent: these fields and no others."""
    return answer(required, **optional) | {"additionalProperties": False}


def answer(required: Schema, **optional: Schema) -> Schema:
    """An object as it comes back: it has these fields, and may gain others."""
    return {"type": "object", "required": list(required), "properties": required | optional}


def _list(items: Schema, **more: Any) -> Schema:  # noqa: ANN401 - JSON Schema's own words
    return {"type": "array", "items": items, **more}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _for_each_seat(value: Schema) -> Schema:
    return closed(dict.fromkeys(_LETTERS, value))


def _option(name: str) -> Schema:
    if name == "trex_points":
        return _list(named("Points"), minItems=len(SEATS), maxItems=len(SEATS))
    if name == "redeals":
        return _list({"enum": list(VOID_REASONS)}, uniqueItems=True)
    values = list(allowed(name))
    if values == [False, True]:
        return _YES_OR_NO
    return {"enum": values} if values else named("Points")


_TAKEN = closed({"taken_by": named("Seat")}, doubled_by=named("Seat"), led_by=named("Seat"))
_COUNTS = _for_each_seat({"type": "integer", "minimum": 0, "maximum": 13})
_REASON: Schema = {"type": "string", "minLength": 1, "maxLength": LONGEST_TEXT}
_NOTE: Schema = {"type": "string", "maxLength": LONGEST_TEXT}
_SOME_CONTRACTS = _list(named("Contract"), minItems=1, maxItems=len(_CONTRACTS), uniqueItems=True)
_CONTRACT_LIST = _list(named("Contract"))
_CONTRACTS_OF_EACH = _for_each_seat(_CONTRACT_LIST)
_POINTS_OF_EACH = _for_each_seat(_WHOLE)
_SEAT_OR_NULL = _or_null(named("Seat"))

_SENT: dict[str, Schema] = {
    "Seat": {"enum": _LETTERS, "description": "A to D, in the order in which the players sit counter-clockwise."},
    "Contract": {"enum": _CONTRACTS},
    "Points": {"type": "integer", "minimum": -POINTS_LIMIT, "maximum": POINTS_LIMIT},
    "Name": {"type": "string", "minLength": 1, "description": f"1 to {LONGEST_NAME} visible characters."},
    "Key": {"type": "string", "format": "uuid", "description": "Chosen by the client: repeating it is harmless."},
    "HouseRules": closed(
        {"preset": {"enum": list(PRESETS)}},
        options={
            "type": "object",
            "properties": {name: _option(name) for name in NAMES},
            "additionalProperties": False,
        },
    ),
    "Captures": closed(
        {},
        king_of_hearts=_TAKEN,
        queens=closed(dict.fromkeys(_SUITS, _TAKEN)),
        diamonds=_COUNTS,
        tricks=_COUNTS,
        trex=_list(named("Seat"), minItems=len(SEATS), maxItems=len(SEATS), uniqueItems=True),
    ),
    "Deal": closed(
        {"king": named("Seat"), "contracts": _SOME_CONTRACTS, "captures": named("Captures")},
        renege=closed({"by": named("Seat")}),
        note=_NOTE,
    ),
    "Void": closed(
        {
            "king": named("Seat"),
            "void": closed({"reason": {"enum": list(VOID_REASONS)}}, claimed_by=named("Seat")),
        },
        contracts=_SOME_CONTRACTS,
    ),
    "Adjustment": closed(
        {
            "adjustment": {
                "type": "object",
                "properties": dict.fromkeys(_LETTERS, named("Points")),
                "additionalProperties": False,
                "description": "Adds up to 0.",
            },
            "reason": _REASON,
        }
    ),
    "GameFileEntry": {"oneOf": [named("Deal"), named("Void"), named("Adjustment")]},
    "GameFile": closed(
        {
            "format": {"const": FORMAT},
            "players": _list(named("Name"), minItems=len(SEATS), maxItems=len(SEATS)),
            "deals": _list(named("GameFileEntry")),
        },
        house_rules=named("HouseRules"),
        first_king=named("Seat"),
    ),
    "Announced": closed(
        {
            "announced": closed(
                {"king": named("Seat"), "contracts": _SOME_CONTRACTS},
                doubled={
                    "type": "object",
                    "properties": dict.fromkeys(["king_of_hearts", *_SUITS], named("Seat")),
                    "additionalProperties": False,
                },
            )
        }
    ),
    "TakeBack": closed({"take_back": {"type": "integer", "description": "The `seq` of what counts no more."}}),
    "FirstKing": closed({"first_king": named("Seat")}),
    "SetAside": closed(
        {"set_aside": {"type": "object", "description": "An entry that was not picked: kept, counts nothing."}},
        instead={"type": "integer", "description": "The `seq` of what was picked."},
    ),
    "Corrected": closed(
        {
            "corrected": closed(
                {"reason": _TEXT, "changes": _list(named("Change"), minItems=1)},
                **{"with": _list(named("Seat"), uniqueItems=True)},
            )
        }
    ),
    "Change": {
        "oneOf": [
            closed({"seq": _WHOLE, "entry": _or_null(named("Counted"))}),
            closed({"before": _or_null(_WHOLE), "entry": named("Counted")}),
            closed(
                {"seats": {"type": "object", "propertyNames": named("Seat"), "additionalProperties": named("Seat")}},
                deals=_YES_OR_NO,
            ),
            closed({"house_rules": named("HouseRules")}),
            closed({"first_king": named("Seat")}),
        ],
        "description": "What was wrong: an entry as it should have been (null: not at all), one that is missing, "
        "who sat where (with `deals`, what each took goes along), a house rule agreed late, the first king.",
    },
    "Agreed": closed({"agreed": closed({"kingdom": named("Seat"), "seat": named("Seat"), "digest": _DIGEST})}),
    "Counted": {"oneOf": [named(name) for name in ("Deal", "Void", "Adjustment")]},
    "Entry": closed(
        {
            "key": named("Key"),
            "after": {"type": "integer", "description": "The last `seq` that the client has seen."},
            "entry": {
                "oneOf": [
                    named("Counted"),
                    *(
                        named(name)
                        for name in ("Announced", "TakeBack", "FirstKing", "SetAside", "Corrected", "Agreed")
                    ),
                ]
            },
        },
        author=_or_null(named("Name")),
        made_at=_or_null({"type": "string", "format": "date-time", "description": "Shown, never trusted."}),
    ),
}

_DEAL_SCORED = answer(
    {
        "number": _WHOLE,
        "king": named("Seat"),
        "contracts": _CONTRACT_LIST,
        "points": _POINTS_OF_EACH,
        "sum": _WHOLE,
        "running": _POINTS_OF_EACH,
        "remaining": _CONTRACTS_OF_EACH,
    }
)
_KINGDOM = answer(
    {
        "king": named("Seat"),
        "points": _POINTS_OF_EACH,
        "sum": _WHOLE,
        "expected_sum": _WHOLE,
        "complete": _YES_OR_NO,
    }
)
_SHARE = answer({"to": _TEXT, "points": _WHOLE, "reason": _TEXT})
_FAULT = answer({"entry": _or_null(_WHOLE), "code": _TEXT, "at": _TEXT, "message": _TEXT})
_ANSWERED: dict[str, Schema] = {
    "Result": answer(
        {
            "format": {"const": RESULT_FORMAT},
            "deals": _list(_DEAL_SCORED),
            "remaining": _CONTRACTS_OF_EACH,
            "kingdoms": _list(_KINGDOM),
            "totals": _POINTS_OF_EACH,
            "teams": _or_null(answer({"AC": _WHOLE, "BD": _WHOLE})),
            "complete": _YES_OR_NO,
            "next_king": _SEAT_OR_NULL,
            "winners": _list({"enum": [*_LETTERS, "AC", "BD"]}),
            "tie_broken_by": _or_null(_TEXT),
        }
    ),
    "PointsTable": answer(
        {
            "cards": {
                "type": "object",
                "additionalProperties": {"type": "object", "additionalProperties": _list(_SHARE)},
                "description": "By card and by what happened to it: who gains how much.",
            },
            "diamond": _WHOLE,
            "trick": _WHOLE,
            "trex": _list(_WHOLE, minItems=len(SEATS), maxItems=len(SEATS)),
            "partnership": _YES_OR_NO,
        }
    ),
    "State": answer(
        {
            "seq": {"type": "integer", "minimum": 1},
            "may": {"enum": ["own", "write", "read", "seat"]},
            "players": _list(_or_null(_TEXT), minItems=len(SEATS), maxItems=len(SEATS)),
            "house_rules": named("HouseRules"),
            "rules": closed({name: _option(name) for name in NAMES}),
            "result": named("Result"),
            "points_table": named("PointsTable"),
        },
        seat=named("Seat"),
        candidates=_list(named("Seat")),
        agreements=_list(
            answer({"king": named("Seat"), "seats": _list(named("Seat")), "digest": _DIGEST, "seal": _or_null(_TEXT)})
        ),
        announced=_or_null(answer({"seq": _WHOLE, "king": named("Seat"), "contracts": _CONTRACT_LIST})),
    ),
    "Started": answer(
        {"own": _TEXT, "write": _TEXT, "read": _TEXT, "write_url": _TEXT, "read_url": _TEXT, "state": named("State")}
    ),
    "Written": answer({"seq": {"type": "integer", "minimum": 2}, "state": named("State")}),
    "MovedOn": answer({"code": {"const": "moved_on"}, "message": _TEXT, "seq": _WHOLE, "state": named("State")}),
    "Problem": answer({"code": _TEXT, "message": _TEXT}),
    "Errors": answer({"format": {"const": ERRORS_FORMAT}, "errors": _list(_FAULT, minItems=1)}),
    "JournalEntry": answer(
        {
            "seq": {"type": "integer", "minimum": 1},
            "key": {"type": "string", "format": "uuid"},
            "kind": {"type": "string", "examples": list(get_args(Kind))},
            "author": _or_null(_TEXT),
            "made_at": _or_null(_TEXT),
            "received_at": {"type": "string", "format": "date-time"},
            "body": _or_null({"type": "object"}),
            "body_digest": _DIGEST,
            "digest": _DIGEST,
        }
    ),
    "Journal": answer({"format": {"const": JOURNAL_FORMAT}, "entries": _list(named("JournalEntry"))}),
}

SCHEMAS: dict[str, Schema] = _SENT | _ANSWERED
