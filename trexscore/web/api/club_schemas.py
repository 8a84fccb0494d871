"""JSON Schemas of a club's values."""

from typing import get_args

from trexscore.club.members import ROLES
from trexscore.league.basis import KINDS, Better
from trexscore.league.tie_breaks import TIE_BREAKS
from trexscore.ledger.schema import (
    BOOLEAN,
    INTEGER,
    TEXT,
    Schema,
    array_of,
    for_each_seat,
    named,
    or_null,
    response_object,
)

_DAY: Schema = {"type": "string", "format": "date"}
_NUMBER: Schema = {"type": "number"}
_PLACES = 4
_SEAT = response_object(
    {
        "member": or_null(named("ClubPerson")),
        "substitute": or_null(named("ClubPerson")),
        "points": or_null(INTEGER),
        "place": or_null({"type": "integer", "minimum": 1, "maximum": _PLACES}),
    }
)
_ROW = response_object(
    {
        "place": or_null({"type": "integer", "minimum": 1}),
        "shared": BOOLEAN,
        "members": array_of(named("ClubPerson"), minItems=1, maxItems=2),
        "score": _NUMBER,
        "adjusted": {"type": "integer", "description": "Points of the score that come of no game."},
        "games": INTEGER,
        "points": INTEGER,
        "average": _NUMBER,
        "places": array_of(_NUMBER, minItems=_PLACES, maxItems=_PLACES),
        "trex_firsts": INTEGER,
        "missing": INTEGER,
        "guest": BOOLEAN,
        "decided_by": or_null({"type": "string", "examples": list(TIE_BREAKS)}),
    }
)
_RATING = response_object(
    {
        "place": or_null({"type": "integer", "minimum": 1}),
        "members": array_of(named("ClubPerson"), minItems=1, maxItems=2),
        "rating": INTEGER,
        "margin": INTEGER,
        "provisional": BOOLEAN,
        "games": {"type": "integer", "minimum": 1},
        "last": _DAY,
        "being_redone": BOOLEAN,
    }
)

CLUB_SCHEMAS: dict[str, Schema] = {
    "ClubPerson": response_object({"number": INTEGER, "name": or_null(TEXT)}),
    "Season": response_object(
        {
            "number": INTEGER,
            "name": TEXT,
            "from": _DAY,
            "until": _DAY,
            "basis": {"type": "string", "examples": list(KINDS)},
            "least_games": INTEGER,
            "tie_breaks": array_of({"type": "string", "examples": list(TIE_BREAKS)}),
            "better": {"enum": list(get_args(Better))},
            "pairs": BOOLEAN,
        }
    ),
    "Club": response_object(
        {"name": TEXT, "shows": {"enum": ["standings", "all"]}, "seasons": array_of(named("Season"))}
    ),
    "Standings": response_object(
        {"season": named("Season"), "on": or_null(_DAY), "known": {"enum": ["then", "now"]}, "rows": array_of(_ROW)}
    ),
    "ClubGame": response_object(
        {
            "uid": {"type": "string", "format": "uuid"},
            "on": _DAY,
            "evening": or_null(INTEGER),
            "table": or_null(INTEGER),
            "complete": BOOLEAN,
            "agreed": BOOLEAN,
            "counts": BOOLEAN,
            "seasons": array_of(INTEGER),
            "seats": for_each_seat(_SEAT),
        }
    ),
    "ClubGames": response_object(
        {"games": array_of(named("ClubGame")), "next": or_null({"type": "string", "format": "uuid"})}
    ),
    "ClubMembers": response_object(
        {
            "members": array_of(
                response_object(
                    {
                        "number": INTEGER,
                        "name": or_null(TEXT),
                        "role": {"type": "string", "examples": list(ROLES)},
                        "left": BOOLEAN,
                    }
                )
            )
        }
    ),
    "ClubRatings": response_object({"players": array_of(_RATING), "pairs": array_of(_RATING)}),
}
