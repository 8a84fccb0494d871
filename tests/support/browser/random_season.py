"""A club with random entries, and a record of them from which its season is calculated independently."""

from dataclasses import dataclass, field
from datetime import timedelta
from itertools import permutations
from random import Random
from typing import Any

from tests.support.clubs.club import Clock, SiteClub, add_game_entry, new_club
from tests.support.plain.deals import LETTERS
from tests.support.plain.games import PlainGameRecord, in_order, win_rule_of, with_reversed_signs
from tests.support.plain.ratings import plain_ratings
from tests.support.plain.tally import PlainSeasonRules, Player, plain_table, row_of
from tests.support.tables import NAMES, Json
from tests.support.whole_games import whole_game
from trexscore.commands.clubs.create_club import OWNER_MEMBER_NUMBER
from trexscore.commands.games.start_game import StartedGame, start_game
from trexscore.commands.recording import Recorded
from trexscore.db.games import read_game_identity
from trexscore.db.models import db
from trexscore.league.tie_breaks import TIE_BREAKS

PRESET = "complex"
"""Its games are short, with eight deals, and their points add up to zero: they can be adjusted to any totals."""
FIRST_DEAL = 6
"""The number of the first deal in the journal of a game: after the start and four names."""
TARGET_TOTALS = ((100, 0, 0, -100), (50, 50, -50, -50), (0, 0, 0, 0), (100, 100, 0, -200), (-50, 50, 50, -50))
OTHER_SEATINGS = [*permutations(LETTERS)][1:]
"""All seatings but the actual one."""
ROTATIONS = [seating for seating in OTHER_SEATINGS if "".join(seating) in LETTERS + LETTERS]
DAYS = ("2026-03-01", "2026-03-02", "2027-01-05")
BASES: tuple[dict[str, Any], ...] = (
    {"kind": "sum"},
    {"kind": "average"},
    {"kind": "best", "best": 1},
    {"kind": "best", "best": 1, "of": 2},
    {"kind": "places"},
    {"kind": "wins"},
)
RULES: tuple[dict[str, Any], ...] = (
    {},
    {"partnership": True},
    {"winner": "lowest_total", "unfinished_game": "as_it_stands"},
    {"winner": "worst_player_loses", "unfinished_game": "no_result"},
    {"tie_break": "most_trex_firsts"},
)


@dataclass
class RandomSeason:
    """A club with random entries, and an independent record of them."""

    clock: Clock
    random: Random
    club: SiteClub = field(default_factory=new_club)
    games: list[PlainGameRecord] = field(default_factory=list)
    merged: dict[int, tuple[int, int]] = field(default_factory=dict)
    guests: set[int] = field(default_factory=set)
    season_adjustments: dict[int, tuple[list[int], int, str]] = field(default_factory=dict)
    "Adjustments, by entry: members, points, day."
    tables: dict[str, list[Json]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.people = [
            OWNER_MEMBER_NUMBER,
            *(self.club.join(name) for name in ("Carine", "Dani", "Elias", "Farah", "Ghada", "Hala")),
        ]
        self.options = self.random.choice(RULES)
        self.counting = self.random_counting()
        self.number = self.club.create_season(house_rules=self.rules, counting=self.counting)
        self.club.add_entry("settings", {"name": "Trex", "shows": "standings"})

    @property
    def rules(self) -> Json:
        return {"preset": PRESET, "options": self.options}

    def random_counting(self) -> Json:
        basis = dict(self.random.choice(BASES))
        if basis["kind"] == "places":
            basis["awards"] = [2, 0] if "partnership" in self.options else [4, 2, 1, 0]
        tie_breaks = self.random.sample(TIE_BREAKS, self.random.choice((0, 1, 3, 8)))
        return {"basis": basis, "least_games": self.random.choice((1, 1, 2)), "tie_breaks": tie_breaks}

    def current_member(self, number: int | None) -> int | None:
        merged_into = dict(self.merged.values())
        while number in merged_into:
            number = merged_into[number]
        return number

    def run_step(self, step: str) -> None:
        self.clock.moment += timedelta(days=1)
        getattr(self, step)()
        self.tables[self.clock()[:10]] = self.table()

    def start(self) -> None:
        """Add a game, complete or abandoned, with totals that often tie; sometimes with other house rules."""
        random = self.random
        other_rules = random.random() < 0.2
        file = whole_game(PRESET, random.randrange(3), NAMES)
        deals = random.choice((8, 8, 8, 5, 1))
        options = self.options | ({"queen_points": 20} if other_rules else {})
        file |= {"house_rules": {"preset": PRESET, "options": options}, "deals": file["deals"][:deals]}
        new_game = start_game(file)
        assert isinstance(new_game, StartedGame)
        members = list(dict.fromkeys(self.current_member(number) for number in random.sample(self.people, 6)))
        scoring = [*members, None][:4]
        seated = scoring[:3] + ([random.choice(members[4:])] if members[4:] and random.random() < 0.3 else scoring[3:])
        uid = read_game_identity(db.session(), new_game.game_id).uid
        game = PlainGameRecord(
            uid, file, random.choice(DAYS), scoring, seated, random.random() < 0.8, random.random() < 0.5
        )
        self.games.append(game)
        self.adjust(game)
        self.count(game)

    def count(self, game: PlainGameRecord) -> bool:
        """Count the game in the club: whether it was recorded. It is refused only if a member would have two seats."""
        content = {
            "uid": game.uid,
            "seats": dict(zip(game.original_seats, game.scoring_members, strict=True)),
            "substitutes": {"D": game.seated_members[game.original_seats.index("D")]},
            "on": game.on,
            "although": ["unfinished"] * game.is_abandoned + ["house_rules"] * game.other_rules_allowed,
        }
        outcome = self.club.submit("game", content)
        is_recorded = isinstance(outcome, Recorded)
        assert is_recorded is not self.has_member_twice(game), outcome
        return is_recorded

    def has_member_twice(self, game: PlainGameRecord) -> bool:
        tables = [
            [self.current_member(member) for member in members if member is not None]
            for members in (game.scoring_members, game.seated_members)
        ]
        return any(len({*members}) < len(members) for members in tables)

    def adjust(self, game: PlainGameRecord | None = None) -> None:
        """Adjust a game to some of the target totals, or undo an adjustment."""
        adjusted = game or self.random_game()
        if adjusted is None:
            return
        if adjusted.adjustments and game is None:
            add_game_entry(adjusted.uid, {"take_back": next(iter(adjusted.adjustments))})
            del adjusted.adjustments[next(iter(adjusted.adjustments))]
            return
        totals = [adjusted.result()["totals"][letter] for letter in LETTERS]
        targets = self.random.sample(self.random.choice(TARGET_TOTALS), 4)
        if sum(totals):
            return  # only complete kingdoms add up to zero
        differences = [target - total for target, total in zip(targets, totals, strict=True)]
        if any(differences):
            body = {"adjustment": dict(zip(LETTERS, differences, strict=True)), "reason": "agreed"}
            adjusted.adjustments[add_game_entry(adjusted.uid, body)] = differences

    def correct(self) -> None:
        """Correct the order of a Trex deal."""
        game = self.random_game()
        if game is None:
            return
        deals = [number for number, deal in enumerate(game.file["deals"]) if "trex" in deal["captures"]]
        if deals:
            number = self.random.choice(deals)
            deal = game.file["deals"][number]
            first_seat, *other_seats = deal["captures"]["trex"]
            corrected_deal = deal | {"captures": {"trex": [*other_seats, first_seat]}}
            change = {"seq": FIRST_DEAL + number, "entry": corrected_deal}
            add_game_entry(
                game.uid, {"corrected": {"reason": "seen by all", "with": list(LETTERS), "changes": [change]}}
            )
            game.file["deals"][number] = corrected_deal

    def reseat(self) -> None:
        """Correct the seating. The captures move with the players or stay with the seats."""
        game = self.random_game()
        if game is None:
            return
        deals_move = self.random.random() < 0.5
        seating = self.random.choice(ROTATIONS if deals_move else OTHER_SEATINGS)
        seat_by_seat = dict(zip(LETTERS, seating, strict=True))
        add_game_entry(
            game.uid,
            {"corrected": {"reason": "a photograph", "changes": [{"seats": seat_by_seat, "deals": deals_move}]}},
        )
        game.change_places(seat_by_seat, along=deals_move)

    def withdraw(self) -> None:
        """Exclude a game, or include it again."""
        game = self.random_game()
        if game is not None and game.counted:
            self.club.exclude_game(game.uid)
            game.counted = False
        elif game is not None:
            game.counted = self.count(game)

    def merge(self) -> None:
        """Merge two members, or undo a merge."""
        if self.merged and self.random.random() < 0.5:
            entry, _members = self.merged.popitem()
            self.club.add_entry("take_back", entry)
            return
        member, into = self.random.sample(self.people[1:], 2)
        member, into = self.current_member(member) or 0, self.current_member(into) or 0
        if member in {into, OWNER_MEMBER_NUMBER}:
            return
        self.merged[0] = (member, into)
        has_member_twice = any(game.counted and self.has_member_twice(game) for game in self.games)
        del self.merged[0]
        outcome = self.club.submit("merged", {"member": member, "into": into})
        assert isinstance(outcome, Recorded) is not has_member_twice
        if isinstance(outcome, Recorded):
            self.merged[outcome.seq] = (member, into)

    def change(self) -> None:
        """Change the season's settings, and sometimes its house rules."""
        if self.random.random() < 0.3:
            self.options = self.random.choice(RULES)
        self.counting = self.random_counting()
        self.club.change_season(self.number, house_rules=self.rules, counting=self.counting)

    def give(self) -> None:
        """Adjust the points of members in the season, or undo such an adjustment."""
        if self.season_adjustments and self.random.random() < 0.4:
            self.club.add_entry("take_back", self.season_adjustments.popitem()[0])
            return
        if "partnership" in self.options:
            return
        members = [member for member in self.random.sample(self.people, 2) if self.current_member(member) == member]
        points, date = self.random.choice((-100, -50, 50, 100, 1)), self.random.choice(DAYS)
        content = {"season": self.number, "members": members, "points": points, "reason": "sat out", "on": date}
        if members:
            self.season_adjustments[self.club.add_entry("adjusted", content)] = (members, points, date)

    def adjustments_until(self, until: str) -> dict[int, int]:
        sums: dict[int, int] = {}
        for members, points, date in self.season_adjustments.values():
            for member in members if date <= until else ():
                current = self.current_member(member) or 0
                sums[current] = sums.get(current, 0) + points
        return sums

    def guest(self) -> None:
        """Make someone a guest, or a member again."""
        member = self.random.choice(self.people[1:])
        if self.current_member(member) == member:
            self.guests ^= {member}
            self.club.add_entry("role", {"member": member, "role": "guest" if member in self.guests else "member"})

    def ratings(self, *, pairs: bool) -> dict[Player, tuple[float, float]]:
        """The expected ratings after all games."""
        results = [
            result._replace(members=tuple(self.current_member(member) for member in game.seated_members))
            for game in in_order(self.games)
            if ("partnership" in game.options) == pairs and (result := game.counted_result())
        ]
        return plain_ratings(results, pairs=pairs)

    def random_game(self) -> PlainGameRecord | None:
        return self.random.choice(self.games) if self.games else None

    def table(self, until: str = "2999") -> list[Json]:
        """The rows that the API should return for the games played up to a day."""
        basis = self.counting["basis"]
        season_rules = PlainSeasonRules(
            basis["kind"],
            basis.get("best", 0),
            basis.get("of"),
            tuple(basis.get("awards", ())),
            self.counting["least_games"],
            tuple(self.counting["tie_breaks"]),
            pairs="partnership" in self.options,
            less=win_rule_of(self.options).less,
            given=self.adjustments_until(until),
        )
        results = []
        for game in in_order(self.games):
            as_season = game.options == self.options
            same_kind = ("partnership" in game.options) == season_rules.pairs
            result = game.counted_result()
            if (
                result
                and game.on < "2027"
                and game.on <= until
                and same_kind
                and (as_season or game.other_rules_allowed)
            ):
                result = result if as_season or result.won.less == season_rules.less else with_reversed_signs(result)
                results.append(
                    result._replace(members=tuple(self.current_member(member) for member in game.scoring_members))
                )
        line_by_members = plain_table(season_rules, results, sorted(self.guests))
        return [row_of(members, line, season_rules, self.guests) for members, line in line_by_members.items()]
