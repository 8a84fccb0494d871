"""What is sent to the interface, as strictly as a schema can say it."""

from typing import get_args

from trexscore.game.correction import MOST_CHANGES
from trexscore.game.file import FORMAT
from trexscore.game.file.names import LONGEST_NAME
from trexscore.game.file.shape import LONGEST_TEXT
from trexscore.game.policy import LONGEST_DEADLINE, REFEREE, After
from trexscore.rules.house_rules import POINTS_LIMIT, VOID_REASONS
from trexscore.rules.options import NAMES
from trexscore.rules.presets import PRESETS
from trexscore.rules.seats import SEATS
from trexscore.web.api.shapes import (
    CONTRACTS,
    DIGEST,
    LETTERS,
    SUITS,
    TEXT,
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
    "Announced": closed(
        {
            "announced": closed(
                {"king": named("Seat"), "contracts": _SOME_CONTRACTS},
                doubled={
                    "type": "object",
                    "properties": dict.fromkeys(["king_of_hearts", *SUITS], named("Seat")),
                    "additionalProperties": False,
                },
            )
        }
    ),
    "Abandoned": closed(
        {"abandoned": {**closed({}), "description": "The table stops here. Any deal behind it goes on with the game."}}
    ),
    "Draft": or_null(
        closed(
            {"king": named("Seat"), "contracts": _SOME_CONTRACTS, "captures": _SO_FAR},
            after={"type": "integer", "description": "The `seq` of the last entry that was seen."},
            author=or_null(named("Name")),
            device=or_null(named("Name")),
        )
    ),
    "TakeBack": closed({"take_back": {"type": "integer", "description": "The `seq` of what counts no more."}}),
    "Named": closed({"seat": named("Seat"), "name": named("Name")}),
    "FirstKing": closed({"first_king": named("Seat")}),
    "SetAside": closed(
        {"set_aside": {"type": "object", "description": "An entry that was not picked: kept, counts nothing."}},
        instead={"type": "integer", "description": "The `seq` of what was picked."},
    ),
    "Corrected": closed(
        {
            "corrected": closed(
                {"reason": TEXT, "changes": listed(named("Change"), minItems=1, maxItems=MOST_CHANGES)},
                **{"with": listed({"anyOf": [named("Seat"), {"const": REFEREE}]}, uniqueItems=True)},
            )
        }
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
    "Agreed": closed({"agreed": closed({"kingdom": named("Seat"), "seat": named("Seat"), "digest": DIGEST})}),
    "Disputed": closed(
        {
            "disputed": closed(
                {"seat": named("Seat"), "reason": TEXT},
                about=or_null(WHOLE),
                changes=listed(named("Change"), maxItems=MOST_CHANGES),
            )
        }
    ),
    "Answered": closed(
        {"answered": closed({"dispute": WHOLE, "seat": named("Seat"), "agrees": YES_OR_NO})},
    ),
    "Settled": closed(
        {
            "settled": closed(
                {"dispute": WHOLE, "as": {"enum": ["proposed", "as_it_stands", "withdrawn"]}},
                seat=named("Seat"),
                by={"const": REFEREE},
                reason={**TEXT, "description": "Why the referee ends it so: the referee has to say."},
            ),
        },
    ),
    "Reopened": closed(
        {"reopened": closed({"dispute": WHOLE, "reason": TEXT}, seat=named("Seat"), by={"const": REFEREE})}
    ),
    "LinkOpened": closed(
        {"link": closed({"for": {"anyOf": [named("Seat"), {"const": REFEREE}]}, "is": {"const": "opened"}})}
    ),
    "Terms": closed(
        {
            "terms": closed(
                {},
                second_person=YES_OR_NO,
                deadline=or_null(
                    closed(
                        {
                            "minutes": {"type": "integer", "minimum": 1, "maximum": LONGEST_DEADLINE},
                            "after": {"enum": list(get_args(After))},
                        }
                    )
                ),
                referee=YES_OR_NO,
            )
        }
    ),
    "Confirmed": closed({"confirmed": closed({"seq": WHOLE, "seat": named("Seat")})}),
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
                        for name in (
                            "Announced",
                            "Abandoned",
                            "TakeBack",
                            "FirstKing",
                            "Named",
                            "SetAside",
                            "Corrected",
                            "Agreed",
                            "Disputed",
                            "Answered",
                            "Settled",
                            "Reopened",
                            "LinkOpened",
                            "Terms",
                            "Confirmed",
                        )
                    ),
                ]
            },
        },
        author=or_null(named("Name")),
        device=or_null(named("Name")),
        made_at=or_null({"type": "string", "format": "date-time", "description": "Shown, never trusted."}),
    ),
}
