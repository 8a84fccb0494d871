"""Scripts and style sheets are sent without their comments."""

import pytest
from flask import Flask

from trexscore import asset_folders
from trexscore.web.static_files import without_comments

SCRIPT = """// A.
/** @param {string} a
 * B. */
const a = "// not one"; // C.
  /* D. */
const b = /* E. */ 1;
"""
STYLE = "/* A.\n   B. */\na { b: url(//c) } /* C. */\n  /* D. */\n"


@pytest.mark.parametrize(
    ("text", "ending", "expected"),
    [
        (SCRIPT, ".js", '\n\n\nconst a = "// not one"; // C.\n\nconst b = /* E. */ 1;\n'),
        (STYLE, ".css", "\n\na { b: url(//c) } /* C. */\n\n"),
        ("// A.\n", ".css", "// A.\n"),
        ("<!-- A. -->\n// B.\n", ".svg", "<!-- A. -->\n// B.\n"),
    ],
)
def test_comment_lines_are_removed(text: str, ending: str, expected: str) -> None:
    assert without_comments(text, ending) == expected


def test_no_template_literal_looks_like_a_comment() -> None:
    changed_lines = []
    for path in asset_folders.static_folder().rglob("*.js"):
        without = without_comments(source := path.read_text(encoding="utf-8"), ".js")
        is_inside = False
        for number, (line, remaining) in enumerate(zip(source.split("\n"), without.split("\n"), strict=True), start=1):
            if is_inside and line != remaining:
                changed_lines.append(f"{path.name}:{number}")
            is_inside ^= remaining.split(" // ")[0].count("`") % 2 == 1
    assert changed_lines == []


def test_phones_are_sent_no_comments(site: Flask) -> None:
    client = site.test_client()
    for path in ("js/table/browser-history.js", "css/base.css", "icons/sprite.svg"):
        source = (asset_folders.static_folder() / path).read_text(encoding="utf-8")
        response_text = client.get(f"/static/{path}").get_data().decode()
        assert response_text == without_comments(source, path[path.rindex(".") :])
    assert (
        len(client.get("/static/js/table/browser-history.js").get_data())
        < (asset_folders.static_folder() / "js/table/browser-history.js").stat().st_size
    )
