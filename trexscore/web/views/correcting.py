"""What a correction would lead to, before it is saved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trexscore.actions.look_ahead import Ahead
from trexscore.journal.record import Record
from trexscore.language.differences import Difference
from trexscore.language.options import QUESTION, answer
from trexscore.language.refusals import sentence
from trexscore.rules.cards import CONTRACTS, Contract
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.options import NAMES
from trexscore.rules.programme import ALL_FOUR, Programme, programme_of
from trexscore.rules.seats import SEATS
from trexscore.web.forms.correction import written
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolated
from trexscore.web.rendering import translate as _
from trexscore.web.views.game import GameView
from trexscore.web.views.history import changed
from trexscore.web.views.names import programme_name
from trexscore.web.views.why import title_of


@dataclass(frozen=True, slots=True)
class Changed:
    """An entry, or the game as a whole, and all that is put right of it."""

    title: str
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """A player's total before and after."""

    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Impossible:
    """What would no longer be possible further on, and the changes that would leave it out."""

    seq: int
    title: str
    problem: str
    without: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """All that a table has to see before it decides."""

    changed: tuple[Changed, ...]
    moved: tuple[Moved, ...]
    impossible: tuple[Impossible, ...]
    agreed_on: tuple[str, ...]
    """Whose kingdoms all four had agreed on, and have to stand behind again."""
    changes: str
    late: bool
    """Whether the time for it has passed on this link."""


def outcome(game: GameView, ahead: Ahead, changes: Sequence[Mapping[str, Any]]) -> Outcome:
    """What the changes would lead to."""
    before, after = ahead.now.play().game.totals, ahead.played.game.totals
    moved = tuple(Moved(game.called(seat), before[seat], after[seat]) for seat in SEATS)
    agreed_on = tuple(game.called(king) for king in ahead.agreed_on)
    impossible = tuple(_impossible(game, ahead, changes))
    late = ahead.late and game.may != "referee"
    return Outcome(tuple(_changed(game, ahead)), moved, impossible, agreed_on, written(changes), late)


def offered_contracts(rules: HouseRules) -> list[tuple[str, str]]:
    """What a deal can have been, as a form says it and as people do."""
    programmes: list[Programme] = [programme_of((contract,)) for contract in CONTRACTS]
    if rules.combining == "all_four":
        programmes = [ALL_FOUR, programme_of((Contract.TREX,))]
    return [("+".join(programme.contracts), programme_name(programme)) for programme in programmes]


def _changed(game: GameView, ahead: Ahead) -> list[Changed]:
    found = list(_of_the_game(game, ahead.now, ahead.then))
    old = {counted.seq: counted for counted in ahead.now.counted}
    new = {counted.seq: counted for counted in ahead.then.counted}
    for seq in sorted(old.keys() | new.keys()):
        before, after = old.get(seq), new.get(seq)
        named = before or after
        if named is None or (before and after and before.body == after.body):
            continue
        said = changed(game, before.body if before else None, after.body if after else None)
        found.append(Changed(_title(named is not before, after is None, title_of(named)), said))
    return found


def _title(missing: bool, left_out: bool, title: str) -> str:  # noqa: FBT001 - one of two things that can be so
    if missing:
        return _("%(deal)s, which is missing", deal=title)
    return _("%(deal)s does not count", deal=title) if left_out else title


def _of_the_game(game: GameView, now: Record, then: Record) -> list[Changed]:
    language = reader_language()
    rules = tuple(
        Difference(
            language.gettext(QUESTION[name]), answer(language, now.rules, name), answer(language, then.rules, name)
        )
        for name in NAMES
        if getattr(now.rules, name) != getattr(then.rules, name)
    )
    seats = tuple(
        Difference(_("Seat %(letter)s", letter=language.letter(seat)), now.players[seat], then.players[seat])
        for seat in SEATS
        if now.players[seat] != then.players[seat]
    )
    kings = (
        ()
        if now.first_king is then.first_king
        else (
            Difference(
                _("First king"),
                game.called(now.first_king) if now.first_king is not None else None,
                game.called(then.first_king) if then.first_king is not None else None,
            ),
        )
    )
    parts = ((_("House rules"), rules), (_("Seats"), seats), (_("The first king"), kings))
    return [Changed(title, said) for title, said in parts if said]


def _impossible(game: GameView, ahead: Ahead, changes: Sequence[Mapping[str, Any]]) -> list[Impossible]:
    counted = ahead.then.counted
    found = []
    for refusal in ahead.played.refusals:
        one = counted[(refusal.entry or 1) - 1]
        said = sentence(reader_language(), refusal, lambda seat: isolated(game.called(seat)))
        without = written([*changes, {"seq": one.seq, "entry": None}]) if one.seq != ahead.seq else ""
        found.append(Impossible(one.seq, title_of(one), said, without))
    return found
