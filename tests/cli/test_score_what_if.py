"""`--preset` and `--option`: the same captures, judged as if the file asked for other rules."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.games import GameJson, deal_of, game_of
from trexscore.cli import main

OWN_QUEEN = {suit: {"taken_by": "A"} for suit in ("hearts", "diamonds", "clubs")}
GAME = game_of(
    deal_of("queens", OWN_QUEEN | {"spades": {"taken_by": "B", "doubled_by": "B", "led_by": "C"}}),
    preset="howto",
    queen_points=30,
)

Output = pytest.CaptureFixture[str]


@pytest.fixture
def judged(tmp_path: Path, capsys: Output) -> Any:  # noqa: ANN401 - a function of the test's own making
    def judge(*arguments: str, game: GameJson = GAME) -> tuple[int, dict[str, Any]]:
        path = tmp_path / "game.json"
        path.write_text(json.dumps(game), encoding="utf-8")
        status = main(["score", "--json", str(path), *arguments])
        return status, json.loads(capsys.readouterr().out)

    return judge


def totals(answer: tuple[int, dict[str, Any]]) -> tuple[int, ...]:
    status, result = answer
    assert status == 0
    return tuple(result["totals"].values())


def test_without_them_the_file_decides(judged: Any) -> None:  # noqa: ANN401
    assert totals(judged()) == (-90, -30, 0, 0)


def test_an_option_is_laid_over_the_file(judged: Any) -> None:  # noqa: ANN401
    assert totals(judged("--option", "own_capture=leader_gains")) == (-90, -60, 30, 0)


def test_a_preset_replaces_the_files_rules_options_included(judged: Any) -> None:  # noqa: ANN401
    assert totals(judged("--preset", "denexa")) == (-75, -50, 25, 0)


def test_an_option_is_laid_over_the_preset_and_the_last_of_a_name_wins(judged: Any) -> None:  # noqa: ANN401
    asked = ("--option", "own_capture=single", "--preset", "denexa", "--option", "own_capture=quadruple")
    assert totals(judged(*asked)) == (-75, -100, 0, 0)


def test_a_value_is_json_or_else_a_bare_word(judged: Any) -> None:  # noqa: ANN401
    assert (
        totals(judged("--option", "signs=reversed")) == totals(judged("--option", 'signs="reversed"')) == (90, 30, 0, 0)
    )
    _, result = judged("--option", "partnership=true")
    assert result["teams"] == {"AC": -90, "BD": -30}
    assert judged("--option", "trex_points=[250,150,100,0]")[0] == 0


def test_a_record_that_those_rules_do_not_allow_is_refused(judged: Any) -> None:  # noqa: ANN401
    status, answer = judged("--preset", "onlinetrex")
    assert status == 1
    assert [error["code"] for error in answer["errors"]] == ["doubling_off"]


def test_a_preset_stands_in_for_faulty_rules_an_option_does_not(judged: Any) -> None:  # noqa: ANN401
    faulty = GAME | {"house_rules": {"preset": "vienna"}}
    assert judged("--preset", "standard", game=faulty)[0] == 0
    assert judged("--option", "queen_points=1", game=faulty)[0] == 1


@pytest.mark.parametrize(
    "asked",
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
def test_asking_for_what_there_is_not_is_misuse(asked: tuple[str, ...], capsys: Output) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["score", "game.json", *asked])
    assert stopped.value.code == 2
    assert "usage: trexscore" in capsys.readouterr().err


def test_no_file_is_misuse() -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["score"])
    assert stopped.value.code == 2
