"""Possible captures in groups: none is lost, and what is called certain is certain."""

from itertools import count, islice

import pytest

from tests.support.whole_games import whole_game
from trexscore.game.file.entries import read_entry
from trexscore.game.file.game import read_game
from trexscore.rules.captures import Captures
from trexscore.rules.cards import Card, Contract
from trexscore.rules.contract_set import ALL_FOUR, ContractSet, contract_set_of
from trexscore.rules.paper.capture_groups import (
    CaptureGroups,
    DealWithUnknownCaptures,
    capture_groups_of,
    captures_in_common,
)
from trexscore.rules.paper.possible_captures import captures_with_points
from trexscore.rules.presets import PRESETS
from trexscore.rules.seats import BySeat, Seat

STANDARD = PRESETS["standard"].rules
QUEENS = contract_set_of((Contract.QUEENS,))
KING = contract_set_of((Contract.KING_OF_HEARTS,))
FOUR_QUEENS = BySeat[int | None](-25, -25, -50, 0)


def never() -> bool:
    return False


def groups(
    contract_set: ContractSet, cells: BySeat[int | None], doubled: dict[Card, Seat] | None = None
) -> CaptureGroups:
    found = capture_groups_of(DealWithUnknownCaptures(STANDARD, contract_set, Seat.A, cells), doubled, never)
    assert found is not None
    return found


@pytest.mark.parametrize("preset", ["standard", "denexa"])
def test_actual_captures_are_among_groups(preset: str) -> None:
    rules = PRESETS[preset].rules
    file = whole_game(preset, 7)
    for deal, said in zip(read_game(file).play().game.deals, file["deals"][:6], strict=False):
        cells = BySeat[int | None](*deal.points)
        found = capture_groups_of(DealWithUnknownCaptures(rules, deal.contract_set, deal.king, cells), None, never)
        assert found is not None
        assert found.all_counted
        every = list(captures_with_points(rules, deal.contract_set, deal.king, cells))
        assert found.capture_count == len(every)
        assert read_entry(said).captures in every


def test_certain_captures_are_common_to_group() -> None:
    example = groups(QUEENS, BySeat(-100, 0, 0, 0)).groups[0]
    assert (example.capture_count, example.is_single, example.doubled_count) == (1, True, 0)
    assert example.common_captures == example.example
    assert [taken.taken_by for _, taken in example.common_captures.cards] == [Seat.A] * 4
    several = groups(QUEENS, FOUR_QUEENS).groups[0]
    assert (several.capture_count, several.is_single, several.common_captures) == (12, False, Captures())


def test_simplest_groups_come_first() -> None:
    doubled_count = [shape.doubled_count for shape in groups(QUEENS, FOUR_QUEENS).groups]
    assert doubled_count == sorted(doubled_count)
    assert doubled_count[0] == 0 < doubled_count[-1]
    assert len(list(islice(captures_with_points(STANDARD, QUEENS, Seat.A, FOUR_QUEENS), 501))) == 501


def test_announced_doubling_limits_groups() -> None:
    cells = BySeat[int | None](-150, 75, 0, 0)
    (way,) = groups(KING, cells).groups
    assert way.example.cards[0][1].doubled_by is Seat.B
    assert groups(KING, cells, {Card.KING_OF_HEARTS: Seat.B}).capture_count == 1
    assert (
        capture_groups_of(DealWithUnknownCaptures(STANDARD, KING, Seat.A, cells), {Card.KING_OF_HEARTS: Seat.C}, never)
        is None
    )
    assert capture_groups_of(DealWithUnknownCaptures(STANDARD, KING, Seat.A, cells), {}, never) is None


@pytest.mark.parametrize(("cells", "fewest"), [((-125, -125, -125, -125), 0), ((-20, -15, -105, -360), 1)])
def test_interrupted_search_has_fewest_doubled(cells: tuple[int, int, int, int], fewest: int) -> None:
    asked = count()
    deal = DealWithUnknownCaptures(PRESETS["complex"].rules, ALL_FOUR, Seat.A, BySeat(*cells))
    found = capture_groups_of(deal, None, lambda: next(asked) > 6000)
    assert found is not None
    assert not found.all_counted
    assert {shape.doubled_count for shape in found.groups} == {fewest}
    doubled = {card for shape in found.groups for card, taken in shape.example.cards if taken.doubled_by is not None}
    assert Card.KING_OF_HEARTS in doubled or not fewest


def test_without_time_only_possibility_is_known() -> None:
    found = capture_groups_of(DealWithUnknownCaptures(STANDARD, QUEENS, Seat.A, FOUR_QUEENS), None, lambda: True)
    assert found == CaptureGroups((), all_counted=False)
    impossible = BySeat[int | None](-25, -25, -50, 5)
    assert capture_groups_of(DealWithUnknownCaptures(STANDARD, QUEENS, Seat.A, impossible), None, lambda: True) is None


def test_in_common_keeps_only_shared_captures() -> None:
    one = Captures((), BySeat(13, 0, 0, 0), BySeat(1, 2, 3, 7))
    other = Captures((), BySeat(13, 0, 0, 0), BySeat(2, 1, 3, 7))
    assert captures_in_common([one, other]) == Captures((), BySeat(13, 0, 0, 0))
