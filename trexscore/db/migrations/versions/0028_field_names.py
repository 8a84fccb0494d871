"""Tables and columns get names that say what they hold. No row changes."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

Names = dict[str, str]

TABLES: Names = {
    "link": "game_link",
    "entry": "game_entry",
    "board": "game_state",
    "claim": "membership",
    "night_reply": "attendance_reply",
    "part": "season_result",
    "meeting": "head_to_head",
    "played": "result_by_period",
    "faced": "head_to_head_by_period",
    "bringing": "game_import",
    "brought_file": "import_file",
    "brought_game": "imported_game",
    "sitting": "game_seat",
    "month_profile": "monthly_statistics",
    "span_records": "period_records",
    "statistics_due": "statistics_backlog",
    "rating": "game_rating",
    "rated": "current_rating",
    "ratings_due": "rating_backlog",
    "spent": "used_token",
    "job_piece": "job_file_piece",
}
COLUMNS: dict[str, Names] = {
    "game_link": {"may": "permission"},
    "club": {"due": "needs_rebuild"},
    "name_request": {"made_at": "created_at"},
    "attendance_reply": {"evening": "game_night", "comes": "attending"},
    "club_link": {"may": "permission", "until": "expires_at", "made_at": "created_at", "made_by": "created_by"},
    "table_code": {"evening": "game_night", "uid": "game_uid", "until": "expires_at"},
    "club_game": {"on_day": "played_on", "evening": "game_night", "came_to": "outcome", "sort": "sort_key"},
    "season_result": {"sort": "sort_key", "since": "valid_from", "until": "valid_to"},
    "head_to_head": {
        "other": "opponent",
        "other_partner": "opponent_partner",
        "ahead": "wins",
        "level": "ties",
        "behind": "losses",
        "since": "valid_from",
        "until": "valid_to",
    },
    "result_by_period": {"span": "period"},
    "head_to_head_by_period": {
        "other": "opponent",
        "other_partner": "opponent_partner",
        "ahead": "wins",
        "level": "ties",
        "behind": "losses",
        "span": "period",
    },
    "standing": {"since": "valid_from", "until": "valid_to"},
    "game_seat": {"sort": "sort_key", "place": "finish"},
    "period_records": {"span": "period", "last": "last_sort_key"},
    "game_rating": {"sort": "sort_key"},
    "current_rating": {"sort": "sort_key"},
    "rating_backlog": {"sort": "sort_key"},
    "game_import": {"begun_at": "started_at", "on_day": "played_on", "seated": "players_by_name"},
    "import_file": {"bringing_id": "import_id"},
    "imported_game": {"bringing_id": "import_id", "on_day": "played_on", "said": "refusals"},
    "account": {"fs_uniquifier": "session_id", "fs_webauthn_user_handle": "passkey_handle"},
    "passkey": {"lastuse_datetime": "last_used_at"},
    "used_token": {"until": "expires_at"},
    "job": {"place": "server", "beat_at": "heartbeat_at"},
    "job_file_piece": {"part": "file", "place": "position"},
}
"""By the new names of the tables."""
_INDEXES: Names = {
    "ix_link_game_id": "ix_game_link_game_id",
    "ix_board_open_dispute": "ix_game_state_open_dispute",
    "ix_claim_account_id": "ix_membership_account_id",
    "ix_club_game_evening": "ix_club_game_game_night",
    "ix_part_game": "ix_season_result_game",
    "ix_part_who": "ix_season_result_player",
    "ix_part_best": "ix_season_result_best",
    "ix_meeting_now": "ix_head_to_head_now",
    "ix_meeting_who": "ix_head_to_head_player",
    "ix_standing_who": "ix_standing_player",
    "ix_standing_since": "ix_standing_valid_from",
    "ix_sitting_member": "ix_game_seat_member",
    "ix_sitting_order": "ix_game_seat_order",
    "ix_month_profile_games": "ix_monthly_statistics_games",
    "ix_rating_who": "ix_game_rating_player",
    "ix_rating_order": "ix_game_rating_order",
    "ix_brought_game_outcome": "ix_imported_game_outcome",
    "ix_spent_until": "ix_used_token_expires_at",
}
_NUMBERED = ("part", "meeting", "bringing", "brought_game")
"""PostgreSQL numbers their rows with a sequence that has the table's name."""
_RENAME_INDEX = sa.text(
    "UPDATE sqlite_master SET name = :new, sql = replace(sql, :old, :new) WHERE type = 'index' AND name = :old"
)
_RENAME_CONSTRAINT = sa.text(
    "UPDATE sqlite_master SET sql = replace(sql, :old, :new) WHERE type = 'table' AND name = :table"
)


def upgrade() -> None:
    for old, new in TABLES.items():
        op.rename_table(old, new)
    for table, columns in COLUMNS.items():
        _rename_columns(table, columns)
    _rename_the_rest(TABLES, _INDEXES, {*TABLES.values(), *COLUMNS})


def downgrade() -> None:
    for table, columns in COLUMNS.items():
        _rename_columns(table, _inverse(columns))
    tables = _inverse(TABLES)
    for new, old in tables.items():
        op.rename_table(new, old)
    _rename_the_rest(tables, _inverse(_INDEXES), {*TABLES, *(tables.get(table, table) for table in COLUMNS)})


def _inverse(names: Names) -> Names:
    return {new: old for old, new in names.items()}


def _rename_columns(table: str, columns: Names) -> None:
    for old, new in columns.items():
        op.alter_column(table, old, new_column_name=new)


def _rename_the_rest(tables: Names, indexes: Names, changed: set[str]) -> None:
    """Rename indexes and sequences, and name the constraints of the changed tables by the convention of the models."""
    bind = op.get_bind()
    constraints = [each for table in sorted(changed) for each in _constraints(bind, table) if each.old != each.new]
    if bind.dialect.name == "postgresql":
        _rename_in_postgres(bind, indexes, constraints)
        for old in _NUMBERED if tables is TABLES else map(TABLES.__getitem__, _NUMBERED):
            bind.exec_driver_sql(f"ALTER SEQUENCE {old}_id_seq RENAME TO {tables[old]}_id_seq")
    else:
        _rename_in_sqlite(bind, indexes, constraints)


class _Constraint(NamedTuple):
    table: str
    old: str
    new: str


def _constraints(bind: sa.Connection, table: str) -> Iterator[_Constraint]:
    """The constraints of a table, each with its name now and its name by the convention."""
    inspector = sa.inspect(bind)
    yield _Constraint(table, str(inspector.get_pk_constraint(table)["name"]), f"pk_{table}")
    for unique in inspector.get_unique_constraints(table):
        yield _Constraint(table, str(unique["name"]), f"uq_{table}_{unique['column_names'][0]}")
    for key in inspector.get_foreign_keys(table):
        new = f"fk_{table}_{key['constrained_columns'][0]}_{key['referred_table']}"
        yield _Constraint(table, str(key["name"]), new)


def _rename_in_postgres(bind: sa.Connection, indexes: Names, constraints: Iterable[_Constraint]) -> None:
    for old, new in indexes.items():
        bind.exec_driver_sql(f"ALTER INDEX {old} RENAME TO {new}")
    for table, old, new in constraints:
        bind.exec_driver_sql(f"ALTER TABLE {table} RENAME CONSTRAINT {old} TO {new}")


def _rename_in_sqlite(bind: sa.Connection, indexes: Names, constraints: Iterable[_Constraint]) -> None:
    """SQLite has no statement for this, and copying tables and indexes would take minutes in a large database.

    These names are only in the text of the schema. Its documentation (lang_altertable.html, section 7) describes how to
    change that text in a transaction.
    """
    version: int = bind.exec_driver_sql("PRAGMA schema_version").scalar_one()
    bind.exec_driver_sql("PRAGMA writable_schema=ON")
    try:
        for old, new in indexes.items():
            bind.execute(_RENAME_INDEX, {"old": old, "new": new})
        for table, old, new in constraints:
            bind.execute(_RENAME_CONSTRAINT, {"table": table, "old": f"CONSTRAINT {old} ", "new": f"CONSTRAINT {new} "})
        bind.exec_driver_sql(f"PRAGMA schema_version={version + 1}")
    finally:
        bind.exec_driver_sql("PRAGMA writable_schema=OFF")
