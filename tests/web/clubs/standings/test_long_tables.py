"""Standings with many rows: ranked once per change, and shown in pages."""

from typing import Any

import pytest

from tests.support.clubs.club import add_game_entry
from tests.support.clubs.club_nights import MORE, ClubNight, count, season_page
from tests.support.pages import Answer
from tests.support.statements import counting
from trexscore.league.standings import standings

NAMES = ("Basil", "Carine", "Dani", "Amal", *MORE)


def names(page: Answer) -> list[str]:
    return [line.find("span", class_="league__name")[0].text for line in page.root.find("tr", class_="league__line")]


def link_of(page: Answer, label: str) -> str:
    return next(one.attrs["href"] for one in page.root.find("a", class_="row") if one.text.startswith(label))


@pytest.fixture
def long_standings(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> ClubNight:
    """Eight players, three to a page."""
    count(night, 1, *NAMES[4:8])
    count(night, 2, *NAMES[4:6], *NAMES[8:10])
    monkeypatch.setattr("trexscore.web.clubs.standings.presenter.A_PAGE", 3)
    return night


def test_long_standings_have_pages(long_standings: ClubNight) -> None:
    whole = names(season_page(long_standings, rest="?all=y"))
    first = season_page(long_standings)
    second = long_standings.owner.get(link_of(first, "Next rows"))
    assert (names(first), names(second)) == (whole[:3], whole[3:6])
    assert "Rows 4 to 6 of 6" in second.text
    assert names(long_standings.owner.get(link_of(second, "Previous rows"))) == whole[:3]
    assert names(long_standings.owner.get(link_of(second, "Full standings"))) == whole


def test_any_row_number_opens_a_page(long_standings: ClubNight, subtests: pytest.Subtests) -> None:
    for first in ["4", "999999", "-1", "x", "9" * 40]:
        with subtests.test(first=first):
            assert names(season_page(long_standings, rest=f"?from={first}")) in (
                names(season_page(long_standings)),
                names(season_page(long_standings, rest="?from=3")),
            )


def test_short_standings_have_no_pages(night: ClubNight) -> None:
    count(night, 1, *NAMES[4:8])
    assert "More rows" not in season_page(night).text


def test_pages_of_a_past_day_stay_on_it(long_standings: ClubNight) -> None:
    day = "on=2026-11-22&known=now"
    assert "on=2026-11-22" in link_of(season_page(long_standings, rest=f"?{day}"), "Next rows").replace("&amp;", "&")


def test_standings_are_ranked_once_per_change(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    ranked: list[object] = []

    def noted(*said: Any, **more: Any) -> Any:  # noqa: ANN401 - whatever is asked
        ranked.append(said)
        return standings(*said, **more)

    monkeypatch.setattr("trexscore.db.league.season_ranking.standings", noted)
    count(night, 1, *NAMES[4:8])
    before = names(season_page(night))
    assert (names(season_page(night)), len(ranked)) == (before, 1)
    uid = count(night, 2, *NAMES[5:9])
    assert (len(names(season_page(night))), len(ranked)) == (5, 2)
    with night.inside() as club:
        club.withdraw(uid)
    assert (names(season_page(night)), len(ranked)) == (before, 3)
    with night.inside() as club:
        club.change_season(night.season, counting={"basis": {"kind": "wins"}, "least_games": 5})
    assert "is-first" not in season_page(night).text


def test_standings_statements_do_not_grow(night: ClubNight) -> None:
    def statements() -> int:
        season_page(night)
        with counting(night.site) as counted:
            season_page(night)
        return counted.number

    count(night, 1, *NAMES[4:8])
    before = statements()
    for seed in range(2, 6):
        count(night, seed, *NAMES[4:8])
    assert statements() == before


@pytest.mark.parametrize("path", ["/games", "/games?only=not_counting", "/games?only=disputed"])
def test_game_list_statements_do_not_grow(night: ClubNight, path: str) -> None:
    def statements() -> int:
        night.owner.get(night.in_club(path))
        with counting(night.site) as counted:
            page = night.owner.get(night.in_club(path))
        assert page.status == 200
        return counted.number

    def more(seed: int) -> None:
        count(night, seed, *NAMES[4:8])
        uid = count(night, seed + 10, *NAMES[4:8])
        disputed = count(night, seed + 20, *NAMES[4:8])
        with night.inside() as club:
            club.withdraw(uid)
            add_game_entry(disputed, {"disputed": {"seat": "C", "about": 6, "reason": "I was out first"}})

    more(1)
    before = statements()
    for seed in (2, 3, 4):
        more(seed)
    assert statements() == before
