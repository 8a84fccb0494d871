"""The deal form stays fast: `:has()` in its style sheets affects only the element itself."""

import re

from tests.support.tree import ROOT

FORM = ROOT / "templates" / "games" / "deals" / "new.html"
STYLES = ROOT / "static" / "css"
COMMON_SHEETS = ("tokens", "base", "layout")
# An argument may nest brackets two levels deep. A selector that continues after it selects another element.
HAS_WITH_OTHER_ELEMENT = re.compile(r":has\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)[^\s,{}]*[\s>+~]+[^\s,{}>+~]+")


def sheets() -> list[str]:
    """The style sheets of the deal form with script."""
    sheet_list = re.search(r"for name in \(([^)]*)\)", FORM.read_text(encoding="utf-8"))
    assert sheet_list is not None
    return [*COMMON_SHEETS, *(f"components/{name}" for name in re.findall(r'"([\w/-]+)"', sheet_list[1]))]


def test_pattern_finds_has_affecting_others() -> None:
    assert HAS_WITH_OTHER_ELEMENT.search(".step:has([data-cover]:checked) .oct { }")
    assert HAS_WITH_OTHER_ELEMENT.search(".a:not(:has(> .b:not(.c))) > .d { }")
    assert not HAS_WITH_OTHER_ELEMENT.search(".side:focus-visible, .side:has(> :focus-visible)::before { }")


def test_has_affects_only_its_element() -> None:
    assert len(sheets()) > len(COMMON_SHEETS)
    assert not [
        f"{sheet}.css: {match.group()}"
        for sheet in sheets()
        for match in HAS_WITH_OTHER_ELEMENT.finditer((STYLES / f"{sheet}.css").read_text(encoding="utf-8"))
    ]
