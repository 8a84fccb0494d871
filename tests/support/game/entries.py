"""An entry of every kind of a game, valid where the first king is in seat A, 6 is a deal and 7 a dispute."""

from tests.support.tables import ADJUSTMENT, ANNOUNCED, TREX, VOID, Json

ENTRY_BY_KIND: dict[str, Json] = {
    "started": {"house_rules": {"preset": "standard"}, "first_king": "A"},
    "named": {"seat": "B", "name": "Basem"},
    "first_king": {"first_king": "A"},
    "deal": TREX,
    "void": VOID,
    "adjustment": ADJUSTMENT,
    "announced": ANNOUNCED,
    "abandoned": {"abandoned": {}},
    "take_back": {"take_back": 6},
    "set_aside": {"set_aside": TREX, "instead": 6},
    "corrected": {"corrected": {"reason": "counted again", "changes": [{"seq": 6, "entry": None}]}},
    "agreed": {"agreed": {"kingdom": "B", "seat": "A", "digest": "0" * 64}},
    "disputed": {"disputed": {"seat": "B", "reason": "no"}},
    "answered": {"answered": {"dispute": 7, "seat": "B", "agrees": True}},
    "settled": {"settled": {"dispute": 7, "as": "as_it_stands", "by": "referee", "reason": "seen"}},
    "reopened": {"reopened": {"dispute": 7, "reason": "again", "seat": "A"}},
    "link": {"link": {"for": "A", "is": "opened"}},
    "terms": {"terms": {"second_person": True}},
    "confirmed": {"confirmed": {"seq": 6, "seat": "A"}},
    "erased": {"erased": {"entries": [2], "marks": {}}},
}
