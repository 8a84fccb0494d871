"""What the demo's games have in common: whose turn it is to be king, the deals, and how entries are written."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import uuid4

from trexscore.cli.demo import deals as dealt
from trexscore.cli.output.errors import CannotWork
from trexscore.commands.games.record_entry import Request, Written, write_entry
from trexscore.rules.cards import PENALTY_CONTRACTS, Contract
from trexscore.rules.presets import PRESETS
from trexscore.rules.seats import SEATS, Seat

A_DEAL = timedelta(minutes=6)
"""How long it takes."""
TAKE_BACK: dict[str, Any] = {}
"""Stands for taking back the entry before."""
Turn = tuple[Seat, tuple[Contract, ...]]


def turns(preset: str, random: Random, first: Seat = SEATS[0]) -> Iterator[Turn]:
    """Who is king of each deal and what is played: every king has an order of their own."""
    all_four = PRESETS[preset].rules.combining == "all_four"
    for king in (first, first.right, first.partner, first.partner.right):
        programmes = [PENALTY_CONTRACTS] if all_four else [(contract,) for contract in PENALTY_CONTRACTS]
        programmes.append((Contract.TREX,))
        random.shuffle(programmes)
        yield from ((king, programme) for programme in programmes)


def deal_entry(preset: str, turn: Turn, random: Random) -> dict[str, Any]:
    """A deal, dealt and played out."""
    king, contracts = turn
    hands = dealt.deal(random)
    doubled = dealt.doubled_cards(hands, contracts, random)
    paid = PRESETS[preset].rules.leader_is_paid
    return {
        "king": king.name,
        "contracts": list(contracts),
        "captures": dealt.captures(hands, king, contracts, doubled, leader_is_paid=paid),
    }


def announcement(turn: Turn, random: Random) -> dict[str, Any]:
    """A contract that has been named, and the cards that have been doubled."""
    king, contracts = turn
    doubled = dealt.doubled_cards(dealt.deal(random), contracts, random)
    return {"announced": {"king": king.name, "contracts": list(contracts), "doubled": dealt.in_entry(doubled)}}


def write_each(game_id: int, seq: int, bodies: Iterable[dict[str, Any]], author: str, begins: datetime) -> int:
    """Write entries behind the one numbered `seq`, the first of them a deal's time after `begins`; the last number."""
    clock = begins
    for body in bodies:
        clock += A_DEAL
        said = {"take_back": seq} if body is TAKE_BACK else body
        made_at = clock.isoformat(timespec="seconds")
        written = write_entry(game_id, Request(str(uuid4()), seq, author, made_at, said, {"right": "write"}))
        if not isinstance(written, Written):
            raise CannotWork(f"A game of the demo cannot be told: {written}")
        seq = written.seq
    return seq
