"""An unknown token gets 404 at every address with a token, with any form."""

import re

import pytest
from flask import Flask

from tests.support.pages import Phone

TOKEN_ARGUMENTS = ("token", "uid")
"""Names of URL arguments that are tokens."""
_ARGUMENT_BY_CONVERTER = {"int": "1", "uuid": "00000000-0000-4000-8000-000000000000", "": "x"}


def test_forms_of_unknown_token_are_not_found(site: Flask) -> None:
    phone, other_statuses = Phone(site), {}
    for rule in site.url_map.iter_rules():
        if (
            not {*TOKEN_ARGUMENTS} & rule.arguments
            or "POST" not in (rule.methods or ())
            or rule.rule.startswith("/api/")
        ):
            continue
        status = phone.post(_filled_in(rule.rule), {"csrf_token": phone.token}, follow=False).status
        if status != 404:
            other_statuses[rule.rule] = status
    assert other_statuses == {}


def _filled_in(rule: str) -> str:
    path = re.sub(r"<(token|uid)>", "A" * 22, rule)
    path = re.sub(r"<any\(([^,)]+)[^>]*>", lambda match: match[1].strip("'"), path)
    return re.sub(r"<(?:(\w+):)?\w+>", lambda match: _ARGUMENT_BY_CONVERTER[match[1] or ""], path)


def test_log_contains_no_token(site: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def broken(**_parts: object) -> None:
        raise RuntimeError("broken on purpose")

    monkeypatch.setitem(site.config, "PROPAGATE_EXCEPTIONS", None)
    monkeypatch.setattr(site, "testing", value=False)
    client, request_count = site.test_client(), 0
    for rule in [*site.url_map.iter_rules()]:
        if not rule.arguments or "GET" not in (rule.methods or ()) or rule.endpoint == "static":
            continue
        monkeypatch.setitem(site.view_functions, rule.endpoint, broken)
        assert client.get(_filled_in(rule.rule)).status_code == 500, rule.rule
        request_count += 1
    assert caplog.text.count("broken on purpose") >= request_count
    assert "A" * 22 not in caplog.text
