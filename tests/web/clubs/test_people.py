"""Members by the pages: let in, named, given roles, merged, gone and back, handed over to, erased."""

import io
import json
import uuid
import zipfile

import pytest
from flask import Flask

from tests.support.pages import Phone, start
from tests.support.people import OWNER, People, found, somebody
from tests.support.tables import DIAMONDS
from trexscore.language import LANGUAGES
from trexscore.storage.clubs import claims_of
from trexscore.storage.models import db

HOSTILE = (
    "\U0001f9d1\u200d\U0001f373 Dana",
    "<script>alert(1)</script>",
    "'; DROP TABLE member; --",
    "\u200fدانا\u200e",  # noqa: RUF001 - an Arabic name between marks of direction
    "{{ 7*7 }} %(name)s",
    "D" * 40,
)
REFUSED = ("", " ", "\u202edana", "D" * 41, "\u200b", "a\nb", "D" * 5000)


def names_on(page: object) -> list[str]:
    return [node.text for node in page.root.find(class_="person__name")]  # type: ignore[attr-defined]  # an answer


def forms(page: object) -> set[str]:
    return {form.attrs["action"].rpartition("/")[2] for form in page.root.find("form")}  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_of_any_kind_is_let_in_and_shown_as_it_is(site: Flask, name: str) -> None:
    club = found(site)
    page = club.owner.send(club.get("/members"), "/members", name=name)
    assert (page.status, page.page.faults) == (200, ())
    assert name in names_on(page)
    number = max(club.record.members)
    for path in (
        f"/members/{number}",
        f"/members/{number}/erased",
        f"/members/{number}/merged?into=3",
        "/journal",
        "/links",
    ):
        answer = club.get(path)
        assert (answer.status, answer.page.faults) == (200, ())
        assert name in answer.root.text
    assert not [node for node in page.root.find("script") if node.text]


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_name_is_refused_and_what_was_typed_stays(site: Flask, name: str) -> None:
    club = found(site)
    before = len(club.entries())
    answer = club.owner.send_only(club.get("/members"), "/members", name=name, role="guest")
    assert answer.status == 422
    assert answer.problems == ["A name has 1 to 40 characters that can be seen."]
    assert len(club.entries()) == before
    assert answer.fields("/members")["role"] == "guest"


def test_the_same_form_sent_twice_lets_one_in(site: Flask) -> None:
    club = found(site)
    page = club.get("/members")
    for _time in range(2):
        assert club.owner.send(page, "/members", name="Dana").status == 200
    assert [one.name for one in club.record.people] == ["Basil", "Dana"]
    stale = club.owner.send_only(page, "/members", name="Omar")
    assert stale.status == 422


def test_nobody_comes_twice_under_one_name(site: Flask) -> None:
    club = found(site)
    club.join("Dana")
    answer = club.owner.send_only(club.get("/members"), "/members", name=" DANA ")
    assert answer.problems == ["Somebody else in the club has this name. Add what tells the two apart."]


def test_a_long_list_is_searched_by_any_part_of_a_name(site: Flask) -> None:
    club = found(site)
    for number in range(14):
        club.join(f"Player {number:02}")
    club.join("Émile")
    page = club.get("/members")
    assert len(names_on(page)) == 16
    asked = club.owner.send(page, "/members", q="emi")
    assert names_on(asked) == ["Émile"]
    nobody = club.get("/members?q=zzz")
    assert names_on(nobody) == []
    assert "Nobody here is called that." in nobody.text
    for query in ("%00", "%F0%9F%98%80", "x" * 3000, "<b>", "'"):
        assert club.get(f"/members?q={query}").status == 200


def test_an_unknown_member_is_nobody(site: Flask) -> None:
    club = found(site)
    for number in ("0", "1", "4", "999999999999999999999", "-1", "x"):
        assert club.get(f"/members/{number}").status == 404


def test_merging_is_shown_first_and_can_be_undone(site: Flask) -> None:
    club = found(site)
    dana, danae = club.join("Dana"), club.join("Danae")
    game = start(site, players=["Danae", "K", "V", "W"])
    club.count(game, {"A": danae, "B": None, "C": None, "D": None})
    page = club.get(f"/members/{danae}/merged")
    before = len(club.entries())
    looked = club.owner.send(page, f"/members/{danae}/merged", into=str(dana))
    assert "One game, with its points, becomes that of" in looked.text
    assert len(club.entries()) == before
    form = next(one for one in looked.root.find("form") if one.attrs["method"] == "post")
    sent = {node.attrs["name"]: node.attrs.get("value", "") for node in form.find("input")}
    done = club.owner.post(form.attrs["action"], {**sent})
    assert done.path == club.path(f"/members/{dana}")
    assert club.get(f"/members/{danae}").path == club.path(f"/members/{dana}")
    apart = club.owner.send(done, "/apart")
    assert apart.status == 200
    assert {one.name for one in club.record.people} == {"Basil", "Dana", "Danae"}


def test_two_who_sat_at_one_table_are_not_one(site: Flask) -> None:
    club = found(site)
    dana, omar = club.join("Dana"), club.join("Omar")
    game = start(site, players=["Dana", "Omar", "V", "W"])
    club.count(game, {"A": dana, "B": omar, "C": None, "D": None})
    token = str(club.owner.get("/").fields("/games")["csrf_token"])
    answer = club.owner.post(club.path(f"/members/{dana}/merged"), {"csrf_token": token, "into": str(omar)})
    assert answer.status == 422
    assert answer.problems == ["Nobody sits on two seats."]


def test_a_member_goes_and_comes_back(site: Flask) -> None:
    club = found(site)
    dana = club.join("Dana", signs_in=True)
    phone = club.phones["Dana"]
    left = phone.send(phone.get(club.path(f"/members/{dana}")), "/left")
    assert left.path == "/clubs"
    assert phone.get(club.path()).status == 404
    back = club.owner.send(club.get(f"/members/{dana}"), "/returned")
    assert back.status == 200
    assert phone.get(club.path()).status == 200


def test_the_club_is_handed_over_to_who_can_sign_in(site: Flask) -> None:
    club = found(site)
    dana, omar = club.join("Dana", signs_in=True), club.join("Omar")
    assert club.get(f"/members/{omar}/owner").status == 404
    page = club.get(f"/members/{dana}/owner")
    done = club.owner.send(page, "/owner")
    assert done.status == 200
    assert club.record.owner.number == dana
    assert club.record.members[OWNER].role == "admin"
    replayed = club.owner.send_only(page, "/owner")
    assert replayed.status == 403
    assert club.phones["Dana"].get(club.path(f"/members/{OWNER}/owner")).status == 200


def test_the_owners_role_is_given_by_no_other_form(site: Flask) -> None:
    club = found(site)
    dana = club.join("Dana")
    page = club.get(f"/members/{dana}")
    assert club.owner.send_only(page, "/role", role="owner").status == 400
    assert club.owner.send(page, "/role", role="referee").status == 200
    assert club.record.members[dana].role == "referee"


def test_an_account_is_taken_off_a_name_by_those_who_lead(site: Flask) -> None:
    club = found(site)
    dana = club.join("Dana", signs_in=True)
    assert club.phones["Dana"].get(club.path()).status == 200
    page = club.owner.send(club.get(f"/members/{dana}"), "/removed")
    assert page.status == 200
    assert club.phones["Dana"].get(club.path()).status == 404
    assert "/removed" not in forms(page)
    assert "removed" not in forms(club.get(f"/members/{OWNER}"))


def test_somebody_erases_themselves_by_the_pages(site: Flask) -> None:
    club = found(site, "all")
    name = f"Xenia {uuid.uuid4().hex[:6]}"
    number = club.join(name, signs_in=True)
    game = start(site, players=[name, "K", "V", "W"])
    club.count(game, {"A": number, "B": None, "C": None, "D": None})
    phone = club.phones[name]
    page = phone.get(club.path(f"/members/{number}/erased"))
    assert "Their name in one game that they played" in page.text
    done = phone.send(page, "/erased")
    assert done.path == "/clubs"
    assert phone.get(club.path(f"/members/{number}/erased")).status == 404
    assert name not in club.get("/members").text
    assert "Erased player" in club.get(f"/members/{number}").text
    for path in ("", "/sheet", "/journal", "/journal.json", "/game.json"):
        answer = phone.get(game.path(path))
        assert answer.status == 200
        assert name not in answer.text
    assert "Names are erased here; every point stays" in phone.get(game.path("/journal")).text
    assert name not in phone.get(f"/api/games/{game.read}/journal").text
    assert name not in phone.get(f"/api/games/{game.read}/state").text


def test_whoever_has_left_may_still_be_forgotten(site: Flask) -> None:
    club = found(site)
    dana, omar = club.join("Dana", signs_in=True), club.join("Omar")
    club.say("left", {"member": dana})
    phone = club.phones["Dana"]
    assert phone.get(club.path(f"/members/{omar}/erased")).status == 404
    assert phone.send(phone.get(club.path(f"/members/{dana}/erased")), "/erased").path == "/clubs"
    assert club.record.members[dana].erased


@pytest.mark.parametrize("path", ["erased", "owner"])
def test_what_cannot_be_undone_asks_for_the_password_again_after_a_while(site: Flask, path: str) -> None:
    club = found(site)
    dana = club.join("Dana", signs_in=True)
    page = club.get(f"/members/{dana}/{path}")
    with club.owner.client.session_transaction() as session:
        session["fs_paa"] -= 24 * 3600
        session.pop("fs_gexp", None)
    assert club.get(f"/members/{dana}/{path}").path == "/account/sign-in"
    assert club.owner.send(page, f"/{path}").path == "/account/sign-in"
    assert (club.record.members[dana].erased, club.record.owner.number) == (False, OWNER)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_story_tells_every_kind_of_entry(site: Flask, language: str) -> None:
    club = story_of_a_club(site, language)
    page = club.get("/journal")
    assert (page.status, page.page.faults) == (200, ())
    told = [node.text for node in page.root.find("li", class_="told")]
    first_names = sum(kind == "named" and body is not None for kind, body in club.entries()) - 1
    assert len(told) == len(club.entries()) - first_names
    assert not [one for one in told if "%(" in one]


def story_of_a_club(site: Flask, language: str = "en") -> People:
    club = found(site)
    club.owner.language = language
    dana, omar, erased = club.join("Dana"), club.join("Omar"), club.join("Gone")
    club.say("named", {"member": dana, "name": "Dana B."})
    club.say("role", {"member": dana, "role": "scorer"})
    season = {"name": "Autumn", "from": "2026-09-01", "until": "2026-12-31", "house_rules": {"preset": "standard"}}
    season["counting"] = {"basis": {"kind": "sum"}}  # type: ignore[assignment]  # any JSON
    number = club.say("season", season)
    club.say("season", season | {"name": "Late autumn", "guests": True, "instead": number})
    evening = club.say("evening", {"on": "2026-11-20", "place": "Café"})
    others = [club.join(name) for name in ("Karim", "Lina")]
    four = [OWNER, dana, *others]
    club.say("arrived", {"evening": evening, "members": [*four, omar]})
    club.say("went", {"evening": evening, "members": [omar]})
    drawn = {"evening": evening, "behind": 0, "method": "random", "seed": 1, "tables": [four], "sitting_out": []}
    club.say("drawn", drawn)
    game = start(site, DIAMONDS)
    club.count(game, dict(zip("ABCD", four, strict=True)), evening=evening)
    club.say("withdrawn", {"uid": club.entries()[-1][1]["game"]["uid"], "reason": "counted twice"})
    club.say("take_back", club.say("merged", {"member": omar, "into": dana}))
    club.say("left", {"member": omar})
    club.say("returned", {"member": omar})
    club.say("settings", {"name": "Another name", "shows": "all", "agreed": True})
    page = club.owner.get(club.path(f"/members/{erased}/erased"))
    club.owner.send(page, "/erased")
    return club


def test_the_story_says_who_did_what_in_whole_sentences(site: Flask) -> None:
    page = story_of_a_club(site).get("/journal").text
    for sentence in (
        "Dana is called Dana B. from now on",
        "The club is called Another name",
        "What outsiders see: Everything but what members do for themselves",
        "The season Late autumn is changed",
        "It was called Autumn",
        "A player is erased; every result stays",
        "A game counts no more: counted twice",
        "Omar is the same person as Dana B.",
    ):
        assert sentence in page
    assert "Gone joins" not in page


def test_a_long_story_is_told_a_hundred_entries_at_a_time(site: Flask) -> None:
    club = found(site)
    for number in range(60):
        club.join(f"P{number}")
    page = club.get("/journal")
    earlier = [link.attrs["href"] for link in page.root.find("a") if "before=" in link.attrs["href"]]
    assert len(earlier) == 1
    assert "The club is founded" in club.owner.get(earlier[0]).text
    for before in ("0", "-3", "x", "99999999999", "1"):
        assert club.get(f"/journal?before={before}").status == 200


def test_all_data_can_be_taken_along(site: Flask) -> None:
    club = found(site)
    dana = club.join("Dana", signs_in=True)
    stranger, _account = somebody(site, "Stranger")
    mine, others = start(site, DIAMONDS, players=["Dana", "K", "V", "W"]), start(site, players=["N", "K", "V", "W"])
    club.count(mine, {"A": dana, "B": None, "C": None, "D": None})
    club.count(others, {"A": OWNER, "B": None, "C": None, "D": None})
    assert club.phones["Dana"].get("/account/data").status == 200
    files = archive(club.phones["Dana"])
    assert files["account.json"]["clubs"][0]["member"] == dana
    member = files[f"club-{club.uid}/member.json"]
    assert (member["name"], member["role"]) == ("Dana", "member")
    assert {entry["kind"] for entry in member["entries"]} == {"joined", "named", "game"}
    games = [path for path in files if "/games/" in path]
    assert [files[path]["players"][0] for path in games] == ["Dana"]
    journals = [files[path] for path in files if "/journals/" in path]
    assert [len(one["entries"]) for one in journals] == [6]
    assert list(archive(stranger)) == ["account.json"]
    assert "password" not in json.dumps(files).replace("passwords", "").lower().replace("passkey", "")


def archive(phone: Phone) -> dict[str, object]:
    answer = phone.client.get("/account/data.zip")
    assert (answer.status_code, answer.mimetype) == (200, "application/zip")
    assert answer.headers["Cache-Control"] == "private, no-store"
    with zipfile.ZipFile(io.BytesIO(answer.data)) as packed:
        return {name: json.loads(packed.read(name)) for name in packed.namelist()}


def test_an_account_goes_and_the_name_stays_unless_it_is_to_be_erased(site: Flask) -> None:
    staying, going = found(site), found(site)
    phone, account_id = somebody(site, "Dana")
    numbers = []
    for club in (staying, going):
        numbers.append(club.join("Dana"))
        claim_for(club, numbers[-1], account_id)
    page = phone.get("/account/delete")
    assert len([box for box in page.root.find("input") if box.attrs.get("type") == "checkbox"]) == 2
    done = phone.send(page, "/delete", erase=[going.uid, "A" * 22])
    assert done.path == "/"
    assert (staying.record.members[numbers[0]].name, going.record.members[numbers[1]].name) == ("Dana", None)
    for club in (staying, going):
        club_id = club.id
        with site.app_context():
            assert account_id not in claims_of(db.session(), club_id).values()


def test_an_owner_is_told_to_hand_the_club_over_before_the_account_goes(site: Flask) -> None:
    club = found(site)
    page = club.owner.get("/account/delete")
    assert "Hand it over first" in page.text
    done = club.owner.send(page, "/delete", erase=[club.uid])
    assert done.path == "/"
    assert club.record.members[OWNER].name == "Basil"


def claim_for(club: People, number: int, account_id: int) -> None:
    from trexscore.storage.clubs import claim  # noqa: PLC0415 - beside its only use
    from trexscore.storage.journals import writing  # noqa: PLC0415

    club_id = club.id
    with club.site.app_context(), writing() as session:
        claim(session, club_id, number, account_id)
