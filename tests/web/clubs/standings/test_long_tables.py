"""Standings with very many rows: ranked once for each change, and shown page by page."""

from typing import Any

import pytest

from tests.support.clubs.club import enter
from tests.support.clubs.rooms import MORE, Room, count, table
from tests.support.pages import Answer
from tests.support.statements import counting
from trexscore.league.standings import standings

NAMES = ("Basil", "Carine", "Dani", "Amal", *MORE)


def names(page: Answer) -> list[str]:
    return [line.find("span", class_="league__name")[0].text for line in page.root.find("tr", class_="league__line")]


def link(page: Answer, label: str) -> str:
    return next(one.attrs["href"] for one in page.root.find("a", class_="row") if one.text.startswith(label))


@pytest.fixture
def long(room: Room, monkeypatch: pytest.MonkeyPatch) -> Room:
    """Eight players, three to a page."""
    count(room, 1, *NAMES[4:8])
    count(room, 2, *NAMES[4:6], *NAMES[8:10])
    monkeypatch.setattr("trexscore.web.clubs.standings.presenter.A_PAGE", 3)
    return room


def test_a_long_table_is_shown_page_by_page(long: Room) -> None:
    whole = names(table(long, rest="?all=y"))
    first = table(long)
    second = long.owner.get(link(first, "Next rows"))
    assert (names(first), names(second)) == (whole[:3], whole[3:6])
    assert "Rows 4 to 6 of 6" in second.text
    assert names(long.owner.get(link(second, "Previous rows"))) == whole[:3]
    assert names(long.owner.get(link(second, "Full standings"))) == whole


def test_any_number_of_a_row_opens_a_page(long: Room, subtests: pytest.Subtests) -> None:
    for first in ["4", "999999", "-1", "x", "9" * 40]:
        with subtests.test(first=first):
            assert names(table(long, rest=f"?from={first}")) in (names(table(long)), names(table(long, rest="?from=3")))


def test_a_short_table_has_no_pages(room: Room) -> None:
    count(room, 1, *NAMES[4:8])
    assert "More rows" not in table(room).text


def test_pages_of_a_past_day_stay_on_it(long: Room) -> None:
    day = "on=2026-11-22&known=now"
    assert "on=2026-11-22" in link(table(long, rest=f"?{day}"), "Next rows").replace("&amp;", "&")


def test_a_table_is_ranked_once_until_something_changes(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    ranked: list[object] = []

    def noted(*said: Any, **more: Any) -> Any:  # noqa: ANN401 - whatever is asked
        ranked.append(said)
        return standings(*said, **more)

    monkeypatch.setattr("trexscore.db.league.season_ranking.standings", noted)
    count(room, 1, *NAMES[4:8])
    before = names(table(room))
    assert (names(table(room)), len(ranked)) == (before, 1)
    uid = count(room, 2, *NAMES[5:9])
    assert (len(names(table(room))), len(ranked)) == (5, 2)
    with room.inside() as club:
        club.withdraw(uid)
    assert (names(table(room)), len(ranked)) == (before, 3)
    with room.inside() as club:
        club.change_season(room.season, counting={"basis": {"kind": "wins"}, "least_games": 5})
    assert "is-first" not in table(room).text


def test_more_games_need_no_more_statements(room: Room) -> None:
    def statements() -> int:
        table(room)
        with counting(room.site) as counted:
            table(room)
        return counted.number

    count(room, 1, *NAMES[4:8])
    before = statements()
    for seed in range(2, 6):
        count(room, seed, *NAMES[4:8])
    assert statements() == before


@pytest.mark.parametrize("path", ["/games", "/games?only=not_counting", "/games?only=disputed"])
def test_more_games_in_a_list_need_no_more_statements(room: Room, path: str) -> None:
    def statements() -> int:
        room.owner.get(room.in_club(path))
        with counting(room.site) as counted:
            page = room.owner.get(room.in_club(path))
        assert page.status == 200
        return counted.number

    def more(seed: int) -> None:
        count(room, seed, *NAMES[4:8])
        uid = count(room, seed + 10, *NAMES[4:8])
        disputed = count(room, seed + 20, *NAMES[4:8])
        with room.inside() as club:
            club.withdraw(uid)
            enter(disputed, {"disputed": {"seat": "C", "about": 6, "reason": "I was out first"}})

    more(1)
    before = statements()
    for seed in (2, 3, 4):
        more(seed)
    assert statements() == before
