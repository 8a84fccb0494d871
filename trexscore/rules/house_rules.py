"""The options a table can choose, as one frozen value. The code that uses an option explains it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias, get_args

Doubling = Literal["king_of_hearts_and_queens", "king_of_hearts", "off"]
DoublerBonus = Literal["single", "none", "double"]
OwnCapture = Literal["single", "leader_gains", "leader_gains_unless_self_led", "double", "quadruple"]
PartnerCapture = Literal["as_individuals", "single", "no_bonus", "opponents_gain"]
Combining = Literal["none", "any", "all_four"]
Signs = Literal["normal", "reversed"]
WinnerRule = Literal["highest_total", "lowest_total", "worst_player_loses"]
GameTieBreak = Literal["shared", "most_trex_firsts"]
FirstKing = Literal["seven_of_hearts", "highest_card", "agreed"]
NextKing = Literal["right", "left", "right_then_opposite", "seven_of_hearts", "agreed"]
PlayDirection = Literal["counter_clockwise", "clockwise"]
RevokePenalty = Literal["rest_to_offender", "whole_deal_to_offender", "none"]
HeartsLead = Literal["free", "when_broken", "only_if_nothing_else"]
UnfinishedGame = Literal["completed_kingdoms", "as_it_stands", "no_result"]
VoidReason = Literal[
    "four_twos",
    "three_twos_and_a_three",
    "bare_king_of_hearts",
    "bare_ace_of_hearts",
    "bare_king_and_ace_of_hearts",
    "five_hearts_with_king",
    "suit_closed_without_jacks",
    "queens_split_evenly",
    "misdeal",
    "agreed",
]
OptionValue: TypeAlias = Any
"""The value of an option by name. Keyword arguments of unpacked dicts cannot be typed one by one."""
VOID_REASONS: tuple[VoidReason, ...] = get_args(VoidReason)

TWOS_REASONS: tuple[VoidReason, ...] = ("four_twos", "three_twos_and_a_three")
BARE_HEARTS_REASONS: tuple[VoidReason, ...] = (
    "bare_king_of_hearts",
    "bare_ace_of_hearts",
    "bare_king_and_ace_of_hearts",
)
BLOCKED_OR_MISDEAL_REASONS: tuple[VoidReason, ...] = ("suit_closed_without_jacks", "misdeal")

MAX_POINTS = 1_000_000
"""No option and no adjustment moves more points than this."""


@dataclass(frozen=True)
class HouseRules:
    """Every option in force. The defaults are the preset `standard`."""

    king_of_hearts_points: int = 75
    queen_points: int = 25
    diamond_points: int = 10
    trick_points: int = 15
    trex_points: tuple[int, int, int, int] = (200, 150, 100, 50)
    signs: Signs = "normal"
    doubling: Doubling = "king_of_hearts_and_queens"
    doubler_bonus: DoublerBonus = "single"
    own_capture: OwnCapture = "single"
    partner_capture: PartnerCapture = "as_individuals"
    combining: Combining = "none"
    doubling_when_combined: bool = True
    partnership: bool = False
    winner: WinnerRule = "highest_total"
    tie_break: GameTieBreak = "shared"
    first_king: FirstKing = "seven_of_hearts"
    next_king: NextKing = "right"
    play_direction: PlayDirection = "counter_clockwise"
    redeals: tuple[VoidReason, ...] = TWOS_REASONS + BARE_HEARTS_REASONS + BLOCKED_OR_MISDEAL_REASONS
    renege: RevokePenalty = "rest_to_offender"
    hearts_lead: HeartsLead = "free"
    forced_discard: bool = False
    exposed_twos: bool = False
    unfinished_game: UnfinishedGame = "completed_kingdoms"

    @cached_property
    def sign(self) -> int:
        """−1 if all points are reversed, else +1."""
        return -1 if self.signs == "reversed" else 1

    @property
    def allows_doubling(self) -> bool:
        """Whether any card can be doubled: not if every penalty deal combines contracts, and none is doubled then."""
        return self.doubling != "off" and (self.combining != "all_four" or self.doubling_when_combined)

    @property
    def own_capture_pays_leader(self) -> bool:
        """Whether the leader of the trick gains when a player takes their own doubled card."""
        return self.own_capture in ("leader_gains", "leader_gains_unless_self_led")

    @property
    def has_free_king_order(self) -> bool:
        """Whether any seat that has not been king yet may be the next."""
        return self.next_king in ("seven_of_hearts", "agreed")
