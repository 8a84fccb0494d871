"""Addresses of earlier versions: each redirects to its successor and keeps the query and the form that was sent."""

import re
from urllib.parse import quote

from flask import Flask, redirect, request
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.routing import Map, Rule
from werkzeug.wrappers import Response

NEW_GAME_PAGE_BY_OLD = {
    "again": "rematch",
    "agreement": "sign-off",
    "agreement/withdrawal": "sign-off/withdrawal",
    "deals/<int:seq>/wrong": "deals/<seq>/dispute",
    "deletion": "delete",
    "forgotten": "forget",
    "here": "archive",
    "journal": "history",
    "kingdoms/<king>/agreement": "kingdoms/<king>/sign-off",
    "line": "chart",
    "names/removed": "names/removal",
    "taking-back": "undo",
    "terms": "policy",
    "totals": "from-points",
    "totals/<key>": "from-points/<key>",
    "versions": "conflicts",
    "why": "explain",
    "why/<letter>": "explain/<letter>",
}
"""Pages of a game by their old names. Old names made only of letters are also in the offline script."""
_NEW_CLUB_PAGE_BY_OLD = {
    "dissolved": "delete",
    "evenings": "game-nights",
    "game_nights.ics": "game-nights.ics",
    "evenings/<int:number>/cancelled": "game-nights/<number>/cancel",
    "evenings/<int:number>/here": "game-nights/<number>/check-in",
    "evenings/<int:number>/screen": "game-nights/<number>/live-board",
    "evenings/<path:rest>": "game-nights/<rest>",
    "games/<game>/again": "games/<game>/include",
    "games/<game>/broken-off": "games/<game>/abandon",
    "games/<game>/withdrawn": "games/<game>/exclude",
    "journal": "history",
    "links/cancelled": "links/cancel",
    "members/<int:number>/account/removed": "members/<number>/account/remove",
    "members/<int:number>/apart": "members/<number>/unmerge",
    "members/<int:number>/erased": "members/<number>/anonymize",
    "members/<int:number>/left": "members/<number>/leave",
    "members/<int:number>/merged": "members/<number>/merge",
    "members/<int:number>/owner": "members/<number>/transfer",
    "members/<int:number>/returned": "members/<number>/reinstate",
    "seasons/<int:number>/taken-back": "seasons/<number>/delete",
}
NEW_URL_BY_OLD = {
    **{f"/g/<token>/{old}": f"/g/<token>/{new}" for old, new in NEW_GAME_PAGE_BY_OLD.items()},
    **{f"/c/<club_uid>/{old}": f"/c/<club_uid>/{new}" for old, new in _NEW_CLUB_PAGE_BY_OLD.items()},
    "/screen/<token>": "/live-board/<token>",
}
"""Old address → new address, with the same parts."""
_OLD_URL_MAP = Map([Rule(old, endpoint=new) for old, new in NEW_URL_BY_OLD.items()]).bind("")


def init_moved_urls(app: Flask) -> None:
    """Redirect old addresses."""
    app.before_request(_redirect_old_url)


def _redirect_old_url() -> Response | None:
    if not isinstance(request.routing_exception, NotFound):
        return None
    try:
        address, parts = _OLD_URL_MAP.match(request.path)
    except HTTPException:
        return None
    path = re.sub(r"<(\w+)>", lambda part: quote(str(parts[part[1]])), address)
    query = request.query_string.decode("ascii", "replace")
    # 308 repeats the request as it was: a form that an older page sends is not lost.
    return redirect(f"{path}?{query}" if query else path, 308)
