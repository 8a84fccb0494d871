"""`--preset` and `--option`: the same captures under other rules."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.games import GameJson, deal_of, game_of
from trexscore.cli import main

QUEENS_TAKEN_BY_KING = {suit: {"taken_by": "A"} for suit in ("hearts", "diamonds", "clubs")}
GAME = game_of(
    deal_of("queens", QUEENS_TAKEN_BY_KING | {"spades": {"taken_by": "B", "doubled_by": "B", "led_by": "C"}}),
    preset="howto",
    queen_points=30,
)

Output = pytest.CaptureFixture[str]


@pytest.fixture
def score_with(tmp_path: Path, capsys: Output) -> Any:  # noqa: ANN401 - a function of the test's own making
    def score(*arguments: str, game: GameJson = GAME) -> tuple[int, dict[str, Any]]:
        path = tmp_path / "game.json"
        path.write_text(json.dumps(game), encoding="utf-8")
        status = main(["score", "--json", str(path), *arguments])
        return status, json.loads(capsys.readouterr().out)

    return score


def totals(scored: tuple[int, dict[str, Any]]) -> tuple[int, ...]:
    status, result = scored
    assert status == 0
    return tuple(result["totals"].values())


def test_score_uses_rules_of_file(score_with: Any) -> None:  # noqa: ANN401
    assert totals(score_with()) == (-90, -30, 0, 0)


def test_option_changes_rules_of_file(score_with: Any) -> None:  # noqa: ANN401
    assert totals(score_with("--option", "own_capture=leader_gains")) == (-90, -60, 30, 0)


def test_preset_replaces_all_rules_of_file(score_with: Any) -> None:  # noqa: ANN401
    assert totals(score_with("--preset", "denexa")) == (-75, -50, 25, 0)


def test_last_option_over_preset_wins(score_with: Any) -> None:  # noqa: ANN401
    arguments = ("--option", "own_capture=single", "--preset", "denexa", "--option", "own_capture=quadruple")
    assert totals(score_with(*arguments)) == (-75, -100, 0, 0)


def test_option_value_is_json_or_word(score_with: Any) -> None:  # noqa: ANN401
    assert (
        totals(score_with("--option", "signs=reversed"))
        == totals(score_with("--option", 'signs="reversed"'))
        == (90, 30, 0, 0)
    )
    _, result = score_with("--option", "partnership=true")
    assert result["teams"] == {"AC": -90, "BD": -30}
    assert score_with("--option", "trex_points=[250,150,100,0]")[0] == 0


def test_deal_forbidden_by_rules_is_refused(score_with: Any) -> None:  # noqa: ANN401
    status, report = score_with("--preset", "onlinetrex")
    assert status == 1
    assert [error["code"] for error in report["errors"]] == ["doubling_off"]


def test_preset_replaces_invalid_rules_option_does_not(score_with: Any) -> None:  # noqa: ANN401
    invalid_game = GAME | {"house_rules": {"preset": "vienna"}}
    assert score_with("--preset", "standard", game=invalid_game)[0] == 0
    assert score_with("--option", "queen_points=1", game=invalid_game)[0] == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("--preset", "vienna"),
        ("--option", "jokers=2"),
        ("--option", "signs"),
        ("--option", "signs=sideways"),
        ("--option", "queen_points=2.5"),
        ("--option", "queen_points=1e999"),
        ("--option", "queen_points=NaN"),
        ("--option", "queen_points=" + "9" * 5000),
        ("--option", "trex_points=[1,2,3]"),
        ("--option", "trex_points=" + "[" * 5000),
        ("--lang", "xx"),
        ("--nonsense",),
    ],
)
def test_unknown_rules_are_misuse(arguments: tuple[str, ...], capsys: Output) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["score", "game.json", *arguments])
    assert stopped.value.code == 2
    assert "usage: trexscore" in capsys.readouterr().err


def test_missing_file_is_misuse() -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["score"])
    assert stopped.value.code == 2
