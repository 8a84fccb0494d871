"""A club's games: brought in, their seats put right, withdrawn; and which are listed."""

from collections.abc import Iterable
from typing import Any

from wtforms import FileField, HiddenField, SelectField, SelectMultipleField, StringField, TextAreaField
from wtforms.fields import Field

from trexscore.club.counted import OVERRIDES as LETS
from trexscore.club.counted import CountedGame, Override
from trexscore.club.game_night import GameNight
from trexscore.club.members import Member
from trexscore.club.record import ClubRecord
from trexscore.commands.clubs.count_game import NEW, Booking, Whose
from trexscore.game.file.names import compared
from trexscore.game.sign_off import AS_WRITTEN
from trexscore.i18n.texts.club import ALTHOUGH
from trexscore.rules.seats import BySeat, Seat
from trexscore.web.clubs.entry_form import ClubForm
from trexscore.web.clubs.members.presenter import by_name, title_of
from trexscore.web.games.choices import choices
from trexscore.web.numbers import whole
from trexscore.web.rendering import translate as _

NOBODY, THEMSELVES = "", "same"


class BringForm(ClubForm):
    """Which game: by its link, as a file, or as the text of a file."""

    link = StringField()
    file = FileField()
    pasted = TextAreaField()


class WhoField(SelectField):
    """Somebody of the club, or not."""

    def __init__(self, **more: Any) -> None:  # noqa: ANN401 - WTForms' own
        super().__init__(validate_choice=False, coerce=str, **more)


class BookingForm(ClubForm):
    """For whom each of the four counts, who sat there, and when.

    A field is of the seat where its player was first written: they stay who they are, whoever is moved meanwhile.
    """

    seat_A = WhoField()  # noqa: N815 - the seats are called so
    seat_B = WhoField()  # noqa: N815
    seat_C = WhoField()  # noqa: N815
    seat_D = WhoField()  # noqa: N815
    by_A = WhoField()  # noqa: N815
    by_B = WhoField()  # noqa: N815
    by_C = WhoField()  # noqa: N815
    by_D = WhoField()  # noqa: N815
    on = StringField()
    evening = SelectField(validate_choice=False, coerce=str)
    although = SelectMultipleField(validate_choice=False, choices=[])
    seasons = SelectMultipleField(validate_choice=False, choices=[])
    """To which seasons it is admitted although its house rules are others."""
    shown = HiddenField()
    """What was ticked when the form was opened, of a game that is in the book."""
    table = HiddenField()

    @property
    def seats(self) -> list[tuple[SelectField, SelectField]]:
        """For each seat, whose points they are and who sat there."""
        whose, sat = (self.seat_A, self.seat_B, self.seat_C, self.seat_D), (self.by_A, self.by_B, self.by_C, self.by_D)
        return list(zip(whose, sat, strict=True))

    def seats_under(self, sits: BySeat[Seat], names: Iterable[str]) -> list[tuple[str, SelectField, SelectField]]:
        """For each seat as they sit now, what its player is called and their fields."""
        return [(name, *self.seats[first]) for first, name in zip(sits, names, strict=True)]

    def offer(
        self,
        members: Iterable[Member],
        evenings: Iterable[tuple[GameNight, str]],
        seasons: Iterable[tuple[int, str]],
        *,
        leads: bool,
        complete: bool,
    ) -> None:
        """Everybody, by name, and whoever was erased where they sat; the evenings; and what the reader may let pass.

        `seasons`: those with other house rules, to which those who lead may admit the game.
        What has been played to its end is not broken off, unless it was said to be before.
        """
        ordered = by_name(members)
        people = [(str(one.number), title_of(one)) for one in ordered if one.name is not None]
        erased = [(str(one.number), title_of(one)) for one in ordered if one.name is None]
        guest = NEW, _("A new guest")
        for seat, by in self.seats:
            mine, theirs = ([one for one in erased if one[0] == field.data] for field in (seat, by))
            seat.choices = choices([*people, *mine, guest, (NOBODY, _("No one from this club"))])
            outside = NOBODY, _("Someone from outside the club")
            by.choices = choices([(THEMSELVES, _("No substitute")), *people, *theirs, guest, outside])
        shown = [(str(evening.number), title) for evening, title in evenings]
        self.evening.choices = choices([(NOBODY, _("Not on a game night")), *shown])
        chosen = self.although.data or ()
        passing = (one for one in may_let(leads=leads) if one != "unfinished" or not complete or one in chosen)
        self.although.choices = choices((one, _(ALTHOUGH[one])) for one in passing if one in ALTHOUGH)
        if self.seasons.data is None and "house_rules" in chosen:
            seasons = list(seasons)
            self.seasons.data = [str(number) for number, _name in seasons]
        self.seasons.choices = choices((str(number), name) for number, name in (seasons if leads else ()))

    def guess(self, players: Iterable[str | None], record: ClubRecord) -> None:
        """Who of the players, where they were first written, is which member by name; nobody's is a new guest.

        A name that is nearly a member's is taken for that member's: the page asks anyway.
        """
        whose = record.called
        for (seat, by), name in zip(self.seats, players, strict=True):
            member = None if name is None else whose.get(compared(name)) or next(iter(record.resembling(name)), None)
            seat.data = str(member.number) if member is not None else NOBODY if name is None else NEW
            by.data = THEMSELVES

    def fill_in(self, counted: CountedGame) -> None:
        """Show how the game is counted."""
        written = counted.seated(AS_WRITTEN)
        for (seat, by), member, sat in zip(self.seats, written.members, written.played_by, strict=True):
            seat.data = NOBODY if member is None else str(member)
            by.data = THEMSELVES if sat == member else NOBODY if sat is None else str(sat)
        self.on.data = counted.on.isoformat()
        self.evening.data = NOBODY if counted.evening is None else str(counted.evening)
        self.although.data = sorted(counted.although)
        self.seasons.data = None if counted.seasons is None else list(map(str, sorted(counted.seasons)))
        self.shown.data = " ".join(self.although.data)
        self.table.data = "" if counted.table is None else f"{counted.table} {counted.evening}"

    def booking(self) -> Booking:
        """What it says. A table is kept as long as the evening is."""
        seats = BySeat(*(_whose(seat.data) for seat, _by in self.seats))
        played_by = BySeat(
            *(_whose(seat.data) if by.data in (THEMSELVES, None) else _whose(by.data) for seat, by in self.seats)
        )
        evening = whole(self.evening.data or "")
        table, _space, of = (self.table.data or "").partition(" ")
        seasons = [number for said in self.seasons.data or () if (number := whole(said)) is not None]
        although = {*(self.although.data or ())} - {"house_rules"} | ({"house_rules"} if seasons else set())
        return Booking(
            seats,
            played_by,
            (self.on.data or "").strip(),
            evening,
            whole(table) if evening is not None and of == str(evening) else None,
            sorted(although),
            None if self.shown.data is None else tuple(self.shown.data.split()),
            sorted(set(seasons)) if seasons else None,
        )

    def field_at(self, at: str) -> Field | None:
        """The day is the only field that can be wrong by itself."""
        return self.on if at == "game.on" else None


def may_let(*, leads: bool) -> tuple[Override, ...]:
    """What may be let pass: by those who lead the club everything, by others that nobody goes on with a game."""
    return LETS if leads else ("unfinished",)


def _whose(said: str | None) -> Whose:
    return NEW if said == NEW else whole(said or "")


class WithdrawForm(ClubForm):
    """Why a game is not to count any more."""

    reason = StringField()


class WhichForm(ClubForm):
    """Which games are listed."""

    season = SelectField(validate_choice=False, coerce=str)
    member = SelectField(validate_choice=False, coerce=str)
