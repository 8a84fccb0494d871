"""Reads and scores a whole game file."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from trexscore.game.file import GAME_FILE_FORMAT
from trexscore.game.file.entries import read_score_entry
from trexscore.game.file.house_rules import read_house_rules
from trexscore.game.file.names import name_key, read_name
from trexscore.game.file.strict_json import NotJson, is_nested_too_deeply, read_json_of_any_depth, split_off_deals
from trexscore.ledger.json_reader import Faults, read_object, read_seat_if_present, shortened_json
from trexscore.rules.faults_under_any_rules import refusals_under_any_rules
from trexscore.rules.game import GameWithRefusals, ScoreEntry, score_game
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.presets import STANDARD_PRESET
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEATS, Seat

_FIELDS = frozenset({"format", "players", "house_rules", "first_king", "deals"})
_MAX_CACHED_ENTRY_BYTES = 400
"""Bytes of a deal whose parsing is cached: enough for one contract without a long note."""
_REQUIRED_FIELDS = ("format", "players", "deals")

HouseRulesReader = Callable[[object, Faults], HouseRules | None]


class GameFile(NamedTuple):
    """A parsed game file. `rules`: None where they cannot be read; the faults say why."""

    player_names: tuple[str, ...]
    rules: HouseRules | None
    first_king: Seat | None
    entries: tuple[ScoreEntry, ...]
    """The deals, and what the file has among them: void deals, adjustments, tiebreakers."""
    faults_outside_entries: tuple[Refusal, ...]
    """Faults outside of `entries`."""

    def play(self) -> GameWithRefusals:
        """The game, and every fault in file order. Without readable rules, only faults under any rules."""
        if self.rules is None:
            no_game = score_game(STANDARD_PRESET.rules, self.first_king, ())
            return GameWithRefusals(no_game.game, self.faults_outside_entries + refusals_under_any_rules(self.entries))
        played_game = score_game(self.rules, self.first_king, self.entries)
        return (
            GameWithRefusals(played_game.game, self.faults_outside_entries + played_game.refusals)
            if self.faults_outside_entries
            else played_game
        )


def read_and_score_text(
    text_bytes: bytes, house_rules_reader: HouseRulesReader = read_house_rules
) -> tuple[GameFile | None, GameWithRefusals | None]:
    """Read and score a text. Both are None where it is not JSON."""
    try:
        game = _read_game_file_text(text_bytes, house_rules_reader)
        played_game = game.play()
    except (NotJson, RecursionError):
        return None, None
    if played_game.refusals and is_nested_too_deeply(text_bytes):
        return None, None
    return game, played_game


def _read_game_file_text(text_bytes: bytes, house_rules_reader: HouseRulesReader) -> GameFile:
    file_parts = split_off_deals(text_bytes)
    if file_parts is None:
        return read_game_file(read_json_of_any_depth(text_bytes), house_rules_reader)
    outside, deals = file_parts
    game = read_game_file(outside, house_rules_reader)
    return game._replace(entries=tuple(map(_read_entry_text, deals)))


def _read_entry_text(text_bytes: bytes) -> ScoreEntry:
    return (
        _read_entry_text_cached(text_bytes)
        if len(text_bytes) <= _MAX_CACHED_ENTRY_BYTES
        else read_score_entry(read_json_of_any_depth(text_bytes))
    )


@lru_cache(maxsize=8192)
def _read_entry_text_cached(text_bytes: bytes) -> ScoreEntry:
    """Cached, since most deals have occurred before in another game."""
    return read_score_entry(read_json_of_any_depth(text_bytes))


def read_game_file(value: object, house_rules_reader: HouseRulesReader = read_house_rules) -> GameFile:
    """The game file with all its faults, from its JSON value."""
    faults: Faults = []
    file = read_object(value, "", faults, _FIELDS)
    if file is None:
        return GameFile((), None, None, (), tuple(faults))
    faults.extend(refuse("missing_field", key, field=key) for key in _REQUIRED_FIELDS if key not in file)
    if file.get("format", GAME_FILE_FORMAT) != GAME_FILE_FORMAT:
        faults.append(refuse("unknown_format", "format", format=shortened_json(file["format"]).strip('"')))
    players = _read_player_names(file["players"], faults) if "players" in file else ()
    rules = house_rules_reader(file.get("house_rules", {"preset": STANDARD_PRESET.name}), faults)
    first_king = read_seat_if_present(file, "first_king", "", faults)
    return GameFile(players, rules, first_king, _read_entries(file.get("deals", []), faults), tuple(faults))


def _read_entries(value: object, faults: Faults) -> tuple[ScoreEntry, ...]:
    if not isinstance(value, list):
        faults.append(refuse("wrong_type", "deals", wanted="list"))
        return ()
    return tuple(map(read_score_entry, value))


def _read_player_names(value: object, faults: Faults) -> tuple[str, ...]:
    """Four different names."""
    if not isinstance(value, list):
        faults.append(refuse("wrong_type", "players", wanted="list"))
        return ()
    if len(value) != len(SEATS):
        faults.append(refuse("bad_players", "players", reason="not_four"))
        return ()
    names = [read_name(name) for name in value]
    for place, name in enumerate(names):
        if name is None:
            faults.append(refuse("bad_players", f"players.{place}", reason="not_a_name", seat=SEATS[place]))
    keys = [None if name is None else name_key(name) for name in names]
    for place, key in enumerate(keys):
        if key is not None and keys.count(key) > 1:
            faults.append(refuse("bad_players", f"players.{place}", reason="same_name", seat=SEATS[place]))
    return tuple(name or "" for name in names)
