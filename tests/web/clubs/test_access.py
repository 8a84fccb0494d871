"""Who may see and do what in a club: every address of it is in a table, and a new one without a row fails."""

import re
from itertools import product

import pytest
from flask import Flask

from tests.support.clubs.addresses import (
    ADDRESSES,
    CLUB,
    OTHERS,
    OUTSIDERS,
    PERSONAS,
    ROLES,
    SIGNED_IN,
    Row,
    ask,
    club,
    club_of_everybody,
    path_of,
)
from tests.support.pages import Fields, Phone
from trexscore.club.record import SHOWS
from trexscore.commands.clubs.links import create_club_link

READERS = [*((who, "nothing") for who in ROLES), *product(OUTSIDERS, SHOWS)]
"""What a club shows to outsiders changes nothing for those who are in it: they see most where it shows least."""


@pytest.mark.parametrize(("who", "shows"), READERS)
def test_club_addresses_by_role(site: Flask, who: str, shows: str) -> None:
    people = club(site, shows)
    answered = {
        address: (ask(people, who, *address, row).status, due(row, who, shows)) for address, row in CLUB.items()
    }
    assert not {address: told for address, told in answered.items() if told[0] not in told[1]}


def due(row: Row, who: str, shows: str) -> tuple[int, ...]:
    """The statuses that this one may be answered with."""
    if who in OUTSIDERS:
        is_shown = row.shown is not None and SHOWS.index(shows) >= SHOWS.index(row.shown)
        return (200 if is_shown else 404,)
    return row.ok if who in row.roles else (403,)


METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
CHANGING = re.compile(r'name="csrf_token" value="[^"]*"|nonce-[^\'"]*')


def seen_of(phone: Phone, method: str, path: str, uid: str, sent: Fields | None) -> tuple[object, ...]:
    """All that an answer tells, but for the address itself."""
    with phone.client.open(path, method=method, data=sent, headers={"Accept-Language": "en"}) as answer:
        told = [*((name, value) for name, value in answer.headers if name not in {"Date", "Set-Cookie"})]
        cookies = [cookie.partition("=")[0] for cookie in answer.headers.getlist("Set-Cookie")]
        body = answer.get_data().decode()
    assert "Trex at the corner" not in body
    return answer.status, cookies, [CHANGING.sub("", str(one)).replace(uid, "") for one in (told, body)]


@pytest.mark.parametrize("who", OUTSIDERS)
def test_hidden_club_answers_like_no_club(site: Flask, who: str) -> None:
    """Whatever the method, and whether the form is one of this site: status, headers, cookies and every word."""
    people, nowhere = club(site, "nothing"), "A" * 22
    phone = people.phones[who]
    differing = []
    for (method, rule), row in CLUB.items():
        path = path_of(people, "GET", rule)
        for asked in METHODS if method == "GET" else ("POST",):
            for sent in ({"csrf_token": phone.token, **(row.sent or {})}, {}) if asked == "POST" else (None,):
                there = seen_of(phone, asked, path, people.uid, sent)
                if there != seen_of(phone, asked, path.replace(people.uid, nowhere), nowhere, sent):
                    differing.append((asked, path, sent))
    assert not differing


@pytest.mark.parametrize("path", ["", "/members", "/members/3"])
def test_an_outsider_finds_no_form_and_no_link_that_only_members_follow(site: Flask, path: str) -> None:
    people = club(site, "all")
    answer = people.phones["stranger"].get(people.path(path))
    assert not [form for form in answer.root.find("form") if form.attrs.get("method", "get") == "post"]
    assert not [
        link for link in answer.root.find("a") if link.attrs["href"].endswith(("/settings", "/links", "/history"))
    ]


def test_nobody_is_shown_a_way_that_would_be_refused(site: Flask) -> None:
    people = club_of_everybody(site, "nothing")
    number = people.join("Shown")
    for who in ROLES:
        pages = [people.phones[who].get(people.path(path)) for path in ("", "/members", f"/members/{number}")]
        links = {link.attrs["href"].partition("#")[0] for page in pages for link in page.root.find("a")}
        refused = [link for link in links if link.startswith("/c/") and people.phones[who].get(link).status != 200]
        assert not refused, who
        forms = [form for page in pages for form in page.root.find("form")]
        for form in [form for form in forms if form.attrs.get("method", "get") == "post"]:
            path = form.attrs["action"].replace(people.uid, "<uid>")
            path = path.replace(f"/members/{number}", "/members/<int:number>")
            assert who in CLUB["POST", path].roles, path


def test_addresses_for_accounts_lead_to_sign_in(site: Flask) -> None:
    phone = Phone(site)
    sent: Fields = {"csrf_token": phone.token}
    answered = {}
    for method, rule in [one for one in OTHERS if OTHERS[one] == SIGNED_IN]:
        path = rule.replace("<int:passkey>", "1")
        answer = phone.get(path, follow=False) if method == "GET" else phone.post(path, sent, follow=False)
        answered[method, rule] = answer.status, answer.headers.get("Location", "").startswith("/account/sign-in")
    assert not {address: told for address, told in answered.items() if told != (303, True)}


def test_club_forms_cannot_be_forged(site: Flask) -> None:
    people = club(site, "nothing")
    of_another: Fields = {"csrf_token": Phone(site).token}
    answered = {}
    for (method, rule), row in CLUB.items():
        if method == "POST":
            path = path_of(people, method, rule)
            before = len(people.entries())
            statuses = [people.owner.post(path, sent).status for sent in ({**(row.sent or {})}, of_another)]
            answered[rule] = statuses, len(people.entries()) - before
    assert not {rule: told for rule, told in answered.items() if told != ([400, 400], 0)}


@pytest.mark.parametrize("who", PERSONAS)
def test_an_invitation_opens_for_everybody_who_has_it(site: Flask, who: str) -> None:
    people = club(site, "nothing")
    club_id = people.id
    with site.app_context():
        token = create_club_link(club_id, "join")
    assert people.phones[who].get(f"/join/{token}").status == 200
    assert people.phones[who].get(f"/join/{token}x").status == 404


def test_every_address_of_clubs_and_accounts_is_in_a_table_here(site: Flask) -> None:
    rules = [rule for rule in site.url_map.iter_rules() if rule.rule.startswith(ADDRESSES)]
    served = {(method, rule.rule) for rule in rules for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}}
    assert not served - {*CLUB, *OTHERS}, "a page without a row in this table: who may see it?"
    assert not {*CLUB, *OTHERS} - served, "a row without a page"
