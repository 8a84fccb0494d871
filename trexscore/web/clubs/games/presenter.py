"""A club's games as its pages list them."""

from collections.abc import Iterable, Mapping
from datetime import date
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from flask import url_for

from trexscore.club.counted import CountedGame
from trexscore.club.eligibility import Obstacle, standing_of
from trexscore.club.game_outcome import GameOutcome
from trexscore.club.record import ClubRecord
from trexscore.club.rounds import rounds_of_night
from trexscore.club.season_shares import as_they_are
from trexscore.db.clubs.counted_games import GameRow, counted_by_night
from trexscore.db.clubs.game_tokens import tokens_of
from trexscore.db.clubs.listed_games import last_word
from trexscore.db.league.standings import ClubSaid
from trexscore.db.models import db
from trexscore.db.tokens import links_of
from trexscore.game.state import State
from trexscore.i18n.texts.club import BROKEN_OFF
from trexscore.ledger.chain import Body
from trexscore.rules.seats import SEATS, BySeat
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.game_nights.presenter import weekday
from trexscore.web.clubs.game_nights.rounds import time_of_day
from trexscore.web.clubs.game_nights.tables import game_entry_url, game_url, may_open, needs_sign_off, winning_seats
from trexscore.web.clubs.games.game import counts_somewhere, in_words, why_not
from trexscore.web.clubs.members.presenter import title_of
from trexscore.web.games.view import game_view
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

NO_ROUNDS: Mapping[str, int] = MappingProxyType({})
_MOST_NIGHTS = 2_000
_rounds: dict[tuple[str, int], Mapping[str, int]] = {}
"""The rounds of nights, by the end of the club's journal and the night."""
_NOT_OVER: tuple[Obstacle, ...] = ("unfinished", "no_result")


class ListedSeat(NamedTuple):
    """One of the four: whose points they are, and who sat in for them."""

    name: str
    points: int
    rank: int
    tied: bool
    won: bool
    sat_in: str = ""


class ListedGame(NamedTuple):
    """A line of the list."""

    uid: str
    url: str
    day: str
    place: str
    seats: tuple[ListedSeat, ...]
    reasons: tuple[str, ...]
    disputes: int
    open_url: str
    needs_sign_off: bool
    referee_url: str
    abandoned: bool
    """Nobody goes on with it: the points are those that count."""


def rounds_listed(club: ClubContext, rows: Iterable[GameRow]) -> dict[str, int]:
    """The rounds in which games were played, by their uid: of those that belong to a game night."""
    nights = {row.counted.evening or 0 for row in rows if row.counted is not None} & club.record.evenings.keys()
    known = {number: _rounds.get((club.club.digest, number)) for number in nights}
    unknown = [number for number, of_night in known.items() if of_night is None]
    words = counted_by_night(db.session(), club.club.id, unknown) if unknown else {}
    for number, games in words.items():
        known[number] = rounds_of_night(club.record, club.record.evenings[number], games).games
    _keep({(club.club.digest, number): known[number] or {} for number in words})
    return {uid: of_game for of_night in known.values() for uid, of_game in (of_night or {}).items()}


def _keep(found: Mapping[tuple[str, int], Mapping[str, int]]) -> None:
    """They change with the club's journal and with nothing else."""
    if len(_rounds) > _MOST_NIGHTS:
        _rounds.clear()
    _rounds.update(found)


def listed_game(
    club: ClubContext,
    row: GameRow,
    state: State,
    rounds: Mapping[str, int] = NO_ROUNDS,
    said: Mapping[int, ClubSaid] | None = None,
) -> ListedGame:
    """A game with its four, and why it does not count, where it does not; `said`: what withdrew games."""
    game = game_view("", "read", state)
    won = winning_seats(game)
    abandoned = row.counted is not None and not game.complete and "unfinished" in row.counted.although
    counting = row.came_to.result.points if abandoned and row.came_to.result is not None else None
    seats = []
    for one, seat in zip(game.seats, SEATS, strict=True):
        member, sat = _names(club.record, row.counted, seat)
        name = member or one.name
        total = one.total if counting is None else counting[seat]
        seats.append(ListedSeat(name, total, one.rank, one.tied, one.seat in won, sat))
    evening = None if row.counted is None or row.counted.evening is None else row.counted.evening
    is_there = evening in club.record.evenings
    table = row.counted.table if row.counted is not None and is_there else None
    disputes = len(game.open_disputes)
    opens, to_sign_off = row.counted is not None and may_open(club, row.counted), needs_sign_off(club, row)
    has_referee = bool(state.terms.referee) and club.may("withdrawn")
    return ListedGame(
        row.uid,
        game_url(club, row.uid),
        weekday(date.fromisoformat(row.sort[:10])),
        _place(table, rounds.get(row.uid), time_of_day(row.started_at, club.zone))
        if table
        else _("Game night")
        if is_there
        else "",
        tuple(seats),
        () if counts_somewhere(club, row) else tuple(why_not(club, row, said)),
        disputes,
        game_entry_url(club, row) if opens and (not game.complete or to_sign_off) else "",
        to_sign_off,
        url_for("club_games.rule", uid=club.uid, game=row.uid) if disputes and has_referee else "",
        abandoned,
    )


def _place(table: int, number: int | None, time: str) -> str:
    """Where and when a game was played at a game night."""
    at_table = _("Table %(number)s", number=table)
    return f"{at_table} · {time}" if number is None else f"{_('Round %(number)s', number=number)} · {at_table} · {time}"


def _names(record: ClubRecord, counted: CountedGame | None, seat: int) -> tuple[str, str]:
    """Whose seat it is, and who sat in; nothing where nobody of the club is known for it."""
    if counted is None:
        return "", ""
    now = as_they_are(record, counted)
    member, sat = now.members[seat], now.played_by[seat]
    named = "" if member is None else title_of(record.members[member])
    return named, title_of(record.members[sat]) if sat is not None and sat != member else ""


def notes_on(record: ClubRecord, on: date, came: GameOutcome, state: State) -> list[str]:
    """What somebody who brings a game in has to know before it is in the book: what will keep it from counting."""
    nobody: BySeat[int | None] = BySeat(None, None, None, None)
    unseated = CountedGame("", nobody, nobody, on, None, None, frozenset())
    asked = "no_result" if came.result is None else state.rules["unfinished_game"]
    broken_off = _(BROKEN_OFF[asked])
    hindered = standing_of(record, unseated, came).hindered
    return [broken_off if one in _NOT_OVER else in_words(one, season) for one, season in hindered]


def seat_names(names: Iterable[str | None]) -> list[str]:
    """The four as the game calls them."""
    language = reader_language()
    return [name or _("Seat %(letter)s", letter=language.letter(seat)) for name, seat in zip(names, SEATS, strict=True)]


class WhatToDo(NamedTuple):
    """What the reader can do about a game in the book; an address where they can."""

    agree: str = ""
    open: str = ""
    referee: str = ""
    seats: str = ""
    withdraw: str = ""
    again: str = ""
    break_off: str = ""
    """Of a game that is not over: to say that nobody goes on with it, or that somebody does after all."""
    links: str = ""
    """To replace the links by which the game is owned, scored and refereed."""


def what_to_do(club: ClubContext, row: GameRow) -> WhatToDo:
    """Only what would not be refused."""
    here: dict[str, Any] = {"uid": club.uid, "game": row.uid}
    counted = row.counted
    if counted is None:
        counts_again = club.may("withdrawn") and club.may("game", **(as_it_counted(club, row.uid) or {}))
        return WhatToDo(again=url_for("booked.count_again", **here) if counts_again else "")
    kept = tokens_of(db.session(), club.club.id, row.uid)
    rules = kept is not None and kept.scope.may == "own" and club.may("withdrawn")
    has_referee = rules and kept is not None and "referee" in links_of(db.session(), kept.scope.game_id)
    opens = kept is not None and may_open(club, counted)
    return WhatToDo(
        game_entry_url(club, row) if opens and needs_sign_off(club, row) else "",
        url_for("club_games.open", **here, to="sheet" if row.came_to.complete else None) if opens else "",
        url_for("club_games.rule", **here) if has_referee else "",
        url_for("booked.edit", **here) if club.may("game", although=sorted(counted.although)) else "",
        url_for("booked.ask", **here) if club.may("withdrawn") else "",
        break_off=url_for("booked.break_off", **here) if _may_break_off(club, row, counted) else "",
        links=url_for("club_games.replace_links", **here)
        if club.leads and kept is not None and kept.scope.may == "own"
        else "",
    )


def as_it_counted(club: ClubContext, uid: str) -> Body | None:
    """How a game was counted before it was withdrawn; at no evening, where that has been taken back since."""
    body = last_word(db.session(), club.club.id, uid)
    said: Body | None = None if body is None else msgspec.json.decode(body)["game"]
    if said is not None and said.get("evening") not in club.record.evenings:
        said |= {"evening": None, "table": None}
    return said


def _may_break_off(club: ClubContext, row: GameRow, counted: CountedGame) -> bool:
    return not row.came_to.complete and club.may("game", although=sorted({*counted.although, "unfinished"}))
