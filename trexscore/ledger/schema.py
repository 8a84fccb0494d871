"""Building blocks of the API's JSON Schemas."""

from typing import Any

from trexscore.rules.cards import Contract
from trexscore.rules.house_rules import VOID_REASONS
from trexscore.rules.options import allowed
from trexscore.rules.seats import SEATS

Schema = dict[str, Any]

LETTERS = [seat.name for seat in SEATS]
CONTRACTS = [contract.value for contract in Contract]
SUITS = ["hearts", "spades", "diamonds", "clubs"]
WHOLE: Schema = {"type": "integer"}
TEXT: Schema = {"type": "string"}
YES_OR_NO: Schema = {"type": "boolean"}
DIGEST: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}


def named(name: str) -> Schema:
    """A reference to a named schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def closed(required: Schema, **optional: Schema) -> Schema:
    """An object in a request: these fields and no others."""
    return answer(required, **optional) | {"additionalProperties": False}


def answer(required: Schema, **optional: Schema) -> Schema:
    """An object in a response: these fields, and perhaps others in later versions."""
    return {"type": "object", "required": list(required), "properties": required | optional}


def listed(items: Schema, **keywords: object) -> Schema:
    return {"type": "array", "items": items, **keywords}


def or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def for_each_seat(value: Schema) -> Schema:
    return closed(dict.fromkeys(LETTERS, value))


def option(name: str) -> Schema:
    if name == "trex_points":
        return listed(named("Points"), minItems=len(SEATS), maxItems=len(SEATS))
    if name == "redeals":
        return listed({"enum": list(VOID_REASONS)}, uniqueItems=True)
    values = list(allowed(name))
    if values == [False, True]:
        return YES_OR_NO
    return {"enum": values} if values else named("Points")


SOME_CONTRACTS = listed(named("Contract"), minItems=1, maxItems=len(CONTRACTS), uniqueItems=True)
CONTRACT_LIST = listed(named("Contract"))
CONTRACTS_OF_EACH = for_each_seat(CONTRACT_LIST)
POINTS_OF_EACH = for_each_seat(WHOLE)
SEAT_OR_NULL = or_null(named("Seat"))
