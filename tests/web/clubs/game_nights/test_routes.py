"""Game nights: planned, changed and cancelled, and check-in by permission."""

import re
import uuid

import pytest
from flask import Flask

from tests.support.clubs.club import play_game
from tests.support.clubs.club_nights import ClubNight, csrf_fields, new_club_night
from tests.support.html import name_of
from trexscore.i18n import LANGUAGES

DOT_BESIDE_ARABIC_DIGIT = re.compile("[\u0660-\u0669]\\s*·|·\\s*[\u0660-\u0669]")


def test_game_night_is_planned_changed_and_cancelled(night: ClubNight) -> None:
    page = night.scorer.get(night.club_path("/game-nights/new"))
    planned_page = night.scorer.send(
        page, "/game-nights", on="2030-05-01", at="21:00", place="مقهى", note="Bring cards"
    )
    assert planned_page.status == 200
    number = int(planned_page.path.rpartition("/")[2])
    changed_page = night.scorer.send(night.scorer.get(f"{planned_page.path}/edit"), "/edit", on="2030-05-02", at="")
    assert changed_page.path == planned_page.path
    with night.app_context() as club:
        game_night = club.record.game_nights[number]
        assert (game_night.day.isoformat(), game_night.starts_at, game_night.place) == ("2030-05-02", None, "مقهى")
    cancelled_page = night.scorer.send(night.scorer.get(f"{planned_page.path}/edit"), "/cancel")
    assert cancelled_page.path == night.club_path("/game-nights")
    assert night.scorer.get(planned_page.path).status == 404


def test_cancelling_a_game_night_twice_is_no_error(night: ClubNight) -> None:
    page = night.scorer.get(night.path("/edit"))
    for _ in range(2):
        assert "The game night is cancelled." in night.scorer.send(page, "/cancel").text
    assert night.scorer.send(page, "/cancel", key=str(uuid.uuid4())).status == 404


def test_stale_game_night_form_is_refused(night: ClubNight) -> None:
    page = night.scorer.get(night.path("/edit"))
    night.owner.send(night.owner.get(night.path("/edit")), "/edit", place="Elsewhere")
    response = night.scorer.send(page, "/edit", note="Bring cards")
    assert (response.status, response.fields("/edit")["note"]) == (422, "Bring cards")
    assert "Someone else changed this" in response.text
    assert night.folded_night.place == "Elsewhere"
    assert night.scorer.send(response, "/edit").status == 200, "after the warning, the form may be saved"
    assert (night.folded_night.place, night.folded_night.note) == ("Café Central", "Bring cards")


def test_invalid_day_or_time_is_refused(night: ClubNight, subtests: pytest.Subtests) -> None:
    for field, typed in [("on", "yesterday"), ("on", "2026-02-30"), ("at", "25:99"), ("at", "8pm!!")]:
        with subtests.test(field=field, typed=typed):
            page = night.scorer.get(night.club_path("/game-nights/new"))
            response = night.scorer.send(page, "/game-nights", **{field: typed, "place": "Here"})
            assert response.status == 422
            assert response.problems
            assert response.fields("/game-nights")["place"] == "Here"


def test_game_night_with_games_is_not_cancelled(night: ClubNight) -> None:
    night.check_in("Basil", "Carine", "Dani", "Elias")
    night.draw_tables()
    night.start_table_game()
    response = night.scorer.send(night.scorer.get(night.path("/edit")), "/cancel")
    assert response.status == 422
    assert response.problems == ["This night has games. Exclude or move them first."], "none of them counts yet"
    assert night.scorer.get(night.path()).status == 200


def test_moved_game_night_keeps_days_of_games(night: ClubNight) -> None:
    with night.app_context() as club:
        club.count_game(play_game(1), [3, None, None, None], evening=night.game_night)
    sentence = "The game of this game night keeps its day: 22 November 2026."
    page = night.scorer.get(night.path("/edit"))
    assert sentence not in night.scorer.send(page, "/edit", place="Elsewhere").text
    assert sentence in night.scorer.send(night.scorer.get(night.path("/edit")), "/edit", on="2026-11-15").text


def test_game_night_links_to_its_games(night: ClubNight) -> None:
    games_path = f"/c/{night.club.uid}/games?evening={night.game_night}"
    assert games_path not in night.member.get(night.path()).text
    with night.app_context() as club:
        club.count_game(play_game(1), [3, None, None, None], evening=night.game_night)
    for is_drawn in (False, True):
        assert games_path in night.member.get(night.path()).text
        assert "Basil" in night.member.get(games_path).root.find_one("ul", class_="club-games").text
        if not is_drawn:
            night.check_in("Basil", "Carine", "Dani", "Elias")
            night.draw_tables()


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
SCORER_PAGES = ("/game-nights/new", "EVENING/edit", "EVENING/draw", "EVENING/seats")


@pytest.mark.parametrize("drawn", [False, True])
def test_game_night_pages_follow_roles(night: ClubNight, drawn: bool) -> None:  # noqa: FBT001
    night.check_in("Basil", "Carine", "Dani", "Elias", "Farah")
    if drawn:
        night.draw_tables()
    for page in PAGES:
        path = night.club_path(page.replace("EVENING", f"/game-nights/{night.game_night}"))
        statuses = {persona: phone.get(path).status for persona, phone in night.phones_by_persona.items()}
        member_status = 403 if page in SCORER_PAGES else 200
        assert statuses == {"owner": 200, "scorer": 200, "member": member_status, "stranger": 404}, page


def test_standings_visibility_hides_game_nights(site: Flask) -> None:
    night = new_club_night(site, "standings")
    assert night.stranger.get(night.path()).status == 404
    assert night.stranger.get(night.club_path("/game-nights")).status == 404
    assert night.stranger.get(night.club_path("/games")).status == 200


def test_full_visibility_shows_game_nights_without_buttons(site: Flask) -> None:
    night = new_club_night(site, "all")
    night.check_in("Basil", "Carine", "Dani", "Elias")
    page = night.stranger.get(night.path())
    assert page.status == 200
    assert not page.root.find("button")
    assert night.stranger.post(night.path("/check-in"), {"arrived": "3", **csrf_fields(night.stranger)}).status == 404
    night.draw_tables()
    assert not night.stranger.get(night.path()).root.find("button")


def check_in_status(night: ClubNight, persona: str, name: str, kind: str = "arrived") -> int:
    phone, number = night.phones_by_persona[persona], night.club.members[name]
    return phone.post(
        night.path("/check-in"), {kind: str(number), "key": str(uuid.uuid4()), **csrf_fields(phone)}
    ).status


def test_scorer_checks_in_anyone_repeatably(night: ClubNight) -> None:
    for _ in range(2):
        assert check_in_status(night, "scorer", "Elias") == 200
    assert list(night.folded_night.present_member_numbers) == [night.club.members["Elias"]]
    for _ in range(2):
        assert check_in_status(night, "scorer", "Elias", "went") == 200
    assert not night.folded_night.present_member_numbers


def test_member_checks_in_only_themselves(night: ClubNight) -> None:
    page = night.member.get(night.path())
    assert [button.attrs["value"] for button in page.root.find("button", class_="tick")] == [
        str(night.club.members["Dani"])
    ]
    assert check_in_status(night, "member", "Dani") == 200
    assert check_in_status(night, "member", "Elias") == 403
    assert check_in_status(night, "stranger", "Dani", "went") == 404
    assert night.folded_night.present_member_numbers == (night.club.members["Dani"],)


def test_check_in_by_script_gets_json(night: ClubNight) -> None:
    number = night.club.members["Elias"]
    data = {"arrived": str(number), "key": str(uuid.uuid4()), **csrf_fields(night.scorer)}
    response = night.scorer.client.post(night.path("/check-in"), data=data, headers={"Accept": "application/json"})
    assert (response.status_code, response.json) == (200, {"here": [number]})


def test_unknown_member_is_not_checked_in(night: ClubNight, subtests: pytest.Subtests) -> None:
    for member_number in ["", "x", "999999", "-1", "1" * 40]:
        with subtests.test(member_number=member_number):
            response = night.scorer.post(
                night.path("/check-in"), {"arrived": member_number, "key": "no key", **csrf_fields(night.scorer)}
            )
            assert response.status in (400, 422)
            assert not night.folded_night.present_member_numbers


def test_new_guest_is_checked_in(night: ClubNight) -> None:
    page = night.scorer.get(night.path())
    response = night.scorer.send(page, "/guests", name="Zein")
    assert response.status == 200
    with night.app_context() as club:
        guest = club.record.members[night.folded_night.present_member_numbers[0]]
        assert (guest.name, guest.role) == ("Zein", "guest")
    second_response = night.scorer.post(night.path("/guests"), {**page.fields("/guests"), "name": "Zein"})
    assert second_response.status == 200
    assert len(night.folded_night.present_member_numbers) == 1


def test_taken_guest_name_is_refused(night: ClubNight) -> None:
    response = night.scorer.send(night.scorer.get(night.path()), "/guests", name="ELIAS")
    assert response.status == 422
    assert response.problems
    assert not night.folded_night.present_member_numbers


def test_members_add_no_guests(night: ClubNight) -> None:
    data = {"name": "Zein", "key": str(uuid.uuid4())}
    assert night.member.post(night.path("/guests"), {**data, **csrf_fields(night.member)}).status == 403
    assert night.stranger.post(night.path("/guests"), {**data, **csrf_fields(night.stranger)}).status == 404


def test_playing_member_cannot_leave_early(night: ClubNight) -> None:
    night.check_in("Basil", "Carine", "Dani", "Elias")
    night.draw_tables()
    night.start_table_game()
    assert check_in_status(night, "member", "Dani", "went") == 422
    assert night.club.members["Dani"] in night.folded_night.present_member_numbers


@pytest.mark.parametrize("language", LANGUAGES)
def test_game_night_pages_are_complete_in_every_language(night: ClubNight, language: str) -> None:
    night.check_in("Basil", "Carine", "Dani", "Elias", "كريم")
    paths = [
        night.club_path("/game-nights"),
        night.club_path("/game-nights/new"),
        night.path("/edit"),
        night.path(),
        night.path("/draw"),
    ]
    night.owner.language = language
    pages_before_draw = [night.owner.get(path) for path in paths]
    night.draw_tables()
    seats = night.path(f"/seats?pick={night.folded_night.present_member_numbers[0]}")
    pages = [
        *pages_before_draw,
        *(night.owner.get(path) for path in (night.path(), night.path("/check-in"), night.path("/live-board"), seats)),
    ]
    night.start_table_game()
    for response in [*pages, night.owner.get(night.path()), night.owner.get(night.path("/live-board"))]:
        assert response.status == 200
        assert not response.page.faults
        assert response.root.find_one("html").attrs["lang"] == language
        for field in response.root.find("input"):
            assert field.attrs.get("type") == "hidden" or name_of(response.page, field)
        assert not DOT_BESIDE_ARABIC_DIGIT.search(response.root.text)


def test_games_in_arabic_have_no_dot_beside_digits(night: ClubNight) -> None:
    night.check_in("Basil", "Carine", "Dani", "Elias")
    night.draw_tables()
    night.start_table_game()
    night.owner.language = "ar"
    for path in (night.club_path("/games"), night.path("/hand-out")):
        assert not DOT_BESIDE_ARABIC_DIGIT.search(night.owner.get(path).root.text)
