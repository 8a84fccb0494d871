"""Picking one's name by the invitation for everybody: offered, waiting, confirmed, refused; and who sees what."""

import pytest
from flask import Flask

from tests.support.pages import Answer, Fields, Phone
from tests.support.people import OWNER, People, found, said, somebody
from trexscore.commands.clubs.links import create_club_link
from trexscore.db.clubs.clubs import read_member_accounts
from trexscore.db.models import db

BOTH_DATABASES = pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)


def invitation(club: People) -> str:
    club_id = club.id
    with club.site.app_context():
        return f"/join/{create_club_link(club_id, 'join')}"


def accounts(club: People) -> dict[int, int]:
    club_id = club.id
    with club.site.app_context():
        db.session.rollback()
        return read_member_accounts(db.session(), club_id)


def offered(page: Answer) -> list[str]:
    return [button.text for button in page.root.find("button", class_="picks__one")]


def pick(phone: Phone, path: str, member: int) -> Answer:
    sent: Fields = {"csrf_token": phone.token, "member": str(member)}
    return phone.post(path, sent)


def answer(club: People, what: str, number: str, who: Phone | None = None) -> Answer:
    phone = who or club.owner
    sent: Fields = {"csrf_token": phone.token, what: number}
    return phone.post(club.path("/requests"), sent)


def waiting(club: People) -> dict[str, str]:
    """The numbers of requests, by who picked."""
    lines = club.owner.get(club.path("/requests")).root.find("li", class_="requests__one")
    return {
        line.one("span", class_="requests__account").text.removeprefix("Picked by ").strip(): line.find("button")[
            0
        ].attrs["value"]
        for line in lines
    }


def test_list_says_nothing_about_reception(site: Flask) -> None:
    club = found(site)
    page = club.owner.get(club.path("/requests"))
    assert page.root.find("p", class_="waits__text") == []
    assert "appear here" in page.text


@BOTH_DATABASES
def test_a_name_is_picked_and_confirmed_with_one_tap(site: Flask) -> None:
    club = found(site)
    carine = club.join("Carine")
    phone, account = somebody(site, "Carine K.")
    path = invitation(club)
    page = phone.get(path)
    assert offered(page) == ["Carine"]
    waits = pick(phone, path, carine)
    assert "Waiting for confirmation" in waits.text
    assert phone.get(club.path()).status == 404, "it is no right yet"
    assert "Waiting for a club admin to confirm that you’re" in phone.get("/clubs").text
    front = club.owner.get(club.path()).text
    assert 0 < front.index("Waiting for confirmation") < front.index("Schedule"), "before everything else"
    answer(club, "confirm", waiting(club)["Carine K."])
    assert accounts(club) == {OWNER: accounts(club)[OWNER], carine: account}
    assert phone.get(club.path()).status == 200
    assert "You’re already a member." in phone.get(path).text
    assert waiting(club) == {}


def test_names_with_an_account_and_of_admins_are_not_offered(site: Flask) -> None:
    club = found(site)
    club.join("Dana", signs_in=True)
    club.join("Elias", "admin")
    gone = club.join("Farah")
    club.say("left", {"member": gone})
    club.join("Ghassan")
    phone, _account = somebody(site, "Ghassan")
    assert offered(phone.get(invitation(club))) == ["Ghassan"]


def test_whoever_is_not_signed_in_sees_no_names(site: Flask) -> None:
    club = found(site)
    club.join("Carine")
    page = Phone(site).get(invitation(club))
    assert page.status == 200
    assert "Carine" not in page.text


def test_a_name_that_is_not_offered_cannot_be_picked(site: Flask) -> None:
    club = found(site)
    dana = club.join("Dana", signs_in=True)
    phone, _account = somebody(site, "Nobody")
    path = invitation(club)
    for number in (dana, OWNER, 999):
        assert pick(phone, path, number).status == 422
    assert waiting(club) == {}


def test_of_two_who_pick_the_same_the_other_is_told(site: Flask) -> None:
    club = found(site)
    carine = club.join("Carine")
    path = invitation(club)
    (one, account), (other, _other) = somebody(site, "Right"), somebody(site, "Wrong")
    for phone in (one, other):
        pick(phone, path, carine)
    assert {*waiting(club)} == {"Right", "Wrong"}
    numbers = waiting(club)
    answer(club, "confirm", numbers["Right"])
    assert accounts(club)[carine] == account
    assert waiting(club) == {}
    assert "The club didn’t confirm that you’re" in other.get(path).text
    answer(club, "confirm", numbers["Wrong"])
    assert accounts(club)[carine] == account, "nobody's account is taken away"


def test_who_is_refused_picks_another_name_or_enters_one(site: Flask) -> None:
    club = found(site)
    carine = club.join("Carine")
    path = invitation(club)
    phone, _account = somebody(site, "Dina")
    pick(phone, path, carine)
    answer(club, "refuse", waiting(club)["Dina"])
    page = phone.get(path)
    assert "The club didn’t confirm that you’re" in page.text
    assert offered(page) == ["Carine"]
    assert phone.send(page, path, name="Dina").path == club.path()
    assert accounts(club).keys() > {OWNER}


def test_typing_a_listed_name_waits_as_picking_it_does(site: Flask) -> None:
    club = found(site)
    club.join("Carine")
    path = invitation(club)
    phone, _account = somebody(site, "Carine")
    assert "Waiting for confirmation" in phone.send(phone.get(path), path, name="carine").text
    assert accounts(club).keys() == {OWNER}
    assert [one.name for one in club.record.active_members] == ["Basil", "Carine"]


def test_a_name_with_an_account_is_refused_and_leaves_the_list_open(site: Flask) -> None:
    club = found(site)
    club.join("Dana", signs_in=True)
    club.join("Carine")
    path = invitation(club)
    phone, _account = somebody(site, "Dana")
    page = phone.send(phone.get(path), path, name="Dana")
    assert page.problems == [said("name_taken")]
    assert offered(page) == ["Carine"]


def test_a_pick_can_be_taken_back(site: Flask) -> None:
    club = found(site)
    carine = club.join("Carine")
    path = invitation(club)
    phone, _account = somebody(site, "Dina")
    page = pick(phone, path, carine)
    page = phone.post(path, {"csrf_token": phone.token, "withdraw": "y"})
    assert offered(page) == ["Carine"]
    assert waiting(club) == {}


def test_only_admins_confirm(site: Flask) -> None:
    club = found(site)
    carine = club.join("Carine")
    club.join("Scorer", "scorer", signs_in=True)
    phone, _account = somebody(site, "Dina")
    path = invitation(club)
    pick(phone, path, carine)
    number = waiting(club)["Dina"]
    assert answer(club, "confirm", number, club.phones["Scorer"]).status == 403
    assert answer(club, "confirm", number, phone).status == 404
    assert accounts(club).keys() == {OWNER, *accounts(club)} - {carine}


def test_another_clubs_request_cannot_be_confirmed(site: Flask) -> None:
    club, other = found(site), found(site)
    carine = club.join("Carine")
    phone, _account = somebody(site, "Dina")
    pick(phone, invitation(club), carine)
    answer(other, "confirm", waiting(club)["Dina"])
    answer(other, "refuse", waiting(club)["Dina"])
    assert {*waiting(club)} == {"Dina"}
    assert accounts(club).keys() == {OWNER}
