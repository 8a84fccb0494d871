"""Finds sign-offs, confirmations, disputes and answers that the scorer link wrote in players' names."""

from collections.abc import Iterable
from typing import NamedTuple

from trexscore.game.event import GameEvent, link_from_json
from trexscore.game.events import load_event
from trexscore.game.record import Record
from trexscore.ledger.chain import FoldEntry
from trexscore.rules.seats import Seat


class Statement(NamedTuple):
    """An event type, and the kingdom, entry or dispute that it is about."""

    event_type: type[GameEvent]
    subject: object


def is_answer_by_scorer(entry: FoldEntry) -> bool:
    """Whether the scorer link wrote this entry in the names of players."""
    link = link_from_json(entry.link_json)
    if link is None or not link.keeps_score or entry.body is None:
        return False
    return load_event(entry.kind, entry.body).answers_for_players


def seats_answered_by_scorer(record: Record, entries: Iterable[FoldEntry]) -> dict[Statement, frozenset[Seat]]:
    """For each statement, the current seats of the players whose last answer the scorer link wrote."""
    last_answers: dict[Statement, dict[Seat, bool]] = {}
    for entry in entries:
        if entry.body is None or entry.seq in record.undone_seqs:
            continue
        event = load_event(entry.kind, entry.body)
        subject = event.statement_subject(entry.seq)
        if subject is not None:
            link = link_from_json(entry.link_json)
            by_scorer = link is not None and link.keeps_score and event.answers_for_players
            for seat in event.represented_seats():
                last_answers.setdefault(Statement(type(event), subject), {})[_current_seat(record, entry.seq, seat)] = (
                    by_scorer
                )
    return {
        statement: frozenset(seat for seat, by_scorer in answers.items() if by_scorer)
        for statement, answers in last_answers.items()
    }


def _current_seat(record: Record, seq: int, seat: Seat) -> Seat:
    """The current seat of the player who had this seat at entry `seq`; the same seat for a removed name."""
    name = record.player_names_at(seq)[seat]
    return seat if name is None or name not in record.player_names else Seat(tuple(record.player_names).index(name))
