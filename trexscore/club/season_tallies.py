"""The tallies that a game gives to players and pairs in seasons."""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from trexscore.club.counted_game import NO_MEMBER, CountedGame
from trexscore.club.eligibility import eligibility_of
from trexscore.club.game_outcome import GameOutcome, rules_key
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.league.pairs import sorted_pair
from trexscore.league.result import Result
from trexscore.league.tally import Tally
from trexscore.rules.seats import SEATS, TEAMS


class SeasonPlayer(NamedTuple):
    """A member or a pair (the lower number first) in a season."""

    season: int
    member: int
    partner: int

    @property
    def member_numbers(self) -> tuple[int, ...]:
        """The member, or the two of a pair."""
        return (self.member,) if self.partner == NO_MEMBER else (self.member, self.partner)


def with_surviving_members(record: ClubRecord, counted_game: CountedGame) -> CountedGame:
    """The game with current member numbers. After a merge, a substitute may turn out to be the same member."""
    return counted_game._replace(
        credited_member_numbers=counted_game.credited_member_numbers.map(record.surviving_number),
        playing_member_numbers=counted_game.playing_member_numbers.map(record.surviving_number),
    )


def counts_with_negated_points(season: Season, outcome: GameOutcome) -> bool:
    """Whether an admitted game counts with negated points: the season and its rules disagree on what is better."""
    if outcome.result is None or rules_key(season.house_rules) == outcome.rules_key:
        return False
    return (season.season_rules.better_points_direction == "more") != outcome.result.more_is_better


def season_with_same_rules(record: ClubRecord, day: date, outcome: GameOutcome) -> Season | None:
    """The season of that day with the game's house rules, whether the game counts or not."""
    return next(
        (season for season in record.seasons_on(day) if rules_key(season.house_rules) == outcome.rules_key), None
    )


def tallies_of_game(
    record: ClubRecord, counted_game: CountedGame | None, outcome: GameOutcome
) -> dict[SeasonPlayer, Tally]:
    """The tallies that a game gives; none if it is excluded or does not count."""
    if counted_game is None or outcome.result is None:
        return {}
    tallies = tuple(_player_tallies(record, counted_game, outcome.result))
    shares: dict[SeasonPlayer, Tally] = {}
    for season in eligibility_of(record, counted_game, outcome).counting_seasons:
        with_negated_points = counts_with_negated_points(season, outcome)
        for member, partner, tally in tallies:
            shares[SeasonPlayer(season.number, member, partner)] = (
                tally.with_negated_points if with_negated_points else tally
            )
    return shares


def _player_tallies(record: ClubRecord, counted_game: CountedGame, result: Result) -> Iterator[tuple[int, int, Tally]]:
    members = with_surviving_members(record, counted_game).credited_member_numbers
    if not result.partnership:
        yield from (
            (member, NO_MEMBER, Tally.of_seat(result, seat)) for seat in SEATS if (member := members[seat]) is not None
        )
        return
    for team in TEAMS:
        member, partner = members[SEATS[team]], members[SEATS[team].partner]
        if member is not None and partner is not None:
            yield *sorted_pair(member, partner), Tally.of_pair(result, team)
