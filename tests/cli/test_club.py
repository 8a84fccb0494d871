"""`trexscore club`: a club is exported and imported byte for byte by the server admin."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.support.clubs.club import SiteClub, add_game_entry, new_account, new_club
from tests.support.clubs.files import eventful_club, export_club, import_file, last_seq, lines
from tests.support.server.command import assert_refused, run_trexscore
from tests.support.sites import site_in
from tests.support.tables import ADJUSTMENT
from trexscore.commands.club_files.validate_club_file import InvalidClubFile
from trexscore.commands.clubs.create_club import OWNER_MEMBER_NUMBER
from trexscore.db.batches import write_transaction_then_pause
from trexscore.db.clubs.clubs import new_club_uid, read_account_ids_by_member
from trexscore.db.clubs.hidden_clubs import create_unpublished_club
from trexscore.db.models import db
from trexscore.i18n import ENGLISH
from trexscore.i18n.texts.refusals import refusal_text
from trexscore.rules.refusals import Refusal


@pytest.fixture
def uid_and_folder(tmp_path: Path) -> tuple[str, Path]:
    """A club's address and its folder."""
    folder = tmp_path / "home"
    with site_in(folder) as site, site.app_context():
        return eventful_club().uid, folder


def test_club_is_exported_and_imported(uid_and_folder: tuple[str, Path], tmp_path: Path) -> None:
    uid, folder = uid_and_folder
    first, second = tmp_path / "first.gz", tmp_path / "second.gz"
    result = run_trexscore("club", "export", f"https://trex.example/c/{uid}/", first, "--data", folder)
    assert (result.returncode, result.stderr) == (0, "")
    assert first.stat().st_mode & 0o077 == 0, "only the user can read the file"
    result = run_trexscore("club", "import", first, "--data", tmp_path / "there")
    assert (result.returncode, result.stderr) == (0, "")
    assert "Games: 3." in result.stdout
    assert f"/c/{uid}" in result.stdout
    assert run_trexscore("club", "export", "--data", tmp_path / "there", "--", uid, second).returncode == 0
    assert first.read_bytes() == second.read_bytes()
    assert run_trexscore("verify", "--data", tmp_path / "there").returncode == 0
    again = run_trexscore("club", "import", first, "--data", tmp_path / "there")
    assert (again.returncode, "Nothing in the file is new" in again.stdout) == (0, True)


def test_repeated_import_has_all_games(uid_and_folder: tuple[str, Path], tmp_path: Path) -> None:
    uid, folder = uid_and_folder
    file, target_folder = tmp_path / "club.gz", tmp_path / "there"
    run_trexscore("club", "export", f"/c/{uid}", file, "--data", folder)
    with site_in(target_folder) as site, site.app_context(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("trexscore.commands.club_files.import_club._write_club", lambda *_: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            import_file(file.read_bytes())
    result = run_trexscore("club", "import", file, "--data", target_folder)
    assert (result.returncode, "Games: 3." in result.stdout) == (0, True), result


def test_later_start_removes_leftovers_of_killed_import(tmp_path: Path) -> None:
    folder = tmp_path / "there"
    with site_in(folder) as site, site.app_context():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("trexscore.db.clubs.hidden_clubs.time", SimpleNamespace(time=lambda: 1_000_000))
            with write_transaction_then_pause() as session:
                create_unpublished_club(session)
        with write_transaction_then_pause() as session:
            create_unpublished_club(session)
    assert (
        run_trexscore("club", "export", f"/c/{new_club_uid()}", tmp_path / "club.gz", "--data", folder).returncode == 2
    )
    with site_in(folder) as site, site.app_context():
        (uid,) = db.session.scalars(db.text("SELECT uid FROM club"))
        assert not uid.startswith("~000001000000")


def test_newer_file_extends_club_and_sets_owner(uid_and_folder: tuple[str, Path], tmp_path: Path) -> None:
    uid, folder = uid_and_folder
    first, second = tmp_path / "first.gz", tmp_path / "second.gz"
    target_folder = tmp_path / "there"
    run_trexscore("club", "export", f"/c/{uid}", first, "--data", folder)
    assert run_trexscore("club", "import", first, "--data", target_folder).returncode == 0
    with site_in(folder) as site, site.app_context():
        SiteClub(uid).join("Farid")
    run_trexscore("club", "export", f"/c/{uid}", second, "--data", folder)
    with site_in(target_folder) as site, site.app_context():
        owner = new_account("Basil")
        name = db.session.execute(db.text("SELECT username FROM account")).scalar_one()
    result = run_trexscore("club", "import", second, "--data", target_folder, "--owner", name)
    assert (result.returncode, "Entries added: 2." in result.stdout) == (0, True), result
    with site_in(target_folder) as site, site.app_context():
        assert export_club(SiteClub(uid)) == second.read_bytes()
        assert read_account_ids_by_member(db.session(), SiteClub(uid).id) == {3: owner}


def test_club_with_continued_game_is_imported(tmp_path: Path) -> None:
    """Another club imported the game before and continued it."""
    file, folder = tmp_path / "club.gz", tmp_path / "there"
    with site_in(tmp_path / "home") as site, site.app_context():
        club, other = eventful_club(), new_club()
        game = lines(export_club(club))[-1]["entries"][0]["key"]
        other.count_game(game, [OWNER_MEMBER_NUMBER, None, None, None])
        file.write_bytes(export_club(club))
        other_file = export_club(other)
    with site_in(folder) as site, site.app_context():
        import_file(other_file, new_account())
        add_game_entry(game, ADJUSTMENT)
        (fault,) = refusals_of(file.read_bytes(), new_account())
        assert fault.code == "game_is_ahead"
        assert "trexscore club import" in refusal_text(ENGLISH, fault)
    result = run_trexscore("club", "import", file, "--data", folder)
    assert (result.returncode, "Games: 3." in result.stdout) == (0, True), result
    assert run_trexscore("verify", "--data", folder).returncode == 0
    with site_in(folder) as site, site.app_context():
        assert last_seq(game) == len(lines(file.read_bytes())[-1]["entries"]) + 1
        assert lines(export_club(SiteClub(club.uid)))[1:-1] == lines(file.read_bytes())[1:-1]


def refusals_of(file: bytes, owner: int) -> tuple[Refusal, ...]:
    with pytest.raises(InvalidClubFile) as error:
        import_file(file, owner)
    return error.value.refusals


def test_impossible_requests_print_one_line(uid_and_folder: tuple[str, Path], tmp_path: Path) -> None:
    uid, folder = uid_and_folder
    existing_file = tmp_path / "kept.gz"
    existing_file.write_bytes(b"mine")
    assert_refused(run_trexscore("club", "export", f"/c/{uid}", existing_file, "--data", folder), "exists already")
    assert existing_file.read_bytes() == b"mine"
    assert_refused(run_trexscore("club", "export", "nowhere", tmp_path / "x", "--data", folder), "no club")
    assert not (tmp_path / "x").exists()
    assert_refused(run_trexscore("club", "import", tmp_path / "missing", "--data", folder), "cannot be read")
    assert_refused(
        run_trexscore("club", "import", existing_file, "--data", folder, "--owner", "nobody"),
        "No account signs in as nobody",
    )


@pytest.mark.parametrize(
    "arguments", [("club", "export", "x", "x"), ("game", "delete", "x"), ("game", "anonymize", "--name", "x", "x")]
)
def test_mistyped_folder_is_named_and_not_created(arguments: tuple[str, ...], tmp_path: Path) -> None:
    folder = tmp_path / "mistyped"
    assert_refused(run_trexscore(*arguments, "--data", folder), "There are no games in")
    assert_refused(run_trexscore("club", "import", tmp_path / "missing", "--data", folder), "cannot be read")
    assert not folder.exists()


def test_damaged_file_is_reported_and_skipped(uid_and_folder: tuple[str, Path], tmp_path: Path) -> None:
    uid, folder = uid_and_folder
    file = tmp_path / "club.gz"
    result = run_trexscore("club", "export", f"/c/{uid}", file, "--data", folder)
    assert (result.returncode, result.stderr) == (0, ""), result
    file.write_bytes(file.read_bytes()[:-20])
    result = run_trexscore("club", "import", file, "--data", tmp_path / "there")
    assert (result.returncode, result.stderr) == (1, "")
    assert "This file is incomplete or damaged" in result.stdout


def test_club_uid_is_never_like_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = iter(["-AAAAAAAAAAAAAAAAAAAAA", "--AAAAAAAAAAAAAAAAAAAA", "A-AAAAAAAAAAAAAAAAAAAA"])
    monkeypatch.setattr("trexscore.db.game_links.secrets.token_urlsafe", lambda _bytes: next(tokens))
    assert new_club_uid() == "A-AAAAAAAAAAAAAAAAAAAA"
