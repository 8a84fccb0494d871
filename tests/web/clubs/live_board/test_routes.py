"""The live board: its content, its changes, and the link that opens it."""

from tests.support.clubs.club import add_game_entry
from tests.support.clubs.club_nights import MORE_NAMES, ClubNight, uid_of_game
from tests.support.pages import Phone
from tests.support.tables import DIAMONDS
from trexscore.commands.clubs.links import create_club_link

EIGHT_NAMES = ("Basil", "Carine", "Dani", "Amal", *MORE_NAMES[:4])


def live_board_link(night: ClubNight, permission: str = "screen") -> str:
    with night.app_context() as club:
        return create_club_link(club.id, permission)  # type: ignore[arg-type]  # one of the permissions


def test_board_shows_every_table_and_player(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES, "Ibrahim")
    night.draw_tables()
    page = Phone(night.site).get(f"/live-board/{live_board_link(night)}")
    assert page.status == 200
    assert len(page.root.find("section", class_="tile-table")) == 2
    assert all(name in page.text for name in (*EIGHT_NAMES, "Ibrahim"))


def test_board_before_first_game_night_is_empty(night: ClubNight) -> None:
    with night.app_context() as club:
        club.add_entry("take_back", night.game_night)
    page = Phone(night.site).get(f"/live-board/{live_board_link(night)}")
    assert page.status == 200
    assert page.root.find(class_="live-board-empty")


def test_board_is_resent_only_after_a_deal(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES)
    night.draw_tables()
    night.start_table_game()
    path = f"/live-board/{live_board_link(night)}"
    client = Phone(night.site).client
    first_response = client.get(path)
    same_response = client.get(path, headers={"If-None-Match": first_response.headers["ETag"]})
    assert (same_response.status_code, same_response.data) == (304, b"")
    with night.app_context():
        add_game_entry(uid_of_game(night), DIAMONDS)
    changed_response = client.get(path, headers={"If-None-Match": first_response.headers["ETag"]})
    assert changed_response.status_code == 200
    assert "\u221250" in changed_response.text
    assert "\u221250" not in first_response.text


def test_board_is_resent_after_draw_or_language_change(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES)
    night.draw_tables()
    path = f"/live-board/{live_board_link(night)}"
    client = Phone(night.site).client
    etag = client.get(path, headers={"Accept-Language": "en"}).headers["ETag"]
    assert client.get(path, headers={"Accept-Language": "ar", "If-None-Match": etag}).status_code == 200
    night.draw_tables()
    assert client.get(path, headers={"Accept-Language": "en", "If-None-Match": etag}).status_code == 200


def test_board_shows_fifteen_tables(night: ClubNight) -> None:
    with night.app_context() as club:
        members = [club.join(f"Player {number}") for number in range(60)]
        club.add_entry("arrived", {"evening": night.game_night, "members": members})
    night.draw_tables()
    page = Phone(night.site).get(f"/live-board/{live_board_link(night)}")
    assert len(page.root.find("section", class_="tile-table")) == 15
    assert page.root.find(class_="is-columns-5")


def test_excluded_game_calls_no_one_to_a_table(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES)
    night.draw_tables()
    night.start_table_game()
    night.start_table_game()
    with night.app_context() as club:
        club.exclude_game(uid_of_game(night))
    text = Phone(night.site).get(f"/live-board/{live_board_link(night)}").text
    assert "Excluded from standings" in text
    assert "Round 1" in text
    assert "Not started yet" not in text
    assert "has been drawn" not in text
    assert "Round 2" not in night.scorer.get(night.path()).text


def test_board_reloads_itself_without_script(night: ClubNight) -> None:
    page = Phone(night.site).get(f"/live-board/{live_board_link(night)}")
    (refresh,) = page.root.find("meta", http_equiv="refresh")
    assert refresh.inside("noscript")
    assert refresh.attrs["content"].isdecimal(), "the refresh contains no other address"


def test_board_opens_by_its_link_only(night: ClubNight) -> None:
    for token in (live_board_link(night, "read"), live_board_link(night, "join"), "nothing", night.club.uid):
        response = Phone(night.site).get(f"/live-board/{token}")
        assert (response.status, "No game has this link" in response.text) == (404, False)
        assert "No club has this address" in response.text


def test_board_contains_no_links_to_games(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES)
    night.draw_tables()
    night.start_table_game()
    page = Phone(night.site).get(f"/live-board/{live_board_link(night)}")
    assert "/g/" not in page.text
    assert night.club.uid not in page.text
    assert not page.root.find("form")
