"""A dispute as its page shows it: who says what, what would change, who agrees, and what can be done here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from trexscore.commands.games.preview_correction import CorrectionPreview, preview_correction
from trexscore.game.events.dispute import DisputeAnswered, DisputeRaised, DisputeResolved, concerned_by
from trexscore.game.record import Counted, Record
from trexscore.game.scorer_link import Statement
from trexscore.game.state import DisputeState
from trexscore.rules.seats import SEATS
from trexscore.web.games.corrections.changes import Changed
from trexscore.web.games.corrections.presenter import Moved, outcome
from trexscore.web.games.explain.presenter import title_of
from trexscore.web.games.scorer_link import Spoken, named_of
from trexscore.web.games.sign_off.presenter import Voice
from trexscore.web.games.view import GameView
from trexscore.web.rendering import translate as _


@dataclass(frozen=True, slots=True)
class DisputeView:
    """A dispute. `changed` and `moved` say what is proposed, while it is open and still possible."""

    seq: int
    name: str
    reason: str
    end: str
    changed: tuple[Changed, ...]
    moved: tuple[Moved, ...]
    voices: tuple[Voice, ...]
    against: tuple[str, ...]
    needs_all: bool
    """Whether all four have to say the same; else those whose points change."""
    may_rule: bool
    may_withdraw: bool
    may_reopen: bool
    asked_again: bool
    seat: str
    by_scorer: str
    """For whom the scorer's phone has disputed, answered or withdrawn it."""

    @property
    def is_open(self) -> bool:
        return not self.end


@dataclass(frozen=True, slots=True)
class Objection:
    """A dispute about an entry, as a list names it. `about` is the entry, whose page tells more."""

    about: int
    name: str
    reason: str
    title: str
    note: str
    end: str = ""


def disputes_about(game: GameView, game_id: int, seq: int | None, spoken: Spoken) -> list[DisputeView]:
    """The disputes about an entry, or about the game as a whole, the latest first."""
    found = [dispute for dispute in game.state.disputes if dispute.about == seq]
    return [_dispute(game, game_id, dispute, spoken) for dispute in reversed(found)]


def objections(game: GameView, record: Record) -> list[Objection]:
    """The open disputes about single entries, the latest first."""
    told = {one.seq: one for one in (*record.counted, *record.gone)}
    found = [(told[one.about], one) for one in game.open_disputes if one.about is not None]
    return [_objection(game, record, about, one) for about, one in reversed(found)]


def resolved(game: GameView, record: Record) -> list[Objection]:
    """Disputes about single entries that are over, the latest first."""
    told = {one.seq: one for one in (*record.counted, *record.gone)}
    found = [(told[one.about], one) for one in game.state.disputes if one.end and one.about in told]
    return [replace(_objection(game, record, about, one), end=_ended(one)) for about, one in reversed(found)]


def _objection(game: GameView, record: Record, about: Counted, said: DisputeState) -> Objection:
    king = about.entry.king
    if about in record.gone:
        note = _("no longer counts")
    else:
        note = "" if king is None else _("%(king)s’s kingdom", king=game.called(king))
    return Objection(about.seq, game.seat(said.seat).name, said.reason, title_of(about), note)


def _dispute(game: GameView, game_id: int, said: DisputeState, spoken: Spoken) -> DisputeView:
    is_open = not said.end
    proposed = _proposed(game, game_id, said.changes) if is_open else _NOTHING
    voices = tuple(
        Voice(
            seat,
            seat.seat in said.agree,
            is_open and seat.seat not in said.agree and game.speaks_for(seat.seat),
        )
        for seat in game.seats
    )
    return DisputeView(
        seq=said.seq,
        name=game.seat(said.seat).name,
        reason=said.reason,
        end=_ended(said) if said.end else "",
        changed=proposed.changed,
        moved=proposed.moved,
        voices=voices,
        against=tuple(game.seat(letter).name for letter in said.disagree),
        needs_all=proposed.needs_all,
        may_rule=is_open and game.may == "referee",
        may_withdraw=is_open and game.speaks_for(said.seat),
        may_reopen=said.end in _REOPENED and (not said.by_referee or game.may == "referee") and game.may_object,
        asked_again=said.asked_again,
        seat=said.seat,
        by_scorer=named_of(
            game, spoken, [Statement(one, said.seq) for one in (DisputeRaised, DisputeAnswered, DisputeResolved)]
        ),
    )


@dataclass(frozen=True, slots=True)
class _Proposed:
    """What a dispute would change, and whether all four have to answer it alike."""

    changed: tuple[Changed, ...] = ()
    moved: tuple[Moved, ...] = ()
    needs_all: bool = True


_NOTHING = _Proposed()
_REOPENED = ("as_it_stands", "withdrawn")
"""What has changed nothing. A correction that turned out wrong is disputed itself."""


def _proposed(game: GameView, game_id: int, changes: Sequence[Mapping[str, Any]]) -> _Proposed:
    ahead = preview_correction(game_id, list(changes)) if changes else None
    if not isinstance(ahead, CorrectionPreview) or ahead.played.refusals:
        return _NOTHING
    ahead_of = outcome(game, ahead, changes)
    signed = bool(ahead.agreed_on) or ahead.overrules
    needs_all = signed or len(concerned_by(ahead.now, ahead.then)) == len(SEATS)
    return _Proposed(ahead_of.changed, ahead_of.moved, needs_all)


def _ended(said: DisputeState) -> str:
    end = said.end or ""
    if said.by_referee and said.end_reason:
        return _RULED[end](said.end_reason)
    return _RULED_WITHOUT_REASON[end]() if said.by_referee else _ENDS[end]()


_RULED: Mapping[str, Callable[[str], str]] = {
    "proposed": lambda reason: _("Corrected by the referee as proposed: %(reason)s", reason=reason),
    "as_it_stands": lambda reason: _("Dismissed by the referee: %(reason)s", reason=reason),
}
_RULED_WITHOUT_REASON: Mapping[str, Callable[[], str]] = {
    "proposed": lambda: _("Corrected by the referee as proposed."),
    "as_it_stands": lambda: _("Dismissed by the referee."),
}
"""Until entries had `by`, the referee did not have to say why."""
_ENDS: Mapping[str, Callable[[], str]] = {
    "proposed": lambda: _("Resolved: corrected as proposed."),
    "as_it_stands": lambda: _("Resolved: it stays as it was."),
    "withdrawn": lambda: _("Withdrawn."),
}
