"""What is asked before a correction is looked at. It changes nothing yet, so it is sent with the address."""

from collections.abc import Iterable, Sequence
from typing import Any

from wtforms import Form, RadioField, SelectField, StringField

from trexscore.game.record import Record
from trexscore.rules.kings import kings_instead
from trexscore.rules.seats import SEATS, Seat
from trexscore.web.games.choices import choices
from trexscore.web.games.corrections.forms import with_entry
from trexscore.web.games.entry_form import seat_radio


class SeatsForm(Form):
    """Who really sat where, and whose the points are."""

    sat_A = SelectField(validate_choice=False)  # noqa: N815 - the seats are called so
    sat_B = SelectField(validate_choice=False)  # noqa: N815
    sat_C = SelectField(validate_choice=False)  # noqa: N815
    sat_D = SelectField(validate_choice=False)  # noqa: N815
    points = RadioField(validate_choice=False, choices=choices([("players", ""), ("seats", "")]))

    @property
    def sat(self) -> list[SelectField]:
        """For each seat the seat to which whoever really sat there was written."""
        return [self.sat_A, self.sat_B, self.sat_C, self.sat_D]

    def offer(self, names: Sequence[str]) -> None:
        """To begin with, all sit where they were written to."""
        for seat, one in zip(SEATS, self.sat, strict=True):
            one.choices = choices((other.name, name) for other, name in zip(SEATS, names, strict=True))
            one.data = one.data or seat.name

    def tap(self, seat: Seat, picked: Seat | None) -> Seat | None:
        """A tap on a seat: the first picks it, the second swaps the two, and one on the same seat lets go of it."""
        if picked is None or picked is seat:
            return seat if picked is None else None
        one, other = self.sat[picked], self.sat[seat]
        one.data, other.data = other.data, one.data
        return None

    @property
    def one_sits_twice(self) -> bool:
        return sorted(one.data for one in self.sat) != [seat.name for seat in SEATS]

    def change(self) -> dict[str, Any]:
        """The change of a correction; those who sat right are not named."""
        moved = {one.data: seat.name for seat, one in zip(SEATS, self.sat, strict=True) if one.data != seat.name}
        return {"seats": moved, "deals": self.points.data == "players"}


class KingForm(Form):
    """Whose kingdom it really was."""

    king = seat_radio()


class NoteForm(Form):
    """What is noted beside a deal."""

    note = StringField()


class MissingForm(Form):
    """What is missing, in whose kingdom, and before which entry."""

    contracts = RadioField(validate_choice=False)
    king = seat_radio()
    before = SelectField(validate_choice=False)

    def offer(self, what: Iterable[tuple[str, str]], places: Iterable[tuple[str, str]]) -> None:
        """What there is to choose from."""
        self.contracts.choices, self.before.choices = choices(what), choices(places)


def of_another_king(changes: Sequence[Any], record: Record, king: Seat, to: Seat, own_seq: int) -> list[Any]:
    """The changes by which a whole kingdom was another king's; `kings_instead` says what of the others."""
    begun = kings_in(record)
    if king not in begun:
        return [*changes, {"first_king": to.name}]
    instead = kings_instead(record.rules, begun, king, to)
    changed = list(changes)
    for counted in record.counted:
        was = counted.entry.king
        if was is not None and instead[was] is not was:
            changed = with_entry(changed, counted.seq, {**counted.body, "king": instead[was].name}, own_seq)
    first = record.first_king
    if first is not None and instead.get(first, first) is not first:
        changed.append({"first_king": instead[first].name})
    return changed


def kings_in(record: Record) -> list[Seat]:
    """The kings of whom anything was told, in order."""
    return list(dict.fromkeys(counted.entry.king for counted in record.counted if counted.entry.king is not None))
