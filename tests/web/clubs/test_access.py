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
    ask,
    club,
    path_of,
)
from tests.support.pages import Fields, Phone
from trexscore.club.record import SHOWS
from trexscore.commands.clubs.links import give_link

READERS = [*((who, "nothing") for who in ROLES), *product(OUTSIDERS, SHOWS)]
"""What a club shows to outsiders changes nothing for those who are in it: they see most where it shows least."""


@pytest.mark.parametrize(("who", "shows"), READERS)
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
@pytest.mark.parametrize(("method", "rule"), CLUB)
def test_what_nobody_shows_answers_as_what_does_not_exist(site: Flask, method: str, rule: str, who: str) -> None:
    """Whatever the method, and whether the form is one of this site: status, headers, cookies and every word."""
    people, nowhere = club(site, "nothing"), "A" * 22
    phone = people.phones[who]
    path, said = path_of(people, "GET", rule), CLUB[method, rule].sent or {}
    for asked in METHODS if method == "GET" else ("POST",):
        for sent in ({"csrf_token": phone.token, **said}, {}) if asked == "POST" else (None,):
            there = seen_of(phone, asked, path, people.uid, sent)
            assert there == seen_of(phone, asked, path.replace(people.uid, nowhere), nowhere, sent), asked


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
    sent: Fields = {"csrf_token": phone.token}
    answer = phone.get(path, follow=False) if method == "GET" else phone.post(path, sent, follow=False)
    assert answer.status == 303
    assert answer.headers["Location"].startswith("/account/sign-in")


@pytest.mark.parametrize(("method", "rule"), [one for one in CLUB if one[0] == "POST"])
def test_no_form_of_a_club_can_be_forged(site: Flask, method: str, rule: str) -> None:
    people = club(site, "nothing")
    path = path_of(people, method, rule)
    before = len(people.entries())
    assert people.owner.post(path, {**(CLUB[method, rule].sent or {})}).status == 400
    assert people.owner.post(path, {"csrf_token": Phone(site).token}).status == 400
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
    assert not served - {*CLUB, *OTHERS}, "a page without a row in this table: who may see it?"
    assert not {*CLUB, *OTHERS} - served, "a row without a page"
