"""Groups of possible captures contain all of them, and captures reported as certain are in all of them."""

from itertools import count, islice

import pytest

from tests.support.whole_games import whole_game
from trexscore.game.file.entries import read_score_entry
from trexscore.game.file.game import read_game_file
from trexscore.rules.captures import Captures
from trexscore.rules.cards import Card, Contract
from trexscore.rules.contract_set import ALL_FOUR_PENALTY_CONTRACTS, ContractSet, contract_set_of
from trexscore.rules.paper.possible_capture_groups import (
    DealWithUnknownCaptures,
    PossibleCaptureGroups,
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
) -> PossibleCaptureGroups:
    capture_groups = capture_groups_of(DealWithUnknownCaptures(STANDARD, contract_set, Seat.A, cells), doubled, never)
    assert capture_groups is not None
    return capture_groups


@pytest.mark.parametrize("preset", ["standard", "denexa"])
def test_actual_captures_are_among_groups(preset: str) -> None:
    rules = PRESETS[preset].rules
    file = whole_game(preset, 7)
    for deal, entry in zip(read_game_file(file).play().game.deals, file["deals"][:6], strict=False):
        cells = BySeat[int | None](*deal.points)
        capture_groups = capture_groups_of(
            DealWithUnknownCaptures(rules, deal.contract_set, deal.king, cells), None, never
        )
        assert capture_groups is not None
        assert capture_groups.are_all_counted
        all_captures = list(captures_with_points(rules, deal.contract_set, deal.king, cells))
        assert capture_groups.possibility_count == len(all_captures)
        assert read_score_entry(entry).captures in all_captures


def test_certain_captures_are_common_to_group() -> None:
    example = groups(QUEENS, BySeat(-100, 0, 0, 0)).groups[0]
    assert (example.possibility_count, example.doubled_count) == (1, 0)
    assert example.common_captures == example.example_captures
    assert [taken.taken_by for _, taken in example.common_captures.cards] == [Seat.A] * 4
    group = groups(QUEENS, FOUR_QUEENS).groups[0]
    assert (group.possibility_count, group.common_captures) == (12, Captures())


def test_simplest_groups_come_first() -> None:
    doubled_counts = [group.doubled_count for group in groups(QUEENS, FOUR_QUEENS).groups]
    assert doubled_counts == sorted(doubled_counts)
    assert doubled_counts[0] == 0 < doubled_counts[-1]
    assert len(list(islice(captures_with_points(STANDARD, QUEENS, Seat.A, FOUR_QUEENS), 501))) == 501


def test_announced_doubling_limits_groups() -> None:
    cells = BySeat[int | None](-150, 75, 0, 0)
    (group,) = groups(KING, cells).groups
    assert group.example_captures.cards[0][1].doubled_by is Seat.B
    assert groups(KING, cells, {Card.KING_OF_HEARTS: Seat.B}).possibility_count == 1
    assert (
        capture_groups_of(DealWithUnknownCaptures(STANDARD, KING, Seat.A, cells), {Card.KING_OF_HEARTS: Seat.C}, never)
        is None
    )
    assert capture_groups_of(DealWithUnknownCaptures(STANDARD, KING, Seat.A, cells), {}, never) is None


@pytest.mark.parametrize(("cells", "fewest"), [((-125, -125, -125, -125), 0), ((-20, -15, -105, -360), 1)])
def test_interrupted_search_has_fewest_doubled(cells: tuple[int, int, int, int], fewest: int) -> None:
    calls = count()
    deal = DealWithUnknownCaptures(PRESETS["complex"].rules, ALL_FOUR_PENALTY_CONTRACTS, Seat.A, BySeat(*cells))
    capture_groups = capture_groups_of(deal, None, lambda: next(calls) > 6000)
    assert capture_groups is not None
    assert not capture_groups.are_all_counted
    assert {group.doubled_count for group in capture_groups.groups} == {fewest}
    doubled = {
        card
        for group in capture_groups.groups
        for card, taken in group.example_captures.cards
        if taken.doubled_by is not None
    }
    assert Card.KING_OF_HEARTS in doubled or not fewest


def test_without_time_only_possibility_is_known() -> None:
    capture_groups = capture_groups_of(
        DealWithUnknownCaptures(STANDARD, QUEENS, Seat.A, FOUR_QUEENS), None, lambda: True
    )
    assert capture_groups == PossibleCaptureGroups((), are_all_counted=False)
    impossible = BySeat[int | None](-25, -25, -50, 5)
    assert capture_groups_of(DealWithUnknownCaptures(STANDARD, QUEENS, Seat.A, impossible), None, lambda: True) is None


def test_in_common_keeps_only_shared_captures() -> None:
    captures = Captures((), BySeat(13, 0, 0, 0), BySeat(1, 2, 3, 7))
    other_captures = Captures((), BySeat(13, 0, 0, 0), BySeat(2, 1, 3, 7))
    assert captures_in_common([captures, other_captures]) == Captures((), BySeat(13, 0, 0, 0))
