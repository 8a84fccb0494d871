"""Access to every club address by role; an address without a row in the table fails."""

import re
from itertools import product

import pytest
from flask import Flask

from tests.support.clubs.addresses import (
    ADDRESSES,
    CLUB,
    OTHER_ADDRESSES,
    OUTSIDERS,
    PERSONAS,
    ROLES,
    SIGNED_IN,
    Access,
)
from tests.support.clubs.club_of_roles import create_club_of_roles, path_of, request_address, shared_club_of_roles
from tests.support.pages import Fields, Phone
from trexscore.club.record import VISIBLE_PARTS
from trexscore.commands.clubs.links import create_club_link

PERSONAS_AND_VISIBILITY = [*((persona, "nothing") for persona in ROLES), *product(OUTSIDERS, VISIBLE_PARTS)]
"""Members see the same at every visibility, so they are tested at `nothing` only."""


@pytest.mark.parametrize(("persona", "shows"), PERSONAS_AND_VISIBILITY)
def test_club_addresses_follow_roles(site: Flask, persona: str, shows: str) -> None:
    club = shared_club_of_roles(site, shows)
    results = {
        address: (request_address(club, persona, *address, row).status, expected_statuses(row, persona, shows))
        for address, row in CLUB.items()
    }
    assert not {address: result for address, result in results.items() if result[0] not in result[1]}


def expected_statuses(row: Access, persona: str, shows: str) -> tuple[int, ...]:
    """The possible statuses for this persona."""
    if persona in OUTSIDERS:
        is_shown = row.visible_from is not None and VISIBLE_PARTS.index(shows) >= VISIBLE_PARTS.index(row.visible_from)
        return (200 if is_shown else 404,)
    return row.statuses if persona in row.roles else (403,)


METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
CHANGING_VALUES = re.compile(r'name="csrf_token" value="[^"]*"|nonce-[^\'"]*')


def response_content(phone: Phone, method: str, path: str, uid: str, fields: Fields | None) -> tuple[object, ...]:
    """The parts of a response, with the address replaced."""
    with phone.client.open(path, method=method, data=fields, headers={"Accept-Language": "en"}) as response:
        headers = [*((name, value) for name, value in response.headers if name not in {"Date", "Set-Cookie"})]
        cookies = [cookie.partition("=")[0] for cookie in response.headers.getlist("Set-Cookie")]
        body = response.get_data().decode()
    assert "Trex at the corner" not in body
    return response.status, cookies, [CHANGING_VALUES.sub("", str(part)).replace(uid, "") for part in (headers, body)]


@pytest.mark.parametrize("persona", OUTSIDERS)
def test_hidden_club_answers_like_no_club(site: Flask, persona: str) -> None:
    """For every method, with and without a valid form: the same status, headers, cookies and text."""
    club, unknown_uid = shared_club_of_roles(site, "nothing"), "A" * 22
    phone = club.phones[persona]
    phone.get("/")  # consumes messages of earlier forms
    differing = []
    for (method, rule), row in CLUB.items():
        path = path_of(club, "GET", rule)
        for sent_method in METHODS if method == "GET" else ("POST",):
            for fields in ({"csrf_token": phone.token, **(row.form or {})}, {}) if sent_method == "POST" else (None,):
                content = response_content(phone, sent_method, path, club.uid, fields)
                if content != response_content(
                    phone, sent_method, path.replace(club.uid, unknown_uid), unknown_uid, fields
                ):
                    differing.append((sent_method, path, fields))
    assert not differing


@pytest.mark.parametrize("path", ["", "/members", "/members/3"])
def test_outsider_sees_no_forms_or_member_links(site: Flask, path: str) -> None:
    club = shared_club_of_roles(site, "all")
    response = club.phones["stranger"].get(club.path(path))
    assert not [form for form in response.root.find("form") if form.attrs.get("method", "get") == "post"]
    assert not [
        link for link in response.root.find("a") if link.attrs["href"].endswith(("/settings", "/links", "/history"))
    ]


def test_pages_offer_only_permitted_actions(site: Flask) -> None:
    club = create_club_of_roles(site, "nothing")
    number = club.join("Shown")
    for persona in ROLES:
        pages = [club.phones[persona].get(club.path(path)) for path in ("", "/members", f"/members/{number}")]
        links = {link.attrs["href"].partition("#")[0] for page in pages for link in page.root.find("a")}
        refused = [link for link in links if link.startswith("/c/") and club.phones[persona].get(link).status != 200]
        assert not refused, persona
        forms = [form for page in pages for form in page.root.find("form")]
        for form in [form for form in forms if form.attrs.get("method", "get") == "post"]:
            path = form.attrs["action"].replace(club.uid, "<club_uid>")
            path = path.replace(f"/members/{number}", "/members/<int:member_number>")
            assert persona in CLUB["POST", path].roles, path


def test_account_addresses_lead_to_sign_in(site: Flask) -> None:
    phone = Phone(site)
    fields: Fields = {"csrf_token": phone.token}
    results = {}
    for method, rule in [address for address, access in OTHER_ADDRESSES.items() if access == SIGNED_IN]:
        path = re.sub("<int.*>", "1", rule)
        response = phone.get(path, follow=False) if method == "GET" else phone.post(path, fields, follow=False)
        results[method, rule] = response.status, response.headers.get("Location", "").startswith("/account/sign-in")
    assert not {address: result for address, result in results.items() if result != (303, True)}


def test_club_forms_need_csrf_token(site: Flask) -> None:
    club = shared_club_of_roles(site, "nothing")
    foreign_token: Fields = {"csrf_token": Phone(site).token}
    results = {}
    for (method, rule), row in CLUB.items():
        if method == "POST":
            path = path_of(club, method, rule)
            entry_count = len(club.entries())
            statuses = [club.owner.post(path, fields).status for fields in ({**(row.form or {})}, foreign_token)]
            results[rule] = statuses, len(club.entries()) - entry_count
    assert not {rule: result for rule, result in results.items() if result != ([400, 400], 0)}


@pytest.mark.parametrize("persona", PERSONAS)
def test_invitation_opens_for_everyone(site: Flask, persona: str) -> None:
    club = shared_club_of_roles(site, "nothing")
    club_id = club.id
    with site.app_context():
        token = create_club_link(club_id, "join")
    assert club.phones[persona].get(f"/join/{token}").status == 200
    assert club.phones[persona].get(f"/join/{token}x").status == 404


def test_every_address_has_an_access_row(site: Flask) -> None:
    rules = [rule for rule in site.url_map.iter_rules() if rule.rule.startswith(ADDRESSES)]
    served = {(method, rule.rule) for rule in rules for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}}
    assert not served - {*CLUB, *OTHER_ADDRESSES}, "add the address to the access table"
    assert not {*CLUB, *OTHER_ADDRESSES} - served, "remove the row of an unknown address"
