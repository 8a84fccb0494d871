"""Every change outside the journal is found, in a saved journal and in a data folder."""

import json
import re
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.support.saved_journals import ONE_VALID_OUTPUT, VALID_JOURNAL, Journal, journal, proof_of
from tests.support.server.command import DIAMONDS, EMPTY_GAME, NO_CLUB, assert_refused, run_trexscore
from tests.support.tables import KINGDOM
from tests.support.tree import project_files
from trexscore.cli.verify import _FAULT_TEXT_BY_CODE
from trexscore.commands.league.verify_clubs import _MODELS_BY_FAULT_CODE
from trexscore.game.builder import fold_game
from trexscore.ledger.chain import FoldEntry
from trexscore.rules.seats import Seat


def test_saved_journal_is_valid(tmp_path: Path) -> None:
    file = tmp_path / "journal.json"
    file.write_text(json.dumps(VALID_JOURNAL), encoding="utf-8")
    result = run_trexscore("verify", file)
    last = f"{file}: 8 entries, the last one’s digest is {VALID_JOURNAL['entries'][-1]['digest']}.\n"
    assert (result.returncode, result.stdout, result.stderr) == (0, last + ONE_VALID_OUTPUT, "")
    result = run_trexscore("verify", "-", stdin=json.dumps(VALID_JOURNAL))
    assert (result.returncode, result.stdout) == (0, last.replace(str(file), "-") + ONE_VALID_OUTPUT)


def test_every_fault_code_has_a_sentence() -> None:
    sources = (path.read_text(encoding="utf-8") for path in project_files(".py", under=("trexscore",)))
    codes = re.findall(r'\bJournalFault\([^"]*?, "(\w+)"\)', "".join(sources))
    assert {*codes, *_MODELS_BY_FAULT_CODE, "malformed"} == {*_FAULT_TEXT_BY_CODE}


def test_journal_with_removed_names_is_valid() -> None:
    erased = journal(("deal", DIAMONDS), ("erased", {"erased": {"names": [2, 3, 4, 5], "authors": {}}}))
    for entry in erased["entries"]:
        if entry["kind"] == "named":
            entry["author"] = entry["body"] = None
    result = run_trexscore("verify", "-", stdin=json.dumps(erased))
    assert result.returncode == 0
    assert result.stdout.endswith(ONE_VALID_OUTPUT)


@pytest.mark.parametrize("seq", range(1, 9))
def test_emptied_entry_without_removal_is_found(seq: int) -> None:
    emptied_journal = json.loads(json.dumps(VALID_JOURNAL))
    emptied_journal["entries"][seq - 1] |= {"author": None, "body": None}
    result = run_trexscore("verify", "--json", "-", stdin=json.dumps(emptied_journal))
    assert result.returncode == 1
    assert (seq, "blanked") in [(fault["entry"], fault["code"]) for fault in json.loads(result.stdout)["breaks"]]


def test_unknown_fields_are_ignored() -> None:
    later = json.loads(json.dumps(VALID_JOURNAL)) | {"sealed": True}
    later["entries"][5]["seen_by"] = 4
    assert run_trexscore("verify", "-", stdin=json.dumps(later)).returncode == 0


def _change_taker(entries: list[Journal]) -> None:
    entries[5]["body"]["captures"]["diamonds"] = {"A": 1, "B": 4, "C": 3, "D": 5}


def _change_author(entries: list[Journal]) -> None:
    entries[5]["author"] = "Dani"


def _change_time(entries: list[Journal]) -> None:
    entries[5]["received_at"] = "2026-11-20T20:14:04.000Z"


def _remove_entry(entries: list[Journal]) -> None:
    del entries[6]


def _swap_entries(entries: list[Journal]) -> None:
    entries[5], entries[6] = entries[6], entries[5]


def _remove_digest(entries: list[Journal]) -> None:
    del entries[5]["digest"]


def _remove_all_entries(entries: list[Journal]) -> None:
    entries.clear()


CHANGES: tuple[tuple[Callable[[list[Journal]], None], str, int], ...] = (
    (_change_taker, "altered_body", 6),
    (_change_author, "altered_body", 6),
    (_change_time, "altered", 6),
    (_remove_entry, "missing", 7),
    (_swap_entries, "missing", 6),
    (_remove_digest, "malformed", 6),
    (_remove_all_entries, "missing", 1),
)


def test_changed_journal_is_invalid(tmp_path: Path) -> None:
    files = []
    for change, _, _ in CHANGES:
        changed_journal = json.loads(json.dumps(VALID_JOURNAL))
        change(changed_journal["entries"])
        files.append(tmp_path / f"{change.__name__}.json")
        files[-1].write_text(json.dumps(changed_journal), encoding="utf-8")
    result = run_trexscore("verify", "--json", *files)
    assert result.returncode == 1
    report = json.loads(result.stdout)
    assert (report["whole"], report["checked"], report["unreadable"]) == (False, len(CHANGES), [])
    printed_lines = run_trexscore("verify", *files).stdout.splitlines()
    for file, (_, code, entry) in zip(files, CHANGES, strict=True):
        first = next(fault for fault in report["breaks"] if fault["file"] == str(file))
        assert (first["entry"], first["code"]) == (entry, code)
        assert f"entry {entry}" in first["message"]
        assert first["message"] in printed_lines
    assert printed_lines[-1] == f"Valid journals: 0 of {len(CHANGES)}."


def signed_kingdom(*deals: dict[str, Any], more: Sequence[tuple[str, dict[str, Any]]] = ()) -> Journal:
    """A kingdom signed off by all four."""
    drafts: list[tuple[str, dict[str, Any]]] = [("deal", deal) for deal in deals]
    entries = journal(*drafts)["entries"]
    digest = fold_game(FoldEntry(entry["seq"], entry["kind"], entry["body"]) for entry in entries).kingdom_digest(
        Seat.A
    )
    drafts += [("agreed", {"agreed": {"kingdom": "A", "seat": seat, "digest": digest}}) for seat in "ABCD"]
    return journal(*drafts, *more)


def test_verify_prints_seals_and_forgery_has_others() -> None:
    forged_deal = {**DIAMONDS, "captures": {"diamonds": {"A": 1, "B": 4, "C": 3, "D": 5}}}
    honest, forged = signed_kingdom(DIAMONDS, *KINGDOM[1:]), signed_kingdom(forged_deal, *KINGDOM[1:])
    proof, other = proof_of(honest), proof_of(forged)
    assert (proof["entries"], proof["digest"]) == (14, honest["entries"][-1]["digest"])
    assert proof["seals"]["A"] != other["seals"]["A"]
    assert proof["digest"] != other["digest"]
    result = run_trexscore("verify", "-", stdin=json.dumps(honest))
    assert f"the seal code of A’s kingdom is {proof['seals']['A']} (older type" in result.stdout


def test_removed_names_are_listed_and_seals_stay() -> None:
    signed_journal = signed_kingdom(
        DIAMONDS, *KINGDOM[1:], more=[("erased", {"erased": {"names": [3], "authors": {}}})]
    )
    signed_journal["entries"][2] |= {"author": None, "body": None}
    proof = proof_of(signed_journal)
    assert proof["erased"] == [{"entry": 3, "kind": "named"}]
    assert set(proof["seals"]) == {"A"}


def test_sign_off_with_wrong_digest_gives_no_seal() -> None:
    invalid_sign_offs = [("agreed", {"agreed": {"kingdom": "A", "seat": seat, "digest": "0" * 64}}) for seat in "ABCD"]
    forged = journal(*[("deal", deal) for deal in KINGDOM], *invalid_sign_offs)
    assert proof_of(forged)["seals"] == {}


def test_recomputed_chain_with_impossible_deal_is_invalid() -> None:
    impossible = DIAMONDS | {"captures": {"diamonds": {"A": 9, "B": 9, "C": 9, "D": 9}}}
    result = run_trexscore("verify", "-", stdin=json.dumps(journal(("deal", impossible))))
    assert result.returncode == 1
    assert "this game is not possible" in result.stdout


def test_other_file_is_no_journal() -> None:
    assert_refused(run_trexscore("verify", "-", stdin=""), "not JSON")
    assert_refused(run_trexscore("verify", "-", stdin="[1, 2]"), "its format is not")
    assert_refused(run_trexscore("verify", "-", stdin=json.dumps(EMPTY_GAME)), "its format is not")


def test_unreadable_file_does_not_hide_others(tmp_path: Path) -> None:
    broken_file = tmp_path / "broken.json"
    broken_file.write_text(json.dumps(journal() | {"entries": []}), encoding="utf-8")
    result = run_trexscore("verify", tmp_path / "none.json", broken_file)
    assert result.returncode == 2
    assert "none.json cannot be read" in result.stderr
    assert "broken.json: entry 1 is missing" in result.stdout


def test_copied_folder_is_valid_and_unchanged(demo_copy: Path) -> None:
    (demo_copy / "secret-key").unlink()
    before = (demo_copy / "trexscore.sqlite3").read_bytes()
    result = run_trexscore("verify", "--data", demo_copy)
    assert (result.returncode, result.stdout, result.stderr) == (0, "Valid journals: 5 of 5.\n", "")
    assert (demo_copy / "trexscore.sqlite3").read_bytes() == before
    assert not (demo_copy / "secret-key").exists()


STATEMENTS = {
    1: (
        "UPDATE game_entry SET body = replace(body, '\"A\"', '\"B\"') WHERE seq = 8 AND game_id = :game",
        "altered_body",
    ),
    2: ("UPDATE game_entry SET author = 'Dani' WHERE seq = 8 AND game_id = :game", "altered_body"),
    3: ("UPDATE game_entry SET key = 'another' WHERE seq = 8 AND game_id = :game", "altered"),
    4: ("DELETE FROM game_entry WHERE seq = 8 AND game_id = :game", "missing"),
    5: ("DELETE FROM game_entry WHERE seq = 15 AND game_id = :game", "lost_tail"),
    6: (
        'UPDATE game_state SET state = replace(state, \'"points":{"A":\', \'"points":{"A":1\') WHERE game_id = :game',
        "derived",
    ),
    7: ("DELETE FROM game_state WHERE game_id = :game", "derived"),
    8: ("UPDATE game SET uid = started_key WHERE id = :game", "misnamed"),
}


def test_changed_database_is_invalid(demo_copy: Path) -> None:
    assert run_trexscore("demo", *NO_CLUB, "--more", "--data", demo_copy).returncode == 0
    with closing(sqlite3.connect(demo_copy / "trexscore.sqlite3")) as database:
        for game, (statement, _) in STATEMENTS.items():
            assert database.execute(statement, {"game": game}).rowcount == 1
        database.commit()
    result = run_trexscore("verify", "--json", "--data", demo_copy)
    assert (result.returncode, result.stderr) == (1, "")
    report = json.loads(result.stdout)
    assert report["checked"] == 10
    assert {fault["game"] for fault in report["breaks"]} == set(STATEMENTS)
    for game, (_, code) in STATEMENTS.items():
        assert code in {fault["code"] for fault in report["breaks"] if fault["game"] == game}
    assert "Game 2: entry 8 was altered: its author" in result.stdout


def test_other_database_is_reported(demo_copy: Path, tmp_path: Path) -> None:
    (demo_copy / "trexscore.sqlite3").write_text(
        "a letter, not a database; long enough to be looked at", encoding="utf-8"
    )
    assert_refused(run_trexscore("verify", "--data", demo_copy), "is not a database of Trex Score")
    assert_refused(run_trexscore("verify", "--data", tmp_path / "none"), "There are no games in")
    assert not (tmp_path / "none").exists()


def test_database_of_newer_version_is_reported(demo_copy: Path) -> None:
    with closing(sqlite3.connect(demo_copy / "trexscore.sqlite3")) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    assert_refused(run_trexscore("verify", "--data", demo_copy), "newer version")


def test_empty_database_is_no_installation(demo_copy: Path) -> None:
    (demo_copy / "trexscore.sqlite3").write_bytes(b"")
    assert_refused(run_trexscore("verify", "--data", demo_copy), "is empty or was written by an earlier version")


def test_verify_without_arguments_is_misuse() -> None:
    assert_refused(run_trexscore("verify"), "Name what to check")
