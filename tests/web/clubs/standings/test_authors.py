"""Entries in a club’s game carry the name of the signed-in member who made them."""

import json
from dataclasses import replace
from urllib.parse import quote

from tests.support.clubs.club import game_id, record
from tests.support.clubs.club_nights import ClubNight, PlayedTable, play_table, season_page
from tests.support.pages import Phone
from trexscore.db.game_links import read_tokens_by_permission
from trexscore.db.journals import GAMES
from trexscore.db.models import db


def author_of_last_entry(night: ClubNight, played: PlayedTable) -> str | None:
    """The author of the last entry."""
    with night.inside():
        last = GAMES.read_entries(db.session(), game_id(played.uid))[-1]
        return last.author


def correct_a_deal(night: ClubNight, phone: Phone, played: PlayedTable) -> None:
    with night.inside():
        deal = next(one for one in record(played.uid).counted if "tricks" in one.body["captures"])
    tricks = deal.body["captures"]["tricks"]
    turned = dict(zip("ABCD", reversed(list(tricks.values())), strict=True))
    change = {"seq": deal.seq, "entry": deal.body | {"captures": {"tricks": turned}}}
    page = phone.get(played.path("write", f"/corrections/new?changes={quote(json.dumps([change]))}"))
    answer = phone.send(page, played.path("write", "/corrections"), usual="counted")
    assert answer.status == 200, answer.problems


def test_correction_names_member(night: ClubNight) -> None:
    played = play_table(night)
    correct_a_deal(night, night.scorer, played)
    assert author_of_last_entry(night, played) == "Carine"


def test_author_is_member_not_device_name(night: ClubNight) -> None:
    played = play_table(night)
    night.owner.client.set_cookie("phone", "Somebody")
    correct_a_deal(night, night.owner, played)
    assert author_of_last_entry(night, played) == "Basil"


def test_author_outside_club_is_device_name(night: ClubNight) -> None:
    played = play_table(night)
    night.stranger.client.set_cookie("phone", "Nadia")
    correct_a_deal(night, night.stranger, played)
    assert author_of_last_entry(night, played) == "Nadia"


def test_author_of_former_member_is_unknown(night: ClubNight) -> None:
    played = play_table(night)
    with night.inside() as club:
        club.add_entry("left", {"member": club.members["Carine"]})
        renewed = read_tokens_by_permission(db.session(), game_id(played.uid))
    correct_a_deal(night, night.scorer, replace(played, links={str(right): token for right, token in renewed.items()}))
    assert author_of_last_entry(night, played) is None


def test_sign_off_names_member(night: ClubNight) -> None:
    played = play_table(night, agreed=True)
    page = night.member.get(played.path("write", "/sign-off"))
    night.member.send(page, played.path("write", "/sign-off"), seat="A")
    assert author_of_last_entry(night, played) == "Dani"


def test_change_log_names_who_corrected(night: ClubNight) -> None:
    played = play_table(night)
    correct_a_deal(night, night.scorer, played)
    for phone, is_told in ((night.member, True), (night.owner, True)):
        last = season_page(night, phone, "/changes").root.find("li", class_="change")[0]
        assert ("by Carine" in last.text) == is_told
    with night.inside() as club:
        club.add_entry("settings", {"name": "Open", "shows": "all"})
    page = season_page(night, night.stranger, "/changes")
    assert "was corrected" in page.text
    assert "by Carine" not in page.text
