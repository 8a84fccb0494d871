"""A club's games: listed, brought in, put right, withdrawn; and told why they do not count."""

import json
import uuid
from io import BytesIO

import pytest

from tests.support.clubs.club import agree, enter, game_id, record
from tests.support.clubs.rooms import Room, proof, uid_of_game
from tests.support.pages import Answer, Game, start
from tests.support.tables import DIAMONDS
from tests.support.whole_games import whole_game
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.game_tokens import find_club_game_token
from trexscore.db.models import db

OURS = ["Basil", "Carine", "Dani", "Elias"]


def finished(room: Room, seed: int = 1, preset: str = "standard", players: list[str] | None = None) -> Game:
    file = whole_game(preset, seed, players or OURS)
    return start(room.site, *file.pop("deals"), **file)


def uid_of(game: Game) -> str:
    return str(json.loads(game.site.test_client().get(f"/api/games/{game.read}/journal").text)["entries"][0]["key"])


def bring(room: Room, game: Game, right: str = "read", **changes: str | list[str] | None) -> Answer:
    page = room.scorer.get(room.in_club("/games/new"))
    page = room.scorer.send(page, "/games/new", link=f"https://x.example/g/{game.token(right)}?x")
    return room.scorer.send_only(page, f"/from/{game.token(right)}", **changes)


def points(room: Room) -> dict[str, int]:
    with room.inside() as club:
        by_number = {number: member.name or "" for number, member in club.record.members.items()}
        return {by_number[number]: points for number, points in club.points(room.season).items()}


def totals(game: Game) -> dict[str, int]:
    said = json.loads(game.site.test_client().get(f"/api/games/{game.read}/state").text)["result"]["totals"]
    return dict(zip(OURS, (said[seat] for seat in "ABCD"), strict=True))


def test_a_game_played_outside_counts_for_those_who_are_called_as_its_players(room: Room) -> None:
    game = finished(room)
    answer = bring(room, game)
    assert (answer.status, answer.headers["Location"]) == (303, room.in_club(f"/games/{uid_of(game)}"))
    assert points(room) == totals(game)


def test_a_reading_link_brings_a_game_in_and_gives_nobody_a_writing_one(room: Room) -> None:
    game = finished(room)
    bring(room, game, "read")
    with room.inside() as club:
        assert find_club_game_token(db.session(), club.id, uid_of(game)) is None
    for phone in (room.member, room.scorer, room.owner):
        answer = phone.get(room.in_club(f"/games/{uid_of(game)}/open"), follow=False)
        assert "/g/" not in answer.headers["Location"]
    assert room.referee.get(room.in_club(f"/games/{uid_of(game)}/referee")).status == 404


def test_no_word_in_the_clubs_journal_opens_a_game(room: Room) -> None:
    """Whoever counts a game by its public name, which every link shows, gets no link of it."""
    game = finished(room)
    with room.inside() as club:
        seats = {seat: club.members.get(name, 3) for seat, name in zip("ABCD", OURS, strict=True)}
        club.say("game", {"uid": uid_of(game), "seats": seats, "on": "2026-11-22"})
    assert "/g/" not in room.scorer.get(room.in_club(f"/games/{uid_of(game)}/open"), follow=False).headers["Location"]


def test_a_writing_link_is_kept_for_the_four(room: Room) -> None:
    game = finished(room)
    bring(room, game, "write")
    assert room.member.get(room.in_club(f"/games/{uid_of(game)}/open")).path == game.path()


def test_the_same_form_twice_is_one_game(room: Room) -> None:
    game = finished(room)
    page = room.scorer.get(room.in_club(f"/games/from/{game.read}"))
    for _ in range(2):
        assert room.scorer.send_only(page, f"/from/{game.read}").status == 303
    assert points(room) == totals(game)


def test_a_game_that_counts_already_is_told(room: Room) -> None:
    game = finished(room)
    page = room.scorer.get(room.in_club(f"/games/from/{game.read}"))
    bring(room, game)
    answer = room.scorer.send(page, f"/from/{game.read}")
    assert answer.status == 422, "another form, another key"
    assert answer.problems
    again = room.scorer.get(room.in_club(f"/games/from/{game.read}"), follow=False)
    assert (again.status, again.headers["Location"]) == (303, room.in_club(f"/games/{uid_of(game)}"))


def test_strangers_to_the_club_are_let_in_as_guests_or_left_out(room: Room) -> None:
    game = finished(room, players=["Basil", "Zein", "Dani", "Omar"])
    bring(room, game, seat_D="")
    with room.inside() as club:
        guests = [member.name for member in club.record.active_members if member.role == "guest"]
        assert guests == ["Zein"]
    assert {*points(room)} == {"Basil", "Zein", "Dani"}


def test_who_sat_in_gets_no_points(room: Room) -> None:
    game = finished(room)
    bring(room, game, by_B=str(room.club.members["Farah"]))
    assert points(room) == totals(game)
    with room.inside() as club:
        row = game_rows.find_game_row(db.session(), club.id, uid_of(game))
        assert row is not None
        assert row.counted is not None
        assert club.members["Farah"] == row.counted.played_by.B
    assert "Farah" in room.member.get(room.in_club("/games")).text


@pytest.mark.parametrize("said", [{"seat_A": ""}, {}])
def test_nobody_sits_twice(room: Room, said: dict[str, str]) -> None:
    game = finished(room)
    answer = bring(room, game, seat_B=str(room.club.members["Dani"]), **said)
    assert answer.status == 422
    assert answer.problems
    assert not points(room)


def test_what_cannot_be_booked_is_told(room: Room) -> None:
    nobody = dict.fromkeys(("seat_A", "seat_B", "seat_C", "seat_D"), "")
    game = finished(room)
    for wrong in (nobody, {"seat_A": "99999"}, {"on": "x"}, {"evening": "99"}):
        answer = bring(room, game, **wrong)
        assert answer.status == 422, wrong
        assert answer.problems, wrong


def test_a_file_is_brought_in_whole(room: Room) -> None:
    file = whole_game("standard", 3, OURS)
    page = room.scorer.get(room.in_club("/games/new"))
    files = {"file": (BytesIO(json.dumps(file).encode()), "game.json")}
    answer = room.scorer.post(room.in_club("/games/new"), {**page.fields("/games/new"), "link": ""}, files=files)
    assert "/from/" in answer.path
    assert room.scorer.send_only(answer, answer.path).status == 303
    assert {*points(room)} == {*OURS}


def test_what_is_no_game_is_told(room: Room, subtests: pytest.Subtests) -> None:
    said: dict[str, str]
    for said in [{"link": "nothing"}, {"pasted": "no file"}, {"pasted": '{"format": "x"}'}, {"link": ""}]:
        with subtests.test(said=said):
            answer = room.scorer.send(room.scorer.get(room.in_club("/games/new")), "/games/new", **said)
            assert answer.status == 422
            assert answer.problems


def test_a_game_that_is_broken_off_counts_once_somebody_says_so(room: Room) -> None:
    file = whole_game("standard", 1, OURS)
    game = start(room.site, *file.pop("deals")[:12], **file)
    page = room.scorer.get(room.in_club(f"/games/from/{game.read}"))
    assert "its complete kingdoms count" in page.text
    bring(room, game)
    assert not points(room)
    seats = room.in_club(f"/games/{uid_of(game)}/seats")
    room.scorer.send(room.scorer.get(seats), "/seats", although=["unfinished"])
    assert points(room)


@pytest.mark.parametrize(("deals", "told"), [(4, "it doesn’t count"), (5, "its current score counts")])
def test_what_a_broken_off_game_would_count_is_told_before_it_is_brought(room: Room, deals: int, told: str) -> None:
    rules = {"preset": "standard", "options": {"unfinished_game": "as_it_stands"}}
    game = start(room.site, *whole_game("standard", 1)["deals"][:deals], house_rules=rules, players=OURS)
    assert told in room.scorer.get(room.in_club(f"/games/from/{game.read}")).text


def test_where_all_four_have_to_agree_a_game_waits_for_them(room: Room) -> None:
    with room.inside() as club:
        club.say("settings", {"name": "Club", "shows": "nothing", "agreed": True})
    game = finished(room)
    bring(room, game)
    assert "all four have to sign off" in room.member.get(room.in_club("/games")).text
    with room.inside():
        agree(uid_of(game))
    assert "all four have to sign off" not in room.member.get(room.in_club("/games")).text


def test_evenings_near_its_day_are_offered_for_a_game(room: Room) -> None:
    game = finished(room)
    bring(room, game)
    with room.inside():
        for on in ("2026-10-01", "2020-01-01"):
            room.club.say("evening", {"on": on})
    select = room.scorer.get(room.in_club(f"/games/{uid_of(game)}/seats")).root.one("select", name="evening")
    offered = " ".join(option.text for option in select.find("option"))
    assert "1 October" in offered
    assert "2020" not in offered


def test_a_day_of_no_season_is_told(room: Room) -> None:
    bring(room, finished(room), on="2020-01-01", evening="")
    assert "no season includes its day" in room.member.get(room.in_club("/games")).text


def test_a_game_is_withdrawn_with_a_reason_and_counts_again(room: Room) -> None:
    game = finished(room)
    bring(room, game)
    before = points(room)
    path = room.in_club(f"/games/{uid_of(game)}")
    page = room.referee.get(f"{path}/exclude")
    assert room.referee.send(page, "/exclude", reason="  ").status == 422
    assert room.referee.send_only(page, "/exclude", reason="counted twice").status == 303
    assert not any(points(room).values())
    assert "it was excluded" in room.member.get(room.in_club("/games")).text
    again = room.referee.post(f"{path}/include", {"key": str(uuid.uuid4()), **proof(room.referee)}, follow=False)
    assert again.status == 303
    assert points(room) == before


def test_who_may_what_with_a_game(room: Room) -> None:
    game = finished(room)
    bring(room, game)
    path = room.in_club(f"/games/{uid_of(game)}")
    for rest, member, scorer in (("/seats", 403, 200), ("/exclude", 403, 403)):
        assert room.member.get(path + rest).status == member
        assert room.scorer.get(path + rest).status == scorer
        assert room.owner.get(path + rest).status == 200
        assert room.stranger.get(path + rest).status == 404
    for rest in ("/seats", "/exclude", "/include"):
        data = {"reason": "x", "key": str(uuid.uuid4())}
        assert room.member.post(path + rest, {**data, **proof(room.member)}).status == 403
        assert room.stranger.post(path + rest, {**data, **proof(room.stranger)}).status == 404
    for rest in ("/games/new", f"/games/from/{game.read}"):
        assert room.member.get(room.in_club(rest)).status == 403
        assert room.stranger.get(room.in_club(rest)).status == 404
    assert points(room) == totals(game)


def test_a_game_that_the_club_does_not_count_has_no_pages(room: Room) -> None:
    for uid in (uid_of(finished(room)), str(uuid.uuid4()), "x"):
        for rest in ("/seats", "/exclude", "/open", "/referee"):
            assert room.owner.get(room.in_club(f"/games/{uid}{rest}")).status == 404


def test_seats_that_are_put_right_keep_evening_and_table(room: Room) -> None:
    room.arrive("Basil", "Carine", "Elias", "Farah")
    room.draw()
    room.start()
    uid = uid_of_game(room)
    page = room.scorer.get(room.in_club(f"/games/{uid}/seats"))
    who = page.fields("/seats")["seat_A"]
    room.scorer.send_only(page, "/seats", by_A=str(room.club.members["Hala"]))
    with room.inside() as club:
        row = game_rows.find_game_row(db.session(), club.id, uid)
        assert row is not None
        assert row.counted is not None
        assert (row.counted.evening, row.counted.table) == (room.evening, 1)
        assert (int(str(who)), club.members["Hala"]) == (row.counted.members.A, row.counted.played_by.A)
    assert room.scorer.get(room.path()).root.one(id="table-1").find("a")


def test_games_are_listed_by_season_member_and_page_after_page(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trexscore.web.clubs.games.routes.A_PAGE", 2)
    for seed in range(3):
        bring(room, finished(room, seed))
    bring(room, finished(room, 4, players=["Farah", "Ghassan", "Hala", "Ibrahim"]))
    path = room.in_club("/games")

    def shown(page: Answer) -> int:
        return len(page.root.find("li", class_="club-game"))

    first = room.member.get(path)
    assert shown(first) == 2
    way = next(node.attrs["href"] for node in first.root.find("a") if "before=" in node.attrs.get("href", ""))
    assert shown(room.member.get(way)) == 2
    assert shown(room.member.get(f"{path}?member={room.club.members['Farah']}")) == 1
    assert shown(room.member.get(f"{path}?member=3&season={room.season}")) == 2
    assert shown(room.member.get(f"{path}?only=not_counting")) == 0
    assert shown(room.member.get(f"{path}?member=x&season=9&before=%27&only=%00")) in (0, 2)


def test_an_open_objection_is_listed_for_the_referee(room: Room) -> None:
    room.arrive("Basil", "Carine", "Elias", "Farah")
    room.draw()
    room.start()
    uid = uid_of_game(room)
    with room.inside():
        seq = enter(uid, DIAMONDS)
        enter(uid, {"disputed": {"seat": "B", "about": seq, "reason": "It was 120."}})
        assert record(uid).disputes
        assert game_id(uid)
    page = room.referee.get(room.in_club("/games?only=disputed"))
    assert len(page.root.find("li", class_="club-game")) == 1
    assert any("/referee" in node.attrs["href"] for node in page.root.find("a"))
    assert not any(
        "/referee" in node.attrs["href"]
        for node in room.member.get(room.in_club("/games?only=disputed")).root.find("a")
    )
