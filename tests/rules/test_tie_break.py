"""A tiebreaker deal: one contract after the game, which decides the winner and changes no total."""

from typing import Any

import pytest
from msgspec import to_builtins

from tests.support.whole_games import whole_game
from trexscore.game.file.game import GameFile, read_game_file
from trexscore.game.scored_game import scored_game_of
from trexscore.league import result as of_game
from trexscore.rules.game import GameWithRefusals
from trexscore.rules.seats import SEATS

KINGS = {"contracts": ["king_of_hearts"], "captures": {"king_of_hearts": {"taken_by": "A"}}, "tie_break": True}
DIAMONDS = {"contracts": ["diamonds"], "captures": {"diamonds": {"A": 1, "B": 2, "C": 5, "D": 5}}, "tie_break": True}
TIED_DEAL = {"contracts": ["diamonds"], "captures": {"diamonds": {"A": 3, "B": 3, "C": 3, "D": 4}}, "tie_break": True}


def tied_file(*entries: dict[str, Any], options: dict[str, Any] | None = None) -> dict[str, Any]:
    """A whole game in which A and B are tied for first, also in Trex firsts, followed by these entries."""
    game = whole_game("howto", 5)
    game["house_rules"]["options"] = {**game["house_rules"].get("options", {}), **(options or {})}
    for index, deal in enumerate(deal for deal in game["deals"] if "trex" in deal.get("captures", {})):
        deal["captures"]["trex"] = ["C", "D", "A", "B"] if index % 2 else ["D", "C", "A", "B"]
    totals = read_game_file(game).play().game.totals
    adjustment = dict(zip("ABCD", (100 - totals.A, 100 - totals.B, -100 - totals.C, -100 - totals.D), strict=True))
    tie = {"adjustment": adjustment, "reason": "so that two are equal"}
    return {**game, "deals": [*game["deals"], tie, *entries]}


def tied_game(*entries: dict[str, Any], options: dict[str, Any] | None = None) -> tuple[GameFile, GameWithRefusals]:
    """The tied game file, read and played."""
    file = read_game_file(tied_file(*entries, options=options))
    return file, file.play()


def codes(*entries: dict[str, Any], options: dict[str, Any] | None = None) -> list[tuple[str, str]]:
    return [(fault.code, fault.path) for fault in tied_game(*entries, options=options)[1].refusals]


def test_tied_players_share_win_without_deal() -> None:
    game = tied_game()[1].game
    assert [seat.name for seat in game.outcome.winners] == ["A", "B"]
    assert game.outcome.tie_broken_by is None


def test_best_tied_player_wins() -> None:
    before, after = tied_game()[1].game, tied_game(KINGS)[1].game
    assert [seat.name for seat in after.outcome.winners] == ["B"]
    assert after.outcome.tie_broken_by == "deal"
    assert (after.totals, after.kingdoms, after.deals) == (before.totals, before.kingdoms, before.deals)
    assert after.trex_first_seats == before.trex_first_seats


def test_result_lists_only_counted_deals() -> None:
    result = to_builtins(scored_game_of(tied_game(KINGS)[1].game))
    assert (result["winners"], result["tie_broken_by"]) == (["B"], "deal")
    assert len(result["deals"]) == 20


def test_tied_deal_is_followed_by_another() -> None:
    assert [seat.name for seat in tied_game(TIED_DEAL)[1].game.outcome.winners] == ["A", "B"]
    game = tied_game(TIED_DEAL, DIAMONDS)[1].game
    assert [seat.name for seat in game.outcome.winners] == ["A"]


def test_untied_player_cannot_win() -> None:
    ahead = {"contracts": ["trex"], "captures": {"trex": ["C", "D", "B", "A"]}, "tie_break": True}
    assert [seat.name for seat in tied_game(ahead)[1].game.outcome.winners] == ["B"]


def test_reversed_signs_fewest_points_win() -> None:
    game = tied_game(KINGS, options={"signs": "reversed"})[1].game
    assert [seat.name for seat in game.outcome.winners] == ["B"]


def test_teams_win_by_sums() -> None:
    file, _ = tied_game(options={"partnership": True})
    assert file.play().game.team_totals == (0, 0)
    taken_by_d = {**KINGS, "captures": {"king_of_hearts": {"taken_by": "D"}}}
    game = tied_game(taken_by_d, options={"partnership": True})[1].game
    assert ([team.name for team in game.outcome.winners], game.outcome.tie_broken_by) == (["AC"], "deal")


@pytest.mark.parametrize(
    ("entries", "options", "expected"),
    [
        ((KINGS, KINGS), {}, [("game_over", "")]),
        ((KINGS,), {"tie_break": "shared"}, [("game_over", "")]),
        (({**KINGS, "king": "A"},), {}, [("unknown_field", "king")]),
        (({**KINGS, "tie_break": False},), {}, [("wrong_type", "tie_break")]),
        (
            ({**DIAMONDS, "captures": {"diamonds": {"A": 1, "B": 2, "C": 5, "D": 4}}},),
            {},
            [("diamonds_not_13", "captures.diamonds")],
        ),
        (({**KINGS, "contracts": []},), {}, [("no_contract", "contracts")]),
        (({"king": "A", **{name: KINGS[name] for name in ("contracts", "captures")}},), {}, [("game_over", "")]),
    ],
)
def test_invalid_tie_break_is_refused(
    entries: tuple[dict[str, Any], ...], options: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    assert codes(*entries, options=options) == expected


def test_combined_contracts_are_refused() -> None:
    deal = {
        "contracts": ["king_of_hearts", "diamonds"],
        "captures": {**KINGS["captures"], **DIAMONDS["captures"]},  # type: ignore[dict-item]
        "tie_break": True,
    }
    assert ("combining_off", "contracts") in codes(deal)


def test_tie_break_field_is_unknown_before_end() -> None:
    game = whole_game("howto", 5)
    faults = read_game_file({**game, "deals": [*game["deals"][:3], KINGS]}).play().refusals
    assert [(fault.code, fault.path) for fault in faults] == [("unknown_field", "tie_break")]


def test_later_adjustment_decides_first() -> None:
    adjustment = {"adjustment": {"A": 10, "B": -10}, "reason": "agreed"}
    game = tied_game(KINGS, adjustment)[1].game
    assert ([seat.name for seat in game.outcome.winners], game.outcome.tie_broken_by) == (["A"], None)


def test_season_result_uses_decided_finishes() -> None:
    file, played = tied_game(KINGS)
    assert file.rules is not None
    result = of_game.result_of(file.rules, played.game)
    assert result is not None
    assert [(result.finishes[seat].first, result.finishes[seat].last) for seat in SEATS[:2]] == [(2, 2), (1, 1)]
    assert result.points == played.game.totals
