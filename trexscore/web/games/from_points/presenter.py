"""Only the points of a deal are known: what the captures may have been."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from flask import url_for

from trexscore.i18n.texts.ways import captures_text, queens_text
from trexscore.rules.captures import Captures
from trexscore.rules.cards import CONTRACTS, QUEENS, Contract
from trexscore.rules.contract_set import ContractSet, contract_set_of
from trexscore.rules.paper.cells import Cells, blanks, known
from trexscore.rules.paper.reach import reach_of
from trexscore.rules.paper.shapes import Deal, Shape, Shapes, in_common, shapes_of
from trexscore.rules.paper.sums import sums_of_deal
from trexscore.rules.seats import SEATS, BySeat, Seat
from trexscore.rules.validation import choices
from trexscore.web.games.contract_names import programme_name
from trexscore.web.games.deals.captures_in_url import FROM_TOTALS, written
from trexscore.web.games.table.announced import announcement_of
from trexscore.web.games.view import GameView
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolated
from trexscore.web.rendering import translate as _

_LISTED = 6
_SUMS = 4

OutOfTime = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Way:
    """Captures in words, and the form with as much of them as is certain."""

    said: str
    number: int
    is_whole: bool
    url: str


@dataclass(frozen=True, slots=True)
class Meaning:
    """Contracts that can have come to these totals."""

    title: str
    contracts: tuple[Contract, ...]
    ways: tuple[Way, ...]
    hidden: int
    """How many ways are not listed."""
    number: int
    all_counted: bool
    sure: str
    url: str
    """The form with nothing but what is the same in all ways."""
    url_of_one: str | None
    """The form with one of several ways, for a table that no longer knows; the deal then says so."""


@dataclass(frozen=True, slots=True)
class OtherSigns:
    """The same numbers, some of them a loss instead of a gain or the other way round, and what they can be."""

    title: str
    contracts: tuple[Contract, ...]
    numbers: str
    url: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What totals can mean; where they cannot be what was asked about, why not, and what else they could be."""

    meanings: tuple[Meaning, ...]
    why_not: tuple[str, ...] = ()
    other_signs: tuple[OtherSigns, ...] = ()

    @property
    def only_way(self) -> str | None:
        """The form, where there is no doubt."""
        if self.why_not or len(self.meanings) != 1 or self.meanings[0].number != 1 or not self.meanings[0].all_counted:
            return None
        return self.meanings[0].ways[0].url


def answer(game: GameView, king: Seat, asked: ContractSet | None, cells: Cells, out_of_time: OutOfTime) -> Answer:
    """What these totals of a deal of this king can mean."""
    left = choices(game.rules, contract_set_of(tuple(map(Contract, game.left(king.name)))))
    wanted = [programme for programme in left if asked in (None, programme)]
    meanings = _meanings(game, king, wanted, cells, out_of_time)
    if meanings:
        return Answer(meanings)
    others = [programme for programme in left if programme not in wanted]
    why_not = (*_why_not(game, wanted or left, cells), *_played(game, king, left, cells))
    meanings = _meanings(game, king, others, cells, out_of_time)
    return Answer(meanings, why_not, tuple(islice(_with_other_signs(game, king, wanted or left, cells), _LISTED)))


def _meanings(
    game: GameView, king: Seat, programmes: Iterable[ContractSet], cells: Cells, out_of_time: OutOfTime
) -> tuple[Meaning, ...]:
    found = []
    for programme in programmes:
        announced = announcement_of(game.state, programme)
        doubled = None if announced is None else dict(announced.doubled)
        shapes = shapes_of(Deal(game.rules, programme, king, cells), doubled, out_of_time)
        if shapes is not None:
            found.append(_meaning(game, programme, shapes))
    return tuple(found)


def _meaning(game: GameView, programme: ContractSet, shapes: Shapes) -> Meaning:
    listed = shapes.shapes[:_LISTED]
    every = [shape.one for shape in shapes.shapes]
    sure = in_common(shape.sure for shape in shapes.shapes) if every and shapes.all_counted else None
    return Meaning(
        title=programme_name(programme),
        contracts=programme.contracts,
        ways=tuple(_way(game, programme, shape) for shape in listed),
        hidden=sum(shape.number for shape in shapes.shapes[_LISTED:]),
        number=shapes.number,
        all_counted=shapes.all_counted,
        sure=_sure(game, shapes) if shapes.all_counted and len(shapes.shapes) > 1 else "",
        url=_form(game, programme, None if sure is None else written(sure)),
        url_of_one=None if not every or shapes.number == 1 else _one_of_several(game, programme, every[0]),
    )


def _way(game: GameView, programme: ContractSet, shape: Shape) -> Way:
    said = captures_text(reader_language(), shape.one, lambda seat: isolated(game.called(seat)))
    return Way(said, shape.number, shape.is_whole, _form(game, programme, written(shape.sure)))


def _form(game: GameView, programme: ContractSet, told: str | None) -> str:
    contracts = "+".join(programme.contracts)
    return url_for("deals.new", token=game.token, contracts=contracts, king=game.king_named, told=told)


def _one_of_several(game: GameView, programme: ContractSet, way: Captures) -> str:
    """The form with the whole of one way, for a table that no longer knows which it was."""
    return f"{_form(game, programme, written(way))}&{FROM_TOTALS}=1"


def _sure(game: GameView, shapes: Shapes) -> str:
    """What is the same in all ways, in words. Queens count, whichever they are and however they were played."""
    sure = in_common(shape.sure for shape in shapes.shapes)
    takers = [Counter(taken.taken_by for card, taken in shape.one.cards if card in QUEENS) for shape in shapes.shapes]
    language = reader_language()

    def who(seat: Seat) -> str:
        return isolated(game.called(seat))

    without_queens = sure._replace(cards=tuple((card, taken) for card, taken in sure.cards if card not in QUEENS))
    return " ".join(filter(None, (captures_text(language, without_queens, who), queens_text(language, takers, who))))


def _with_other_signs(
    game: GameView, king: Seat, programmes: Iterable[ContractSet], cells: Cells
) -> Iterator[OtherSigns]:
    """Many tables write a loss without its minus. With a gap only losses throughout are thought of."""
    each = [(value,) if value is None else dict.fromkeys((-abs(value), abs(value))) for value in cells]
    variants = [BySeat(*values) for values in product(*each)]
    for programme in programmes:
        reach = reach_of(game.rules, programme, king)
        for other in variants[:1] if blanks(cells) else variants:
            if other != cells and reach.fits(other):
                yield OtherSigns(
                    programme_name(programme),
                    programme.contracts,
                    reader_language().listed([_number(value) for value in known(other)]),
                    _asking(game, programme, other),
                )


def _asking(game: GameView, programme: ContractSet, cells: Cells) -> str:
    """This page with these numbers."""
    numbers: dict[str, Any] = {seat.name: value for seat, value in zip(SEATS, cells, strict=True) if value is not None}
    contracts = "+".join(programme.contracts)
    return url_for("totals.show", token=game.token, contracts=contracts, king=game.king_named, **numbers)


def _number(value: int) -> str:
    return isolated(reader_language().number(value))


def _why_not(game: GameView, programmes: Iterable[ContractSet], cells: Cells) -> list[str]:
    """That they do not add up, where that can be said; else that nobody can take just that."""
    if len(known(cells)) < len(SEATS):
        return [_("These points are impossible, whatever the fourth number is.")]
    total = sum(known(cells))
    sums = {programme: sums_of_deal(game.rules, programme) for programme in programmes}
    if any(total in of for of in sums.values()):
        return [_("The sum %(sum)s is right, but no cards taken can give exactly these numbers.", sum=total)]
    said = [_("These four add up to %(sum)s.", sum=total)]
    if len(sums) <= len(CONTRACTS):
        each = [f"{programme_name(programme)} {_numbers(of)}" for programme, of in sums.items()]
        said.append(_("They should add up to %(each)s.", each=reader_language().listed(each)))
    return said


def _numbers(values: Iterable[int]) -> str:
    *others, last = [_number(value) for value in sorted(values, key=abs)[:_SUMS]]
    return _("%(one)s or %(other)s", one=reader_language().listed(others), other=last) if others else last


def _played(game: GameView, king: Seat, left: tuple[ContractSet, ...], cells: Cells) -> list[str]:
    """Contracts that could have come to these totals, had they not been played already."""
    open_now = {contract for programme in left for contract in programme.contracts}
    gone = [contract_set_of((contract,)) for contract in CONTRACTS if contract not in open_now]
    return [
        _(
            "It could be %(contracts)s, but %(king)s has played that already.",
            contracts=programme_name(programme),
            king=game.called(king),
        )
        for programme in gone
        if reach_of(game.rules, programme, king).fits(cells)
    ]
