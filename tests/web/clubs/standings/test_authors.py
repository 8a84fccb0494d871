"""Entries in a club’s game store the signed-in member who made them as author."""

import json
from dataclasses import replace
from urllib.parse import quote

from tests.support.clubs.club import game_id, record
from tests.support.clubs.club_nights import ClubNight, PlayedTable, play_table, season_page
from tests.support.pages import Phone
from trexscore.db.game_links import read_tokens_by_permission
from trexscore.db.journals import GAMES
from trexscore.db.models import db


def author_of_last_entry(night: ClubNight, table: PlayedTable) -> str | None:
    """The author of the last entry."""
    with night.app_context():
        entry = GAMES.read_entries(db.session(), game_id(table.uid))[-1]
        return entry.author


def correct_deal(night: ClubNight, phone: Phone, table: PlayedTable) -> None:
    with night.app_context():
        deal = next(entry for entry in record(table.uid).counted_entries if "tricks" in entry.body["captures"])
    tricks = deal.body["captures"]["tricks"]
    reversed_tricks = dict(zip("ABCD", reversed(list(tricks.values())), strict=True))
    change = {"seq": deal.seq, "entry": deal.body | {"captures": {"tricks": reversed_tricks}}}
    page = phone.get(table.path("write", f"/corrections/new?changes={quote(json.dumps([change]))}"))
    response = phone.send(page, table.path("write", "/corrections"), usual="counted")
    assert response.status == 200, response.problems


def test_correction_names_member(night: ClubNight) -> None:
    table = play_table(night)
    correct_deal(night, night.scorer, table)
    assert author_of_last_entry(night, table) == "Carine"


def test_author_is_member_not_device_name(night: ClubNight) -> None:
    table = play_table(night)
    night.owner.client.set_cookie("phone", "Somebody")
    correct_deal(night, night.owner, table)
    assert author_of_last_entry(night, table) == "Basil"


def test_author_outside_club_is_device_name(night: ClubNight) -> None:
    table = play_table(night)
    night.stranger.client.set_cookie("phone", "Nadia")
    correct_deal(night, night.stranger, table)
    assert author_of_last_entry(night, table) == "Nadia"


def test_author_of_former_member_is_unknown(night: ClubNight) -> None:
    table = play_table(night)
    with night.app_context() as club:
        club.add_entry("left", {"member": club.members["Carine"]})
        new_tokens = read_tokens_by_permission(db.session(), game_id(table.uid))
    correct_deal(
        night,
        night.scorer,
        replace(table, links={str(permission): token for permission, token in new_tokens.items()}),
    )
    assert author_of_last_entry(night, table) is None


def test_sign_off_names_member(night: ClubNight) -> None:
    table = play_table(night, agreed=True)
    page = night.member.get(table.path("write", "/sign-off"))
    night.member.send(page, table.path("write", "/sign-off"), seat="A")
    assert author_of_last_entry(night, table) == "Dani"


def test_change_log_names_who_corrected(night: ClubNight) -> None:
    table = play_table(night)
    correct_deal(night, night.scorer, table)
    for phone, is_shown in ((night.member, True), (night.owner, True)):
        last_change = season_page(night, phone, "/changes").root.find("li", class_="change")[0]
        assert ("by Carine" in last_change.text) == is_shown
    with night.app_context() as club:
        club.add_entry("settings", {"name": "Open", "shows": "all"})
    page = season_page(night, night.stranger, "/changes")
    assert "was corrected" in page.text
    assert "by Carine" not in page.text
