"""Seasons: created, changed and deleted by forms, by club admins, with errors explained."""

import uuid

import pytest

from tests.support.clubs.club import YEAR
from tests.support.clubs.club_nights import ClubNight, count_game, csrf_fields
from tests.support.clubs.leagues import season_rules_as_json
from tests.support.pages import Fields, Response
from trexscore.club.season import Season
from trexscore.rules.options import OPTION_NAMES

NEW = {"name": "Autumn", "begins": "2026-09-01", "until": "2026-12-31"}


def send(
    night: ClubNight, path: str = "/seasons/new", action: str = "/seasons", **fields: str | list[str] | None
) -> Response:
    return night.owner.send(night.owner.get(night.club_path(path)), action, **fields)


def seasons(night: ClubNight) -> dict[str, Season]:
    with night.app_context() as club:
        return {season.name: season for season in club.record.seasons.values()}


def edit_paths(night: ClubNight) -> tuple[str, str]:
    return f"/seasons/{night.season}/edit", f"/seasons/{night.season}"


def test_season_is_created(night: ClubNight) -> None:
    response = send(
        night, **NEW, basis="best", best="5", of="8", least_games="", tie_breaks=["wins", "points"], preset="complex"
    )
    assert response.status == 200, response.problems
    season = seasons(night)["Autumn"]
    assert season_rules_as_json(season.season_rules) == {
        "basis": {"kind": "best", "best": 5, "of": 8},
        "least_games": 5,
        "tie_breaks": ["wins", "points"],
    }
    assert season.house_rules.combining == "all_four"
    assert (season.first_day.isoformat(), season.last_day.isoformat()) == ("2026-09-01", "2026-12-31")


def test_low_minimum_games_is_reported(night: ClubNight) -> None:
    response = send(night, **NEW, basis="best", best="5", least_games="2")
    assert "some may be ranked by fewer games than others" in response.text
    assert seasons(night)["Autumn"].season_rules.minimum_games == 2


def test_placement_points_accept_any_digits(night: ClubNight) -> None:
    separators, digit_sets = (" ", ", ", "\u060c ", "-", " \u2013 ", "/", ";"), ("4210", "\u0664\u0662\u0661\u0660")
    for awards in (separator.join(digits) for separator in separators for digits in digit_sets):
        fields = {**NEW, "name": f"Autumn {awards}", "basis": "places", "awards": awards}
        assert send(night, **fields).status == 200, awards
        assert seasons(night)[fields["name"]].season_rules.basis.placement_points == (4, 2, 1, 0), awards


def test_placement_points_accept_minus(night: ClubNight) -> None:
    for name, awards in (("Autumn", "4 2 1 -1"), ("Winter", "4-2-1--1"), ("Spring", "4, 2, 1, \u22121")):
        assert send(night, **NEW | {"name": name}, basis="places", awards=awards).status == 200
        assert seasons(night)[name].season_rules.basis.placement_points == (4, 2, 1, -1)


def test_pair_season_has_default_placement_points(night: ClubNight) -> None:
    assert send(night, **NEW, basis="places", partnership="yes").status == 200
    assert seasons(night)["Autumn"].season_rules.basis.placement_points == (1, 0)
    response = send(night, **NEW | {"name": "Winter"}, basis="places", awards="3 1", partnership="yes")
    assert response.status == 200
    assert seasons(night)["Winter"].season_rules.basis.placement_points == (3, 1)


def test_invalid_season_is_refused_and_form_kept(night: ClubNight, subtests: pytest.Subtests) -> None:
    changes: Fields
    for changes in [
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
        with subtests.test(changes=changes):
            seasons_before = seasons(night)
            response = night.owner.send(
                night.owner.get(night.club_path("/seasons/new")), "/seasons", **{**NEW, **changes}
            )
            assert response.status == 422
            assert response.problems
            assert not [name for name in changes if name in OPTION_NAMES and name in str(response.problems)]
            form_fields = response.fields("/seasons")
            assert all(form_fields[name] == value for name, value in {**NEW, **changes}.items() if name in NEW)
            assert seasons(night) == seasons_before


def test_empty_best_games_is_one_problem(night: ClubNight) -> None:
    response = send(night, **NEW, basis="best", best="")
    assert len(response.problems) == 1
    assert [node.attrs["name"] for node in response.root.find("input", aria_invalid="true")] == ["best"]


def test_season_may_be_one_day(night: ClubNight) -> None:
    page = send(night, **{**NEW, "until": "2026-08-31"})
    assert page.problems == ["Choose a last day that isn’t before the first."]
    assert send(night, **{**NEW, "until": NEW["begins"]}).status == 200


def test_invalid_house_rule_is_shown_at_its_field(night: ClubNight) -> None:
    page = send(night, **NEW, queen_points="abc")
    assert page.status == 422
    question, *around = page.root.find_one("input", id="queen_points").around()
    assert [node.text for node in question.find("p", class_="problem")] == page.problems
    assert [("open" in node.attrs) for node in around if node.tag == "details"] == [True, True]


def test_tie_breaks_move_without_script(night: ClubNight) -> None:
    seasons_before = seasons(night)
    response = send(night, **NEW, tie_breaks=["head_to_head", "wins", "trex_firsts"], move="up:trex_firsts")
    assert response.fields("/seasons")["tie_breaks"] == ["head_to_head", "trex_firsts", "wins"]
    response = night.owner.send(response, "/seasons", move="down:head_to_head")
    assert response.fields("/seasons")["tie_breaks"] == ["trex_firsts", "head_to_head", "wins"]
    assert response.fields("/seasons")["name"] == "Autumn"
    assert seasons(night) == seasons_before
    assert night.owner.send(response, "/seasons").status == 200
    assert seasons(night)["Autumn"].season_rules.tie_breaks == ("trex_firsts", "head_to_head", "wins")


def test_invalid_move_keeps_tie_breaks(night: ClubNight, subtests: pytest.Subtests) -> None:
    for move in ["", "up:", "up:coin", "down:points", "sideways:wins", "up:<script>"]:
        with subtests.test(move=move):
            response = send(night, **NEW, tie_breaks=["wins", "points"], move=move)
            assert response.status == 200
            assert sorted(response.fields("/seasons")["tie_breaks"]) == ["points", "wins"]


def test_unchanged_season_form_changes_nothing(night: ClubNight) -> None:
    season_before = seasons(night)["2026"]
    assert send(night, *edit_paths(night)).status == 200
    assert seasons(night)["2026"]._replace(house_rules_json={}, last_definition_seq=0) == season_before._replace(
        house_rules_json={}, last_definition_seq=0
    )


def test_changed_season_keeps_its_number(night: ClubNight) -> None:
    assert send(night, *edit_paths(night), name="The year", basis="wins").status == 200
    season = seasons(night)["The year"]
    assert (season.number, season.season_rules.basis.kind) == (night.season, "wins")


def test_preview_counts_games_that_season_loses(night: ClubNight) -> None:
    for seed in (1, 2):
        count_game(night, seed, "Basil", "Elias", "Farah", "Ghassan")
    paths = edit_paths(night)
    assert "no longer count" not in send(night, *paths, basis="average").text
    assert "2 games would no longer count." in send(night, *paths, queen_points="30").text
    page = send(night, *paths, queen_points="30", previewed="yes")
    games_path = night.club_path(f"/games?season={night.season}&only=not_counting")
    assert games_path in {link.attrs["href"] for link in page.root.find("a")}
    assert night.owner.get(games_path).text.count("it was played under different house rules") == 2
    assert "2 more games would count." in send(night, *paths, queen_points="25").text
    send(night, *paths, queen_points="25", previewed="yes")
    assert games_path not in {link.attrs["href"] for link in send(night, *paths).root.find("a")}
    with night.app_context() as club:
        club.add_entry("settings", {"name": "Open", "shows": "standings"})
    send(night, *paths, queen_points="30", previewed="yes")
    stranger_page = night.stranger.get(night.club_path(paths[1]))
    assert games_path not in {link.attrs["href"] for link in stranger_page.root.find("a")}, (
        "outsiders see no list of games that do not count"
    )


def test_same_form_twice_creates_one_season(night: ClubNight) -> None:
    page = night.owner.get(night.club_path("/seasons/new"))
    for _ in range(2):
        assert night.owner.send(page, "/seasons", **NEW).status == 200
    assert [*seasons(night)].count("Autumn") == 1


def test_stale_season_form_is_refused(night: ClubNight) -> None:
    form, address = edit_paths(night)
    page = night.owner.get(night.club_path(form))
    with night.app_context() as club:
        club.change_season(night.season, counting={"basis": {"kind": "wins"}})
    response = night.owner.send(page, address, name="Renamed")
    assert (response.status, response.fields(address)["name"]) == (422, "Renamed")
    assert "Someone else changed this" in response.text
    assert seasons(night)["2026"].season_rules.basis.kind == "wins"
    assert night.owner.send(response, address).status == 200, "after the warning, the form may be saved"
    assert seasons(night)["Renamed"].season_rules.basis.kind == "sum"


def test_deleted_season_frees_its_name(night: ClubNight) -> None:
    page = night.owner.get(night.club_path(edit_paths(night)[0]))
    (fold,) = page.root.find("details", class_="confirmed-action")
    assert fold.find_one("form").attrs["action"].endswith("/delete"), "deleting takes two taps"
    assert night.owner.send(page, "/delete").status == 200
    assert not seasons(night)
    assert night.owner.get(night.club_path(f"/seasons/{night.season}")).status == 404
    assert send(night, **{**NEW, "name": YEAR["name"]}).status == 200


def test_deleting_a_season_twice_is_no_error(night: ClubNight) -> None:
    page = night.owner.get(night.club_path(edit_paths(night)[0]))
    for _ in range(2):
        assert "The season is deleted." in night.owner.send(page, "/delete").text
    assert night.owner.send(page, "/delete", key=str(uuid.uuid4())).status == 404


def test_new_season_copies_last_rules(night: ClubNight) -> None:
    send(night, **NEW, basis="places", awards="5 3 1 0", preset="complex")
    fields = night.owner.get(night.club_path("/seasons/new")).fields("/seasons")
    assert (fields["basis"], fields["awards"], fields["preset"]) == ("places", "5 3 1 0", "complex")
    assert not fields["name"]


def test_only_admins_change_seasons(night: ClubNight, subtests: pytest.Subtests) -> None:
    for path in ["/seasons", "/seasons/{}", "/seasons/{}/delete"]:
        with subtests.test(path=path):
            seasons_before = seasons(night)
            address = night.club_path(path.format(night.season))
            for phone, status in ((night.member, 403), (night.scorer, 403), (night.stranger, 404)):
                fields: Fields = {**csrf_fields(phone), **NEW}
                assert phone.post(address, fields).status == status
            fields_without_token: Fields = {**NEW}
            assert night.owner.post(address, fields_without_token).status == 400
            assert seasons(night) == seasons_before


@pytest.mark.parametrize("path", ["/seasons/new", "/seasons/{}/edit"])
def test_season_forms_are_for_admins_only(night: ClubNight, path: str) -> None:
    address = night.club_path(path.format(night.season))
    statuses = {persona: phone.get(address).status for persona, phone in night.phones_by_persona.items()}
    assert statuses == {"owner": 200, "scorer": 403, "member": 403, "stranger": 404}
    for page in ("/seasons", f"/seasons/{night.season}"):
        for persona, phone in night.phones_by_persona.items():
            links = [link.attrs.get("href") for link in phone.get(night.club_path(page)).root.find("a")]
            assert (persona == "owner") == any(str(link).endswith(("/new", "/edit")) for link in links)


def test_unknown_season_is_not_found(night: ClubNight, subtests: pytest.Subtests) -> None:
    for number in [0, 1, 3, 99999]:
        with subtests.test(number=number):
            for suffix in ("", "/edit", "/changes", "/players/3", "/pairs/3-5"):
                assert night.owner.get(night.club_path(f"/seasons/{number}{suffix}")).status == 404


def test_unknown_player_row_is_not_found(night: ClubNight, subtests: pytest.Subtests) -> None:
    for row in ["players/{n}", "pairs/1-{n}", "pairs/{n}-{n}9"]:
        for number in [0, 999, 2**31, 2**63, 10**30]:
            with subtests.test(row=row, number=number):
                assert night.owner.get(night.club_path(f"/seasons/{night.season}/{row.format(n=number)}")).status == 404
