"""A pasted list of names: previewed, changed, and added."""

from typing import Any

import pytest
from flask import Flask

from tests.support.pages import Phone, Response
from tests.support.people import PagesClub, new_club, refusal_text_of
from tests.web.clubs.members.test_routes import HOSTILE, names_on
from trexscore.commands.clubs.add_members import AddedMemberCounts, add_new_members
from trexscore.commands.league.verify_clubs import verify_club
from trexscore.commands.recording import RecordingFailure
from trexscore.db.models import db

LIST = "/members/list"
NEW, REINSTATED, REFUSED, SKIPPED = (
    "New (Member)",
    "Reinstated members",
    "Cannot be added",
    "Already in the club, or listed twice",
)
NO_NAME = "This can’t be a name. Use 1 to 40 visible characters, without control characters."


def preview_list(club: PagesClub, text: str, phone: Phone | None = None, role: str = "member") -> Response:
    phone = phone or club.owner
    return phone.send(phone.get(club.path(LIST)), LIST, names=text, role=role)


def names_by_group(page: Response) -> dict[str, list[tuple[str, str]]]:
    """The names with their notes, grouped by outcome: new, reinstated, refused or skipped."""
    return {
        section.find_one("h2").find("span")[0].text: [
            (item.find_one(class_="person__name").text, " ".join(note.text for note in item.find(class_="row__note")))
            for item in section.find("li")
        ]
        for section in page.root.find("section")
    }


def confirm(phone: Phone, page: Response) -> Response:
    """Tap the button that adds the previewed members."""
    button = page.root.find_one("button", name="confirmed")
    form = next(node for node in button.around() if node.tag == "form")
    fields = {node.attrs["name"]: node.attrs["value"] for node in form.find("input")}
    return phone.post(form.attrs["action"], {**fields, "confirmed": button.attrs["value"]})


def notices(page: Response) -> list[str]:
    return [node.text for node in page.root.find(class_="notice")]


def member_names(club: PagesClub) -> list[str | None]:
    return [member.name for member in club.record.active_members]


def test_list_is_previewed_before_saving(site: Flask) -> None:
    club = new_club(site)
    former, jo, joe = club.join("Gone"), club.join("Jo"), club.join("Joe")
    club.add_entry("left", {"member": former})
    club.add_entry("merged", {"member": joe, "into": jo})
    entry_count = len(club.entries())
    page = preview_list(club, "1. Omar\n2. BASIL\n3. Gone\n4. omar\n5. Joe\n6. Jo\n7. " + "D" * 41 + "\n8. أمل")
    assert (page.status, page.page.faults) == (200, ())
    assert names_by_group(page) == {
        REFUSED: [("D" * 41, NO_NAME)],
        REINSTATED: [("Gone", "")],
        NEW: [("Omar", ""), ("أمل", "")],
        SKIPPED: [
            ("BASIL", "Already in the club, as Basil."),
            ("omar", "Listed twice; once is enough."),
            ("Joe", "Already in the club, as Jo."),
            ("Jo", "Already in the club."),
        ],
    }
    assert page.root.find_one("button", name="confirmed").text == "Add 3 members"
    assert len(club.entries()) == entry_count
    members_page = confirm(club.owner, page)
    assert (members_page.path, members_page.status) == (club.path("/members"), 200)
    assert notices(members_page) == ["2 people have joined.", "One former member was reinstated."]
    assert names_on(members_page) == ["Basil", "Gone", "Jo", "Omar", "أمل"]


def test_changed_list_is_previewed_again(site: Flask) -> None:
    club = new_club(site)
    page = preview_list(club, "Dana\nOmer")
    second_preview = club.owner.send(page, LIST, names="Dana\nOmar")
    assert names_by_group(second_preview) == {NEW: [("Dana", ""), ("Omar", "")]}
    confirm(club.owner, second_preview)
    assert member_names(club) == ["Basil", "Dana", "Omar"]


def test_list_keeps_pasted_text(site: Flask) -> None:
    club = new_club(site)
    text = "\n1. <b>Dana</b>\n\n2. Basil & co"
    field = preview_list(club, text).root.find_one("textarea")
    assert "".join(child for child in field.children if isinstance(child, str)) == f"\n{text}"


def test_list_adds_guests(site: Flask) -> None:
    club = new_club(site)
    page = preview_list(club, "Dana\nOmar", role="guest")
    assert set(names_by_group(page)) == {"New (Guest)"}
    confirm(club.owner, page)
    assert [member.role for member in club.record.active_members] == ["owner", "guest", "guest"]


def test_list_sent_twice_adds_once(site: Flask) -> None:
    club = new_club(site)
    page = preview_list(club, "Dana\nOmar")
    first_response = confirm(club.owner, page)
    entries = club.entries()
    second_response = confirm(club.owner, page)
    assert notices(first_response) == notices(second_response) == ["2 people have joined."]
    assert club.entries() == entries


def test_member_added_meanwhile_does_not_stop_others(site: Flask) -> None:
    club = new_club(site)
    page = preview_list(club, "Dana\nOmar")
    club.join("Dana")
    assert notices(confirm(club.owner, page)) == ["One person has joined."]
    assert member_names(club) == ["Basil", "Dana", "Omar"]


def test_list_added_meanwhile_is_reported(site: Flask) -> None:
    club = new_club(site)
    page = preview_list(club, "Dana\nOmar")
    for name in ("Dana", "Omar"):
        club.join(name)
    entry_count = len(club.entries())
    response = confirm(club.owner, page)
    assert (response.status, response.path) == (200, club.path(LIST))
    assert names_by_group(response) == {SKIPPED: [("Dana", "Already in the club."), ("Omar", "Already in the club.")]}
    assert len(club.entries()) == entry_count


def test_member_added_during_request_is_reported(site: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    club = new_club(site)
    page = preview_list(club, "Dana")

    def add_after_join(*arguments: Any) -> AddedMemberCounts | RecordingFailure:  # noqa: ANN401 - passed on
        club.join("Dana")
        return add_new_members(*arguments)

    monkeypatch.setattr("trexscore.web.clubs.members.add_many_routes.add_new_members", add_after_join)
    response = confirm(club.owner, page)
    assert names_by_group(response) == {SKIPPED: [("Dana", "Already in the club.")]}
    assert member_names(club) == ["Basil", "Dana"]


@pytest.mark.parametrize("text", ["Basil", "basil\nBASIL", "\u202eDana"])
def test_list_without_new_names_has_no_button(site: Flask, text: str) -> None:
    club = new_club(site)
    page = preview_list(club, text)
    assert page.status == 200
    assert "No one on this list is new" in page.text
    assert not page.root.find("button", name="confirmed")
    assert "open" in page.root.find_one("details").attrs


@pytest.mark.parametrize("text", ["", "  \n\t\n", "1.\n2.\n", "\u200e\u200f", "0791234567\tdana@trex.example"])
def test_list_without_names_is_refused(site: Flask, text: str) -> None:
    page = preview_list(new_club(site), text)
    assert page.status == 422
    assert page.problems == ["Enter at least one name."]


def test_list_adds_at_most_two_hundred(site: Flask) -> None:
    club = new_club(site)
    names = [f"Player {number}" for number in range(201)]
    page = preview_list(club, "\n".join(names))
    assert page.status == 422
    assert page.problems == ["Enter at most 200 names at once. This list has 201."]
    assert names[-1] in page.root.find_one("textarea").text
    members_page = confirm(club.owner, preview_list(club, "\n".join(names[:200])))
    assert notices(members_page) == ["200 people have joined."]
    club_id = club.id
    with site.app_context():
        assert verify_club(db.session(), club_id).faults == []


def test_list_with_unknown_role_is_refused(site: Flask) -> None:
    club = new_club(site)
    for role in ("owner", "king", ""):
        page = preview_list(club, "Dana", role=role)
        assert page.status in ({200} if not role else {422}), role
        assert page.problems == ([refusal_text_of("unknown_role")] if role else [])
    assert member_names(club) == ["Basil"]


def test_scorer_adds_new_members_but_reinstates_none(site: Flask) -> None:
    club = new_club(site)
    club.join("Sami", "scorer", signs_in=True)
    club.add_entry("left", {"member": club.join("Gone")})
    scorer = club.phones["Sami"]
    page = preview_list(club, "Gone\nDana", scorer)
    assert names_by_group(page) == {
        REFUSED: [("Gone", "Former member. A club admin can reinstate them on their member page.")],
        NEW: [("Dana", "")],
    }
    assert notices(confirm(scorer, page)) == ["One person has joined."]
    assert preview_list(club, "Nadim", scorer, role="admin").status == 403
    assert member_names(club) == ["Basil", "Sami", "Dana"]


def test_list_needs_permission_when_confirmed(site: Flask) -> None:
    club = new_club(site)
    number = club.join("Sami", "scorer", signs_in=True)
    scorer = club.phones["Sami"]
    page = preview_list(club, "Dana\nOmar", scorer)
    club.add_entry("role", {"member": number, "role": "member"})
    assert confirm(scorer, page).status == 403
    club.add_entry("left", {"member": number})
    assert confirm(scorer, page).status == 404
    assert member_names(club) == ["Basil"]


def test_list_keeps_unusual_names(site: Flask) -> None:
    club = new_club(site)
    unusual_names = [name for name in HOSTILE if "\u200f" not in name]
    page = preview_list(club, "\n".join([*unusual_names, "\u202edana", '" autofocus onfocus="alert(1)']))
    assert page.page.faults == ()
    assert not [node for node in page.root.find("script") if node.text]
    assert [name for name, _note in names_by_group(page)[NEW]] == [*unusual_names, '" autofocus onfocus="alert(1)']
    members_page = confirm(club.owner, page)
    assert set(names_on(members_page)) == {"Basil", *unusual_names, '" autofocus onfocus="alert(1)'}


def test_list_shows_names_as_they_are_added(site: Flask) -> None:
    club = new_club(site)
    page = preview_list(club, "Da\0na\rOmar")
    assert "\0" not in page.text
    shown_names = [name for name, _note in names_by_group(page)[NEW]]
    confirm(club.owner, page)
    assert member_names(club) == ["Basil", *shown_names] == ["Basil", "Da\ufffdna", "Omar"]


def test_overlong_list_is_refused(site: Flask) -> None:
    club = new_club(site)
    page = club.get("/members")
    name_response = club.owner.send_only(page, "/members", name="D" * 10_000_000)
    list_response = club.owner.send_only(club.get(LIST), LIST, names="D\n" * 5_000_000)
    assert name_response.status == list_response.status == 413
    assert member_names(club) == ["Basil"]


def test_new_club_links_to_list(site: Flask) -> None:
    club = new_club(site)
    for path in ("", "/members"):
        assert club.get(path).root.find("a", href=club.path(LIST))
    club.join("Dana")
    assert not club.get().root.find("a", href=club.path(LIST))
    assert len(club.get("/members").root.find("a", href=club.path(LIST))) == 1


def test_list_with_invalid_key_gets_new_key(site: Flask) -> None:
    club = new_club(site)
    page = preview_list(club, "Dana")
    fields = page.fields(LIST)
    response = club.owner.post(club.path(LIST), {**fields, "names": "Dana", "key": "no key", "confirmed": "y"})
    assert response.status == 200
    assert member_names(club) == ["Basil", "Dana"]
