"""The baselines: the least that could be done with the same parts."""

import sqlite3
from pathlib import Path

from flask import Flask, Response, render_template, request
from flask_sqlalchemy import SQLAlchemy
from jinja2 import DictLoader
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from trexscore.storage import engine

_ROWS = 30
_PAGE = """<!doctype html><html lang="en"><title>{{ title }}</title><table>
{% for row in rows %}<tr>{% for cell in row %}<td>{{ cell }}</td>{% endfor %}</tr>
{% endfor %}</table></html>"""


class _Base(DeclarativeBase):
    pass


def commits_a_row(file: Path) -> Flask:
    """A view that commits one row through SQLAlchemy, as durably as the app does."""
    app = Flask("bare")
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{file.as_posix()}"
    db = SQLAlchemy(app, model_class=_Base)

    class Row(db.Model):  # type: ignore[name-defined, misc]  # made by Flask-SQLAlchemy
        id: Mapped[int] = mapped_column(primary_key=True)
        text: Mapped[str]

    with app.app_context():
        engine.prepare(db.engine)
        db.create_all()

    @app.post("/rows")
    def add() -> tuple[dict[str, int], int]:
        row = Row(text=request.get_data(as_text=True))
        db.session.add(row)
        db.session.commit()
        return {"id": row.id}, 201

    return app


def answers_304(file: Path) -> Flask:
    """A view that answers 304 from one indexed read with the driver alone."""
    app = Flask("bare")
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE thing (token TEXT PRIMARY KEY, version INTEGER)")
    connection.execute("INSERT INTO thing VALUES ('token', 5)")
    connection.commit()

    @app.get("/things/<token>")
    def show(token: str) -> Response:
        (version,) = connection.execute("SELECT version FROM thing WHERE token = ?", (token,)).fetchone()
        etag = str(version)
        if request.if_none_match.contains(etag):
            return Response(status=304, headers={"ETag": f'"{etag}"'})
        return Response("{}", headers={"ETag": f'"{etag}"'}, content_type="application/json")

    return app


def renders_rows() -> Flask:
    """A page of thirty rows of six cells, with nothing read from anywhere."""
    app = Flask("bare")
    app.jinja_loader = DictLoader({"page.html": _PAGE})
    rows = [[f"{row} & {cell}" for cell in range(6)] for row in range(_ROWS)]

    @app.get("/")
    def page() -> str:
        return render_template("page.html", title="Thirty rows", rows=rows)

    return app
