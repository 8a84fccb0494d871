"""Games for statistics: facts of game files, and meetings of members."""

from collections.abc import Iterable
from functools import reduce
from random import Random
from typing import Any

from tests.support.games import GameJson, cases
from tests.support.plain.head_to_head import FinishedGame
from trexscore.game.file.game import read_game_file
from trexscore.league.statistics.facts import Facts
from trexscore.league.statistics.game_facts import facts_by_seat
from trexscore.league.statistics.records import NO_RECORDS, GameForRecords, Records, records_of_single_game
from trexscore.rules.game import Game
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import BySeat
from trexscore.rules.winners import finishes_of


def rules_game_and_facts(game: GameJson) -> tuple[HouseRules, Game, BySeat[Facts]]:
    """A valid game file with its facts."""
    file = read_game_file(game)
    outcome = file.play()
    assert not outcome.refusals
    assert file.rules is not None
    finishes = finishes_in(file.rules, outcome.game) if outcome.game.is_complete else None
    return file.rules, outcome.game, facts_by_seat(file.rules, file.entries, outcome.game, finishes)


def records_of(games: Iterable[GameForRecords]) -> Records:
    """The records of these games, given in the order of their dates."""
    return reduce(Records.__add__, map(records_of_single_game, games), NO_RECORDS)


def facts_in(game: GameJson) -> BySeat[Facts]:
    """The facts of a game file."""
    return rules_game_and_facts(game)[2]


def worked_case(name: str) -> GameJson:
    """A game of the worked cases."""
    return next(case["game"] for case in cases("games") if case["id"] == name)


def finishes_in(rules: HouseRules, game: Game) -> BySeat[int]:
    """The finishes of a game by seat; tied seats share the better one."""
    return finishes_of(rules, game.totals, game.trex_first_seats).map(lambda finish: finish.first)


def recorded(name: str, game: GameJson, members: BySeat[int | None] | None = None, date: str = "") -> GameForRecords:
    """A complete game file for records; seats A to D are members 1 to 4 by default."""
    rules, played_game, facts = rules_game_and_facts(game)
    seated = BySeat[int | None](1, 2, 3, 4) if members is None else members
    return GameForRecords(name, date, seated, finishes_in(rules, played_game), facts)


def finished_game(name: str, finishes: Any, points: Any, members: Any = (1, 2, 3, 4), rules: str = "") -> FinishedGame:  # noqa: ANN401 - four of anything
    """A finished game, with its name as its date."""
    return FinishedGame(name, name, rules, BySeat(*members), BySeat(*finishes), BySeat(*points))


def shuffled(random: Random, members: int) -> BySeat[int | None]:
    """Four of the members in random order."""
    return BySeat(*random.sample(range(1, members + 1), 4))
