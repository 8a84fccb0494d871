"""Every event of a game has its line in the history, on the server and on the phone."""

import re

from trexscore import assets
from trexscore.game.event import GameEvent
from trexscore.game.events import EVENTS
from trexscore.web.games.history.event_titles import title_of_event

NAMES = {event.__name__ for event in EVENTS.values()}


def test_every_event_has_its_line() -> None:
    default_title = title_of_event.dispatch(GameEvent)
    missing = {event.__name__ for event in EVENTS.values() if title_of_event.dispatch(event) is default_title}
    assert not missing, "Register a title in trexscore/web/games/history/event_titles.py."


def test_every_event_is_on_the_phone() -> None:
    text = (assets.static_folder() / "js/game/events/index.js").read_text(encoding="utf-8")
    match = re.search(r"const EVENTS = \[(.*?)\];", text, re.DOTALL)
    assert match is not None
    assert set(re.findall(r"\w+", match[1])) == NAMES, "List the event in static/js/game/events/index.js."


def test_every_event_has_its_line_on_the_phone() -> None:
    text = (assets.static_folder() / "js/phone/views/event-titles.js").read_text(encoding="utf-8")
    assert set(re.findall(r"^ +\[(\w+), ", text, re.MULTILINE)) == NAMES, "Add its line to event-titles.js."
