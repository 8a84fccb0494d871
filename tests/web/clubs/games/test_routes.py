"""A club's games: listed, added, edited and excluded, and the reasons why they do not count."""

import json
import uuid
from io import BytesIO

import pytest

from tests.support.clubs.club import add_game_entry, game_id, record, sign_off_kingdoms
from tests.support.clubs.club_nights import ClubNight, csrf_fields, uid_of_game
from tests.support.pages import Game, Response, start
from tests.support.tables import DIAMONDS
from tests.support.whole_games import whole_game
from trexscore.db.clubs import counted_games
from trexscore.db.clubs.game_tokens import find_club_game_token
from trexscore.db.models import db

PLAYER_NAMES = ["Basil", "Carine", "Dani", "Elias"]


def finished_game(night: ClubNight, seed: int = 1, preset: str = "standard", players: list[str] | None = None) -> Game:
    file = whole_game(preset, seed, players or PLAYER_NAMES)
    return start(night.site, *file.pop("deals"), **file)


def uid_of(game: Game) -> str:
    return str(json.loads(game.site.test_client().get(f"/api/games/{game.read}/journal").text)["entries"][0]["key"])


def add_game(night: ClubNight, game: Game, permission: str = "read", **changes: str | list[str] | None) -> Response:
    page = night.scorer.get(night.club_path("/games/new"))
    page = night.scorer.send(page, "/games/new", link=f"https://x.example/g/{game.token(permission)}?x")
    return night.scorer.send_only(page, f"/from/{game.token(permission)}", **changes)


def points(night: ClubNight) -> dict[str, int]:
    with night.app_context() as club:
        names_by_number = {number: member.name or "" for number, member in club.record.members.items()}
        return {names_by_number[number]: points for number, points in club.points(night.season).items()}


def totals_by_name(game: Game) -> dict[str, int]:
    totals_by_seat = json.loads(game.site.test_client().get(f"/api/games/{game.read}/state").text)["result"]["totals"]
    return dict(zip(PLAYER_NAMES, (totals_by_seat[seat] for seat in "ABCD"), strict=True))


def test_added_game_counts_for_players_by_name(night: ClubNight) -> None:
    game = finished_game(night)
    response = add_game(night, game)
    assert (response.status, response.headers["Location"]) == (303, night.club_path(f"/games/{uid_of(game)}"))
    assert points(night) == totals_by_name(game)


def test_view_only_link_adds_game_without_sharing_links(night: ClubNight) -> None:
    game = finished_game(night)
    add_game(night, game, "read")
    with night.app_context() as club:
        assert find_club_game_token(db.session(), club.id, uid_of(game)) is None
    for phone in (night.member, night.scorer, night.owner):
        response = phone.get(night.club_path(f"/games/{uid_of(game)}/open"), follow=False)
        assert "/g/" not in response.headers["Location"]
    assert night.referee.get(night.club_path(f"/games/{uid_of(game)}/referee")).status == 404


def test_game_counted_by_uid_shares_no_link(night: ClubNight) -> None:
    """The public uid of a game, which every link shows, gives no access to its links."""
    game = finished_game(night)
    with night.app_context() as club:
        seats = {seat: club.members.get(name, 3) for seat, name in zip("ABCD", PLAYER_NAMES, strict=True)}
        club.add_entry("game", {"uid": uid_of(game), "seats": seats, "on": "2026-11-22"})
    assert (
        "/g/" not in night.scorer.get(night.club_path(f"/games/{uid_of(game)}/open"), follow=False).headers["Location"]
    )


def test_scorer_link_is_kept_for_players(night: ClubNight) -> None:
    game = finished_game(night)
    add_game(night, game, "write")
    assert night.member.get(night.club_path(f"/games/{uid_of(game)}/open")).path == game.path()


def test_same_form_twice_adds_one_game(night: ClubNight) -> None:
    game = finished_game(night)
    page = night.scorer.get(night.club_path(f"/games/from/{game.read}"))
    for _ in range(2):
        assert night.scorer.send_only(page, f"/from/{game.read}").status == 303
    assert points(night) == totals_by_name(game)


def test_game_already_counted_is_reported(night: ClubNight) -> None:
    game = finished_game(night)
    page = night.scorer.get(night.club_path(f"/games/from/{game.read}"))
    add_game(night, game)
    response = night.scorer.send(page, f"/from/{game.read}")
    assert response.status == 422, "a second form has another key, so it is no retry"
    assert response.problems
    repeated = night.scorer.get(night.club_path(f"/games/from/{game.read}"), follow=False)
    assert (repeated.status, repeated.headers["Location"]) == (303, night.club_path(f"/games/{uid_of(game)}"))


def test_unknown_players_become_guests_or_nobody(night: ClubNight) -> None:
    game = finished_game(night, players=["Basil", "Zein", "Dani", "Omar"])
    add_game(night, game, seat_D="")
    with night.app_context() as club:
        guests = [member.name for member in club.record.active_members if member.role == "guest"]
        assert guests == ["Zein"]
    assert {*points(night)} == {"Basil", "Zein", "Dani"}


def test_substitute_gets_no_points(night: ClubNight) -> None:
    game = finished_game(night)
    add_game(night, game, by_B=str(night.club.members["Farah"]))
    assert points(night) == totals_by_name(game)
    with night.app_context() as club:
        row = counted_games.find_game_row(db.session(), club.id, uid_of(game))
        assert row is not None
        assert row.counted_game is not None
        assert club.members["Farah"] == row.counted_game.playing_member_numbers.B
    assert "Farah" in night.member.get(night.club_path("/games")).text


@pytest.mark.parametrize("changes", [{"seat_A": ""}, {}])
def test_player_with_two_seats_is_refused(night: ClubNight, changes: dict[str, str]) -> None:
    game = finished_game(night)
    response = add_game(night, game, seat_B=str(night.club.members["Dani"]), **changes)
    assert response.status == 422
    assert response.problems
    assert not points(night)


def test_invalid_game_form_is_refused(night: ClubNight) -> None:
    no_members = dict.fromkeys(("seat_A", "seat_B", "seat_C", "seat_D"), "")
    game = finished_game(night)
    for changes in (no_members, {"seat_A": "99999"}, {"on": "x"}, {"evening": "99"}):
        response = add_game(night, game, **changes)
        assert response.status == 422, changes
        assert response.problems, changes


def test_game_file_is_added(night: ClubNight) -> None:
    file = whole_game("standard", 3, PLAYER_NAMES)
    page = night.scorer.get(night.club_path("/games/new"))
    files = {"file": (BytesIO(json.dumps(file).encode()), "game.json")}
    response = night.scorer.post(night.club_path("/games/new"), {**page.fields("/games/new"), "link": ""}, files=files)
    assert "/from/" in response.path
    assert night.scorer.send_only(response, response.path).status == 303
    assert {*points(night)} == {*PLAYER_NAMES}


def test_invalid_link_or_file_is_refused(night: ClubNight, subtests: pytest.Subtests) -> None:
    fields: dict[str, str]
    for fields in [{"link": "nothing"}, {"pasted": "no file"}, {"pasted": '{"format": "x"}'}, {"file": "{}"}, {}]:
        with subtests.test(fields=fields):
            response = night.scorer.send(night.scorer.get(night.club_path("/games/new")), "/games/new", **fields)
            assert response.status == 422
            assert response.problems


def test_abandoned_game_counts_when_accepted(night: ClubNight) -> None:
    file = whole_game("standard", 1, PLAYER_NAMES)
    game = start(night.site, *file.pop("deals")[:12], **file)
    page = night.scorer.get(night.club_path(f"/games/from/{game.read}"))
    assert "its complete kingdoms count" in page.text
    add_game(night, game)
    assert not points(night)
    seats_path = night.club_path(f"/games/{uid_of(game)}/seats")
    night.scorer.send(night.scorer.get(seats_path), "/seats", although=["unfinished"])
    assert points(night)


@pytest.mark.parametrize(("deals", "sentence"), [(4, "it doesn’t count"), (5, "its current score counts")])
def test_form_tells_what_unfinished_game_counts(night: ClubNight, deals: int, sentence: str) -> None:
    rules = {"preset": "standard", "options": {"unfinished_game": "as_it_stands"}}
    game = start(night.site, *whole_game("standard", 1)["deals"][:deals], house_rules=rules, players=PLAYER_NAMES)
    assert sentence in night.scorer.get(night.club_path(f"/games/from/{game.read}")).text


def test_game_waits_for_sign_off(night: ClubNight) -> None:
    with night.app_context() as club:
        club.add_entry("settings", {"name": "Club", "shows": "nothing", "agreed": True})
    game = finished_game(night)
    add_game(night, game)
    assert "all four have to sign off" in night.member.get(night.club_path("/games")).text
    with night.app_context():
        sign_off_kingdoms(uid_of(game))
    assert "all four have to sign off" not in night.member.get(night.club_path("/games")).text


def test_game_outside_seasons_is_reported(night: ClubNight) -> None:
    add_game(night, finished_game(night), on="2020-01-01", evening="")
    assert "no season includes its day" in night.member.get(night.club_path("/games")).text


def test_game_is_excluded_and_included_again(night: ClubNight) -> None:
    game = finished_game(night)
    add_game(night, game)
    points_before = points(night)
    path = night.club_path(f"/games/{uid_of(game)}")
    page = night.referee.get(f"{path}/exclude")
    assert night.referee.send(page, "/exclude", reason="  ").status == 422
    assert night.referee.send_only(page, "/exclude", reason="counted twice").status == 303
    assert not any(points(night).values())
    assert "it was excluded" in night.member.get(night.club_path("/games")).text
    include_response = night.referee.post(
        f"{path}/include", {"key": str(uuid.uuid4()), **csrf_fields(night.referee)}, follow=False
    )
    assert include_response.status == 303
    assert points(night) == points_before


def test_game_pages_follow_roles(night: ClubNight) -> None:
    game = finished_game(night)
    add_game(night, game)
    path = night.club_path(f"/games/{uid_of(game)}")
    for suffix, member_status, scorer_status in (("/seats", 403, 200), ("/exclude", 403, 403)):
        assert night.member.get(path + suffix).status == member_status
        assert night.scorer.get(path + suffix).status == scorer_status
        assert night.owner.get(path + suffix).status == 200
        assert night.stranger.get(path + suffix).status == 404
    for suffix in ("/seats", "/exclude", "/include"):
        fields = {"reason": "x", "key": str(uuid.uuid4())}
        assert night.member.post(path + suffix, {**fields, **csrf_fields(night.member)}).status == 403
        assert night.stranger.post(path + suffix, {**fields, **csrf_fields(night.stranger)}).status == 404
    for suffix in ("/games/new", f"/games/from/{game.read}"):
        assert night.member.get(night.club_path(suffix)).status == 403
        assert night.stranger.get(night.club_path(suffix)).status == 404
    assert points(night) == totals_by_name(game)


def test_uncounted_game_has_no_club_pages(night: ClubNight) -> None:
    for uid in (uid_of(finished_game(night)), str(uuid.uuid4()), "x"):
        for suffix in ("/seats", "/exclude", "/open", "/referee"):
            assert night.owner.get(night.club_path(f"/games/{uid}{suffix}")).status == 404


def test_edited_seats_keep_night_and_table(night: ClubNight) -> None:
    night.check_in("Basil", "Carine", "Elias", "Farah")
    night.draw_tables()
    night.start_table_game()
    uid = uid_of_game(night)
    page = night.scorer.get(night.club_path(f"/games/{uid}/seats"))
    credited = page.fields("/seats")["seat_A"]
    night.scorer.send_only(page, "/seats", by_A=str(night.club.members["Hala"]))
    with night.app_context() as club:
        row = counted_games.find_game_row(db.session(), club.id, uid)
        game = row and row.counted_game
        assert game is not None
        assert (game.night_number, game.table_number) == (night.game_night, 1)
        seat_numbers = (game.credited_member_numbers.A, game.playing_member_numbers.A)
        assert (int(str(credited)), club.members["Hala"]) == seat_numbers
    assert night.scorer.get(night.path()).root.find_one(id="table-1").find("a")


def test_games_are_filtered_and_paged(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trexscore.web.clubs.games.routes.PAGE_SIZE", 2)
    for seed in range(3):
        add_game(night, finished_game(night, seed))
    add_game(night, finished_game(night, 4, players=["Farah", "Ghassan", "Hala", "Ibrahim"]))
    path = night.club_path("/games")

    def count_listed_games(page: Response) -> int:
        return len(page.root.find("li", class_="club-game"))

    first_page = night.member.get(path)
    assert count_listed_games(first_page) == 2
    older = next(node.attrs["href"] for node in first_page.root.find("a") if "before=" in node.attrs.get("href", ""))
    assert count_listed_games(night.member.get(older)) == 2
    assert count_listed_games(night.member.get(f"{path}?member={night.club.members['Farah']}")) == 1
    assert count_listed_games(night.member.get(f"{path}?member=3&season={night.season}")) == 2
    assert count_listed_games(night.member.get(f"{path}?only=not_counting")) == 0
    assert count_listed_games(night.member.get(f"{path}?member=x&season=9&before=%27&only=%00")) in (0, 2)


def test_open_dispute_is_listed_for_referee(night: ClubNight) -> None:
    night.check_in("Basil", "Carine", "Elias", "Farah")
    night.draw_tables()
    night.start_table_game()
    uid = uid_of_game(night)
    with night.app_context():
        seq = add_game_entry(uid, DIAMONDS)
        add_game_entry(uid, {"disputed": {"seat": "B", "about": seq, "reason": "It was 120."}})
        assert record(uid).disputes
        assert game_id(uid)
    page = night.referee.get(night.club_path("/games?only=disputed"))
    assert len(page.root.find("li", class_="club-game")) == 1
    assert any("/referee" in node.attrs["href"] for node in page.root.find("a"))
    links = night.member.get(night.club_path("/games?only=disputed")).root.find("a")
    assert not any("/referee" in link.attrs["href"] for link in links)
