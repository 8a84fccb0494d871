"""Base classes of the forms that record a club's entries."""

from collections.abc import Iterable

from wtforms import Field, HiddenField

from trexscore.i18n.texts.captures import SeatNamer
from trexscore.rules.refusals import Refusal, refuse
from trexscore.web.forms import RecordingForm
from trexscore.web.number_parsing import parse_ascii_number


class ClubForm(RecordingForm):
    """A form whose fields are sent under the keys of its entry."""

    def field_for_path(self, path: str) -> Field | None:
        """The field at this path of the entry: by default, the one that is sent under the path's last name."""
        name = path.rpartition(".")[2]
        return next((field for field in self if field.name == name), None)


class FieldlessForm(ClubForm):
    """The form of an action without fields, such as reinstating a member or undoing a merge."""

    def add_problems(self, refusals: Iterable[Refusal], name_of: SeatNamer | None = None) -> None:
        """Here no name can be chosen: if someone else has it by now, they have to be renamed."""
        super().add_problems(
            (
                refuse("name_taken_by_now", refusal.path) if refusal.code == "name_taken" else refusal
                for refusal in refusals
            ),
            name_of,
        )


class EditForm(ClubForm):
    """A form that changes something. `behind`: number of the latest entry about it that the editor has seen."""

    behind = HiddenField()

    def mark_seen(self, entry_seq: int) -> None:
        """Note that the editor has seen this entry."""
        self.behind.data = str(entry_seq)

    @property
    def seen_entry_body_field(self) -> dict[str, int]:
        """The `behind` field of the entry; 0, which no entry has, if it is not a number."""
        return {"behind": parse_ascii_number(self.behind.data or "") or 0}
