"""A list of names by the pages: pasted, looked at, changed, let in."""

from typing import Any

import pytest
from flask import Flask

from tests.support.pages import Answer, Phone
from tests.support.people import People, found, said
from tests.web.clubs.members.test_routes import HOSTILE, names_on
from trexscore.commands.clubs.add_members import MembersAdded, add_members
from trexscore.commands.league.verify import verify_clubs
from trexscore.commands.recording import Failure

LIST = "/members/list"
NEW, BACK, NOT_IN, PASSED_OVER = (
    "New (Member)",
    "Reinstated members",
    "Cannot be added",
    "Already in the club, or listed twice",
)
NO_NAME = "This can’t be a name. Use 1 to 40 visible characters, without control characters."


def look(club: People, text: str, phone: Phone | None = None, role: str = "member") -> Answer:
    phone = phone or club.owner
    return phone.send(phone.get(club.path(LIST)), LIST, names=text, role=role)


def groups(page: Answer) -> dict[str, list[tuple[str, str]]]:
    """What is said of each name, by what becomes of it."""
    return {
        section.one("h2").find("span")[0].text: [
            (item.one(class_="person__name").text, " ".join(note.text for note in item.find(class_="row__note")))
            for item in section.find("li")
        ]
        for section in page.root.find("section")
    }


def let_in(phone: Phone, page: Answer) -> Answer:
    """Tap the button that lets in what was looked at."""
    button = page.root.one("button", name="let_in")
    form = next(node for node in button.around() if node.tag == "form")
    sent = {node.attrs["name"]: node.attrs["value"] for node in form.find("input")}
    return phone.post(form.attrs["action"], {**sent, "let_in": button.attrs["value"]})


def notices(page: Answer) -> list[str]:
    return [node.text for node in page.root.find(class_="notice")]


def people(club: People) -> list[str | None]:
    return [member.name for member in club.record.active_members]


def test_what_becomes_of_every_name_is_shown_before_anything_is_written(site: Flask) -> None:
    club = found(site)
    gone, jo, joe = club.join("Gone"), club.join("Jo"), club.join("Joe")
    club.say("left", {"member": gone})
    club.say("merged", {"member": joe, "into": jo})
    before = len(club.entries())
    page = look(club, "1. Omar\n2. BASIL\n3. Gone\n4. omar\n5. Joe\n6. Jo\n7. " + "D" * 41 + "\n8. أمل")
    assert (page.status, page.page.faults) == (200, ())
    assert groups(page) == {
        NOT_IN: [("D" * 41, NO_NAME)],
        BACK: [("Gone", "")],
        NEW: [("Omar", ""), ("أمل", "")],
        PASSED_OVER: [
            ("BASIL", "Already in the club, as Basil."),
            ("omar", "Listed twice; once is enough."),
            ("Joe", "Already in the club, as Jo."),
            ("Jo", "Already in the club."),
        ],
    }
    assert page.root.one("button", name="let_in").text == "Add 3 members"
    assert len(club.entries()) == before
    done = let_in(club.owner, page)
    assert (done.path, done.status) == (club.path("/members"), 200)
    assert notices(done) == ["2 people have joined.", "One former member was reinstated."]
    assert names_on(done) == ["Basil", "Gone", "Jo", "Omar", "أمل"]


def test_what_is_typed_after_the_look_is_looked_at_first(site: Flask) -> None:
    club = found(site)
    page = look(club, "Dana\nOmer")
    again = club.owner.send(page, LIST, names="Dana\nOmar")
    assert groups(again) == {NEW: [("Dana", ""), ("Omar", "")]}
    let_in(club.owner, again)
    assert people(club) == ["Basil", "Dana", "Omar"]


def test_the_list_stays_in_its_field_as_it_was_pasted(site: Flask) -> None:
    club = found(site)
    text = "\n1. <b>Dana</b>\n\n2. Basil & co"
    field = look(club, text).root.one("textarea")
    assert "".join(child for child in field.children if isinstance(child, str)) == f"\n{text}"


def test_a_list_of_guests_comes_as_guests(site: Flask) -> None:
    club = found(site)
    page = look(club, "Dana\nOmar", role="guest")
    assert set(groups(page)) == {"New (Guest)"}
    let_in(club.owner, page)
    assert [member.role for member in club.record.active_members] == ["owner", "guest", "guest"]


def test_sent_twice_it_is_written_once_and_says_the_same(site: Flask) -> None:
    club = found(site)
    page = look(club, "Dana\nOmar")
    first = let_in(club.owner, page)
    entries = club.entries()
    again = let_in(club.owner, page)
    assert notices(first) == notices(again) == ["2 people have joined."]
    assert club.entries() == entries


def test_somebody_who_has_come_since_the_look_does_not_stop_the_others(site: Flask) -> None:
    club = found(site)
    page = look(club, "Dana\nOmar")
    club.join("Dana")
    assert notices(let_in(club.owner, page)) == ["One person has joined."]
    assert people(club) == ["Basil", "Dana", "Omar"]


def test_where_all_have_come_since_the_look_the_page_says_so(site: Flask) -> None:
    club = found(site)
    page = look(club, "Dana\nOmar")
    for name in ("Dana", "Omar"):
        club.join(name)
    before = len(club.entries())
    answer = let_in(club.owner, page)
    assert (answer.status, answer.path) == (200, club.path(LIST))
    assert groups(answer) == {PASSED_OVER: [("Dana", "Already in the club."), ("Omar", "Already in the club.")]}
    assert len(club.entries()) == before


def test_who_comes_while_the_list_is_being_sent_is_told_of_as_being_here(
    site: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = found(site)
    page = look(club, "Dana")

    def late(*asked: Any) -> MembersAdded | Failure:  # noqa: ANN401 - handed on
        club.join("Dana")
        return add_members(*asked)

    monkeypatch.setattr("trexscore.web.clubs.members.add_many_routes.add_members", late)
    answer = let_in(club.owner, page)
    assert groups(answer) == {PASSED_OVER: [("Dana", "Already in the club.")]}
    assert people(club) == ["Basil", "Dana"]


@pytest.mark.parametrize("text", ["Basil", "basil\nBASIL", "\u202eDana"])
def test_a_list_with_nobody_new_has_nothing_to_tap(site: Flask, text: str) -> None:
    club = found(site)
    page = look(club, text)
    assert page.status == 200
    assert "No one on this list is new" in page.text
    assert not page.root.find("button", name="let_in")
    assert "open" in page.root.one("details").attrs


@pytest.mark.parametrize("text", ["", "  \n\t\n", "1.\n2.\n", "\u200e\u200f", "0791234567\tdana@trex.example"])
def test_a_list_without_a_name_is_asked_for_again(site: Flask, text: str) -> None:
    page = look(found(site), text)
    assert page.status == 422
    assert page.problems == ["Enter at least one name."]


def test_no_more_than_two_hundred_come_at_once(site: Flask) -> None:
    club = found(site)
    names = [f"Player {number}" for number in range(201)]
    page = look(club, "\n".join(names))
    assert page.status == 422
    assert page.problems == ["Enter at most 200 names at once. This list has 201."]
    assert names[-1] in page.root.one("textarea").text
    done = let_in(club.owner, look(club, "\n".join(names[:200])))
    assert notices(done) == ["200 people have joined."]
    club_id = club.id
    with site.app_context():
        assert [one.chain_faults for one in verify_clubs() if one.club_id == club_id] == [[]]


def test_a_role_that_there_is_not_is_refused(site: Flask) -> None:
    club = found(site)
    for role in ("owner", "king", ""):
        page = look(club, "Dana", role=role)
        assert page.status in ({200} if not role else {422}), role
        assert page.problems == ([said("unknown_role")] if role else [])
    assert people(club) == ["Basil"]


def test_a_scorer_lets_in_whoever_is_new_and_takes_nobody_back(site: Flask) -> None:
    club = found(site)
    club.join("Sami", "scorer", signs_in=True)
    club.say("left", {"member": club.join("Gone")})
    scorer = club.phones["Sami"]
    page = look(club, "Gone\nDana", scorer)
    assert groups(page) == {
        NOT_IN: [("Gone", "Former member. A club admin can reinstate them on their member page.")],
        NEW: [("Dana", "")],
    }
    assert notices(let_in(scorer, page)) == ["One person has joined."]
    assert look(club, "Nadim", scorer, role="admin").status == 403
    assert people(club) == ["Basil", "Sami", "Dana"]


def test_who_lost_the_right_since_the_look_lets_nobody_in(site: Flask) -> None:
    club = found(site)
    number = club.join("Sami", "scorer", signs_in=True)
    scorer = club.phones["Sami"]
    page = look(club, "Dana\nOmar", scorer)
    club.say("role", {"member": number, "role": "member"})
    assert let_in(scorer, page).status == 403
    club.say("left", {"member": number})
    assert let_in(scorer, page).status == 404
    assert people(club) == ["Basil"]


def test_names_of_any_kind_come_in_as_they_are(site: Flask) -> None:
    club = found(site)
    hostile = [name for name in HOSTILE if "\u200f" not in name]
    page = look(club, "\n".join([*hostile, "\u202edana", '" autofocus onfocus="alert(1)']))
    assert page.page.faults == ()
    assert not [node for node in page.root.find("script") if node.text]
    assert [name for name, _note in groups(page)[NEW]] == [*hostile, '" autofocus onfocus="alert(1)']
    done = let_in(club.owner, page)
    assert set(names_on(done)) == {"Basil", *hostile, '" autofocus onfocus="alert(1)'}


def test_what_a_browser_would_send_otherwise_is_looked_at_as_it_is_let_in(site: Flask) -> None:
    club = found(site)
    page = look(club, "Da\0na\rOmar")
    assert "\0" not in page.text
    shown = [name for name, _note in groups(page)[NEW]]
    let_in(club.owner, page)
    assert people(club) == ["Basil", *shown] == ["Basil", "Da\ufffdna", "Omar"]


def test_a_list_that_is_far_too_long_gets_what_every_form_gets(site: Flask) -> None:
    club = found(site)
    page = club.get("/members")
    one = club.owner.send_only(page, "/members", name="D" * 10_000_000)
    many = club.owner.send_only(club.get(LIST), LIST, names="D\n" * 5_000_000)
    assert one.status == many.status == 413
    assert people(club) == ["Basil"]


def test_a_new_club_leads_to_the_list_from_where_one_arrives(site: Flask) -> None:
    club = found(site)
    for path in ("", "/members"):
        assert club.get(path).root.find("a", href=club.path(LIST))
    club.join("Dana")
    assert not club.get().root.find("a", href=club.path(LIST))
    assert len(club.get("/members").root.find("a", href=club.path(LIST))) == 1


def test_a_form_with_a_key_that_is_none_gets_one(site: Flask) -> None:
    club = found(site)
    page = look(club, "Dana")
    fields = page.fields(LIST)
    answer = club.owner.post(club.path(LIST), {**fields, "names": "Dana", "key": "no key", "let_in": "y"})
    assert answer.status == 200
    assert people(club) == ["Basil", "Dana"]
