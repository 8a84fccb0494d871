"""Forms about games of a club: add, edit players and day, exclude."""

from collections.abc import Iterable

from wtforms import HiddenField, SelectField, SelectMultipleField, StringField, TextAreaField
from wtforms.fields import Field

from trexscore.club.counted_game import OVERRIDABLE_OBSTACLES, CountedGame, OverridableObstacle
from trexscore.club.game_night import GameNight
from trexscore.club.members import Member
from trexscore.club.record import ClubRecord
from trexscore.commands.clubs.count_game import NEW_GUEST, CountDraft, SeatHolder
from trexscore.game.file.names import name_key
from trexscore.game.sign_off import ALL_IN_ORIGINAL_SEATS
from trexscore.i18n.texts.clubs.club import OBSTACLE_OVERRIDE_TEXTS
from trexscore.rules.seats import BySeat, Seat
from trexscore.web.clubs.entry_form import ClubForm, EditForm
from trexscore.web.clubs.members.presenter import display_name, sorted_by_name
from trexscore.web.games.choices import choices
from trexscore.web.number_parsing import parse_ascii_number
from trexscore.web.rendering import translate as _

NONE_CHOICE, NO_SUBSTITUTE_CHOICE = "", "same"


class FindGameForm(ClubForm):
    """A game, by its link or as pasted text; the page also has a field for a file."""

    link = StringField()
    pasted = TextAreaField()


def _member_field(name: str | None = None) -> SelectField:
    return SelectField(validate_choice=False, coerce=str, name=name)


class CountGameForm(EditForm):
    """Whose points each seat's are, who sat there, and when.

    Fields belong to the original seats of players, so that a later reseating does not mix them up.
    """

    seat_A = _member_field()  # noqa: N815 - the seats are called so
    seat_B = _member_field()  # noqa: N815
    seat_C = _member_field()  # noqa: N815
    seat_D = _member_field()  # noqa: N815
    substitute_A = _member_field(name="by_A")  # noqa: N815
    substitute_B = _member_field(name="by_B")  # noqa: N815
    substitute_C = _member_field(name="by_C")  # noqa: N815
    substitute_D = _member_field(name="by_D")  # noqa: N815
    on = StringField()
    game_night = SelectField(validate_choice=False, coerce=str, name="evening")
    although = SelectMultipleField(validate_choice=False, choices=[])
    house_rules_override_seasons = SelectMultipleField(validate_choice=False, choices=[], name="seasons")
    """Seasons in which it counts despite other house rules."""
    shown = HiddenField()
    """Overrides ticked when the form was loaded, for a game that counts already."""
    table = HiddenField()

    @property
    def original_seat_fields(self) -> list[tuple[SelectField, SelectField]]:
        """For each original seat, the field of whose points, and of who sat there."""
        owners = self.seat_A, self.seat_B, self.seat_C, self.seat_D
        substitutes = self.substitute_A, self.substitute_B, self.substitute_C, self.substitute_D
        return list(zip(owners, substitutes, strict=True))

    def current_seat_fields(
        self, original_seat_by_seat: BySeat[Seat], player_names: Iterable[str]
    ) -> list[tuple[str, SelectField, SelectField]]:
        """For each present seat, the player's name and their fields."""
        return [
            (name, *self.original_seat_fields[original])
            for original, name in zip(original_seat_by_seat, player_names, strict=True)
        ]

    def set_choices(
        self,
        members: Iterable[Member],
        nights_with_titles: Iterable[tuple[GameNight, str]],
        other_rules_season_choices: Iterable[tuple[int, str]],
        *,
        is_owner_or_admin: bool,
        is_complete: bool,
    ) -> None:
        """Offer members by name, anonymized ones only where they are chosen; game nights; and overrides.

        `other_rules_season_choices` are for admins. Others may only set that a game is abandoned. A complete game is
        not offered as abandoned, unless it was before.
        """
        sorted_members = sorted_by_name(members)
        people = [(str(member.number), display_name(member)) for member in sorted_members if member.name is not None]
        erased = [(str(member.number), display_name(member)) for member in sorted_members if member.name is None]
        guest = NEW_GUEST, _("A new guest")
        for player_field, substitute_field in self.original_seat_fields:
            erased_players, erased_substitutes = (
                [item for item in erased if item[0] == field.data] for field in (player_field, substitute_field)
            )
            player_field.choices = choices([*people, *erased_players, guest, (NONE_CHOICE, _("No one from this club"))])
            outside_choice = NONE_CHOICE, _("Someone from outside the club")
            substitute_field.choices = choices(
                [(NO_SUBSTITUTE_CHOICE, _("No substitute")), *people, *erased_substitutes, guest, outside_choice]
            )
        night_choices = [(str(game_night.number), title) for game_night, title in nights_with_titles]
        self.game_night.choices = choices([(NONE_CHOICE, _("Not on a game night")), *night_choices])
        chosen_overrides = self.although.data or ()
        settable: tuple[OverridableObstacle, ...] = OVERRIDABLE_OBSTACLES if is_owner_or_admin else ("unfinished",)
        offered_override_codes = (
            code for code in settable if code != "unfinished" or not is_complete or code in chosen_overrides
        )
        self.although.choices = choices(
            (code, _(OBSTACLE_OVERRIDE_TEXTS[code]))
            for code in offered_override_codes
            if code in OBSTACLE_OVERRIDE_TEXTS
        )
        if self.house_rules_override_seasons.data is None and "house_rules" in chosen_overrides:
            other_rules_season_choices = list(other_rules_season_choices)
            self.house_rules_override_seasons.data = [str(number) for number, _name in other_rules_season_choices]
        self.house_rules_override_seasons.choices = choices(
            (str(number), name) for number, name in (other_rules_season_choices if is_owner_or_admin else ())
        )

    def preselect_members(self, player_names: Iterable[str | None], record: ClubRecord) -> None:
        """Preselect members by name, for players in original seats. Unknown names become new guests.

        A similar name is taken for the member's: the page lets the reader check.
        """
        member_by_name_key = record.member_by_name_key
        for (player_field, substitute_field), name in zip(self.original_seat_fields, player_names, strict=True):
            member = None
            if name is not None:
                member = member_by_name_key.get(name_key(name)) or next(
                    iter(record.similar_members_without_namesake(name)), None
                )
            player_field.data = str(member.number) if member is not None else NONE_CHOICE if name is None else NEW_GUEST
            substitute_field.data = NO_SUBSTITUTE_CHOICE

    def fill_in(self, counted_game: CountedGame) -> None:
        """Show how the game counts now."""
        original = counted_game.reseated(ALL_IN_ORIGINAL_SEATS)
        for (seat, substitute_field), member, player in zip(
            self.original_seat_fields, original.credited_member_numbers, original.playing_member_numbers, strict=True
        ):
            seat.data = NONE_CHOICE if member is None else str(member)
            substitute_field.data = (
                NO_SUBSTITUTE_CHOICE if player == member else NONE_CHOICE if player is None else str(player)
            )
        self.on.data = counted_game.day.isoformat()
        self.game_night.data = NONE_CHOICE if counted_game.night_number is None else str(counted_game.night_number)
        self.although.data = sorted(counted_game.overridden_obstacles)
        self.house_rules_override_seasons.data = (
            None
            if counted_game.rules_override_season_numbers is None
            else list(map(str, sorted(counted_game.rules_override_season_numbers)))
        )
        self.shown.data = " ".join(self.although.data)
        self.table.data = (
            "" if counted_game.table_number is None else f"{counted_game.table_number} {counted_game.night_number}"
        )

    def count_draft(self) -> CountDraft:
        """The content of the form. The table is dropped if the game night was changed."""
        members = BySeat(*(_parse_seat_holder(player_field.data) for player_field, _by in self.original_seat_fields))
        played_by = BySeat(
            *(
                _parse_seat_holder(
                    (player_field if substitute_field.data in (NO_SUBSTITUTE_CHOICE, None) else substitute_field).data
                )
                for player_field, substitute_field in self.original_seat_fields
            )
        )
        game_night = parse_ascii_number(self.game_night.data or "")
        table, _space, table_night = (self.table.data or "").partition(" ")
        seasons = [
            number
            for text in self.house_rules_override_seasons.data or ()
            if (number := parse_ascii_number(text)) is not None
        ]
        overridden_obstacles = {*(self.although.data or ())} - {"house_rules"} | ({"house_rules"} if seasons else set())
        return CountDraft(
            members,
            played_by,
            (self.on.data or "").strip(),
            game_night,
            parse_ascii_number(table) if game_night is not None and table_night == str(game_night) else None,
            sorted(overridden_obstacles),
            None if self.shown.data is None else tuple(self.shown.data.split()),
            sorted(set(seasons)) if seasons else None,
            parse_ascii_number(self.behind.data or ""),
        )

    def field_for_path(self, path: str) -> Field | None:
        """Only the day can be wrong by itself."""
        return self.on if path == "game.on" else None


def _parse_seat_holder(value: str | None) -> SeatHolder:
    return NEW_GUEST if value == NEW_GUEST else parse_ascii_number(value or "")


class ExcludeForm(ClubForm):
    """The reason for excluding a game."""

    reason = StringField()
