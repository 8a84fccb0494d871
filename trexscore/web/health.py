"""Is the server fit to be asked?"""

from flask import Blueprint, Response
from sqlalchemy.exc import SQLAlchemyError

from trexscore.storage.models import db
from trexscore.storage.quickly import read_row

health = Blueprint("health", __name__)


@health.get("/healthz")
def check() -> Response:
    """200 `ok` when the database answers, else 503."""
    try:
        read_row("SELECT count(*) FROM game WHERE id = 0")
    except (SQLAlchemyError, db.engine.dialect.loaded_dbapi.Error) as fault:
        return Response(f"the database does not answer: {type(fault).__name__}\n", 503, content_type="text/plain")
    return Response("ok", content_type="text/plain; charset=utf-8")
