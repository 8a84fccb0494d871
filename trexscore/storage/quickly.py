"""Reads with the driver alone: a session costs ten times what such a read does."""

from typing import Any

from trexscore.storage.models import db


def read_row(statement: str, *values: object) -> tuple[Any, ...] | None:
    """The first row of a statement whose places are marked by question marks."""
    engine = db.engine
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        cursor.execute(statement if engine.dialect.paramstyle == "qmark" else statement.replace("?", "%s"), values)
        row: tuple[Any, ...] | None = cursor.fetchone()
    finally:
        connection.close()
    return row
