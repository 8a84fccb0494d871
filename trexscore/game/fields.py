"""Fields of a game's events, in addition to those of `ledger.json_reader`."""

from dataclasses import replace

from trexscore.game.file.names import read_name
from trexscore.game.policy import REFEREE
from trexscore.ledger.chain import Body
from trexscore.ledger.json_reader import INVALID_VALUE, Faults, InvalidValue, JsonField, object_field
from trexscore.ledger.schema_parts import DIGEST, NONEMPTY_CONTRACT_LIST, SUIT_NAMES, Schema, request_object, schema_ref
from trexscore.rules.refusals import refuse
from trexscore.rules.seats import SEAT_BY_LETTER

SEAT_OR_REFEREE_SCHEMA: Schema = {"anyOf": [schema_ref("Seat"), {"const": REFEREE}]}


def referee_field() -> JsonField[bool]:
    """The word `referee`, read as true."""

    def read(value: object, path: str, faults: Faults) -> bool | InvalidValue:
        if value != REFEREE:
            faults.append(refuse("unknown_seat", path, seat_named=str(value)))
        return value == REFEREE

    return JsonField(read, {"const": REFEREE})


def seat_or_referee_field() -> JsonField[str]:
    """The holder of a link: a seat's letter, or `referee`."""

    def read(value: object, path: str, faults: Faults) -> str | InvalidValue:
        if isinstance(value, str) and (value in SEAT_BY_LETTER or value == REFEREE):
            return value
        faults.append(refuse("unknown_seat", path, seat_named=str(value)))
        return INVALID_VALUE

    return JsonField(read, SEAT_OR_REFEREE_SCHEMA).missing_is_wrong()


def name_field_with_fault(schema: Schema, fault_code: str, **params: object) -> JsonField[str]:
    """A name. An invalid one gives a fault with these `params`, and is still returned for stored entries."""

    def read(value: object, path: str, faults: Faults) -> str | InvalidValue:
        if read_name(value) is None:
            faults.append(refuse(fault_code, path, **params))
        return value if isinstance(value, str) else INVALID_VALUE

    return JsonField(read, schema)


def digest_field() -> JsonField[str]:
    """A digest that a client sends. Any value but a text is read as an empty one, which matches nothing."""

    def read(value: object, _path: str, _faults: Faults) -> str | InvalidValue:
        return value if isinstance(value, str) else ""

    return JsonField(read, DIGEST)


def announcement_field() -> JsonField[Body]:
    """The contract and doublings of the next deal, unchecked; `read_announcement` reads them."""
    doubled: Schema = {
        "type": "object",
        "properties": dict.fromkeys(["king_of_hearts", *SUIT_NAMES], schema_ref("Seat")),
        "additionalProperties": False,
    }
    schema = request_object({"king": schema_ref("Seat"), "contracts": NONEMPTY_CONTRACT_LIST}, doubled=doubled)
    return replace(object_field(), schema=schema)
