"""The page to delete a club: warnings, confirmation by name, and data that remains."""

import uuid

import pytest
from flask import Flask

from tests.support.clubs.club import SiteClub
from tests.support.clubs.files import export_club, import_file
from tests.support.pages import Phone, Response, start
from tests.support.people import OWNER_MEMBER_NUMBER, PagesClub, new_account, new_club, refusal_text_of
from tests.support.tables import DIAMONDS
from trexscore.db.clubs.clubs import read_account_ids_by_member
from trexscore.db.clubs.game_tokens import store_game_token_if_unclaimed
from trexscore.db.game_links import read_tokens_by_permission
from trexscore.db.models import db
from trexscore.db.transactions import write_transaction
from trexscore.i18n import LANGUAGES

NAME = "Trex at the corner"


def page_of(club: PagesClub, phone: Phone | None = None) -> Response:
    return club.get("/delete", phone)


def delete_club(club: PagesClub, page: Response | None = None, **fields: str) -> Response:
    return club.owner.send(page or page_of(club), "/delete", **{"name": NAME} | fields)


def test_deleted_club_is_gone_for_everyone(site: Flask) -> None:
    club, (stranger, _account) = new_club(site, "all"), new_account(site, "Stranger")
    stranger.get("/")  # consumes the message about the new account
    address, unknown_address = club.path(), f"/c/{'A' * 22}"
    link = club.get("/settings").root.find("a", class_="row--danger")[0].attrs["href"]
    assert link == club.path("/delete")
    page = page_of(club)
    clubs_page = delete_club(club, page)
    assert (clubs_page.status, clubs_page.path, "The club is deleted." in clubs_page.text) == (200, "/clubs", True)
    assert NAME not in clubs_page.text
    for phone in (club.owner, stranger, Phone(site)):
        for suffix in ("", "/settings", "/delete", "/members", "/export", "/games"):
            deleted_response, unknown_response = (
                phone.get(address + suffix, follow=False),
                phone.get(unknown_address + suffix, follow=False),
            )
            assert (deleted_response.status, unknown_response.status) == (404, 404)
            assert deleted_response.text.replace(address, unknown_address) == unknown_response.text


def test_delete_sent_twice_gets_same_answer(site: Flask) -> None:
    club = new_club(site)
    page = page_of(club)
    for response in (delete_club(club, page), delete_club(club, page)):
        assert (response.status, response.path, "The club is deleted." in response.text) == (200, "/clubs", True)


def test_delete_reveals_club_to_owner_only(site: Flask) -> None:
    club, (stranger, _account) = new_club(site), new_account(site, "Stranger")
    page = page_of(club)
    delete_club(club, page)
    for address in (club.path("/delete"), f"/c/{'A' * 22}/delete"):
        token = str(stranger.get("/games/new").fields("/games")["csrf_token"])
        assert stranger.post(address, {"csrf_token": token, "name": NAME}).status == 404
    token = str(club.owner.get("/games/new").fields("/games")["csrf_token"])
    assert club.owner.post(f"/c/{'A' * 22}/delete", {"csrf_token": token, "name": NAME}).status == 404


@pytest.mark.parametrize("typed", ["", "Trex", f"{NAME}s", "\u202e"])
def test_delete_needs_exact_name(site: Flask, typed: str) -> None:
    club = new_club(site)
    response = delete_club(club, name=typed)
    assert (response.status, refusal_text_of("not_its_name") in response.text) == (422, True)
    assert club.get().status == 200


@pytest.mark.parametrize("typed", [f"  {NAME.upper()} ", NAME.replace(" ", "  ")])
def test_delete_compares_names_normalized(site: Flask, typed: str) -> None:
    club = new_club(site)
    assert delete_club(club, name=typed).path == "/clubs"


def test_delete_needs_transfer_while_accounts_remain(site: Flask) -> None:
    club = new_club(site)
    earlier_page = page_of(club)
    adele, dana = (club.join(name, role, signs_in=True) for name, role in (("Adele", "admin"), ("Dana", "member")))
    for name in ("Adele", "Dana"):
        assert page_of(club, club.phones[name]).status == 403
        assert club.phones[name].get(club.path("/settings")).root.find("a", class_="row--danger") == []
    page = page_of(club)
    assert "Transfer it to one of them" in page.text
    assert page.root.find("input", name="name") == []
    rows = page.root.find("nav", class_="rows")[0].find("a")
    assert [row.attrs["href"] for row in rows] == [club.path(f"/members/{number}") for number in (adele, dana)]
    response = delete_club(club, earlier_page)  # a form opened earlier is also refused
    assert (response.status, "Transfer it to one of them" in response.text) == (422, True)
    for number in (adele, dana):
        club.add_entry("left", {"member": number})
    assert delete_club(club).path == "/clubs"


def test_delete_asks_for_password_again(site: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    club = new_club(site)
    page = page_of(club)
    monkeypatch.setattr("trexscore.web.accounts.session.renew_sign_in_if_recent", lambda: False)
    get_response = club.owner.get(club.path("/delete"), follow=False)
    post_response = club.owner.send_only(page, "/delete", name=NAME)
    for response in (get_response, post_response):
        assert response.headers["Location"].startswith("/account/sign-in")
    assert club.get().status == 200


def test_delete_counts_games_reachable_only_by_club(site: Flask) -> None:
    club = new_club(site)
    games = [start(site, DIAMONDS), start(site, DIAMONDS)]
    assert "Access to" not in page_of(club).text
    club_id = club.id
    for game, is_held_only_by_club in zip(games, (True, False), strict=True):
        club.count_game(game, {"A": OWNER_MEMBER_NUMBER, "B": None, "C": None, "D": None})
        with site.app_context(), write_transaction() as session:
            store_game_token_if_unclaimed(
                session,
                club_id,
                read_tokens_by_permission(session, game.game_id)["own"],
                is_held_only_by_club=is_held_only_by_club,
            )
    page = page_of(club)
    assert "Access to one game" in page.text
    export_link = page.root.find("nav", class_="rows")[0].find("a")[0]
    assert export_link.attrs["href"] == club.path("/export")
    assert delete_club(club, page).path == "/clubs"
    for game in games:
        assert club.owner.get(game.path()).status == 200


def test_deleted_club_returns_from_its_file(site: Flask) -> None:
    club = new_club(site)
    game = start(site, DIAMONDS)
    club.count_game(game, {"A": OWNER_MEMBER_NUMBER, "B": club.join("Dana"), "C": None, "D": None})
    with site.app_context():
        file = export_club(SiteClub(club.uid))
        owner = read_account_ids_by_member(db.session(), SiteClub(club.uid).id)[OWNER_MEMBER_NUMBER]
    delete_club(club)
    with site.app_context():
        import_file(file, owner)
        assert export_club(SiteClub(club.uid)) == file
    assert NAME in club.get().text


def test_delete_removes_owner_name_if_ticked(site: Flask) -> None:
    club_with_name, club_without_name = new_club(site), new_club(site)
    games = [start(site, DIAMONDS, players=["Basil", "Karim", "Visitor", "Another"]) for _ in range(2)]
    for club, game in zip((club_with_name, club_without_name), games, strict=True):
        club.count_game(game, {"A": OWNER_MEMBER_NUMBER, "B": None, "C": None, "D": None})
    delete_club(club_with_name)
    delete_club(club_without_name, erase="y")
    assert [game.file()["players"][0] for game in games] == ["Basil", "A"]


def test_account_deletion_leads_through_club_deletion(site: Flask) -> None:
    club = new_club(site)
    page = club.owner.get("/account/delete")
    hrefs = [link.attrs["href"] for link in page.root.find("a") if "/delete" in link.attrs["href"]]
    assert hrefs == [f"{club.path('/delete')}?next=/account/delete"]
    response = delete_club(club, club.owner.get(hrefs[0]))
    assert response.path == "/account/delete"
    assert ("The club is deleted." in response.text, "You own" in response.text) == (True, False)
    assert club.owner.send(response, "/delete").path == "/"


@pytest.mark.parametrize("target", ["//evil.example", "https://evil.example", "javascript:alert(1)"])
def test_delete_redirects_only_to_this_site(site: Flask, target: str) -> None:
    club = new_club(site)
    page = club.owner.client.get(club.path("/delete"), query_string={"next": target})
    assert page.status_code == 200
    assert delete_club(club, next=target).path == "/clubs"


@pytest.mark.parametrize("language", LANGUAGES)
def test_delete_page_is_complete_in_every_language(site: Flask, language: str) -> None:
    club = new_club(site)
    club.owner.language = language
    for _ in range(2):
        page = page_of(club)
        assert (page.status, page.page.faults) == (200, ())
        assert "%(" not in page.text
        club.join(f"Dana {uuid.uuid4().hex[:4]}", signs_in=True)
