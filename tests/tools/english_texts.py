"""The English texts of the app. `make translations` names those that are long for a phone: some reasons need room."""

import sys
from pathlib import Path

from babel.messages.pofile import read_po

MAX_LENGTH = 120
"""Characters per text, from the style guide."""


def texts_in(catalogue: Path) -> list[str]:
    """The texts that a catalogue or its template translates, with the plurals."""
    with catalogue.open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    return [text for message in messages for text in forms_of(message.id)]


def forms_of(text_or_forms: object) -> list[str]:
    """A text of a catalogue, or every form of a plural."""
    forms = text_or_forms if isinstance(text_or_forms, list | tuple) else [text_or_forms]
    return [form for form in forms if isinstance(form, str)]


def main(template: Path) -> None:
    """Print the texts that are too long for a phone."""
    for text in sorted((text for text in texts_in(template) if len(text) > MAX_LENGTH), key=len):
        sys.stdout.write(f"{len(text)} characters: {text}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
