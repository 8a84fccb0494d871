"""Questions asked before the preview of a correction. They change nothing yet, so they are sent by GET."""

from collections.abc import Iterable, Sequence

from wtforms import Form, RadioField, SelectField

from trexscore.game.record import Record
from trexscore.ledger.chain import Body
from trexscore.rules.cards import CONTRACTS, Contract
from trexscore.rules.contract_set import ALL_FOUR_PENALTY_CONTRACTS, ContractSet, contract_set_of
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.kings import king_replacements
from trexscore.rules.seats import SEATS, Seat
from trexscore.web.games.choices import choices
from trexscore.web.games.correction_effects.forms import with_replaced_entry
from trexscore.web.games.entry_form import seat_radio
from trexscore.web.games.entry_titles import contract_set_name


class SeatsForm(Form):
    """Who really sat where, and who keeps the points."""

    sat_A = SelectField(validate_choice=False)  # noqa: N815 - the seats are called so
    sat_B = SelectField(validate_choice=False)  # noqa: N815
    sat_C = SelectField(validate_choice=False)  # noqa: N815
    sat_D = SelectField(validate_choice=False)  # noqa: N815
    points = RadioField(validate_choice=False, choices=choices([("players", ""), ("seats", "")]))

    @property
    def seat_fields(self) -> list[SelectField]:
        """For each seat, the field with the recorded seat of the player who really sat there."""
        return [self.sat_A, self.sat_B, self.sat_C, self.sat_D]

    def set_choices(self, names: Sequence[str]) -> None:
        """Offer the four players for each seat; at first, everyone has their recorded seat."""
        for seat, field in zip(SEATS, self.seat_fields, strict=True):
            field.choices = choices((recorded.name, name) for recorded, name in zip(SEATS, names, strict=True))
            field.data = field.data or seat.name

    def pick_or_swap(self, tapped: Seat, picked: Seat | None) -> Seat | None:
        """Returns the seat that is picked now. A second tap swaps the two seats, or unpicks the same one."""
        if picked is None or picked is tapped:
            return tapped if picked is None else None
        first, second = self.seat_fields[picked], self.seat_fields[tapped]
        first.data, second.data = second.data, first.data
        return None

    @property
    def has_repeated_player(self) -> bool:
        return sorted(field.data for field in self.seat_fields) != [seat.name for seat in SEATS]

    def change_content(self) -> Body:
        """The change of a correction, with the players who move."""
        new_seat_by_old_seat = {
            field.data: seat.name
            for seat, field in zip(SEATS, self.seat_fields, strict=True)
            if field.data != seat.name
        }
        return {"seats": new_seat_by_old_seat, "deals": self.points.data == "players"}


class KingForm(Form):
    """Whose kingdom it really was."""

    king = seat_radio()


class MissingEntryForm(Form):
    """The kind of a missing entry, its kingdom, and the entry that it belongs before."""

    contracts = RadioField(validate_choice=False)
    king = seat_radio()
    before = SelectField(validate_choice=False)

    def set_choices(self, kind_choices: Iterable[tuple[str, str]], place_choices: Iterable[tuple[str, str]]) -> None:
        self.contracts.choices, self.before.choices = choices(kind_choices), choices(place_choices)


def with_changed_king(
    change_contents: Sequence[object], record: Record, old_king: Seat, new_king: Seat, new_correction_seq: int
) -> list[object]:
    """The changes, with a kingdom given to another king. `king_replacements` decides about the other kingdoms."""
    kings_so_far = kings_with_entries(record)
    if old_king not in kings_so_far:
        return [*change_contents, {"first_king": new_king.name}]
    replacement_by_king = king_replacements(record.rules, kings_so_far, old_king, new_king)
    new_change_contents = list(change_contents)
    for file_entry in record.counted_entries:
        was = file_entry.score_entry.king
        if was is not None and replacement_by_king[was] is not was:
            new_change_contents = with_replaced_entry(
                new_change_contents,
                file_entry.seq,
                {**file_entry.body, "king": replacement_by_king[was].name},
                new_correction_seq,
            )
    first_king = record.first_king
    if first_king is not None and replacement_by_king.get(first_king, first_king) is not first_king:
        new_change_contents.append({"first_king": replacement_by_king[first_king].name})
    return new_change_contents


def kings_with_entries(record: Record) -> list[Seat]:
    """The kings with recorded entries, in order."""
    kings = (file_entry.score_entry.king for file_entry in record.counted_entries)
    return list(dict.fromkeys(king for king in kings if king is not None))


def contract_choices(rules: HouseRules) -> list[tuple[str, str]]:
    """The contracts that a missing or wrong deal can have been: form value and name."""
    contract_sets: list[ContractSet] = [contract_set_of((contract,)) for contract in CONTRACTS]
    if rules.combining == "all_four":
        contract_sets = [ALL_FOUR_PENALTY_CONTRACTS, contract_set_of((Contract.TREX,))]
    return [("+".join(contract_set.contracts), contract_set_name(contract_set)) for contract_set in contract_sets]
