"""Comments in scripts and style sheets: for those who read the source, and left out of what phones load."""

import re

_ON_LINES_OF_THEIR_OWN = {
    ".js": re.compile(r"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/[ \t]*)$", re.DOTALL | re.MULTILINE),
    ".css": re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*$", re.DOTALL | re.MULTILINE),
}


def without_comments(text: str, ending: str) -> str:
    """A script or style sheet without the comments that fill whole lines; other files as they are.

    `ending` is that of the file's name. Every line keeps its number, so that a browser's messages lead to the source.
    A comment is told by how its line begins: no line of a template literal may begin so (tests/web/offline/).
    """
    pattern = _ON_LINES_OF_THEIR_OWN.get(ending)
    return text if pattern is None else pattern.sub(lambda comment: "\n" * comment[0].count("\n"), text)
