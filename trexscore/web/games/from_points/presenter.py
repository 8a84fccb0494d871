"""What the points of a deal can mean, in words and with the addresses of forms."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import url_for

from trexscore.i18n.texts.captures import captures_text, queens_text
from trexscore.rules.cards import QUEENS, Contract
from trexscore.rules.contract_set import contract_set_of
from trexscore.rules.paper.cells import known_totals
from trexscore.rules.paper.possible_capture_groups import PossibleCaptureGroup
from trexscore.rules.seats import Seat
from trexscore.web.games.contract_names import contract_set_name
from trexscore.web.games.deals.captures_in_url import FROM_POINTS_FIELD_NAME, encode_captures
from trexscore.web.games.from_points.search import (
    CertainCaptures,
    Impossibility,
    PossibleContractSet,
    SearchResult,
    SignVariant,
)
from trexscore.web.games.table.board import deal_form_url
from trexscore.web.games.view import GameView
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolate_name
from trexscore.web.rendering import translate as _


@dataclass(frozen=True, slots=True)
class CapturesView:
    """Possible captures in words, and the address of the form with the certain part of them."""

    text: str
    possibility_count: int
    form_url: str


@dataclass(frozen=True, slots=True)
class PossibleContractSetView:
    """Contracts that can give these points, with the ways to do so."""

    title: str
    contracts: tuple[Contract, ...]
    listed_capture_groups: tuple[CapturesView, ...]
    hidden_count: int
    """How many ways are not listed."""
    possibility_count: int
    all_counted: bool
    certain_captures_text: str
    form_url: str
    """The form with only what is the same in all ways."""
    any_captures_url: str | None
    """The form with one of several ways, for a table that no longer knows; the deal's note then says so."""


@dataclass(frozen=True, slots=True)
class SignVariantView:
    """The same numbers with some signs changed, and contracts that can give them."""

    title: str
    contracts: tuple[Contract, ...]
    points_text: str
    url: str


@dataclass(frozen=True, slots=True)
class SearchResultView:
    """What the points can mean. If the requested contracts are impossible: why, and what else is possible."""

    possible_contract_sets: tuple[PossibleContractSetView, ...]
    impossibility_sentences: tuple[str, ...]
    sign_variants: tuple[SignVariantView, ...]


def search_result_view(game: GameView, king: Seat, result: SearchResult) -> SearchResultView:
    """The result of a search, for a reader of this game. `king`: of the deal that was searched."""
    reasons = (
        ()
        if result.requested_impossibility is None
        else _impossibility_sentences(game, king, result.requested_impossibility)
    )
    return SearchResultView(
        tuple(_possible_contract_set_view(game, possible) for possible in result.possible_contract_sets),
        tuple(reasons),
        tuple(_sign_variant_view(game, variant) for variant in result.sign_variants),
    )


def only_possibility_url(game: GameView, result: SearchResult) -> str | None:
    """The address of the filled-in form if there is exactly one possibility."""
    if result.only_possibility is None:
        return None
    contracts, captures = result.only_possibility
    return deal_form_url(game, contracts, encoded_captures=encode_captures(captures))


def _possible_contract_set_view(game: GameView, possible: PossibleContractSet) -> PossibleContractSetView:
    contracts, groups, certain = possible.contracts, possible.listed_groups, possible.certain_captures
    certain_captures = None if certain is None else encode_captures(certain.captures)
    is_open = bool(groups) and possible.possibility_count != 1
    any_way_url = is_open and deal_form_url(
        game, contracts, encoded_captures=encode_captures(groups[0].example_captures)
    )
    return PossibleContractSetView(
        title=contract_set_name(contract_set_of(contracts)),
        contracts=contracts,
        listed_capture_groups=tuple(_captures_view(game, contracts, group) for group in groups),
        hidden_count=possible.hidden_count,
        possibility_count=possible.possibility_count,
        all_counted=possible.all_counted,
        certain_captures_text=_certain_captures_text(game, certain) if certain is not None and len(groups) > 1 else "",
        form_url=deal_form_url(game, contracts, encoded_captures=certain_captures),
        any_captures_url=f"{any_way_url}&{FROM_POINTS_FIELD_NAME}=1" if any_way_url else None,
    )


def _captures_view(game: GameView, contracts: Sequence[Contract], group: PossibleCaptureGroup) -> CapturesView:
    return CapturesView(
        captures_text(reader_language(), group.example_captures, lambda seat: isolate_name(game.name_of(seat))),
        group.possibility_count,
        deal_form_url(game, contracts, encoded_captures=encode_captures(group.common_captures)),
    )


def _certain_captures_text(game: GameView, certain: CertainCaptures) -> str:
    """What is the same in all ways, in words. Queens are only counted, whichever suit and doubled or not."""
    language = reader_language()

    def name_of(seat: Seat) -> str:
        return isolate_name(game.name_of(seat))

    without_queens = certain.captures._replace(
        cards=tuple((card, taken) for card, taken in certain.captures.cards if card not in QUEENS)
    )
    texts = (
        captures_text(language, without_queens, name_of),
        queens_text(language, certain.fewest_queens, certain.most_queens, name_of),
    )
    return " ".join(filter(None, texts))


def _sign_variant_view(game: GameView, variant: SignVariant) -> SignVariantView:
    numbers = [_number_text(value) for value in known_totals(variant.signed_points)]
    return SignVariantView(
        contract_set_name(contract_set_of(variant.contracts)),
        variant.contracts,
        reader_language().join_list(numbers),
        _url_with_points(game, variant),
    )


def _url_with_points(game: GameView, variant: SignVariant) -> str:
    """This page, with these numbers filled in."""
    a, b, c, d = variant.signed_points
    contracts = "+".join(variant.contracts)
    return url_for("from_points.show", token=game.token, contracts=contracts, king=game.chosen_king, A=a, B=b, C=c, D=d)


def _impossibility_sentences(game: GameView, king: Seat, impossibility: Impossibility) -> Iterator[str]:
    """Why no contract gives these points: a wrong sum if that is certain, else that no captures give them."""
    total = impossibility.sum
    if total is None:
        yield _("These points are impossible, whatever the fourth number is.")
    elif impossibility.is_sum_possible:
        yield _("The sum %(sum)s is right, but no cards taken can give exactly these numbers.", sum=total)
    else:
        yield _("These four add up to %(sum)s.", sum=total)
        each = [
            f"{contract_set_name(contract_set_of(expected.contracts))} {_expected_sums_text(expected.sums)}"
            for expected in impossibility.expected_sums
        ]
        if each:
            yield _("They should add up to %(each)s.", each=reader_language().join_list(each))
    for contract in impossibility.played_contracts:
        yield _(
            "It could be %(contracts)s, but %(king)s has played that already.",
            contracts=contract_set_name(contract_set_of((contract,))),
            king=game.name_of(king),
        )


def _expected_sums_text(sums: Sequence[int]) -> str:
    *others, last = map(_number_text, sums)
    return _("%(one)s or %(other)s", one=reader_language().join_list(others), other=last) if others else last


def _number_text(value: int) -> str:
    return isolate_name(reader_language().number(value))
