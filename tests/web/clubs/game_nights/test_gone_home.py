"""Somebody goes home from a table that is drawn, or over: nobody starts a game there without them."""

import uuid
from datetime import date

import pytest

from tests.support.clubs.club import enter, record
from tests.support.clubs.rooms import MORE, Room, play_a_table, proof
from trexscore.commands.game_nights.tables import current_tables
from trexscore.db.models import db

EIGHT = ("Basil", "Carine", "Dani", "Amal", *MORE[:4])


@pytest.fixture(autouse=True)
def _tonight(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    it_is(room.now.on, monkeypatch)


def it_is(day: date, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (
        "commands.game_nights.start_table",
        "web.clubs.game_nights.routes",
        "web.clubs.game_nights.table_routes",
        "web.clubs.game_nights.tables",
        "web.games.club_context",
    ):
        monkeypatch.setattr(f"trexscore.{module}.current_night", lambda _zone: day)


def go_home(room: Room, *numbers: int) -> None:
    with room.inside() as club:
        club.say("went", {"evening": room.evening, "members": [*numbers]})


def games_begun(room: Room) -> int:
    with room.inside() as club:
        return sum(
            table.game is not None for table in current_tables(db.session(), club.id, club.uid, club.record, room.now)
        )


def test_a_table_whose_four_are_not_all_here_starts_no_game(room: Room) -> None:
    room.arrive(*EIGHT[:4])
    table = room.draw().draws[-1].tables[0]
    form = room.start_form()
    go_home(room, table.B)
    page = room.scorer.get(room.path())
    assert not [form for form in page.root.find("form") if form.attrs["action"].endswith("/tables")]
    assert "has left early" in page.root.one("section", id="table-1").text
    answer = room.scorer.post(room.path("/tables"), form)
    assert (answer.status, games_begun(room)) == (422, 0)
    assert "left early" in answer.problems[0]
    room.arrive(next(name for name, number in room.club.members.items() if number == table.B))
    assert room.start().path.startswith("/g/"), "whoever comes back sits there again"


def test_all_games_are_started_but_where_somebody_is_missing(room: Room) -> None:
    room.arrive(*EIGHT)
    tables = room.draw().draws[-1].tables
    page = room.scorer.get(room.path())
    go_home(room, tables[0].A)
    with room.inside() as club:
        fourth = club.join("Fourth")
        club.say("arrived", {"evening": room.evening, "members": [fourth]})
    answer = room.scorer.send(page, "/tables/all")
    assert (answer.status, games_begun(room)) == (200, len(tables) - 1)


def test_a_table_that_has_played_leads_to_no_other_game_once_somebody_has_gone(room: Room) -> None:
    table = play_a_table(room)
    assert room.scorer.get(table.path("own", "/result")).root.find("input", name="nth")
    go_home(room, table.members[0])
    assert not room.scorer.get(table.path("own", "/result")).root.find("input", name="nth")
    section = room.scorer.get(room.path()).root.one("section", id="table-1")
    assert not section.find("form")
    assert "has left early" in section.text


def test_the_screen_shows_no_free_table_of_somebody_who_has_gone(room: Room) -> None:
    room.arrive(*EIGHT[:4])
    table = room.draw().draws[-1].tables[0]
    go_home(room, table.A)
    page = room.owner.get(room.path("/live-board"))
    assert not page.root.find("section", class_="tile-table")


def test_of_a_past_evening_a_game_is_written_down_though_everybody_has_gone(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.arrive(*EIGHT[:4])
    table = room.draw().draws[-1].tables[0]
    go_home(room, *table)
    it_is(date(2026, 12, 24), monkeypatch)
    assert room.start().path.startswith("/g/")


def test_who_has_to_go_early_has_the_game_broken_off_with_a_tap_and_may_take_it_up_again(room: Room) -> None:
    table = play_a_table(room, deals=7)
    page = room.scorer.get(room.path("/check-in"))
    kept = room.scorer.post(room.path("/check-in"), {**page.fields("/check-in"), "went": str(table.members[0])})
    assert kept.status == 422
    assert "Finish or abandon that game first." in kept.problems[0]
    here = room.in_club(f"/games/{table.uid}")
    assert here in {link.attrs["href"] for link in room.scorer.get(room.path()).root.find("a")}
    page = room.scorer.get(here)
    assert "If it is abandoned, its complete kingdoms count." in page.text
    assert "Counts in the standings" in room.scorer.send(page, "/abandon").text
    go_home(room, table.members[0])
    assert "It doesn’t count" in room.scorer.send(room.scorer.get(here), "/abandon").text
    for phone, status in ((room.member, 403), (room.stranger, 404)):
        assert not [form for form in phone.get(here).root.find("form") if "/abandon" in form.attrs["action"]]
        assert phone.post(f"{here}/abandon", {"key": str(uuid.uuid4()), **proof(phone)}).status == status


def test_a_game_that_two_phones_break_off_at_once_is_broken_off(room: Room) -> None:
    table = play_a_table(room, deals=7)
    here = room.in_club(f"/games/{table.uid}")
    pages = [phone.get(here) for phone in (room.scorer, room.owner)]
    for phone, page in zip((room.scorer, room.owner), pages, strict=True):
        answer = phone.send(page, "/abandon")
        assert "Counts in the standings" in answer.text
        assert not answer.problems
    twice = room.scorer.send(pages[0], "/abandon")
    assert "Counts in the standings" in twice.text
    assert not twice.problems
    assert room.scorer.post(f"{here}/abandon", {"key": str(uuid.uuid4()), **proof(room.scorer)}).status == 400


def test_who_draws_while_somebody_has_gone_from_a_table_that_plays_is_told_what_to_do(room: Room) -> None:
    """A game that was over goes on where its last deal is taken back, whoever has gone home since."""
    table = play_a_table(room)
    go_home(room, table.members[0])
    with room.inside():
        enter(table.uid, {"take_back": record(table.uid).counted[-1].seq})
    room.arrive("Amal", *MORE[1:4])
    answer = room.scorer.send(room.scorer.get(room.path("/draw")), "/draw", method="random")
    assert answer.status == 422
    assert "Check them in again" in answer.problems[0]
    assert room.scorer.get(room.path()).root.one("section", class_="waiting").text.count("Basil") == 0


def test_a_table_of_somebody_who_was_erased_says_so_and_plays_once_it_is_drawn_without_them(room: Room) -> None:
    room.arrive(*EIGHT[3:])
    evening = room.draw()
    erased = evening.draws[-1].tables[0].A
    with room.inside() as club:
        club.say("erased", {"member": erased})
    (told,) = room.scorer.post(room.path("/tables"), room.start_form()).problems
    assert "permanently removed" in told
    go_home(room, erased)
    room.draw()
    room.start()
    assert games_begun(room) == 1
