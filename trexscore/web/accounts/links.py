"""URLs of account links."""

from flask import url_for

from trexscore.web.urls import absolute_url


def account_link_url(token: str) -> str:
    return absolute_url(url_for("new_account.show_link", token=token))
