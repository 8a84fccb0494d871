"""Import of game files through a club's pages."""

import io
import json
import re
import zipfile
from collections.abc import Iterable

from tests.support.clubs.people import RolePhones
from tests.support.pages import Phone, Response
from tests.support.tables import Json
from tests.support.whole_games import whole_game
from trexscore.db.clubs import counted_games
from trexscore.db.models import db

PEOPLE = ["Basil", "The admin", "The scorer", "Zeina"]
File = tuple[str, bytes]


def game_json(seed: int, names: list[str] | None = None) -> Json:
    return whole_game("standard", seed, names or PEOPLE)


def as_file(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def game_file(seed: int, names: list[str] | None = None) -> bytes:
    return as_file(game_json(seed, names))


def as_zip(files: Iterable[File]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return buffer.getvalue()


def send_files(people: RolePhones, files: list[File], phone: Phone | None = None, on: str = "2026-03-01") -> Response:
    """Upload files: the next page."""
    phone = phone or people.scorer
    address = people.path("/games/import")
    fields = phone.get(address).fields(address) | {"on": on}
    uploads = {"files": [(io.BytesIO(content), name) for name, content in files]}
    response = phone.client.post(address, data=fields | uploads, follow_redirects=True)
    return Response(response.status_code, response.request.path, response.headers, response.text, is_page=True)


def resolve_names(phone: Phone, page: Response, **number_by_name: str) -> Response:
    """Assign the names to members, and continue until all files are processed."""
    if page.root.find("select"):
        selections = dict(page.fields("/names"))
        for node in page.root.find("label", class_="player-choice__name"):
            name = node.find("span")[0].text
            if name in number_by_name:
                selections[node.attrs["for"]] = number_by_name[name]
        page = phone.post(page.form("/names").attrs["action"], selections)
    for _ in range(200):
        if not any(form.attrs["action"].endswith("/some") for form in page.root.find("form")):
            return page
        page = phone.send(page, "/some")
    raise AssertionError("The import does not end.")


def import_counts(page: Response) -> tuple[int, int, int]:
    """The numbers of new, known and refused games."""
    counts_by_kind = {node.attrs["data-count"]: int(node.text) for node in page.root.find("dd")}
    assert counts_by_kind["waiting"] == 0
    return counts_by_kind["new"], counts_by_kind["same"], counts_by_kind["refused"]


def import_games(people: RolePhones, *files: File, on: str = "2026-03-01", **number_by_name: str) -> Response:
    return resolve_names(people.scorer, send_files(people, list(files), on=on), **number_by_name)


def club_game_rows(people: RolePhones) -> list[counted_games.ClubGameRow]:
    db.session.rollback()
    return list(counted_games.list_game_rows_between(db.session(), people.club.id))


def token_of(phone: Phone) -> str:
    """The CSRF token of any form; without an account, of the sign-in form."""
    match = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', phone.get("/clubs/import").text)
    assert match
    return match[1]
