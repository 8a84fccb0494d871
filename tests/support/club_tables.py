"""A club's tables as a spreadsheet opens them, and as a program reads them."""

import csv
import io
import json
from typing import Any

from tests.support.pages import Phone


def csv_rows(phone: Phone, path: str, separator: str = ",") -> list[dict[str, str]]:
    """The rows of a CSV, by its headings."""
    with phone.client.get(path, headers={"Accept-Language": phone.language}) as answer:
        assert answer.status_code == 200, path
        data = answer.data
    assert data.startswith(b"\xef\xbb\xbf"), "Excel would take it for something else than UTF-8"
    text = data.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=separator))


def json_table(phone: Phone, path: str) -> dict[str, Any]:
    """All that the JSON says."""
    with phone.client.get(path) as answer:
        assert answer.status_code == 200, path
        said: dict[str, Any] = json.loads(answer.data)
    return said
