"""Members choose their name by the general invitation; an admin confirms or refuses."""

import pytest
from flask import Flask

from tests.support.pages import Fields, Phone, Response
from tests.support.people import OWNER_MEMBER_NUMBER, PagesClub, new_account, new_club, refusal_text_of
from trexscore.commands.clubs.links import create_club_link
from trexscore.db.clubs.clubs import read_account_ids_by_member
from trexscore.db.models import db

BOTH_DATABASES = pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)


def invitation(club: PagesClub) -> str:
    club_id = club.id
    with club.site.app_context():
        return f"/join/{create_club_link(club_id, 'join')}"


def member_accounts(club: PagesClub) -> dict[int, int]:
    club_id = club.id
    with club.site.app_context():
        db.session.rollback()
        return read_account_ids_by_member(db.session(), club_id)


def offered_names(page: Response) -> list[str]:
    return [button.text for button in page.root.find("button", class_="member-choices__button")]


def choose_name(phone: Phone, path: str, member: int) -> Response:
    fields: Fields = {"csrf_token": phone.token, "member": str(member)}
    return phone.post(path, fields)


def answer_request(club: PagesClub, decision: str, number: str, admin: Phone | None = None) -> Response:
    phone = admin or club.owner
    fields: Fields = {"csrf_token": phone.token, decision: number}
    return phone.post(club.path("/requests"), fields)


def waiting_requests(club: PagesClub) -> dict[str, str]:
    """The numbers of the requests, by the account's name."""
    lines = club.owner.get(club.path("/requests")).root.find("li", class_="requests__item")
    return {
        line.find_one("span", class_="requests__account").text.removeprefix("Picked by ").strip(): line.find("button")[
            0
        ].attrs["value"]
        for line in lines
    }


def test_empty_request_list_shows_no_offline_status(site: Flask) -> None:
    club = new_club(site)
    page = club.owner.get(club.path("/requests"))
    assert page.root.find("p", class_="unsent__text") == []
    assert "appear here" in page.text


@BOTH_DATABASES
def test_name_request_is_confirmed_with_one_tap(site: Flask) -> None:
    club = new_club(site)
    carine = club.join("Carine")
    phone, account = new_account(site, "Carine K.")
    path = invitation(club)
    page = phone.get(path)
    assert offered_names(page) == ["Carine"]
    response = choose_name(phone, path, carine)
    assert "Waiting for confirmation" in response.text
    assert phone.get(club.path()).status == 404, "an unconfirmed request gives no access"
    assert "Waiting for a club admin to confirm that you’re" in phone.get("/clubs").text
    front_text = club.owner.get(club.path()).text
    assert 0 < front_text.index("Waiting for confirmation") < front_text.index("Schedule"), "requests are listed first"
    answer_request(club, "confirm", waiting_requests(club)["Carine K."])
    assert member_accounts(club) == {OWNER_MEMBER_NUMBER: member_accounts(club)[OWNER_MEMBER_NUMBER], carine: account}
    assert phone.get(club.path()).status == 200
    assert "You’re already a member." in phone.get(path).text
    assert waiting_requests(club) == {}


def test_taken_names_and_admins_are_not_offered(site: Flask) -> None:
    club = new_club(site)
    club.join("Dana", signs_in=True)
    club.join("Elias", "admin")
    former = club.join("Farah")
    club.add_entry("left", {"member": former})
    club.join("Ghassan")
    phone, _account = new_account(site, "Ghassan")
    assert offered_names(phone.get(invitation(club))) == ["Ghassan"]


def test_invitation_shows_names_only_when_signed_in(site: Flask) -> None:
    club = new_club(site)
    club.join("Carine")
    page = Phone(site).get(invitation(club))
    assert page.status == 200
    assert "Carine" not in page.text


def test_name_not_offered_cannot_be_chosen(site: Flask) -> None:
    club = new_club(site)
    dana = club.join("Dana", signs_in=True)
    phone, _account = new_account(site, "Nobody")
    path = invitation(club)
    for number in (dana, OWNER_MEMBER_NUMBER, 999):
        assert choose_name(phone, path, number).status == 422
    assert waiting_requests(club) == {}


def test_confirmed_request_refuses_the_other(site: Flask) -> None:
    club = new_club(site)
    carine = club.join("Carine")
    path = invitation(club)
    (right_phone, account), (wrong_phone, _wrong_account) = new_account(site, "Right"), new_account(site, "Wrong")
    for phone in (right_phone, wrong_phone):
        choose_name(phone, path, carine)
    assert {*waiting_requests(club)} == {"Right", "Wrong"}
    numbers = waiting_requests(club)
    answer_request(club, "confirm", numbers["Right"])
    assert member_accounts(club)[carine] == account
    assert waiting_requests(club) == {}
    assert "The club didn’t confirm that you’re" in wrong_phone.get(path).text
    answer_request(club, "confirm", numbers["Wrong"])
    assert member_accounts(club)[carine] == account, "the confirmed account stays"


def test_request_that_is_no_longer_open_is_not_refused(site: Flask) -> None:
    """Another admin was faster: “Refused” would be false."""
    club = new_club(site)
    carine = club.join("Carine")
    phone, _account = new_account(site, "Dina")
    choose_name(phone, invitation(club), carine)
    number = waiting_requests(club)["Dina"]
    assert "Confirmed: " in answer_request(club, "confirm", number).text
    for decision in ("refuse", "confirm"):
        response = answer_request(club, decision, number)
        assert "This request is no longer open." in response.text
        assert "Refused." not in response.text


def test_refused_request_allows_another_name(site: Flask) -> None:
    club = new_club(site)
    carine = club.join("Carine")
    path = invitation(club)
    phone, _account = new_account(site, "Dina")
    choose_name(phone, path, carine)
    answer_request(club, "refuse", waiting_requests(club)["Dina"])
    page = phone.get(path)
    assert "The club didn’t confirm that you’re" in page.text
    assert offered_names(page) == ["Carine"]
    assert phone.send(page, path, name="Dina").path == club.path()
    assert member_accounts(club).keys() > {OWNER_MEMBER_NUMBER}


def test_typed_name_of_member_becomes_request(site: Flask) -> None:
    club = new_club(site)
    club.join("Carine")
    path = invitation(club)
    phone, _account = new_account(site, "Carine")
    assert "Waiting for confirmation" in phone.send(phone.get(path), path, name="carine").text
    assert member_accounts(club).keys() == {OWNER_MEMBER_NUMBER}
    assert [member.name for member in club.record.active_members] == ["Basil", "Carine"]


def test_name_with_account_is_refused(site: Flask) -> None:
    club = new_club(site)
    club.join("Dana", signs_in=True)
    club.join("Carine")
    path = invitation(club)
    phone, _account = new_account(site, "Dana")
    page = phone.send(phone.get(path), path, name="Dana")
    assert page.problems == [refusal_text_of("name_taken")]
    assert offered_names(page) == ["Carine"]


def test_name_request_is_withdrawn(site: Flask) -> None:
    club = new_club(site)
    carine = club.join("Carine")
    path = invitation(club)
    phone, _account = new_account(site, "Dina")
    page = choose_name(phone, path, carine)
    page = phone.post(path, {"csrf_token": phone.token, "withdraw": "y"})
    assert offered_names(page) == ["Carine"]
    assert waiting_requests(club) == {}


def test_only_admins_confirm_requests(site: Flask) -> None:
    club = new_club(site)
    carine = club.join("Carine")
    club.join("Scorer", "scorer", signs_in=True)
    phone, _account = new_account(site, "Dina")
    path = invitation(club)
    choose_name(phone, path, carine)
    number = waiting_requests(club)["Dina"]
    assert answer_request(club, "confirm", number, club.phones["Scorer"]).status == 403
    assert answer_request(club, "confirm", number, phone).status == 404
    assert member_accounts(club).keys() == {OWNER_MEMBER_NUMBER, *member_accounts(club)} - {carine}


def test_request_of_other_club_is_not_confirmed(site: Flask) -> None:
    club, other = new_club(site), new_club(site)
    carine = club.join("Carine")
    phone, _account = new_account(site, "Dina")
    choose_name(phone, invitation(club), carine)
    answer_request(other, "confirm", waiting_requests(club)["Dina"])
    answer_request(other, "refuse", waiting_requests(club)["Dina"])
    assert {*waiting_requests(club)} == {"Dina"}
    assert member_accounts(club).keys() == {OWNER_MEMBER_NUMBER}
