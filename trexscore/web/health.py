"""Is the server fit to be asked?"""

from flask import Blueprint, Response
from sqlalchemy.exc import SQLAlchemyError

from trexscore.storage.quickly import read_row

health = Blueprint("health", __name__)


@health.get("/healthz")
def check() -> Response:
    """200 `ok` when the database answers, else 503."""
    try:
        read_row("SELECT count(*) FROM game WHERE id = 0")
    except SQLAlchemyError as fault:
        name = type(fault).__name__
        return Response(f"the database does not answer: {name}\n", 503, content_type="text/plain; charset=utf-8")
    return Response("ok", content_type="text/plain; charset=utf-8")
