"""Every form of a game, with fields that a phone sends."""

from typing import NamedTuple


class GameForm(NamedTuple):
    """Where a form is sent, and its fields. `page`: its page, if sending it records an entry with these fields."""

    action: str
    fields: dict[str, str]
    page: str = ""


SCORER_FORMS = (
    GameForm("/deals", {"contracts": "trex", "trex_1": "A", "trex_2": "B", "trex_3": "C", "trex_4": "D"}),
    GameForm("/voids", {"reason": "misdeal"}, "/voids/new"),
    GameForm("/adjustments", {"points_A": "-5", "points_B": "5", "reason": "agreed"}, "/adjustments/new"),
    GameForm("/abandon", {}, "/abandon"),
    GameForm("/first-king", {"king": "C"}, "/first-king"),
    GameForm("/tie-break", {"contracts": "trex"}),
    GameForm("/undo", {"seq": "6"}),
    GameForm("/redo", {"seq": "6"}),
    GameForm("/rematch", {}),
    GameForm("/policy", {"referee": "y"}),
    GameForm("/confirmations", {"seat": "A", "entry": "6", "about": "6"}),
    GameForm("/sign-off", {"seat": "A", "kingdom_A": "0" * 64}),
    GameForm("/sign-off/withdrawal", {"seat": "A", "kingdom_A": "0" * 64}),
    GameForm("/kingdoms/A/sign-off", {"seat": "A", "digest": "0" * 64}),
    GameForm("/disputes", {"seat": "A", "reason": "miscounted"}),
    GameForm("/disputes/6/answer", {"seat": "A", "agrees": "yes"}),
    GameForm("/disputes/6/end", {"as": "as_it_stands"}),
    GameForm("/disputes/6/reopen", {"seat": "A", "reason": "miscounted"}),
    GameForm("/corrections", {"changes": '[{"first_king":"B"}]', "reason": "agreed"}),
    GameForm("/corrections/names", {"name_A": "Amaal"}),
    GameForm("/corrections/house-rules", {"preset": "denexa"}),
    GameForm("/corrections/missing/entry", {"contracts": "void", "reason": "misdeal"}),
    GameForm("/deals/6/correct", {"contracts": "void", "reason": "misdeal"}),
    GameForm("/links", {"kind": "read"}),
    GameForm("/names/removal", {"seat": "A"}),
    GameForm("/delete", {}),
)
"""Forms that a view-only link may not send."""
READER_FORMS = (
    GameForm("/archive", {}),
    GameForm("/forget", {}),
    GameForm("/opened", {}),
    GameForm("/paper", {"A_1": "-75"}),
    GameForm("/paper-game", {}),
)
"""Forms that change only what the reader's phone lists, or nothing in this game."""
FORMS_WITHOUT_EFFECT = {"/g/<token>/conflicts", "/g/<token>/from-points/<key>", "/g/<token>/paper/<key>"}
"""Addresses that are asked with a form and record nothing."""
