"""An entry that was set aside: it counts nothing, and still has to be one that a phone can have held."""

from trexscore.game.announcement import announcement_in
from trexscore.game.file.entries import read_entry
from trexscore.game.file.names import read_name
from trexscore.game.file.shape import read_object, read_seat, refuse_unknown_fields
from trexscore.game.player_names import is_naming
from trexscore.game.record import Record
from trexscore.ledger.chain import Body
from trexscore.rules.refusals import Refusal, refuse

_OF_SHAPE = frozenset({"wrong_type", "unknown_field", "missing_field", "unknown_seat", "unknown_contract"})
"""What the rules say to an entry can be why it was set aside. What is no entry at all never was one."""


def conflict_refusals(said: Body, record: Record) -> list[Refusal]:
    """Why the `set_aside` of a new entry is no entry."""
    return [fault.below("set_aside") for fault in _faults(said, record) if fault.code in _OF_SHAPE]


def _faults(said: Body, record: Record) -> list[Refusal]:
    faults: list[Refusal] = []
    if "announced" in said:
        refuse_unknown_fields(said, ("announced",), "", faults)
        if read_object(said["announced"], "announced", faults) is not None:
            faults += announcement_in(said["announced"], record.rules, record.play().game)[1]
    elif "abandoned" in said:
        refuse_unknown_fields(said, ("abandoned",), "", faults)
        read_object(said["abandoned"], "abandoned", faults)
    elif "take_back" in said:
        refuse_unknown_fields(said, ("take_back",), "", faults)
        if type(said["take_back"]) is not int:
            faults.append(refuse("wrong_type", "take_back", wanted="number"))
    elif "first_king" in said:
        refuse_unknown_fields(said, ("first_king",), "", faults)
        read_seat(said["first_king"], "first_king", faults)
    elif is_naming(said):
        refuse_unknown_fields(said, ("seat", "name"), "", faults)
        read_seat(said["seat"], "seat", faults)
        if read_name(said["name"]) is None:
            faults.append(refuse("wrong_type", "name", wanted="name"))
    else:
        faults += read_entry(said).faults
    return faults
