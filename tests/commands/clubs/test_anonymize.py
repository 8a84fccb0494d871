"""A name is removed permanently from a club and its games; points, standings, seals and chains stay."""

import threading
import uuid
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.orm import Session

from tests.support.clubs.club import all_clubs_are_valid
from tests.support.databases import both_databases
from tests.support.pages import Game, start
from tests.support.people import OWNER_MEMBER_NUMBER, PagesClub, new_club
from tests.support.tables import DIAMONDS, KINGDOM, TREX
from trexscore.commands.clubs.anonymize import anonymize_member
from trexscore.commands.recording import Command, Conflict, NotAllowed, Recorded
from trexscore.commands.verify_games import verify_game
from trexscore.db.game_states import read_state_json
from trexscore.db.journals import GAMES, JournalHead
from trexscore.db.models import db
from trexscore.db.transactions import write_transaction as begin_writing
from trexscore.ledger.chain import JournalEntry
from trexscore.ledger.entry_refusal import EntryRefusal

EMOJI = "Dana \U0001f9d1\u200d\U0001f373"
BIDI = "\u200f\u062f\u0627\u0646\u0627\u200e D"


def submit_entry(game: Game, body: dict[str, Any], author: str | None = None) -> int:
    link = {"right": "write", "device": "Android ABCD"}
    written = game.submit(body, author, "2026-11-22T20:00:00+02:00", link)
    assert isinstance(written, Recorded), written
    return written.seq


def entries_of(game: Game) -> list[JournalEntry]:
    with game.site.app_context():
        return GAMES.read_entries(db.session(), game.game_id)


def anonymize(club: PagesClub, member: int, by: int = OWNER_MEMBER_NUMBER, key: str | None = None) -> object:
    command = Command.of_member(key or str(uuid.uuid4()), by, {"erased": {"member": member}})
    club_id = club.id
    with club.site.app_context():
        return anonymize_member(club_id, command)


def fault_codes(app: Flask, game_id: int) -> list[str]:
    with app.app_context():
        return [fault.code for fault in verify_game(db.session(), game_id)]


def dump_rows(app: Flask) -> str:
    """All stored rows except accounts."""
    with app.app_context():
        rows = []
        for table in ("game_entry", "club_entry", "game_state", "club_game", "season_result", "standing"):
            rows += [str(row) for row in db.session.execute(text(f"SELECT * FROM {table}")).all()]  # noqa: S608 - fixed table names
        return "\n".join(rows)


@both_databases
def test_anonymize_removes_name_and_keeps_points(app: Flask) -> None:
    club = new_club(app)
    name = f"Xenia {uuid.uuid4().hex[:8]}"
    xenia, basil = club.join(name), club.join("Karim")
    game = start(app, players=[name, "Karim", "Visitor", "Another"])
    club.count_game(game, {"A": xenia, "B": basil, "C": None, "D": None})
    for deal in KINGDOM:
        submit_entry(game, deal, name)
    with app.app_context():
        state_before = read_state_json(game.game_id)
    assert isinstance(anonymize(club, xenia), Recorded)
    assert name not in dump_rows(app)
    assert fault_codes(app, game.game_id) == []
    with app.app_context():
        state_after = read_state_json(game.game_id)
    results = [state.partition('"result":')[2].partition('"points_table"')[0] for state in (state_before, state_after)]
    assert results[0] == results[1] != ""
    assert game.file()["players"] == ["A", "Karim", "Visitor", "Another"]


@pytest.mark.parametrize("name", [EMOJI, BIDI, "ΣΊΣΥΦΟΣ", "İpek"])
def test_anonymize_finds_any_spelling(app: Flask, name: str) -> None:
    club = new_club(app)
    number = club.join(name)
    game = start(app, players=["Nick", "Karim", "Visitor", "Another"])
    club.count_game(game, {"A": number, "B": None, "C": None, "D": None})
    for author in (name, name.upper(), name.casefold(), "Nick"):
        submit_entry(game, {"first_king": "B" if len(entries_of(game)) % 2 else "A"}, author)
    anonymize(club, number)
    entries = entries_of(game)
    assert [entry.author for entry in entries] == [None] * len(entries)
    assert entries[1].body is None
    assert all(entry.body is not None for entry in entries[2:])
    assert fault_codes(app, game.game_id) == []


def test_anonymize_keeps_others_with_same_name(app: Flask) -> None:
    club = new_club(app)
    dana = club.join("Dana")
    game_of_dana = start(app, players=["Dana", "Karim", "Visitor", "Another"])
    game_of_namesake = start(app, players=["Dana", "Karim", "Visitor", "Another"])
    game_of_others = start(app, players=["Omar", "Karim", "Visitor", "Another"])
    club.count_game(game_of_dana, {"A": dana, "B": None, "C": None, "D": None})
    club.count_game(game_of_namesake, {"A": None, "B": OWNER_MEMBER_NUMBER, "C": None, "D": None})
    club.count_game(game_of_others, {"A": OWNER_MEMBER_NUMBER, "B": None, "C": None, "D": None})
    for game in (game_of_dana, game_of_namesake, game_of_others):
        submit_entry(game, DIAMONDS, "Dana")
    anonymize(club, dana)
    assert game_of_dana.file()["players"][0] == "A"
    assert game_of_namesake.file()["players"][0] == "Dana"
    assert [entries_of(game)[5].author for game in (game_of_dana, game_of_namesake, game_of_others)] == [
        None,
        "Dana",
        None,
    ]


def test_anonymize_separates_substitute_and_member(app: Flask) -> None:
    club = new_club(app)
    dana, samira = club.join("Dana"), club.join("Samira")
    game = start(app, players=["Sam", "Karim", "Visitor", "Another"])
    club.count_game(game, {"A": dana, "B": None, "C": None, "D": None}, substitutes={"A": samira})
    anonymize(club, dana)
    assert game.file()["players"][0] == "Sam"
    anonymize(club, samira)
    assert game.file()["players"][0] == "A"


def test_anonymize_follows_corrected_seating(app: Flask) -> None:
    club = new_club(app)
    dana = club.join("Dana")
    game = start(app, players=["Karim", "Nick", "Visitor", "Another"])
    submit_entry(
        game, {"corrected": {"reason": "wrong seats", "changes": [{"seats": {"A": "B", "B": "A"}, "deals": False}]}}
    )
    assert game.file()["players"][:2] == ["Nick", "Karim"]
    submit_entry(game, {"seat": "A", "name": "Nicky"})
    club.count_game(game, {"A": None, "B": dana, "C": None, "D": None})
    anonymize(club, dana)
    assert game.file()["players"] == ["A", "Karim", "Visitor", "Another"]
    assert [entry.seq for entry in entries_of(game) if entry.body is None] == [3, 7]


def test_anonymize_covers_set_aside_and_excluded(app: Flask) -> None:
    club = new_club(app)
    dana = club.join("Dana")
    game = start(app, players=["Dana", "Karim", "Visitor", "Another"])
    submit_entry(game, {"set_aside": {"seat": "A", "name": "Dana D."}})
    club.count_game(game, {"A": dana, "B": None, "C": None, "D": None})
    club.add_entry("withdrawn", {"uid": entries_of(game)[0].key, "reason": "counted twice"})
    anonymize(club, dana)
    assert "Dana" not in str([entry.body for entry in entries_of(game)])
    assert fault_codes(app, game.game_id) == []


def test_anonymize_includes_merged_names_for_good(app: Flask) -> None:
    club = new_club(app)
    dana, danae = club.join("Dana"), club.join("Danae")
    merged = club.add_entry("merged", {"member": danae, "into": dana})
    anonymize(club, dana)
    assert "Dana" not in str(club.entries())
    outcome = club.submit("take_back", merged)
    assert isinstance(outcome, EntryRefusal)
    assert [refusal.code for refusal in outcome.refusals] == ["nothing_to_take_back"]
    other = club.join("Other")
    assert isinstance(club.submit("merged", {"member": dana, "into": other}), EntryRefusal)


def test_verify_finds_change_after_anonymization(app: Flask) -> None:
    club = new_club(app)
    dana = club.join("Dana")
    game = start(app, players=["Dana", "Karim", "Visitor", "Another"])
    club.count_game(game, {"A": dana, "B": None, "C": None, "D": None})
    submit_entry(game, TREX, "Dana")
    anonymize(club, dana)
    assert fault_codes(app, game.game_id) == []
    for column, old, new in (("body", '["C","A","D","B"]', '["A","C","D","B"]'), ("made_at", "20:00", "21:00")):
        statement = text(f"UPDATE game_entry SET {column} = replace({column}, :a, :b) WHERE game_id = :g AND seq = 6")  # noqa: S608
        for replacement in ({"a": old, "b": new}, {"a": new, "b": old}):
            with app.app_context():
                db.session.execute(statement, {**replacement, "g": game.game_id})
                db.session.commit()
            assert ("altered_body" in fault_codes(app, game.game_id)) == (replacement["a"] == old)


def test_anonymize_twice_is_harmless(app: Flask) -> None:
    club = new_club(app)
    dana = club.join("Dana")
    key = str(uuid.uuid4())
    first, replayed = anonymize(club, dana, key=key), anonymize(club, dana, key=key)
    assert isinstance(first, Recorded)
    assert isinstance(replayed, Recorded)
    assert (first.seq, replayed.is_new) == (replayed.seq, False)
    outcome = anonymize(club, dana)
    assert isinstance(outcome, EntryRefusal)
    assert [refusal.code for refusal in outcome.refusals] == ["nothing_to_change"]
    for member in (10**6, -1, True, None, "3", [3]):
        assert isinstance(anonymize(club, member), EntryRefusal | NotAllowed)  # type: ignore[arg-type]


def test_anonymize_follows_permissions(app: Flask) -> None:
    club = new_club(app)
    dana, admin, other = club.join("Dana"), club.join("Adele", "admin"), club.join("Omar", "admin")
    outcome = anonymize(club, OWNER_MEMBER_NUMBER)
    assert isinstance(outcome, EntryRefusal)
    assert [refusal.code for refusal in outcome.refusals] == ["owner_needed"]
    assert isinstance(anonymize(club, admin, by=dana), NotAllowed)
    assert isinstance(anonymize(club, admin, by=other), NotAllowed)
    assert isinstance(anonymize(club, dana, by=dana), Recorded)
    club.add_entry("role", {"member": admin, "role": "owner"})
    assert isinstance(anonymize(club, OWNER_MEMBER_NUMBER, by=OWNER_MEMBER_NUMBER), Recorded)
    assert club.record.owner.number == admin


@both_databases
def test_anonymize_during_concurrent_entries(app: Flask) -> None:
    club = new_club(app)
    dana = club.join("Dana")
    games = [start(app, players=["Dana", "Karim", "Visitor", f"G{number}"]) for number in range(4)]
    for game in games[:3]:
        club.count_game(game, {"A": dana, "B": None, "C": None, "D": None})
    start_gate, errors = threading.Barrier(4), []

    def run_in_thread(action: Any) -> threading.Thread:  # noqa: ANN401 - a function to call
        def run() -> None:
            start_gate.wait()
            try:
                action()
            except Exception as error:  # noqa: BLE001 - any error fails the test
                errors.append(error)

        thread = threading.Thread(target=run)
        thread.start()
        return thread

    def write() -> None:
        for game in reversed(games):
            for deal in KINGDOM[:3]:
                outcome: object = Conflict(0)
                while isinstance(outcome, Conflict):
                    outcome = game.submit(deal, "Karim")
                assert isinstance(outcome, Recorded), outcome

    threads = [
        run_in_thread(write),
        run_in_thread(lambda: club.count_game(games[3], {"A": dana, "B": None, "C": None, "D": None})),
        run_in_thread(lambda: anonymize(club, dana)),
        run_in_thread(lambda: anonymize(club, dana)),
    ]
    for thread in threads:
        thread.join(60)
    assert not errors
    kinds = [kind for kind, _body in club.entries()]
    assert (kinds.count("game"), kinds.count("erased")) == (len(games), 1)
    assert [game.file()["players"][0] for game in games[:3]] == ["A", "A", "A"]
    assert [fault_codes(app, game.game_id) for game in games] == [[]] * len(games)
    with app.app_context():
        assert all_clubs_are_valid()


def test_anonymize_includes_game_counted_meanwhile(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    club = new_club(app)
    dana = club.join("Dana")
    game = start(app, players=["Dana", "Karim", "Visitor", "Another"])
    counted_entries = list[int]()

    def count_before_writing() -> object:
        """A game is counted after the games are listed and before they are locked."""
        if not counted_entries:
            counted_entries.append(club.count_game(game, {"A": dana, "B": None, "C": None, "D": None}))
        return begin_writing()

    locked_games, really_lock = list[int](), GAMES.lock

    def lock(session: Session, number: int) -> JournalHead:
        locked_games.append(number)
        return really_lock(session, number)

    monkeypatch.setattr("trexscore.commands.clubs.anonymize.write_transaction", count_before_writing)
    monkeypatch.setattr(GAMES, "lock", lock)
    assert isinstance(anonymize(club, dana), Recorded)
    assert locked_games[-1] == game.game_id
    assert len(locked_games) == 2  # once to count it, once to anonymize it
    assert game.file()["players"][0] == "A"
