"""docs/settings.md matches Settings."""

import re
from dataclasses import MISSING, fields

from tests.support.tree import ROOT
from trexscore.config import Settings, environment_variable_of

PAGE = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
DEFAULT_TEXTS = dict(re.findall(r"^\| `(TREXSCORE_\w+)` \| ([^|]+) \|", PAGE, re.MULTILINE))


def test_every_setting_has_one_row() -> None:
    assert list(DEFAULT_TEXTS) == [environment_variable_of(setting) for setting in fields(Settings)]


def test_page_gives_actual_defaults() -> None:
    defaults = {
        environment_variable_of(setting): setting.default
        for setting in fields(Settings)
        if setting.default is not MISSING and setting.default is not None
    }
    assert defaults == {name: type(defaults[name])(DEFAULT_TEXTS[name].strip("` ")) for name in defaults}


def test_page_names_only_existing_settings() -> None:
    assert set(re.findall(r"TREXSCORE_[A-Z_]+", PAGE)) == set(DEFAULT_TEXTS)
