"""After a corrected seating, every club page shows each player with the correct points."""

from tests.support.clubs.club import OPPOSITE_SEATS, SiteClub, add_game_entry
from tests.support.clubs.club_nights import ClubNight, play_table
from tests.support.clubs.game_imports import import_counts, import_games
from tests.support.clubs.people import create_club_with_phones
from tests.support.pages import Game, Response, start
from tests.support.tables import Json
from tests.support.whole_games import whole_game
from trexscore.club.counted_game import CountedGame
from trexscore.db.clubs import counted_games
from trexscore.db.games import read_game_identity
from trexscore.db.models import db

SWAPPED_SEATS = {"A": "B", "B": "A"}
PLAYER_NAMES = ["Basil", "Carine", "Dani", "Elias"]


def seat_swap(*, deals: bool = False) -> Json:
    return {"corrected": {"reason": "seen on a photograph", "changes": [{"seats": SWAPPED_SEATS, "deals": deals}]}}


def finished(night: ClubNight, players: list[str]) -> Game:
    """A game from outside the club whose seating was corrected by swapping two players."""
    file = whole_game("standard", 1, players)
    game = start(night.site, *file.pop("deals"), **file)
    game.add_entry(seat_swap())
    return game


def state_of(night: ClubNight, token: str) -> Json:
    state: Json = night.owner.client.get(f"/api/games/{token}/state").get_json()
    return state


def counted_game_of(club: SiteClub, uid: str) -> CountedGame:
    """How a game is counted."""
    row = counted_games.find_game_row(db.session(), club.id, uid)
    assert row is not None
    assert row.counted_game is not None
    return row.counted_game


def sheet_totals(night: ClubNight, token: str) -> dict[str, int]:
    """Players with their points, in the order of their seats."""
    state = state_of(night, token)
    return dict(zip(state["players"], state["result"]["totals"].values(), strict=True))


def standings_points(night: ClubNight) -> dict[str, int]:
    with night.app_context() as club:
        names = {number: member.name or "" for number, member in club.record.members.items()}
        return {names[number]: points for number, points in club.points(night.season).items()}


def names_on_form(page: Response) -> list[str]:
    """The four players for whom the form asks a member."""
    return [node.text for node in page.root.find("legend", class_="counted-seat__name")]


def first_table(page: Response) -> dict[str, str]:
    """The players at the first table of a game night, with their points."""
    sides = page.root.find("div", class_="seats--drawn")[0].find("div", class_="side__content")
    return {side.find_one(class_="side__name").text: side.find_one(class_="side__points").text for side in sides}


def test_added_game_counts_as_its_sheet(night: ClubNight) -> None:
    game = finished(night, PLAYER_NAMES)
    page = night.scorer.get(night.club_path(f"/games/from/{game.read}"))
    assert names_on_form(page) == ["Carine", "Basil", "Dani", "Elias"]
    night.scorer.send(page, f"/from/{game.read}")
    assert standings_points(night) == sheet_totals(night, game.read)


def test_guests_are_added_under_their_names(night: ClubNight) -> None:
    game = finished(night, ["Basil", "Zein", "Dani", "Omar"])
    night.scorer.send(night.scorer.get(night.club_path(f"/games/from/{game.read}")), f"/from/{game.read}")
    assert standings_points(night) == sheet_totals(night, game.read)


def test_unchanged_form_keeps_corrected_seating(night: ClubNight) -> None:
    played = play_table(night)
    page_before = night.scorer.get(night.club_path(f"/games/{played.uid}/seats"))
    with night.app_context():
        add_game_entry(played.uid, seat_swap())
    expected = sheet_totals(night, played.links["read"])
    assert standings_points(night) == expected
    for form_page in (page_before, night.scorer.get(night.club_path(f"/games/{played.uid}/seats"))):
        night.scorer.send(form_page, "/seats", evening=str(night.game_night))
        assert standings_points(night) == expected
    page_after = night.scorer.get(night.club_path(f"/games/{played.uid}/seats"))
    assert names_on_form(page_after) == [*expected]


def test_substitute_follows_name_on_form(night: ClubNight) -> None:
    played = play_table(night)
    with night.app_context():
        add_game_entry(played.uid, seat_swap())
    page = night.scorer.get(night.club_path(f"/games/{played.uid}/seats"))
    fieldset = page.root.find("fieldset", class_="counted-seat")[0]
    name, (_member_select, substitute_select) = fieldset.find_one("legend").text, fieldset.find("select")
    with night.app_context() as club:
        farah = club.members["Farah"]
    night.scorer.send(page, "/seats", **{substitute_select.attrs["name"]: str(farah)})
    assert standings_points(night)[name] == sheet_totals(night, played.links["read"])[name]
    with night.app_context() as club:
        row = counted_games.find_game_row(db.session(), club.id, played.uid)
        assert row is not None
        assert row.counted_game is not None
        assert club.members[name] == row.counted_game.credited_member_numbers.A
        assert farah == row.counted_game.playing_member_numbers.A


def test_abandoned_and_resumed_game_keeps_players(night: ClubNight) -> None:
    played = play_table(night, 12)
    with night.app_context():
        add_game_entry(played.uid, seat_swap())
    page = night.scorer.get(night.club_path(f"/games/{played.uid}"))
    page = night.scorer.send(page, "/abandon")
    state = state_of(night, played.links["read"])
    complete_kings = {kingdom["king"] for kingdom in state["result"]["kingdoms"] if kingdom["complete"]}
    points_by_deal = [deal["points"].values() for deal in state["result"]["deals"] if deal["king"] in complete_kings]
    expected = dict(zip(state["players"], map(sum, zip(*points_by_deal, strict=True)), strict=True))
    assert standings_points(night) == expected
    night.scorer.send(page, "/abandon")
    assert standings_points(night) == {}


def test_table_shows_players_with_their_points(night: ClubNight) -> None:
    played = play_table(night)
    with night.app_context():
        add_game_entry(played.uid, seat_swap())
    expected = sheet_totals(night, played.links["read"])
    shown_points = first_table(night.member.get(night.path()))
    assert {name: int(points.replace("\N{MINUS SIGN}", "-")) for name, points in shown_points.items()} == expected
    assert [*shown_points] == [*expected]
    next_game = night.start_table_game()
    assert next_game.root.find_one("main").text
    with night.app_context() as club:
        rows = counted_games.list_game_rows_of_night(db.session(), club.id, night.game_night)
        names = {number: member.name for number, member in club.record.members.items()}
        assert [names[number] for number in rows[-1].counted_game.credited_member_numbers if number] == [*expected]  # type: ignore[union-attr]
        table = night.folded_night.current_tables[0]
    assert table.origin.first_draw_seq == night.folded_night.last_draw_seq
    assert {names[number] for number in table.member_number_by_seat} == {*expected}


def test_table_shows_merged_player_with_points(night: ClubNight) -> None:
    with night.app_context() as club:
        guest = club.join("Basil K.", "guest")
    played = play_table(night, names=("Basil K.", "Carine", "Dani", "Elias"))
    with night.app_context() as club:
        add_game_entry(played.uid, seat_swap())
        club.merge_members(guest, club.members["Basil"])
    expected = {name.removesuffix(" K."): points for name, points in sheet_totals(night, played.links["read"]).items()}
    shown_points = first_table(night.member.get(night.path()))
    assert {name: int(points.replace("\N{MINUS SIGN}", "-")) for name, points in shown_points.items()} == expected


def test_table_shows_substitute_with_points(night: ClubNight) -> None:
    played = play_table(night)
    with night.app_context() as club:
        game, farah = counted_game_of(club, played.uid), club.members["Farah"]
        content = game.as_entry_content()
        credited = content["seats"]["A"]
        club.add_entry("game", content | {"seats": {**content["seats"], "A": farah}, "substitutes": {"A": credited}})
        add_game_entry(played.uid, seat_swap())
    shown_points = first_table(night.member.get(night.path()))
    expected = sheet_totals(night, played.links["read"])
    assert {name: int(points.replace("\N{MINUS SIGN}", "-")) for name, points in shown_points.items()} == expected


def test_redraw_keeps_table_with_corrected_seating(night: ClubNight) -> None:
    played = play_table(night, 12)
    with night.app_context():
        add_game_entry(played.uid, seat_swap())
    night.check_in("Farah", "Ghassan", "Hala", "Ibrahim")
    night.draw_tables()
    tables = night.folded_night.current_tables
    assert len(tables) == 2
    assert [*tables[0].member_number_by_seat] == played.members
    page = night.member.get(night.path())
    assert [*first_table(page)] == state_of(night, played.links["read"])["players"]


def test_file_with_corrected_seating_is_recognized(night: ClubNight) -> None:
    people = create_club_with_phones(night.site)
    player_names = ["Basil", "The admin", "The scorer", "The member"]
    file = whole_game("standard", 1, player_names)
    game = start(night.site, *file.pop("deals"), **file)
    game.add_entry(
        {"corrected": {"reason": "seen on a photograph", "changes": [{"seats": OPPOSITE_SEATS, "deals": False}]}}
    )
    with people.site.app_context():
        people.club.count_game(
            read_game_identity(db.session(), game.game_id).uid, [people.club.members[name] for name in player_names]
        )
    exported = bytes(people.scorer.client.get(game.path("/game.json")).data)
    assert import_counts(import_games(people, ("2026-11-22 table 1.json", exported))) == (0, 1, 0)
