"""The English texts of the app. `make translations` names those that are long for a phone: some reasons need room."""

import sys
from pathlib import Path

from babel.messages.pofile import read_po

MOST = 120
"""Characters, as the style guide has it."""


def texts_in(catalogue: Path) -> list[str]:
    """The texts that a catalogue or its template translates, with the plurals."""
    with catalogue.open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    return [text for message in messages for text in (message.id if message.pluralizable else [message.id])]


def main(template: Path) -> None:
    """Name the long ones."""
    for text in sorted((text for text in texts_in(template) if len(text) > MOST), key=len):
        sys.stdout.write(f"{len(text)} characters: {text}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
