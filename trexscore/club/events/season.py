"""Seasons: their dates, house rules and counting, and adjustments of points.

Pairs are ranked if the house rules have partners, else players.
"""

from collections.abc import Iterable
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, ClassVar

from trexscore.club import fields
from trexscore.club.event import REFEREE_ROLES, ClubEvent, changed_since_refusals
from trexscore.club.events.members import unknown_member_refusals
from trexscore.club.members import LEADER_ROLES, Role
from trexscore.club.season import Adjustment, Season
from trexscore.game.file.house_rules import read_house_rules
from trexscore.game.file.text_checks import hidden_text_refusals
from trexscore.league.season_rules import SeasonRules, read_season_rules
from trexscore.ledger import json_reader
from trexscore.ledger.chain import Body
from trexscore.ledger.json_reader import Faults, JsonField
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.refusals import Refusal, refuse

if TYPE_CHECKING:
    from trexscore.club.builder import ClubBuilder
    from trexscore.club.record import ClubRecord

MAX_ADJUSTMENT_POINTS = 100_000
"""Of one adjustment, in either direction."""


def _points_field() -> JsonField[int]:
    def parse(value: object) -> int | None:
        return value if type(value) is int and 0 < abs(value) <= MAX_ADJUSTMENT_POINTS else None

    return json_reader.parsed_field(
        parse,
        {"type": "integer", "minimum": -MAX_ADJUSTMENT_POINTS, "maximum": MAX_ADJUSTMENT_POINTS},
        "bad_adjustment",
        most=MAX_ADJUSTMENT_POINTS,
    )


class SeasonDefined(ClubEvent):
    """A new season, or a change to `changed_season_number`.

    `last_seen_definition_seq`: the last entry about it that the client saw.
    """

    stored_kind: ClassVar[str] = "season"
    can_rerank_same_results: ClassVar[bool] = True
    permitted_roles: ClassVar[tuple[Role, ...]] = LEADER_ROLES
    undoable: ClassVar[bool] = True

    name: Annotated[str, fields.name_field()]
    first_day: Annotated[date, fields.day_field().with_key("from")]
    last_day: Annotated[date, fields.day_field().with_key("until")]
    house_rules_json: Annotated[Body, json_reader.unvalidated_field().with_key("house_rules")]
    season_rules_json: Annotated[Body, json_reader.unvalidated_field().with_key("counting")]
    ranks_guests: Annotated[bool, json_reader.flag_field().with_key("guests")] = False
    changed_season_number: Annotated[int | None, fields.entry_number_field().with_key("instead")] = None
    last_seen_definition_seq: Annotated[int | None, fields.entry_number_field().with_key("behind")] = None

    @cached_property
    def _rules_and_faults(self) -> tuple[HouseRules | None, SeasonRules | None, Faults]:
        faults: Faults = []
        rules = read_house_rules(self.house_rules_json, faults)
        return rules, read_season_rules(self.season_rules_json, "season.counting", faults, rules), faults

    def faults_after_reading(self) -> Iterable[Refusal]:
        if self.last_day < self.first_day:
            yield refuse("ends_before_it_begins", "season.until")
        yield from self._rules_and_faults[2]

    def refusals(self, record: "ClubRecord") -> Iterable[Refusal]:
        if self.changed_season_number is None:
            return ()
        if self.changed_season_number not in record.seasons:
            return [refuse("unknown_season", "season.instead")]
        return changed_since_refusals(
            self.last_seen_definition_seq,
            record.seasons[self.changed_season_number].last_definition_seq,
            self.stored_kind,
        )

    def build_season(self, number: int, defining_seq: int) -> Season | None:
        """The season as entry `defining_seq` defines it; None if its rules are invalid."""
        rules, counting, _faults = self._rules_and_faults
        if rules is None or counting is None:
            return None
        return Season(
            number,
            defining_seq,
            self.name,
            self.first_day,
            self.last_day,
            self.house_rules_json,
            rules,
            counting,
            self.ranks_guests,
        )

    def apply(self, builder: "ClubBuilder", seq: int) -> None:
        season_number = seq if self.changed_season_number is None else self.changed_season_number
        season = self.build_season(season_number, seq)
        if season is not None and (self.changed_season_number is None or season_number in builder.seasons):
            builder.seasons[season_number] = season


class SeasonPointsAdjusted(ClubEvent):
    """Points given to players of a season, or taken from them, outside of its games."""

    stored_kind: ClassVar[str] = "adjusted"
    can_rerank_same_results: ClassVar[bool] = True
    permitted_roles: ClassVar[tuple[Role, ...]] = REFEREE_ROLES
    undoable: ClassVar[bool] = True

    season_number: Annotated[int, fields.entry_number_field().with_key("season")]
    member_numbers: Annotated[tuple[int, ...], fields.entry_numbers_field().with_key("members")]
    points: Annotated[int, _points_field()]
    reason: Annotated[str, fields.reason_field()]
    day: Annotated[date, fields.day_field().with_key("on")]

    def faults_after_reading(self) -> Iterable[Refusal]:
        yield from hidden_text_refusals(self.content, "adjusted")

    def refusals(self, record: "ClubRecord") -> Iterable[Refusal]:
        season = record.seasons.get(self.season_number)
        if season is None:
            yield refuse("unknown_season", "adjusted.season")
        elif season.house_rules.partnership:
            yield refuse("season_of_pairs", "adjusted.season")
        if not self.member_numbers:
            yield refuse("no_players", "adjusted.members")
        for number in self.member_numbers:
            yield from unknown_member_refusals(record, number, "adjusted.members")

    def apply(self, builder: "ClubBuilder", seq: int) -> None:
        iso_day = self.day.isoformat()
        builder.adjustments.append(
            Adjustment(seq, self.season_number, self.member_numbers, self.points, self.reason, iso_day)
        )
