"""The captures that can give the known points of a deal."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, product

from flask import url_for

from trexscore.i18n.texts.captures import captures_text, queens_text
from trexscore.rules.cards import CONTRACTS, QUEENS, Contract
from trexscore.rules.contract_set import ContractSet, contract_set_of
from trexscore.rules.paper.cells import Cells, known_totals, unknown_indexes
from trexscore.rules.paper.possible_capture_groups import (
    DealWithUnknownCaptures,
    PossibleCaptureGroup,
    PossibleCaptureGroups,
    capture_groups_of,
    captures_in_common,
)
from trexscore.rules.paper.possible_points import possible_points_of
from trexscore.rules.paper.possible_sums import possible_sums_of_deal
from trexscore.rules.seats import SEATS, BySeat, Seat
from trexscore.rules.validation import playable_contract_sets
from trexscore.web.games.contract_names import contract_set_name, contracts_of
from trexscore.web.games.deals.captures_in_url import FROM_POINTS_FIELD, encode_captures
from trexscore.web.games.table.board import deal_form_url
from trexscore.web.games.upcoming_deal import announcement_of
from trexscore.web.games.view import GameView
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolated
from trexscore.web.rendering import translate as _

_MAX_LISTED_RESULTS = 6
_MAX_LISTED_SUMS = 4

IsOutOfTime = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class PossibleCaptures:
    """Possible captures in words, and the address of the form with the certain part of them."""

    text: str
    possibility_count: int
    url: str


@dataclass(frozen=True, slots=True)
class PossibleContracts:
    """Contracts that can give these totals, with the ways to do so."""

    title: str
    contracts: tuple[Contract, ...]
    ways: tuple[PossibleCaptures, ...]
    hidden: int
    """How many ways are not listed."""
    possibility_count: int
    all_counted: bool
    certain_captures: str
    url: str
    """The form with only what is the same in all ways."""
    any_captures_url: str | None
    """The form with one of several ways, for a table that no longer knows; the deal's note then says so."""


@dataclass(frozen=True, slots=True)
class SignVariant:
    """The same numbers with some signs changed, and a contract that can give them."""

    title: str
    contracts: tuple[Contract, ...]
    numbers: str
    url: str


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What totals can mean. If the requested contracts are impossible: why, and what else is possible."""

    meanings: tuple[PossibleContracts, ...]
    reasons: tuple[str, ...] = ()
    other_signs: tuple[SignVariant, ...] = ()

    @property
    def only_way_url(self) -> str | None:
        """The address of the form if there is exactly one way."""
        counts = [(meaning.possibility_count, meaning.all_counted) for meaning in self.meanings]
        return self.meanings[0].ways[0].url if not self.reasons and counts == [(1, True)] else None


def search_captures_giving_points(
    game: GameView, king: Seat, contract_set: ContractSet | None, cells: Cells, out_of_time: IsOutOfTime
) -> SearchResult:
    """What these totals of a deal of this king can mean, under these contracts (None: under any)."""
    left = playable_contract_sets(game.rules, contracts_of(game.remaining_contracts(king.name)))
    requested = [possible for possible in left if contract_set in (None, possible)]
    meanings = _possible_contracts(game, king, requested, cells, out_of_time)
    if meanings:
        return SearchResult(meanings)
    others = [possible for possible in left if possible not in requested]
    reasons = (
        *_explain_impossible(game, requested or left, cells),
        *_played_contract_sentences(game, king, left, cells),
    )
    meanings = _possible_contracts(game, king, others, cells, out_of_time)
    return SearchResult(
        meanings, reasons, tuple(islice(_sign_variants(game, king, requested or left, cells), _MAX_LISTED_RESULTS))
    )


def _possible_contracts(
    game: GameView, king: Seat, contract_sets: Iterable[ContractSet], cells: Cells, out_of_time: IsOutOfTime
) -> tuple[PossibleContracts, ...]:
    meanings = []
    for contract_set in contract_sets:
        announced = announcement_of(game.state, contract_set)
        doubled = None if announced is None else dict(announced.doubled)
        shapes = capture_groups_of(DealWithUnknownCaptures(game.rules, contract_set, king, cells), doubled, out_of_time)
        if shapes is not None:
            meanings.append(_contracts_view(game, contract_set, shapes))
    return tuple(meanings)


def _contracts_view(game: GameView, contract_set: ContractSet, groups: PossibleCaptureGroups) -> PossibleContracts:
    listed = groups.groups[:_MAX_LISTED_RESULTS]
    ways = [shape.example for shape in groups.groups]
    certain = (
        encode_captures(captures_in_common(shape.common_captures for shape in groups.groups))
        if ways and groups.all_counted
        else None
    )
    is_open = bool(ways) and groups.possibility_count != 1
    any_way_url = is_open and deal_form_url(game, contract_set.contracts, captures=encode_captures(ways[0]))
    return PossibleContracts(
        title=contract_set_name(contract_set),
        contracts=contract_set.contracts,
        ways=tuple(_captures_view(game, contract_set, shape) for shape in listed),
        hidden=sum(shape.possibility_count for shape in groups.groups[_MAX_LISTED_RESULTS:]),
        possibility_count=groups.possibility_count,
        all_counted=groups.all_counted,
        certain_captures=_certain_captures_text(game, groups) if groups.all_counted and len(groups.groups) > 1 else "",
        url=deal_form_url(game, contract_set.contracts, captures=certain),
        any_captures_url=f"{any_way_url}&{FROM_POINTS_FIELD}=1" if any_way_url else None,
    )


def _captures_view(game: GameView, contract_set: ContractSet, group: PossibleCaptureGroup) -> PossibleCaptures:
    text = captures_text(reader_language(), group.example, lambda seat: isolated(game.name_of(seat)))
    return PossibleCaptures(
        text,
        group.possibility_count,
        deal_form_url(game, contract_set.contracts, captures=encode_captures(group.common_captures)),
    )


def _certain_captures_text(game: GameView, groups: PossibleCaptureGroups) -> str:
    """What is the same in all ways, in words. Queens are only counted, whichever suit and doubled or not."""
    common_captures = captures_in_common(shape.common_captures for shape in groups.groups)
    takers = [
        Counter(taken.taken_by for card, taken in shape.example.cards if card in QUEENS) for shape in groups.groups
    ]
    language = reader_language()

    def called(seat: Seat) -> str:
        return isolated(game.name_of(seat))

    without_queens = common_captures._replace(
        cards=tuple((card, taken) for card, taken in common_captures.cards if card not in QUEENS)
    )
    return " ".join(
        filter(None, (captures_text(language, without_queens, called), queens_text(language, takers, called)))
    )


def _sign_variants(
    game: GameView, king: Seat, contract_sets: Iterable[ContractSet], cells: Cells
) -> Iterator[SignVariant]:
    """The totals with other signs: many tables write losses without a minus. With a blank, only losses are tried."""
    signs = [(value,) if value is None else dict.fromkeys((-abs(value), abs(value))) for value in cells]
    variants = [BySeat(*values) for values in product(*signs)]
    for contract_set in contract_sets:
        reach = possible_points_of(game.rules, contract_set, king)
        for variant in variants[:1] if unknown_indexes(cells) else variants:
            if variant != cells and reach.fits(variant):
                yield SignVariant(
                    contract_set_name(contract_set),
                    contract_set.contracts,
                    reader_language().join_list([_number_text(value) for value in known_totals(variant)]),
                    _url_with_points(game, contract_set, variant),
                )


def _url_with_points(game: GameView, contract_set: ContractSet, cells: Cells) -> str:
    """This page, with these numbers filled in."""
    a, b, c, d = cells
    contracts = "+".join(contract_set.contracts)
    return url_for("from_points.show", token=game.token, contracts=contracts, king=game.chosen_king, A=a, B=b, C=c, D=d)


def _number_text(value: int) -> str:
    return isolated(reader_language().number(value))


def _explain_impossible(game: GameView, contract_sets: Iterable[ContractSet], cells: Cells) -> list[str]:
    """Why no contract gives these totals: a wrong sum if that is certain, else that no captures give them."""
    if len(known_totals(cells)) < len(SEATS):
        return [_("These points are impossible, whatever the fourth number is.")]
    total = sum(known_totals(cells))
    sums = {contract_set: possible_sums_of_deal(game.rules, contract_set) for contract_set in contract_sets}
    if any(total in possible for possible in sums.values()):
        return [_("The sum %(sum)s is right, but no cards taken can give exactly these numbers.", sum=total)]
    sentences = [_("These four add up to %(sum)s.", sum=total)]
    if len(sums) <= len(CONTRACTS):
        each = [
            f"{contract_set_name(contract_set)} {_possible_sums_text(possible)}"
            for contract_set, possible in sums.items()
        ]
        sentences.append(_("They should add up to %(each)s.", each=reader_language().join_list(each)))
    return sentences


def _possible_sums_text(values: Iterable[int]) -> str:
    *others, last = [_number_text(value) for value in sorted(values, key=abs)[:_MAX_LISTED_SUMS]]
    return _("%(one)s or %(other)s", one=reader_language().join_list(others), other=last) if others else last


def _played_contract_sentences(game: GameView, king: Seat, left: tuple[ContractSet, ...], cells: Cells) -> list[str]:
    """Contracts that would give these totals but have been played already."""
    open_now = {contract for contract_set in left for contract in contract_set.contracts}
    played = [contract_set_of((contract,)) for contract in CONTRACTS if contract not in open_now]
    return [
        _(
            "It could be %(contracts)s, but %(king)s has played that already.",
            contracts=contract_set_name(contract_set),
            king=game.name_of(king),
        )
        for contract_set in played
        if possible_points_of(game.rules, contract_set, king).fits(cells)
    ]
