"""Table codes (QR): who sees them, which page they open, and when the live board hides them."""

import re
from datetime import timedelta

import pytest
from sqlalchemy import select

from tests.support.clubs.club import add_game_entry
from tests.support.clubs.club_nights import MORE_NAMES, ClubNight, csrf_fields, names_of, uid_of_game
from tests.support.pages import Phone, Response
from tests.support.whole_games import whole_game
from trexscore.commands.clock import current_timestamp
from trexscore.commands.clubs.links import create_club_link
from trexscore.commands.game_nights import table_codes
from trexscore.db.clubs import counted_games
from trexscore.db.clubs.models import TableCode
from trexscore.db.clubs.table_codes import read_unopened_codes_by_game_uid
from trexscore.db.game_links import read_tokens_by_permission
from trexscore.db.models import db

EIGHT_NAMES = ("Basil", "Carine", "Dani", "Amal", *MORE_NAMES[:4])


def two_tables(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES)
    night.draw_tables()
    night.start_table_game()
    night.start_table_game()


def set_board(night: ClubNight, board: str = "show", phone: Phone | None = None) -> Response:
    sender = phone or night.scorer
    return sender.post(night.path("/hand-out"), {"board": board, **csrf_fields(sender)})


def board_link(night: ClubNight) -> str:
    with night.app_context() as club:
        return f"/live-board/{create_club_link(club.id, 'screen')}"


def codes_on(night: ClubNight, path: str, phone: Phone | None = None) -> int:
    return len((phone or Phone(night.site)).get(path).root.find("div", class_="tile-table__qr"))


def tokens(night: ClubNight) -> list[str]:
    with night.app_context() as club:
        return [*read_unopened_codes_by_game_uid(club.id, night.game_night, current_timestamp()).values()]


def test_table_codes_page_shows_names_and_scorer_links(night: ClubNight) -> None:
    two_tables(night)
    page = night.scorer.get(night.path("/hand-out"))
    cards = page.root.find("li", class_="table-codes__table")
    assert len(cards) == 2
    assert {name for card in cards for name in EIGHT_NAMES if name in card.text} == {*EIGHT_NAMES}
    links = set()
    for card in cards:
        (link,) = card.find("a")
        path = re.sub(r"^https?://[^/]+", "", link.attrs["href"])
        links.add(path.removeprefix("/g/"))
    assert links == scorer_links(night)


def scorer_links(night: ClubNight) -> set[str]:
    with night.app_context() as club:
        rows = counted_games.list_game_rows_of_night(db.session(), club.id, night.game_night)
        return {read_tokens_by_permission(db.session(), row.game_id)["write"] for row in rows}


def test_table_codes_page_needs_scorer(night: ClubNight) -> None:
    two_tables(night)
    for persona, status in {"stranger": 404, "member": 403, "scorer": 200, "owner": 200}.items():
        assert night.phones_by_persona[persona].get(night.path("/hand-out")).status == status, persona
        assert set_board(night, phone=night.phones_by_persona[persona]).status == status, persona


def test_board_shows_codes_only_when_switched_on(night: ClubNight) -> None:
    two_tables(night)
    path = board_link(night)
    assert codes_on(night, path) == 0
    set_board(night)
    assert codes_on(night, path) == 2
    assert codes_on(night, night.path("/live-board"), night.scorer) == 2
    assert codes_on(night, night.path("/live-board"), night.member) == 0, (
        "members see no codes, because they may be elsewhere"
    )
    set_board(night, "hide")
    assert codes_on(night, path) == 0


def test_opened_code_disappears_from_board(night: ClubNight) -> None:
    two_tables(night)
    path = board_link(night)
    set_board(night)
    first_token, second_token = tokens(night)
    response = Phone(night.site).get(f"/table/{first_token}")
    assert response.path.startswith("/g/")
    assert response.status == 200
    assert codes_on(night, path) == 1
    assert Phone(night.site).get(f"/table/{first_token}").status == 200, "the code also works for a second phone"
    Phone(night.site).get(f"/table/{second_token}")
    assert codes_on(night, path) == 0
    assert "Show on the live board" in night.scorer.get(night.path("/hand-out")).text


def test_board_codes_expire(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    two_tables(night)
    monkeypatch.setattr(table_codes, "TABLE_CODE_LIFETIME", timedelta(0))
    set_board(night)
    with night.app_context():
        stored_tokens = [*db.session.scalars(select(TableCode.token).where(TableCode.club_id == night.club.id))]
    assert codes_on(night, board_link(night)) == 0
    assert stored_tokens
    for token in stored_tokens:
        assert Phone(night.site).get(f"/table/{token}").status == 404


def test_hidden_codes_open_nothing(night: ClubNight) -> None:
    two_tables(night)
    set_board(night)
    hidden_tokens = tokens(night)
    set_board(night, "hide")
    assert {Phone(night.site).get(f"/table/{token}").status for token in hidden_tokens} == {404}


def test_no_codes_before_games_start(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES)
    night.draw_tables()
    page = night.scorer.get(night.path("/hand-out"))
    assert not page.root.find("li", class_="table-codes__table")
    assert "Table codes appear here once you have started the games." in page.text


def test_finished_table_has_no_code(night: ClubNight) -> None:
    two_tables(night)
    set_board(night)
    assert codes_on(night, board_link(night)) == 2
    with night.app_context():
        for deal in whole_game("standard", 11)["deals"]:
            add_game_entry(uid_of_game(night), deal)
    assert codes_on(night, board_link(night)) == 1, "only the code of the running game is left"
    (card,) = night.scorer.get(night.path("/hand-out")).root.find("li", class_="table-codes__table")
    assert {name for name in EIGHT_NAMES if name in card.text} == names_of(
        night, night.folded_night.draws[-1].tables[1]
    )
    set_board(night)
    assert codes_on(night, board_link(night)) == 1
