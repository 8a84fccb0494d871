"""A game as its club shows it: the sheet without the game's links, and whether it counts."""

import re

import pytest

from tests.support.clubs.club import BEST_TWO, DAY, PARTNERS, enter, game_id, played
from tests.support.clubs.rooms import Room, uid_of_game
from tests.support.pages import Phone
from tests.support.whole_games import whole_game
from trexscore.db.models import db
from trexscore.db.tokens import read_seat_links, read_unseated_tokens


def tokens(room: Room, uid: str) -> set[str]:
    with room.inside():
        number = game_id(uid)
        return {*read_unseated_tokens(db.session(), number).values(), *read_seat_links(db.session(), number).values()}


def counted(room: Room, uid: str | None = None, **more: object) -> str:
    with room.inside() as club:
        game = uid or played(1)
        club.count(game, [3, club.members["Elias"], club.members["Farah"], club.members["Ghassan"]], **more)
        return game


def page_of(room: Room, uid: str, phone: Phone | None = None) -> str:
    answer = (phone or room.owner).get(room.in_club(f"/games/{uid}"))
    assert answer.status == 200
    assert not answer.page.faults
    return answer.text


def test_the_sheet_of_a_game_gives_none_of_its_links_away(room: Room) -> None:
    uid = counted(room)
    with room.inside() as club:
        club.say("settings", {"name": "Open", "shows": "standings"})
    for phone in (*room.everybody.values(), Phone(room.site)):
        text = page_of(room, uid, phone)
        assert not [token for token in tokens(room, uid) if token in text]
        assert "/g/" not in text
        assert 'class="sheet"' in text
        assert not re.search(r'href="[^"]*//', text)


def test_whoever_sees_a_game_sees_how_its_score_went(room: Room) -> None:
    page = room.member.get(room.in_club(f"/games/{counted(room)}"))
    assert page.root.find("svg", class_="picture")
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
def test_it_says_whether_it_counts(room: Room, said: dict[str, str], sentence: str) -> None:
    assert sentence in page_of(room, counted(room, **said))


def test_it_says_why_it_does_not_count(room: Room) -> None:
    with room.inside() as club:
        unfinished, partners, others = played(2, deals=3), played(3, partnership=True), played(4, "complex")
        withdrawn, disagreed = played(5), played(6)
    for uid in (unfinished, partners, others, withdrawn, disagreed):
        counted(room, uid)
    with room.inside() as club:
        club.withdraw(withdrawn)
    assert "it wasn’t finished" in page_of(room, unfinished)
    assert "that season ranks players, and it was played with partners" in page_of(room, partners)
    assert "under different house rules" in page_of(room, others)
    assert "it was excluded" in page_of(room, withdrawn)
    with room.inside() as club:
        club.change_season(room.season, house_rules=PARTNERS, counting=BEST_TWO)
        club.say("settings", {"name": "Strict", "shows": "all", "agreed": True})
    assert "all four have to sign off" in page_of(room, disagreed)


def test_the_reason_of_a_withdrawal_is_read_by_members_alone(room: Room) -> None:
    uid = counted(room)
    with room.inside() as club:
        club.withdraw(uid)
        club.say("settings", {"name": "Open", "shows": "all"})
    assert "it was excluded. Reason: " in page_of(room, uid)
    assert "counted twice" in page_of(room, uid, room.member)
    assert "counted twice" not in page_of(room, uid, Phone(room.site))


def test_the_list_gives_no_reason_for_a_game_that_counts_somewhere(room: Room) -> None:
    with room.inside() as club:
        club.season(name="Plain", house_rules={"preset": "no_doubling"})
    assert "under different house rules" in page_of(room, counted(room))
    assert "doesn’t count" not in room.owner.get(room.in_club("/games")).text


def test_a_game_that_counts_among_players_is_not_said_to_be_missing_among_pairs(room: Room) -> None:
    with room.inside() as club:
        club.season(name="Pairs", house_rules=PARTNERS, counting=BEST_TWO)
        among_players, among_pairs, in_neither = played(7), played(8, partnership=True), played(9, "complex")
    for uid in (among_players, among_pairs, in_neither):
        counted(room, uid)
    for uid in (among_players, among_pairs):
        text = page_of(room, uid)
        assert "Counts in the standings" in text
        assert "It doesn’t count" not in text
    assert "It doesn’t count in 2026: it was played under different house rules" in page_of(room, in_neither)
    assert "It doesn’t count in Pairs: that season ranks pairs" in page_of(room, in_neither)


def test_a_game_that_is_over_is_corrected_one_that_goes_on_is_written(room: Room) -> None:
    room.arrive("Basil", "Carine", "Dani", "Elias")
    room.draw()
    room.start()
    uid = uid_of_game(room)
    assert "Continue scoring" in page_of(room, uid)
    with room.inside():
        for deal in whole_game("standard", 11)["deals"]:
            enter(uid, deal)
    text = page_of(room, uid)
    assert "Continue scoring" not in text
    assert ">Correct</span>" in text


def test_who_sees_only_standings_sees_no_game_that_is_not_behind_them(room: Room) -> None:
    uid = counted(room, on="2020-01-01")
    with room.inside() as club:
        club.say("settings", {"name": "Open", "shows": "standings"})
    found = {who: phone.get(room.in_club(f"/games/{uid}")).status for who, phone in room.everybody.items()}
    assert found == {"owner": 200, "scorer": 200, "member": 200, "stranger": 404}


def test_what_is_no_game_of_the_club_is_not_found(room: Room, subtests: pytest.Subtests) -> None:
    for uid in ["x", "00000000-0000-4000-8000-000000000000", "..%2f..", "0" * 40]:
        with subtests.test(uid=uid):
            assert room.owner.get(room.in_club(f"/games/{uid}")).status == 404


def test_a_game_of_another_club_is_none_of_this_one(room: Room) -> None:
    with room.inside():
        uid = played(9)
    assert DAY
    assert room.owner.get(room.in_club(f"/games/{uid}")).status == 404


def test_a_withdrawn_game_is_offered_to_count_again_to_whoever_may_say_so(room: Room) -> None:
    """What was let pass by those who lead is not for a referee to let pass again."""
    with room.inside():
        other = played(2, "denexa")
    plain, let_in = counted(room), counted(room, other, although=["house_rules"])
    for uid in (plain, let_in):
        with room.inside() as club:
            club.withdraw(uid)
    by_referee, by_owner = (
        ["/include" in page_of(room, uid, phone) for uid in (plain, let_in)] for phone in (room.referee, room.owner)
    )
    assert (by_referee, by_owner) == ([True, False], [True, True])
