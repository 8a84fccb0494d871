"""What a correction would make impossible: the deals that get in each other's way, and what can be done about each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trexscore.commands.games.preview_correction import CorrectionPreview
from trexscore.game.record import Counted
from trexscore.i18n.texts.refusals import sentence
from trexscore.rules.refusals import Refusal
from trexscore.web.games.corrections.forms import with_entry, written
from trexscore.web.games.explain.presenter import title_of
from trexscore.web.games.seats import names_of
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolated

_OUT_OF_PLACE = ("not_this_kings_kingdom", "game_over")


@dataclass(frozen=True, slots=True)
class InTheWay:
    """A deal that cannot be as it would stand. `own`: it is being corrected.

    `without` are the changes that leave it out. What was played and is only being corrected is not left out from here.
    """

    seq: int
    title: str
    number: int | None
    king_name: str
    own: bool
    without: str
    is_asked: bool
    """Whether a single question about what was taken is open, so that its form is the way."""


@dataclass(frozen=True, slots=True)
class Impossible:
    """What is wrong, and the deals between which a table has to decide: what is being corrected first."""

    problems: tuple[str, ...]
    deals: tuple[InTheWay, ...]


def impossible(ahead: CorrectionPreview, changes: Sequence[Any]) -> Iterator[Impossible]:
    """Everything that the changes would make impossible."""
    names = names_of(ahead.then.players)
    own = _being_corrected(ahead, changes)
    numbers = _numbers(ahead)
    said: dict[int, list[Refusal]] = {}
    for refusal in ahead.played.refusals:
        said.setdefault((refusal.entry or 1) - 1, []).append(refusal)

    def shown(one: Counted, *, is_asked: bool) -> InTheWay:
        king = "" if one.entry.king is None else names[one.entry.king]
        was_played = one.seq in own and one.seq != ahead.seq
        without = "" if was_played else written(with_entry(changes, one.seq, None, ahead.seq))
        return InTheWay(one.seq, title_of(one), numbers.get(one.seq), king, one.seq in own, without, is_asked)

    for place, refusals in said.items():
        found = [ahead.then.counted[place]]
        found += [one for refusal in refusals for one in _in_its_way(ahead.then.counted, place, refusal, own)]
        asked = one_question(refusals) and found[0].entry.is_deal
        of_seq = {one.seq: one for one in found}.values()
        shown_deals = (shown(one, is_asked=asked and one is found[0]) for one in of_seq)
        deals = sorted(shown_deals, key=lambda one: not one.own)
        problems = (sentence(reader_language(), refusal, lambda seat: isolated(names[seat])) for refusal in refusals)
        yield Impossible(tuple(problems), tuple(deals))


def one_question(refusals: Sequence[Refusal]) -> bool:
    """Whether all that is wrong is what a form of the captures asks for."""
    return all(refusal.at.startswith("captures") for refusal in refusals)


def _being_corrected(ahead: CorrectionPreview, changes: Sequence[Any]) -> frozenset[int]:
    """The entries that the changes tell anew; the correction's own number is that of a deal which it puts in."""
    return frozenset({change["seq"] for change in changes if "seq" in change} | {ahead.seq})


def _numbers(ahead: CorrectionPreview) -> Mapping[int, int]:
    """The deals' numbers as the sheet has them now."""
    deals = [one.seq for one in ahead.now.counted if one.entry.is_deal]
    return {seq: number for number, seq in enumerate(deals, 1)}


def _in_its_way(counted: Sequence[Counted], place: int, refusal: Refusal, own: frozenset[int]) -> Sequence[Counted]:
    """The deals before it because of which an entry cannot be."""
    before = [one for one in counted[:place] if one.entry.is_deal]
    if refusal.code == "contract_used":
        return [one for one in before if _has_used(one, refusal)]
    if refusal.code not in _OUT_OF_PLACE:
        return []
    return before[-1:] if counted[place].seq in own else [one for one in before if one.seq in own][-1:]


def _has_used(one: Counted, refusal: Refusal) -> bool:
    programme, used = one.entry.programme, refusal.params["contracts"]
    return (
        one.entry.king is refusal.params["king"]
        and programme is not None
        and isinstance(used, tuple)
        and not set(used).isdisjoint(programme.contracts)
    )
