"""docs/settings.md and Settings say the same."""

import re
from dataclasses import MISSING, fields

from tests.support.tree import ROOT
from trexscore.config import Settings, variable

PAGE = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `(TREXSCORE_\w+)` \| ([^|]+) \|", PAGE, re.MULTILINE))


def test_every_setting_has_its_row_and_no_row_is_of_a_setting_that_is_gone() -> None:
    assert list(ROWS) == [variable(setting) for setting in fields(Settings)]


def test_the_page_gives_the_defaults_in_force() -> None:
    fixed = {
        variable(setting): setting.default
        for setting in fields(Settings)
        if setting.default is not MISSING and setting.default is not None
    }
    assert fixed == {name: type(fixed[name])(ROWS[name].strip("` ")) for name in fixed}


def test_the_page_names_no_setting_that_does_not_exist() -> None:
    assert set(re.findall(r"TREXSCORE_[A-Z_]+", PAGE)) == set(ROWS)
