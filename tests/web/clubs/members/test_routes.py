"""Members: added, renamed, given roles, merged, leaving, reinstated, removed; and transfer of the club."""

import uuid

import pytest
from flask import Flask

from tests.support.pages import start
from tests.support.people import OWNER_MEMBER_NUMBER, new_club, refusal_text_of
from trexscore.commands.clubs.add_member import unlink_member_from_account

HOSTILE = (
    "\U0001f9d1\u200d\U0001f373 Dana",
    "<script>alert(1)</script>",
    "'; DROP TABLE member; --",
    "\u200fدانا\u200e",  # noqa: RUF001 - an Arabic name between marks of direction
    "{{ 7*7 }} %(name)s",
    "D" * 40,
)
INVALID_NAMES = ("", " ", "\u202edana", "D" * 41, "\u200b", "a\nb", "D" * 5000)


def names_on(page: object) -> list[str]:
    return [node.text for node in page.root.find(class_="person__name")]  # type: ignore[attr-defined]  # a response


def form_actions(page: object) -> set[str]:
    return {form.attrs["action"].rpartition("/")[2] for form in page.root.find("form")}  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", HOSTILE)
def test_unusual_name_is_added_and_escaped(site: Flask, name: str) -> None:
    club = new_club(site)
    page = club.owner.send(club.get("/members"), "/members", name=name)
    assert (page.status, page.page.faults) == (200, ())
    assert name in names_on(page)
    number = max(club.record.members)
    for path in (
        f"/members/{number}",
        f"/members/{number}/anonymize",
        f"/members/{number}/merged?into=3",
        "/history",
        "/links",
    ):
        response = club.get(path)
        assert (response.status, response.page.faults) == (200, ())
        assert name in response.root.text
    assert not [node for node in page.root.find("script") if node.text]


@pytest.mark.parametrize("name", ["\u2068Dana\u2069", "\u202adana \u202c", "\ufeffDana"])
def test_direction_characters_of_copied_name_are_removed(site: Flask, name: str) -> None:
    club = new_club(site)
    page = club.owner.send(club.get("/members"), "/members", name=name)
    assert page.status == 200, page.problems
    assert names_on(page)[-1].casefold() == "dana"


@pytest.mark.parametrize("name", INVALID_NAMES)
def test_invalid_name_is_refused_and_form_kept(site: Flask, name: str) -> None:
    club = new_club(site)
    entry_count = len(club.entries())
    response = club.owner.send_only(club.get("/members"), "/members", name=name, role="guest")
    assert response.status == 422
    assert response.problems == [refusal_text_of("bad_name")]
    assert len(club.entries()) == entry_count
    assert response.fields("/members")["role"] == "guest"


def test_same_form_twice_adds_one_member(site: Flask) -> None:
    club = new_club(site)
    page = club.get("/members")
    for _time in range(2):
        assert club.owner.send(page, "/members", name="Dana").status == 200
    assert [member.name for member in club.record.unmerged_members] == ["Basil", "Dana"]
    response = club.owner.send_only(page, "/members", name="Omar")
    assert response.status == 422


def test_taken_name_is_refused(site: Flask) -> None:
    club = new_club(site)
    club.join("Dana")
    response = club.owner.send_only(club.get("/members"), "/members", name=" DANA ")
    assert response.problems == [refusal_text_of("name_taken")]


@pytest.mark.parametrize("name", ["Dana  Khoury", " dana\u00a0 khoury "])
def test_names_differing_in_spaces_are_equal(site: Flask, name: str) -> None:
    club = new_club(site)
    club.owner.send(club.get("/members"), "/members", name=name)
    assert "dana khoury" in map(str.lower, names_on(club.get("/members")))
    response = club.owner.send_only(club.get("/members"), "/members", name="Dana Khoury")
    assert (response.status, response.problems) == (422, [refusal_text_of("name_taken")])


def test_member_search_matches_parts(site: Flask) -> None:
    club = new_club(site)
    for number in range(14):
        club.join(f"Player {number:02}")
    club.join("Émile")
    page = club.get("/members")
    assert len(names_on(page)) == 16
    matches = club.owner.send(page, "/members", q="emi")
    assert names_on(matches) == ["Émile"]
    no_matches = club.get("/members?q=zzz")
    assert names_on(no_matches) == []
    assert "No members found." in no_matches.text
    for query in ("%00", "%F0%9F%98%80", "x" * 3000, "<b>", "'"):
        assert club.get(f"/members?q={query}").status == 200


def test_unknown_member_is_not_found(site: Flask) -> None:
    club = new_club(site)
    for number in ("0", "1", "4", "999999999999999999999", "-1", "x"):
        assert club.get(f"/members/{number}").status == 404


def test_form_stays_open_after_adding(site: Flask) -> None:
    club = new_club(site)
    club.join("Dana")
    fold = club.get("/members").root.find_one("details", id="new")
    assert "open" not in fold.attrs
    response = club.owner.send(club.get("/members"), "/members", name="Omar", role="member")
    fold = response.root.find_one("details", id="new")
    assert "open" in fold.attrs
    assert "autofocus" in fold.find_one("input", name="name").attrs


def test_member_leaves_and_returns(site: Flask) -> None:
    club = new_club(site)
    dana = club.join("Dana", signs_in=True)
    phone = club.phones["Dana"]
    clubs_page = phone.send(phone.get(club.path(f"/members/{dana}")), "/leave")
    assert clubs_page.path == "/clubs"
    assert "You have left" in clubs_page.text
    assert club.path() not in clubs_page.text, "a former member gets no link to a hidden club"
    assert phone.get(club.path()).status == 404
    club.add_entry("settings", {"name": "Trex at Basil’s", "shows": "standings"})
    assert "You left this club." in phone.get("/clubs").text
    member_page = club.owner.send(club.get(f"/members/{dana}"), "/reinstate")
    assert member_page.status == 200
    assert phone.get(club.path()).status == 200


def test_ownership_transfers_to_member_with_account(site: Flask) -> None:
    club = new_club(site)
    dana, omar = club.join("Dana", signs_in=True), club.join("Omar")
    assert club.get(f"/members/{omar}/transfer").status == 404
    page = club.get(f"/members/{dana}/transfer")
    response = club.owner.send(page, "/transfer")
    assert response.status == 200
    assert club.record.owner.number == dana
    assert club.record.members[OWNER_MEMBER_NUMBER].role == "admin"
    repeated = club.owner.send_only(page, "/transfer")
    assert repeated.status == 403
    assert club.phones["Dana"].get(club.path(f"/members/{OWNER_MEMBER_NUMBER}/transfer")).status == 200


def test_owner_role_is_not_given_by_role_form(site: Flask) -> None:
    club = new_club(site)
    dana = club.join("Dana")
    page = club.get(f"/members/{dana}")
    assert club.owner.send_only(page, "/role", role="owner").status == 400
    assert club.owner.send(page, "/role", role="referee").status == 200
    assert club.record.members[dana].role == "referee"


def test_former_admin_is_reinstated_by_owner_only(site: Flask) -> None:
    club = new_club(site)
    _yara, xena = (club.join(name, "admin", signs_in=True) for name in ("Yara", "Xena"))
    yara_phone = club.phones["Yara"]
    club.add_entry("left", {"member": xena})
    assert "returned" not in form_actions(yara_phone.get(club.path(f"/members/{xena}")))
    token = yara_phone.token
    assert yara_phone.post(club.path(f"/members/{xena}/reinstate"), {"csrf_token": token}).status == 403
    dana = club.join("Dana")
    club.add_entry("merged", {"member": xena, "into": dana})
    page = yara_phone.get(club.path(f"/members/{dana}"))
    assert "Xena" in page.root.text
    assert "apart" not in form_actions(page)
    assert club.owner.send(club.get(f"/members/{dana}"), "/unmerge").status == 200
    assert club.owner.send(club.get(f"/members/{xena}"), "/reinstate").status == 200
    assert club.phones["Xena"].get(club.path("/settings")).status == 200


def test_account_is_not_unlinked_by_itself(site: Flask) -> None:
    """Members cannot unlink their own account, because they would lose access. They can leave the club."""
    club = new_club(site)
    yara = club.join("Yara", "admin", signs_in=True)
    phone = club.phones["Yara"]
    page = phone.get(club.path(f"/members/{yara}"))
    assert "removed" not in form_actions(page)
    token = str(page.fields("/name")["csrf_token"])
    assert phone.post(club.path(f"/members/{yara}/account/remove"), {"csrf_token": token}).status == 403
    assert phone.get(club.path()).status == 200


@pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
def test_ownership_transfer_checks_account_at_last(site: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    club = new_club(site)
    dana = club.join("Dana", signs_in=True)
    club_id, page = club.id, club.get(f"/members/{dana}/transfer")

    def unlink_during_check(*_args: object) -> str:
        unlink_member_from_account(club_id, dana)
        return ""

    monkeypatch.setattr("trexscore.web.clubs.members.ownership_transfer_routes._transfer_page", unlink_during_check)
    assert club.owner.send_only(page, "/transfer").status == 404
    assert club.record.owner.number == OWNER_MEMBER_NUMBER


def test_account_is_unlinked_by_admins(site: Flask) -> None:
    club = new_club(site)
    dana = club.join("Dana", signs_in=True)
    assert club.phones["Dana"].get(club.path()).status == 200
    page = club.owner.send(club.get(f"/members/{dana}"), "/remove")
    assert page.status == 200
    assert club.phones["Dana"].get(club.path()).status == 404
    assert "/remove" not in form_actions(page)
    assert "removed" not in form_actions(club.get(f"/members/{OWNER_MEMBER_NUMBER}"))


def test_member_removes_own_name(site: Flask) -> None:
    club = new_club(site, "all")
    name = f"Xenia {uuid.uuid4().hex[:6]}"
    number = club.join(name, signs_in=True)
    game = start(site, players=[name, "K", "V", "W"])
    club.count_game(game, {"A": number, "B": None, "C": None, "D": None})
    phone = club.phones[name]
    page = phone.get(club.path(f"/members/{number}/anonymize"))
    assert "Their name in one game they played" in page.text
    clubs_page = phone.send(page, "/anonymize")
    assert clubs_page.path == "/clubs"
    assert phone.get(club.path(f"/members/{number}/anonymize")).status == 404
    assert name not in club.get("/members").text
    assert "Removed player" in club.get(f"/members/{number}").text
    for path in ("", "/sheet", "/history", "/journal.json", "/game.json"):
        response = phone.get(game.path(path))
        assert response.status == 200
        assert name not in response.text
    assert "Names removed permanently; all points stay" in phone.get(game.path("/history")).text
    assert name not in phone.get(f"/api/games/{game.read}/journal").text
    assert name not in phone.get(f"/api/games/{game.read}/state").text


def test_former_member_removes_own_name(site: Flask) -> None:
    club = new_club(site)
    dana, omar = club.join("Dana", signs_in=True), club.join("Omar")
    club.add_entry("left", {"member": dana})
    phone = club.phones["Dana"]
    assert phone.get(club.path(f"/members/{omar}/anonymize")).status == 404
    assert phone.send(phone.get(club.path(f"/members/{dana}/anonymize")), "/anonymize").path == "/clubs"
    assert club.record.members[dana].anonymized


def test_anonymized_seat_is_not_offered_as_name(site: Flask) -> None:
    club = new_club(site)
    dana = club.join("Dana")
    game = start(site, players=["Basil", "Dana", "Carine", "Elias"])
    club.count_game(game, {"A": OWNER_MEMBER_NUMBER, "B": dana, "C": None, "D": None})
    club.owner.get(game.path())
    club.owner.send(club.get(f"/members/{dana}/anonymize"), "/anonymize")
    names = {node.text for node in club.owner.get("/games/new").root.find("button", class_="chip")}
    assert names == {"Basil", "Carine", "Elias"}


@pytest.mark.parametrize("path", ["anonymize", "transfer"])
def test_irreversible_actions_ask_for_password_again(site: Flask, path: str) -> None:
    club = new_club(site)
    dana = club.join("Dana", signs_in=True)
    page = club.get(f"/members/{dana}/{path}")
    with club.owner.client.session_transaction() as session:
        session["fs_paa"] -= 24 * 3600
        del session["fresh_until"]
    assert club.get(f"/members/{dana}/{path}").path == "/account/sign-in"
    assert club.owner.send(page, f"/{path}").path == "/account/sign-in"
    assert (club.record.members[dana].anonymized, club.record.owner.number) == (False, OWNER_MEMBER_NUMBER)
