"""Build a club's statistics from all its games in one pass; each month is written when the next begins."""

from collections import defaultdict
from typing import TYPE_CHECKING

from trexscore.club.game_seats import GameFacts, PlayerKey, counted_game_seats, facts_by_player
from trexscore.club.record import ClubRecord
from trexscore.commands.league.statistics import combine_records, profile_to_store, records_of_game
from trexscore.db.batches import RunStatement
from trexscore.db.clubs.counted_games import GameRow
from trexscore.db.league import statistics as statistics_rows
from trexscore.db.league.statistics import DAY, MONTH, GameWithFacts, SeatedGame, StatisticsRows, StoredRecords
from trexscore.league.statistics.profile import profile_of
from trexscore.league.statistics.records import NO_RECORDS

if TYPE_CHECKING:
    from trexscore.league.statistics.facts import Facts


class StatisticsBuilder:
    """Statistics of a club that has none. Games must come in order of play."""

    def __init__(self, put: RunStatement, club_id: int, record: ClubRecord) -> None:
        self.put, self.club_id, self.record = put, club_id, record
        self.rows = StatisticsRows([], [], [], [])
        self.month = ""
        self.told: dict[PlayerKey, list[tuple[str, Facts]]] = defaultdict(list)
        self.days: dict[str, StoredRecords] = {}

    def game(self, row: GameRow, facts_of_game: GameFacts) -> None:
        """Add a finished game, whether it counts or not."""
        self.rows.facts.append(statistics_rows.facts_values(self.club_id, row.game_id, facts_of_game))
        sittings = counted_game_seats(self.record, row.counted, row.outcome, facts_of_game)
        if not sittings:
            return
        if row.sort_key[:MONTH] != self.month:
            self.write()
            self.month = row.sort_key[:MONTH]
        seated = SeatedGame(row.game_id, row.sort_key, sittings)
        self.rows.seats.extend(statistics_rows.seat_values(self.club_id, seated))
        for player, facts in facts_by_player(sittings, facts_of_game):
            self.told[player].append((row.uid, facts))
        game = GameWithFacts(row.uid, row.sort_key, sittings, facts_of_game)
        so_far = self.days.get(row.sort_key[:DAY], StoredRecords("", NO_RECORDS))
        self.days[row.sort_key[:DAY]] = StoredRecords(row.sort_key, so_far.records + records_of_game(game))

    def write(self) -> None:
        """Write what was added since the last call."""
        periods = dict(self.days)
        if self.days:
            days = list(self.days.values())
            periods[self.month] = StoredRecords(days[-1].last_sort_key, combine_records(days))
        self.rows.records.extend(statistics_rows.records_values(self.club_id, *period) for period in periods.items())
        self.rows.profiles.extend(
            statistics_rows.profile_values(
                self.club_id, player, self.month, profile_to_store(player, profile_of(games))
            )
            for player, games in self.told.items()
        )
        statistics_rows.insert_statistics(self.put, self.rows)
        self.told.clear()
        self.days.clear()
