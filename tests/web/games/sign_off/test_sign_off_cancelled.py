"""A change to a signed-off kingdom cancels the sign-off, and every page of the game shows it."""

import pytest
from flask import Flask

from tests.support.pages import Phone, start
from tests.support.people import OWNER_MEMBER_NUMBER, new_club, uid_of
from tests.support.tables import DIAMONDS, KINGDOM
from tests.support.whole_games import whole_game
from tests.web.games.sign_off.test_all_kingdoms import sign_off

CANCELLED = "A later change cancelled sign-offs. Kingdoms affected: "
CORRECTED_DIAMONDS = {**DIAMONDS, "captures": {"diamonds": {"A": 4, "B": 5, "C": 3, "D": 1}}}
CORRECTION = {
    "corrected": {"reason": "counted again", "changes": [{"seq": 6, "entry": CORRECTED_DIAMONDS}], "with": [*"ABCD"]}
}
PENALTY = {"adjustment": {"A": 100, "B": -100}, "reason": "penalty"}


def page_text(site: Flask, path: str, language: str = "en") -> str:
    return Phone(site, language).get(path).root.text.replace("\u2068", "").replace("\u2069", "")


def test_running_game_shows_cancelled_sign_off(site: Flask) -> None:
    game = start(site, *KINGDOM)
    for seat in "ABCD":
        sign_off(Phone(site), game.path(), seat)
    pages = [game.path(path, "read") for path in ("", "/sheet", "/print")]
    assert not any(CANCELLED in page_text(site, path) for path in pages)
    game.add_entry(CORRECTION)
    for path in pages:
        assert f"{CANCELLED}Amal" in page_text(site, path), path
    assert "This cancelled the sign-off of Amal’s kingdom." in page_text(site, game.path("/history", "read"))
    for seat in "ABCD":
        sign_off(Phone(site), game.path(), seat)
    assert not any(CANCELLED in page_text(site, path) for path in pages), "the kingdom is signed off again"


def test_seal_code_stays_with_king_who_changed_seats(site: Flask) -> None:
    """Amal, who moved from A to B, was king of the kingdom that all four had signed off."""
    game, reader = start(site, *KINGDOM), Phone(site)
    for seat in "ABCD":
        sign_off(Phone(site), game.path(), seat)
    seal = reader.get(game.path("/kingdoms/A", "read")).root.find_one("p", class_="seal").text
    swap = {"seats": {"A": "B", "B": "A"}, "deals": True}
    game.add_entry({"corrected": {"reason": "seats", "changes": [swap], "with": [*"ABCD"]}})
    for king in "CDA":
        for deal in KINGDOM:
            game.add_entry({**deal, "king": king})
    assert "This cancelled the sign-off of Amal’s kingdom." in page_text(site, game.path("/history", "read"))
    assert "This was the seal code of Amal’s kingdom." in page_text(site, game.path(f"/seal?seal={seal}", "read"))
    kingdoms = {king: page_text(site, game.path(f"/kingdoms/{king}", "read")) for king in "ABCD"}
    assert [king for king, text in kingdoms.items() if seal in text] == ["B"]
    assert f"{CANCELLED}Amal " in page_text(site, game.path("/sheet", "read"))


@pytest.mark.parametrize(
    ("language", "message"), [("en", f"{CANCELLED}Dani"), ("ar", "ألغى تغيير لاحق بعض الموافقات. الممالك المعنية:")]
)
def test_finished_game_shows_cancelled_sign_off(site: Flask, language: str, message: str) -> None:
    deals = whole_game("standard", 5)["deals"]
    game = start(site, *deals, first_king="A")
    club = new_club(site)
    club.count_game(game, {"A": OWNER_MEMBER_NUMBER, "B": None, "C": None, "D": None})
    for seat in "ABCD":
        sign_off(Phone(site), game.path(), seat)
    change = {"before": None, "entry": {**PENALTY}}
    game.add_entry({"corrected": {"reason": "penalty", "changes": [change], "with": [*"ABCD"]}})
    for path in ("", "/sheet", "/result", "/print"):
        text = page_text(site, game.path(path, "read"), language)
        assert message in text, path
        assert "No one has signed off yet" not in text
    assert f"{CANCELLED}Dani" in club.get(f"/games/{uid_of(game)}").root.text.replace("\u2068", "").replace(
        "\u2069", ""
    )


def test_running_table_names_players_signed_by_scorer(site: Flask) -> None:
    game = start(site, *KINGDOM)
    sign_off(Phone(site), game.path(), "A")
    assert "Signed off on the scorer’s phone: Amal" in page_text(site, game.path("", "read"))
