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
    with night.inside():
        number = game_id(uid)
        return {
            *read_tokens_by_permission(db.session(), number).values(),
            *read_seat_tokens(db.session(), number).values(),
        }


def counted(night: ClubNight, uid: str | None = None, **more: object) -> str:
    with night.inside() as club:
        game = uid or play_game(1)
        club.count(game, [3, club.members["Elias"], club.members["Farah"], club.members["Ghassan"]], **more)
        return game


def page_of(night: ClubNight, uid: str, phone: Phone | None = None) -> str:
    answer = (phone or night.owner).get(night.in_club(f"/games/{uid}"))
    assert answer.status == 200
    assert not answer.page.faults
    return answer.text


def test_club_game_page_shows_no_link(night: ClubNight) -> None:
    uid = counted(night)
    with night.inside() as club:
        club.add_entry("settings", {"name": "Open", "shows": "standings"})
    for phone in (*night.everybody.values(), Phone(night.site)):
        text = page_of(night, uid, phone)
        assert not [token for token in tokens_of(night, uid) if token in text]
        assert "/g/" not in text
        assert 'class="sheet"' in text
        assert not re.search(r'href="[^"]*//', text)


def test_club_game_page_has_score_chart(night: ClubNight) -> None:
    page = night.member.get(night.in_club(f"/games/{counted(night)}"))
    assert page.root.find("svg", class_="chart")
    rows = page.root.one("table", class_="numbers").find("tr")
    totals = [node.text for node in page.root.find(class_="standing__total")]
    assert sorted(cell.text for cell in rows[-1].find("td")) == sorted(totals)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"on": "2020-01-01"}, "no season includes its day. It still counts in ratings and statistics."),
        ({}, "Counts in the standings"),
    ],
)
def test_game_page_tells_whether_it_counts(night: ClubNight, said: dict[str, str], sentence: str) -> None:
    assert sentence in page_of(night, counted(night, **said))


def test_game_page_tells_why_it_does_not_count(night: ClubNight) -> None:
    with night.inside() as club:
        unfinished, partners, others = play_game(2, deals=3), play_game(3, partnership=True), play_game(4, "complex")
        withdrawn, disagreed = play_game(5), play_game(6)
    for uid in (unfinished, partners, others, withdrawn, disagreed):
        counted(night, uid)
    with night.inside() as club:
        club.withdraw(withdrawn)
    assert "it wasn’t finished" in page_of(night, unfinished)
    assert "that season ranks players, and it was played with partners" in page_of(night, partners)
    assert "under different house rules" in page_of(night, others)
    assert "it was excluded" in page_of(night, withdrawn)
    with night.inside() as club:
        club.change_season(night.season, house_rules=PARTNERS, counting=BEST_TWO)
        club.add_entry("settings", {"name": "Strict", "shows": "all", "agreed": True})
    assert "all four have to sign off" in page_of(night, disagreed)


def test_exclusion_reason_is_for_members_only(night: ClubNight) -> None:
    uid = counted(night)
    with night.inside() as club:
        club.withdraw(uid)
        club.add_entry("settings", {"name": "Open", "shows": "all"})
    assert "it was excluded. Reason: " in page_of(night, uid)
    assert "counted twice" in page_of(night, uid, night.member)
    assert "counted twice" not in page_of(night, uid, Phone(night.site))


def test_list_gives_no_reason_for_counting_game(night: ClubNight) -> None:
    with night.inside() as club:
        club.season(name="Plain", house_rules={"preset": "no_doubling"})
    assert "under different house rules" in page_of(night, counted(night))
    assert "doesn’t count" not in night.owner.get(night.in_club("/games")).text


def test_player_game_is_not_missing_among_pairs(night: ClubNight) -> None:
    with night.inside() as club:
        club.season(name="Pairs", house_rules=PARTNERS, counting=BEST_TWO)
        among_players, among_pairs, in_neither = play_game(7), play_game(8, partnership=True), play_game(9, "complex")
    for uid in (among_players, among_pairs, in_neither):
        counted(night, uid)
    for uid in (among_players, among_pairs):
        text = page_of(night, uid)
        assert "Counts in the standings" in text
        assert "It doesn’t count" not in text
    assert "It doesn’t count in 2026: it was played under different house rules" in page_of(night, in_neither)
    assert "It doesn’t count in Pairs: that season ranks pairs" in page_of(night, in_neither)


def test_finished_game_offers_correction_not_scoring(night: ClubNight) -> None:
    night.check_in("Basil", "Carine", "Dani", "Elias")
    night.draw()
    night.start()
    uid = uid_of_game(night)
    assert "Continue scoring" in page_of(night, uid)
    with night.inside():
        for deal in whole_game("standard", 11)["deals"]:
            add_game_entry(uid, deal)
    text = page_of(night, uid)
    assert "Continue scoring" not in text
    assert ">Correct</span>" in text


def test_standings_visibility_hides_games_not_counted(night: ClubNight) -> None:
    uid = counted(night, on="2020-01-01")
    with night.inside() as club:
        club.add_entry("settings", {"name": "Open", "shows": "standings"})
    found = {who: phone.get(night.in_club(f"/games/{uid}")).status for who, phone in night.everybody.items()}
    assert found == {"owner": 200, "scorer": 200, "member": 200, "stranger": 404}


def test_unknown_game_is_not_found(night: ClubNight, subtests: pytest.Subtests) -> None:
    for uid in ["x", "00000000-0000-4000-8000-000000000000", "..%2f..", "0" * 40]:
        with subtests.test(uid=uid):
            assert night.owner.get(night.in_club(f"/games/{uid}")).status == 404


def test_game_of_no_club_is_not_found(night: ClubNight) -> None:
    with night.inside():
        uid = play_game(9)
    assert DAY
    assert night.owner.get(night.in_club(f"/games/{uid}")).status == 404


def test_include_again_is_offered_by_permission(night: ClubNight) -> None:
    """A referee cannot include again what only admins may accept."""
    with night.inside():
        other = play_game(2, "denexa")
    plain, let_in = counted(night), counted(night, other, although=["house_rules"])
    for uid in (plain, let_in):
        with night.inside() as club:
            club.withdraw(uid)
    by_referee, by_owner = (
        ["/include" in page_of(night, uid, phone) for uid in (plain, let_in)] for phone in (night.referee, night.owner)
    )
    assert (by_referee, by_owner) == ([True, False], [True, True])
