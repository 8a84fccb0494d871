"""The text of a game file: accepted and refused JSON."""

import json

import pytest

from tests.support.games import game_of
from trexscore.game.file.game import read_and_score_text
from trexscore.game.file.strict_json import NotJson, is_nested_too_deeply, read_json

GAME = json.dumps(game_of()).encode()


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b" ",
        b"{",
        b"[NaN]",
        b"[Infinity]",
        b"[1e999]",
        b'["\\ud800"]',
        b'["\xff"]',
        b"\xff\xfe{\x00}\x00",
        b"{} {}",
    ],
)
def test_invalid_json_is_refused(text: bytes) -> None:
    with pytest.raises(NotJson):
        read_json(text)


@pytest.mark.parametrize("depth", [51, 500, *range(980, 1000), 5_000, 1_000_000])
def test_deep_nesting_is_refused_on_any_python(depth: int) -> None:
    """Python's own limit depends on its version and on the call stack."""
    nested = b"[" * depth + b"]" * depth
    with pytest.raises(NotJson):
        read_json(nested)
    options = b'{"format": "trexscore-game/1", "house_rules": {"options": {"queen_points": %s}}}' % nested
    assert read_and_score_text(options) == (None, None)


def test_game_with_deep_nesting_is_refused() -> None:
    assert read_and_score_text(b"[" * 1_000_000) == (None, None)
    assert read_and_score_text(b"[" * 60 + b"]" * 60) == (None, None)
    assert read_and_score_text(GAME.replace(b'"deals": []', b'"deals": ' + b"[" * 60 + b"]" * 60)) == (None, None)


def test_brackets_in_text_do_not_count() -> None:
    assert not is_nested_too_deeply(b'["' + b"[" * 60 + b'"]')
    assert not is_nested_too_deeply(b"[" * 50 + b"]" * 50)
    assert is_nested_too_deeply(b"[" * 51 + b"]" * 51)


def test_last_of_repeated_keys_is_used() -> None:
    assert read_json(b'{"a": 1, "a": 2}') == {"a": 2}


def test_byte_order_mark_and_line_ends_are_accepted() -> None:
    game, played = read_and_score_text(b"\xef\xbb\xbf\r\n" + GAME + b"\r\n")
    assert game is not None
    assert played is not None
    assert not played.refusals


def test_huge_number_is_refused() -> None:
    deal = b'{"king": "A", "contracts": ["diamonds"], "captures": {"diamonds": {"A": %s, "B": 0, "C": 0, "D": 0}}}'
    for digits in (20, 400, 5000):
        _, played = read_and_score_text(GAME.replace(b"[]", b"[" + deal % (b"9" * digits) + b"]"))
        assert played is None or [fault.code for fault in played.refusals] == ["diamonds_not_13"]


def test_repeated_list_is_not_taken_for_deals() -> None:
    names = b'["Amal", "Basil", "Carine", "Dani"]'
    for order in (b'"players": %s, "deals": %s', b'"deals": %s, "players": %s'):
        game, played = read_and_score_text(b'{"format": "trexscore-game/1", ' + order % (names, names) + b"}")
        assert game is not None
        assert played is not None
        assert game.player_names == ("Amal", "Basil", "Carine", "Dani")
        assert [(fault.entry_place, fault.code) for fault in played.refusals] == [
            (n, "wrong_type") for n in (1, 2, 3, 4)
        ]
