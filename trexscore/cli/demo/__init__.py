"""`trexscore demo`: fills a data folder with sample games and a club, recorded entry by entry."""

import argparse
from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from shlex import quote
from typing import NamedTuple

from flask import url_for
from sqlalchemy import func, select

from trexscore.cli.demo import card_play
from trexscore.cli.demo.club import CLUB_NAME, DEFAULT_NIGHT_COUNT, DemoClub, record_demo_club
from trexscore.cli.demo.games import (
    ENTRY_INTERVAL,
    UNDO_PLACEHOLDER,
    planned_deals,
    random_announcement_body,
    random_deal_body,
    record_entries,
    start_demo_game,
)
from trexscore.cli.installation import add_data_argument, read_settings
from trexscore.cli.output.errors import EXIT_DONE, CannotWork
from trexscore.cli.server_addresses import browser_url
from trexscore.cli.upgraded_app import create_app_and_upgrade_database
from trexscore.db.game_links import STANDARD_PERMISSIONS, Permission
from trexscore.db.models import Game, db
from trexscore.game.events.game_file import DealVoided, PointsAdjusted
from trexscore.ledger.chain import Body
from trexscore.rules.seats import SEATS

_MAX_GAME_NIGHTS = 200
_LINK_NAME_BY_PERMISSION: dict[Permission, str] = {
    "own": "owner link",
    "write": "scorer link",
    "read": "view-only link",
}


class SampleGamePlan(NamedTuple):
    """A sample game: its players, rules, number of deals and events."""

    title: str
    player_names: tuple[str, str, str, str]
    preset_name: str
    deal_count: int
    void_before_deal_number: int | None = None
    """The deal before which a deal is void, since a player has a bare king of hearts."""
    mistaken_deal_number: int | None = None
    """The deal that is recorded wrongly at first, and undone."""
    adjustment_after_deal_number: int | None = None
    is_next_deal_announced: bool = False
    """Whether the contract of the next deal is announced."""


SAMPLE_GAME_PLANS = (
    SampleGamePlan(
        "A finished game",
        ("Amal", "Basil", "Carine", "Dani"),
        "standard",
        20,
        void_before_deal_number=7,
        mistaken_deal_number=12,
        adjustment_after_deal_number=15,
    ),
    SampleGamePlan("Complex, finished", ("Huda", "Karim", "Lina", "Omar"), "complex", 8),
    SampleGamePlan(
        "Partners, half-way", ("Rami", "Salma", "Tariq", "Yara"), "partnership", 10, void_before_deal_number=3
    ),
    SampleGamePlan(
        "Running, the next deal announced",
        ("Fadi", "Nadia", "Sami", "Zeina"),
        "standard",
        11,
        is_next_deal_announced=True,
    ),
    SampleGamePlan("In Arabic", ("ليلى", "سامر", "هدى", "يوسف"), "standard", 8, mistaken_deal_number=4),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    add_data_argument(parser)
    parser.add_argument("--more", action="store_true", help="even if there are games already")
    parser.add_argument(
        "--game-nights",
        "--evenings",  # the name of earlier versions
        dest="night_count",
        type=_parse_night_count,
        default=DEFAULT_NIGHT_COUNT,
        metavar="N",
        help="number of past game nights of the club (default: %(default)s; 0: no club)",
    )


def _parse_night_count(text: str) -> int:
    if text.isdecimal() and int(text) <= _MAX_GAME_NIGHTS:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text} is not possible; use a whole number from 0 to {_MAX_GAME_NIGHTS}")


def run(options: argparse.Namespace) -> int:
    """Fill a data folder and print the links of the games and the club."""
    settings = read_settings(options.data)
    app = create_app_and_upgrade_database(settings)
    with app.app_context():
        games = db.session.execute(select(func.count()).select_from(Game)).scalar_one()
        if games and not options.more:
            raise CannotWork(f"There are games here already: {games}. Nothing was added. Use --more to add to them.")
        plans_and_recorded_games = [
            (plan, record_sample_game(plan, Random(f"{games} {plan.title}")))  # noqa: S311 - no secret
            for plan in SAMPLE_GAME_PLANS
        ]
        site = settings.public_url or browser_url("http", "localhost", settings.port)
        with app.test_request_context(base_url=site):
            _print_game_links(plans_and_recorded_games)
            if options.night_count > 0:
                print(f"A club that anyone can see: {CLUB_NAME}", flush=True)  # recording it takes a while
                _print_club_links(record_demo_club(options.night_count, Random(f"{games} club")))  # noqa: S311 - no secret
        data_option = "" if options.data is None else f" --data {quote(options.data)}"
        print(f"Start the server to see them: trexscore serve{data_option}")
    return EXIT_DONE


def record_sample_game(plan: SampleGamePlan, random: Random) -> dict[Permission, str]:
    """Record a game. Returns its links' tokens."""
    started_game = start_demo_game(plan.player_names, plan.preset_name)
    entries = list(_planned_entry_bodies(plan, random))
    begins = datetime.now(UTC) - ENTRY_INTERVAL * len(entries)
    record_entries(started_game.game_id, 1 + len(SEATS), entries, plan.player_names[1], begins)
    return started_game.token_by_permission


def _planned_entry_bodies(plan: SampleGamePlan, random: Random) -> Iterator[Body]:
    played_deals = list(planned_deals(plan.preset_name, random))
    for deal_number, planned_deal in enumerate(played_deals[: plan.deal_count], 1):
        if deal_number == plan.void_before_deal_number:
            _, seat = card_play.random_hands_with_bare_king(random)
            yield {
                "king": planned_deal[0].name,
                DealVoided.stored_kind: {"reason": "bare_king_of_hearts", "claimed_by": seat.name},
            }
        if deal_number == plan.mistaken_deal_number:
            yield random_deal_body(plan.preset_name, planned_deal, random)
            yield UNDO_PLACEHOLDER
        yield random_deal_body(plan.preset_name, planned_deal, random)
        if deal_number == plan.adjustment_after_deal_number:
            reason = "agreed: a closed trick was looked at"
            yield {PointsAdjusted.stored_kind: {"B": -30, "D": 30}, "reason": reason}
    if plan.is_next_deal_announced:
        yield random_announcement_body(played_deals[plan.deal_count], random)


def _print_game_links(plans_and_tokens: list[tuple[SampleGamePlan, dict[Permission, str]]]) -> None:
    for plan, links in plans_and_tokens:
        print(f"{plan.title}: {', '.join(plan.player_names)}")
        for permission in STANDARD_PERMISSIONS:
            url = url_for("table.show", token=links[permission], _external=True)
            print(f"  {_LINK_NAME_BY_PERMISSION[permission]:15} {url}")


def _print_club_links(demo_club: DemoClub) -> None:
    club_path = url_for("club.show", club_uid=demo_club.uid)
    account_link = url_for("new_account.show_link", token=demo_club.account_link_token, next=club_path, _external=True)
    print(f"  club page       {url_for('club.show', club_uid=demo_club.uid, _external=True)}")
    print(f"  live board      {url_for('live_board.show_by_link', token=demo_club.live_board_token, _external=True)}")
    print(f"  owner’s account {account_link}")
    print(f"                  This link works once. It sets the password of the account “{demo_club.owner_username}”.")
