"""Trex Score installed from the wheel works without the checkout."""

import json
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support.server.server import LiveServer
from tests.support.tree import ROOT
from trexscore import __version__

if TYPE_CHECKING:
    from tests.wheel.conftest import Installed

GAME = {
    "format": "trexscore-game/1",
    "players": ["Amal", "Basil", "Carine", "Dani"],
    "deals": [
        {
            "king": "A",
            "contracts": ["king_of_hearts"],
            "captures": {"king_of_hearts": {"taken_by": "B", "doubled_by": "C"}},
        }
    ],
}
# Requests the home page and every file that it references, through the app's test client.
VISIT_PROGRAM = """
import re
import trexscore.app
import trexscore.db.migrations
app = trexscore.app.create_app()
trexscore.db.migrations.upgrade(app)
client = app.test_client()
home = client.get("/")
addresses = re.findall(r'(?:href|src)="(/static/[^"]+)"', home.text)
for address in addresses:
    response = client.get(address)
    print(response.status_code, address)
print(home.status_code, len(addresses), trexscore.app.__file__)
"""


def test_wheel_contains_templates_static_files_and_translations(installed: "Installed") -> None:
    with zipfile.ZipFile(installed.wheel) as wheel:
        names = set(wheel.namelist())
    expected = {
        f"{'' if folder == 'trexscore' else 'trexscore/'}{path.relative_to(ROOT).as_posix()}"
        for folder in ("trexscore", "templates", "static")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {name for name in names if ".dist-info/" not in name} == expected
    assert f"trexscore-{__version__}.dist-info/licenses/LICENSE" in names


def test_wheel_scores_game(installed: "Installed") -> None:
    result = installed.run("trexscore", "score", "--json", "-", input_text=json.dumps(GAME))
    assert (result.returncode, result.stderr) == (0, "")
    assert json.loads(result.stdout)["totals"] == {"A": 0, "B": -150, "C": 75, "D": 0}


def test_home_page_files_are_served(installed: "Installed", tmp_path: Path) -> None:
    result = installed.run("python", "-c", VISIT_PROGRAM, TREXSCORE_DATA=str(tmp_path))
    assert result.returncode == 0, result.stderr
    *fetched, last = result.stdout.splitlines()
    status, count, module = last.split(maxsplit=2)
    assert (status, int(count)) == ("200", len(fetched))
    assert fetched
    assert not [line for line in fetched if not line.startswith("200 ")]
    assert not Path(module).is_relative_to(ROOT)


def test_wheel_serves_with_created_tables(installed: "Installed", tmp_path: Path) -> None:
    server = LiveServer(tmp_path / "data", command=installed.bin / "trexscore")
    server.start()
    try:
        assert server.answers()
    finally:
        server.stop()
