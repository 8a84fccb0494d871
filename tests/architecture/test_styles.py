"""The deal form reacts at once: `:has()` in its style sheets affects no other elements."""

import re

from tests.support.tree import ROOT

FORM = ROOT / "templates" / "games" / "deals" / "new.html"
STYLES = ROOT / "static" / "css"
OF_EVERY_PAGE = ("tokens", "base", "layout")
# An argument may hold brackets of two more levels. Behind it, up to the end of the selector, another element is meant.
HAS_AND_MORE = re.compile(r":has\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)[^\s,{}]*[\s>+~]+[^\s,{}>+~]+")


def sheets() -> list[str]:
    """The style sheets of the form, where there is a script."""
    listed = re.search(r"for name in \(([^)]*)\)", FORM.read_text(encoding="utf-8"))
    assert listed is not None
    return [*OF_EVERY_PAGE, *(f"components/{name}" for name in re.findall(r'"([\w/-]+)"', listed[1]))]


def test_pattern_finds_has_affecting_others() -> None:
    assert HAS_AND_MORE.search(".step:has([data-cover]:checked) .oct { }")
    assert HAS_AND_MORE.search(".a:not(:has(> .b:not(.c))) > .d { }")
    assert not HAS_AND_MORE.search(".side:focus-visible, .side:has(> :focus-visible)::before { }")


def test_has_affects_only_its_element() -> None:
    assert len(sheets()) > len(OF_EVERY_PAGE)
    assert not [
        f"{sheet}.css: {found.group()}"
        for sheet in sheets()
        for found in HAS_AND_MORE.finditer((STYLES / f"{sheet}.css").read_text(encoding="utf-8"))
    ]
