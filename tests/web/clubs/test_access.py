"""Access to every club address by role; an address without a row in the table fails."""

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
    AddressAccess,
    ask,
    club_of_everybody,
    path_of,
    shared_club_of_roles,
)
from tests.support.pages import Fields, Phone
from trexscore.club.record import VISIBLE_PARTS
from trexscore.commands.clubs.links import create_club_link

READERS = [*((who, "nothing") for who in ROLES), *product(OUTSIDERS, VISIBLE_PARTS)]
"""Visibility changes nothing for members: they see most where outsiders see least."""


@pytest.mark.parametrize(("who", "shows"), READERS)
def test_club_addresses_by_role(site: Flask, who: str, shows: str) -> None:
    people = shared_club_of_roles(site, shows)
    answered = {
        address: (ask(people, who, *address, row).status, expected_statuses(row, who, shows))
        for address, row in CLUB.items()
    }
    assert not {address: told for address, told in answered.items() if told[0] not in told[1]}


def expected_statuses(row: AddressAccess, who: str, shows: str) -> tuple[int, ...]:
    """The statuses with which this reader may be answered."""
    if who in OUTSIDERS:
        is_shown = row.shown is not None and VISIBLE_PARTS.index(shows) >= VISIBLE_PARTS.index(row.shown)
        return (200 if is_shown else 404,)
    return row.ok if who in row.roles else (403,)


METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
CHANGING = re.compile(r'name="csrf_token" value="[^"]*"|nonce-[^\'"]*')


def response_content(phone: Phone, method: str, path: str, uid: str, sent: Fields | None) -> tuple[object, ...]:
    """Everything that a response contains except the address itself."""
    with phone.client.open(path, method=method, data=sent, headers={"Accept-Language": "en"}) as answer:
        told = [*((name, value) for name, value in answer.headers if name not in {"Date", "Set-Cookie"})]
        cookies = [cookie.partition("=")[0] for cookie in answer.headers.getlist("Set-Cookie")]
        body = answer.get_data().decode()
    assert "Trex at the corner" not in body
    return answer.status, cookies, [CHANGING.sub("", str(one)).replace(uid, "") for one in (told, body)]


@pytest.mark.parametrize("who", OUTSIDERS)
def test_hidden_club_answers_like_no_club(site: Flask, who: str) -> None:
    """For every method, with and without a valid form: the same status, headers, cookies and text."""
    people, nowhere = shared_club_of_roles(site, "nothing"), "A" * 22
    phone = people.phones[who]
    phone.get("/")  # shows what an earlier form left to be said
    differing = []
    for (method, rule), row in CLUB.items():
        path = path_of(people, "GET", rule)
        for asked in METHODS if method == "GET" else ("POST",):
            for sent in ({"csrf_token": phone.token, **(row.sent or {})}, {}) if asked == "POST" else (None,):
                there = response_content(phone, asked, path, people.uid, sent)
                if there != response_content(phone, asked, path.replace(people.uid, nowhere), nowhere, sent):
                    differing.append((asked, path, sent))
    assert not differing


@pytest.mark.parametrize("path", ["", "/members", "/members/3"])
def test_outsider_sees_no_forms_or_member_links(site: Flask, path: str) -> None:
    people = shared_club_of_roles(site, "all")
    answer = people.phones["stranger"].get(people.path(path))
    assert not [form for form in answer.root.find("form") if form.attrs.get("method", "get") == "post"]
    assert not [
        link for link in answer.root.find("a") if link.attrs["href"].endswith(("/settings", "/links", "/history"))
    ]


def test_pages_offer_only_permitted_actions(site: Flask) -> None:
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


def test_account_addresses_lead_to_sign_in(site: Flask) -> None:
    phone = Phone(site)
    sent: Fields = {"csrf_token": phone.token}
    answered = {}
    for method, rule in [one for one in OTHERS if OTHERS[one] == SIGNED_IN]:
        path = rule.replace("<int:passkey>", "1")
        answer = phone.get(path, follow=False) if method == "GET" else phone.post(path, sent, follow=False)
        answered[method, rule] = answer.status, answer.headers.get("Location", "").startswith("/account/sign-in")
    assert not {address: told for address, told in answered.items() if told != (303, True)}


def test_club_forms_need_csrf_token(site: Flask) -> None:
    people = shared_club_of_roles(site, "nothing")
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
def test_invitation_opens_for_everyone(site: Flask, who: str) -> None:
    people = shared_club_of_roles(site, "nothing")
    club_id = people.id
    with site.app_context():
        token = create_club_link(club_id, "join")
    assert people.phones[who].get(f"/join/{token}").status == 200
    assert people.phones[who].get(f"/join/{token}x").status == 404


def test_every_address_has_an_access_row(site: Flask) -> None:
    rules = [rule for rule in site.url_map.iter_rules() if rule.rule.startswith(ADDRESSES)]
    served = {(method, rule.rule) for rule in rules for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}}
    assert not served - {*CLUB, *OTHERS}, "a page without a row in this table: who may see it?"
    assert not {*CLUB, *OTHERS} - served, "a row without a page"
