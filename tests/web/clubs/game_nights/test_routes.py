"""Evenings: planned, changed and taken back; who is there, ticked by who may."""

import uuid

import pytest
from flask import Flask

from tests.support.clubs.club import played
from tests.support.clubs.rooms import Room, open_room, proof
from tests.support.html import name_of
from trexscore.i18n import LANGUAGES


def test_an_evening_is_planned_changed_and_taken_back(room: Room) -> None:
    page = room.scorer.get(room.in_club("/game-nights/new"))
    planned = room.scorer.send(page, "/game-nights", on="2030-05-01", at="21:00", place="مقهى", note="Bring cards")
    assert planned.status == 200
    number = int(planned.path.rpartition("/")[2])
    changed = room.scorer.send(room.scorer.get(f"{planned.path}/edit"), "/edit", on="2030-05-02", at="")
    assert changed.path == planned.path
    with room.inside() as club:
        evening = club.record.game_nights[number]
        assert (evening.on.isoformat(), evening.starts_at, evening.place) == ("2030-05-02", None, "مقهى")
    gone = room.scorer.send(room.scorer.get(f"{planned.path}/edit"), "/cancel")
    assert gone.path == room.in_club("/game-nights")
    assert room.scorer.get(planned.path).status == 404


def test_two_who_change_an_evening_at_once_do_not_undo_each_other_unaware(room: Room) -> None:
    page = room.scorer.get(room.path("/edit"))
    room.owner.send(room.owner.get(room.path("/edit")), "/edit", place="Elsewhere")
    answer = room.scorer.send(page, "/edit", note="Bring cards")
    assert (answer.status, answer.fields("/edit")["note"]) == (422, "Bring cards")
    assert "Someone else changed this" in answer.text
    assert room.now.place == "Elsewhere"
    assert room.scorer.send(answer, "/edit").status == 200, "who has been told may replace it"
    assert (room.now.place, room.now.note) == ("Café Central", "Bring cards")


def test_what_is_no_day_or_time_is_told_and_kept(room: Room, subtests: pytest.Subtests) -> None:
    for field, typed in [("on", "yesterday"), ("on", "2026-02-30"), ("at", "25:99"), ("at", "8pm!!")]:
        with subtests.test(field=field, typed=typed):
            page = room.scorer.get(room.in_club("/game-nights/new"))
            answer = room.scorer.send(page, "/game-nights", **{field: typed, "place": "Here"})
            assert answer.status == 422
            assert answer.problems
            assert answer.fields("/game-nights")["place"] == "Here"


def test_an_evening_whose_games_count_is_not_taken_back(room: Room) -> None:
    room.arrive("Basil", "Carine", "Dani", "Elias")
    room.draw()
    room.start()
    answer = room.scorer.send(room.scorer.get(room.path("/edit")), "/cancel")
    assert answer.status == 422
    assert answer.problems
    assert room.scorer.get(room.path()).status == 200


def test_whoever_moves_an_evening_that_has_games_is_told_that_these_keep_their_day(room: Room) -> None:
    with room.inside() as club:
        club.count(played(1), [3, None, None, None], evening=room.evening)
    said = "The game of this game night keeps its day: 22 November 2026."
    page = room.scorer.get(room.path("/edit"))
    assert said not in room.scorer.send(page, "/edit", place="Elsewhere").text
    assert said in room.scorer.send(room.scorer.get(room.path("/edit")), "/edit", on="2026-11-15").text


def test_an_evening_leads_to_its_games_whether_its_tables_were_drawn_or_not(room: Room) -> None:
    way = f"/c/{room.club.uid}/games?evening={room.evening}"
    assert way not in room.member.get(room.path()).text
    with room.inside() as club:
        club.count(played(1), [3, None, None, None], evening=room.evening)
    for _drawn in (False, True):
        assert way in room.member.get(room.path()).text
        assert "Basil" in room.member.get(way).root.one("ul", class_="club-games").text
        if not _drawn:
            room.arrive("Basil", "Carine", "Dani", "Elias")
            room.draw()


PAGES = (
    "/game-nights",
    "/game-nights/new",
    "EVENING",
    "EVENING/edit",
    "EVENING/check-in",
    "EVENING/draw",
    "EVENING/seats",
    "EVENING/live-board",
    "/game-nights.ics",
)
FOR_SCORERS = ("/game-nights/new", "EVENING/edit", "EVENING/draw", "EVENING/seats")


@pytest.mark.parametrize("drawn", [False, True])
def test_who_sees_which_page(room: Room, drawn: bool) -> None:  # noqa: FBT001
    room.arrive("Basil", "Carine", "Dani", "Elias", "Farah")
    if drawn:
        room.draw()
    for page in PAGES:
        path = room.in_club(page.replace("EVENING", f"/game-nights/{room.evening}"))
        answers = {who: phone.get(path).status for who, phone in room.everybody.items()}
        member = 403 if page in FOR_SCORERS else 200
        assert answers == {"owner": 200, "scorer": 200, "member": member, "stranger": 404}, page


def test_a_club_that_shows_standings_does_not_show_its_evenings(site: Flask) -> None:
    room = open_room(site, "standings")
    assert room.stranger.get(room.path()).status == 404
    assert room.stranger.get(room.in_club("/game-nights")).status == 404
    assert room.stranger.get(room.in_club("/games")).status == 200


def test_a_club_that_shows_all_shows_evenings_but_no_button(site: Flask) -> None:
    room = open_room(site, "all")
    room.arrive("Basil", "Carine", "Dani", "Elias")
    page = room.stranger.get(room.path())
    assert page.status == 200
    assert not page.root.find("button")
    assert room.stranger.post(room.path("/check-in"), {"arrived": "3", **proof(room.stranger)}).status == 404
    room.draw()
    assert not room.stranger.get(room.path()).root.find("button")


def tap(room: Room, phone_of: str, name: str, kind: str = "arrived") -> int:
    phone, number = room.everybody[phone_of], room.club.members[name]
    return phone.post(room.path("/check-in"), {kind: str(number), "key": str(uuid.uuid4()), **proof(phone)}).status


def test_a_scorer_ticks_anybody_and_twice_is_as_good_as_once(room: Room) -> None:
    for _ in range(2):
        assert tap(room, "scorer", "Elias") == 200
    assert list(room.now.present) == [room.club.members["Elias"]]
    for _ in range(2):
        assert tap(room, "scorer", "Elias", "went") == 200
    assert not room.now.present


def test_a_member_ticks_themselves_alone(room: Room) -> None:
    page = room.member.get(room.path())
    assert [button.attrs["value"] for button in page.root.find("button", class_="tick")] == [
        str(room.club.members["Dani"])
    ]
    assert tap(room, "member", "Dani") == 200
    assert tap(room, "member", "Elias") == 403
    assert tap(room, "stranger", "Dani", "went") == 404
    assert room.now.present == (room.club.members["Dani"],)


def test_a_tap_by_script_is_answered_with_who_is_here(room: Room) -> None:
    number = room.club.members["Elias"]
    data = {"arrived": str(number), "key": str(uuid.uuid4()), **proof(room.scorer)}
    answer = room.scorer.client.post(room.path("/check-in"), data=data, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json) == (200, {"here": [number]})


def test_who_is_nobody_does_not_come(room: Room, subtests: pytest.Subtests) -> None:
    for said in ["", "x", "999999", "-1", "1" * 40]:
        with subtests.test(said=said):
            answer = room.scorer.post(room.path("/check-in"), {"arrived": said, "key": "no key", **proof(room.scorer)})
            assert answer.status in (400, 422)
            assert not room.now.present


def test_somebody_who_has_just_come_in_is_a_guest_and_here(room: Room) -> None:
    page = room.scorer.get(room.path())
    answer = room.scorer.send(page, "/guests", name="Zein")
    assert answer.status == 200
    with room.inside() as club:
        guest = club.record.members[room.now.present[0]]
        assert (guest.name, guest.role) == ("Zein", "guest")
    again = room.scorer.post(room.path("/guests"), {**page.fields("/guests"), "name": "Zein"})
    assert again.status == 200
    assert len(room.now.present) == 1


def test_a_name_that_is_taken_is_told(room: Room) -> None:
    answer = room.scorer.send(room.scorer.get(room.path()), "/guests", name="ELIAS")
    assert answer.status == 422
    assert answer.problems
    assert not room.now.present


def test_a_member_lets_nobody_in(room: Room) -> None:
    data = {"name": "Zein", "key": str(uuid.uuid4())}
    assert room.member.post(room.path("/guests"), {**data, **proof(room.member)}).status == 403
    assert room.stranger.post(room.path("/guests"), {**data, **proof(room.stranger)}).status == 404


def test_nobody_goes_home_from_a_table_that_plays(room: Room) -> None:
    room.arrive("Basil", "Carine", "Dani", "Elias")
    room.draw()
    room.start()
    assert tap(room, "member", "Dani", "went") == 422
    assert room.club.members["Dani"] in room.now.present


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_an_evening_is_a_whole_page(room: Room, language: str) -> None:
    room.arrive("Basil", "Carine", "Dani", "Elias", "كريم")
    paths = [
        room.in_club("/game-nights"),
        room.in_club("/game-nights/new"),
        room.path("/edit"),
        room.path(),
        room.path("/draw"),
    ]
    room.owner.language = language
    before = [room.owner.get(path) for path in paths]
    room.draw()
    seats = room.path(f"/seats?pick={room.now.present[0]}")
    pages = [
        *before,
        *(room.owner.get(path) for path in (room.path(), room.path("/check-in"), room.path("/live-board"), seats)),
    ]
    room.start()
    for answer in [*pages, room.owner.get(room.path()), room.owner.get(room.path("/live-board"))]:
        assert answer.status == 200
        assert not answer.page.faults
        assert answer.root.one("html").attrs["lang"] == language
        for field in answer.root.find("input"):
            assert field.attrs.get("type") == "hidden" or name_of(answer.page, field)
