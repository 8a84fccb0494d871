"""What each game brings to a score, wherever that is told: behind a row, on the game's page, and where it changed."""

from fractions import Fraction

import pytest

from tests.support.clubs.club import PARTNERS, enter, played, points_of, record
from tests.support.clubs.rooms import Room, count, table
from tests.support.html import Node
from tests.support.pages import Answer
from tests.support.tables import Json

FOUR = ("Basil", "Elias", "Farah", "Ghassan")
PLACES = {"basis": {"kind": "places", "awards": [4, 2, 1, 0]}}
WINS = {"basis": {"kind": "wins"}}


def plain(node: Node) -> str:
    return node.text.strip().replace("\u2212", "-")


def counting(room: Room, how: Json, **more: object) -> None:
    with room.inside() as club:
        club.change_season(room.season, counting=how, **more)


def behind(page: Answer) -> list[tuple[str, str]]:
    """The games behind a row, as they stand there: each one's public name, and what it brings."""
    games = page.root.find("a", class_="game-behind")
    return [(game.attrs["href"].rpartition("/")[2], plain(game.one("b"))) for game in games]


def changed(room: Room, change: int = 0) -> dict[str, list[str]]:
    """What a change, the latest first, has changed for whom: games, points, and the score where these are not it."""
    found = table(room, rest="/changes").root.find("li", class_="change")[change]
    return {row.one("a").text: [plain(cell) for cell in row.find("td")] for row in found.find("tr") if row.find("td")}


def by_place(seed: int) -> list[str]:
    """Who finished first, second, third and last in a game with no ties."""
    points = dict(zip(FOUR, points_of(seed), strict=True))
    assert len({*points.values()}) == len(FOUR)
    return sorted(FOUR, key=points.__getitem__, reverse=True)


def test_where_places_count_each_game_says_what_its_place_brings_and_the_points_beside(room: Room) -> None:
    counting(room, PLACES)
    uid = count(room, 1, *FOUR)
    points = dict(zip(FOUR, points_of(1), strict=True))
    for name, award in zip(by_place(1), "4210", strict=True):
        with room.inside() as club:
            number = club.members[name]
        page = table(room, rest=f"/players/{number}")
        assert behind(page) == [(uid, award)]
        assert plain(page.root.find("span", class_="row__note")[-1]) == f"Points: {points[name]}"


def test_what_games_bring_adds_up_to_the_score_also_where_a_win_is_shared(room: Room) -> None:
    counting(room, WINS)
    uid = count(room, 1, *FOUR)
    count(room, 2, *FOUR)
    with room.inside() as club:
        totals = record(uid).play().game.totals
        last, _third, second, first = sorted(range(4), key=totals.__getitem__)
        gap = totals[first] - totals[second]
        enter(uid, {"adjustment": {"ABCD"[first]: -gap, "ABCD"[last]: gap}, "reason": "agreed"})
        numbers = club.members
    for name in (FOUR[first], FOUR[second]):
        page = table(room, rest=f"/players/{numbers[name]}")
        games = behind(page)
        assert dict(games)[uid] == "0.5"
        assert sum(Fraction(brings) for _uid, brings in games) == Fraction(page.root.one("data").attrs["value"])


def test_the_games_that_count_stand_before_all_others_however_late_these_were(room: Room) -> None:
    uids = [count(room, seed, *FOUR, on=f"2026-11-0{seed}") for seed in (1, 2, 3, 4)]
    counting(room, {"basis": {"kind": "best", "best": 1, "of": 2}})
    points = {uid: points_of(seed)[0] for seed, uid in enumerate(uids, 1)}
    best = max(uids[:2], key=points.__getitem__)
    page = table(room, rest="/players/3")
    assert [uid for uid, _brings in behind(page)] == [best, *(uid for uid in uids[::-1] if uid != best)]
    assert [title.text for title in page.root.find("h2", class_="rule-group__title")] == [
        "Games that count",
        "Other games",
    ]


def test_the_games_that_count_are_on_the_first_page(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trexscore.web.clubs.standings.row_games.MOST", 2)
    uids = [count(room, seed, *FOUR, on=f"2026-11-0{seed}") for seed in (1, 2, 3)]
    counting(room, {"basis": {"kind": "best", "best": 1, "of": 1}})
    page = table(room, rest="/players/3")
    further = next(link.attrs["href"] for link in page.root.find("a") if "from=" in link.attrs["href"])
    found = [uid for uid, _brings in (*behind(page), *behind(room.owner.get(further)))]
    assert found == [uids[0], uids[2], uids[1]]


def test_a_game_says_on_its_page_what_it_brings_to_each_season(room: Room) -> None:
    counting(room, PLACES)
    uid = count(room, 1, *FOUR)
    page = room.owner.get(room.in_club(f"/games/{uid}"))
    counts = page.root.one("section", class_="game-counts")
    assert {row.one("span").text: plain(row.one("b")) for row in counts.find("a", class_="row")} == dict(
        zip(("\u2068" + name + "\u2069" for name in by_place(1)), ("+4", "+2", "+1", "0"), strict=True)
    )


def test_a_change_is_told_by_what_the_score_has_become_more_or_less(room: Room) -> None:
    counting(room, PLACES)
    uid = count(room, 1, *FOUR)
    first, second, *_others = by_place(1)
    points = dict(zip(FOUR, points_of(1), strict=True))
    assert {name: cells[-1] for name, cells in changed(room).items()} == dict(
        zip(("\u2068" + name + "\u2069" for name in by_place(1)), ("+4", "+2", "+1", "0"), strict=True)
    )
    gap = points[first] - points[second] + 1
    seats = dict(zip(FOUR, "ABCD", strict=True))
    with room.inside():
        enter(uid, {"adjustment": {seats[first]: -gap, seats[second]: gap}, "reason": "agreed"})
    assert changed(room) == {
        f"\u2068{second}\u2069": ["", f"+{gap}", "+2"],
        f"\u2068{first}\u2069": ["", str(-gap), "-2"],
    }


def test_where_the_sum_counts_the_points_are_the_score_and_told_once(room: Room) -> None:
    count(room, 1, *FOUR)
    assert all(len(cells) == 2 for cells in changed(room).values())


def test_a_pair_that_won_brings_what_its_place_brings(room: Room) -> None:
    counting(room, {"basis": {"kind": "places", "awards": [3, 1]}}, house_rules=PARTNERS)
    with room.inside() as club:
        uid = played(1, partnership=True)
        club.count(uid, [3, *(club.members[name] for name in FOUR[1:])])
        totals = record(uid).play().game.totals
        basil = 3 if totals[0] + totals[2] > totals[1] + totals[3] else 1
        partner = club.members["Farah"]
    assert behind(table(room, rest=f"/pairs/3-{partner}")) == [(uid, str(basil))]
