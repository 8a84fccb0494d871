"""The view of a game that all its pages share."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import UNSET

from trexscore.db.game_links import Permission
from trexscore.game.file.house_rules import read_house_rules
from trexscore.game.state import DisputeState, State
from trexscore.i18n.game_terms import PRESET_NAMES
from trexscore.rules.cards import CONTRACTS, Contract
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.presets import PRESETS, STANDARD_PRESET, Preset
from trexscore.rules.seats import SEATS, BySeat, Seat
from trexscore.rules.winners import may_break_tie
from trexscore.web.games.seats import (
    SEAT_LETTERS,
    TEAM_LETTERS,
    SeatView,
    SideView,
    names_of,
    ranks_of_totals,
    seats_of,
    teams_of,
)
from trexscore.web.games.upcoming_deal import UpcomingDeal, announced_deal, drafted_deal
from trexscore.web.rendering import isolate_name, join_names
from trexscore.web.rendering import translate as _


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as its pages and templates read it."""

    token: str
    permission: Permission
    seq: int
    state: State
    rules: HouseRules
    seats: tuple[SeatView, ...]
    teams: tuple[SideView, ...]
    king: SeatView | None
    deal_number: int
    max_deals_in_game: int
    complete: bool
    announcement: UpcomingDeal | None
    draft: UpcomingDeal | None
    game_id: int = 0
    """Its number in the database; 0 where a page of a club or a list shows the game without its link."""
    own_seat: str | None = None
    """The seat of a player link."""
    requested_revoked_by: str | None = None
    """From the address: the seat that did not follow suit, or `ask` to ask for it, once the contract is chosen."""
    rematch_token: str | None = None
    """The token of the rematch for this link, if one was started."""

    @property
    def can_write(self) -> bool:
        return self.permission in ("own", "write")

    @property
    def may_correct(self) -> bool:
        """Whether this link may correct entries and resolve disputes."""
        return self.can_write or self.permission == "referee"

    @property
    def may_dispute(self) -> bool:
        """Whether this link may at least raise a dispute."""
        return self.may_correct or self.own_seat is not None

    @property
    def open_disputes(self) -> list[DisputeState]:
        return [dispute for dispute in self.state.disputes if not dispute.end]

    @property
    def signed_off_seats(self) -> list[SeatView]:
        """The seats that have signed off every finished kingdom; none before there is one."""
        signed = [agreement.seats for agreement in self.state.agreements]
        return [seat for seat in self.seats if signed and all(seat.seat in seats for seats in signed)]

    @property
    def ever_opened_link_seats(self) -> list[str]:
        """Seats whose player link has been opened: only it and the referee can answer for them."""
        return list(self.state.own_links or ())

    @property
    def is_unopened_link(self) -> bool:
        """Whether this is a player's or the referee's link that is not yet recorded as opened."""
        holder = self.own_seat or ("referee" if self.permission == "referee" else None)
        return holder is not None and holder not in (self.state.opened or ())

    @property
    def joined_names_signed_off_by_scorer(self) -> str:
        """The players for whom the scorer's phone has signed off any kingdom as it is, by name; empty for none."""
        signed = {letter for agreement in self.state.agreements for letter in agreement.by_scorer or ()}
        return join_names(seat.name for seat in self.seats if seat.seat in signed)

    @property
    def joined_cancelled_sign_off_king_names(self) -> str:
        """The kings whose kingdoms all four had signed off before a later change, by name; empty for none."""
        kings = {agreement.king for agreement in self.state.agreements if agreement.cancelled}
        return join_names(seat.name for seat in self.seats if seat.seat in kings)

    def may_answer_for(self, seat_letter: str) -> bool:
        """Whether this link may answer for a seat. The scorer link may until the player link is opened."""
        if self.permission == "referee":  # only for players with a link of their own: the scorer answers for the rest
            return seat_letter in self.ever_opened_link_seats
        return self.own_seat == seat_letter or (self.can_write and seat_letter not in self.ever_opened_link_seats)

    @property
    def chosen_king(self) -> str | None:
        """The king if the table has chosen and the rules leave it open: addresses must carry it on."""
        return self.king.seat if self.king and self.state.result.next_king is None else None

    @property
    def abandoned(self) -> bool:
        """Whether the table stopped before the end."""
        return self.state.abandoned is not UNSET

    @property
    def may_change_first_king(self) -> bool:
        """Whether the first king is known and no deal has been recorded yet."""
        return self.can_write and not self.state.result.deals and self.state.result.next_king is not None

    @property
    def preset(self) -> Preset:
        return PRESETS[self.state.house_rules["preset"]]

    @property
    def rules_name(self) -> str:
        """The name of the preset, with a note if this table has changed it."""
        name = _(PRESET_NAMES[self.preset.name])
        return name if self.preset.rules == self.rules else _("%(preset)s, changed", preset=name)

    @property
    def is_king_dealer(self) -> bool:
        """Whether the king deals. False for a kingdom's first deal if the 7 of hearts decides who is king."""
        if self.king is None or len(self.remaining_contracts(self.king.seat)) < len(CONTRACTS):
            return self.king is not None
        decided_by = self.rules.next_king if self.state.result.deals else self.rules.first_king
        return decided_by != "seven_of_hearts"

    @property
    def winning_player_count(self) -> int:
        """How many people won; a team is two."""
        return len(self.winners) * (2 if self.partnership else 1)

    @property
    def partnership(self) -> bool:
        return self.rules.partnership

    @property
    def sides(self) -> Sequence[SeatView | SideView]:
        """Those who can win: the seats, or the teams under partnership."""
        return self.teams if self.partnership else self.seats

    @property
    def winners(self) -> Sequence[SeatView | SideView]:
        """The sides that won."""
        letters = TEAM_LETTERS if self.partnership else SEAT_LETTERS
        return [side for side, name in zip(self.sides, letters, strict=True) if name in self.state.result.winners]

    @property
    def winning_seats(self) -> list[str]:
        """The letters of the winners' seats; both seats of a winning team."""
        return [seat for side in self.state.result.winners for seat in side]

    @property
    def may_break_tie(self) -> bool:
        """Whether a tiebreaker deal may be played: first place is still tied, and the house rules provide for it."""
        result = self.state.result
        return self.complete and may_break_tie(self.rules, len(result.winners))

    @property
    def kingdom_title(self) -> str:
        """The heading of the current kingdom."""
        if self.complete:
            return _("The game is over")
        return _("Who is king?") if self.king is None else _("%(king)s’s kingdom", king=self.king.name)

    @property
    def is_last_kingdom(self) -> bool:
        """Whether at most one king has contracts left."""
        return sum(1 for left in self.state.result.remaining.values() if left) <= 1

    @property
    def names(self) -> BySeat[str]:
        return BySeat(*(seat.name for seat in self.seats))

    def seat(self, letter: str) -> SeatView:
        return self.seats[SEAT_LETTERS.index(letter)]

    def name_of(self, seat: Seat) -> str:
        return self.seats[seat].name

    def isolated_name_of(self, seat: Seat) -> str:
        """The name in Unicode isolates, for a text that is put together without `translate`."""
        return isolate_name(self.name_of(seat))

    def remaining_contracts(self, king_letter: str) -> Sequence[str]:
        return self.state.result.remaining[king_letter]


def game_view(
    token: str, permission: Permission, state: State, chosen_king: str | None = None, own_seat: str | None = None
) -> GameView:
    """The view of a state. `chosen_king`: the king chosen by the table, used where the rules leave it open."""
    rules = rules_of(state)
    result = state.result
    deals, complete = result.deals, result.complete
    current_king = result.next_king or (chosen_king if chosen_king in state.candidates else None)
    names = names_of(state.players)
    totals = [result.totals[letter] for letter in SEAT_LETTERS]
    scored = bool(deals) or any(totals)
    has_won_by_seat = [letter in result.winners for letter in SEAT_LETTERS]
    seats = seats_of(
        names, totals, ranks_of_totals(rules, totals, has_won_by_seat, anything_scored=scored), current_king
    )
    sums = [] if result.teams is None else [result.teams[team] for team in TEAM_LETTERS]
    teams_won = [team in result.winners for team in TEAM_LETTERS]
    deal_count = len(deals)
    return GameView(
        token=token,
        permission=permission,
        seq=state.seq,
        state=state,
        rules=rules,
        seats=seats,
        teams=teams_of(seats, sums, ranks_of_totals(rules, sums, teams_won, anything_scored=scored)),
        king=next((seat for seat in seats if seat.is_king), None),
        deal_number=deal_count if complete else deal_count + 1,
        max_deals_in_game=deal_count + sum(map(max_deals_left, result.remaining.values(), [rules] * len(SEATS))),
        complete=complete,
        announcement=announced_deal(token, state, rules, names),
        draft=drafted_deal(token, state, rules, names),
        own_seat=own_seat,
    )


def rules_of(state: State) -> HouseRules:
    """The house rules in force."""
    return read_house_rules(state.house_rules, []) or STANDARD_PRESET.rules


def max_deals_left(contracts_left: Sequence[str], rules: HouseRules) -> int:
    """Deals that a king still has to play if each contract is played separately."""
    if rules.combining != "all_four":
        return len(contracts_left)
    return (Contract.TREX in contracts_left) + any(contract != Contract.TREX for contract in contracts_left)
