"""A contract tester checks that the server follows its OpenAPI description."""

from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.support.clubs.club import four_members, new_club, play_game
from tests.support.tables import Client, start_game

_CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
_EXAMPLES = settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def test_description_is_openapi_3_1(client: Client) -> None:
    response = client.get("/api/openapi.json")
    assert response.status_code == 200
    assert response.json["openapi"] == "3.1.0"
    assert set(response.json["paths"]["/api/games/{token}/entries"]["post"]["responses"]) >= {
        *("200", "201", "400", "403", "404", "405", "409", "413", "415", "422", "429"),
    }


def open_club_with_games() -> tuple[str, int]:
    """A club that shows everything, and its season."""
    club = new_club()
    club.add_entry("settings", {"name": "Trex Club", "shows": "all"})
    season = club.create_season()
    seats = four_members(club)
    for seed in (1, 2):
        club.count_game(play_game(seed), seats)
    club.count_game(play_game(3, "partnership"), seats)
    return club.uid, season


def test_server_follows_its_description(client: Client) -> None:
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", client.application)
    token = start_game(client).own
    with client.application.app_context():
        club, season = open_club_with_games()
    for result in schema.get_all_operations():
        operation = result.ok()  # type: ignore[union-attr]  # fails if the description is invalid

        @given(case=operation.as_strategy())
        @_EXAMPLES
        def check_operation(case: schemathesis.Case[Any]) -> None:
            if "token" in case.path_parameters:
                case.path_parameters["token"] = token
            if "club" in case.path_parameters:
                case.path_parameters["club"] = club
            if "season" in case.path_parameters:
                case.path_parameters["season"] = season
            case.call_and_validate(checks=_CHECKS)

        check_operation()
