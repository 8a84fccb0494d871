"""A club's history, the personal data of its members, and data that stays after an account is deleted."""

import io
import json
import time
import zipfile
from datetime import datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from tests.support.clubs.club import play_game
from tests.support.html import Node
from tests.support.pages import Phone, start
from tests.support.people import OWNER_MEMBER_NUMBER, PagesClub, new_account, new_club
from tests.support.tables import DIAMONDS
from trexscore.club.events import EVENT_TYPE_BY_KIND
from trexscore.commands.accounts import OwnsClubWithHeirs, delete_account
from trexscore.commands.game_nights.attendance import replace_reply
from trexscore.db.clubs.clubs import connect_account, read_account_ids_by_member
from trexscore.db.clubs.name_requests import replace_name_request
from trexscore.db.journals import CLUBS
from trexscore.db.models import db
from trexscore.db.transactions import write_transaction
from trexscore.i18n import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_history_describes_every_event(site: Flask, language: str) -> None:
    club = club_with_history(site, language)
    assert {kind for kind, _ in club.entries()} == set(EVENT_TYPE_BY_KIND), "Add the new kind to club_with_history."
    page = club.get("/history")
    assert (page.status, page.page.faults) == (200, ())
    sentences = [node.text for node in page.root.find("li", class_="history-entry")]
    first_names = sum(kind == "named" and body is not None for kind, body in club.entries()) - 1
    assert len(sentences) == len(club.entries()) - first_names
    assert not [sentence for sentence in sentences if "%(" in sentence]


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone of a process cannot be changed here")
def test_history_uses_local_time(site: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    club = new_club(site)
    with site.app_context():
        timestamp = CLUBS.read_entries(db.session(), club.id)[0].received_at
    moment = datetime.fromisoformat(timestamp)
    is_shown = []
    for zone, offset in (("UTC0", 0), ("AMT-3", 180)):
        with monkeypatch.context() as patch:
            patch.setenv("TZ", zone)
            time.tzset()
            is_shown.append(f"{moment + timedelta(minutes=offset):%H:%M}" in club.get("/history").text)
    time.tzset()
    assert is_shown == [True, True]


def club_with_history(site: Flask, language: str = "en") -> PagesClub:
    club = new_club(site)
    club.owner.language = language
    dana, omar, removed = club.join("Dana"), club.join("Omar"), club.join("Gone")
    club.add_entry("named", {"member": dana, "name": "Dana B."})
    club.add_entry("role", {"member": dana, "role": "scorer"})
    season = {"name": "Autumn", "from": "2026-09-01", "until": "2026-12-31", "house_rules": {"preset": "standard"}}
    season["counting"] = {"basis": {"kind": "sum"}}
    number = club.add_entry("season", season)
    club.add_entry("season", season | {"name": "Late autumn", "guests": True, "instead": number})
    club.add_entry(
        "adjusted", {"season": number, "members": [dana], "points": 20, "reason": "sat out", "on": "2026-11-22"}
    )
    game_night = club.add_entry("evening", {"on": "2026-11-20", "place": "Café"})
    others = [club.join(name) for name in ("Karim", "Lina")]
    seated = [OWNER_MEMBER_NUMBER, dana, *others]
    club.add_entry("arrived", {"evening": game_night, "members": [*seated, omar]})
    club.add_entry("went", {"evening": game_night, "members": [omar]})
    draw = {"evening": game_night, "behind": 0, "method": "random", "seed": 1, "tables": [seated], "sitting_out": []}
    club.add_entry("drawn", draw)
    game = start(site, DIAMONDS)
    club.count_game(game, dict(zip("ABCD", seated, strict=True)), evening=game_night)
    club.add_entry("withdrawn", {"uid": club.entries()[-1][1]["game"]["uid"], "reason": "counted twice"})
    club.add_entry("take_back", club.add_entry("merged", {"member": omar, "into": dana}))
    club.add_entry("left", {"member": omar})
    club.add_entry("returned", {"member": omar})
    club.add_entry("settings", {"name": "Another name", "shows": "all", "agreed": True})
    page = club.owner.get(club.path(f"/members/{removed}/anonymize"))
    club.owner.send(page, "/anonymize")
    return club


def test_history_is_written_in_sentences(site: Flask) -> None:
    page = club_with_history(site).get("/history").text
    for sentence in (
        "Dana is now called Dana B.",
        "Club name: Another name",
        "Visible to non-members: Everything except what only members can do",
        "Season Late autumn was changed",
        "Its name was Autumn",
        "Reason: sat out",
        "A player’s name was removed permanently; all results stay",
        "A game was excluded: counted twice",
        "Omar was merged with Dana B.",
    ):
        assert sentence in page
    assert "Gone joined" not in page


def links_to_earlier_pages(page: Node) -> list[str]:
    return [link.attrs["href"] for link in page.find("a") if "before=" in link.attrs["href"]]


def test_long_history_has_pages(site: Flask) -> None:
    club = new_club(site)
    for number in range(60):
        club.join(f"P{number}")
    page, pages = club.get("/history"), 1
    while earlier := links_to_earlier_pages(page.root):
        page, pages = club.owner.get(earlier[0]), pages + 1
    assert pages == 3
    assert "The club was created" in page.text
    for before in ("0", "-3", "x", "99999999999", "1"):
        assert club.get(f"/history?before={before}").status == 200


def test_personal_data_is_downloaded(site: Flask) -> None:
    club = new_club(site)
    dana = club.join("Dana", signs_in=True)
    stranger, _account = new_account(site, "Stranger")
    game_of_dana, other_game = (
        start(site, DIAMONDS, players=["Dana", "K", "V", "W"]),
        start(site, players=["N", "K", "V", "W"]),
    )
    club.count_game(game_of_dana, {"A": dana, "B": None, "C": None, "D": None})
    club.count_game(other_game, {"A": OWNER_MEMBER_NUMBER, "B": None, "C": None, "D": None})
    with site.app_context():
        replace_reply(club.id, 1, dana, is_attending=True)
        replace_reply(club.id, 1, OWNER_MEMBER_NUMBER, is_attending=False)
    assert club.phones["Dana"].get("/account/data").status == 200
    files = archive(club.phones["Dana"])
    assert files["account.json"]["clubs"][0]["member"] == dana
    member = files[f"club-{club.uid}/member.json"]
    assert (member["name"], member["role"]) == ("Dana", "member")
    assert {entry["kind"] for entry in member["entries"]} == {"joined", "named", "game"}
    assert member["attendance_replies"] == [{"game_night": 1, "attending": True}]
    games = [path for path in files if "/games/" in path]
    assert [files[path]["players"][0] for path in games] == ["Dana"]
    journals = [files[path] for path in files if "/journals/" in path]
    assert [len(journal["entries"]) for journal in journals] == [6]
    assert list(archive(stranger)) == ["account.json"]
    assert "password" not in json.dumps(files).replace("passwords", "").lower().replace("passkey", "")


def test_personal_data_includes_open_name_request(site: Flask) -> None:
    club = new_club(site)
    karim = club.join("Karim")
    phone, account = new_account(site, "Karim")
    with site.app_context(), write_transaction() as session:
        replace_name_request(session, club.id, account, karim, "2026-11-22T18:00:00.000Z")
    assert archive(phone)["account.json"]["name_requests"] == [{"address": f"/c/{club.uid}", "member": karim}]


def test_personal_data_includes_pair_ratings(site: Flask) -> None:
    club = new_club(site)
    dana, danae, *others = club.join("Dana", signs_in=True), club.join("Danae"), *map(club.join, ("K", "V", "W"))
    with site.app_context():
        uids = [play_game(1), play_game(7, "partnership")]
    for uid, number in zip(uids, (danae, dana), strict=True):
        seats = dict(zip("ABCD", (number, *others), strict=True))
        club.add_entry("game", {"uid": uid, "seats": seats, "on": "2026-11-22"})
    club.add_entry("merged", {"member": danae, "into": dana})
    ratings = archive(club.phones["Dana"])[f"club-{club.uid}/ratings.json"]
    assert {(rating["game"], rating["member"], rating["partner"], rating["games"]) for rating in ratings} == {
        (uids[0], dana, None, 1),
        (uids[1], *sorted((dana, others[1])), 1),
    }
    page_text = club.get(f"/players/{dana}").root.text
    (player_rating,) = (rating for rating in ratings if rating["partner"] is None)
    assert f"{player_rating['rating']} ± {player_rating['margin']}" in page_text.replace("\u2068", "").replace(
        "\u2069", ""
    )


def archive(phone: Phone) -> dict[str, Any]:
    response = phone.client.get("/account/data.zip")
    assert (response.status_code, response.mimetype) == (200, "application/zip")
    assert response.headers["Cache-Control"] == "private, no-store"
    with zipfile.ZipFile(io.BytesIO(response.data)) as zip_file:
        return {name: json.loads(zip_file.read(name)) for name in zip_file.namelist()}


def test_deleted_account_keeps_name_unless_removed(site: Flask) -> None:
    club_with_name, club_without_name = new_club(site), new_club(site)
    phone, account_id = new_account(site, "Dana")
    numbers = []
    for club in (club_with_name, club_without_name):
        numbers.append(club.join("Dana"))
        claim_for(club, numbers[-1], account_id)
    page = phone.get("/account/delete")
    assert len([box for box in page.root.find("input") if box.attrs.get("type") == "checkbox"]) == 2
    response = phone.send(page, "/delete", erase=[club_without_name.uid, "A" * 22])
    assert response.path == "/"
    assert (club_with_name.record.members[numbers[0]].name, club_without_name.record.members[numbers[1]].name) == (
        "Dana",
        None,
    )
    for club in (club_with_name, club_without_name):
        club_id = club.id
        with site.app_context():
            assert account_id not in read_account_ids_by_member(db.session(), club_id).values()


def test_owner_transfers_club_before_account_deletion(site: Flask) -> None:
    club = new_club(site)
    phone, account_id = new_account(site, "Dana")
    dana = club.join("Dana")
    earlier_page = club.owner.get("/account/delete")
    claim_for(club, dana, account_id)
    page = club.owner.get("/account/delete")
    assert ("Transfer it to one of them before" in page.text, page.root.find("form", action="/account/delete")) == (
        True,
        [],
    )
    response = club.owner.send(earlier_page, "/delete")  # a form opened earlier is also refused
    assert (response.status, "Transfer it to one of them before" in response.text) == (422, True)
    club.add_entry("role", {"member": dana, "role": "owner"})
    assert club.owner.send(club.owner.get("/account/delete"), "/delete").path == "/"
    assert phone.get(club.path("")).status == 200
    assert club.record.owner.name == "Dana"


def test_account_deletion_keeps_club_owner(site: Flask) -> None:
    club = new_club(site)
    _, account_id = new_account(site, "Dana")
    dana = club.join("Dana")
    claim_for(club, dana, account_id)
    club_id = club.id
    with site.app_context():
        owner_account = next(
            account
            for member, account in read_account_ids_by_member(db.session(), club_id).items()
            if member == OWNER_MEMBER_NUMBER
        )
        with pytest.raises(OwnsClubWithHeirs):
            delete_account(owner_account)
        assert read_account_ids_by_member(db.session(), club_id)[OWNER_MEMBER_NUMBER] == owner_account


def test_last_owner_is_warned_before_account_deletion(site: Flask) -> None:
    club = new_club(site)
    former = club.join("Dana")
    _, account_id = new_account(site, "Dana")
    claim_for(club, former, account_id)
    club.add_entry("left", {"member": former})
    page = club.owner.get("/account/delete")
    assert "no one can edit the club" in page.text
    response = club.owner.send(page, "/delete", erase=[club.uid])
    assert response.path == "/"
    assert club.record.members[OWNER_MEMBER_NUMBER].name == "Basil"


def claim_for(club: PagesClub, number: int, account_id: int) -> None:
    club_id = club.id
    with club.site.app_context(), write_transaction() as session:
        connect_account(session, club_id, number, account_id)
