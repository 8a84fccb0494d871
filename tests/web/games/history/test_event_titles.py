"""Every event of a game has its line in the history, on server and phone, and a short title if it can be redone."""

import re

from trexscore import asset_folders
from trexscore.game.event import GameEvent
from trexscore.game.events import EVENT_TYPE_BY_KIND
from trexscore.game.events.announcement_and_abandonment import ContractAnnounced
from trexscore.game.events.game_file import DealRecorded
from trexscore.web.games.history.event_titles import title_of_event
from trexscore.web.games.table.status_line import TITLES_BY_EVENT_TYPE

NAMES = {event.__name__ for event in EVENT_TYPE_BY_KIND.values()}


def test_every_event_has_its_line() -> None:
    default_title = title_of_event.dispatch(GameEvent)
    missing = {
        event.__name__ for event in EVENT_TYPE_BY_KIND.values() if title_of_event.dispatch(event) is default_title
    }
    assert not missing, "Register a title in trexscore/web/games/history/event_titles.py."


def test_every_event_is_on_the_phone() -> None:
    folder = asset_folders.static_folder() / "js/game/events"
    index = (folder / "index.js").read_text(encoding="utf-8")
    exported_modules = re.findall(r'^export \* from "\./([\w-]+\.js)"', index, re.MULTILINE)
    text = index + "".join((folder / name).read_text(encoding="utf-8") for name in exported_modules)
    events = re.findall(r"^export const (\w+) = define", text, re.MULTILINE)
    assert set(events) == NAMES, "Define the event in static/js/game/events/index.js."


def test_every_event_has_its_line_on_the_phone() -> None:
    text = (asset_folders.static_folder() / "js/phone/views/event-titles.js").read_text(encoding="utf-8")
    assert set(re.findall(r"^ +\[\s*(\w+),\s", text, re.MULTILINE)) == NAMES, "Add its line to event-titles.js."


def test_every_redoable_event_has_short_title() -> None:
    redoable = {event for event in EVENT_TYPE_BY_KIND.values() if event.undoable and event.ends_redo}
    named_by_contracts = {DealRecorded, ContractAnnounced}
    assert redoable - named_by_contracts <= TITLES_BY_EVENT_TYPE.keys(), (
        "Once it is undone, the table offers to redo it: add its title to TITLES_BY_EVENT_TYPE in status_line.py."
    )
