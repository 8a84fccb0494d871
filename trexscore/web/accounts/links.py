"""The address of a link to an account."""

from flask import url_for

from trexscore.web.urls import whole_address


def link_address(token: str) -> str:
    """The whole address of a link, to be passed on."""
    return whole_address(url_for("new_account.show_link", token=token))
