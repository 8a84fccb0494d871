"""A game as its club shows it: the score sheet without the game's links, and whether the game counts."""

import re

import pytest

from tests.support.clubs.club import BEST_TWO, DAY, PARTNERS, add_game_entry, game_id, play_game
from tests.support.clubs.club_nights import ClubNight, uid_of_game
from tests.support.pages import Phone
from tests.support.whole_games import whole_game
from trexscore.db.game_links import read_seat_tokens, read_tokens_by_permission
from trexscore.db.models import db


def tokens_of(night: ClubNight, uid: str) -> set[str]:
    with night.app_context():
        number = game_id(uid)
        return {
            *read_tokens_by_permission(db.session(), number).values(),
            *read_seat_tokens(db.session(), number).values(),
        }


def count_game(night: ClubNight, uid: str | None = None, **content: object) -> str:
    with night.app_context() as club:
        counted_uid = uid or play_game(1)
        club.count_game(
            counted_uid, [3, club.members["Elias"], club.members["Farah"], club.members["Ghassan"]], **content
        )
        return counted_uid


def page_text(night: ClubNight, uid: str, phone: Phone | None = None) -> str:
    response = (phone or night.owner).get(night.club_path(f"/games/{uid}"))
    assert response.status == 200
    assert not response.page.faults
    return response.text


def test_club_game_page_shows_no_link(night: ClubNight) -> None:
    uid = count_game(night)
    with night.app_context() as club:
        club.add_entry("settings", {"name": "Open", "shows": "standings"})
    for phone in (*night.phones_by_persona.values(), Phone(night.site)):
        text = page_text(night, uid, phone)
        assert not [token for token in tokens_of(night, uid) if token in text]
        assert "/g/" not in text
        assert 'class="sheet"' in text
        assert not re.search(r'href="[^"]*//', text)


def test_club_game_page_has_score_chart(night: ClubNight) -> None:
    page = night.member.get(night.club_path(f"/games/{count_game(night)}"))
    assert page.root.find("svg", class_="chart")
    rows = page.root.find_one("table", class_="chart-table").find("tr")
    totals = [node.text for node in page.root.find(class_="standing__total")]
    assert sorted(cell.text for cell in rows[-1].find("td")) == sorted(totals)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ({"on": "2020-01-01"}, "no season includes its day. It still counts in ratings and statistics."),
        ({}, "Counts in the standings"),
    ],
)
def test_game_page_tells_whether_it_counts(night: ClubNight, content: dict[str, str], sentence: str) -> None:
    assert sentence in page_text(night, count_game(night, **content))


def test_game_page_tells_why_it_does_not_count(night: ClubNight) -> None:
    with night.app_context() as club:
        unfinished_uid, pair_uid, other_uid = (
            play_game(2, deals=3),
            play_game(3, partnership=True),
            play_game(4, "complex"),
        )
        excluded_uid, unsigned_uid = play_game(5), play_game(6)
    for uid in (unfinished_uid, pair_uid, other_uid, excluded_uid, unsigned_uid):
        count_game(night, uid)
    with night.app_context() as club:
        club.exclude_game(excluded_uid)
    assert "it wasn’t finished" in page_text(night, unfinished_uid)
    assert "that season ranks players, and it was played with partners" in page_text(night, pair_uid)
    assert "under different house rules" in page_text(night, other_uid)
    assert "it was excluded" in page_text(night, excluded_uid)
    with night.app_context() as club:
        club.change_season(night.season, house_rules=PARTNERS, counting=BEST_TWO)
        club.add_entry("settings", {"name": "Strict", "shows": "all", "agreed": True})
    assert "all four have to sign off" in page_text(night, unsigned_uid)


def test_exclusion_reason_is_for_members_only(night: ClubNight) -> None:
    uid = count_game(night)
    with night.app_context() as club:
        club.exclude_game(uid)
        club.add_entry("settings", {"name": "Open", "shows": "all"})
    assert "it was excluded. Reason: " in page_text(night, uid)
    assert "counted twice" in page_text(night, uid, night.member)
    assert "counted twice" not in page_text(night, uid, Phone(night.site))


def test_list_gives_no_reason_for_counting_game(night: ClubNight) -> None:
    with night.app_context() as club:
        club.create_season(name="Plain", house_rules={"preset": "no_doubling"})
    assert "under different house rules" in page_text(night, count_game(night))
    assert "doesn’t count" not in night.owner.get(night.club_path("/games")).text


def test_player_game_is_not_missing_among_pairs(night: ClubNight) -> None:
    with night.app_context() as club:
        club.create_season(name="Pairs", house_rules=PARTNERS, counting=BEST_TWO)
        player_game, pair_game, other_game = play_game(7), play_game(8, partnership=True), play_game(9, "complex")
    for uid in (player_game, pair_game, other_game):
        count_game(night, uid)
    for uid in (player_game, pair_game):
        text = page_text(night, uid)
        assert "Counts in the standings" in text
        assert "It doesn’t count" not in text
    assert "It doesn’t count in 2026: it was played under different house rules" in page_text(night, other_game)
    assert "It doesn’t count in Pairs: that season ranks pairs" in page_text(night, other_game)


def test_finished_game_offers_correction_not_scoring(night: ClubNight) -> None:
    night.check_in("Basil", "Carine", "Dani", "Elias")
    night.draw_tables()
    night.start_table_game()
    uid = uid_of_game(night)
    assert "Continue scoring" in page_text(night, uid)
    with night.app_context():
        for deal in whole_game("standard", 11)["deals"]:
            add_game_entry(uid, deal)
    text = page_text(night, uid)
    assert "Continue scoring" not in text
    assert ">Correct</span>" in text


def test_standings_visibility_hides_games_not_counted(night: ClubNight) -> None:
    uid = count_game(night, on="2020-01-01")
    with night.app_context() as club:
        club.add_entry("settings", {"name": "Open", "shows": "standings"})
    statuses = {
        persona: phone.get(night.club_path(f"/games/{uid}")).status
        for persona, phone in night.phones_by_persona.items()
    }
    assert statuses == {"owner": 200, "scorer": 200, "member": 200, "stranger": 404}


def test_unknown_game_is_not_found(night: ClubNight, subtests: pytest.Subtests) -> None:
    for uid in ["x", "00000000-0000-4000-8000-000000000000", "..%2f..", "0" * 40]:
        with subtests.test(uid=uid):
            assert night.owner.get(night.club_path(f"/games/{uid}")).status == 404


def test_game_of_no_club_is_not_found(night: ClubNight) -> None:
    with night.app_context():
        uid = play_game(9)
    assert DAY
    assert night.owner.get(night.club_path(f"/games/{uid}")).status == 404


def test_include_again_is_offered_by_permission(night: ClubNight) -> None:
    """A referee cannot include again what only admins may accept."""
    with night.app_context():
        other_rules = play_game(2, "denexa")
    plain_uid, accepted_uid = count_game(night), count_game(night, other_rules, although=["house_rules"])
    for uid in (plain_uid, accepted_uid):
        with night.app_context() as club:
            club.exclude_game(uid)
    offered_to_referee, offered_to_owner = (
        ["/include" in page_text(night, uid, phone) for uid in (plain_uid, accepted_uid)]
        for phone in (night.referee, night.owner)
    )
    assert (offered_to_referee, offered_to_owner) == ([True, False], [True, True])
