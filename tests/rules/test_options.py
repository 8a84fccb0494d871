"""Options that change no points are listed, because rules that differ only in them are comparable."""

from dataclasses import replace

import pytest

from tests.support.tree import ROOT
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.options import OPTION_NAMES, option_choices
from trexscore.rules.scoring import NON_SCORING_OPTION_DEFAULTS
from trexscore.rules.tables.points import points_table

WITH_PARTNERS = HouseRules(partnership=True, combining="any")
LIMITS_DOUBLING = {"combining", "doubling", "doubling_when_combined"}
"""Options that limit combining or doubling, and change points only in this way."""


@pytest.mark.parametrize("option", [name for name in OPTION_NAMES if option_choices(name)])
def test_option_changes_the_points_table_or_is_listed(option: str) -> None:
    if option == "trex_points" or option in LIMITS_DOUBLING:
        return
    tables = [
        points_table(replace(WITH_PARTNERS, **{option: value}))
        for value in option_choices(option)
        if option != "redeals"
    ]
    changes_points = any(table != tables[0] for table in tables)
    assert changes_points is (option not in NON_SCORING_OPTION_DEFAULTS), (
        "NON_SCORING_OPTION_DEFAULTS lists options without points."
    )


def test_every_option_has_its_row_in_the_rules() -> None:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert not [name for name in OPTION_NAMES if f"\n| `{name}` |" not in text], (
        "docs/rules.md has a row for each option."
    )
