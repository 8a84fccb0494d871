"""Who sat where, put right in a club’s game: pages go on to speak of the same people."""

from tests.support.clubs.bringing import bring as bring_files
from tests.support.clubs.bringing import counts
from tests.support.clubs.club import ROUND, ClubHere, enter
from tests.support.clubs.people import people_of
from tests.support.clubs.rooms import Room, play_a_table
from tests.support.pages import Answer, Game, start
from tests.support.tables import Json
from tests.support.whole_games import whole_game
from trexscore.club.counted_game import CountedGame
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.games import read_game_secrets
from trexscore.db.models import db

CROSSED = {"A": "B", "B": "A"}
OURS = ["Basil", "Carine", "Dani", "Elias"]


def crossed(*, deals: bool = False) -> Json:
    return {"corrected": {"reason": "seen on a photograph", "changes": [{"seats": CROSSED, "deals": deals}]}}


def finished(room: Room, players: list[str]) -> Game:
    """A game that was played outside the club, and in which two had been written on each other’s chair."""
    file = whole_game("standard", 1, players)
    game = start(room.site, *file.pop("deals"), **file)
    game.say(crossed())
    return game


def state_of(room: Room, read: str) -> Json:
    state: Json = room.owner.client.get(f"/api/games/{read}/state").get_json()
    return state


def row_of(club: ClubHere, uid: str) -> CountedGame:
    """How a game is counted."""
    row = game_rows.find_game_row(db.session(), club.id, uid)
    assert row is not None
    assert row.counted is not None
    return row.counted


def on_the_sheet(room: Room, read: str) -> dict[str, int]:
    """Who has what, in the order in which they sit."""
    state = state_of(room, read)
    return dict(zip(state["players"], state["result"]["totals"].values(), strict=True))


def in_the_standings(room: Room) -> dict[str, int]:
    with room.inside() as club:
        names = {number: member.name or "" for number, member in club.record.members.items()}
        return {names[number]: points for number, points in club.points(room.season).items()}


def whose(page: Answer) -> list[str]:
    """The four whom a booking asks about."""
    return [node.text for node in page.root.find("legend", class_="whose__name")]


def at_the_table(page: Answer) -> dict[str, str]:
    """The four of an evening’s first table, each with what they have."""
    sides = page.root.find("div", class_="seats--drawn")[0].find("div", class_="side__in")
    return {side.one(class_="side__name").text: side.one(class_="side__points").text for side in sides}


def test_a_game_brought_in_after_its_seats_were_put_right_counts_as_its_sheet_says(room: Room) -> None:
    game = finished(room, OURS)
    page = room.scorer.get(room.in_club(f"/games/from/{game.read}"))
    assert whose(page) == ["Carine", "Basil", "Dani", "Elias"]
    room.scorer.send(page, f"/from/{game.read}")
    assert in_the_standings(room) == on_the_sheet(room, game.read)


def test_guests_are_let_in_under_their_own_names(room: Room) -> None:
    game = finished(room, ["Basil", "Zein", "Dani", "Omar"])
    room.scorer.send(room.scorer.get(room.in_club(f"/games/from/{game.read}")), f"/from/{game.read}")
    assert in_the_standings(room) == on_the_sheet(room, game.read)


def test_a_booking_saved_as_it_is_changes_nothing_whatever_was_put_right_meanwhile(room: Room) -> None:
    played = play_a_table(room)
    before = room.scorer.get(room.in_club(f"/games/{played.uid}/seats"))
    with room.inside():
        enter(played.uid, crossed())
    due = on_the_sheet(room, played.links["read"])
    assert in_the_standings(room) == due
    for page in (before, room.scorer.get(room.in_club(f"/games/{played.uid}/seats"))):
        room.scorer.send(page, "/seats", evening=str(room.evening))
        assert in_the_standings(room) == due
    after = room.scorer.get(room.in_club(f"/games/{played.uid}/seats"))
    assert whose(after) == [*due]


def test_somebody_who_sat_in_is_booked_for_whom_the_form_names(room: Room) -> None:
    played = play_a_table(room)
    with room.inside():
        enter(played.uid, crossed())
    page = room.scorer.get(room.in_club(f"/games/{played.uid}/seats"))
    first = page.root.find("fieldset", class_="whose")[0]
    name, (_whose, by) = first.one("legend").text, first.find("select")
    with room.inside() as club:
        farah = club.members["Farah"]
    room.scorer.send(page, "/seats", **{by.attrs["name"]: str(farah)})
    assert in_the_standings(room)[name] == on_the_sheet(room, played.links["read"])[name]
    with room.inside() as club:
        row = game_rows.find_game_row(db.session(), club.id, played.uid)
        assert row is not None
        assert row.counted is not None
        assert club.members[name] == row.counted.members.A
        assert farah == row.counted.played_by.A


def test_broken_off_and_taken_up_again_it_counts_for_the_same_people(room: Room) -> None:
    played = play_a_table(room, 12)
    with room.inside():
        enter(played.uid, crossed())
    page = room.scorer.get(room.in_club(f"/games/{played.uid}"))
    page = room.scorer.send(page, "/abandon")
    state = state_of(room, played.links["read"])
    over = {kingdom["king"] for kingdom in state["result"]["kingdoms"] if kingdom["complete"]}
    points = [deal["points"].values() for deal in state["result"]["deals"] if deal["king"] in over]
    due = dict(zip(state["players"], map(sum, zip(*points, strict=True)), strict=True))
    assert in_the_standings(room) == due
    room.scorer.send(page, "/abandon")
    assert in_the_standings(room) == {}


def test_an_evenings_table_shows_everybody_with_their_own_points_and_goes_on_with_them(room: Room) -> None:
    played = play_a_table(room)
    with room.inside():
        enter(played.uid, crossed())
    due = on_the_sheet(room, played.links["read"])
    shown = at_the_table(room.member.get(room.path()))
    assert {name: int(points.replace("\N{MINUS SIGN}", "-")) for name, points in shown.items()} == due
    assert [*shown] == [*due]
    next_game = room.start()
    assert next_game.root.one("main").text
    with room.inside() as club:
        rows = game_rows.games_of_night(db.session(), club.id, room.evening)
        names = {number: member.name for number, member in club.record.members.items()}
        assert [names[number] for number in rows[-1].counted.members if number] == [*due]  # type: ignore[union-attr]
        table = room.now.tables[0]
    assert table.since == room.now.last_draw
    assert {names[number] for number in table.seats} == {*due}


def test_a_table_is_shown_right_though_one_of_its_four_turned_out_to_be_somebody_else(room: Room) -> None:
    with room.inside() as club:
        guest = club.join("Basil K.", "guest")
    played = play_a_table(room, names=("Basil K.", "Carine", "Dani", "Elias"))
    with room.inside() as club:
        enter(played.uid, crossed())
        club.merge(guest, club.members["Basil"])
    due = {name.removesuffix(" K."): points for name, points in on_the_sheet(room, played.links["read"]).items()}
    shown = at_the_table(room.member.get(room.path()))
    assert {name: int(points.replace("\N{MINUS SIGN}", "-")) for name, points in shown.items()} == due


def test_a_table_is_shown_right_though_one_of_its_four_played_for_somebody_else(room: Room) -> None:
    played = play_a_table(room)
    with room.inside() as club:
        game, farah = row_of(club, played.uid), club.members["Farah"]
        said = game.as_content()
        first = said["seats"]["A"]
        club.say("game", said | {"seats": {**said["seats"], "A": farah}, "substitutes": {"A": first}})
        enter(played.uid, crossed())
    shown = at_the_table(room.member.get(room.path()))
    due = on_the_sheet(room, played.links["read"])
    assert {name: int(points.replace("\N{MINUS SIGN}", "-")) for name, points in shown.items()} == due


def test_late_comers_are_drawn_around_a_table_whose_seats_were_put_right(room: Room) -> None:
    played = play_a_table(room, 12)
    with room.inside():
        enter(played.uid, crossed())
    room.arrive("Farah", "Ghassan", "Hala", "Ibrahim")
    room.draw()
    tables = room.now.tables
    assert len(tables) == 2
    assert [*tables[0].seats] == played.members
    shown = room.member.get(room.path())
    assert [*at_the_table(shown)] == state_of(room, played.links["read"])["players"]


def test_its_file_is_known_again(room: Room) -> None:
    people = people_of(room.site)
    four = ["Basil", "The admin", "The scorer", "The member"]
    file = whole_game("standard", 1, four)
    game = start(room.site, *file.pop("deals"), **file)
    game.say({"corrected": {"reason": "seen on a photograph", "changes": [{"seats": ROUND, "deals": False}]}})
    with people.site.app_context():
        people.club.count(
            read_game_secrets(db.session(), game.game_id).uid, [people.club.members[name] for name in four]
        )
    exported = bytes(people.scorer.client.get(game.path("/game.json")).data)
    assert counts(bring_files(people, ("2026-11-22 table 1.json", exported))) == (0, 1, 0)
