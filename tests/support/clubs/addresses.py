"""Every address of clubs and accounts, and who may request it."""

from typing import NamedTuple

from tests.support.pages import Fields

ROLES = ("owner", "admin", "referee", "scorer", "member", "guest")
OUTSIDERS = ("left", "stranger", "nobody")
PERSONAS = (*ROLES, *OUTSIDERS)
MEMBERS, ADMINS, REFEREES, SCORERS, OWNER = ROLES, ROLES[:2], ROLES[:3], ROLES[:4], ROLES[:1]
ADDRESSES = ("/c/", "/clubs", "/join/", "/live-board/", "/calendar/", "/table/", "/account")


class Access(NamedTuple):
    """Who may request an address: these roles (others get 403), and outsiders from this visibility of the club on.

    `statuses` are the possible statuses for the roles; `form` is the form that is sent.
    """

    roles: tuple[str, ...]
    visible_from: str | None = None
    statuses: tuple[int, ...] = (200,)
    form: Fields | None = None


HANDLED = (303, 400, 422)
CLUB: dict[tuple[str, str], Access] = {
    ("GET", "/c/<club_uid>"): Access(MEMBERS, "standings"),
    ("GET", "/c/<club_uid>/seasons/<int:season_number>/adjustments"): Access(REFEREES),
    ("POST", "/c/<club_uid>/seasons/<int:season_number>/adjustments"): Access(
        REFEREES, statuses=HANDLED, form={"points": "x"}
    ),
    ("POST", "/c/<club_uid>/seasons/<int:season_number>/adjustments/<int:seq>/undo"): Access(REFEREES, statuses=(404,)),
    ("GET", "/c/<club_uid>/data"): Access(MEMBERS, "standings"),
    ("GET", "/c/<club_uid>/delete"): Access(OWNER),
    ("POST", "/c/<club_uid>/delete"): Access(OWNER, statuses=(422,), form={"name": "Trex at the corner"}),
    ("GET", "/c/<club_uid>/game-nights"): Access(MEMBERS, "all"),
    ("POST", "/c/<club_uid>/game-nights"): Access(SCORERS, statuses=HANDLED, form={"on": ""}),
    ("GET", "/c/<club_uid>/game-nights.ics"): Access(MEMBERS, "all"),
    ("GET", "/c/<club_uid>/game-nights/new"): Access(SCORERS),
    ("GET", "/c/<club_uid>/game-nights/<int:night_number>"): Access(MEMBERS, "all"),
    ("POST", "/c/<club_uid>/game-nights/<int:night_number>/attendance"): Access(
        SCORERS, statuses=HANDLED, form={"selection": "last"}
    ),
    ("POST", "/c/<club_uid>/game-nights/<int:night_number>/cancel"): Access(SCORERS, statuses=HANDLED),
    ("GET", "/c/<club_uid>/game-nights/<int:night_number>/draw"): Access(SCORERS),
    ("POST", "/c/<club_uid>/game-nights/<int:night_number>/draw"): Access(
        SCORERS, statuses=HANDLED, form={"method": "random"}
    ),
    ("GET", "/c/<club_uid>/game-nights/<int:night_number>/edit"): Access(SCORERS),
    ("POST", "/c/<club_uid>/game-nights/<int:night_number>/edit"): Access(SCORERS, statuses=HANDLED, form={"on": ""}),
    ("POST", "/c/<club_uid>/game-nights/<int:night_number>/guests"): Access(
        SCORERS, statuses=HANDLED, form={"name": ""}
    ),
    ("GET", "/c/<club_uid>/game-nights/<int:night_number>/hand-out"): Access(SCORERS),
    ("POST", "/c/<club_uid>/game-nights/<int:night_number>/hand-out"): Access(
        SCORERS, statuses=HANDLED, form={"board": "show"}
    ),
    ("GET", "/c/<club_uid>/game-nights/<int:night_number>/check-in"): Access(MEMBERS, "all"),
    ("POST", "/c/<club_uid>/game-nights/<int:night_number>/check-in"): Access(
        SCORERS, statuses=HANDLED, form={"arrived": "999999"}
    ),
    ("GET", "/c/<club_uid>/game-nights/<int:night_number>/live-board"): Access(MEMBERS, "all"),
    ("POST", "/c/<club_uid>/game-nights/<int:night_number>/reply"): Access(
        MEMBERS, statuses=HANDLED, form={"attending": "maybe"}
    ),
    ("GET", "/c/<club_uid>/game-nights/<int:night_number>/seats"): Access(SCORERS),
    ("POST", "/c/<club_uid>/game-nights/<int:night_number>/seats"): Access(
        SCORERS, statuses=HANDLED, form={"join": "y"}
    ),
    ("POST", "/c/<club_uid>/game-nights/<int:night_number>/tables/all"): Access(SCORERS, statuses=HANDLED),
    ("POST", "/c/<club_uid>/game-nights/<int:night_number>/tables"): Access(
        SCORERS, statuses=HANDLED, form={"first_draw": "1", "index_in_draw": "0", "game_number": "1"}
    ),
    ("GET", "/c/<club_uid>/games"): Access(MEMBERS, "standings"),
    ("GET", "/c/<club_uid>/games/import"): Access(SCORERS),
    ("GET", "/c/<club_uid>/games/new"): Access(SCORERS),
    ("POST", "/c/<club_uid>/games/new"): Access(SCORERS, statuses=HANDLED, form={"link": "x"}),
    ("GET", "/c/<club_uid>/games/from/<token>"): Access(SCORERS, statuses=(404,)),
    ("POST", "/c/<club_uid>/games/from/<token>"): Access(SCORERS, statuses=(404,)),
    ("POST", "/c/<club_uid>/games/<game_uid>/include"): Access(REFEREES, statuses=(404,)),
    ("POST", "/c/<club_uid>/games/<game_uid>/abandon"): Access(SCORERS, statuses=(404,)),
    ("GET", "/c/<club_uid>/games/<game_uid>/open"): Access(MEMBERS, statuses=(404,)),
    ("GET", "/c/<club_uid>/games/<game_uid>/seats"): Access(SCORERS, statuses=(404,)),
    ("POST", "/c/<club_uid>/games/<game_uid>/seats"): Access(SCORERS, statuses=(404,)),
    ("GET", "/c/<club_uid>/games/<game_uid>/referee"): Access(REFEREES, statuses=(404,)),
    ("GET", "/c/<club_uid>/games/<game_uid>/exclude"): Access(REFEREES, statuses=(404,)),
    ("POST", "/c/<club_uid>/games/<game_uid>/exclude"): Access(REFEREES, statuses=(404,)),
    ("GET", "/c/<club_uid>/history"): Access(ADMINS),
    ("GET", "/c/<club_uid>/links"): Access(ADMINS),
    ("POST", "/c/<club_uid>/links"): Access(ADMINS, statuses=HANDLED, form={"permission": "nothing"}),
    ("POST", "/c/<club_uid>/links/cancel"): Access(ADMINS, statuses=HANDLED, form={"token": "x"}),
    ("GET", "/c/<club_uid>/members"): Access(MEMBERS, "all"),
    ("POST", "/c/<club_uid>/members"): Access(SCORERS, statuses=HANDLED, form={"name": "", "role": "member"}),
    ("GET", "/c/<club_uid>/members/list"): Access(SCORERS),
    ("POST", "/c/<club_uid>/members/list"): Access(SCORERS, statuses=HANDLED, form={"names": "", "role": "member"}),
    ("GET", "/c/<club_uid>/members/<int:member_number>"): Access(MEMBERS, "all"),
    ("POST", "/c/<club_uid>/members/<int:member_number>/account/remove"): Access(ADMINS, statuses=HANDLED),
    ("POST", "/c/<club_uid>/members/<int:member_number>/unmerge"): Access(ADMINS, statuses=(404,), form={"entry": "1"}),
    ("GET", "/c/<club_uid>/members/<int:member_number>/anonymize"): Access(ADMINS),
    ("POST", "/c/<club_uid>/members/<int:member_number>/anonymize"): Access(ADMINS, statuses=HANDLED),
    ("POST", "/c/<club_uid>/members/<int:member_number>/leave"): Access(ADMINS, statuses=HANDLED),
    ("GET", "/c/<club_uid>/members/<int:member_number>/merge"): Access(ADMINS),
    ("POST", "/c/<club_uid>/members/<int:member_number>/merge"): Access(
        ADMINS, statuses=HANDLED, form={"into": "999999"}
    ),
    ("POST", "/c/<club_uid>/members/<int:member_number>/name"): Access(SCORERS, statuses=HANDLED, form={"name": ""}),
    ("GET", "/c/<club_uid>/members/<int:member_number>/transfer"): Access(OWNER, statuses=(404,)),
    ("POST", "/c/<club_uid>/members/<int:member_number>/transfer"): Access(OWNER, statuses=(404,)),
    ("GET", "/c/<club_uid>/members/<int:member_number>/password"): Access(ADMINS, statuses=(404,)),
    ("POST", "/c/<club_uid>/members/<int:member_number>/password"): Access(ADMINS, statuses=(404,)),
    ("POST", "/c/<club_uid>/members/<int:member_number>/reinstate"): Access(ADMINS, statuses=HANDLED),
    ("POST", "/c/<club_uid>/members/<int:member_number>/role"): Access(
        ADMINS, statuses=HANDLED, form={"role": "referee"}
    ),
    ("GET", "/c/<club_uid>/players/<int:member_number>"): Access(MEMBERS, "all"),
    ("GET", "/c/<club_uid>/players/<int:member_number>/opponents"): Access(MEMBERS, "all"),
    ("GET", "/c/<club_uid>/requests"): Access(ADMINS),
    ("POST", "/c/<club_uid>/requests"): Access(ADMINS, statuses=HANDLED, form={"refuse": "0"}),
    ("GET", "/c/<club_uid>/ratings"): Access(MEMBERS, "all"),
    ("GET", "/c/<club_uid>/settings"): Access(ADMINS),
    ("GET", "/c/<club_uid>/statistics"): Access(MEMBERS, "all"),
    ("POST", "/c/<club_uid>/settings"): Access(ADMINS, statuses=HANDLED, form={"name": ""}),
}
"""Transfer of ownership gives 404 here, because the members have no accounts; it has its own tests."""

_SEASON = "/c/<club_uid>/seasons/<int:season_number>"
_DATA = "/c/<club_uid>/data/<any(csv, json):file_format>"
_DATA_TABLES = (
    "<any('games', 'deals', 'ratings', 'pair-ratings', 'rating-history', 'evenings', "
    "'statistics', 'head-to-head', 'pair-head-to-head', 'point-differences', 'records'):dataset_name>"
)
_TABLES = "/c/<club_uid>/game-nights/<int:night_number>/tables"
_IMPORT = "/c/<club_uid>/games/import/<key>"
CLUB |= {
    ("GET", "/c/<club_uid>/seasons"): Access(MEMBERS, "standings"),
    ("POST", "/c/<club_uid>/seasons"): Access(ADMINS, statuses=HANDLED, form={"name": ""}),
    ("GET", "/c/<club_uid>/seasons/new"): Access(ADMINS),
    ("GET", _SEASON): Access(MEMBERS, "standings"),
    ("POST", _SEASON): Access(ADMINS, statuses=HANDLED, form={"name": ""}),
    ("GET", f"{_SEASON}/edit"): Access(ADMINS),
    ("POST", f"{_SEASON}/delete"): Access(ADMINS, statuses=HANDLED),
    ("GET", f"{_SEASON}/changes"): Access(MEMBERS, "standings"),
    ("GET", f"{_SEASON}/players/<int:member_number>"): Access(MEMBERS, "standings"),
    ("GET", f"{_SEASON}/pairs/<int:member_number>-<int:partner_number>"): Access(MEMBERS, "standings"),
    ("GET", "/c/<club_uid>/games/<uuid:game_uid>"): Access(MEMBERS, "standings"),
    ("POST", "/c/<club_uid>/games/<game_uid>/links"): Access(ADMINS, statuses=(404,)),
    ("GET", f"{_DATA}/{_DATA_TABLES}"): Access(MEMBERS, "standings"),
    ("GET", f"{_DATA}/members"): Access(ADMINS),
    ("GET", f"{_DATA}/standings/<int:season_number>"): Access(MEMBERS, "standings"),
    ("GET", "/c/<club_uid>/export"): Access(ADMINS),
    ("GET", "/c/<club_uid>/export/<key>"): Access(ADMINS, statuses=(404,)),
    ("POST", "/c/<club_uid>/export/<key>"): Access(ADMINS, statuses=(404,)),
    ("GET", f"{_DATA}/{_DATA_TABLES}/<key>"): Access(MEMBERS, statuses=(404,)),
    ("POST", f"{_DATA}/{_DATA_TABLES}/<key>"): Access(MEMBERS, statuses=(404,)),
    ("GET", f"{_TABLES}/all/<key>"): Access(SCORERS, statuses=(404,)),
    ("POST", f"{_TABLES}/all/<key>"): Access(SCORERS, statuses=(404,)),
    ("POST", "/c/<club_uid>/games/import"): Access(SCORERS, statuses=HANDLED),
    ("GET", _IMPORT): Access(SCORERS, statuses=(404,)),
    ("POST", f"{_IMPORT}/files"): Access(SCORERS, statuses=(404,)),
    ("POST", f"{_IMPORT}/names"): Access(SCORERS, statuses=(404,)),
    ("POST", f"{_IMPORT}/some"): Access(SCORERS, statuses=(404,)),
    ("GET", "/c/<club_uid>/pairs/<int:member_number>-<int:partner_number>"): Access(MEMBERS, "all"),
    ("GET", "/c/<club_uid>/pairs/<int:member_number>-<int:partner_number>/opponents"): Access(MEMBERS, "all"),
    ("GET", "/c/<club_uid>/players/<int:member_number>/against/<int:opponent_number>"): Access(MEMBERS, "all"),
}
"""These addresses need a season with counted games of players and pairs."""

SIGNED_IN, ANYONE = "signed in", "anyone"
OTHER_ADDRESSES: dict[tuple[str, str], str] = {
    ("GET", "/clubs"): ANYONE,
    ("GET", "/clubs/import"): SIGNED_IN,
    ("POST", "/clubs/import"): SIGNED_IN,
    ("GET", "/clubs/import/<key>"): SIGNED_IN,
    ("POST", "/clubs/import/<key>"): SIGNED_IN,
    ("GET", "/clubs/new"): SIGNED_IN,
    ("POST", "/clubs"): SIGNED_IN,
    ("GET", "/join/<token>"): ANYONE,
    ("POST", "/join/<token>"): ANYONE,
    ("GET", "/calendar/<token>.ics"): ANYONE,
    ("GET", "/calendar/<token>/<int:night_number>"): ANYONE,
    ("GET", "/live-board/<token>"): ANYONE,
    ("GET", "/table/<token>"): ANYONE,
    ("GET", "/account"): SIGNED_IN,
    ("GET", "/account/data"): SIGNED_IN,
    ("GET", "/account/data.zip"): SIGNED_IN,
    ("GET", "/account/delete"): SIGNED_IN,
    ("POST", "/account/delete"): SIGNED_IN,
    ("GET", "/account/links/<token>"): ANYONE,
    ("POST", "/account/links/<token>"): ANYONE,
    ("GET", "/account/name"): SIGNED_IN,
    ("POST", "/account/name"): SIGNED_IN,
    ("GET", "/account/new"): ANYONE,
    ("POST", "/account/new"): ANYONE,
    ("GET", "/account/passkeys"): SIGNED_IN,
    ("POST", "/account/passkeys"): SIGNED_IN,
    ("POST", "/account/passkeys/<int(max=2147483647):passkey_id>/removal"): SIGNED_IN,
    ("POST", "/account/passkeys/options"): SIGNED_IN,
    ("GET", "/account/password"): SIGNED_IN,
    ("POST", "/account/password"): SIGNED_IN,
    ("GET", "/account/recover"): ANYONE,
    ("POST", "/account/recover"): ANYONE,
    ("POST", "/account/sessions"): SIGNED_IN,
    ("GET", "/account/sign-in"): ANYONE,
    ("POST", "/account/sign-in"): ANYONE,
    ("POST", "/account/sign-in/passkey"): ANYONE,
    ("POST", "/account/sign-in/passkey/options"): ANYONE,
    ("POST", "/account/sign-out"): ANYONE,
}
"""Addresses that need an account redirect others to the sign-in page."""
