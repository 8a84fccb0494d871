"""The home page and the list of recent games: status lines, archiving, removing, rematch."""

import json
import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from flask import Flask

from tests.support.pages import NAMES, Game, Phone, listed_game_tokens, preset, shown_totals, start
from tests.support.tables import ADJUSTMENT, KING, Json
from tests.support.whole_games import whole_game


def without_isolates(text: str) -> str:
    """The text without the marks that isolate names."""
    return text.translate({0x2068: None, 0x2069: None})


@pytest.mark.parametrize(
    ("language", "today", "long_ago"),
    [
        ("en", "Today 22:35 · deal 1 of 20", "2 Mar 2024"),
        ("ar", "اليوم ٢٢:٣٥، التوزيعة ١ من ٢٠", "٢ آذار ٢٠٢٤"),  # noqa: RUF001
        ("fr", "Aujourd’hui 22:35 · donne 1 sur 20", "2 mars 2024"),
        ("de", "Heute 22:35 · Spiel 1 von 20", "2. März 2024"),
    ],
)
def test_game_start_is_shown_in_local_time(
    site: Flask, monkeypatch: pytest.MonkeyPatch, language: str, today: str, long_ago: str
) -> None:
    phone = Phone(site, language)
    phone.client.set_cookie("zone", "Pacific%2FAuckland")
    game_night = datetime.now(ZoneInfo("Pacific/Auckland")).replace(hour=22, minute=35, second=0, microsecond=0)
    for moment in (game_night.astimezone(UTC), datetime(2024, 3, 2, 9, tzinfo=UTC)):
        timestamp = moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        monkeypatch.setattr(
            "trexscore.commands.games.start_game.current_timestamp", lambda timestamp=timestamp: timestamp
        )
        phone.get(start(site).path())
    older, newer = (
        without_isolates(node.text) for node in phone.get("/").root.find("span", class_="listed-game__note")
    )
    assert newer == today
    assert older.startswith(long_ago)


@pytest.mark.parametrize("zone", ["Nowhere", "../../etc/passwd", "%00", "x" * 500, "é", "/"])
def test_invalid_time_zone_is_ignored(phone: Phone, game: Game, zone: str) -> None:
    phone.get(game.path())
    phone.client.set_cookie("zone", zone)
    assert phone.get("/").status == 200


@pytest.mark.parametrize(
    ("entries", "rules", "lead"),
    [
        ((), {}, []),
        ((KING,), {}, ["Tied at 0"]),
        ((KING, ADJUSTMENT), {}, ["Dani leads with 30"]),
        ((KING,), preset("partnership"), ["Amal and Carine lead with 0"]),
    ],
    ids=["no entries", "three leaders", "one leader", "leading pair"],
)
def test_running_game_names_leader(
    site: Flask, phone: Phone, entries: tuple[Json, ...], rules: Json, lead: list[str]
) -> None:
    phone.get(start(site, *entries, first_king="A", **rules).path())
    assert [node.text for node in phone.get("/").root.find("span", class_="listed-game__lead")] == lead


def test_finished_game_names_winner_and_links_result(site: Flask, phone: Phone) -> None:
    game = start(site, *whole_game("standard", 5)["deals"])
    phone.get(game.path())
    row = phone.get("/").root.find_one("a", class_="listed-game")
    total = max(shown_totals(phone.get(game.path("/result"))).values())
    assert row.attrs["href"] == game.path("/result")
    assert row.find_one("span", class_="listed-game__note").text.endswith("20 deals")
    assert re.fullmatch(
        rf"(?:{'|'.join(NAMES)}) won with {total}", row.find_one("span", class_="listed-game__lead").text
    )


def test_archived_game_leaves_home_page(site: Flask, phone: Phone) -> None:
    current_game, archived_game = start(site), start(site)
    for listed_game in (current_game, archived_game):
        phone.get(listed_game.path())
    games_page = phone.send(phone.get(archived_game.path("/archive")), "/archive")
    assert games_page.path == "/games"
    assert listed_game_tokens(games_page) == [current_game.write, archived_game.write]
    assert games_page.root.find_one("h2", class_="list__title").text == "Archived"
    assert listed_game_tokens(phone.get("/")) == [current_game.write]
    assert phone.client.get("/start").headers["Location"] == current_game.path()
    phone.get(archived_game.path())
    assert listed_game_tokens(phone.get("/")) == [current_game.write]
    phone.send(phone.get(archived_game.path("/archive")), "/archive")
    assert listed_game_tokens(phone.get("/")) == [archived_game.write, current_game.write]


def test_archiving_covers_all_links_of_game(phone: Phone, game: Game) -> None:
    for permission in ("read", "own"):
        phone.get(game.path("", permission))
    phone.send(phone.get(game.path("/archive", "own")), "/archive")
    phone.get(game.path("", "read"))
    assert listed_game_tokens(phone.get("/")) == []
    assert "archived" in phone.get("/").root.find_one("p", class_="recent__empty").text


@pytest.mark.parametrize("permission", ["read", "write"])
def test_game_is_listed_with_link_that_allows_most(phone: Phone, game: Game, permission: str) -> None:
    """A scorer who tries the view-only link can still record."""
    kept = "own" if permission == "write" else "write"
    for opened in (kept, permission):
        phone.get(game.path("", opened))
    assert listed_game_tokens(phone.get("/games")) == [getattr(game, kept)]
    assert phone.get("/start").path == game.path("", kept)


def test_removed_game_disappears_from_this_device(phone: Phone, game: Game) -> None:
    phone.get(game.path())
    page = phone.get(game.path("/archive"))
    assert listed_game_tokens(phone.send(page, "/forget")) == []
    assert Phone(game.site).get(game.path()).status == 200


def test_empty_list_links_to_start(phone: Phone) -> None:
    links = [node.attrs["href"] for node in phone.get("/games").root.find_one("section", class_="empty").find("a")]
    assert links == ["/games/new", "/open"]


@pytest.mark.parametrize("method", ["get", "post"])
def test_archiving_unknown_game_is_not_found(phone: Phone, method: str) -> None:
    response = (
        phone.get("/g/AAAAAAAAAAAAAAAAAAAAAA/archive")
        if method == "get"
        else phone.post("/g/AAAAAAAAAAAAAAAAAAAAAA/archive", {"csrf_token": phone.token, "archived": "yes"})
    )
    assert response.status == 404


def test_home_introduces_app_until_first_game(phone: Phone, game: Game) -> None:
    home_page = phone.get("/")
    assert (
        home_page.root.find_one("h2", class_="introduction__heading").text
        == "Play the cards. The phone keeps the score."
    )
    assert not home_page.root.find("section", class_="recent")
    phone.get(game.path())
    assert not phone.get("/").root.find("h2", class_="introduction__heading")


def test_rematch_starts_with_one_tap_once(site: Flask, phone: Phone) -> None:
    game = start(site, *whole_game("standard", 5)["deals"], **preset("standard", queen_points=30))
    phone.get(game.path())
    home = phone.get("/")
    paths = [phone.send(home, "/rematch").path for _ in range(2)]
    assert paths[0] == paths[1] != game.path()
    rematch_file = json.loads(phone.get(f"{paths[0]}/game.json").text)
    assert (rematch_file["players"], rematch_file["house_rules"], rematch_file["deals"]) == (
        list(NAMES),
        game.file()["house_rules"],
        [],
    )
    assert not phone.get("/").root.find("form", class_="same-four")  # the phone's player is in a running game


def test_view_only_link_offers_no_rematch(site: Flask, phone: Phone) -> None:
    phone.get(start(site, *whole_game("standard", 5)["deals"]).path("", "read"))
    assert not phone.get("/").root.find("form", class_="same-four")
