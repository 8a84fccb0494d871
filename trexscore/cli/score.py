"""`trexscore score`: game files → tables that people read, or results that programs read."""

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from trexscore.cli.output.streams import in_one_line
from trexscore.cli.output.table import print_game
from trexscore.cli.rules_asked import add_rules_arguments
from trexscore.game.file.game import GameFile, HouseRulesReader, score_text
from trexscore.game.file.house_rules import over_preset, read_house_rules, with_options
from trexscore.game.file.result import result_of
from trexscore.i18n import ENGLISH, LANGUAGES, Language
from trexscore.i18n.texts.refusals import errors_object, with_place
from trexscore.rules.game import Played
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.refusals import Refusal, refuse

ALL_SCORED, SOME_WRONG, UNREADABLE = 0, 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="game files; - is standard input")
    parser.add_argument("--json", action="store_true", help="print results as JSON, one line a game")
    parser.add_argument("--explain", action="store_true", help="add the lines that make up each score")
    parser.add_argument("--jsonl", action="store_true", help="read every input as one game a line")
    parser.add_argument("--lang", choices=sorted(LANGUAGES), default=ENGLISH.code, help="language of what is printed")
    add_rules_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Score every file; one that cannot be read is named and the rest are scored."""
    language = LANGUAGES[options.lang].with_digits("latn")
    house_rules = _house_rules(options.preset, dict(options.option))
    judge = _json_judge(language, explain=options.explain) if options.json else _table_judge(language, options.explain)
    status = ALL_SCORED
    for name in options.files:
        try:
            for place, text in _games(name, by_line=options.jsonl or name.endswith(".jsonl")):
                if not judge(place, *score_text(text, house_rules)):
                    status = max(status, SOME_WRONG)
        except Unreadable as fault:
            sys.stdout.flush()
            print(f"{in_one_line(name)}: {fault}", file=sys.stderr)
            status = UNREADABLE
    sys.stdout.flush()
    return status


class Unreadable(Exception):
    """A file cannot be opened, or not be read to its end."""


def _games(name: str, *, by_line: bool) -> Iterator[tuple[str, bytes]]:
    """The games in a file, each with where it stands, as a stream where a line holds one. Raises `Unreadable`."""
    try:
        if name == "-":
            if sys.stdin is None:
                raise Unreadable("Standard input is closed")
            yield from _texts(name, sys.stdin.buffer, by_line=by_line)
        else:
            with Path(name).open("rb") as file:
                yield from _texts(name, file, by_line=by_line)
    except OSError as fault:  # what goes wrong while a text is scored is not raised in here
        raise Unreadable(fault.strerror or str(fault)) from fault


def _texts(name: str, file: BinaryIO, *, by_line: bool) -> Iterator[tuple[str, bytes]]:
    if by_line:
        lines = enumerate(file, 1)
        yield from ((f"{name}:{number}", line) for number, line in lines if line.strip(b"\xef\xbb\xbf \t\r\n"))
    else:
        yield name, file.read()


Judge = Callable[[str, GameFile | None, Played | None], bool]
"""Told where a game stands and what it comes to; whether it was scored."""


def _json_judge(language: Language, *, explain: bool) -> Judge:
    encode = msgspec.json.Encoder().encode
    write = sys.stdout.buffer.write

    def judge(_place: str, game: GameFile | None, played: Played | None) -> bool:
        if game is None or played is None or played.refusals:
            write(encode(_errors(game, _refusals(played), language)) + b"\n")
            return False
        write(encode(result_of(played.game, explain=explain)) + b"\n")
        return True

    return judge


def _table_judge(language: Language, explain: bool) -> Judge:  # noqa: FBT001 - a command-line switch
    def judge(place: str, game: GameFile | None, played: Played | None) -> bool:
        if game is None or played is None or played.refusals:
            sys.stdout.flush()
            for error in _errors(game, _refusals(played), language)["errors"]:
                print(in_one_line(_located(place, error)), file=sys.stderr)
            return False
        print_game(language, game, played.game, explain=explain)
        return True

    return judge


def _located(place: str, error: dict[str, Any]) -> str:
    """An error as a line: the file, the place from its outermost level, counted from 0 as in JSON, code, sentence."""
    in_deals = () if error["entry"] is None else ("deals", str(error["entry"] - 1))
    at = ".".join((*in_deals, error["at"])).rstrip(".")
    return ": ".join(filter(None, (place, at, error["code"], error["message"])))


def _refusals(played: Played | None) -> tuple[Refusal, ...]:
    return (refuse("not_json"),) if played is None else played.refusals


def _errors(game: GameFile | None, refusals: tuple[Refusal, ...], language: Language) -> dict[str, Any]:
    entries = () if game is None else game.entries
    return errors_object(refusals, lambda refusal: with_place(language, refusal, entries))


def _house_rules(preset: str | None, options: dict[str, Any]) -> HouseRulesReader:
    """How a file's house rules are read: as they stand, or as the command asks."""
    if preset is not None:
        rules = over_preset(preset, options)
        return lambda _found, _faults: rules
    if not options:
        return read_house_rules

    @lru_cache(maxsize=64)
    def changed(rules: HouseRules) -> HouseRules:
        return with_options(rules, options)

    def read(found: object, faults: list[Refusal]) -> HouseRules | None:
        rules = read_house_rules(found, faults)
        return None if rules is None else changed(rules)

    return read
