"""Download of the account's personal data."""

import io
import json
import zipfile

from flask import Blueprint, Response, render_template

from trexscore.commands.export_personal_data import export_personal_data
from trexscore.db.clubs.clubs import list_account_clubs, read_club_record
from trexscore.db.models import db
from trexscore.web.accounts.session import require_signed_in_account
from trexscore.web.limits import enforce_limit

pages = Blueprint("account_data", __name__)
_ZIP_ENTRY_DATE_TIME = (1980, 1, 1, 0, 0, 0)
"""A fixed date for zip entries, so that no time is disclosed."""


@pages.get("/account/data")
def show() -> str:
    account = require_signed_in_account()
    clubs = [(read_club_record(club).settings.name, club.uid) for club, _number in list_account_clubs(account.id)]
    return render_template("accounts/data.html", account=account, clubs=clubs)


@pages.get("/account/data.zip")
def download() -> Response:
    """All data as JSON files in a zip archive."""
    account_id = require_signed_in_account().id
    enforce_limit("search", f"account {account_id}")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in export_personal_data(db.session(), account_id):
            json_text = json.dumps(file.json_content, ensure_ascii=False, indent=1) + "\n"
            archive.writestr(zipfile.ZipInfo(file.path, _ZIP_ENTRY_DATE_TIME), json_text, zipfile.ZIP_DEFLATED)
    headers = {"Content-Disposition": 'attachment; filename="trex-my-data.zip"'}
    return Response(packed.getvalue(), headers=headers, content_type="application/zip")
