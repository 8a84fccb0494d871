"""An invitation to a club, opened by someone without an account."""

from flask import Flask

from tests.support.pages import Phone
from tests.support.people import new_club
from trexscore.commands.clubs.links import create_club_link
from trexscore.web.accounts.invitations import invited_member_name


def test_personal_invitation_fills_in_name(site: Flask) -> None:
    club = new_club(site)
    amal = club.join("Amal")
    club_id = club.id
    with site.app_context():
        personal_path, general_path = (f"/join/{create_club_link(club_id, 'join', member)}" for member in (amal, None))
    phone = Phone(site)
    page = phone.send(phone.get(personal_path), personal_path)
    assert page.path == "/account/new"
    assert page.fields("/account/new")["name"] == "Amal"
    page = phone.send(phone.get(general_path), general_path)
    assert page.fields("/account/new")["name"] == ""
    with site.app_context():
        assert {invited_member_name(path) for path in ("", "/join/x", "/c/x", f"//x{personal_path}")} == {""}
