"""After a player has left early, no game starts at their table."""

import uuid
from datetime import date

import pytest

from tests.support.clubs.club import add_game_entry, record
from tests.support.clubs.club_nights import MORE_NAMES, ClubNight, csrf_fields, play_table
from tests.support.pages import Phone
from trexscore.commands.clubs.links import create_club_link
from trexscore.commands.game_nights.tables import current_tables
from trexscore.db.models import db

EIGHT_NAMES = ("Basil", "Carine", "Dani", "Amal", *MORE_NAMES[:4])


@pytest.fixture(autouse=True)
def _today_is_game_night(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    set_current_night(night.folded_night.day, monkeypatch)


def set_current_night(day: date, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (
        "commands.game_nights.start_table",
        "web.clubs.game_nights.routes",
        "web.clubs.game_nights.table_routes",
        "web.clubs.game_nights.tables",
        "web.games.counting_clubs",
    ):
        monkeypatch.setattr(f"trexscore.{module}.current_night_date", lambda _zone: day)


def leave_early(night: ClubNight, *numbers: int) -> None:
    with night.app_context() as club:
        club.add_entry("went", {"evening": night.game_night, "members": [*numbers]})


def count_started_games(night: ClubNight) -> int:
    with night.app_context() as club:
        return sum(
            table.game_row is not None
            for table in current_tables(db.session(), club.club_head, club.record, night.folded_night)
        )


def test_table_with_missing_player_starts_no_game(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES[:4])
    table = night.draw_tables().draws[-1].tables[0]
    form = night.table_form_fields()
    leave_early(night, table.B)
    page = night.scorer.get(night.path())
    assert not [form for form in page.root.find("form") if form.attrs["action"].endswith("/tables")]
    assert "has left early" in page.root.find_one("section", id="table-1").text
    response = night.scorer.post(night.path("/tables"), form)
    assert (response.status, count_started_games(night)) == (422, 0)
    assert "left early" in response.problems[0]
    night.check_in(next(name for name, number in night.club.members.items() if number == table.B))
    assert night.start_table_game().path.startswith("/g/"), "a player who returns keeps the seat"


def test_start_all_skips_table_with_missing_player(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES)
    tables = night.draw_tables().draws[-1].tables
    page = night.scorer.get(night.path())
    leave_early(night, tables[0].A)
    with night.app_context() as club:
        fourth = club.join("Fourth")
        club.add_entry("arrived", {"evening": night.game_night, "members": [fourth]})
    response = night.scorer.send(page, "/tables/all")
    assert (response.status, count_started_games(night)) == (200, len(tables) - 1)


def test_table_with_missing_player_offers_no_next_game(night: ClubNight) -> None:
    table = play_table(night)
    assert night.scorer.get(table.path("own", "/result")).root.find("input", name="game_number")
    leave_early(night, table.members[0])
    assert not night.scorer.get(table.path("own", "/result")).root.find("input", name="game_number")
    section = night.scorer.get(night.path()).root.find_one("section", id="table-1")
    assert not section.find("form")
    assert "has left early" in section.text


def test_live_board_hides_table_with_missing_player(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES[:4])
    table = night.draw_tables().draws[-1].tables[0]
    leave_early(night, table.A)
    page = night.owner.get(night.path("/live-board"))
    assert not page.root.find("section", class_="tile-table")


def test_past_game_night_starts_game_with_missing_player(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    night.check_in(*EIGHT_NAMES[:4])
    table = night.draw_tables().draws[-1].tables[0]
    leave_early(night, *table)
    set_current_night(date(2026, 12, 24), monkeypatch)
    assert night.start_table_game().path.startswith("/g/")


def test_game_is_abandoned_before_leaving_early(night: ClubNight) -> None:
    table = play_table(night, deals=7)
    page = night.scorer.get(night.path("/check-in"))
    response = night.scorer.post(night.path("/check-in"), {**page.fields("/check-in"), "went": str(table.members[0])})
    assert response.status == 422
    assert "Finish or abandon that game first." in response.problems[0]
    game_path = night.club_path(f"/games/{table.uid}")
    assert game_path in {link.attrs["href"] for link in night.scorer.get(night.path()).root.find("a")}
    page = night.scorer.get(game_path)
    assert "If it is abandoned, its complete kingdoms count." in page.text
    assert "Counts in the standings" in night.scorer.send(page, "/abandon").text
    leave_early(night, table.members[0])
    assert "It doesn’t count" in night.scorer.send(night.scorer.get(game_path), "/abandon").text
    for phone, status in ((night.member, 403), (night.stranger, 404)):
        assert not [form for form in phone.get(game_path).root.find("form") if "/abandon" in form.attrs["action"]]
        assert phone.post(f"{game_path}/abandon", {"key": str(uuid.uuid4()), **csrf_fields(phone)}).status == status


def test_game_abandoned_on_the_phone_is_not_shown_as_playing(night: ClubNight) -> None:
    table = play_table(night, deals=7)
    with night.app_context() as club:
        add_game_entry(table.uid, {"abandoned": {}})
        board_link = create_club_link(club.id, "screen")
    foot = night.scorer.get(night.path()).root.find_one("div", class_="drawn-table__foot").text
    assert "Abandoned at the table" in foot
    assert "Abandon it here, too: then the table is free" in foot
    assert "Deal 8" not in foot
    assert "Abandon it here" not in night.member.get(night.path()).text
    board = Phone(night.site).get(f"/live-board/{board_link}").root.find_one("p", class_="tile-table__state")
    assert board.text == "Abandoned"


def test_abandon_twice_abandons_once(night: ClubNight) -> None:
    table = play_table(night, deals=7)
    game_path = night.club_path(f"/games/{table.uid}")
    pages = [phone.get(game_path) for phone in (night.scorer, night.owner)]
    for phone, page in zip((night.scorer, night.owner), pages, strict=True):
        response = phone.send(page, "/abandon")
        assert "Counts in the standings" in response.text
        assert not response.problems
    second_response = night.scorer.send(pages[0], "/abandon")
    assert "Counts in the standings" in second_response.text
    assert not second_response.problems
    assert (
        night.scorer.post(f"{game_path}/abandon", {"key": str(uuid.uuid4()), **csrf_fields(night.scorer)}).status == 400
    )


def test_draw_asks_to_check_in_seated_player(night: ClubNight) -> None:
    """If the last deal is undone, the game continues, even if a player has left."""
    table = play_table(night)
    leave_early(night, table.members[0])
    with night.app_context():
        add_game_entry(table.uid, {"take_back": record(table.uid).counted_entries[-1].seq})
    night.check_in("Amal", *MORE_NAMES[1:4])
    response = night.scorer.send(night.scorer.get(night.path("/draw")), "/draw", method="random")
    assert response.status == 422
    assert "Check them in again" in response.problems[0]
    assert night.scorer.get(night.path()).root.find_one("section", class_="waiting").text.count("Basil") == 0


def test_table_with_removed_player_needs_new_draw(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES[3:])
    game_night = night.draw_tables()
    removed = game_night.draws[-1].tables[0].A
    with night.app_context() as club:
        club.add_entry("erased", {"member": removed})
    (problem,) = night.scorer.post(night.path("/tables"), night.table_form_fields()).problems
    assert "permanently removed" in problem
    leave_early(night, removed)
    night.draw_tables()
    night.start_table_game()
    assert count_started_games(night) == 1
