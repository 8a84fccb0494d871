"""Count database statements."""

from typing import Any, Self

from flask import Flask
from sqlalchemy import event

from trexscore.db.models import db


class StatementCounter:
    """A context that counts the statements of an app's database: `number`, and their SQL in `texts`."""

    def __init__(self, app: Flask) -> None:
        with app.app_context():
            self.engine = db.engine
        self.texts: list[str] = []

    @property
    def number(self) -> int:
        return len(self.texts)

    def _append_statement(self, _connection: object, _cursor: object, statement: str, *_arguments: Any) -> None:  # noqa: ANN401
        self.texts.append(statement)

    def __enter__(self) -> Self:
        event.listen(self.engine, "before_cursor_execute", self._append_statement)
        return self

    def __exit__(self, *_exception: object) -> None:
        event.remove(self.engine, "before_cursor_execute", self._append_statement)
