"""JSON Schemas of requests, as strict as a schema can be."""

from trexscore.game.events import EVENT_TYPE_BY_KIND
from trexscore.game.events.game_file import (
    OPTIONAL_DEAL_FIELD_SCHEMAS,
    DealRecorded,
    DealVoided,
    GameFileEvent,
    PointsAdjusted,
)
from trexscore.game.events.start import FirstKingChosen
from trexscore.game.file import GAME_FILE_FORMAT
from trexscore.game.file.names import MAX_NAME_LENGTH
from trexscore.ledger.schema_parts import (
    BOOLEAN,
    CONTRACT_NAMES,
    INTEGER,
    NONEMPTY_CONTRACT_LIST,
    SEAT_LETTERS,
    SUIT_NAMES,
    Schema,
    array_of,
    option_schema,
    or_null,
    request_object,
    schema_by_seat,
    schema_ref,
)
from trexscore.rules.house_rules import MAX_POINTS
from trexscore.rules.options import OPTION_NAMES
from trexscore.rules.presets import PRESETS
from trexscore.rules.seats import SEATS

_TAKEN_CARD_SCHEMA = request_object(
    {"taken_by": schema_ref("Seat")}, doubled_by=schema_ref("Seat"), led_by=schema_ref("Seat")
)
_COUNTS_BY_SEAT_SCHEMA = schema_by_seat({"type": "integer", "minimum": 0, "maximum": 13})
_DRAFT_CARD_SCHEMA = request_object(
    {}, taken_by=schema_ref("Seat"), doubled_by=schema_ref("Seat"), led_by=schema_ref("Seat")
)
_DRAFT_COUNTS_BY_SEAT_SCHEMA: Schema = {
    "type": "object",
    "properties": {seat: {"type": "integer", "minimum": 0, "maximum": 13} for seat in SEAT_LETTERS},
    "additionalProperties": False,
}
_DRAFT_CAPTURES_SCHEMA = request_object(
    {},
    king_of_hearts=_DRAFT_CARD_SCHEMA,
    queens=request_object({}, **dict.fromkeys(SUIT_NAMES, _DRAFT_CARD_SCHEMA)),
    diamonds=_DRAFT_COUNTS_BY_SEAT_SCHEMA,
    tricks=_DRAFT_COUNTS_BY_SEAT_SCHEMA,
    trex=array_of(schema_ref("Seat"), maxItems=len(SEATS)),
)
_DEAL_SCHEMA, *_OTHER_ENTRY_SCHEMAS = (
    schema_ref(event.schema_name()) for event in (DealRecorded, DealVoided, PointsAdjusted)
)

NON_FILE_CLIENT_EVENT_TYPES = [
    event for event in EVENT_TYPE_BY_KIND.values() if event.client_writable and not issubclass(event, GameFileEvent)
]
"""The events that have a schema of their own."""

REQUEST_SCHEMAS: dict[str, Schema] = {
    "Seat": {"enum": SEAT_LETTERS, "description": "A to D, counter-clockwise around the table."},
    "Contract": {"enum": CONTRACT_NAMES},
    "Points": {"type": "integer", "minimum": -MAX_POINTS, "maximum": MAX_POINTS},
    "Name": {"type": "string", "minLength": 1, "description": f"1 to {MAX_NAME_LENGTH} visible characters."},
    "Key": {
        "type": "string",
        "format": "uuid",
        "description": "Chosen by the client. Sending the same key again is harmless.",
    },
    "HouseRules": request_object(
        {"preset": {"enum": list(PRESETS)}},
        options={
            "type": "object",
            "properties": {name: option_schema(name) for name in OPTION_NAMES},
            "additionalProperties": False,
        },
    ),
    "Captures": request_object(
        {},
        king_of_hearts=_TAKEN_CARD_SCHEMA,
        queens=request_object(dict.fromkeys(SUIT_NAMES, _TAKEN_CARD_SCHEMA)),
        diamonds=_COUNTS_BY_SEAT_SCHEMA,
        tricks=_COUNTS_BY_SEAT_SCHEMA,
        trex=array_of(schema_ref("Seat"), minItems=len(SEATS), maxItems=len(SEATS), uniqueItems=True),
    ),
    DealRecorded.schema_name(): DealRecorded.schema(),
    "TieBreak": request_object(
        {
            "tie_break": {"const": True, "description": "After a finished game in which first place is still tied."},
            "contracts": array_of({"enum": list(CONTRACT_NAMES)}, minItems=1, maxItems=1),
            "captures": schema_ref("Captures"),
        },
        **OPTIONAL_DEAL_FIELD_SCHEMAS,
    ),
    DealVoided.schema_name(): DealVoided.schema(),
    PointsAdjusted.schema_name(): PointsAdjusted.schema(),
    "GameFileEntry": {"oneOf": [_DEAL_SCHEMA, schema_ref("TieBreak"), *_OTHER_ENTRY_SCHEMAS]},
    "GameFile": request_object(
        {
            "format": {"const": GAME_FILE_FORMAT},
            "players": array_of(schema_ref("Name"), minItems=len(SEATS), maxItems=len(SEATS)),
            "deals": array_of(schema_ref("GameFileEntry")),
        },
        house_rules=schema_ref("HouseRules"),
        first_king=schema_ref("Seat"),
    ),
    "Draft": or_null(
        request_object(
            {"king": schema_ref("Seat"), "contracts": NONEMPTY_CONTRACT_LIST, "captures": _DRAFT_CAPTURES_SCHEMA},
            after={"type": "integer", "description": "The last `seq` that the client has seen."},
            author=or_null(schema_ref("Name")),
            device=or_null(schema_ref("Name")),
        )
    ),
    "Change": {
        "oneOf": [
            request_object({"seq": INTEGER, "entry": or_null(schema_ref("Counted"))}),
            request_object({"before": or_null(INTEGER), "entry": schema_ref("Counted")}),
            request_object(
                {
                    "seats": {
                        "type": "object",
                        "propertyNames": schema_ref("Seat"),
                        "additionalProperties": schema_ref("Seat"),
                    }
                },
                deals=BOOLEAN,
            ),
            request_object({"house_rules": schema_ref("HouseRules")}),
            FirstKingChosen.schema(),
        ],
        "description": "What is corrected: an entry (null removes it), a missing entry, who sat where (with `deals`, "
        "what each player took moves with them), the house rules, or the first king.",
    },
    "Counted": {"oneOf": [_DEAL_SCHEMA, *_OTHER_ENTRY_SCHEMAS]},
    "Entry": request_object(
        {
            "key": schema_ref("Key"),
            "after": {"type": "integer", "description": "The last `seq` that the client has seen."},
            "entry": {
                "oneOf": [
                    schema_ref("Counted"),
                    *(schema_ref(event.schema_name()) for event in NON_FILE_CLIENT_EVENT_TYPES),
                ]
            },
        },
        author=or_null(schema_ref("Name")),
        device=or_null(schema_ref("Name")),
        made_at=or_null({"type": "string", "format": "date-time", "description": "For display only."}),
    ),
    **{event.schema_name(): event.schema() for event in NON_FILE_CLIENT_EVENT_TYPES},
}
