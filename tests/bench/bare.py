"""Baselines: minimal programs that do the same work with the same libraries."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from flask import Flask, Response, render_template, request
from flask_sqlalchemy import SQLAlchemy
from jinja2 import DictLoader
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from trexscore.db import engine

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
        engine.configure_engine(db.engine)
        db.create_all()

    @app.post("/rows")
    def add() -> tuple[dict[str, int], int]:
        row = Row(text=request.get_data(as_text=True))
        db.session.add(row)
        db.session.commit()
        return {"id": row.id}, 201

    return app


def answers_304(file: Path) -> Flask:
    """A view that responds with 304 after one indexed read, using only the driver."""
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
    """Render a page of thirty rows of six cells without reading any data."""
    app = Flask("bare")
    app.jinja_loader = DictLoader({"page.html": _PAGE})
    rows = [[f"{row} & {cell}" for cell in range(6)] for row in range(_ROWS)]

    @app.get("/")
    def page() -> str:
        return render_template("page.html", title="Thirty rows", rows=rows)

    return app


_BUTTON = b"""<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Button</title>
<button data-save style="width: 100%; height: 90vh">0</button><script>
document.querySelector("button").addEventListener("click", ({ target }) => {
  target.textContent = Number(target.textContent) + 1;
  if (location.search) setTimeout(() => location.replace("/chart"));
});</script></html>"""
_LINE = b"""<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Line</title>
<p data-saved>There.</p></html>"""


class _Pages(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        page = _LINE if self.path == "/chart" else _BUTTON
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_args: object) -> None:  # the default writes to the terminal
        pass


@contextmanager
def pages() -> Iterator[str]:
    """Serve a page whose button counts taps; with a query, a tap opens a page with one line. Yields its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Pages)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
