"""A dispute as its page shows it: who says what, what would change, who agrees, and what can be done here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trexscore.actions.look_ahead import CannotBe, look_ahead
from trexscore.journal.acting import Word
from trexscore.journal.record import Counted, Record
from trexscore.web.rendering import translate as _
from trexscore.web.views.acting import Spoken, named_of
from trexscore.web.views.agreement import Voice
from trexscore.web.views.changes import Changed
from trexscore.web.views.correcting import Moved, outcome
from trexscore.web.views.game import GameView
from trexscore.web.views.why import title_of


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
    may_settle: bool
    may_withdraw: bool
    asked_again: bool
    seat: str
    by_scorer: str
    """For whom the scorer's phone has disputed, answered or withdrawn it."""

    @property
    def is_open(self) -> bool:
        return not self.end


@dataclass(frozen=True, slots=True)
class Objection:
    """An open dispute about an entry, as a list names it. `about` is the entry, whose page tells more."""

    about: int
    name: str
    reason: str
    title: str
    note: str


def disputes_about(game: GameView, game_id: int, seq: int | None, spoken: Spoken) -> list[DisputeView]:
    """The disputes about an entry, or about the game as a whole, the latest first."""
    found = [dispute for dispute in game.state["disputes"] if dispute["about"] == seq]
    return [_dispute(game, game_id, dispute, spoken) for dispute in reversed(found)]


def objections(game: GameView, record: Record) -> list[Objection]:
    """The open disputes about single entries, the latest first."""
    told = {one.seq: one for one in (*record.counted, *record.gone)}
    found = [dispute for dispute in game.open_disputes if dispute["about"] is not None]
    return [_objection(game, record, told[dispute["about"]], dispute) for dispute in reversed(found)]


def _objection(game: GameView, record: Record, about: Counted, said: Mapping[str, Any]) -> Objection:
    king = about.entry.king
    if about in record.gone:
        note = _("counts no more")
    else:
        note = "" if king is None else _("%(king)s’s kingdom", king=game.called(king))
    return Objection(about.seq, game.seat(said["seat"]).name, said["reason"], title_of(about), note)


def _dispute(game: GameView, game_id: int, said: Mapping[str, Any], spoken: Spoken) -> DisputeView:
    is_open = not said["end"]
    changed, moved = _proposed(game, game_id, said["changes"]) if is_open and said["changes"] else ((), ())
    voices = tuple(
        Voice(
            seat,
            seat.seat in said["agree"],
            is_open and seat.seat not in said["agree"] and game.speaks_for(seat.seat),
        )
        for seat in game.seats
    )
    return DisputeView(
        seq=said["seq"],
        name=game.seat(said["seat"]).name,
        reason=said["reason"],
        end=_ended(said) if said["end"] else "",
        changed=changed,
        moved=moved,
        voices=voices,
        against=tuple(game.seat(letter).name for letter in said["disagree"]),
        may_settle=is_open and game.may_correct,
        may_withdraw=is_open and game.speaks_for(said["seat"]),
        asked_again=said["asked_again"],
        seat=said["seat"],
        by_scorer=named_of(game, spoken, [Word(kind, said["seq"]) for kind in ("disputed", "answered", "settled")]),
    )


def _proposed(
    game: GameView, game_id: int, changes: Sequence[Mapping[str, Any]]
) -> tuple[tuple[Changed, ...], tuple[Moved, ...]]:
    ahead = look_ahead(game_id, list(changes))
    if isinstance(ahead, CannotBe):
        return (), ()
    ahead_of = outcome(game, ahead, changes)
    return ahead_of.changed, ahead_of.moved


def _ended(said: Mapping[str, Any]) -> str:
    return _RULED[said["end"]]() if said["by_referee"] else _ENDS[said["end"]]()


_RULED = {
    "proposed": lambda: _("Settled by the referee: it was put right as proposed."),
    "as_it_stands": lambda: _("Settled by the referee: it stands as it was."),
}
_ENDS = {
    "proposed": lambda: _("Settled: it was put right as proposed."),
    "as_it_stands": lambda: _("Settled: it stands as it was."),
    "withdrawn": lambda: _("Withdrawn."),
}
