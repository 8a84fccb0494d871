"""What the points of a deal can mean, in words and with the addresses of forms."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import url_for

from trexscore.i18n.texts.captures import captures_text, queens_text
from trexscore.rules.captures import Captures
from trexscore.rules.cards import QUEENS, Contract
from trexscore.rules.contract_set import contract_set_of
from trexscore.rules.paper.cells import RowCells, known_totals
from trexscore.rules.seats import Seat
from trexscore.web.games.deals.captures_in_url import FROM_POINTS_FIELD_NAME, encode_captures
from trexscore.web.games.entry_titles import contract_set_name
from trexscore.web.games.from_points.search import CertainCaptures, Impossibility, SearchResult, SignVariant
from trexscore.web.games.table.board import deal_form_url
from trexscore.web.games.view import GameView
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolate_name
from trexscore.web.rendering import translate as _


@dataclass(frozen=True, slots=True)
class ResultView:
    """The result of a search about a deal of this king, with its texts and addresses."""

    game: GameView
    king: Seat
    search: SearchResult

    @property
    def only_possibility_url(self) -> str | None:
        """The address of the filled-in form if there is exactly one possibility."""
        return None if self.search.only_possibility is None else self.form_url(*self.search.only_possibility)

    @property
    def impossibility_sentences(self) -> list[str]:
        """Why the requested contracts are impossible; empty if they are possible."""
        impossibility = self.search.requested_impossibility
        return [] if impossibility is None else [*_impossibility_sentences(self.game, self.king, impossibility)]

    def form_url(self, contracts: Sequence[Contract], captures: Captures | None, *, from_points: bool = False) -> str:
        """The form with these captures. `from_points`: they are one of several ways, which the deal's note says."""
        encoded_captures = None if captures is None else encode_captures(captures)
        url = deal_form_url(self.game, contracts, encoded_captures=encoded_captures)
        return f"{url}&{FROM_POINTS_FIELD_NAME}=1" if from_points else url

    def url_with_points(self, variant: SignVariant) -> str:
        """This page, with these numbers filled in."""
        a, b, c, d = variant.signed_points
        contracts, king = "+".join(variant.contracts), self.game.chosen_king
        return url_for("from_points.show", token=self.game.token, contracts=contracts, king=king, A=a, B=b, C=c, D=d)

    def contracts_text(self, contracts: tuple[Contract, ...]) -> str:
        return _contracts_text(contracts)

    def points_text(self, points: RowCells) -> str:
        return reader_language().join_list([_number_text(value) for value in known_totals(points)])

    def captures_text(self, captures: Captures) -> str:
        return captures_text(reader_language(), captures, self.game.isolated_name_of)

    def certain_captures_text(self, certain: CertainCaptures) -> str:
        """What is the same in all ways, in words. Queens are only counted, whichever suit and doubled or not."""
        without_queens = certain.captures._replace(
            cards=tuple((card, taken) for card, taken in certain.captures.cards if card not in QUEENS)
        )
        queens = queens_text(reader_language(), certain.fewest_queens, certain.most_queens, self.game.isolated_name_of)
        return " ".join(filter(None, (self.captures_text(without_queens), queens)))


def _impossibility_sentences(game: GameView, king: Seat, impossibility: Impossibility) -> Iterator[str]:
    """Why no contract gives these points: a wrong sum if that is certain, else that no captures give them."""
    total = impossibility.sum
    if total is None:
        yield _("These points are impossible, whatever the fourth number is.")
    elif impossibility.is_sum_possible:
        yield _("The sum %(sum)s is right, but no cards taken can give exactly these numbers.", sum=total)
    else:
        yield _("These four add up to %(sum)s.", sum=total)
        expected_sum_texts = [
            f"{_contracts_text(expected.contracts)} {_expected_sums_text(expected.sums)}"
            for expected in impossibility.expected_sums
        ]
        if expected_sum_texts:
            yield _("They should add up to %(each)s.", each=reader_language().join_list(expected_sum_texts))
    for contract in impossibility.played_contracts:
        yield _(
            "It could be %(contracts)s, but %(king)s has played that already.",
            contracts=_contracts_text((contract,)),
            king=game.name_of(king),
        )


def _expected_sums_text(sums: Sequence[int]) -> str:
    *others, last = map(_number_text, sums)
    return _("%(one)s or %(other)s", one=reader_language().join_list(others), other=last) if others else last


def _contracts_text(contracts: tuple[Contract, ...]) -> str:
    return contract_set_name(contract_set_of(contracts))


def _number_text(value: int) -> str:
    return isolate_name(reader_language().number(value))
