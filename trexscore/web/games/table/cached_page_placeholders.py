"""Placeholders in a page that is rendered once for all its readers.

Two values differ each time: the reader's CSRF token, and the key of the entry that a small form records. Such a page
is rendered with a placeholder for each, and every answer replaces them. This is safe for these reasons:

- A placeholder is 64 random hex digits, made when the process starts. It never leaves the server, because every
  answer replaces it. So no name, note or address in a page can contain it.
- Hex digits and both values mean nothing to HTML, so nothing needs to be escaped.
- `csrf_token()` and `csrf_field()` in the templates, also in included ones, both use the variable given here. Two
  things do not know it, and must not be in such a page: a form class, and a macro imported without its context.
- A page stays in the process that rendered it. Another process has other placeholders.
"""

import secrets

from flask_wtf.csrf import generate_csrf

from trexscore.web.rendering import page_entry_key

_CSRF_TOKEN_PLACEHOLDER, _KEY_PLACEHOLDER = secrets.token_hex(), secrets.token_hex()


def placeholder_variables() -> dict[str, object]:
    """The variables with which to render the page; they hide the globals of the same names."""
    return {"csrf_token": lambda: _CSRF_TOKEN_PLACEHOLDER, "page_key": _KEY_PLACEHOLDER}


def replace_placeholders(page: str) -> str:
    """The page for this request: with the reader's CSRF token and a new key."""
    return page.replace(_CSRF_TOKEN_PLACEHOLDER, generate_csrf()).replace(_KEY_PLACEHOLDER, page_entry_key())
