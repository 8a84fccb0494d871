"""URLs of account links."""

from flask import url_for

from trexscore.web.urls import whole_address


def link_address(token: str) -> str:
    return whole_address(url_for("new_account.show_link", token=token))
