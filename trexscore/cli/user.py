"""`trexscore user`: makes a link that works once, to create an account or to choose a new password."""

import argparse

from flask import url_for

from trexscore.cli.addresses import phones_address, print_qr_code, web_address
from trexscore.cli.application import create_upgraded_app
from trexscore.cli.installation import add_data_argument, explain_database_faults, read_settings
from trexscore.cli.output.errors import DONE, CannotWork
from trexscore.commands.account_links import MANUAL_LINK_LIFETIME, create_signup_or_password_link
from trexscore.commands.accounts import find_account, normalize_username
from trexscore.config import Settings
from trexscore.game.file.names import read_name


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("name", metavar="NAME", help="the username; if there is none, the name of a new account")
    add_data_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Print a link for the account with this username, or for a new account."""
    name = read_name(options.name)
    if name is None:
        raise CannotWork("Use a name of 1 to 40 visible characters.")
    owner, address = _create_account_link(read_settings(options.data), name)
    purpose = f"to choose a new password for the account of {owner}" if owner else f"to create an account for {name}"
    print(f"A link {purpose}. It works once, within {MANUAL_LINK_LIFETIME.days} days:\n\n  {address}")
    print_qr_code(address)
    print("Anyone who opens it can use the account. Give it to this person only.")
    return DONE


def _create_account_link(settings: Settings, name: str) -> tuple[str | None, str]:
    """The name of the account's owner, None for a new account, and the URL of the link."""
    app = create_upgraded_app(settings)
    with explain_database_faults(settings.database_url), app.test_request_context(base_url=_server_url(settings)):
        account, owner = find_account(normalize_username(name) or "") or (None, None)
        token = create_signup_or_password_link(owner or name, account)
        return owner, _server_url(settings) + url_for("new_account.show_link", token=token)


def _server_url(settings: Settings) -> str:
    """The server's URL for phones, as far as this computer knows it."""
    phones = phones_address(settings.host)
    return settings.public_url or web_address("http", phones or "localhost", settings.port)
