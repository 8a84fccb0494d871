"""Rounds of a game night, its result, and a player who leaves during a game."""

import uuid

from tests.support.clubs.club import add_game_entry
from tests.support.clubs.club_nights import MORE_NAMES, ClubNight, csrf_fields, uid_of_game
from tests.support.pages import Fields, Phone
from tests.support.whole_games import whole_game
from trexscore.commands.clubs.links import create_club_link

FOUR_NAMES = ("Basil", "Carine", "Dani", "Elias")
EIGHT_NAMES = (*FOUR_NAMES, "Amal", *MORE_NAMES[1:4])


def finish_game(night: ClubNight, uid: str, seed: int = 11) -> None:
    with night.app_context():
        for deal in whole_game("standard", seed)["deals"]:
            add_game_entry(uid, deal)


def game_headings(night: ClubNight) -> list[str]:
    page = night.owner.get(night.club_path(f"/games?evening={night.game_night}"))
    return [heading.find("span")[-1].text for heading in page.root.find("span", class_="club-game__head")]


def test_tables_of_two_rounds_are_named_apart(night: ClubNight) -> None:
    night.check_in(*FOUR_NAMES)
    night.draw_tables()
    night.start_table_game()
    finish_game(night, uid_of_game(night))
    night.draw_tables("by_rating")
    assert "Round 2" in night.scorer.get(night.path()).text
    night.start_table_game()
    second_heading, first_heading = game_headings(night)
    assert second_heading.startswith("Round 2 · Table 1 · ")
    assert first_heading.startswith("Round 1 · Table 1 · ")


def test_tables_of_one_draw_play_one_round(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES)
    night.draw_tables()
    night.start_table_game()
    finish_game(night, uid_of_game(night))
    night.start_table_game(1)
    assert {heading.partition(" · ")[0] for heading in game_headings(night)} == {"Round 1"}


def test_late_table_plays_round_of_others(night: ClubNight) -> None:
    night.check_in(*FOUR_NAMES)
    night.draw_tables()
    night.start_table_game()
    night.check_in(*EIGHT_NAMES[4:])
    night.draw_tables()
    night.start_table_game()
    assert {heading.partition(" · ")[0] for heading in game_headings(night)} == {"Round 1"}


def test_abandoned_table_shows_what_counts(night: ClubNight) -> None:
    night.check_in(*FOUR_NAMES)
    night.draw_tables()
    night.start_table_game()
    uid = uid_of_game(night)
    with night.app_context():
        for deal in whole_game("standard", 11)["deals"][:7]:
            add_game_entry(uid, deal)
    night.scorer.send(night.scorer.get(night.club_path(f"/games/{uid}")), "/abandon")
    with night.app_context() as club:
        board_link = create_club_link(club.id, "screen")
    page, board = night.scorer.get(night.path()), Phone(night.site).get(f"/live-board/{board_link}")
    points_by_name = {
        line.find_one(class_="game-night-results__name").text: line.find_one(class_="game-night-results__points").text
        for line in page.root.find("li", class_="game-night-results__line")
    }
    table_points = {
        side.find_one("bdi", class_="side__name").text: side.find_one(class_="side__points").text
        for side in page.root.find("div", class_="side")
    }
    board_points = {
        line.find_one(class_="tile-line__name").text: line.find_one(class_="tile-line__points").text
        for line in board.root.find("li", class_="tile-line")
    }
    assert len(points_by_name) == 4
    assert table_points == board_points == points_by_name
    assert not page.root.find(class_="is-king")
    assert not board.root.find(class_="is-king")


def test_result_of_night_is_on_page_and_board(night: ClubNight) -> None:
    night.check_in(*FOUR_NAMES)
    night.draw_tables()
    night.start_table_game()
    with night.app_context() as club:
        board_path = f"/live-board/{create_club_link(club.id, 'screen')}"
    for path in (night.path(), board_path):
        assert "Points of the night" not in Phone(night.site).get(path).text
    finish_game(night, uid_of_game(night))
    lines = night.member.get(night.path()).root.find("li", class_="game-night-results__line")
    assert {name for line in lines for name in FOUR_NAMES if name in line.text} == {*FOUR_NAMES}
    assert "won" in lines[0].text
    assert "won" not in lines[-1].text
    assert "Points of the night" in Phone(night.site).get(board_path).text


def test_leaving_player_is_named_with_running_table(night: ClubNight) -> None:
    night.check_in(*FOUR_NAMES)
    night.draw_tables()
    night.start_table_game()
    fields: Fields = {"went": str(night.club.members["Elias"]), "key": str(uuid.uuid4()), **csrf_fields(night.scorer)}
    page = night.scorer.post(night.path("/check-in"), fields)
    assert page.status == 422
    assert "Elias is playing at table 1. Finish or abandon that game first." in page.text
    abandon_link = next(link for link in page.root.find("a") if "Abandon the game at table 1" in link.text)
    game_page = night.scorer.get(abandon_link.attrs["href"])
    assert [form for form in game_page.root.find("form") if form.attrs["action"].endswith("/abandon")]
    response = night.scorer.client.post(night.path("/check-in"), data=fields, headers={"Accept": "application/json"})
    refusal = response.get_json()
    assert refusal["way"]["url"] == abandon_link.attrs["href"]
