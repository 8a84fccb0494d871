"""General and personal invitations; personal ones work once, and never for a member with an account."""

import threading
from collections import Counter

import pytest
from flask import Flask

from tests.support.accounts import PASSWORD
from tests.support.pages import Phone
from tests.support.people import OWNER_MEMBER_NUMBER, PagesClub, new_account, new_club, refusal_text_of
from trexscore.commands.clubs.links import cancel_club_link, create_club_link
from trexscore.db.clubs.clubs import read_account_ids_by_member
from trexscore.db.models import db

BOTH_DATABASES = pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)


def invitation(club: PagesClub, member: int | None = None) -> str:
    club_id = club.id
    with club.site.app_context():
        return f"/join/{create_club_link(club_id, 'join', member)}"


def member_accounts(club: PagesClub) -> dict[int, int]:
    club_id = club.id
    with club.site.app_context():
        db.session.rollback()
        return read_account_ids_by_member(db.session(), club_id)


def test_invitation_leads_through_new_account_to_membership(site: Flask, phone: Phone) -> None:
    club = new_club(site)
    path = invitation(club)
    page = phone.get(path)
    assert "You’re invited to this club." in page.text
    account_form = phone.send(page, path)
    assert account_form.path == "/account/new"
    username = f"u{club.uid.lower().replace('-', '').replace('_', '')}"
    invitation_page = phone.send(
        account_form, "/account/new", name="Dana", username=username, email="", password=PASSWORD
    )
    assert invitation_page.path == path
    assert invitation_page.fields(path)["name"] == "Dana"
    assert phone.send(invitation_page, path).path == club.path()
    assert [member.name for member in club.record.active_members] == ["Basil", "Dana"]
    assert "You’re already a member." in phone.get(path).text


def test_invitation_refuses_taken_name(site: Flask) -> None:
    club = new_club(site)
    club.join("Dana", signs_in=True)
    phone, _account = new_account(site, "Dana")
    path = invitation(club)
    response = phone.send_only(phone.get(path), path)
    assert response.status == 422
    assert response.problems == [refusal_text_of("name_taken")]
    assert [member.name for member in club.record.active_members] == ["Basil", "Dana"]


def test_personal_invitation_is_used_once(site: Flask) -> None:
    club = new_club(site)
    dana = club.join("Dana")
    first_path, second_path = invitation(club, dana), invitation(club, dana)
    first_phone, account_id = new_account(site, "Dana")
    second_phone, _account = new_account(site, "Dana too")
    page = second_phone.get(second_path)
    assert first_phone.send(first_phone.get(first_path), first_path).path == club.path()
    assert member_accounts(club)[dana] == account_id
    assert second_phone.send(page, second_path).status == 404
    assert second_phone.get(second_path).status == 404
    assert member_accounts(club)[dana] == account_id


def test_used_invitation_leads_its_member_to_club(site: Flask) -> None:
    club = new_club(site, shows="all")
    dana = club.join("Dana")
    path = invitation(club, dana)
    phone, _account = new_account(site, "Dana")
    stranger, _other = new_account(site, "Omar")
    page = phone.get(path)
    assert phone.send(page, path).path == club.path()
    assert phone.send(page, path).path == club.path(), "a double tap leads to the club"
    assert phone.get(path).path == club.path()
    assert stranger.get(path).status == 404
    assert path not in club.get("/links").text
    club.owner.send(club.get(f"/members/{dana}"), "/account/remove")
    assert phone.get(path).status == 404
    assert phone.send(page, path).status == 404
    assert dana not in member_accounts(club)


@BOTH_DATABASES
def test_links_are_listed_latest_first_with_author(site: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    club = new_club(site)
    club.join("Yara", "admin", signs_in=True)
    for day, phone, permission in (
        (3, club.owner, "screen"),
        (2, club.phones["Yara"], "read"),
        (5, club.owner, "calendar"),
    ):
        monkeypatch.setattr(
            "trexscore.commands.clubs.links.current_timestamp", lambda day=day: f"2026-03-0{day}T12:00:00.000Z"
        )
        token = str(phone.get(club.path("/links")).fields("/links")["csrf_token"])
        phone.post(club.path("/links"), {"csrf_token": token, "permission": permission})
    monkeypatch.undo()
    notes = [note.text for note in club.get("/links").root.find("p", class_="link__note")]
    assert [note.rpartition(". ")[2] for note in notes if "Created by" in note] == [
        "Created by Basil on 5 March 2026.",
        "Created by Basil on 3 March 2026.",
        "Created by Yara on 2 March 2026.",
    ]


def test_member_with_account_is_not_invited(site: Flask) -> None:
    club = new_club(site)
    dana, omar = club.join("Dana", signs_in=True), club.join("Omar")
    page = club.get(f"/links?member={omar}")
    assert [option.attrs["value"] for option in page.root.find("option")] == [str(omar)]
    token = str(page.fields("/links")["csrf_token"])
    for member in (dana, OWNER_MEMBER_NUMBER, 999, "x", ""):
        fields = {"csrf_token": token, "permission": "join", "member": str(member)}
        response = club.owner.post(club.path("/links"), {**fields}, follow=False)
        assert response.status == (303 if member == "" else 400)
    stranger, _account = new_account(site, "Stranger")
    assert stranger.get(invitation(club, dana)).status == 404


@pytest.mark.parametrize("event", ["left", "erased"])
def test_personal_invitation_ends_with_its_member(site: Flask, event: str) -> None:
    club = new_club(site)
    dana = club.join("Dana")
    path = invitation(club, dana)
    phone, _account = new_account(site, "Dana")
    assert phone.get(path).status == 200
    if event == "left":
        club.add_entry("left", {"member": dana})
    else:
        club.owner.send(club.get(f"/members/{dana}/anonymize"), "/anonymize")
    assert phone.get(path).status == 404


def test_invitation_follows_merged_member(site: Flask) -> None:
    club = new_club(site)
    dana, danae = club.join("Dana"), club.join("Danae")
    path = invitation(club, danae)
    club.add_entry("merged", {"member": danae, "into": dana})
    phone, account_id = new_account(site, "Dana")
    assert phone.send(phone.get(path), path).path == club.path()
    assert member_accounts(club)[dana] == account_id


def test_invitation_ends_when_member_becomes_admin(site: Flask) -> None:
    """The invitation ends because it may have been shared when the member had fewer permissions."""
    club = new_club(site)
    dana = club.join("Dana")
    path = invitation(club, dana)
    phone, _account = new_account(site, "Dana")
    page = phone.get(path)
    club.owner.send(club.get(f"/members/{dana}"), "/role", role="scorer")
    assert phone.get(path).status == 200
    club.owner.send(club.get(f"/members/{dana}"), "/role", role="admin")
    assert phone.get(path).status == 404
    assert phone.send(page, path).status == 404
    assert dana not in member_accounts(club)


def test_admin_sees_only_invitations_they_may_create(site: Flask) -> None:
    club = new_club(site)
    club.join("Yara", "admin", signs_in=True)
    dana, omar = club.join("Dana", "admin"), club.join("Omar")
    dana_path, omar_path = invitation(club, dana), invitation(club, omar)
    page = club.phones["Yara"].get(club.path("/links"))
    assert (dana_path in page.text, omar_path in page.text) == (False, True)
    assert dana_path in club.get("/links").text
    club.phones["Yara"].post(
        club.path("/links/cancel"),
        {"csrf_token": str(page.fields("/links")["csrf_token"]), "token": dana_path.rpartition("/")[2]},
    )
    assert dana_path in club.get("/links").text


def test_cancelled_invitation_opens_nothing(site: Flask) -> None:
    club = new_club(site)
    path = invitation(club)
    phone, _account = new_account(site, "Dana")
    page = phone.get(path)
    club.owner.send(club.get("/links"), "/cancel")
    cancelled_page = phone.get(path)
    assert cancelled_page.status == 404
    assert "This invitation is no longer valid." in cancelled_page.text
    assert phone.send(page, path).status == 404


def test_expired_invitation_opens_nothing(site: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    club = new_club(site)
    path = invitation(club)
    monkeypatch.setattr("trexscore.commands.clubs.add_member.current_timestamp", lambda: "2999-01-01T00:00:00.000Z")
    assert club.owner.get(path).status == 404


def test_former_member_does_not_return_by_invitation(site: Flask) -> None:
    club = new_club(site)
    dana = club.join("Dana", signs_in=True)
    path = invitation(club)
    club.add_entry("left", {"member": dana})
    phone = club.phones["Dana"]
    page = phone.get(path)
    assert "You left this club as Dana." in page.text
    assert phone.send_only(page, path).status == 422
    assert club.record.members[dana].has_left


def test_club_cancels_only_own_links(site: Flask) -> None:
    club, other_club = new_club(site), new_club(site)
    path = invitation(other_club)
    club_id = club.id
    with site.app_context():
        cancel_club_link(club_id, path.rpartition("/")[2])
    assert club.owner.get(path).status == 200


@BOTH_DATABASES
@pytest.mark.parametrize("is_personal", [True, False])
def test_invitation_used_concurrently(site: Flask, is_personal: bool) -> None:  # noqa: FBT001
    """A personal invitation adds one member; a general one adds one member per account, despite double taps."""
    club = new_club(site)
    dana = club.join("Dana")
    path = invitation(club, dana if is_personal else None)
    accounts = [new_account(site, f"Guest {number}") for number in range(3)]
    pages = [phone.get(path) for phone, _account in accounts]
    start_gate, statuses = threading.Barrier(6), []

    def send_form(phone: Phone, page: object) -> None:
        start_gate.wait()
        second_phone = Phone(site)
        for cookie in ("session",):
            second_phone.client.set_cookie(cookie, phone.cookie(cookie) or "")
        statuses.append(second_phone.send_only(page, path).status)  # type: ignore[arg-type]  # a response

    pairs = [(phone, page) for (phone, _account), page in zip(accounts, pages, strict=True) for _time in range(2)]
    threads = [threading.Thread(target=send_form, args=pair) for pair in pairs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(statuses) == 6
    assert {*statuses} <= {303, 404}
    members_per_account = Counter(member_accounts(club).values())
    assert members_per_account.most_common(1)[0][1] == 1
    assert len(members_per_account) == (2 if is_personal else 4)
    assert len(club.record.unmerged_members) == (2 if is_personal else 5)
