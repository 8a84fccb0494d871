"""`trexscore user`: makes a link that works once, to create an account or to choose a new password."""

import argparse

from flask import url_for

from trexscore.cli.installation import add_data_argument, database_faults_as_cannot_work, read_settings
from trexscore.cli.output.errors import EXIT_DONE, CannotWork
from trexscore.cli.server_addresses import address_for_phones, browser_url, print_qr_code
from trexscore.cli.upgraded_app import create_app_and_upgrade_database
from trexscore.commands.account_links import MANUAL_LINK_LIFETIME, create_account_link_token
from trexscore.commands.accounts import find_account_id_and_name, normalize_username
from trexscore.config import Settings
from trexscore.game.file.names import read_name


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("name", metavar="NAME", help="a username; if no account has it, the name for a new account")
    add_data_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Print a link for the account with this username, or for a new account."""
    name = read_name(options.name)
    if name is None:
        raise CannotWork("Use a name of 1 to 40 visible characters.")
    owner, address = _create_link_and_find_owner(read_settings(options.data), name)
    purpose = f"to choose a new password for the account of {owner}" if owner else f"to create an account for {name}"
    print(f"A link {purpose}. It works once, within {MANUAL_LINK_LIFETIME.days} days:\n\n  {address}")
    print_qr_code(address)
    print("Anyone who opens it can use the account. Give it to this person only.")
    return EXIT_DONE


def _create_link_and_find_owner(settings: Settings, name_or_username: str) -> tuple[str | None, str]:
    """The name of the account's owner, None for a new account, and the URL of the link."""
    app = create_app_and_upgrade_database(settings)
    with (
        database_faults_as_cannot_work(settings.database_url),
        app.test_request_context(base_url=_server_url(settings)),
    ):
        account, owner = find_account_id_and_name(normalize_username(name_or_username) or "") or (None, None)
        token = create_account_link_token(owner or name_or_username, account)
        return owner, _server_url(settings) + url_for("new_account.show_link", token=token)


def _server_url(settings: Settings) -> str:
    """The server's URL for phones, as far as this computer knows it."""
    phones = address_for_phones(settings.host)
    return settings.public_url or browser_url("http", phones or "localhost", settings.port)
