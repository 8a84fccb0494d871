"""Who sits at a seat, in an entry of its own: what is erased of a person is erased there."""

from trexscore.game.file.names import compared, read_name
from trexscore.game.file.shape import read_seat, refuse_unknown_fields
from trexscore.game.record import MOST_SEATINGS, Record
from trexscore.ledger.chain import Body
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEATS


def is_naming(body: Body) -> bool:
    """Whether this says who sits where."""
    return {"seat", "name"} <= body.keys()


def as_stored(body: Body) -> Body:
    """The entry with its name as it is stored; one that may not be a name stays for the rules to refuse."""
    name = read_name(body["name"])
    return body if name is None else {**body, "name": name}


def naming_refusals(body: Body, record: Record) -> list[Refusal]:
    """Why a player cannot be called so. Whoever has changed places is no name that was written wrongly."""
    faults: list[Refusal] = []
    refuse_unknown_fields(body, ("seat", "name"), "", faults)
    seat, name = read_seat(body["seat"], "seat", faults), read_name(body["name"])
    if name is None:
        faults.append(refuse("bad_players", "name", reason="not_a_name"))
    if faults or seat is None or name is None:
        return faults
    if len(record.seated) >= MOST_SEATINGS:
        return [refuse("too_many_seatings", "name", most=MOST_SEATINGS)]
    others = [called for other in SEATS if other is not seat and (called := record.players[other])]
    if compared(name) in map(compared, others):
        return [refuse("bad_players", "name", reason="same_name")]
    if record.called.get(compared(name), record.sits[seat]) is not record.sits[seat]:
        return [refuse("bad_players", "name", reason="name_of_another")]
    return [refuse("nothing_to_correct", "name")] if name == record.players[seat] else []
