"""A form and the outcome of its command: success is returned, and everything else is shown."""

import uuid
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from werkzeug.exceptions import Forbidden

from trexscore.commands.recording import KEY_REUSED_REFUSAL, Conflict, NotAllowed, Recorded
from trexscore.ledger.entry_refusal import EntryRefusal
from trexscore.rules.refusals import refuse
from trexscore.web.clubs.members.forms import NameForm
from trexscore.web.forms import RecordingForm
from trexscore.web.games.entry_form import EntryForm
from trexscore.web.language import override_reader_language

KEY = str(uuid.uuid4())


@pytest.fixture
def post_request(site: Flask) -> Iterator[None]:
    request_context = site.test_request_context(method="POST", data={"key": KEY, "after": "7"})
    with request_context, override_reader_language("en", "latn"):  # another test may have set another language
        yield


@pytest.mark.usefixtures("post_request")
@pytest.mark.parametrize("form_type", [NameForm, lambda: EntryForm(9)])
def test_form_accepts_success(form_type: type[RecordingForm]) -> None:
    form = form_type()
    recorded = Recorded(8, is_new=True)
    assert form.unwrap_outcome(recorded) is recorded
    assert (form.problems, form.entry_key) == ([], KEY)
    with pytest.raises(Forbidden):
        form.unwrap_outcome(NotAllowed())


@pytest.mark.usefixtures("post_request")
def test_form_shows_refusal_at_its_field() -> None:
    form = NameForm()
    assert (
        form.unwrap_outcome(EntryRefusal((refuse("name_taken", "named.name"), refuse("name_taken", "joined.name"))))
        is None
    )
    assert len(form.problems) == 1
    assert form.name.errors == form.problems * 2
    assert form.entry_key == KEY


@pytest.mark.usefixtures("post_request")
def test_form_shows_conflict() -> None:
    form = NameForm()
    assert form.unwrap_outcome(Conflict(8)) is None
    assert form.problems == ["Someone else changed this. Check their version first; saving again overwrites it."]


@pytest.mark.usefixtures("post_request")
def test_form_renews_reused_key() -> None:
    club_form, game_form = NameForm(), EntryForm(9)
    for form in (club_form, game_form):
        assert form.unwrap_outcome(KEY_REUSED_REFUSAL) is None
        assert form.entry_key != KEY
    assert club_form.problems == ["This key was already used for something else."]
    assert game_form.problems[0].startswith("This form was already saved with different answers.")
    assert game_form.after.data == "9"


def test_form_replaces_invalid_key_and_after(site: Flask) -> None:
    with site.test_request_context(method="POST", data={"key": "x", "after": "x"}):
        form = EntryForm(9)
        assert str(uuid.UUID(form.entry_key)) == form.entry_key
        assert form.after.data == "9"
    with site.test_request_context(method="POST", data={"key": "x", "after": "7"}):
        assert EntryForm(9).after.data == "7"


@pytest.mark.parametrize(
    "options",
    [{"data": {"name": (BytesIO(b"Amal"), "name.txt"), "key": KEY}}, {"json": {"name": 7, "key": KEY}}],
    ids=["file", "json"],
)
def test_form_reads_texts_only(site: Flask, options: dict[str, Any]) -> None:
    with site.test_request_context(method="POST", **options):
        assert not NameForm().name.data
