"""Parts of the demo's games: the order of kings and contracts, deals, and recording entries."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import TypeVar
from uuid import uuid4

from trexscore.cli.demo import card_play
from trexscore.cli.output.errors import CannotWork
from trexscore.commands.games.record_entry import record_game_entry
from trexscore.commands.games.start_game import StartedGame, start_game
from trexscore.commands.recording import Command, Recorded
from trexscore.game.announcement import NAME_BY_DOUBLABLE_CARD
from trexscore.game.events.announcement_and_abandonment import ContractAnnounced
from trexscore.game.events.undo import EntryUndone
from trexscore.game.file import GAME_FILE_FORMAT
from trexscore.ledger.chain import Body
from trexscore.rules.cards import PENALTY_CONTRACTS, Contract
from trexscore.rules.presets import PRESETS
from trexscore.rules.seats import SEATS, Seat

ENTRY_INTERVAL = timedelta(minutes=6)
"""The time between two entries."""
UNDO_PLACEHOLDER: Body = {}
"""A placeholder for undoing the previous entry."""
PlannedDeal = tuple[Seat, tuple[Contract, ...]]
T = TypeVar("T")


def require_success(outcome: object, expected_type: type[T]) -> T:
    """The outcome, if the action succeeded. Raises `CannotWork` otherwise."""
    if isinstance(outcome, expected_type):
        return outcome
    raise CannotWork(f"The demo cannot be recorded: {outcome}")


def start_demo_game(player_names: Iterable[str], preset_name: str, deal_bodies: Sequence[Body] = ()) -> StartedGame:
    """Start a game of these players, whose first king is at seat A."""
    game_file = {"format": GAME_FILE_FORMAT, "players": list(player_names), "house_rules": {"preset": preset_name}}
    return require_success(
        start_game({**game_file, "first_king": "A", "deals": list(deal_bodies)}, str(uuid4())), StartedGame
    )


def planned_deals(preset_name: str, random: Random, first_king: Seat = SEATS[0]) -> Iterator[PlannedDeal]:
    """The king and contracts of each deal. Each king's contracts come in random order."""
    all_four = PRESETS[preset_name].rules.combining == "all_four"
    for king in (first_king, first_king.right, first_king.partner, first_king.partner.right):
        contract_sets = [PENALTY_CONTRACTS] if all_four else [(contract,) for contract in PENALTY_CONTRACTS]
        contract_sets.append((Contract.TREX,))
        random.shuffle(contract_sets)
        yield from ((king, contracts) for contracts in contract_sets)


def random_deal_body(preset_name: str, planned_deal: PlannedDeal, random: Random) -> Body:
    """A random deal, as an entry."""
    king, contracts = planned_deal
    hands = card_play.random_hands(random)
    doubled = card_play.random_doubler_by_card(hands, contracts, random)
    paid = PRESETS[preset_name].rules.own_capture_pays_leader
    return {
        "king": king.name,
        "contracts": list(contracts),
        "captures": card_play.captures_json_after_playing(
            hands, king, contracts, doubled, own_capture_pays_leader=paid
        ),
    }


def random_announcement_body(planned_deal: PlannedDeal, random: Random) -> Body:
    """An announcement of these contracts with random doublings."""
    king, contracts = planned_deal
    doubled = card_play.random_doubler_by_card(card_play.random_hands(random), contracts, random)
    holders = {NAME_BY_DOUBLABLE_CARD[card]: seat.name for card, seat in doubled.items()}
    return ContractAnnounced.flat_body_of({"king": king.name, "contracts": list(contracts), "doubled": holders})


def record_entries(
    game_id: int, last_seq: int, bodies: Iterable[Body], author_name: str, starts_after: datetime
) -> None:
    """Record entries after entry `last_seq`, the first one `ENTRY_INTERVAL` after `starts_after`."""
    clock = starts_after
    for body in bodies:
        clock += ENTRY_INTERVAL
        entry_content = EntryUndone.flat_body_of(last_seq) if body is UNDO_PLACEHOLDER else body
        made_at = clock.isoformat(timespec="seconds")
        command = Command(
            str(uuid4()), entry_content, author_name, made_at, link={"right": "write"}, last_seen_seq=last_seq
        )
        last_seq = require_success(record_game_entry(game_id, command), Recorded).seq
