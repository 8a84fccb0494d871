"""`trexscore score`: scores game files, and prints tables or JSON."""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import BinaryIO

import msgspec

from trexscore.cli.output.game_table import print_game
from trexscore.cli.output.streams import escape_controls
from trexscore.cli.rules_options import add_rules_arguments
from trexscore.game.file.game import GameFile, HouseRulesReader, read_and_score_text
from trexscore.game.file.house_rules import preset_rules_with_options, read_house_rules
from trexscore.game.scored_game import scored_game_of
from trexscore.i18n import ENGLISH, LANGUAGES, Language
from trexscore.i18n.texts.refusals import errors_object, refusal_text_with_entry
from trexscore.rules.game import GameWithRefusals
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.options import rules_with_options
from trexscore.rules.refusals import Refusal, refuse

EXIT_ALL_SCORED, EXIT_SOME_WRONG, EXIT_UNREADABLE = 0, 1, 2
_encode_json = msgspec.json.Encoder().encode


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="game files; - is standard input")
    parser.add_argument("--json", action="store_true", help="print results as JSON, one line a game")
    parser.add_argument("--explain", action="store_true", help="add the lines that make up each score")
    parser.add_argument("--jsonl", action="store_true", help="read every input as one game a line")
    parser.add_argument("--lang", choices=sorted(LANGUAGES), default=ENGLISH.code, help="language of what is printed")
    add_rules_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Score every file. The exit status: 0 all scored, 1 some with faults, 2 some unreadable."""
    language = LANGUAGES[options.lang].with_digits("latn")
    house_rules = _make_house_rules_reader(options.preset, dict(options.option))
    print_result = partial(_print_json if options.json else _print_table, language, explain=options.explain)
    status = EXIT_ALL_SCORED
    for name in options.files:
        try:
            for location, text in _read_game_texts(name, one_game_per_line=options.jsonl or name.endswith(".jsonl")):
                if not print_result(location, *read_and_score_text(text, house_rules)):
                    status = max(status, EXIT_SOME_WRONG)
        except UnreadableFile as fault:
            sys.stdout.flush()
            print(f"{escape_controls(name)}: {fault}", file=sys.stderr)
            status = EXIT_UNREADABLE
    sys.stdout.flush()
    return status


class UnreadableFile(Exception):
    """A file cannot be opened or read."""


def _read_game_texts(file_name: str, *, one_game_per_line: bool) -> Iterator[tuple[str, bytes]]:
    """Yield (location, text) of each game in a file. Raises `UnreadableFile`."""
    try:
        if file_name == "-":
            if sys.stdin is None:
                raise UnreadableFile("Standard input is closed")
            yield from _split_into_game_texts(file_name, sys.stdin.buffer, one_game_per_line=one_game_per_line)
        else:
            with Path(file_name).open("rb") as file:
                yield from _split_into_game_texts(file_name, file, one_game_per_line=one_game_per_line)
    except OSError as fault:  # faults while a game is scored are not raised here
        raise UnreadableFile(fault.strerror or str(fault)) from fault


def _split_into_game_texts(file_name: str, file: BinaryIO, *, one_game_per_line: bool) -> Iterator[tuple[str, bytes]]:
    if one_game_per_line:
        lines = enumerate(file, 1)
        yield from ((f"{file_name}:{number}", line) for number, line in lines if line.strip(b"\xef\xbb\xbf \t\r\n"))
    else:
        yield file_name, file.read()


def _print_json(
    language: Language,
    _game_location: str,
    game_file: GameFile | None,
    game_with_refusals: GameWithRefusals | None,
    *,
    explain: bool,
) -> bool:
    """Print the result or the faults of a game. Returns whether it was scored."""
    write = sys.stdout.buffer.write
    if game_file is None or game_with_refusals is None or game_with_refusals.refusals:
        write(
            _encode_json(
                errors_object(_refusals_or_not_json(game_with_refusals), _make_refusal_formatter(game_file, language))
            )
            + b"\n"
        )
        return False
    write(_encode_json(scored_game_of(game_with_refusals.game, explain=explain)) + b"\n")
    return True


def _print_table(
    language: Language,
    game_location: str,
    game_file: GameFile | None,
    game_with_refusals: GameWithRefusals | None,
    *,
    explain: bool,
) -> bool:
    """As `_print_json`, for people; faults go to standard error."""
    if game_file is None or game_with_refusals is None or game_with_refusals.refusals:
        sys.stdout.flush()
        sentence_of = _make_refusal_formatter(game_file, language)
        for refusal in _refusals_or_not_json(game_with_refusals):
            print(_error_line(game_location, refusal, sentence_of(refusal)), file=sys.stderr)
        return False
    print_game(language, game_file, game_with_refusals.game, explain=explain)
    return True


def _error_line(game_location: str, refusal: Refusal, sentence: str) -> str:
    """A refusal as a line: file, path (places counted from 0), code, sentence."""
    deal = () if refusal.entry_place is None else ("deals", str(refusal.entry_place - 1))
    path = ".".join((*deal, refusal.path)).rstrip(".")
    return escape_controls(": ".join(filter(None, (game_location, path, refusal.code, sentence))))


def _refusals_or_not_json(game_with_refusals: GameWithRefusals | None) -> tuple[Refusal, ...]:
    return (refuse("not_json"),) if game_with_refusals is None else game_with_refusals.refusals


def _make_refusal_formatter(game_file: GameFile | None, language: Language) -> Callable[[Refusal], str]:
    entries = () if game_file is None else game_file.entries
    return lambda refusal: refusal_text_with_entry(language, refusal, entries)


def _make_house_rules_reader(preset_name: str | None, option_values: Mapping[str, object]) -> HouseRulesReader:
    """The reader of a file's house rules, which applies `--preset` and `--option`."""
    if preset_name is not None:
        rules = preset_rules_with_options(preset_name, option_values)
        return lambda _value, _faults: rules
    if not option_values:
        return read_house_rules

    @lru_cache(maxsize=64)
    def change(rules: HouseRules) -> HouseRules:
        return rules_with_options(rules, option_values)

    def read(value: object, refusals: list[Refusal]) -> HouseRules | None:
        rules = read_house_rules(value, refusals)
        return None if rules is None else change(rules)

    return read
