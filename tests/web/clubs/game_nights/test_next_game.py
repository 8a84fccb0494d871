"""After a game of a game night, the table's next game is offered instead of a rematch, so that it counts."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.support.clubs.club import PARTNERS, game_id, play_game
from tests.support.clubs.club_nights import ClubNight, PlayedTable, play_table
from tests.support.pages import Phone, Response
from trexscore.db.clubs import counted_games
from trexscore.db.clubs.counted_games import ClubGameRow
from trexscore.db.game_links import read_tokens_by_permission
from trexscore.db.models import db

OUTSIDE_CLUB, FROM_GAME_NIGHT = (
    "Play again, outside the club",
    "Start the next game from the game night so that it counts.",
)


@pytest.fixture(autouse=True)
def set_day(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Set today to the day of the game night, or to this many days later."""

    def set_days_later(days: int) -> None:
        day = night.folded_night.day + timedelta(days=days)
        monkeypatch.setattr("trexscore.web.games.counting_clubs.current_night_date", lambda _zone: day)

    set_days_later(0)
    return set_days_later


def games_of(night: ClubNight) -> list[ClubGameRow]:
    with night.app_context() as club:
        return counted_games.list_game_rows_of_night(db.session(), club.id, night.game_night)


def result_page(phone: Phone, table: PlayedTable, permission: str = "write") -> Response:
    return phone.get(table.path(permission, "/result"))


def form_actions(page: Response) -> list[str]:
    """The actions of the page's forms, except in its menu."""
    forms, menu = page.root.find_one("main").find("form"), page.root.find_one(id="menu").find("form")
    return [form.attrs["action"] for form in forms if form not in menu]


@pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
def test_scorer_starts_next_game_of_table(night: ClubNight) -> None:
    table = play_table(night)
    page = result_page(night.scorer, table)
    assert form_actions(page) == [night.path("/tables")]
    first_path, second_path = (night.scorer.send(page, "/tables").path for _ in range(2))
    assert first_path == second_path, "two taps start one game"
    assert first_path.startswith("/g/")
    rows = games_of(night)
    seats = [[*row.counted_game.credited_member_numbers] for row in rows if row.counted_game is not None]
    assert seats == [table.members] * 2


def test_view_only_link_lets_scorer_start_next_game(night: ClubNight) -> None:
    table = play_table(night)
    assert form_actions(result_page(night.scorer, table, "read")) == [night.path("/tables")]


def test_member_is_led_to_game_night_first(night: ClubNight) -> None:
    table = play_table(night)
    page = result_page(night.member, table)
    assert FROM_GAME_NIGHT in page.root.find_one("a", class_="rematch").text
    assert page.root.find_one("a", class_="rematch").attrs["href"] == night.path()
    assert not page.root.find("button", class_="rematch__button")
    assert OUTSIDE_CLUB in page.form("/rematch").text
    assert FROM_GAME_NIGHT in result_page(night.member, table, "read").text
    assert not form_actions(result_page(night.member, table, "read"))


def test_outsider_is_told_that_rematch_does_not_count(night: ClubNight) -> None:
    table = play_table(night)
    phones = night.stranger, Phone(night.site)
    pages = [result_page(phone, table) for phone in phones]
    for phone, page in zip(phones, pages, strict=True):
        assert form_actions(page) == [table.path("write", "/rematch")]
        assert OUTSIDE_CLUB in page.form("/rematch").text
        assert FROM_GAME_NIGHT not in page.text
        assert not form_actions(result_page(phone, table, "read"))
    first_path, second_path = (phone.send(page, "/rematch").path for phone, page in zip(phones, pages, strict=True))
    assert first_path == second_path
    assert first_path.startswith("/g/")
    assert not form_actions(result_page(night.stranger, table)), "the started rematch is linked instead"
    assert FROM_GAME_NIGHT in result_page(night.member, table).text
    assert len(games_of(night)) == 1


def test_game_of_past_night_offers_plain_rematch(night: ClubNight, set_day: Callable[[int], None]) -> None:
    table = play_table(night)
    set_day(1)
    for phone in (night.owner, night.member, night.stranger):
        page = result_page(phone, table)
        assert form_actions(page) == [table.path("write", "/rematch")]
        assert page.form("/rematch").find("button", class_="rematch__button")
        assert OUTSIDE_CLUB not in page.text


def leads_to_game_night(night: ClubNight, table: PlayedTable) -> bool:
    page = result_page(night.scorer, table)
    return FROM_GAME_NIGHT in page.text and night.path("/tables") not in form_actions(page)


def test_result_leads_to_game_night_after_next_start(night: ClubNight) -> None:
    table = play_table(night)
    night.scorer.send(result_page(night.scorer, table), "/tables")
    assert leads_to_game_night(night, table)


def test_result_leads_to_game_night_after_redraw(night: ClubNight) -> None:
    table = play_table(night)
    night.check_in("Farah", "Ghassan")
    while [*night.draw_tables().current_tables[0].member_number_by_seat] == table.members:
        pass
    assert leads_to_game_night(night, table)


def test_result_leads_to_game_night_to_choose_season(night: ClubNight) -> None:
    table = play_table(night)
    with night.app_context() as club:
        club.create_season(name="Pairs", house_rules=PARTNERS)
    assert leads_to_game_night(night, table)


def test_game_night_offers_last_season_first(night: ClubNight) -> None:
    with night.app_context() as club:
        pair_season = club.create_season(name="Pairs", house_rules=PARTNERS)
    night.check_in("Basil", "Carine", "Dani", "Elias", "Farah", "Ghassan", "Hala", "Ibrahim")
    night.draw_tables()
    assert offered_seasons(night, "/tables/all", "/tables", "/tables") == [str(night.season)] * 3
    response = night.scorer.send(night.scorer.get(night.path()), "/tables", season=str(pair_season))
    assert response.path.startswith("/g/")
    assert offered_seasons(night, "/tables") == [str(pair_season)]
    assert night.scorer.get(night.path("/draw")).fields("/draw")["season"] == str(pair_season)


def offered_seasons(night: ClubNight, *forms: str) -> list[str]:
    """The first offered season of each form on the game night's page."""
    page = night.scorer.get(night.path())
    season_forms = [form for form in page.root.find("form") if form.find("select", name="season")]
    assert [form.attrs["action"] for form in season_forms] == [night.path(form) for form in forms]
    options = [form.find_one("select", name="season").find("option") for form in season_forms]
    return [
        next((option for option in form_options if "selected" in option.attrs), form_options[0]).attrs["value"]
        for form_options in options
    ]


def test_sign_off_comes_before_next_game(night: ClubNight) -> None:
    table = play_table(night, agreed=True)
    page = result_page(night.scorer, table)
    nodes = [
        node
        for node in page.root.find_one("main").walk()
        if node.has(class_="bar") or node.has(class_="rematch__button")
    ]
    assert [node.attrs.get("href") for node in nodes] == [table.path("write", "/sign-off"), None]


def test_state_tells_writers_that_club_counts_game(night: ClubNight) -> None:
    """The state tells an offline phone that the next game must be started through the club."""
    client = night.site.test_client()

    def is_counted_by_permission(links: dict[str, str]) -> dict[str, bool]:
        states = {permission: client.get(f"/api/games/{token}/state").get_json() for permission, token in links.items()}
        return {permission: "in_club" in state for permission, state in states.items()}

    table = play_table(night)
    assert is_counted_by_permission(table.links) == {
        "own": True,
        "write": True,
        "read": False,
        "referee": False,
        "seat": False,
    }
    with night.app_context() as club:
        uid = play_game(3)
        links = {str(may): token for may, token in read_tokens_by_permission(db.session(), game_id(uid)).items()}
        path = f"/api/games/{links['write']}/state"
        etag = client.get(path).headers["ETag"]
        assert client.get(path, headers={"If-None-Match": etag}).status_code == 304
        club.count_game(uid, [*club.members.values()][:4])
    assert is_counted_by_permission(links) == {"own": True, "write": True, "read": False}
    assert client.get(path, headers={"If-None-Match": etag}).get_json()["in_club"] is True
