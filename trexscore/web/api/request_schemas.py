"""JSON Schemas of requests, as strict as a schema can be."""

from trexscore.game.events import EVENTS
from trexscore.game.events.deal import GameFileEvent
from trexscore.game.file import FORMAT
from trexscore.game.file.json_reads import LONGEST_TEXT
from trexscore.game.file.names import LONGEST_NAME
from trexscore.ledger.schema import (
    CONTRACTS,
    LETTERS,
    SUITS,
    WHOLE,
    YES_OR_NO,
    Schema,
    closed,
    for_each_seat,
    listed,
    named,
    option,
    or_null,
)
from trexscore.rules.house_rules import POINTS_LIMIT, VOID_REASONS
from trexscore.rules.options import NAMES
from trexscore.rules.presets import PRESETS
from trexscore.rules.seats import SEATS

_TAKEN = closed({"taken_by": named("Seat")}, doubled_by=named("Seat"), led_by=named("Seat"))
_COUNTS = for_each_seat({"type": "integer", "minimum": 0, "maximum": 13})
_CARD_SO_FAR = closed({}, taken_by=named("Seat"), doubled_by=named("Seat"), led_by=named("Seat"))
_COUNTS_SO_FAR: Schema = {
    "type": "object",
    "properties": {seat: {"type": "integer", "minimum": 0, "maximum": 13} for seat in LETTERS},
    "additionalProperties": False,
}
_SO_FAR = closed(
    {},
    king_of_hearts=_CARD_SO_FAR,
    queens=closed({}, **dict.fromkeys(SUITS, _CARD_SO_FAR)),
    diamonds=_COUNTS_SO_FAR,
    tricks=_COUNTS_SO_FAR,
    trex=listed(named("Seat"), maxItems=len(SEATS)),
)
_REASON: Schema = {"type": "string", "minLength": 1, "maxLength": LONGEST_TEXT}
_NOTE: Schema = {"type": "string", "maxLength": LONGEST_TEXT}
_SOME_CONTRACTS = listed(named("Contract"), minItems=1, maxItems=len(CONTRACTS), uniqueItems=True)

WRITTEN = [event for event in EVENTS.values() if event.is_public and not issubclass(event, GameFileEvent)]
"""The events that have a schema of their own."""

SENT: dict[str, Schema] = {
    "Seat": {"enum": LETTERS, "description": "A to D, in the order in which the players sit counter-clockwise."},
    "Contract": {"enum": CONTRACTS},
    "Points": {"type": "integer", "minimum": -POINTS_LIMIT, "maximum": POINTS_LIMIT},
    "Name": {"type": "string", "minLength": 1, "description": f"1 to {LONGEST_NAME} visible characters."},
    "Key": {"type": "string", "format": "uuid", "description": "Chosen by the client: repeating it is harmless."},
    "HouseRules": closed(
        {"preset": {"enum": list(PRESETS)}},
        options={
            "type": "object",
            "properties": {name: option(name) for name in NAMES},
            "additionalProperties": False,
        },
    ),
    "Captures": closed(
        {},
        king_of_hearts=_TAKEN,
        queens=closed(dict.fromkeys(SUITS, _TAKEN)),
        diamonds=_COUNTS,
        tricks=_COUNTS,
        trex=listed(named("Seat"), minItems=len(SEATS), maxItems=len(SEATS), uniqueItems=True),
    ),
    "Deal": closed(
        {"king": named("Seat"), "contracts": _SOME_CONTRACTS, "captures": named("Captures")},
        renege=closed({"by": named("Seat")}),
        note=_NOTE,
    ),
    "TieBreak": closed(
        {
            "tie_break": {"const": True, "description": "Behind a game that is over, where first place is still tied."},
            "contracts": listed({"enum": list(CONTRACTS)}, minItems=1, maxItems=1),
            "captures": named("Captures"),
        },
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
                "properties": dict.fromkeys(LETTERS, named("Points")),
                "additionalProperties": False,
                "description": "Adds up to 0.",
            },
            "reason": _REASON,
        }
    ),
    "GameFileEntry": {"oneOf": [named("Deal"), named("TieBreak"), named("Void"), named("Adjustment")]},
    "GameFile": closed(
        {
            "format": {"const": FORMAT},
            "players": listed(named("Name"), minItems=len(SEATS), maxItems=len(SEATS)),
            "deals": listed(named("GameFileEntry")),
        },
        house_rules=named("HouseRules"),
        first_king=named("Seat"),
    ),
    "Draft": or_null(
        closed(
            {"king": named("Seat"), "contracts": _SOME_CONTRACTS, "captures": _SO_FAR},
            after={"type": "integer", "description": "The `seq` of the last entry that was seen."},
            author=or_null(named("Name")),
            device=or_null(named("Name")),
        )
    ),
    "Change": {
        "oneOf": [
            closed({"seq": WHOLE, "entry": or_null(named("Counted"))}),
            closed({"before": or_null(WHOLE), "entry": named("Counted")}),
            closed(
                {"seats": {"type": "object", "propertyNames": named("Seat"), "additionalProperties": named("Seat")}},
                deals=YES_OR_NO,
            ),
            closed({"house_rules": named("HouseRules")}),
            closed({"first_king": named("Seat")}),
        ],
        "description": "What was wrong: an entry as it should have been (null: not at all), one that is missing, "
        "who sat where (with `deals`, what each took goes along), a house rule agreed late, the first king.",
    },
    "Counted": {"oneOf": [named(name) for name in ("Deal", "Void", "Adjustment")]},
    "Entry": closed(
        {
            "key": named("Key"),
            "after": {"type": "integer", "description": "The last `seq` that the client has seen."},
            "entry": {
                "oneOf": [
                    named("Counted"),
                    *(named(event.schema_name()) for event in WRITTEN),
                ]
            },
        },
        author=or_null(named("Name")),
        device=or_null(named("Name")),
        made_at=or_null({"type": "string", "format": "date-time", "description": "Shown, never trusted."}),
    ),
    **{event.schema_name(): event.schema() for event in WRITTEN},
}
