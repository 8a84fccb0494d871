"""Writing one entry behind a game's journal: recording, announcing, taking back, and what else a table does."""

from collections.abc import Iterable
from typing import NamedTuple

from rfc8785 import CanonicalizationError
from sqlalchemy.orm import Session

from trexscore.commands.clock import now
from trexscore.commands.games.policy import policy_violations
from trexscore.commands.league.projections import on_game_entry
from trexscore.db import game_states as boards
from trexscore.db.games import head_of
from trexscore.db.journals import GAMES, End, writing
from trexscore.db.tokens import sync_referee_token
from trexscore.game.events import event_type_of
from trexscore.game.events.policy import PolicySet
from trexscore.game.judge import Accepted, Refused, judge_draft
from trexscore.game.state import state_of
from trexscore.ledger.chain import LONG_BODY, MOST_ENTRIES, MOST_OF_LONG, Body, EntryDraft
from trexscore.rules.refusals import refuse


class Request(NamedTuple):
    """What a client asks to have written: `after` is the last entry that it has seen."""

    key: str
    after: int
    author: str | None
    made_at: str | None
    body: Body
    by: Body | None = None
    """Which kind of link this comes through: the server says so, never the client."""

    @property
    def kind(self) -> str:
        """The kind of entry that the body makes."""
        return event_type_of(self.body).wire

    @property
    def said(self) -> EntryDraft:
        """What is to be written."""
        event = event_type_of(self.body)
        body = event.normalized(self.body)
        return EntryDraft(self.key, event.wire, self.author, self.made_at, body, self.by)


class Written(NamedTuple):
    """The entry is on disk as `seq`; `new` unless the same request had written it before."""

    seq: int
    new: bool
    state: str | None = None
    """Behind a new entry: the state as JSON."""


class MovedOn(NamedTuple):
    """Somebody else has written in between; nothing was written."""

    seq: int


_KEY_REUSED = Refused((refuse("key_reused", "key"),), ())
_NUMBER_TOO_LARGE = Refused((refuse("number_too_large", "entry"),), ())


def write_entry(game_id: int, request: Request) -> Written | MovedOn | Refused:
    """Write an entry: looked at in order are its key, then `after`, then the rules."""
    with writing() as session:
        return _write(session, GAMES.lock(session, game_id), request)[0]


def write_those_that_can_be(game_id: int, requests: Iterable[Request]) -> list[Written | Refused]:
    """Write those of several entries that can be, in one transaction. Their `after` is not looked at: each of them has
    to say itself what its writer has seen.
    """
    outcomes: list[Written | Refused] = []
    with writing() as session:
        end = GAMES.lock(session, game_id)
        for request in requests:
            outcome, end = _write(session, end, request._replace(after=end.seq))
            if not isinstance(outcome, MovedOn):
                outcomes.append(outcome)
    return outcomes


def _write(session: Session, end: End, request: Request) -> tuple[Written | MovedOn | Refused, End]:
    """What becomes of an entry behind a locked end, and where the journal ends then."""
    said, game_id = request.said, end.id
    known = GAMES.with_key(session, game_id, request.key)
    if known is not None:
        same = (known.kind, known.body_digest) == (said.kind, _digest(said._replace(by=known.by)))
        return (Written(known.seq, new=False) if same else _KEY_REUSED), end
    head = head_of(session, game_id)
    if request.key == head.started_key:
        return _KEY_REUSED, end  # written down, it would tell every reader how to get the game's links
    if request.after != end.seq:
        return MovedOn(end.seq), end
    judged = _no_room(session, end, said.body) or judge_draft(GAMES.told(session, game_id), said)
    received_at = now()
    if isinstance(judged, Accepted):
        judged = _cannot_be_kept(session, game_id, judged, said, received_at) or judged
    if isinstance(judged, Refused):
        return judged, end
    event, game = judged
    end = GAMES.append(session, end, [said], received_at)
    if isinstance(event, PolicySet):
        sync_referee_token(session, game_id, wanted=event.referee)
    if head.in_club:
        on_game_entry(session, end, game, received_at, said.kind)
    state = state_of(game.record, game.played, end.seq)
    return Written(end.seq, True, boards.update_state(session, game_id, state)), end  # noqa: FBT003


def _cannot_be_kept(
    session: Session, game_id: int, accepted: Accepted, said: EntryDraft, received_at: str
) -> Refused | None:
    """Why an entry that the rules allow is not written."""
    faults = policy_violations(session, game_id, accepted, said.by, received_at)
    if faults:
        return Refused(faults, ())
    return _NUMBER_TOO_LARGE if _digest(said) is None else None


def _no_room(session: Session, end: End, body: Body) -> Refused | None:
    """Why a journal takes nothing more, or nothing as long as this."""
    if end.seq >= MOST_ENTRIES:
        return Refused((refuse("too_many_entries", most=MOST_ENTRIES),), ())
    is_long = len(str(body).encode(errors="replace")) > LONG_BODY
    if is_long and GAMES.characters(session, end.id) > MOST_OF_LONG:
        return Refused((refuse("too_long_entries"),), ())
    return None


def _digest(said: EntryDraft) -> str | None:
    """None where a number is too large to have been written ever."""
    try:
        return said.digest
    except CanonicalizationError:
        return None


def check_entry(game_id: int, body: Body) -> Refused | None:
    """What would be refused if this were written now, without writing it."""
    with writing() as session:
        entries = GAMES.told(session, game_id)
    judged = judge_draft(entries, Request("", 0, None, None, body).said)
    return judged if isinstance(judged, Refused) else None
