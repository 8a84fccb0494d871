"""The contribution of a game to a score: in the games of a row, on the game's page, and in the change log."""

from fractions import Fraction

import pytest

from tests.support.clubs.club import PARTNERS, add_game_entry, play_game, record, totals_of_whole_game
from tests.support.clubs.club_nights import ClubNight, count_game, season_page
from tests.support.html import Node
from tests.support.pages import Response
from tests.support.tables import Json

PLAYER_NAMES = ("Basil", "Elias", "Farah", "Ghassan")
PLACEMENT_POINTS = {"basis": {"kind": "places", "awards": [4, 2, 1, 0]}}
WINS = {"basis": {"kind": "wins"}}


def plain(node: Node) -> str:
    return node.text.strip().replace("\u2212", "-")


def set_counting(night: ClubNight, counting: Json, **content: object) -> None:
    with night.app_context() as club:
        club.change_season(night.season, counting=counting, **content)


def games_of_row(page: Response) -> list[tuple[str, str]]:
    """The games of a row in page order: the uid, and the contribution to the score."""
    games = page.root.find("a", class_="season-game")
    return [(game.attrs["href"].rpartition("/")[2], plain(game.find_one("b"))) for game in games]


def changed_scores(night: ClubNight, change: int = 0) -> dict[str, list[str]]:
    """The changes of each player in an entry of the change log: games, points, and the score if it differs."""
    changes = season_page(night, suffix="/changes").root.find("li", class_="change")[change]
    return {
        row.find_one("a").text: [plain(cell) for cell in row.find("td")] for row in changes.find("tr") if row.find("td")
    }


def names_by_finish(seed: int) -> list[str]:
    """The players in the order of their finish, in a game without ties."""
    points = dict(zip(PLAYER_NAMES, totals_of_whole_game(seed), strict=True))
    assert len({*points.values()}) == len(PLAYER_NAMES)
    return sorted(PLAYER_NAMES, key=points.__getitem__, reverse=True)


def test_row_games_show_placement_points_and_points(night: ClubNight) -> None:
    set_counting(night, PLACEMENT_POINTS)
    uid = count_game(night, 1, *PLAYER_NAMES)
    points = dict(zip(PLAYER_NAMES, totals_of_whole_game(1), strict=True))
    for name, award in zip(names_by_finish(1), "4210", strict=True):
        with night.app_context() as club:
            number = club.members[name]
        page = season_page(night, suffix=f"/players/{number}")
        assert games_of_row(page) == [(uid, award)]
        assert plain(page.root.find("span", class_="row__note")[-1]) == f"Points: {points[name]}"


def test_games_of_row_add_up_with_shared_win(night: ClubNight) -> None:
    set_counting(night, WINS)
    uid = count_game(night, 1, *PLAYER_NAMES)
    count_game(night, 2, *PLAYER_NAMES)
    with night.app_context() as club:
        totals = record(uid).play().game.totals
        last, _third, second, first = sorted(range(4), key=totals.__getitem__)
        gap = totals[first] - totals[second]
        add_game_entry(uid, {"adjustment": {"ABCD"[first]: -gap, "ABCD"[last]: gap}, "reason": "agreed"})
        numbers = club.members
    for name in (PLAYER_NAMES[first], PLAYER_NAMES[second]):
        page = season_page(night, suffix=f"/players/{numbers[name]}")
        games = games_of_row(page)
        assert dict(games)[uid] == "0.5"
        assert sum(Fraction(points) for _uid, points in games) == Fraction(page.root.find_one("data").attrs["value"])


def test_counting_games_are_listed_first(night: ClubNight) -> None:
    uids = [count_game(night, seed, *PLAYER_NAMES, on=f"2026-11-0{seed}") for seed in (1, 2, 3, 4)]
    set_counting(night, {"basis": {"kind": "best", "best": 1, "of": 2}})
    points = {uid: totals_of_whole_game(seed)[0] for seed, uid in enumerate(uids, 1)}
    best = max(uids[:2], key=points.__getitem__)
    page = season_page(night, suffix="/players/3")
    assert [uid for uid, _points in games_of_row(page)] == [best, *(uid for uid in uids[::-1] if uid != best)]
    assert [title.text for title in page.root.find("h2", class_="rule-group__title")] == [
        "Games that count",
        "Other games",
    ]


def test_counting_games_are_on_first_page(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trexscore.web.clubs.standings.row_games.PAGE_SIZE", 2)
    uids = [count_game(night, seed, *PLAYER_NAMES, on=f"2026-11-0{seed}") for seed in (1, 2, 3)]
    set_counting(night, {"basis": {"kind": "best", "best": 1, "of": 1}})
    page = season_page(night, suffix="/players/3")
    next_page_href = next(link.attrs["href"] for link in page.root.find("a") if "from=" in link.attrs["href"])
    listed_uids = [uid for uid, _points in (*games_of_row(page), *games_of_row(night.owner.get(next_page_href)))]
    assert listed_uids == [uids[0], uids[2], uids[1]]


def test_game_page_shows_points_for_each_season(night: ClubNight) -> None:
    set_counting(night, PLACEMENT_POINTS)
    uid = count_game(night, 1, *PLAYER_NAMES)
    page = night.owner.get(night.club_path(f"/games/{uid}"))
    counts = page.root.find_one("section", class_="game-counts")
    assert {row.find_one("span").text: plain(row.find_one("b")) for row in counts.find("a", class_="row")} == dict(
        zip(("\u2068" + name + "\u2069" for name in names_by_finish(1)), ("+4", "+2", "+1", "0"), strict=True)
    )


def test_change_log_shows_changes_of_score(night: ClubNight) -> None:
    set_counting(night, PLACEMENT_POINTS)
    uid = count_game(night, 1, *PLAYER_NAMES)
    first, second, *_others = names_by_finish(1)
    points = dict(zip(PLAYER_NAMES, totals_of_whole_game(1), strict=True))
    assert {name: cells[-1] for name, cells in changed_scores(night).items()} == dict(
        zip(("\u2068" + name + "\u2069" for name in names_by_finish(1)), ("+4", "+2", "+1", "0"), strict=True)
    )
    gap = points[first] - points[second] + 1
    seats = dict(zip(PLAYER_NAMES, "ABCD", strict=True))
    with night.app_context():
        add_game_entry(uid, {"adjustment": {seats[first]: -gap, seats[second]: gap}, "reason": "agreed"})
    assert changed_scores(night) == {
        f"\u2068{second}\u2069": ["", f"+{gap}", "+2"],
        f"\u2068{first}\u2069": ["", str(-gap), "-2"],
    }


def test_change_log_shows_points_once_for_sums(night: ClubNight) -> None:
    count_game(night, 1, *PLAYER_NAMES)
    assert all(len(cells) == 2 for cells in changed_scores(night).values())


def test_pair_game_adds_placement_points(night: ClubNight) -> None:
    set_counting(night, {"basis": {"kind": "places", "awards": [3, 1]}}, house_rules=PARTNERS)
    with night.app_context() as club:
        uid = play_game(1, partnership=True)
        club.count_game(uid, [3, *(club.members[name] for name in PLAYER_NAMES[1:])])
        totals = record(uid).play().game.totals
        basil = 3 if totals[0] + totals[2] > totals[1] + totals[3] else 1
        partner = club.members["Farah"]
    assert games_of_row(season_page(night, suffix=f"/pairs/3-{partner}")) == [(uid, str(basil))]
