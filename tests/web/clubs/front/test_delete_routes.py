"""Dissolving a club on its pages: what is said first, what has to be typed, and what is there afterwards."""

import uuid

import pytest
from flask import Flask

from tests.support.clubs.club import ClubHere
from tests.support.clubs.files import bring, exported
from tests.support.pages import Answer, Phone, start
from tests.support.people import OWNER, People, found, said, somebody
from tests.support.tables import DIAMONDS
from trexscore.db.clubs.clubs import read_member_accounts
from trexscore.db.clubs.game_tokens import store_tokens
from trexscore.db.journals import write_transaction
from trexscore.db.models import db
from trexscore.db.tokens import read_unseated_tokens
from trexscore.i18n import LANGUAGES

NAME = "Trex at the corner"


def page_of(club: People, phone: Phone | None = None) -> Answer:
    return club.get("/delete", phone)


def dissolve(club: People, page: Answer | None = None, **fields: str) -> Answer:
    return club.owner.send(page or page_of(club), "/delete", **{"name": NAME} | fields)


def test_a_club_founded_by_mistake_is_gone_for_everybody(site: Flask) -> None:
    club, (stranger, _account) = found(site, "all"), somebody(site, "Stranger")
    stranger.get("/")  # where it is told that its account is there
    address, nowhere = club.path(), f"/c/{'A' * 22}"
    link = club.get("/settings").root.find("a", class_="row--grave")[0].attrs["href"]
    assert link == club.path("/delete")
    page = page_of(club)
    done = dissolve(club, page)
    assert (done.status, done.path, "The club is deleted." in done.text) == (200, "/clubs", True)
    assert NAME not in done.text
    for phone in (club.owner, stranger, Phone(site)):
        for rest in ("", "/settings", "/delete", "/members", "/export", "/games"):
            there, never = phone.get(address + rest, follow=False), phone.get(nowhere + rest, follow=False)
            assert (there.status, never.status) == (404, 404)
            assert there.text.replace(address, nowhere) == never.text


def test_the_form_that_is_sent_twice_is_told_the_same_twice(site: Flask) -> None:
    club = found(site)
    page = page_of(club)
    for answer in (dissolve(club, page), dissolve(club, page)):
        assert (answer.status, answer.path, "The club is deleted." in answer.text) == (200, "/clubs", True)


def test_nobody_but_the_owner_learns_by_sending_the_form_that_there_was_a_club(site: Flask) -> None:
    club, (stranger, _account) = found(site), somebody(site, "Stranger")
    page = page_of(club)
    dissolve(club, page)
    for address in (club.path("/delete"), f"/c/{'A' * 22}/delete"):
        token = str(stranger.get("/games/new").fields("/games")["csrf_token"])
        assert stranger.post(address, {"csrf_token": token, "name": NAME}).status == 404
    token = str(club.owner.get("/games/new").fields("/games")["csrf_token"])
    assert club.owner.post(f"/c/{'A' * 22}/delete", {"csrf_token": token, "name": NAME}).status == 404


@pytest.mark.parametrize("typed", ["", "Trex", f"{NAME}s", "\u202e"])
def test_a_slip_of_the_finger_dissolves_nothing(site: Flask, typed: str) -> None:
    club = found(site)
    refused = dissolve(club, name=typed)
    assert (refused.status, said("not_its_name") in refused.text) == (422, True)
    assert club.get().status == 200


@pytest.mark.parametrize("typed", [f"  {NAME.upper()} ", NAME.replace(" ", "  ")])
def test_the_name_is_compared_as_names_are(site: Flask, typed: str) -> None:
    club = found(site)
    assert dissolve(club, name=typed).path == "/clubs"


def test_where_others_have_an_account_it_is_handed_over_or_they_leave_first(site: Flask) -> None:
    club = found(site)
    before = page_of(club)
    admin, dana = (club.join(name, role, signs_in=True) for name, role in (("Adele", "admin"), ("Dana", "member")))
    for name in ("Adele", "Dana"):
        assert page_of(club, club.phones[name]).status == 403
        assert club.phones[name].get(club.path("/settings")).root.find("a", class_="row--grave") == []
    page = page_of(club)
    assert "Transfer it to one of them" in page.text
    assert page.root.find("input", name="name") == []
    rows = page.root.find("nav", class_="rows")[0].find("a")
    assert [row.attrs["href"] for row in rows] == [club.path(f"/members/{number}") for number in (admin, dana)]
    refused = dissolve(club, before)  # nor by a form from before
    assert (refused.status, "Transfer it to one of them" in refused.text) == (422, True)
    for number in (admin, dana):
        club.say("left", {"member": number})
    assert dissolve(club).path == "/clubs"


def test_whoever_finds_the_phone_unlocked_is_asked_for_the_password(
    site: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = found(site)
    page = page_of(club)
    monkeypatch.setattr("trexscore.web.clubs.front.delete_routes.recently_authenticated", lambda: False)
    asked = club.owner.get(club.path("/delete"), follow=False)
    sent = club.owner.send_only(page, "/delete", name=NAME)
    for answer in (asked, sent):
        assert answer.headers["Location"].startswith("/account/sign-in")
    assert club.get().status == 200


def test_the_games_that_only_the_club_leads_to_are_counted_before(site: Flask) -> None:
    club = found(site)
    games = [start(site, DIAMONDS), start(site, DIAMONDS)]
    assert "Access to" not in page_of(club).text
    club_id = club.id
    for game, alone in zip(games, (True, False), strict=True):
        club.count(game, {"A": OWNER, "B": None, "C": None, "D": None})
        with site.app_context(), write_transaction() as session:
            store_tokens(session, club_id, read_unseated_tokens(session, game.game_id)["own"], exclusive=alone)
    page = page_of(club)
    assert "Access to one game" in page.text
    export = page.root.find("nav", class_="rows")[0].find("a")[0]
    assert export.attrs["href"] == club.path("/export")
    assert dissolve(club, page).path == "/clubs"
    for game in games:
        assert club.owner.get(game.path()).status == 200


def test_its_file_brings_it_back_on_the_same_page(site: Flask) -> None:
    club = found(site)
    game = start(site, DIAMONDS)
    club.count(game, {"A": OWNER, "B": club.join("Dana"), "C": None, "D": None})
    with site.app_context():
        file = exported(ClubHere(club.uid))
        owner = read_member_accounts(db.session(), ClubHere(club.uid).id)[OWNER]
    dissolve(club)
    with site.app_context():
        bring(file, owner)
        assert exported(ClubHere(club.uid)) == file
    assert NAME in club.get().text


def test_the_owner_is_erased_from_its_games_where_that_is_ticked(site: Flask) -> None:
    kept, erased = found(site), found(site)
    games = [start(site, DIAMONDS, players=["Basil", "Karim", "Visitor", "Another"]) for _ in range(2)]
    for club, game in zip((kept, erased), games, strict=True):
        club.count(game, {"A": OWNER, "B": None, "C": None, "D": None})
    dissolve(kept)
    dissolve(erased, erase="y")
    assert [game.file()["players"][0] for game in games] == ["Basil", "A"]


def test_the_way_out_of_an_account_leads_through_the_club_and_back(site: Flask) -> None:
    club = found(site)
    page = club.owner.get("/account/delete")
    ways = [link.attrs["href"] for link in page.root.find("a") if "/delete" in link.attrs["href"]]
    assert ways == [f"{club.path('/delete')}?next=/account/delete"]
    done = dissolve(club, club.owner.get(ways[0]))
    assert done.path == "/account/delete"
    assert ("The club is deleted." in done.text, "You own" in done.text) == (True, False)
    assert club.owner.send(done, "/delete").path == "/"


@pytest.mark.parametrize("there", ["//evil.example", "https://evil.example", "javascript:alert(1)"])
def test_it_leads_nowhere_but_here(site: Flask, there: str) -> None:
    club = found(site)
    page = club.owner.client.get(club.path("/delete"), query_string={"next": there})
    assert page.status_code == 200
    assert dissolve(club, next=there).path == "/clubs"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_whole_in_every_language(site: Flask, language: str) -> None:
    club = found(site)
    club.owner.language = language
    for _ in range(2):
        page = page_of(club)
        assert (page.status, page.page.faults) == (200, ())
        assert "%(" not in page.text
        club.join(f"Dana {uuid.uuid4().hex[:4]}", signs_in=True)
