"""`trexscore verify`: checks that journals were not altered and that stored scores match them."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, get_type_hints

import msgspec

from trexscore.cli.output.errors import CannotWork, print_error
from trexscore.commands.verify_games import game_journal_faults
from trexscore.game import JOURNAL_FORMAT
from trexscore.game.builder import fold_game
from trexscore.game.events import event_type_of_kind
from trexscore.game.file.strict_json import NotJson, read_json
from trexscore.game.sign_off import is_old_seal
from trexscore.ledger.chain import STORED_FIELD_NAMES, JournalEntry, recorded_authorless_digests

VERIFY_RESULT_FORMAT = "trexscore-verify/1"
_SQLITE_HEADER = b"SQLite format 3\0"
EXIT_VALID, EXIT_BROKEN, EXIT_UNREADABLE = 0, 1, 2

_FAULT_TEXT_BY_CODE = {
    "missing": "%(where)s: entry %(entry)s is missing, or the entries are not in order.",
    "altered_body": "%(where)s: entry %(entry)s was altered: its author, time or content changed.",
    "altered": "%(where)s: entry %(entry)s does not follow the one before it: it or an earlier entry was altered.",
    "blanked": "%(where)s: entry %(entry)s is empty, and no entry says that a name was removed from it.",
    "not_permitted": "%(where)s: entry %(entry)s was not allowed for its link at that point of the game.",
    "backwards": "%(where)s: entry %(entry)s was received before the one before it.",
    "lost_tail": "%(where)s: the journal should end with entry %(entry)s; its last entries are missing.",
    "unfit": "%(where)s: up to entry %(entry)s, this game is not possible under its house rules.",
    "derived": "%(where)s: the stored score of entry %(entry)s does not match the journal.",
    "misnamed": "%(where)s: the public name of this game is not the key of entry %(entry)s.",
    "no_club": "%(where)s: up to entry %(entry)s, this club is not possible.",
    "uncounted": "%(where)s: the game of entry %(entry)s cannot be counted: it is missing or has no result.",
    "counted": "%(where)s: the stored result of the game of entry %(entry)s does not match the journals.",
    "parts": "%(where)s: what the players get from the game of entry %(entry)s does not match the journals.",
    "meetings": "%(where)s: the head-to-heads in the season of entry %(entry)s do not match the journals.",
    "standings": "%(where)s: the standings of the season of entry %(entry)s do not match the journals.",
    "history": "%(where)s: past standings of the season of entry %(entry)s do not add up.",
    "facts": "%(where)s: the stored players of the game of entry %(entry)s do not match the journals.",
    "statistics": "%(where)s: the sums of the statistics do not match the games.",
    "ratings": "%(where)s: the ratings do not match the games.",
    "unreadable": "%(where)s: the stored standings of entry %(entry)s cannot be read.",
    "malformed": "%(where)s: entry %(entry)s is not an entry of a journal.",
}
_REMOVAL_EFFECT_TEXTS = {
    True: "no points depend on it.",
    False: "the points may have been different, so no seal code is shown.",
}


class Proof(NamedTuple):
    """The proof of a valid journal, to compare with seals on paper or with another copy of the journal."""

    entry_count: int
    last_digest: str
    seal_codes: tuple[tuple[str, str], ...]
    """(king's seat or `game`, seal); none if entries were removed that points can depend on."""
    removed_seqs_and_kinds: tuple[tuple[int, str], ...]
    """Entries whose content was removed, and their kinds. Their digests are valid."""
    authorless_and_vouching_seqs: tuple[tuple[int, int], ...] = ()
    """Entries whose author was removed, each with the later entry that vouches for the rest."""


class JournalCheckResult(NamedTuple):
    """A checked journal: its name in JSON and in sentences, and its faults as (entry, code)."""

    json_identifiers: dict[str, object]
    label: str
    faults: Sequence[tuple[int, str]]
    proof: Proof | None = None


_ApiEntry = msgspec.defstruct(
    "_Row",
    [
        (stored_name, kind, JournalEntry._field_defaults.get(name, msgspec.NODEFAULT))
        for stored_name, (name, kind) in zip(STORED_FIELD_NAMES, get_type_hints(JournalEntry).items(), strict=True)
    ],
)
"""An entry as the API sends it. Fields that later versions add are ignored."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("files", nargs="*", metavar="FILE", help="saved journals, or backups; - is standard input")
    parser.add_argument("--data", metavar="FOLDER", help="check every game and club in this data folder")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(options: argparse.Namespace) -> int:
    """Check the files and the data folder; nothing is changed. The exit status: 0 valid, 1 broken, 2 unreadable."""
    if not options.files and options.data is None:
        return print_error(CannotWork("Name what to check: a saved journal, or --data FOLDER."))
    valid, broken, unreadable = list[JournalCheckResult](), list[JournalCheckResult](), list[str]()
    sources = [_check_journals_in_file(name) for name in options.files]
    if options.data is not None:
        sources.append(_check_journals_in_data_folder(options.data))
    for source in sources:
        try:
            for checked in source:
                (broken if checked.faults else valid).append(checked)
        except CannotWork as fault:
            unreadable.append(str(fault))
    (_print_json if options.json else _print_text)(valid, broken, unreadable)
    return EXIT_UNREADABLE if unreadable else EXIT_BROKEN if broken else EXIT_VALID


def _check_journals_in_data_folder(data_folder: str) -> Iterator[JournalCheckResult]:
    for json_identifiers, label, faults in _import_verify_database().check_journals_in_data_folder(data_folder):
        yield JournalCheckResult(json_identifiers, label[0].upper() + label[1:], faults)


def _check_journals_in_file(file_name: str) -> Iterator[JournalCheckResult]:
    try:
        if file_name == "-":
            if sys.stdin is None:
                raise CannotWork("- cannot be read: standard input is closed.")
            text = sys.stdin.buffer.read()
        elif _is_sqlite_database(Path(file_name)):
            for json_identifiers, label, faults in _import_verify_database().check_journals_in_database_file(
                Path(file_name)
            ):
                yield JournalCheckResult({"file": file_name, **json_identifiers}, f"{file_name}, {label}", faults)
            return
        else:
            text = Path(file_name).read_bytes()
    except OSError as fault:
        raise CannotWork(f"{file_name} cannot be read: {fault.strerror}.") from fault
    yield _check_saved_journal(file_name, _read_unchecked_entries(file_name, text))


def _is_sqlite_database(path: Path) -> bool:
    """Whether a file is an SQLite database, such as a backup."""
    with path.open("rb") as file:
        return file.read(len(_SQLITE_HEADER)) == _SQLITE_HEADER


def _import_verify_database() -> ModuleType:
    """Imported only if needed: a saved journal needs no database."""
    return import_module("trexscore.cli.verify_database")


def _read_unchecked_entries(file_name: str, content: bytes) -> list[object]:
    """The entries of a saved journal, unchecked."""
    try:
        file_json = read_json(content)
    except NotJson as fault:
        raise CannotWork(f"{file_name} is not a journal: it is not JSON.") from fault
    entries = (
        file_json.get("entries") if isinstance(file_json, dict) and file_json.get("format") == JOURNAL_FORMAT else None
    )
    if not isinstance(entries, list):
        raise CannotWork(f"{file_name} is not a journal: its format is not {JOURNAL_FORMAT}.")
    return entries


def _check_saved_journal(file_name: str, unchecked_entries: list[object]) -> JournalCheckResult:
    """Check a saved journal, up to the first malformed entry."""
    entries = []
    for place, row in enumerate(unchecked_entries, 1):
        try:
            entry = msgspec.convert(row, _ApiEntry)
            entries.append(JournalEntry(*msgspec.structs.astuple(entry)))
        except msgspec.ValidationError:
            return JournalCheckResult({"file": file_name}, file_name, [(place, "malformed")])
    if not entries:
        return JournalCheckResult({"file": file_name}, file_name, [(1, "missing")])
    faults, proof = list[tuple[int, str]](), None
    try:
        faults += game_journal_faults(entries)
        record = fold_game(entry.fold_entry for entry in entries)
        played_game = record.play()
        if played_game.refusals:
            faults.append((entries[-1].seq, "unfit"))
        erased = tuple((entry.seq, entry.kind) for entry in entries if entry.body is None)
        sign_offs = record.kingdom_sign_offs(played_game.game)
        seals: list[tuple[str, str]] = []
        if all(event_type_of_kind(kind).body_removable for _seq, kind in erased):
            seals += ((signed.king.name, signed.seal) for signed in sign_offs if signed.seal)
            game_seal = record.game_seal(played_game.game)
            seals += [("game", game_seal)] if game_seal else []
        seqs_and_removal_seqs = tuple(
            (seq, entry.removal_seq) for seq, entry in sorted(recorded_authorless_digests(entries).items())
        )
        proof = Proof(len(entries), entries[-1].digest, tuple(seals), erased, seqs_and_removal_seqs)
    except (LookupError, TypeError, ValueError, AttributeError):  # only in journals that this program did not write
        faults.append((entries[-1].seq, "unfit"))
    return JournalCheckResult({"file": file_name}, file_name, faults, None if faults else proof)


def _fault_sentence(journal_label: str, entry_seq: int, fault_code: str) -> str:
    return _FAULT_TEXT_BY_CODE[fault_code] % {"where": journal_label, "entry": entry_seq}


def _print_text(
    valid_journals: list[JournalCheckResult],
    broken_journals: list[JournalCheckResult],
    unreadable_file_sentences: list[str],
) -> None:
    for checked in broken_journals:
        for entry, code in checked.faults:
            print(_fault_sentence(checked.label, entry, code))
    for checked in valid_journals:
        if checked.proof is not None:
            proof = checked.proof
            print(f"{checked.label}: {proof.entry_count} entries, the last one’s digest is {proof.last_digest}.")
            for seq, kind in proof.removed_seqs_and_kinds:
                effect = _REMOVAL_EFFECT_TEXTS[event_type_of_kind(kind).body_removable]
                print(f"{checked.label}: entry {seq} ({kind}) was removed; {effect}")
            for seq, by in proof.authorless_and_vouching_seqs:
                print(f"{checked.label}: the author of entry {seq} was removed; entry {by} vouches for the rest.")
            for king, seal in proof.seal_codes:
                old_kind_note = " (older type: without names and adjustments)" if is_old_seal(seal) else ""
                subject = "the game" if king == "game" else f"{king}’s kingdom"
                print(f"{checked.label}: the seal code of {subject} is {seal}{old_kind_note}.")
    if valid_journals or not unreadable_file_sentences:
        print(f"Valid journals: {len(valid_journals)} of {len(valid_journals) + len(broken_journals)}.")
    sys.stdout.flush()
    for sentence in unreadable_file_sentences:
        print_error(CannotWork(sentence))


def _proof_as_json(proof: Proof) -> dict[str, object]:
    return {
        "entries": proof.entry_count,
        "digest": proof.last_digest,
        "seals": dict(proof.seal_codes),
        "erased": [{"entry": seq, "kind": kind} for seq, kind in proof.removed_seqs_and_kinds],
        "vouched": [{"entry": seq, "by": by} for seq, by in proof.authorless_and_vouching_seqs],
    }


def _print_json(
    valid_journals: list[JournalCheckResult],
    broken_journals: list[JournalCheckResult],
    unreadable_file_sentences: list[str],
) -> None:
    faults = [
        {
            **checked.json_identifiers,
            "entry": entry,
            "code": code,
            "message": _fault_sentence(checked.label, entry, code),
        }
        for checked in broken_journals
        for entry, code in checked.faults
    ]
    proofs = [
        {**checked.json_identifiers, **_proof_as_json(checked.proof)}
        for checked in valid_journals
        if checked.proof is not None
    ]
    answer = {
        "format": VERIFY_RESULT_FORMAT,
        "whole": not broken_journals and not unreadable_file_sentences,
        "checked": len(valid_journals) + len(broken_journals),
        "breaks": faults,
        "unreadable": unreadable_file_sentences,
        "proofs": proofs,
    }
    print(json.dumps(answer))
