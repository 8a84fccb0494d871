"""Building blocks of the API's JSON Schemas."""

from typing import Any

from trexscore.rules.cards import Contract
from trexscore.rules.house_rules import VOID_REASONS
from trexscore.rules.options import option_choices
from trexscore.rules.seats import SEATS

Schema = dict[str, Any]

SEAT_LETTERS = [seat.name for seat in SEATS]
CONTRACT_NAMES = [contract.value for contract in Contract]
SUIT_NAMES = ["hearts", "spades", "diamonds", "clubs"]
INTEGER: Schema = {"type": "integer"}
TEXT: Schema = {"type": "string"}
BOOLEAN: Schema = {"type": "boolean"}
DIGEST: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}


def schema_ref(name: str) -> Schema:
    """A reference to a named schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def request_object(required_properties: Schema, **optional: Schema) -> Schema:
    """An object in a request: these fields and no others."""
    return response_object(required_properties, **optional) | {"additionalProperties": False}


def response_object(required_properties: Schema, **optional: Schema) -> Schema:
    """An object in a response: these fields, and perhaps others in later versions."""
    return {"type": "object", "required": list(required_properties), "properties": required_properties | optional}


def array_of(item_schema: Schema, **keywords: object) -> Schema:
    return {"type": "array", "items": item_schema, **keywords}


def or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def schema_by_seat(value_schema: Schema) -> Schema:
    return request_object(dict.fromkeys(SEAT_LETTERS, value_schema))


def option_schema(option_name: str) -> Schema:
    if option_name == "trex_points":
        return array_of(schema_ref("Points"), minItems=len(SEATS), maxItems=len(SEATS))
    if option_name == "redeals":
        return array_of({"enum": list(VOID_REASONS)}, uniqueItems=True)
    choices = list(option_choices(option_name))
    if choices == [False, True]:
        return BOOLEAN
    return {"enum": choices} if choices else schema_ref("Points")


NONEMPTY_CONTRACT_LIST = array_of(schema_ref("Contract"), minItems=1, maxItems=len(CONTRACT_NAMES), uniqueItems=True)
CONTRACT_LIST = array_of(schema_ref("Contract"))
CONTRACTS_BY_SEAT = schema_by_seat(CONTRACT_LIST)
POINTS_BY_SEAT = schema_by_seat(INTEGER)
SEAT_OR_NULL = or_null(schema_ref("Seat"))
