"""The tallies that a game gives to players and pairs in seasons."""

from collections.abc import Iterator
from datetime import date
from typing import Literal, NamedTuple

from trexscore.club.counted_game import NO_MEMBER, CountedGame
from trexscore.club.game_outcome import GameOutcome, rules_key
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.league.pairs import sorted_pair
from trexscore.league.result import Result
from trexscore.league.tally import Tally
from trexscore.rules.seats import SEATS, TEAMS

ClubObstacle = Literal["unfinished", "no_result", "not_agreed"]


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


def club_obstacles(club_record: ClubRecord, counted_game: CountedGame, outcome: GameOutcome) -> list[ClubObstacle]:
    """Why a game counts in no season. It must be complete or abandoned, and signed off where the club requires it."""
    counting_obstacles: list[ClubObstacle] = []
    if not outcome.complete and not counted_game.counts_if_unfinished:
        counting_obstacles.append("unfinished")
    elif outcome.result is None:
        counting_obstacles.append("no_result")
    needs_sign_off = (
        club_record.settings.requires_sign_off(counted_game.day)
        and "not_agreed" not in counted_game.overridden_obstacles
    )
    if needs_sign_off and not outcome.signed_off:
        counting_obstacles.append("not_agreed")
    return counting_obstacles


def season_admits(season: Season, counted_game: CountedGame, outcome: GameOutcome) -> bool:
    """Whether the season takes the game: by partnership, date and house rules, unless these are overridden.

    The game counts there if there are no `club_obstacles`, too.
    """
    if outcome.result is None or outcome.result.partnership != season.house_rules.partnership:
        return False  # one ranks pairs, the other players
    same_rules = rules_key(season.house_rules) == outcome.rules_key
    return season.includes(counted_game.day) and (same_rules or counted_game.overrides_house_rules_in(season.number))


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
    if counted_game is None or outcome.result is None or club_obstacles(record, counted_game, outcome):
        return {}
    tallies = tuple(_player_tallies(record, counted_game, outcome.result))
    shares: dict[SeasonPlayer, Tally] = {}
    for season in record.seasons.values():
        if season_admits(season, counted_game, outcome):
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
