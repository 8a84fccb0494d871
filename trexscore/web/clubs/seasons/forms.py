"""Forms of a season: its dates, its house rules, how games are counted; and point adjustments."""

import re
from collections.abc import Iterable

from wtforms import BooleanField, Field, RadioField, SelectMultipleField, StringField

from trexscore.club.season import Season
from trexscore.game.file.house_rules import read_house_rules
from trexscore.i18n.texts.captures import SeatNamer
from trexscore.i18n.texts.clubs.league import NAME_AND_EXPLANATION_BY_BASIS, NAME_AND_EXPLANATION_BY_TIE_BREAK
from trexscore.league.basis import BASIS_KINDS
from trexscore.league.tie_breaks import REDUNDANT_TIE_BREAK_BY_BASIS_KIND, TIE_BREAKS
from trexscore.rules.refusals import Refusal
from trexscore.web.clubs.entry_form import ClubForm, EditForm
from trexscore.web.forms import NameField
from trexscore.web.games.choices import choices
from trexscore.web.games.start.forms import CheckBoxesField, NewGameForm
from trexscore.web.number_parsing import parse_ascii_number, parse_typed_number
from trexscore.web.rendering import translate as _

DEFAULT_PLAYER_PLACEMENT_POINTS, DEFAULT_PAIR_PLACEMENT_POINTS = "4 2 1 0", (1, 0)
"""Default points for finishes."""
_AWARD_SEPARATOR_PATTERN = re.compile(r"[\s,،;/]+(?:[-–—]\s+)?|(?<=\d)[-–—]")
"""A dash separates two numbers, too (4-2-1-0), unless it can only be a minus (4 2 1 -1)."""
_DEFAULT_TIE_BREAKS = ("head_to_head", "wins", "trex_firsts")
_FIELD_NAME_BY_PATH = {
    "season.from": "begins",
    "season.counting.basis": "best",
    "season.counting.basis.awards": "placement_points",
    "season.counting.basis.kind": "basis",
}


class SeasonForm(EditForm):
    """A season without its house rules. Ticked tie-breaks are sent in the order of the page."""

    name = NameField()
    begins = StringField()
    until = StringField()
    basis = RadioField(validate_choice=False, default="sum")
    best = StringField()
    of = StringField()
    placement_points = StringField(name="awards")
    least_games = StringField()
    tie_breaks = CheckBoxesField(validate_choice=False)
    ranks_guests = BooleanField(name="guests")

    rules_form: NewGameForm | None = None
    """The form of its house rules on the same page, which shows their problems."""

    def fill_in(self, season: Season | None) -> None:
        """Show a season; without one, the defaults of the first."""
        if season is None:
            self.tie_breaks.data, self.placement_points.data = (
                list(_DEFAULT_TIE_BREAKS),
                DEFAULT_PLAYER_PLACEMENT_POINTS,
            )
            return
        basis = season.season_rules.basis
        self.mark_seen(season.last_definition_seq)
        self.name.data, self.ranks_guests.data = season.name, season.ranks_guests
        self.begins.data, self.until.data = season.first_day.isoformat(), season.last_day.isoformat()
        self.basis.data, self.placement_points.data = (
            basis.kind,
            " ".join(map(str, basis.placement_points)) or DEFAULT_PLAYER_PLACEMENT_POINTS,
        )
        self.best.data, self.of.data = str(basis.best_game_count or ""), str(basis.considered_game_count or "")
        self.least_games.data = str(season.season_rules.minimum_games)
        self.tie_breaks.data = list(season.season_rules.tie_breaks)

    def clear_derived_minimum_games(self) -> None:
        """Empty the minimum games if they follow from the basis, so that a new basis sets them."""
        if self.least_games.data == (self.best.data or "1"):
            self.least_games.data = ""

    def set_choices(self) -> None:
        """Offer the choices. Tie-breaks that are not ticked come last."""
        self.basis.choices = choices((kind, _(NAME_AND_EXPLANATION_BY_BASIS[kind][0])) for kind in BASIS_KINDS)
        known_tie_breaks = [
            code
            for code in dict.fromkeys((*self.tie_break_order, *TIE_BREAKS))
            if code in NAME_AND_EXPLANATION_BY_TIE_BREAK
        ]
        self.tie_breaks.choices = choices(
            (code, _(NAME_AND_EXPLANATION_BY_TIE_BREAK[code][0])) for code in known_tie_breaks
        )

    def move_tie_break(self, direction_and_code: str) -> None:
        """Swap two neighbouring tie-breaks: `up:wins`. Unknown ones are ignored."""
        direction, _colon, code = direction_and_code.partition(":")
        tie_break_order = self.tie_break_order
        if code in tie_break_order:
            tie_break_index = tie_break_order.index(code)
            neighbour = tie_break_index - 1 if direction == "up" else tie_break_index + 1
            if 0 <= neighbour < len(tie_break_order):
                tie_break_order[tie_break_index], tie_break_order[neighbour] = (
                    tie_break_order[neighbour],
                    tie_break_order[tie_break_index],
                )
        self.tie_breaks.data = tie_break_order

    @property
    def tie_break_order(self) -> list[str]:
        """The tie-breaks in order."""
        return list(self.tie_breaks.data or ())

    @property
    def _basis_fields(self) -> dict[str, object]:
        basis: dict[str, object] = {"kind": self.basis.data}
        if self.basis.data == "best":
            basis["best"] = parse_typed_number(self.best.data)
            if (self.of.data or "").strip():
                basis["of"] = parse_typed_number(self.of.data)
        elif self.basis.data == "places":
            basis["awards"] = [
                parse_typed_number(part)
                for part in _AWARD_SEPARATOR_PATTERN.split((self.placement_points.data or "").strip())
                if part
            ]
        return basis

    @property
    def counting_fields(self) -> dict[str, object]:
        """The `counting` part of the entry. Values that are not numbers stay as typed, and are refused."""
        basis, idle = self._basis_fields, REDUNDANT_TIE_BREAK_BY_BASIS_KIND.get(self.basis.data)
        least_games = (
            parse_typed_number(self.least_games.data) if (self.least_games.data or "").strip() else basis.get("best", 1)
        )
        return {
            "basis": basis,
            "least_games": least_games,
            "tie_breaks": [code for code in self.tie_break_order if code != idle],
        }

    @property
    def minimum_is_too_low(self) -> bool:
        """Whether some players could be ranked by fewer games than others."""
        best, least = self._basis_fields.get("best"), self.counting_fields["least_games"]
        return isinstance(best, int) and isinstance(least, int) and least < best

    def entry_fields(self, house_rules: dict[str, object], changed_season_number: int | None) -> dict[str, object]:
        """The fields of the entry. `changed_season_number`: the number of the season that it changes."""
        counting, rules = self.counting_fields, read_house_rules(house_rules, [])
        if (
            rules is not None
            and rules.partnership
            and self.placement_points.data == DEFAULT_PLAYER_PLACEMENT_POINTS
            and self.basis.data == "places"
        ):
            counting["basis"] = {"kind": "places", "awards": list(DEFAULT_PAIR_PLACEMENT_POINTS)}
        changed_season_fields = (
            {} if changed_season_number is None else {"instead": changed_season_number, **self.seen_entry_body_field}
        )
        return {
            "name": self.name.data or "",
            "from": self.begins.data or "",
            "until": self.until.data or "",
            "house_rules": house_rules,
            "counting": counting,
            "guests": bool(self.ranks_guests.data),
            **changed_season_fields,
        }

    def add_problems(self, refusals: Iterable[Refusal], name_of: SeatNamer | None = None) -> None:
        """Show problems of house rules at their fields, too."""
        refusals = tuple(refusals)
        if not (self.least_games.data or "").strip():  # it follows from `best`, whose problem is shown
            refusals = tuple(refusal for refusal in refusals if refusal.code != "bad_least_games")
        super().add_problems(refusals, name_of)
        if self.rules_form is not None:
            self.rules_form.add_problems(refusals)

    def field_for_path(self, path: str) -> Field | None:
        """Some paths of the entry belong to fields of other names."""
        if path.startswith("season.counting.tie_breaks"):
            return self.tie_breaks
        return self[_FIELD_NAME_BY_PATH[path]] if path in _FIELD_NAME_BY_PATH else super().field_for_path(path)


class AdjustmentForm(ClubForm):
    """Points given to members; negative points are taken away."""

    members = SelectMultipleField(validate_choice=False)
    points = StringField()
    reason = StringField()
    on = StringField()

    def set_choices(self, numbers_and_names: Iterable[tuple[int, str]]) -> None:
        """Offer these players, as number and name."""
        self.members.choices = choices((str(number), name) for number, name in numbers_and_names)

    def entry_fields(self, season_number: int) -> dict[str, object]:
        """The fields of the entry. Points that are not numbers stay as typed, and are refused."""
        return {
            "season": season_number,
            "members": [number for text in self.members.data or () if (number := parse_ascii_number(text)) is not None],
            "points": parse_typed_number(self.points.data),
            "reason": (self.reason.data or "").strip(),
            "on": (self.on.data or "").strip(),
        }
