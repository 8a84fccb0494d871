"""A whole game file, read."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from trexscore.game.file import FORMAT
from trexscore.game.file.entries import read_entry
from trexscore.game.file.house_rules import read_house_rules
from trexscore.game.file.names import compared, read_name
from trexscore.game.file.shape import optional_seat, read_object, refuse_unknown_fields
from trexscore.game.file.text import NotJson, is_nested_too_deeply, read_json_of_any_depth, without_deals
from trexscore.rules.faults import refusals_under_any_rules
from trexscore.rules.game import Entry, Played, play
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.presets import STANDARD
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEATS, Seat

_FIELDS = frozenset({"format", "players", "house_rules", "first_king", "deals"})
_SHORT = 400
"""Bytes of a deal that is worth remembering: a deal of one contract, without a long note."""
_REQUIRED = ("format", "players", "deals")

HouseRulesReader = Callable[[object, list[Refusal]], HouseRules | None]


class GameFile(NamedTuple):
    """What a game file says. `rules` are None where they cannot be read; `faults` then say why."""

    players: tuple[str, ...]
    rules: HouseRules | None
    first_king: Seat | None
    entries: tuple[Entry, ...]
    faults: tuple[Refusal, ...]
    """Those that are not in an entry."""

    def play(self) -> Played:
        """The game, and every fault in file order. Without readable rules, those that hang on no rule."""
        if self.rules is None:
            nothing = play(STANDARD.rules, self.first_king, ())
            return Played(nothing.game, self.faults + refusals_under_any_rules(self.entries))
        played = play(self.rules, self.first_king, self.entries)
        return Played(played.game, self.faults + played.refusals) if self.faults else played


def score_text(text: bytes, house_rules: HouseRulesReader = read_house_rules) -> tuple[GameFile | None, Played | None]:
    """Read and play a text. Both are None where it is not JSON."""
    try:
        game = _read_text(text, house_rules)
        played = game.play()
    except (NotJson, RecursionError):
        return None, None
    if played.refusals and is_nested_too_deeply(text):
        return None, None
    return game, played


def _read_text(text: bytes, house_rules: HouseRulesReader) -> GameFile:
    parts = without_deals(text)
    if parts is None:
        return read_game(read_json_of_any_depth(text), house_rules)
    outside, deals = parts
    game = read_game(outside, house_rules)
    return game._replace(entries=tuple(map(_read_deal, deals)))


def _read_deal(text: bytes) -> Entry:
    return _known_deal(text) if len(text) <= _SHORT else read_entry(read_json_of_any_depth(text))


@lru_cache(maxsize=8192)
def _known_deal(text: bytes) -> Entry:
    """What a deal says hangs on nothing around it, and most deals have been said before in another game."""
    return read_entry(read_json_of_any_depth(text))


def read_game(value: object, house_rules: HouseRulesReader = read_house_rules) -> GameFile:
    """A game file's value, with all its faults."""
    faults: list[Refusal] = []
    said = read_object(value, "", faults)
    if said is None:
        return GameFile((), None, None, (), tuple(faults))
    refuse_unknown_fields(said, _FIELDS, "", faults)
    faults.extend(refuse("missing_field", key, field=key) for key in _REQUIRED if key not in said)
    if said.get("format", FORMAT) != FORMAT:
        faults.append(refuse("unknown_format", "format", format=str(said["format"])[:80]))
    players = _players(said["players"], faults) if "players" in said else ()
    rules = house_rules(said.get("house_rules", {"preset": STANDARD.name}), faults)
    first_king = optional_seat(said, "first_king", "", faults)
    return GameFile(players, rules, first_king, _entries(said.get("deals", []), faults), tuple(faults))


def _entries(found: Any, faults: list[Refusal]) -> tuple[Entry, ...]:  # noqa: ANN401 - any JSON value
    if not isinstance(found, list):
        faults.append(refuse("wrong_type", "deals", wanted="list"))
        return ()
    return tuple(map(read_entry, found))


def _players(found: object, faults: list[Refusal]) -> tuple[str, ...]:
    """Four different names."""
    if not isinstance(found, list):
        faults.append(refuse("wrong_type", "players", wanted="list"))
        return ()
    if len(found) != len(SEATS):
        faults.append(refuse("bad_players", "players", reason="not_four"))
        return ()
    names = [read_name(name) for name in found]
    for place, name in enumerate(names):
        if name is None:
            faults.append(refuse("bad_players", f"players.{place}", reason="not_a_name", seat=SEATS[place]))
    known = [None if name is None else compared(name) for name in names]
    for place, name in enumerate(known):
        if name is not None and known.count(name) > 1:
            faults.append(refuse("bad_players", f"players.{place}", reason="same_name", seat=SEATS[place]))
    return tuple(name or "" for name in names)
