"""The pages that browser tests open: paths of the site, and paths after a game's token by the kind of game."""

import json
from urllib.parse import quote

DEALS = ["king_of_hearts", "queens", "diamonds", "collections", "trex"]
SITE = ("/games/new", "/games", "/open", "/games/file", "/settings")
SITE_ONLY_IN_ARABIC = ("/rules", "/paper", "/print/blank", "/nothing-here")
ACCOUNTS = ("/account/sign-in", "/account/new", "/account/recover")
RUNNING = (
    "",
    "/sheet",
    "/chart",
    "/archive",
    "/links",
    "/links?link=scorer",
    "/links/players",
    "/links/replacement?link=scorer",
    "/phone",
    "/house-rules",
    "/policy",
    "/rules",
    "/menu",
    "/abandon",
    "/corrections/game",
    "/voids/new",
    "/adjustments/new",
    "/paper",
)
FRESH = ("", "/from-points?A=-25&B=-25&C=-50&D=0", *(f"/deals/new?contracts={name}" for name in DEALS))
DISPUTED = (
    "",
    "/sheet",
    "/chart",
    "/deals/6",
    "/deals/6/dispute",
    "/explain",
    "/explain/A",
    "/kingdoms/A",
    "/sign-off",
    "/history",
    "/disputes",
    "/seal?seal=x",
    "/print",
    "/corrections/game",
    "/corrections/names",
    "/corrections/seats",
    "/corrections/missing",
    "/kingdoms/A/king",
)
"""The lists above, except those named ONLY_IN_ARABIC, are checked in every language; those below only in Arabic."""
RUNNING_ONLY_IN_ARABIC = ("/links/replacement?link=owner", "/flat")
FRESH_ONLY_IN_ARABIC = ("/first-king", "/delete")
DISPUTED_ONLY_IN_ARABIC = (
    "/deals/6/correct",
    f"/corrections/new?changes={quote(json.dumps([{'seq': 7, 'entry': None}]))}",
    "/corrections/house-rules",
    "/corrections/missing/entry?contracts=void",
    "/corrections/new?changes="
    + quote(json.dumps([{"house_rules": {"preset": "standard", "options": {"diamond_points": 15}}}])),
    "/deals/6/note",
    "/seal?seal=ABCDE-12345",
    "/print/blank",
)
FINISHED = (
    "",
    "/result",
    "/sign-off",
    "/chart",
    "/sheet",
    "/what-if",
    "/what-if?preset=howto_quadruple&signs=reversed&partnership=yes",
)
SHORT_NAMED = ("/sheet", *(f"/deals/new?contracts={name}" for name in DEALS))
RANGES = ("/what-if", "/what-if?own_capture=leader_gains")
