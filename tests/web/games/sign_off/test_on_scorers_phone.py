"""Pages show entries that the scorer's phone made for a player; the history shows its last digest."""

import json

import pytest
from flask import Flask

from tests.support.pages import Game, Phone, start
from tests.support.people import OWNER_MEMBER_NUMBER, new_club, uid_of
from tests.support.tables import DIAMONDS, KINGDOM, Json
from tests.support.whole_games import whole_game
from tests.web.games.disputes.test_routes import answer_dispute, end_dispute, propose
from tests.web.games.sign_off.test_all_kingdoms import sign_off
from tests.web.games.sign_off.test_routes import player_tokens

MARK = "on the scorer’s phone"
ANSWERED_PREFIX = "On the scorer’s phone: "
SIGNED_PREFIX = "Signed off on the scorer’s phone: "


@pytest.fixture
def played(site: Flask) -> Game:
    return start(site, *KINGDOM)


def marks(game: Game) -> dict[int, bool]:
    """Entries of the history by number, and whether they are marked as made on the scorer's phone."""
    root = Phone(game.site).get(game.path("/history", "read")).root
    entries = root.find("li", class_="history-entry")
    return {int(node.attrs["id"].removeprefix("entry-")): MARK in node.text for node in entries}


def test_history_marks_entries_of_scorers_phone(site: Flask, played: Game) -> None:
    tokens = player_tokens(site, Phone(site), played)
    sign_off(Phone(site), played.path(), "A")
    sign_off(Phone(site), f"/g/{tokens['B']}", "B")
    marked = marks(played)
    assert (marked[10], marked[11], marked[12]) == (False, True, False)


def test_sign_off_names_players_signed_by_scorer(site: Flask, played: Game) -> None:
    tokens = player_tokens(site, Phone(site), played)
    sign_off(Phone(site), f"/g/{tokens['B']}", "B")
    for page in ("/sign-off", "/kingdoms/A"):
        assert SIGNED_PREFIX not in Phone(site).get(played.path(page, "read")).text
    for seat in "AC":
        sign_off(Phone(site), played.path(), seat)
    for page in ("/sign-off", "/kingdoms/A"):
        text = Phone(site).get(played.path(page, "read")).root.text
        assert f"{SIGNED_PREFIX}Amal and Carine" in text.replace("\u2068", "").replace("\u2069", "")


def test_names_signed_by_scorer_follow_direction_of_sentence(site: Flask, played: Game) -> None:
    """Isolated as a whole, a list that starts with a Latin name is read from left to right in Arabic too."""
    for seat in "AC":
        sign_off(Phone(site), played.path(), seat)
    for page in ("", "/sheet", "/sign-off", "/kingdoms/A"):
        assert "\u2068Amal\u2069 و\u2068Carine\u2069" in Phone(site, "ar").get(played.path(page, "read")).text


def test_cancelled_sign_off_is_not_named(site: Flask, played: Game) -> None:
    sign_off(Phone(site), played.path(), "A")
    corrected_deal = {**DIAMONDS, "captures": {"diamonds": {"A": 4, "B": 5, "C": 3, "D": 1}}}
    played.add_entry({"corrected": {"reason": "counted again", "changes": [{"seq": 6, "entry": corrected_deal}]}})
    assert SIGNED_PREFIX not in Phone(site).get(played.path("/sign-off")).text


def test_dispute_names_players_answered_by_scorer(site: Flask, played: Game) -> None:
    tokens = player_tokens(site, Phone(site), played)
    propose(Phone(site), f"/g/{tokens['B']}")
    deal = played.path("/deals/6")
    assert ANSWERED_PREFIX not in Phone(site).get(deal).text
    answer_dispute(Phone(site), deal, "C", "no")
    assert _named_players(site, deal) == "Carine"
    end_dispute(Phone(site), f"/g/{tokens['B']}/deals/6", "withdrawn")
    assert _named_players(site, deal) == "Carine"


def test_names_follow_corrected_seating(site: Flask, played: Game) -> None:
    tokens = player_tokens(site, Phone(site), played)
    propose(Phone(site), f"/g/{tokens['B']}")
    answer_dispute(Phone(site), played.path("/deals/6"), "C", "no")
    change: Json = {"seats": {"C": "D", "D": "C"}}
    played.add_entry({"corrected": {"reason": "they sat so", "changes": [change]}})
    assert _named_players(site, played.path("/deals/6")) == "Carine"


def test_confirmation_names_players_confirmed_by_scorer(site: Flask, played: Game) -> None:
    played.add_entry({"terms": {"second_person": True}})
    tokens = player_tokens(site, Phone(site), played)
    adjustment: Json = {"adjustment": {"B": -30, "D": 30}, "reason": "agreed"}
    played.add_entry(adjustment)
    _confirm(site, f"/g/{tokens['B']}/deals/12")
    page_text = Phone(site).get(played.path("/deals/12")).text
    assert "Waiting for confirmation" not in page_text
    assert ANSWERED_PREFIX not in page_text
    played.add_entry(adjustment)
    _confirm(site, played.path("/deals/14"))
    assert _named_players(site, played.path("/deals/14")) == "Amal"


def test_history_shows_last_digest(site: Flask, played: Game) -> None:
    journal: Json = json.loads(site.test_client().get(f"/api/games/{played.read}/journal").text)
    assert journal["entries"][-1]["digest"] in Phone(site).get(played.path("/history")).text


def _named_players(site: Flask, path: str) -> str:
    """The players whom a page names."""
    text = next(node.text for node in Phone(site).get(path).root.find("p") if node.text.startswith(ANSWERED_PREFIX))
    return text.removeprefix(ANSWERED_PREFIX).replace("\u2068", "").replace("\u2069", "")


def _confirm(site: Flask, path: str) -> None:
    """Confirm the entry of a page for the first offered player."""
    phone = Phone(site)
    phone.send(phone.get(path), "/confirmations")


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "Signed off on the scorer’s phone: Amal and Carine"), ("ar", "الموافقة من هاتف المسجّل: ")],
)
def test_result_pages_name_players_signed_by_scorer(site: Flask, language: str, text: str) -> None:
    deals = whole_game("standard", 5)["deals"]
    game = start(site, *deals, first_king=deals[0]["king"])
    tokens = player_tokens(site, Phone(site), game)
    for seat in "BD":
        sign_off(Phone(site), f"/g/{tokens[seat]}", seat)
    pages = [game.path(path, "read") for path in ("", "/sheet", "/result", "/sign-off", "/print")]

    def page_text(path: str) -> str:
        return Phone(site, language).get(path).root.text.replace("\u2068", "").replace("\u2069", "")

    for path in pages:
        assert text not in page_text(path)
    for seat in "AC":
        sign_off(Phone(site), game.path(), seat)
    for path in pages:
        assert text in page_text(path), path


def test_undone_sign_off_removes_mark(site: Flask, played: Game) -> None:
    sign_off(Phone(site), played.path(), "A")
    assert Phone(site).get(played.path("/sheet", "read")).text.count(SIGNED_PREFIX) == 1
    played.add_entry({"take_back": 11})
    assert SIGNED_PREFIX not in Phone(site).get(played.path("/sheet", "read")).text


def test_club_page_names_players_signed_by_scorer(site: Flask, played: Game) -> None:
    club = new_club(site)
    club.count_game(played, {"A": OWNER_MEMBER_NUMBER, "B": None, "C": None, "D": None})
    path = f"/games/{uid_of(played)}"
    assert SIGNED_PREFIX not in club.get(path).text
    sign_off(Phone(site), played.path(), "A")
    assert SIGNED_PREFIX in club.get(path).text
