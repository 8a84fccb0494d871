"""Tied rows name the deciding tiebreaker, and a legend explains the terms."""

from typing import Any

from tests.support.clubs.club_nights import ClubNight, count_game, season_page


def notes(night: ClubNight) -> list[str]:
    return [note.text for note in season_page(night).root.find("span", class_="standings-table__note")]


def change_basis(night: ClubNight, basis: dict[str, Any], *tie_breaks: str) -> None:
    with night.app_context() as club:
        club.change_season(night.season, counting={"basis": basis, "tie_breaks": list(tie_breaks)})


def placement_points(*awards: int) -> dict[str, Any]:
    return {"kind": "places", "awards": list(awards)}


def test_head_to_head_shows_share_or_games(night: ClubNight) -> None:
    count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan")
    change_basis(night, placement_points(1, 1, 1, 0), "head_to_head")
    assert len(notes(night)) == 2
    assert all("head to head among those still tied" in note and note.endswith("%") for note in notes(night))
    change_basis(night, placement_points(1, 1, 0, 0), "head_to_head")
    assert "head to head: 1 to 0 of 1" in notes(night)[0]


def test_head_to_head_of_two_shows_games(night: ClubNight) -> None:
    count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan")
    count_game(night, 2, "Elias", "Hala", "Ibrahim", "Jana")
    count_game(night, 2, "Jana", "Hala", "Ibrahim", "Basil")
    change_basis(night, placement_points(2, 2, 1, 0), "more_games", "head_to_head")
    assert "more games: 2 to 1" in notes(night)[1]
    assert "head to head: 1 to 0 of 1" in notes(night)[2]


def test_tie_break_equal_to_basis_is_explained_once(night: ClubNight) -> None:
    change_basis(night, {"kind": "average"}, "average", "wins")
    terms = [term.text for term in season_page(night).root.find_one("dl", class_="meanings").find("dt")]
    assert len(terms) == 3
    assert len(set(terms)) == 3


def test_standings_explain_their_terms(night: ClubNight) -> None:
    change_basis(night, {"kind": "best", "best": 1, "of": 2}, "head_to_head", "best_game")
    with night.app_context() as club:
        club.add_entry("settings", {"name": "Trex at Basil’s", "shows": "standings"})
    meanings = season_page(night, night.stranger).root.find_one("dl", class_="meanings").text
    assert "a tie counts half" in meanings
    assert "those still tied start again from the first tiebreaker" in meanings
    assert "First games are those of the earliest dates" in meanings
