"""`trexscore game`: deletes a game, or removes a player's name from it permanently."""

import argparse
import re

from trexscore.cli.installation import add_data_argument
from trexscore.cli.output.errors import EXIT_DONE, CannotWork
from trexscore.cli.upgraded_app import existing_installation_context
from trexscore.commands.games.delete_game import (
    EverCountedByClub,
    delete_game_unless_counted,
    remove_player_name_unless_counted,
)
from trexscore.db.game_links import read_token_scope
from trexscore.db.games import find_game_by_uid
from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.game.builder import fold_game
from trexscore.game.file.names import name_key
from trexscore.rules.seats import SEATS

_LINK_OR_TOKEN_PATTERN = re.compile(r"(?:.*/g/)?([A-Za-z0-9_-]+)(?:[/?#].*)?", re.DOTALL)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    commands = parser.add_subparsers(dest="action", required=True, metavar="delete | anonymize")
    for name, purpose in (
        ("delete", "delete a game: its entries and its links"),
        ("anonymize", "remove a player's name from a game permanently; all points stay"),
    ):
        command = commands.add_parser(name, help=purpose, description=purpose.capitalize() + ".")
        command.add_argument(
            "game",
            metavar="GAME",
            help="a link to the game, the game's uid, or the link's token; after -- where the token begins with -",
        )
        if name == "anonymize":
            command.add_argument("--name", metavar="NAME", required=True, help="the player's name in this game")
        add_data_argument(command)


def run(options: argparse.Namespace) -> int:
    """Run the subcommand and print its result."""
    try:
        with existing_installation_context(options.data):
            print(_run_subcommand(options))
    except EverCountedByClub as fault:
        raise CannotWork("A club counts this game. Remove names in the club; the game cannot be deleted.") from fault
    return EXIT_DONE


def _run_subcommand(options: argparse.Namespace) -> str:
    game_id = _find_game_id(options.game)
    if options.action == "delete":
        delete_game_unless_counted(game_id)
        return "The game is deleted, with all of its links."
    players = fold_game(GAMES.read_fold_entries(db.session(), game_id)).player_names
    key = name_key(options.name)
    seat = next((seat for seat in SEATS if (name := players[seat]) and name_key(name) == key), None)
    db.session.rollback()
    if seat is None:
        raise CannotWork("No one in this game has that name. Nothing was changed.")
    remove_player_name_unless_counted(game_id, seat)
    return "The name is removed. All points stay."


def _find_game_id(link_token_or_uid: str) -> int:
    """The id of a game by its link, token or uid. Errors do not repeat the text, since it may hold a secret token."""
    game = find_game_by_uid(db.session(), link_token_or_uid.strip().lower())
    match = _LINK_OR_TOKEN_PATTERN.fullmatch(link_token_or_uid.strip())
    scope = read_token_scope(match[1]) if match is not None else None
    db.session.rollback()
    if game is not None:
        return game.id
    if scope is None:
        raise CannotWork("There is no such game here. Name it by a link, by the link's token, or by its uid.")
    return scope.game_id
