"""Seasons set up, changed and taken back by forms; who may; and what is said where something is wrong."""

import pytest

from tests.support.clubs.club import YEAR
from tests.support.clubs.leagues import season_rules_as_json
from tests.support.clubs.rooms import Room, count, proof
from tests.support.pages import Answer, Fields
from trexscore.club.season import Season

NEW = {"name": "Autumn", "begins": "2026-09-01", "until": "2026-12-31"}


def send(room: Room, path: str = "/seasons/new", action: str = "/seasons", **said: str | list[str] | None) -> Answer:
    return room.owner.send(room.owner.get(room.in_club(path)), action, **said)


def seasons(room: Room) -> dict[str, Season]:
    with room.inside() as club:
        return {season.name: season for season in club.record.seasons.values()}


def edit(room: Room) -> tuple[str, str]:
    return f"/seasons/{room.season}/edit", f"/seasons/{room.season}"


def test_a_season_is_set_up_by_its_form(room: Room) -> None:
    answer = send(
        room, **NEW, basis="best", best="5", of="8", least_games="", tie_breaks=["wins", "points"], preset="complex"
    )
    assert answer.status == 200, answer.problems
    season = seasons(room)["Autumn"]
    assert season_rules_as_json(season.counting) == {
        "basis": {"kind": "best", "best": 5, "of": 8},
        "least_games": 5,
        "tie_breaks": ["wins", "points"],
    }
    assert season.rules.combining == "all_four"
    assert (season.begins.isoformat(), season.ends.isoformat()) == ("2026-09-01", "2026-12-31")


def test_whoever_asks_for_too_few_games_is_told_what_follows(room: Room) -> None:
    answer = send(room, **NEW, basis="best", best="5", least_games="2")
    assert "some may be ranked by fewer games than others" in answer.text
    assert seasons(room)["Autumn"].counting.minimum_games == 2


def test_points_for_places_are_typed_in_any_digits(room: Room) -> None:
    commas, digits = (" ", ", ", "\u060c ", "-", " \u2013 ", "/", ";"), ("4210", "\u0664\u0662\u0661\u0660")
    for awards in (comma.join(four) for comma in commas for four in digits):
        said = {**NEW, "name": f"Autumn {awards}", "basis": "places", "awards": awards}
        assert send(room, **said).status == 200, awards
        assert seasons(room)[said["name"]].counting.basis.awards == (4, 2, 1, 0), awards


def test_a_dash_that_can_only_be_a_minus_takes_points_off(room: Room) -> None:
    for name, awards in (("Autumn", "4 2 1 -1"), ("Winter", "4-2-1--1"), ("Spring", "4, 2, 1, \u22121")):
        assert send(room, **NEW | {"name": name}, basis="places", awards=awards).status == 200
        assert seasons(room)[name].counting.basis.awards == (4, 2, 1, -1)


def test_a_season_of_pairs_by_places_needs_no_other_numbers_than_those_that_stand_there(room: Room) -> None:
    assert send(room, **NEW, basis="places", partnership="yes").status == 200
    assert seasons(room)["Autumn"].counting.basis.awards == (1, 0)
    typed = send(room, **NEW | {"name": "Winter"}, basis="places", awards="3 1", partnership="yes")
    assert typed.status == 200
    assert seasons(room)["Winter"].counting.basis.awards == (3, 1)


def test_what_cannot_be_is_refused_and_what_was_typed_stays(room: Room, subtests: pytest.Subtests) -> None:
    wrong: Fields
    for wrong in [
        {"name": ""},
        {"name": "x" * 300},
        {"name": YEAR["name"]},
        {"begins": "yesterday"},
        {"until": "2026-08-31"},
        {"basis": "luck"},
        {"basis": "best", "best": "many"},
        {"basis": "best", "best": "9", "of": "3"},
        {"basis": "places", "awards": "1 2 3"},
        {"least_games": "-1"},
        {"tie_breaks": ["wins", "wins"]},
        {"tie_breaks": ["coin"]},
        {"trex_points": "many"},
    ]:
        with subtests.test(wrong=wrong):
            before = seasons(room)
            answer = room.owner.send(room.owner.get(room.in_club("/seasons/new")), "/seasons", **{**NEW, **wrong})
            assert answer.status == 422
            assert answer.problems
            fields = answer.fields("/seasons")
            assert all(fields[name] == value for name, value in {**NEW, **wrong}.items() if name in NEW)
            assert seasons(room) == before


def test_the_order_of_tie_breaks_is_changed_without_script_and_nothing_is_saved_by_it(room: Room) -> None:
    before = seasons(room)
    answer = send(room, **NEW, tie_breaks=["head_to_head", "wins", "trex_firsts"], move="up:trex_firsts")
    assert answer.fields("/seasons")["tie_breaks"] == ["head_to_head", "trex_firsts", "wins"]
    answer = room.owner.send(answer, "/seasons", move="down:head_to_head")
    assert answer.fields("/seasons")["tie_breaks"] == ["trex_firsts", "head_to_head", "wins"]
    assert answer.fields("/seasons")["name"] == "Autumn"
    assert seasons(room) == before
    assert room.owner.send(answer, "/seasons").status == 200
    assert seasons(room)["Autumn"].counting.tie_breaks == ("trex_firsts", "head_to_head", "wins")


def test_a_move_that_leads_nowhere_changes_no_order(room: Room, subtests: pytest.Subtests) -> None:
    for asked in ["", "up:", "up:coin", "down:points", "sideways:wins", "up:<script>"]:
        with subtests.test(asked=asked):
            answer = send(room, **NEW, tie_breaks=["wins", "points"], move=asked)
            assert answer.status == 200
            assert sorted(answer.fields("/seasons")["tie_breaks"]) == ["points", "wins"]


def test_the_form_says_what_holds_and_sent_unchanged_changes_nothing(room: Room) -> None:
    before = seasons(room)["2026"]
    assert send(room, *edit(room)).status == 200
    assert seasons(room)["2026"]._replace(house_rules={}, last_entry=0) == before._replace(house_rules={}, last_entry=0)


def test_a_changed_season_keeps_its_number_and_address(room: Room) -> None:
    assert send(room, *edit(room), name="The year", basis="wins").status == 200
    changed = seasons(room)["The year"]
    assert (changed.number, changed.counting.basis.kind) == (room.season, "wins")


def test_preview_counts_games_that_a_season_loses(room: Room) -> None:
    for seed in (1, 2):
        count(room, seed, "Basil", "Elias", "Farah", "Ghassan")
    ways = edit(room)
    assert "no longer count" not in send(room, *ways, basis="average").text
    assert "2 games would no longer count." in send(room, *ways, queen_points="30").text
    page = send(room, *ways, queen_points="30", previewed="yes")
    which = room.in_club(f"/games?season={room.season}&only=not_counting")
    assert which in {link.attrs["href"] for link in page.root.find("a")}
    assert room.owner.get(which).text.count("it was played under different house rules") == 2
    assert "2 more games would count." in send(room, *ways, queen_points="25").text
    send(room, *ways, queen_points="25", previewed="yes")
    assert which not in {link.attrs["href"] for link in send(room, *ways).root.find("a")}
    with room.inside() as club:
        club.say("settings", {"name": "Open", "shows": "standings"})
    send(room, *ways, queen_points="30", previewed="yes")
    stranger = room.stranger.get(room.in_club(ways[1]))
    assert which not in {link.attrs["href"] for link in stranger.root.find("a")}, "who sees no such games"


def test_the_same_form_twice_is_one_season(room: Room) -> None:
    page = room.owner.get(room.in_club("/seasons/new"))
    for _ in range(2):
        assert room.owner.send(page, "/seasons", **NEW).status == 200
    assert [*seasons(room)].count("Autumn") == 1


def test_two_who_change_a_season_at_once_do_not_undo_each_other_unaware(room: Room) -> None:
    form, address = edit(room)
    page = room.owner.get(room.in_club(form))
    with room.inside() as club:
        club.change_season(room.season, counting={"basis": {"kind": "wins"}})
    answer = room.owner.send(page, address, name="Renamed")
    assert (answer.status, answer.fields(address)["name"]) == (422, "Renamed")
    assert "Someone else changed this" in answer.text
    assert seasons(room)["2026"].counting.basis.kind == "wins"
    assert room.owner.send(answer, address).status == 200, "who has been told may replace it"
    assert seasons(room)["Renamed"].counting.basis.kind == "sum"


def test_every_season_that_is_under_way_is_said_to_be_so(room: Room) -> None:
    with room.inside() as club:
        for name, begins, ends in (
            ("Players", "2000-01-01", "2999-12-31"),
            ("Pairs", "2000-01-01", "2999-12-31"),
            ("Long ago", "2000-01-01", "2001-12-31"),
        ):
            club.season(name=name, **{"from": begins, "until": ends})
    rows = room.member.get(room.in_club("/seasons")).root.find("a", class_="row--tall")
    now = {row.one("span", class_="row__title").text for row in rows if row.find("span", class_="season__now")}
    assert {"Players", "Pairs"} <= now
    assert "Long ago" not in now


def test_a_season_is_taken_back_and_its_name_is_free_again(room: Room) -> None:
    page = room.owner.get(room.in_club(edit(room)[0]))
    (fold,) = page.root.find("details", class_="careful")
    assert fold.one("form").attrs["action"].endswith("/delete"), "a tap opens it, another does it"
    assert room.owner.send(page, "/delete").status == 200
    assert not seasons(room)
    assert room.owner.get(room.in_club(f"/seasons/{room.season}")).status == 404
    assert send(room, **{**NEW, "name": YEAR["name"]}).status == 200


def test_a_new_season_begins_with_how_the_last_one_was_counted(room: Room) -> None:
    send(room, **NEW, basis="places", awards="5 3 1 0", preset="complex")
    fields = room.owner.get(room.in_club("/seasons/new")).fields("/seasons")
    assert (fields["basis"], fields["awards"], fields["preset"]) == ("places", "5 3 1 0", "complex")
    assert not fields["name"]


def test_nobody_but_those_who_lead_writes_seasons(room: Room, subtests: pytest.Subtests) -> None:
    for path in ["/seasons", "/seasons/{}", "/seasons/{}/delete"]:
        with subtests.test(path=path):
            before = seasons(room)
            address = room.in_club(path.format(room.season))
            for phone, status in ((room.member, 403), (room.scorer, 403), (room.stranger, 404)):
                sent: Fields = {**proof(phone), **NEW}
                assert phone.post(address, sent).status == status
            forged: Fields = {**NEW}
            assert room.owner.post(address, forged).status == 400
            assert seasons(room) == before


@pytest.mark.parametrize("path", ["/seasons/new", "/seasons/{}/edit"])
def test_nobody_else_sees_the_forms_or_a_way_to_them(room: Room, path: str) -> None:
    address = room.in_club(path.format(room.season))
    found = {who: phone.get(address).status for who, phone in room.everybody.items()}
    assert found == {"owner": 200, "scorer": 403, "member": 403, "stranger": 404}
    for page in ("/seasons", f"/seasons/{room.season}"):
        for who, phone in room.everybody.items():
            links = [link.attrs.get("href") for link in phone.get(room.in_club(page)).root.find("a")]
            assert (who == "owner") == any(str(link).endswith(("/new", "/edit")) for link in links)


def test_what_is_no_season_is_not_found(room: Room, subtests: pytest.Subtests) -> None:
    for number in [0, 1, 3, 99999]:
        with subtests.test(number=number):
            for rest in ("", "/edit", "/changes", "/players/3", "/pairs/3-5"):
                assert room.owner.get(room.in_club(f"/seasons/{number}{rest}")).status == 404


def test_a_number_that_nobody_has_opens_no_row(room: Room, subtests: pytest.Subtests) -> None:
    for row in ["players/{n}", "pairs/1-{n}", "pairs/{n}-{n}9"]:
        for number in [0, 999, 2**31, 2**63, 10**30]:
            with subtests.test(row=row, number=number):
                assert room.owner.get(room.in_club(f"/seasons/{room.season}/{row.format(n=number)}")).status == 404
