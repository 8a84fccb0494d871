"""JSON Schemas of a club's values."""

from typing import get_args

from trexscore.club.members import ROLES
from trexscore.league.basis import KINDS, Better
from trexscore.league.tie_breaks import TIE_BREAKS
from trexscore.ledger.schema import TEXT, WHOLE, YES_OR_NO, Schema, answer, for_each_seat, listed, named, or_null

_DAY: Schema = {"type": "string", "format": "date"}
_NUMBER: Schema = {"type": "number"}
_PLACES = 4
_SEAT = answer(
    {
        "member": or_null(named("ClubPerson")),
        "substitute": or_null(named("ClubPerson")),
        "points": or_null(WHOLE),
        "place": or_null({"type": "integer", "minimum": 1, "maximum": _PLACES}),
    }
)
_ROW = answer(
    {
        "place": or_null({"type": "integer", "minimum": 1}),
        "shared": YES_OR_NO,
        "members": listed(named("ClubPerson"), minItems=1, maxItems=2),
        "score": _NUMBER,
        "adjusted": {"type": "integer", "description": "Points of the score that come of no game."},
        "games": WHOLE,
        "points": WHOLE,
        "average": _NUMBER,
        "places": listed(_NUMBER, minItems=_PLACES, maxItems=_PLACES),
        "trex_firsts": WHOLE,
        "missing": WHOLE,
        "guest": YES_OR_NO,
        "decided_by": or_null({"type": "string", "examples": list(TIE_BREAKS)}),
    }
)
_RATING = answer(
    {
        "place": or_null({"type": "integer", "minimum": 1}),
        "members": listed(named("ClubPerson"), minItems=1, maxItems=2),
        "rating": WHOLE,
        "margin": WHOLE,
        "provisional": YES_OR_NO,
        "games": {"type": "integer", "minimum": 1},
        "last": _DAY,
        "being_redone": YES_OR_NO,
    }
)

CLUB_SCHEMAS: dict[str, Schema] = {
    "ClubPerson": answer({"number": WHOLE, "name": or_null(TEXT)}),
    "Season": answer(
        {
            "number": WHOLE,
            "name": TEXT,
            "from": _DAY,
            "until": _DAY,
            "basis": {"type": "string", "examples": list(KINDS)},
            "least_games": WHOLE,
            "tie_breaks": listed({"type": "string", "examples": list(TIE_BREAKS)}),
            "better": {"enum": list(get_args(Better))},
            "pairs": YES_OR_NO,
        }
    ),
    "Club": answer({"name": TEXT, "shows": {"enum": ["standings", "all"]}, "seasons": listed(named("Season"))}),
    "Standings": answer(
        {"season": named("Season"), "on": or_null(_DAY), "known": {"enum": ["then", "now"]}, "rows": listed(_ROW)}
    ),
    "ClubGame": answer(
        {
            "uid": {"type": "string", "format": "uuid"},
            "on": _DAY,
            "evening": or_null(WHOLE),
            "table": or_null(WHOLE),
            "complete": YES_OR_NO,
            "agreed": YES_OR_NO,
            "counts": YES_OR_NO,
            "seasons": listed(WHOLE),
            "seats": for_each_seat(_SEAT),
        }
    ),
    "ClubGames": answer({"games": listed(named("ClubGame")), "next": or_null({"type": "string", "format": "uuid"})}),
    "ClubMembers": answer(
        {
            "members": listed(
                answer(
                    {
                        "number": WHOLE,
                        "name": or_null(TEXT),
                        "role": {"type": "string", "examples": list(ROLES)},
                        "left": YES_OR_NO,
                    }
                )
            )
        }
    ),
    "ClubRatings": answer({"players": listed(_RATING), "pairs": listed(_RATING)}),
}
