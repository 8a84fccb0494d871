"""The tables of a game night with the scorer link of each."""

from typing import NamedTuple

from flask import url_for
from markupsafe import Markup

from trexscore.club.game_night import GameNight
from trexscore.commands.game_nights.tables import current_tables
from trexscore.db.clubs.game_tokens import read_scorer_tokens
from trexscore.db.models import db
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.game_nights.presenter import member_names
from trexscore.web.urls import absolute_url, qr_code_of


class TableScorerLink(NamedTuple):
    """A table whose game goes on, and its scorer link."""

    number: int
    uid: str
    names: list[str]
    url: str
    qr: Markup


def scorer_links_of_playing_tables(club: ClubContext, game_night: GameNight) -> list[TableScorerLink]:
    """The tables that play and whose scorer link the club can give to another phone."""
    session = db.session()
    playing = {
        table.game.game_id: (table, table.game.uid)
        for table in current_tables(session, club.club.id, club.uid, club.record, game_night)
        if table.game is not None and table.plays
    }
    links = read_scorer_tokens(session, club.club.id, playing.keys())
    tables = []
    for game_id, (table, uid) in playing.items():
        if game_id in links:
            url = absolute_url(url_for("table.show", token=links[game_id]))
            tables.append(
                TableScorerLink(
                    table.number, uid, member_names(club.record, table.members_by_seat), url, qr_code_of(url)
                )
            )
    return sorted(tables, key=lambda table: table.number)
