"""The base of every form that records an entry of a game."""

from typing import Self, TypeVar

from flask import flash
from wtforms import HiddenField, RadioField

from trexscore.commands.recording import KEY_REUSED_REFUSAL, RecordingFailure
from trexscore.game.file.entries import read_score_entry
from trexscore.i18n.texts.captures import SeatNamer
from trexscore.rules.faults_under_any_rules import refusals_under_any_rules
from trexscore.rules.seats import SEAT_BY_LETTER, SEATS
from trexscore.web.forms import RecordingForm
from trexscore.web.games.choices import choices
from trexscore.web.rendering import translate as _

T = TypeVar("T")


class EntryForm(RecordingForm):
    """`after` is the last entry that its page showed."""

    after = HiddenField()

    def __init__(self, last_seq: int, *, blank: bool = False) -> None:
        """Set `key` and `after`, unless the request has set them. `last_seq`: the last entry of the game."""
        super().__init__(blank=blank)
        self.last_seq = last_seq
        if not (self.after.data or "").isdecimal():
            self.after.data = str(last_seq)

    @classmethod
    def ignoring_newer_entries(cls, last_seq: int) -> Self:
        """The form of a single tap, which is valid whatever was recorded since its page was loaded."""
        form = cls(last_seq)
        form.after.data = str(last_seq)
        return form

    def renew_key(self) -> None:
        """Let the same input be saved as a new entry: under a new key, after the latest entry."""
        super().renew_key()
        self.after.data = str(self.last_seq)

    def flash_problems(self) -> None:
        """Show the problems on the next page."""
        for problem in self.problems:
            flash(problem, "problem")

    def unwrap_outcome(self, outcome: T | RecordingFailure, name_of: SeatNamer | None = None) -> T | None:
        """As in the base class. A form sent before with other content gets a new key, and a problem says so."""
        if outcome != KEY_REUSED_REFUSAL:
            return super().unwrap_outcome(outcome, name_of)
        self.renew_key()
        self.problems.append(
            _("This form was already saved with different answers. Check the game; if these are right too, save again.")
        )
        return None

    def show_faults_of_entry(self, entry_content: object, name_of: SeatNamer) -> bool:
        """Show what is wrong with an entry (a JSON value) under any house rules. True if anything is."""
        faults = refusals_under_any_rules([read_score_entry(entry_content)])
        self.add_problems(faults, name_of)
        return bool(faults)


def seat_radio(*, may_be_empty: bool = False) -> RadioField:
    """A choice of one of the four seats, or of none; the page supplies the names.

    Where a seat is needed, a value that is no seat counts as no choice, so that pages can look up the seat.
    """
    seats = [(seat.name, seat.name) for seat in SEATS]
    return RadioField(
        choices=choices([("", ""), *seats] if may_be_empty else seats),
        filters=() if may_be_empty else (_seat_letter_or_none,),
        validate_choice=False,
    )


def _seat_letter_or_none(value: str | None) -> str | None:
    return value if value in SEAT_BY_LETTER else None
