"""Who may see and do what in a club: every address of it is in a table here, and a new one without a row fails."""

from functools import cache
from typing import NamedTuple

import pytest
from flask import Flask

from tests.support.pages import Answer, Fields, Phone
from tests.support.people import People, found, somebody
from trexscore.actions.clubs.links import give_link
from trexscore.club.record import SHOWS

ROLES = ("owner", "admin", "referee", "scorer", "member", "guest")
OUTSIDERS = ("left", "stranger", "nobody")
PERSONAS = (*ROLES, *OUTSIDERS)
ALL, LEAD, RULE, RUN, OWNER = ROLES, ROLES[:2], ROLES[:3], ROLES[:4], ROLES[:1]
ADDRESSES = ("/c/", "/clubs", "/join/", "/screen/", "/account")


class Row(NamedTuple):
    """Which members an address is for (others get 403), and from which choice of the club on outsiders see it.

    `ok` is what those get whom it is for; `sent` what is sent to it.
    """

    roles: tuple[str, ...]
    shown: str | None = None
    ok: tuple[int, ...] = (200,)
    sent: Fields | None = None


WRITTEN = (303, 400, 422)
CLUB: dict[tuple[str, str], Row] = {
    ("GET", "/c/<uid>"): Row(ALL, "standings"),
    ("GET", "/c/<uid>/data"): Row(ALL, "standings"),
    ("GET", "/c/<uid>/evenings"): Row(ALL, "all"),
    ("POST", "/c/<uid>/evenings"): Row(RUN, ok=WRITTEN, sent={"on": ""}),
    ("GET", "/c/<uid>/evenings.ics"): Row(ALL, "all"),
    ("GET", "/c/<uid>/evenings/new"): Row(RUN),
    ("GET", "/c/<uid>/evenings/<int:number>"): Row(ALL, "all"),
    ("POST", "/c/<uid>/evenings/<int:number>/cancelled"): Row(RUN, ok=WRITTEN),
    ("GET", "/c/<uid>/evenings/<int:number>/draw"): Row(RUN),
    ("POST", "/c/<uid>/evenings/<int:number>/draw"): Row(RUN, ok=WRITTEN, sent={"method": "random"}),
    ("GET", "/c/<uid>/evenings/<int:number>/edit"): Row(RUN),
    ("POST", "/c/<uid>/evenings/<int:number>/edit"): Row(RUN, ok=WRITTEN, sent={"on": ""}),
    ("POST", "/c/<uid>/evenings/<int:number>/guests"): Row(RUN, ok=WRITTEN, sent={"name": ""}),
    ("GET", "/c/<uid>/evenings/<int:number>/here"): Row(ALL, "all"),
    ("POST", "/c/<uid>/evenings/<int:number>/here"): Row(RUN, ok=WRITTEN, sent={"arrived": "999999"}),
    ("GET", "/c/<uid>/evenings/<int:number>/screen"): Row(ALL, "all"),
    ("GET", "/c/<uid>/evenings/<int:number>/seats"): Row(RUN),
    ("POST", "/c/<uid>/evenings/<int:number>/seats"): Row(RUN, ok=WRITTEN, sent={"join": "y"}),
    ("POST", "/c/<uid>/evenings/<int:number>/tables/all"): Row(RUN, ok=WRITTEN),
    ("POST", "/c/<uid>/evenings/<int:number>/tables"): Row(RUN, ok=WRITTEN, sent={"since": "1", "at": "0", "nth": "1"}),
    ("GET", "/c/<uid>/games"): Row(ALL, "standings"),
    ("GET", "/c/<uid>/games/import"): Row(RUN),
    ("GET", "/c/<uid>/games/new"): Row(RUN),
    ("POST", "/c/<uid>/games/new"): Row(RUN, ok=WRITTEN, sent={"link": "x"}),
    ("GET", "/c/<uid>/games/from/<token>"): Row(RUN, ok=(404,)),
    ("POST", "/c/<uid>/games/from/<token>"): Row(RUN, ok=(404,)),
    ("POST", "/c/<uid>/games/<game>/again"): Row(RULE, ok=(404,)),
    ("GET", "/c/<uid>/games/<game>/open"): Row(ALL, ok=(404,)),
    ("GET", "/c/<uid>/games/<game>/seats"): Row(RUN, ok=(404,)),
    ("POST", "/c/<uid>/games/<game>/seats"): Row(RUN, ok=(404,)),
    ("GET", "/c/<uid>/games/<game>/referee"): Row(RULE, ok=(404,)),
    ("GET", "/c/<uid>/games/<game>/withdrawn"): Row(RULE, ok=(404,)),
    ("POST", "/c/<uid>/games/<game>/withdrawn"): Row(RULE, ok=(404,)),
    ("GET", "/c/<uid>/journal"): Row(LEAD),
    ("GET", "/c/<uid>/links"): Row(LEAD),
    ("POST", "/c/<uid>/links"): Row(LEAD, ok=WRITTEN, sent={"may": "nothing"}),
    ("POST", "/c/<uid>/links/cancelled"): Row(LEAD, ok=WRITTEN, sent={"token": "x"}),
    ("GET", "/c/<uid>/members"): Row(ALL, "all"),
    ("POST", "/c/<uid>/members"): Row(RUN, ok=WRITTEN, sent={"name": "", "role": "member"}),
    ("GET", "/c/<uid>/members/list"): Row(RUN),
    ("POST", "/c/<uid>/members/list"): Row(RUN, ok=WRITTEN, sent={"names": "", "role": "member"}),
    ("GET", "/c/<uid>/members/<int:number>"): Row(ALL, "all"),
    ("POST", "/c/<uid>/members/<int:number>/account/removed"): Row(LEAD, ok=WRITTEN),
    ("POST", "/c/<uid>/members/<int:number>/apart"): Row(LEAD, ok=(404,), sent={"entry": "1"}),
    ("GET", "/c/<uid>/members/<int:number>/erased"): Row(LEAD),
    ("POST", "/c/<uid>/members/<int:number>/erased"): Row(LEAD, ok=WRITTEN),
    ("POST", "/c/<uid>/members/<int:number>/left"): Row(LEAD, ok=WRITTEN),
    ("GET", "/c/<uid>/members/<int:number>/merged"): Row(LEAD),
    ("POST", "/c/<uid>/members/<int:number>/merged"): Row(LEAD, ok=WRITTEN, sent={"into": "999999"}),
    ("POST", "/c/<uid>/members/<int:number>/name"): Row(RUN, ok=WRITTEN, sent={"name": ""}),
    ("GET", "/c/<uid>/members/<int:number>/owner"): Row(OWNER, ok=(404,)),
    ("POST", "/c/<uid>/members/<int:number>/owner"): Row(OWNER, ok=(404,)),
    ("POST", "/c/<uid>/members/<int:number>/returned"): Row(LEAD, ok=WRITTEN),
    ("POST", "/c/<uid>/members/<int:number>/role"): Row(LEAD, ok=WRITTEN, sent={"role": "referee"}),
    ("GET", "/c/<uid>/players/<int:number>"): Row(ALL, "all"),
    ("GET", "/c/<uid>/ratings"): Row(ALL, "all"),
    ("GET", "/c/<uid>/settings"): Row(LEAD),
    ("GET", "/c/<uid>/statistics"): Row(ALL, "all"),
    ("POST", "/c/<uid>/settings"): Row(LEAD, ok=WRITTEN, sent={"name": ""}),
}
"""The club is handed over only to somebody with an account, whom tests of their own have."""

_SEASON = "/c/<uid>/seasons/<int:number>"
_DATA = "/c/<uid>/data/<any(csv, json):form>"
_IMPORT = "/c/<uid>/games/import/<key>"
ELSEWHERE: frozenset[tuple[str, str]] = frozenset(
    {
        ("GET", "/c/<uid>/seasons"),
        ("GET", "/c/<uid>/seasons/new"),
        ("POST", "/c/<uid>/seasons"),
        ("GET", _SEASON),
        ("POST", _SEASON),
        ("GET", f"{_SEASON}/edit"),
        ("POST", f"{_SEASON}/taken-back"),
        ("GET", f"{_SEASON}/changes"),
        ("GET", f"{_SEASON}/players/<int:member>"),
        ("GET", f"{_SEASON}/pairs/<int:one>-<int:other>"),
        ("GET", "/c/<uid>/games/<uuid:game>"),
        ("GET", f"{_DATA}/<any('games', 'deals'):what>"),
        ("GET", f"{_DATA}/<any('ratings', 'pair-ratings', 'rating-history'):what>"),
        (
            "GET",
            f"{_DATA}/<any('statistics', 'head-to-head', 'pair-head-to-head', 'point-differences', 'records'):what>",
        ),
        ("GET", f"{_DATA}/members"),
        ("GET", f"{_DATA}/standings/<int:season>"),
        ("GET", "/c/<uid>/export"),
        ("POST", "/c/<uid>/games/import"),
        ("GET", _IMPORT),
        ("POST", f"{_IMPORT}/files"),
        ("POST", f"{_IMPORT}/names"),
        ("POST", f"{_IMPORT}/some"),
        ("GET", "/c/<uid>/pairs/<int:one>-<int:other>"),
        ("GET", "/c/<uid>/players/<int:number>/against/<int:other>"),
    }
)
"""Who may see these is tested beside what they show: in the module of each subject."""

SIGNED_IN, ANYBODY = "signed in", "anybody"
OTHERS: dict[tuple[str, str], str] = {
    ("GET", "/clubs"): ANYBODY,
    ("GET", "/clubs/import"): SIGNED_IN,
    ("POST", "/clubs/import"): SIGNED_IN,
    ("GET", "/clubs/new"): SIGNED_IN,
    ("POST", "/clubs"): SIGNED_IN,
    ("GET", "/join/<token>"): ANYBODY,
    ("POST", "/join/<token>"): ANYBODY,
    ("GET", "/screen/<token>"): ANYBODY,
    ("GET", "/account"): SIGNED_IN,
    ("GET", "/account/data"): SIGNED_IN,
    ("GET", "/account/data.zip"): SIGNED_IN,
    ("GET", "/account/delete"): SIGNED_IN,
    ("POST", "/account/delete"): SIGNED_IN,
    ("GET", "/account/links/<token>"): ANYBODY,
    ("POST", "/account/links/<token>"): ANYBODY,
    ("GET", "/account/name"): SIGNED_IN,
    ("POST", "/account/name"): SIGNED_IN,
    ("GET", "/account/new"): ANYBODY,
    ("POST", "/account/new"): ANYBODY,
    ("GET", "/account/passkeys"): SIGNED_IN,
    ("POST", "/account/passkeys"): SIGNED_IN,
    ("POST", "/account/passkeys/<int:passkey>/removal"): SIGNED_IN,
    ("POST", "/account/passkeys/options"): SIGNED_IN,
    ("GET", "/account/password"): SIGNED_IN,
    ("POST", "/account/password"): SIGNED_IN,
    ("GET", "/account/recover"): ANYBODY,
    ("POST", "/account/recover"): ANYBODY,
    ("POST", "/account/sessions"): SIGNED_IN,
    ("GET", "/account/sign-in"): ANYBODY,
    ("POST", "/account/sign-in"): ANYBODY,
    ("POST", "/account/sign-in/passkey"): ANYBODY,
    ("POST", "/account/sign-in/passkey/options"): ANYBODY,
    ("POST", "/account/sign-out"): ANYBODY,
}
"""What asks for somebody who is signed in leads whoever is not to where one signs in."""


@cache
def club(site: Flask, shows: str) -> People:
    """One club for all of these tests, with everybody in it who can be."""
    made = found(site, shows)
    made.phones["owner"] = made.owner
    for role in ROLES[1:]:
        made.join(role, role, signs_in=True)
    made.join("left", signs_in=True)
    made.say("left", {"member": made.numbers["left"]})
    made.phones["stranger"], _account = somebody(site, "Stranger")
    made.phones["nobody"] = Phone(site)
    return made


def evening_of(people: People) -> int:
    """An evening of the club, the first of them that is not cancelled."""
    evenings = people.record.evenings
    return min(evenings) if evenings else people.say("evening", {"on": "2026-11-22"})


def ask(people: People, who: str, method: str, rule: str, row: Row) -> Answer:
    """As this one, about a member who has just joined."""
    phone = people.phones[who]
    path = rule.replace("<uid>", people.uid)
    path = path.replace("<game>", "no-such-game").replace("<token>", "no-such-token")
    if "/evenings/<int:number>" in path:
        path = path.replace("<int:number>", str(evening_of(people)))
    if "<int:number>" in path:
        number = people.join(f"Target {len(people.record.members)}")
        path = path.replace("<int:number>", str(number))
    if method == "GET":
        return phone.get(path, follow=False)
    token = str(phone.get("/").fields("/games")["csrf_token"])
    return phone.post(path, {"csrf_token": token, **(row.sent or {})}, follow=False)


@pytest.mark.parametrize("shows", SHOWS)
@pytest.mark.parametrize("who", PERSONAS)
@pytest.mark.parametrize(("method", "rule"), CLUB)
def test_a_club_is_seen_and_run_by_those_who_may(site: Flask, method: str, rule: str, who: str, shows: str) -> None:
    row = CLUB[method, rule]
    answer = ask(club(site, shows), who, method, rule, row)
    if who in OUTSIDERS:
        is_shown = row.shown is not None and SHOWS.index(shows) >= SHOWS.index(row.shown)
        assert answer.status == (200 if is_shown else 404)
    elif who in row.roles:
        assert answer.status in row.ok
    else:
        assert answer.status == 403


@pytest.mark.parametrize("who", OUTSIDERS)
def test_what_nobody_shows_looks_like_what_does_not_exist(site: Flask, who: str) -> None:
    people = club(site, "nothing")
    there, nowhere = people.phones[who].get(people.path()), people.phones[who].get("/c/" + "A" * 22)
    assert (there.status, nowhere.status) == (404, 404)
    assert there.root.one("main").text == nowhere.root.one("main").text
    assert people.record.settings.name not in there.text


@pytest.mark.parametrize("path", ["", "/members", "/members/3"])
def test_an_outsider_finds_no_form_and_no_link_that_only_members_follow(site: Flask, path: str) -> None:
    people = club(site, "all")
    answer = people.phones["stranger"].get(people.path(path))
    assert not [form for form in answer.root.find("form") if form.attrs.get("method", "get") == "post"]
    assert not [
        link for link in answer.root.find("a") if link.attrs["href"].endswith(("/settings", "/links", "/journal"))
    ]


@pytest.mark.parametrize("who", ROLES)
@pytest.mark.parametrize("path", ["", "/members", "/members/{}"])
def test_nobody_is_shown_a_way_that_would_be_refused(site: Flask, who: str, path: str) -> None:
    people = club(site, "nothing")
    number = people.join(f"Shown {len(people.record.members)}")
    page = people.phones[who].get(people.path(path.format(number)))
    for link in page.root.find("a"):
        if link.attrs["href"].startswith("/c/"):
            assert people.phones[who].get(link.attrs["href"].partition("#")[0]).status == 200, link.attrs["href"]
    for form in page.root.find("form"):
        if form.attrs.get("method", "get") == "post":
            path = (
                form.attrs["action"].replace(people.uid, "<uid>").replace(f"/members/{number}", "/members/<int:number>")
            )
            assert who in CLUB["POST", path].roles, path


@pytest.mark.parametrize(("method", "rule"), [one for one in OTHERS if OTHERS[one] == SIGNED_IN])
def test_whoever_is_not_signed_in_is_led_to_where_one_signs_in(site: Flask, method: str, rule: str) -> None:
    phone = Phone(site)
    path = rule.replace("<int:passkey>", "1")
    token = str(phone.get("/").fields("/games")["csrf_token"])
    answer = phone.get(path, follow=False) if method == "GET" else phone.post(path, {"csrf_token": token}, follow=False)
    assert answer.status == 303
    assert answer.headers["Location"].startswith("/account/sign-in")


@pytest.mark.parametrize(("method", "rule"), [one for one in CLUB if one[0] == "POST"])
def test_no_form_of_a_club_can_be_forged(site: Flask, method: str, rule: str) -> None:
    people = club(site, "nothing")
    path = rule.replace("<uid>", people.uid).replace("<int:number>", "3")
    before = len(people.entries())
    assert people.owner.post(path, {**(CLUB[method, rule].sent or {})}).status == 400
    stolen = str(Phone(site).get("/").fields("/games")["csrf_token"])
    assert people.owner.post(path, {"csrf_token": stolen}).status == 400
    assert len(people.entries()) == before


@pytest.mark.parametrize("who", PERSONAS)
def test_an_invitation_opens_for_everybody_who_has_it(site: Flask, who: str) -> None:
    people = club(site, "nothing")
    club_id = people.id
    with site.app_context():
        token = give_link(club_id, "join")
    assert people.phones[who].get(f"/join/{token}").status == 200
    assert people.phones[who].get(f"/join/{token}x").status == 404


def test_every_address_of_clubs_and_accounts_is_in_a_table_here(site: Flask) -> None:
    rules = [rule for rule in site.url_map.iter_rules() if rule.rule.startswith(ADDRESSES)]
    served = {(method, rule.rule) for rule in rules for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}}
    assert not served - {*CLUB, *OTHERS, *ELSEWHERE}, "a page without a row in this table: who may see it?"
    assert not {*CLUB, *OTHERS, *ELSEWHERE} - served, "a row without a page"
