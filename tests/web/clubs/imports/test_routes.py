"""Games imported in bulk from files: each counts once or is refused with reasons."""

import io
import json
import re
import uuid
from collections.abc import Sequence
from typing import Any

from flask import Flask
from sqlalchemy import Row, text

from tests.support.clubs.game_imports import (
    PEOPLE,
    as_file,
    as_zip,
    club_game_rows,
    game_file,
    game_json,
    import_counts,
    import_games,
    resolve_names,
    send_files,
    token_of,
)
from tests.support.clubs.people import RolePhones, create_club_with_phones
from tests.support.server.jobs import set_jobs, without_job_worker
from tests.support.tables import DIAMONDS, NAMES
from trexscore.commands.clubs.anonymize import anonymize_member
from trexscore.commands.clubs.create_club import OWNER_MEMBER_NUMBER
from trexscore.commands.league.verify_clubs import verify_club
from trexscore.commands.recording import Command
from trexscore.db.models import Game, db


def test_import_needs_scorer(people: RolePhones) -> None:
    expected = {"owner": 200, "admin": 200, "scorer": 200, "member": 403, "stranger": 404, "nobody": 404}
    assert people.statuses(people.path("/games/import")) == expected
    page = send_files(people, [("a.json", game_file(1))])
    assert people.statuses(page.path) == expected
    for phone, status in ((people.member, 403), (people.stranger, 404), (people.nobody, 404)):
        for path in (people.path("/games/import"), page.path + "/files", page.path + "/names", page.path + "/some"):
            assert phone.post(path, {"csrf_token": token_of(phone)}, follow=False).status == status, path


def test_add_game_page_links_to_import(people: RolePhones) -> None:
    links = [link.attrs["href"] for link in people.scorer.get(people.path("/games/new")).root.find("a")]
    assert people.path("/games/import") in links


def test_report_links_to_games_not_counting(people: RolePhones) -> None:
    not_counting_path = people.path("/games?only=not_counting")
    with people.site.app_context():
        people.club.create_season()
    report = resolve_names(people.scorer, send_files(people, [("a.json", game_file(1))]))
    assert not report.root.find("a", href=not_counting_path)
    with people.site.app_context():
        people.club.add_entry("settings", {"name": "Strict", "shows": "all", "agreed": True})
    report = resolve_names(people.scorer, send_files(people, [("b.json", game_file(2))]))
    assert report.root.find("a", href=not_counting_path)


def test_names_of_members_are_recognized(people: RolePhones) -> None:
    page = send_files(people, [("a.json", game_file(1)), ("b.json", game_file(2, ["BASIL", *PEOPLE[1:]]))])
    names_by_field = {
        node.attrs["for"]: node.find("span")[0].text for node in page.root.find("label", class_="player-choice__name")
    }
    assert {name.casefold() for name in names_by_field.values()} == {name.casefold() for name in PEOPLE}
    assert len(names_by_field) == len(PEOPLE)
    report = resolve_names(people.scorer, page)
    assert import_counts(report) == (2, 0, 0)
    with people.site.app_context():
        guests = [member for member in people.club.record.unmerged_members if member.role == "guest"]
        assert [member.name for member in guests] == ["Zeina"]
        members = people.club.members
        for row in club_game_rows(people):
            assert row.counted_game is not None
            assert row.counted_game.credited_member_numbers == (
                members["Basil"],
                members["The admin"],
                members["The scorer"],
                guests[0].number,
            )
            assert row.counted_game.day.isoformat() == "2026-03-01"
        assert verify_club(db.session(), people.club.id).faults == []


def test_name_is_assigned_to_member_or_nobody(people: RolePhones) -> None:
    with people.site.app_context():
        farid = people.club.join("Farid")
    import_games(people, ("a.json", game_file(1)), Zeina=str(farid), Basil="nobody")
    with people.site.app_context():
        (row,) = club_game_rows(people)
        assert row.counted_game is not None
        assert row.counted_game.credited_member_numbers.A is None
        assert farid == row.counted_game.credited_member_numbers.D
        assert not any(member.role == "guest" for member in people.club.record.unmerged_members)


def test_imported_game_can_be_corrected(people: RolePhones) -> None:
    import_games(people, ("a.json", game_file(1)))
    with people.site.app_context():
        (row,) = club_game_rows(people)
    game_path = people.path(f"/games/{row.uid}/open")
    game_page = people.scorer.get(game_path)
    assert game_page.path.startswith("/g/")
    state = people.scorer.client.get(f"/api/games/{game_page.path.split('/')[2]}/state").get_json()
    assert state["may"] == "write"
    assert people.member.get(game_path).path == people.path(f"/games/{row.uid}"), "others get no link"


def test_same_file_again_is_same_game(people: RolePhones) -> None:
    file = ("a.json", game_file(1))
    assert import_counts(import_games(people, file)) == (1, 0, 0)
    assert import_counts(import_games(people, file)) == (0, 1, 0)
    reformatted_file = ("b.json", json.dumps(game_json(1), indent=3, sort_keys=True).encode("utf-8-sig"))
    assert import_counts(import_games(people, reformatted_file, file)) == (0, 2, 0)
    with people.site.app_context():
        assert len(club_game_rows(people)) == 1
        people.club.exclude_game(club_game_rows(people)[0].uid)
    assert import_counts(import_games(people, file)) == (0, 1, 0)


def test_removed_name_disappears_from_waiting_games(people: RolePhones) -> None:
    with people.site.app_context():
        farid = people.club.join("Farid")
    game_of_farid, other_game = game_json(1, ["FARID ", *PEOPLE[1:]]), game_json(2)
    page = send_files(people, [("a.json", as_file(game_of_farid)), ("b.json", as_file(other_game))])
    with people.site.app_context():
        removal = Command.of_member(str(uuid.uuid4()), OWNER_MEMBER_NUMBER, {"erased": {"member": farid}})
        anonymize_member(people.club.id, removal)
        waiting_rows = imported_rows(people)
        assert [("Basil" in row.names, "Basil" in row.text) for row in waiting_rows] == [(True, True)]
    assert import_counts(resolve_names(people.scorer, people.scorer.get(page.path))) == (1, 0, 0)
    with people.site.app_context():
        assert [(row.names, row.text) for row in imported_rows(people)] == [("[]", None)]


def imported_rows(people: RolePhones) -> Sequence[Row[Any]]:
    statement = "SELECT * FROM imported_game WHERE import_id IN (SELECT id FROM game_import WHERE club_id = :club)"
    return db.session.execute(text(statement), {"club": people.club.id}).all()


def test_file_uploaded_twice_waits_once(people: RolePhones) -> None:
    files = [("a.json", game_file(1)), ("b.jsonl", game_file(2) + b"\n\n" + game_file(3))]
    page = send_files(people, files)
    token_field = {"csrf_token": page.fields("/names")["csrf_token"]}
    for _ in range(2):
        for name, content in files:
            response = people.scorer.client.post(
                page.path + "/files", data=token_field | {"files": [(io.BytesIO(content), name)]}
            )
            assert (response.status_code, response.json) == (200, 3)
    assert import_counts(resolve_names(people.scorer, page)) == (3, 0, 0)


def test_report_lists_every_file(people: RolePhones) -> None:
    files = [("a.json", game_file(1)), ("a again.json", game_file(1)), *((f"{n}.json", b"{") for n in "xyz")]
    report = resolve_names(people.scorer, send_files(people, files))
    assert import_counts(report) == (1, 1, 3)
    assert all(f"{n}.json" in report.text for n in "xyz")


def test_same_fault_of_two_players_is_reported_once(people: RolePhones) -> None:
    report = resolve_names(
        people.scorer, send_files(people, [("a.json", game_file(1, ["Basil", "Basil", *PEOPLE[2:]]))])
    )
    assert report.text.count("Two players have the same name. Change one.") == 1


def test_games_are_counted_in_job_with_progress(people: RolePhones) -> None:
    lines = b"\n".join(game_file(seed) for seed in range(7))
    page = send_files(people, [("many.jsonl", lines)])
    token = {"csrf_token": str(page.fields("/names")["csrf_token"])}
    assert people.scorer.post(page.path + "/some", dict(token)).path == page.path, "names are not assigned yet"
    with without_job_worker(people.site):
        running_page = people.scorer.post(page.path + "/names", dict(page.fields("/names")))
        assert running_page.root.find("noscript")
        assert not running_page.root.find("button")
        progress = people.scorer.client.get(page.path, headers={"Accept": "application/json"}).json
        assert progress == {"waiting": 7, "new": 0, "same": 0, "refused": 0, "running": True}
        set_jobs(people.site, state="lost")
    lost_page = people.scorer.get(page.path)
    assert "Import interrupted." in lost_page.text
    assert import_counts(people.scorer.send(lost_page, "/some")) == (7, 0, 0)


def test_report_names_file_line_and_reason(people: RolePhones) -> None:
    impossible = game_json(4) | {"deals": [DIAMONDS | {"captures": {"diamonds": {"A": 5, "B": 4, "C": 3, "D": 0}}}]}
    lines = [
        game_file(1),
        b"",
        b"{",
        as_file(impossible),
        as_file([1]),
        as_file({}),
        as_file(game_json(2) | {"x": 1}),
    ]
    page = import_games(
        people,
        ("season <b>.jsonl", b"\n".join(lines)),
        ("latin.json", json.dumps(game_json(3, ["Zoé", "B", "C", "D"]), ensure_ascii=False).encode("latin-1")),
        ("wide.json", json.dumps(game_json(3)).encode("utf-16")),
        ("deep.json", b"[" * 200 + b"]" * 200),
        ("empty.json", b""),
    )
    assert import_counts(page)[0] == 1
    reasons_by_place = {
        re.sub(r"\s+", " ", node.find("h3")[0].text): [item.text for item in node.find("ul")[0].find("li")]
        for node in page.root.find("li", class_="refused")
    }
    assert {*reasons_by_place} == {
        *(f"season <b>.jsonl line {line}" for line in (3, 4, 5, 6, 7)),
        *("latin.json", "wide.json", "deep.json", "empty.json"),
    }
    assert reasons_by_place["season <b>.jsonl line 4"] == [
        "Entry 1 (Diamonds): The four counts add up to 12. They must add up to 13 diamonds."
    ]
    assert "does not belong here" in reasons_by_place["season <b>.jsonl line 7"][0]
    assert len(reasons_by_place["season <b>.jsonl line 6"]) == 3
    with people.site.app_context():
        assert len(club_game_rows(people)) == 1


def test_zip_with_many_kinds_of_files(people: RolePhones) -> None:
    file = as_zip(
        [
            ("2026-01-02/one.json", game_file(1)),
            ("../../etc/passwd.json", game_file(2)),
            ("/games/2026-02-03 café.jsonl", game_file(3) + b"\r\n" + game_file(4)),
            ("__MACOSX/._one.json", b"\0\1\2"),
            (".DS_Store", b"\0"),
            ("folder/", b""),
            ("read me.txt", b"hello"),
            ("inner.zip", as_zip([("a.json", game_file(5))])),
            ("one.json", game_file(1)),
        ]
    )
    page = import_games(people, ("games.zip", file))
    assert import_counts(page) == (4, 1, 2)
    assert {node.find("h3")[0].text.strip() for node in page.root.find("li", class_="refused")} == {
        "read me.txt",
        "inner.zip",
    }
    with people.site.app_context():
        days = sorted(row.sort_key[:10] for row in club_game_rows(people))
        assert days == ["2026-01-02", "2026-02-03", "2026-02-03", "2026-03-01"]


def test_overlong_game_and_line_are_refused(people: RolePhones) -> None:
    long = game_json(1) | {"deals": [], "x": "y" * 300_000}
    page = import_games(people, ("long.json", as_file(long)), ("line.jsonl", b"x" * 400_000))
    assert import_counts(page) == (0, 0, 2)


def test_empty_import_and_bad_form_are_refused(people: RolePhones) -> None:
    address = people.path("/games/import")
    page = people.scorer.get(address)
    assert people.scorer.send(page, address, on="2026-03-01").problems == ["Choose a file first."]
    response = send_files(people, [("a.json", game_file(1))], on="yesterday")
    assert response.problems == ["Enter a date such as 2026-11-22."]
    empty = import_games(people, ("games.zip", as_zip([])))
    assert import_counts(empty) == (0, 0, 0)
    unknown = "00000000-0000-4000-8000-000000000000"
    assert people.scorer.get(people.path(f"/games/import/{unknown}")).status == 404
    assert people.scorer.get(people.path("/games/import/x")).status == 404


def test_import_belongs_to_one_club(people: RolePhones, site: Flask) -> None:
    page = send_files(people, [("a.json", game_file(1))])
    key = page.path.rpartition("/")[2]
    other_people = create_club_with_phones(site)
    assert other_people.owner.get(other_people.path(f"/games/import/{key}")).status == 404
    resolve_names(people.scorer, page)
    assert import_counts(import_games(other_people, ("a.json", game_file(1)))) == (1, 0, 0), "new to this club"
    with site.app_context():
        first, second = (club_game_rows(club_people)[0].uid for club_people in (people, other_people))
        assert first != second
        games = db.session.query(Game).filter(Game.uid.in_((first, second))).all()
        assert len({imported_game.started_key for imported_game in games}) == 2


def test_member_on_two_seats_imports_nothing(people: RolePhones) -> None:
    with people.site.app_context():
        basil = str(people.club.members["Basil"])
        games = db.session.query(Game).count()
    page = import_games(people, ("a.json", game_file(1)), Zeina=basil)
    assert import_counts(page) == (0, 0, 1)
    assert "Someone has two seats. Give each player one." in page.text
    with people.site.app_context():
        assert db.session.query(Game).count() == games
        assert club_game_rows(people) == []


def test_markup_in_file_names_is_escaped(people: RolePhones) -> None:
    names = ["<script>alert(1)</script>", "=1+1", "أمل", NAMES[0]]
    page = send_files(people, [("<img src=x>.json", game_file(1, names))])
    assert "<script>alert" not in page.text
    assert "<img src=x>" not in page.text
    assert import_counts(resolve_names(people.scorer, page)) == (1, 0, 0)
