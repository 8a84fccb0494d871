"""`trexscore demo`: games to look at, told entry by entry as a table would have."""

import argparse
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from shlex import quote
from typing import Any, NamedTuple
from uuid import uuid4

from flask import Flask, url_for
from sqlalchemy import func, select

from trexscore.actions.start_game import Started, start_game
from trexscore.actions.write_entry import Request, Written, write_entry
from trexscore.cli import dealt
from trexscore.cli.complaints import DONE, CannotWork, complain
from trexscore.cli.installation import add_data_argument, read_settings
from trexscore.cli.reachable import web_address
from trexscore.cli.up_to_date import up_to_date_app
from trexscore.config import Settings
from trexscore.gamefile import FORMAT
from trexscore.rules.cards import PENALTY_CONTRACTS, Contract
from trexscore.rules.presets import PRESETS
from trexscore.rules.seats import SEATS, Seat
from trexscore.storage.links import RIGHTS, May
from trexscore.storage.models import Game, db

_A_DEAL = timedelta(minutes=6)


class Plan(NamedTuple):
    """A game to tell: who plays by which rules, how far they get, and what happens on the way."""

    title: str
    players: tuple[str, str, str, str]
    preset: str
    deals: int
    bare_king_before: int | None = None
    """The deal before which the cards are thrown in."""
    mistaken: int | None = None
    """The deal that is recorded wrongly at first."""
    adjusted_after: int | None = None
    reason: str = ""
    announced: bool = False
    """Whether the next contract has been announced already."""


PLANS = (
    Plan(
        "A finished game",
        ("Amal", "Basil", "Carine", "Dani"),
        "standard",
        20,
        bare_king_before=7,
        mistaken=12,
        adjusted_after=15,
        reason="agreed: a closed trick was looked at",
    ),
    Plan("Complex, finished", ("Huda", "Karim", "Lina", "Omar"), "complex", 8),
    Plan("Partners, half-way", ("Rami", "Salma", "Tariq", "Yara"), "partnership", 10, bare_king_before=3),
    Plan("Running, the next deal announced", ("Fadi", "Nadia", "Sami", "Zeina"), "standard", 11, announced=True),
    Plan("In Arabic", ("ليلى", "سامر", "هدى", "يوسف"), "standard", 8, mistaken=4),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    add_data_argument(parser)
    parser.add_argument("--more", action="store_true", help="also where there are games already")


def run(options: argparse.Namespace) -> int:
    """Fill a data folder, and print the games' links."""
    try:
        settings = read_settings(options.data)
        app = up_to_date_app(settings)
        with app.app_context():
            games = db.session.execute(select(func.count()).select_from(Game)).scalar_one()
            if games and not options.more:
                raise CannotWork(  # noqa: TRY301
                    f"There are games here already: {games}. Nothing was added; with --more it will be."
                )
            told = [(plan, tell(plan, Random(f"{games} {plan.title}"))) for plan in PLANS]  # noqa: S311 - no secret
            _print_links(app, settings, told)
            where = "" if options.data is None else f" --data {quote(options.data)}"
            print(f"Start the server to see them: trexscore serve{where}")
    except CannotWork as fault:
        return complain(fault)
    return DONE


def tell(plan: Plan, random: Random) -> dict[May, str]:
    """Write a game; its links."""
    file = {"format": FORMAT, "players": list(plan.players), "house_rules": {"preset": plan.preset}}
    started = start_game({**file, "first_king": "A", "deals": []}, str(uuid4()))
    if not isinstance(started, Started):
        raise CannotWork(f"The game “{plan.title}” cannot be started: {started}")
    entries = list(_entries(plan, random))
    clock = datetime.now(UTC) - _A_DEAL * len(entries)
    seq = 1 + len(SEATS)
    for body in entries:
        clock += _A_DEAL
        said = {"take_back": seq} if body is _TAKE_BACK else body
        made_at = clock.isoformat(timespec="seconds")
        written = write_entry(started.game_id, Request(str(uuid4()), seq, plan.players[1], made_at, said))
        if not isinstance(written, Written):
            raise CannotWork(f"The game “{plan.title}” cannot be told: {written}")
        seq = written.seq
    return started.links


_TAKE_BACK: dict[str, Any] = {}
"""Stands for taking back the entry before."""


def _entries(plan: Plan, random: Random) -> Iterator[dict[str, Any]]:
    turns = list(_turns(plan, random))
    for number, (king, contracts) in enumerate(turns[: plan.deals], 1):
        if number == plan.bare_king_before:
            _, seat = dealt.deal_with_bare_king(random)
            yield {"king": king.name, "void": {"reason": "bare_king_of_hearts", "claimed_by": seat.name}}
        if number == plan.mistaken:
            yield _deal(plan, king, contracts, random)
            yield _TAKE_BACK
        yield _deal(plan, king, contracts, random)
        if number == plan.adjusted_after:
            yield {"adjustment": {"B": -30, "D": 30}, "reason": plan.reason}
    if plan.announced:
        king, contracts = turns[plan.deals]
        doubled = dealt.doubled_cards(dealt.deal(random), contracts, random)
        yield {
            "announced": {"king": king.name, "contracts": list(contracts), "doubled": dealt.in_entry(doubled)},
        }


def _turns(plan: Plan, random: Random) -> Iterator[tuple[Seat, tuple[Contract, ...]]]:
    """Who is king of each deal and what is played: every king has an order of their own."""
    all_four = PRESETS[plan.preset].rules.combining == "all_four"
    for king in SEATS:
        programmes = [PENALTY_CONTRACTS] if all_four else [(contract,) for contract in PENALTY_CONTRACTS]
        programmes.append((Contract.TREX,))
        random.shuffle(programmes)
        yield from ((king, programme) for programme in programmes)


def _deal(plan: Plan, king: Seat, contracts: tuple[Contract, ...], random: Random) -> dict[str, Any]:
    hands = dealt.deal(random)
    doubled = dealt.doubled_cards(hands, contracts, random)
    paid = PRESETS[plan.preset].rules.leader_is_paid
    return {
        "king": king.name,
        "contracts": list(contracts),
        "captures": dealt.captures(hands, king, contracts, doubled, leader_is_paid=paid),
    }


def _print_links(app: Flask, settings: Settings, told: list[tuple[Plan, dict[May, str]]]) -> None:
    base = settings.public_url or web_address("http", "localhost", settings.port)
    with app.test_request_context(base_url=base):
        for plan, links in told:
            print(f"{plan.title}: {', '.join(plan.players)}")
            for may in RIGHTS:
                print(f"  {may:6} {url_for('table.show', token=links[may], _external=True)}")
