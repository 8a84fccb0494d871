"""Strips comments from scripts and style sheets for delivery."""

import re

_FULL_LINE_COMMENTS = {
    ".js": re.compile(r"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/[ \t]*)$", re.DOTALL | re.MULTILINE),
    ".css": re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*$", re.DOTALL | re.MULTILINE),
}


def without_comments(text: str, ending: str) -> str:
    """Remove comments that fill whole lines from a script or style sheet; other files are unchanged.

    `ending` is the file name's suffix. Lines keep their numbers, so that browser messages match the source. No line of
    a template literal may begin like a comment (tests/web/offline/).
    """
    pattern = _FULL_LINE_COMMENTS.get(ending)
    return text if pattern is None else pattern.sub(lambda comment: "\n" * comment[0].count("\n"), text)
