"""`trexscore verify`: does what was said at the table still stand as it was said?"""

import argparse
import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import msgspec

from trexscore.cli.complaints import CannotWork, complain
from trexscore.gamefile.text import NotJson, read_json
from trexscore.journal import FORMAT as JOURNAL_FORMAT
from trexscore.journal.entries import Break, JournalEntry, breaks
from trexscore.journal.fold import fold

FORMAT = "trexscore-verify/1"
_SQLITE_HEADER = b"SQLite format 3\0"
WHOLE, BROKEN, UNREADABLE = 0, 1, 2

_SENTENCES = {
    "missing": "%(where)s: entry %(entry)s is missing, or the entries are not in order.",
    "altered_body": "%(where)s: entry %(entry)s does not say what was entered; author, time or content were changed.",
    "altered": "%(where)s: entry %(entry)s does not follow from the one before it; it or an earlier one was changed.",
    "lost_tail": "%(where)s: the journal does not end with entry %(entry)s, as it should; its last entries are lost.",
    "unfit": "%(where)s: up to entry %(entry)s, this is no game that can be played by its house rules.",
    "derived": "%(where)s: the score kept for entry %(entry)s is not what the journal gives.",
    "malformed": "%(where)s: entry %(entry)s is not an entry of a journal.",
}


class Checked(NamedTuple):
    """A journal that was looked at: the name to call it by, and where it does not hold."""

    name: dict[str, Any]
    where: str
    breaks: list[tuple[int, str]]


class _Row(msgspec.Struct):
    """An entry as the interface gives it. What later versions may add is not looked at."""

    seq: int
    key: str
    kind: str
    author: str | None
    made_at: str | None
    received_at: str
    body: dict[str, Any] | None
    body_digest: str
    digest: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("files", nargs="*", metavar="FILE", help="saved journals, or backups; - is standard input")
    parser.add_argument("--data", metavar="FOLDER", help="check every game in this data folder")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(options: argparse.Namespace) -> int:
    """Check what was named; nothing is changed."""
    if not options.files and options.data is None:
        return complain(CannotWork("name what to check: a saved journal, or --data FOLDER."))
    count, broken, unreadable = 0, list[Checked](), list[str]()
    sources = [_in_file(name) for name in options.files]
    if options.data is not None:
        sources.append(_in_folder(options.data))
    for source in sources:
        try:
            for checked in source:
                count += 1
                if checked.breaks:
                    broken.append(checked)
        except CannotWork as fault:
            unreadable.append(str(fault))
    (_print_json if options.json else _print)(count, broken, unreadable)
    return UNREADABLE if unreadable else BROKEN if broken else WHOLE


def _in_folder(folder: str) -> Iterator[Checked]:
    for game, found in _databases().games_of_folder(folder):
        yield Checked({"game": game}, f"Game {game}", list(map(_pair, found)))


def _in_file(name: str) -> Iterator[Checked]:
    try:
        if name == "-":
            if sys.stdin is None:
                raise CannotWork("- cannot be read: standard input is closed.")
            text = sys.stdin.buffer.read()
        elif _is_database(Path(name)):
            for game, found in _databases().games_of_file(Path(name)):
                yield Checked({"file": name, "game": game}, f"{name}, game {game}", list(map(_pair, found)))
            return
        else:
            text = Path(name).read_bytes()
    except OSError as fault:
        raise CannotWork(f"{name} cannot be read: {fault.strerror}.") from fault
    yield Checked({"file": name}, name, list(_broken(_rows(name, text))))


def _is_database(path: Path) -> bool:
    """Whether a file is an SQLite database, such as a backup."""
    with path.open("rb") as file:
        return file.read(len(_SQLITE_HEADER)) == _SQLITE_HEADER


def _databases() -> ModuleType:
    """What a saved journal does not need is not loaded for one."""
    return import_module("trexscore.cli.verify_games")


def _rows(name: str, text: bytes) -> list[Any]:
    """The entries of a saved answer."""
    try:
        value = read_json(text)
    except NotJson as fault:
        raise CannotWork(f"{name} is not a journal: it is not JSON.") from fault
    entries = value.get("entries") if isinstance(value, dict) and value.get("format") == JOURNAL_FORMAT else None
    if not isinstance(entries, list):
        raise CannotWork(f"{name} is not a journal: its format is not {JOURNAL_FORMAT}.")
    return entries


def _broken(rows: list[Any]) -> Iterator[tuple[int, str]]:
    """Where a journal does not hold. An entry of the wrong shape ends the looking: what follows hangs on it."""
    entries = []
    for place, row in enumerate(rows, 1):
        try:
            entry = msgspec.convert(row, _Row)
            entries.append(JournalEntry(*msgspec.structs.astuple(entry)))
        except msgspec.ValidationError:
            yield place, "malformed"
            return
    if not entries:
        yield 1, "missing"
        return
    try:
        yield from map(_pair, breaks(entries))
        unfit = bool(fold((entry.seq, entry.kind, entry.body) for entry in entries).play().refusals)
    except (LookupError, TypeError, ValueError, AttributeError):
        unfit = True  # a journal that this program wrote can be read
    if unfit:
        yield entries[-1].seq, "unfit"


def _pair(found: Break) -> tuple[int, str]:
    return found.seq, found.what


def _sentence(where: str, entry: int, code: str) -> str:
    return _SENTENCES[code] % {"where": where, "entry": entry}


def _print(count: int, broken: list[Checked], unreadable: list[str]) -> None:
    for checked in broken:
        for entry, code in checked.breaks:
            print(_sentence(checked.where, entry, code))
    held = count - len(broken)
    if held or not unreadable:
        print(f"Journals that hold: {held} of {count}.")
    sys.stdout.flush()
    for sentence in unreadable:
        complain(CannotWork(sentence))


def _print_json(count: int, broken: list[Checked], unreadable: list[str]) -> None:
    found = [
        {**checked.name, "entry": entry, "code": code, "message": _sentence(checked.where, entry, code)}
        for checked in broken
        for entry, code in checked.breaks
    ]
    answer = {
        "format": FORMAT,
        "whole": not broken and not unreadable,
        "checked": count,
        "breaks": found,
        "unreadable": unreadable,
    }
    print(json.dumps(answer))
