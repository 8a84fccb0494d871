"""Names in imported games: they also match former and merged members."""

import io

import pytest

from tests.support.clubs.club import SiteClub
from tests.support.clubs.game_imports import (
    PEOPLE,
    as_zip,
    club_game_rows,
    game_file,
    import_counts,
    import_games,
    resolve_names,
    send_files,
    token_of,
)
from tests.support.clubs.people import RolePhones
from tests.support.server.jobs import run_waiting_jobs, without_job_worker
from tests.support.whole_games import whole_game
from trexscore.commands.games.start_game import StartedGame, start_game


def add_member_known_as_zeina(club: SiteClub, state: str) -> int:
    """A member who had this name and left, or was merged into another."""
    zeina = club.join("Zeina")
    if state == "left":
        club.add_entry("left", {"member": zeina})
        return zeina
    zeyna = club.join("Zeyna")
    club.merge_members(zeina, zeyna)
    return zeyna


def assert_counted_for(people: RolePhones, number: int) -> None:
    (row,) = club_game_rows(people)
    assert row.counted_game is not None
    assert number == row.counted_game.credited_member_numbers.D
    assert not any(member.role == "guest" for member in people.club.record.unmerged_members)


@pytest.mark.parametrize("state", ["left", "merged"])
def test_known_name_in_file_adds_no_guest(people: RolePhones, state: str) -> None:
    with people.site.app_context():
        number = add_member_known_as_zeina(people.club, state)
    assert import_counts(import_games(people, ("a.json", game_file(1)))) == (1, 0, 0)
    with people.site.app_context():
        assert_counted_for(people, number)


@pytest.mark.parametrize("state", ["left", "merged"])
def test_known_name_by_link_adds_no_guest(people: RolePhones, state: str) -> None:
    with people.site.app_context():
        number = add_member_known_as_zeina(people.club, state)
        started = start_game(whole_game("standard", 1, ["Basil", "The admin", "The scorer", "Zeina"]))
        assert isinstance(started, StartedGame)
    page = people.scorer.get(people.path(f"/games/from/{started.token_by_permission['read']}"))
    assert people.scorer.send(page, f"/from/{started.token_by_permission['read']}").status == 200
    with people.site.app_context():
        assert_counted_for(people, number)


def test_names_uploaded_later_are_asked_too(people: RolePhones) -> None:
    """Another file is uploaded from a second page."""
    page = send_files(people, [("a.json", game_file(1))])
    with without_job_worker(people.site):
        people.scorer.post(page.form("/names").attrs["action"], dict(page.fields("/names")))
        second_file = game_file(2, ["Wadih", "Zeina", *PEOPLE[:2]])
        fields = {"csrf_token": token_of(people.scorer), "files": [(io.BytesIO(second_file), "b.json")]}
        assert people.scorer.client.post(f"{page.path}/files", data=fields).status_code == 200
        run_waiting_jobs(people.site)
    names_page = people.scorer.get(page.path)
    names = [node.find("span")[0].text for node in names_page.root.find("label", class_="player-choice__name")]
    assert {"Wadih", "Zeina"} <= set(names)
    assert import_counts(resolve_names(people.scorer, names_page)) == (2, 0, 0)
    with people.site.app_context():
        seats = [
            row.counted_game.credited_member_numbers for row in club_game_rows(people) if row.counted_game is not None
        ]
        assert all(None not in members for members in seats)


def test_answers_belong_to_names_not_positions(people: RolePhones) -> None:
    page = send_files(people, [("a.json", game_file(1))])
    second_file = as_zip((f"{seed}.json", game_file(seed, ["Wadih", "Yara", "Xenia", "Walid"])) for seed in (2, 3))
    fields = {"csrf_token": token_of(people.scorer), "files": [(io.BytesIO(second_file), "b.zip")]}
    assert people.scorer.client.post(f"{page.path}/files", data=fields).status_code == 200
    assert import_counts(resolve_names(people.scorer, page, Zeina="nobody")) == (3, 0, 0)
    with people.site.app_context():
        guests = {member.name for member in people.club.record.unmerged_members if member.role == "guest"}
        assert guests == {"Wadih", "Yara", "Xenia", "Walid"}
