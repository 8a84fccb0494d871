"""After a game of a club’s evening, the next one is the table’s next, so that it counts."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.support.clubs.club import PARTNERS, game_id, played
from tests.support.clubs.rooms import PlayedTable, Room, play_a_table
from tests.support.pages import Answer, Phone
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.counted_games import GameRow
from trexscore.db.models import db
from trexscore.db.tokens import read_unseated_tokens

OUTSIDE, FROM_THERE = "Play again, outside the club", "Start the next game from the game night so that it counts."


@pytest.fixture(autouse=True)
def tonight(room: Room, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """It is the evening of the room, or so many days later."""

    def later(days: int) -> None:
        now = room.now.on + timedelta(days=days)
        monkeypatch.setattr("trexscore.web.games.club_context.current_night", lambda _zone: now)

    later(0)
    return later


def games_of(room: Room) -> list[GameRow]:
    with room.inside() as club:
        return game_rows.games_of_night(db.session(), club.id, room.evening)


def result(phone: Phone, table: PlayedTable, right: str = "write") -> Answer:
    return phone.get(table.path(right, "/result"))


def sent_to(page: Answer) -> list[str]:
    """Where the page’s forms are sent, beside those of its menu."""
    forms, menu = page.root.one("main").find("form"), page.root.one(id="menu").find("form")
    return [form.attrs["action"] for form in forms if form not in menu]


@pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
def test_for_a_scorer_playing_again_is_the_tables_next_game_and_counts(room: Room) -> None:
    table = play_a_table(room)
    page = result(room.scorer, table)
    assert sent_to(page) == [room.path("/tables")]
    first, second = (room.scorer.send(page, "/tables").path for _ in range(2))
    assert first == second, "tapped twice, it is one game"
    assert first.startswith("/g/")
    rows = games_of(room)
    seats = [[*row.counted.members] for row in rows if row.counted is not None]
    assert seats == [table.members] * 2


def test_a_reading_link_takes_the_right_to_start_games_from_no_scorer(room: Room) -> None:
    table = play_a_table(room)
    assert sent_to(result(room.scorer, table, "read")) == [room.path("/tables")]


def test_a_member_who_starts_no_games_is_led_to_the_evening_first(room: Room) -> None:
    table = play_a_table(room)
    page = result(room.member, table)
    assert FROM_THERE in page.root.one("a", class_="rematch").text
    assert page.root.one("a", class_="rematch").attrs["href"] == room.path()
    assert not page.root.find("button", class_="rematch__button")
    assert OUTSIDE in page.form("/rematch").text
    assert FROM_THERE in result(room.member, table, "read").text
    assert not sent_to(result(room.member, table, "read"))


def test_whoever_is_no_member_is_told_that_a_game_begun_here_does_not_count(room: Room) -> None:
    table = play_a_table(room)
    phones = room.stranger, Phone(room.site)
    pages = [result(phone, table) for phone in phones]
    for phone, page in zip(phones, pages, strict=True):
        assert sent_to(page) == [table.path("write", "/rematch")]
        assert OUTSIDE in page.form("/rematch").text
        assert FROM_THERE not in page.text
        assert not sent_to(result(phone, table, "read"))
    first, second = (phone.send(page, "/rematch").path for phone, page in zip(phones, pages, strict=True))
    assert first == second
    assert first.startswith("/g/")
    assert not sent_to(result(room.stranger, table)), "it has begun: it can be joined"
    assert FROM_THERE in result(room.member, table).text
    assert len(games_of(room)) == 1


def test_of_a_game_of_another_evening_playing_again_is_what_it_is_everywhere(
    room: Room, tonight: Callable[[int], None]
) -> None:
    table = play_a_table(room)
    tonight(1)
    for phone in (room.owner, room.member, room.stranger):
        page = result(phone, table)
        assert sent_to(page) == [table.path("write", "/rematch")]
        assert page.form("/rematch").find("button", class_="rematch__button")
        assert OUTSIDE not in page.text


def leads_to_the_evening(room: Room, table: PlayedTable) -> bool:
    page = result(room.scorer, table)
    return FROM_THERE in page.text and room.path("/tables") not in sent_to(page)


def test_once_the_next_game_has_begun_the_one_before_leads_to_the_evening(room: Room) -> None:
    table = play_a_table(room)
    room.scorer.send(result(room.scorer, table), "/tables")
    assert leads_to_the_evening(room, table)


def test_a_table_that_was_drawn_anew_leads_to_the_evening(room: Room) -> None:
    table = play_a_table(room)
    room.arrive("Farah", "Ghassan")
    while [*room.draw().tables[0].seats] == table.members:
        pass
    assert leads_to_the_evening(room, table)


def test_where_a_season_has_to_be_chosen_the_evening_asks_for_it(room: Room) -> None:
    table = play_a_table(room)
    with room.inside() as club:
        club.season(name="Pairs", house_rules=PARTNERS)
    assert leads_to_the_evening(room, table)


def test_the_evening_offers_the_season_that_was_played_for_last(room: Room) -> None:
    with room.inside() as club:
        pairs = club.season(name="Pairs", house_rules=PARTNERS)
    room.arrive("Basil", "Carine", "Dani", "Elias", "Farah", "Ghassan", "Hala", "Ibrahim")
    room.draw()
    assert chosen(room, "/tables/all", "/tables", "/tables") == [str(room.season)] * 3
    first = room.scorer.send(room.scorer.get(room.path()), "/tables", season=str(pairs))
    assert first.path.startswith("/g/")
    assert chosen(room, "/tables") == [str(pairs)]
    assert room.scorer.get(room.path("/draw")).fields("/draw")["season"] == str(pairs)


def chosen(room: Room, *forms: str) -> list[str]:
    """The season that each of these forms offers first, all of those on the evening’s page."""
    page = room.scorer.get(room.path())
    found = [form for form in page.root.find("form") if form.find("select", name="season")]
    assert [form.attrs["action"] for form in found] == [room.path(form) for form in forms]
    options = [form.one("select", name="season").find("option") for form in found]
    return [next((one for one in of_one if "selected" in one.attrs), of_one[0]).attrs["value"] for of_one in options]


def test_while_all_four_are_to_agree_that_comes_before_the_next_game(room: Room) -> None:
    table = play_a_table(room, agreed=True)
    page = result(room.scorer, table)
    places = [one for one in page.root.one("main").walk() if one.has(class_="bar") or one.has(class_="rematch__button")]
    assert [place.attrs.get("href") for place in places] == [table.path("write", "/sign-off"), None]


def test_phones_that_record_know_that_a_club_counts_the_game_also_once_it_does_later(room: Room) -> None:
    """Without reception it is they who begin the next one, and the club knows nothing of that."""
    client = room.site.test_client()

    def told(links: dict[str, str]) -> dict[str, bool]:
        states = {right: client.get(f"/api/games/{link}/state").get_json() for right, link in links.items()}
        return {right: "in_club" in state for right, state in states.items()}

    table = play_a_table(room)
    assert told(table.links) == {"own": True, "write": True, "read": False, "referee": False, "seat": False}
    with room.inside() as club:
        uid = played(3)
        links = {str(may): link for may, link in read_unseated_tokens(db.session(), game_id(uid)).items()}
        path = f"/api/games/{links['write']}/state"
        tag = client.get(path).headers["ETag"]
        assert client.get(path, headers={"If-None-Match": tag}).status_code == 304
        club.count(uid, [*club.members.values()][:4])
    assert told(links) == {"own": True, "write": True, "read": False}
    assert client.get(path, headers={"If-None-Match": tag}).get_json()["in_club"] is True
